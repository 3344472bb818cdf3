"""From how many trumps should one bid?  The Python twin of ``bid-value``."""

from collections.abc import Callable, Iterable
from typing import Any, Unpack

from ..errors import SpecError
from ..inputs import one_of
from ..sim import Options, Outcome, RulesLike, Setup, play_opportunities
from ..strategies import parse_strategy
from .bid_cells import cells_of
from .bid_table import MEASURES, BidTable
from .result import results_before_a_failure
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
    progress: Callable[[int], None] | None = None,
    **options: Unpack[Options],
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
    setup = Setup.read(rules, boards, seed, jobs, **options)
    if setup.rules.trump == "random":
        raise SpecError("trump = random: nobody bids under these rules; allowed here: trump = bid")
    seated = parse_strategy(strategy)
    grid = cells_of(by, setup.rules)
    one_of("measure", measure, MEASURES)
    one_of("passing", passing, PASSING)
    holding = holding_value(setup, seated)

    def result(outcome: Outcome) -> BidTable:
        return BidTable(
            setup=setup.of_boards(outcome.played),
            outcome=outcome,
            seated=seated,
            grid=grid,
            measure=measure,
            passing=passing,
            holding=holding,
        )

    with results_before_a_failure(result):
        return result(
            play_opportunities(
                setup, seated, grid.tally, pass_now=passing == "now", progress=progress
            )
        )
