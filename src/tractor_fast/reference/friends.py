"""The cards that call friends or name a partner, and who is on the declarer's side (R25, R26)."""

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


def first_team(declarer: int, partner: int | None, rules: Rules) -> list[int]:
    """The declarer's side before the first lead: with fixed teams all of it (R19, R25, R26).

    ``partner`` is the named partner's seat; None without one.
    """
    if rules.partners == "fixed":
        return [(declarer + i) % rules.players for i in range(0, rules.players, 2)]
    return [declarer] if partner is None else [declarer, partner]


def named_partner(face: int, declarer: int, hands: Sequence[Sequence[int]]) -> int | None:
    """Whom a card makes the partner, the kitty being in the declarer's hand (R26).

    The first player in playing order who holds it: where the declarer has one copy that is the
    holder of the other.  None when he has both and plays alone.
    """
    seats = [(declarer + i) % len(hands) for i in range(1, len(hands))]
    return next((seat for seat in seats if face in hands[seat]), None)


class Team:
    """The declarer's side while a deal is played.

    ``seats`` are those known to be on it, in joining order.
    """

    def __init__(self, seats: Sequence[int], calls: Sequence[Call], rules: Rules) -> None:
        """``seats`` are those of the start, the declarer first; only friends have ``calls``."""
        self.seats = list(seats)
        self._double_join = rules.double_join
        self._open = list(calls)
        self._seen = [0] * N_FACES

    def trick_done(self, plays: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Note a complete trick, its plays as (seat, cards) in playing order (R25).

        The cards of a play count as one: it answers calls in the order in which they were made.
        """
        for seat, cards in plays:
            for call in list(self._open):
                if not self._answers(seat, cards.count(call.face), call):
                    continue
                self._open.remove(call)
                if seat not in self.seats:
                    self.seats.append(seat)
            for face in cards:
                self._seen[face] += 1

    def _answers(self, seat: int, copies: int, call: Call) -> bool:
        """Whether a play with so many copies of its card answers a call.

        Without ``double_join`` the call waits, from the copy named on, for an outsider's.
        """
        before = self._seen[call.face]
        if self._double_join:
            return before < call.ordinal <= before + copies
        return copies > 0 and before + copies >= call.ordinal and seat not in self.seats
