"""Stealing the kitty: bids after an exchange (R24 ``kitty_theft``)."""

from collections.abc import Sequence

from ..errors import PlayError
from ..rules import Rules
from .bids import Bid, valid_bids


class Theft:
    """The seats after the exchanger are asked in turn until all of them pass in a row.

    ``asked`` is the seat that may overbid now, None when nobody is left.  A seat without a legal
    bid counts as passing.
    """

    def __init__(
        self,
        rules: Rules,
        level: int,
        bids: Sequence[Bid],
        hands: Sequence[Sequence[int]],
        exchanger: int,
    ) -> None:
        """``bids`` are all made so far, ``hands`` what the seats hold after the exchange."""
        self._rules, self._level, self._bids, self._hands = rules, level, list(bids), hands
        self._waiting = [(exchanger + i) % rules.players for i in range(1, rules.players)]
        self.asked: int | None = None
        self._go_on()

    def open_bids(self, seat: int) -> list[Bid]:
        """The bids with which a seat may steal the kitty."""
        return valid_bids(self._hands[seat], seat, self._bids, self._level, self._rules)

    def choose(self, shown: tuple[int, int] | None) -> Bid | None:
        """The asked seat shows (face, count), which is then the top bid, or passes with None."""
        if shown is None:
            self._go_on()
            return None
        assert self.asked is not None, "nobody is asked"
        bid = Bid(self.asked, *shown)
        if bid not in self.open_bids(self.asked):
            raise PlayError(f"seat {self.asked} may not bid {shown} here (R21, R24)")
        self.asked = None
        return bid

    def _go_on(self) -> None:
        self.asked = None
        while self._waiting and self.asked is None:
            seat = self._waiting.pop(0)
            if self.open_bids(seat):
                self.asked = seat
