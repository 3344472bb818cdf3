"""The figures of what a declarer may bury.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`Burials` and keys of its JSON.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..cards import SUITS
from .choices import CHOICES_SETUP, ChoicesResult
from .command import boards_command

SETUP = ("cards", "trump", "seat", "seen", *CHOICES_SETUP)
"""What was asked and played."""

FIGURES = ("h", "holding", "candidates", "own", "best", "runner_up", "lead", "choices")
"""What came out."""


@dataclass(frozen=True, eq=False)
class Burials(ChoicesResult):
    """Result of :func:`tractor_fast.bury`; what its figures are, see :class:`ChoicesResult`.

    ``candidates``: how many kitties were tried.  ``own``: what the built-in strategies bury.
    """

    KEYS: ClassVar = SETUP + FIGURES

    suit: int
    candidates: int
    own: dict[str, str]

    @property
    def trump(self) -> str:
        """c d h s or NT."""
        return (*SUITS, "NT")[self.suit]

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        options = ["--bury", "--trump", self.trump, "--seat", self.seat]
        options += ["--strategy", self.strategy]
        if self.seen:
            options += ["--seen", self.seen]
        return boards_command("hand", self.setup, [self.cards], options=[*options, "--ci", "0"])

    @property
    def choices(self) -> dict[str, dict[str, Any]]:
        """What each kitty comes to, the best first; ``behind``: the best's value minus its own."""
        found = super().choices
        return {name: found[name] for name in self.ranked}
