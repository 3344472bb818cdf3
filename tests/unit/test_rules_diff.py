"""Two rule sets on the same boards: by deals and matches played under each alone, by scipy."""

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast import load_rules, match, rules_diff, simulate
from tractor_fast.errors import RulesError, SpecError, StrategyError
from tractor_fast.stats import paired_rates, wilson

QUESTION = {"boards": 400, "seed": 5, "first_board": 10}
TABLES = {
    "kitty": ("tractor", "tractor", ["kitty_factor=double"], True),
    "throws": ("tractor", "tractor", ["throws=false"], True),
    "bids": ("tractor", "tractor", ["reinforce=same_or_other", "trump=random"], True),
    "three decks": ("tractor", "classic-3", [], False),
    "five players": ("tractor", "finding-friends", ["players=5"], False),
}
tables = pytest.mark.parametrize("table", TABLES)


def differing(table, **more):
    a, b, overrides, _ = TABLES[table]
    return rules_diff(a, b, overrides_b=overrides, **({"matches": 20} | QUESTION | more))


def deals_of(rules, overrides=(), seats="expert"):
    """Numbers of each deal by figure, in plain words."""
    settings = load_rules(rules, overrides)
    question = {"deals" if name == "boards" else name: n for name, n in QUESTION.items()}
    rows = simulate(rules, seats, overrides=overrides, rows=True, **question).rows
    found = {name: [] for name in (
        "declarer_side_holds", "attackers_points", "level_change", "levels_moved",
        "throws_per_deal", "failed", "kitty_points", "kitty_points_paid", "kitty_decides",
    )}  # fmt: skip
    for row in rows:
        points, levels = int(row["points"]), int(row["levels"])
        paid = int(row["kitty_points"]) * int(row["kitty_factor"])
        line = 2 * 20 * settings.decks
        found["declarer_side_holds"].append(int(points < line))
        found["attackers_points"].append(points)
        found["level_change"].append(levels)
        found["levels_moved"].append(abs(levels))
        found["throws_per_deal"].append(int(row["throws"]))
        found["failed"].append(int(row["failed"]))
        found["kitty_points"].append(int(row["kitty_points"]))
        found["kitty_points_paid"].append(paid)
        found["kitty_decides"].append(int(points - paid < line <= points))
    return {name: np.array(numbers) for name, numbers in found.items()}


@tables
def test_figures_are_those_of_each_rule_set_alone(table):
    a, b, overrides, same_cards = TABLES[table]
    result = differing(table)
    assert result.same_cards == same_cards
    one, other = deals_of(a), deals_of(b, overrides)
    throws = [each["throws_per_deal"] for each in (one, other)]
    failed = result.figures["failed_throws"]
    for column, each, thrown in zip("ab", (one, other), throws, strict=True):
        count, of = int(each["failed"].sum()), int(thrown.sum())
        expected = wilson(count, of) if of else (None, None)
        assert (failed[column].low, failed[column].high) == expected
    for name, numbers in one.items():
        if name == "failed":
            continue
        figure = result.figures[name]
        difference = figure["difference"]
        deltas = other[name] - numbers
        assert difference.mean == pytest.approx(deltas.mean(), abs=1e-12)
        if name in ("declarer_side_holds", "kitty_decides"):
            assert (figure["a"].low, figure["a"].high) == wilson(int(numbers.sum()), 400)
            expected = paired_rates(int((deltas > 0).sum()), int((deltas < 0).sum()), 400)
            assert (difference.low, difference.high) == expected
            continue
        for column, each in (("a", numbers), ("b", other[name])):
            if each.std() > 0:
                expected = oracle.ttest_1samp(each, 0).confidence_interval(0.95)
                found = figure[column]
                assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
        if deltas.std() > 0:
            expected = oracle.ttest_rel(other[name], numbers).confidence_interval(0.95)
            ends = difference.low, difference.high
            assert ends == pytest.approx((expected.low, expected.high))
        else:
            assert difference.low == difference.high == deltas[0]


def test_the_kitty_factor_changes_points_by_what_is_paid_alone():
    figures = differing("kitty").figures
    points, paid = figures["attackers_points"], figures["kitty_points_paid"]
    assert points["difference"].mean < 0
    assert points["difference"].mean == pytest.approx(paid["difference"].mean)
    assert figures["kitty_points"]["difference"].high == 0
    # Far more exact than two runs laid side by side.
    width = [figures["attackers_points"][key].high - figures["attackers_points"][key].low
             for key in ("a", "difference")]  # fmt: skip
    assert width[1] < width[0] / 5


