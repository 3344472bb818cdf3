"""95 % intervals of a rate (Wilson), two rates of the same pairs (Tango), and a mean (Student)."""

from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

Z = 1.959963984540054
"""Quantile 0.975 of the normal distribution: 95 % lie within -Z .. Z."""

_EXACT_BELOW = 200
"""Degrees of freedom for which the distribution is summed; beyond, its expansion does."""


def wilson(count: float, of: float) -> tuple[float, float]:
    """95 % interval (low, high) of the rate ``count / of``; ``of`` must be at least 1.

    Wilson's score interval: it stays within 0 .. 1 and is sound near both ends, where the usual
    plus-or-minus is not.
    """
    if not (of >= 1 and 0 <= count <= of):
        raise ValueError(f"{count} of {of} is no rate")
    centre = (count + Z * Z / 2) / (of + Z * Z)
    half = Z / (of + Z * Z) * sqrt(count * (of - count) / of + Z * Z / 4)
    low = max(0.0, centre - half) if count else 0.0
    high = min(1.0, centre + half) if count < of else 1.0
    return low, high


def paired_rates(wins: float, losses: float, of: int) -> tuple[float, float]:
    """95 % interval (low, high) of the rate of wins minus that of losses; the rest are ties.

    Tango's score interval: it holds all differences that a test of the likeliest rates with that
    difference does not refuse.  Without ties it is Wilson's, and ties alone leave room for the wins
    and losses that so few pairs may have missed.
    """
    if not (of >= 1 and min(wins, losses) >= 0 and wins + losses <= of):
        raise ValueError(f"{wins} wins and {losses} losses of {of} are no rates")
    difference = (wins - losses) / of
    return (
        _refused_beyond(wins, losses, of, difference, -1.0),
        _refused_beyond(wins, losses, of, difference, 1.0),
    )


def _refused_beyond(wins: float, losses: float, of: int, inside: float, outside: float) -> float:
    """The difference between these two where the test begins to refuse, by halving."""
    while (middle := (inside + outside) / 2) not in (inside, outside):
        # The likeliest rate of losses, given that wins are `middle` more often.
        linear = (2 * of - wins + losses) * middle - wins - losses
        rate = (sqrt(linear**2 + 8 * of * losses * middle * (1 - middle)) - linear) / (4 * of)
        variance = max(of * (2 * rate + middle * (1 - middle)), 0.0)
        if (wins - losses - of * middle) ** 2 > Z * Z * variance:
            outside = middle
        else:
            inside = middle
    return middle


@lru_cache(maxsize=1024)
def t_quantile(freedom: int, tail: float = 0.025) -> float:
    """Quantile 1 - ``tail`` of Student's t with ``freedom`` >= 1 degrees of freedom, to 1e-6.

    ``tail`` is from 1e-5 to below 0.5: 0.025 is for an interval of 95 %.
    """
    if not freedom >= 1:
        raise ValueError(f"there are {freedom} degrees of freedom; at least 1 is needed")
    if not 0 < tail < 0.5:
        raise ValueError(f"tail = {tail:g}: allowed: a number between 0 and 0.5")
    if freedom < _EXACT_BELOW:
        return _exact_t_quantile(freedom, tail)
    z, inverse = -NormalDist().inv_cdf(tail), 1 / freedom
    return (  # Cornish and Fisher's expansion in 1 / freedom
        z
        + inverse * (z**3 + z) / 4
        + inverse**2 * (5 * z**5 + 16 * z**3 + 3 * z) / 96
        + inverse**3 * (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    )


def _exact_t_quantile(freedom: int, tail: float) -> float:
    """The same by halving an interval of angles: t = sqrt(freedom) tan(angle)."""
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        if 1 - _within(middle, freedom) > 2 * tail:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(middle)


def _within(angle: float, freedom: int) -> float:
    """Probability that |t| is below sqrt(freedom) tan(angle), a finite sum of powers of cosines.

    Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    squared = cos(angle) ** 2
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for factor in range(2 + odd, freedom + 1, 2):
        total += term
        term *= squared * (factor - 1) / factor
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
