"""Sets of plays on the general path: known numbers, and kitties of every size (R11-R15, R24)."""

from collections import Counter
from itertools import islice, product

import pytest

from tractor_fast._core.moves import Choices, Follows
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_faces
from tractor_fast.rules import Rules

SPADES_2 = Trump(0, 3)
THREE = CompiledRules(Rules(decks=3))
FOUR = CompiledRules(Rules(decks=4))


def follows(lead, hand, rules=THREE, units=None):
    return Follows(rules, SPADES_2, parse_faces(lead), parse_faces(hand), units)


def listed(plays):
    return sorted(tuple(play) for play in plays.enumerate())


def faces(*texts):
    return sorted(tuple(sorted(parse_faces(text))) for text in texts)


# --- any cards -----------------------------------------------------------------------------------


def choices_of(held, need):
    """All multisets of `need` cards, by trying every number of each face."""
    for taken in product(*(range(n + 1) for n in held.values())):
        if sum(taken) == need:
            yield tuple(face for face, n in zip(held, taken, strict=True) for _ in range(n))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_cards_are_listed_once_each(decks):
    hand = [face for face in range(0, 35, 7) for _ in range(1 + face % decks)] + [53] * decks
    rules = CompiledRules(Rules(decks=decks))
    for need in range(len(hand) + 1):
        plays = Choices(rules, SPADES_2, hand, need)
        assert listed(plays) == sorted(choices_of(Counter(sorted(hand)), need))
        assert plays.count() == len(listed(plays))


def coefficients(copies, faces):
    """Numbers of multisets by size: the powers of (1 + x + ... + x^copies)^faces."""
    numbers = [1]
    for _ in range(faces):
        numbers = [sum(numbers[max(0, i - copies) : i + 1]) for i in range(len(numbers) + copies)]
    return numbers


