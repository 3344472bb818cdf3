"""Which kernel runs, and a run bound to it."""

import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from ..errors import SpecError, StrategyError
from ..inputs import MOST, shown, whole
from ..rules import Rules
from .cpu import has_bmi2
from .held import HeldCards
from .policies import POLICIES
from .policy import ForeignPolicy
from .run import (
    MATCH,
    OPPORTUNITY,
    PAIR,
    PAIR_TOTALS,
    ROLES,
    ROW,
    TOTALS,
    RunSpec,
    new_totals,
    totals_to_dict,
)

__all__ = [
    "KERNEL",
    "MATCH",
    "MOST_DEALS",
    "MOST_MATCHES",
    "OPPORTUNITY",
    "PAIR",
    "POLICIES",
    "ROLES",
    "ROW",
    "STREAM_VERSION",
    "TOTALS",
    "Run",
    "cpu",
    "kernels",
    "policy_addresses",
]

STREAM_VERSION = 3
"""Changes whenever a board's cards, a strategy's random numbers or a digest would (rng.pxd)."""

MOST_DEALS = 4096
"""Boards that a pair of matches has: a match may have as many deals (matches.pxd)."""

MOST_MATCHES = 2**64 // MOST_DEALS * 2
"""Matches are numbered below this."""


def kernels() -> tuple[str, ...]:
    """Names of the kernels that this processor can run, the fastest last."""
    return ("plain", "bmi2") if has_bmi2() else ("plain",)


def _chosen() -> str:
    """The kernel to use: the fastest, unless TRACTOR_FAST_KERNEL names another."""
    wanted = os.environ.get("TRACTOR_FAST_KERNEL", "")
    if not wanted:
        return kernels()[-1]
    if wanted not in kernels():
        raise SpecError(
            f"TRACTOR_FAST_KERNEL={wanted} cannot run here; allowed: {', '.join(kernels())}"
        )
    return wanted


KERNEL = _chosen()


def cpu() -> dict[str, Any]:
    """Which kernel plays, and which this processor can run, the fastest last.

    Keys: ``kernel``, the name of the one in use (``TRACTOR_FAST_KERNEL`` forces one), and
    ``kernels``, the names of all.
    """
    return {"kernel": KERNEL, "kernels": kernels()}


def _load(name: str, general: bool) -> ModuleType:
    """The module that plays one path: general rules, or one or two decks with default formats."""
    if type(name) is not str or name not in kernels():
        raise SpecError(f"no kernel {shown(name)} runs here; allowed: {', '.join(kernels())}")
    return import_module(f"{__package__}.kernel_{name}{'_general' if general else ''}")


