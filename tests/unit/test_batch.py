"""Batch functions: recorded cases, shapes and strides, and what they refuse."""

import ctypes
import os
import subprocess
import sys
import threading
from collections import defaultdict
from functools import cache
from importlib import import_module

import numpy as np
import pytest

import tractor_fast
from tractor_fast import (
    count_batch,
    deal_batch,
    legal_batch,
    resolve_batch,
    sample_batch,
    to_faces,
    to_planes,
)
from tractor_fast._core.compiled import compiled
from tractor_fast._core.engine import Run, kernels
from tractor_fast._core.game import Game
from tractor_fast.errors import ArrayError, CardError, PlayError, SpecError, TractorFastError
from tractor_fast.evaluate.cases import read_rows, units_of
from tractor_fast.reference.formats import reading
from tractor_fast.reference.units import cards_of
from tractor_fast.rules import Rules

VECTORS = __file__.replace("unit/test_batch.py", "vectors/{}.jsonl.gz")
TWO = "2s2s3s3s4s5h"


def kernel_modules():
    return [import_module(f"tractor_fast._core.batch_{name}") for name in kernels()]


@cache
def recorded(kind):
    """Cases by rules; only those whose lead is read as R8 reads it."""
    found = defaultdict(list)
    for row in read_rows(VECTORS.format(kind)):
        case = row.case
        units = units_of(case.lead_units)
        if units and set(reading(cards_of(units), case.trump.trump, case.rules)) == set(units):
            found[case.rules].append(case)
    return found


def arrays_of(cases, decks, **columns):
    """Planes of each column's cards, then levels and trumps."""
    planes = [
        np.array([to_planes(cards(case), decks) for case in cases]) for cards in columns.values()
    ]
    trumps = [case.trump.trump for case in cases]
    levels = np.array([trump.rank for trump in trumps], np.uint8)
    return *planes, levels, np.array([4 if t.suit is None else t.suit for t in trumps], np.uint8)


def led(case):
    return cards_of(units_of(case.lead_units))


@pytest.mark.parametrize("kernel", kernel_modules())
def test_recorded_follows(kernel):
    judged = 0
    for rules, cases in recorded("follow").items():
        hands, leads, plays, levels, trumps = arrays_of(
            cases, rules.decks, hand=lambda c: c.hand, lead=led, play=lambda c: c.play
        )
        legal = kernel.legal(compiled(rules), hands, leads, plays, levels, trumps)
        wrong = [case.id for case, answer in zip(cases, legal, strict=True) if answer != case.legal]
        assert not wrong
        judged += len(cases)
    assert judged > 1000


@pytest.mark.parametrize("kernel", kernel_modules())
def test_recorded_sets_of_follows(kernel):
    counted = 0
    for rules, cases in recorded("moves").items():
        position = arrays_of(cases, rules.decks, hand=lambda c: c.hand, lead=led)
        counts = kernel.count(compiled(rules), *position)
        assert counts.tolist() == [case.count for case in cases]
        drawn = kernel.sample(compiled(rules), *position, 7, 0)
        for case, play in zip(cases, drawn, strict=True):
            assert to_faces(play) in [sorted(move) for move in case.moves], case.id
        counted += len(cases)
    assert counted > 300


@pytest.mark.parametrize("kernel", kernel_modules())
def test_recorded_tricks(kernel):
    judged = 0
    for rules, cases in recorded("winner").items():
        plays = np.array([[to_planes(play, rules.decks) for play in c.plays] for c in cases])
        leaders = np.array([case.leader for case in cases], np.uint8)
        levels, trumps = arrays_of(cases, rules.decks)
        winners, points = kernel.resolve(compiled(rules), plays, leaders, levels, trumps)
        assert winners.tolist() == [case.winner for case in cases]
        assert points.tolist() == [case.points for case in cases]
        judged += len(cases)
    assert judged > 500


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(decks=1),
        Rules(decks=4, kitty=9),
        Rules(players=5, partners="friends"),
        Rules(players=8),
        Rules(kitty=0, trump="random"),
    ],
    ids=lambda rules: f"{rules.players} players, {rules.decks} decks, kitty {rules.kitty_size}",
)
@pytest.mark.parametrize("kernel", kernel_modules())
def test_boards_are_those_of_a_run(kernel, rules):
    run = Run(rules, [("random", (0.0, 0.0))] * rules.players, seed=7).spec
    hands, kitties, levels, declarers = kernel.deal(compiled(rules), 20, 7, 41, None)
    assert hands.shape == (20, rules.players, rules.decks)
    for i in range(20):
        game = Game.of_board(run, 41 + i)
        assert [to_faces(hand) for hand in hands[i]] == [
            game.dealt(seat) for seat in range(rules.players)
        ]
        assert to_faces(kitties[i]) == sorted(game.kitty())
        assert levels[i] == game.level
        assert declarers[i] == game.first_drawer


