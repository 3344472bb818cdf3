"""What one seat knows of a deal, and its choices that are to be tried, read from Python values."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ..cards import FACE_NAMES, RANKS
from ..errors import CardError, SpecError
from ..inputs import whole
from .boundary cimport gather, one_a_seat, read_cards
from .drawing cimport cards_drawn, draw_of
from .layout cimport planes_to_natural
from .planes cimport add_cards, clear, count_cards
from .spec cimport CompiledRules
from .state cimport Context
from .types cimport BID, BURY, MAX_BIDS, NO_TRUMP, NONE, Planes, Table, TrumpTable

MOST_ARMS = 4096


cdef int _read_natural(CompiledRules rules, object faces, str what, Planes* total, Planes* out) except -1:
    """Planes of some faces in the natural layout; `total` is what the decks must hold besides."""
    cdef const TrumpTable* map = &rules.spec.tables[0][0]
    cdef Planes cards
    cdef int n = read_cards(rules, map, faces, what, &cards)
    gather(rules, map, &cards, what, total)
    planes_to_natural(&cards, out, 0, 0, 4)
    return n


cdef int read_given(CompiledRules rules, object hands, object kitty, Given* out) except -1:
    """Cards that the seats (faces of each) and the kitty have; no more than hands, kitty and decks hold."""
    cdef Planes total
    cdef int i, n
    memset(out, 0, sizeof(Given))
    clear(&total)
    for i, faces in enumerate(one_a_seat(rules, hands, "cards given")):
        n = _read_natural(rules, faces, f"cards given to seat {i}", &total, &out.hands[i])
        if n > rules.spec.hand_size:
            raise CardError(f"more cards are given to seat {i} than the {rules.spec.hand_size} of a hand")
    if _read_natural(rules, kitty, "cards given to the kitty", &total, &out.kitty) > rules.spec.kitty_size:
        raise CardError(f"more cards are given to the kitty than the {rules.spec.kitty_size} that it has")
    return 0


cdef int check_given(CompiledRules rules, const Given* given, int level) except -1:
    """CardError where the decks lack a card given at this level (R20); above 12: at any level."""
    cdef Planes total = given.kitty
    cdef int i, j, face, at, held, dealt
    for i in range(rules.spec.players):
        add_cards(&total, &given.hands[i], 4)
    for at in range(13) if level > 12 else (level,):
        for face in range(54):
            held = dealt = 0
            for j in range(4):
                held += total.p[j] >> face & 1
                dealt += rules.spec.deck[at][j] >> face & 1
            if held > dealt:
                raise CardError(f"the decks hold only {dealt} {FACE_NAMES[face]} at level {RANKS[at]} (R20)")
    return 0


cdef int check_held(CompiledRules rules, const Context* context, HeldCards held) except -1:
    """The knowledge is about these rules, and what is known to be drawn fits what is drawn by then."""
    cdef int first, seat
    cdef Table t
    if held.compiled.rules != rules.rules:
        raise ValueError("the run has other rules than the cards held")
    check_given(rules, &held.held.given, context.level)
    if not rules.spec.bids_decide_trump or held.held.trump != NONE:
        return 0
    t.players = rules.spec.players
    for first in range(t.players) if context.declarer >= t.players else (context.declarer,):
        t.first_drawer = first
        t.drawn = t.players * rules.spec.hand_size
        if not rules.spec.after_deal:
            t.drawn = draw_of(&t, held.held.seat, held.held.drawn) + 1
        for seat in range(t.players):
            if count_cards(&held.held.given.hands[seat], 4) > cards_drawn(&t, seat):
                raise SpecError(f"seat {seat} has drawn {cards_drawn(&t, seat)} cards by then if seat {first}"
                                " draws first, and is known to hold more")
    return 0


cdef class HeldCards:
    """A seat's knowledge of a deal, and its arms.

    seat: whose it is.  drawn: how many cards it has drawn, 1 to a hand's.  hands: faces, a list a seat,
    that it has drawn; others' are those shown.  bids: (seat, face, cards) of each bid made, in order; they
    must be legal (R21), which is not checked.  trump: 0..3, 4 no trump: the seat declares, and `kitty` is
    what it took up; None: bids decide, or the board.
    arms: ("bid", face, cards), ("pass",), ("rest",) to pass and never bid, ("bury", faces), or ("play",).
    Raises SpecError and CardError.
    """

    def __cinit__(self, CompiledRules rules not None, seat, drawn, hands, bids, arms, kitty=(), trump=None):
        cdef int i
        self.compiled = rules
        self.held.seat = whole("seat", seat, 0, rules.spec.players - 1)
        self.held.drawn = whole("drawn", drawn, 1, rules.spec.hand_size)
        self.held.trump = NONE if trump is None else whole("trump", trump, 0, NO_TRUMP)
        read_given(rules, hands, kitty, &self.held.given)
        bids = list(bids)
        self.held.n_bids = whole("bids", len(bids), 0, MAX_BIDS // 2)
        for i, (bidder, face, count) in enumerate(bids):
            self.held.bids[i].seat = whole("a bid's seat", bidder, 0, rules.spec.players - 1)
            self.held.bids[i].face = whole("a bid's face", face, 0, 53)
            self.held.bids[i].count = whole("a bid's cards", count, 1, rules.spec.decks)
        arms = list(arms)
        self.n_arms = whole("arms", len(arms), 1, MOST_ARMS)
        self.arms = <Arm*>calloc(self.n_arms, sizeof(Arm))
        if self.arms == NULL:
            raise MemoryError
        for i, (kind, *chosen) in enumerate(arms):
            self._read_arm(&self.arms[i], kind, chosen)

    def __dealloc__(self):
        free(self.arms)

    cdef int _read_arm(self, Arm* arm, object kind, list chosen) except -1:
        cdef Planes total
        clear(&total)
        arm.decision = BID
        if kind == "bid":
            face, count = chosen
            arm.bid.face = whole("a bid's face", face, 0, 53)
            arm.bid.count = whole("a bid's cards", count, 1, self.compiled.spec.decks)
        elif kind == "bury":
            arm.decision = BURY
            [faces] = chosen
            _read_natural(self.compiled, faces, "cards buried", &total, &arm.cards)
        elif kind == "rest":
            arm.silent = 1
        elif kind == "play":
            arm.decision = NONE
        elif kind != "pass":
            raise SpecError(f"there is no arm {kind!r}")
        return 0
