"""How the program ends: what interrupts it does so until it has begun to say its last line."""

begun = False
"""Set by who says the last line, just before.  As no function is called for it, no signal comes
between what ends the program and this."""


def interrupt(number: int, frame: object) -> None:
    """Handle SIGINT and SIGTERM: raises KeyboardInterrupt, or nothing once the end has begun."""
    if not begun:
        raise KeyboardInterrupt
