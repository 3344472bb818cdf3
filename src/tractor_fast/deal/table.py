"""What lies on the table of a deal: all of it that is only read."""

from typing import Any

from .._core.game import Game
from .._core.sight import Sight
from ..cards import RANKS, Trump, format_faces
from ..errors import PlayError
from ..hidden import SeatView, view_of_game
from ..rules import Rules
from ..strategies import seat_names


class Table:
    """A deal in progress, with all hands open; what one seat may know is :meth:`view`."""

    _game: Game

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._sight.rules

    @property
    def _sight(self) -> Sight:
        return Sight.of_game(self._game, 0)

    @property
    def board(self) -> int:
        """Number of the board; 0 for a position."""
        return self._sight.board

    @property
    def decision(self) -> str | None:
        """What is asked: "bid", "name", "bury", "lead" or "follow"; None when the deal is over."""
        return self._game.decision

    @property
    def seat(self) -> int | None:
        """Who is asked; None when the deal is over."""
        return self._game.seat

    @property
    def naming(self) -> str | None:
        """When a name is asked, of what: "friends", "partner", "trump" or "unit"; else None."""
        return self._game.naming

    @property
    def level(self) -> int:
        """The level rank, 0 (2) to 12 (A)."""
        return self._game.level

    @property
    def trump(self) -> Trump | None:
        """The trump in force; None while it is unknown."""
        return self._game.trump

    @property
    def declarer(self) -> int | None:
        """The declarer's seat; None while a first deal's bidding runs."""
        return self._game.declarer

    @property
    def bids(self) -> list[tuple[int, int, int, int]]:
        """Bids made so far: (seat, face, count, cards that the seat had drawn)."""
        return self._game.bids

    @property
    def open_bids(self) -> list[tuple[int, int]]:
        """When a bid is asked: the bids open to the seat, as (face, count)."""
        return self._game.open_bids

    @property
    def units(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """When the unit of a failed throw is to be named: the units, as (kind, width, faces)."""
        return self._game.units

    @property
    def friends(self) -> list[tuple[int, int]]:
        """Friends called: (face, ordinal)."""
        return self._game.calls

    @property
    def team(self) -> list[int]:
        """Seats known to be on the declarer's side."""
        return self._game.team

    @property
    def points(self) -> list[int]:
        """Points that each seat has won in tricks."""
        return self._game.points()

    @property
    def trick(self) -> tuple[int, list[list[int]], int | None]:
        """The trick on the table: (leader, plays in order, the seat that leads it so far)."""
        return self._game.trick

    @property
    def buried(self) -> list[int]:
        """What the last to exchange the kitty has buried."""
        return self._game.buried()

    def hand(self, seat: int | None = None) -> list[int]:
        """What a seat (the one asked) holds; while drawing, what it has drawn."""
        return self._game.hand(self._of_seat(seat))

    def view(self, seat: int | None = None) -> SeatView:
        """What a seat (the one asked) may know; it stays as it is when the deal goes on."""
        return view_of_game(self._game, self._of_seat(seat))

    def _of_seat(self, seat: int | None) -> int:
        if seat is None:
            seat = self.seat
        if seat is None:
            raise PlayError("the deal is over and nobody is asked; say which seat")
        return seat

    @property
    def outcome(self) -> dict[str, Any]:
        """How the deal ended, the fields of a row of ``simulate``; PlayError before the end."""
        return self._game.row

    def __repr__(self) -> str:
        """Where the deal stands, on one line."""
        if self.decision is None:
            return f"<Deal of board {self.board}, over>"
        name = seat_names(self.rules.players)[self._of_seat(None)]
        return f"<Deal of board {self.board}, {name} is asked to {self.decision}>"

    def text(self) -> str:
        """The table as text for people: trump, hands, the tricks so far and what is asked."""
        sight, names = self._sight, seat_names(self.rules.players)
        declarer = "none yet" if self.declarer is None else names[self.declarer]
        trump = "unknown" if self.trump is None else str(self.trump)
        lines = [f"level: {RANKS[self.level]}", f"trump: {trump}", f"declarer: {declarer}"]
        lines += [f"hand {name}: {format_faces(self.hand(i))}" for i, name in enumerate(names)]
        if self.buried:
            lines.append(f"buried: {format_faces(self.buried)}")
        for number, (leader, plays, thrown) in enumerate(sight.tricks, start=1):
            said = [
                f"{names[(leader + i) % len(names)]} {format_faces(play)}"
                for i, play in enumerate(plays)
            ]
            tried = f" (tried {format_faces(thrown)})" if thrown else ""
            lines.append(f"trick {number}: {', '.join(said)}{tried}")
        if self.decision is None:
            row = self.outcome
            lines.append(f"points: {row['points']}, levels: {row['levels']:+d}")
        else:
            lines.append(f"asked: {names[self._of_seat(None)]} to {self.decision}")
        return "\n".join(lines)
