"""Random Tractor deals in numba: planes of masks in the level-major layout, as in the engine.

Two decks, four players, a trump suit by lot, level and declarer drawn.  Bury, leads and follows are
drawn uniformly over what may be played, but for tractors with one of several off-suit level pairs,
which count once, and led tractors of four pairs and more, which draw the longest run first.
"""

from collections.abc import Callable, Iterator
from math import comb

import numpy as np
from numba import njit, types, uint64
from numba.extending import intrinsic

COLUMN = np.uint64(0x0000_1111_1111_1111)  # a plain suit: rows 0 to 11 of its column
TRUMPS = np.uint64(0xFFFF_8888_8888_8888)
OFF_SUIT = np.uint64(0x0007_0000_0000_0000)  # off-suit level cards, row 12
FOLDED = np.uint64(0x0008_0000_0000_0000)  # where they stand in a tractor
TRUMP = 3  # column and number of the trump suit


@intrinsic
def _popcount(context, number):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _lowest(context, number):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


def layouts() -> tuple[np.ndarray, np.ndarray]:
    """For each (level, trump suit) the bits of all 54 faces, and the masks of 5s and of T and K."""
    bits = np.zeros((13, 4, 54), np.uint8)
    points = np.zeros((13, 4, 2), np.uint64)
    for level in range(13):
        for trump in range(4):
            for face in range(54):
                rank, suit = divmod(face, 4)
                column = {trump: 3, 3: trump}.get(suit, suit)
                if face >= 52:
                    bit = 59 if face == 52 else 63
                elif rank == level:
                    bit = 55 if suit == trump else 48 + column
                else:
                    bit = 4 * (rank - (rank > level)) + column
                bits[level, trump, face] = bit
                if rank in (3, 8, 11) and face < 52:
                    points[level, trump, int(rank > 3)] |= np.uint64(1 << bit)
    return bits, points


CHOOSE = np.array([[comb(n, k) for k in range(34)] for n in range(34)], np.uint64)
BITS, POINTS = layouts()


@njit
def _below(rng, n):
    """A number below n, n < 2^32: splitmix64 and a multiplication."""
    rng[0] += uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    z ^= z >> uint64(31)
    return ((z >> uint64(32)) * uint64(n)) >> uint64(32)


@njit
def _nth(mask, n):
    for _ in range(n):
        mask &= mask - uint64(1)
    return mask & (~mask + uint64(1))


@njit
def _some(rng, mask, n):
    """n bits of a mask."""
    chosen = uint64(0)
    left = _popcount(mask)
    for _ in range(n):
        bit = _nth(mask, _below(rng, left))
        chosen |= bit
        mask ^= bit
        left -= uint64(1)
    return chosen


