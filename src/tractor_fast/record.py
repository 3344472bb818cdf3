"""A whole deal as one JSON-able dict: cards, every choice in order, and the outcome.

Written by the compiled engine, replayed by the oracle (evaluate/replay.py).  Cards are names
(``Th``, ``SJ``); `hands` and `kitty` are in the order in which they are drawn and turned up; `bids`
has an entry for each time that a seat was asked.
"""

from typing import Any

from ._core.game import Game
from ._core.run import RunSpec
from .cards import RANKS, SUITS, Trump, face_name

FORMAT = 1


def _names(faces: list[int]) -> list[str]:
    return [face_name(face) for face in faces]


def record_deal(run: RunSpec, board: int) -> dict[str, Any]:
    """Play one board of a bound run and write down all that happened.

    Raises PlayError when a strategy gives up or chooses what is not allowed.
    """
    game = Game.of_board(run, board)
    players = run.compiled.rules.players
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": run.compiled.rules.changed(),
        "board": board,
        "level": RANKS[game.level],
        "first_drawer": game.first_drawer,
        "declarer_before": game.declarer if game.trump is None else game.first_drawer,
        "hands": [_names(game.draw_order(seat)) for seat in range(players)],
        "kitty": _names(game.kitty()),
    }
    record["bids"] = asked = []
    while game.decision == "bid":
        asked.append(_record_bid(game))
    record["trump"] = _trump(game.trump)
    record["declarer"] = game.declarer
    if game.decision == "bury":
        game.step()
    record["buried"] = _names(game.buried())
    record["tricks"] = tricks = []
    while game.decision is not None:
        tricks.append(_record_trick(game, players))
    row = game.row
    record["outcome"] = {name: row[name] for name in row if name != "board"}
    return record


def _trump(trump: Trump | None) -> dict[str, str | None] | None:
    if trump is None:
        return None
    return {
        "suit": None if trump.suit is None else SUITS[trump.suit],
        "rank": RANKS[trump.rank],
    }


def _record_bid(game: Game) -> dict[str, Any]:
    """Let the seat asked bid or pass; write down also how much it had drawn and could bid."""
    made = len(game.bids)
    entry: dict[str, Any] = {
        "seat": game.seat,
        "drawn": len(game.hand(game.seat)),
        "open": len(game.open_bids),
        "bid": None,
    }
    game.step()
    if len(game.bids) > made:
        _, face, count, _ = game.bids[-1]
        entry["bid"] = [face_name(face), count]
    return entry


def _record_trick(game: Game, players: int) -> dict[str, Any]:
    """Play one trick and write it down; `failed_throw` is what was tried, `plays` what was led."""
    leader = game.seat
    failed_before, points_before = game.throws[1], sum(game.points())
    tried = game.step()
    trick: dict[str, Any] = {"leader": leader}
    if game.throws[1] > failed_before:
        trick["failed_throw"] = _names(tried)
    plays = [game.trick[1][0]]
    plays += [game.step() for _ in range(players - 1)]
    trick["plays"] = [_names(play) for play in plays]
    trick["winner"] = game.trick[0]
    trick["points"] = sum(game.points()) - points_before
    return trick
