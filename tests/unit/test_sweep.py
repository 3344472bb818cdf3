"""A parameter over values on the same boards: by comparisons one by one, and by scipy."""

from statistics import fmean
from time import sleep

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast import compare, load_rules, sweep
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.report.sweep import to_sweep_csv

VALUES = [3.0, 7.0, 12.0]
QUESTION = {"seed": 5, "first_board": 30, "level": "any", "declarer": "none"}


def swept(boards=60, strategy="expert", params="bid.min_trumps=3,7,12", **more):
    return sweep(strategy, params, boards=boards, **(QUESTION | more))


def deals_of(value, boards, against="expert", **more):
    """Rows of one comparison as plain dicts, deal by deal: (board, seats of A, row)."""
    rules = load_rules(more.get("rules", "tractor"), more.get("overrides", ()))
    everybody = set(range(rules.players))
    found = compare(
        f"expert(bid.min_trumps={value})", against, boards=boards, rows=True, **(QUESTION | more)
    )
    for board, pair in enumerate(found.rows):
        first = {seat for seat in everybody if pair["seats_of_a"] >> seat & 1}
        yield board, first, pair["first"]
        yield board, everybody - first, pair["exchanged"]


def levels_of(row, seats, players):
    up, team = int(row["levels"]), int(row["team"])
    gain = [max(up, 0) if team >> s & 1 else max(-up, 0) for s in range(players)]
    return fmean(gain[s] for s in seats) - fmean(gain[s] for s in range(players) if s not in seats)


def measures_of(value, boards, h, **more):
    """For each measure the numbers of all deals: [(board, number, row, seats of A)]."""
    rules = load_rules(more.get("rules", "tractor"), more.get("overrides", ()))
    found = {"value": [], "levels_per_deal": [], "points": []}
    for board, seats, row in deals_of(value, boards, **more):
        levels = levels_of(row, seats, rules.players)
        holds = 1 if int(row["holder"]) in seats else -1
        points = int(row["points"]) * (-1 if int(row["declarer"]) in seats else 1)
        for name, number in (
            ("value", levels + h * holds), ("levels_per_deal", levels), ("points", points)
        ):  # fmt: skip
            found[name].append((board, number, row, seats))
    return found


def of_boards(deals, boards):
    """Mean of each board's two deals."""
    sums = [0.0] * boards
    for board, number, *_ in deals:
        sums[board] += number / 2
    return sums


