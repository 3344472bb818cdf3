"""A saved comparison put to a sequential test afterwards."""

import json
from pathlib import Path

import pytest

from tractor_fast import compare, post_hoc
from tractor_fast.errors import DataError, SpecError
from tractor_fast.report.export import to_json


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "run.json"
    path.write_text(to_json(compare("expert", "random", boards=1_500, seed=9)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("sprt", "decision"), [("1.5,1.6", "high"), ((1.69, 1.7), "undecided"), ((1.9, 2.0), "low")]
)
def test_it_says_what_the_formula_says_of_all_boards(saved, sprt, decision):
    run = json.loads(saved.read_text(encoding="utf-8"))["levels_per_deal"]
    found = post_hoc(saved, sprt, alpha=0.01, beta=0.1).sprt
    low, high = found["low_mean"], found["high_mean"]
    ratio = 1_500 * (high - low) * (2 * run["mean"] - low - high) / (2 * run["sd"] ** 2)
    assert found["llr"] == pytest.approx(ratio)
    assert found["decision"] == decision
    assert (found["alpha"], found["beta"]) == (0.01, 0.1)
    assert found["llr_lower"] == pytest.approx(-2.29253, abs=1e-5)  # log(0.1 / 0.99)
    assert found["llr_upper"] == pytest.approx(4.49981, abs=1e-5)  # log(0.9 / 0.01)


def test_the_levels_are_those_saved(saved):
    found = post_hoc(saved, "0,1").to_dict()
    run = json.loads(saved.read_text(encoding="utf-8"))
    assert found["levels_per_deal"] == pytest.approx(run["levels_per_deal"])
    for name in ("a", "b", "boards", "seed", "digest", "stopped_by"):
        assert found[name] == run[name]


def test_few_boards_decide_nothing(tmp_path):
    path = tmp_path / "few.json"
    for boards in (0, 1, 900):
        path.write_text(to_json(compare("expert", "random", boards=boards)), encoding="utf-8")
        assert post_hoc(path, "0,1").sprt["decision"] == "undecided"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": 2**64 + 1}, "there are no 18446744073709551617 boards"),
        ({"boards": 1}, "1 boards with mean 1.6"),
        ({"mean": None}, "boards with mean None have no spread"),
        ({"mean": 1e19}, "<= 1e+18"),
        ({"sd": 1e300}, "<= 1e+18"),
        ({"sd": 1e-200}, "no levels have the spread 1e-200"),
        ({"sd": 5e-324}, "no levels have the spread"),
        ({"sd": -1}, ">= 0.0"),
    ],
)
def test_figures_that_no_run_has_are_refused_in_one_line(saved, tmp_path, changes, words):
    run = json.loads(saved.read_text(encoding="utf-8"))
    for name, value in changes.items():
        (run["levels_per_deal"] if name in ("mean", "sd") else run)[name] = value
    path = tmp_path / "other.json"
    path.write_text(json.dumps(run), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        post_hoc(path, "0,1")
    for word in ("other.json is not what compare --format json prints", words):
        assert word in str(caught.value)


@pytest.mark.parametrize(("mean", "sd"), [(1e18, 1e-100), (-1e18, 1e18), (0.1, 0.0), (0.1, None)])
def test_the_most_extreme_figures_can_be_printed(saved, tmp_path, mean, sd):
    run = json.loads(saved.read_text(encoding="utf-8"))
    path = tmp_path / "extreme.json"
    run |= {"boards": 2**64, "levels_per_deal": {"mean": mean, "sd": sd}}
    path.write_text(json.dumps(run), encoding="utf-8")
    assert "NaN" not in to_json(post_hoc(path, (-1e18, 1e18), 5e-324, 5e-324))


def test_a_file_without_an_end_is_refused():
    if not Path("/dev/zero").exists():
        pytest.skip("no such file here")
    with pytest.raises(DataError, match="/dev/zero is too large"):
        post_hoc("/dev/zero", "0,1")


@pytest.mark.parametrize("file", [None, 5, b"run.json", ["run.json"]])
def test_what_is_no_path_is_refused(file):
    with pytest.raises(SpecError, match=r"file = .*: allowed: the name of a file"):
        post_hoc(file, "0,1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, ["cannot be read", "No such file"]),
        ("", ["is not what compare --format json prints"]),
        ("{", ["is not what compare"]),
        ("[]", ["Expected `object`, got `array`"]),
        ("{}", ["missing required field `a`"]),
        ('{"a": "x", "b": "y", "boards": -1}', ["`int` >= 0", "$.boards"]),
        ("[" * 100_000, ["is not what compare"]),
        (b"\xff\xfe", ["not UTF-8 text"]),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path, text, words):
    path = tmp_path / "other.json"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as caught:
        post_hoc(path, "0,1")
    assert "\n" not in str(caught.value)
    for word in ["other.json", *words]:
        assert word in str(caught.value)


def test_a_test_that_is_none_is_refused(saved):
    with pytest.raises(SpecError, match="low = 1 must be below high = 0"):
        post_hoc(saved, "1,0")
