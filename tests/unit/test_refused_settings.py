"""Every wrong value of every setting, and every impossible table, through every door.

The doors are Rules(...), a mapping, changes on top of a preset, a TOML file and the command line.
Each refusal is one line that names the setting and what is allowed.
"""

import json
import math
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner
from settings_table import TABLE

from tractor_fast.cli import main
from tractor_fast.errors import DataError, RulesError
from tractor_fast.rules import SETTINGS, Rules, load_rules

MOST = 1_000_000

# What the rules allow (docs/rules.md): whole numbers from .. to ..
NUMBERS = {
    "players": (4, 8),
    "decks": (1, 4),
    "kitty": (0, MOST),
    "friends": (1, MOST),
    "throw_penalty": (0, MOST),
    "tractor_width": (2, MOST),
    "tractor_length": (2, MOST),
    "rainbows": (4, MOST),
    "step_per_deck": (5, MOST),
    "level_cap": (1, MOST),
}
# Settings that may be null, decks and must_defend because they then follow from others.
NULL = {"decks", "kitty", "friends", "rainbows", "level_cap", "must_defend"}
FLAGS = {name for name, default, *_ in TABLE if isinstance(default, bool)}
WORDS = {
    name: ", ".join([default, *others])
    for name, default, others, _ in TABLE
    if isinstance(default, str)
}


def allowed(name):
    """What a refusal says that a setting may be."""
    if name in FLAGS:
        return "true, false"
    if name in WORDS:
        return WORDS[name]
    if name == "must_defend":
        return "a list of levels out of 2 3 4 5 6 7 8 9 T J Q K A"
    low, high = NUMBERS[name]
    kind = "a multiple of 5" if name == "step_per_deck" else "a whole number"
    null = " or null" if name in NULL - {"decks"} else ""
    return f"{kind} from {low} to {high}{null}"


# Wrong for every setting.
NEVER = [
    *(math.nan, math.inf, -math.inf, 0.5, 4.0, -0.0, 2j),
    *("", " ", "x", "\0", "a\nb", "\ud800", "x" * 10_000, b"4", b"bid"),
    *({}, {"value": 4}, [[]], [None], [4], object(), type, range(0, 2), np.array([4, 5])),
    *(-1, -(2**63), 2**31, 2**63, 2**64, 10**30, 10**5000),
    *(np.float64(4), np.int64(-1)),
]


def wrong_values(name):
    """Values of every kind that the setting does not allow."""
    values = [*NEVER]
    if name not in NULL:
        values += [None, "null"]
    if name != "must_defend":
        values += [[], (), ["A"], set(), frozenset({4})]
    if name not in FLAGS:
        values += [True, False, "true", "false"]
    else:
        values += [0, 1, "yes", "on", "True", "FALSE", "true ", "true", "false", np.int64(1)]
    if name in NUMBERS:
        low, high = NUMBERS[name]
        values += [low - 1, high + 1, str(low), f" {low}", f"{low}.0", "four", "４", "٤", "Null"]
        values.append(float(low))
    if name == "step_per_deck":
        values += [6, 7, 12, 999_999]
    if name in WORDS:
        for word in WORDS[name].split(", "):
            values += [word.upper(), f" {word}", f"{word} ", word[:-1], f"{word}s", [word], (word,)]
            values += [look_alike(word), word.encode(), {word: True}, f"{word}, {word}"]
        values += [0, 1, "true", WORDS[name]]
    if name == "must_defend":
        values += ["A", "5,T", "[]", 5, ["1"], ["AA"], ["A", None], ["A", 5], [["A"]], ["Ａ"]]
        values += [{"A": 1}, ["A", ""], [True], ["null"], "nul"]
    return values


def look_alike(word):
    """The word with its first vowel out of another alphabet."""
    for latin, other in (("a", "а"), ("e", "е"), ("o", "о"), ("i", "і")):
        if latin in word:
            return word.replace(latin, other, 1)
    return f"{word}\u200b"


def refusal(call, *arguments, **named):
    """The one line with which a call is refused."""
    with pytest.raises(RulesError) as refused:
        call(*arguments, **named)
    text = str(refused.value)
    assert "\n" not in text
    assert len(text) < 400
    return text


def test_every_setting_is_looked_at():
    assert {*NUMBERS, *FLAGS, *WORDS, "must_defend"} == set(SETTINGS)


@pytest.mark.parametrize("name", SETTINGS)
def test_python_refuses_every_wrong_value_and_says_what_is_allowed(name):
    for value in wrong_values(name):
        for text in (
            refusal(Rules, **{name: value}),
            refusal(load_rules, {name: value}),
            refusal(load_rules, "tractor", {name: value}),
        ):
            assert text.startswith(f"{name} = "), (value, text)
            assert text.endswith(f": allowed: {allowed(name)}"), (value, text)


