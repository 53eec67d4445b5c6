"""The known name that an unknown one was probably meant to be."""

from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 100
_MOST_COMPARED = 200


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name of ``known`` nearest to ``name``, or None where more than about a third would be wrong.

    Case, underscores and hyphens count for nothing; equal distances go to the likelier length, then
    to the first in the alphabet, so the answer does not depend on the order of ``known``. Where a great
    many names are about as long, only those with the same first letter count, and too many are none.
    """
    wanted = _folded(name)
    if len(wanted) > _LONGEST:
        return None
    best: tuple[int, int, str] | None = None
    for candidate, other in _alike(wanted, known):
        limit = max(len(wanted), len(other)) // 3
        wrong = 0 if wanted == other else _distance(wanted, other, limit)
        if wrong > limit:
            continue
        entry = (wrong, abs(len(wanted) - len(other)), candidate)
        if best is None or entry < best:
            best = entry
    return best[2] if best else None


def _alike(wanted: str, known: Iterable[str]) -> list[tuple[str, str]]:
    """The names, folded too, whose length is near enough; few enough to be compared letter by letter."""
    found = []
    for candidate in known:
        other = _folded(candidate)
        if abs(len(wanted) - len(other)) <= max(len(wanted), len(other)) // 3:
            found.append((candidate, other))
    if len(found) > _MOST_COMPARED:
        found = [pair for pair in found if pair[1][:1] == wanted[:1]]
    return found if len(found) <= _MOST_COMPARED else [pair for pair in found if pair[1] == wanted]


@lru_cache(maxsize=8192)
def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


def _distance(left: str, right: str, limit: int) -> int:
    """Letters to add, drop, change or swap with their neighbour; more than ``limit`` where it is exceeded."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, above = above, row
    return above[-1]
