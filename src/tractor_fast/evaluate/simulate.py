"""Play many deals and sum them up: what ``tractor-fast simulate`` does, from Python."""

from collections.abc import Callable
from typing import Any, Unpack

from ..sim import Options, Outcome, RulesLike, Setup, parse_seats, play_boards
from .result import results_before_a_failure
from .simulation import Simulation


def simulate(
    rules: RulesLike = "tractor",
    seats: Any = "normal",
    deals: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[Options],
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
    setup = Setup.read(rules, deals, seed, jobs, what="deals", **options)
    seated = parse_seats(seats, setup.rules.players)

    def result(outcome: Outcome) -> Simulation:
        return Simulation(setup=setup.of_boards(outcome.played), outcome=outcome, seated=seated)

    with results_before_a_failure(result):
        return result(play_boards(setup, seated, rows=rows, progress=progress))