# ---- files -------------------------------------------------------------------------------------


def toml_of(value):
    """A value as TOML writes it; None where TOML has no such value, or Python cannot read it."""
    if isinstance(value, float) and not isinstance(value, np.floating):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml_of(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        inner = [toml_of(entry) for entry in value]
        return None if None in inner else f"[{', '.join(inner)}]"
    if isinstance(value, str):
        return None if "\ud800" in value else json.dumps(value, ensure_ascii=False)
    if type(value) in (bool, int) and abs(value) < 10**4000:
        return json.dumps(value)
    return None


@pytest.mark.parametrize("name", SETTINGS)
def test_a_file_with_a_wrong_value_is_named_with_its_line(name, tmp_path):
    file = tmp_path / "house.toml"
    values = [*wrong_values(name), *map(Written, ("1979-05-27", "07:32:00", "-nan", "1e3"))]
    written = [text for value in values if (text := toml_of(value) or getattr(value, "text", None))]
    assert len(written) > 25
    for text in written:
        file.write_text(f'# ours\nbase = "site"\n\n{name} = {text}\n', encoding="utf-8")
        said = refusal(load_rules, file)
        assert said.startswith(f"{file}, line 4: {name} = "), (text, said)
        assert said.endswith(f": allowed: {allowed(name)}"), (text, said)


class Written:
    """A value that only TOML can write."""

    def __init__(self, text):
        self.text = text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"kitty" = -1', "line 1: kitty = -1: allowed:"),
        ("hook = true\nkitty_theft = 1\nkitty = 6", "line 2: kitty_theft = 1: allowed:"),
        ("kitty.size = 6", 'line 1: kitty = {"size": 6}: allowed:'),
        ("hook = false\n[kitty]\nsize = 6", 'line 2: kitty = {"size": 6}: allowed:'),
        ("[[kitty]]", "line 1: kitty = [{}]: allowed:"),
        ("hook = true\nkity = 6", "line 2: there is no setting 'kity'; did you mean kitty?"),
        ('hook = true\n"\\u006bity" = 6', ": there is no setting 'kity'; did you mean kitty?"),
        ('kitty = 6\nbase = "sight"', "tractor; did you mean site?"),
        ('kitty = 6\nbase = "sight"', "line 2: base = 'sight': allowed: bianfeng, "),
        ("base = true", "line 1: base = True: allowed: bianfeng, "),
        ('base = "./other.toml"', "line 1: base = './other.toml': allowed: bianfeng, "),
    ],
)
def test_the_line_of_a_fault_is_found_however_it_is_written(text, said, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    assert said in refusal(load_rules, file)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"kitty = 6\nkitty = 8", "is no TOML: Cannot overwrite a value"),
        (b"kitty = 6 8", "is no TOML: "),
        (b"kitty = six", "is no TOML: "),
        (b"kitty = 006", "is no TOML: "),
        (b"kitty: 6", "is no TOML: "),
        (b"kitty =", "is no TOML: "),
        (b"{}", "is no TOML: "),
        (b"\xff", "is no TOML: not UTF-8"),
        (b"kitty = " + b"9" * 5000, "a number is too long"),
    ],
)
def test_a_file_that_is_no_toml_is_named(content, said, tmp_path):
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    with pytest.raises(DataError) as refused:
        load_rules(file)
    assert str(refused.value).startswith(str(file)) or str(file) in str(refused.value)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


# ---- the command line --------------------------------------------------------------------------


def cli_refusal(*words):
    """The line on stderr of a command that is refused."""
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, result.stdout) == (2, ""), (words, result.output)
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("error: ")
    return result.stderr.removeprefix("error: ").rstrip("\n")


def wrong_texts(name):
    """Texts that ``--set`` does not take for the setting."""
    texts = [*("x", "=", "=4", "nan", "inf", "4.0", "4e0", "0x4", "1_0", "４", "NULL", "None")]
    texts += ["[]", "{}", "-1", "9" * 40, "-" + "9" * 40, "true false", "null,null", "é" * 300]
    if name not in NULL:
        texts.append("null")
    if name not in FLAGS:
        texts += ["true", "false"]
    else:
        texts += ["True", "FALSE", "yes", "0", "1"]
    if name in NUMBERS:
        low, high = NUMBERS[name]
        texts += ["", str(low - 1), str(high + 1), "two"]
    if name in WORDS:
        for word in WORDS[name].split(", "):
            texts += [word.upper(), word[:-1], look_alike(word), f'"{word}"', f"{word},{word}"]
        texts += ["", "0", "1"]
    if name == "must_defend":
        texts += ["A,", ",", "5;T", "[A]", "A,,K", "B", "1", "11"]
    return texts


