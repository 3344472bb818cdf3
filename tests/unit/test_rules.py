import pickle

import numpy as np
import pytest
from settings_table import TABLE

from tractor_fast.cards import FACE_NAMES, POINTS, parse_faces
from tractor_fast.errors import DataError, RulesError
from tractor_fast.rules import SETTINGS, Rules, allowed_values, load_rules, preset_names
from tractor_fast.settings import setting_text


def cases(column):
    return [(row[0], value) for row in TABLE for value in row[column]]


def refused(source="tractor", overrides=()):
    """The message of the RulesError that these settings raise: one line."""
    with pytest.raises(RulesError) as refusal:
        load_rules(source, overrides)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_the_table_names_every_setting_once():
    assert [row[0] for row in TABLE] == list(SETTINGS)


@pytest.mark.parametrize(("setting", "default"), [row[:2] for row in TABLE])
def test_default_of_each_setting_is_the_tractor_preset(setting, default):
    assert getattr(Rules(), setting) == default
    assert load_rules() == load_rules("tractor") == load_rules({}) == Rules()


@pytest.mark.parametrize(("setting", "value"), cases(2))
def test_each_setting_takes_its_values(setting, value):
    decks = 2 if value == "named" else {}
    rules = Rules(**{setting: value}, **(decks and {"decks": decks}))
    assert getattr(rules, setting) == value


@pytest.mark.parametrize(("setting", "value"), cases(3))
def test_each_setting_refuses_other_values_and_says_what_is_allowed(setting, value):
    message = refused({setting: value})
    assert message.startswith(f"{setting} = ")
    assert "allowed: " in message
    with pytest.raises(RulesError):
        Rules(**{setting: value})


def test_refusals_name_setting_value_and_allowed_values():
    assert refused({"follow": "x"}) == 'follow = "x": allowed: standard, suit_only, pairs_only'
    assert refused({"players": 9}) == "players = 9: allowed: a whole number from 4 to 8"
    assert refused({"hook": 1}) == "hook = 1: allowed: true, false"
    assert "or null" in refused({"level_cap": 0})
    assert "a multiple of 5" in allowed_values("step_per_deck")


@pytest.mark.parametrize("overrides", ["throws=false", None, 7, np.array(7)])
def test_overrides_are_a_mapping_or_a_list(overrides):
    assert refused("tractor", overrides).endswith("allowed: a mapping, or a list of key=value")


def test_an_unknown_setting_is_refused_with_the_nearest_name():
    assert refused({"folow": "standard"}) == "there is no setting 'folow'; did you mean follow?"
    assert refused("tractor", ["tractor_widht=3"]).endswith("did you mean tractor_width?")
    assert refused("tractor", ["DECKS=2"]).endswith("did you mean decks?")
    said = "there is no setting 'zzz'; `tractor-fast rules show tractor` names all"
    assert refused({"zzz": 1}) == said


# ---- settings that follow from others ----------------------------------------------------------


