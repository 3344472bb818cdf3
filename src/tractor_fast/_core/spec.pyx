"""Rules -> Spec: everything about a rule set that the loop reads, computed once before it."""

from libc.string cimport memset

from ..errors import UnsupportedRulesError
from ..rules import Rules
from .bits cimport bit
from .ladder cimport fill_partitions
from .layout cimport to_layout
from libc.stdint cimport uint64_t

from .types cimport ABI_VERSION, NO_TRUMP, NONE, Spec, TrumpTable

# Settings that this core plays with any allowed value.  Every other setting must have the value of
# the `tractor` preset, unless the part of the game that it belongs to is switched off.
_PLAYED = {"trump", "level_cap", "step_per_deck"}
_WITHOUT_FRIENDS = {"friends", "friend_cards", "double_join"}
_WITHOUT_BIDS = {
    "bid_when", "bid_order", "joker_bids", "reinforce", "no_bid", "first_declarer",
}
_IN_MATCHES_ONLY = {"must_defend", "hook", "match_end"}


def unsupported_settings(rules):
    """Names of the settings of `rules` (a Rules) whose values this core does not play yet."""
    played = _PLAYED | _WITHOUT_FRIENDS | _IN_MATCHES_ONLY
    if rules.trump == "random":
        played = played | _WITHOUT_BIDS
    return [name for name in rules.changed() if name not in played]


cdef void _fill_table(TrumpTable* t, int level, int trump) noexcept:
    cdef int face, b, s, column
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
    if trump == NO_TRUMP:
        t.equal = 0xfULL << 52
        t.step_bit = 55
        t.linked |= bit(55) | bit(59)
    else:
        t.suits[4] |= t.suits[3] | 0x7ULL << 48 | bit(55)
        t.suits[3] = 0
        t.equal = 0x7ULL << 48
        t.step_bit = 51
        t.linked |= bit(47) | bit(51) | bit(55) | bit(59)
    if trump == NO_TRUMP:
        t.suits[4] |= t.equal
    t.fives = t.tens = 0
    for s in range(4):
        t.fives |= bit(t.to_layout[4 * 3 + s])
        t.tens |= bit(t.to_layout[4 * 8 + s]) | bit(t.to_layout[4 * 11 + s])


cdef void _fill_binomials(Spec* spec) noexcept:
    cdef int n, k
    for n in range(55):
        spec.binomial[n][0] = 1
        for k in range(1, n + 1):
            spec.binomial[n][k] = spec.binomial[n - 1][k - 1] + (spec.binomial[n - 1][k] if k < n else 0)


cdef class CompiledRules:
    """The compiled form of a Rules object.

    Raises UnsupportedRulesError, naming the settings, for valid rules that the core does not play.
    """

    def __cinit__(self, rules):
        cdef int level, trump, deck
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a Rules object, not {type(rules).__name__}")
        missing = unsupported_settings(rules)
        if missing:
            changed = rules.changed()
            listed = ", ".join(f"{name}={changed[name]}" for name in missing)
            raise UnsupportedRulesError(f"the compiled core does not play {listed} yet", missing)
        self.rules = rules
        cdef Spec* spec = &self.spec
        memset(spec, 0, sizeof(Spec))
        spec.abi_version = ABI_VERSION
        spec.size = sizeof(Spec)
        spec.players = rules.players
        spec.decks = rules.decks
        spec.hand_size = rules.hand_size
        spec.kitty_size = rules.kitty_size
        spec.bids_decide_trump = rules.trump == "bid"
        spec.level_cap = NONE if rules.level_cap is None else min(rules.level_cap, NONE - 1)
        spec.level_step = rules.level_step
        for deck in range(spec.decks):
            spec.deck[deck] = (<uint64_t>1 << 54) - 1
        _fill_binomials(spec)
        fill_partitions(spec)
        for level in range(13):
            for trump in range(5):
                _fill_table(&spec.tables[level][trump], level, trump)
