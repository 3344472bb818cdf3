"""The referee's questions: who wins, does a throw stand, what may be bid, what is it worth.

Faces are numbers 0 to 53, seats 0-based; units (R7) are tuples ``(kind, width, faces)`` as in
``("tractor", 2, (lowest, ..., highest))``.  Every function checks what it is given and raises
CardError or PlayError, one line that names seat or card.
"""

from typing import NamedTuple

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from ..cards import FACE_NAMES
from ..errors import PlayError
from ..inputs import whole
from .bidding cimport biddable, find_biddable, open_bids, trump_shown as _trump_shown
from .bits cimport bit
from .boundary cimport (
    faces_of, gather, one_a_seat, read_cards, read_number, read_pairs, read_trump, read_units, unit_of,
)
from .formats cimport unit_cards
from .friends cimport note_play
from .general.tricks cimport beats_general, open_trick_general
from .kitty cimport kitty_factor as _kitty_factor
from .layout cimport planes_to_layout
from .planes cimport clear, contains, points_of, remove_cards
from .score cimport advance as _advance, level_change, next_declarer as _next_declarer
from .spec cimport CompiledRules
from .throws cimport failed_units
from .trick cimport Best, beats, open_trick
from .types cimport (FIXED, FRIENDS, MAX_BIDS, MAX_HAND, MAX_UNITS, NO_TRUMP, Bid, BidOption, Lead, Planes,
                     Table, TrumpTable, Unit)

# Beyond any deal's points and penalties.
_MOST_POINTS = 2**62


class Trick(NamedTuple):
    """Outcome of a trick: the seat that wins it, its points, cards in the lead's largest unit."""

    winner: int
    points: int
    largest_unit: int


class Throw(NamedTuple):
    """What becomes of a lead: the cards led, those taken back, the seat that stopped it or None.

    ``choices`` are the units one of which must be led instead; where there are several
    (``failed_throw = next_names``), the next player names one, and ``led`` and ``held_back`` are None.
    """

    stands: bool
    led: list | None
    held_back: list | None
    stopped_by: int | None
    choices: list


class Levels(NamedTuple):
    """Outcome of a deal: whether the declarer's side holds, and both sides' gain in levels."""

    defenders_win: bool
    defender_levels: int
    attacker_levels: int


class Advance(NamedTuple):
    """Levels after a deal, a rank 0 to 12 a seat, and the seats that have won the match."""

    levels: list
    match_winners: list


cdef int _read_lead(CompiledRules rules, const TrumpTable* map, object faces, object units, str what,
                    Planes* cards, Lead* out) except -1:
    """A lead out of a hand, which has no more than MAX_HAND cards; returns how many."""
    cdef int n = read_units(rules, map, faces, units, what, cards, out)
    if n > MAX_HAND:
        raise PlayError(f"{what}: no hand has more than {MAX_HAND} cards")
    return n


def winner(CompiledRules rules not None, trump, leader, plays, lead_units=None):
    """Who wins a trick (R16, R17), as a Trick.

    ``plays`` are the cards of each seat in playing order, the first by seat ``leader``.  The lead
    is read by R8 unless its units are given.
    """
    cdef const TrumpTable* map = read_trump(rules, trump)
    cdef int players = rules.spec.players
    cdef int i, n, points, first = read_number(leader, "leader", 0, players - 1)
    cdef int seat, best_seat = first
    cdef bint takes
    cdef Planes play, total
    cdef Lead lead
    cdef Best best
    cdef list each = one_a_seat(rules, plays, "plays")
    n = _read_lead(rules, map, each[0], lead_units, f"lead of seat {first}", &total, &lead)
    points = points_of(map, &total, 4)
    if rules.spec.general:
        open_trick_general(&rules.spec, map, &lead, &best)
    else:
        open_trick(map, &lead, &best)
    for i in range(1, players):
        seat = (first + i) % players
        if read_cards(rules, map, each[i], f"play of seat {seat}", &play) != n:
            raise PlayError(f"play of seat {seat}: as many cards as the lead, {n}, must be played")
        gather(rules, map, &play, f"play of seat {seat}", &total)
        points += points_of(map, &play, 4)
        if rules.spec.general:
            takes = beats_general(&rules.spec, map, &lead, &play, &best)
        else:
            takes = beats(map, &lead, &play, &best)
        if takes:
            best_seat = seat
    return Trick(best_seat, points, lead.largest)