@pytest.mark.parametrize("name", SETTINGS)
def test_the_command_line_refuses_every_wrong_text(name):
    for text in wrong_texts(name):
        said = cli_refusal("rules", "show", "tractor", "--set", f"{name}={text}")
        assert said.startswith(f"{name} = "), (text, said)
        assert said.endswith(f": allowed: {allowed(name)}"), (text, said)


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--deals", "1"),
        ("match", "random", "random", "--matches", "2"),
        ("replay", "3"),
        ("rules", "show", "site"),
    ],
)
def test_every_command_with_settings_refuses_them_alike(words):
    said = 'follow = "any": allowed: standard, suit_only, pairs_only'
    assert cli_refusal(*words, "--set", "follow=any") == said
    assert cli_refusal(*words, "--set", "folow=any").startswith("there is no setting 'folow'")
    assert cli_refusal(*words, "--set", "follow").endswith("is not of the form setting=value")
    assert cli_refusal(*words, "--set", "players=5").startswith("players = 5 with partners = fixed")


def test_a_wrong_file_is_wrong_usage(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("hook = 1\n", encoding="utf-8")
    said = f"{file}, line 1: hook = 1: allowed: true, false"
    assert cli_refusal("rules", "check", str(file)) == said
    assert cli_refusal("simulate", "--rules", str(file), "--deals", "1") == said


# ---- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETTINGS)
def test_a_misspelt_setting_is_never_passed_over(name, tmp_path):
    file = tmp_path / "house.toml"
    swapped = name[:1] + name[2] + name[1] + name[3:]
    for wrong in {name[:-1], name.upper(), name.replace("_", "-"), look_alike(name), swapped}:
        if wrong in SETTINGS:
            continue
        said = f"there is no setting {wrong!r}; did you mean {name}?"
        file.write_text(f"{json.dumps(wrong, ensure_ascii=False)} = 4\n", encoding="utf-8")
        assert refusal(load_rules, {wrong: 4}) == said
        assert refusal(load_rules, "tractor", [f"{wrong}=4"]) == said
        assert refusal(load_rules, file) == f"{file}, line 1: {said}"
        assert cli_refusal("rules", "show", "tractor", "--set", f"{wrong}=4") == said
        with pytest.raises(TypeError, match=f"keyword argument '{wrong}'"):
            Rules(**{wrong: 4})


@pytest.mark.parametrize(
    "name", ["", " ", "zzz", "base", "\ud800", 4, None, ("kitty",), "x" * 9999]
)
def test_what_is_no_setting_is_never_passed_over(name):
    assert refusal(load_rules, {name: 4}).startswith("there is no setting ")


# ---- settings that do not go together ----------------------------------------------------------

TOGETHER = [
    (
        {"players": 5},
        "players = 5 with partners = fixed: allowed: players = 4, 6, 8,"
        " or partners = friends (R19)",
    ),
    (
        {"players": 7, "decks": 2},
        "players = 7 with partners = fixed: allowed: players = 4, 6, 8,"
        " or partners = friends (R19)",
    ),
    ({"players": 6, "decks": 1}, "decks = 1 with players = 6: allowed: decks = 2, 3, 4 (R19)"),
    (
        {"players": 8, "decks": 1, "partners": "friends"},
        "decks = 1 with players = 8: allowed: decks = 2, 3, 4 (R19)",
    ),
    (
        {"partners": "named", "decks": 1},
        "decks = 1 with partners = named: allowed: decks = 2 (R26)",
    ),
    (
        {"partners": "named", "decks": 4},
        "decks = 4 with partners = named: allowed: decks = 2 (R26)",
    ),
    (
        {"partners": "named", "players": 6},
        "decks = 3 with partners = named: allowed: decks = 2 (R26)",
    ),
    (
        {"partners": "friends", "friends": 2},
        "friends = 2 with players = 4: allowed: null or a number from 1 to 1 (R25)",
    ),
    (
        {"partners": "friends", "friends": 4, "players": 8},
        "friends = 4 with players = 8: allowed: null or a number from 1 to 3 (R25)",
    ),
    (
        {"kitty": 105},
        "kitty = 105 with decks = 2, players = 4: allowed: null or a number from 0 to 104 (R20)",
    ),
    (
        {"kitty": 1_000_000, "decks": 1},
        "kitty = 1000000 with decks = 1, players = 4: allowed: null or a number from 0 to 50 (R20)",
    ),
    (
        {"kitty": 0},
        "kitty = 0 with trump = bid, no_bid = reveal_first: allowed: kitty from 1,"
        " no_bid = declarer_side_names, or trump = random (R22)",
    ),
    (
        {"no_bid": "declarer_side_names", "partners": "friends"},
        "no_bid = declarer_side_names with partners = friends: allowed: partners = fixed,"
        " or another no_bid (R22)",
    ),
    (
        {"no_bid": "declarer_side_names", "partners": "named"},
        "no_bid = declarer_side_names with partners = named: allowed: partners = fixed,"
        " or another no_bid (R22)",
    ),
]


@pytest.mark.parametrize(("settings", "said"), TOGETHER)
def test_an_impossible_table_is_refused_alike_through_every_door(settings, said, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in settings.items()), "utf-8")
    changes = [f"--set={name}={value}" for name, value in settings.items()]
    assert refusal(Rules, **settings) == said
    assert refusal(load_rules, settings) == said
    assert refusal(load_rules, "tractor", settings) == said
    assert refusal(load_rules, file) == f"{file}: {said}"
    assert cli_refusal("rules", "show", "tractor", *changes) == said
    assert cli_refusal("simulate", "--deals", "1", *changes) == said


