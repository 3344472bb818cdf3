"""Play many deals and sum them up: what ``tractor-fast simulate`` does, from Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from ..sim import (
    Estimate,
    Options,
    Outcome,
    Part,
    RulesLike,
    Setup,
    Totals,
    Watch,
    boards_part,
    format_seats,
    parse_seats,
)
from ..stats import Rate
from ..strategies import Seated
from .ask import Running, RunOptions, ask
from .question import Question, basis_arguments, context_arguments, estimated
from .simulation import Simulation


def simulate(
    rules: RulesLike = "tractor",
    seats: Any = "normal",
    deals: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    rows: bool = False,
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
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
        rows: keep one record a deal, in board order, in the result's ``rows``.
        progress: a function of one number.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a seat, strategy, level, declarer or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    running, about = Running.taken_from(options, rows=rows, progress=progress)
    result: Simulation = ask(
        SimulateQuestion.read(rules, seats, deals, seed, jobs, **about), running
    )
    return result


@dataclass(frozen=True, eq=False)
class SimulateQuestion(Question):
    """What comes out of many deals?"""

    name = "simulate"
    count_name = "deals"

    setup: Setup
    seated: tuple[Seated, ...]

    @classmethod
    def read(
        cls,
        rules: RulesLike = "tractor",
        seats: Any = "normal",
        deals: int = 100_000,
        seed: int = 0,
        jobs: int | None = None,
        **options: Unpack[Options],
    ) -> "SimulateQuestion":
        """See :func:`simulate`."""
        setup = Setup.read(rules, deals, seed, jobs, what="deals", **options)
        return cls(setup, parse_seats(seats, setup.rules.players))

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        own = {"seats": format_seats(self.seated), "deals": self.setup.boards.deals}
        return own | context_arguments(self.setup) | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """Those of the seats."""
        return self.seated

    @property
    def parts(self) -> list[Part]:
        """All deals."""
        return [boards_part(self.setup, self.seated)]

    def result(self, outcomes: Sequence[Outcome]) -> Simulation:
        """The figures."""
        (outcome,) = outcomes
        setup = self.setup.of_boards(outcome.played)
        return Simulation(setup=setup, outcome=outcome, seated=self.seated)

    def estimate(self, part: int, totals: Totals, boards: int) -> Estimate:
        """How often the declarer's side holds."""
        return estimated("defenders_win", Rate(totals["holds"], boards))
