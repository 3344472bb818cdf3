"""All against all: by comparisons one by one, by least squares, and out of a file that was kept."""

import json
import os
from itertools import combinations

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast import compare, load_rules, tournament
from tractor_fast.errors import DataError, SpecError, StrategyError
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


class Stopped(Exception):
    pass


def test_a_tournament_goes_on_where_it_was(tmp_path, monkeypatch):
    file = tmp_path / "cup.json"

    def stop(done):
        if done >= 2 * QUESTION["boards"] + 1:
            raise Stopped

    with pytest.raises(Stopped):
        played(save=file, progress=stop)
    kept = json.loads(file.read_text())["pairings"]
    assert [(each["a"], each["b"]) for each in kept] == [(0, 1), (0, 2)]
    told = []
    result = played(save=file, progress=told.append)
    assert min(told) > 2 * QUESTION["boards"]
    assert max(told) == 6 * QUESTION["boards"]
    assert figures(result) == figures(played())
    assert [path.name for path in tmp_path.iterdir()] == ["cup.json"]
    from tractor_fast.evaluate import tournament as module

    monkeypatch.setattr(module, "play_pairing", None)  # nothing is left to be played
    assert figures(played(save=file)) == figures(result)
    assert played(save=file).seconds == pytest.approx(result.seconds)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seed": 5}, "seed is 4 there and 5 here"),
        ({"first_board": 21}, "first_board is 20 there and 21 here"),
        ({"boards": 60}, "boards is 50 there and 60 here"),
        ({"level": "A"}, "level is any there and A here"),
        ({"declarer": "none"}, "declarer is any there and none here"),
        ({"overrides": ["level_cap=2"]}, "level_cap is 3 there and 2 here"),
        ({"overrides": ["throws=false"]}, "throws is true there and false here"),
        ({"given": "S=BJ"}, "given is empty there and S=BJ here"),
        ({"where": "jokers(S) >= 1"}, "where is null there and jokers(S) >= 1 here"),
        ({"names": ["normal", "random"]}, "strategies is random, normal there and normal, random"),
        ({"names": ["random", "normal", "easy"]}, "strategies is random, normal there"),
        ({"names": ["random", "normal(bid.trumps=2)"]}, "normal(bid.trumps=2) here"),
    ],
)
def test_a_file_of_another_tournament_is_refused(tmp_path, more, words):
    file = tmp_path / "cup.json"
    question = {"names": ["random", "normal"], "boards": 50, "save": file}
    played(**question)
    before = file.read_text()
    with pytest.raises(DataError) as caught:
        played(**(question | more))
    assert f"{file} is of another tournament" in str(caught.value)
    assert words in str(caught.value)
    assert file.read_text() == before


@pytest.mark.parametrize("strategies", [[1, None], {"a": 1}, None, True])
def test_a_tournament_of_no_strategies_is_another(tmp_path, strategies):
    file = tmp_path / "cup.json"
    played(NAMES[:2], save=file)
    saved = json.loads(file.read_text())
    saved["tournament"]["strategies"] = strategies
    file.write_text(json.dumps(saved))
    with pytest.raises(DataError, match=r"another tournament: strategies is .* there and expert"):
        played(NAMES[:2], save=file)


def pairing_in(text):
    return json.dumps(json.loads(text)["pairings"][0])


def of_the_pairing(wins=None, ties=None, **fields):
    """A change of the only pairing: of fields, and of sums with the products that go with them."""

    def change(text):
        saved = json.loads(text)
        pairing = saved["pairings"][0]
        for column, number in ((2, wins), (3, ties)):
            if number is not None:
                pairing["sums"][column] = pairing["products"][column][column] = number
                pairing["products"][4][column] = pairing["products"][column][4] = 2 * number
        pairing.update(fields)
        return json.dumps(saved)

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda _: "",
        lambda _: "[]",
        lambda _: "{}",
        lambda _: "\xff",
        lambda _: '{"tournament": 7, "pairings": []}',
        lambda text: text[:-20],
        lambda text: text.replace('"sums": [', '"sums": [1, '),
        lambda text: text.replace('"sums": [', '"sums": ["x", '),
        lambda text: text.replace('"products": [[', '"products": [[1, '),
        lambda text: text.replace('"blocks": [', f'"blocks": [{10**30}, '),
        lambda text: text.replace('"a": 0', '"a": 1'),
        lambda text: text.replace('"digest": "', '"digest": "z'),
        lambda text: text.replace('"seconds"', '"second"'),
        lambda _: "[" * 100_000,
        lambda _: '{"tournament": ' + "[" * 100_000 + "]" * 100_000 + ', "pairings": []}',
        of_the_pairing(sums=[0] * 5),
        of_the_pairing(sums=[2**62] * 5),
        of_the_pairing(nonzero=[9] * 5),
        of_the_pairing(products=[[0] * 5] * 5),
        of_the_pairing(blocks=[7] * 5),
        of_the_pairing(wins=-1),
        of_the_pairing(wins=5, ties=5),
        of_the_pairing(digest="f" * 33),
        of_the_pairing(digest="-1"),
        of_the_pairing(seconds=-1.0),
        of_the_pairing(dealt=0),
        lambda text: text.replace('"pairings": [', f'"pairings": [{pairing_in(text)}, '),
    ],
)
def test_a_file_that_is_none_is_refused_and_left_as_it_is(tmp_path, change):
    file = tmp_path / "cup.json"
    question = {"names": ["random", "normal"], "boards": 5, "save": file}
    played(**question)
    broken = change(file.read_text())
    file.write_text(broken, encoding="latin-1")
    with pytest.raises(DataError) as caught:
        played(**question)
    assert f"{file} is no saved tournament" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert file.read_text(encoding="latin-1") == broken


def test_a_file_that_cannot_be_written_is_refused_beforehand(tmp_path):
    with pytest.raises(DataError, match=r"cup\.json cannot be written: No such file"):
        played(save=tmp_path / "nowhere" / "cup.json", boards=10**9)
    with pytest.raises(DataError, match="cannot be read: Is a directory"):
        played(save=tmp_path, boards=10**9)
    with pytest.raises(DataError, match="cannot be"):
        played(save="a\0b", boards=10**9)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/null"):
        with pytest.raises(DataError, match="cannot be read: it is something else than a file"):
            played(save=path, boards=10**9)


@pytest.mark.parametrize("path", [5, b"cup.json", ["cup.json"]])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(SpecError, match=r"save = .*: allowed: the name of a file"):
        played(save=path, boards=10**9)


def test_a_link_stays_a_link(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    link = tmp_path / "cup.json"
    link.symlink_to(folder / "other.json")
    played(NAMES[:2], save=link)
    assert link.is_symlink()
    assert len(json.loads((folder / "other.json").read_text())["pairings"]) == 1
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == ["cup.json", "other.json"]


class Gives:
    """Leads nothing from board 25 on."""

    base = "random"

    def lead(self, view):
        return [] if view.board >= 25 else view.base()


def test_a_failure_keeps_the_pairings_before_it(tmp_path):
    file = tmp_path / "cup.json"
    with pytest.raises(StrategyError, match="board 25") as caught:
        played(["random", "normal", Gives], save=file)
    assert caught.value.result is None
    assert len(json.loads(file.read_text())["pairings"]) == 1


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
