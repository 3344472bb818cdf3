"""What all questions share: rules, boards and their context, threads."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, TypedDict

from ..errors import SpecError
from ..inputs import MOST, shown, whole
from ..rules import Rules, load_rules
from .boards import Boards
from .context import Context, parse_context
from .given import GivenLike, conditioned

RulesLike = str | Path | Mapping[str, object] | Rules
"""What stands for rules: a preset, a TOML file, settings or Rules; see ``load_rules``."""

MOST_JOBS = 1024
MOST_SECONDS = 1e6  # that a decision may be given


class Options(TypedDict, total=False):
    """Keyword arguments that every question about boards takes.

    overrides: settings on top of the rules: a mapping, or texts ``"key=value"``.
    level: 2 to 10, ``"2"`` .. ``"A"``, or ``"any"`` (default): drawn for each board.
    declarer: a seat, ``"none"`` (who bids highest declares, R23), or ``"any"`` (default): drawn.
    first_deal: level 2 and no declarer.
    first_board: number of the first board, 0 (default) to 2**64 - 1.
    given: cards that seats or the kitty have in every deal: ``"S=AsAs BJ"``, several such texts, or
        a mapping from names to cards; all deals that give at least these are equally likely.
    where: a condition on the deals that are played, such as ``"trumps(S) >= 9"``; of a board the
        first of its variants is played that meets it.
    decision_timeout: seconds that a strategy written in Python may take for a decision.
    """

    overrides: Mapping[str, object] | Iterable[str]
    level: str | int
    declarer: str | int
    first_deal: bool
    first_board: int
    given: GivenLike
    where: str | None
    decision_timeout: float | None


@dataclass(frozen=True)
class Basis:
    """Rules, and how they are played: threads, and seconds that a Python strategy may think.

    ``rules_name`` is the preset or file that was named; None for settings.
    """

    rules: Rules
    rules_name: str | None
    jobs: int
    decision_timeout: float | None

    @classmethod
    def read_basis(
        cls,
        rules: RulesLike,
        overrides: Mapping[str, object] | Iterable[str],
        jobs: int | None,
        decision_timeout: float | None,
    ) -> "Basis":
        """What a question names; RulesError or SpecError for what is not allowed.

        Settings may have the ``name`` under which they were loaded beside them, as results do.
        """
        rules, name = named_rules(rules)
        loaded = load_rules(rules, overrides)
        return Basis(loaded, name, threads(jobs), seconds(decision_timeout))


@dataclass(frozen=True)
class Setup(Basis):
    """The same with a range of boards under one context."""

    context: Context
    boards: Boards

    @classmethod
    def read(
        cls,
        rules: RulesLike,
        boards: int,
        seed: int,
        jobs: int | None,
        *,
        what: str = "boards",
        overrides: Mapping[str, object] | Iterable[str] = (),
        level: str | int = "any",
        declarer: str | int = "any",
        first_deal: bool = False,
        first_board: int = 0,
        given: GivenLike = (),
        where: str | None = None,
        decision_timeout: float | None = None,
    ) -> "Setup":
        """What a question names, its keyword arguments those of :class:`Options`.

        ``what`` names the boards in messages.

        Raises:
            RulesError: rules that cannot be played.
            SpecError: a level, declarer, number or condition that is not allowed.
            CardError: cards that cannot be given.
        """
        basis = Basis.read_basis(rules, overrides, jobs, decision_timeout)
        context = parse_context(level, declarer, basis.rules.players, first_deal=first_deal)
        context = conditioned(context, basis.rules, given, where)
        first_board = whole("first_board", first_board, 0, MOST)
        deals = whole(what, boards, 0, MOST + 1 - first_board)
        return Setup(**vars(basis), context=context, boards=Boards(seed, first_board, deals))

    def of_boards(self, deals: int) -> Self:
        """The same with so many boards."""
        return replace(self, boards=replace(self.boards, deals=deals))


def named_rules(rules: RulesLike) -> tuple[RulesLike, str | None]:
    """Rules, and the preset or file that is their name; None for settings without one."""
    if isinstance(rules, Mapping) and "name" in rules:
        name = rules["name"]
        if name is not None and not isinstance(name, str):
            raise SpecError(f"rules: name = {shown(name)}: allowed: a text")
        return {key: value for key, value in rules.items() if key != "name"}, name
    return rules, str(rules) if isinstance(rules, str | Path) else None


def threads(jobs: int | None) -> int:
    """How many threads or processes ``jobs`` asks for: None is one a core that may be used."""
    if jobs is not None:
        return whole("jobs", jobs, 1, MOST_JOBS)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def seconds(decision_timeout: float | None) -> float | None:
    """A time limit for decisions, checked: None is none."""
    if decision_timeout is None:
        return None
    limit = 0.0
    if isinstance(decision_timeout, int | float) and not isinstance(decision_timeout, bool):
        limit = float(decision_timeout) if abs(decision_timeout) <= MOST_SECONDS else 0.0
    if not limit > 0:
        raise SpecError(
            f"decision_timeout = {shown(decision_timeout)}: allowed: seconds, above 0 and up to"
            f" {MOST_SECONDS:,.0f}"
        )
    return limit
