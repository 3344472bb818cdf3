"""Rules -> Spec: everything about a rule set that the loop reads, computed once before it."""

from typing import get_args, get_type_hints

from libc.string cimport memset

from ..cards import RANKS
from ..rules import Rules, load_rules
from .bits cimport bit
from .bots.orders cimport fill_orders
from .general.groupings cimport fill_rungs
from .ladder cimport fill_partitions
from .layout cimport to_layout
from libc.stdint cimport INT64_MAX, uint64_t, uintptr_t

from .types cimport ABI_VERSION, NO_TRUMP, NONE, TRUMP_SUIT, Spec, TrumpTable

_HINTS = get_type_hints(Rules)

# What the plain path (formats, ladder, moves, throws, trick) is made for: one or two decks and these.
_PLAIN = {
    "tractor_width": 2, "tractor_length": 2, "partial_tractors": True, "throw_tractors": True,
    "competes": "cut", "follow": "standard", "protect_longer_tuples": False, "throw_follow": "chain",
    "failed_throw": "first_challenger", "throw_eval": "all", "rainbows": None, "close_level_gap": True,
    "trump_tractors": "all",
}


def needs_general_path(rules):
    """Whether formats, follows and tricks of a Rules need the general path of the core."""
    return rules.decks > 2 or any(getattr(rules, name) != value for name, value in _PLAIN.items())


def _word(rules, name):
    """Place of a setting's word among those that it allows: its value in types.pxd."""
    return get_args(_HINTS[name]).index(getattr(rules, name))


cdef void _fill_settings(Spec* spec, object rules):
    spec.general = needs_general_path(rules)
    spec.partners = _word(rules, "partners")
    spec.n_friends = rules.n_friends
    spec.friend_cards = _word(rules, "friend_cards")
    spec.double_join = rules.double_join
    spec.bids_decide_trump = rules.trump == "bid"
    spec.after_deal = rules.bid_when == "after_deal"
    spec.bid_order = _word(rules, "bid_order")
    spec.joker_bids = _word(rules, "joker_bids")
    spec.reinforce = _word(rules, "reinforce")
    spec.no_bid = _word(rules, "no_bid")
    spec.first_bid_declares = rules.first_declarer == "first_bid"
    spec.kitty_theft = rules.kitty_theft
    spec.throws = rules.throws
    spec.failed_throw = _word(rules, "failed_throw")
    spec.throw_penalty = rules.throw_penalty
    # No tractor is wider than 4 or longer than 16: a larger minimum means no tractors at all.
    spec.tractor_width = min(rules.tractor_width, 5)
    spec.tractor_length = min(rules.tractor_length, 17)
    spec.partial_tractors = rules.partial_tractors
    spec.throw_tractors = rules.throw_tractors
    spec.competes_by_reading = rules.competes == "reading"
    spec.follow = _word(rules, "follow")
    spec.protect_longer_tuples = rules.protect_longer_tuples
    spec.tractors_answer_only_tractors = rules.tractors_answer_only_tractors
    spec.each_unit = rules.throw_follow == "each_unit"
    spec.bulldozer_ladder = _word(rules, "bulldozer_ladder")
    spec.throw_eval = _word(rules, "throw_eval")
    spec.bombs = _word(rules, "bombs")
    # A hand has at most 54 cards of four decks, so a larger n means no rainbows at all.
    spec.rainbows = 0 if rules.rainbows is None else min(rules.rainbows, 255)
    spec.kitty_factor = _word(rules, "kitty_factor")
    spec.small_team_bonus = rules.small_team_bonus
    spec.hook = rules.hook
    spec.pass_top = rules.match_end == "pass_top"
    spec.must_defend = sum(1 << RANKS.index(rank) for rank in rules.must_defend)


cdef void _fill_deck(Spec* spec, object rules, int level):
    """R20: the whole decks, but for the cards that an explicit kitty removes."""
    cdef int deck
    for deck in range(spec.decks):
        spec.deck[level][deck] = (<uint64_t>1 << 54) - 1
    for face in rules.removed(level):
        deck = 0
        while not spec.deck[level][deck] & bit(face):
            deck += 1
        spec.deck[level][deck] ^= bit(face)


