"""What does a house rule do?  Two rule sets on the same boards, and how their figures differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Unpack

from ..inputs import whole
from ..rules import load_rules
from ..sim import (
    MatchNumbers,
    Options,
    Outcome,
    Part,
    RulesLike,
    Setup,
    Watch,
    matches_under_part,
    named_rules,
    under_part,
)
from ..strategies import Seated, parse_strategy
from .ask import Running, RunOptions, ask
from .command import boards_command, preset_and_changes
from .question import Question, basis_arguments, context_arguments
from .result import MADE, BoardsResult
from .rules_count import Figures, count_matches, figures_of, rules_counter

_MOST_DEALS = 1000  # of a match
_MOST_MATCHES = 1_000_000

Overrides = Mapping[str, object] | Iterable[str]


def rules_diff(
    a: RulesLike,
    b: RulesLike,
    seats: Any = "expert",
    boards: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    overrides_a: Overrides = (),
    overrides_b: Overrides = (),
    matches: int = 500,
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
) -> "RulesDiff":
    """Play the same boards under the rules ``a`` and under ``b``, and say how the figures differ.

    Where both deal the same cards (players, decks and size of the kitty are the same), the
    difference is of the same cards in the same hands; where not, of unrelated deals.

    Args:
        a: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        b: others.
        seats: the strategy that sits in all seats.
        boards: how many boards are played: ``first_board``, ``first_board + 1``, ...
        seed: 0 to 2**64 - 1; a board's cards follow from the seed and its number.
        jobs: threads; None: one a core.  The figures do not depend on it.
        overrides_a: settings on top of ``a`` and ``overrides``.
        overrides_b: settings on top of ``b`` and ``overrides``.
        matches: whole matches played under each, to tell how long one is.
        progress: called now and then with the number of boards finished.
        options: which boards and how, ``overrides`` those of both; see
            :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy, level, declarer or number that is not allowed.
        StrategyError: the strategy failed or chose what is not allowed.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = RulesDiffQuestion.read(
        a,
        b,
        seats,
        boards,
        seed,
        jobs,
        overrides_a=overrides_a,
        overrides_b=overrides_b,
        matches=matches,
        **about,
    )
    result: RulesDiff = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class RulesDiffQuestion(Question):
    """What does a house rule do?"""

    name = "rules-diff"

    setup: Setup
    other: Setup
    seated: Seated
    matches: int

    @classmethod
    def read(
        cls,
        a: RulesLike,
        b: RulesLike,
        seats: Any = "expert",
        boards: int = 100_000,
        seed: int = 0,
        jobs: int | None = None,
        *,
        overrides_a: Overrides = (),
        overrides_b: Overrides = (),
        matches: int = 500,
        **options: Unpack[Options],
    ) -> "RulesDiffQuestion":
        """See :func:`rules_diff`."""
        for name in ("overrides", "given"):  # both read them, and an iterator has one reading
            if isinstance(options.get(name), Iterator):
                options[name] = list(options[name])
        both = options.pop("overrides", ())
        setup = _setup(a, both, overrides_a, boards, seed, jobs, options)
        other = _setup(b, both, overrides_b, boards, seed, jobs, options)
        matches = whole("matches", matches, 0, _MOST_MATCHES)
        return cls(setup, other, parse_strategy(seats), matches)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        a, b = basis_arguments(self.setup), basis_arguments(self.other)
        own = {
            "a": a.pop("rules"),
            "b": b["rules"],
            "seats": str(self.seated),
            "boards": self.setup.boards.deals,
            "matches": self.matches,
        }
        return own | context_arguments(self.setup) | a

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """That of all seats."""
        return (self.seated,)

    @property
    def parts(self) -> list[Part]:
        """All boards under both rule sets, and matches under both."""
        setups = self.setup, self.other
        count = rules_counter([setup.rules for setup in setups])
        # The two matches of a pair are alike where all seats are.
        numbers = MatchNumbers(self.setup.boards.seed, 0, 2 * self.matches)
        return [
            under_part(setups, self.seated, count),
            matches_under_part(setups, self.seated, numbers, count_matches, most_deals=_MOST_DEALS),
        ]

    def result(self, outcomes: Sequence[Outcome]) -> "RulesDiff":
        """The figures."""
        deals, matches = outcomes
        return RulesDiff(
            setup=self.setup,
            outcome=replace(
                deals,
                totals=deals.totals | matches.totals,
                digest=(deals.digest + matches.digest) % 2**128,
                seconds=deals.seconds + matches.seconds,
            ),
            other=self.other,
            seated=self.seated,
            matches=self.matches,
        )

    def partial(self, outcomes: Sequence[Outcome]) -> None:
        """What is left says nothing of both rule sets."""