def throw(CompiledRules rules not None, trump, leader, hands, cards, units=None):
    """Whether a lead stands and what is led instead (R9, R10), as a Throw.

    ``hands`` are the cards of each seat before the lead, seat 0 first; the leader holds ``cards``.
    These are read by R8 unless their units are given.  A lead of one unit always stands.
    """
    cdef const TrumpTable* map = read_trump(rules, trump)
    cdef int players = rules.spec.players
    cdef int seat, first = read_number(leader, "leader", 0, players - 1)
    cdef Planes total, thrown, led
    cdef Planes held[8]
    cdef Lead lead
    cdef Unit choices[MAX_UNITS]
    cdef uint8_t stopper = 0
    cdef int n
    cdef list each = one_a_seat(rules, hands, "hands")
    clear(&total)
    for seat in range(players):
        read_cards(rules, map, each[seat], f"hand of seat {seat}", &held[seat])
        gather(rules, map, &held[seat], f"hand of seat {seat}", &total)
    read_units(rules, map, cards, units, f"throw of seat {first}", &thrown, &lead)
    if not contains(&held[first], &thrown, 4):
        raise PlayError(f"throw of seat {first}: the seat does not hold these cards")
    n = failed_units(&rules.spec, map, &lead, held, first, choices, &stopper)
    if n == 0:
        return Throw(True, faces_of(map, &thrown), [], None, [])
    units = [unit_of(map, &choices[i]) for i in range(n)]
    if n > 1:
        return Throw(False, None, None, stopper, units)
    unit_cards(map, choices, &led)
    remove_cards(&thrown, &led, 4)
    return Throw(False, faces_of(map, &led), faces_of(map, &thrown), stopper, units)


def throws(CompiledRules rules not None, trump, leader, const uint64_t[:, :, :] hands not None, cards):
    """The same lead against many hands: which of its units must be led or may be named for it (R9, R10).

    hands: uint64 (n, players, decks), planes in the natural layout before the lead; the leader's are
    not looked at.  Returns uint64 (n,): bit i is unit i of ``moves.reading``, 0 where the lead stands.
    """
    cdef const TrumpTable* map = read_trump(rules, trump)
    cdef int players = rules.spec.players, decks = rules.spec.decks
    cdef int seat, j, k, m, first = read_number(leader, "leader", 0, players - 1)
    cdef Py_ssize_t row
    cdef Planes thrown, natural
    cdef Planes held[8]
    cdef Lead lead
    cdef Unit choices[MAX_UNITS]
    cdef uint8_t stopper = 0
    cdef uint64_t[::1] out
    if hands.shape[1] != players or hands.shape[2] != decks:
        raise PlayError(f"hands must be of {players} seats and {decks} planes")
    read_units(rules, map, cards, None, f"throw of seat {first}", &thrown, &lead)
    found = np.zeros(hands.shape[0], dtype=np.uint64)
    out = found
    clear(&natural)
    for row in range(hands.shape[0]):
        for seat in range(players):
            for j in range(decks):
                natural.p[j] = hands[row, seat, j] & (bit(54) - 1)
            planes_to_layout(&natural, &held[seat], map.level, map.trump, 4)
        for k in range(failed_units(&rules.spec, map, &lead, held, first, choices, &stopper)):
            for m in range(lead.n_units):
                if memcmp(&choices[k], &lead.units[m], sizeof(Unit)) == 0:
                    out[row] |= bit(m)
    return found


