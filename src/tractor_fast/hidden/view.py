"""What one seat may know of a deal at one moment: a SeatView."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .._core.game import Game
from .._core.sight import Sight
from .._core.view import View
from ..cards import SMALL_JOKER, Trump
from ..errors import SpecError
from ..inputs import shown
from ..rules import Rules

Faces = tuple[int, ...]

TRUMPS = 4
"""The suit of trumps; plain suits are 0 to 3 = c d h s."""


class SeenTrick(NamedTuple):
    """A trick: who led, the plays in order from the leader on, and the throw that failed, if any.

    Of a failed throw (R10) ``thrown`` are all cards tried, and the first play is the unit led.
    """

    leader: int
    plays: tuple[Faces, ...]
    thrown: Faces


@dataclass(frozen=True, slots=True, eq=False)
class SeatView:
    """All that one seat may know; nothing in it changes when the deal goes on.

    Cards are sorted tuples of faces 0 to 53 (:mod:`tractor_fast.cards`), suits 0 to 3 = c d h s and
    4 for trumps, seats are numbered from 0; what has one entry a seat begins with seat 0.

    - ``rules``, ``board``, ``seat``: the table, the board's number, whose view it is;
    - ``decision`` and ``asked``: what is asked of whom, "bid", "name", "bury", "lead" or "follow"
      (None and None when the deal is over); ``naming``: of a name, what it is of ("friends",
      "partner", "trump", "unit"), and ``units`` the units of a failed throw to choose from (R10);
    - ``level`` (rank 0 to 12), ``trump`` (None while unknown), ``declarer`` (None while a first
      deal's bidding runs), ``first_drawer``;
    - ``bids``: (seat, face, count, cards the seat had drawn) of each (R21);
    - ``turned_up``: cards of the kitty turned up for trump, in order (R22);
    - ``exchangers``: who took the kitty up, in order: the declarer, then those who stole it (R24);
    - ``friends``: (face, ordinal, answered) of each called (R25); ``partner_card`` (R26);
    - ``team``: seats known to be on the declarer's side; ``points``: won in tricks, by seat;
    - ``hand``: this seat's cards (while drawing: those drawn so far, ``order_drawn`` in the order
      in which they came); ``kitty``: what it buried, None if it is not this seat's;
      ``laid_away``: what it had buried before somebody stole the kitty;
    - ``tricks``: every trick so far, the last perhaps unfinished, as SeenTrick;
    - ``failing``: the throw that has failed and of which a unit is still to be named (R10);
    - ``voids``: suits of which each seat has shown that it has none (R12);
    - ``shown``: cards that each seat has shown in bids and failed throws and not played since;
      whoever took the kitty up may have buried some of them;
    - ``hand_sizes``, ``coming``, ``kitty_size``: how many cards each seat holds, has still to draw,
      and lie in the kitty.
    """

    rules: Rules
    board: int
    seat: int
    decision: str | None
    asked: int | None
    naming: str | None
    units: tuple[tuple[str, int, Faces], ...]
    level: int
    trump: Trump | None
    declarer: int | None
    first_drawer: int
    bids: tuple[tuple[int, int, int, int], ...]
    turned_up: Faces
    exchangers: tuple[int, ...]
    friends: tuple[tuple[int, int, bool], ...]
    partner_card: int | None
    team: tuple[int, ...]
    points: tuple[int, ...]
    hand: Faces
    order_drawn: Faces
    kitty: Faces | None
    laid_away: Faces
    tricks: tuple[SeenTrick, ...]
    failing: Faces
    voids: tuple[Faces, ...]
    shown: tuple[Faces, ...]
    hand_sizes: tuple[int, ...]
    coming: tuple[int, ...]
    kitty_size: int
    sight: Sight = field(repr=False)
    """The same as the core keeps it: deals go on from there (``Deal.of_world``)."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def played(self) -> tuple[Faces, ...]:
        """The cards that each seat has played."""
        played: list[list[int]] = [[] for _ in range(self.players)]
        for trick in self.tricks:
            for place, play in enumerate(trick.plays):
                played[(trick.leader + place) % self.players] += play
        return tuple(tuple(sorted(cards)) for cards in played)

    def suit_of(self, face: int) -> int:
        """The suit of a card, 4 for trumps (R2); while trump is unknown as in no trump."""
        suit = None if self.trump is None else self.trump.suit
        is_trump = face >= SMALL_JOKER or face // 4 == self.level or face % 4 == suit
        return TRUMPS if is_trump else face % 4


def view_of_game(game: Game, seat: int) -> SeatView:
    """What a seat knows of a deal."""
    return _of_sight(Sight.of_game(game, seat))


def seat_view(view: View | SeatView) -> SeatView:
    """A SeatView of what a strategy written in Python is shown; a SeatView is returned as it is.

    Raises:
        SpecError: it is neither.
        StrategyError: the decision that the view was of is over.
    """
    if isinstance(view, SeatView):
        return view
    if not isinstance(view, View):
        raise SpecError(
            f"view = {shown(view)}: allowed: what Deal.view(seat) returns, or a strategy's view"
        )
    return _of_sight(Sight.of_view(view))


def _of_sight(sight: Sight) -> SeatView:
    tricks = tuple(SeenTrick(*trick) for trick in sight.tricks)
    names = [name for name in SeatView.__slots__ if name not in ("tricks", "sight")]
    return SeatView(**{name: getattr(sight, name) for name in names}, tricks=tricks, sight=sight)
