"""Legal continuations counted from the deals of this folder."""

import json
from pathlib import Path

import pytest

from tractor_fast.errors import DataError, UnsupportedRulesError
from tractor_fast.evaluate.perft import perft

DEALS = Path(__file__).parent / "tractor.jsonl"

# Small enough to count in one's head.  Leads are 3h and 3h 3h.  On 3h seat 1 has two hearts, seat 2
# one and seat 3 two clubs; seat 2 wins and all play their last card.  On 3h 3h nobody has a choice,
# and the deal is over.
BY_HEAD = {
    "id": "by head",
    "kind": "perft",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "leader": 0,
    "hands": [["3h", "3h"], ["4h", "5h"], ["6h", "6c"], ["7c", "8c"]],
    "counts": [2, 3, 3, 5, 4, 4, 4, 4],
    "divide": {"3h": 4, "3h 3h": 0},
}
# A throw: seat 1 beats the 4, so it is led instead, and seat 1 plays its 5 or 9.  The throw and the
# lead of the 4 lead on to the same plays; the ace may be led too.
FAILED_THROW = BY_HEAD | {
    "id": "failed throw",
    "hands": [["4h", "Ah"], ["5h", "9h"], ["6c", "6d"], ["7c", "8c"]],
    "counts": [3, 6, 12, 24],
    "divide": {"4h": 8, "4h Ah": 8, "Ah": 8},
}


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_core_counts_what_the_reference_counted():
    results = list(perft([DEALS], "core"))
    assert len(results) == 24
    assert [result.id for result in results if not result.agrees] == []


def test_the_reference_still_counts_the_same(tmp_path):
    some = [json.loads(line) for line in DEALS.read_text().splitlines()[::6]]
    assert all(
        result.agrees for result in perft([written(tmp_path / "some.jsonl", *some)], "reference")
    )


@pytest.mark.parametrize("engine", ["core", "reference"])
@pytest.mark.parametrize("deal", [BY_HEAD, FAILED_THROW], ids=lambda deal: deal["id"])
def test_counts_made_by_head(engine, deal, tmp_path):
    (result,) = perft([written(tmp_path / "deals.jsonl", deal)], engine)
    assert (result.counted, result.divide) == (deal["counts"], {})


def test_another_count_shows_the_first_plays_it_comes_from(tmp_path):
    wrong = BY_HEAD | {"divide": {"3h": 5, "5h": 1}}
    (result,) = perft([written(tmp_path / "deals.jsonl", wrong)], "core")
    assert not result.agrees
    assert result.divide == {"3h": (5, 4), "3h 3h": (None, 0), "5h": (1, None)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "follow"}, "follow"),
        ({"leader": 4}, "leader 4"),
        ({"hands": [["3h"]]}, "hands are 1"),
        ({"counts": ["3"]}, "counts"),
        ({"counts": []}, "at least one depth"),
        ({"hands": [["3h"], ["4h"], ["5h"], []]}, "equally long"),
        ({"hands": [["3h"] * 3, ["4h"] * 3, ["5h"] * 3, ["6h"] * 3]}, "3h"),
    ],
)
def test_a_bad_deal_is_refused_with_file_and_line(change, said, tmp_path):
    file = written(tmp_path / "deals.jsonl", BY_HEAD, BY_HEAD | change)
    with pytest.raises(DataError, match=r"deals\.jsonl, line 2: ") as refusal:
        list(perft([file], "core"))
    assert said in str(refusal.value)


def test_all_files_are_read_before_anything_is_counted(tmp_path):
    results = perft([DEALS, tmp_path / "missing.jsonl"], "core")
    with pytest.raises(DataError, match=r"missing\.jsonl' cannot be read: No such file"):
        next(results)


@pytest.mark.parametrize("engine", ["core", "reference"])
def test_what_an_engine_cannot_answer_is_named_with_file_and_line(engine, tmp_path):
    named = FAILED_THROW | {
        "rules": {"failed_throw": "next_names"},
        "hands": [["4h", "7h"], *FAILED_THROW["hands"][1:]],
    }
    refused = r"deals\.jsonl, line 1: what is led hangs on the next player's choice"
    with pytest.raises(UnsupportedRulesError, match=refused):
        list(perft([written(tmp_path / "deals.jsonl", named)], engine))
