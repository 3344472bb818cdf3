"""Which value of a parameter is the best?  All values on the same boards, against one baseline."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

from ..errors import SpecError
from ..inputs import listed, one_of, shown
from ..sim import Options, Outcome, Part, RulesLike, Setup, Watch, arms_part
from ..strategies import Seated, parse_strategy
from .arms_count import ALL, FIGURES, MEASURES, SPLITS, ArmsCount, Curve
from .ask import Running, RunOptions, ask
from .command import boards_command
from .parameters import Grid, arms_of, grid_words, parse_grid
from .question import Question, basis_arguments, context_arguments
from .result import ASKED, MADE, BoardsResult
from .value import Holding, holding_value

MOST_ARMS = 1000
"""Values, or combinations of them, that one sweep plays."""

_MOST_NUMBERS = 2**24  # counted at once: 128 MB


def sweep(
    strategy: Any,
    params: str | Iterable[str] | Mapping[str, Any],
    against: Any = None,
    rules: RulesLike = "tractor",
    boards: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    measure: str = "value",
    by: str | Iterable[str] = (),
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
) -> "Sweep":
    """Play a strategy with each value of a parameter against a baseline, all on the same boards.

    Every board is played twice a value, with seats exchanged, as :func:`tractor_fast.compare` has
    it, so that a value with which the strategy is the baseline comes to exactly 0.

    Args:
        strategy: a strategy, as in ``"expert"`` or ``"expert(lead.stake=4)"``, or an object.
        params: ``"bid.min_trumps=5:13"`` (both ends included), ``"lead.stake=3:5:0.5"`` (steps of
            0.5), ``"lead.stake=3,4.55"``, or several of these: a grid; or a mapping from names to
            values.
        against: the baseline; None: the strategy as it is given.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        boards: how many boards are played: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        measure: what is to be large: ``"value"`` (levels and declaring next), ``"levels"``,
            ``"points"`` or ``"win"``.
        by: kinds of deals that have tables of their own: ``"level"``, ``"draw"`` (cards that who
            made the winning bid had drawn) and ``"role"`` (whether the strategy declares).
        progress: called now and then with the number of boards finished.
        options: which boards and how; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, parameter, value or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = SweepQuestion.read(
        strategy, params, against, rules, boards, seed, jobs, measure=measure, by=by, **about
    )
    result: Sweep = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class SweepQuestion(Question):
    """Which value of a parameter is the best?"""

    name = "sweep"

    setup: Setup
    seated: Seated
    baseline: Seated
    grid: Grid
    measure: str
    counters: ArmsCount

    @classmethod
    def read(
        cls,
        strategy: Any,
        params: str | Iterable[str] | Mapping[str, Any],
        against: Any = None,
        rules: RulesLike = "tractor",
        boards: int = 100_000,
        seed: int = 0,
        jobs: int | None = None,
        *,
        measure: str = "value",
        by: str | Iterable[str] = (),
        **options: Unpack[Options],
    ) -> "SweepQuestion":
        """See :func:`sweep`."""
        setup = Setup.read(rules, boards, seed, jobs, **options)
        seated = parse_strategy(strategy)
        baseline = seated if against is None else parse_strategy(against)
        grid = parse_grid(params, seated, MOST_ARMS)
        arms = len(arms_of(seated, grid))
        counters = ArmsCount(setup, arms, *_checked(measure, by))
        _check_memory(counters, arms)
        return cls(setup, seated, baseline, grid, measure, counters)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        own = {
            "strategy": str(self.seated),
            "params": {name: list(values) for name, values in self.grid.items()},
            "against": str(self.baseline),
            "boards": self.setup.boards.deals,
            "measure": self.measure,
            "by": [split for split in self.counters.kinds if split != ALL],
        }
        return own | context_arguments(self.setup) | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """The strategy and its baseline."""
        return self.seated, self.baseline

    @property
    def parts(self) -> list[Part]:
        """All boards with each value."""
        arms = [arm for _, arm in arms_of(self.seated, self.grid)]
        return [arms_part(self.setup, arms, self.baseline, self.counters.count)]

    def result(self, outcomes: Sequence[Outcome]) -> "Sweep":
        """The figures."""
        (outcome,) = outcomes
        return Sweep(
            setup=self.setup.of_boards(outcome.played),
            outcome=outcome,
            seated=self.seated,
            baseline=self.baseline,
            grid=self.grid,
            measure=self.measure,
            holding=holding_value(self.setup, self.baseline),
            counters=self.counters,
        )


