"""Is A better than B?  Boards played twice, seats exchanged; the Python twin of ``compare``."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from ..sim import (
    Estimate,
    Options,
    Outcome,
    Part,
    RulesLike,
    Setup,
    Totals,
    Watch,
    pairs_part,
)
from ..strategies import Seated, parse_strategy
from .ask import Running, RunOptions, ask
from .comparison import Comparison
from .pair_means import levels_mean, spread_of_boards
from .question import Question, basis_arguments, context_arguments, estimated
from .reduction import Reduction
from .stopping import MOST_BOARDS, Rule, parse_rule

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
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
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
    running, about = Running.taken_from(options, rows=rows, progress=progress)
    question = CompareQuestion.read(
        a,
        b,
        rules,
        boards,
        seed,
        jobs,
        ci=ci,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        stratify=stratify,
        control_variates=control_variates,
        **about,
    )
    result: Comparison = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class CompareQuestion(Question):
    """Is A better than B?"""

    name = "compare"

    setup: Setup
    pair: tuple[Seated, Seated]
    rule: Rule | None
    control_variates: bool

    @classmethod
    def read(
        cls,
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
        **options: Unpack[Options],
    ) -> "CompareQuestion":
        """See :func:`compare`."""
        boards = most_boards(boards, ci, sprt)
        rule = parse_rule(ci, sprt, alpha, beta, boards if boards == MOST_BOARDS else None)
        setup = Setup.read(rules, boards, seed, jobs, **options)
        setup = replace(setup, context=replace(setup.context, in_turn=stratify))
        if stratify or control_variates:
            Reduction(setup, control_variates)
        return cls(setup, (parse_strategy(a), parse_strategy(b)), rule, control_variates)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        a, b = map(str, self.pair)
        own = {
            "a": a,
            "b": b,
            "boards": self.setup.boards.deals,
            "stratify": self.setup.context.in_turn,
            "control_variates": self.control_variates,
        }
        rule = {} if self.rule is None else self.rule.arguments()
        return own | rule | context_arguments(self.setup) | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """A and B."""
        return self.pair

    @property
    def parts(self) -> list[Part]:
        """All boards, until the rule stops it."""
        players = self.setup.rules.players
        switched_on = self.setup.context.in_turn or self.control_variates
        reduction = Reduction(self.setup, self.control_variates) if switched_on else None
        rule = self.rule

        def tally(rows: np.ndarray) -> Totals:
            spread = spread_of_boards(rows, players)
            return spread if reduction is None else spread | reduction.tally(rows)

        def stop(totals: Totals, boards: int) -> str | None:
            return rule.name if rule and rule.reached(levels_mean(totals, players)) else None

        return [pairs_part(self.setup, *self.pair, stop=stop if rule else None, tally=tally)]

    def result(self, outcomes: Sequence[Outcome]) -> Comparison:
        """The figures."""
        (outcome,) = outcomes
        return Comparison(
            setup=self.setup.of_boards(outcome.played),
            outcome=outcome,
            strategies=self.pair,
            rule=self.rule,
            most=self.setup.boards.deals,
            control_variates=self.control_variates,
        )

    def estimate(self, part: int, totals: Totals, boards: int) -> Estimate:
        """Levels that A gains a deal beyond B."""
        return estimated("levels_per_deal", levels_mean(totals, self.setup.rules.players))


def most_boards(boards: int | None, ci: object, sprt: object) -> int:
    """How many boards are played at most where so many, or None, and these rules are asked for."""
    if boards is not None:
        return boards
    return BOARDS if ci is None and sprt is None else MOST_BOARDS
