"""One deal, decision by decision, on the same state machine that the loop over boards runs."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ..cards import Trump
from ..errors import CardError, PlayError, SpecError
from ..inputs import whole
from .auction cimport ask_bid
from .drawing cimport KITTY_SEAT, draw_order, order_cards, take_up_drawn
from .held cimport HeldCards, check_held
from .midway cimport begin_held
from .boundary cimport (
    choice_text, faces_of, gather, one_a_seat, read_cards, read_number, read_pairs, read_trump, read_uint64,
    unit_of,
)
from .layout cimport planes_to_layout
from .legal cimport play_at, plays_count
from .refusals import DECISIONS, NAMES, REFUSALS
from .run import ROW
from .loop cimport Failure, ask_policy, note_failure
from .run cimport RunSpec, failure_to_error
from .spec cimport CompiledRules
from .opening cimport begin_board, begin_tricks
from .state cimport CLOSING, DRAWING, FINISHED, MUST_BID, Context
from .steps cimport apply, next_decision
from .planes cimport clear
from .types cimport (
    BID, FOLLOW, LEAD, NAME, NAME_FRIENDS, NAME_PARTNER, NAME_UNIT, NO_TRUMP, NONE, Planes, Row,
    TrumpTable,
)


cdef class Game:
    """A deal in progress.  Build one with `of_board` or `of_hands`.

    `decision` is "bid", "name", "bury", "lead", "follow", or None when the deal is over; `seat` is who
    is asked.  Carry choices out with `bid`, `name` and `play`, or let the seat's own strategy choose:
    `step`.
    """

    def __cinit__(self):
        self.over = True
        self.state.upkeep = 2

    @staticmethod
    def of_board(RunSpec run not None, board, variant=0):
        """A board of a run, or a variant of it, before its first decision; the run's context and cards."""
        cdef Game g = Game()
        cdef Context context = run.job.context
        cdef uint32_t drawn = whole("variant", variant, 0, 2**32 - 1)
        cdef int i
        g.run = run
        g.compiled = run.compiled
        cdef uint64_t number = read_uint64(board, "board")
        context.variants = &drawn
        context.varied_from = number
        if g.compiled.spec.general:
            begin_board(&g.state, &g.compiled.spec, &context, number, 4)
        else:
            begin_board(&g.state, &g.compiled.spec, &context, number, 2)
        for i in range(g.compiled.spec.players):
            g.state.seats[i].parameters = run.job.parameters[i]
            g.state.seats[i].context = run.job.contexts[i]
        g._advance()
        return g

    @staticmethod
    def of_held(RunSpec run not None, HeldCards held not None, board):
        """A board of a run as far as a seat does not know it, before the choice of that seat."""
        cdef Game g = Game()
        cdef int i, planes = 4 if run.compiled.spec.general else 2
        cdef int seat = held.held.seat
        cdef uint64_t number = read_uint64(board, "board")
        check_held(run.compiled, &run.job.context, held)
        g.run = run
        g.compiled = run.compiled
        g.midway = run.compiled.spec.bids_decide_trump
        begin_held(&g.state, &g.compiled.spec, &run.job.context, &held.held, number, &g.choice, planes)
        for i in range(g.compiled.spec.players):
            g.state.seats[i].parameters = run.job.parameters[i]
            g.state.seats[i].context = run.job.contexts[i]
        g.over = False
        if g.state.phase <= CLOSING:
            if g.state.phase == DRAWING:
                take_up_drawn(&g.state, seat, planes)
            ask_bid(&g.state, &g.choice, seat, &g.state.bid_cards[seat], planes)
        if g.state.phase > CLOSING or not g.choice.n_bids:
            g._advance()
        return g

    @staticmethod
    def of_hands(CompiledRules compiled not None, trump, hands, leader, RunSpec run=None):
        """A position before a lead: all hands known, equally long, no kitty; the leader declares.

        hands: faces by seat.  run: a bound run of the same rules, whose strategies sit in the seats.
        Raises CardError for cards that the decks do not hold, PlayError for hands of other seats,
        SpecError for a run of other rules.
        """
        cdef Game g = Game()
        cdef const TrumpTable* map = read_trump(compiled, trump)
        cdef Planes planes[8]
        cdef Planes all_cards
        cdef int i, n, players = compiled.spec.players
        cdef int first = read_number(leader, "the leader's seat", 0, players - 1)
        cdef int length = -1
        hands = one_a_seat(compiled, hands, "hands")
        clear(&all_cards)
        for i in range(players):
            what = f"the hand of seat {i}"
            n = read_cards(compiled, map, hands[i], what, &planes[i])
            gather(compiled, map, &planes[i], what, &all_cards)
            if length >= 0 and n != length:
                raise CardError(f"the hand of seat {i} has {n} cards, that of seat 0 has {length}")
            length = n
        g.compiled = compiled
        if compiled.spec.general:
            begin_tricks(&g.state, &compiled.spec, map, planes, length, first, 4)
        else:
            begin_tricks(&g.state, &compiled.spec, map, planes, length, first, 2)
        if run is not None:
            if run.compiled.rules != compiled.rules:
                raise SpecError("the run has other rules than the position")
            g.run = run
            for i in range(players):
                g.state.seats[i].parameters = run.job.parameters[i]
                g.state.seats[i].context = run.job.contexts[i]
        g._advance()
        return g

    cdef void _advance(self):
        if self.compiled.spec.general:
            self.over = not next_decision(&self.state, &self.choice, 4)
        else:
            self.over = not next_decision(&self.state, &self.choice, 2)

    cdef list _faces(self, const Planes* cards):
        return faces_of(self.state.table.map, cards)

    cdef int _seat(self, seat) except -1:
        self._started()
        return read_number(seat, "the seat", 0, self.state.table.players - 1)

    cdef int _started(self) except -1:
        if self.compiled is None:
            raise SpecError("an empty Game; build one with Game.of_board or Game.of_hands")
        return 0

    def copy(self):
        """An independent copy: what is played on one is not played on the other."""
        self._started()
        cdef Game g = Game()
        g.state = self.state
        g.choice = self.choice
        g.run = self.run
        g.compiled = self.compiled
        g.over = self.over
        g.midway = self.midway
        return g

    @property
    def decision(self):
        """What is asked: "bid", "name", "bury", "lead" or "follow"; None when the deal is over."""
        self._started()
        return None if self.over else DECISIONS[self.choice.decision]

    @property
    def seat(self):
        """Who is asked; None when the deal is over."""
        self._started()
        return None if self.over else self.state.asked

    @property
    def declarer(self):
        """The declarer's seat; None while a first deal's bidding runs."""
        self._started()
        return None if self.state.table.declarer == NONE else self.state.table.declarer

    @property
    def first_drawer(self):
        """The seat that draws the first card."""
        self._started()
        return self.state.table.first_drawer

    @property
    def level(self):
        """The level rank, 0..12."""
        self._started()
        return self.state.table.level

    @property
    def trump(self):
        """The Trump in force; None while it is unknown."""
        self._started()
        cdef int trump = self.state.table.trump
        if trump == NONE:
            return None
        return Trump(self.state.table.level, None if trump == NO_TRUMP else trump)

    @property
    def bids(self):
        """Bids made so far: (seat, face, count, cards that the seat had drawn)."""
        self._started()
        cdef int i
        return [(self.state.table.bids[i].seat, self.state.table.bids[i].face,
                 self.state.table.bids[i].count, self.state.table.bids[i].draw)
                for i in range(self.state.table.n_bids)]

    @property
    def open_bids(self):
        """When a bid is asked: the bids open to the seat, as (face, count)."""
        self._expect(BID)
        cdef int i
        return [(self.choice.bids[i].face, self.choice.bids[i].count)
                for i in range(self.choice.n_bids)]

    def hand(self, seat):
        """Sorted faces that a seat holds now (while drawing: has drawn)."""
        cdef int at = self._seat(seat)
        if self.state.phase == DRAWING:
            take_up_drawn(&self.state, at, 4)
        return self._faces(&self.state.seats[at].hand)

    def buried(self):
        """Sorted faces that lie in the kitty: those that the last to exchange has buried."""
        self._started()
        if self.state.table.exchanger == NONE:
            return []
        return self._faces(&self.state.seats[self.state.table.exchanger].kitty)

    def points(self):
        """Points that each seat has won in tricks."""
        self._started()
        return [self.state.table.points[i] for i in range(self.state.table.players)]

    @property
    def trick(self):
        """The trick on the table: (leader, plays in order as sorted faces, seat that leads so far)."""
        self._started()
        cdef int i, n = self.state.table.n_plays
        return (self.state.table.leader, [self._faces(&self.state.table.plays[i]) for i in range(n)],
                self.state.table.winner if n else None)

    @property
    def throws(self):
        """(throws led so far, how many of them failed)."""
        self._started()
        return self.state.table.throws, self.state.table.failed

    @property
    def row(self):
        """The outcome as a dict with the fields of ROW; PlayError before the deal is over."""
        self._started()
        if self.state.phase != FINISHED:
            raise PlayError("the deal is not over yet")
        import numpy as np
        out = np.zeros(1, dtype=ROW)
        cdef unsigned char[::1] raw = out.view(np.uint8)
        (<Row*>&raw[0])[0] = self.state.row
        return dict(zip(ROW.names, out[0].item()))

    cdef int _expect(self, int decision) except -1:
        self._started()
        if self.over:
            raise PlayError("the deal is over")
        if self.choice.decision != decision:
            raise PlayError(f"seat {self.state.asked} is asked to {DECISIONS[self.choice.decision]}, "
                            f"not to {DECISIONS[decision]}")
        return 0

    def legal_count(self):
        """How many distinct plays are open: follows, or leads with every throw that may be tried."""
        self._started()
        if self.over or self.choice.decision != FOLLOW:
            self._expect(LEAD)
        cdef const Planes* hand = &self.state.seats[self.state.asked].hand
        return <uint64_t>plays_count(&self.state.table, hand, &self.choice)

    def legal_play(self, k):
        """The k-th of the legal plays, 0 <= k < legal_count(), as sorted faces."""
        cdef Planes cards
        cdef uint64_t number = read_uint64(k, "k")
        count = self.legal_count()
        if number >= count:
            raise PlayError(f"play number {number} is not one of 0 to {count - 1}")
        play_at(&self.state.table, &self.state.seats[self.state.asked].hand, &self.choice, number, &cards)
        return self._faces(&cards)

    def bid(self, face=None, count=0):
        """Bid `count` cards of a face, or pass (no face)."""
        self._started()
        if face is None:
            self._expect(BID)
            self.choice.bid = NONE
        else:
            bid = read_number(face, "the face", 0, 53), read_number(count, "the count", 0, 255)
            options = self.open_bids
            if bid not in options:
                raise PlayError(f"seat {self.state.asked} may not bid {bid[1]} of face {bid[0]}; "
                                f"open are {options}")
            self.choice.bid = options.index(bid)
        self._apply()

    @property
    def naming(self):
        """When a name is asked, of what: "friends", "partner", "trump" or "unit"; else None."""
        self._started()
        if self.over or self.choice.decision != NAME:
            return None
        return NAMES[self.choice.name_kind]

    @property
    def units(self):
        """When the unit of a failed throw is to be named: the units, as (kind, width, faces)."""
        self._expect(NAME)
        cdef int i
        if self.choice.name_kind != NAME_UNIT:
            raise PlayError(f"seat {self.state.asked} is asked to name {self.naming}, not a unit")
        return [unit_of(self.state.table.map, &self.choice.units[i]) for i in range(self.choice.n_units)]

    def name(self, what):
        """Answer a name decision.

        friends: as many (face, ordinal) as the table has friends; partner: a face; trump: a suit 0..3;
        unit: an index into `units`.
        """
        self._expect(NAME)
        cdef int i, kind = self.choice.name_kind
        cdef int named = 0
        cdef list calls = []
        if kind == NAME_FRIENDS:
            calls = self._read_calls(what)
        else:
            named = read_number(what, f"the {NAMES[kind]} named", 0, self._names() - 1)
        # Reading calls Python code of the caller's, which may have gone on with this very deal.
        self._expect(NAME)
        if self.choice.name_kind != kind:
            raise PlayError(f"seat {self.state.asked} is asked to name {self.naming}, not {NAMES[kind]}")
        self.choice.named = named
        for i in range(len(calls)):
            self.choice.calls[i].face, self.choice.calls[i].ordinal = calls[i]
        self._apply()

    cdef int _names(self):
        """How many answers a name decision has, friends left out; they are numbered from 0."""
        if self.choice.name_kind == NAME_UNIT:
            return self.choice.n_units
        return 54 if self.choice.name_kind == NAME_PARTNER else 4

    cdef list _read_calls(self, object what):
        """As many friends as are called at this table, as checked (face, ordinal)."""
        cdef int friends = self.compiled.spec.n_friends
        cdef list pairs = read_pairs(what, friends, "friends", "(face, ordinal)")
        if len(pairs) != friends:
            raise PlayError(f"friends: {friends} are called at this table, not {len(pairs)}")
        return [(read_number(face, "a friend's card", 0, 53),
                 read_number(ordinal, "the copy called", 1, self.state.table.decks))
                for face, ordinal in pairs]

    @property
    def calls(self):
        """Friends called: (face, ordinal)."""
        self._started()
        cdef int i
        return [(self.state.table.calls[i].face, self.state.table.calls[i].ordinal)
                for i in range(self.state.table.n_calls)]

    @property
    def team(self):
        """Seats known to be on the declarer's side."""
        self._started()
        return [i for i in range(self.state.table.players) if (self.state.table.team >> i) & 1]

    @property
    def attempt(self):
        """How often the board was dealt again (R22)."""
        self._started()
        return self.state.attempt

    def play(self, faces):
        """Bury, lead or follow with these faces; PlayError, and nothing done, if the rules forbid it."""
        cdef Planes cards
        self._expect_cards()
        read_cards(self.compiled, self.state.table.map, faces, "the play", &cards)
        # Reading calls Python code of the caller's, which may have gone on with this very deal.
        self._expect_cards()
        self.choice.cards = cards
        self._apply()

    cdef int _expect_cards(self) except -1:
        self._started()
        if self.over:
            raise PlayError("the deal is over")
        if self.choice.decision == BID or self.choice.decision == NAME:
            self._expect(LEAD)
        return 0

    cdef int _carry_out(self):
        """Carry the choice out; a Refusal leaves all as it was."""
        if self.compiled.spec.general:
            return apply(&self.state, &self.choice, 4)
        return apply(&self.state, &self.choice, 2)

    cdef int _apply(self) except -1:
        cdef int code = self._carry_out()
        if code:
            chosen = choice_text(self.state.table.map, &self.choice, self.compiled.spec.n_friends)
            raise PlayError(f"seat {self.state.asked} asked to {DECISIONS[self.choice.decision]} "
                            f"chose {chosen}, {REFUSALS[code]}")
        self._advance()
        return 0

    cdef object _chosen(self):
        """What the seat asked has chosen, as `step` returns it."""
        cdef int i
        if self.choice.decision == BID:
            if self.choice.bid >= self.choice.n_bids:
                return None
            return (self.choice.bids[self.choice.bid].face, self.choice.bids[self.choice.bid].count)
        if self.choice.decision != NAME:
            return self._faces(&self.choice.cards)
        if self.choice.name_kind == NAME_FRIENDS:
            return [(self.choice.calls[i].face, self.choice.calls[i].ordinal)
                    for i in range(self.compiled.spec.n_friends)]
        return self.choice.named

    def step(self, must_bid=False):
        """Let the strategy of the seat asked choose; PlayError if it has none, StrategyError if it errs.

        must_bid: it is asked for a bid and may not pass; PlayError where no bid is asked for.
        Returns what was chosen: (face, count) or None for a bid, sorted faces for cards (a failed
        throw as it was tried), for names what `name` takes.
        """
        self._started()
        cdef int seat = self.state.asked, code, refusal = 0
        cdef Failure failure
        if self.over:
            raise PlayError("the deal is over")
        if self.run is None or self.run.job.policies[seat] == NULL:
            raise PlayError(f"no strategy sits in seat {seat}")
        if must_bid:
            self._expect(BID)
        self.choice.must_bid = bool(must_bid)
        code = ask_policy(&self.run.job, &self.state, &self.choice)
        self.choice.must_bid = 0
        chosen = self._chosen()
        if must_bid and not code and self.choice.bid == NONE:
            refusal = MUST_BID
        elif not code:
            refusal = self._carry_out()
        if code or refusal:
            note_failure(&self.state, &self.choice, code, refusal, &failure)
            raise failure_to_error(self.run, &failure)
        self._advance()
        return chosen

    def dealt(self, seat):
        """Sorted faces that a seat was dealt, the kitty not among them."""
        return self._natural_faces(&self.state.dealt[self._seat(seat)])

    def kitty(self):
        """Faces of the kitty as dealt, in the order in which they would be turned up (R22)."""
        self._started()
        cdef uint8_t order[216]
        cdef int i, n
        n = draw_order(&self.state.dealt_kitty, 4, self.state.key, KITTY_SEAT, self.state.attempt, order)
        return [order[i] for i in range(n)]

    def draw_order(self, seat):
        """Faces that a seat was dealt, in the order in which it draws them."""
        cdef uint8_t order[54]
        cdef int i, at = self._seat(seat)
        cdef int n
        if self.midway and not self.state.attempt and not self.compiled.spec.after_deal:
            n = order_cards(&self.state.dealt[at], 4, self.state.place[at], order)
        else:
            n = draw_order(&self.state.dealt[at], 4, self.state.key, at, self.state.attempt, order)
        return [order[i] for i in range(n)]

    cdef list _natural_faces(self, const Planes* cards):
        cdef Planes mapped
        planes_to_layout(cards, &mapped, self.state.table.level, NO_TRUMP, 4)
        return faces_of(&self.compiled.spec.tables[self.state.table.level][NO_TRUMP], &mapped)
