"""Pairs of deals: the loop against deals that are simulated one by one, and the figures of many."""

import json
from fractions import Fraction
from itertools import pairwise
from statistics import fmean, stdev, variance

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast import compare, load_rules, simulate
from tractor_fast._core import engine, streams
from tractor_fast.errors import SpecError
from tractor_fast.evaluate.pair_values import levels_of_pairs
from tractor_fast.report.comparison import to_comparison_table
from tractor_fast.report.export import to_csv, to_json
from tractor_fast.stats import t_quantile

A, B = "expert", "random"

TABLES = {
    "fixed": ("tractor", []),
    "fixed, bids decide": ("tractor", ["match_end=pass_top"]),
    "six in two teams": ("tractor", ["players=6", "trump=random"]),
    "three decks": ("classic-3", []),
    "kitty theft": ("tractor", ["kitty_theft=true"]),
    "friends of five": ("finding-friends", ["players=5"]),
    "friends of six": ("finding-friends", ["players=6"]),
    "named partner": ("bianfeng-partner", []),
}
tables = pytest.mark.parametrize("table", TABLES)


def asked(table, **more):
    rules, overrides = TABLES[table]
    bids_decide = {"declarer": "none"} if "bids decide" in table else {}
    return {"rules": rules, "overrides": overrides} | bids_decide | more


def seats_drawn(seed, board, players):
    """The seats of A of a board without fixed partners, as docs/streams-and-digest.md says it."""
    state = streams.key(seed, board, "context", 1)
    # As many draws as there may be, each below the largest bound: what is drawn below n is the high
    # word of a draw times n, but for the few draws that are refused.
    words = streams.draws(state, players + 1)
    draws = iter(words)
    wanted = players // 2
    if players % 2:
        wanted += next(draws) * 2 >> 64
    seats = set()
    for seat in range(players):
        if next(draws) * (players - seat) >> 64 < wanted:
            seats.add(seat)
            wanted -= 1
    return seats


def deal_of(board, seats, question, a, b, players):
    """The outcome of one board with A in ``seats`` and B in the others."""
    names = "SENW" if players == 4 else "01234567"
    seated = {names[seat]: a if seat in seats else b for seat in range(players)}
    found = simulate(seats=seated, deals=1, first_board=board, jobs=1, rows=True, **question)
    return found.rows[0]


def levels_of(row, seats, players):
    """Mean gain of A's seats minus that of B's, seat by seat (R30)."""
    up = int(row["levels"])
    gains = [
        max(up, 0) if row["team"] >> seat & 1 else max(-up, 0) for seat in range(players)
    ]  # fmt: skip
    others = set(range(players)) - seats
    return fmean(gains[s] for s in seats) - fmean(gains[s] for s in others)


