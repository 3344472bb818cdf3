"""What the results of all runs have: rules, versions, speed, digest, and how they become JSON."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from .. import __version__
from .._core import engine
from ..rules import Rules
from ..sim import Basis, Outcome, Setup, Totals, given_texts
from ..stats import Interval, Mean, Rate
from .value import Holding

ASKED = ("boards", "first_board", "seed", "rules", "level", "declarer", "conditions")
"""Keys that say which boards were asked for."""

MADE = (
    "jobs", "executor", "kernel", "version", "stream_version", "command", "seconds", "deals",
    "deals_per_second", "digest", "stopped_by", "failure",
)  # fmt: skip
"""Keys that say how a run was made: what is the same in all results."""


@dataclass(frozen=True, eq=False)
class Result(ABC):
    """Base of the results.  ``KEYS`` of a class name its attributes in the order of its JSON.

    ``low`` and ``high`` are ends of 95 % intervals; what is not defined (anything of no deals) is
    None.
    """

    KEYS: ClassVar[tuple[str, ...]]

    setup: Basis
    outcome: Outcome
    plan: dict[str, Any] | None = field(default=None, kw_only=True)
    executor: str = field(default="threads", kw_only=True)

    @property
    def rules(self) -> Rules:
        """What was played by."""
        return self.setup.rules

    @property
    def rules_name(self) -> str | None:
        """The preset or file that was named; None for settings."""
        return self.setup.rules_name

    @property
    def jobs(self) -> int:
        """Threads or processes."""
        return self.setup.jobs

    @property
    @abstractmethod
    def deals(self) -> int:
        """Deals played."""

    @property
    @abstractmethod
    def command(self) -> str:
        """The command line that gives the same figures again."""

    @property
    def stopped_by(self) -> str:
        """What ended the run: ``boards``, all are played, a strategy's ``failure``, or its rule."""
        return self.outcome.stopped_by

    @property
    def failure(self) -> str | None:
        """How a strategy failed on the board after these, which ended the run; None if none did."""
        return self.outcome.failure

    @property
    def kernel(self) -> str:
        """The compiled loop that this processor runs: bmi2 or plain."""
        return engine.KERNEL

    @property
    def version(self) -> str:
        """Version of tractor_fast."""
        return __version__

    @property
    def stream_version(self) -> int:
        """Version of the random streams: with another one, boards have other cards."""
        return engine.STREAM_VERSION

    @property
    def seconds(self) -> float:
        """Wall time of the loop."""
        return self.outcome.seconds

    @property
    def deals_per_second(self) -> float | None:
        """Speed on all threads together, of what was played in these seconds."""
        played, fresh = self.outcome.played, self.outcome.fresh
        return self.deals * fresh / played / self.seconds if played and self.seconds else None

    @property
    def digest(self) -> str:
        """32 hex digits that depend on every card played, and on nothing else."""
        return f"{self.outcome.digest:032x}"

    @property
    def totals(self) -> Totals:
        """The integer counters that all figures come from."""
        return self.outcome.totals

    @property
    def rows(self) -> np.ndarray | None:
        """The records of the run, in order, if it was asked for them."""
        return self.outcome.rows

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it; ``rules`` has its name and every setting.

        ``plan`` is what was asked, by which, and by what versions and sources it was played.
        """
        figures = {name: _plain(getattr(self, name)) for name in self.KEYS}
        rules = {"name": self.rules_name, **self.rules.to_dict()}
        return figures | {"rules": rules, "plan": self.plan}


@dataclass(frozen=True, eq=False)
class BoardsResult(Result):
    """Base of the results of a range of boards under one context."""

    setup: Setup

    @property
    def first_board(self) -> int:
        """Number of the first board."""
        return self.setup.boards.first

    @property
    def seed(self) -> int:
        """Seed of all boards."""
        return self.setup.boards.seed

    @property
    def level(self) -> str:
        """2 .. A, or any."""
        return self.setup.context.level_text()

    @property
    def declarer(self) -> str:
        """A seat, none, or any."""
        return self.setup.context.declarer_text(self.rules.players)

    @property
    def conditions(self) -> dict[str, Any] | None:
        """Conditions on the deals; None if there are none.

        Cards ``given`` by owner, the condition ``where``, the deals that were ``dealt`` to find as
        many as were played that meet it, the share that does (``acceptance``), and ``weights``:
        every board counts the same.
        """
        context, boards = self.setup.context, self.setup.boards.deals
        if context.given is None and context.where is None:
            return None
        dealt = self.totals.get("dealt", boards)
        return {
            "given": dict(text.split("=") for text in given_texts(context.given)),
            "where": None if context.where is None else context.where.text,
            "dealt": dealt,
            "acceptance": boards / dealt if dealt else None,
            "weights": "equal",
        }


def _plain(figure: Any) -> Any:
    if isinstance(figure, Rate | Mean | Holding | Interval):
        return figure.to_dict()
    if isinstance(figure, dict):
        return {str(key): _plain(value) for key, value in figure.items()}
    return figure
