"""How many ways there are to deal hidden cards, and one of them drawn uniformly.

Every copy of a face counts as a card of its own, so hands that can be dealt in more ways are drawn
more often.  Faces about which something is known make the *rows* of a table, one after the other;
all others are *free*.  Places of which the same is known make one *group*.  A state says how many
cards of rows each group has got so far; counted from the last row back, a table says in how many
ways the cards of the rows to come and the free ones can be dealt from each state, and a draw goes
through the rows forward.  Numbers are doubles, whose rounding (1e-13) is all that is not exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import lgamma, prod

import numpy as np
from numpy.typing import NDArray

from ..cards import N_FACES
from .knowledge import AtLeast, Counts, Knowledge
from .words import fractions, words

Floats = NDArray[np.float64]

_LOG_FACTORIAL = np.array([lgamma(n + 1) for n in range(217)])


@dataclass(frozen=True)
class _Row:
    """A face of ``copies`` cards: in each way of dealing them, how many each group gets.

    ``groups`` (ways, copies) has the group of each copy instead, and ``weights`` in how many ways
    that can be.
    """

    face: int
    copies: int
    taken: Counts
    groups: Counts
    weights: Floats
    whole: bool
    """Whether each copy may go to the same groups, whatever the others do."""


class Counting:
    """The deals of hidden cards that a Knowledge allows; cards by count in each place."""

    def __init__(self, known: Knowledge) -> None:
        """Sort places into groups and faces into rows; the table is made when it is needed."""
        self.sizes = known.sizes
        self._members = _groups(known)
        self._group_sizes = np.array([self.sizes[m].sum() for m in self._members], dtype=np.int64)
        bound = {least.face for least in known.least}
        tight = (known.most < known.unseen).any(axis=0) & (known.unseen > 0)
        bound |= set(np.flatnonzero(tight).tolist())
        self._rows = [self._row(known, face) for face in sorted(bound)]
        self._free = [
            face
            for face in range(N_FACES)
            if face not in bound
            for _ in range(int(known.unseen[face]))
        ]
        # The largest group is not counted: it has what the others have not.
        self._counted = np.argsort(self._group_sizes, kind="stable")[:-1]
        most = np.zeros(len(self._members), dtype=np.int64)
        for row in self._rows:
            most += row.taken.max(axis=0, initial=0)
        used = np.minimum(most, self._group_sizes)[self._counted]
        # Beyond the last state that can be is an empty one, where all steps out of the table end.
        self._shape = tuple(int(n) + 2 for n in used)
        self._used = used

    def _row(self, known: Knowledge, face: int) -> _Row:
        copies = int(known.unseen[face])
        most = [int(known.most[m, face].min()) for m in self._members]
        needs = [least for least in known.least if least.face == face]
        ways = [
            way
            for way in product(*(range(min(copies, n) + 1) for n in most))
            if sum(way) == copies and all(self._meets(way, need) for need in needs)
        ]
        taken = np.array(ways, dtype=np.int64).reshape(len(ways), len(self._members))
        weights = np.exp(_LOG_FACTORIAL[copies] - _LOG_FACTORIAL[taken].sum(axis=1))
        groups = [[g for g, n in enumerate(way) for _ in range(n)] for way in ways]
        whole = not needs and all(n in (0, copies) for n in most)
        return _Row(
            face,
            copies,
            taken,
            np.array(groups, dtype=np.int64).reshape(len(ways), copies),
            weights,
            whole,
        )

    def _meets(self, way: Sequence[int], need: AtLeast) -> bool:
        inside = (n for n, m in zip(way, self._members, strict=True) if m[0] in need.places)
        return sum(inside) >= need.copies

    @property
    def cells(self) -> int:
        """How many numbers the tables have."""
        return prod(self._shape) * (len(self._rows) + 1)

    @cached_property
    def _strides(self) -> Counts:
        """What one card more in each counted group adds to the number of a state."""
        return np.cumprod([1, *self._shape[:0:-1]], dtype=np.int64)[::-1][: len(self._shape)]

    @cached_property
    def _tables(self) -> list[Floats]:
        """For each row, and after the last: in how many ways what comes can be dealt, by state."""
        table = self._dealt_free()
        tables = [table.reshape(-1)]
        for row in reversed(self._rows):
            if row.whole:
                # The copies one by one, which comes to the same and takes fewer steps.
                before = table
                for _ in range(row.copies):
                    before = self._stepped(
                        before, row.taken[row.taken.max(axis=1) == row.copies] > 0
                    )
            else:
                before = self._stepped(table, row.taken, row.weights)
            table = before
            tables.append(table.reshape(-1))
        return tables[::-1]

    def _stepped(self, table: Floats, steps: Counts, weights: Floats | None = None) -> Floats:
        """The ways before a step, from those after it: a sum over what each group gets."""
        before = np.zeros(self._shape)
        for number, step in enumerate(steps[:, self._counted].tolist()):
            ends = list(zip(step, self._used.tolist(), strict=True))
            if any(k > n for k, n in ends):
                continue
            here = tuple(slice(0, n + 1 - k) for k, n in ends)
            there = tuple(slice(k, n + 1) for k, n in ends)
            if weights is None:
                before[here] += table[there]
            else:
                before[here] += weights[number] * table[there]
        return before

    def _dealt_free(self) -> Floats:
        """In how many ways the free cards fill up what the rows leave."""
        left = np.full(self._shape, float(len(self._free)))
        log_ways = np.full(self._shape, _LOG_FACTORIAL[len(self._free)])
        possible = np.ones(self._shape, dtype=bool)
        for axis, group in enumerate(self._counted):
            at = [1] * len(self._shape)
            at[axis] = -1
            room = (self._group_sizes[group] - np.arange(self._shape[axis])).reshape(at)
            possible &= (room >= 0) & (np.arange(self._shape[axis]).reshape(at) <= self._used[axis])
            log_ways = log_ways - _LOG_FACTORIAL[np.maximum(room, 0)]
            left = left - room
        possible &= left >= 0
        log_ways = log_ways - _LOG_FACTORIAL[np.maximum(left, 0).astype(np.int64)]
        return np.where(possible, np.exp(np.where(possible, log_ways, 0.0)), 0.0)

    @property
    def ways(self) -> float:
        """In how many ways the hidden cards can be dealt to the groups; 0 if in none."""
        return float(self._tables[0][0])

    def draw(self, keys: NDArray[np.uint64]) -> Counts:
        """Uniform deals, one a key, as counts (keys, places, faces padded to 64)."""
        n, free = len(keys), len(self._free)
        state = np.zeros((n, len(self._counted)), dtype=np.int64)
        room = np.tile(self._group_sizes, (n, 1))
        chance = fractions(words(keys, len(self._rows)))
        faces, groups = [], []
        for number, row in enumerate(self._rows):
            way = self._step(number, state, chance[:, number])
            state += row.taken[way][:, self._counted]
            room -= row.taken[way]
            faces += [row.face] * row.copies
            groups.append(row.groups[way])
        shuffle = words(keys, free + len(faces) + free, first=len(self._rows))
        ranks = np.argsort(np.argsort(shuffle[:, :free], axis=1), axis=1)
        ends = np.cumsum(room, axis=1)
        groups.append((ranks[:, :, None] >= ends[:, None, :]).sum(axis=2))
        group = np.concatenate(groups, axis=1)
        place = self._into_places(group, shuffle[:, free:])
        face = np.array([*faces, *self._free], dtype=np.int64)
        flat = (np.arange(n)[:, None] * len(self.sizes) + place) * 64 + face
        counts = np.bincount(flat.reshape(-1), minlength=n * len(self.sizes) * 64)
        return counts.reshape(n, len(self.sizes), 64)

    def _step(self, number: int, state: Counts, chance: Floats) -> Counts:
        """Which way each draw deals the cards of a row."""
        row, table = self._rows[number], self._tables[number + 1]
        after = np.minimum(state[:, None] + row.taken[:, self._counted], self._used + 1)
        ahead = table[after @ self._strides] * row.weights
        reached = np.cumsum(ahead, axis=1)
        way = (reached <= (chance * reached[:, -1])[:, None]).sum(axis=1)
        # Rounding may lead past the last way that can be.
        last = ahead.shape[1] - 1 - np.argmax(ahead[:, ::-1] > 0, axis=1)
        return np.minimum(way, last)

    def _into_places(self, group: Counts, shuffle: NDArray[np.uint64]) -> Counts:
        """Deal the cards of each group to its places, in an order drawn uniformly."""
        slots = np.concatenate([np.repeat(m, self.sizes[m]) for m in self._members])
        if len(self._members) == len(self.sizes):
            return np.array([m[0] for m in self._members])[group]
        order = np.argsort(
            group.astype(np.uint64) << np.uint64(59) | shuffle >> np.uint64(5), axis=1
        )
        place = np.empty_like(group)
        np.put_along_axis(place, order, np.broadcast_to(slots, order.shape), axis=1)
        return place


def _groups(known: Knowledge) -> list[Counts]:
    """Places of which the same is known, and nothing but that they lack some faces (by number)."""
    alike: dict[object, list[int]] = {}
    for number, most in enumerate(known.most):
        limited = bool(((most > 0) & (most < known.unseen)).any())
        lacks = tuple(np.flatnonzero((most == 0) & (known.unseen > 0)))
        needed = tuple(number in least.places for least in known.least)
        alike.setdefault((lacks, needed, number if limited else -1), []).append(number)
    return [np.array(members) for members in alike.values()]
