"""From how many trumps should one bid?  The Python twin of ``bid-value``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from ..errors import SpecError
from ..inputs import one_of
from ..sim import Options, Outcome, Part, RulesLike, Setup, Watch, opportunities_part
from ..strategies import Seated, parse_strategy
from .ask import Running, RunOptions, ask
from .bid_cells import Cells, cells_of
from .bid_table import MEASURES, BidTable
from .question import Question, basis_arguments, context_arguments
from .value import holding_value

PASSING = ("rest", "now")
"""How long who lets an opportunity go passes: for the rest of the draw, or that once."""


def bid_value(
    strategy: Any,
    rules: RulesLike = "tractor",
    boards: int = 200_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    by: str | Iterable[str] = "trumps",
    measure: str = "value",
    passing: str = "rest",
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
) -> BidTable:
    """Play ``boards`` from an opportunity to bid each, once taken and once let go.

    ``strategy`` sits in all seats.  An opportunity is a seat and a number of cards drawn at which
    that seat may bid (R21) while all follow their strategy; of those of a board one is drawn, each
    alike.  Then the board is played twice to its end: the seat makes its best bid, even if it would
    pass, or passes.  All else follows the strategy, with the same random numbers.  What bidding
    gains is the difference, for that seat's side.

    Args:
        strategy: as in ``"expert"`` or ``"expert(bid.min_trumps=9)"``, or an object.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        boards: how many boards are played: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        by: by what opportunities are sorted, names of ``bid_cells.AXES``: a list, or a text with
            commas between them.
        measure: ``"value"`` (levels, and h for declaring next, -h for not), ``"levels"``,
            ``"points"`` or ``"win"`` (declaring next): what decides about thresholds.
        passing: ``"rest"``: who lets the opportunity go does not bid until bidding is over;
            ``"now"``: it bids by its strategy when it is asked again.
        progress: called now and then with the number of boards finished.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: rules without bids, or an argument that is not allowed.
        StrategyError: the strategy failed, chose what is not allowed, or passed where its best bid
            was asked for (``must_bid``); its ``result`` is what this would have returned for the
            boards before.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = BidValueQuestion.read(
        strategy, rules, boards, seed, jobs, by=by, measure=measure, passing=passing, **about
    )
    result: BidTable = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class BidValueQuestion(Question):
    """From how many trumps should one bid?"""

    name = "bid-value"

    setup: Setup
    seated: Seated
    grid: Cells
    measure: str
    passing: str

    @classmethod
    def read(
        cls,
        strategy: Any,
        rules: RulesLike = "tractor",
        boards: int = 200_000,
        seed: int = 0,
        jobs: int | None = None,
        *,
        by: str | Iterable[str] = "trumps",
        measure: str = "value",
        passing: str = "rest",
        **options: Unpack[Options],
    ) -> "BidValueQuestion":
        """See :func:`bid_value`."""
        setup = Setup.read(rules, boards, seed, jobs, **options)
        if setup.rules.trump == "random":
            raise SpecError(
                "trump = random: nobody bids under these rules; allowed here: trump = bid"
            )
        seated = parse_strategy(strategy)
        grid = cells_of(by, setup.rules)
        one_of("measure", measure, MEASURES)
        one_of("passing", passing, PASSING)
        return cls(setup, seated, grid, measure, passing)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        own = {
            "strategy": str(self.seated),
            "boards": self.setup.boards.deals,
            "by": [axis.name for axis in self.grid.axes],
            "measure": self.measure,
            "passing": self.passing,
        }
        return own | context_arguments(self.setup) | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """That of all seats."""
        return (self.seated,)

    @property
    def parts(self) -> list[Part]:
        """All boards."""
        pass_now = self.passing == "now"
        return [opportunities_part(self.setup, self.seated, self.grid.tally, pass_now=pass_now)]

    def result(self, outcomes: Sequence[Outcome]) -> BidTable:
        """The figures."""
        (outcome,) = outcomes
        return BidTable(
            setup=self.setup.of_boards(outcome.played),
            outcome=outcome,
            seated=self.seated,
            grid=self.grid,
            measure=self.measure,
            passing=self.passing,
            holding=holding_value(self.setup, self.seated),
        )
