"""What one seat knows of a deal at one moment, and deals that go on from there with other hidden cards."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from ..cards import Trump
from ..errors import CardError, SpecError
from .auction cimport ask_bid_again
from .bidding cimport turned_up
from .bits cimport bit, lowest_bit
from .boundary cimport faces_of, read_number, read_uint64, unit_of
from .compiled import compiled
from .drawing cimport (cards_drawn, draw_silently, open_bidding, order_cards, pick_draws,
                       take_up_drawn)
from .game cimport Game
from .layout cimport planes_to_layout, planes_to_natural
from .paths cimport ask_follow
from .planes cimport add_cards, add_face, clear, count_cards
from .refusals import DECISIONS, NAMES
from .rng cimport BURY_STREAM, PLAY_STREAM
from .run cimport RunSpec
from .spec cimport CompiledRules, rules_of
from .state cimport BURYING, DRAWING, NAMING_PARTNER, State, use_stream
from .steps cimport ask_name
from .types cimport (
    BID, BURY, DECLARER_SIDE_NAMES, FOLLOW, NAME, NAME_UNIT, NO_TRUMP, NONE, Choice, Planes, Seat,
    Table,
)
from .view cimport View


cdef class Sight:
    """A deal as one seat sees it.  Build one with `of_game` or `of_view`.

    All cards are faces in natural order, those of `tricks` too.
    """

    cdef State state               # what the seat has not seen is wiped out of it
    cdef Choice choice
    cdef CompiledRules compiled
    cdef readonly int seat
    cdef bint over
    cdef int revealed              # kitty cards turned up (R22)
    cdef uint8_t order[54]         # while drawing: the seat's faces in the order drawn
    cdef int drawn                 # and how many it has drawn

    def __init__(self):
        if self.compiled is None:
            raise TypeError("a Sight is made by Sight.of_game or Sight.of_view")

    @staticmethod
    def of_game(Game game not None, seat):
        """What a seat knows of a deal now."""
        cdef Sight sight = Sight.__new__(Sight)
        if game.compiled is None:
            raise SpecError("an empty Game; build one with Game.of_board or Game.of_hands")
        sight.seat = read_number(seat, "the seat", 0, game.compiled.spec.players - 1)
        sight.compiled = game.compiled
        sight.state = game.state
        sight.choice = game.choice
        sight.over = game.over
        if sight.state.phase == DRAWING:
            take_up_drawn(&sight.state, sight.seat, 4)
        sight._seal()
        return sight

    @staticmethod
    def of_view(View view not None):
        """What the seat of a strategy's view knows; the view must still be open."""
        cdef Sight sight = Sight.__new__(Sight)
        cdef const Table* table = view.table()
        sight.seat = view._seat.seat
        sight.compiled = compiled(rules_of(table.spec))
        # The table that a strategy is shown is the first member of a State.
        sight.state = (<const State*>table)[0]
        sight.state.table.spec = &sight.compiled.spec
        sight.state.table.map = &sight.compiled.spec.tables[table.level][table.map.trump]
        sight.choice = view._choice[0]
        sight._seal()
        return sight

    cdef void _seal(self):
        """Wipe out what the seat has not seen."""
        cdef State* s = &self.state
        cdef Table* t = &s.table
        cdef Seat own = s.seats[self.seat]
        cdef int i
        self.revealed = self.drawn = 0
        if s.phase == DRAWING:
            order_cards(&s.dealt[self.seat], 4, s.place[self.seat], self.order)
            self.drawn = cards_drawn(t, self.seat)
        if (t.trump != NONE and t.spec.bids_decide_trump and not s.opening_bids
                and (s.first_deal or t.spec.no_bid != DECLARER_SIDE_NAMES)):
            self.revealed = turned_up(t.spec, s.kitty_order, t.kitty_size, t.level)
        own.parameters = NULL
        own.context = NULL
        memset(s.seats, 0, sizeof(s.seats))
        s.seats[self.seat] = own
        for i in range(t.players):
            s.seats[i].seat = i
            s.seats[i].declares = i == t.declarer
        memset(s.memos, 0, sizeof(s.memos))
        s.key = 0
        s.given = NULL
        memset(s.streams, 0, sizeof(s.streams))
        memset(s.begun, 0, sizeof(s.begun))
        memset(s.stream, NONE, sizeof(s.stream))
        memset(s.dealt, 0, sizeof(s.dealt))
        clear(&s.dealt_kitty)
        memset(s.place, 0, sizeof(s.place))
        memset(&self.order[self.drawn], 0, 54 - self.drawn)
        memset(s.bid_cards, 0, sizeof(s.bid_cards))
        s.open = 0
        memset(s.coming, 0, sizeof(s.coming))
        memset(s.coming_seat, 0, sizeof(s.coming_seat))
        memset(s.coming_bit, 0, sizeof(s.coming_bit))
        memset(&s.kitty_order[self.revealed], 0, 216 - self.revealed)
        memset(&s.digest, 0, sizeof(s.digest))
        if self.over or s.asked != self.seat:
            self._forget_question()

    cdef void _forget_question(self):
        """Of a question to another seat all know what it is about, and the units of a failed throw."""
        cdef Choice public
        cdef int i
        memset(&public, 0, sizeof(Choice))
        if not self.over:
            public.decision = self.choice.decision
            public.name_kind = self.choice.name_kind
        if public.decision == NAME and public.name_kind == NAME_UNIT:
            public.n_units = self.choice.n_units
            for i in range(public.n_units):
                public.units[i] = self.choice.units[i]
        self.choice = public

    # ---- what is asked ----

    @property
    def rules(self):
        """The Rules of the table."""
        return self.compiled.rules

    @property
    def decision(self):
        """What is asked: "bid", "name", "bury", "lead" or "follow"; None when the deal is over."""
        return None if self.over else DECISIONS[self.choice.decision]

    @property
    def asked(self):
        """Who is asked; None when the deal is over."""
        return None if self.over else self.state.asked

    @property
    def naming(self):
        """When a name is asked, of what: "friends", "partner", "trump" or "unit"; else None."""
        if self.over or self.choice.decision != NAME:
            return None
        return NAMES[self.choice.name_kind]

    @property
    def units(self):
        """When the unit of a failed throw is to be named: the units, as (kind, width, faces)."""
        if self.naming != "unit":
            return ()
        return tuple([unit_of(self.state.table.map, &self.choice.units[i])
                      for i in range(self.choice.n_units)])

    # ---- the table ----

    @property
    def board(self):
        """Number of the board."""
        return self.state.table.board

    @property
    def level(self):
        """The level rank, 0..12."""
        return self.state.table.level

    @property
    def trump(self):
        """The Trump in force; None while it is unknown."""
        cdef int trump = self.state.table.trump
        if trump == NONE:
            return None
        return Trump(self.state.table.level, None if trump == NO_TRUMP else trump)

    @property
    def declarer(self):
        """The declarer's seat; None while a first deal's bidding runs."""
        return None if self.state.table.declarer == NONE else self.state.table.declarer

    @property
    def first_drawer(self):
        """The seat that draws the first card."""
        return self.state.table.first_drawer

    @property
    def bids(self):
        """Bids made so far: (seat, face, count, cards that the seat had drawn)."""
        cdef const Table* t = &self.state.table
        return tuple([(t.bids[i].seat, t.bids[i].face, t.bids[i].count, t.bids[i].draw)
                      for i in range(t.n_bids)])

    @property
    def exchangers(self):
        """Who has taken the kitty up, in order: the declarer, then those who stole it (R24)."""
        cdef const State* s = &self.state
        if s.table.exchanger == NONE:
            return ()
        thieves = [s.table.bids[i].seat for i in range(s.opening_bids, s.table.n_bids)]
        return (s.table.declarer, *thieves)

    @property
    def turned_up(self):
        """Faces of the kitty that were turned up for trump, in order (R22)."""
        return tuple([self.state.kitty_order[i] for i in range(self.revealed)])

    @property
    def friends(self):
        """Friends called (R25): (face, ordinal, whether somebody has answered) of each."""
        cdef const Table* t = &self.state.table
        return tuple([(t.calls[i].face, t.calls[i].ordinal, bool(t.answered >> i & 1))
                      for i in range(t.n_calls)])

    @property
    def partner_card(self):
        """The face named for a partner (R26), or None."""
        return None if self.state.table.named == NONE else self.state.table.named

    @property
    def team(self):
        """Seats known to be on the declarer's side."""
        return tuple([i for i in range(self.state.table.players) if self.state.table.team >> i & 1])

    @property
    def points(self):
        """Points that each seat has won in tricks."""
        return tuple([self.state.table.points[i] for i in range(self.state.table.players)])

    @property
    def voids(self):
        """The suits (4: trumps) of which each seat has shown that it holds no card."""
        cdef const Table* t = &self.state.table
        cdef int i, c
        out = []
        for i in range(t.players):
            suits = []
            for c in range(5):
                if t.void_in[c] >> i & 1:
                    # The trump suit has traded places with spades (layout.pxd).
                    if c == 4 or t.trump == NO_TRUMP:
                        suits.append(c)
                    else:
                        suits.append(t.trump if c == 3 else 3 if c == t.trump else c)
            out.append(tuple(sorted(suits)))
        return tuple(out)

    @property
    def tricks(self):
        """Every trick, the last perhaps not finished: (leader, plays in order, throw that failed)."""
        cdef const State* s = &self.state
        cdef int k, i, players = s.table.players, n = s.table.trick
        out = []
        for k in range(n + (s.table.n_plays > 0)):
            plays = [tuple(self._faces(&s.past[k * players + i]))
                     for i in range(players if k < n else s.table.n_plays)]
            out.append((s.leaders[k], tuple(plays), tuple(self._faces(&s.thrown[k]))))
        return tuple(out)

    @property
    def failing(self):
        """The throw that has failed and of which a unit is still to be named (R10), or nothing."""
        if self.naming != "unit":
            return ()
        return tuple(self._faces(&self.state.thrown[self.state.table.trick]))

    # ---- cards ----

    cdef list _faces(self, const Planes* cards):
        return sorted(faces_of(self.state.table.map, cards))

    @property
    def hand(self):
        """Sorted faces that the seat holds; while drawing, those drawn so far."""
        return tuple(self._faces(&self.state.seats[self.seat].hand))

    @property
    def order_drawn(self):
        """While drawing: the same in the order in which they came; later nothing."""
        return tuple([self.order[i] for i in range(self.drawn)])

    @property
    def kitty(self):
        """Sorted faces that lie in the kitty; None if the seat has not buried them."""
        cdef const Seat* own = &self.state.seats[self.seat]
        return tuple(self._faces(&own.kitty)) if own.sees_kitty else None

    @property
    def laid_away(self):
        """Sorted faces that the seat buried before somebody stole the kitty (R24)."""
        cdef const Seat* own = &self.state.seats[self.seat]
        return () if own.sees_kitty else tuple(self._faces(&own.kitty))

    @property
    def shown(self):
        """The cards that each seat has shown in bids and failed throws, and has not played since."""
        cdef const Table* t = &self.state.table
        return tuple([tuple(self._faces(&t.shown[i])) for i in range(t.players)])

    @property
    def hand_sizes(self):
        """How many cards each seat holds; while drawing, has drawn."""
        cdef const State* s = &self.state
        cdef const Table* t = &s.table
        cdef int i
        if s.phase == DRAWING:
            return tuple([cards_drawn(t, i) for i in range(t.players)])
        return tuple([t.hand_size - count_cards(&t.played[i], 4)
                      + (t.kitty_size if self._taken_up() and i == t.exchanger else 0)
                      for i in range(t.players)])

    @property
    def coming(self):
        """How many cards each seat has still to draw."""
        cdef const State* s = &self.state
        cdef const Table* t = &s.table
        cdef int i
        if s.phase != DRAWING:
            return (0,) * t.players
        return tuple([t.hand_size - cards_drawn(t, i) for i in range(t.players)])

    @property
    def kitty_size(self):
        """How many cards lie in the kitty now."""
        return 0 if self._taken_up() else self.state.table.kitty_size

    cdef bint _taken_up(self):
        """Whether the kitty is in the hand of whoever took it up."""
        return self.state.phase == NAMING_PARTNER or self.state.phase == BURYING

    # ---- a deal that goes on from here ----

    def game(self, const uint64_t[:, :] hands, const uint64_t[:] kitty, key, orders=None,
             RunSpec run=None):
        """A Game at this very point, with these cards in the hands and the kitty.

        hands: natural planes by seat, the seat's own among them; kitty: natural planes.  While cards
        are drawn `orders` has the faces that each seat is dealt in the order in which it draws them,
        and hands are not looked at.  key: of the random streams from here on.  run: a run of the same
        rules, whose strategies sit in the seats.  Of what is given only sizes are checked here.
        """
        cdef Game g = Game()
        cdef State* s = &g.state
        cdef Table* t = &s.table
        cdef int i
        cdef Planes cards
        g.state = self.state
        g.choice = self.choice
        g.compiled = self.compiled
        g.over = self.over
        s.upkeep = 2
        s.key = read_uint64(key, "the key")
        if hands.shape[0] != t.players or hands.shape[1] > 4 or kitty.shape[0] > 4:
            raise CardError("hands are a row a seat of at most 4 planes, the kitty at most 4 planes")
        if run is not None:
            if run.compiled.rules != self.compiled.rules:
                raise SpecError("the run has other rules than the deal")
            g.run = run
            for i in range(t.players):
                s.seats[i].parameters = run.job.parameters[i]
                s.seats[i].context = run.job.contexts[i]
        _read_planes(kitty, &s.dealt_kitty)
        for i in range(t.players):
            _read_planes(hands[i], &s.dealt[i])
        if s.phase == DRAWING:
            if orders is None or len(orders) != t.players:
                raise CardError("while cards are drawn there must be an order for each seat")
            _draw_again(s, self.seat, orders)
        elif t.trump == NONE:
            for i in range(t.players):
                planes_to_layout(&s.dealt[i], &s.seats[i].hand, t.level, NO_TRUMP, 4)
                s.bid_cards[i] = s.seats[i].hand
            open_bidding(s, 4)
        else:
            for i in range(t.players):
                planes_to_layout(&s.dealt[i], &s.seats[i].hand, t.level, t.trump, 4)
                planes_to_natural(&t.played[i], &cards, t.level, t.trump, 4)
                add_cards(&s.dealt[i], &cards, 4)
            if t.kitty_size and t.exchanger != NONE and not self._taken_up():
                planes_to_layout(&s.dealt_kitty, &s.seats[t.exchanger].kitty, t.level, t.trump, 4)
                s.seats[t.exchanger].sees_kitty = 1
        if not g.over:
            _ask_again(g)
        return g


