"""Asked for their best bid, strategies name one of the bids open; nobody else is asked for it."""

import pytest
from native import falling_back, native

from tractor_fast import abi
from tractor_fast._core.engine import POLICIES, Run
from tractor_fast._core.game import Game
from tractor_fast.errors import PlayError, StrategyError
from tractor_fast.rules import load_rules
from tractor_fast.sim.guard import policies_of
from tractor_fast.strategies import parse_strategy

PRESETS = ["tractor", "classic-3", "bianfeng", "finding-friends"]


def defaults(name):
    return name, tuple(parameter.default for parameter in POLICIES[name])


def bids_asked(rules, strategy, boards):
    """Games that stand before a bid while trump is unknown."""
    run = Run(rules, [strategy] * rules.players, 5)
    for board in range(boards):
        game = Game.of_board(run.spec, board)
        while game.decision == "bid":
            yield game
            game.step()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", POLICIES)
def test_those_built_in_name_a_bid_and_the_same_that_they_make(name, preset):
    made = passed = 0
    for game in bids_asked(load_rules(preset), defaults(name), 40):
        usual, asked = game.copy(), game.copy()
        bid = asked.step(must_bid=True)
        assert bid in game.open_bids
        choice = usual.step()
        if choice is None:
            passed += 1
        else:
            made += 1
            assert bid == choice or name == "random"
    assert made
    # Whole hands (bianfeng) are always strong enough for a bid.
    assert passed or name == "greedy" or preset == "bianfeng"


def strength(hand, level, face):
    """Of `normal`, twice: as docs/strategies.md has it; jokers and copies count one half more."""
    suit = None if face >= 52 else face % 4
    trumps = [f for f in hand if f >= 52 or f // 4 == level or f % 4 == suit]
    return 3 * len(trumps) - len(set(trumps)) + sum(f >= 52 for f in trumps)


def test_normal_names_its_strongest_trump_though_it_is_weak():
    compared = 0
    for game in bids_asked(load_rules("bianfeng"), defaults("normal"), 60):
        options, level, hand = game.open_bids, game.level, game.hand(game.seat)
        bid = game.copy().step(must_bid=True)
        best = max(strength(hand, level, face) for face, _ in options)
        assert strength(hand, level, bid[0]) == best
        compared += len(options) > 1
    assert compared > 50


def test_random_names_every_bid_alike():
    of_two = [0, 0]
    for game in bids_asked(load_rules("tractor"), ("random", (0.0, 1.0)), 300):
        options = game.open_bids
        if len(options) == 2:
            of_two[options.index(game.copy().step(must_bid=True))] += 1
    n = sum(of_two)
    assert n > 400
    assert abs(of_two[0] - n / 2) < 3.3 * (n / 4) ** 0.5


def test_only_bids_can_be_asked_for():
    game = next(bids_asked(load_rules("tractor"), defaults("normal"), 1))
    while game.decision == "bid":
        game.step()
    with pytest.raises(PlayError, match="is asked to bury, not to bid"):
        game.step(must_bid=True)


def test_passing_all_the_same_is_refused():
    def choose(table, seat, memo, choice):
        choice["bid"] = abi.NONE

    strategy = (native(choose), ())
    game = next(bids_asked(load_rules("tractor"), strategy, 1))
    with pytest.raises(StrategyError, match="asked to bid chose to pass, though its best bid is"):
        game.step(must_bid=True)
    assert game.step() is None  # else it may pass


@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_can_leave_it_set(preset):
    """Whatever a strategy writes over its question, the next to be asked may pass."""

    def choose(table, seat, memo, choice):
        assert not choice["must_bid"]
        code = falling(table, seat, memo, choice)
        choice["must_bid"] = 1
        return code

    falling = falling_back(*defaults("normal"))
    rules, base = load_rules(preset), defaults("normal")
    seats = [(native(choose), ()) if seat % 2 else base for seat in range(rules.players)]
    expected = Run(rules, [base] * rules.players, 5).play(0, 60)
    assert Run(rules, seats, 5).play(0, 60) == expected
    alone = [(native(choose), ())] * rules.players
    assert Run(rules, alone, 5).play(0, 20) == Run(rules, [base] * rules.players, 5).play(0, 20)


def test_strategies_in_python_see_it():
    seen = []

    class Bidder:
        base = "normal"

        def bid(self, view):
            seen.append(view.must_bid)
            return view.options[-1] if view.must_bid else None

        def lead(self, view):
            assert view.must_bid is False
            return view.base()

    rules = load_rules("tractor")
    bidder = parse_strategy(Bidder)
    rows, _ = Run(rules, policies_of([bidder] * 4, None), 5).play_opportunities(0, 10)
    assert seen.count(True) == 10
    assert set(rows["itself"]) == {0}
    example = parse_strategy("tractor_fast.strategies.example:Example")
    rows, _ = Run(rules, policies_of([example] * 4, None), 5).play_opportunities(0, 300)
    assert set(rows["itself"]) == {0, 1}
