"""The text of a deal: complete, read back, and damage found on its line."""

import random

import pytest

from tractor_fast.errors import DataError
from tractor_fast.evaluate.deal_text import parse, to_text
from tractor_fast.evaluate.one_board import play_one
from tractor_fast.evaluate.replay import replay_text

RECORD = play_one(29, seats="random(lead.throws=0.25)", level="4", declarer="S").record
TEXT = to_text(RECORD)
LINES = TEXT.splitlines()


def refusal(text):
    with pytest.raises(DataError) as refused:
        parse(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def complaints(text):
    """What is wrong with a text, to its reader or to the oracle."""
    try:
        return replay_text(text)[1]
    except DataError as refused:
        return [str(refused)]


def line_of(beginning):
    """Number of the first line that begins so."""
    return next(n for n, line in enumerate(LINES, start=1) if line.startswith(beginning))


def changed(beginning, to):
    """The text with the first line that begins so replaced."""
    number = line_of(beginning)
    return "\n".join([*LINES[: number - 1], to, *LINES[number:]]), number


@pytest.mark.parametrize("board", range(12))
def test_the_text_is_the_whole_record(board):
    record = play_one(board, seats="random(lead.throws=0.25)", declarer="none").record
    assert parse(to_text(record)).record == record


def test_lines_are_known_by_what_they_hold():
    lines = parse(f"# a comment\n\n{TEXT}").lines
    assert lines["format"] == 3
    assert lines["hand 0"] == 2 + line_of("hand S")
    assert lines["choice 0"] == 2 + line_of("bid")
    assert lines["trick 1"] == 2 + line_of("trick 1:")
    assert lines["points"] == 2 + line_of("points")


def entries(*choices):
    """A text and the record it is of: the deal with other choices before its tricks."""
    record = RECORD | {"choices": [*choices, *(c for c in RECORD["choices"] if "drawn" not in c)]}
    return to_text(record), record


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (
            {"seat": 1, "drawn": 9, "open": 2, "bid": ["4h", 2]},
            "bid: E 2 4h, 9 drawn, 2 open",
        ),
        ({"seat": 1, "drawn": 9, "open": 2, "bid": None}, "pass: E 9/2"),
        ({"seat": 2, "trump": "h"}, "name: N trump h"),
        ({"seat": 0, "partner": "SJ"}, "name: S partner SJ"),
        (
            {"seat": 0, "friends": [["Ah", 1], ["Kd", 2]]},
            "name: S friends Ah 1, Kd 2",
        ),
    ],
)
def test_each_choice_before_the_tricks_has_its_line(entry, line):
    text, record = entries(entry)
    assert line in text.splitlines()
    assert parse(text).record == record


def test_passes_in_a_row_share_lines():
    passes = [{"seat": n % 4, "drawn": n, "open": 1, "bid": None} for n in range(12)]
    text, record = entries(*passes)
    lines = [line for line in text.splitlines() if line.startswith("pass")]
    assert [line.count("/") for line in lines] == [10, 2]
    assert parse(text).record == record


def test_the_unit_of_a_failed_throw_can_be_named():
    record = play_one(29, seats="random(lead.throws=0.25)", level="4", declarer="S").record
    at, lead = next((at, c) for at, c in enumerate(record["choices"]) if "lead" in c)
    assert "failed_throw" in record["tricks"][0]
    record["choices"].insert(at + 1, {"seat": (lead["seat"] + 1) % 4, "unit": 1})
    record["tricks"][0]["joined"] = [1, 3]
    text = to_text(record)
    assert "fails, E names unit 2, S 3c" in text
    assert ", E joins, W joins\n" in text
    assert parse(text).record == record


