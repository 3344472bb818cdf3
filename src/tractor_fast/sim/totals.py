"""What the boards of a run come to: counters and digests, which add over any ranges of boards."""

from typing import Any

Totals = dict[str, Any]
"""Counters of a run by name: ints, lists of ints, or int64 arrays; see ``engine.TOTALS``."""

DIGEST_MODULUS = 2**128
"""Digests add modulo this."""


def add_totals(one: Totals, other: Totals) -> Totals:
    """Counters of two runs over different boards, added place by place."""
    return {
        name: [a + b for a, b in zip(value, other[name], strict=True)]
        if isinstance(value, list)
        else value + other[name]
        for name, value in one.items()
    }
