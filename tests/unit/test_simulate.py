import json
import random
import shlex
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import tractor_fast
from tractor_fast import Rules, load_rules, simulate
from tractor_fast._core import engine
from tractor_fast.errors import RulesError, SpecError
from tractor_fast.evaluate.simulation import FIGURES, SETUP
from tractor_fast.report.export import to_csv, to_json
from tractor_fast.report.table import to_table
from tractor_fast.sim import chunks, totals, workers

DEALS = 400
QUESTION = {"seats": "NS=random,EW=random(lead.throws=0.25)", "deals": DEALS, "seed": 7}


@pytest.fixture(scope="module")
def result():
    return simulate(**QUESTION, jobs=1, rows=True)


def outcome(simulation):
    return simulation.digest, simulation.totals


@pytest.mark.parametrize("jobs", [2, 3, 16])
def test_jobs_do_not_change_the_outcome(result, jobs):
    again = simulate(**QUESTION, jobs=jobs, rows=True)
    assert outcome(again) == outcome(result)
    assert np.array_equal(again.rows, result.rows)


@pytest.mark.parametrize(("first", "seconds"), [(1, 1e-9), (7, 1e-9), (10**6, 1)])
def test_the_size_of_chunks_does_not_change_the_outcome(result, monkeypatch, first, seconds):
    monkeypatch.setattr(chunks, "_FIRST", first)
    monkeypatch.setattr(workers.Workers, "chunk_seconds", seconds)
    assert outcome(simulate(**QUESTION, jobs=2)) == outcome(result)


def test_parts_of_a_run_add_up_to_it(result):
    cut = random.Random(1).randrange(1, DEALS)
    low = simulate(**QUESTION | {"deals": cut})
    high = simulate(**QUESTION | {"deals": DEALS - cut}, first_board=cut)
    digest = (int(low.digest, 16) + int(high.digest, 16)) % 2**128
    assert f"{digest:032x}" == result.digest
    assert totals.add_totals(low.totals, high.totals) == result.totals


def test_another_seed_or_strategy_is_another_outcome(result):
    assert simulate(**QUESTION | {"seed": 8}).digest != result.digest
    assert simulate(**QUESTION | {"seats": "random"}).digest != result.digest


def test_rows_are_in_board_order_and_agree_with_the_totals(result):
    rows, totals = result.rows, result.totals
    assert rows.dtype == engine.ROW
    assert rows["board"].tolist() == list(range(DEALS))
    points = rows["points"].astype(int)
    assert (points.sum(), (points**2).sum()) == (totals["points_sum"], totals["points_sq"])
    assert rows["levels"].sum() == totals["levels_sum"]
    assert np.bincount(rows["trump"], minlength=5).tolist() == totals["trumps"]
    assert np.bincount(rows["declarer"], minlength=8).tolist() == totals["declarer_seats"]
    assert rows["throws"].sum() == totals["throws"] > 0
    assert rows["failed"].sum() == totals["failed"] > 0
    held = (rows["team"] >> rows["holder"]) & 1
    assert held.sum() == totals["holds"]
    assert ((points < 80) == held).all()  # R30: the attackers take over from 80 points on


def test_figures_are_what_rows_say(result):
    points = result.rows["points"].astype(float)
    assert result.attackers_points.mean == pytest.approx(points.mean())
    assert result.attackers_points.sd == pytest.approx(points.std(ddof=1))
    assert result.defenders_win.rate == (points < 80).mean()
    assert result.level_change.mean == pytest.approx(result.rows["levels"].mean())
    sign = np.where(result.rows["declarer"] % 2, -1, 1)
    assert result.side_levels.mean == pytest.approx((sign * result.rows["levels"]).mean())
    for change, rate in result.level_distribution.items():
        assert rate.count == (result.rows["levels"] == change).sum()
    assert sum(rate.count for rate in result.level_distribution.values()) == DEALS
    assert sum(rate.count for rate in result.trump.values()) == DEALS
    assert sum(rate.count for rate in result.winning_bid.values()) == DEALS
    one_card = result.rows["bid_count"] == 1
    assert result.winning_bid["level_1"].count == one_card.sum()
    assert result.winning_bid["none"].count == (result.rows["bidder"] == 255).sum()
    paid = result.rows["kitty_points"].astype(int) * result.rows["kitty_factor"]
    assert result.kitty_points_won == paid.mean()
    assert result.tricks.mean == result.rows["tricks"].mean()


def test_rows_are_kept_on_request_only():
    assert simulate(seats="random", deals=3).rows is None


def test_a_result_does_not_change(result):
    with pytest.raises(FrozenInstanceError):
        result.jobs = 5


def test_the_context_is_the_one_asked_for():
    rows = simulate(seats="random", deals=50, level="K", declarer="N", rows=True).rows
    assert set(rows["level"]) == {11}
    assert set(rows["declarer"]) == {2}
    first = simulate(seats="random", deals=50, first_deal=True, rows=True).rows
    assert set(first["level"]) == {0}
    bid = first["bidder"] != 255
    assert (first["declarer"][bid] == first["bidder"][bid]).all()  # R23
    mixed = simulate(seats="random", deals=400, rows=True).rows
    assert set(mixed["level"]) == set(range(13))
    assert set(mixed["declarer"]) == set(range(4))


def test_boards_are_named_by_their_number():
    last = simulate(seats="random", deals=1, first_board=2**64 - 1, rows=True)
    assert last.rows["board"].tolist() == [2**64 - 1]


