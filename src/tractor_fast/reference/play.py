"""The tricks of a deal, step by step (R9 to R18, R25, R27)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..cards import Trump, format_faces
from ..errors import PlayError
from ..rules import Rules
from .follow import why_illegal
from .formats import reading
from .friends import Call, Team
from .throws import judge
from .trick import trick_points, winner
from .units import Unit, cards_of

Cards = tuple[int, ...]


@dataclass
class Trick:
    """A trick; ``plays`` are in playing order, the first by ``leader``.

    ``failed_throw`` is what the leader tried in vain, ``team`` the declarer's side after it;
    ``winner`` and ``points`` are filled in when the trick is complete.
    """

    leader: int
    lead_units: tuple[Unit, ...] = ()
    plays: list[Cards] = field(default_factory=list)
    failed_throw: Cards | None = None
    winner: int = -1
    points: int = 0
    team: tuple[int, ...] = ()


class Play:
    """The play of the cards, from the declarer's first lead on (R27).

    ``hands`` holds what each seat still has; ``turn`` is the seat to act, until the
    play is ``over``; ``naming`` the units of which it must name one (R10 ``next_names``), if any.
    """

    def __init__(
        self,
        rules: Rules,
        trump: Trump,
        team: Sequence[int],
        hands: Sequence[Sequence[int]],
        calls: Sequence[Call] = (),
    ) -> None:
        """``team`` is the declarer's side so far, he first; ``hands`` after the kitty exchange.

        ``calls`` are the declarer's friend cards.
        """
        self.rules, self.trump = rules, trump
        self.hands = [Counter(hand) for hand in hands]
        self.team = Team(team, calls, rules)
        self.points = [0] * rules.players
        self.failed_throws = [0] * rules.players
        self.tricks: list[Trick] = []
        self.trick = Trick(team[0])
        self.turn = team[0]
        self.over = False
        self.naming: tuple[Unit, ...] = ()

    @property
    def leads(self) -> bool:
        """Whether the seat to act leads a trick."""
        return not self.trick.plays and not self.naming

    def lead(self, cards: Sequence[int]) -> None:
        """The leader leads; a throw is judged at once (R8 to R10).

        PlayError when the cards may not be led.
        """
        seat, hand = self.turn, self.hands[self.turn]
        if not Counter(cards) <= hand:
            raise PlayError(f"seat {seat} does not hold {format_faces(cards)}")
        units = reading(cards, self.trump, self.rules)
        if len(units) > 1 and not self.rules.throws:
            raise PlayError(f"{format_faces(cards)} is a throw, and throws = false (R9)")
        hands = [held.elements() for held in self.hands]
        verdict = judge(seat, units, hands, self.trump, self.rules)
        if verdict.stands:
            self._lead_units(units)
            return
        self.trick.failed_throw = tuple(sorted(cards))
        self.failed_throws[seat] += 1
        if len(verdict.choices) == 1:
            self._lead_units(verdict.choices)
        else:
            self.naming = verdict.choices
            self.turn = (seat + 1) % self.rules.players

    def name(self, unit: Unit) -> None:
        """The leader's next player names the unit that must be led (R10 ``next_names``)."""
        if unit not in self.naming:
            raise PlayError(f"the unit named is one of {', '.join(map(str, self.naming))} (R10)")
        self.naming = ()
        self._lead_units((unit,))

    def follow(self, cards: Sequence[int]) -> None:
        """The seat to act follows; PlayError with the rule when it may not (R11 to R15)."""
        why = why_illegal(
            self.hands[self.turn].elements(), self.trick.lead_units, cards, self.trump, self.rules
        )
        if why is not None:
            raise PlayError(f"seat {self.turn}, {format_faces(cards)}: {why}")
        self._lay(self.turn, cards)

    def attackers_points(self) -> int:
        """Points of the attackers, penalties moved, the kitty left out (R10, R28)."""
        total = 0
        for seat in range(self.rules.players):
            penalty = self.failed_throws[seat] * self.rules.throw_penalty
            if seat in self.team.seats:
                total += penalty
            else:
                total += self.points[seat] - penalty
        return total

    def _lead_units(self, units: tuple[Unit, ...]) -> None:
        self.trick.lead_units = units
        self._lay(self.trick.leader, cards_of(units))

    def _lay(self, seat: int, cards: Sequence[int]) -> None:
        self.hands[seat] -= Counter(cards)
        self.trick.plays.append(tuple(sorted(cards)))
        self.turn = (seat + 1) % self.rules.players
        if len(self.trick.plays) == self.rules.players:
            self._finish_trick()

    def _finish_trick(self) -> None:
        """The winner takes the points and leads to the next trick (R18); friends join (R25)."""
        done = self.trick
        done.winner = winner(done.leader, done.lead_units, done.plays, self.trump, self.rules)
        done.points = trick_points(done.plays)
        self.points[done.winner] += done.points
        seats = [(done.leader + i) % self.rules.players for i in range(self.rules.players)]
        self.team.trick_done(list(zip(seats, done.plays, strict=True)))
        done.team = tuple(self.team.seats)
        self.tricks.append(done)
        self.trick = Trick(done.winner)
        self.turn = done.winner
        self.over = not any(self.hands)
