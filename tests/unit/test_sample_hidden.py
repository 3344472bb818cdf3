"""Hidden cards drawn uniformly: against every deal enumerated, and the oracle's word on each."""

import random
from collections import Counter
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from hidden_worlds import TooMany, agrees_by_counts, agrees_by_plays, all_deals, hands_of
from scipy import stats

from tractor_fast import Deal, simulate, to_faces, to_planes
from tractor_fast.errors import CardError, PlayError, SpecError, StrategyError
from tractor_fast.evaluate.random_rules import random_rules
from tractor_fast.hidden import consistent, sample_hidden, seat_view
from tractor_fast.hidden.counting import Counting
from tractor_fast.hidden.knowledge import knowledge

TABLES = {
    "one-deck": ("tractor", ["decks=1"]),
    "two-decks": ("tractor", []),
    "three-decks": ("classic-3", []),
    "four-decks": ("classic-4", []),
    "five-players": ("finding-friends", []),
    "six-players": ("tractor", ["players=6", "decks=2"]),
    "seven-players": ("finding-friends", ["players=7", "decks=2"]),
    "eight-players": ("finding-friends", ["players=8", "decks=2"]),
    "named-partner": ("bianfeng-partner", []),
    "no-trump": ("tractor", ["no_bid=reveal_level_or_highest", "joker_bids=off"]),
    "random-trump": ("simplified", []),
    "next-names": ("tractor", ["failed_throw=next_names"]),
    "protected": ("tractor", ["protect_longer_tuples=true", "bombs=any_suit", "decks=4"]),
    "rainbows": ("tractor", ["rainbows=4", "throw_follow=each_unit"]),
    "kitty-theft": ("tractor", ["kitty_theft=true", "bid_when=after_deal"]),
}
SEATS = "random(lead.throws=0.3)"
TELLING = {
    "two-decks": 25,
    "three-decks": 1,
    "four-decks": 2,
    "five-players": 25,
    "six-players": 2,
    "seven-players": 24,
    "named-partner": 13,
    "no-trump": 25,
    "random-trump": 4,
    "next-names": 2,
    "protected": 1,
    "rainbows": 20,
    "kitty-theft": 10,
}
"""By table a board at whose end past plays rule deals out that counts allow."""


def new_deal(table, board, **options):
    rules, settings = TABLES[table]
    return Deal.of_board(rules, seed=11, board=board, overrides=settings, seats=SEATS, **options)


def truth(deal):
    """What really lies where: hands, kitty."""
    decks = deal.rules.decks
    hands = np.array([to_planes(deal.hand(seat), decks) for seat in range(deal.rules.players)])
    taken_up = deal.naming == "partner" or deal.decision == "bury"
    kitty = [] if taken_up else deal.buried
    return hands, to_planes(kitty, decks)


def small_positions(table, wanted, board=0, most=250, least=2):
    """Views late in deals, with all their deals and whether these agree by counts and by plays."""
    found = 0
    while found < wanted:
        deal = new_deal(table, board)
        board += 1
        while deal.decision not in ("lead", "follow"):
            deal.step()
        while deal.decision is not None and found < wanted:
            if deal.decision != "name" and max(map(len, map(deal.hand, range(4)))) <= 4:
                seat = (deal.seat + 1) % deal.rules.players
                view = deal.view(seat)
                try:
                    deals = all_deals(view, most)
                except TooMany:
                    deals = []
                counted = [d for d in deals if agrees_by_counts(view, d[0])]
                if len(counted) >= least:
                    found += 1
                    yield view, counted
                    break
            deal.step()


def fits(drawn, expected):
    """Chi-square of what was drawn against exact shares; bins of fewer than 5 are one."""
    n = sum(drawn.values())
    assert set(drawn) <= set(expected)
    total = sum(expected.values())
    bins, rest = [], [0, 0.0]
    for key, ways in expected.items():
        share = n * ways / total
        if share < 5:
            rest = [rest[0] + drawn[key], rest[1] + share]
        else:
            bins.append((drawn[key], share))
    if rest[1] > 0:
        bins.append(tuple(rest))
    if len(bins) < 2:
        return 1.0
    observed, shares = zip(*bins, strict=True)
    return stats.chisquare(observed, shares).pvalue


def drawn_deals(worlds):
    """How often each deal is among the worlds; faces are read once a deal, not once a world."""
    n = len(worlds.hands)
    planes = np.concatenate([worlds.hands.reshape(n, -1), worlds.kitty.reshape(n, -1)], axis=1)
    _, first, counts = np.unique(planes, axis=0, return_index=True, return_counts=True)
    return Counter(
        {
            (
                tuple(tuple(to_faces(hand)) for hand in worlds.hands[place]),
                tuple(to_faces(worlds.kitty[place])),
            ): int(count)
            for place, count in zip(first, counts, strict=True)
        }
    )


