"""Which cards to bury?  Kitties tried on common deals, the better half of them again and again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from .._core.held import MOST_ARMS, HeldCards
from .._core.spec import CompiledRules
from ..cards import SUITS, format_faces
from ..errors import CardError, SpecError
from ..inputs import shown
from ..sim import (
    NO_DECLARER,
    Boards,
    Options,
    Outcome,
    Part,
    RulesLike,
    Setup,
    Totals,
    Watch,
    play_part,
)
from ..strategies import Seated, parse_strategy
from .ask import Running, RunOptions, ask
from .burials import Burials
from .choices import columns_of
from .hand import ChoicesQuestion, arms_run, choices_part, parse_precision, read_setup
from .known import Known, read_known, seen_text
from .value import Holding, holding_value

ADVISERS = ("easy", "normal", "expert", "greedy")
"""Built-in strategies whose own burials are where the search begins."""

SHOWN = 5
"""Kitties whose figures are given, besides those that the advisers bury."""

ELSEWHERE = 0x62757279  # "bury"
"""The seed of the deals of the search is that of the run with these bits turned over."""

_FIRST_DEALS = 100  # of each kitty in the first round; half as many kitties get twice as many

_TRUMPS = (*SUITS, "NT")

Cards = tuple[int, ...]


def bury(
    cards: str | Iterable[str],
    trump: str,
    rules: RulesLike = "tractor",
    *,
    seat: str | int | None = None,
    seen: str | Iterable[str] = "",
    strategy: Any = "expert",
    ci: float = 0.02,
    boards: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Watch | None = None,
    **options: Unpack[RunOptions],
) -> Burials:
    """Which cards a declarer should bury, of those that its hand and the kitty are.

    Candidates are what the built-in strategies bury and all that differ from these in one card.
    They are tried on common deals of their own; the better half is kept and tried on twice as many,
    until few are left.  The figures of these come from other deals, which had no part in the
    choice.  All cards that the declarer does not hold are dealt, uniform among all deals that agree
    with the bids seen, and all seats play on by ``strategy``.

    Args:
        cards: hand and kitty together: 33 cards of two decks and four players.
        trump: ``c d h s`` or ``NT``.
        rules: preset, TOML file, settings or Rules, as :func:`tractor_fast.load_rules` takes them.
        seat: who declares; None: the first, S or 0.
        seen: bids made, in order, as in ``"E:5h W:5s5s"``.
        strategy: what plays all seats.
        ci: stop when the levels of every kitty are known this well, half the width of their 95 %
            interval; 0: play all ``boards``.
        boards: how many deals are played at most for the figures; None: as :func:`hand` has it.
        seed: 0 to 2**64 - 1.
        jobs: threads; None: one a core.  The figures do not depend on it.
        progress: called now and then with the number of deals finished.
        options: level (2 if it is left out), ``declarer="none"`` for a first deal, and how boards
            are played; see :class:`tractor_fast.sim.Options`.

    Raises:
        RulesError: rules that cannot be played.
        CardError: cards that the decks do not hold, or not as many as hand and kitty are.
        SpecError: a trump, seat, level, bid or number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed.
    """
    running, about = Running.taken_from(options, progress=progress)
    question = BuryQuestion.read(
        cards,
        trump,
        rules,
        seat=seat,
        seen=seen,
        strategy=strategy,
        ci=ci,
        boards=boards,
        seed=seed,
        jobs=jobs,
        **about,
    )
    result: Burials = ask(question, running)
    return result


@dataclass(frozen=True, eq=False)
class BuryQuestion(ChoicesQuestion):
    """Which cards to bury?"""

    name = "bury"

    suit: int

    @classmethod
    def read(
        cls,
        cards: str | Iterable[str],
        trump: str,
        rules: RulesLike = "tractor",
        *,
        seat: str | int | None = None,
        seen: str | Iterable[str] = "",
        strategy: Any = "expert",
        ci: float = 0.02,
        boards: int | None = None,
        seed: int = 0,
        jobs: int | None = None,
        **options: Unpack[Options],
    ) -> "BuryQuestion":
        """See :func:`bury`."""
        setup = read_setup(rules, boards, seed, jobs, options)
        suit = _suit(trump)
        parse_precision(ci, boards)
        known = _read(cards, seat, seen, setup)
        _check_bids(known, suit, setup)
        if setup.context.declarer not in (None, NO_DECLARER, known.seat):
            raise SpecError("declarer: who buries is the declarer; leave it out, or say none")
        if setup.context.declarer is None:
            setup = replace(setup, context=replace(setup.context, declarer=known.seat))
        return cls(setup, known, parse_strategy(strategy), float(ci), suit)

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain JSON."""
        return super().arguments | {"trump": _TRUMPS[self.suit]}

    @cached_property
    def own(self) -> dict[str, Cards]:
        """What the built-in strategies bury."""
        return {
            name: _own(self.setup, parse_strategy(name), self.known, self.suit) for name in ADVISERS
        }

    @cached_property
    def candidates(self) -> list[Cards]:
        """The kitties that are tried."""
        return _candidates(self.known.cards, self.own.values())

    @cached_property
    def holding(self) -> Holding:
        """What declaring next is worth, which the search looks at."""
        return holding_value(self.setup, self.seated)

    @cached_property
    def chosen(self) -> list[Cards]:
        """The kitties of which figures are given: the best found, and the strategies' own."""
        best = _search(
            self.setup, self.seated, self.known, self.suit, self.candidates, self.holding.h
        )
        return list(dict.fromkeys([*best, *self.own.values()]))

    @property
    def parts(self) -> list[Part]:
        """All completions of the deal with the kitties chosen."""
        return [self.choices_part(_held(self.setup, self.known, self.suit, self.chosen))]

    def result(self, outcomes: Sequence[Outcome]) -> Burials:
        """The figures."""
        (outcome,) = outcomes
        return Burials(
            setup=self.setup.of_boards(outcome.played),
            outcome=outcome,
            known=self.known,
            seated=self.seated,
            ci=self.ci,
            names=tuple(map(format_faces, self.chosen)),
            holding=self.holding,
            suit=self.suit,
            candidates=len(self.candidates),
            own={name: format_faces(cards) for name, cards in self.own.items()},
        )


