"""A clock that jumps by hours, forth and back."""

import os
from pathlib import Path

from .checks import check_same, check_whole, digest
from .field import Field
from .program import Broken

_JUMPS = '''"""Read by Python when it starts: the clock of the day jumps at every look at it."""

import datetime
import random
import time

_hours = random.Random()
_time, _time_ns = time.time, time.time_ns


class _Jumping(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.datetime.fromtimestamp(time.time(), tz)


time.time = lambda: _time() + 3600 * _hours.randint(-50, 50)
time.time_ns = lambda: _time_ns() + 3600 * 10**9 * _hours.randint(-50, 50)
datetime.datetime = _Jumping
'''


def jumps(field: Field) -> str:
    """A run, its killing and going on, while the clock jumps; and a store from the future."""
    (field.place / "sitecustomize.py").write_text(_JUMPS)
    paths = [str(field.place), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    jumping = {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    arguments = field.slow(5000)
    undisturbed = field.start(*arguments)
    path = field.place / "run.db"
    field.killed(path, *arguments, environment=jumping)
    expected = undisturbed.wait().fine().result
    for each in (path, Path(f"{path}-wal")):
        if each.exists():
            os.utime(each, (2**32, 2**32))
    check_same(field.run(*arguments, "--out", path, environment=jumping), expected)
    check_whole(path, expected)
    shown = field.result("runs", "show", path)
    started = [session["started"] for session in shown["sessions"]]
    chunks = sum(chunks for part in shown["parts"] for _, _, chunks in part["kept"])
    if not 2 <= chunks <= 8:
        raise Broken(f"five seconds are stored in {chunks} chunks: the clock decides when")
    return f"sittings at {' and '.join(started)}, {chunks} chunks, {digest(expected)}"
