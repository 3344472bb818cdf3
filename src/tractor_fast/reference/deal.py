"""A whole deal, step by step, from the first card drawn to the levels gained (R19 to R33)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..cards import N_FACES, POINTS, SUITS, Trump, format_faces
from ..errors import PlayError
from ..rules import Rules
from .advance import JACK, next_declarer
from .auction import Auction, declarer_by_bids, redeals, teammate, trump_by_bids
from .bids import Bid
from .friends import Call, first_team, named_partner, why_no_calls
from .play import Play
from .score import Outcome, kitty_factor, outcome
from .theft import Theft


class Decision(NamedTuple):
    """Which seat is asked what.

    ``kind`` and what :meth:`ReferenceDeal.choose` then takes:

    - ``bid``: (face, count), or None to pass
    - ``name_trump``: a suit 0..3 (R22 ``declarer_side_names``)
    - ``name_partner``: a face (R26)
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
        nobody (R23); ``trump_suit`` is the seed's with ``trump = random`` (R21); ``attempt``
        counts the redeals.
        """
        self.rules, self.level = rules, level
        self.declarer, self.kitty = declarer, list(kitty)
        self.trump: Trump | None = None
        self.calls: tuple[Call, ...] = ()
        self.partner: int | None = None
        self.play: Play | None = None
        self.redeal = False
        self.auction: Auction | None = None
        self.theft: Theft | None = None
        self._first_drawer, self._attempt = first_drawer, attempt
        self._hands = [list(hand) for hand in hands]
        self._to_do: list[Decision] = []
        if rules.trump == "random":
            leader = first_drawer if declarer is None else declarer
            self._begin(leader, Trump(level, trump_suit))
        else:
            self.auction = Auction(rules, level, self._hands, first_drawer, declarer)
            self._end_auction(self.auction)

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
        partner: int | None = None,
    ) -> "ReferenceDeal":
        """A deal that begins with the first lead: trump known, kitty laid away.

        ``calls`` are the friend cards, ``partner`` the seat of a named partner.
        """
        deal = cls.__new__(cls)
        deal.rules, deal.level, deal.declarer = rules, trump.rank, declarer
        deal.trump, deal.kitty, deal.calls = trump, list(kitty), tuple(calls)
        deal.auction, deal.theft, deal.redeal, deal._to_do = None, None, False, []
        deal.partner, deal._hands = partner, [list(hand) for hand in hands]
        deal._begin_play()
        return deal

    def decision(self) -> Decision | None:
        """Who is asked what; None when the deal is over or must be dealt again."""
        if self.redeal:
            return None
        if self.auction is not None and not self.auction.over:
            return Decision(self.auction.asked, "bid")
        if self.theft is not None and self.theft.asked is not None:
            return Decision(self.theft.asked, "bid")
        if self._to_do:
            return self._to_do[0]
        if self.play is None or self.play.over:
            return None
        kind = "name_unit" if self.play.naming else "lead" if self.play.leads else "follow"
        return Decision(self.play.turn, kind)

    def hand(self, seat: int) -> list[int]:
        """What a seat holds now, sorted; while drawing the cards drawn so far."""
        if self.play is not None:
            return sorted(self.play.hands[seat].elements())
        if self.auction is not None and not self.auction.over:
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
            self._bid(choice)
        elif asked.kind == "name_trump":
            self._name_trump(choice)
        elif asked.kind == "name_partner":
            self._name_partner(asked.seat, choice)
        elif asked.kind == "bury":
            self._bury(asked.seat, choice)
        elif asked.kind == "name_friends":
            self._call([Call(*call) for call in choice])
        else:
            self._play_on(asked.kind, choice)

    def result(self) -> Result:
        """How the deal ended; PlayError before its end."""
        play, rules = self.play, self.rules
        if play is None or not play.over or self.trump is None or self.declarer is None:
            raise PlayError("the deal is not over yet")
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

    def open_bids(self) -> list[Bid]:
        """The bids open to the seat asked (R21); none when another thing is asked."""
        if self.auction is not None and not self.auction.over:
            return self.auction.open_bids(self.auction.asked)
        if self.theft is not None and self.theft.asked is not None:
            return self.theft.open_bids(self.theft.asked)
        return []

    @property
    def bids(self) -> list[Bid]:
        """The bids made, in order."""
        return [] if self.auction is None else self.auction.bids

    def _bid(self, shown: tuple[int, int] | None) -> None:
        assert self.auction is not None, "only the bidding asks for this"
        if self.theft is not None:
            self._steal(self.theft.choose(shown))
            return
        self.auction.choose(shown)
        self._end_auction(self.auction)

    def _end_auction(self, auction: Auction) -> None:
        """Once nobody is asked any more: who declares, and what is trump (R21 to R23)."""
        if not auction.over:
            return
        bids, rules = auction.bids, self.rules
        if not bids and redeals(rules, self.declarer is None, self._attempt):
            self.redeal = True
            return
        if not bids and rules.no_bid == "declarer_side_names" and self.declarer is not None:
            self._to_do = [Decision(teammate(self.declarer, rules), "name_trump")]
            return
        if self.declarer is None:
            by_bids = declarer_by_bids(bids, rules)
            self.declarer = self._first_drawer if by_bids is None else by_bids
        self._begin(self.declarer, trump_by_bids(bids, self.kitty, self.level, rules))

    def _name_trump(self, suit: int) -> None:
        """The declarer's partner names a suit when nobody has bid (R22)."""
        assert self.declarer is not None, "in a first deal the cards are dealt again instead"
        if suit not in range(4):
            raise PlayError(f"trump is one of the suits {SUITS} as 0 to 3, not {suit!r} (R22)")
        self._begin(self.declarer, Trump(self.level, suit))

    def _begin(self, declarer: int, trump: Trump) -> None:
        """Declarer and trump are known: he takes up the kitty (R24).

        He names a partner before he lays cards away (R26), and calls friends after it (R25).
        """
        self.declarer, self.trump = declarer, trump
        self._hands[declarer] += self.kitty
        asked = {
            "name_partner": self.rules.partners == "named",
            "bury": bool(self.kitty),
            "name_friends": self.rules.partners == "friends",
        }
        self._to_do = [Decision(declarer, kind) for kind, needed in asked.items() if needed]
        self._begin_play()

    def _name_partner(self, seat: int, face: int) -> None:
        """The declarer names any card, whose holder is his partner (R26)."""
        if face not in range(N_FACES):
            raise PlayError(f"a partner is named by a card, not {face!r} (R26)")
        self.partner = named_partner(face, seat, self._hands)
        self._done()

    def _bury(self, seat: int, cards: Sequence[int]) -> None:
        """The declarer lays as many cards back as the kitty had (R24)."""
        if len(cards) != len(self.kitty):
            raise PlayError(f"the kitty has {len(self.kitty)} cards, not {len(cards)} (R24)")
        left = Counter(self._hands[seat])
        if not Counter(cards) <= left:
            raise PlayError(f"seat {seat} does not hold {format_faces(cards)} (R24)")
        self.kitty = sorted(cards)
        self._hands[seat] = sorted((left - Counter(cards)).elements())
        if self.rules.kitty_theft and self.auction is not None:
            self.theft = Theft(self.rules, self.level, self.bids, self._hands, seat)
        self._done()

    def _steal(self, bid: Bid | None) -> None:
        """Who overbids after an exchange sets trump, takes the kitty and lays cards back (R24).

        The declarer stays declarer, and calls friends only when nobody steals any more.
        """
        if bid is None:
            self._begin_play()
            return
        self.bids.append(bid)
        self.trump = bid.trump(self.level)
        self._hands[bid.seat] = [*self._hands[bid.seat], *self.kitty]
        self._to_do = [Decision(bid.seat, "bury"), *self._to_do]

    def _call(self, calls: Sequence[Call]) -> None:
        """The declarer calls friends (R25)."""
        assert self.trump is not None, "friends are called when trump is known"
        why = why_no_calls(calls, self.trump, self.rules)
        if why is not None:
            raise PlayError(why)
        self.calls = tuple(calls)
        self._done()

    def _done(self) -> None:
        """What was asked last is answered."""
        self._to_do = self._to_do[1:]
        self._begin_play()

    def _begin_play(self) -> None:
        """The declarer leads to the first trick (R27)."""
        stealing = self.theft is not None and self.theft.asked is not None
        if stealing or self._to_do:
            return
        if self.trump is not None and self.declarer is not None:
            team = first_team(self.declarer, self.partner, self.rules)
            self.play = Play(self.rules, self.trump, team, self._hands, self.calls)

    def _play_on(self, kind: str, choice: Any) -> None:
        assert self.play is not None, "only the play asks for this"
        if kind == "lead":
            self.play.lead(choice)
        elif kind == "name_unit":
            self.play.name(choice)
        else:
            self.play.follow(choice)

    def _is_trump_jack(self, play: Sequence[int]) -> bool:
        """A single J where J is defended, and so trump (R31 ``hook``)."""
        return self.level == JACK and len(play) == 1 and play[0] // 4 == JACK