def test_a_given_level_changes_the_cards_only_where_some_are_removed():
    drawn, given = deal_batch(50, 3), deal_batch(50, 3, level=12)
    assert (given.levels == 12).all()
    assert (drawn.hands == given.hands).all()
    odd = Rules(kitty=9)
    twos = to_planes("2c")[0]
    assert not (deal_batch(50, 3, odd, level=12).hands[..., 1] & twos).any()
    assert (deal_batch(50, 3, odd, level=0).hands[..., 1] & twos).any()


@pytest.mark.parametrize("name", kernels())
def test_the_public_functions_use_the_chosen_kernel(name):
    code = "from tractor_fast import batch; print(batch._KERNEL.__name__)"
    environment = os.environ | {"TRACTOR_FAST_KERNEL": name}
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"tractor_fast._core.batch_{name}"


def test_planes_and_faces():
    assert to_planes("2c 2c 2d BJ").tolist() == [1 | 2 | 1 << 53, 1]
    assert to_planes([], 3).tolist() == [0, 0, 0]
    assert to_faces(to_planes([53, 0, 1, 0])) == [0, 0, 1, 53]
    with pytest.raises(CardError, match="there are only 2 2c in 2 decks"):
        to_planes("2c2c2c")
    with pytest.raises(CardError, match="face = 54"):
        to_planes([54])
    with pytest.raises(CardError, match="decks = 5"):
        to_planes([], 5)
    with pytest.raises(CardError, match="cards must be a list of numbers, not int"):
        to_planes(5)
    with pytest.raises(CardError, match="planes must be a list of numbers, not NoneType"):
        to_faces(None)
    with pytest.raises(CardError, match="planes: each has only faces that are in the one before"):
        to_faces([1, 2])


def test_one_hand_for_many_plays():
    hand, lead = to_planes(TWO), to_planes("9s9s")
    plays = np.array([to_planes(cards) for cards in ("2s2s", "3s3s", "2s3s", "4s5h", "9s9s", "2s")])
    legal = legal_batch(hand, lead, plays, 5, 4)
    assert legal.dtype == bool
    assert legal.tolist() == [True, True, False, False, False, False]
    assert count_batch(hand, lead, 5, 4).tolist() == [2]
    # The level decides what is trump: 9s9s are trumps themselves, and the hand has none.
    assert count_batch(hand, lead, np.array([5, 7], np.uint8), 4).tolist() == [2, 8]
    assert to_faces(sample_batch(hand, lead, 5, 4)[0]) in ([3, 3], [7, 7])


def test_who_wins_by_place_and_by_seat():
    trick = np.array([[to_planes(card) for card in ("5s", "Ks", "2h", "As")]])
    assert resolve_batch(trick, 0, 0, 4).winners.tolist() == [2]
    result = resolve_batch(trick, np.array([3], np.uint8), 1, 4)
    assert (result.winners.tolist(), result.points.tolist()) == ([2], [15])


def positions(n=200):
    """Hands of seat 1, leads of seat 0's lowest card, and follows, of some boards."""
    deals = deal_batch(n, 7)
    leads = np.zeros((n, 2), np.uint64)
    first = deals.hands[:, 0, 0]
    leads[:, 0] = first & ~(first - np.uint64(1))
    hands = np.ascontiguousarray(deals.hands[:, 1])
    return hands, leads, sample_batch(hands, leads, deals.levels, 3, seed=5), deals.levels


