"""A run that stops by a rule: judged at the looks alone, the same for any number of threads."""

import signal

import numpy as np
import pytest

from tractor_fast.errors import StrategyError
from tractor_fast.sim import Boards, Part, Setup, pairs_part, play_part
from tractor_fast.sim.guard import Guard
from tractor_fast.strategies import parse_strategy

GUARD = Guard([], None)


def play_numbers(first, boards, rows):
    """A board's value is its number; as an int, a list, and an array of whole numbers."""
    total = sum(range(first, first + boards))
    totals = {"one": total, "two": [boards, total], "three": np.array([[boards], [total]])}
    return totals, total


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_rule_is_asked_at_the_looks_with_all_boards_below_and_none_above(jobs):
    asked = []

    def stop(totals, boards):
        asked.append(boards)
        total = sum(range(50, 50 + boards))
        assert (totals["one"], totals["two"]) == (total, [boards, total])
        assert totals["three"].tolist() == [[boards], [total]]
        return "enough" if boards == 9_000 else None

    found = play_part(Part(Boards(0, 50, 10**7), play_numbers, GUARD, stop=stop), jobs)
    assert asked == [1_000, 2_000, 3_000, 4_000, 5_000, 7_000, 9_000]
    assert (found.stopped_by, found.played, found.failure) == ("enough", 9_000, None)
    assert found.digest == found.totals["one"] == sum(range(50, 9_050))


def test_a_rule_that_never_stops_plays_all_boards():
    asked = []
    part = Part(Boards(0, 0, 4_500), play_numbers, GUARD, stop=lambda totals, n: asked.append(n))
    found = play_part(part, 2)
    assert asked == [1_000, 2_000, 3_000, 4_000]
    assert (found.stopped_by, found.played) == ("boards", 4_500)


@pytest.mark.parametrize("jobs", [1, 3])
def test_pairs_that_stop_are_those_of_a_run_of_so_many_boards(jobs):
    seated = [parse_strategy(name) for name in ("normal", "random")]

    def stop(totals, boards):
        return "sprt" if boards == 3_000 else None

    def setup(boards, jobs):
        return Setup.read("tractor", boards, 7, jobs, first_board=5)

    def tally(rows):
        return {"first": int(rows["first"]["levels"].sum())}

    stopped = play_part(
        pairs_part(setup(10**6, jobs), *seated, tally=tally, stop=stop), jobs, rows=True
    )
    plain = play_part(pairs_part(setup(3_000, 1), *seated, tally=tally), 1, rows=True)
    assert (stopped.totals, stopped.digest) == (plain.totals, plain.digest)
    assert (stopped.rows == plain.rows).all()
    assert (stopped.stopped_by, plain.stopped_by) == ("sprt", "boards")


def at_2000(totals, boards):
    return "ci" if boards == 2_000 else None


def failing_at(board):
    def play(first, boards, rows):
        if first <= board < first + boards:
            error = StrategyError("seat S gave up")
            error.board = board
            error.played = play_numbers(first, board - first, None)
            raise error
        return play_numbers(first, boards, rows)

    return play


@pytest.mark.parametrize("jobs", [1, 4])
def test_a_failure_beyond_the_look_that_stops_is_never_heard_of(jobs):
    found = play_part(Part(Boards(0, 0, 10**6), failing_at(2_001), GUARD, stop=at_2000), jobs)
    assert (found.stopped_by, found.played, found.digest) == ("ci", 2_000, sum(range(2_000)))


@pytest.mark.parametrize("jobs", [1, 4])
def test_a_failure_before_it_ends_the_run(jobs):
    with pytest.raises(StrategyError) as caught:
        play_part(Part(Boards(0, 0, 10**6), failing_at(1_999), GUARD, stop=at_2000), jobs)
    result = caught.value.result
    assert (result.stopped_by, result.failure) == ("failure", "seat S gave up")
    assert (result.played, result.digest) == (1_999, sum(range(1_999)))


class Interrupted:
    """Keeps nothing; Ctrl-C comes when it first looks whether something is to be written."""

    with_records = False

    def __init__(self, boards):
        self.boards = boards
        self.said = []

    def gaps(self):
        return [(0, self.boards)]

    def stored(self):
        return iter(())

    def add(self, start, boards, played, seconds):
        pass

    def tick(self):
        if not self.said:
            signal.raise_signal(signal.SIGINT)
        self.said.append("ticked")

    def flush(self):
        self.said.append("flushed")


def test_an_interrupt_waits_until_what_is_written_is_known_to_be():
    kept = Interrupted(10**6)
    with pytest.raises(KeyboardInterrupt):
        play_part(Part(Boards(0, 0, 10**6), play_numbers, GUARD), 1, kept=kept)
    # The first look is not cut short; what came back while the run was ending is looked at too.
    assert kept.said == ["ticked", "ticked", "flushed"]
