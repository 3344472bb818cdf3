"""``tractor-fast``, which is also ``python -m tractor_fast``."""

import sys


def run() -> None:
    """The program: one line and exit code 130 for Ctrl-C, however early it comes."""
    try:
        from .cli import main

        main(prog_name="tractor-fast")
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