def test_no_deals_leave_every_figure_undefined():
    empty = simulate(seats="random", deals=0, rows=True)
    assert len(empty.rows) == 0
    assert empty.digest == "0" * 32
    figures = json.loads(to_json(empty))
    for name in ("rate", "low", "high"):
        assert figures["defenders_win"][name] is None
    for name in ("mean", "sd", "low", "high"):
        assert figures["attackers_points"][name] is None
    assert figures["level_distribution"] == {}
    assert figures["bids_per_deal"] is figures["deals_per_second"] is None
    assert "nan" not in (to_table(empty) + to_csv(empty)).lower()


def test_without_bids_there_are_no_bid_figures():
    figures = simulate(seats="random", deals=20, overrides=["trump=random"]).to_dict()
    assert figures["winning_bid"]["none"]["rate"] is None
    assert figures["bids_per_deal"] is figures["cards_drawn_at_bid"] is None
    assert figures["trump"]["NT"]["count"] == 0  # R21: never no trump


def test_json_holds_every_name_once_and_no_nan(result):
    figures = json.loads(to_json(result), parse_constant=pytest.fail)
    assert list(figures) == [*SETUP, *FIGURES, "plan"]
    assert figures["deals"] == DEALS
    assert figures["seed"] == 7
    assert figures["seats"]["E"] == "random(lead.throws=0.25)"
    assert figures["rules"] == {"name": "tractor", **Rules().to_dict()}
    assert len(figures["digest"]) == 32
    assert int(figures["digest"], 16) == int(result.digest, 16)
    assert figures["deals_per_second"] == pytest.approx(DEALS / figures["seconds"])
    assert set(figures["attackers_points"]) == {"mean", "sd", "low", "high"}
    low, rate, high = (figures["defenders_win"][name] for name in ("low", "rate", "high"))
    assert 0 <= low < rate < high <= 1


def test_csv_names_the_figures_of_json(result):
    lines = to_csv(result).splitlines()
    assert lines[0] == "figure,value,low,high"
    assert f"deals,{DEALS},," in lines
    rate = result.defenders_win
    assert f"defenders_win.rate,{rate.rate},{rate.low},{rate.high}" in lines
    assert f"digest,{result.digest},," in lines


def test_table_shows_the_figures(result):
    table = to_table(result)
    assert f"{100 * result.defenders_win.rate:.3f} %" in table
    assert f"{result.attackers_points.mean:.3f}" in table
    assert result.digest in table
    assert result.command in table
    assert "\x1b" not in table


@pytest.mark.parametrize(
    "question",
    [
        {"seats": "random"},
        QUESTION,
        {"rules": load_rules("tractor", ["trump=random", "level_cap=null"]), "seats": "random"},
        {"rules": {"must_defend": ["5", "T"]}, "seats": "random", "level": "any"},
        {"rules": "site", "overrides": ["level_cap=2", "small_team_bonus=false"]},
        {"seats": "random", "level": "Q", "declarer": "W", "first_board": 11},
        {"seats": "random", "first_deal": True},
    ],
)
def test_the_command_of_a_result_gives_it_again(question):
    question = {"seats": "random", "deals": 20} | question
    first = simulate(**question)
    words = shlex.split(first.command)
    assert words[:2] == ["tractor-fast", "simulate"]
    pairs = list(zip(words[2::2], words[3::2], strict=True))
    options = {name[2:].replace("-", "_"): value for name, value in pairs if name != "--set"}
    for name in ("deals", "seed", "first_board"):
        options[name] = int(options[name])
    again = simulate(**options, overrides=[value for name, value in pairs if name == "--set"])
    assert again.command == first.command
    assert outcome(again) == outcome(first)


def test_progress_counts_up_to_all_deals():
    seen = []
    simulate(seats="random", deals=1000, jobs=2, progress=seen.append)
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert (seen[-1].done, seen[-1].of, seen[-1].left) == (1000, 1000, 0)
    assert seen[-1].rate > 0


def test_an_interrupt_ends_the_run_at_once():
    def interrupt(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(seats="random", deals=10**9, jobs=2, progress=interrupt)


@pytest.mark.parametrize(
    ("question", "error", "message"),
    [
        ({"deals": -1}, SpecError, "deals = -1"),
        ({"deals": 1.5}, SpecError, "deals = 1.5"),
        ({"jobs": 0}, SpecError, "jobs = 0"),
        ({"jobs": 10**9}, SpecError, "jobs = 1000000000"),
        ({"seed": -5}, SpecError, "seed = -5"),
        ({"seats": "nobody"}, SpecError, "no strategy 'nobody'"),
        ({"rules": "tracter"}, RulesError, "did you mean tractor?"),
        ({"overrides": ["decks=7"]}, RulesError, "decks = 7"),
        ({"deals": 2**60, "rows": True}, SpecError, "do not fit into memory"),
    ],
)
def test_wrong_questions_are_refused_before_anything_is_played(question, error, message):
    with pytest.raises(error) as caught:
        simulate(**{"seats": "random", "deals": 1} | question)
    assert message in str(caught.value)


def test_public_names_are_all_there():
    assert tractor_fast.__all__ == sorted(tractor_fast.__all__)
    for name in tractor_fast.__all__:
        assert getattr(tractor_fast, name).__doc__
    assert set(tractor_fast.__all__) < set(dir(tractor_fast))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = tractor_fast.nonsense


def test_the_distribution_of_points_is_that_of_the_rows():
    result = simulate(deals=500, seed=4, rows=True)
    bins = result.rows["points"] // 5
    assert result.points_distribution == np.bincount(bins).tolist()
    assert simulate(deals=0).points_distribution == []
