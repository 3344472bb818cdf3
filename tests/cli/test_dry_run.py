"""``--dry-run`` says what would be played, and plays nothing."""

import json

import pytest
from click.testing import CliRunner

import tractor_fast
from tractor_fast import load_rules
from tractor_fast._core import engine
from tractor_fast.cli import main
from tractor_fast.cli.group import EVALUATING
from tractor_fast.evaluate.question import read_question
from tractor_fast.sim import Part

WORDS = {
    "simulate": ("--deals", "50", "--seats", "NS=normal,EW=random(lead.throws=0.25)"),
    "compare": ("expert", "easy", "--boards", "4000", "--sprt", "0,0.1", "--set", "kitty=12"),
    "sweep": ("expert", "--param", "bid.min_trumps=8:9", "--boards", "50"),
    "tournament": ("normal", "random", "easy", "--boards", "20"),
    "rules-diff": ("tractor", "tractor", "--set-b", "kitty=12", "--boards", "20", "--matches", "2"),
    "hand": ("5h5h", "--ci", "0.5", "--boards", "2500"),
    "match": ("normal", "easy", "--matches", "4", "--first-match", "6"),
    "bid-value": ("expert", "--by", "trumps,level", "--boards", "50"),
}  # fmt: skip


@pytest.fixture
def nothing_is_played(monkeypatch):
    def fail(*_):
        raise AssertionError("it has been played")

    monkeypatch.setattr(Part, "play", fail)


def dry_run(name, *words):
    result = CliRunner().invoke(main, [name, *WORDS[name], *words, "--dry-run"])
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", EVALUATING)
def test_the_plan_asks_the_same_question(name, nothing_is_played):
    plan = dry_run(name, "--jobs", "3")
    assert plan["question"] == name
    question = read_question(name, plan["arguments"])
    assert question.arguments == plan["arguments"]
    assert plan["count_name"] in plan["arguments"]
    assert plan["first_name"] in plan["arguments"]
    versions = (plan["version"], plan["stream_version"], plan["kernel"], plan["jobs"])
    assert versions == (tractor_fast.__version__, engine.STREAM_VERSION, engine.KERNEL, 3)


def test_rules_have_every_setting_and_strategies_their_parameters(nothing_is_played):
    plan = dry_run("compare")
    rules = load_rules("tractor", ["kitty=12"])
    assert plan["arguments"]["rules"] == {"name": "tractor", **rules.to_dict()}
    assert plan["arguments"]["b"] == "easy"
    seats = dry_run("simulate")["arguments"]["seats"]
    assert seats == "NS=normal,EW=random(lead.throws=0.25)"


def test_who_plays_is_resolved(nothing_is_played):
    assert dry_run("compare")["executor"] == "threads"
    assert dry_run("compare", "--executor", "processes")["executor"] == "processes"
    assert dry_run("compare", "--scheduler", "tcp://here:8786")["executor"] == "dask"
    mine = ("--seats", "tractor_fast.strategies.example:Example", "--deals", "100000")
    assert dry_run("simulate", *mine, "--jobs", "2")["executor"] == "processes"
    assert dry_run("simulate", *mine, "--jobs", "1")["executor"] == "threads"


def test_the_file_of_the_run_is_looked_at(tmp_path):
    file = tmp_path / "run.db"
    assert dry_run("simulate")["store"] is None
    assert dry_run("simulate", "--out", str(file))["store"] == {"file": str(file), "done": 0}
    assert not file.exists()
    CliRunner().invoke(main, ["simulate", *WORDS["simulate"], "--out", str(file)])
    longer = dry_run("simulate", "--deals", "90", "--out", str(file))
    assert longer["store"] == {"file": str(file), "done": 50}
    words = [*WORDS["simulate"], "--seed", "1", "--out", str(file), "--dry-run"]
    other = CliRunner().invoke(main, ["simulate", *words])
    assert (other.exit_code, other.stdout) == (2, "")
    assert "is of another run: seed is 0 there and 1 here" in other.stderr


def test_looks_are_shown_where_a_rule_may_stop_the_run(nothing_is_played):
    assert dry_run("compare")["looks"] == [1000, 2000, 3000]
    assert dry_run("hand")["looks"] == [1000, 2000]
    assert dry_run("simulate")["looks"] is None


def test_a_run_in_a_file_has_it_too(tmp_path, nothing_is_played):
    file = tmp_path / "experiment.toml"
    file.write_text(
        'command = "compare"\na = "expert"\nb = "easy"\nsprt = "0,0.1"\nset = {kitty = 12}'
    )
    result = CliRunner().invoke(main, ["run", str(file), "--boards", "4000", "--dry-run"])
    assert json.loads(result.stdout) == dry_run("compare")