@pytest.mark.parametrize(("players", "decks"), [(4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_a_deck_for_every_two_players_r19(players, decks):
    rules = Rules(players=players, partners="friends")
    assert rules.decks == decks
    assert load_rules("finding-friends", {"players": players}).decks == decks


def test_decks_given_by_hand_stay():
    assert Rules(players=6, decks=2).decks == 2
    assert load_rules("classic-3").decks == 3


def test_what_follows_from_players_follows_after_all_changes():
    assert load_rules("tractor", ["players=6"]).decks == 3
    assert load_rules(Rules(), {"players": 8}).decks == 4
    assert load_rules("classic-3", ["decks=null"]).decks == 2


@pytest.mark.parametrize(
    ("settings", "levels"),
    [
        ({}, ("A",)),
        ({"match_end": "pass_top"}, ()),
        ({"match_end": "pass_top", "must_defend": ["A"]}, ("A",)),
        ({"must_defend": ["A", "K", "10", "5", "5"]}, ("5", "T", "K", "A")),
        ({"must_defend": []}, ()),
    ],
)
def test_levels_to_defend_follow_from_the_end_of_the_match_r32(settings, levels):
    assert load_rules(settings).must_defend == levels


@pytest.mark.parametrize(
    ("settings", "friends"),
    [
        ({"players": 4, "partners": "friends"}, 1),
        ({"players": 5, "partners": "friends"}, 1),
        ({"players": 6, "partners": "friends"}, 2),
        ({"players": 8, "partners": "friends"}, 3),
        ({"players": 8, "partners": "friends", "friends": 2}, 2),
        ({"players": 8}, 0),
    ],
)
def test_number_of_friends_r25(settings, friends):
    assert Rules(**settings).n_friends == friends


@pytest.mark.parametrize(("decks", "step"), [(1, 20), (2, 40), (3, 60), (4, 80)])
def test_level_step_is_twenty_points_a_deck_r30(decks, step):
    assert Rules(decks=decks).level_step == step


def test_level_step_follows_step_per_deck_r30():
    assert Rules(step_per_deck=25).level_step == 50


# ---- combinations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"players": 5}, "partners = fixed"),
        ({"players": 7}, "partners = fixed"),
        ({"players": 6, "decks": 1}, "decks = 1"),
        ({"players": 5, "decks": 1, "partners": "friends"}, "decks = 1"),
        ({"partners": "named", "decks": 1}, "decks = 1"),
        ({"partners": "named", "decks": 3}, "decks = 3"),
        ({"partners": "named", "players": 8}, "decks = 4"),
        ({"partners": "friends", "friends": 2}, "friends = 2"),
        ({"partners": "friends", "friends": 3, "players": 7}, "from 1 to 2"),
        ({"kitty": 109}, "kitty = 109"),
        ({"kitty": 108}, "from 0 to 104"),
        ({"kitty": 51, "decks": 1}, "from 0 to 50"),
        ({"kitty": 0}, "kitty = 0"),
        ({"kitty": 0, "no_bid": "redeal"}, "no_bid = redeal"),
        ({"no_bid": "declarer_side_names", "partners": "friends"}, "partners = fixed"),
        ({"no_bid": "declarer_side_names", "partners": "named"}, "partners = fixed"),
    ],
)
def test_impossible_tables_are_refused(settings, named):
    message = refused(settings)
    assert named in message
    assert "allowed: " in message


@pytest.mark.parametrize(
    "settings",
    [
        {"kitty": 0, "trump": "random"},
        {"kitty": 0, "no_bid": "declarer_side_names"},
        {"kitty": 104},
        {"players": 5, "partners": "friends"},
        {"players": 6},
        {"players": 8, "decks": 2},
    ],
)
def test_unusual_tables_that_can_be_played_are_taken(settings):
    assert load_rules(settings).changed() == settings


@pytest.mark.parametrize(
    "settings",
    [
        {"friends": 7},
        {"friend_cards": "any"},
        {"throws": False, "throw_eval": "highest", "failed_throw": "smallest"},
        {"trump": "random", "no_bid": "declarer_side_names", "partners": "friends"},
        {"trump": "random", "joker_bids": "off", "kitty_theft": True},
        {"bombs": "any_suit", "decks": 1},
        {"tractor_width": 4},
        {"small_team_bonus": True},
    ],
)
def test_settings_of_a_part_that_is_off_are_taken(settings):
    assert load_rules(settings).changed() == settings


# ---- kitty and deck (R20) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "players", "kitty", "hand"),
    [
        (1, 4, 6, 12),
        (2, 4, 8, 25),
        (3, 4, 6, 39),
        (4, 4, 8, 52),
        (2, 5, 8, 20),
        (3, 6, 6, 26),
        (3, 7, 8, 22),
        (4, 8, 8, 26),
        (2, 7, 10, 14),
        (3, 8, 10, 19),
        (2, 8, 12, 12),
        (4, 6, 6, 35),
        (4, 7, 6, 30),
    ],
)
def test_kitty_by_formula_r20(decks, players, kitty, hand):
    rules = Rules(decks=decks, players=players, partners="friends")
    assert (rules.kitty_size, rules.hand_size) == (kitty, hand)
    assert rules.removed(0) == []


