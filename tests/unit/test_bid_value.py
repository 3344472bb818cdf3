"""What bids are worth: figures recomputed from the records, thresholds known beforehand."""

import csv
import io
import json
from statistics import fmean, stdev

import pytest
from scipy import stats as oracle

from tractor_fast import bid_value, load_rules
from tractor_fast._core.engine import ROLES, Run
from tractor_fast.cards import RANKS
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.evaluate.bid_table import FEWEST, MEASURES, threshold_of
from tractor_fast.report.bid_value import threshold_text, to_bid_csv, to_bid_table
from tractor_fast.report.export import to_json
from tractor_fast.sim.guard import policies_of
from tractor_fast.stats import Moments
from tractor_fast.strategies import parse_strategy

TABLES = {
    "tractor": ("tractor", [], {}),
    "first deal": ("tractor", [], {"declarer": "none", "level": "5"}),
    "friends": ("finding-friends", ["players=5"], {}),
    "three decks": ("classic-3", [], {}),
}
DECLARERS = {"any": None, "none": -1}
BOARDS = 400


def records(table, strategy):
    rules = load_rules(*TABLES[table][:2])
    context = {"level": "any", "declarer": "any"} | TABLES[table][2]
    level = None if context["level"] == "any" else RANKS.index(context["level"])
    policies = policies_of([parse_strategy(strategy)] * rules.players, None)
    run = Run(rules, policies, 9, level, DECLARERS[context["declarer"]])
    return rules, run.play_opportunities(0, BOARDS)[0]


def of_seat(rules, row, way, h):
    """Each measure of one of the two deals, for the side of the seat that may bid."""
    deal, seat = row[way], int(row["seat"])
    team = [s for s in range(rules.players) if deal["team"] >> s & 1]
    side = 1 if seat in team else -1
    levels = side * int(deal["levels"])
    ahead = (int(deal["holder"]) in team) == (seat in team)
    points = side * (2 * rules.step_per_deck * rules.decks - int(deal["points"]))
    return {
        "levels": levels,
        "win": int(ahead),
        "value": levels + (h if ahead else -h),
        "points": points,
    }


def kind(row):
    face = int(row["face"])
    return {
        "trumps": int(row["trumps"]),
        "jokers": int(row["jokers"]),
        "pairs": int(row["pairs"]),
        "draw": int(row["draw"]),
        "level": RANKS[row["bid"]["level"]],
        "bid": "no_trump" if face >= 52 else "suit",
        "count": int(row["count"]),
        "role": ROLES[row["role"]],
    }


def check_moments(found, values):
    assert found["mean"] == pytest.approx(fmean(values), abs=1e-9)
    if len(values) > 1:
        half = oracle.t.ppf(0.975, len(values) - 1) * stdev(values) / len(values) ** 0.5
        assert found["low"] == pytest.approx(fmean(values) - half, abs=1e-4 * half + 1e-6)
        assert found["high"] == pytest.approx(fmean(values) + half, abs=1e-4 * half + 1e-6)


