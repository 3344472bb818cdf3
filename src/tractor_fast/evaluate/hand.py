"""What is this hand worth?  Each of its choices played out on the same completions of the deal."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from .._core.engine import Run
from .._core.held import HeldCards
from .._core.spec import CompiledRules
from ..cards import format_faces
from ..errors import SpecError, StrategyError
from ..inputs import shown
from ..rules import Rules
from ..sim import (
    Guard,
    Options,
    Outcome,
    Part,
    RulesLike,
    Setup,
    Stop,
    Totals,
    Watch,
    bound_run,
    seat_names,
)
from ..stats import tally
from ..strategies import Seated, parse_strategy
from .ask import Running, RunOptions, ask
from .choices import ArmMeans, columns_of
from .hand_value import HandValue
from .known import Known, bid_text, check_drawn, read_known, seen_text
from .question import Question, basis_arguments, context_arguments
from .stopping import Precision, number_of
from .value import holding_value

PASSES = ("rest", "now")
"""What passing means: no bid for the rest of the auction, or none this time."""

MOST_BOARDS = 10_000_000


def hand(
    cards: str | Iterable[str],
    rules: RulesLike = "tractor",
    *,
    drawn: int | None = None,
    seat: str | int | None = None,
    seen: str | Iterable[str] = "",
    strategy: Any = "expert",
    passing: str = "rest",
    ci: float = 0.02,
    boards: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
) -> HandValue:
    """What a hand is worth if it bids, for each bid that it allows, and if it passes.

    The hand is that of ``seat``, which has just drawn its last card so far.  All that it does not
    know is dealt, uniform among all deals that agree with its cards and the bids seen; nobody's
    choices are taken as evidence.  Each choice is made on every one of these deals, and all seats
    play on by ``strategy``.

    Args:
        cards: the cards held, as in ``"5h5h AsKsKs BJ"``.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        drawn: cards that the seat has drawn; of more than ``cards`` the others are not known.
            None: as many as ``cards``, or a whole hand where nobody bids while drawing.
        seat: whose hand it is; None: the first, S or 0.
        seen: bids so far, in order, as in ``"E:5h W:5s5s"``; who has shown cards has drawn them.
        strategy: what plays all seats.
        passing: ``"rest"``, who passes makes no bid at all, or ``"now"``, it may bid later.
        ci: stop when the levels of every choice are known this well, half the width of their 95 %
            interval; 0: play all ``boards``.
        boards: how many completions are played at most; None: 10,000,000, or as many as ``ci``
            takes if that is fewer.
        seed: 0 to 2**64 - 1.
        jobs: threads; None: one a core.  The figures do not depend on it.
        progress: called now and then with the number of completions finished.
        options: level (2 if it is left out) and declarer, and how boards are played; see
            :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        CardError: cards that the decks do not hold.
        SpecError: a seat, level, bid or number that is not allowed; ``ci`` so small that 10,000,000
            boards clearly do not reach it.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is what this
            would have returned for the boards before.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = HandQuestion.read(
        cards,
        rules,
        drawn=drawn,
        seat=seat,
        seen=seen,
        strategy=strategy,
        passing=passing,
        ci=ci,
        boards=boards,
        seed=seed,
        jobs=jobs,
        **about,
    )
    result: HandValue = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class ChoicesQuestion(Question):
    """Base of the questions about one seat's choices."""

    setup: Setup
    known: Known
    seated: Seated
    ci: float

    @property
    def strategies(self) -> tuple[Seated, ...]:
        """That of all seats."""
        return (self.seated,)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON of what is the same for all choices."""
        players = self.setup.rules.players
        own = {
            "cards": format_faces(self.known.cards),
            "seat": seat_names(players)[self.known.seat],
            "seen": seen_text(self.known.bids, players),
            "strategy": str(self.seated),
            "ci": self.ci,
            "boards": self.setup.boards.deals,
        }
        return own | context_arguments(self.setup) | basis_arguments(self.setup)

    def choices_part(self, held: HeldCards) -> Part:
        """All completions of the deal with each choice, until all are known well enough."""
        return choices_part(
            self.setup,
            self.seated,
            held,
            lambda rows: tally(columns_of(rows, self.known.seat)),
            stop=until(parse_precision(self.ci, self.setup.boards.deals), held.n_arms),
        )


@dataclass(frozen=True, eq=False)
class HandQuestion(ChoicesQuestion):
    """What is this hand worth?"""

    name = "hand"

    passing: str
    choices: dict[str, tuple[Any, ...]]

    @classmethod
    def read(
        cls,
        cards: str | Iterable[str],
        rules: RulesLike = "tractor",
        *,
        drawn: int | None = None,
        seat: str | int | None = None,
        seen: str | Iterable[str] = "",
        strategy: Any = "expert",
        passing: str = "rest",
        ci: float = 0.02,
        boards: int | None = None,
        seed: int = 0,
        jobs: int | None = None,
        **options: Unpack[Options],
    ) -> "HandQuestion":
        """See :func:`hand`."""
        parse_precision(ci, boards)
        setup = read_setup(rules, boards, seed, jobs, options)
        if passing not in PASSES:
            raise SpecError(f"passing = {shown(passing)}: allowed: {', '.join(PASSES)}")
        known = _read(cards, seat, drawn, seen, setup)
        seated = parse_strategy(strategy)
        choices = _choices(known, setup, passing)
        return cls(setup, known, seated, float(ci), passing, choices)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        drawn = self.known.drawn if draws_while_bidding(self.setup.rules) else None
        return super().arguments | {"passing": self.passing, "drawn": drawn}

    @property
    def parts(self) -> list[Part]:
        """All completions."""
        arms = list(self.choices.values())
        return [self.choices_part(held_cards(self.setup.rules, self.known, arms))]

    def result(self, outcomes: Sequence[Outcome]) -> HandValue:
        """The figures."""
        (outcome,) = outcomes
        return HandValue(
            setup=self.setup.of_boards(outcome.played),
            outcome=outcome,
            known=self.known,
            seated=self.seated,
            passing=self.passing,
            ci=self.ci,
            names=tuple(self.choices),
            holding=holding_value(self.setup, self.seated),
        )


def draws_while_bidding(rules: Rules) -> bool:
    """Whether bids are made while cards are drawn."""
    return rules.trump == "bid" and rules.bid_when == "drawing"


def read_setup(
    rules: RulesLike, boards: int | None, seed: int, jobs: int | None, options: Options
) -> Setup:
    """The setup of a question about one hand, at level 2 unless it names another."""
    if options.get("given") or options.get("where") is not None:
        raise SpecError(
            "the cards of the hand are the condition; given and where do not go with it"
        )
    most = MOST_BOARDS if boards is None else boards
    setup = Setup.read(rules, most, seed, jobs, **({"level": "2"} | options))
    if setup.context.level is None:
        raise SpecError("level = any: a hand is judged at one level; allowed: 2 to A")
    return setup


def parse_precision(ci: float, boards: int | None) -> Precision | None:
    """When a run is to stop; None for a ``ci`` of 0: when all boards are played."""
    number = number_of("ci", ci)
    most = MOST_BOARDS if boards in (None, MOST_BOARDS) else None
    return Precision(number, most) if number else None


def _read(
    cards: str | Iterable[str],
    seat: str | int | None,
    drawn: int | None,
    seen: str | Iterable[str],
    setup: Setup,
) -> Known:
    rules, context = setup.rules, setup.context
    while_drawing = draws_while_bidding(rules)
    whole_hand = rules.hand_size
    if not while_drawing and drawn not in (None, whole_hand):
        raise SpecError(
            f"drawn = {shown(drawn)}: nobody bids while cards are drawn; allowed: {whole_hand}"
        )
    known = read_known(
        cards, seat, drawn if while_drawing else whole_hand, seen, rules, context, whole_hand
    )
    if while_drawing:
        check_drawn(known, rules, context)
    return known


def _choices(known: Known, setup: Setup, passing: str) -> dict[str, tuple[Any, ...]]:
    """What the seat may choose, by name, as HeldCards takes it; passing is the last."""
    if setup.rules.trump != "bid":
        return {"play": ("play",)}
    assert setup.context.level is not None
    bids = known.bids_open(setup.context.level, setup.rules)
    choices: dict[str, tuple[Any, ...]] = {
        bid_text(bid.face, bid.count): ("bid", bid.face, bid.count) for bid in bids
    }
    return choices | {"pass": ("rest",) if passing == "rest" else ("pass",)}


def held_cards(rules: Rules, known: Known, arms: list[tuple[Any, ...]]) -> HeldCards:
    """What the core needs to know."""
    bids = [(bid.seat, bid.face, bid.count) for bid in known.bids]
    hands = known.hands(rules.players)
    return HeldCards(CompiledRules(rules), known.seat, known.drawn, hands, bids, arms)


def arms_run(setup: Setup, seated: Seated) -> tuple[Run, Guard]:
    """A run with one strategy in all seats, and the guard of its decisions."""
    run, guard = bound_run(setup, (seated,) * setup.rules.players)
    assert isinstance(run, Run)  # of all boards: the cards held are no condition on them
    return run, guard


def choices_part(
    setup: Setup,
    seated: Seated,
    held: HeldCards,
    count: Callable[[np.ndarray], Totals],
    *,
    stop: Stop | None = None,
) -> Part:
    """The boards, with each of the arms of ``held``, and one strategy in all seats.

    ``count`` makes the counters of records of dtype ROW, of shape (boards, arms).
    """
    run, guard = arms_run(setup, seated)

    def play_range(first: int, boards: int, _: np.ndarray | None) -> tuple[Totals, int]:
        try:
            rows, digest = run.play_arms(held, first, boards)
        except StrategyError as error:
            rows, digest = error.played
            error.played = count(rows), digest
            raise
        return count(rows), digest

    return Part(setup.boards, play_range, guard, stop=stop)


def until(precision: Precision | None, arms: int) -> Stop | None:
    """Stop when the levels of every arm are known so well."""
    if precision is None:
        return None

    def stop(totals: Totals, _: int) -> str | None:
        means = ArmMeans(totals, arms)
        reached = [precision.reached(means.levels_of(arm)) for arm in range(arms)]
        return precision.name if all(reached) else None

    return stop