def bids(CompiledRules rules not None, level, seat, hand, made=()):
    """All bids ``(face, count)`` open to a seat (R21), fewer cards first, then c d h s SJ BJ.

    ``level`` is the level rank 0 to 12, ``hand`` the cards drawn so far, ``made`` the bids
    ``(seat, face, count)`` so far in order, each of which must have been open to its seat.
    """
    cdef int players = rules.spec.players
    cdef int rank = read_number(level, "level", 0, 12)
    cdef int bidder = read_number(seat, "seat", 0, players - 1)
    cdef const TrumpTable* map = &rules.spec.tables[rank][NO_TRUMP]
    cdef Bid top[64]
    cdef BidOption options[24]
    cdef Planes cards, open_faces
    cdef int i, n = 0
    try:
        iterator = iter(made)
    except TypeError:
        raise PlayError(f"bids made must be a list, not {type(made).__name__}") from None
    for one in iterator:
        _read_bid(rules, map, one, f"bid {n + 1}", top, n)
        n += 1
    read_cards(rules, map, hand, f"hand of seat {bidder}", &cards)
    find_biddable(&rules.spec, top, n, bidder, &open_faces)
    n = open_bids(&open_faces, rank, &cards, options, rules.spec.decks)
    return [(options[i].face, options[i].count) for i in range(n)]


cdef int _read_bid(CompiledRules rules, const TrumpTable* map, object given, str what, Bid* before,
                   int n) except -1:
    """Add the bid `given` to the n bids before it, each of which is higher than the last."""
    cdef Bid* bid = &before[n]
    cdef int seat, face, count
    if n == MAX_BIDS:
        raise PlayError(f"{what}: there are at most {MAX_BIDS} bids")
    try:
        a, b, c = given
    except (TypeError, ValueError):
        raise PlayError(f"{what} must be a tuple (seat, face, count)") from None
    seat = read_number(a, f"{what}: the seat", 0, rules.spec.players - 1)
    face = read_number(b, f"{what}: the face", 0, 53)
    count = read_number(c, f"{what}: the count", 1, rules.spec.decks)
    if not biddable(&rules.spec, before, n, seat, count) & bit(map.to_layout[face]):
        raise PlayError(f"{what}: {count} {FACE_NAMES[face]} is not open to seat {seat}")
    bid.seat, bid.face, bid.count, bid.draw = seat, face, count, 0
    return 0


def trump_shown(face):
    """Trump suit 0..3 that a bid of this face sets (R21), or that it sets when it is turned up in
    the kitty (R22); None, no trump, for a joker.
    """
    cdef int suit = _trump_shown(read_number(face, "face", 0, 53))
    return None if suit == NO_TRUMP else suit


def kitty_factor(CompiledRules rules not None, trump, lead, lead_units=None, winning_play=None):
    """What the kitty's points count if attackers win a last trick with this lead (R29).

    ``winning_play`` takes the trick: None for the lead itself.
    """
    cdef const TrumpTable* map = read_trump(rules, trump)
    cdef Planes cards, won
    cdef Lead units
    cdef int n = _read_lead(rules, map, lead, lead_units, "lead", &cards, &units)
    won = cards
    if winning_play is not None:
        if read_cards(rules, map, winning_play, "winning play", &won) != n:
            raise PlayError(f"winning play: as many cards as the lead, {n}, must be played")
    return _kitty_factor(&rules.spec, map, &units, &won)


def score(CompiledRules rules not None, points, team_short=False):
    """What the attackers' points, kitty and penalties in, are worth in levels (R30), as Levels.

    ``team_short``: the declarer's side is smaller than planned.
    """
    cdef int64_t defenders = 0, attackers = 0
    cdef bint holds = level_change(
        &rules.spec, whole("points", points, -_MOST_POINTS, _MOST_POINTS, PlayError), bool(team_short),
        &defenders, &attackers,
    )
    return Levels(holds, defenders, attackers)


cdef int _read_team(CompiledRules rules, object team, int declarer) except -1:
    """The declarer's side as bits; None for every other seat from him on (R19)."""
    cdef int seats = 0
    if team is None:
        if rules.spec.partners != FIXED:
            raise PlayError("team: the seats of the declarer's side must be given with these partners")
        return (0x55 << (declarer & 1)) & ((1 << rules.spec.players) - 1)
    try:
        iterator = iter(team)
    except TypeError:
        raise PlayError(f"team must be a list of seats, not {type(team).__name__}") from None
    for seat in iterator:
        seats |= 1 << read_number(seat, "a seat of the team", 0, rules.spec.players - 1)
    if not seats >> declarer & 1:
        raise PlayError(f"team: the declarer, seat {declarer}, is on his own side")
    return seats