cdef int _read_planes(const uint64_t[:] given, Planes* out) except -1:
    cdef int j
    clear(out)
    for j in range(given.shape[0]):
        if given[j] >> 54 or (j and given[j] & ~given[j - 1]):
            raise CardError("planes: each has only faces 0 to 53 that are in the one before")
        out.p[j] = given[j]
    return 0


cdef int _draw_again(State* s, int own, list orders) except -1:
    """Put the hands into these drawing orders, and draw as many cards as have been drawn."""
    cdef Table* t = &s.table
    cdef int seat, i, face, n_bids = t.n_bids
    cdef int copies[54]
    cdef int nth[4][54]            # by copy: when the face comes
    cdef uint64_t faces
    for seat in range(t.players):
        if len(orders[seat]) != t.hand_size:
            raise CardError(f"seat {seat} is dealt {t.hand_size} cards")
        clear(&s.dealt[seat])
        memset(copies, 0, sizeof(copies))
        for i, given in enumerate(orders[seat]):
            face = read_number(given, "the face", 0, 53)
            if copies[face] == t.decks:
                raise CardError(f"there are only {t.decks} copies of face {face}")
            nth[copies[face]][face] = i
            copies[face] += 1
            add_face(&s.dealt[seat], bit(face), 4)
        i = 0
        for j in range(4):
            faces = s.dealt[seat].p[j]
            while faces:
                face = lowest_bit(faces)
                faces &= faces - 1
                s.place[seat][i] = nth[j][face]
                i += 1
    # What is picked out are the cards with which the first bid could be made.
    t.n_bids = 0
    open_bidding(s, 4)
    pick_draws(s, 4)
    draw_silently(s, t.drawn, 4)
    t.n_bids = n_bids
    open_bidding(s, 4)
    take_up_drawn(s, own, 4)
    return 0


cdef void _ask_again(Game g):
    """The same question, to the same seat with the cards that it has now."""
    cdef State* s = &g.state
    if g.choice.decision == BID:
        ask_bid_again(s, &g.choice, 4)
    elif g.choice.decision == NAME:
        ask_name(s, &g.choice)
    elif g.choice.decision == BURY:
        use_stream(s, s.asked, BURY_STREAM)
    else:
        if g.choice.decision == FOLLOW:
            ask_follow(s.table.spec, s.table.map, &s.table.lead, &s.seats[s.asked].hand,
                       &g.choice.follow, 4 if s.table.spec.general else 2)
        use_stream(s, s.asked, PLAY_STREAM)
