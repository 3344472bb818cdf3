"""Ctrl-C in the middle of keeping what is finished."""

import os
import signal
import threading
import time

import pytest

from tractor_fast.interrupts import interrupts_wait
from tractor_fast.sim import Part, play_part
from tractor_fast.sim.boards import Boards
from tractor_fast.sim.guard import Guard


def test_an_interrupt_comes_when_it_is_over():
    done = []

    def work():
        with interrupts_wait():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_other_threads_have_no_interrupts():
    done = []

    def work():
        with interrupts_wait():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


class Kept:
    """Keeps boards in a list; the first time somebody presses Ctrl-C half-way."""

    with_records = False

    def __init__(self):
        self.kept = []
        self.written = None

    def gaps(self):
        return [(0, 100)]

    def stored(self):
        return iter(())

    def add(self, start, boards, played, seconds):
        if not self.kept:
            os.kill(os.getpid(), signal.SIGINT)
        self.kept.append((start, boards))

    def tick(self):
        pass

    def flush(self):
        self.written = sorted(self.kept)


def test_what_is_being_kept_is_kept_as_a_whole():
    part = Part(Boards(0, 0, 100), lambda first, deals, rows: ({"n": deals}, 0), Guard([], None))
    kept = Kept()
    with pytest.raises(KeyboardInterrupt):
        play_part(part, 1, kept=kept)
    assert kept.written[0] == (0, 32)


def test_a_second_interrupt_while_workers_end_loses_nothing_that_has_come_back():
    ended = threading.Event()

    def play_range(first, deals, rows):
        if first:  # the first chunk has come back, and with it the first interrupt
            while not kept.kept:
                time.sleep(0.001)
            time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)
            ended.wait(5)
        return {"n": deals}, 0

    kept = Kept()
    with pytest.raises(KeyboardInterrupt):
        play_part(Part(Boards(0, 0, 100), play_range, Guard([], None)), 1, kept=kept)
    ended.set()
    assert kept.written == [(0, 32)]