def test_any_strides_and_read_only_arrays():
    hands, leads, plays, levels = positions()
    plays[::3] = leads[::3]
    expected = legal_batch(hands, leads, plays, levels, 3)
    assert 0 < expected.sum() < len(expected)
    for change in (
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 2, axis=0)[::2],
        lambda a: a[::-1].copy()[::-1],
        lambda a: np.stack([a, a], axis=-1)[..., 1],
        lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape),
        lambda a: memoryview(np.ascontiguousarray(a)),
    ):
        changed = [change(a) for a in (hands, leads, plays, levels)]
        assert (legal_batch(*changed, 3) == expected).all()
    for array in (hands, leads, plays, levels):
        array.flags.writeable = False
    assert (legal_batch(hands, leads, plays, levels, np.full(200, 3, np.uint8)) == expected).all()


def test_arrays_that_do_not_say_their_strides():
    """Those of ctypes: their memory is in C order."""
    hands, leads, plays, levels = positions()
    expected = legal_batch(hands, leads, plays, levels, 3)
    rows = len(hands)
    plain = (ctypes.c_uint64 * 2 * rows).from_buffer_copy(hands.tobytes())
    numbers = (ctypes.c_uint8 * rows).from_buffer_copy(levels.tobytes())
    out = (ctypes.c_bool * rows)()
    assert legal_batch(plain, leads, plays, numbers, 3, out=out) is out
    assert list(out) == expected.tolist()
    trick = np.zeros((2, 4, 2), np.uint64)
    trick[:, :, 0] = [[1, 1 << 4, 1 << 8, 1 << 12], [1 << 12, 1, 1 << 8, 1 << 4]]
    lying = (ctypes.c_uint64 * 2 * 4 * 2).from_buffer_copy(trick.tobytes())
    assert resolve_batch(lying, 0, 12, 3).winners.tolist() == [3, 0]


def test_results_into_given_arrays():
    hands, leads, plays, levels = positions()
    wide = np.zeros((200, 3), bool)
    assert legal_batch(hands, leads, plays, levels, 3, out=wide[:, 1]) is not None
    assert wide[:, 1].all()
    assert not wide[:, [0, 2]].any()
    counts = np.zeros(200, np.uint64)
    assert count_batch(hands, leads, levels, 3, out=counts) is counts
    drawn = np.zeros((2, 200), np.uint64).T
    sample_batch(hands, leads, levels, 3, seed=5, out=drawn)
    assert (drawn == plays).all()
    into = deal_batch(5)
    again = deal_batch(5, 1, out=into)
    assert again.hands is into.hands
    assert (again.hands == deal_batch(5, 1).hands).all()
    trick = deal_batch(3).hands & ~(deal_batch(3).hands - np.uint64(1))
    trick[..., 1] = 0
    winners, points = np.zeros(3, np.uint8), np.zeros(3, np.int16)
    resolve_batch(trick, 0, 0, 3, out=(winners, points))
    assert (winners == resolve_batch(trick, 0, 0, 3).winners).all()


def test_draws_do_not_depend_on_how_rows_are_shared():
    hands, leads, plays, levels = positions()
    parts = [
        sample_batch(
            hands[i : i + 50], leads[i : i + 50], levels[i : i + 50], 3, seed=5, first_row=i
        )
        for i in range(0, 200, 50)
    ]
    assert (np.concatenate(parts) == plays).all()
    assert (sample_batch(hands, leads, levels, 3, seed=6) != plays).any()


def test_no_rows():
    none, small = np.zeros((0, 2), np.uint64), np.zeros(0, np.uint8)
    assert legal_batch(none, none, none, small, 3).shape == (0,)
    assert count_batch(none, to_planes("2s"), 0, 3).shape == (0,)
    assert sample_batch(none, none, small, small).shape == (0, 2)
    tricks = resolve_batch(np.zeros((0, 4, 2), np.uint64), 0, small, 3)
    assert tricks.winners.shape == tricks.points.shape == (0,)
    assert deal_batch(0).hands.shape == (0, 4, 2)