TABLES = {
    "fixed": {},
    "declarer known": {"declarer": "any"},
    "friends of five": {"rules": "finding-friends", "overrides": ["players=5"], "declarer": "any"},
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("measure", ["value", "levels", "points"])
def test_figures_are_those_of_comparisons_one_by_one(table, measure):
    boards, more = 60, TABLES[table]
    result = swept(boards, measure=measure, **more)
    if "friends" in table:
        assert result.h == 0
    else:
        assert 0.1 < result.h < 1
    of_values = [measures_of(value, boards, result.h, **more) for value in VALUES]
    assert [entry["params"]["bid.min_trumps"] for entry in result.values] == VALUES
    shown = {"value", "levels_per_deal"} | ({"points"} if measure == "points" else set())
    for entry, numbers in zip(result.values, of_values, strict=True):
        assert set(entry) == {"params", "deals"} | shown
        assert entry["deals"] == 2 * boards
        for name in shown:
            means = of_boards(numbers[name], boards)
            assert entry[name]["mean"] == pytest.approx(fmean(means), abs=1e-12)
            if np.std(means) > 0:
                # Bonferroni's interval of one of three.
                expected = oracle.ttest_1samp(means, 0).confidence_interval(1 - 0.05 / 3)
                ends = entry[name]["low"], entry[name]["high"]
                assert ends == pytest.approx((expected.low, expected.high))
    name = result.figure
    means = [of_boards(numbers[name], boards) for numbers in of_values]
    assert result.best == {"bid.min_trumps": VALUES[int(np.argmax([fmean(m) for m in means]))]}
    may_be = [
        {"bid.min_trumps": value}
        for value, mine in zip(VALUES, means, strict=True)
        if not any(
            oracle.ttest_rel(other, mine, alternative="greater").pvalue < 0.05 / 2
            for other in means
            if other is not mine
        )
    ]
    assert result.not_told_apart == may_be


def test_wins_are_those_of_comparisons():
    result = swept(200, measure="win", by="level")
    for value, entry in zip(VALUES, result.values, strict=True):
        found = compare(f"expert(bid.min_trumps={value})", "expert", boards=200, **QUESTION)
        assert entry["win_rate"]["mean"] == found.win_rate.rate
    assert result.values[1]["win_rate"] == {"mean": 0.5, "low": 0.5, "high": 0.5}


def test_the_baseline_itself_comes_to_exactly_nothing():
    result = swept(300, measure="points", by=["level", "draw", "role"])
    nothing = {"mean": 0, "low": 0, "high": 0}
    for name in ("value", "levels_per_deal", "points"):
        assert result.values[1][name] == nothing
    assert all(
        kind["values"][1]["value"]["mean"] == 0
        for kind in result.by["level"].values()
    )  # fmt: skip


def kinds_of(split, row, seats):
    if split == "level":
        return "23456789TJQKA"[row["level"]]
    if split == "draw":
        return str(row["draw_index"]) if row["bid_count"] else "nobody bids"
    return f"A {'declares' if int(row['declarer']) in seats else 'attacks'}, by bids"


@pytest.mark.parametrize("split", ["level", "draw", "role"])
def test_kinds_of_deals_are_told_apart(split):
    boards = 80
    result = swept(boards, by=split)
    seen = set()
    for arm, value in enumerate(VALUES):
        by_kind = {}
        for board, number, row, seats in measures_of(value, boards, result.h)["value"]:
            by_kind.setdefault(kinds_of(split, row, seats), []).append((board, number))
        seen |= set(by_kind)
        for kind, table in result.by[split].items():
            entry, deals = table["values"][arm], by_kind.get(kind, [])
            assert entry["deals"] == len(deals)
            if not deals:
                assert entry["value"] == {"mean": None, "low": None, "high": None}
                continue
            mean = fmean(number for _, number in deals)
            assert entry["value"]["mean"] == pytest.approx(mean, abs=1e-12)
            of = {}
            for board, number in deals:
                of.setdefault(board, []).append(number - mean)
            if len(of) < 2:
                assert entry["value"]["low"] is None
                continue
            error = sum(sum(each) ** 2 for each in of.values()) ** 0.5 / len(deals)
            error *= (len(of) / (len(of) - 1)) ** 0.5
            arms = sum(bool(each["deals"]) for each in table["values"])
            half = oracle.t.isf(0.025 / arms, len(of) - 1) * error
            assert entry["value"]["high"] - mean == pytest.approx(half, abs=1e-9)
    assert set(result.by[split]) == seen


def test_a_kind_has_its_own_best():
    result = swept(300, by="level", declarer="any")
    tables = result.by["level"]
    assert sum(table["values"][0]["deals"] for table in tables.values()) == 600
    for table in tables.values():
        means = [entry["value"]["mean"] for entry in table["values"]]
        assert table["best"] == {"bid.min_trumps": VALUES[int(np.argmax(means))]}
        assert table["best"] in table["not_told_apart"]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_figures_do_not_depend_on_threads(jobs):
    one = swept(700, by="role", jobs=1)
    many = swept(700, by="role", jobs=jobs)
    assert (many.values, many.by, many.digest) == (one.values, one.by, one.digest)


def test_the_digest_is_the_sum_of_those_of_comparisons():
    digests = [
        int(compare(f"expert(bid.min_trumps={v})", "expert", boards=60, **QUESTION).digest, 16)
        for v in VALUES
    ]
    assert int(swept().digest, 16) == sum(digests) % 2**128


def test_a_grid_has_all_combinations():
    result = swept(10, params={"bid.min_trumps": "7:8", "bid.pair": [0, 0.5]})
    assert [list(entry["params"].values()) for entry in result.values] == [
        [7, 0], [7, 0.5], [8, 0], [8, 0.5],
    ]  # fmt: skip
    assert result.deals == 2 * 10 * 4
    assert result.values[1]["value"]["mean"] == 0
    lines = to_sweep_csv(result).splitlines()
    assert lines[0].startswith("split,kind,bid.min_trumps,bid.pair,deals,value,value.low")
    assert len(lines) == 5


def test_many_values_are_counted_as_few_are():
    params = {"bid.early": [round(0.005 * n, 3) for n in range(121)]}
    result = swept(40, params=params)
    one = swept(40, params="bid.early=0.5")
    place = params["bid.early"].index(0.5)
    assert result.values[place]["value"]["mean"] == one.values[0]["value"]["mean"]


def test_no_boards_have_no_figures():
    result = swept(0)
    assert result.best is None
    assert result.not_told_apart == []
    assert result.values[0]["value"] == {"mean": None, "low": None, "high": None}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"measure": "levls"}, ["measure = 'levls'", "value, levels, points, win", "levels?"]),
        ({"measure": ["value"]}, ["measure = ['value']", "value, levels, points, win"]),
        ({"measure": np.zeros(2)}, ["measure = array"]),
        ({"by": "seat"}, ["by = 'seat'", "level, draw, role"]),
        ({"by": "lvel"}, ["by = 'lvel'", "did you mean level?"]),
        ({"by": "level,level"}, ["by = level,level: each may be named once"]),
        ({"by": [7]}, ["by = 7"]),
        ({"by": [None]}, ["by = None"]),
        ({"by": 7}, ["by = 7", "a list of level, draw, role"]),
        ({"by": None}, ["by = None", "a list of level, draw, role"]),
        ({"by": np.array(3)}, ["by = array(3)", "a list of level, draw, role"]),
        ({"by": "draw", "measure": "win"}, ["by = draw with measure = win"]),
        ({"params": "bid.early=0:1:0.0001"}, ["too many values", "up to 1,000"]),
        ({"params": "bid.early=0:0.9:0.001", "by": "draw"}, ["901", "allowed by draw: up to"]),
        ({"params": "bid.min_trump=5:6"}, ["did you mean bid.min_trumps?"]),
        ({"strategy": "expret"}, ["expret", "did you mean expert?"]),
        ({"against": "nobody"}, ["nobody"]),
        ({"boards": -1}, ["boards = -1"]),
        ({"level": "1"}, ["level = 1"]),
    ],
)
def test_wrong_questions_are_refused_in_one_line(question, words):
    with pytest.raises(SpecError) as caught:
        swept(**question)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


class Careless:
    """Plays as normal does, but leads nothing from board 7 on."""

    def lead(self, view):
        return [] if view.board >= 7 else view.base()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_leaves_the_boards_before_it(jobs):
    with pytest.raises(StrategyError, match="board 7") as caught:
        sweep("normal", "bid.trumps=1,2", against=Careless, boards=20, jobs=jobs)
    kept = caught.value.result
    before = sweep("normal", "bid.trumps=1,2", against=Careless, boards=7)
    assert (kept.boards, kept.stopped_by) == (7, "failure")
    assert (kept.values, kept.digest) == (before.values, before.digest)
    assert kept.holding.strategy == "normal"


class Sleeps:
    """Plays as normal does, but thinks for ever from board 7 on."""

    def lead(self, view):
        if view.board >= 7:
            sleep(60)
        return view.base()


def test_a_decision_that_takes_too_long_ends_the_sweep():
    with pytest.raises(StrategyError, match=r"board 7.*longer than 0\.2 s") as caught:
        sweep("normal", "bid.trumps=1,2", against=Sleeps, boards=20, decision_timeout=0.2)
    assert caught.value.result.boards == 7
