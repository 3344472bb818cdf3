"""Opportunities to bid: the loop against deals that are played step by step."""

import numpy as np
import pytest
from native import falling_back, native

from tractor_fast import abi
from tractor_fast._core import streams
from tractor_fast._core.engine import POLICIES, ROLES, ROW, Run
from tractor_fast._core.game import Game
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.rules import load_rules
from tractor_fast.sim.guard import policies_of
from tractor_fast.strategies import parse_strategy

SEED = 11
NO_DECLARER = -1


def seated(name, **values):
    return name, tuple(values.get(p.name.replace(".", "_"), p.default) for p in POLICIES[name])


STRATEGIES = [seated("random"), seated("normal"), seated("expert")]
TABLES = {
    "tractor": ("tractor", [], None),
    "first deal": ("tractor", [], NO_DECLARER),
    "first bid declares": ("tractor", ["first_declarer=first_bid"], NO_DECLARER),
    "bids after the deal": ("bianfeng", [], None),
    "no jokers": ("tractor", ["joker_bids=off"], 2),
    "kitty theft": ("tractor", ["kitty_theft=true"], None),
    "friends": ("finding-friends", ["players=5"], None),
    "equal to the top": ("classic-3", ["players=6", "reinforce=equal_to_top"], NO_DECLARER),
    "redeal": ("tractor", ["no_bid=redeal", "decks=1", "kitty=30"], NO_DECLARER),
}


def bidding(game):
    """Whether a bid is asked for before trump is known; after that the kitty may be stolen."""
    return game.decision == "bid" and game.trump is None


def place(game):
    """When a seat is asked: redeals so far, the seat, and how many cards it has drawn."""
    return game.attempt, game.seat, len(game.hand(game.seat))


def finished(game):
    while game.decision is not None:
        game.step()
    return game.row


def opportunities(spec, board):
    """All of a board: places, and whether the strategy bids."""
    found = {}
    game = Game.of_board(spec, board)
    while bidding(game):
        at = place(game)
        answer = game.step()
        found.setdefault(at, answer is not None)
    return list(found.items())


def drawn(board, count):
    """Which of so many opportunities, from 0: each in turn takes the place of those before."""
    words = streams.draws(streams.key(SEED, board, "probe"), count)
    # What is drawn below n is the high word of a draw times n, but for the few that are refused.
    return max(k for k, word in enumerate(words) if word * (k + 1) >> 64 == 0)


def standing_at(spec, board, at):
    game = Game.of_board(spec, board)
    while place(game) != at:
        game.step()
    return game


def after_a_pass(game, at, pass_now):
    """The deal's outcome when the seat passes here, and for the rest of the draw or not."""
    game.bid()
    while bidding(game):
        if not pass_now and (game.attempt, game.seat) == at[:2]:
            game.bid()
        else:
            game.step()
    return finished(game)