@tables
def test_figures_are_those_of_deals_simulated_one_by_one(table):
    question = asked(table, seed=11)
    rules = load_rules(question["rules"], question["overrides"])
    players, first_board, boards = rules.players, 40, 25
    result = compare(A, B, boards=boards, first_board=first_board, **question)
    values = {"a": [], "b": []}  # attackers' points
    holds = {"a": [], "b": []}
    levels, next_of_a, wins = [], [], []  # next_of_a: deals, two a board
    for board in range(first_board, first_board + boards):
        seats = {s for s in range(players) if s % 2 == 0}
        if rules.partners != "fixed":
            seats = seats_drawn(11, board, players)
        pair = []
        for of_a in (seats, set(range(players)) - seats):
            row = deal_of(board, of_a, question, A, B, players)
            pair.append(levels_of(row, of_a, players))
            declarer, attacker = ("a", "b") if int(row["declarer"]) in of_a else ("b", "a")
            values[attacker].append(int(row["points"]))
            holds[declarer].append(bool(row["team"] >> row["holder"] & 1))
            next_of_a.append(int(row["holder"]) in of_a)
        levels.append(pair)
        total = sum(pair)
        wins.append(0.5 if abs(total) < 1e-9 else float(total > 0))
    means = [fmean(pair) for pair in levels]
    assert result.levels_per_deal.mean == pytest.approx(fmean(means), abs=1e-12)
    assert result.levels_per_deal.sd == pytest.approx(stdev(means))
    half = t_quantile(boards - 1) * stdev(means) / boards**0.5
    assert result.levels_per_deal.low == pytest.approx(fmean(means) - half)
    assert result.smallest_difference == pytest.approx(2.8015852 * stdev(means) / boards**0.5)
    first, exchanged = zip(*levels, strict=True)
    unpaired = (variance(first) + variance(exchanged)) / 4
    assert result.variance_ratio == pytest.approx(unpaired / variance(means))
    assert result.win_rate.count == sum(wins)
    assert result.win_rate.of == boards
    both = [sum(pair) for pair in levels]
    nexts = [sum(next_of_a[i : i + 2]) for i in range(0, 2 * boards, 2)]
    h = result.holding.h
    worth = [a + h * (n - 1) for a, n in zip(means, nexts, strict=True)]
    assert result.value.mean == pytest.approx(fmean(worth))
    assert result.value.sd == pytest.approx(stdev(worth))
    scale = (players // 2) * (players - players // 2)
    crossed = sum(change * n for change, n in zip(both, nexts, strict=True))
    assert result.totals["levels_next_sum"] == pytest.approx(scale * crossed)
    shares = [fmean(next_of_a[i : i + 2]) for i in range(0, 2 * boards, 2)]
    assert result.declares_next.mean == pytest.approx(fmean(shares))
    assert result.declares_next.sd == pytest.approx(stdev(shares))
    for side in "ab":
        assert result.points[side].n == len(values[side])
        assert result.points[side].mean == pytest.approx(fmean(values[side]))
        assert result.points[side].sd == pytest.approx(stdev(values[side]))
        assert result.hold_rate[side].count == sum(holds[side])
        assert result.hold_rate[side].of == len(holds[side])
    assert result.declares.count == len(holds["a"])


@tables
def test_rows_hold_both_outcomes_of_every_board(table):
    question = asked(table, seed=3)
    players = load_rules(question["rules"], question["overrides"]).players
    rows = compare(A, B, boards=6, first_board=2, rows=True, **question).rows
    assert rows.dtype == engine.PAIR
    for board, pair in zip(range(2, 8), rows, strict=True):
        seats = {seat for seat in range(players) if pair["seats_of_a"] >> seat & 1}
        assert len(seats) in (players // 2, players - players // 2)
        others = set(range(players)) - seats
        assert pair["first"] == deal_of(board, seats, question, A, B, players)
        assert pair["exchanged"] == deal_of(board, others, question, A, B, players)


@tables
def test_a_against_itself_is_exactly_nothing_on_every_board(table):
    result = compare(B, B, boards=300, seed=5, rows=True, **asked(table))
    assert (result.rows["first"] == result.rows["exchanged"]).all()
    assert result.levels_per_deal.to_dict() == {"mean": 0, "sd": 0, "low": 0, "high": 0}
    assert result.value.to_dict() == result.levels_per_deal.to_dict()
    assert result.sign_test == {"wins": 0, "losses": 0, "ties": 300, "p": 1}
    assert (result.win_rate.rate, result.win_rate.count, result.win_rate.of) == (0.5, 150, 300)
    assert result.win_rate.low == pytest.approx(1 - result.win_rate.high)
    assert result.variance_ratio is None
    assert result.totals["ties"] == 300
    assert result.points["a"] == result.points["b"]
    assert result.hold_rate["a"] == result.hold_rate["b"]


def test_exchanging_the_names_exchanges_the_figures():
    one, other = (compare(*pair, boards=400, seed=8) for pair in ((A, B), (B, A)))
    assert one.levels_per_deal.mean == -other.levels_per_deal.mean
    assert one.win_rate.count == 400 - other.win_rate.count
    assert one.points == dict(zip("ab", reversed(other.points.values()), strict=True))
    assert one.variance_ratio == other.variance_ratio
    assert one.digest == other.digest  # the same deals, in another order


def test_fixed_teams_sit_on_the_even_seats_first():
    assert set(compare(A, B, boards=9, rows=True).rows["seats_of_a"].tolist()) == {0b0101}
    six = compare(B, B, boards=9, overrides=["players=6"], rows=True)
    assert set(six.rows["seats_of_a"].tolist()) == {0b010101}


@pytest.mark.parametrize(("players", "sizes"), [(5, {2, 3}), (6, {3}), (7, {3, 4}), (8, {4})])
def test_without_fixed_partners_boards_draw_all_sets_of_half_the_seats(players, sizes):
    overrides = [f"players={players}"]
    rows = compare(B, B, "finding-friends", 700, 2, overrides=overrides, rows=True).rows
    drawn = [{s for s in range(players) if bits >> s & 1} for bits in rows["seats_of_a"].tolist()]
    assert {len(seats) for seats in drawn} == sizes
    for seat in range(players):
        assert 0.4 < fmean(seat in seats for seats in drawn) < 0.6
    assert drawn[:50] == [seats_drawn(2, board, players) for board in range(50)]


def test_the_better_strategy_wins():
    result = compare(A, B, boards=500, seed=2)
    assert result.levels_per_deal.low > 0.5
    assert result.win_rate.low > 0.8
    assert result.points["a"].low > result.points["b"].high
    assert result.hold_rate["a"].low > result.hold_rate["b"].high


def test_with_drawn_declarers_each_declares_once_a_board():
    result = compare(A, B, boards=50, seed=4)
    assert result.declares.to_dict()["rate"] == 0.5
    assert result.hold_rate["a"].of == result.hold_rate["b"].of == 50


def same(result):
    return {
        key: value
        for key, value in result.to_dict().items()
        if key not in ("seconds", "deals_per_second", "jobs")
    }


@tables
@pytest.mark.parametrize("jobs", [2, 7])
def test_threads_change_nothing(table, jobs):
    one, other = (compare(A, B, boards=150, seed=6, jobs=j, **asked(table)) for j in (1, jobs))
    assert same(one) == same(other)
    assert one.totals == other.totals


@tables
def test_figures_do_not_depend_on_where_a_run_begins(table):
    whole = compare(A, B, boards=60, seed=8, rows=True, **asked(table))
    parts = [
        compare(A, B, boards=n, seed=8, first_board=k, rows=True, **asked(table))
        for k, n in ((0, 13), (13, 47))
    ]
    assert (np.concatenate([part.rows for part in parts]) == whole.rows).all()
    assert sum(int(part.digest, 16) for part in parts) % 2**128 == int(whole.digest, 16)
    for name in ("first_sum", "exchanged_sq", "product_sum", "wins", "ties", "next_sq"):
        assert sum(part.totals[name] for part in parts) == whole.totals[name]


@tables
def test_kernels_play_the_same_pairs(table):
    rules = load_rules(*TABLES[table])
    seats = [("random", (0.25, 0.0)), ("random", (0.0, 0.0))] * rules.players
    played = [
        engine.Run(rules, seats[: rules.players], 11, kernel=kernel).play_pairs(4, 60)
        for kernel in engine.kernels()
    ]
    for one, other in pairwise(played):
        assert one == other


def test_no_boards():
    result = compare(A, B, boards=0)
    assert (result.deals, result.digest) == (0, "0" * 32)
    figures = result.to_dict()
    for name in ("variance_ratio", "smallest_difference", "deals_per_second"):
        assert figures[name] is None
    assert figures["levels_per_deal"] == {"mean": None, "sd": None, "low": None, "high": None}
    assert figures["win_rate"]["rate"] is None
    assert figures["points"]["a"]["mean"] is None
    assert "no boards" in to_comparison_table(result)


def test_one_board_has_a_mean_and_no_interval():
    result = compare(A, B, boards=1)
    assert result.levels_per_deal.mean is not None
    assert result.levels_per_deal.low is result.smallest_difference is None


def test_the_result_names_everything_that_it_depends_on():
    result = compare(A, "random(lead.throws=0.25)", "site", 20, 7, level="T", declarer="W")
    figures = json.loads(to_json(result), parse_constant=pytest.fail)
    assert {"a", "b", "boards", "seed", "digest", "rules", "kernel", "seconds"} <= set(figures)
    assert (figures["a"], figures["b"]) == (A, "random(lead.throws=0.25)")
    assert (figures["boards"], figures["deals"], figures["seed"]) == (20, 40, 7)
    assert (figures["level"], figures["declarer"]) == ("T", "W")
    assert figures["rules"]["name"] == "site"
    assert figures["stopped_by"] == "boards"
    assert figures["stream_version"] == engine.STREAM_VERSION
    assert set(figures["levels_per_deal"]) == {"mean", "sd", "low", "high"}
    assert set(figures["win_rate"]) == {"rate", "low", "high", "count", "of"}
    assert set(figures["points"]) == set(figures["hold_rate"]) == {"a", "b"}
    lines = [line.split(",")[0] for line in to_csv(result).splitlines()]
    assert {"levels_per_deal.mean", "win_rate.rate", "points.a.mean"} <= set(lines)


def test_the_win_rate_counts_half_ties_with_their_own_spread():
    """Of many boards: the interval is that of the mean of 1, 1/2 and 0 a board."""
    rows = compare("expert", "expert(lead.stake=6)", boards=3000, seed=1, rows=True).rows
    change = rows["first"]["levels"].astype(int) * np.where(rows["first"]["declarer"] % 2, -1, 1)
    change -= rows["exchanged"]["levels"] * np.where(rows["exchanged"]["declarer"] % 2, -1, 1)
    score = (np.sign(change) + 1) / 2
    assert 0.2 < (score == 0.5).mean() < 0.95
    found = compare("expert", "expert(lead.stake=6)", boards=3000, seed=1).win_rate
    assert found.rate == pytest.approx(score.mean())
    expected = oracle.ttest_1samp(score, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=2e-4)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"boards": -1}, ["boards = -1", "0 to"]),
        ({"boards": 2.5}, ["boards = 2.5"]),
        ({"boards": 2, "first_board": 2**64 - 1}, ["boards = 2", "0 to 1"]),
        ({"first_board": -1}, ["first_board = -1"]),
        ({"seed": 2**64}, ["seed", "18446744073709551615"]),
        ({"seed": -1}, ["seed = -1"]),
        ({"jobs": 0}, ["jobs = 0"]),
        ({"a": "expret"}, ["expret", "did you mean expert?"]),
        ({"b": None}, ["None is no strategy"]),
        ({"b": "random(lead.throws=2)"}, ["lead.throws = 2", "from 0 to 1"]),
        ({"level": "1"}, ["level = 1"]),
        ({"declarer": "X"}, ["declarer = X"]),
        ({"first_deal": True, "level": "5"}, ["first deal"]),
        ({"boards": 2**60, "rows": True}, ["rows", "fewer boards"]),
        ({"ci": 0}, ["ci = 0", "above 0"]),
        ({"ci": -1}, ["ci = -1", "above 0"]),
        ({"ci": 1e-200}, ["ci = 1e-200", "at least 1e-12"]),
        ({"ci": 9e-13, "boards": 10**6}, ["ci = 9e-13", "at least 1e-12"]),
        ({"ci": float("nan")}, ["ci = nan"]),
        ({"ci": "small"}, ["ci = 'small'", "a number"]),
        ({"sprt": "1"}, ["sprt = '1'", "low,high"]),
        ({"sprt": (0, 1, 2)}, ["sprt = (0, 1, 2)", "low,high"]),
        ({"sprt": 5}, ["sprt = 5"]),
        ({"sprt": "0.1,0"}, ["low = 0.1 must be below high = 0"]),
        ({"ci": 10**400}, ["ci = 1000", "a number"]),
        ({"sprt": "0,nan"}, ["sprt", "high = nan", "from -1e+18 to 1e+18"]),
        ({"sprt": "0,inf"}, ["high = inf", "from -1e+18 to 1e+18"]),
        ({"sprt": (-1e300, 0)}, ["low = -1e+300", "from -1e+18 to 1e+18"]),
        ({"sprt": (0, 10**400)}, ["sprt", "low,high"]),
        ({"sprt": "0,1", "alpha": 0.5}, ["alpha = 0.5", "between 0 and 0.5"]),
        ({"sprt": "0,1", "alpha": 10**400}, ["alpha = 1000", "a number"]),
        ({"sprt": "0,1", "beta": "a"}, ["beta = 'a'"]),
        ({"ci": 1, "sprt": "0,1"}, ["give one of them"]),
        ({"alpha": 0.1}, ["give sprt"]),
    ],
)
def test_wrong_questions_are_refused_in_one_line(question, words):
    with pytest.raises(SpecError) as caught:
        compare(**({"a": B, "b": B, "boards": 3} | question))
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([], TypeError),
        (np.zeros(2, engine.ROW), ValueError),
        (np.zeros(1, engine.PAIR), ValueError),
        (np.zeros(4, engine.PAIR)[::2], ValueError),
    ],
)
def test_the_kernel_fills_no_array_that_is_not_made_for_it(rows, error):
    run = engine.Run(load_rules(), [("random", (0.0, 0.0))] * 4, 1)
    with pytest.raises(error, match="rows"):
        run.play_pairs(0, 2, rows)