def _setup(
    rules: RulesLike,
    both: Overrides,
    more: Overrides,
    boards: int,
    seed: int,
    jobs: int | None,
    options: Options,
) -> Setup:
    rules, name = named_rules(rules)
    loaded = load_rules(load_rules(rules, both), more)
    return replace(Setup.read(loaded, boards, seed, jobs, **options), rules_name=name)


@dataclass(frozen=True, eq=False)
class RulesDiff(BoardsResult):
    """Result of :func:`tractor_fast.rules_diff`.

    ``figures`` has under each name ``a``, ``b`` and ``difference`` (B minus A), each ``mean, low,
    high``: 95 % intervals, that of the difference from the differences on the same boards.  The
    intervals of rates are score intervals (Wilson, Tango), which are sound near 0 and 1.
    """

    KEYS: ClassVar = (
        "a",
        "b",
        "rules_a",
        "rules_b",
        "changed",
        "same_cards",
        "seats",
        "boards",
        "first_board",
        "seed",
        "level",
        "declarer",
        "conditions",
        "matches",
        *MADE,
        "figures",
    )

    other: Setup
    seated: Seated
    matches: int

    @property
    def a(self) -> str:
        """The first rules: a preset, with every setting that differs from it."""
        return _text(self.setup)

    @property
    def b(self) -> str:
        """The other rules."""
        return _text(self.other)

    @property
    def rules_a(self) -> dict[str, Any]:
        """Name and every setting of the first rules."""
        return {"name": self.setup.rules_name, **self.setup.rules.to_dict()}

    @property
    def rules_b(self) -> dict[str, Any]:
        """Name and every setting of the others."""
        return {"name": self.other.rules_name, **self.other.rules.to_dict()}

    @property
    def changed(self) -> dict[str, dict[str, Any]]:
        """The settings that differ, each with its value in ``a`` and ``b``."""
        a, b = self.setup.rules.to_dict(), self.other.rules.to_dict()
        return {name: {"a": a[name], "b": b[name]} for name in a if a[name] != b[name]}

    @property
    def same_cards(self) -> bool:
        """Whether a board has the same cards under both."""
        one, other = self.setup.rules, self.other.rules
        return (one.players, one.decks, one.kitty_size) == (
            other.players,
            other.decks,
            other.kitty_size,
        )

    @property
    def seats(self) -> str:
        """The strategy in all seats."""
        return str(self.seated)

    @property
    def boards(self) -> int:
        """Boards played under each."""
        return self.setup.boards.deals

    @property
    def deals(self) -> int:
        """Deals played, those of the matches too."""
        return 2 * self.boards + int(self.totals["deals_of_matches"])

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        named, words = [], []
        for setup, option in ((self.setup, "--set-a"), (self.other, "--set-b")):
            preset, changes = preset_and_changes(setup.rules, setup.rules_name)
            named.append(preset)
            words += [word for change in changes for word in (option, change)]
        options = ["--seats", self.seats, "--matches", str(self.matches)]
        return boards_command("rules-diff", self.setup, named, options=options, rules=words)

    @cached_property
    def figures(self) -> Figures:
        """Under each name: ``a``, ``b`` and ``difference``, B minus A."""
        return figures_of(self.totals, alike=not self.changed)

    @property
    def points_distribution(self) -> dict[str, list[int]]:
        """Deals in which the attackers get 0 to 4 points, 5 to 9, ..., under each."""
        return dict(zip("ab", self.totals["points_hist"].tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it."""
        figures = {
            name: {column: found.to_dict() for column, found in figure.items()}
            for name, figure in self.figures.items()
        }
        own = {name: getattr(self, name) for name in self.KEYS}
        return own | {"figures": figures, "plan": self.plan}


def _text(setup: Setup) -> str:
    preset, changes = preset_and_changes(setup.rules, setup.rules_name)
    return " ".join([preset, *changes])
