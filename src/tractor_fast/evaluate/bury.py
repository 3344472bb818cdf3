"""Which cards to bury?  Kitties tried on common deals, the better half of them again and again."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from .._core.held import MOST_ARMS, HeldCards
from .._core.spec import CompiledRules
from ..cards import SUITS, format_faces
from ..errors import CardError, SpecError
from ..inputs import shown
from ..sim import NO_DECLARER, Boards, Options, Outcome, RulesLike, Setup, Totals
from ..stats import tally
from ..strategies import Seated, parse_strategy
from .burials import Burials
from .choices import columns_of
from .hand import arms_run, parse_precision, play_choices, read_setup, until
from .known import Known, read_known, seen_text
from .result import results_before_a_failure
from .value import holding_value

ADVISERS = ("easy", "normal", "expert", "greedy")
"""Built-in strategies whose own burials are where the search begins."""

SHOWN = 5
"""Kitties whose figures are given, besides those that the advisers bury."""

ELSEWHERE = 0x62757279  # "bury"
"""The seed of the deals of the search is that of the run with these bits turned over."""

_FIRST_DEALS = 100  # of each kitty in the first round; half as many kitties get twice as many

_NO_TRUMP = "NT"

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
    progress: Callable[[int], None] | None = None,
    **options: Unpack[Options],
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
    setup = read_setup(rules, boards, seed, jobs, options)
    suit = _suit(trump)
    precision = parse_precision(ci, boards)
    known = _read(cards, seat, seen, setup)
    _check_bids(known, suit, setup)
    if setup.context.declarer not in (None, NO_DECLARER, known.seat):
        raise SpecError("declarer: who buries is the declarer; leave it out, or say none")
    if setup.context.declarer is None:
        setup = replace(setup, context=replace(setup.context, declarer=known.seat))
    seated = parse_strategy(strategy)
    holding = holding_value(setup, seated)
    own = {name: _own(setup, parse_strategy(name), known, suit) for name in ADVISERS}
    candidates = _candidates(known.cards, own.values())
    best = _search(setup, seated, known, suit, candidates, holding.h)
    chosen = list(dict.fromkeys([*best, *own.values()]))
    names = tuple(map(format_faces, chosen))

    def result(outcome: Outcome) -> Burials:
        return Burials(
            setup=setup.of_boards(outcome.played),
            outcome=outcome,
            known=known,
            seated=seated,
            ci=float(ci),
            names=names,
            holding=holding,
            suit=suit,
            candidates=len(candidates),
            own={name: format_faces(cards) for name, cards in own.items()},
        )

    with results_before_a_failure(result):
        return result(
            play_choices(
                setup,
                seated,
                _held(setup, known, suit, chosen),
                lambda rows: tally(columns_of(rows, known.seat)),
                stop=until(precision, len(chosen)),
                progress=progress,
            )
        )


def _suit(trump: str) -> int:
    names = (*SUITS, _NO_TRUMP)
    for suit, name in enumerate(names):
        if isinstance(trump, str) and trump.strip().upper() == name.upper():
            return suit
    raise SpecError(f"trump = {shown(trump)}: allowed: {', '.join(names)}")


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
    names = (*SUITS, _NO_TRUMP)
    if known.bids:
        shown_suit = known.bids[-1].trump(int(setup.context.level or 0)).suit
        if (4 if shown_suit is None else shown_suit) != suit:
            last = seen_text(known.bids[-1:], setup.rules.players)
            raise SpecError(f"trump = {names[suit]}: the last bid seen, {last}, makes another")


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
        totals = play_choices(elsewhere, seated, held, count).totals
        value = totals["levels"] + h * totals["next"]
        order = np.argsort(-value, kind="stable")[: max(SHOWN, len(candidates) // 2)]
        candidates = [candidates[place] for place in order]
        boards = Boards(boards.seed, boards.first + boards.deals, 2 * boards.deals)
    return candidates
