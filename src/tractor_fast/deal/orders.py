"""In which order the cards of a world can have been drawn, and will be drawn on (R21)."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from ..batch import to_faces
from ..hidden import SeatView


def drawing_orders(
    view: SeatView, hands: NDArray[np.uint64], coming: NDArray[np.uint64], random: Random
) -> list[list[int]]:
    """For each seat an order in which it can have drawn its hand and will draw the rest.

    The looking seat's own is the one it has seen; of the others all orders are as likely in which
    they had what they have bid.
    """
    orders = []
    for seat in range(view.players):
        later = to_faces(coming[seat])
        random.shuffle(later)
        if seat == view.seat:
            orders.append([*view.order_drawn, *later])
        else:
            orders.append([*_drawn_order(view, seat, to_faces(hands[seat]), random), *later])
    return orders


def _drawn_order(view: SeatView, seat: int, hand: list[int], random: Random) -> list[int]:
    """An order of a seat's hand in which each of its bids could be made when it was made."""
    bids = [(face, count, drawn) for who, face, count, drawn in view.bids if who == seat]
    shown_faces = {face for face, _, _ in bids}
    shown = [face for face in hand if face in shown_faces]
    others = [face for face in hand if face not in shown_faces]
    random.shuffle(others)
    while True:
        # Only where the cards bid with come decides.
        places = random.sample(range(len(hand)), len(shown))
        came = list(zip(shown, places, strict=True))
        if all(
            sum(face == bid and place < drawn for face, place in came) >= count
            for bid, count, drawn in bids
        ):
            break
    at = {place: face for face, place in came}
    return [at[place] if place in at else others.pop() for place in range(len(hand))]
