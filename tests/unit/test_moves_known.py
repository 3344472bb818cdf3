"""Readings and follows that the rules page answers, put to the compiled core (R5 to R15)."""

import pytest

from tractor_fast._core.moves import Follows, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import FACE_NAMES, Trump, format_faces, parse_faces
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())
SPADES_2 = Trump(0, 3)
SPADES_5 = Trump(3, 3)
HEARTS_2 = Trump(0, 2)
NO_TRUMP_2 = Trump(0, None)


def units(text, trump):
    """The reading in short: a tractor is its faces as in ``9h-Th``, a pair is ``9h9h``."""
    return [
        "-".join(FACE_NAMES[face] for face in faces)
        if kind == "tractor"
        else FACE_NAMES[faces[0]] * width
        for kind, width, faces in reading(RULES, trump, parse_faces(text))
    ]


def follows(lead, hand, trump=SPADES_2, lead_units=None):
    plays = Follows(RULES, trump, parse_faces(lead), parse_faces(hand), lead_units)
    listed = [format_faces(play) for play in plays.enumerate()]
    assert len(listed) == len(set(listed)) == plays.count()
    return set(listed)


@pytest.mark.parametrize(
    ("cards", "trump", "expected"),
    [
        ("9h", SPADES_2, ["9h"]),
        ("9h9h", SPADES_2, ["9h9h"]),
        ("9hTh", SPADES_2, ["9h", "Th"]),
        ("9h9hThTh", SPADES_2, ["9h-Th"]),
        ("9h9hJhJh", SPADES_2, ["9h9h", "JhJh"]),
        ("9h9hThThAh", SPADES_2, ["Ah", "9h-Th"]),
        # R5: the level rank is taken out, so 4 and 6 are neighbours at level 5.
        ("4h4h6h6h", SPADES_5, ["4h-6h"]),
        ("4s4s6s6s", SPADES_5, ["4s-6s"]),
        # R5: A, one off-suit level card, the level card of trumps and the jokers are one run.
        ("AsAs2h2h2s2sSJSJBJBJ", SPADES_2, ["As-2h-2s-SJ-BJ"]),
        ("AhAh2h2h", HEARTS_2, ["AhAh", "2h2h"]),
        ("AhAh2s2s", HEARTS_2, ["Ah-2s"]),
        # R6: equal level cards are no neighbours; of several the last of s h d c joins the run.
        ("2h2h2c2c", SPADES_2, ["2h2h", "2c2c"]),
        ("2h2h2c2c2s2s", SPADES_2, ["2h2h", "2c-2s"]),
        ("AsAs2d2d2h2h2s2s", SPADES_2, ["2h2h", "As-2d-2s"]),
        # No trump: the four level cards are one step, below the small joker.
        ("2h2hSJSJBJBJ", NO_TRUMP_2, ["2h-SJ-BJ"]),
        ("2s2s2h2hSJSJ", NO_TRUMP_2, ["2s2s", "2h-SJ"]),
        ("BJBJ2c2c", NO_TRUMP_2, ["2c2c", "BJBJ"]),
        # Smallest unit first, then the lowest card; equal ones s < h < d < c (R10).
        ("2c2d2hAsBJ", SPADES_2, ["As", "2h", "2d", "2c", "BJ"]),
        ("3c3c4c4c7c7c8c8c9cTcTc", SPADES_2, ["9c", "TcTc", "3c-4c", "7c-8c"]),
    ],
)
def test_reading(cards, trump, expected):
    assert units(cards, trump) == expected


def test_single_draws_any_card_of_the_suit():
    assert follows("9h", "3h 3h Kh 2s As") == {"3h", "Kh"}


def test_void_hand_plays_anything():
    assert follows("9h", "3c 3c 2s") == {"3c", "2s"}
    assert follows("9h9h", "3c 3c 2s") == {"3c 3c", "2s 3c"}


def test_short_hand_plays_all_of_the_suit_and_fills_up():
    assert follows("9h9h8h8h", "3h 3h Ah 4c Kd") == {"3h 3h 4c Ah", "3h 3h Kd Ah"}


