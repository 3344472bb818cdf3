"""The installed program in processes of its own, and what is promised of any of its ends."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 180.0
"""Seconds after which a process that has not ended is one that does not end."""

LINGERING = 10.0
"""Seconds in which what a process has started ends after it."""

_OF_TIME = {
    "seconds",
    "deals_per_second",
    "boards_per_second",
    "matches_per_second",
    "jobs",
    "executor",
}
_OF_THE_WAY = {"plan", "command"}
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Broken(Exception):
    """A promise that was not kept."""


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (negative: the signal), and what it wrote.

    ``words`` are those that it was started with.
    """

    words: str
    code: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        """The JSON that it printed, without what depends on time or on how it was asked."""
        found: dict[str, Any] = json.loads(self.out)
        return {k: v for k, v in found.items() if k not in _OF_TIME | _OF_THE_WAY}

    def told(self, code: int, *words: str) -> str:
        """Its message, if it ended with this code and one line that has these words."""
        line = self.err.removesuffix("\n")
        if self.code != code:
            raise Broken(f"{self.words}: exit code {self.code}, not {code}: {_short(self.err)}")
        if not line.startswith("error: ") or "\n" in line or "Traceback" in line:
            raise Broken(f"{self.words}: no message of one line: {_short(self.err)}")
        for word in words:
            if word not in line:
                raise Broken(f"{self.words}: a message without {word!r}: {_short(line)}")
        return line.removeprefix("error: ")

    def fine(self) -> "Ended":
        """Itself, if it ended well and in silence."""
        if self.code or self.err:
            raise Broken(f"{self.words}: exit code {self.code}: {_short(self.err)}")
        return self


class Running:
    """A process of the program; all that it starts is known by its session."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], **how: Any) -> None:
        """Start it."""
        self._words = _short(" ".join(command[1:]))
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            **how,
        )
        self.pid = self._process.pid

    def ends_within(self, seconds: float) -> bool:
        """Whether it has ended by itself when so many seconds have passed."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll() is not None

    def wait(self) -> Ended:
        """See it, and all that it started, end by itself."""
        try:
            out, err = self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Broken(f"{self._words} does not end") from None
        texts = [data.decode(errors="backslashreplace") for data in (out, err)]
        for text in texts:
            if _CONTROL.search(text):
                raise Broken(f"{self._words} prints control characters: {_short(text)!r}")
        self._check_alone()
        return Ended(self._words, self._process.returncode, *texts)

    def signal(self, number: int, *, group: bool) -> None:
        """Send a signal to it, or to its process group, as a terminal does."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.pid, number)

    def kill(self, *, group: bool = True) -> None:
        """End it with SIGKILL; what it started has to end by itself then."""
        self.signal(signal.SIGKILL, group=group)
        self._process.communicate(timeout=PATIENCE)
        self._check_alone()

    def workers(self) -> list[int]:
        """Processes that it has started."""
        return [pid for pid in _session(self.pid) if pid != self.pid]

    def _check_alone(self) -> None:
        until = time.monotonic() + LINGERING
        while self.workers():
            if time.monotonic() > until:
                raise Broken(f"orphans are left: {self.workers()}")
            time.sleep(0.02)


class Program:
    """How the program is started, and in what directory."""

    def __init__(self, command: Sequence[str], place: Path) -> None:
        """``command`` begins with a program of the system, or the path of one."""
        self._command = list(command)
        self._place = place

    def start(
        self, *arguments: object, environment: Mapping[str, str] | None = None, **how: Any
    ) -> Running:
        """Start it with these arguments; ``how`` is for Popen."""
        command = [*self._command, *map(str, arguments)]
        return Running(command, {**os.environ, **(environment or {})}, cwd=self._place, **how)

    def run(self, *arguments: object, **how: Any) -> Ended:
        """Run it to its end."""
        return self.start(*arguments, **how).wait()


def _session(leader: int) -> list[int]:
    """Processes of a session that live."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError):
                # pid (name) state ppid group session ...
                _, _, rest = Path("/proc", entry, "stat").read_text().rpartition(") ")
                state, _, _, session = rest.split()[:4]
                if int(session) == leader and state not in "ZX":
                    found.append(int(entry))
    return found


def _short(text: str) -> str:
    return text if len(text) <= 600 else f"{text[:300]} ... {text[-300:]}"