def test_four_decks_take_four_planes():
    rules = tractor_fast.load_rules("classic-4")
    deals = deal_batch(3, 1, rules)
    assert deals.hands.shape == (3, 4, 4)
    hand = to_planes("3s3s3s4s4s4s5s5s", 4)
    assert count_batch(hand, to_planes("9s9s9s", 4), 0, 4, rules).tolist() == [2]
    with pytest.raises(ArrayError, match=r"^hands: shape \(2,\); \(rows, 4\) or \(4,\), a plane"):
        count_batch(to_planes("3s"), to_planes("9s9s9s", 4), 0, 4, rules)


def with_row(array, row, value):
    changed = array.copy()
    changed[row] = value
    return changed


def test_rows_that_are_no_question_are_named():
    hands, leads, plays, levels = positions()
    trumps = np.full(200, 3, np.uint8)
    big = np.uint64(1 << 54)
    full = np.uint64((1 << 54) - 1)
    four = to_planes("AsAsAhAh")
    for changed, kind, message in (
        (
            {"hands": [1, 3]},
            CardError,
            "hands, row 17: plane j has the faces held more than j times",
        ),
        ({"leads": [1, 2]}, CardError, "leads, row 17: plane j has"),
        ({"plays": [0, 1]}, CardError, "plays, row 17: plane j has"),
        ({"hands": [big, 0]}, CardError, "hands, row 17: bits 54 to 63 stand for no card"),
        ({"plays": [big, 0]}, CardError, "plays, row 17: bits 54 to 63"),
        ({"hands": [full, 1]}, CardError, "hands, row 17: no hand has more than 54 cards"),
        ({"leads": [0, 0]}, PlayError, "leads, row 17: no card is led"),
        ({"leads": [3, 0]}, PlayError, "leads, row 17: cards of more than one suit are led"),
        (
            {"leads": four, "hands": [15, 0]},
            PlayError,
            "leads, row 17: cards of more than one suit",
        ),
        ({"hands": [0, 0]}, PlayError, "hands, row 17: the hand has fewer cards than the lead"),
        (
            {"hands": [1, 1], "leads": [1, 0]},
            CardError,
            "leads, row 17: together with the row's other cards",
        ),
        ({"levels": 13}, ArrayError, "levels, row 17: a level rank is a number from 0 (2) to 12"),
        ({"trumps": 5}, ArrayError, "trumps, row 17: a trump is a suit 0 to 3 (c d h s), or 4"),
    ):
        given = {"hands": hands, "leads": leads, "plays": plays, "levels": levels, "trumps": trumps}
        for name, value in changed.items():
            given[name] = with_row(given[name], 17, value)
        with pytest.raises(kind) as caught:
            legal_batch(**given)
        assert str(caught.value).startswith(message)
        given.pop("plays")
        if "plays" not in changed:
            with pytest.raises(kind):
                count_batch(**given)
            with pytest.raises(kind):
                sample_batch(**given)


def test_tricks_that_are_none_are_named():
    trick = np.zeros((3, 4, 2), np.uint64)
    trick[:, :, 0] = 1 << np.arange(0, 16, 4)
    leaders = np.zeros(3, np.uint8)
    assert resolve_batch(trick, leaders, 12, 3).winners.tolist() == [3, 3, 3]
    for place, value, kind, message in (
        ((1, 2), [3, 0], PlayError, "plays, row 1, play 2: as many cards as the first play"),
        ((1, 0), [3, 0], PlayError, "plays, row 1, play 0: cards of more than one suit are led"),
        ((1, 0), [0, 0], PlayError, "plays, row 1, play 0: no card is led"),
        ((1, 2), [1, 3], CardError, "plays, row 1, play 2: plane j has"),
        ((1, 3), [1 << 60, 0], CardError, "plays, row 1, play 3: bits 54 to 63"),
    ):
        with pytest.raises(kind) as caught:
            resolve_batch(with_row(trick, place, np.array(value, np.uint64)), leaders, 12, 3)
        assert str(caught.value).startswith(message)
    many = trick.copy()
    many[2, :3] = [1, 0]
    with pytest.raises(
        CardError, match="plays, row 2, play 2: together with the row's other cards"
    ):
        resolve_batch(many, leaders, 12, 3)
    with pytest.raises(ArrayError, match="leaders, row 2: a leader is a seat"):
        resolve_batch(trick, with_row(leaders, 2, 4), 12, 3)