# (players, decks): (kitty, cards a hand, cards removed) of recorded tables, at level 2.
EXPLICIT_KITTIES = {
    (4, 2): "1 26 3, 2 26 2, 4 26 0, 5 25 3, 7 25 1, 9 24 3, 11 24 1, 12 24 0, 13 23 3, 16 23 0,"
    " 19 22 1",
    (4, 3): "1 40 1, 5 39 1, 7 38 3, 8 38 2, 9 38 1, 10 38 0, 11 37 3, 12 37 2, 13 37 1, 14 37 0,"
    " 15 36 3, 16 36 2",
    (5, 2): "2 21 1, 4 20 4, 7 20 1, 10 19 3, 11 19 2, 12 19 1, 13 19 0, 15 18 3, 16 18 2,"
    " 19 17 4, 20 17 3",
    (5, 3): "2 32 0, 3 31 4, 12 30 0, 15 29 2, 18 28 4, 19 28 3, 20 28 2",
    (6, 3): "3 26 3, 8 25 4, 9 25 3, 10 25 2, 12 25 0, 13 24 5, 15 24 3, 16 24 2, 17 24 1, 19 23 5",
    (6, 4): "2 35 4, 3 35 3, 7 34 5, 8 34 4, 9 34 3, 15 33 3, 16 33 2, 20 32 4",
    (7, 3): "1 23 0, 5 22 3, 7 22 1, 9 21 6, 10 21 5, 11 21 4, 15 21 0, 18 20 4",
    (7, 4): "1 30 5, 2 30 4, 7 29 6, 8 29 5, 9 29 4, 12 29 1, 14 28 6, 15 28 5, 16 28 4, 17 28 3,"
    " 19 28 1, 20 28 0",
    (8, 4): "1 26 7, 3 26 5, 4 26 4, 6 26 2, 7 26 1, 11 25 5, 12 25 4, 13 25 3, 14 25 2, 15 25 1",
}
REMOVED_IN_TURN = parse_faces("3c 3d 3h 3s 3c 3d 3h")


@pytest.mark.parametrize("table", EXPLICIT_KITTIES)
def test_explicit_kitty_removes_low_cards_until_hands_are_equal_r20(table):
    players, decks = table
    for row in EXPLICIT_KITTIES[table].split(","):
        kitty, hand, removed = map(int, row.split())
        rules = Rules(players=players, decks=decks, partners="friends", kitty=kitty)
        assert (rules.kitty_size, rules.hand_size) == (kitty, hand)
        assert rules.removed(0) == sorted(REMOVED_IN_TURN[:removed])
        assert len(rules.deck(0)) == kitty + players * hand


def test_removed_cards_are_of_the_lowest_rank_that_is_not_the_level_r20():
    rules = Rules(kitty=5)
    assert rules.removed(0) == parse_faces("3c 3d 3h")
    assert rules.removed(1) == rules.removed(12) == parse_faces("2c 2d 2h")


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_a_deck_has_every_face_once_and_100_points_r1(decks):
    deck = Rules(decks=decks).deck(0)
    assert deck == sorted(list(range(len(FACE_NAMES))) * decks)
    assert sum(POINTS[face] for face in deck) == 100 * decks


def test_no_kitty_leaves_27_cards_each_r20():
    assert load_rules("simplified").hand_size == 27


# ---- presets -----------------------------------------------------------------------------------

CLASSIC = {
    "failed_throw": "next_names",
    "throw_follow": "each_unit",
    "bulldozer_ladder": "as_listed",
    "throw_eval": "highest",
    "kitty_factor": "double",
    "level_cap": None,
    "match_end": "pass_top",
}
COMPETITION = CLASSIC | {"joker_bids": "off", "no_bid": "redeal", "throw_penalty": 10}
BIANFENG = {
    "bid_when": "after_deal",
    "throw_follow": "each_unit",
    "kitty_factor": "bianfeng",
    "level_cap": None,
    "match_end": "pass_top",
}
PRESETS = {
    "tractor": {},
    "finding-friends": {"players": 5, "partners": "friends"},
    "simplified": {
        "kitty": 0,
        "trump": "random",
        "throws": False,
        "close_level_gap": False,
        "trump_tractors": "none",
        "follow": "pairs_only",
        "kitty_factor": "none",
        "level_cap": None,
        "match_end": "pass_top",
    },
    "classic-1": CLASSIC | {"decks": 1},
    "classic-2": CLASSIC,
    "classic-3": CLASSIC | {"decks": 3},
    "classic-4": CLASSIC | {"decks": 4},
    "bianfeng": BIANFENG,
    "bianfeng-partner": BIANFENG | {"partners": "named"},
    "competition": COMPETITION,
    "duplicate": COMPETITION | {"bid_when": "after_deal", "no_bid": "declarer_side_names"},
    "site": {"friend_cards": "non_trump", "level_cap": None, "small_team_bonus": True},
}


def test_the_presets_are_those_of_the_rules():
    assert set(preset_names()) == set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_differs_from_tractor_only_as_the_rules_say(name):
    assert load_rules(name).changed() == PRESETS[name]


@pytest.mark.parametrize(("decks", "kitty"), [(1, 6), (2, 8), (3, 6), (4, 8)])
def test_kitty_of_the_classic_presets(decks, kitty):
    rules = load_rules(f"classic-{decks}")
    assert (rules.decks, rules.kitty_size) == (decks, kitty)


def test_duplicate_play_with_trump_drawn():
    assert load_rules("duplicate", ["trump=random"]).trump == "random"


