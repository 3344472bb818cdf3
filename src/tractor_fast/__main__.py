"""``tractor-fast``, which is also ``python -m tractor_fast``."""

import signal
import sys


def run() -> None:
    """The program: one line and exit code 130 for Ctrl-C, however early it comes.

    The same for the signal by which systems and cluster schedulers ask a program to end.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from .cli import main

        main(prog_name="tractor-fast")
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
