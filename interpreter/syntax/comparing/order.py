"""What has changed its place in a list of names."""

from collections.abc import Sequence

MOST = 150
"""Names of a list of which it is found out which ones have moved; of a longer one only that it has."""


def moved(before: Sequence[str], after: Sequence[str]) -> frozenset[str]:
    """The fewest names that have to move to turn one order of the same names into the other.

    Of several ways to choose them the one is taken that leaves the first names of the alphabet in their
    places, so that the answer is the same the other way round.
    """
    stays = _longest(before, after)
    return frozenset(before) - frozenset(stays)


def _longest(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The longest list of names in the order of both; of several the first of the alphabet.

    Source: the usual table of longest common subsequences (Wagner and Fischer, 1974), its rows from behind.
    """
    below: list[tuple[str, ...]] = [()] * (len(after) + 1)
    for name in reversed(before):
        row: list[tuple[str, ...]] = [()] * (len(after) + 1)
        for at in reversed(range(len(after))):
            found = [below[at], row[at + 1]]
            if after[at] == name:
                found.append((name, *below[at + 1]))
            row[at] = min(found, key=lambda names: (-len(names), names))
        below = row
    return below[0]
