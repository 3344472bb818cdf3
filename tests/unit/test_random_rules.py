"""Random rule sets: every table and value is drawn, and only what has an effect counts as used."""

import random
from collections import Counter

import pytest

from tractor_fast.evaluate.random_rules import (
    all_values,
    card_values_in_use,
    random_rules,
    values_in_use,
)
from tractor_fast.rules import SETTINGS, load_rules, preset_names

DRAWN = 4000


@pytest.fixture(scope="module")
def drawn():
    rng = random.Random("rule sets")
    return [random_rules(rng) for _ in range(DRAWN)]


def test_every_value_is_put_to_use_and_no_other(drawn):
    used = Counter(value for rules in drawn for value in values_in_use(rules))
    assert set(used) == set(all_values())
    assert min(used.values()) >= DRAWN // 400, used.most_common()[-1]


def test_every_setting_and_table_has_its_rows():
    values = list(all_values())
    assert len(values) == len(set(values))
    assert {name for name, _ in values} == {"table", *SETTINGS}
    tables = [text for name, text in values if name == "table"]
    assert len(tables) == 4 + 4 * 3  # R19
    assert ("players", "8") in values
    assert ("kitty", "a size that removes cards") in values
    assert ("must_defend", "5,T,K,A") in values
    assert ("level_cap", "null") in values


def test_many_rule_sets_are_a_preset_but_for_two_settings(drawn):
    presets = [load_rules(name).to_dict() for name in preset_names()]

    def distance(rules):
        own = rules.to_dict()
        return min(sum(own[name] != preset[name] for name in SETTINGS) for preset in presets)

    near = sum(distance(rules) <= 2 for rules in drawn)
    assert DRAWN // 3 < near < 2 * DRAWN // 3


def test_the_same_numbers_draw_the_same_rules():
    assert random_rules(random.Random(7)) == random_rules(random.Random(7))


@pytest.mark.parametrize(
    ("settings", "idle"),
    [
        ({}, {"friends", "friend_cards", "double_join", "small_team_bonus"}),
        ({"trump": "random"}, {"bid_when", "bid_order", "no_bid", "kitty_theft"}),
        ({"throws": False}, {"failed_throw", "throw_penalty", "throw_eval"}),
        ({"decks": 1}, {"tractor_width", "close_level_gap", "throw_follow"}),
        ({"decks": 3}, {"bombs", "tractors_answer_only_tractors"}),
        ({"decks": 3, "tractor_width": 4}, {"bulldozer_ladder", "partial_tractors"}),
        ({"decks": 3, "tractor_width": 3}, {"bulldozer_ladder"}),
        ({"follow": "suit_only"}, {"protect_longer_tuples", "throw_tractors"}),
        ({"rainbows": 9}, {"rainbows"}),
        ({"trump": "random", "kitty": 0}, {"kitty_factor"}),
    ],
)
def test_settings_without_effect_are_not_counted(settings, idle):
    names = {name for name, _ in values_in_use(load_rules(settings))}
    assert not names & idle
    everything = {"decks": 4, "players": 8, "partners": "friends"}
    assert {name for name, _ in values_in_use(load_rules(everything))} == {"table", *SETTINGS}


def test_explicit_kitties_count_by_what_they_do_to_the_deck():
    for size, text in [(None, "null"), (8, "a size"), (7, "a size that removes cards")]:
        assert ("kitty", text) in values_in_use(load_rules({"kitty": size}))


def test_bids_and_levels_do_not_matter_where_only_cards_are_judged():
    names = {name for name, _ in card_values_in_use(load_rules("tractor"))}
    assert {"decks", "throw_eval", "follow"} <= names
    assert not names & {"table", "players", "no_bid", "kitty", "level_cap", "hook"}