def test_a_run_stops_at_the_first_look_where_the_interval_is_narrow_enough():
    result = compare(A, B, boards=10_000, seed=5, ci=0.015)
    assert (result.stopped_by, result.boards) == ("ci", 5_000)
    assert result.ci["reached"] == result.levels_per_deal.half_width <= 0.015
    assert compare(A, B, boards=4_000, seed=5).levels_per_deal.half_width > 0.015
    plain = compare(A, B, boards=result.boards, seed=5)
    assert plain.digest == result.digest
    assert plain.levels_per_deal == result.levels_per_deal


def test_boards_that_run_out_say_what_they_reached():
    result = compare(A, B, boards=1_500, seed=5, ci=0.005)
    assert (result.stopped_by, result.boards) == ("boards", 1_500)
    assert result.ci["half_width"] == 0.005 < result.ci["reached"]
    assert result.ci["boards_needed"] == pytest.approx(1_500 * (result.ci["reached"] / 0.005) ** 2)
    text = to_comparison_table(result)
    assert "--ci 0.005 was not reached" in text
    assert "--boards 1500" in result.command


@pytest.mark.parametrize("strategies", [(A, B), (A, A)])
def test_a_precision_that_the_usual_boards_do_not_reach_is_refused_at_the_first_look(strategies):
    with pytest.raises(SpecError, match=r"ci = 1e-09: .* boards, more than 100,000,000; ask for"):
        compare(*strategies, ci=1e-9)


