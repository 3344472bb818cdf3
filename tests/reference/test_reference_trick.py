"""R16 to R18, R34: who wins a trick."""

import pytest
from reference_helpers import rules, trump

from tractor_fast.cards import parse_faces
from tractor_fast.reference.formats import reading
from tractor_fast.reference.order import order_of
from tractor_fast.reference.trick import cuts, largest_unit, trick_points, winner


def wins(plays, in_force="2d", **settings):
    """Place in playing order of the play that wins."""
    table = rules(**settings)
    plays = [parse_faces(play) for play in plays]
    units = reading(plays[0], trump(in_force), table)
    return winner(0, units, plays, trump(in_force), table)


@pytest.mark.parametrize(
    ("plays", "place"),
    [
        (["3s", "Ks", "As", "As"], 2),  # the first of equals
        (["3s", "BJ", "Ah", "As"], 1),  # the highest trump
        (["3s", "4d", "3d", "As"], 1),
        (["3s", "Ah", "Ac", "Ad"], 3),
        (["2s", "2h", "3d", "4d"], 0),  # off-suit level cards are equal
        (["2s", "2h", "2d", "4d"], 2),
        (["3s 3s", "Ks As", "4h 4h", "2s BJ"], 0),
        (["3s 3s", "Ks As", "4d 4d", "2s BJ"], 2),
        (["3s 3s", "2s 2h", "4h 4h", "SJ BJ"], 0),  # equal is not identical
        (["5s 5s 6s 6s", "9s 9s Js Js", "Ks Ks As As", "3h 3h 4h 4h"], 2),
        (["5s 5s 6s 6s", "9s 9s Ts Ts", "3d 3d 5d 5d", "3d 3d 4d 4d"], 3),
    ],
)
def test_one_unit(plays, place):
    assert wins(plays) == place


def test_the_sites_two_pair_throw():
    plays = ["Qs Qs As As", "Qh Qh Js Ts", "7s 7s 8s 8s", "3h 3h 4h 4h"]
    assert wins(plays) == 0


def test_the_sites_ruffed_throw():
    # A pair and a single: 4-4 is higher than 3-3, but the 6 is not higher than the 8.
    assert wins(["As As Ks", "3d 3d 8d", "4d 4d 6d", "3s 4s 5s"]) == 1
    assert wins(["As As Ks", "3d 3d 8d", "4d 4d 9d", "3s 4s 5s"]) == 2


def test_a_trump_tractor_may_be_cut_into_two_pairs():
    plays = ["Qs Qs As As", "3d 3d 4d 4d", "3s 4s 5s 6s", "7s 8s 9s Ts"]
    assert wins(plays) == 1
    assert wins(plays, competes="reading") == 0


def test_two_pairs_do_not_beat_a_tractor():
    assert wins(["5s 5s 6s 6s", "3d 3d 5d 5d", "3h 4h 5h 6h", "3c 4c 5c 6c"]) == 0


def test_a_quad_may_be_cut_into_two_pairs_but_never_into_a_tractor():
    rest = ["3h 4h 5h 6h", "3c 4c 5c 6c"]
    assert wins(["5s 5s 7s 7s", "3d 3d 3d 3d", *rest], decks=4) == 1
    assert wins(["5s 5s 6s 6s", "3d 3d 3d 3d", *rest], decks=4) == 0


def test_without_trump_tractors_a_plain_tractor_cannot_be_ruffed():
    plays = ["5s 5s 6s 6s", "3d 3d 4d 4d", "3h 4h 5h 6h", "3c 4c 5c 6c"]
    assert wins(plays) == 1
    assert wins(plays, trump_tractors="none") == 0


def test_the_highest_cut_that_beats_the_leading_play_stays():
    # Pair and two singles: 4-4 as the pair, 5 and 5 as singles, is the higher cut of 44-55 by its
    # smallest units; it then loses to nothing but higher singles.
    first = "4d 4d 5d 5d"
    assert wins(["Ks Ks As Qs", first, "6d 6d 5d 8d", "3s 4s 5s 6s"]) == 1
    assert wins(["Ks Ks As Qs", first, "6d 6d 7d 8d", "3s 4s 5s 6s"]) == 2


def test_cuts_of_four_equal_and_other_cards():
    order = order_of(trump("2d"), rules(decks=4))
    play = parse_faces("3s 3s 3s 3s 4s 4s")
    assert len(list(cuts(play, [(2, 1), (2, 1), (1, 1), (1, 1)], order))) == 2
    assert len(list(cuts(play, [(2, 1)] * 3, order))) == 1
    assert not list(cuts(play, [(3, 2)], order))


def test_highest_compares_the_largest_unit_alone():
    plays = ["As As Ks", "3d 3d 8d", "4d 4d 6d", "3s 4s 5s"]
    assert wins(plays, throw_eval="highest") == 2
    assert wins(["As Ks", "3d 8d", "4d 7d", "5d 9d"], throw_eval="highest") == 3


def test_longest_units_compares_from_the_longest_down_without_singles():
    plays = ["As As Ks", "4d 4d 6d", "4d 4d 8d", "3s 4s 5s"]
    assert wins(plays, throw_eval="longest_units") == 1
    plays = ["As Ks", "3d 9d", "4d 9d", "3s 4s"]
    assert wins(plays, throw_eval="longest_units") == 2


def test_points_and_the_largest_unit():
    assert trick_points([parse_faces(play) for play in ("5s 5s", "Ts Ks", "Jh 9h", "Kd Qd")]) == 40
    units = reading(parse_faces("Ah Kh Kh 8h 8h 9h 9h"), trump("2s"), rules())
    assert largest_unit(units) == 4


@pytest.mark.parametrize("bombs", ["any_suit", "suit_following"])
def test_bombs(bombs):
    rest = "9s 9s Js Js"
    lead = "5s 5s 6s 6s"
    assert wins([lead, "7h 7h 7h 7h", rest, rest], decks=4, bombs=bombs) == 1
    assert wins([lead, "7h 7h 7h 7h", "8c 8c 8c 8c", rest], decks=4, bombs=bombs) == 2
    assert wins([lead, "7h 7h 7h 7h", "7c 7c 7c 7c", rest], decks=4, bombs=bombs) == 1
    assert wins([lead, "3d 3d 3d 3d", "Ac Ac Ac Ac", rest], decks=4, bombs=bombs) == 1
    assert wins(["7s 7s 7s 7s", "3d 3d 4d 4d", rest, rest], decks=4, bombs=bombs) == 0
