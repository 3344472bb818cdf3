import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.evaluate.bench import SCHEMA, Effort
from tractor_fast.evaluate.bench.deals import COSTLY
from tractor_fast.rules import preset_names

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    """Every row is still run, but only as often as it must."""
    monkeypatch.setattr("tractor_fast.evaluate.bench.run.QUICK", Effort(1, 0.0))


def bench(*options):
    return CliRunner().invoke(main, ["bench", "--quick", *options])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    file = tmp_path_factory.mktemp("bench") / "run.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tractor_fast.evaluate.bench.run.QUICK", Effort(1, 0.0))
        result = bench("--save", str(file), "--seed", "11")
    assert result.exit_code == 0, result.output
    return result, file


def test_the_table_has_every_preset_and_costly_setting(run):
    result, _ = run
    for words in ("whole deals", "kernels", "threads", "starting", "targets met", *preset_names()):
        assert words in result.stdout
    for change in COSTLY:
        ((name, _),) = change.items()
        assert result.stdout.count(f" {name}=") >= 2
    assert result.stdout.splitlines()[-1] == "tractor-fast bench --quick --seed 11"


def test_a_saved_run_has_the_documented_keys(run):
    _, file = run
    saved = json.loads(file.read_text())
    assert list(saved) == [
        "schema", "command", "machine", "seed", "quick", "passes", "seconds", "rows", "absent",
    ]  # fmt: skip
    assert (saved["schema"], saved["seed"], saved["quick"]) == (SCHEMA, 11, True)
    assert list(saved["machine"]) == [
        "processor", "cores", "system", "compiler", "cython", "python", "numpy", "tractor_fast",
        "kernel",
    ]  # fmt: skip
    keys = [
        "id", "section", "label", "unit", "clock", "figure", "to", "ratio", "target", "met",
    ]  # fmt: skip
    assert all(list(row) == keys for row in saved["rows"])
    by_id = {row["id"]: row for row in saved["rows"]}
    assert len(by_id) == len(saved["rows"])
    assert by_id["deals.random"]["target"] == {
        "of": "figure",
        "value": 1_200_000,
        "bound": "at_least",
    }
    assert by_id["presets.random.classic-4"]["to"] == "presets.random.tractor"


def test_a_run_can_be_put_beside_a_saved_one_and_printed_as_json(run):
    _, file = run
    result = bench("--compare", str(file), "--format", "json", "--seed", "11")
    printed = json.loads(result.stdout)
    changes = printed["comparison"]["changes"]
    assert set(changes) == {row["id"] for row in printed["rows"]}
    worse = [row for row, change in changes.items() if change["verdict"] == "worse"]
    assert result.exit_code == (1 if worse else 0)
    assert printed["comparison"]["unlike"] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--compare", "no/such.json"], "no/such.json cannot be read"),
        (["--compare", __file__], "is no saved run: no JSON"),
        (["--save", "no/such/run.json"], "no/such/run.json cannot be written"),
        (["--seed", "-1"], "seed = -1: allowed: a whole number from 0"),
        (["--against", "naiv"], "against = 'naiv': allowed: naive,"),
        (["--format", "csv"], "'csv' is not one of 'table', 'json'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exit_code_2(monkeypatch, options, words):
    monkeypatch.chdir(ROOT)
    result = bench(*options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_interrupted_run_exits_with_130(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tractor_fast.evaluate.bench.run.measure", interrupted)
    result = bench()
    assert result.exit_code == 130
    assert result.stderr == "error: interrupted\n"
