"""``python -m tractor_fast`` is ``tractor-fast``."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="tractor-fast")
