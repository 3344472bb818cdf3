"""Instructions of a deal by phase, for docs/performance.md.

The core has to be built with line numbers: then each instruction says into which functions it was
inlined.  A function that stands alone shares its instructions among the phases that call it.  What
the kernels call outside themselves is not counted; a deal calls nothing there.
"""

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .counting import LONG, instructions
from .phases import ORDER, REST, name_of, phase_of

PROFILE = Path(__file__).with_name("profile.json")

Address = tuple[str, str]
"""A binary, and an address in it as text."""


class NoLines(Exception):
    """The kernel was built without line numbers."""


class Costs(NamedTuple):
    """Instructions at each address, and those of each call: (its address, the function called)."""

    own: Counter[Address]
    calls: Counter[tuple[Address, str]]


def profile(workload: str, kernel: str) -> dict[str, int]:
    """Instructions a deal by phase, in the order of a deal."""
    with tempfile.NamedTemporaryFile() as file:
        options = ("--dump-instr=yes", "--compress-strings=no", "--compress-pos=no")
        instructions(workload, kernel, LONG, f"--callgrind-out-file={file.name}", *options)
        with open(file.name, encoding="utf-8", errors="replace") as lines:
            costs = costs_of(lines, f"/kernel_{kernel}")
    frames = dict(_frames({*costs.own, *(address for address, _ in costs.calls)}))
    total = by_phase(costs, frames)
    return {phase: round(total[phase] / LONG) for phase in ORDER if total[phase] >= LONG / 2}


def costs_of(lines: Iterable[str], part: str) -> Costs:
    """What callgrind wrote about the binaries with ``part`` in their names."""
    costs = Costs(Counter(), Counter())
    binary, callee, called = "", "", False
    for line in lines:
        if line.startswith("ob="):
            binary = line[3:].strip()
        elif line.startswith("cfn="):
            callee = name_of(line[4:].strip())
        elif line.startswith("calls="):
            called = True  # the next line is about the call: its address, and all that it took
        elif line.startswith("0x"):
            at, _, cost = line.split()
            if part in binary:
                if called:
                    costs.calls[(binary, at), callee] += int(cost)
                else:
                    costs.own[binary, at] += int(cost)
            called = False
    return costs


def by_phase(costs: Costs, frames: Mapping[Address, list[str]]) -> Counter[str]:
    """All instructions by phase; ``frames`` are names of functions, from the outermost in."""
    callers: dict[str, Counter[Address]] = {}
    for (address, callee), cost in costs.calls.items():
        callers.setdefault(callee, Counter())[address] += cost
    known: dict[str, Counter[str]] = {}

    def shares(function: str) -> Counter[str]:
        """What part of a function's work is for which phase."""
        if function not in known:
            known[function] = Counter()  # what calls itself has its phases from its other callers
            found: Counter[str] = Counter()
            for address, cost in callers.get(function, Counter()).items():
                for phase, share in of(address).items():
                    found[phase] += cost * share
            whole = sum(found.values())
            known[function] = Counter({p: cost / whole for p, cost in found.items()})
        return known[function]

    def of(address: Address) -> Mapping[str, float]:
        phase = phase_of(frames[address])
        return {phase: 1.0} if phase else shares(frames[address][0]) or {REST: 1.0}

    total: Counter[str] = Counter()
    for address, cost in costs.own.items():
        for phase, share in of(address).items():
            total[phase] += cost * share
    return total


def _frames(addresses: Iterable[Address]) -> Iterator[tuple[Address, list[str]]]:
    """For each address the functions that it is in, from the outermost in."""
    by_binary: dict[str, list[str]] = {}
    for binary, address in addresses:
        by_binary.setdefault(binary, []).append(address)
    for binary, places in by_binary.items():
        printed = subprocess.run(
            ["addr2line", "--addresses", "--inlines", "--functions", "--exe", binary],
            input="\n".join(places),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        if ".c:" not in printed:
            raise NoLines(f"{binary} has no line numbers; scripts/instructions --profile builds it")
        for block in printed.split("\n0x"):
            address, *lines = block.removeprefix("0x").splitlines()
            symbols = lines[-2::-2]  # each symbol is followed by its line
            yield (binary, f"0x{int(address, 16):x}"), [name_of(symbol) for symbol in symbols]


def write(key: str, workloads: dict[str, dict[str, int]]) -> None:
    """Keep what was found, for scripts/performance_page."""
    PROFILE.write_text(json.dumps({"key": key, "workloads": workloads}, indent=2) + "\n", "utf-8")