@pytest.mark.parametrize("by", ["trumps", "role,bid,count", "level,jokers,pairs", "draw"])
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("table", TABLES)
def test_figures_are_those_of_the_records(table, measure, by):
    rules, rows = records(table, "normal")
    preset, overrides, context = TABLES[table]
    result = bid_value(
        "normal", preset, BOARDS, 9, by=by, measure=measure, overrides=overrides, **context
    )
    cells = {}
    for row in rows[rows["found"] > 0]:
        labels = kind(row)
        cells.setdefault(tuple(labels[name] for name in by.split(",")), []).append(row)
    found = {tuple(cell[name] for name in by.split(",")): cell for cell in result.cells}
    assert set(found) == set(cells)
    for labels, cell in [*found.items(), (None, result.all)]:
        own = cells[labels] if labels else rows[rows["found"] > 0]
        bids, passes = (
            [of_seat(rules, row, way, round(result.h, 6)) for row in own]
            for way in ("bid", "passed")
        )
        gains = [b[measure] - p[measure] for b, p in zip(bids, passes, strict=True)]
        levels = [b["levels"] - p["levels"] for b, p in zip(bids, passes, strict=True)]
        assert cell["boards"] == len(own)
        assert cell["itself"] == fmean(int(row["itself"]) for row in own)
        check_moments(cell["gain"], gains)
        check_moments(cell["levels"], levels)
        assert cell["if_it_bids"] == pytest.approx(fmean(b[measure] for b in bids), abs=1e-5)
        assert cell["if_it_passes"] == pytest.approx(fmean(p[measure] for p in passes), abs=1e-5)
    assert result.with_opportunity.count == (rows["found"] > 0).sum()
    assert result.opportunities == pytest.approx(rows["found"][rows["found"] > 0].mean())
    points = [of_seat(rules, row, "bid", 0)["points"] for row in rows[rows["found"] > 0]]
    within = [p for p in points if abs(p) < 405]
    counts = [sum(each) for each in zip(*result.margins.values(), strict=True)]
    assert sum(counts) == len(points)
    assert sum((5 * place - 405) * n for place, n in enumerate(counts[1:-1], 1)) == sum(within)
    assert result.declarer_known == (table != "first deal")
    assert (result.h == 0) == (table == "friends")


def moments(mean, half, n=10_000):
    """So many values of this mean whose interval has about this half width."""
    squares = n * mean**2 + (half / 1.96) ** 2 * n * n
    return Moments(n, round(mean * n * 1000), round(squares * 1000**2), 1000)


def test_thresholds_known_beforehand():
    gains = [
        (4, moments(-0.3, 0.1)),
        (5, moments(0.1, 0.05)),
        (6, moments(-0.05, 0.1)),
        (7, moments(0.02, 0.1)),
        (8, moments(0.1, 0.08)),
        (9, moments(0.3, 0.2)),
        (10, moments(-3.0, 0.1, n=FEWEST - 1)),  # not met often enough to count
    ]
    found = threshold_of(gains, {"bid": "suit"})
    assert (found.trumps, found.low, found.high) == (7, 5, 8)
    assert (found.fewest, found.most) == (4, 9)
    assert threshold_text(found) == (
        "bid suit: bidding gains from 7 trumps on (of 4 to 9); the intervals leave open 5 to 8"
    )
    assert found.to_dict() == {
        "bid": "suit", "trumps": 7, "low": 5, "high": 8, "fewest": 4, "most": 9,
    }  # fmt: skip
    sure = threshold_of([(3, moments(-1.0, 0.1)), (4, moments(1.0, 0.1))], {})
    assert (sure.trumps, sure.low, sure.high) == (4, 4, 4)
    assert threshold_text(sure) == "bidding gains from 4 trumps on (of 3 to 4)"
    never = threshold_of([(3, moments(1.0, 0.1)), (4, moments(-1.0, 0.1))], {})
    assert (never.trumps, never.low, never.high) == (None, None, None)
    assert threshold_text(never) == "bidding gains from no number of trumps on (of 3 to 4)"
    unsettled = threshold_of([(3, moments(0.1, 0.2)), (4, moments(0.1, 0.2))], {})
    assert (unsettled.trumps, unsettled.low, unsettled.high) == (3, 3, None)
    assert threshold_text(unsettled).endswith("the intervals leave open 3 and more")
    assert threshold_of([(3, moments(1.0, 0.1, n=FEWEST - 1))], {}) is None
    # Of 100,000 boards 1,000 are one in a hundred, 999 are fewer.
    many = [(3, moments(1.0, 0.1, n=98_000)), (4, moments(1.0, 0.1, n=1000))]
    found = threshold_of([*many, (5, moments(-1.0, 0.1, n=1000))], {})
    assert (found.trumps, found.most) == (None, 5)
    found = threshold_of([*many, (5, moments(-1.0, 0.1, n=999))], {})
    assert (found.trumps, found.most) == (3, 4)


