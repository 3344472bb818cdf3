"""What a seat knows in the middle of a deal: its cards, and the bids made."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..cards import FACE_NAMES, RANKS, face_name, format_faces, parse_faces
from ..errors import CardError, SpecError, did_you_mean
from ..inputs import shown, whole
from ..reference.bids import Bid, valid_bids
from ..rules import Rules
from ..sim import NO_DECLARER, Context, parse_seat, seat_names

BidText = tuple[int, int, int]
"""(seat, face, cards) of a bid."""


@dataclass(frozen=True, slots=True)
class Known:
    """A seat's cards, how many it has drawn, and the bids made, in order.

    ``cards`` may be fewer than ``drawn``: the others are not known.
    """

    seat: int
    cards: tuple[int, ...]
    drawn: int
    bids: tuple[Bid, ...]

    def hands(self, players: int) -> list[list[int]]:
        """What each seat is known to hold: others hold the cards shown in their bids."""
        hands = [_shown(self.bids, seat) for seat in range(players)]
        hands[self.seat] = list(self.cards)
        return hands

    def bids_open(self, level: int, rules: Rules) -> list[Bid]:
        """The bids that the cards allow now, fewer cards first (R21)."""
        found = valid_bids(self.cards, self.seat, self.bids, level, rules)
        return sorted(found, key=lambda bid: (bid.count, bid.face))


def read_known(
    cards: str | Iterable[str],
    seat: str | int | None,
    drawn: int | None,
    seen: str | Iterable[str],
    rules: Rules,
    context: Context,
    most: int,
) -> Known:
    """What a question says that a seat knows; ``most``: how many cards it may have drawn.

    Raises:
        CardError: cards that the decks do not hold.
        SpecError: an unknown seat, too few or too many cards, or a bid that could not be made.
    """
    names = seat_names(rules.players)
    number = 0 if seat is None else parse_seat(shown(seat, str), rules.players)
    if number is None:
        raise SpecError(
            f"seat = {shown(seat)}{did_you_mean(seat, names)}; allowed: {', '.join(names)}"
        )
    faces = tuple(sorted(parse_faces(cards)))
    if not faces:
        raise CardError("the hand has no cards; write those that are held, as in 5h5h AsKsKs BJ")
    if len(faces) > most:
        raise CardError(f"the hand has {len(faces)} cards; allowed: up to {most}")
    total = len(faces) if drawn is None else whole("drawn", drawn, len(faces), most)
    assert context.level is not None
    bids = _read_bids(seen, rules, context.level)
    known = Known(number, faces, total, tuple(bids))
    missing = Counter(_shown(bids, number)) - Counter(faces)
    if missing:
        raise SpecError(
            f"seen: {names[number]} has shown {format_faces(missing.elements())}, and does not hold"
            " it"
        )
    deck = Counter(rules.deck(context.level))
    held = Counter(face for hand in known.hands(rules.players) for face in hand)
    for face, copies in sorted((held - deck).items()):
        raise CardError(
            f"{deck[face] + copies} {face_name(face)} are held or shown, and the decks hold"
            f" {deck[face]} at level {RANKS[context.level]}"
        )
    return known


def check_drawn(known: Known, rules: Rules, context: Context) -> None:
    """SpecError where somebody has shown more cards than it has drawn by then (R21)."""
    names = seat_names(rules.players)
    any_first = context.declarer in (None, NO_DECLARER)
    for first in range(rules.players) if any_first else (int(context.declarer or 0),):
        for seat in range(rules.players):
            later = (seat - first) % rules.players > (known.seat - first) % rules.players
            drawn = known.drawn - later
            bid = len(_shown(known.bids, seat))
            if seat != known.seat and bid > drawn:
                raise SpecError(
                    f"seen: where {names[first]} draws first {names[seat]} has drawn {drawn} cards"
                    f" by then, and cannot have shown {bid}; say more of --drawn or --declarer"
                )


def bid_text(face: int, count: int) -> str:
    """A bid as it is written: ``5h5h``."""
    return FACE_NAMES[face] * count


def seen_text(bids: Iterable[Bid], players: int) -> str:
    """Bids as ``seen`` has them: ``E:5h W:5s5s``."""
    names = seat_names(players)
    return " ".join(f"{names[bid.seat]}:{bid_text(bid.face, bid.count)}" for bid in bids)


def _read_bids(seen: str | Iterable[str], rules: Rules, level: int) -> list[Bid]:
    """The bids of a text such as ``E:5h W:5s5s``, each legal after those before it (R21)."""
    names = seat_names(rules.players)
    bids: list[Bid] = []
    words = seen.split() if isinstance(seen, str) else seen
    for word in words if isinstance(words, Iterable) else [words]:
        name, colon, cards = shown(word, str).partition(":")
        seat = parse_seat(name, rules.players)
        faces = parse_faces(cards)
        if not colon or seat is None or not faces or len(set(faces)) > 1:
            raise SpecError(
                f"seen: {shown(word)} is no bid; write seat and equal cards, as in"
                f" {names[1]}:{bid_text(4 * level + 2, 1)}"
            )
        if rules.trump != "bid":
            raise SpecError(f"seen: there are no bids with trump = {rules.trump}")
        bid = Bid(seat, faces[0], len(faces))
        if bid not in valid_bids(faces, seat, bids, level, rules):
            after = f" after {seen_text(bids[-1:], rules.players)}" if bids else ""
            raise SpecError(f"seen: {word} is no bid at level {RANKS[level]}{after} (R21)")
        bids.append(bid)
    return bids


def _shown(bids: Iterable[Bid], seat: int) -> list[int]:
    """Cards that a seat has shown: of each face the most that it has bid with."""
    most: Counter[int] = Counter()
    for bid in bids:
        if bid.seat == seat:
            most[bid.face] = max(most[bid.face], bid.count)
    return sorted(most.elements())
