"""Runs of the program in processes of their own: time, peak memory, and the size of the store."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, of ru_maxrss

# A process begins with the peak of the one that started it, so a small one does: it prints the
# seconds and the peak of what it has run.
_LAUNCHER = """
import resource, subprocess, sys, time
with open(sys.argv[1], "w") as out:
    began = time.perf_counter()
    code = subprocess.run(sys.argv[2:], stdout=out).returncode
print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


def run(place: Path, deals: int) -> dict[str, Any]:
    """So many random deals in one command, kept in a store."""
    path, printed = place / f"{deals}.db", place / f"{deals}.json"
    words = "simulate", "--seats", "random", "--deals", str(deals), "--format", "json"
    command = [sys.executable, "-m", "tractor_fast", *words, "--out", str(path)]
    launcher = [sys.executable, "-S", "-c", _LAUNCHER, str(printed)]
    ended = subprocess.run([*launcher, *command], stdout=subprocess.PIPE, text=True)
    if ended.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit code {ended.returncode}")
    seconds, peak = ended.stdout.split()
    result = json.loads(printed.read_text())
    return {
        "deals": deals,
        "command": result["command"],
        "jobs": result["jobs"],
        "digest": result["digest"],
        "seconds": float(seconds),
        "peak_bytes": int(peak) * _UNIT,
        "store_bytes": path.stat().st_size,
    }