def test_strategies_that_never_differ_stop_when_differences_must_be_rare():
    result = compare(B, B, boards=10_000, ci=0.001)
    assert (result.stopped_by, result.boards) == ("ci", 3_000)  # 3 / 3,000


@pytest.mark.parametrize(("bounds", "decision"), [((1.6, 1.65), "high"), ("1.8,1.85", "low")])
def test_a_sequential_test_stops_the_run_and_says_what_it_decided(bounds, decision):
    result = compare(A, B, boards=20_000, seed=5, sprt=bounds)
    assert (result.stopped_by, result.sprt["decision"]) == ("sprt", decision)
    m, s = result.levels_per_deal.mean, result.levels_per_deal.sd
    low, high = result.sprt["low_mean"], result.sprt["high_mean"]
    ratio = result.boards * (high - low) * (2 * m - low - high) / (2 * s * s)
    assert result.sprt["llr"] == pytest.approx(ratio)
    assert (result.sprt["llr"] > 2.944) == (decision == "high")
    assert decision == "low" or "decided for 1.65 levels" in to_comparison_table(result)
    assert "--boards 20000" in result.command


def test_a_test_that_does_not_decide_plays_all_boards():
    result = compare(A, A, boards=2_500, sprt="0,0.1")
    assert (result.stopped_by, result.sprt["decision"]) == ("boards", "undecided")
    assert result.sprt["llr"] is None


