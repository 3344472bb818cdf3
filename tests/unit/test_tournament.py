"""All against all: by comparisons one by one, by least squares, and out of a file that was kept."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast import compare, load_rules, tournament
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.evaluate.pair_values import levels_of_pairs

NAMES = ["expert", "random", "normal", "normal(bid.trumps=3)"]
QUESTION = {"boards": 150, "seed": 4, "first_board": 20}


def played(names=NAMES, **more):
    return tournament(names, **(QUESTION | more))


def of_boards(a, b, **more):
    """Levels of A minus B's on each board."""
    question = QUESTION | more
    players = load_rules(question.get("rules", "tractor"), question.get("overrides", ())).players
    return levels_of_pairs(compare(a, b, rows=True, **question).rows, players)


TABLES = {"fixed": {}, "friends": {"rules": "finding-friends", "overrides": ["players=5"]}}


@pytest.mark.parametrize("table", TABLES)
def test_pairings_are_comparisons(table):
    names, more = NAMES[:3], TABLES[table]
    result = played(names, **more)
    assert [(each["a"], each["b"]) for each in result.pairings] == [*combinations(names, 2)]
    digests = 0
    for each in result.pairings:
        found = compare(each["a"], each["b"], **(QUESTION | more))
        levels = found.levels_per_deal
        assert list(each["levels_per_deal"].values()) == pytest.approx(
            [levels.mean, levels.low, levels.high]
        )
        assert each["win_rate"] == found.win_rate.to_dict()
        assert each["digest"] == found.digest
        digests += int(found.digest, 16)
        value = levels.mean + result.h * (2 * found.declares_next.mean - 1)
        assert each["value"]["mean"] == pytest.approx(value)
        assert each["value"]["low"] <= each["value"]["mean"] <= each["value"]["high"]
    assert int(result.digest, 16) == digests % 2**128
    assert result.deals == 2 * 3 * QUESTION["boards"]
    assert (result.h == 0) == (table == "friends")


@pytest.mark.parametrize("table", TABLES)
def test_ratings_are_those_of_least_squares_on_every_board(table):
    more = TABLES[table]
    result = played(**more)
    pairs = [*combinations(range(len(NAMES)), 2)]
    design = np.zeros((len(pairs) + 1, len(NAMES)))
    for row, (a, b) in enumerate(pairs):
        design[row, a], design[row, b] = 1, -1
    design[-1] = 1  # the ratings are 0 together
    gains = np.array([of_boards(NAMES[a], NAMES[b], **more) for a, b in pairs])
    of_board = np.linalg.lstsq(design, np.vstack([gains, 0 * gains[:1]]), rcond=None)[0]
    means = of_board.mean(axis=1)
    order = [int(place) for place in np.argsort(-means)]
    assert [each["strategy"] for each in result.ratings] == [NAMES[place] for place in order]
    for each, place in zip(result.ratings, order, strict=True):
        assert each["rating"]["mean"] == pytest.approx(means[place])
        error = of_board[place].std(ddof=1) / QUESTION["boards"] ** 0.5
        assert each["error"] == pytest.approx(error)
        half = oracle.t.isf(0.025 / 4, QUESTION["boards"] - 1) * error
        assert each["rating"]["high"] - each["rating"]["mean"] == pytest.approx(half)
    assert sum(each["rating"]["mean"] for each in result.ratings) == pytest.approx(0)
    assert result.best == NAMES[order[0]]
    assert result.best in result.not_told_apart
    assert result.cross_table[0][0] is None
    assert result.cross_table[0][1] == -result.cross_table[1][0]
    a, b = sorted(order[:2])
    sign = 1 if a == order[0] else -1
    assert result.cross_table[0][1] == pytest.approx(sign * gains[pairs.index((a, b))].mean())


def test_many_boards_are_cut_into_blocks_that_tell_the_same():
    """1,500 boards in 1,000 blocks, of two boards or one."""
    names = ["normal", "easy", "random"]
    result = tournament(names, boards=1500, seed=6)
    gains = {
        pair: levels_of_pairs(compare(*pair, boards=1500, seed=6, rows=True).rows, 4)
        for pair in combinations(names, 2)
    }
    of_normal = (gains["normal", "easy"] + gains["normal", "random"]) / 3
    rating = result.ratings[0]
    assert rating["strategy"] == "normal"
    assert rating["rating"]["mean"] == pytest.approx(of_normal.mean())
    assert rating["error"] == pytest.approx(of_normal.std() / 1500**0.5, rel=0.1)


@pytest.mark.parametrize("boards", [0, 1])
def test_few_boards_leave_open_what_they_leave_open(boards):
    result = played(NAMES[:3], boards=boards)
    assert all(each["rating"]["low"] is None for each in result.ratings)
    assert all(each["error"] is None for each in result.ratings)
    assert (result.best is None) == (boards == 0)
    assert len(result.not_told_apart) == 3 * boards


def figures(result):
    return result.ratings, result.pairings, result.digest, result.best, result.command


@pytest.mark.parametrize("jobs", [1, 3])
def test_figures_do_not_depend_on_threads(jobs):
    assert figures(played(NAMES[:3], jobs=jobs)) == figures(played(NAMES[:3], jobs=2))


class Gives:
    """Leads nothing from board 25 on."""

    base = "random"

    def lead(self, view):
        return [] if view.board >= 25 else view.base()


def test_a_failure_has_no_partial_result():
    with pytest.raises(StrategyError, match="board 25") as caught:
        played(["random", "normal", Gives])
    assert caught.value.result is None


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["expert"], ["two strategies or more, not 1"]),
        ([], ["two strategies or more, not 0"]),
        ("expert", ["strategies = 'expert'", "a list"]),
        (None, ["strategies = None", "a list of two or more"]),
        (np.array(2), ["strategies = array(2)", "a list of two or more"]),
        (["expert", "normal", "expert"], ["strategy expert is given twice"]),
        (["normal(bid.trumps=1.5)", "normal"], ["strategy normal is given twice"]),
        (["expert", "nobody"], ["nobody"]),
    ],
)
def test_wrong_fields_are_refused_in_one_line(names, words):
    with pytest.raises(SpecError) as caught:
        played(names)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