def key_of_deal(view, deal):
    hands, kitty = hands_of(view, deal)
    return (
        tuple(tuple(sorted(hand.elements())) for hand in hands),
        tuple(sorted(kitty.elements())),
    )


@pytest.mark.parametrize("table", TABLES)
def test_every_deal_is_drawn_as_often_as_its_copies_can_be_dealt(table):
    for view, deals in small_positions(table, 2, TELLING.get(table, 0)):
        agreeing = {
            "counts": deals,
            "plays": [(deal, ways) for deal, ways in deals if agrees_by_plays(view, deal)],
        }
        if view.board == TELLING.get(table):
            assert len(agreeing["plays"]) < len(deals)
        for know, allowed in agreeing.items():
            expected = {key_of_deal(view, deal): ways for deal, ways in allowed}
            worlds = sample_hidden(view, 6000, know=know, seed=3)
            drawn = drawn_deals(worlds)
            assert fits(drawn, expected) > 1e-4, (view.board, len(view.tricks), know)


@pytest.mark.parametrize(
    ("table", "board"), [("two-decks", 59), ("four-decks", 82), ("five-players", 73)]
)
def test_larger_positions_are_drawn_as_they_can_be_dealt(table, board):
    ((view, deals),) = small_positions(table, 1, board, most=3000, least=500)
    assert view.board == board
    expected = {key_of_deal(view, deal): ways for deal, ways in deals}
    worlds = sample_hidden(view, 40_000, know="counts", seed=4)
    assert fits(drawn_deals(worlds), expected) > 1e-4


def positions(table, boards, every=7):
    """Deals of a few boards, at every so many decisions."""
    for board in range(boards):
        deal, number = new_deal(table, board), 0
        while deal.decision is not None:
            if number % every == 0:
                yield deal
            deal.step()
            number += 1


@pytest.mark.parametrize("table", TABLES)
def test_what_is_really_so_can_be_drawn(table):
    for deal in positions(table, 3, every=11):
        hands, kitty = truth(deal)
        for seat in range(deal.rules.players):
            view = deal.view(seat)
            if any(view.coming):
                continue
            lying = to_planes(deal._game.kitty(), deal.rules.decks) if deal.trump is None else kitty
            for know in ("counts", "plays"):
                assert consistent(view, hands, lying, know=know), (deal, seat, know)


@pytest.mark.parametrize("table", TABLES)
def test_every_world_drawn_can_be_played_to_this_point_by_the_oracle(table):
    for deal in positions(table, 2, every=23):
        if deal.decision not in ("lead", "follow"):
            continue
        view = deal.view()
        worlds = sample_hidden(view, 3, seed=5)
        for hands, kitty in zip(worlds.hands, worlds.kitty, strict=True):
            assert consistent(view, hands, kitty)
            dealt = {seat: Counter(to_faces(hand)) for seat, hand in enumerate(hands)}
            dealt["kitty"] = Counter(to_faces(kitty))
            assert agrees_by_plays(view, dealt)


def test_samples_depend_on_the_seed_and_their_number_alone():
    deal = late_deal()
    view = deal.view()
    whole = sample_hidden(view, 50, seed=9)
    parts = [
        sample_hidden(view, n, seed=9, first=first) for first, n in ((0, 1), (1, 30), (31, 19))
    ]
    for name in ("hands", "kitty", "coming", "tries"):
        assert (getattr(whole, name) == np.concatenate([getattr(p, name) for p in parts])).all()
    assert (sample_hidden(view, 50, seed=9).hands == whole.hands).all()
    assert (sample_hidden(view, 50, seed=10).hands != whole.hands).any()
    assert whole.acceptance == 50 / whole.tries.sum()
    assert len(sample_hidden(view, 0)) == 0


def late_deal():
    deal = new_deal("two-decks", 4)
    while deal.decision not in ("lead", "follow") or len(deal.hand()) > 12:
        deal.step()
    return deal


def test_a_table_that_is_too_large_is_counted_without_some_of_what_is_known(monkeypatch):
    view = late_deal().view()
    expected = sample_hidden(view, 400, know="counts", seed=1)
    assert expected.acceptance == 1
    monkeypatch.setattr("tractor_fast.hidden.sample._MOST_CELLS", 1)
    drawn = sample_hidden(view, 400, know="counts", seed=1)
    assert drawn.acceptance < 1
    for hands, kitty in zip(drawn.hands, drawn.kitty, strict=True):
        assert consistent(view, hands, kitty, know="counts")


