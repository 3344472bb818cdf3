"""Whole matches between two strategies, and the figures of many of them.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`Matches` and keys of its JSON.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Unpack

from .._core import engine
from ..inputs import whole
from ..sim import (
    WHOLE_WIN,
    Basis,
    Estimate,
    MatchNumbers,
    Outcome,
    Part,
    RulesLike,
    Totals,
    Watch,
    level_scale,
    matches_part,
)
from ..stats import Moments, Rate
from ..strategies import Seated, parse_strategy
from .ask import How, Running, ask
from .command import match_command
from .question import Question, basis_arguments, estimated
from .result import MADE, Result

SETUP = ("matches", "first_match", "seed", "rules", "a", "b", "most_deals", *MADE)
"""What was played, how fast, and the digest of every play."""

FIGURES = ("unfinished", "a_wins", "length", "level_a", "level_b", "level_lead")
"""What came out."""


def match(
    a: Any,
    b: Any,
    rules: RulesLike = "tractor",
    matches: int = 1000,
    seed: int = 0,
    jobs: int | None = None,
    *,
    overrides: Mapping[str, object] | Iterable[str] = (),
    first_match: int = 0,
    most_deals: int = 1000,
    rows: bool = False,
    progress: Watch | None = None,
    decision_timeout: float | None = None,
    **options: Unpack[How],
) -> "Matches":
    """Play whole matches between strategies ``a`` and ``b``, from level 2 until one has won.

    Matches 2k and 2k + 1 are a pair: deal d of both is board 4096 k + d, and A and B exchange their
    seats: with fixed partners the two sides, else a random half of the seats and the rest.  So A
    against A wins exactly every other match.

    Args:
        a: a strategy, as in ``"normal"`` or ``"random(lead.throws=0.25)"``, or an object.
        b: another, or the same.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        matches: how many are played, an even number.
        seed: 0 to 2**64 - 1.
        jobs: threads; None: one a core.  The figures do not depend on it.
        overrides: settings on top of ``rules``: a mapping, or texts ``"key=value"``.
        first_match: number of the first match, even.
        most_deals: a match without a winner after so many deals, 1 to 4096, is left unfinished.
        rows: keep one record a match, in order, in the result's ``rows``.
        progress: called now and then with the number of matches finished.
        decision_timeout: seconds that a strategy written in Python may take for a decision.
        options: where finished matches are kept and who plays them; see
            :class:`tractor_fast.evaluate.ask.How`.

    Raises:
        RulesError: rules that cannot be played.
        SpecError: a strategy or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the pairs of matches before.
    """
    running = Running(rows=rows, progress=progress, **options)
    question = MatchQuestion.read(
        a,
        b,
        rules,
        matches,
        seed,
        jobs,
        overrides=overrides,
        first_match=first_match,
        most_deals=most_deals,
        decision_timeout=decision_timeout,
    )
    result: Matches = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class MatchQuestion(Question):
    """Who wins whole matches?"""

    name = "match"
    count_name = "matches"
    first_name = "first_match"

    setup: Basis
    pair: tuple[Seated, Seated]
    numbers: MatchNumbers
    most_deals: int

    @classmethod
    def read(
        cls,
        a: Any,
        b: Any,
        rules: RulesLike = "tractor",
        matches: int = 1000,
        seed: int = 0,
        jobs: int | None = None,
        *,
        overrides: Mapping[str, object] | Iterable[str] = (),
        first_match: int = 0,
        most_deals: int = 1000,
        decision_timeout: float | None = None,
    ) -> "MatchQuestion":
        """See :func:`match`."""
        basis = Basis.read_basis(rules, overrides, jobs, decision_timeout)
        strategies = parse_strategy(a), parse_strategy(b)
        numbers = MatchNumbers(seed, first_match, matches)
        return cls(
            basis, strategies, numbers, whole("most_deals", most_deals, 1, engine.MOST_DEALS)
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        a, b = map(str, self.pair)
        own = {
            "a": a,
            "b": b,
            "matches": self.numbers.matches,
            "seed": self.numbers.seed,
            "first_match": self.numbers.first,
            "most_deals": self.most_deals,
        }
        return own | basis_arguments(self.setup)

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """A and B."""
        return self.pair

    @property
    def parts(self) -> list[Part]:
        """All pairs of matches."""
        return [matches_part(self.setup, *self.pair, self.numbers, most_deals=self.most_deals)]

    def result(self, outcomes: Sequence[Outcome]) -> "Matches":
        """The figures."""
        (outcome,) = outcomes
        return Matches(
            setup=self.setup,
            outcome=outcome,
            strategies=self.pair,
            numbers=replace(self.numbers, matches=2 * outcome.played),
            most_deals=self.most_deals,
        )

    def estimate(self, part: int, totals: Totals, boards: int) -> Estimate:
        """How often A wins."""
        return estimated("a_wins", wins_of_a(totals))


@dataclass(frozen=True, eq=False)
class Matches(Result):
    """Result of :func:`tractor_fast.match`.

    All figures but ``unfinished`` are over the pairs of which both matches were finished.  The two
    matches of a pair are played on the same cards, so the pair is one value of every mean; a rate's
    interval takes matches as if they were independent, which on exchanged seats errs to the wide
    side.  ``rows`` has one record a match (``number, deals, seats_of_a, winners, levels``), in
    order: seats are bits, levels ranks 0 (2) to 12 (A); no winners: the match is unfinished.
    """

    KEYS: ClassVar = SETUP + FIGURES

    strategies: tuple[Seated, Seated]
    numbers: MatchNumbers
    most_deals: int

    # ---- what was played -----------------------------------------------------------------------

    @property
    def matches(self) -> int:
        """Matches played."""
        return self.numbers.matches

    @property
    def first_match(self) -> int:
        """Number of the first match."""
        return self.numbers.first

    @property
    def seed(self) -> int:
        """Seed of all boards."""
        return self.numbers.seed

    @property
    def a(self) -> str:
        """The first strategy, whose wins are counted."""
        return str(self.strategies[0])

    @property
    def b(self) -> str:
        """The other strategy."""
        return str(self.strategies[1])

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        return match_command(self.setup, self.a, self.b, self.numbers, self.most_deals)

    @property
    def deals(self) -> int:
        """Deals played in all matches together."""
        return int(self.outcome.totals["deals"])

    # ---- what came out -------------------------------------------------------------------------

    @property
    def unfinished(self) -> Rate:
        """How often a match had no winner after ``most_deals`` deals."""
        return Rate(self.outcome.totals["unfinished"], self.matches)

    @property
    def a_wins(self) -> Rate:
        """How often A wins (R32); where each player has his own level: A's share of the winners."""
        return wins_of_a(self.outcome.totals)

    @property
    def length(self) -> Moments:
        """Deals in a match."""
        return self._moments("length", 2)

    @property
    def level_a(self) -> Moments:
        """A's level at the end, 2 to 14 = A; where each player has his own: the mean of A's."""
        return self._moments("level_a", 2 * level_scale(self.rules.players))

    @property
    def level_b(self) -> Moments:
        """The same of B."""
        return self._moments("level_b", 2 * level_scale(self.rules.players))

    @property
    def level_lead(self) -> Moments:
        """A's level minus B's at the end."""
        return self._moments("level_lead", 2 * level_scale(self.rules.players))

    def _moments(self, name: str, scale: int) -> Moments:
        totals = self.outcome.totals
        return Moments(totals["pairs"], totals[f"{name}_sum"], totals[f"{name}_sq"], scale)


def wins_of_a(totals: Totals) -> Rate:
    """How often A wins the matches of finished pairs."""
    wins, rest = divmod(totals["wins"], WHOLE_WIN)
    return Rate(wins + rest / WHOLE_WIN if rest else wins, 2 * totals["pairs"])