def test_a_rule_stops_alike_on_any_number_of_threads():
    results = [compare(A, B, seed=2, ci=0.02, jobs=jobs) for jobs in (1, 2, 5)]
    assert len({(r.boards, r.digest, r.stopped_by) for r in results}) == 1
    assert results[0].totals == results[2].totals


@pytest.mark.parametrize("rule", [{"ci": 1e-12}, {"sprt": (-1e18, 1e18), "alpha": 5e-324}])
@pytest.mark.parametrize("b", [A, B])
def test_figures_of_the_most_extreme_rules_can_be_printed(rule, b):
    result = compare(A, b, boards=1_000, **rule)
    assert "Infinity" not in to_json(result)
    assert "inf" not in to_comparison_table(result)


@pytest.mark.parametrize("kind", [np.float32, np.int64, Fraction])
def test_numbers_of_any_kind_are_numbers(kind):
    assert compare(A, B, boards=10, ci=kind(2)).ci["half_width"] == 2.0


@tables
def test_boards_are_distributed_by_their_mean_levels(table):
    question = asked(table, seed=13)
    players = load_rules(question["rules"], question["overrides"]).players
    result = compare(A, B, boards=200, rows=True, **question)
    halves = np.floor(2 * levels_of_pairs(result.rows, players) + 1e-9) / 2
    found = result.levels_distribution
    assert list(found) == np.arange(halves.min(), halves.max() + 0.5, 0.5).tolist()
    assert {level: rate.count for level, rate in found.items() if rate.count} == dict(
        zip(*(part.tolist() for part in np.unique(halves, return_counts=True)), strict=True)
    )
    assert compare(A, B, boards=0).levels_distribution == {}


def test_the_ends_of_the_distribution_are_open():
    steep = {"overrides": ["level_cap=null", "step_per_deck=5"], "boards": 200}
    result = compare("expert", "random", rows=True, **steep)
    beyond = int((levels_of_pairs(result.rows, 4) >= 8).sum())
    assert beyond > 20
    assert max(result.levels_distribution) == 8.0
    assert result.levels_distribution[8.0].count == beyond
    other = compare("random", "expert", **steep).levels_distribution
    assert {-level: rate.count for level, rate in other.items()} == {
        level: rate.count for level, rate in result.levels_distribution.items()
    }