WRONG_ARRAYS = {
    "list": (lambda a: a.tolist(), "hands must be an array of uint64, not list"),
    "None": (lambda a: None, "hands must be an array of uint64, not NoneType"),
    "float": (
        lambda a: a.astype(float),
        "hands: dtype float64 cannot be used; pass uint64, such as",
    ),
    "signed": (lambda a: a.astype(np.int64), "hands: dtype int64 cannot be used"),
    "narrow": (lambda a: a.astype(np.uint32), "hands: dtype uint32 cannot be used"),
    "objects": (lambda a: a.astype(object), "hands: dtype object cannot be used"),
    "dates": (lambda a: a.astype("M8[s]"), "hands: dtype datetime64[s] cannot be used"),
    "swapped": (lambda a: a.astype(a.dtype.newbyteorder()), "hands: dtype >u8 cannot be used"),
    "three planes": (lambda a: a[:, [0, 1, 1]], "hands: shape (200, 3); (rows, 2) or (2,)"),
    "one axis more": (lambda a: a[None], "hands: shape (1, 200, 2)"),
    "one axis less": (lambda a: a[0, 0], "hands: shape ()"),
    "fewer rows": (lambda a: a[:9], "leads: 200 rows, but hands has 9"),
    "bytes": (lambda a: a.tobytes(), "hands: a value of type bytes cannot be used"),
    "unaligned": (
        lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint64, offset=1).reshape(a.shape),
        "hands: its elements are not aligned",
    ),
}


@pytest.mark.parametrize("name", WRONG_ARRAYS)
def test_arrays_of_another_kind_are_refused(name):
    change, message = WRONG_ARRAYS[name]
    hands, leads, plays, levels = positions()
    with pytest.raises(ArrayError) as caught:
        legal_batch(change(hands), leads, plays, levels, 3)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (np.zeros(200, np.int64), "levels: dtype int64 cannot be used; pass uint8, such as"),
        (np.zeros((200, 1), np.uint8), "levels: shape (200, 1); (rows,) is needed"),
        (np.zeros(3, np.uint8), "levels: 3 rows, but hands has 200"),
        (13, "levels = 13: allowed: a whole number from 0 to 12"),
        (-1, "levels = -1"),
        ("2", "levels must be an array of uint8 or a whole number, not str"),
        (None, "levels must be an array of uint8 or a whole number, not NoneType"),
        ([0] * 200, "levels must be an array of uint8 or a whole number, not list"),
        (1.0, "levels must be an array of uint8 or a whole number, not float"),
    ],
)
def test_numbers_of_another_kind_are_refused(levels, message):
    hands, leads, plays, _ = positions()
    with pytest.raises(ArrayError) as caught:
        legal_batch(hands, leads, plays, levels, 3)
    assert str(caught.value).startswith(message)


def test_numbers_of_numpy_are_numbers():
    hands, leads, plays, _ = positions()
    expected = legal_batch(hands, leads, plays, 3, 1)
    assert (legal_batch(hands, leads, plays, np.uint8(3), np.array(1)) == expected).all()


