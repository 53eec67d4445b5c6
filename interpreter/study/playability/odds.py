"""Shares of wins with their intervals."""

from math import sqrt

Z = 2.5758
"""Standard deviations of an interval that holds the true share 99 times in 100."""


def interval(times: float, of: int) -> tuple[float, float]:
    """The shares that go with having seen something so many ``times`` ``of`` all, 99 times in 100.

    Source: Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    if not of:
        return 0.0, 1.0
    share, more = times / of, Z * Z / of
    middle = (share + more / 2) / (1 + more)
    wide = Z * sqrt(share * (1 - share) / of + more / (4 * of)) / (1 + more)
    return max(0.0, middle - wide), min(1.0, middle + wide)
