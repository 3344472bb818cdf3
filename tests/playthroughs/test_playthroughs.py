"""A whole deal of every preset, as `tractor-fast replay` prints it, replayed line by line.

scripts/make_playthroughs has written the texts.
"""

import random
import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.errors import DataError
from tractor_fast.evaluate.deal_lines import OUTCOME as OUTCOME_FIELDS
from tractor_fast.evaluate.deal_text import parse, to_text
from tractor_fast.evaluate.replay import replay_text
from tractor_fast.rules import load_rules, preset_names

FOLDER = Path(__file__).parent
SCRIPT = FOLDER.parents[1] / "scripts" / "make_playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
WANTED = runpy.run_path(str(SCRIPT))["PLAYTHROUGHS"]
TABLES = {f"finding-friends-{players}": players for players in (5, 6, 7, 8)}

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def command_of(text):
    """Words of the command that prints a text: its first line."""
    return shlex.split(text.splitlines()[0].removeprefix("# tractor-fast "))


def rules_named(text):
    words = command_of(text)
    return words[words.index("--rules") + 1]


def first_difference(one, other):
    """Number and texts of the first line in which two texts differ."""
    pairs = enumerate(zip(one.splitlines(), other.splitlines(), strict=False), start=1)
    return next(((n, *pair) for n, pair in pairs if pair[0] != pair[1]), None)


def test_every_preset_has_a_playthrough():
    names = {file.stem: rules_named(file.read_text("utf-8")) for file in FILES}
    assert [name for name in preset_names() if name not in names.values()] == []
    assert set(names) == set(WANTED)
    assert all(names[name] == wanted.rules for name, wanted in WANTED.items())


@pytest.mark.parametrize("name", TABLES)
def test_finding_friends_has_a_playthrough_for_every_table(name):
    record = parse((FOLDER / f"{name}.txt").read_text("utf-8")).record
    assert len(record["hands"]) == TABLES[name]
    assert load_rules(record["rules"]) == load_rules("finding-friends", {"players": TABLES[name]})


@each_file
def test_the_oracle_agrees_with_every_line(file):
    text = file.read_text("utf-8")
    record, differences = replay_text(text)
    assert differences == []
    assert f"{text.splitlines()[0]}\n{to_text(record)}" == text


@each_file
def test_the_core_prints_the_same_for_that_board(file):
    text = file.read_text("utf-8")
    printed = CliRunner().invoke(main, command_of(text))
    assert printed.exit_code == 0, printed.output
    assert first_difference(text, printed.stdout) is None
    assert printed.stdout == text


@each_file
def test_it_shows_what_it_was_chosen_for(file):
    text = file.read_text("utf-8")
    assert [p for p in WANTED[file.stem].shows if not re.search(p, text, re.M)] == []


def test_the_documents_show_lines_of_playthroughs():
    page = (FOLDER.parents[1] / "docs" / "deal-text.md").read_text("utf-8")
    shown = re.findall(r"^trick \d+: .*", page, re.M)
    there = {line for file in FILES for line in file.read_text("utf-8").splitlines()}
    assert len(shown) >= 3
    assert set(shown) <= there


# ---- a line that was changed -------------------------------------------------------------------

CHOICES = ("pass", "bid", "bury", "name", "trick")
"""Lines of choices: a change may make another choice that the rules allow as well."""

OUTCOME = ("trump", "declarer:", "buried", *OUTCOME_FIELDS)


def complaints(text):
    """Numbers of the lines that a text's reader or the oracle complains about."""
    try:
        found = replay_text(text)[1]
    except DataError as refused:
        found = [str(refused)]
    return [int(re.match(r"line (\d+): ", complaint)[1]) for complaint in found]


def mutations(line):
    """The line with one number, card or seat changed, each in turn."""
    key, _, said = line.partition(":")
    for match in re.finditer(r"\b(\d+|[2-9TJQKA][cdhs]|[SB]J|[SENW]|none|\dNT)\b", said):
        old = match[0]
        if re.fullmatch(r"\d+", old):
            new = str(int(old) + 1)
        elif len(old) == 2:
            new = "3d" if old != "3d" else "4s"
        else:
            new = "E" if old != "E" else "W"
        yield f"{key}:{said[: match.start()]}{new}{said[match.end() :]}"


def damages(file, beginnings, most):
    """Numbers of some lines that begin so, and the text with one of their words changed."""
    rng = random.Random(file.stem)
    lines = file.read_text("utf-8").splitlines()
    possible = [
        (n, list(mutations(line))) for n, line in enumerate(lines) if line.startswith(beginnings)
    ]
    possible = [(n, options) for n, options in possible if options]
    for n, options in rng.sample(possible, min(most, len(possible))):
        damaged = [*lines[:n], rng.choice(options), *lines[n + 1 :]]
        yield n + 1, "\n".join(damaged) + "\n"


@each_file
def test_the_oracle_names_every_line_that_says_what_came_of_the_choices(file):
    for number, damaged in damages(file, OUTCOME, most=100):
        assert number in complaints(damaged), damaged.splitlines()[number - 1]


@each_file
def test_the_oracle_finds_another_choice_where_it_or_what_follows_from_it_is_wrong(file):
    for number, damaged in damages(file, CHOICES, most=12):
        found = complaints(damaged)
        line = damaged.splitlines()[number - 1]
        # Another name can come to the same in the end: only the core's print tells.
        assert found or line.startswith("name"), line
        assert all(complaint >= number for complaint in found), (line, found)


@each_file
def test_any_changed_line_differs_from_the_print_of_the_core(file):
    printed = CliRunner().invoke(main, command_of(file.read_text("utf-8"))).stdout
    for number, damaged in damages(file, ("",), most=20):
        if number > 1:
            assert first_difference(damaged, printed)[0] == number


@each_file
def test_a_changed_command_prints_something_else(file):
    text = file.read_text("utf-8")
    words = command_of(text)
    words[1] = str(int(words[1]) + 1)
    assert CliRunner().invoke(main, words).stdout != text
