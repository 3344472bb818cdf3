"""The figures of what a hand may bid.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`HandValue` and keys of its JSON.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from .choices import CHOICES_SETUP, ChoicesResult
from .command import boards_command

SETUP = ("cards", "drawn", "seat", "seen", "passing", *CHOICES_SETUP)
"""What was asked and played."""

FIGURES = ("h", "holding", "best", "runner_up", "lead", "choices")
"""What came out."""

PASS = "pass"


@dataclass(frozen=True, eq=False)
class HandValue(ChoicesResult):
    """Result of :func:`tractor_fast.hand`; what its figures are, see :class:`ChoicesResult`."""

    KEYS: ClassVar = SETUP + FIGURES

    passing: str

    @property
    def drawn(self) -> int:
        """Cards that the seat has drawn."""
        return self.known.drawn

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        options = ["--seat", self.seat, "--strategy", self.strategy, "--pass", self.passing]
        if self.rules.trump == "bid" and self.rules.bid_when == "drawing":
            options += ["--drawn", str(self.drawn)]
        if self.seen:
            options += ["--seen", self.seen]
        return boards_command("hand", self.setup, [self.cards], options=[*options, "--ci", "0"])

    @property
    def choices(self) -> dict[str, dict[str, Any]]:
        """What each choice comes to, bids in rising order and passing last.

        ``behind``: the value of the best minus its own; ``over_pass``: its value minus that of
        passing; both on the same deals.
        """
        found = super().choices
        if PASS in self.names:
            passing = self.names.index(PASS)
            for arm, name in enumerate(self.names[:passing]):
                found[name]["over_pass"] = self.value.difference(arm, passing)
        return found
