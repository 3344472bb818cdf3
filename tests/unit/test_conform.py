"""Recorded cases: what is read, what is refused, and how answers are counted."""

import gzip
import json

import pytest

from tractor_fast.errors import DataError, SpecError, UnsupportedRulesError
from tractor_fast.evaluate import conform as conform_module
from tractor_fast.evaluate.cases import read_rows
from tractor_fast.evaluate.conform import conform

FOLLOW = {
    "id": "one",
    "kind": "follow",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "lead": ["8h", "8h"],
    "lead_units": [{"type": "tuple", "width": 2, "card": "8h"}],
    "hand": ["3h", "3h", "5h", "Kc"],
    "play": ["3h", "3h"],
    "legal": True,
}
WINNER = {
    "id": "two",
    "kind": "winner",
    "rules": {},
    "trump": {"suit": "h", "rank": "2"},
    "leader": 1,
    "lead_units": [{"type": "single", "card": "2d"}],
    "plays": [["2d"], ["2h"], ["2c"], ["6h"]],
    "winner": 2,
    "points": 0,
    "largest_unit": 1,
}
MOVES = {"kind": "moves", "lead": ["8h", "8h"], "hand": [], "count": 0, "moves": []}
READING = {
    "id": "three",
    "kind": "reading",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "cards": ["As", "As", "2c", "2c"],
    "reading": [{"type": "tractor", "width": 2, "members": ["As", "2h"]}],
    "longest": {"cards": 4, "type": "tractor"},
}

BIDS = {
    "id": "four",
    "kind": "bids",
    "rules": {},
    "levels": ["2", "2", "2", "2"],
    "declarer": None,
    "bidder": 0,
    "bids": [{"seat": 1, "card": "2h", "count": 1}],
    "hand": ["2d", "2d"],
    "valid": [["2d", 2]],
}


@pytest.fixture
def written(tmp_path):
    """Writes cases to a file and returns its path."""

    def write(*rows, name="cases.jsonl"):
        path = tmp_path / name
        path.write_text(
            "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
        )
        return path

    return write


def counts(result, kind):
    tally = result.tallies[kind]
    return tally.agree, tally.mismatch, tally.not_yet


def test_cases_are_counted_by_kind(written):
    result = conform([written(FOLLOW, WINNER, FOLLOW)], "reference")
    assert counts(result, "follow") == (2, 0, 0)
    assert counts(result, "winner") == (1, 0, 0)
    assert (result.total.agree, result.mismatches) == (3, [])
    assert counts(conform([written(BIDS)]), "bids") == (1, 0, 0)


def test_a_file_may_begin_with_a_byte_order_mark(written):
    file = written(FOLLOW)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert conform([file]).total.agree == 1


def test_a_file_may_be_gzipped_and_have_empty_lines(tmp_path):
    path = tmp_path / "cases.jsonl.gz"
    path.write_bytes(gzip.compress(f"\n{json.dumps(FOLLOW)}\n\n".encode()))
    assert counts(conform([path], "reference"), "follow") == (1, 0, 0)


def test_another_answer_is_a_mismatch_shown_in_full(written):
    path = written(FOLLOW, FOLLOW | {"legal": False})
    result = conform([path], "reference")
    assert counts(result, "follow") == (1, 1, 0)
    (mismatch,) = result.mismatches
    assert (mismatch.line, mismatch.question) == (2, "legal")
    assert (mismatch.expected, mismatch.answered) == (False, True)
    assert result.to_dict()["mismatches"][0]["row"] == FOLLOW | {"legal": False}


@pytest.mark.parametrize(
    ("row", "change"),
    [
        (WINNER, {"winner": 0}),
        (WINNER, {"points": 5}),
        (WINNER, {"largest_unit": 2}),
        (READING, {"longest": {"cards": 4, "type": "tuple"}, "equal_cards": True}),
        (READING, {}),
        (FOLLOW, {"play": ["3h", "5h"]}),
    ],
)
def test_every_field_of_an_answer_counts(row, change, written):
    assert conform([written(row | change)], "reference").total.mismatch == 1


def test_equal_level_cards_may_change_places_where_the_case_says_so(written):
    assert conform([written(READING | {"equal_cards": True})], "reference").total.agree == 1


def test_only_so_many_mismatches_are_kept(written):
    path = written(*[FOLLOW | {"legal": False}] * 4)
    result = conform([path], "reference", show=2)
    assert (result.total.mismatch, len(result.mismatches)) == (4, 2)


def test_a_refusal_of_the_engine_is_a_mismatch(written):
    row = READING | {"cards": ["As", "Ah"]}
    (mismatch,) = conform([written(row)], "reference").mismatches
    assert mismatch.answered.startswith("PlayError: ")


def test_notes_are_ignored(written):
    assert conform([written(FOLLOW | {"why": 5, "trick": []})], "reference").total.agree == 1


