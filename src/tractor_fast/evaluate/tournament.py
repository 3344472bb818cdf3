"""Which of several strategies is the best?  All against all, on the same boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

from ..errors import SpecError
from ..inputs import listed, shown
from ..sim import Options, Outcome, Part, RulesLike, Setup, Watch
from ..stats import Means, best_of, intervals_together, not_told_apart
from ..strategies import Seated, is_strategy, parse_strategy
from .ask import Running, RunOptions, ask
from .command import boards_command
from .pairing import Pairing, joined, pairing_part, pairs_of, ratings
from .question import Question, basis_arguments, context_arguments
from .result import ASKED, MADE, BoardsResult
from .value import Holding, holding_value


def tournament(
    strategies: Sequence[Any],
    rules: RulesLike = "tractor",
    boards: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
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
        progress: called now and then with the number of boards finished, of all pairings together.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = TournamentQuestion.read(strategies, rules, boards, seed, jobs, **about)
    result: Tournament = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class TournamentQuestion(Question):
    """Which of several strategies is the best?"""

    name = "tournament"

    setup: Setup
    seated: tuple[Seated, ...]

    @classmethod
    def read(
        cls,
        strategies: Sequence[Any],
        rules: RulesLike = "tractor",
        boards: int = 100_000,
        seed: int = 0,
        jobs: int | None = None,
        **options: Unpack[Options],
    ) -> "TournamentQuestion":
        """See :func:`tournament`."""
        return cls(Setup.read(rules, boards, seed, jobs, **options), _checked(strategies))

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        own = {
            "strategies": [*map(str, self.seated)],
            "boards": self.setup.boards.deals,
        }
        return own | context_arguments(self.setup) | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """All of them."""
        return self.seated

    @property
    def parts(self) -> list[Part]:
        """Every two of the strategies."""
        many = len(self.seated)
        return [pairing_part(self.setup, self.seated, a, b) for a, b in pairs_of(many)]

    def result(self, outcomes: Sequence[Outcome]) -> "Tournament":
        """The figures."""
        pairs = pairs_of(len(self.seated))
        return Tournament(
            setup=self.setup,
            outcome=joined(outcomes),
            seated=self.seated,
            played=tuple(map(Pairing, pairs, outcomes)),
            holding=holding_value(self.setup, self.seated[0]),
        )

    def partial(self, outcomes: Sequence[Outcome]) -> None:
        """A part of the pairings says nothing of the tournament."""


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
        "strategies",
        *ASKED,
        "h",
        "holding",
        *MADE,
        "ratings",
        "best",
        "not_told_apart",
        "pairings",
    )

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
                "digest": f"{each.outcome.digest:032x}",
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
