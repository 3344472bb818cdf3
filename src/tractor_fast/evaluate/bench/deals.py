"""Whole deals: the speed of the engine, its kernels and threads, and what each rule costs."""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from ..._core.engine import kernels
from ...rules import preset_names
from ...settings import setting_text
from ..simulate import simulate
from ..workloads import EXPERT, LOT, NORMAL, PYTHON, RANDOM, RANDOM_BIDS, SIX, Workload
from .rows import Line, at_least, at_most
from .timing import Task

THROWS = "random(lead.throws=0.25)"
NUMBA_GREEDY = "tractor_fast.strategies.numba_example:greedy"
LEAST_OF_BUILT_IN = 0.9
"""Share of the speed of a strategy built in that the same reaches with numba."""

MOST_OF_A_PRESET = 8
"""Times the time a card played that any preset may take, the preset ``tractor`` taking one."""


def speed_lines(seed: int) -> Iterator[Line]:
    """Whole deals on one core, against the figures that the engine is to reach."""

    def line(name: str, label: str, work: Workload, least: float | None = None) -> Line:
        task = Task(work.player(seed), share=2)
        target = None if least is None else at_least(least)
        return Line(name, "whole deals", label, "deals/s", task, target=target)

    yield line("deals.random", "random, trump by lot", RANDOM, 1.2e6)
    yield line("deals.random_bids", "random, live bids", RANDOM_BIDS, 0.8e6)
    yield line("deals.random_throws", f"{THROWS}, trump by lot", Workload(THROWS, LOT))
    yield line("deals.six", "random, trump by lot, 3 decks, 6 players", SIX, 4e5)
    yield line("deals.normal", "normal, live bids", NORMAL, 4e5)
    yield line("deals.expert", "expert, live bids", EXPERT, 2e5)
    yield line("deals.python", "a strategy in Python, live bids", PYTHON, 5e3)
    yield from _greedy_lines(seed)


def _greedy_lines(seed: int) -> Iterator[Line]:
    """One strategy twice: built in, and the same written with numba, where that is installed."""
    built_in = "deals.greedy"
    task = Task(Workload("greedy").player(seed), share=2)
    yield Line(built_in, "whole deals", "greedy, live bids", "deals/s", task)
    if find_spec("numba") is None:
        return
    task = Task(Workload(NUMBA_GREEDY).player(seed), share=2)
    target = at_most(1 / LEAST_OF_BUILT_IN, "ratio")
    label = "greedy with numba, live bids"
    yield Line(
        "deals.greedy_numba", "whole deals", label, "deals/s", task, to=built_in, target=target
    )


def kernel_lines(seed: int) -> Iterator[Line]:
    """The plain kernel beside the fast one, on processors that have both."""
    if kernels() == ("plain",):
        return
    for name, work, what in (
        ("random", RANDOM, "random"),
        ("six", SIX, "3 decks, 6 players"),
        ("normal", NORMAL, "normal"),
    ):
        fast, plain = f"kernels.{name}_bmi2", f"kernels.{name}_plain"
        task = Task(work.player(seed, "bmi2"))
        yield Line(fast, "kernels", f"{what}, bmi2 kernel", "deals/s", task)
        task, target = Task(work.player(seed, "plain")), at_most(2.3, "ratio")
        label = f"{what}, plain kernel"
        yield Line(plain, "kernels", label, "deals/s", task, to=fast, target=target)


def thread_lines(seed: int) -> Iterator[Line]:
    """One thread beside two, by the clock on the wall: the ratio is what the second one brings."""

    def task(jobs: int) -> Task:
        def play(deals: int) -> None:
            simulate(seats="random", overrides=LOT, deals=deals, seed=seed, jobs=jobs)

        return Task(play, clock="wall", share=16)  # of many chunks, so that both threads end alike

    two, target = "threads.two", at_least(1.8, "ratio")
    yield Line(two, "threads", "two threads", "deals/s", task(2))
    yield Line("threads.one", "threads", "one thread", "deals/s", task(1), to=two, target=target)


def preset_lines(seed: int) -> Iterator[Line]:
    """Every preset as it stands, time compared a card played."""
    target = at_most(MOST_OF_A_PRESET, "ratio")
    for seats in ("random", "normal"):
        for preset in preset_names():
            yield _rules_line(
                f"presets.{seats}.{preset}",
                f"presets, {seats}",
                preset,
                Workload(seats, preset=preset),
                seed,
                to=f"presets.{seats}.tractor",
                target=target,
            )


def table_lines(seed: int) -> Iterator[Line]:
    """The ``tractor`` rules at every table; with 5 and 7 players friends are called."""
    for players in range(4, 9):
        for decks in range(1 if players == 4 else 2, 5):
            changes: dict[str, Any] = {"players": players, "decks": decks}
            if players % 2:
                changes["partners"] = "friends"
            yield _rules_line(
                f"tables.{players}_players_{decks}_decks",
                "tables, random",
                f"{players} players, {decks} deck{'s' if decks > 1 else ''}",
                Workload("random", changes),
                seed,
                to="presets.random.tractor",
            )


def _rules_line(
    name: str, section: str, label: str, work: Workload, seed: int, **compared: Any
) -> Line:
    cards = work.rules.players * work.rules.hand_size
    task = Task(work.player(seed))
    return Line(name, section, label, "deals/s", task, weight=cards, **compared)


COSTLY: tuple[Mapping[str, Any], ...] = (
    {"trump": "random"},
    {"bid_when": "after_deal"},
    {"kitty_theft": True},
    {"throws": False},
    {"failed_throw": "smallest"},
    {"failed_throw": "next_names"},
    {"tractor_width": 3},
    {"tractor_length": 3},
    {"close_level_gap": False},
    {"trump_tractors": "suit_cards"},
    {"trump_tractors": "none"},
    {"partial_tractors": False},
    {"throw_tractors": False},
    {"competes": "reading"},
    {"follow": "suit_only"},
    {"follow": "pairs_only"},
    {"protect_longer_tuples": True},
    {"tractors_answer_only_tractors": True},
    {"throw_follow": "each_unit"},
    {"bulldozer_ladder": "as_listed"},
    {"bulldozer_ladder": "tractor_over_triples"},
    {"throw_eval": "highest"},
    {"throw_eval": "longest_units"},
    {"bombs": "any_suit"},
    {"bombs": "suit_following"},
    {"rainbows": 4},
    {"partners": "friends"},
)
"""Settings that change which path is played, or what a decision costs."""

SETTING_TABLES: Mapping[str, Mapping[str, Any]] = {
    "2 decks, 4 players": {},
    "4 decks, 6 players": {"decks": 4, "players": 6},
}


def setting_lines(seed: int) -> Iterator[Line]:
    """Each costly setting switched on, against the same table without it; throws are led."""
    for table, base in SETTING_TABLES.items():
        section, place = f"settings, {table}", table.replace(", ", "_").replace(" ", "_")
        usual = f"settings.{place}.default"
        task = Task(Workload(THROWS, base).player(seed))
        yield Line(usual, section, "as in tractor", "deals/s", task)
        for change in COSTLY:
            ((setting, value),) = change.items()
            text = f"{setting}={setting_text(value)}"
            task = Task(Workload(THROWS, {**base, **change}).player(seed))
            yield Line(f"settings.{place}.{text}", section, text, "deals/s", task, to=usual)