def test_what_an_engine_lacks_is_counted_and_named(written, monkeypatch):
    class Lacking:
        def is_legal_follow(self, rules, *rest):
            if rules.decks > 2:
                raise UnsupportedRulesError("no such table here", ["bombs", "decks"])

        def trick(self, *rest):
            raise UnsupportedRulesError("no tricks here")

    monkeypatch.setattr(conform_module, "engine_named", lambda name: Lacking())
    large = FOLLOW | {"rules": {"decks": 4, "bombs": "any_suit"}}
    result = conform([written(large, large, WINNER)])
    assert counts(result, "follow") == (0, 0, 2)
    assert result.missing == {
        "follow": {"bombs": 2, "decks": 2},
        "winner": {"no tricks here": 1},
    }


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("no json", "malformed"),
        ("[]", "Expected `object`"),
        ({"kind": "follow"}, "missing required field"),
        ({key: value for key, value in FOLLOW.items() if key != "hand"}, "`hand`"),
        ({key: value for key, value in FOLLOW.items() if key != "rules"}, "`rules`"),
        (FOLLOW | {"kind": "guess"}, "'guess' - at `$.kind`; kinds are follow, moves, winner, "),
        ('{"id":' + "[" * 100_000, "nested too deeply"),
        (
            json.dumps(FOLLOW)[:-1] + ', "note":' + "[" * 9999 + "]" * 9999 + "}",
            "nested too deeply",
        ),
        (FOLLOW | {"hand": ["3h", "1h"]}, "'1h' is no card"),
        (FOLLOW | {"hand": "3h"}, "$.hand"),
        (FOLLOW | {"legal": "yes"}, "$.legal"),
        (FOLLOW | {"trump": {"suit": "x", "rank": "2"}}, "$.trump.suit"),
        (FOLLOW | {"trump": {"suit": "s", "rank": "1"}}, "no rank"),
        (FOLLOW | {"lead_units": [{"type": "pair"}]}, "pair"),
        (FOLLOW | {"rules": {"folow": 1}}, "did you mean follow?"),
        (FOLLOW | {"rules": {"players": 5}}, "players = 5"),
        (FOLLOW | {"rules": []}, "object of settings"),
        (WINNER | {"leader": 4}, "leader 4 is no seat of 0 to 3"),
        (WINNER | {"plays": [["2d"]]}, "has 1 plays, not 4"),
        (WINNER | {"plays": [["2d"], ["2h", "3h"], ["2c"], ["6h"]]}, "are 1, 2, 1, 1 cards"),
        (WINNER | {"lead_units": []}, "$.lead_units"),
        (WINNER | {"plays": [["2h"], ["2d"], ["2c"], ["6h"]]}, "units of 2d are not the lead 2h"),
        (WINNER | MOVES | {"lead_units": []}, "units of  are not the lead 8h 8h"),
        (FOLLOW | {"lead_units": []}, "$.lead_units"),
        (FOLLOW | {"lead_units": [{"type": "tuple", "width": 10**9, "card": "8h"}]}, "<= 4"),
        (FOLLOW | {"lead_units": [{"type": "tractor", "width": 2, "members": []}]}, "$.lead_units"),
        (
            FOLLOW
            | {
                "rules": {"tractor_width": 3, "decks": 3},
                "lead": ["8h", "8h", "9h", "9h"],
                "lead_units": [{"type": "tractor", "width": 2, "members": ["8h", "9h"]}],
            },
            "8h 8h 9h 9h is no tractor under these rules (R7)",
        ),
        (BIDS | {"valid": [["2d", 2**31]]}, "<= 4 - at `$.valid"),
        (BIDS | {"valid": [["2d", 0]]}, ">= 1 - at `$.valid"),
        (BIDS | {"bids": [{"seat": 1, "card": "2h", "count": 5}]}, "<= 4 - at `$.bids"),
    ],
)
def test_a_bad_line_is_refused_with_file_and_number(row, said, written):
    with pytest.raises(DataError) as refusal:
        conform([written(FOLLOW, row)], "reference")
    message = str(refusal.value)
    assert "cases.jsonl, line 2: " in message
    assert said in message
    assert "\n" not in message


def test_files_that_cannot_be_read_are_named(tmp_path):
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(gzip.compress(json.dumps(FOLLOW).encode() * 50)[:60])
    plain = tmp_path / "plain.jsonl.gz"
    plain.write_text("{}")
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\n")
    for path in (broken, plain, binary, tmp_path, tmp_path / "missing.jsonl"):
        with pytest.raises(DataError, match=path.name):
            conform([path], "reference")


def test_a_line_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "latin.jsonl"
    path.write_bytes(json.dumps(FOLLOW).encode() + b"\n\xe9\n")
    with pytest.raises(DataError, match=r"latin.jsonl, line 2: is not UTF-8 text"):
        conform([path], "reference")


@pytest.mark.parametrize("rows", [[], [""], ["", "  "]])
def test_a_file_without_cases_is_no_agreement(rows, written):
    with pytest.raises(DataError, match=r"cases.jsonl: holds no cases"):
        conform([written(*rows)], "reference")


def test_how_many_are_shown_is_a_number(written):
    with pytest.raises(SpecError, match="show = -1: allowed: a whole number from 0"):
        conform([written(FOLLOW)], "reference", show=-1)


def test_an_unknown_engine_is_refused(written):
    with pytest.raises(SpecError, match="engines are core, reference"):
        conform([written(FOLLOW)], "cora")


def test_a_number_is_no_file(capfd):
    """Python's open() would take it for a file that is open already, and close it in the end."""
    with pytest.raises(TypeError, match="a file is named by a text or Path, not int"):
        list(read_rows(1))
    print("still here")
    assert capfd.readouterr().out == "still here\n"
