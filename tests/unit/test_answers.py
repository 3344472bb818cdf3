"""``beats`` as C function: it foresees who leads the trick, and takes any planes."""

import ctypes

import pytest
from native import falling_back, native

from tractor_fast import abi
from tractor_fast._core.engine import KERNEL, POLICIES, Run, kernels
from tractor_fast.rules import Rules

FULL = 2**64 - 1
RULE_SETS = [
    Rules(),
    Rules(players=6, decks=3, throw_eval="longest_units"),
    Rules(decks=4, bombs="any_suit", rainbows=4, competes="reading"),
]
THROWS = ("random", (0.5, 0.0))


def function(kernel, name, arguments):
    module = __import__(f"tractor_fast._core.answers_{kernel}", fromlist=["ADDRESSES"])
    return ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * arguments)(module.ADDRESSES[name])


def place(record):
    return record.__array_interface__["data"][0]


@pytest.mark.parametrize("kernel", kernels())
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("base", [THROWS, ("expert", None)])
def test_who_leads_the_trick_is_foreseen(kernel, rules, base):
    beats = function(kernel, "beats", 2)
    name, values = base[0], base[1] or tuple(p.default for p in POLICIES[base[0]])
    falling, foreseen, counts = falling_back(name, values), None, [0, 0]

    def choose(table, seat, memo, choice):
        nonlocal foreseen
        code = falling(table, seat, memo, choice)
        if foreseen is not None and table["n_plays"]:
            assert table["winner"] == foreseen
        foreseen = None
        if choice["decision"] == abi.FOLLOW:
            takes = beats(place(table), place(choice["cards"]))
            counts[takes] += 1
            foreseen = int(seat["seat"] if takes else table["winner"])
        return code

    Run(rules, [(native(choose), ())] * rules.players, 5).play(0, 10)
    assert min(counts) > 50


@pytest.mark.parametrize("kernel", kernels())
@pytest.mark.parametrize("rules", RULE_SETS)
def test_planes_that_are_no_cards_beat_nothing_and_are_not_legal(kernel, rules):
    beats, legal = function(kernel, "beats", 2), function(kernel, "legal", 3)
    falling = falling_back(*THROWS)

    def choose(table, seat, memo, choice):
        for planes in ((0,) * 4, (FULL,) * 4, (FULL, 0, 0, 0), (0, 1, 0, 0), (1 << 57, 0, 0, 0)):
            choice["cards"] = planes
            wrong = beats(place(table), place(choice["cards"]))
            wrong += legal(place(table), place(seat), place(choice))
            if wrong and not (choice["decision"] == abi.BURY and not table["kitty_size"]):
                return 1
        return falling(table, seat, memo, choice)

    Run(rules, [(native(choose), ())] * rules.players, 5).play(0, 5)


def test_the_kernel_in_use_has_answers():
    assert function(KERNEL, "legal", 3)
