"""What a strategy gets out of the two deals of a board, as whole numbers that can be counted."""

import numpy as np

from ..sim import level_scale

_DEALS = ("first", "exchanged")
_BITS = np.array([bin(seats).count("1") for seats in range(256)], np.int64)


class PairValues:
    """Numbers of each deal, from records of dtype ``engine.PAIR`` of any shape.

    All arrays have the shape of the records and a last axis more: the first deal and that with
    seats exchanged.  A is the strategy whose seats are ``seats_of_a`` in the first deal.
    """

    def __init__(self, rows: np.ndarray, players: int) -> None:
        """``players`` at the table."""
        self._rows = rows
        everybody = (1 << players) - 1
        first = rows["seats_of_a"]
        self._of_a = np.stack([first, first ^ everybody], axis=-1)
        self._of_b = self._of_a ^ everybody

    def field(self, name: str) -> np.ndarray:
        """A field of the deals' records."""
        return np.stack([self._rows[deal][name] for deal in _DEALS], axis=-1)

    @property
    def a_declares(self) -> np.ndarray:
        """Whether the declarer is A's."""
        return (self._of_a >> self.field("declarer") & 1).astype(bool)

    @property
    def levels(self) -> np.ndarray:
        """Mean levels that A's seats gain minus B's (R30), times :func:`sim.level_scale`."""
        team = self.field("team")
        of_a = _BITS[team & self._of_a] * _BITS[self._of_b]
        of_b = _BITS[team & self._of_b] * _BITS[self._of_a]
        return self.field("levels") * (of_a - of_b)

    @property
    def next_declarer(self) -> np.ndarray:
        """+1 where a seat of A's declares next (R33), else -1."""
        return np.where(self._of_a >> self.field("holder") & 1, 1, -1)

    @property
    def points(self) -> np.ndarray:
        """Attackers' points (R28), as a gain where A attacks and as a loss where A declares."""
        points = self.field("points")
        return np.where(self.a_declares, -points, points)

    @property
    def wins(self) -> np.ndarray:
        """Whether A gains levels over both deals together: 2, a tie 1, else 0; alike in both."""
        both = self.levels.sum(axis=-1, keepdims=True)
        return np.repeat(np.sign(both) + 1, 2, axis=-1)


def levels_of_pairs(rows: np.ndarray, players: int) -> np.ndarray:
    """Levels of A minus B's, the mean of a board's two deals, from records of ``engine.PAIR``."""
    return PairValues(rows, players).levels.sum(axis=-1) / (2 * level_scale(players))
