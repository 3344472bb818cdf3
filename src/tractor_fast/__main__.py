"""``tractor-fast``, which is also ``python -m tractor_fast``."""

import atexit
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from . import ending

_INTERRUPTED = 130
_NUMBERS = (signal.SIGINT, signal.SIGTERM)


def run() -> None:
    """The program: one line and exit code 130 for Ctrl-C, however early it comes, and how often.

    The same for the signal by which systems and cluster schedulers ask a program to end.
    """
    ended: list[Any] = []
    atexit.register(_end_interrupted, ended)
    try:
        for number in _NUMBERS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, ending.interrupt)
        from .cli import main

        main(prog_name="tractor-fast")
    except KeyboardInterrupt:
        ending.begun = True
        print("error: interrupted", file=sys.stderr)
        ended.append(_INTERRUPTED)
    except SystemExit as end:
        ending.begun = True
        ended.append(end.code)
    for number in _NUMBERS:  # all is said, whatever comes while Python ends
        signal.signal(number, signal.SIG_IGN)
    sys.exit(*ended)


def _end_interrupted(ended: list[Any]) -> None:
    """End with the code of an interrupt, after all else that is done at the end.

    If Ctrl-C comes while a class is made from text, as those of dataclasses are, ``python -m``
    remembers it and ends by the signal instead, though it has been caught.
    """
    if ended != [_INTERRUPTED]:
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it, or it is closed
            stream.flush()
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    run()