def test_an_unknown_preset_is_refused_with_the_nearest_name():
    assert "did you mean bianfeng?" in refused("bianfen")
    assert "finding-friends" in refused("no such thing")
    assert "not 5" in refused(5)


# ---- files and changes -------------------------------------------------------------------------


def test_a_toml_file_changes_the_preset_it_names(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(
        'base = "competition"\nlevel_cap = 2\nmust_defend = ["5", "10"]\nkitty = "null"\n'
    )
    expected = COMPETITION | {"level_cap": 2, "must_defend": ["5", "T"]}
    assert load_rules(file).changed() == expected
    assert load_rules(str(file), ["level_cap=null"]).level_cap is None


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("decks = 3\n", encoding="utf-8-sig")
    assert load_rules(file).changed() == {"decks": 3}


@pytest.mark.parametrize("name", PRESETS)
def test_rules_written_as_toml_read_back_equal(name, tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text(load_rules(name).to_toml())
    assert load_rules(file) == load_rules(name)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ('follow = "x"', RulesError, 'follow = "x": allowed:'),
        ("base = 3", RulesError, "base = 3: allowed: bianfeng"),
        ('base = "mine.toml"', RulesError, "line 1: base = 'mine.toml': allowed: bianfeng, "),
        ("decks = " + "9" * 5000, DataError, "is no TOML of settings: a number is too long"),
        ("decks = 2026-01-02", RulesError, 'decks = "2026-01-02": allowed: a whole number'),
        ("[bids]\nwhen = 1", RulesError, "there is no setting 'bids'"),
        ("players = 5", RulesError, "players = 5 with partners = fixed: allowed: players = 4"),
        ("follow = ", DataError, "no TOML"),
        ("follow = 'a\x00'", DataError, "no TOML"),
        ("a = " + "[" * 5000, DataError, "nested too deeply"),
        ("a = " + "{a=" * 5000, DataError, "nested too deeply"),
    ],
)
def test_a_bad_file_is_named_in_one_line(text, error, said, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(error, match=r"bad\.toml") as refusal:
        load_rules(file)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_files_that_cannot_be_read_are_named(tmp_path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    for path in (binary, tmp_path / "missing.toml", tmp_path, "a\0b.toml"):
        with pytest.raises(DataError):
            load_rules(path)


@pytest.mark.parametrize(
    ("text", "setting", "value"),
    [
        ("kitty=6", "kitty", 6),
        ("kitty=null", "kitty", None),
        ("level_cap = null", "level_cap", None),
        ("hook=true", "hook", True),
        ("throws=false", "throws", False),
        ("bombs=off", "bombs", "off"),
        ("follow=pairs_only", "follow", "pairs_only"),
        ("must_defend=5,T,K,A", "must_defend", ("5", "T", "K", "A")),
        ("must_defend=10", "must_defend", ("T",)),
        ("must_defend=", "must_defend", ()),
    ],
)
def test_changes_as_text_are_read_by_the_type_of_the_setting(text, setting, value):
    assert getattr(load_rules("tractor", [text]), setting) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (6, "6"),
        ("bid", "bid"),
        (["5", "T"], "5,T"),
    ],
)
def test_a_value_is_written_as_changes_are_read(value, text):
    assert setting_text(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "kitty",
        "trump=\udcff",
        "\udcff=6",
        "=6",
        "kitty=six",
        "kitty=",
        "hook=1",
        "hook=True",
        "must_defend=5,,A",
        "players=1e1",
        "level_cap=" + "9" * 40,
    ],
)
def test_changes_that_make_no_sense_are_refused(text):
    refused("tractor", [text])


def test_later_changes_win():
    assert load_rules("tractor", ["kitty=6", "kitty=10"]).kitty == 10


def test_changes_may_be_a_mapping():
    rules = load_rules("site", {"level_cap": 2, "kitty": None, "friends": "null"})
    assert rules.changed() == PRESETS["site"] | {"level_cap": 2}


# ---- Rules as a value --------------------------------------------------------------------------


def test_all_settings_as_a_mapping_make_the_same_rules():
    rules = load_rules("bianfeng", ["must_defend=K"])
    assert list(rules.to_dict()) == list(SETTINGS)
    assert rules.to_dict()["must_defend"] == ["K"]
    assert load_rules(rules.to_dict()) == load_rules(rules.changed()) == rules


def test_rules_are_values_that_cannot_change():
    rules = load_rules("site")
    with pytest.raises(AttributeError):
        rules.decks = 3
    assert hash(rules) == hash(load_rules("site"))
    assert pickle.loads(pickle.dumps(rules)) == rules