def _suit(trump: str) -> int:
    for suit, name in enumerate(_TRUMPS):
        if isinstance(trump, str) and trump.strip().upper() == name.upper():
            return suit
    raise SpecError(f"trump = {shown(trump)}: allowed: {', '.join(_TRUMPS)}")


def _read(
    cards: str | Iterable[str], seat: str | int | None, seen: str | Iterable[str], setup: Setup
) -> Known:
    rules = setup.rules
    if not rules.kitty_size:
        raise SpecError("kitty = 0: there is nothing to bury under these rules")
    both = rules.hand_size + rules.kitty_size
    known = read_known(cards, seat, None, seen, rules, setup.context, both)
    if len(known.cards) != both:
        raise CardError(f"hand and kitty are {both} cards together, not {len(known.cards)}")
    return known


def _check_bids(known: Known, suit: int, setup: Setup) -> None:
    """The last bid seen makes its suit trump (R21)."""
    if known.bids:
        shown_suit = known.bids[-1].trump(int(setup.context.level or 0)).suit
        if (4 if shown_suit is None else shown_suit) != suit:
            last = seen_text(known.bids[-1:], setup.rules.players)
            raise SpecError(f"trump = {_TRUMPS[suit]}: the last bid seen, {last}, makes another")


def _held(setup: Setup, known: Known, suit: int, kitties: Iterable[Cards]) -> HeldCards:
    """What the core needs to know; which of the cards were the kitty makes no difference."""
    rules = setup.rules
    hands = known.hands(rules.players)
    hands[known.seat] = list(known.cards[: rules.hand_size])
    return HeldCards(
        CompiledRules(rules),
        known.seat,
        rules.hand_size,
        hands,
        [(bid.seat, bid.face, bid.count) for bid in known.bids],
        [("bury", cards) for cards in kitties],
        known.cards[rules.hand_size :],
        suit,
    )


def _own(setup: Setup, adviser: Seated, known: Known, suit: int) -> Cards:
    """What a built-in strategy buries, its like in all seats."""
    run, _ = arms_run(setup, adviser)
    held = _held(setup, known, suit, [known.cards[: setup.rules.kitty_size]])
    return tuple(run.bury_own(held, setup.boards.first))


def _candidates(cards: Cards, own: Iterable[Cards]) -> list[Cards]:
    """The kitties given, and all that differ from one of them in one card."""
    found = dict.fromkeys(own)
    for kitty in list(found):
        kept = Counter(cards) - Counter(kitty)
        for out in sorted(set(kitty)):
            for into in sorted(kept):
                other = Counter(kitty) - Counter([out]) + Counter([into])
                found[tuple(sorted(other.elements()))] = None
    return list(found)[:MOST_ARMS]


def _search(
    setup: Setup, seated: Seated, known: Known, suit: int, candidates: list[Cards], h: float
) -> list[Cards]:
    """The candidates of the highest values, as far as repeated halving tells."""
    boards = Boards(setup.boards.seed ^ ELSEWHERE, 0, _FIRST_DEALS)
    while len(candidates) > SHOWN:

        def count(rows: np.ndarray) -> Totals:
            columns = columns_of(rows, known.seat)
            arms = rows.shape[1]
            return {"levels": columns[:, :arms].sum(0), "next": columns[:, arms : 2 * arms].sum(0)}

        elsewhere = replace(setup, boards=boards)
        held = _held(setup, known, suit, candidates)
        part = choices_part(elsewhere, seated, held, count)
        totals = play_part(part, setup.jobs).totals
        value = totals["levels"] + h * totals["next"]
        order = np.argsort(-value, kind="stable")[: max(SHOWN, len(candidates) // 2)]
        candidates = [candidates[place] for place in order]
        boards = Boards(boards.seed, boards.first + boards.deals, 2 * boards.deals)
    return candidates