def _checked(measure: str, by: str | Iterable[str]) -> tuple[str, list[str]]:
    one_of("measure", measure, MEASURES)
    if isinstance(by, str):
        by = [part.strip() for part in by.split(",") if part.strip()]
    splits = listed(by)
    if splits is None:
        raise SpecError(f"by = {shown(by)}: allowed: a list of {', '.join(SPLITS)}")
    for split in splits:
        one_of("by", split, SPLITS)
        if splits.count(split) > 1:
            raise SpecError(f"by = {','.join(splits)}: each may be named once")
        if measure == "win" and split != "level":
            raise SpecError(f"by = {split} with measure = win: boards are won, not deals of a kind")
    return measure, splits


def _check_memory(counters: ArmsCount, arms: int) -> None:
    kinds = sum(map(len, counters.kinds.values()))
    if kinds * counters.numbers > _MOST_NUMBERS and len(counters.kinds) > 1:
        most = int((_MOST_NUMBERS / kinds / counters.numbers) ** 0.5 * arms)
        asked = ",".join(split for split in counters.kinds if split != ALL)
        raise SpecError(f"params have {arms:,} combinations; allowed by {asked}: up to {most:,}")


@dataclass(frozen=True, eq=False)
class Sweep(BoardsResult):
    """Result of :func:`tractor_fast.sweep`.

    ``values`` has an entry a value, or combination of values: its ``params``, and the means of
    ``value``, ``levels_per_deal`` and the measure, if that is another, each with the ends of an
    interval; the intervals of one figure hold for all values at once 95 times out of 100.
    """

    KEYS: ClassVar = (
        "strategy",
        "params",
        "against",
        "measure",
        *ASKED,
        "h",
        "holding",
        *MADE,
        "values",
        "best",
        "not_told_apart",
        "by",
    )

    seated: Seated
    baseline: Seated
    grid: Grid
    measure: str
    holding: Holding
    counters: ArmsCount

    # ---- what was played -----------------------------------------------------------------------

    @property
    def strategy(self) -> str:
        """The strategy, with the parameters that it has where none is swept."""
        return str(self.seated)

    @property
    def params(self) -> dict[str, list[float]]:
        """The values of each parameter."""
        return {name: list(values) for name, values in self.grid.items()}

    @property
    def against(self) -> str:
        """The baseline."""
        return str(self.baseline)

    @property
    def boards(self) -> int:
        """Boards played."""
        return self.setup.boards.deals

    @property
    def deals(self) -> int:
        """Deals played: two a board and value."""
        return 2 * self.boards * len(self.arms)

    @property
    def h(self) -> float:
        """What declaring the next deal is worth in ``value``, in levels."""
        return self.holding.h

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        words = [word for each in grid_words(self.grid) for word in ("--param", each)]
        words += ["--against", self.against]
        options = ["--measure", self.measure] if self.measure != MEASURES[0] else []
        options += [word for split in self.splits for word in ("--by", split)]
        return boards_command("sweep", self.setup, [self.strategy, *words], options=options)

    @cached_property
    def arms(self) -> list[dict[str, float]]:
        """The values of each entry of ``values``."""
        return [chosen for chosen, _ in arms_of(self.seated, self.grid)]

    # ---- what came out -------------------------------------------------------------------------

    @property
    def figure(self) -> str:
        """Name of the measure among the figures of ``values``."""
        return FIGURES[self.measure]

    @cached_property
    def curve(self) -> Curve:
        """What the values get in all deals."""
        return self.curves(ALL)["all"]

    def curves(self, split: str) -> dict[str, Curve]:
        """What the values get in deals of each kind, of those that there are."""
        return self.counters.curves(self.totals, split, self.h)

    @property
    def splits(self) -> list[str]:
        """The kinds by which deals are told apart."""
        return [split for split in self.counters.kinds if split != ALL]

    @property
    def values(self) -> list[dict[str, Any]]:
        """What each value gets."""
        return self._curve_dict(self.curve)["values"]

    @property
    def best(self) -> dict[str, float] | None:
        """The value with the largest mean of the measure."""
        return self._curve_dict(self.curve)["best"]

    @property
    def not_told_apart(self) -> list[dict[str, float]]:
        """The values that may be the best: 95 times out of 100 the best is among them."""
        return self._curve_dict(self.curve)["not_told_apart"]

    @property
    def by(self) -> dict[str, dict[str, Any]]:
        """``values``, ``best`` and ``not_told_apart`` in deals of each kind, by split and kind."""
        return {
            split: {kind: self._curve_dict(curve) for kind, curve in self.curves(split).items()}
            for split in self.splits
        }

    def _curve_dict(self, curve: Curve) -> dict[str, Any]:
        return {
            "values": [
                {"params": chosen, "deals": curve.deals[arm]}
                | {name: found[arm].to_dict() for name, found in curve.figures.items()}
                for arm, chosen in enumerate(self.arms)
            ],
            "best": None if curve.best is None else self.arms[curve.best],
            "not_told_apart": [self.arms[arm] for arm in curve.not_told_apart],
        }
