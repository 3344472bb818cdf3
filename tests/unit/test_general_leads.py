"""Readings, leads and throws of the compiled core beyond two decks and the default settings."""

import pytest

from tractor_fast._core import referee
from tractor_fast._core.moves import Leads, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces, parse_faces, parse_rank
from tractor_fast.errors import PlayError
from tractor_fast.rules import load_rules


def compiled(**settings):
    return CompiledRules(load_rules("tractor", settings))


def trump_of(text):
    return Trump(parse_rank(text[0]), None if text[1:] == "NT" else "cdhs".index(text[1]))


def read(trump, cards, **settings):
    """The units of a lead in text, smallest first: width and faces."""
    units = reading(compiled(**settings), trump_of(trump), parse_faces(cards))
    return [f"{width} x {format_faces(faces)}" for _, width, faces in units]


def unit_leads(trump, hand, **settings):
    leads = UnitLeads(compiled(**settings), trump_of(trump), parse_faces(hand))
    return [format_faces(play) for play in leads.enumerate()]


# --- R5, R7, R8 ---


def test_largest_unit_counts_first():
    """Three pairs in a row leave two singles, two triples a pair: R8's next step."""
    assert read("2s", "3h3h3h4h4h4h5h5h", decks=3) == ["2 x 5h", "3 x 3h 4h"]
    # A tractor of three pairs is larger than any of triples here.
    assert read("2s", "3h3h3h4h4h5h5h", decks=3) == ["1 x 3h", "2 x 3h 4h 5h"]


def test_tractor_goes_before_a_tuple_of_as_many_cards():
    assert read("2s", "3h3h3h3h4h4h", decks=4) == ["2 x 3h", "2 x 3h 4h"]


def test_wider_unit_where_all_sizes_are_equal():
    """Two triples leave a pair and a single, and so do three pairs."""
    assert read("2s", "3h3h3h3h4h4h4h5h5h", decks=4) == ["1 x 3h", "2 x 5h", "3 x 3h 4h"]


def test_third_unit_decides_where_two_are_equal():
    """Of 12 cards four triples leave 9-9 T-T, six pairs four singles."""
    cards = "5h5h5h6h6h6h7h7h7h8h8h8h9h9hThTh"
    assert read("2s", cards, decks=3) == ["2 x 9h Th", "3 x 5h 6h 7h 8h"]


def test_a_run_through_the_level_cards_takes_the_face_that_leaves_more():
    """A pair of 5c leaves the four 5h whole; a pair of 5h would leave two pairs."""
    assert read("5s", "AsAs5c5c5h5h5h5h", decks=4) == ["2 x As 5c", "4 x 5h"]
    # Held equally often the last of s < h < d < c goes into the tractor.
    assert read("5s", "AsAs5c5c5h5h", decks=4) == ["2 x 5h", "2 x As 5c"]


def test_settings_say_which_tractors_there_are():
    cards = "3h3h4h4h"
    assert read("2s", cards) == ["2 x 3h 4h"]
    assert read("2s", cards, tractor_length=3) == ["2 x 3h", "2 x 4h"]
    assert read("2s", cards, tractor_width=3) == ["2 x 3h", "2 x 4h"]
    assert read("2s", "3h3h3h4h4h4h", decks=3, tractor_width=3) == ["3 x 3h 4h"]


def test_level_gap():
    """With level 4, 3 and 5 are adjacent only where the gap is closed, in plain suits and trump."""
    assert read("4s", "3h3h5h5h") == ["2 x 3h 5h"]
    assert read("4s", "3h3h5h5h", close_level_gap=False) == ["2 x 3h", "2 x 5h"]
    assert read("4s", "3s3s5s5s", close_level_gap=False) == ["2 x 3s", "2 x 5s"]
    assert read("4s", "AsAs4h4h", close_level_gap=False) == ["2 x As 4h"]
    assert read("As", "KsKsAhAhAsAs", close_level_gap=False) == ["2 x Ks Ah As"]


@pytest.mark.parametrize(
    ("setting", "plain", "suit_cards", "top_trumps"),
    [
        ("all", ["2 x 3h 4h"], ["2 x 3s 4s"], ["2 x As 2h 2s SJ"]),
        ("suit_cards", ["2 x 3h 4h"], ["2 x 3s 4s"], ["2 x As", "2 x 2h", "2 x 2s", "2 x SJ"]),
        ("none", ["2 x 3h 4h"], ["2 x 3s", "2 x 4s"], ["2 x As", "2 x 2h", "2 x 2s", "2 x SJ"]),
    ],
)
def test_trump_tractors(setting, plain, suit_cards, top_trumps):
    assert read("2s", "3h3h4h4h", trump_tractors=setting) == plain
    assert read("2s", "3s3s4s4s", trump_tractors=setting) == suit_cards
    assert read("2s", "AsAs2h2h2s2sSJSJ", trump_tractors=setting) == top_trumps


