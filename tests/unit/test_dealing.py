"""Deals are uniform: each card in each place, pairs, kitties and drawing orders (R19, R20).

Every test draws from a fixed seed, so it always gives the same answer; the seeds were not chosen.
A figure fails where a right dealer would fail once in a million runs: a chi-square beyond p = 1e-6,
or a mean more than LIMIT standard errors from what it should be.
"""

from math import comb

import numpy as np
import pytest
from scipy.stats import chi2, hypergeom

from tractor_fast import deal_batch, to_faces, to_planes
from tractor_fast._core.engine import Run
from tractor_fast._core.game import Game
from tractor_fast.cards import POINTS
from tractor_fast.rules import Rules

P = 1e-6
LIMIT = 4.9  # standard errors: the same chance
TABLES = [(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3), (7, 3), (8, 4)]
JOKERS = int(to_planes("SJBJ")[0])
POINT_CARDS = sum(1 << face for face in range(54) if POINTS[face])


def table(players, decks, **settings):
    partners = "fixed" if players % 2 == 0 else "friends"
    return Rules(players=players, decks=decks, partners=partners, **settings)


def copies_by_place(rules, n, seed, **named):
    """How often each of 54 faces was dealt to each seat and the kitty, and the deals."""
    counts = np.zeros((rules.players + 1, 54), np.int64)
    for first in range(0, n, 10_000):
        deals = deal_batch(10_000, seed, rules, first_board=first, **named)
        places = np.concatenate([deals.hands, deals.kitties[:, None]], axis=1)
        bits = np.unpackbits(places.view(np.uint8), axis=-1, bitorder="little")
        bits = bits.reshape(len(places), rules.players + 1, rules.decks, 64)
        counts += bits.sum(axis=(0, 2), dtype=np.int64)[:, :54]
    return counts


def check_distribution(counts, probabilities):
    """Independent draws, by chi-square; rare values are taken together."""
    counts, expected = np.asarray(counts, float), np.asarray(probabilities) * np.sum(counts)
    rare = expected < 10
    counts = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    possible = expected > 0
    assert not counts[~possible].any()
    statistic = ((counts - expected)[possible] ** 2 / expected[possible]).sum()
    assert chi2.sf(statistic, np.count_nonzero(possible) - 1) > P


def check_mean(values, expected):
    """The mean of independent values."""
    error = np.std(values) / np.sqrt(len(values))
    assert abs(np.mean(values) - expected) < LIMIT * error


@pytest.mark.parametrize(("players", "decks"), TABLES)
def test_every_card_is_as_likely_in_every_place(players, decks):
    rules, n = table(players, decks), 60_000
    counts = copies_by_place(rules, n, seed=1)
    cards = 54 * decks
    sizes = np.array([rules.hand_size] * players + [rules.kitty_size])
    assert (counts.sum(axis=1) == n * sizes).all()
    assert (counts.sum(axis=0) == n * decks).all()
    expected = n * decks * sizes[:, None] / cards
    # In each deal each place gets so many cards, so the counts vary a little less than others do.
    statistic = (cards - 1) / cards * ((counts - expected) ** 2 / expected).sum()
    freedom = 53 * players
    assert P < chi2.cdf(statistic, freedom) < 1 - P


def test_removed_cards_are_nobodys_and_all_others_as_likely():
    rules = Rules(decks=2, kitty=9)
    n = 20_000
    counts = copies_by_place(rules, n, seed=2, level=0)
    removed = rules.removed(0)
    assert len(removed) == 3
    for face in range(54):
        copies = 2 - removed.count(face)
        assert counts[:, face].sum() == n * copies
        share = counts[0, face] / (n * copies)
        assert abs(share - rules.hand_size / 105) < LIMIT * np.sqrt(0.25 / (n * copies))


@pytest.mark.parametrize(("players", "decks"), TABLES[1:])
def test_faces_held_several_times(players, decks):
    """Mean number of faces of which a hand has w copies, for w = 1 up to the number of decks."""
    rules = table(players, decks)
    hands = deal_batch(40_000, 3, rules).hands
    held = ones(hands)
    cards, size = 54 * decks, rules.hand_size
    for w in range(1, decks + 1):
        exactly = held[..., w - 1] - (held[..., w] if w < decks else 0)
        chance = comb(decks, w) * comb(cards - decks, size - w) / comb(cards, size)
        check_mean(exactly.mean(axis=1), 54 * chance)


