"""Where faults are played, and runs that they are played on."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .program import Broken, Ended, Program, Running

SLOW = '''"""A strategy whose boards take a moment each, however fast the machine is."""

import time


class Slow:
    """Plays as its base, unhurried."""

    base = "random"

    def reset(self, board):
        time.sleep(0.002)

    def lead(self, view):
        return view.base()
'''


@dataclass(frozen=True)
class Field:
    """What a fault is played with: a directory of its own, and chance from a seed.

    ``short``: each fault once.  ``kills``: how many there are to be in all.
    """

    program: Program
    place: Path
    draw: random.Random
    kills: int
    short: bool

    def slow(self, deals: int = 3000) -> tuple[str, ...]:
        """Arguments of a run that takes a second for 1,000 deals, whatever the machine."""
        (self.place / "slow.py").write_text(SLOW)
        seats = "S=slow.py:Slow,E=random,N=random,W=random"
        return "simulate", "--seats", seats, "--deals", str(deals), "--seed", "5", "--jobs", "2"

    def start(self, *arguments: object, **how: Any) -> Running:
        """Start the program, which prints JSON."""
        return self.program.start(*arguments, "--format", "json", **how)

    def run(self, *arguments: object, **how: Any) -> Ended:
        """Run the program, which prints JSON, to its end."""
        return self.start(*arguments, **how).wait()

    def result(self, *arguments: object) -> dict[str, Any]:
        """What the program prints as JSON at a good end."""
        return self.run(*arguments).fine().result

    def begun(self, path: Path, *arguments: object, **how: Any) -> Running:
        """Start a run that is kept in ``path``, which is there now."""
        running = self.start(*arguments, "--out", path, **how)
        while not path.exists():
            if running.ends_within(0.01):
                running.wait().fine()
                raise Broken(f"{path.name} was not made")
        return running

    def killed(self, path: Path, *arguments: object, **how: Any) -> None:
        """Kill such a run when it has written what two seconds made of it."""
        running = self.begun(path, *arguments, **how)
        if running.ends_within(2.6):
            raise Broken("the run ended before it was killed")
        running.kill()
