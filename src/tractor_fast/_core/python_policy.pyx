"""Strategies that are Python objects: one C function that takes the GIL and asks the object.

An object is built anew for each board and seat (or told of the board by its ``reset``), so that what
it chooses depends on nothing but the board.  Each thread has a *desk* with the objects of the board
that it plays.
"""

import threading
import time

from libc.stdint cimport uint64_t, uintptr_t

from ..errors import CardError, PlayError
from ..inputs import exception_text, shown
from .base cimport BasePolicy, call_base
from .fallback cimport Fallback
from .policy import ForeignPolicy
from .refusals import DECISIONS
from .returned cimport choose
from .types cimport MEMO_SLOTS, Choice, Memo, Seat, Table
from .view cimport Stream, View, close_view, open_view

METHODS = tuple(DECISIONS[i] for i in range(5))
"""What is asked of a strategy: the names of its methods."""

cdef enum:
    OBJECT_SLOT = MEMO_SLOTS - 1   # of the memo: number of the object that plays the board

cdef extern from "Python.h":
    int PyThreadState_SetAsyncExc(unsigned long thread, void* exception)
    void PyErr_SetInterrupt()
    unsigned long PyThread_get_thread_ident()

cdef uint64_t _built = 0           # objects so far, of all threads


class DecisionTimeout(BaseException):
    """Raised inside a decision that takes too long; not an Exception, as many a handler catches these."""


class _WrongAnswer(Exception):
    """What a strategy returned is no answer; the text says what it was."""


cdef class _Object:
    """The object that plays one seat of one board."""

    cdef object thing
    cdef object reset              # its method of this name, or None
    cdef list methods              # by decision, None where there is none
    cdef uint64_t number


cdef class Desk:
    """Where one thread plays: its objects by seat, and the decision that is being made."""

    cdef PythonPolicy policy
    cdef unsigned long thread
    cdef list objects
    cdef Stream stream
    cdef bint interrupted          # DecisionTimeout has been sent to the thread
    cdef bint left                 # nobody waits for the thread any more
    cdef int decision
    cdef readonly str failure      # why the last decision gave up
    cdef readonly uint64_t steps   # one more when a decision begins and when it ends: odd within one
    cdef readonly uint64_t board
    cdef readonly int seat

    def __cinit__(self, PythonPolicy policy not None):
        self.policy = policy
        self.thread = PyThread_get_thread_ident()
        self.objects = [None] * 8
        self.stream = Stream()

    @property
    def where(self):
        """Which decision is being made, as messages begin."""
        return (f"board {self.board}, seat {self.seat}: strategy {self.policy.name!r} asked to "
                f"{METHODS[self.decision]}")

    def interrupt(self):
        """Raise DecisionTimeout in the decision that is being made, if there is one."""
        if self.steps & 1:
            self.interrupted = True
            PyThreadState_SetAsyncExc(self.thread, <void*>DecisionTimeout)

    def leave(self):
        """End the thread's run with the decision that is being made; False if none is."""
        if self.steps & 1:
            self.left = True
        return self.left

    cdef int decide(self, const Table* table, const Seat* seat, Memo* memo, Choice* choice):
        cdef View view
        cdef double started
        cdef int code = 0
        if self.steps & 1:
            self.failure = "was asked while another of its decisions was being made on this thread"
            return 1
        self.board = table.board
        self.seat = seat.seat
        self.decision = choice.decision
        view = open_view(table, seat, memo, choice, self.stream)
        self.steps += 1
        try:
            if self.policy.stopped:
                raise DecisionTimeout
            if self.policy.seconds:
                started = time.monotonic()
                self.ask(view)
                if time.monotonic() - started > self.policy.seconds:
                    raise DecisionTimeout
            else:
                self.ask(view)
        except BaseException as error:
            self.failure = self.explain(error)
            code = 1
        self.steps += 1
        close_view(view)
        if self.interrupted:
            # It may have come too late to be raised in there.
            PyThreadState_SetAsyncExc(self.thread, NULL)
            self.interrupted = False
        return 1 if self.left else code

    cdef int ask(self, View view) except -1:
        """Let the object of the seat choose."""
        cdef _Object player = self.objects[view._seat.seat]
        if player is None or view._memo.slots[OBJECT_SLOT] != player.number:
            player = self.begin_board(view, player)
        answer = player.methods[view._choice.decision](view)
        try:
            choose(view._table, view._choice, answer)
        except (CardError, PlayError) as error:
            raise _WrongAnswer(f"returned {shown(answer)}: {error}") from None
        return 0

    cdef _Object begin_board(self, View view, _Object player):
        """The object that plays this board: built anew, or told of it."""
        global _built
        if player is None or player.reset is None:
            player = self.policy.build(view._seat)
            self.objects[view._seat.seat] = player
        if player.reset is not None:
            player.reset(view.board)
        _built += 1
        player.number = view._memo.slots[OBJECT_SLOT] = _built
        return player

    cdef str explain(self, object error):
        """Why the decision gave up, as a sentence that begins with `where` ends."""
        if isinstance(error, _WrongAnswer):
            return str(error)
        if isinstance(error, DecisionTimeout):
            return f"took longer than {self.policy.seconds:g} s" if self.policy.seconds else "was stopped"
        told = f"raised {exception_text(error)}"
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            # Ctrl-C reaches this thread alone: it is not the strategy's own.  Last, as the next line of
            # Python is interrupted, and that must be the caller's.
            PyErr_SetInterrupt()
        return told


