"""Which phase of a deal an instruction belongs to, by the functions that it is inlined into."""

import re
from collections.abc import Sequence

PHASES = {
    "dealing": ("opening", "deal"),
    "bidding": ("auction", "bots.normal_bid", "bots.expert_bid"),
    "burying": (
        "exchange",
        "moves.choose_sample",
        "bots.normal_bury",
        "bots.expert_bury",
        "general.choices",
    ),
    "leads": (
        "play.apply_lead",
        "play.apply_unit",
        "throws",
        "bots.expert_lead",
    ),
    "follows": ("play.apply_follow", "expert_tricks", "bots.normal_follow", "bots.expert_follow"),
    "tricks and score": (
        "random_tricks",
        "normal_tricks",
        "play.finish_trick",
        "finish",
        "cuts",
        "general.cutting",
    ),
}
"""Modules of ``_core``, or functions in them, by which a phase is entered: the outermost counts."""

WITHIN = {
    "digest": ("digest",),
    "leads": (
        "bots.normal_lead", "paths.read_cards", "paths.unit_lead", "paths.unit_leads",
        "moves.throw_sample", "general.leads", "general.reading",
    ),
    "follows": (
        "random_tricks._follow", "normal_tricks._follow", "normal_tricks._follow_pair",
        "paths.ask_follow", "paths.draw_follow", "paths.follow_is_legal",
        "general.counting", "general.follows",
    ),
    "tricks and score": ("trick", "general.tricks", "score"),
}  # fmt: skip
"""Those whose work is of one phase wherever they are called from; they count first."""

REST = "between choices"
"""The state machine that asks, and the loop over boards."""

ORDER = (*PHASES, "digest", REST)

_PREFIX = "__pyx_f_12tractor_fast_5_core_"


def name_of(symbol: str) -> str:
    """``play.apply_follow`` for the C name that Cython gives it; other symbols as they are."""
    if not symbol.startswith(_PREFIX):
        return symbol
    rest, parts = symbol.removeprefix(_PREFIX), []
    while found := re.match(r"(\d+)", rest):
        begin, length = found.end(), int(found[1])
        if rest[begin + length : begin + length + 1] != "_":
            break
        parts.append(rest[begin : begin + length])
        rest = rest[begin + length + 1 :]
    return ".".join([*parts, rest.partition(".")[0]])  # gcc's copies are called name.constprop.0


def phase_of(frames: Sequence[str]) -> str | None:
    """The phase of an instruction in functions of these names, from the outermost in, if any."""
    return _first(WITHIN, frames) or _first(PHASES, frames)


def _first(phases: dict[str, tuple[str, ...]], names: Sequence[str]) -> str | None:
    homes = {home: phase for phase, all_homes in phases.items() for home in all_homes}
    for name in names:
        for home in (name, name.rpartition(".")[0]):
            if home in homes:
                return homes[home]
    return None
