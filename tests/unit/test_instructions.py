"""The guard over instruction counts: what it makes of valgrind's words, and of counts that grow."""

from pathlib import Path

import pytest

from benchmarks.instructions import counting, guard, phases, profile

ROOT = Path(__file__).parents[2]
PRINTED = """==12== Callgrind, a call-graph generating cache profiler
==12== Events    : Ir
==12== Collected : 123456789
==12==
==12== I   refs:      123,456,789
"""


def test_the_count_is_read_from_what_callgrind_prints():
    assert counting.collected(PRINTED) == 123_456_789


@pytest.mark.parametrize(("printed", "code"), [("==12== no such program", 0), (PRINTED, 1)])
def test_a_run_that_failed_is_no_count(printed, code):
    with pytest.raises(counting.CountingError, match=f"valgrind ended with {code}"):
        counting.collected(printed, code)


def test_what_the_start_takes_cancels_out():
    def count(workload, kernel, deals):
        assert (workload, kernel) == ("random", "plain")
        return 5_000_000 + 7_500 * deals

    assert counting.per_deal("random", "plain", count) == 7_500


def test_valgrind_is_run_with_a_forced_kernel_and_nothing_left_to_chance(monkeypatch):
    seen = {}

    def run(words, env, **_):
        seen.update(words=words, env=env)
        return type("Done", (), {"stderr": PRINTED, "returncode": 0})

    monkeypatch.setattr(counting.subprocess, "run", run)
    assert counting.instructions("random", "plain", 200) == 123_456_789
    assert seen["words"][0] == "valgrind"
    assert seen["words"][-2:] == ["random", "200"]
    fixed = ("TRACTOR_FAST_KERNEL", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED")
    assert [seen["env"][name] for name in fixed] == ["plain", "1", "0"]


@pytest.mark.parametrize(
    ("compiler", "name"),
    [
        ("gcc 12.2.0", "bmi2, gcc 12, Cython 3.3.1"),
        ("gcc 13.2.1 20240210", "bmi2, gcc 13, Cython 3.3.1"),
        ("clang 16.0.6 (++2023)", "bmi2, clang 16, Cython 3.3.1"),
        ("unknown", "bmi2, unknown, Cython 3.3.1"),
    ],
)
def test_figures_are_kept_by_kernel_and_compilers(compiler, name):
    assert guard.key("bmi2", compiler, "3.3.1") == name


@pytest.mark.parametrize(
    ("counted", "fine", "word"),
    [
        (10_500, True, "+5.0%)"),
        (10_501, False, "above +5%)"),
        (9_600, True, "-4.0%)"),
        (9_400, True, "-6.0%: better; --update commits it)"),
    ],
)
def test_a_count_may_grow_by_five_percent(counted, fine, word):
    verdict = guard.judge("key", {"random": counted}, {"key": {"random": 10_000}})
    assert (verdict.fine, verdict.known) == (fine, True)
    assert verdict.lines[1].endswith(word)


def test_an_unknown_key_is_printed_and_fine():
    verdict = guard.judge("another", {"random": 10_000}, {"key": {"random": 1}})
    assert (verdict.fine, verdict.known) == (True, False)
    assert "no figure is committed" in verdict.lines[1]


def test_figures_of_this_kind_of_machine_are_committed():
    figures = guard.committed()
    for kernel in ("plain", "bmi2"):
        names = [name for name in figures if name.startswith(f"{kernel}, gcc 12, Cython ")]
        assert names
        assert all(set(figures[name]) == set(WORKLOADS) for name in names)


WORKLOADS = (
    "random", "random, live bids", "normal, live bids", "expert, live bids",
    "random, 3 decks, 6 players",
)  # fmt: skip


def lines_of(text):
    return [f"{line.strip()}\n" for line in text.splitlines() if line.strip()]


CALLGRIND = """
    events: Ir
    ob=/lib/libc.so
    fn=memcpy
    0x10 3 500
    ob=/there/kernel_bmi2.so
    fn=__pyx_f_12tractor_fast_5_core_4loop_play_board
    0x20 4 100
    cfn=__pyx_f_12tractor_fast_5_core_6planes_remove_cards.constprop.0
    calls=10 0x40
    0x20 4 300
    0x24 4 50
    calls=10 0x40
    0x24 4 100
    fn=__pyx_f_12tractor_fast_5_core_6planes_remove_cards.constprop.0
    0x40 9 400
"""


def test_costs_are_read_by_address_and_by_call():
    costs = profile.costs_of(lines_of(CALLGRIND), "/kernel_bmi2")
    kernel = "/there/kernel_bmi2.so"
    assert costs.own == {(kernel, "0x20"): 100, (kernel, "0x24"): 50, (kernel, "0x40"): 400}
    callee = "planes.remove_cards"
    assert costs.calls == {((kernel, "0x20"), callee): 300, ((kernel, "0x24"), callee): 100}


def test_a_function_that_stands_alone_shares_its_cost_among_the_phases_that_call_it():
    costs = profile.costs_of(lines_of(CALLGRIND), "/kernel_bmi2")
    kernel = "/there/kernel_bmi2.so"
    frames = {
        (kernel, "0x20"): ["loop.play_board", "steps.apply", "play.apply_follow"],
        (kernel, "0x24"): ["loop.play_board", "digest.absorb"],
        (kernel, "0x40"): ["planes.remove_cards", "planes.bits"],
    }
    assert profile.by_phase(costs, frames) == {"follows": 400, "digest": 150}


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("__pyx_f_12tractor_fast_5_core_4play_apply_follow", "play.apply_follow"),
        ("__pyx_f_12tractor_fast_5_core_4bots_6random_random_choice", "bots.random.random_choice"),
        ("__pyx_f_12tractor_fast_5_core_4play__lay.constprop.1", "play._lay"),
        ("__pyx_f_12tractor_fast_5_core_4play_3tricks", "play.3tricks"),
        ("memcpy", "memcpy"),
    ],
)
def test_c_names_are_read_as_module_and_function(symbol, name):
    assert phases.name_of(symbol) == name


def test_phases_are_entered_by_modules_and_functions_that_there_are():
    core = ROOT / "src" / "tractor_fast" / "_core"
    for home in (home for homes in (phases.PHASES, phases.WITHIN) for home in homes.values()):
        for name in home:
            module, _, function = name.rpartition(".")
            file = core / f"{name.replace('.', '/')}.pxd"
            if not file.exists():
                file = core / f"{module.replace('.', '/')}.pxd"
                assert f" {function}(" in file.read_text("utf-8"), name
