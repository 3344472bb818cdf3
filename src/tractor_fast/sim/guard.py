"""Watch over the decisions of strategies written in Python: none may take longer than is allowed.

What runs as Python code is ended by an exception raised inside it.  A call that blocks (``sleep``)
is not heard of again until it returns, so its thread is left behind, and the run fails without it.
What keeps the GIL (a long loop inside one C function) cannot be told until it lets go.
"""

import time
from collections.abc import Iterable

from .._core.policy import ForeignPolicy
from .._core.python_policy import Desk, PythonPolicy
from ..errors import StrategyError
from ..strategies import Policy, Seated

_LOOKS = 10  # in the time that a decision may take
_GRACE = 0.5  # seconds more in which a decision may end by the exception raised in it


class Guard:
    """Looks at the decisions being made by the Python strategies among ``policies``.

    ``poll`` says how often, in seconds, :meth:`overdue` is to be called, ``patience`` how long to
    wait for threads when a run has failed (None: until they end, as they will).  A failing board's
    number is divided by ``boards_each`` to give that of the unit which chunks are made of.
    """

    def __init__(
        self, policies: Iterable[object], seconds: float | None, *, boards_each: int = 1
    ) -> None:
        """``seconds`` is how long a decision may take, None for ever."""
        self._policies = list({id(p): p for p in map(_python, policies) if p}.values())
        self._seconds = seconds
        self._boards_each = boards_each
        self._since: dict[Desk, tuple[int, float]] = {}  # step of a decision, and when it was seen
        watched = self._policies and seconds is not None
        self.poll = seconds / _LOOKS if watched and seconds is not None else None
        self.patience = 2 * _GRACE if self._policies else None

    def overdue(self) -> list[tuple[int, StrategyError]]:
        """Raise an exception in decisions that take too long; threads that do not hear it."""
        lost: list[tuple[int, StrategyError]] = []
        if self._seconds is None:
            return lost
        now = time.monotonic()
        for thread, desk in self._desks():
            step, since = self._since.get(desk, (0, now))
            if step != desk.steps:
                self._since[desk] = desk.steps, now
            elif step % 2 and now - since > self._seconds + _GRACE:
                if desk.leave():
                    error = StrategyError(f"{desk.where} took longer than {self._seconds:g} s")
                    error.board = desk.board
                    lost.append((thread, error))
            elif step % 2 and now - since > self._seconds:
                desk.interrupt()
        return lost

    def stop(self) -> None:
        """End all decisions, for the run has ended: those being made and those that would come."""
        for policy in self._policies:
            policy.stop()

    def unit_of(self, error: StrategyError) -> int:
        """Number of the unit in which it happened."""
        assert error.board is not None
        return error.board // self._boards_each

    def _desks(self) -> list[tuple[int, Desk]]:
        return [pair for policy in self._policies for pair in list(policy.desks.items())]


def _python(policy: object) -> PythonPolicy | None:
    owner = policy.owner if isinstance(policy, ForeignPolicy) else None
    return owner if isinstance(owner, PythonPolicy) else None


def is_python(seated: Seated) -> bool:
    """Whether a strategy is written in Python, so that only one thread at a time can play it."""
    return _python(seated.strategy.policy) is not None


def policies_of(seated: Iterable[Seated], seconds: float | None) -> list[Policy]:
    """What sits in the seats of a run of its own, where a decision may take so many seconds."""
    limited: dict[int, ForeignPolicy] = {}
    policies = []
    for each in seated:
        policy = each.strategy.policy
        python = _python(policy)
        if python is not None:
            if id(policy) not in limited:
                limited[id(policy)] = python.limited(seconds or 0).foreign()
            policy = limited[id(policy)]
        policies.append((policy, each.values))
    return policies
