"""R35: rainbows."""

import pytest
from reference_helpers import rules, texts, trump

from tractor_fast.cards import parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.reference.follow import follows, is_legal
from tractor_fast.reference.formats import reading
from tractor_fast.reference.lead import leads, unit_leads
from tractor_fast.reference.throws import judge
from tractor_fast.reference.trick import largest_unit, winner

SPADES_4 = trump("4s")


def table(**settings):
    return rules(**{"rainbows": 4, **settings})


def groups(text, **settings):
    return reading(parse_faces(text), SPADES_4, table(**settings))


def test_four_suits_of_one_rank_are_a_rainbow():
    (group,) = groups("5c 5d 5h 5s")
    assert (group.kind, group.size) == ("rainbow", 4)


@pytest.mark.parametrize(
    "text",
    [
        "5c 5d 5h",  # three suits
        "5c 5c 5d 5h",  # four cards of three suits
        "5c 5d 5h 6s",  # two ranks, neither enough
        "5c 5d 5h 5s 6s",  # a card over
        "5c 5d 5h 5s BJ",
    ],
)
def test_what_is_no_rainbow_is_no_lead(text):
    with pytest.raises(PlayError, match="one suit"):
        groups(text)


def test_level_cards_are_all_trumps_and_a_throw():
    assert texts(groups("4c 4d 4h 4s")) == ["4h", "4d", "4c", "4s"]


def test_the_number_of_cards_is_the_setting():
    with pytest.raises(PlayError, match="one suit"):
        groups("5c 5d 5h 5s", rainbows=5)
    (group,) = groups("5c 5c 5d 5h 5s", rainbows=5)
    assert group.size == 5


def test_several_groups_smallest_first():
    assert [group.size for group in groups("5c 5c 5d 5h 5s 9c 9d 9h 9s")] == [4, 5]


def test_a_follower_who_can_give_the_cards_of_one_rank_must():
    lead = groups("5c 5d 5h 5s")
    hand = parse_faces("7c 7c 7d 7h Ah Ks 8s")
    assert is_legal(hand, lead, parse_faces("7c 7c 7d 7h"), SPADES_4, table())
    assert not is_legal(hand, lead, parse_faces("7c 7c 7d Ah"), SPADES_4, table())
    assert follows(hand, lead, SPADES_4, table()) == [tuple(sorted(parse_faces("7c 7c 7d 7h")))]


def test_who_cannot_give_a_group_plays_any_cards():
    lead = groups("5c 5d 5h 5s")
    hand = parse_faces("7c 7c 7d Ah Ks")
    assert len(follows(hand, lead, SPADES_4, table())) == 4  # with both 7c or one left at home


def test_two_groups_may_be_of_one_rank_but_one_alone_is_not_enough():
    lead = groups("5c 5d 5h 5s 9c 9d 9h 9s")
    eight = parse_faces("7c 7c 7d 7d 7h 7h 7s 7s")
    assert follows([*eight, *parse_faces("Ah")], lead, SPADES_4, table()) == [tuple(sorted(eight))]
    hand = parse_faces("7c 7c 7d 7h 2c 2d 3c 3d As")
    assert is_legal(hand, lead, parse_faces("7c 7c 7d 2c 2d 3c 3d As"), SPADES_4, table())


def won(*plays, lead_settings=None):
    lead = groups(plays[0], **(lead_settings or {}))
    faces = [parse_faces(play) for play in plays]
    return winner(0, lead, faces, SPADES_4, table(**(lead_settings or {})))


def test_the_highest_rank_wins_the_first_among_equals():
    assert won("5c 5d 5h 5s", "7c 7d 7h 7c", "As Ad Ac Ah", "Ac Ad Ah As") == 2


def test_level_cards_are_the_highest_rank_and_jokers_are_of_none():
    assert won("5c 5d 5h 5s", "Ac Ad Ah As", "4c 4c 4d 4h", "SJ SJ BJ BJ") == 2


def test_trumps_have_no_power():
    assert won("5c 5d 5h 5s", "9s Ts Js Qs", "6s 6s 6c 6c", "2s 2s 2c 2c") == 2


def test_groups_are_compared_from_the_top():
    assert won("5c 5d 5h 5s 9c 9d 9h 9s", "9c 9d 9h 9s 6c 6d 6h 6s", "Kc Kd Kh Ks 2c 2d 2h 2s",
               "8c 8d 8h 8s 7c 7d 7h 7s") == 2  # fmt: skip


def test_a_bomb_beats_a_rainbow():
    settings = {"decks": 4, "bombs": "any_suit"}
    assert won("Ac Ad Ah As", "7c 7c 7c 7c", "8s 8s 8s 8s", "9c 9c 9c 9c",
               lead_settings=settings) == 2  # fmt: skip


def test_a_rainbow_is_never_challenged():
    lead = groups("5c 5d 5h 5s 9c 9d 9h 9s")
    higher = parse_faces("Ac Ad Ah As Kc Kd Kh Ks")
    verdict = judge(0, lead, [[], higher, higher, higher], SPADES_4, table())
    assert verdict.stands
    assert verdict.choices == lead


def test_the_largest_group_is_the_unit_of_r29():
    assert largest_unit(groups("5c 5c 5d 5h 5s 9c 9d 9h 9s")) == 5


def test_rainbows_are_among_the_leads():
    hand = parse_faces("5c 5c 5d 5h 5s 9c")
    group = tuple(sorted(parse_faces("5c 5d 5h 5s")))
    assert group in unit_leads(hand, SPADES_4, table())
    assert group in set(leads(hand, SPADES_4, table()))
    assert group not in set(leads(hand, SPADES_4, rules()))