@tables
def test_matches_are_those_of_each_rule_set_alone(table):
    a, b, overrides, _ = TABLES[table]
    figures = differing(table, matches=30).figures["match_length"]
    lengths = []
    for rules, more in ((a, ()), (b, overrides)):
        rows = match("expert", "expert", rules, matches=60, seed=5, overrides=more, rows=True).rows
        assert (rows["winners"] != 0).all()
        lengths.append(rows["deals"][::2].astype(int))
    assert figures["a"].mean == pytest.approx(lengths[0].mean())
    assert figures["b"].mean == pytest.approx(lengths[1].mean())
    expected = oracle.ttest_rel(lengths[1], lengths[0]).confidence_interval(0.95)
    found = figures["difference"]
    if (lengths[1] != lengths[0]).any():
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("rules", ["tractor", "finding-friends", "bianfeng"])
def test_the_same_rules_differ_by_exactly_nothing(rules):
    result = rules_diff(rules, rules, "random(lead.throws=0.5)", matches=20, **QUESTION)
    assert result.changed == {}
    for figure in result.figures.values():
        assert figure["a"] == figure["b"]
        assert figure["difference"].to_dict() == {"mean": 0, "low": 0, "high": 0}


@pytest.mark.parametrize("kind", [list, iter])
def test_settings_and_cards_of_both_may_come_from_anything_to_be_gone_through(kind):
    more = {"overrides": ["throws=false"], "given": ["S=BJBJ"]}
    found = rules_diff(
        "tractor", "tractor", "normal", matches=0, overrides_b=kind(["kitty_factor=double"]),
        **QUESTION, **{name: kind(values) for name, values in more.items()},
    )  # fmt: skip
    assert found.changed == {"kitty_factor": {"a": "double_size", "b": "double"}}
    assert found.figures["throws_per_deal"]["a"].mean == 0
    assert found.figures["kitty_points"]["difference"].low == 0  # the same cards


def test_what_was_seen_on_no_board_may_still_happen():
    figures = differing("kitty").figures["unfinished_matches"]
    assert figures["a"].mean == figures["difference"].mean == 0
    assert figures["a"].high > 0.1
    assert figures["difference"].low < -0.1
    assert figures["difference"].high > 0.1


def test_what_differs_is_named():
    result = rules_diff(
        "tractor", "classic-2", boards=0, matches=0, overrides=["kitty_factor=double"],
        overrides_a=["level_cap=null"],
    )  # fmt: skip
    assert result.rules_a["level_cap"] is None
    assert result.rules_a["kitty_factor"] == result.rules_b["kitty_factor"] == "double"
    assert "kitty_factor" not in result.changed
    assert result.a == "tractor kitty_factor=double level_cap=null"
    assert result.deals == 0
    nothing = {"mean": None, "low": None, "high": None}
    assert result.to_dict()["figures"]["match_length"]["difference"] == nothing
    assert result.to_dict()["figures"]["declarer_side_holds"]["difference"] == nothing


@pytest.mark.parametrize("jobs", [1, 3])
def test_figures_do_not_depend_on_threads(jobs):
    one, many = differing("kitty", jobs=2), differing("kitty", jobs=jobs)
    assert (one.figures, one.digest) == (many.figures, many.digest)
    assert one.points_distribution == many.points_distribution


def test_points_are_distributed_as_in_a_run_alone():
    points = differing("kitty").points_distribution
    found = simulate("tractor", "expert", deals=400, seed=5, first_board=10).points_distribution
    assert points["a"][: len(found)] == found
    assert sum(points["b"]) == 400


class Gives:
    """Leads nothing from board 25 on."""

    base = "random"

    def lead(self, view):
        return [] if view.board >= 25 else view.base()


def test_a_failure_has_no_half_result():
    with pytest.raises(StrategyError, match="board 25") as caught:
        rules_diff("tractor", "classic-2", Gives, **QUESTION)
    assert caught.value.result is None


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({"a": "nowhere"}, RulesError, ["nowhere", "presets are"]),
        ({"b": "nowhere.toml"}, Exception, ["nowhere.toml"]),
        ({"overrides_b": ["level_cap=x"]}, RulesError, ["level_cap"]),
        ({"overrides": ["levelcap=1"]}, RulesError, ["levelcap"]),
        ({"matches": -1}, SpecError, ["matches = -1"]),
        ({"matches": 10**11}, SpecError, ["matches = 1000", "from 0 to 1000000"]),
        ({"boards": 2.5}, SpecError, ["boards = 2.5"]),
        ({"seats": "NS=expert,EW=normal"}, SpecError, ["NS=expert"]),
        ({"overrides_b": ["players=6"], "declarer": "W"}, SpecError, ["declarer = W"]),
    ],
)
def test_wrong_questions_are_refused_in_one_line(question, error, words):
    with pytest.raises(error) as caught:
        rules_diff(**({"a": "tractor", "b": "classic-2", "boards": 3} | question))
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