def advance(CompiledRules rules not None, levels, declarer, outcome, team=None, hook_hit=False):
    """The levels after a deal and who has won the match (R31, R32), as an Advance.

    ``levels`` are ranks 0 to 12, one a seat (with fixed partners equal on each side), ``outcome``
    is what :func:`score` returns, ``team`` the seats of the declarer's side (None: every other
    seat), ``hook_hit`` says that attackers won the last trick with a single trump J while J was
    defended.
    """
    cdef int players = rules.spec.players
    cdef int i, seat = read_number(declarer, "declarer", 0, players - 1)
    cdef uint8_t climbed[8]
    cdef int64_t defenders, attackers
    cdef uint32_t winners
    cdef list each = one_a_seat(rules, levels, "levels")
    for i in range(players):
        climbed[i] = read_number(each[i], f"level of seat {i}", 0, 12)
    try:
        defenders_win, a, b = outcome
    except (TypeError, ValueError):
        raise PlayError(
            "outcome must be a tuple (defenders_win, defender_levels, attacker_levels)"
        ) from None
    defenders = whole("defender_levels", a, 0, _MOST_POINTS, PlayError)
    attackers = whole("attacker_levels", b, 0, _MOST_POINTS, PlayError)
    winners = _advance(&rules.spec, climbed, seat, _read_team(rules, team, seat), bool(defenders_win),
                       defenders, attackers, bool(hook_hit))
    return Advance([climbed[i] for i in range(players)],
                   [i for i in range(players) if winners >> i & 1])


def joined(CompiledRules rules not None, declarer, calls, plays=()):
    """The seats of the declarer's side, in joining order, after some plays of complete tricks (R25).

    ``calls`` are friends (face, ordinal), ``plays`` all plays so far in order, (seat, faces) each.
    PlayError where friends are not called.
    """
    cdef Table t
    cdef uint8_t seen[3]
    cdef Planes cards
    cdef int players = rules.spec.players
    cdef int i = 0, n = 0, seat = read_number(declarer, "declarer", 0, players - 1)
    if rules.spec.partners != FRIENDS:
        raise PlayError("friends are called with partners = friends only")
    team = [seat]
    t.spec = &rules.spec
    t.map = &rules.spec.tables[0][NO_TRUMP]
    t.team = 1 << seat
    t.answered = 0
    t.n_calls = rules.spec.n_friends
    pairs = read_pairs(calls, t.n_calls, "calls", "(face, ordinal)")
    if len(pairs) != t.n_calls:
        raise PlayError(f"calls: {t.n_calls} friends are called at this table, not {len(pairs)}")
    for face, ordinal in pairs:
        t.calls[i].face = read_number(face, f"call {i + 1}: the face", 0, 53)
        t.calls[i].ordinal = read_number(ordinal, f"call {i + 1}: the copy", 1, rules.spec.decks)
        seen[i] = 0
        i += 1
    for one, faces in read_pairs(plays, players * MAX_HAND, "plays", "(seat, faces)"):
        n += 1
        seat = read_number(one, f"play {n}: the seat", 0, players - 1)
        read_cards(rules, t.map, faces, f"play {n}", &cards)
        note_play(&t, seen, seat, &cards, 4)
        if t.team >> seat & 1 and seat not in team:
            team.append(seat)
    return team


def next_declarer(CompiledRules rules not None, declarer, defenders_win, team=None):
    """Seat that declares the next deal (R33): the next, in order, of the winning side.

    ``team`` are the seats of the declarer's side; None: every other seat.
    """
    cdef int players = rules.spec.players
    cdef int seat = read_number(declarer, "declarer", 0, players - 1)
    cdef int winners = _read_team(rules, team, seat)
    if not defenders_win:
        winners ^= (1 << players) - 1
        if not winners:
            raise PlayError("team: nobody is left to attack")
    return _next_declarer(players, seat, winners)