def trumps_of(faces, level, face):
    suit = None if face >= 52 else face % 4
    return sorted(f for f in faces if f >= 52 or f // 4 == level or f % 4 == suit)


def role_of(rules, declarer, seat):
    if declarer == seat:
        return "declarer"
    if declarer is None or rules.partners != "fixed":
        return "unknown"
    return "attacker" if (declarer - seat) % 2 else "partner"


def outcome(deal):
    return dict(zip(ROW.names, deal.item(), strict=True))


@pytest.mark.parametrize("pass_now", [False, True])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: strategy[0])
@pytest.mark.parametrize("table", TABLES)
def test_each_board_is_as_played_step_by_step(table, strategy, pass_now):
    preset, overrides, declarer = TABLES[table]
    rules = load_rules(preset, overrides)
    if table == "redeal" and strategy[0] == "random":
        strategy = seated("random", bid_passes=0.9)
    run = Run(rules, [strategy] * rules.players, SEED, declarer=declarer)
    rows, _ = run.play_opportunities(5, 25, pass_now)
    for row in rows:
        board = int(row["board"])
        found = opportunities(run.spec, board)
        assert row["found"] == len(found)
        if not found:
            continue
        number = drawn(board, len(found))
        at, itself = found[number]
        assert (row["number"], row["itself"]) == (number + 1, itself)
        assert (row["attempt"], row["seat"], row["draw"]) == at
        game = standing_at(run.spec, board, at)
        assert ROLES[row["role"]] == role_of(rules, game.declarer, game.seat)
        assert row["bids"] == len(game.bids)
        assert row["top"] == (game.bids[-1][2] if game.bids else 0)
        hand = game.hand(game.seat)
        passes = game.copy()
        face, count = game.step(must_bid=True)
        assert (row["face"], row["count"]) == (face, count)
        trumps = trumps_of(hand, game.level, face)
        assert row["trumps"] == len(trumps)
        assert row["jokers"] == sum(f >= 52 for f in trumps)
        assert row["pairs"] == sum(trumps.count(f) // 2 for f in set(trumps))
        assert outcome(row["bid"]) == finished(game)
        assert outcome(row["passed"]) == after_a_pass(passes, at, pass_now)
    assert [int(board) for board in rows["board"]] == list(range(5, 30))


def test_the_tables_meet_what_they_are_there_for():
    rules = load_rules(*TABLES["redeal"][:2])
    run = Run(rules, [seated("random", bid_passes=0.9)] * 4, SEED, declarer=NO_DECLARER)
    rows, _ = run.play_opportunities(5, 25)
    assert rows["attempt"].any()
    rows, _ = Run(load_rules("tractor"), [seated("random")] * 4, SEED).play_opportunities(0, 500)
    assert set(rows["itself"]) == {0, 1}
    assert {ROLES[role] for role in rows["role"]} == {"declarer", "partner", "attacker"}
    assert (rows["draw"] == 25).any()


def test_a_board_without_an_opportunity_is_zero():
    rules = load_rules(*TABLES["redeal"][:2])
    rows, digest = Run(rules, [seated("normal")] * 4, SEED, declarer=0).play_opportunities(0, 60)
    none = rows[rows["found"] == 0]
    assert len(none) > 0
    none["board"] = 0
    assert not any(none.tobytes())
    # No bids, none to win by: the cards decide trump.
    rules = load_rules("tractor", ["trump=random"])
    rows, digest = Run(rules, [seated("normal")] * 4, SEED).play_opportunities(0, 5)
    assert not rows["found"].any()
    assert digest == 0


def test_every_opportunity_is_as_likely_as_the_others():
    run = Run(load_rules("tractor"), [seated("expert")] * 4, SEED)
    rows, _ = run.play_opportunities(0, 20000)
    assert rows["found"].min() > 0
    shares = (rows["number"] - 0.5) / rows["found"]
    # Mean and variance of the middles of n equal parts of 0 to 1.
    variance = np.mean((1 - 1 / rows["found"].astype(float) ** 2) / 12)
    assert abs(shares.mean() - 0.5) < 3.3 * np.sqrt(variance / len(rows))
    firsts = np.mean(1 / rows["found"])
    error = np.sqrt(firsts * (1 - firsts) / len(rows))
    assert abs(np.mean(rows["number"] == 1) - firsts) < 3.3 * error
    assert abs(np.mean(rows["number"] == rows["found"]) - firsts) < 3.3 * error


def test_who_bids_anyway_changes_nothing_in_the_deal():
    """Where the strategy bids by itself, the deal with the bid is the one that is played anyway."""
    run = Run(load_rules("tractor"), [seated("expert")] * 4, SEED)
    rows, _ = run.play_opportunities(0, 300)
    deals = np.zeros(300, ROW)
    run.play(0, 300, deals)
    itself = rows["itself"] == 1
    assert 50 < itself.sum() < 250
    assert (rows["bid"] == deals)[itself].all()
    # Who would pass, and passes once alone, plays the same deal too.
    rows, _ = run.play_opportunities(0, 300, pass_now=True)
    assert (rows["passed"] == deals)[~itself].all()


@pytest.mark.parametrize("name", ["random", "expert"])
def test_a_strategy_from_outside_plays_as_its_base(name):
    base = seated(name)
    foreign = native(falling_back(*base))
    for preset in ("tractor", "classic-3"):
        expected = Run(load_rules(preset), [base] * 4, SEED).play_opportunities(0, 40)
        found = Run(load_rules(preset), [(foreign, ())] * 4, SEED).play_opportunities(0, 40)
        assert found[1] == expected[1]
        assert (found[0] == expected[0]).all()


class Counting:
    """Bids at every other question, and remembers in itself what it was asked."""

    base = "normal"

    def __init__(self):
        self.asked = 0

    def bid(self, view):
        self.asked += 1
        if view.must_bid or self.asked % 2:
            return view.options[self.asked % len(view.options)]
        return None

    def lead(self, view):
        self.asked += 1
        units = view.unit_leads()
        return units[self.asked % len(units)]


def test_an_object_finds_its_board_as_if_it_were_played_that_way_alone():
    policies = policies_of([parse_strategy(Counting)] * 4, None)
    run = Run(load_rules("tractor"), policies, SEED)
    rows, _ = run.play_opportunities(0, 40)
    for row in rows:
        board = int(row["board"])
        found = opportunities(run.spec, board)
        at, itself = found[drawn(board, len(found))]
        assert (row["found"], row["itself"]) == (len(found), itself)
        bids = standing_at(run.spec, board, at)
        assert (row["face"], row["count"]) == bids.step(must_bid=True)
        assert outcome(row["bid"]) == finished(bids)
        passes = standing_at(run.spec, board, at)
        assert outcome(row["passed"]) == after_a_pass(passes, at, pass_now=False)


def test_short_cuts_play_as_the_long_way():
    """In other seats than all, deals go choice by choice; the records stay the same."""
    for name in ("expert", "normal", "random"):
        base = seated(name)
        seats = [base, base, base, (native(falling_back(*base)), ())]
        expected = Run(load_rules("tractor"), [base] * 4, SEED).play_opportunities(0, 40)
        found = Run(load_rules("tractor"), seats, SEED).play_opportunities(0, 40)
        assert found[1] == expected[1]
        assert (found[0] == expected[0]).all()


def test_ranges_join():
    run = Run(load_rules("tractor"), [seated("normal")] * 4, SEED)
    rows, digest = run.play_opportunities(0, 30)
    parts = [run.play_opportunities(first, 10) for first in (0, 10, 20)]
    assert (np.concatenate([part for part, _ in parts]) == rows).all()
    assert sum(part for _, part in parts) % 2**128 == digest
    assert len(run.play_opportunities(3, 0)[0]) == 0
    with pytest.raises(SpecError, match="boards = -1"):
        run.play_opportunities(0, -1)


def test_who_passes_where_its_bid_is_asked_for_is_refused():
    base = falling_back(*seated("expert"))

    def choose(table, seat, memo, choice):
        code = base(table, seat, memo, choice)
        if choice["decision"] == abi.BID and choice["must_bid"] and table["board"] == 7:
            choice["bid"] = abi.NONE
        return code

    run = Run(load_rules("tractor"), [(native(choose), ())] * 4, SEED)
    with pytest.raises(StrategyError) as refused:
        run.play_opportunities(2, 20)
    assert str(refused.value).startswith("board 7, seat ")
    assert str(refused.value).endswith(
        "strategy 'mine' asked to bid chose to pass, though its best bid is asked for (must_bid)"
    )
    assert refused.value.board == 7
    rows, digest = refused.value.played
    expected = run.play_opportunities(2, 5)
    assert (rows == expected[0]).all()
    assert digest == expected[1]