def test_pair_draws_a_pair():
    assert follows("9h9h", "3h 3h 4h Kh Kh") == {"3h 3h", "Kh Kh"}
    assert follows("9h9h", "3h 4h Kh") == {"3h 4h", "3h Kh", "4h Kh"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # the tractor
        ("3h3h4h4h5h5h7h7h8h8h", {"3h 3h 4h 4h 5h 5h"}),
        # tractor of two pairs + pair
        (
            "3h3h4h4h6h6h8h8hAh",
            {"3h 3h 4h 4h 6h 6h", "3h 3h 4h 4h 8h 8h"},
        ),
        # 3 pairs
        ("3h3h5h5h7h7h8hAh", {"3h 3h 5h 5h 7h 7h"}),
        # tractor of two pairs + 2 singles
        ("3h3h4h4h6h7hAh", {"3h 3h 4h 4h 6h 7h", "3h 3h 4h 4h 6h Ah", "3h 3h 4h 4h 7h Ah"}),
        # 2 pairs + 2
        ("3h3h5h5h7h9hAh", {"3h 3h 5h 5h 7h 9h", "3h 3h 5h 5h 7h Ah", "3h 3h 5h 5h 9h Ah"}),
    ],
)
def test_led_tractor_of_three_pairs(hand, expected):
    assert follows("9h9hThThJhJh", hand) == expected


def test_chain_of_two_tractors_goes_down_to_three_pairs():
    # R13: 2-2 + 2-2, then 2-2 + 2 + 2, then four pairs, then three: not a run and some pairs.
    lead, hand = "9h9hThThQhQhKhKh", "3h3h4h4h6h6h7h8hJh"
    assert follows(lead, hand) == {
        "3h 3h 4h 4h 6h 6h 7h 8h",
        "3h 3h 4h 4h 6h 6h 7h Jh",
        "3h 3h 4h 4h 6h 6h 8h Jh",
    }


def test_chain_lets_a_longer_run_go_for_a_pair_that_is_missing():
    # Tractor of three + pair: 2-2-2 + 2, 2-2 + 2 + 2, four pairs, 2-2 + 2, three pairs, two pairs.
    assert follows("9h9hThThJhJhAhAh", "3h3h4h4h6h7h8hQhKh") == {
        format_faces(sorted(parse_faces("3h3h4h4h" + singles)))
        for singles in (
            "6h7h8hQh", "6h7h8hKh", "6h7hQhKh", "6h8hQhKh", "7h8hQhKh",
        )
    }  # fmt: skip


def test_throw_of_pairs_and_single_needs_all_pairs():
    assert follows("9h9hAh", "3h3h5h7h") == {"3h 3h 5h", "3h 3h 7h"}


def test_two_runs_may_share_the_step_of_the_level_cards():
    # Two different off-suit level pairs: one ends the lower run, the other begins the upper one.
    lead = parse_faces("3s3s4s4s6s6s7s7s")
    hand = "As As 2h 2h 2c 2c 2s 2s 9s"
    assert follows("3s3s4s4s6s6s7s7s", hand) == {"2c 2c 2h 2h 2s 2s As As"}
    # With one level pair the three steps hold a single run of two.
    one_pair = Follows(RULES, SPADES_2, lead, parse_faces("As As 2h 2h 2s 2s 9s 8s 7s"))
    assert one_pair.is_legal(parse_faces("As As 2h 2h 2s 2s 9s 8s"))


def test_given_units_replace_the_reading():
    pairs = [("tuple", 2, (28,)), ("tuple", 2, (32,))]
    hand = "3c3c4c4c7c7c"
    assert follows("9c9cTcTc", hand, lead_units=pairs) == {
        "3c 3c 4c 4c",
        "3c 3c 7c 7c",
        "4c 4c 7c 7c",
    }
    assert follows("9c9cTcTc", hand) == {"3c 3c 4c 4c"}


def test_unit_leads_count_a_tractor_once_for_each_level_pair():
    hand = parse_faces("AsAs2h2h2c2c2s2s")
    tractors = [play for play in UnitLeads(RULES, SPADES_2, hand).enumerate() if len(play) > 2]
    assert sorted(map(format_faces, tractors)) == [
        "2c 2c 2s 2s",
        "2c 2c 2s 2s As As",
        "2c 2c As As",
        "2h 2h 2s 2s",
        "2h 2h 2s 2s As As",
        "2h 2h As As",
    ]