@pytest.mark.parametrize("jobs", [1, 3])
def test_figures_do_not_depend_on_threads_and_chunks(jobs):
    timing = {"seconds", "deals_per_second", "jobs"}
    expected = bid_value("normal", boards=3000, seed=4, jobs=2, by=["trumps", "draw"]).to_dict()
    found = bid_value("normal", boards=3000, seed=4, jobs=jobs, by="trumps, draw").to_dict()
    assert {k: v for k, v in found.items() if k not in timing} == {
        k: v for k, v in expected.items() if k not in timing
    }


def test_passing_once_differs_from_passing_for_good():
    often, once = (
        bid_value("random", boards=300, seed=4, passing=passing) for passing in ("rest", "now")
    )
    assert often.digest != once.digest
    assert often.all["if_it_bids"] == once.all["if_it_bids"]


def test_boards_without_an_opportunity_are_counted():
    result = bid_value("normal", boards=500, overrides=["decks=1", "kitty=30"], declarer=1)
    # All four level cards lie in a kitty of 30 of the 54 cards, or the jokers alone are held.
    missing = 500 - result.with_opportunity.count
    assert 10 < missing < 100
    assert result.deals == 2 * result.with_opportunity.count
    assert result.all["boards"] == result.with_opportunity.count


def test_no_boards_have_no_figures():
    result = bid_value("normal", boards=0)
    assert result.all["gain"] == {"mean": None, "sd": None, "low": None, "high": None}
    assert (result.cells, result.thresholds, result.opportunities) == ([], [], None)
    assert "no boards" in to_bid_table(result)
    assert json.loads(to_json(result))["all"]["if_it_passes"] is None


def test_csv_has_a_line_a_cell():
    result = bid_value("normal", boards=500, by="bid,trumps")
    rows = list(csv.DictReader(io.StringIO(to_bid_csv(result))))
    assert [(row["bid"], int(row["trumps"])) for row in rows] == [
        (cell["bid"], cell["trumps"]) for cell in result.cells
    ]
    assert [float(row["gain"]) for row in rows] == [c["gain"]["mean"] for c in result.cells]
    assert sum(int(row["boards"]) for row in rows) == 500


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": "trump"}, "by = 'trump': allowed: trumps, jokers, pairs, draw, level, bid, count"),
        ({"by": "trump"}, "did you mean trumps"),
        ({"by": ""}, "by = '': allowed: trumps"),
        ({"by": []}, "by = '': allowed: trumps"),
        ({"by": [3]}, "by = 3: allowed: trumps"),
        ({"by": 3}, "by = 3: allowed: trumps"),
        ({"by": "draw,draw"}, "by = draw,draw: each may be named once"),
        (
            {"by": "trumps,jokers,pairs,draw,level"},
            "571,220 cells are more than 262,144; leave one out",
        ),
        ({"measure": "luck"}, "measure = 'luck': allowed: value, levels, points, win"),
        ({"passing": 2}, "passing = 2: allowed: rest, now"),
        ({"measure": ["value"]}, "measure = ['value']: allowed: value, levels, points, win"),
        ({"overrides": ["trump=random"]}, "trump = random: nobody bids under these rules"),
        ({"boards": -1}, "boards = -1"),
        ({"strategy": "clever"}, "clever"),
    ],
)
def test_what_is_not_allowed_is_said_in_one_line(arguments, message):
    with pytest.raises(SpecError) as refused:
        bid_value(**({"strategy": "normal"} | arguments))
    assert message in str(refused.value)


def test_a_strategy_that_passes_all_the_same_ends_the_run():
    class Silent:
        base = "normal"

        def bid(self, view):
            return view.options[0] if view.must_bid and view.board != 40 else None

    with pytest.raises(StrategyError, match="chose to pass, though its best bid is asked") as end:
        bid_value(Silent, boards=100, jobs=2)
    assert end.value.board == 40
    assert end.value.result.boards == 40
    assert end.value.result.stopped_by == "failure"
    assert end.value.result.all["boards"] == 40