def test_results_that_fit_nowhere_are_refused():
    hands, leads, plays, levels = positions()
    read_only = np.zeros(200, bool)
    read_only.flags.writeable = False
    for out, message in (
        (np.zeros(199, bool), "out: 199 rows, but hands has 200"),
        (np.zeros((200, 1), bool), "out: shape (200, 1); (rows,) is needed"),
        (np.zeros(200, np.uint8), "out: dtype uint8 cannot be used; it must be bool"),
        (read_only, "out: it cannot be written to"),
        ([False] * 200, "out must be an array of bool, not list"),
        (hands.view(bool).reshape(-1)[:200], "out: it shares memory with hands; it needs memory"),
    ):
        with pytest.raises(ArrayError) as caught:
            legal_batch(hands, leads, plays, levels, 3, out=out)
        assert str(caught.value).startswith(message)
    with pytest.raises(ArrayError, match=r"out: it needs a row for each answer, shape \(1, 2\)"):
        sample_batch(hands[0], leads[0], 0, 3, out=np.zeros(2, np.uint64))
    with pytest.raises(ArrayError, match="out must be a tuple of arrays: winners, points"):
        resolve_batch(hands, 0, 0, 3, out=np.zeros(3))
    folded = np.lib.stride_tricks.as_strided(np.zeros(1, bool), (200,), (0,))
    with pytest.raises(ArrayError, match="out: its elements share memory with each other"):
        legal_batch(hands, leads, plays, levels, 3, out=folded)
    with pytest.raises(ArrayError, match=r"out, hands: 5 rows, but n = 4$"):
        deal_batch(4, out=(np.zeros((5, 4, 2), np.uint64), None, None, None))
    both = np.zeros(200, np.uint64)
    with pytest.raises(ArrayError, match="out, kitties: it shares memory with out, hands"):
        deal_batch(1, out=(a := np.zeros((1, 4, 2), np.uint64), a[:, 0], both, both))


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((-1,), {}, "n = -1"),
        ((1.5,), {}, "n = 1.5"),
        ((1, -1), {}, "seed = -1"),
        ((2, 0), {"first_board": 2**64 - 1}, "n = 2: allowed: a whole number from 0 to 1"),
        ((1,), {"level": 13}, "level = 13"),
        ((1,), {"level": "2"}, "level = '2'"),
    ],
)
def test_boards_that_do_not_exist(arguments, named, message):
    with pytest.raises(SpecError) as caught:
        deal_batch(*arguments, **named)
    assert str(caught.value).startswith(message)


def test_more_boards_than_memory():
    with pytest.raises(ArrayError, match=f"out, hands: no memory for {2**58} rows"):
        deal_batch(2**58)


def test_rules_in_any_form():
    hands, leads, plays, levels = positions(5)
    rules = Rules(follow="suit_only")
    expected = legal_batch(hands, leads, plays, levels, 3, rules)
    assert (legal_batch(hands, leads, plays, levels, 3, {"follow": "suit_only"}) == expected).all()
    assert compiled(rules) is compiled(Rules(follow="suit_only"))
    with pytest.raises(TractorFastError, match="follow"):
        legal_batch(hands, leads, plays, levels, 3, {"follow": "nothing"})


def test_other_threads_run_meanwhile():
    """While a thread is in a call, this one counts; a few tries, as nobody says who runs when."""
    hand, lead = to_planes(TWO), to_planes("9s9s")
    plays = np.broadcast_to(to_planes("2s2s"), (3_000_000, 2))
    counted, seen = [0], []

    def ask():
        for _ in range(20):
            before = counted[0]
            legal_batch(hand, lead, plays, 5, 4)
            seen.append(counted[0] - before)
            if seen[-1] > 0:
                return

    thread = threading.Thread(target=ask)
    thread.start()
    while thread.is_alive():
        counted[0] += 1
    assert seen[-1] > 0


def test_arrays_that_change_during_the_call_do_no_harm():
    """Another thread writes nonsense all the time; answers and errors are both fine."""
    hands, leads, plays, levels = positions(2000)
    arrays = [hands, leads, plays, levels]
    right = [array.copy() for array in arrays]
    rng = np.random.default_rng(7)
    over, refused = threading.Event(), []

    def write():
        while not over.is_set():
            for array, good in zip(arrays, right, strict=True):
                array[...] = (
                    rng.integers(0, 256, array.nbytes, np.uint8)
                    .view(array.dtype)
                    .reshape(array.shape)
                )
                array[...] = good

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(300):
            for call in (
                lambda: legal_batch(hands, leads, plays, levels, levels),
                lambda: count_batch(hands, leads, levels, 3),
                lambda: sample_batch(hands, leads, levels, 3),
                lambda: resolve_batch(np.stack([plays] * 4, axis=1), levels, levels, 3),
            ):
                try:
                    call()
                except TractorFastError as error:
                    refused.append(str(error))
    finally:
        over.set()
        thread.join()
    assert all(", row " in message for message in refused)
