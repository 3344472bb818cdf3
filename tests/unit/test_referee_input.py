"""The referee refuses nonsense in one line, whatever is passed, and never crashes."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor_fast._core import referee
from tractor_fast._core.moves import Follows
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump
from tractor_fast.errors import CardError, PlayError
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())
SPADES = Trump(0, 3)


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        (54, "must be a list of card numbers, not int"),
        (None, "must be a list of card numbers, not NoneType"),
        ([54], "no card has this number; faces are 0 to 53"),
        ([-1], "no card has this number"),
        ([10**30], "no card has this number"),
        (["Ah"], "a card is a number from 0 to 53, not str"),
        ([3.0], "a card is a number from 0 to 53, not float"),
        ([7, 7, 7], "there are only 2 3s in 2 decks"),
        (itertools.repeat(7), "there are only 2 3s in 2 decks"),
    ],
)
def test_wrong_cards_are_named(cards, error):
    with pytest.raises(CardError, match=f"lead of seat 1.*{error}"):
        referee.winner(RULES, SPADES, 1, [cards, [], [], []])


def test_wrong_plays_are_named():
    with pytest.raises(PlayError, match="play of seat 0: as many cards as the lead, 1, must"):
        referee.winner(RULES, SPADES, 3, [[7], [7, 8], [9], [10]])
    with pytest.raises(PlayError, match="plays must be 4, one a seat"):
        referee.winner(RULES, SPADES, 0, [[7], [8]])
    with pytest.raises(PlayError, match="plays must be 4, one a seat"):
        referee.winner(RULES, SPADES, 0, itertools.repeat([7]))
    with pytest.raises(CardError, match="play of seat 2: there are only 2 3s in 2 decks"):
        referee.winner(RULES, SPADES, 0, [[7], [7], [7], [8]])


@pytest.mark.parametrize("leader", [-1, 4, 2**70, "0", None, 1.0])
def test_wrong_leader_is_refused(leader):
    with pytest.raises(PlayError, match="leader = "):
        referee.winner(RULES, SPADES, leader, [[7], [8], [9], [10]])


def test_a_group_of_endless_cards_is_refused():
    rainbows = CompiledRules(Rules(rainbows=4))
    lead = [12, 13, 14, 15]
    with pytest.raises(PlayError, match="the units of a rainbow are its groups of one rank"):
        Follows(rainbows, SPADES, lead, [16, 17, 18, 19], [("group", 4, itertools.count(12))])


def test_endless_units_are_refused():
    endless = ("tractor", 2, itertools.count(3, 4))
    with pytest.raises(
        PlayError, match="number of faces of a tractor = 17: allowed: a whole number from 2 to 16"
    ):
        referee.kitty_factor(RULES, SPADES, [7, 7, 11, 11], [endless])
    with pytest.raises(PlayError, match="its units hold other cards"):
        referee.kitty_factor(RULES, SPADES, [7, 11], itertools.repeat(("single", 1, (7,))))


def test_wrong_trump_and_rules_are_refused():
    with pytest.raises(CardError, match="trump must be a Trump, not str"):
        referee.winner(RULES, "2s", 0, [[7], [8], [9], [10]])
    with pytest.raises(TypeError):
        referee.winner(None, SPADES, 0, [[7], [8], [9], [10]])
    with pytest.raises(TypeError):
        referee.winner(Rules(), SPADES, 0, [[7], [8], [9], [10]])


_numbers = st.integers(-3, 60) | st.integers() | st.none() | st.text(max_size=2) | st.floats()
_faces = st.lists(st.integers(0, 53), max_size=40) | st.lists(_numbers, max_size=6) | _numbers
_units = st.lists(
    st.tuples(st.sampled_from(["single", "tuple", "tractor", "x"]), _numbers, _faces) | _numbers,
    max_size=5,
)
_trumps = st.builds(Trump, st.integers(0, 12), st.sampled_from([0, 1, 2, 3, None])) | _numbers


def refusals_only(call, *args):
    try:
        call(RULES, *args)
    except (CardError, PlayError) as error:
        refusal = str(error)
    else:
        refusal = ""
    assert "\n" not in refusal


@settings(deadline=1000, max_examples=300)
@given(_trumps, _numbers, st.lists(_faces, min_size=3, max_size=5), st.none() | _units)
def test_winner_survives_anything(trump, leader, plays, units):
    refusals_only(referee.winner, trump, leader, plays, units)


@settings(deadline=1000, max_examples=300)
@given(_trumps, _numbers, st.lists(_faces, min_size=3, max_size=5), _faces, st.none() | _units)
def test_throw_survives_anything(trump, leader, hands, cards, units):
    refusals_only(referee.throw, trump, leader, hands, cards, units)


@settings(deadline=1000, max_examples=300)
@given(_numbers, _numbers, _faces, st.lists(st.tuples(_numbers, _numbers, _numbers) | _numbers))
def test_bids_survive_anything(level, seat, hand, made):
    refusals_only(referee.bids, level, seat, hand, made)


@settings(deadline=1000)
@given(_numbers, _numbers, st.booleans(), _faces)
def test_numbers_survive_anything(points, seat, holds, cards):
    refusals_only(referee.score, points)
    refusals_only(referee.next_declarer, seat, holds)
    refusals_only(referee.kitty_factor, SPADES, cards)


@settings(deadline=1000, max_examples=200)
@given(st.data())
def test_whole_suits_are_judged_at_once(data):
    """Leads of up to 36 trumps, and plays of as many, in any cut that fits."""
    trump = data.draw(st.builds(Trump, st.integers(0, 12), st.sampled_from([0, 1, 2, 3])))
    deck = data.draw(st.permutations(list(range(54)) * 2))
    size = data.draw(st.integers(1, 27))
    trumps = [f for f in deck if f > 51 or f % 4 == trump.suit or f // 4 == trump.rank]
    rest = [f for f in deck if f not in trumps]
    source = trumps + rest
    plays = [source[i * size : (i + 1) * size] for i in range(4)]
    refusals_only(referee.winner, trump, 0, plays)
    refusals_only(referee.throw, trump, 0, plays, plays[0])


class LyingText(str):
    """A text that says that it is every text."""

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def test_a_kind_of_unit_is_only_one_kind():
    """It is the first that it says it is, a single: which has one face."""
    run = [(LyingText("tractor"), 1, (7, 11, 15))]
    with pytest.raises(PlayError, match="the number of faces of a single = 3: allowed"):
        referee.kitty_factor(RULES, SPADES, [7, 11, 15], run)
