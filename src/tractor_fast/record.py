"""A whole deal as one JSON-able dict: cards, every choice in order, and the outcome.

Written by the compiled engine, replayed by the oracle (evaluate/replay.py).  Cards are names
(``Th``, ``SJ``); `hands` and `kitty` are in the order in which they are drawn and turned up.

`choices` has an entry for each time that a seat was asked: its seat, and one of

- ``bid``: [card, count] or null, with how much it had ``drawn`` and how many bids were ``open``
- ``trump`` (a suit), ``partner`` (a card), ``friends`` ([card, ordinal] each): what was named
- ``bury``, ``lead``, ``follow``: cards (of a failed throw those tried)
- ``unit``: which of the beatable units of a failed throw must be led, by number

`tricks` repeats what lay on the table in the end: leader, plays, winner, points, the seats that
joined the declarer's side, and, where a throw failed, what was tried.
"""

from typing import Any

from ._core.game import Game
from ._core.run import RunSpec
from .cards import RANKS, SUITS, Trump, face_name

FORMAT = 3


def record_deal(run: RunSpec, board: int, variant: int = 0) -> dict[str, Any]:
    """Play one board of a bound run, or a variant of it, and write down all that happened.

    Raises PlayError when a strategy gives up or chooses what is not allowed.
    """
    game = Game.of_board(run, board, variant)
    choices: list[dict[str, Any]] = []
    declarer_before = game.declarer
    while game.decision in ("bid", "name", "bury"):
        attempt = game.attempt
        choice = _choose(game)
        # Of a deal that was dealt again only the last attempt is kept.
        choices = [] if game.attempt > attempt else [*choices, choice]
    players = run.compiled.rules.players
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": run.compiled.rules.changed(),
        "board": board,
        "attempt": game.attempt,
        "level": RANKS[game.level],
        "first_drawer": game.first_drawer,
        "declarer_before": declarer_before,
        "hands": [_names(game.draw_order(seat)) for seat in range(players)],
        "kitty": _names(game.kitty()),
        "trump": _trump(game.trump),
        "declarer": game.declarer,
        "buried": _names(game.buried()),
        "choices": choices,
    }
    record["tricks"] = tricks = []
    while game.decision is not None:
        tricks.append(_play_trick(game, players, choices))
    row = game.row
    record["outcome"] = {name: row[name] for name in row if name != "board"}
    return record


def _names(faces: list[int]) -> list[str]:
    return [face_name(face) for face in faces]


def _trump(trump: Trump | None) -> dict[str, str | None] | None:
    if trump is None:
        return None
    return {
        "suit": None if trump.suit is None else SUITS[trump.suit],
        "rank": RANKS[trump.rank],
    }


def _choose(game: Game) -> dict[str, Any]:
    """Let the seat asked choose, and write it down."""
    entry: dict[str, Any] = {"seat": game.seat}
    decision, naming = game.decision, game.naming
    if decision == "bid":
        entry |= {"drawn": len(game.hand(game.seat)), "open": len(game.open_bids)}
    chosen = game.step()
    if decision == "bid":
        entry["bid"] = None if chosen is None else [face_name(chosen[0]), chosen[1]]
    elif naming == "friends":
        entry["friends"] = [[face_name(face), ordinal] for face, ordinal in chosen]
    elif naming == "partner":
        entry["partner"] = face_name(chosen)
    elif naming == "trump":
        entry["trump"] = SUITS[chosen]
    elif naming == "unit":
        entry["unit"] = chosen
    else:
        entry[str(decision)] = _names(chosen)
    return entry


def _play_trick(game: Game, players: int, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Play one trick; its choices go to `choices`, what lay on the table is returned."""
    leader = game.seat
    failed_before, points_before, team_before = game.throws[1], sum(game.points()), game.team
    choices.append(_choose(game))
    tried = choices[-1]["lead"]
    if game.decision == "name":
        choices.append(_choose(game))
    trick: dict[str, Any] = {"leader": leader}
    if game.throws[1] > failed_before:
        trick["failed_throw"] = tried
    trick["plays"] = [_names(game.trick[1][0])]
    for _ in range(players - 1):
        choices.append(_choose(game))
        trick["plays"].append(choices[-1]["follow"])
    trick["winner"] = game.trick[0]
    trick["points"] = sum(game.points()) - points_before
    trick["joined"] = [seat for seat in game.team if seat not in team_before]
    return trick
