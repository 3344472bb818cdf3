"""A whole deal, step by step, from the first card drawn to the levels gained (R19 to R33)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..cards import POINTS, SUITS, Trump, format_faces
from ..errors import PlayError
from ..rules import Rules
from .advance import JACK, next_declarer
from .auction import Auction, declarer_by_bids, partner, redeals, trump_by_bids
from .bids import Bid
from .friends import Call, why_no_calls
from .play import Play
from .score import Outcome, kitty_factor, outcome
from .support import require_supported


class Decision(NamedTuple):
    """Which seat is asked what.

    ``kind`` and what :meth:`ReferenceDeal.choose` then takes:

    - ``bid``: (face, count), or None to pass
    - ``name_trump``: a suit 0..3 (R22 ``declarer_side_names``)
    - ``bury``: the cards laid back (R24)
    - ``name_friends``: the calls as (face, ordinal) (R25)
    - ``lead``, ``follow``: cards
    - ``name_unit``: one of the units of ``ReferenceDeal.play.naming`` (R10 ``next_names``)
    """

    seat: int
    kind: str


class Result(NamedTuple):
    """How a deal ended.

    ``points`` are those won in tricks, a seat; ``attackers_points`` have the kitty and penalties
    in them; ``kitty_factor`` is what R29 gives for the last trick, whoever won it; ``team`` are
    the seats of the declarer's side in joining order; ``hook_hit`` is R31's.
    """

    points: tuple[int, ...]
    attackers_points: int
    kitty_points: int
    kitty_factor: int
    last_winner: int
    team: tuple[int, ...]
    team_short: bool
    outcome: Outcome
    next_declarer: int
    hook_hit: bool


class ReferenceDeal:
    """One deal.  :meth:`decision` says who is asked what, :meth:`choose` answers.

    ``auction`` is None with ``trump = random``; ``trump``, ``declarer``, ``kitty`` (in the end the
    cards buried), ``calls`` and ``play`` are filled in as the deal goes; ``redeal`` is True when
    nobody bid and the cards are to be dealt again (R22).
    """

    def __init__(
        self,
        rules: Rules,
        *,
        level: int,
        hands: Sequence[Sequence[int]],
        kitty: Sequence[int],
        first_drawer: int,
        declarer: int | None = None,
        trump_suit: int | None = None,
        attempt: int = 0,
    ) -> None:
        """Begin to draw.

        ``hands`` and ``kitty`` are in drawing order; ``level`` is a rank 0..12; ``declarer`` is
        None in a first deal, where ``first_drawer``, drawn by the seed, declares if the bids name
        nobody (R23); ``trump_suit`` is the seed's with ``trump = random`` (R21); ``attempt`` counts the redeals.
        """
        require_supported(rules)
        self.rules, self.level = rules, level
        self.declarer, self.kitty = declarer, list(kitty)
        self.trump: Trump | None = None
        self.calls: tuple[Call, ...] = ()
        self.play: Play | None = None
        self.redeal = False
        self.auction: Auction | None = None
        self._first_deal, self._first_drawer = declarer is None, first_drawer
        self._attempt = attempt
        self._hands = [list(hand) for hand in hands]
        self._to_do: list[str] = []
        if rules.trump == "random":
            self._begin(Trump(level, trump_suit))
        else:
            self.auction = Auction(rules, level, self._hands, first_drawer, declarer)
            self._end_auction()

    @classmethod
    def from_play(
        cls,
        rules: Rules,
        *,
        trump: Trump,
        declarer: int,
        hands: Sequence[Sequence[int]],
        kitty: Sequence[int],
        calls: Sequence[Call] = (),
    ) -> "ReferenceDeal":
        """A deal that begins with the first lead: trump known, kitty laid away, friends called."""
        deal = cls.__new__(cls)
        require_supported(rules)
        deal.rules, deal.level, deal.declarer = rules, trump.rank, declarer
        deal.trump, deal.kitty, deal.calls = trump, list(kitty), tuple(calls)
        deal.auction, deal.redeal, deal._to_do = None, False, []
        deal.play = Play(rules, trump, declarer, hands, calls)
        return deal

    def decision(self) -> Decision | None:
        """Who is asked what; None when the deal is over or must be dealt again."""
        if self.redeal:
            return None
        if self.auction is not None and self.auction.asked is not None:
            return Decision(self.auction.asked, "bid")
        if self._to_do:
            kind = self._to_do[0]
            seat = partner(self.declarer, self.rules) if kind == "name_trump" else self.declarer
            return Decision(seat, kind)
        if self.play.turn is None:
            return None
        kind = "name_unit" if self.play.naming else "lead" if self.play.leads else "follow"
        return Decision(self.play.turn, kind)

    def hand(self, seat: int) -> list[int]:
        """What a seat holds now, sorted; while drawing the cards drawn so far."""
        if self.play is not None:
            return sorted(self.play.hands[seat].elements())
        if self.trump is None and self.auction is not None:
            return sorted(self.auction.drawn[seat])
        return sorted(self._hands[seat])

    def choose(self, choice: Any) -> None:
        """Answer the decision asked; PlayError, with the deal unchanged, when that is not allowed.

        What to give for each kind of decision is said at :class:`Decision`.
        """
        asked = self.decision()
        if asked is None:
            raise PlayError("the deal is over: nothing is asked")
        if asked.kind == "bid":
            self.auction.choose(choice)
            self._end_auction()
        elif asked.kind == "name_trump":
            if choice not in range(4):
                raise PlayError(
                    f"trump is one of the suits {SUITS} as 0 to 3, not {choice!r} (R22)"
                )
            self._begin(Trump(self.level, choice))
        elif asked.kind == "bury":
            self._bury(choice)
        elif asked.kind == "name_friends":
            self._call([Call(*call) for call in choice])
        elif asked.kind == "name_unit":
            self.play.name(choice)
        elif asked.kind == "lead":
            self.play.lead(choice)
        else:
            self.play.follow(choice)

    def result(self) -> Result:
        """How the deal ended; PlayError before its end."""
        if self.play is None or self.play.turn is not None:
            raise PlayError("the deal is not over yet")
        play, rules = self.play, self.rules
        last = play.tricks[-1]
        team = tuple(play.team.seats)
        winning_play = last.plays[(last.winner - last.leader) % rules.players]
        kitty_points = sum(POINTS[face] for face in self.kitty)
        factor = kitty_factor(last.lead_units, winning_play, self.trump, rules)
        attackers_points = play.attackers_points()
        if last.winner not in team:
            attackers_points += factor * kitty_points
        team_short = rules.partners == "friends" and len(team) < 1 + rules.n_friends
        gains = outcome(attackers_points, rules, team_short)
        return Result(
            points=tuple(play.points),
            attackers_points=attackers_points,
            kitty_points=kitty_points,
            kitty_factor=factor,
            last_winner=last.winner,
            team=team,
            team_short=team_short,
            outcome=gains,
            next_declarer=next_declarer(self.declarer, team, gains.defenders_win, rules),
            hook_hit=last.winner not in team and self._is_trump_jack(winning_play),
        )

    @property
    def bids(self) -> list[Bid]:
        """The bids made, in order."""
        return [] if self.auction is None else self.auction.bids

    def _end_auction(self) -> None:
        """Once nobody is asked any more: who declares, and what is trump (R21 to R23)."""
        if self.auction.asked is not None:
            return
        if not self.bids and redeals(self.rules, self._first_deal, self._attempt):
            self.redeal = True
            return
        if not self.bids and self.rules.no_bid == "declarer_side_names" and not self._first_deal:
            self._to_do = ["name_trump"]
            return
        self._begin(trump_by_bids(self.bids, self.kitty, self.level, self.rules))

    def _begin(self, trump: Trump) -> None:
        """Trump is known: the declarer takes up the kitty, then calls friends (R24, R25)."""
        self.trump = trump
        if self.declarer is None:
            by_bids = declarer_by_bids(self.bids, self.rules)
            self.declarer = self._first_drawer if by_bids is None else by_bids
        self._hands[self.declarer] += self.kitty
        self._to_do = ["bury"] if self.kitty else []
        if self.rules.partners == "friends":
            self._to_do.append("name_friends")
        self._begin_play()

    def _bury(self, cards: Sequence[int]) -> None:
        """The declarer lays as many cards back as the kitty had (R24)."""
        if len(cards) != len(self.kitty):
            raise PlayError(f"the kitty has {len(self.kitty)} cards, not {len(cards)} (R24)")
        left = Counter(self._hands[self.declarer])
        if not Counter(cards) <= left:
            raise PlayError(f"seat {self.declarer} does not hold {format_faces(cards)} (R24)")
        self.kitty = sorted(cards)
        self._hands[self.declarer] = sorted((left - Counter(cards)).elements())
        self._to_do.remove("bury")
        self._begin_play()

    def _call(self, calls: Sequence[Call]) -> None:
        """The declarer calls friends (R25)."""
        why = why_no_calls(calls, self.trump, self.rules)
        if why is not None:
            raise PlayError(why)
        self.calls = tuple(calls)
        self._to_do.remove("name_friends")
        self._begin_play()

    def _begin_play(self) -> None:
        """The declarer leads to the first trick (R27)."""
        if not self._to_do:
            self.play = Play(self.rules, self.trump, self.declarer, self._hands, self.calls)

    def _is_trump_jack(self, play: Sequence[int]) -> bool:
        """A single J where J is defended, and so trump (R31 ``hook``)."""
        return self.level == JACK and len(play) == 1 and play[0] // 4 == JACK
