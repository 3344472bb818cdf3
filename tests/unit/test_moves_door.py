"""What the door to legal moves refuses, and that nothing gets past it (CardError, PlayError)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor_fast._core.moves import Choices, Follows, Leads, Plays, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_faces
from tractor_fast.errors import CardError, PlayError, TractorFastError
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())
SPADES_2 = Trump(0, 3)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: reading(RULES, SPADES_2, []), PlayError, "lead: no card"),
        (lambda: reading(RULES, SPADES_2, [4, 5]), PlayError, "lead: cards of more than one suit"),
        (lambda: reading(RULES, SPADES_2, [4, 4, 4]), CardError, "only 2 3c in 2 decks"),
        (lambda: reading(RULES, SPADES_2, [54]), CardError, "faces are 0 to 53"),
        (lambda: reading(RULES, SPADES_2, 5), CardError, "list of card numbers"),
        (lambda: reading(RULES, SPADES_2, "3c"), CardError, "a card is a number"),
        (lambda: Follows(RULES, SPADES_2, [4, 4], [8]), PlayError, "1 cards cannot follow a lead"),
        (lambda: Leads(RULES, SPADES_2, [*range(54), 4]), CardError, "at most 54 are possible"),
        (
            lambda: Choices(RULES, SPADES_2, [4, 8], 3),
            PlayError,
            "need = 3: allowed: a whole number from 0 to 2",
        ),
        (lambda: Follows(RULES, SPADES_2, [4], [8]).unrank(1), PlayError, "there are 1 plays"),
        (lambda: Follows(RULES, SPADES_2, [4], [8]).unrank(-1), PlayError, "k = -1: allowed"),
        (lambda: Leads(RULES, SPADES_2, [4]).sample(seed=-1), PlayError, "seed = -1: allowed"),
        (lambda: Leads(RULES, SPADES_2, []).sample(), PlayError, "no play to draw"),
        (lambda: Leads(RULES, SPADES_2, [4, 4]).sample_throws(), PlayError, "no throw to draw"),
    ],
)
def test_refusals(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize(
    "units",
    [
        [("single", 1, (28,))],
        [("tuple", 2, (28,)), ("tuple", 2, (36,))],
        [("tractor", 2, (32, 28))],
        [("tractor", 2, (28, 36))],
        [("tuple", 4, (28,))],
        [("single", 1, (28,))] * 5,
        [("pair", 2, (28,))],
        7,
        [7],
    ],
)
def test_given_units_must_make_up_the_lead(units):
    lead = parse_faces("9c9cTcTc")
    with pytest.raises(PlayError, match="lead"):
        Follows(RULES, SPADES_2, lead, lead, units)


def test_no_set_without_its_arguments():
    for kind in (Plays, Follows, Leads, UnitLeads, Choices):
        with pytest.raises(TypeError):
            kind.__new__(kind)
        with pytest.raises(TypeError):
            kind(None, SPADES_2, [], [])


def test_empty_hand_has_no_lead():
    assert Leads(RULES, SPADES_2, []).count() == 0
    assert UnitLeads(RULES, SPADES_2, []).count() == 0
    assert list(UnitLeads(RULES, SPADES_2, []).enumerate()) == []
    assert list(Choices(RULES, SPADES_2, [], 0).enumerate()) == [[]]


numbers = st.integers(-2, 60) | st.integers() | st.booleans()
nonsense = st.none() | st.text(max_size=3) | st.floats() | numbers
faces = st.lists(st.integers(0, 53) | nonsense, max_size=60) | nonsense
decks = st.permutations([*range(54), *range(54)]).map(lambda cards: cards[:54])
trumps = st.builds(Trump, st.integers(0, 12), st.none() | st.integers(0, 3)) | nonsense
units = st.none() | st.lists(
    st.tuples(st.sampled_from(["single", "tuple", "tractor"]) | nonsense, numbers, faces) | nonsense
)


@given(trumps, faces | decks, faces | decks, units, nonsense, nonsense)
def test_no_input_breaks_anything(trump, lead, hand, lead_units, number, other):
    makers = [
        lambda: Follows(RULES, trump, lead, hand, lead_units),
        lambda: Leads(RULES, trump, hand),
        lambda: UnitLeads(RULES, trump, hand),
        lambda: Choices(RULES, trump, hand, number),
    ]
    refusals = []
    for make in makers:
        try:
            plays = make()
            assert plays.count() >= 0
            next(plays.enumerate(other), None)
            next(plays.sample(number, other), None)
            plays.unrank(number)
            plays.is_legal(lead)
        except TractorFastError as error:
            refusals.append(str(error))
    assert not any("\n" in refusal for refusal in refusals)


@given(st.data())
def test_hands_of_half_a_double_deck(data):
    """54 cards, one suit led: every answer comes and agrees with the test of a single play."""
    trump = Trump(data.draw(st.integers(0, 12)), data.draw(st.none() | st.integers(0, 3)))
    hand = data.draw(decks)
    plays = Leads(RULES, trump, hand)
    lead = plays.unrank(data.draw(st.integers(0, plays.count() - 1)))
    others = list(range(54)) * 2
    for face in hand:
        others.remove(face)
    follows = Follows(RULES, trump, lead, others)
    assert follows.count() > 0
    assert follows.is_legal(follows.unrank(data.draw(st.integers(0, follows.count() - 1))))
    assert all(follows.is_legal(play) for play in follows.sample(n=3))
    assert len(reading(RULES, trump, lead)) >= 1