@pytest.mark.parametrize(
    ("beginning", "to", "said"),
    [
        ("format", "format: 2", "format 2; this version reads format 3"),
        ("rules", "rules: site", "rules are tractor and what differs, setting=value, not 'site'"),
        ("rules", "rules: tractor kity=6", "there is no setting 'kity'; did you mean kitty?"),
        ("rules", "rules: tractor kitty=-1", "kitty = -1: allowed: "),
        ("board", "bord: 29", "'bord: 29'; expected here: board: ..."),
        ("board", "board: 2.5", "'2.5' is not of the form: a whole number"),
        ("level", "level: 1", "'1' is no rank; ranks are 2 3 4"),
        ("first_drawer", "first_drawer: X", "'X' is no seat; seats are S E N W"),
        ("hand S", "hand S: 3x", "'3x' is no card"),
        ("hand S", "hand E: 3c", "'hand E: 3c'; expected here: hand S: ..."),
        ("bid", "bid: W 1 4s", "'W 1 4s' is not of the form: SEAT COUNT CARD, N drawn, N open"),
        ("pass", "pass: E 9", "'E 9' is not of the form: SEAT DRAWN/OPEN"),
        ("bury", "name: S enemy Ah", "'S enemy Ah' is not of the form: SEAT trump SUIT, or"),
        ("bury", "name: S trump x", "'x' is not of the form: a suit of cdhs"),
        ("trump", "trump: 5c", "'5c' is not of the form: 4 and a suit, or 4NT"),
        ("trick 3", "trick 4: N 5d", "'trick 4: N 5d'; expected here: trick 3: ..."),
        (
            "trick 8",
            "trick 8: E Th, W Ah, N 3h, S 2h; N wins 10",
            "the plays are by E N W S, in this order",
        ),
        (
            "trick 8",
            "trick 8: E Th, N Ah, W 3h; N wins 10",
            "the plays are by E N W S, in this order",
        ),
        ("trick 8", "trick 8: E Th fails; N wins 10", "the plays are by E N W S, in this order"),
        ("trick 8", "trick 8:", "'' is no seat"),
        ("trick 8", "trick 8: E Th, N Ah, W 3h, S 2h", "'' is not of the form: ...; SEAT wins"),
        ("trick 8", "trick 8: E Th, N Ah, W 3h, S 2h; N wins 10, E", "form: SEAT joins"),
        ("team", "team: S X", "'X' is no seat"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(beginning, to, said):
    text, number = changed(beginning, to)
    assert refusal(text).startswith(f"line {number}: ")
    assert said in refusal(text)


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_line_that_is_missing_or_twice_is_found(number):
    missing = "\n".join(LINES[: number - 1] + LINES[number:])
    double = "\n".join([*LINES[:number], *LINES[number - 1 :]])
    for text in (missing, double):
        assert complaints(text)


def test_nothing_may_follow_the_end():
    assert (
        refusal(f"{TEXT}points: 3\n")
        == f"line {len(LINES) + 1}: the deal is complete before this line"
    )
    assert refusal("") == "line 1: the end; expected here: format: ..."
    assert refusal(None) == "a deal is read from text, not from None"


def test_any_damage_is_a_line_of_text():
    rng = random.Random(5)
    for _ in range(300):
        at, size = rng.randrange(len(TEXT)), rng.choice((0, 1, 1, 3, 30))
        text = (
            TEXT[:at] + rng.choice(("", "x", "9", ":", "\n", "\0", "é", "Ah")) + TEXT[at + size :]
        )
        for complaint in complaints(text):
            assert complaint.startswith("line ")
            assert "\n" not in complaint


@pytest.mark.parametrize(
    ("beginning", "to", "said"),
    [
        ("hand S", LINES[7].replace("Jc", "Qc", 1), "hand 0: Qc is dealt 3 times, not 2"),
        ("kitty", "kitty: 2c", "kitty: 1 cards instead of 8 (R20)"),
        ("first_drawer", "first_drawer: E", "first_drawer: oracle 0, record 1"),
        ("attempt", "attempt: 1", "attempt: the cards are not dealt again 1 times here (R22)"),
        ("attempt", "attempt: -1", "attempt: the cards are not dealt again -1 times here (R22)"),
        ("bid", "bid: W 1 4h, 2 drawn, 1 open", "choice 0: cards drawn: oracle 1, record 2"),
        ("bid", "bid: W 1 4h, 1 drawn, 3 open", "choice 0: bids open: oracle 1, record 3"),
        ("bid", "bid: W 1 4s, 1 drawn, 1 open", "choice 0: the oracle refuses: seat 3 may not"),
        ("pass", "pass: N 9/1", "choice 1: the oracle refuses: seat 2 does not bid here, seat 1"),
        ("declarer:", "declarer: E", "declarer: oracle 0, record 1"),
        ("trick 2:", LINES[line_of("trick 2:") - 1].replace("wins 0", "wins 5"), "trick 2: points"),
        ("points", "points: 0", "points: oracle 175, record 0"),
        ("draw_index", "draw_index: 9", "draw_index: oracle 10, record 9"),
    ],
)
def test_what_the_oracle_disagrees_with_is_named_by_its_line(beginning, to, said):
    text, number = changed(beginning, to)
    found = replay_text(text)[1]
    assert any(line.startswith(f"line {number}: {said}") for line in found), found


def test_a_deal_that_is_not_over_is_named_by_its_last_choice():
    last = line_of("bidder") - 1
    text = "\n".join([*LINES[: last - 1], *LINES[last:]])
    found = replay_text(text)[1]
    assert found[0].startswith(f"line {last - 1}: choice ")
    assert "the record ends here, but seat" in found[0]
