"""One deal, decision by decision, for people and programs: a Deal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.compiled import compiled
from .._core.engine import Run
from .._core.game import Game
from .._core.moves import Choices
from .._core.run import RunSpec
from .._core.view import View
from ..cards import SUITS, Trump, parse_face, parse_faces, parse_rank
from ..errors import CardError, PlayError
from ..hidden import HiddenHands, SeatView, consistent, sample_hidden, seat_view
from ..hidden.sample import Know
from ..hidden.words import stream_key
from ..inputs import MOST, shown, whole
from ..opening import parse_opening
from ..rules import Rules, load_rules
from ..strategies import parse_seats
from .orders import drawing_orders
from .table import Table

Cards = str | Iterable[int]
"""Cards as text such as ``"2s 2s BJ"``, or as faces 0 to 53 (:mod:`tractor_fast.cards`)."""

_NO_TRUMP = "NT"


class Deal(Table):
    """A deal in progress.  Begin one with ``of_board``, ``of_hands`` or ``of_world``.

    ``decision`` says what is asked ("bid", "name", "bury", "lead", "follow"; None at the end) and
    ``seat`` of whom.  Answer with :meth:`bid`, :meth:`name` and :meth:`play`, or let the strategy
    of that seat do it: :meth:`step`.  What the rules forbid is a PlayError, and nothing is done.
    :meth:`undo` takes the last answer back.  All hands lie open here; what one seat may know is
    :meth:`view`.  Cards are given as text or faces and returned as sorted lists of faces.
    """

    def __init__(self, game: Game, run: RunSpec | None = None) -> None:
        """For the class itself; see the methods that begin with ``of_``."""
        if not isinstance(game, Game):
            raise TypeError("a deal is made by Deal.of_board, Deal.of_hands or Deal.of_world")
        self._game, self._run = game, run
        self._before: list[Game] = []

    # ---- how a deal begins ----

    @classmethod
    def of_board(
        cls,
        rules: str | Path | Mapping[str, object] | Rules = "tractor",
        seed: int = 0,
        board: int = 0,
        *,
        overrides: Mapping[str, object] | Iterable[str] = (),
        seats: Any = "normal",
        level: str | int = "any",
        declarer: str | int = "any",
        first_deal: bool = False,
    ) -> "Deal":
        """The board that ``simulate`` plays, before its first decision; arguments as there.

        Raises:
            RulesError, SpecError: what ``simulate`` raises them for.
        """
        loaded = load_rules(rules, overrides)
        opening = parse_opening(level, declarer, loaded.players, first_deal=first_deal)
        run = _run(loaded, seats, whole("seed", seed, 0, MOST), *opening)
        return cls(Game.of_board(run, whole("board", board, 0, MOST)), run)

    @classmethod
    def of_hands(
        cls,
        rules: str | Path | Mapping[str, object] | Rules,
        hands: Sequence[Cards],
        *,
        trump: str | Trump,
        leader: int = 0,
        seats: Any = "normal",
    ) -> "Deal":
        """A position before a lead, all hands known and equally long, without a kitty.

        Args:
            rules: as ``load_rules`` takes them.
            hands: the cards of each seat, seat 0 first.
            trump: level and suit such as ``"4d"``, or ``"4NT"``.
            leader: the seat that leads; it is the declarer.
            seats: the strategies of :meth:`step`.

        Raises:
            CardError: hands that these decks do not hold, or a trump that is none.
            PlayError: too many or too few hands, or a leader that is no seat.
            RulesError, SpecError: rules and strategies that are not so.
        """
        loaded = load_rules(rules)
        run = _run(loaded, seats)
        cards: Any = hands
        if isinstance(hands, Iterable):
            cards = [_faces(hand) for hand in islice(hands, loaded.players + 1)]
        game = Game.of_hands(compiled(loaded), _trump(trump), cards, leader, run)
        return cls(game, run)

    @classmethod
    def of_world(
        cls,
        view: SeatView | View,
        hands: NDArray[np.uint64],
        kitty: NDArray[np.uint64],
        coming: NDArray[np.uint64] | None = None,
        *,
        seats: Any = "normal",
        seed: int = 0,
        sample: int = 0,
    ) -> "Deal":
        """The deal that a seat sees, at the same point, with these cards in the others' hands.

        All that is public is as the seat has seen it; strategies go on from there, as if they had
        just sat down, and can play the deal out.

        Args:
            view: what ``Deal.view(seat)`` returns, or the view that a strategy in Python is given.
            hands, kitty, coming: a row of :class:`HiddenHands`.
            seats: the strategies of :meth:`step`.
            seed, sample: of the random numbers from here on, and of the order in which cards to
                come are drawn: 0 to 2**64 - 1.

        Raises:
            CardError: cards of which ``sample_hidden(..., know="counts")`` would not be a world.
            PlayError: a seat that is not asked itself looks at the bidding.
            SpecError: an argument that is not so.
        """
        seen = seat_view(view)
        if not consistent(seen, hands, kitty, coming, know="counts"):
            raise CardError(
                f"hands and kitty are not consistent with what seat {seen.seat} has seen"
            )
        return cls._at(seen, hands, kitty, coming, _run(seen.rules, seats), seed, sample)

    @classmethod
    def worlds(
        cls,
        view: SeatView | View,
        n: int,
        *,
        know: Know = "plays",
        seats: Any = "normal",
        seed: int = 0,
        first: int = 0,
    ) -> Iterator["Deal"]:
        """``n`` worlds of :meth:`sample_hidden` as deals that can be played out (:meth:`of_world`).

        Raises what these two raise.
        """
        seen = seat_view(view)
        drawn = sample_hidden(seen, n, know=know, seed=seed, first=first)
        run = _run(seen.rules, seats)
        rows = zip(drawn.hands, drawn.kitty, drawn.coming, strict=True)
        for number, (hands, kitty, coming) in enumerate(rows, start=first):
            yield cls._at(seen, hands, kitty, coming, run, seed, number)

    @staticmethod
    def sample_hidden(
        view: SeatView | View, n: int, *, know: Know = "plays", seed: int = 0, first: int = 0
    ) -> HiddenHands:
        """The cards that a seat does not see, drawn uniformly from all that can be.

        See :func:`tractor_fast.hidden.sample_hidden`, which this is.
        """
        return sample_hidden(view, n, know=know, seed=seed, first=first)

    @classmethod
    def _at(
        cls,
        view: SeatView,
        hands: NDArray[np.uint64],
        kitty: NDArray[np.uint64],
        coming: NDArray[np.uint64] | None,
        run: RunSpec,
        seed: int,
        sample: int,
    ) -> "Deal":
        """A world that is known to be one, as a deal."""
        if view.decision == "bid" and view.asked != view.seat:
            raise PlayError(
                f"seat {view.seat} cannot tell whether seat {view.asked} has a bid to make; a world"
                " is made while the bidding waits for the seat that looks"
            )
        key = stream_key(
            whole("seed", seed, 0, MOST), whole("sample", sample, 0, MOST), purpose=MOST
        )
        orders = None
        if any(view.coming):
            assert coming is not None, "a world has the cards to come where there are some"
            orders = drawing_orders(view, hands, coming, Random(key))
        return cls(view.sight.game(hands, kitty, key, orders, run), run)

    # ---- what may be answered ----

    def count(self) -> int:
        """How many different plays are open: kitties, follows, or leads with all throws to try.

        PlayError when a bid or a name is asked, or nothing.
        """
        return self._burials().count() if self.decision == "bury" else self._game.legal_count()

    def legal_plays(self, limit: int | None = None) -> Iterator[list[int]]:
        """The plays that are open, in a fixed order, at most ``limit``; there may be millions.

        PlayError when a bid or a name is asked, or nothing.
        """
        if limit is not None:
            limit = whole("limit", limit, 0, MOST)
        if self.decision == "bury":
            return self._burials().enumerate(limit)
        game = self._game.copy()
        plays = map(game.legal_play, range(game.legal_count()))
        return islice(plays, limit) if limit is not None else plays

    def _burials(self) -> Choices:
        trump = self.trump
        assert trump is not None, "cards are buried when trump is known"
        rules = self.rules
        return Choices(compiled(rules), trump, self.hand(), rules.kitty_size)

    # ---- answers ----

    def play(self, cards: Cards) -> None:
        """Bury, lead or follow with these cards; of a throw that fails one unit is led (R10).

        Raises CardError for what is no card, PlayError for what the rules forbid.
        """
        faces = _faces(cards)
        self._answer(lambda game: game.play(faces))

    def bid(self, card: str | int | None = None, count: int = 1) -> None:
        """Bid ``count`` copies of a card, or pass (no card).  PlayError if it is not open."""
        face = parse_face(card) if isinstance(card, str) else card
        self._answer(lambda game: game.bid(face, 0 if face is None else count))

    def name(self, what: Any) -> None:
        """Answer a name decision; PlayError for what may not be named.

        partner: a card (R26); trump: a suit, ``"s"`` or 0 to 3 (R22); friends: as many pairs
        (card, ordinal) as the table has friends (R25); unit: its number in ``units`` (R10).
        """
        if self.naming == "friends" and isinstance(what, Iterable):
            named: Any = [
                (parse_face(call[0]), *call[1:]) if _begins_with_text(call) else call
                for call in islice(what, self.rules.players)
            ]
        elif self.naming == "trump" and isinstance(what, str) and what in tuple(SUITS):
            named = SUITS.index(what)
        else:
            named = parse_face(what) if isinstance(what, str) else what
        self._answer(lambda game: game.name(named))

    def step(self) -> Any:
        """Let the strategy of the seat asked choose; returns what it chose.

        A bid is (face, count) or None, cards are faces (a failed throw as it was tried), names as
        :meth:`name` takes them.  Raises StrategyError if the strategy fails.
        """
        return self._answer(lambda game: game.step())

    def play_out(self) -> dict[str, Any]:
        """Let the strategies play to the end; returns the ``outcome``.  One :meth:`undo` undoes it.

        Raises StrategyError if a strategy fails; the deal then is where it was.
        """

        def to_the_end(game: Game) -> None:
            while game.decision is not None:
                game.step()

        if self.decision is not None:
            self._answer(to_the_end)
        return self.outcome

    def _answer(self, how: Any) -> Any:
        """Go on with a copy, so that what fails leaves everything as it was."""
        game = self._game.copy()
        answered = how(game)
        self._before.append(self._game)
        self._game = game
        return answered

    def undo(self) -> None:
        """Take the last answer back; PlayError if there is none.

        A strategy in Python that remembers things of its own is not told.
        """
        if not self._before:
            raise PlayError("nothing has been answered yet that could be taken back")
        self._game = self._before.pop()

    def copy(self) -> "Deal":
        """An independent deal at the same point; what has been answered before cannot be undone."""
        return Deal(self._game.copy(), self._run)


def _run(
    rules: Rules, seats: Any, seed: int = 0, level: int | None = None, declarer: int | None = None
) -> RunSpec:
    """Strategies in the seats of a table."""
    policies = [seated.policy for seated in parse_seats(seats, rules.players)]
    return Run(rules, policies, seed, level, declarer).spec


def _faces(cards: Cards) -> Any:
    return parse_faces(cards) if isinstance(cards, str) else cards


def _begins_with_text(call: Any) -> bool:
    return isinstance(call, tuple | list) and bool(call) and isinstance(call[0], str)


def _trump(given: str | Trump) -> Trump:
    if isinstance(given, Trump):
        return given
    if isinstance(given, str) and len(given) > 1:
        rank, suit = given[:1], given[1:]
        if suit.upper() == _NO_TRUMP:
            return Trump(parse_rank(rank), None)
        if suit.lower() in tuple(SUITS):
            return Trump(parse_rank(rank), SUITS.index(suit.lower()))
    raise CardError(f"trump = {shown(given)}: allowed: a rank and a suit such as 4d, or 4NT")
