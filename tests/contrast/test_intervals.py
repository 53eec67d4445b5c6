"""Intervals against published tables, and how often they hold what they are about, counted out."""

from math import comb, inf, sqrt

import pytest

from interpreter.study.contrast.intervals import (
    Interval,
    each_level,
    mean,
    normal_quantile,
    share,
    share_difference,
    t_quantile,
)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_shares(hits: int, of: int, low: float, high: float) -> None:
    found = share(hits, of)

    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.estimate == hits / of
    mirrored = share(of - hits, of)
    assert mirrored.low == pytest.approx(1 - found.high) and mirrored.high == pytest.approx(1 - found.low)


@pytest.mark.parametrize(
    ("freedom", "level", "t"),
    [
        # The table of Student's t in any handbook.
        (1, 0.95, 12.706), (2, 0.95, 4.303), (3, 0.99, 5.841), (4, 0.9, 2.132), (9, 0.95, 2.262),
        (10, 0.999, 4.587), (30, 0.95, 2.042), (60, 0.99, 2.660), (120, 0.95, 1.980), (120, 0.999, 3.373),
    ],
)  # fmt: skip
def test_quantiles_of_student(freedom: int, level: float, t: float) -> None:
    assert round(t_quantile(level, freedom), 3) == t


def test_quantiles_come_to_those_of_the_normal_distribution() -> None:
    assert round(normal_quantile(0.95), 5) == 1.95996
    assert t_quantile(0.95, 10**7) == pytest.approx(normal_quantile(0.95), abs=1e-6)
    # Where the exact and the expanded one meet.
    assert t_quantile(0.999, 60) - t_quantile(0.999, 61) == pytest.approx(0.0029, abs=2e-4)


def test_means() -> None:
    # Student's own data, 1908: the additional hours of sleep of ten patients, in tenths, under drug 2 less
    # drug 1; mean 1.58, standard error 0.389, t with 9 degrees of freedom.
    hours = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14]
    found = mean(sum(hours), sum(x * x for x in hours), 10)

    assert found.estimate == 15.8
    assert found.high - found.low == pytest.approx(2 * 2.2622 * 3.890, rel=1e-3)
    assert found.excludes_zero


def test_of_one_number_nothing_is_known_and_of_equal_ones_all() -> None:
    assert mean(3, 9, 1) == Interval(3, -inf, inf)
    assert mean(21, 63, 7) == Interval(3, 3, 3)


def test_a_difference_of_shares_is_walds_of_a_table_with_half_a_pair_more_in_each_cell() -> None:
    both, gained, lost, neither, level = 30, 17, 6, 47, 0.99
    found = share_difference(gained, lost, 100, level)
    cells = [one + 0.5 for one in (both, gained, lost, neither)]
    shares = [one / sum(cells) for one in cells]
    centre = shares[1] - shares[2]
    half = 2.5758 * sqrt((shares[1] + shares[2] - centre**2) / sum(cells))

    assert found.estimate == pytest.approx(0.11)
    assert (found.low, found.high) == (
        pytest.approx(centre - half, abs=1e-5),
        pytest.approx(centre + half, abs=1e-5),
    )


@pytest.mark.parametrize(("gain", "loss"), [(0.3, 0.1), (0.2, 0.2), (0.05, 0.02), (0.6, 0.1)])
def test_differences_of_shares_hold_what_they_are_about_as_often_as_they_say(
    gain: float, loss: float
) -> None:
    # All tables of 60 pairs, each with its chance.
    pairs, held, wanted = 60, 0.0, gain - loss
    for gained in range(pairs + 1):
        for lost in range(pairs + 1 - gained):
            same = pairs - gained - lost
            chance = comb(pairs, gained) * comb(pairs - gained, lost)
            found = share_difference(gained, lost, pairs, 0.95)
            held += (
                chance
                * gain**gained
                * loss**lost
                * (1 - gain - loss) ** same
                * (found.low <= wanted <= found.high)
            )

    assert 0.94 < held < 0.99


def test_all_intervals_together() -> None:
    assert each_level(1) == pytest.approx(0.95)
    assert each_level(20) == pytest.approx(0.9975)
    assert each_level(0) == pytest.approx(0.95)
    assert not Interval(0.1, -0.1, 0.3).excludes_zero
    assert Interval(-0.1, -0.2, -0.05).excludes_zero
