"""Is A better than B?  Boards played twice, seats exchanged; the Python twin of ``compare``."""

from collections.abc import Callable
from typing import Any, Unpack

from ..sim import Options, Outcome, RulesLike, Setup, play_pairs
from ..strategies import parse_strategy
from .comparison import Comparison
from .result import results_before_a_failure


def compare(
    a: Any,
    b: Any,
    rules: RulesLike = "tractor",
    boards: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
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
        boards: how many boards are played: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        rows: keep one record a board, in order, in the result's ``rows``.
        progress: called now and then with the number of boards finished.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    setup = Setup.read(rules, boards, seed, jobs, **options)
    strategies = parse_strategy(a), parse_strategy(b)

    def result(outcome: Outcome) -> Comparison:
        setup_played = setup.of_boards(outcome.played)
        return Comparison(setup=setup_played, outcome=outcome, strategies=strategies)

    with results_before_a_failure(result):
        return result(play_pairs(setup, *strategies, rows=rows, progress=progress))