def test_no_trump_jokers_make_tractors_only_where_all_trumps_do():
    assert read("2NT", "2h2hSJSJBJBJ", decks=3) == ["2 x 2h SJ BJ"]
    assert read("2NT", "2h2hSJSJBJBJ", trump_tractors="none") == ["2 x 2h", "2 x SJ", "2 x BJ"]
    assert read("2NT", "3s3s4s4s", trump_tractors="none") == ["2 x 3s 4s"]


def test_all_72_trumps_of_four_decks():
    ranks = "2 3 4 5 6 7 8 9 T J Q K A"
    cards = " ".join(f"{rank}s" for rank in ranks.split()) + " 2h 2d 2c SJ BJ "
    assert read("2s", cards * 4, decks=4) == [
        "4 x 2h",
        "4 x 2d",
        "4 x 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2c 2s SJ BJ",
    ]


# --- leads ---


def test_unit_leads_of_every_width():
    assert unit_leads("2s", "3h3h3h4h4h4h", decks=3) == [
        "3h", "4h", "3h 3h", "4h 4h", "3h 3h 3h", "4h 4h 4h", "3h 3h 4h 4h", "3h 3h 3h 4h 4h 4h",
    ]  # fmt: skip


def test_each_level_face_makes_its_own_tractor():
    leads = unit_leads("5s", "AsAsAs5c5c5h5h5h", decks=3)
    assert leads[-3:] == ["5c 5c As As", "5h 5h As As", "5h 5h 5h As As As"]


def test_leads_are_all_choices_of_one_suit():
    """4 x 3 choices of hearts but for none, and one spade."""
    assert Leads(compiled(decks=3), trump_of("2s"), parse_faces("3h3h3h9h9hKs")).count() == 12


@pytest.mark.parametrize("decks", [2, 3])
def test_without_throws_a_lead_is_one_unit(decks):
    rules = compiled(decks=decks, throws=False)
    leads = Leads(rules, trump_of("2s"), parse_faces("3h3h4h4h9h"))
    assert [format_faces(play) for play in leads.enumerate()] == [
        "3h", "4h", "9h", "3h 3h", "4h 4h", "3h 3h 4h 4h",
    ]  # fmt: skip
    assert leads.is_legal(parse_faces("3h3h4h4h"))
    assert not leads.is_legal(parse_faces("3h9h"))
    with pytest.raises(PlayError, match="no throw"):
        leads.sample_throws()


# --- throws (R9, R10) ---


def throw(hands, **settings):
    faces = [parse_faces(hand) for hand in hands]
    return referee.throw(compiled(**settings), trump_of("2s"), 0, faces, faces[0])


@pytest.mark.parametrize("decks", [2, 3])
def test_failed_throw(decks):
    """Seat 1 beats the pair, seat 2 the single, seat 3 the pair."""
    hands = ("6h6hTh", "7h7h4h5h", "3h3hJh4h", "5h8h8h")
    first = throw(hands, decks=decks)
    assert (format_faces(first.led), first.stopped_by) == ("6h 6h", 1)
    smallest = throw(hands, decks=decks, failed_throw="smallest")
    assert (format_faces(smallest.led), smallest.stopped_by) == ("Th", 2)
    named = throw(hands, decks=decks, failed_throw="next_names")
    assert (named.stands, named.led, named.held_back, named.stopped_by) == (False, None, None, 1)
    assert [format_faces(faces) for _, _, faces in named.choices] == ["Th", "6h"]


def test_one_beatable_unit_leaves_nothing_to_name():
    named = throw(("6h6hAh", "7h7h4h", "3h", "5h"), failed_throw="next_names")
    assert (format_faces(named.led), format_faces(named.held_back)) == ("6h 6h", "Ah")


def test_triple_is_beaten_out_of_a_quad_and_a_run_of_triples_out_of_a_longer_one():
    assert format_faces(throw(("3h3h3hAh", "4h4h4h4h", "", ""), decks=4).led) == "3h 3h 3h"
    longer = "5h5h5h6h6h6h7h7h7h"
    assert throw(("3h3h3h4h4h4hAh", "9h9h9hJhJhJh", longer, ""), decks=4).stopped_by == 2


def test_two_triples_that_are_not_adjacent_beat_no_tractor():
    assert throw(("3h3h3h4h4h4hAh", "5h5h5h7h7h7h", "", ""), decks=4).stands
    # In trump tractors that are switched off, adjacent pairs beat no tractor either.
    hands = ("3h3h4h4hAh", "5h5h6h6h", "", "")
    assert not throw(hands).stands
    assert throw(hands, tractor_length=3).led == parse_faces("3h3h")


