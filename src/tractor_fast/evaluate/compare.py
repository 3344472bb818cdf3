"""Is A better than B?  Boards played twice, seats exchanged; the Python twin of ``compare``."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from ..sim import Options, Outcome, RulesLike, Setup, Totals, play_pairs
from ..strategies import parse_strategy
from .comparison import Comparison
from .pair_means import levels_mean, spread_of_boards
from .reduction import Reduction
from .result import results_before_a_failure
from .stopping import MOST_BOARDS, parse_rule

BOARDS = 100_000
"""Boards that are played where neither a number nor a rule to stop by is given."""


def compare(
    a: Any,
    b: Any,
    rules: RulesLike = "tractor",
    boards: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    *,
    ci: float | None = None,
    sprt: str | Sequence[float] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    stratify: bool = False,
    control_variates: bool = False,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Play ``boards`` boards twice each, the seats of ``a`` and ``b`` exchanged, and compare them.

    With fixed partners A has the even seats first, then the odd ones; otherwise the board draws
    half the seats (rounded down or up) for A, and B gets the rest.  Cards, random numbers and the
    declarer's seat stay with the seats, so A against A comes to exactly 0 on every board.

    Args:
        a: a strategy, as in ``"normal"`` or ``"random(lead.throws=0.25)"``, or an object.
        b: another, or the same.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        boards: how many boards are played: ``first_board``, ``first_board + 1``, ...; with a rule
            to stop by, at most so many.  None: 100,000, or with a rule at most 100,000,000.
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        ci: stop when the 95 % interval of levels per deal reaches no further to either side.
        sprt: stop when Wald's test has decided between two means ``(low, high)``, or a text
            ``"low,high"``, in levels per deal.
        alpha: how often it may decide for ``high`` where the mean is ``low``; None: 0.05.
        beta: the reverse.
        stratify: let levels and declarers that are ``any`` come in turn instead of being drawn.
        control_variates: take away what the cards of the declarer's side explain.
        rows: keep one record a board, in order, in the result's ``rows``.
        progress: called now and then with the number of boards finished.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer, rule or number that is not allowed; ``ci`` so small
            that 100,000,000 boards clearly do not reach it.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    rule = parse_rule(ci, sprt, alpha, beta, MOST_BOARDS if boards is None else None)
    setup = Setup.read(rules, most_boards(boards, ci, sprt), seed, jobs, **options)
    setup = replace(setup, context=replace(setup.context, in_turn=stratify))
    strategies = parse_strategy(a), parse_strategy(b)
    reduction = Reduction(setup, control_variates) if stratify or control_variates else None

    def tally(rows: np.ndarray) -> Totals:
        spread = spread_of_boards(rows, setup.rules.players)
        return spread if reduction is None else spread | reduction.tally(rows)

    def stop(totals: Totals, boards: int) -> str | None:
        mean = levels_mean(totals, setup.rules.players)
        return rule.name if rule and rule.reached(mean) else None

    def result(outcome: Outcome) -> Comparison:
        return Comparison(
            setup=setup.of_boards(outcome.played),
            outcome=outcome,
            strategies=strategies,
            rule=rule,
            most=setup.boards.deals,
            control_variates=control_variates,
        )

    with results_before_a_failure(result):
        return result(
            play_pairs(
                setup,
                *strategies,
                rows=rows,
                progress=progress,
                stop=stop if rule else None,
                tally=tally,
            )
        )


def most_boards(boards: int | None, ci: object, sprt: object) -> int:
    """How many boards are played at most where so many, or None, and these rules are asked for."""
    if boards is not None:
        return boards
    return BOARDS if ci is None and sprt is None else MOST_BOARDS