@pytest.mark.parametrize(
    ("preset", "change"),
    [
        ("simplified", {"trump": "bid"}),
        ("finding-friends", {"partners": "fixed"}),
        ("finding-friends", {"decks": 1}),
        ("finding-friends", {"friends": 2}),
        ("bianfeng-partner", {"decks": 3}),
        ("duplicate", {"partners": "friends"}),
        ("classic-1", {"players": 6}),
    ],
)
def test_a_preset_is_refused_with_a_change_that_does_not_go_with_it(preset, change):
    assert "allowed: " in refusal(load_rules, preset, change)


def taken(settings):
    """Whether the settings are taken; a refusal is one line that names what is allowed."""
    try:
        rules = Rules(**settings)
    except RulesError:
        assert ": allowed: " in refusal(Rules, **settings)
        return False
    assert all(getattr(rules, name) == value for name, value in settings.items())
    return True


def test_exactly_the_tables_of_the_rules_are_taken():
    """R19, R25, R26: players, decks, partners and friends."""
    for players, decks, partners, friends in product(
        range(4, 9), range(1, 5), ("fixed", "friends", "named"), (None, 1, 2, 3, 4)
    ):
        possible = (
            (decks > 1 or players == 4)
            and (partners != "fixed" or players % 2 == 0)
            and (partners != "named" or decks == 2)
            and (partners != "friends" or friends is None or friends <= players // 2 - 1)
        )
        settings = {"players": players, "decks": decks, "partners": partners, "friends": friends}
        assert taken(settings) == possible, settings


def test_exactly_the_kitties_that_leave_hands_are_taken():
    """R20, R22: every hand has a card, and without a kitty trump can still be made."""
    for players, decks in product(range(4, 9), range(1, 5)):
        if decks == 1 and players > 4:
            continue
        for kitty in (0, 1, 7, 54 * decks - players, 54 * decks - players + 1, 54 * decks, 10**6):
            table = {"players": players, "decks": decks, "kitty": kitty, "partners": "friends"}
            leaves_hands = kitty <= 54 * decks - players
            assert taken(table) == (leaves_hands and kitty > 0), table
            assert taken(table | {"trump": "random"}) == leaves_hands, table


def test_exactly_the_ways_without_a_bid_that_can_be_played_are_taken():
    """R22: only a fixed partner can name trump, and a kitty of 0 can show none."""
    no_bids = WORDS["no_bid"].split(", ")
    for no_bid, partners, trump, kitty in product(
        no_bids, ("fixed", "friends", "named"), ("bid", "random"), (None, 0, 8)
    ):
        side_names = no_bid == "declarer_side_names"
        possible = trump == "random" or (
            (partners == "fixed" or not side_names) and (kitty != 0 or side_names)
        )
        settings = {"no_bid": no_bid, "partners": partners, "trump": trump, "kitty": kitty}
        assert taken(settings) == possible, settings


# ---- and what is taken -------------------------------------------------------------------------


@pytest.mark.parametrize("number", [np.int64(6), np.uint8(6), np.array(6)])
def test_whole_numbers_of_any_kind_are_numbers(number):
    rules = load_rules("tractor", {"kitty": number, "throw_penalty": number})
    assert (rules.kitty, rules.throw_penalty) == (6, 6)
    assert type(rules.kitty) is int


@pytest.mark.parametrize("name", NUMBERS)
def test_the_ends_of_each_range_are_taken(name):
    for value in NUMBERS[name]:
        fitting = {"partners": "fixed"}
        if name == "kitty":
            fitting = {"trump": "random", "kitty": min(value, 104)}
        settings = {name: value} | fitting
        assert taken(settings), settings