cdef class PythonPolicy:
    """A Python strategy, as the core plays it.

    make: a function of the parameters' values (floats) that builds an object.  methods: which of METHODS
    the object has.  base: the built-in strategy that answers the rest.  seconds: how long a decision may
    take, 0 for ever.
    """

    cdef Fallback fallback
    cdef BasePolicy base
    cdef object make
    cdef tuple given
    cdef readonly str name
    cdef readonly tuple parameters
    cdef readonly double seconds
    cdef readonly dict desks       # Desk by thread
    cdef bint stopped              # its run has ended: no decision is to be made any more

    def __cinit__(self, str name not None, parameters, make, methods, BasePolicy base not None,
                  double seconds=0):
        cdef int i
        self.given = (name, parameters, make, methods, base)
        self.name = name
        self.parameters = tuple(parameters)
        self.make = make
        self.seconds = seconds
        self.desks = {}
        self.fallback.owner = <void*>self
        for i, method in enumerate(METHODS):
            self.fallback.methods |= (method in methods) << i
        self.base = base
        self.fallback.base = &base.base

    def limited(self, seconds):
        """The same, by itself, with so many seconds for a decision."""
        return PythonPolicy(*self.given, seconds)

    def stop(self):
        """End the decisions being made, by an exception raised in them, and all that would come."""
        self.stopped = True
        for desk in list(self.desks.values()):
            desk.interrupt()

    def foreign(self):
        """What sits in the seats of a run."""
        return ForeignPolicy(self.name, <uintptr_t>&ask_python, self.parameters,
                             context=<uintptr_t>&self.fallback, owner=self, explain=self.explain,
                             looks_back=True)

    def explain(self, code):
        """Why the last decision on this thread gave up."""
        return self.desk().failure

    cdef Desk desk(self):
        """The desk of this thread."""
        thread = PyThread_get_thread_ident()
        desk = self.desks.get(thread)
        if desk is None:
            desk = self.desks[thread] = Desk(self)
        return desk

    cdef _Object build(self, const Seat* seat):
        cdef _Object player = _Object()
        cdef int i
        player.thing = self.make(tuple([seat.parameters[i] for i in range(len(self.parameters))]))
        player.reset = getattr(player.thing, "reset", None)
        player.methods = [
            getattr(player.thing, name) if (self.fallback.methods >> i) & 1 else None
            for i, name in enumerate(METHODS)
        ]
        return player


cdef int ask_python(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    """The strategy that every PythonPolicy is to the core."""
    cdef const Fallback* own = <const Fallback*>seat.context
    if not (own.methods >> choice.decision) & 1:
        return call_base(own.base, table, seat, memo, choice)
    with gil:
        try:
            return (<PythonPolicy>own.owner).desk().decide(table, seat, memo, choice)
        except BaseException:      # no memory for a desk
            return 1
