"""What a seat knows of a deal, and the cards that it does not see, drawn from all that can be."""

from .sample import HiddenHands, consistent, sample_hidden
from .view import SeatView, SeenTrick, seat_view, view_of_game

__all__ = [
    "HiddenHands",
    "SeatView",
    "SeenTrick",
    "consistent",
    "sample_hidden",
    "seat_view",
    "view_of_game",
]