# --- rainbows (R35) ---


def test_a_rainbow_is_cards_of_one_rank_out_of_four_suits():
    assert read("2s", "5c5d5h5s", rainbows=4) == ["1 x 5c 5d 5h 5s"]
    assert read("2s", "5c5c5d5h5s9c9d9h9s", rainbows=4) == ["1 x 9c 9d 9h 9s", "1 x 5c 5c 5d 5h 5s"]
    kinds = [unit[0] for unit in reading(compiled(rainbows=4), trump_of("2NT"), [12, 13, 14, 15])]
    assert kinds == ["rainbow"]


@pytest.mark.parametrize(
    ("cards", "rainbows"),
    [
        ("5c5d5h5s", None),
        ("5c5d5h5s", 5),
        ("5c5c5d5h", 4),  # three suits
        ("2c2d2h2s", 4),  # level cards are trumps, one suit: R8 reads them
        ("5c5d5h5s9c", 4),  # the 9 is in no group
        ("5c5d5h5sSJ", 4),
    ],
)
def test_what_is_no_rainbow(cards, rainbows):
    if cards.startswith("2c"):
        assert read("2s", cards, rainbows=rainbows) == ["1 x 2h", "1 x 2d", "1 x 2c", "1 x 2s"]
        return
    with pytest.raises(PlayError, match="more than one suit"):
        read("2s", cards, rainbows=rainbows)


def test_rainbows_are_among_the_leads():
    hand = parse_faces("5c5c5d5h5s9c9d9h9s")
    rules, trump = compiled(rainbows=4), trump_of("2s")
    units = [format_faces(play) for play in UnitLeads(rules, trump, hand).enumerate()]
    assert units[-3:] == ["5c 5d 5h 5s", "5c 5c 5d 5h 5s", "9c 9d 9h 9s"]
    # Clubs 3 x 2, diamonds, hearts and spades 2 x 2 each, the empty choice never; fives are left
    # out or a group of 4 or 5, nines left out or a group.
    leads = Leads(rules, trump, hand)
    assert leads.count() == 5 + 3 + 3 + 3 + (3 * 2 - 1)
    listed = [tuple(play) for play in leads.enumerate()]
    assert len(set(listed)) == leads.count()
    assert all(leads.is_legal(play) for play in listed)
    both = sorted(parse_faces("5c5d5h5s9c9d9h9s"))
    assert tuple(both) in listed
    assert not UnitLeads(rules, trump, hand).is_legal(both)
    thrown = {tuple(play) for play in leads.sample_throws(seed=1, n=200)}
    assert tuple(both) in thrown


def test_a_rainbow_of_five_needs_five_cards():
    hand = parse_faces("5c5c5d5h5s")
    units = UnitLeads(compiled(rainbows=5), trump_of("2s"), hand)
    assert [len(play) for play in units.enumerate()][-2:] == [2, 5]


def test_a_rainbow_always_stands():
    groups = "5c5d5h5s9c9d9h9s"
    assert throw((groups, "TcTdThTs", "AcAdAhAs", "KcKdKhKs"), rainbows=4).stands


def test_units_given_for_a_rainbow_must_be_its_groups():
    rules, trump = compiled(rainbows=4), trump_of("2s")
    hands = [parse_faces("5c5d5h5s9c9d9h9s"), [], [], []]
    units = reading(rules, trump, hands[0])
    assert referee.throw(rules, trump, 0, hands, hands[0], units[::-1]).stands
    for wrong in (units[:1], [*units, units[0]], [("single", 1, (12,))], 7, [None]):
        with pytest.raises(PlayError, match="groups of one rank"):
            referee.throw(rules, trump, 0, hands, hands[0], wrong)


# --- what is refused ---


def test_more_units_than_a_hand_has_cards():
    suit = [4 * rank + 2 for rank in range(1, 13)] + [52, 53, 0, 1, 2, 3]
    units = [("single", 1, (face,)) for face in suit for _ in range(4)]
    hands = [suit * 4, [], [], []]
    with pytest.raises(PlayError, match="at most 54 units"):
        referee.throw(compiled(decks=4), trump_of("2h"), 0, hands, hands[0], units)


def test_a_given_tractor_must_be_one_at_this_table():
    hands = [parse_faces("3h3h4h4h"), [], [], []]
    units = [("tractor", 2, (parse_faces("3h4h")))]
    with pytest.raises(PlayError, match="length from 3"):
        referee.throw(compiled(tractor_length=3), trump_of("2s"), 0, hands, hands[0], units)
