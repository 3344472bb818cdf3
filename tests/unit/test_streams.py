"""Random streams: published numbers, plain Python, and numbers that must never change."""

import math

import numpy as np
import pytest
from scipy.stats import chi2

from tractor_fast._core import streams
from tractor_fast._core.engine import STREAM_VERSION, Run
from tractor_fast._core.game import Game
from tractor_fast.errors import SpecError
from tractor_fast.rules import load_rules

MASK = 2**64 - 1


def finalise(h):
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & MASK
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & MASK
    return h ^ h >> 33


def key(seed, board, purpose, seat, attempt):
    of_board = finalise(
        finalise(seed + 0x9E3779B97F4A7C15 & MASK) + board * 0xD1342543DE82EF95 & MASK
    )
    word = purpose | seat << 8 | attempt << 16
    return finalise(of_board ^ (word + 1) * 0x9E3779B97F4A7C15 & MASK)


def wyrand(state):
    while True:
        state = state + 0xA0761D6478BD642F & MASK
        product = state * (state ^ 0xE7037ED1A0B428DB)
        yield product >> 64 ^ product & MASK


def test_finaliser_as_published():
    # MurmurHash3's fmix64 leaves 0 alone; 1 is a published value.
    assert finalise(0) == 0
    assert finalise(1) == 0xB456BCFC34C2CB2C


def test_splitmix_as_published():
    assert streams.splitmix_draws(1234567, 3) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_xoshiro_as_published():
    assert streams.xoshiro_from([1, 2, 3, 4], 4) == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


@pytest.mark.parametrize(
    ("seed", "board", "purpose", "seat", "attempt"),
    [
        (0, 0, "context", 0, 0),
        (7, 12345, "deal", 0, 3),
        (MASK, MASK, "order", 255, 20),
        (2**63, 1, "play", 7, 0),
    ],
)
def test_keys_as_documented(seed, board, purpose, seat, attempt):
    number = streams.PURPOSES[purpose]
    got = streams.key(seed, board, purpose, seat, attempt)
    assert got == key(seed, board, number, seat, attempt)


def test_draws_as_documented():
    state = streams.key(7, 5, "play", 2)
    plain = wyrand(state)
    assert streams.draws(state, 100) == [next(plain) for _ in range(100)]


@pytest.mark.parametrize("bound", [1, 2, 3, 54, 2**33 + 1, 2**63 + 12345])
def test_bounded_draws_are_exact(bound):
    """Lemire: the high word of a product, refused while the low word is in the short rest."""
    state = streams.key(1, 2, "bury", 3)
    plain, expected = wyrand(state), []
    while len(expected) < 200:
        product = next(plain) * bound
        if product & MASK >= 2**64 % bound:
            expected.append(product >> 64)
    assert streams.draws(state, 200, bound) == expected


def test_the_streams_of_a_board_differ():
    keys = {
        streams.key(1, board, purpose, seat, attempt)
        for board in range(20)
        for purpose in streams.PURPOSES
        for seat in range(8)
        for attempt in range(3)
    }
    assert len(keys) == 20 * 8 * 8 * 3


def test_these_boards_never_change():
    """A change here changes every stored result: raise STREAM_VERSION with it."""
    rules = load_rules("tractor")
    run = Run(rules, [("random", (0.25, 0.0))] * 4, seed=7)
    totals, digest = run.play(0, 1000)
    assert STREAM_VERSION == 3
    assert totals["trumps"] == [170, 184, 169, 200, 277]
    assert totals["points_sum"] == 107005
    assert digest == 0x7EEE06BC62082335A316661C6BBDE01D


@pytest.mark.parametrize("trump", ["bid", "random"])
def test_deals_are_uniform(trump):
    """Every card goes everywhere in proportion; pairs are as frequent as they must be."""
    rules = load_rules("tractor", [f"trump={trump}"])
    run = Run(rules, [("random", (0.0, 0.0))] * 4, seed=99)
    boards = 2000
    counts = np.zeros((54, 5))
    pairs = 0
    for board in range(boards):
        game = Game.of_board(run.spec, board)
        for place, cards in enumerate([*map(game.dealt, range(4)), game.kitty()]):
            held = np.bincount(cards, minlength=54)
            counts[:, place] += held
            pairs += int((held[:54] == 2).sum()) if place < 4 else 0
    expected = 2 * boards * np.array([25, 25, 25, 25, 8]) / 108
    statistic = ((counts - expected) ** 2 / expected).sum()
    # Two copies of a face in one deal are drawn without replacement, so the statistic is a little
    # below chi-square with 53 * 4 degrees of freedom; the bounds are its 0.05 % points.
    assert chi2.ppf(0.0005, 53 * 4) < statistic < chi2.ppf(0.9995, 53 * 4)
    # A given pair is in a given hand with probability (25/108)(24/107): 2.8037 pairs a hand.
    assert pairs / boards / 4 == pytest.approx(54 * 25 * 24 / 108 / 107, abs=0.06)


