"""Confidence intervals of means and shares, and of the differences of those measured in pairs."""

from dataclasses import dataclass
from functools import cache
from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist

LEVEL = 0.95
"""How often an interval holds what it is about."""

_FEW = 60
"""Degrees of freedom up to which Student's t is worked out exactly."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its interval."""

    estimate: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether 0 lies outside."""
        return self.low > 0 or self.high < 0


def share(hits: int, of: int, level: float = LEVEL) -> Interval:
    """The interval of a share, of which ``hits`` in ``of`` trials were counted (1 or more).

    Source: Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    z = normal_quantile(level)
    p, widened = hits / of, 1 + z * z / of
    centre = (p + z * z / (2 * of)) / widened
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / widened
    return Interval(
        p, max(0.0, centre - half) if hits else 0.0, min(1.0, centre + half) if hits < of else 1.0
    )


def mean(total: int, squares: int, count: int, level: float = LEVEL) -> Interval:
    """The interval of the mean of ``count`` whole numbers with this sum and this sum of squares, by Student's
    t; of fewer than two numbers nothing is known.
    """
    centre = total / count
    if count < 2:
        return Interval(centre, -inf, inf)
    # Whole numbers, so that nothing is lost where they are all the same.
    spread = (count * squares - total * total) / (count * (count - 1))
    half = t_quantile(level, count - 1) * sqrt(spread / count)
    return Interval(centre, centre - half, centre + half)


def share_difference(gained: int, lost: int, pairs: int, level: float) -> Interval:
    """The interval of the difference of two shares measured in pairs: ``gained`` pairs of which only the
    second is a hit, ``lost`` of which only the first is one.

    Source: Agresti and Min, Simple improved confidence intervals for comparing matched proportions, 2005: the
    interval of Wald with half a pair more of each sort.
    """
    z, more = normal_quantile(level), pairs + 2
    centre = (gained - lost) / more
    half = z * sqrt(gained + lost + 1 - (gained - lost) ** 2 / more) / more
    return Interval((gained - lost) / pairs, max(-1.0, centre - half), min(1.0, centre + half))


def each_level(comparisons: int, level: float = LEVEL) -> float:
    """The level of each of so many intervals with which all of them hold together at ``level``.

    Source: Bonferroni's inequality, which asks nothing of how they hang together.
    """
    return 1 - (1 - level) / max(1, comparisons)


@cache
def normal_quantile(level: float) -> float:
    """How many standard deviations of a normal variable to both sides hold it that often."""
    return NormalDist().inv_cdf((1 + level) / 2)


@cache
def t_quantile(level: float, freedom: int) -> float:
    """The same for Student's t.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4; for many degrees of
    freedom the expansion 26.7.5.
    """
    if freedom > _FEW:
        return _expanded(normal_quantile(level), freedom)
    low, high = 0.0, 1.0
    while _within(high, freedom) < level:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """How often Student's t lies between -t and t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    if freedom == 1:
        return 2 * angle / pi
    for k in range(2 + odd, freedom - 1, 2):
        term *= (k - 1) / k * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def _expanded(x: float, freedom: int) -> float:
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