def ones(planes):
    """Set bits of each number."""
    return np.unpackbits(planes[..., None].view(np.uint8), axis=-1).sum(axis=-1).astype(float)


def pairs_of(hands):
    return ones(hands[..., 1]).astype(int)


def test_pairs_of_a_hand_of_two_decks():
    pairs = pairs_of(deal_batch(100_000, 4).hands)
    expected = 54 * comb(106, 23) / comb(108, 25)
    assert round(expected, 3) == 2.804
    check_mean(pairs.mean(axis=1), expected)
    chances = [comb(54, j) * comb(54 - j, 25 - 2 * j) * 2 ** (25 - 2 * j) for j in range(13)]
    for seat in range(4):
        counts = np.bincount(pairs[:, seat], minlength=13)
        check_distribution(counts, np.array(chances) / comb(108, 25))


@pytest.mark.parametrize(("players", "decks"), TABLES)
def test_what_lies_in_the_kitty(players, decks):
    rules = table(players, decks)
    kitties = deal_batch(60_000, 5, rules).kitties
    size, cards = rules.kitty_size, 54 * decks
    for faces in (JOKERS, POINT_CARDS):
        found = ones(kitties & np.uint64(faces)).sum(axis=1).astype(int)
        kinds = decks * faces.bit_count()
        chances = hypergeom(cards, kinds, size).pmf(np.arange(size + 1))
        check_distribution(np.bincount(found, minlength=size + 1), chances)
    points = sum(
        POINTS[face] * ones(kitties & np.uint64(1 << face)).sum(axis=1)
        for face in range(54)
        if POINTS[face]
    )
    check_mean(points, 100 * decks * size / cards)


@pytest.mark.parametrize(("seeds", "boards"), [((6, 6), (0, 1)), ((6, 7), (0, 0))])
def test_neighbouring_boards_and_seeds_have_nothing_in_common(seeds, boards):
    """Faces that seat 0 holds on both of two boards: as many as by chance."""
    one, other = (
        deal_batch(50_000, seed, first_board=board).hands[:, 0, 0]
        for seed, board in zip(seeds, boards, strict=True)
    )
    if seeds[0] == seeds[1]:  # each board in one pair only
        one, other = one[::2], other[::2]
    held = 1 - comb(106, 25) / comb(108, 25)
    check_mean(ones((one & other)[:, None]).sum(axis=-1), 54 * held**2)


ORDERED = {
    "bids": {},
    "after the deal": {"bid_when": "after_deal"},
    "any other bid": {"reinforce": "same_or_other", "bid_order": "length", "joker_bids": "off"},
    "kitty theft": {"kitty_theft": True},
    "by lot": {"trump": "random"},
}


@pytest.mark.parametrize("name", ORDERED)
def test_settings_of_bids_do_not_change_the_cards(name):
    rules = Rules(**ORDERED[name])
    deals, expected = deal_batch(200, 8, rules), deal_batch(200, 8)
    assert (deals.hands == expected.hands).all()
    assert (deals.kitties == expected.kitties).all()
    run = Run(rules, [("random", (0.0, 0.0))] * 4, seed=8).spec
    for board in range(200):
        game = Game.of_board(run, board)
        assert [game.dealt(seat) for seat in range(4)] == list(map(to_faces, expected.hands[board]))
        assert sorted(game.draw_order(2)) == game.dealt(2)


def test_cards_are_drawn_in_any_order():
    """Where in its order a seat finds its lowest and its highest card, and which comes first."""
    run = Run(Rules(), [("random", (0.0, 0.0))] * 4, seed=9).spec
    places = np.zeros((2, 25), int)
    first_of_two = n = 0
    for board in range(4000):
        game = Game.of_board(run, board)
        for seat in range(4):
            order = game.draw_order(seat)
            low, high = min(order), max(order)
            if order.count(low) == order.count(high) == 1:
                places[0, order.index(low)] += 1
                places[1, order.index(high)] += 1
                first_of_two += order.index(low) < order.index(high)
                n += 1
    assert n > 8000
    for counts in places:
        check_distribution(counts, np.full(25, 1 / 25))
    check_distribution([first_of_two, n - first_of_two], [0.5, 0.5])
