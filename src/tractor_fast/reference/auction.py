"""The draw and the bidding, step by step (R21 to R23)."""

from collections.abc import Sequence

from ..cards import Trump
from ..errors import PlayError
from ..rules import Rules
from .bids import Bid, revealed_trump, valid_bids

MAX_REDEALS = 20
"""So often a first deal is dealt again for want of a bid (R22)."""


class Auction:
    """Cards are drawn one by one; ``asked`` is the seat that may bid now, until it is ``over``.

    ``bids`` are the bids made, ``drawn`` the cards that each seat has drawn, in order.
    """

    def __init__(
        self,
        rules: Rules,
        level: int,
        hands: Sequence[Sequence[int]],
        first_drawer: int,
        declarer: int | None,
    ) -> None:
        """``hands`` are in drawing order; ``declarer`` is None in a first deal."""
        self._rules, self._level, self._hands = rules, level, hands
        self._cards = sum(map(len, hands))
        self._draws = 0
        self._passes = 0
        self._turn = first_drawer
        self.drawn: list[list[int]] = [[] for _ in hands]
        self.bids: list[Bid] = []
        self.asked = first_drawer
        self.over = False
        if rules.bid_when == "after_deal":
            self._draw_all()
            if declarer is not None and rules.partners == "fixed":
                self._turn = teammate(declarer, rules)
        self._go_on()

    def open_bids(self, seat: int) -> list[Bid]:
        """The bids open to a seat with the cards drawn so far (R21)."""
        return valid_bids(self.drawn[seat], seat, self.bids, self._level, self._rules)

    def choose(self, shown: tuple[int, int] | None) -> None:
        """The asked seat shows (face, count), or passes with None.

        PlayError when the bid is not open to it.
        """
        if shown is not None:
            bid = Bid(self.asked, *shown)
            if bid not in self.open_bids(self.asked):
                raise PlayError(f"seat {self.asked} may not bid {shown} here (R21)")
            self.bids.append(bid)
            self._passes = 0
        self._go_on()

    def _go_on(self) -> None:
        """Draw and ask until a seat has a bid open.

        Each drawing seat is asked once; after the last draw the seats are asked in order until
        all have passed in a row.  A seat without a legal bid counts as passing.
        """
        while self._draws < self._cards or self._passes < len(self._hands):
            seat = self._turn
            self._turn = (seat + 1) % len(self._hands)
            if self._draws < self._cards:
                self._draw(seat)
            else:
                self._passes += 1
            if self.open_bids(seat):
                self.asked = seat
                return
        self.over = True

    def _draw(self, seat: int) -> None:
        self.drawn[seat].append(self._hands[seat][len(self.drawn[seat])])
        self._draws += 1

    def _draw_all(self) -> None:
        self.drawn = [list(hand) for hand in self._hands]
        self._draws = self._cards


def teammate(seat: int, rules: Rules) -> int:
    """With fixed teams, the next player of the seat's own side (R19)."""
    return (seat + 2) % rules.players


def redeals(rules: Rules, first_deal: bool, attempt: int) -> bool:
    """Whether a deal without a bid is dealt again (R22); ``attempt`` counts from 0."""
    wanted = rules.no_bid in ("redeal", "declarer_side_names")
    return wanted and first_deal and attempt < MAX_REDEALS


def declarer_by_bids(bids: Sequence[Bid], rules: Rules) -> int | None:
    """Declarer of a first deal (R23); None when nobody bid."""
    if not bids:
        return None
    return (bids[0] if rules.first_declarer == "first_bid" else bids[-1]).seat


def trump_by_bids(bids: Sequence[Bid], kitty: Sequence[int], level: int, rules: Rules) -> Trump:
    """Trump of the top bid, or what the kitty shows (R21, R22)."""
    return bids[-1].trump(level) if bids else revealed_trump(kitty, level, rules)
