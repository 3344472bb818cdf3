"""Is A better than B?  Boards played twice, seats exchanged; the Python twin of ``compare``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..inputs import MOST, whole
from ..rules import Rules, load_rules
from ..sim import Boards, Outcome, parse_context, play_pairs
from ..strategies import parse_strategy
from .comparison import Comparison
from .result import name_of, results_before_a_failure
from .simulate import seconds, threads


def compare(
    a: Any,
    b: Any,
    rules: str | Path | Mapping[str, object] | Rules = "tractor",
    boards: int = 100_000,
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
        overrides: settings on top of ``rules``: a mapping, or texts ``"key=value"``.
        level: 2 to 10, ``"2"`` .. ``"A"``, or ``"any"``: drawn for each board.
        declarer: a seat, ``"none"`` (who bids highest declares, R23), or ``"any"``: drawn.
        first_deal: level 2 and no declarer.
        first_board: number of the first board, 0 to 2**64 - 1.
        rows: keep one record a board, in order, in the result's ``rows``.
        progress: called now and then with the number of boards finished.
        decision_timeout: seconds that a strategy written in Python may take for a decision.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    base = rules
    rules = load_rules(rules, overrides)
    seated_a, seated_b = parse_strategy(a), parse_strategy(b)
    context = parse_context(level, declarer, rules.players, first_deal=first_deal)
    first_board = whole("first_board", first_board, 0, MOST)
    board_range = Boards(seed, first_board, whole("boards", boards, 0, MOST + 1 - first_board))
    jobs = threads(jobs)
    decision_timeout = seconds(decision_timeout)

    def result(outcome: Outcome) -> Comparison:
        return Comparison(
            rules=rules,
            rules_name=name_of(base),
            strategies=(seated_a, seated_b),
            context=context,
            board_range=replace(board_range, deals=outcome.played),
            jobs=jobs,
            outcome=outcome,
        )

    with results_before_a_failure(result):
        return result(
            play_pairs(
                rules,
                seated_a,
                seated_b,
                context,
                board_range,
                jobs=jobs,
                rows=rows,
                progress=progress,
                decision_timeout=decision_timeout,
            )
        )
