"""The sign test: are wins and losses equally likely?"""

from math import exp, lgamma, log

_NOTHING = 1e-17  # a term that adds nothing to a sum of 1


def sign_test(wins: int, losses: int) -> float:
    """Two-sided p: how often fair coins would be as uneven as so many wins and losses, or more.

    Exact for any number; ties are left out.  1 where there is neither win nor loss.
    """
    if min(wins, losses) < 0:
        raise ValueError(f"{wins} wins and {losses} losses are no counts")
    n, more = wins + losses, max(wins, losses)
    if 2 * more == n:
        return 1.0
    # The binomial terms from `more` heads on fall faster and faster, each by a simple factor.
    ratio = total = 1.0
    for heads in range(more, n):
        ratio *= (n - heads) / (heads + 1)
        total += ratio
        if ratio < _NOTHING * total:
            break
    first = lgamma(n + 1) - lgamma(more + 1) - lgamma(n - more + 1) - n * log(2)
    return min(1.0, 2 * total * exp(first))
