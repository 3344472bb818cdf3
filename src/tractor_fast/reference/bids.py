"""Bidding for trump, and what is trump when nobody bids (R21, R22)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..cards import BIG_JOKER, SMALL_JOKER, SUITS, Trump
from ..rules import Rules

_SUIT_ORDER = [SUITS.index(suit) for suit in "dchs"]


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat shows ``count`` copies of a level card or joker."""

    seat: int
    face: int
    count: int

    def trump(self, level: int) -> Trump:
        """The trump of this bid: its suit, or none for jokers (R21)."""
        return Trump(level, None if self.face >= SMALL_JOKER else self.face % 4)


def valid_bids(
    hand: Iterable[int], seat: int, bids: Sequence[Bid], level: int, rules: Rules
) -> list[Bid]:
    """All bids that are open to a seat, by face and count (R21).

    ``hand`` holds all cards drawn so far, those already shown too; ``bids`` are in order, the
    last is the top; ``level`` is the rank 0..12 of the deal's level cards.
    """
    bids = list(bids)
    return [
        bid for bid in _showings(Counter(hand), seat, level, rules) if _allowed(bid, bids, rules)
    ]


def _showings(held: Counter[int], seat: int, level: int, rules: Rules) -> Iterator[Bid]:
    """Everything that the hand could show, whatever was bid before."""
    for face in (*(4 * level + suit for suit in range(4)), SMALL_JOKER, BIG_JOKER):
        for count in range(1, held[face] + 1):
            if face < SMALL_JOKER or _joker_count_allowed(face, count, rules):
                yield Bid(seat, face, count)


def _joker_count_allowed(face: int, count: int, rules: Rules) -> bool:
    """How many jokers may be shown under ``joker_bids`` (R21)."""
    if rules.joker_bids == "two_or_more":
        return count >= 2
    if rules.joker_bids == "all_decks":
        return count == rules.decks
    if rules.joker_bids == "small_all_big_all_but_one":
        return count == rules.decks or (face == BIG_JOKER and count >= max(1, rules.decks - 1))
    return False


def _allowed(bid: Bid, bids: list[Bid], rules: Rules) -> bool:
    """Whether a bid may follow those made so far."""
    if not bids:
        return True
    top = bids[-1]
    if bid.seat == top.seat:
        if rules.reinforce == "same_or_other":
            return _is_higher(bid, top, rules)
        return bid.face == top.face and bid.count > top.count
    if rules.reinforce == "equal_to_top" and _equals_top(bid, bids):
        return True
    return _is_higher(bid, top, rules)


def _equals_top(bid: Bid, bids: list[Bid]) -> bool:
    """Whether an overbid player shows more of his own card, as many as the top bid has (R21)."""
    own = [earlier for earlier in bids if earlier.seat == bid.seat]
    return bool(own) and bid.face == own[-1].face and own[-1].count < bid.count <= bids[-1].count


def _is_higher(bid: Bid, top: Bid, rules: Rules) -> bool:
    """More cards, or as many and a higher card as ``bid_order`` has it (R21)."""
    if bid.count != top.count:
        return bid.count > top.count
    return _card_height(bid, rules) > _card_height(top, rules)


def _card_height(bid: Bid, rules: Rules) -> int:
    """Rank among bids of as many cards."""
    if rules.bid_order == "length":
        return 0
    if bid.face >= SMALL_JOKER:
        return 4 + bid.face - SMALL_JOKER
    if rules.bid_order == "joker_or_higher_suit" and bid.count >= 2:
        return _SUIT_ORDER.index(bid.face % 4)
    return 0


def revealed_trump(kitty: Sequence[int], level: int, rules: Rules) -> Trump:
    """What is trump when nobody has bid: kitty cards turned up in order (R22).

    No trump where no card can be turned up.
    """
    if rules.no_bid == "reveal_level_or_highest":
        return Trump(level, _level_or_highest(kitty, level))
    pass_jokers = rules.no_bid == "reveal_first_suit" or rules.joker_bids == "off"
    for face in kitty:
        if face < SMALL_JOKER:
            return Trump(level, face % 4)
        if not pass_jokers:
            break
    return Trump(level, None)


def _level_or_highest(kitty: Sequence[int], level: int) -> int | None:
    """Suit of the first level card or joker, else of the first card of the highest rank."""
    for face in kitty:
        if face >= SMALL_JOKER:
            return None
        if face // 4 == level:
            return face % 4
    if not kitty:
        return None
    return max(kitty, key=lambda face: face // 4) % 4