def test_ways_are_those_of_the_binomial_where_nothing_is_known():
    # Two others hold two cards each of four different ones: six ways, in groups and one by one.
    deal = Deal.of_hands(
        "tractor", ["3c 4c", "5c 6c", "7c 8c", "9c Tc"], trump="2d", seats="random"
    )
    known = knowledge(deal.view(0))
    # The other 100 cards of two decks are out of play: 106! / (2! 2! 2! 100!) ways.
    places = [place.size for place in known.places]
    assert places == [2, 2, 2, 100]
    assert Counting(known).ways == pytest.approx(1.0)  # all places are one group
    worlds = sample_hidden(deal.view(0), 500, know="counts")
    for hands in worlds.hands:
        assert [len(to_faces(hand)) for hand in hands] == [2, 2, 2, 2]


def test_while_cards_are_drawn_the_rest_is_still_to_come():
    deal = new_deal("two-decks", 1)
    while len(deal.hand()) < 10:
        deal.step()
    view = deal.view()
    worlds = sample_hidden(view, 20, seed=2)
    for hands, coming, kitty in zip(worlds.hands, worlds.coming, worlds.kitty, strict=True):
        assert [len(to_faces(hand)) for hand in hands] == list(view.hand_sizes)
        assert [len(to_faces(cards)) for cards in coming] == list(view.coming)
        assert tuple(to_faces(hands[view.seat])) == view.hand
        assert len(to_faces(kitty)) == 8
        everything = [face for cards in (*hands, *coming, kitty) for face in to_faces(cards)]
        assert sorted(everything) == sorted(view.rules.deck(view.level))
        for seat, face, count, _ in view.bids:
            assert to_faces(hands[seat]).count(face) >= count


def test_what_cannot_be_asked():
    view = late_deal().view()
    for arguments, error, told in (
        ({"n": -1}, SpecError, "n = -1"),
        ({"n": 1, "know": "all"}, SpecError, "know = 'all': allowed"),
        ({"n": 1, "seed": -1}, SpecError, "seed = -1"),
        ({"n": 1, "first": 2**64}, SpecError, "first = "),
    ):
        with pytest.raises(error, match=told):
            sample_hidden(view, **arguments)
    with pytest.raises(SpecError, match="view = 3: allowed: what"):
        sample_hidden(3, 1)
    with pytest.raises(CardError, match="hands: planes must be uint64 of shape"):
        consistent(view, np.zeros((2, 2), np.uint64), np.zeros(2, np.uint64))


def test_plays_with_which_no_deal_agrees_are_told(monkeypatch):
    view = late_deal().view()
    monkeypatch.setattr("tractor_fast.hidden.sample.MOST_TRIES", 5000)
    monkeypatch.setattr(
        "tractor_fast.hidden.plays.PastPlays.allow",
        lambda self, counts: np.zeros(len(counts), bool),
    )
    with pytest.raises(SpecError, match="none agrees with the plays so far"):
        sample_hidden(view, 2)


def test_a_view_that_nothing_agrees_with_is_told():
    view = late_deal().view()
    wrong = replace(view, voids=((0, 1, 2, 3, 4),) * 4)
    with pytest.raises(PlayError, match="no deal of the hidden cards is consistent"):
        sample_hidden(wrong, 1)


class Watcher:
    """Keeps what it could know of every decision, and plays worlds of some of them out."""

    base = "random"
    seen: ClassVar[list] = []
    kept: ClassVar[list] = []

    def __init__(self):
        self.number = 0

    def bid(self, view):
        return self.look(view)

    bury = name = lead = follow = bid

    def look(self, view):
        seen = seat_view(view)
        self.seen.append(seen)
        self.kept.append(view)
        if len(self.seen) % 40 == 0:
            for world in Deal.worlds(view, 2, seats="random", seed=1):
                assert set(world.play_out()) >= {"points", "levels"}
        return view.base()


def test_the_view_of_a_strategy_is_that_of_the_deal():
    Watcher.seen, Watcher.kept = [], []
    for table in ("two-decks", "five-players", "kitty-theft"):
        rules, settings = TABLES[table]
        simulate(rules, Watcher, 1, seed=11, jobs=1, overrides=settings)
    views = iter(Watcher.seen)
    for table in ("two-decks", "five-players", "kitty-theft"):
        rules, settings = TABLES[table]
        deal = Deal.of_board(rules, seed=11, board=0, overrides=settings, seats="random")
        while deal.decision is not None:
            seen, expected = next(views), deal.view()
            for name in type(seen).__slots__:
                if name != "sight":
                    assert getattr(seen, name) == getattr(expected, name), name
            deal.step()
    with pytest.raises(StrategyError, match="decision that is over"):
        seat_view(Watcher.kept[-1])


def test_random_rules_and_boards_leave_the_truth_possible():
    rng = random.Random(6)
    for number in range(12):
        rules = random_rules(rng)
        deal = Deal.of_board(rules, seed=number, board=1, seats=SEATS)
        while deal.decision is not None:
            deal.step()
            if deal.decision in ("lead", "follow") and rng.random() < 0.06:
                hands, kitty = truth(deal)
                for seat in range(rules.players):
                    assert consistent(deal.view(seat), hands, kitty), (rules.changed(), seat)
