"""Which of several strategies is the best?  All against all, on the same boards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Unpack

from ..errors import SpecError, StrategyError
from ..inputs import listed, shown
from ..sim import Options, RulesLike, Setup
from ..stats import Means, best_of, intervals_together, not_told_apart
from ..strategies import Seated, is_strategy, parse_strategy
from .command import boards_command
from .pairing import Pairing, outcome_of, pairs_of, play_pairing, ratings
from .result import BoardsResult
from .tournament_file import TournamentFile
from .value import Holding, holding_value


def tournament(
    strategies: Sequence[Any],
    rules: RulesLike = "tractor",
    boards: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[Options],
) -> "Tournament":
    """Play every two of ``strategies`` against each other, all pairings on the same boards.

    Each board is played twice a pairing, with seats exchanged, as :func:`tractor_fast.compare` has
    it.

    Args:
        strategies: two or more, each as in ``"normal"`` or ``"random(lead.throws=0.25)"``, or an
            object; no two alike.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        boards: how many boards each pairing plays: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        save: a file that keeps every finished pairing; asked again with it, the same tournament
            goes on with those that are missing.
        progress: called now and then with the number of boards finished, of all pairings together.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer or number that is not allowed.
        DataError: a ``save`` that cannot be read or written, or is of another tournament.
        StrategyError: a strategy failed or chose what is not allowed.
    """
    setup = Setup.read(rules, boards, seed, jobs, **options)
    seated = _checked(strategies)
    file = None if save is None else TournamentFile(save, setup, seated)
    holding = holding_value(setup, seated[0])
    finished = {(each.a, each.b): each for each in file.pairings} if file is not None else {}
    missing = [pair for pair in pairs_of(len(seated)) if pair not in finished]
    for pair in missing:
        before = len(finished) * setup.boards.deals

        def counted(done: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done)

        try:
            finished[pair] = play_pairing(setup, seated, *pair, counted)
        except StrategyError as error:
            error.result = None  # a part of a pairing says nothing of the tournament
            raise
        if file is not None:
            file.add(finished[pair])
    return Tournament(
        setup=setup,
        outcome=outcome_of([*finished.values()], setup.boards.deals),
        seated=seated,
        played=tuple(finished[pair] for pair in pairs_of(len(seated))),
        holding=holding,
    )


def _checked(strategies: Sequence[Any]) -> tuple[Seated, ...]:
    given = None if isinstance(strategies, str) or is_strategy(strategies) else listed(strategies)
    if given is None:
        raise SpecError(f"strategies = {shown(strategies)}: allowed: a list of two or more")
    seated = tuple(map(parse_strategy, given))
    if len(seated) < 2:
        raise SpecError(f"a tournament has two strategies or more, not {len(seated)}")
    names = [*map(str, seated)]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"strategy {shown(name, str)} is given twice")
    return seated


@dataclass(frozen=True, eq=False)
class Tournament(BoardsResult):
    """Result of :func:`tractor_fast.tournament`.

    ``ratings``, best first, are levels per deal against the mean of all strategies: they are 0
    together, and the difference of two is what the one should gain a deal against the other; their
    intervals hold for all of them at once, and ``error`` is the standard error of one.
    ``pairings`` has every two with levels per deal, value and win rate of the first.
    """

    KEYS: ClassVar = (
        "strategies", "boards", "first_board", "seed", "rules", "level", "declarer", "conditions",
        "h", "holding", "jobs", "kernel", "version", "stream_version", "command", "seconds",
        "deals", "deals_per_second", "digest", "stopped_by", "failure", "ratings", "best",
        "not_told_apart", "pairings",
    )  # fmt: skip

    seated: tuple[Seated, ...]
    played: tuple[Pairing, ...]
    holding: Holding

    @property
    def strategies(self) -> list[str]:
        """All strategies, as they were given."""
        return [*map(str, self.seated)]

    @property
    def boards(self) -> int:
        """Boards that each pairing played."""
        return self.setup.boards.deals

    @property
    def deals(self) -> int:
        """Deals played: two a board and pairing."""
        return 2 * self.boards * len(self.played)

    @property
    def h(self) -> float:
        """What declaring the next deal is worth in ``value``; of the first strategy's self-play."""
        return self.holding.h

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        return boards_command("tournament", self.setup, self.strategies)

    @property
    def ratings(self) -> list[dict[str, Any]]:
        """``strategy``, ``rating{mean, low, high}`` and ``error`` of each, best first."""
        intervals = intervals_together(self._means)
        errors = [variance**0.5 for variance in self._means.covariances.diagonal().tolist()]
        return [
            {
                "strategy": self.strategies[place],
                "rating": intervals[place].to_dict(),
                "error": None if intervals[place].low is None else errors[place],
            }
            for place in self.order
        ]

    @property
    def best(self) -> str | None:
        """The strategy with the highest rating."""
        place = best_of(self._means)
        return None if place is None else self.strategies[place]

    @property
    def not_told_apart(self) -> list[str]:
        """The strategies that may be the best: 95 times out of 100 the best is among them."""
        return [self.strategies[place] for place in not_told_apart(self._means)]

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """``a, b, levels_per_deal, value, win_rate`` and ``digest`` of every pairing."""
        players = self.rules.players
        return [
            {
                "a": self.strategies[each.a],
                "b": self.strategies[each.b],
                "levels_per_deal": each.levels_per_deal(players).to_dict(),
                "value": each.value(players, self.h).to_dict(),
                "win_rate": each.win_rate.to_dict(),
                "digest": f"{each.digest:032x}",
            }
            for each in self.played
        ]

    @property
    def order(self) -> list[int]:
        """Places of the strategies from the best to the worst."""
        return sorted(range(len(self.seated)), key=lambda place: -self._means.values[place])

    @property
    def cross_table(self) -> list[list[float | None]]:
        """Levels per deal of the strategies down against those across, both best first."""
        found: dict[tuple[int, int], float | None] = {}
        for each in self.played:
            mean = each.levels_per_deal(self.rules.players).mean
            found[each.a, each.b] = mean
            found[each.b, each.a] = None if mean is None else -mean
        return [[found.get((row, column)) for column in self.order] for row in self.order]

    @cached_property
    def _means(self) -> Means:
        return ratings(self.played, len(self.seated), self.setup)
