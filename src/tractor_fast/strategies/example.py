"""A whole strategy in Python, to read before writing another.

``tractor_fast.strategies.example:Example`` names it.  It is no good player: it looks at its own
hand and the trick, and remembers nothing.
"""

from typing import Any

from .._core.policies import Parameter
from .._core.view import View
from ..cards import POINTS, SMALL_JOKER


class Example:
    """Bids long suits, leads high cards of plain suits, wins points cheaply."""

    base = "normal"
    parameters = (
        Parameter("bid.length", 6.0, 1.0, 25.0, "cards of a suit that a bid in it needs"),
        Parameter("follow.points", 5.0, 0.0, 60.0, "points in a trick that it tries to win"),
    )

    def __init__(self, bid_length: float = 6.0, follow_points: float = 5.0) -> None:
        """Parameters come by keyword, dots written as underscores."""
        self.bid_length = bid_length
        self.follow_points = follow_points

    def bid(self, view: View) -> tuple[int, int] | None:
        """The first bid open in a long suit; None passes, where that is open."""
        for face, count in view.options:
            if face < SMALL_JOKER and len(view.hand_in(face % 4)) >= self.bid_length:
                return face, count
        return view.options[0] if view.must_bid else None

    def name(self, view: View) -> Any:
        """Whatever its base would name."""
        return view.base()

    def bury(self, view: View) -> list[int]:
        """The lowest cards of plain suits that are worth no points, then whatever is low."""
        plain = [card for suit in range(4) for card in view.hand_in(suit)]
        plain.sort(key=lambda card: (POINTS[card] > 0, view.strength_of(card)))
        return [*plain, *view.hand_in(4)][: view.cards]

    def lead(self, view: View) -> tuple[int, ...]:
        """The highest card of the longest plain suit, a trump when there is nothing else."""
        suits = [view.hand_in(suit) for suit in range(4)]
        longest = max(suits, key=len) or view.hand_in(4)
        return longest[-1:]

    def follow(self, view: View) -> tuple[int, ...]:
        """Of single cards the cheapest that wins what is worth it, else the lowest."""
        if view.cards != 1:
            return view.base()
        suit = view.lead_suit
        cards = view.hand if suit is None else view.hand_in(suit) or view.hand
        if view.trick_points >= self.follow_points:
            beating = view.beating
            for card in cards:
                if card in beating:
                    return (card,)
        return cards[:1]
