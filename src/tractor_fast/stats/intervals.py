"""95 % intervals: Wilson's for a rate, Student's t for a mean."""

from math import sqrt

Z = 1.959963984540054
"""Quantile 0.975 of the normal distribution: 95 % lie within -Z .. Z."""

# Quantile 0.975 of Student's t for 1 to 9 degrees of freedom, where the expansion below is coarse.
_T_SMALL = (
    12.706204736174707,
    4.302652729749462,
    3.1824463052837078,
    2.7764451051977934,
    2.5705818356363146,
    2.446911851144969,
    2.3646242515927853,
    2.306004135204166,
    2.262157162798205,
)


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


def t_quantile(freedom: int) -> float:
    """Quantile 0.975 of Student's t with ``freedom`` >= 1 degrees of freedom, to 1e-4."""
    if not freedom >= 1:
        raise ValueError(f"there are {freedom} degrees of freedom; at least 1 is needed")
    if freedom <= len(_T_SMALL):
        return _T_SMALL[freedom - 1]
    z, inverse = Z, 1 / freedom  # Cornish and Fisher's expansion in 1 / freedom
    return (
        z
        + inverse * (z**3 + z) / 4
        + inverse**2 * (5 * z**5 + 16 * z**3 + 3 * z) / 96
        + inverse**3 * (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    )
