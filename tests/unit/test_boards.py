import pytest

from tractor_fast.errors import SpecError
from tractor_fast.sim import Boards, Context, parse_context
from tractor_fast.sim.chunks import Chunks

LAST = 2**64 - 1


def test_the_largest_boards_and_seeds():
    assert Boards(LAST, LAST, 1).first == LAST
    assert Boards(0, 0, 2**64).deals == 2**64
    assert Boards(0, LAST, 0).deals == 0


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ((-1, 0, 1), "seed = -1: allowed: a whole number from 0 to 18446744073709551615"),
        ((LAST + 1, 0, 1), f"seed = {LAST + 1}: allowed"),
        ((0, -1, 1), "first_board = -1"),
        ((0, LAST + 1, 1), f"first_board = {LAST + 1}: allowed"),
        ((0, 0, -1), "deals = -1"),
        ((0, LAST, 2), "deals = 2: allowed: a whole number from 0 to 1"),
        ((0, 0, 10**5000), "deals = a value of type int: allowed"),
        ((0, 0, 1.0), "deals = 1.0"),
        ((0, 0, True), "deals = True"),
        ((0, 0, "5"), "deals = '5': allowed"),
        ((None, 0, 1), "seed = None"),
    ],
)
def test_boards_that_do_not_exist(boards, message):
    with pytest.raises(SpecError) as caught:
        Boards(*boards)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("level", "declarer", "first_deal", "expected"),
    [
        ("any", "any", False, Context(None, None)),
        ("2", "S", False, Context(0, 0)),
        ("a", "w", False, Context(12, 3)),
        (10, 2, False, Context(8, 2)),
        ("10", "none", False, Context(8, -1)),
        ("any", "any", True, Context(0, -1)),
        ("2", "none", True, Context(0, -1)),
    ],
)
def test_contexts(level, declarer, first_deal, expected):
    assert parse_context(level, declarer, 4, first_deal=first_deal) == expected


@pytest.mark.parametrize(
    ("level", "declarer", "first_deal", "message"),
    [
        ("1", "any", False, "level = 1: allowed: 2 3 4 5 6 7 8 9 T J Q K A or any"),
        (11, "any", False, "level = 11"),
        ("", "any", False, "level = :"),
        (None, "any", False, "level = None"),
        ("any", "X", False, "declarer = X: allowed: S E N W, none or any"),
        ("any", 4, False, "declarer = 4"),
        ("any", -1, False, "declarer = -1"),
        ("any", None, False, "declarer = None"),
        ("3", "any", True, "a first deal has level 2 and no declarer"),
        ("any", "S", True, "a first deal has level 2 and no declarer"),
    ],
)
def test_contexts_that_do_not_exist(level, declarer, first_deal, message):
    with pytest.raises(SpecError) as caught:
        parse_context(level, declarer, 4, first_deal=first_deal)
    assert str(caught.value).startswith(message)


def test_context_as_text():
    assert Context(8, 3).level_text() == "T"
    assert Context(8, 3).declarer_text(4) == "W"
    assert Context(8, 3).declarer_text(6) == "3"
    assert Context(None, -1).declarer_text(4) == "none"


def test_chunks_cover_all_boards_once_in_order():
    chunks = Chunks(Boards(0, 1000, 5000))
    taken = []
    while chunk := chunks.take():
        taken.extend(range(chunk.first, chunk.first + chunk.deals))
        chunks.learn(chunk, chunk.deals * 1e-4, 0.05)
    assert taken == list(range(1000, 6000))


def test_no_chunk_straddles_an_end():
    chunks = Chunks(Boards(0, 70, 5000), ends=[20, 1000, 1001, 4000, 6000])
    starts = []
    while chunk := chunks.take():
        starts.append(chunk.first - 70)
        chunks.learn(chunk, 1e-9, 0.05)
    assert {0, 20, 1000, 1001, 4000} <= set(starts)


def test_chunks_settle_at_their_time():
    chunks = Chunks(Boards(0, 0, 10**9))
    for _ in range(10):
        chunk = chunks.take()
        chunks.learn(chunk, chunk.deals * 1e-6, 0.05)
    assert chunks.take().deals == pytest.approx(0.05 / 1e-6, abs=1)


def test_slow_boards_are_handed_out_one_by_one():
    chunks = Chunks(Boards(0, 0, 100))
    chunks.learn(chunks.take(), 1000, 0.05)
    assert chunks.take().deals == 1


def test_only_gaps_are_handed_out_and_no_chunk_crosses_an_end():
    chunks = Chunks(Boards(0, 100, 1000), ends=[30, 500], gaps=[(0, 40), (300, 10), (490, 20)])
    taken = []
    while (chunk := chunks.take()) is not None:
        taken.append(tuple(chunk))
    assert taken == [(100, 30), (130, 10), (400, 10), (590, 10), (600, 10)]
