"""Play many deals and sum them up: what ``tractor-fast simulate`` does, from Python."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import SpecError
from ..inputs import shown, whole
from ..rules import Rules, load_rules
from ..sim import Boards, Outcome, parse_context, parse_seats, play_boards
from .result import name_of, results_before_a_failure
from .simulation import Simulation

MOST_JOBS = 1024
MOST_SECONDS = 1e6  # that a decision may be given


def simulate(
    rules: str | Path | Mapping[str, object] | Rules = "tractor",
    seats: Any = "normal",
    deals: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    overrides: Mapping[str, object] | Iterable[str] = (),
    level: str | int = "any",
    declarer: str | int = "any",
    first_deal: bool = False,
    first_board: int = 0,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    decision_timeout: float | None = None,
) -> Simulation:
    """Play ``deals`` deals and return their figures.

    The figures depend on everything but ``jobs`` (threads; None: one a core) and ``progress``
    (called now and then with the number of deals finished).

    Args:
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        seats: one strategy for all, or ``"NS=normal,EW=random(lead.throws=0.25)"``, or a mapping
            from seats or sides to strategies, which may be classes and objects there
            (docs/writing-strategies.md).
        deals: how many boards are played: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads.
        overrides: settings on top of ``rules``: a mapping, or texts ``"key=value"``.
        level: 2 to 10, ``"2"`` .. ``"A"``, or ``"any"``: drawn for each board.
        declarer: a seat, ``"none"`` (who bids highest declares, R23), or ``"any"``: drawn.
        first_deal: level 2 and no declarer.
        first_board: number of the first board, 0 to 2**64 - 1.
        rows: keep one record a deal, in board order, in the result's ``rows``.
        progress: a function of one number.
        decision_timeout: seconds that a strategy written in Python may take for a decision.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a seat, strategy, level, declarer or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    base = rules
    rules = load_rules(rules, overrides)
    seated = parse_seats(seats, rules.players)
    context = parse_context(level, declarer, rules.players, first_deal=first_deal)
    boards = Boards(seed, first_board, deals)
    jobs = threads(jobs)
    decision_timeout = seconds(decision_timeout)

    def result(outcome: Outcome) -> Simulation:
        return Simulation(
            rules=rules,
            rules_name=name_of(base),
            seated=seated,
            context=context,
            board_range=replace(boards, deals=outcome.played),
            jobs=jobs,
            outcome=outcome,
        )

    with results_before_a_failure(result):
        return result(
            play_boards(
                rules,
                seated,
                context,
                boards,
                jobs=jobs,
                rows=rows,
                progress=progress,
                decision_timeout=decision_timeout,
            )
        )


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
