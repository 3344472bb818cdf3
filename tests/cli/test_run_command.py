"""``run``: a TOML file stands for the words of a command line."""

import json

import click
import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.cli.group import COMMANDS, EVALUATING
from tractor_fast.cli.run_file import RunFile


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs a file of this text."""
    monkeypatch.chdir(tmp_path)

    def run(text, *options):
        (tmp_path / "experiment.toml").write_text(text, encoding="utf-8")
        return CliRunner().invoke(main, ["run", "experiment.toml", *options])

    return run


def command(*words):
    return CliRunner().invoke(main, words)


def figures(result):
    assert (result.exit_code, result.stderr) == (0, "")
    timing = {"seconds", "deals_per_second", "jobs"}
    return {key: value for key, value in json.loads(result.stdout).items() if key not in timing}


COMPARE = """
command = "compare"
a = "expert"
b = "random(lead.throws=0.25)"
boards = 400
seed = 3
first-board = 7
level = 5
given = ["S=As", "E=BJ"]
stratify = true
control-variates = false
format = "json"

[set]
level_cap = "null"
kitty = 8
double_join = false
must_defend = ["5", "A"]
"""
WORDS = (
    "compare", "expert", "random(lead.throws=0.25)", "--boards", "400", "--seed", "3",
    "--first-board", "7", "--level", "5", "--given", "S=As", "--given", "E=BJ", "--stratify",
    "--set", "level_cap=null", "--set", "kitty=8", "--set", "double_join=false",
    "--set", "must_defend=5,A", "--format", "json",
)  # fmt: skip


def test_a_file_runs_as_the_command_that_it_stands_for(run):
    assert figures(run(COMPARE)) == figures(command(*WORDS))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'command = "tournament"\nboards = 5\nstrategies = ["normal", "random", "easy"]',
            ("tournament", "normal", "random", "easy", "--boards", "5"),
        ),
        (
            'command = "hand"\ncards = "5h5h AsKsKs"\nboards = 40\npass = "now"\nci = 0.5',
            ("hand", "5h5h AsKsKs", "--boards", "40", "--pass", "now", "--ci", "0.5"),
        ),
        (
            'command = "sweep"\nstrategy = "expert"\nby = ["role", "draw"]\nboards = 20\n'
            'param = "bid.min_trumps=8:9"',
            ("sweep", "expert", "--by", "role", "--by", "draw", "--boards", "20",
             "--param", "bid.min_trumps=8:9"),
        ),
        (
            'command = "rules-diff"\na = "tractor"\nb = "tractor"\nboards = 20\nmatches = 4\n'
            'set-b = ["kitty=12"]\nset = {level_cap = 2}',
            ("rules-diff", "tractor", "tractor", "--boards", "20", "--matches", "4",
             "--set", "level_cap=2", "--set-b", "kitty=12"),
        ),
        (
            'command = "match"\na = "normal"\nb = "easy"\nmatches = 2\nseed = 18446744073709551615',
            ("match", "normal", "easy", "--matches", "2", "--seed", "18446744073709551615"),
        ),
        (
            'command = "simulate"\ndeals = 20\nfirst-deal = true\nseats = "NS=normal,EW=easy"',
            ("simulate", "--deals", "20", "--first-deal", "--seats", "NS=normal,EW=easy"),
        ),
        (
            'command = "bid-value"\nstrategy = "expert"\nby = "trumps,level"\nboards = 100',
            ("bid-value", "expert", "--by", "trumps,level", "--boards", "100"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "file",
)  # fmt: skip
def test_arguments_and_options_of_every_command(run, text, words):
    assert figures(run(text, "--format", "json")) == figures(command(*words, "--format", "json"))


def test_options_after_the_file_replace_those_of_the_file(run):
    shown = figures(run(COMPARE, "--boards", "300", "--given", "W=SJ", "--level", "any"))
    assert (shown["boards"], shown["level"], shown["conditions"]["given"]) == (
        300,
        "any",
        {"W": "SJ"},
    )


def test_settings_after_the_file_change_single_settings(run):
    rules = figures(run(COMPARE, "--set", "kitty=12"))["rules"]
    assert (rules["kitty"], rules["level_cap"], rules["must_defend"]) == (12, None, ["5", "A"])


def test_a_path_in_a_file_starts_from_the_working_directory(run, tmp_path):
    (tmp_path / "house.toml").write_text("kitty = 12\n")
    text = 'command = "simulate"\nrules = "house.toml"\ndeals = 5\nformat = "json"'
    assert figures(run(text))["rules"]["kitty"] == 12


def test_what_follows_the_file_is_of_its_command(run):
    result = run(COMPARE, "--help")
    assert (result.exit_code, result.stdout.split()[:3]) == (0, ["Usage:", "main", "compare"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bords = 3", "line 4: compare has no 'bords'; did you mean boards?"),
        ("first_board = 3", "line 4: compare has no 'first_board'; did you mean first-board?"),
        ("deals = 3\n", "line 4: compare has no 'deals'"),
        ("[boards]\nx = 3", 'line 4: boards = {"x": 3}: allowed: a text or a number'),
        ('boards = "many"', "line 4: boards = \"many\": 'many' is not a valid integer"),
        ("boards = 1.5", "line 4: boards = 1.5: '1.5' is not a valid integer"),
        ("boards = [3]", "line 4: boards = [3]: allowed: a text or a number"),
        ("boards = true", "line 4: boards = true: allowed: a text or a number"),
        ("stratify = 1", "line 4: stratify = 1: allowed: true or false"),
        ("rules = 2026-01-01", 'line 4: rules = "2026-01-01": allowed: a text or a number'),
        ("set = {kitty = {a = 1}}", 'line 4: set.kitty = {"a": 1}: allowed: a text, number'),
        ("given = [[3]]", "line 4: given = [3]: allowed: texts and numbers in a list"),
        ('format = "xml"', "line 4: format = \"xml\": 'xml' is not one of 'table', 'json', 'csv'"),
        ("set = {kity = 3}", "there is no setting 'kity'; did you mean kitty?"),
        ("boards = = 3", "is no TOML: Invalid value (at line 4, column 10)"),
        ('a = "normal"', "is no TOML: Cannot overwrite a value (at line 4"),
        ("boards = -1", "boards = -1: allowed: a whole number from 0"),
    ],
)  # fmt: skip
def test_what_a_file_may_not_say(run, line, said):
    result = run(f'command = "compare"\na = "expert"\nb = "normal"\n{line}\n')
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr
    if "line 4" in said:
        assert result.stderr.startswith("error: experiment.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no command: allowed: simulate, compare,"),
        ('command = "compar"', 'line 1: command = "compar": allowed: simulate'),
        ('command = "compar"', "; did you mean compare?"),
        ('command = "rules"', 'line 1: command = "rules": allowed: simulate'),
        ('command = "run"', 'line 1: command = "run": allowed: simulate'),
        ("command = 3", "line 1: command = 3: allowed: simulate"),
        ('command = "compare"', "Missing argument A"),
        ('command = "match"\na = "-h"\nb = "easy"', 'a = "-h": allowed: no text that begins'),
    ],
)  # fmt: skip
def test_a_file_names_a_command_that_evaluates_and_its_arguments(run, text, said):
    result = run(text)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["expert"], "'expert': options alone may follow the file"),
        (["--boards"], "Option '--boards' requires an argument"),
        (["--boards", "x"], "'x' is not a valid integer"),
        (["--nonsense", "3"], "No such option '--nonsense'"),
    ],
)
def test_wrong_options_after_the_file(run, options, said):
    result = run(COMPARE, *options)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file"),
        (b"\xff", "is no TOML: not UTF-8 text"),
        (b"x = " + b"[" * 50_000, "nested too deeply"),
        (b"x = " + b"9" * 5000, "a number is too long"),
    ],
)
def test_a_file_that_is_none(tmp_path, content, said):
    file = tmp_path / "experiment.toml"
    if content is not None:
        file.write_bytes(content)
    result = command("run", str(file))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


@pytest.mark.parametrize("name", EVALUATING)
def test_names_in_a_file_are_those_of_the_flags(name, tmp_path):
    file = tmp_path / "experiment.toml"
    file.write_text(f'command = "{name}"\nnonsense = 1\n')
    of = main.get_command(click.Context(main), name)
    with pytest.raises(ValueError, match="has no") as refused:
        RunFile(str(file)).words(of, ())
    options = [each.opts[0] for each in of.params if isinstance(each, click.Option)]
    named = str(refused.value).partition("there are ")[2].split(", ")
    assert [f"--{each}" for each in named if f"--{each}" in options] == options


def test_a_file_can_name_what_evaluates_and_nothing_else():
    assert set(EVALUATING) < set(COMMANDS)
    assert "run" not in EVALUATING


@pytest.mark.parametrize("key", ["post-hoc", "out", "level", "given", "plot"])
def test_a_null_character_is_refused(run, key):
    result = run(f'command = "compare"\na = "easy"\nb = "easy"\n{key} = "a\\u0000b"')
    assert (result.exit_code, result.stdout) == (2, "")
    assert "without null characters" in result.stderr
    assert result.stderr.rstrip("\n").isprintable()


def test_a_file_without_end_is_refused():
    result = command("run", "/dev/zero")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error: /dev/zero: is no TOML of a run: it is longer than 1,000,000 characters\n"
    )