@njit
def _take(rng, p0, p1, n):
    """n cards, uniformly over distinct sets: how many pairs, which, and single cards beside."""
    faces, pairs = _popcount(p0), _popcount(p1)
    total = uint64(0)
    for j in range(min(n // 2, pairs) + 1):
        if n - 2 * j <= faces - uint64(j):
            total += CHOOSE[pairs, j] * CHOOSE[faces - uint64(j), n - 2 * j]
    k = uint64(0)
    if total >> uint64(32):
        k = (_below(rng, total >> uint64(32)) << uint64(32)) + _below(rng, uint64(0xFFFFFFFF))
    else:
        k = _below(rng, total)
    j = 0
    while True:
        if n - 2 * j <= faces - uint64(j):
            ways = CHOOSE[pairs, j] * CHOOSE[faces - uint64(j), n - 2 * j]
            if k < ways:
                break
            k -= ways
        j += 1
    double = _some(rng, p1, j)
    return double | _some(rng, p0 & ~double, n - 2 * j), double


@njit
def _fold(pairs):
    """Pairs with all off-suit level pairs as one step."""
    return (pairs & ~OFF_SUIT) | (FOLDED if pairs & OFF_SUIT else uint64(0))


@njit
def _unfold(rng, run, pairs):
    """A run's pairs, with one off-suit level pair for its step."""
    if run & FOLDED:
        off = pairs & OFF_SUIT
        return (run ^ FOLDED) | _nth(off, _below(rng, _popcount(off)))
    return run


@njit
def _run(low, length):
    run = uint64(0)
    for _ in range(length):
        run |= low
        low <<= uint64(4)
    return run


@njit
def _starts(folded, length):
    """Lowest steps of all runs of a length."""
    starts = folded
    for _ in range(length - 1):
        starts = folded & (starts >> uint64(4))
    return starts


@njit
def _lead(rng, p0, p1):
    """A unit, uniformly: its cards in both planes, and its pairs (0: a single card)."""
    folded = _fold(p1)
    singles, pairs = _popcount(p0), _popcount(p1)
    total = singles + pairs
    starts = folded & (folded >> uint64(4))
    while starts:
        total += _popcount(starts)
        starts = folded & (starts >> uint64(4))
    k = _below(rng, total)
    if k < singles:
        return _nth(p0, k), uint64(0), 0
    k -= singles
    if k < pairs:
        pair = _nth(p1, k)
        return pair, pair, 1
    k -= pairs
    length = 2
    while True:
        starts = _starts(folded, length)
        if k < _popcount(starts):
            run = _unfold(rng, _run(_nth(starts, k), length), p1)
            return run, run, length
        k -= _popcount(starts)
        length += 1


@njit
def _format(rng, p0, p1, pairs):
    """As many of the pairs asked for as there are, the longest runs first, then single cards."""
    double = uint64(0)
    left = pairs
    while left and p1:
        length = left
        folded = _fold(p1)
        while length > 1 and not _starts(folded, length):
            length -= 1
        if length > 1:
            starts = _starts(folded, length)
            run = _unfold(rng, _run(_nth(starts, _below(rng, _popcount(starts))), length), p1)
        else:
            length = min(left, _popcount(p1))
            run = _some(rng, p1, length)
        double |= run
        p1 &= ~run
        left -= length
    return double | _some(rng, p0 & ~double, 2 * left), double


@njit
def _suit_of(bit):
    number = _lowest(bit)
    return TRUMP if bit & TRUMPS else number & uint64(3)


@njit
def _mask_of(suit):
    return TRUMPS if suit == TRUMP else COLUMN << uint64(suit)


@njit
def _strength(p0, p1, suit, pairs):
    """Of a play on a lead of so many pairs: 0 if it cannot win, higher for trumps and high rows."""
    trump = p0 & ~TRUMPS == 0
    if not trump and p0 & ~_mask_of(suit):
        return uint64(0)
    if pairs:
        folded = _fold(p1)
        if p0 != p1 or (pairs > 1 and not _starts(folded, pairs)):
            return uint64(0)
    top = uint64(0)
    while p0:
        top = _lowest(p0)
        p0 &= p0 - uint64(1)
    return uint64(1) + (top >> uint64(2)) + (uint64(16) if trump else uint64(0))


@njit
def _without(p0, p1, gone0, gone1):
    """A hand without some of its cards: of a pair that loses one card the other stays below."""
    return (p0 & ~gone0) | (p1 & gone0 & ~gone1), p1 & ~gone0


@njit
def play_deals(deals, seed):
    """Points of the attackers over all deals."""
    rng = np.array([seed], np.uint64)
    deck = np.empty(108, np.uint8)
    hands = np.zeros((5, 2), np.uint64)  # the kitty last
    total = 0
    for _ in range(deals):
        level, trump, declarer = _below(rng, 13), _below(rng, 4), _below(rng, 4)
        bits, fives, tens = BITS[level, trump], POINTS[level, trump, 0], POINTS[level, trump, 1]
        for i in range(108):
            deck[i] = i >> 1
        hands[:] = 0
        for i in range(108):
            other = uint64(i) + _below(rng, 108 - i)
            deck[i], deck[other] = deck[other], deck[i]
            bit = uint64(1) << uint64(bits[deck[i]])
            owner = i // 25
            hands[owner, 1] |= hands[owner, 0] & bit
            hands[owner, 0] |= bit

        # The kitty is taken up, and as many cards buried.
        p0 = hands[declarer, 0] | hands[4, 0]
        p1 = hands[declarer, 1] | hands[4, 1] | (hands[declarer, 0] & hands[4, 0])
        buried0, buried1 = _take(rng, p0, p1, 8)
        hands[declarer, 0], hands[declarer, 1] = _without(p0, p1, buried0, buried1)

        leader, points, last = declarer, 0, 1
        while hands[leader, 0]:
            lead0, lead1, pairs = _lead(rng, hands[leader, 0], hands[leader, 1])
            suit = _suit_of(lead0)
            mask = _mask_of(suit)
            cards = 2 * pairs if pairs else 1
            best, winner, worth = uint64(0), leader, 0
            for place in range(4):
                seat = (leader + uint64(place)) & uint64(3)
                p0, p1 = hands[seat, 0], hands[seat, 1]
                if place == 0:
                    play0, play1 = lead0, lead1
                else:
                    own0, own1 = p0 & mask, p1 & mask
                    held = _popcount(own0) + _popcount(own1)
                    if held <= cards:
                        play0, play1 = own0, own1
                        if held < cards:
                            more0, more1 = _take(rng, p0 & ~mask, p1 & ~mask, cards - held)
                            play0, play1 = own0 | more0, own1 | more1
                    elif pairs:
                        play0, play1 = _format(rng, own0, own1, pairs)
                    else:
                        play0, play1 = _nth(own0, _below(rng, _popcount(own0))), uint64(0)
                hands[seat, 0], hands[seat, 1] = _without(p0, p1, play0, play1)
                worth += 5 * (_popcount(play0 & fives) + _popcount(play1 & fives))
                worth += 10 * (_popcount(play0 & tens) + _popcount(play1 & tens))
                strength = _strength(play0, play1, suit, pairs)
                if strength > best:
                    best, winner = strength, seat
            leader, last = winner, cards
            if (winner ^ declarer) & uint64(1):
                points += worth
        if (leader ^ declarer) & uint64(1):
            worth = 5 * (_popcount(buried0 & fives) + _popcount(buried1 & fives))
            worth += 10 * (_popcount(buried0 & tens) + _popcount(buried1 & tens))
            points += 2 * last * worth
        total += points
    return total


def players(seed: int) -> Iterator[tuple[str, Callable[[int], int]]]:
    """The one loop."""
    yield "random, trump by lot", lambda deals: play_deals(deals, np.uint64(seed))
