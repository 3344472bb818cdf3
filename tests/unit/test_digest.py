"""The digest of a board, computed again in plain Python from its record."""

from itertools import zip_longest

import pytest

from tractor_fast._core.engine import Run
from tractor_fast.cards import parse_face, parse_rank
from tractor_fast.record import record_deal
from tractor_fast.rules import load_rules, preset_names

MASK = 2**64 - 1
GOLDEN, OTHER = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95


def finalise(h):
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & MASK
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & MASK
    return h ^ h >> 33


def rotate(x, k):
    return (x << k | x >> 64 - k) & MASK


def layout_bit(face, level, trump):
    """Bit of a face in the level-major layout, from its description."""
    if face >= 52:
        return 59 if face == 52 else 63
    rank, suit = divmod(face, 4)
    if trump is not None:
        suit = {trump: 3, 3: trump}.get(suit, suit)
    if rank == level:
        if trump is None:
            return 52 + suit
        return 55 if suit == 3 else 48 + suit
    return 4 * (rank - (rank > level)) + suit


class Digest:
    def __init__(self, record):
        self.level = parse_rank(record["level"])
        suit = record["trump"]["suit"]
        self.trump = None if suit is None else "cdhs".index(suit)
        self.low = finalise(record["board"] + GOLDEN & MASK)
        self.high = finalise(record["board"] ^ OTHER)

    def absorb(self, x, y):
        product = (self.low ^ x) * (self.high ^ y)
        self.low = rotate(self.low, 23) ^ product & MASK
        self.high = rotate(self.high, 29) ^ product >> 64

    def planes(self, names):
        planes = [0, 0, 0, 0]
        for name in names:
            bit = 1 << layout_bit(parse_face(name), self.level, self.trump)
            planes[next(j for j in range(4) if not planes[j] & bit)] |= bit
        return planes

    def absorb_cards(self, names):
        planes = self.planes(names)
        self.absorb(*planes[:2])
        if planes[2]:
            self.absorb(*planes[2:])

    def absorb_trick(self, plays):
        """Single cards go in two plays at a time, the last of an odd number alone."""
        if len(plays[0]) > 1:
            for play in plays:
                self.absorb_cards(play)
            return
        faces = [self.planes(play)[0] for play in plays]
        for first, second in zip_longest(faces[::2], faces[1::2], fillvalue=0):
            self.absorb(first, second)

    def absorb_before_the_tricks(self, choices):
        """Who steals the kitty changes trump, and with it the layout of what he buries (R24)."""
        trump_in_the_end = self.trump
        for entry in choices:
            if entry.get("bid"):
                shown = parse_face(entry["bid"][0])
                self.trump = None if shown >= 52 else shown % 4
            elif "bury" in entry:
                self.absorb_cards(entry["bury"])
            elif "partner" in entry:
                self.absorb(parse_face(entry["partner"]), 0)
            for card, ordinal in entry.get("friends", ()):
                self.absorb(parse_face(card), ordinal)
        self.trump = trump_in_the_end

    def value(self):
        low = finalise(self.low ^ self.high)
        return finalise(self.high + low & MASK) << 64 | low


def digest_of(record):
    digest = Digest(record)
    digest.absorb_before_the_tricks(record["choices"])
    for trick in record["tricks"]:
        if "failed_throw" in trick:
            digest.absorb_cards(trick["failed_throw"])
        digest.absorb_trick(trick["plays"])
    row = record["outcome"]

    def pack(*fields):
        word = at = 0
        for name, bits in fields:
            word |= (row[name] & (1 << bits) - 1) << at
            at += bits
        return word

    first = (
        "declarer",
        "bidder",
        "level",
        "trump",
        "bid_count",
        "draw_index",
        "holder",
        "last_winner",
    )
    digest.absorb(
        pack(*((name, 8) for name in first)),
        pack(("points", 16), ("kitty_points", 16), ("kitty_factor", 32)),
    )
    digest.absorb(
        pack(*((name, 8) for name in ("levels", "tricks", "throws", "failed", "team"))),
        record["board"],
    )
    return digest.value()


# Without throws the loop plays tricks on a way of its own, a recorded deal never.
@pytest.mark.parametrize("throws", [0.0, 0.25])
@pytest.mark.parametrize("trump", ["bid", "random"])
def test_digest_follows_from_the_record(trump, throws):
    rules = load_rules("tractor", [f"trump={trump}"])
    run = Run(rules, [("random", (throws, 0.0))] * 4, seed=42)
    for board in [*range(25), 2**64 - 1]:
        _, digest = run.play(board, 1)
        assert digest == digest_of(record_deal(run.spec, board))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *((name, {}) for name in preset_names()),
        ("finding-friends", {"players": 8}),
        ("tractor", {"kitty_theft": True, "reinforce": "same_or_other"}),
        ("classic-4", {"bombs": "any_suit", "rainbows": 4}),
    ],
)
@pytest.mark.parametrize("throws", [0.0, 0.25])
def test_digest_follows_from_the_record_under_all_rules(name, changes, throws):
    rules = load_rules(name, changes)
    run = Run(rules, [("random", (throws, 0.0))] * rules.players, seed=42)
    for board in range(4):
        _, digest = run.play(board, 1)
        assert digest == digest_of(record_deal(run.spec, board))


def test_digests_add():
    run = Run(load_rules("tractor"), [("random", (0.25, 0.0))] * 4, seed=42)
    whole = run.play(100, 300)[1]
    parts = [run.play(100 + 37 * i, 37 if i < 8 else 4)[1] for i in range(9)]
    assert sum(parts) % 2**128 == whole
