"""`tractor-fast rules`: list, show, check, diff."""

import json

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.rules import SETTINGS, load_rules, preset_names
from tractor_fast.settings import NOTES


def run(*args):
    return CliRunner().invoke(main, ["rules", *args])


def test_every_setting_has_a_note_with_its_rule():
    assert tuple(NOTES) == SETTINGS
    assert all(note.rule.startswith("R") and note.meaning for note in NOTES.values())


def test_no_subcommand_prints_help():
    assert (run().exit_code, run().stdout) == (0, run("--help").stdout)


def test_an_unknown_subcommand_is_named_with_those_there_are():
    result = run("lst")
    assert result.exit_code == 2
    said = "there is no command 'lst'; did you mean list?; commands are check, diff, list, show"
    assert said in result.stderr


def test_list_names_every_preset_and_what_it_changes():
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(preset_names())
    assert "tractor" in dict.fromkeys(preset_names())
    assert next(line for line in lines if line.startswith("site ")).endswith(
        "small_team_bonus=true"
    )


@pytest.mark.parametrize("name", preset_names())
def test_show_json_is_the_whole_rule_set(name):
    assert json.loads(run("show", name, "--format", "json").stdout) == load_rules(name).to_dict()


@pytest.mark.parametrize("name", preset_names())
def test_show_toml_reads_back(name, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(run("show", name, "--format", "toml").stdout, encoding="utf-8")
    assert load_rules(file) == load_rules(name)


def test_show_marks_what_differs_and_says_what_follows():
    text = run("show", "classic-3", "--set", "throw_penalty=10").stdout
    assert "* throw_penalty = 10" in text
    assert "  bombs = off" in text
    assert "hands of 39, kitty of 6, attackers take over at 120 points" in text


def test_check_names_the_file_and_the_setting(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('base = "classic-2"\nkitty = 12\n', encoding="utf-8")
    assert "fine" in run("check", str(file)).stdout
    file.write_text("bombs = 3\n", encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert f"{file}, line 1: bombs = 3: allowed: off, any_suit, suit_following" in result.stderr


def test_diff_lists_the_settings_that_differ():
    assert run("diff", "tractor", "tractor").stdout == ""
    lines = run("diff", "tractor", "site").stdout.splitlines()
    assert "level_cap: 3 | null" in lines
    assert "friend_cards: below_level | non_trump" in lines