@pytest.mark.parametrize("decks", [2, 3, 4])
def test_kitties_of_every_size(decks):
    """From the whole of all decks: up to 6 * 10^36 choices."""
    rules = CompiledRules(Rules(decks=decks))
    everything = [*range(54)] * decks
    for need, expected in enumerate(coefficients(decks, 54)):
        plays = Choices(rules, SPADES_2, everything, need)
        assert plays.count() == expected
        if need % 20 == 0:
            for k in {0, expected // 3, expected - 1}:
                play = plays.unrank(k)
                assert len(play) == need
                assert plays.is_legal(play)
            assert all(plays.is_legal(play) for play in plays.sample(seed=need, n=2))
    assert len({tuple(play) for play in islice(plays.enumerate(), 9)}) == 1


def test_every_choice_is_drawn_as_often():
    """Chi-square of 9800 draws from 49 choices, below the 1 in 100,000 quantile."""
    hand = [0, 0, 0, 4, 4, 8, 8, 8, 8, 12, 13]
    plays = Choices(FOUR, SPADES_2, hand, 4)
    drawn = Counter(tuple(play) for play in plays.sample(n=200 * plays.count()))
    assert len(drawn) == plays.count() == len(list(choices_of(Counter(hand), 4)))
    assert sum((n - 200) ** 2 / 200 for n in drawn.values()) < 105


# --- tuples --------------------------------------------------------------------------------------


def test_led_triple():
    assert listed(follows("3h3h3h", "5h5h5h6h6h7h")) == faces("5h5h5h")
    assert listed(follows("3h3h3h", "5h5h6h6h7h")) == faces("5h5h6h", "5h5h7h", "6h6h5h", "6h6h7h")
    assert follows("3h3h3h", "5h6h7h8h").count() == 4


def test_led_quad():
    assert listed(follows("3h3h3h3h", "5h5h5h6h6h8h", FOUR)) == faces("5h5h5h6h", "5h5h5h8h")
    assert listed(follows("3h3h3h3h", "5h5h6h6h8h8hTh", FOUR)) == faces("5h5h6h6h")
    assert listed(follows("3h3h3h3h", "5h5h7h7hThTh9c", FOUR)) == faces(
        "5h5h7h7h", "5h5hThTh", "7h7hThTh"
    )


def test_pairs_out_of_wider_tuples():
    """Two pairs: a quad is two, a triple one."""
    plays = follows("3h3h5h5h", "7h7h7h7h9h9h9hJh", FOUR)
    assert listed(plays) == faces("7h7h7h7h", "7h7h9h9h")
    assert plays.count() == 2


# --- runs ----------------------------------------------------------------------------------------


def test_led_tractor_of_triples():
    plays = follows("3h3h3h4h4h4h", "6h6h6h7h7h7h8h8h8hThKh")
    assert listed(plays) == faces("6h6h6h7h7h7h", "7h7h7h8h8h8h")
    plays = follows("3h3h3h4h4h4h", "6h6h6h7h7h9hThKh")
    assert listed(plays) == faces("6h6h6h7h7h9h", "6h6h6h7h7hTh", "6h6h6h7h7hKh")


def test_tractor_and_other_cards():
    """Hearts 6 to 8 twice, and one of two ways to a tractor of two pairs: 2 + 2 - 1 of 6 cards."""
    plays = follows("3h3h4h4h5h5h", "7h7h8h8hThJhQh")
    assert listed(plays) == faces("7h7h8h8hThJh", "7h7h8h8hThQh", "7h7h8h8hJhQh")
    plays = follows("3h3h4h4h5h5h", "7h7h8h8h8hThJh")
    assert plays.count() == len(faces("7h7h8h8h8hTh", "7h7h8h8h8hJh", "7h7h8h8hThJh"))


def test_off_suit_level_cards_each_fill_the_step():
    plays = follows("3s3s4s4s", "AsAs2c2c2d2d2h2h5s", FOUR)
    assert listed(plays) == faces("AsAs2c2c", "AsAs2d2d", "AsAs2h2h")


def test_two_sets_share_the_room():
    """Tables are filled again when another set has been asked in between."""
    first = follows("3h3h3h4h4h4h", "6h6h6h7h7h7h8h8h8hThKh")
    second = follows("3h3h4h4h", "6h6h7h7h8h8hTh")
    both = list(zip(first.enumerate(), second.enumerate(), strict=True))
    assert sorted(tuple(play) for play, _ in both) == listed(first)
    assert (
        sorted(tuple(play) for _, play in both) == listed(second) == faces("6h6h7h7h", "7h7h8h8h")
    )


# --- house rules ---------------------------------------------------------------------------------


def test_bombs_are_counted_besides():
    rules = CompiledRules(Rules(decks=4, bombs="any_suit"))
    plays = follows("3h3h4h4h", "5h5h6h6h7h9c9c9c9cTcTcTcTc", rules)
    expected = [parse_faces(play) for play in ("5h5h6h6h", "9c9c9c9c", "TcTcTcTc")]
    assert list(plays.enumerate()) == expected
    assert set(map(tuple, plays.sample(n=60))) == set(map(tuple, plays.enumerate()))


def test_bomb_that_is_a_regular_play_counts_once():
    rules = CompiledRules(Rules(decks=4, bombs="any_suit"))
    assert follows("3h3h4h4h", "5c5c5c5c6c", rules).count() == 2
    assert listed(follows("3h3h3h3h", "5h5h5h5h6h", rules)) == faces("5h5h5h5h")


def test_groups_of_a_rainbow():
    rules = CompiledRules(Rules(decks=2, rainbows=4))
    plays = follows("3c3d3h3s", "5c5d5h5s5s6c6d6h7c", rules)
    assert listed(plays) == faces("5c5d5h5s", "5c5d5s5s", "5c5h5s5s", "5d5h5s5s")
    assert follows("3c3d3h3s", "5c5d5h6c6d6h7cBJ", rules).count() == 70


def test_longer_tuples_are_protected():
    """A pair is led: out of the triple only if no pair is left behind."""
    rules = CompiledRules(Rules(decks=3, protect_longer_tuples=True))
    assert listed(follows("3h3h", "5h5h5h6h6h7h", rules)) == faces("5h5h", "6h6h")
    assert listed(follows("3h3h", "5h5h5h6h7h", rules)) == faces("5h5h", "5h6h", "5h7h", "6h7h")


@pytest.mark.parametrize("protected", [False, True])
@pytest.mark.parametrize(
    ("ladder", "kept_back"),
    [
        # Two pairs + 2 of the three, whichever: not one of each of two pairs.
        ("as_listed", "8c8c 9c9c TcTc 8cJc 9cJc TcJc 8cQc 9cQc TcQc JcQc"),
        # Three pairs come first.
        ("tractor_over_triple_pair", "JcQc"),
        ("tractor_over_triples", "JcQc"),
    ],
)
def test_two_pairs_in_a_row_are_no_tractor_in_a_listed_ladder_where_tractors_are_wider(
    ladder, kept_back, protected
):
    rules = CompiledRules(
        Rules(decks=3, tractor_width=3, bulldozer_ladder=ladder, protect_longer_tuples=protected)
    )
    hand = "8c8c9c9cTcTcJcQc"
    plays = follows("KcKcKcAcAcAc", hand, rules)
    assert listed(plays) == sorted(
        tuple((Counter(parse_faces(hand)) - Counter(parse_faces(two))).elements())
        for two in kept_back.split()
    )
    assert plays.count() == len(kept_back.split())
