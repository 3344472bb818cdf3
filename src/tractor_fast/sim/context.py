"""What a deal starts from: the level and the declarer, given or drawn for each board."""

from collections.abc import Sequence
from dataclasses import dataclass

from .._core import engine
from ..cards import RANKS
from ..errors import SpecError
from ..opening import NO_DECLARER, parse_opening
from ..rules import Rules
from ..strategies import Policy, seat_names
from .conditions import ConditionedRun, Given, Run, Where


@dataclass(frozen=True, slots=True)
class Context:
    """``level`` is a rank 0..12 (2..A); ``declarer`` a seat, or -1 for none: a first deal (R23).

    None for either: drawn for each board from its own stream; or ``in_turn``, by its number, every
    level and declarer once in as many boards as there are of both: level ``number % 13``, declarer
    ``number // 13 % players``.

    ``given``: cards that every deal gives to their owners.  ``where``: a condition on the deals
    that are played.
    """

    level: int | None
    declarer: int | None
    in_turn: bool = False
    given: Given | None = None
    where: Where | None = None

    def __post_init__(self) -> None:
        if self.in_turn and self.where is not None:
            raise SpecError(
                "stratify: levels and declarers in turn do not go with a condition on the deals"
            )

    def run(self, rules: Rules, policies: Sequence[Policy], seed: int) -> Run:
        """A run of this context, with a policy and its parameters in every seat."""
        run = self.unfiltered_run(rules, policies, seed)
        return run if self.where is None else ConditionedRun(run, self.where, seed)

    def unfiltered_run(self, rules: Rules, policies: Sequence[Policy], seed: int) -> engine.Run:
        """The same, of all boards as they are, whether ``where`` holds or not."""
        given = None if self.given is None else (self.given.hands, self.given.kitty)
        return engine.Run(
            rules, policies, seed, self.level, self.declarer, in_turn=self.in_turn, given=given
        )

    def level_text(self) -> str:
        """``any`` or 2 .. A."""
        return "any" if self.level is None else RANKS[self.level]

    def declarer_text(self, players: int) -> str:
        """``any``, ``none`` or the seat's name."""
        if self.declarer is None:
            return "any"
        return "none" if self.declarer == NO_DECLARER else seat_names(players)[self.declarer]


def parse_context(
    level: str | int, declarer: str | int, players: int, *, first_deal: bool = False
) -> Context:
    """Context from a level ``2`` .. ``A`` or ``any``, and a declarer: seat, ``none`` or ``any``.

    ``first_deal`` stands for level 2 and no declarer (R21, R23).

    Raises:
        SpecError: an unknown level or seat, or ``first_deal`` beside another level or declarer.
    """
    return Context(*parse_opening(level, declarer, players, first_deal=first_deal))
