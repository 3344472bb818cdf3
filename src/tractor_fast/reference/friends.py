"""The cards that call friends, and who has joined the declarer's side (R25)."""

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import N_FACES, POINTS, Trump, face_name
from ..rules import Rules
from .order import TRUMP, order_of


class Call(NamedTuple):
    """Whoever plays the ``ordinal``-th copy of a face is a friend (R25)."""

    face: int
    ordinal: int


def callable_faces(trump: Trump, rules: Rules) -> list[int]:
    """The faces that may call a friend under ``friend_cards`` (R25)."""
    order = order_of(trump, rules)
    if rules.friend_cards == "any":
        return list(range(N_FACES))
    if rules.friend_cards == "below_level":
        return [face for face in range(52) if face // 4 != trump.rank]
    plain = [face for face in range(52) if order.suit[face] != TRUMP]
    if rules.friend_cards == "not_points":
        return [face for face in plain if not POINTS[face]]
    if rules.friend_cards == "not_highest":
        top = max(order.step[face] for face in plain)
        return [face for face in plain if order.step[face] != top]
    return plain


def why_no_calls(calls: Sequence[Call], trump: Trump, rules: Rules) -> str | None:
    """Why these calls are not allowed, with the rule; None when they are."""
    if len(calls) != rules.n_friends:
        return f"{rules.n_friends} friends are called, not {len(calls)} (R25)"
    allowed = callable_faces(trump, rules)
    for call in calls:
        if call.face not in allowed:
            return f"{face_name(call.face)} may not call a friend at this table (R25)"
        if not 1 <= call.ordinal <= rules.decks:
            return f"the copy called is 1 to {rules.decks}, not {call.ordinal} (R25)"
    if len(set(calls)) != len(calls):
        return "one copy of a card calls one friend only (R25)"
    return None


class Team:
    """The declarer's side while a deal is played.

    ``seats`` are those known to be on it, in joining order.
    """

    def __init__(self, declarer: int, calls: Sequence[Call], rules: Rules) -> None:
        """With fixed partners the team is complete from the start and there are no calls."""
        self.seats = [declarer]
        if rules.partners == "fixed":
            self.seats += [(declarer + i) % rules.players for i in range(2, rules.players, 2)]
        self._double_join = rules.double_join
        self._open = list(calls)
        self._seen = [0] * N_FACES

    def trick_done(self, plays: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Note a complete trick, its plays as (seat, cards) in playing order (R25)."""
        for seat, cards in plays:
            for face in cards:
                self._seen[face] += 1
                for call in [call for call in self._open if self._answers(seat, face, call)]:
                    self._open.remove(call)
                    if seat not in self.seats:
                        self.seats.append(seat)

    def _answers(self, seat: int, face: int, call: Call) -> bool:
        """Whether the copy just seen answers a call.

        Without ``double_join`` the call waits, from the copy named on, for an outsider's.
        """
        if face != call.face:
            return False
        if self._double_join:
            return self._seen[face] == call.ordinal
        return self._seen[face] >= call.ordinal and seat not in self.seats
