"""The four answers of a set of plays agree with one another and with trying every play."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor_fast._core.moves import Choices, Follows, Leads, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_faces
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())

trumps = st.builds(Trump, st.integers(0, 12), st.none() | st.integers(0, 3))


def faces_of_suit(trump, suit):
    """Faces of a printed suit 0..3, or of trump (4), the lowest first."""
    if suit < 4:
        return [4 * rank + suit for rank in range(13) if rank != trump.rank]
    own = [] if trump.suit is None else faces_of_suit(trump, trump.suit)
    return [*own, *(4 * trump.rank + s for s in (3, 2, 1, 0)), 52, 53]


@st.composite
def suits(draw, trump, most):
    """Cards of one suit, at least one, often with neighbouring pairs."""
    suit = draw(st.sampled_from([4, 4, 4, *(s for s in range(4) if s != trump.suit)]))
    faces = faces_of_suit(trump, suit)
    start = draw(st.integers(0, len(faces) - 1))
    near = faces[start:] + faces[:start]
    copies = draw(st.lists(st.sampled_from([0, 1, 2, 2]), min_size=1, max_size=len(faces)))
    cards = [face for face, n in zip(near, copies, strict=False) for _ in range(n)]
    return (cards or near[:1])[:most]


@st.composite
def hands(draw, most):
    copies = draw(st.dictionaries(st.integers(0, 53), st.integers(1, 2), min_size=1, max_size=most))
    return [face for face, n in copies.items() for _ in range(n)][:most]


def choices(hand):
    """All sub-multisets of a hand, as sorted lists."""
    held = sorted(Counter(hand).items())
    for copies in product(*(range(n + 1) for _, n in held)):
        yield [face for (face, _), n in zip(held, copies, strict=True) for _ in range(n)]


def check(plays, hand):
    legal = sorted(play for play in choices(hand) if plays.is_legal(play))
    listed = list(plays.enumerate())
    assert sorted(listed) == legal
    assert plays.count() == len(listed)
    assert listed == [plays.unrank(k) for k in range(plays.count())]
    assert list(plays.enumerate(2)) == listed[:2]
    if legal:
        assert all(play in legal for play in plays.sample(seed=len(hand), n=5))


@given(st.data())
def test_follows(data):
    trump = data.draw(trumps)
    lead = data.draw(suits(trump, most=10))
    hand = data.draw(suits(trump, most=10)) + data.draw(hands(most=3))
    hand = [face for face, n in Counter(hand).items() for _ in range(min(n, 2))]
    if len(hand) >= len(lead):
        check(Follows(RULES, trump, lead, hand), hand)


@given(st.data())
def test_follows_of_the_led_suit_alone(data):
    trump = Trump(data.draw(st.integers(0, 12)), data.draw(st.none() | st.integers(0, 3)))
    faces = faces_of_suit(trump, 4)[-6:]
    cards = st.lists(st.sampled_from([0, 1, 2, 2]), min_size=6, max_size=6)
    lead, hand = (
        [face for face, n in zip(faces, data.draw(cards), strict=True) for _ in range(n)]
        for _ in range(2)
    )
    if 0 < len(lead) <= len(hand):
        check(Follows(RULES, trump, lead, hand), hand)


@given(trumps, hands(most=9))
def test_leads(trump, hand):
    check(Leads(RULES, trump, hand), hand)
    check(UnitLeads(RULES, trump, hand), hand)
    one_unit = [
        play
        for play in Leads(RULES, trump, hand).enumerate()
        if len(reading(RULES, trump, play)) == 1
    ]
    assert sorted(UnitLeads(RULES, trump, hand).enumerate()) == sorted(one_unit)


@given(trumps, hands(most=9), st.integers(0, 9))
def test_choices(trump, hand, need):
    if need <= len(hand):
        check(Choices(RULES, trump, hand, need), hand)


def chi_square(draws, n_plays):
    counts = Counter(map(tuple, draws))
    expected = sum(counts.values()) / n_plays
    return (
        sum((counts[play] - expected) ** 2 / expected for play in counts)
        + (n_plays - len(counts)) * expected
    )


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        ("9h", "3h4h4h5hJhAh"),
        ("9h9h", "3h3h4h4h5h5hJhAh"),
        ("9h8hAh", "3h3h4h4h5h5hJhKh"),
        ("9hAhTh", "3h4c4c5c5c6c7d"),
        ("9h9h8h8h", "3h3h4h4h5h5h6h6hJhKhKh"),
        ("9h9h8h8hAhKh", "3h3h4h4h5h5hJhKhKhAh"),
        ("3s3s4s4s", "As2h2h2c2c2s2sAs9s9sBJBJ"),
    ],
)
def test_sample_is_uniform(lead, hand):
    plays = Follows(RULES, Trump(0, 3), parse_faces(lead), parse_faces(hand))
    n = plays.count()
    assert 2 < n < 200
    # The chi-square of n plays has mean n - 1 and variance 2 (n - 1); six deviations never happen.
    value = chi_square(plays.sample(seed=11, n=300 * n), n)
    assert abs(value - (n - 1)) < 6 * (2 * (n - 1)) ** 0.5


def test_throws_are_sampled_uniformly_among_leads_of_several_units():
    trump = Trump(0, 3)
    leads = Leads(RULES, trump, parse_faces("3h3h4h4h9hAcAcKc5d"))
    throws = [play for play in leads.enumerate() if len(reading(RULES, trump, play)) > 1]
    draws = list(leads.sample_throws(seed=5, n=300 * len(throws)))
    assert {tuple(play) for play in draws} == set(map(tuple, throws))
    n = len(throws)
    assert abs(chi_square(draws, n) - (n - 1)) < 6 * (2 * (n - 1)) ** 0.5


def test_same_seed_same_plays():
    plays = Leads(RULES, Trump(0, 3), parse_faces("3h3h4h4h9hAcAcKc5d"))
    assert list(plays.sample(seed=3, n=9)) == list(plays.sample(seed=3, n=9))
    assert list(plays.sample(seed=3, n=9)) != list(plays.sample(seed=4, n=9))


def test_hand_of_all_trumps_follows_led_runs():
    trump = Trump(0, 3)
    trumps = parse_faces("3s4s5s6s7s8s9sTsJsQsKsAs2h2d2c2sSJBJ")
    runs = [tuple(trumps[:3]), tuple(trumps[3:5]), tuple(trumps[5:7])]
    units = [("tractor", 2, run) for run in runs]
    plays = Follows(RULES, trump, trumps[:7] * 2, trumps * 2, units)
    assert plays.count() > 1000
    listed = list(plays.enumerate())
    assert len(set(map(tuple, listed))) == plays.count()
    assert all(plays.is_legal(play) for play in listed)
    assert listed[-1] == plays.unrank(plays.count() - 1)
