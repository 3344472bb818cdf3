"""Hidden cards drawn uniformly from all that is consistent with what a seat has seen."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._core.view import View
from ..cards import N_FACES
from ..errors import CardError, PlayError, SpecError
from ..inputs import MOST, shown, whole
from .counting import Counting
from .knowledge import Counts, Knowledge, knowledge
from .plays import PastPlays, planes_of
from .view import SeatView, seat_view
from .words import stream_keys

Know = Literal["counts", "plays"]

MOST_SAMPLES = 10_000_000

MOST_TRIES = 10_000_000
"""So many tries in a row without a deal that agrees with the plays end a sample."""

_BLOCK = 4096
_MOST_CELLS = 8_000_000


@dataclass(frozen=True, slots=True, eq=False)
class HiddenHands:
    """Worlds: for each sample, where every card is.  Cards are planes (:mod:`tractor_fast.batch`).

    - ``hands`` uint64 (n, players, decks): what each seat holds (while drawing: has drawn), the
      looking seat's own cards among them;
    - ``coming`` uint64 (n, players, decks): what each seat has still to draw;
    - ``kitty`` uint64 (n, decks): what lies in the kitty;
    - ``tries`` int64 (n,): how many deals were drawn until one agreed with the plays.
    """

    hands: NDArray[np.uint64]
    coming: NDArray[np.uint64]
    kitty: NDArray[np.uint64]
    tries: NDArray[np.int64]

    def __len__(self) -> int:
        """How many samples there are."""
        return len(self.tries)

    @property
    def acceptance(self) -> float:
        """The share of the deals drawn that agreed with the plays; 1 with ``know="counts"``."""
        return len(self) / int(self.tries.sum()) if len(self) else 1.0


def sample_hidden(
    view: SeatView | View, n: int, *, know: Know = "plays", seed: int = 0, first: int = 0
) -> HiddenHands:
    """Draw the cards that a seat does not see, ``n`` times, from all that can be (HiddenHands).

    Every deal of the hidden cards, each copy a card of its own, that is consistent with what the
    seat has seen is as likely as any other.  Nobody's choices are taken as evidence, only what the
    rules say follows from them:

    - ``know="counts"``: how many cards each seat holds; suits that it has shown to lack (R12); what
      it has shown in bids and failed throws and must still hold (or may have buried, R24); the
      kitty's cards turned up (R22); the kitty, or what of it, the seat has seen itself; the holder
      of the card named for a partner (R26).
    - ``know="plays"``: besides, each past play was legal for the hand that made it (R11 to R15,
      R34, R35), nobody could beat a unit of a throw that stood (R9), and a throw that failed could
      be answered by the unit that was led (R10).

    Counts are met by construction, plays by limits on faces and then by rejection.  Sample k
    depends on ``seed`` and on ``first + k`` alone, so a range can be drawn in parts.

    Args:
        view: what ``Deal.view(seat)`` returns, or the view that a strategy in Python is given.
        n: how many, 0 to 10 million; more in parts.
        know: "plays" or "counts".
        seed: 0 to 2**64 - 1.
        first: number of the first sample.

    Raises:
        SpecError: an argument that is not so, or too few deals agree with the plays: none of 10
            million in a row.
        PlayError: no deal at all is consistent.
    """
    seen = seat_view(view)
    n = whole("n", n, 0, MOST_SAMPLES)
    seed, first = whole("seed", seed, 0, MOST), whole("first", first, 0, MOST - n)
    known, past = _known(seen, know)
    counting = _countable(known)
    if not counting.ways:
        raise PlayError(
            f"no deal of the hidden cards is consistent with what seat {seen.seat} has seen"
        )
    decks = seen.rules.decks
    dealt = np.zeros((n, len(known.places), decks), dtype=np.uint64)
    tries = np.zeros(n, dtype=np.int64)
    waiting, vain = np.arange(n), 0
    while len(waiting):
        # As many tries at once as it may take, for as many samples as fill a block.
        each = 1 + int(tries.sum()) // (n - len(waiting) + 1)
        each = max(1, min(each, _BLOCK // len(waiting)))
        some = waiting[: _BLOCK // each]
        number = np.repeat(some, each)
        attempt = tries[number] + np.tile(np.arange(each), len(some))
        keys = stream_keys(
            seed, number.astype(np.uint64) + np.uint64(first), attempt.astype(np.uint64)
        )
        drawn = counting.draw(keys)
        fine = (known.allows(drawn) & past.allow(drawn)).reshape(len(some), each)
        done, where = fine.any(axis=1), fine.argmax(axis=1)
        taken = drawn.reshape(len(some), each, -1, 64)[done, where[done]]
        dealt[some[done]] = planes_of(taken, decks)
        tries[some] += np.where(done, where + 1, each)
        vain = 0 if done.any() else vain + fine.size
        if vain >= MOST_TRIES:
            raise SpecError(
                f"seat {seen.seat}: of {vain:,} deals of the hidden cards none agrees with the"
                ' plays so far; know="counts" draws without them'
            )
        waiting = np.concatenate((some[~done], waiting[len(some) :]))
    return _worlds(known, dealt, tries)


def consistent(
    view: SeatView | View,
    hands: NDArray[np.uint64],
    kitty: NDArray[np.uint64],
    coming: NDArray[np.uint64] | None = None,
    *,
    know: Know = "plays",
) -> bool:
    """Whether :func:`sample_hidden` may draw this world, one row of HiddenHands.

    Raises CardError for cards of wrong shape, and what :func:`sample_hidden` does for the others.
    """
    seen = seat_view(view)
    known, past = _known(seen, know)
    players, decks = seen.players, seen.rules.decks
    counts = {
        "hand": _counts_of("hands", hands, (players, decks)),
        "kitty": _counts_of("kitty", kitty, (decks,))[None],
        "coming": np.zeros((players, 64), dtype=np.int64)
        if coming is None
        else _counts_of("coming", coming, (players, decks)),
    }
    if known.places and known.places[-1].kind == "out":
        out = np.zeros(64, dtype=np.int64)
        out[:N_FACES] = known.unseen
        out -= sum(counts[p.kind][p.seat if p.seat >= 0 else 0] for p in known.places[:-1])
        counts["out"] = out[None]
    deal = np.array([counts[p.kind][max(p.seat, 0)] for p in known.places]).reshape(-1, 64)
    own = counts["hand"][seen.seat][:N_FACES].tolist()
    held = Counter(seen.hand)
    return bool(
        own == [held[face] for face in range(N_FACES)]
        and (deal >= 0).all()
        and (deal.sum(axis=0)[:N_FACES] == known.unseen).all()
        and (deal.sum(axis=1) == known.sizes).all()
        and known.allows(deal[None])[0]
        and past.allow(deal[None])[0]
    )


def _known(view: SeatView, know: Know) -> tuple[Knowledge, PastPlays]:
    if not (isinstance(know, str) and know in ("counts", "plays")):
        raise SpecError(f"know = {shown(know)}: allowed: counts, plays")
    known, past = knowledge(view), PastPlays(view)
    if know == "plays":
        past.learn(known)
    return known, past


def _countable(known: Knowledge) -> Counting:
    """Counting with a table that is not too large: perhaps of less than is known."""
    counting = Counting(known)
    while counting.cells > _MOST_CELLS:
        known = known.without(known.least_telling())
        counting = Counting(known)
    return counting


def _worlds(known: Knowledge, dealt: NDArray[np.uint64], tries: NDArray[np.int64]) -> HiddenHands:
    view, n = known.view, len(tries)
    decks, shape = view.rules.decks, (n, view.players, view.rules.decks)
    hands, coming = np.zeros(shape, dtype=np.uint64), np.zeros(shape, dtype=np.uint64)
    kitty = np.zeros((n, decks), dtype=np.uint64)
    hands[:, view.seat] = planes_of(_row(view.hand), decks)
    kitty[:] = planes_of(_row(view.kitty or ()), decks)
    for at, place in enumerate(known.places):
        if place.kind == "hand":
            hands[:, place.seat] = dealt[:, at]
        elif place.kind == "coming":
            coming[:, place.seat] = dealt[:, at]
        elif place.kind == "kitty":
            kitty[:] = dealt[:, at]
    return HiddenHands(hands, coming, kitty, tries)


def _row(cards: tuple[int, ...]) -> Counts:
    return np.bincount(np.array(cards, dtype=np.int64), minlength=64)


def _counts_of(name: str, planes: NDArray[np.uint64], shape: tuple[int, ...]) -> Counts:
    """Planes as counts of faces, padded to 64."""
    try:
        array = np.asarray(planes)
    except (TypeError, ValueError):
        raise CardError(f"{name}: {shown(planes)} is no array of planes") from None
    if array.shape != shape or array.dtype != np.uint64:
        raise CardError(f"{name}: planes must be uint64 of shape {shape}, not {shown(array.shape)}")
    bits = np.unpackbits(
        np.ascontiguousarray(array)[..., None].view(np.uint8), axis=-1, bitorder="little"
    )
    return bits.sum(axis=-2, dtype=np.int64)