def _raw(rows: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The bytes of an array that a kernel may fill with records; TypeError or ValueError if not."""
    if not isinstance(rows, np.ndarray):
        raise TypeError(f"rows must be a numpy array, not {type(rows).__name__}")
    plain = np.asarray(rows)
    if plain.dtype != dtype or not plain.flags.c_contiguous or not plain.flags.writeable:
        name = "ROW" if dtype is ROW else "PAIR"
        raise ValueError(f"rows must be a writeable, contiguous array of dtype {name}")
    return plain.reshape(-1).view(np.uint8)


def policy_addresses(name: str) -> tuple[int, int]:
    """Addresses of the C functions of a built-in strategy, for the plain and the general path.

    Which of the two plays a deal is said by ``table.spec.general``.  SpecError for an unknown name.
    """
    return tuple(_load(KERNEL, general).policy_address(name) for general in (False, True))


class Run:
    """Rules, seats and context, bound to a kernel; plays any range of boards.

    rules: Rules.  seats: (compiled strategy or ForeignPolicy, its parameter values in
    order) for each seat.
    seed: 0 .. 2**64 - 1.  level: rank 0 (2) .. 12 (A), or None: drawn by each board.
    declarer: a seat, None: drawn by each board, or -1: a first deal (R21, R23).
    in_turn: what boards would draw they take in turn, by their number: the level is that of rank
    number % 13, and the declarer seat number // 13 % players.
    given: faces that every deal gives to their owners: (a list for each seat, the kitty's).
    Raises SpecError, and CardError for cards that cannot be given.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Iterable[tuple[str | ForeignPolicy, Sequence[float]]],
        seed: int,
        level: int | None = None,
        declarer: int | None = None,
        kernel: str = KERNEL,
        *,
        in_turn: bool = False,
        given: tuple[Sequence[Sequence[int]], Sequence[int]] | None = None,
    ) -> None:
        self.spec = RunSpec(rules, seats, seed, level, declarer, in_turn, given)
        self._kernel = _load(kernel, self.spec.compiled.general)
        self._kernel.bind(self.spec)

    def variant(self, board: int) -> int:
        """Which variant of a board is played: the board itself."""
        return 0

    def dealt(self, first_board: int, boards: int) -> dict[str, int]:
        """Counters of the deals that it took to find boards: none, as all are played."""
        return {}

    def play(
        self,
        first_board: int,
        boards: int,
        rows: np.ndarray | None = None,
        variants: np.ndarray | None = None,
    ) -> tuple[dict[str, Any], int]:
        """Play a range of boards without the GIL; return (counters by name, digest).

        Counters are ints or lists of ints and add over ranges, as do digests modulo 2**128.
        rows: None, or a writeable contiguous array of dtype ROW with at least `boards` elements,
        which receives the outcomes in board order.  variants: None, or a uint32 number for each
        board: a variant draws everything anew, number 0 is the board itself.
        Raises StrategyError at the first failure,
        whose `played` is what would have been returned for the boards before it, and SpecError,
        TypeError or ValueError for numbers and arrays that are not so.
        """
        first_board = whole("first_board", first_board, 0, MOST)
        boards = whole("boards", boards, 0, MOST + 1 - first_board)
        totals = new_totals()
        raw = None if rows is None else _raw(rows, ROW)
        try:
            digest = self._kernel.play(self.spec, first_board, boards, totals, raw, variants)
        except StrategyError as error:
            error.played = totals_to_dict(totals), error.played
            raise
        return totals_to_dict(totals), digest

    def play_pairs(
        self,
        first_board: int,
        boards: int,
        rows: np.ndarray | None = None,
        variants: np.ndarray | None = None,
    ) -> tuple[dict[str, Any], int]:
        """Play a range of boards twice, the seats of two strategies exchanged (pairs.pxd).

        They are the strategies of seats 0 (A) and 1 (B).  Returns, takes and raises what
        :meth:`play` does, with the counters of PAIR_TOTALS and rows of dtype PAIR.
        """
        first_board = whole("first_board", first_board, 0, MOST)
        boards = whole("boards", boards, 0, MOST + 1 - first_board)
        totals = new_totals(PAIR_TOTALS)
        raw = None if rows is None else _raw(rows, PAIR)
        try:
            digest = self._kernel.play_pairs(self.spec, first_board, boards, totals, raw, variants)
        except StrategyError as error:
            error.played = totals_to_dict(totals, PAIR_TOTALS), error.played
            raise
        return totals_to_dict(totals, PAIR_TOTALS), digest

    def deal(
        self, boards: np.ndarray, variants: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Deal boards, by number (uint64), in variants (uint32), and play none of them.

        Returns, a row a board: planes of the hands (uint64: boards, players, decks) and kitties
        (boards, decks) in the natural layout; rank of the level, declarer (in a first deal: who
        draws first) and suit of ``trump = random`` (uint8).
        """
        n, rules = len(boards), self.spec.compiled.rules
        hands = np.empty((n, rules.players, rules.decks), np.uint64)
        kitties = np.empty((n, rules.decks), np.uint64)
        levels, declarers, trumps = (np.empty(n, np.uint8) for _ in range(3))
        self._kernel.deal(self.spec, boards, variants, hands, kitties, levels, declarers, trumps)
        return hands, kitties, levels, declarers, trumps

    def play_arms(self, held: HeldCards, first_board: int, boards: int) -> tuple[np.ndarray, int]:
        """Play a range of boards with each of a seat's choices; return (records, digest).

        Records, of dtype ROW, are (boards, arms).  Raises StrategyError, whose ``played`` is what
        would have been returned for the boards before.
        """
        first_board = whole("first_board", first_board, 0, MOST)
        boards = whole("boards", boards, 0, MOST + 1 - first_board)
        rows = np.empty((boards, held.n_arms), ROW)
        raw = rows.reshape(-1).view(np.uint8)
        try:
            digest = self._kernel.play_arms(self.spec, held, first_board, boards, raw)
        except StrategyError as error:
            error.played = rows[: int(error.board or 0) - first_board], error.played
            raise
        return rows, digest

    def bury_own(self, held: HeldCards, board: int) -> list[int]:
        """Faces that the seat's own strategy buries on a board."""
        return self._kernel.bury_own(self.spec, held, whole("board", board, 0, MOST))

    def play_matches(
        self, first: int, matches: int, most_deals: int = MOST_DEALS
    ) -> tuple[np.ndarray, int]:
        """Play matches between the strategies of seats 0 and 1; return (records, digest).

        The records, of dtype MATCH, are in order; a match that has no winner after ``most_deals``
        (1 to 4096) deals is left unfinished.  Level and declarer of the run are not used.  Raises
        StrategyError at the first failure, whose `played` is what would have been returned for the
        pairs of matches before it, and SpecError for numbers out of range.
        """
        first = whole("first_match", first, 0, MOST_MATCHES - 1)
        matches = whole("matches", matches, 0, MOST_MATCHES - first)
        most_deals = whole("most_deals", most_deals, 1, MOST_DEALS)
        rows = np.zeros(matches, MATCH)
        try:
            digest = self._kernel.play_matches(
                self.spec, first, matches, most_deals, rows.view(np.uint8)
            )
        except StrategyError as error:
            whole_pairs = max(2 * (int(error.board or 0) // MOST_DEALS) - first, 0)
            error.played = rows[:whole_pairs], error.played
            raise
        return rows, digest

    def play_opportunities(
        self,
        first_board: int,
        boards: int,
        pass_now: bool = False,
        variants: np.ndarray | None = None,
    ) -> tuple[np.ndarray, int]:
        """Play each board twice from one of its opportunities to bid; return (records, digest).

        An opportunity (opportunities.pxd) is taken in one deal, by the best bid of the seat's
        strategy, and let go in the other: for the rest of the draw, or with ``pass_now`` that once.
        The records, of dtype OPPORTUNITY, are in board order; those of boards that have none are
        zero but for ``board``.  variants: as :meth:`play` takes them.
        Raises StrategyError at the first failure, whose `played` is what
        would have been returned for the boards before it, and SpecError for numbers out of range.
        """
        first_board = whole("first_board", first_board, 0, MOST)
        boards = whole("boards", boards, 0, MOST + 1 - first_board)
        rows = np.zeros(boards, OPPORTUNITY)
        try:
            digest = self._kernel.play_opportunities(
                self.spec, first_board, boards, pass_now, rows.view(np.uint8), variants
            )
        except StrategyError as error:
            error.played = rows[: int(error.board or 0) - first_board], error.played
            raise
        return rows, digest