def below(numbers, bound):
    """One exact draw from a plain stream."""
    while True:
        product = next(numbers) * bound
        if product & MASK >= 2**64 % bound:
            return product >> 64


def documented_order(cards, state):
    """A hand or kitty in drawing order, as docs/streams-and-digest.md says."""
    copies = range(1, max(map(cards.count, cards)) + 1)
    counted = [face for copy in copies for face in sorted(set(cards)) if cards.count(face) >= copy]
    numbers, draws = wyrand(state), []
    while len(draws) < len(cards):
        bounds = range(len(draws) + 2, len(draws) + 10)
        drawn, digits = below(numbers, math.prod(bounds)), []
        for bound in reversed(bounds):
            drawn, digit = divmod(drawn, bound)
            digits.insert(0, digit)
        draws += digits
    place = [0]
    for i, k in enumerate(draws[: len(cards) - 1], start=1):
        place.append(place[k] if k < i else i)
        place[k] = i
    return [counted[place.index(number)] for number in range(len(cards))]


@pytest.mark.parametrize(
    ("settings", "hand"),
    [
        ([], 25),
        (["players=6", "decks=3"], 26),
        (["decks=4", "kitty=0", "no_bid=declarer_side_names"], 54),
        (["decks=1", "kitty=18"], 9),
        (["decks=4", "kitty=180"], 9),
    ],
)
def test_drawing_orders_as_documented(settings, hand):
    rules = load_rules("tractor", settings)
    run = Run(rules, [("random", (0.0, 0.0))] * rules.players, seed=11)
    for board in range(20):
        game = Game.of_board(run.spec, board)
        for seat in range(rules.players):
            order = game.draw_order(seat)
            assert len(order) == hand
            assert order == documented_order(
                game.dealt(seat), streams.key(11, board, "order", seat)
            )
        if rules.kitty:
            assert game.kitty() == documented_order(
                sorted(game.kitty()), streams.key(11, board, "order", 255)
            )


def test_drawing_orders_are_uniform():
    """A hand's lowest and its highest unpaired card come at any two places equally often."""
    run = Run(load_rules("tractor"), [("random", (0.0, 0.0))] * 4, seed=5)
    places = np.zeros((25, 25))
    for board in range(3000):
        game = Game.of_board(run.spec, board)
        for seat in range(4):
            alone = [face for face in game.dealt(seat) if game.dealt(seat).count(face) == 1]
            order = game.draw_order(seat)
            places[order.index(alone[0]), order.index(alone[-1])] += 1
    assert not places.diagonal().any()
    expected = 12000 / 600
    statistic = ((places - expected) ** 2 / expected).sum() - 25 * expected
    assert chi2.ppf(0.0005, 599) < statistic < chi2.ppf(0.9995, 599)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: streams.key(-1, 0, "bid"), "seed = -1: allowed"),
        (lambda: streams.key(0, 2**64, "bid"), "board = 18446744073709551616: allowed"),
        (lambda: streams.key(0, 0, "nap"), "purpose = 'nap': allowed: context, deal, order, bid"),
        (lambda: streams.key(0, 0, None), "purpose = None: allowed"),
        (
            lambda: streams.key(0, 0, "bid", 256),
            "seat = 256: allowed: a whole number from 0 to 255",
        ),
        (
            lambda: streams.draws(0, 2**32 - 1),
            "n = 4294967295: allowed: a whole number from 0 to 1",
        ),
        (lambda: streams.draws(0.5, 1), "state = 0.5: allowed"),
        (lambda: streams.deal_draws(0, 1, -1), "bound = -1: allowed"),
        (lambda: streams.xoshiro_from([1, 2, 3], 1), "the state is four words of 64 bits"),
        (lambda: streams.splitmix_draws(0, "1"), "n = '1': allowed"),
    ],
)
def test_streams_that_do_not_exist_are_refused(call, message):
    with pytest.raises(SpecError) as refused:
        call()
    assert str(refused.value).startswith(message)