cdef void _fill_table(TrumpTable* t, object rules, int level, int trump):
    cdef int face, b, s, column
    cdef uint64_t top_trumps       # links of the level cards and jokers
    t.level = level
    t.trump = trump
    for b in range(64):
        t.to_natural[b] = NONE
    for face in range(54):
        for b in range(64):
            if to_layout(bit(face), level, trump) == bit(b):
                t.to_layout[face] = b
                t.to_natural[b] = face
    for column in range(4):
        t.suits[column] = 0x111111111111ULL << column
    t.suits[4] = bit(59) | bit(63)
    # Rows 0..10 of each column have their neighbour above them; then the trumps' own run.
    t.linked = 0xfffffffffffULL
    if not rules.close_level_gap and 0 < level < 12:
        t.linked ^= 0xfULL << 4 * (level - 1)
    if rules.trump_tractors == "none" and trump != NO_TRUMP:
        t.linked &= ~t.suits[3]
    if trump == NO_TRUMP:
        t.equal = 0xfULL << 52
        t.step_bit = 55
        top_trumps = bit(55) | bit(59)
    else:
        t.suits[4] |= t.suits[3] | 0x7ULL << 48 | bit(55)
        t.suits[3] = 0
        t.equal = 0x7ULL << 48
        t.step_bit = 51
        top_trumps = bit(47) | bit(51) | bit(55) | bit(59)
    if rules.trump_tractors == "all":
        t.linked |= top_trumps
    if trump == NO_TRUMP:
        t.suits[4] |= t.equal
    t.carry = bit(t.step_bit) - (t.equal & (0 - t.equal))
    t.steps = (0xffffffffffffULL | t.suits[4]) & ~t.equal | bit(t.step_bit)
    t.fives = t.tens = 0
    for s in range(4):
        t.fives |= bit(t.to_layout[4 * 3 + s])
        t.tens |= bit(t.to_layout[4 * 8 + s]) | bit(t.to_layout[4 * 11 + s])
    for b in range(64):
        t.suit_at[b] = 4 if t.suits[4] >> b & 1 else b & 3
        t.points[b] = 5 * (t.fives >> b & 1) + 10 * (t.tens >> b & 1)
    _fill_claims(t)
    fill_orders(t)


cdef void _fill_claims(TrumpTable* t):
    """A claim is 1024 times how many classes of cards are stronger, plus points; see random_tricks.pxd."""
    cdef int led, b, stronger
    for led in range(5):
        for b in range(64):
            stronger = 32
            if t.suit_at[b] == TRUMP_SUIT:
                stronger = 15 - (b >> 2)
            elif t.suit_at[b] == led:
                stronger = 31 - (b >> 2)
            t.claims[led][b] = stronger << 10 | t.points[b]


cdef void _fill_binomials(Spec* spec) noexcept:
    cdef int n, k
    for n in range(55):
        spec.binomial[n][0] = 1
        for k in range(1, n + 1):
            spec.binomial[n][k] = spec.binomial[n - 1][k - 1] + (spec.binomial[n - 1][k] if k < n else 0)


_rules_at = {}                 # Rules by the address of their Spec


cdef object rules_of(const Spec* spec):
    """The Rules from which a Spec was made."""
    return _rules_at[<uintptr_t>spec]


cdef class CompiledRules:
    """The compiled form of a Rules object."""

    def __cinit__(self, rules):
        cdef int level, trump, n
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a Rules object, not {type(rules).__name__}")
        # Rules are what they were when they were checked, unless somebody has got around that.
        rules = load_rules(rules)
        self.rules = rules
        cdef Spec* spec = &self.spec
        _rules_at[<uintptr_t>spec] = rules
        memset(spec, 0, sizeof(Spec))
        spec.abi_version = ABI_VERSION
        spec.size = sizeof(Spec)
        spec.players = rules.players
        spec.decks = rules.decks
        spec.hand_size = rules.hand_size
        spec.kitty_size = rules.kitty_size
        _fill_settings(spec, rules)
        spec.level_cap = INT64_MAX if rules.level_cap is None else rules.level_cap
        spec.level_step = rules.level_step
        _fill_binomials(spec)
        for n in range(73):
            spec.absent[n] = ((spec.players - 2) / <double>(spec.players - 1)) ** n
        fill_partitions(spec)
        if spec.general:
            fill_rungs(spec)
        for level in range(13):
            _fill_deck(spec, rules, level)
            for trump in range(5):
                _fill_table(&spec.tables[level][trump], rules, level, trump)

    def __dealloc__(self):
        if _rules_at is not None:  # the interpreter is not ending
            _rules_at.pop(<uintptr_t>&self.spec, None)

    @property
    def general(self):
        """Whether the rules are played on the general path: more than two decks, or other formats."""
        return bool(self.spec.general)
