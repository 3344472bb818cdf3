"""Ctrl-C that waits for what must be done as a whole."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NUMBERS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """SIGINT and SIGTERM that come meanwhile come when it is over; on the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield  # handlers never run there
        return
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: came.append(number)) for number in _NUMBERS
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(came[0])
