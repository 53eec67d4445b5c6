"""The known name that an unknown one was probably meant to be."""

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name of ``known`` nearest to ``name``, or None where more than about a third would be wrong.

    Case, underscores and hyphens count for nothing; equal distances go to the likelier length, then
    to the first in the alphabet, so the answer does not depend on the order of ``known``.
    """
    wanted = _folded(name)
    best: tuple[int, int, str] | None = None
    for candidate in known:
        other = _folded(candidate)
        limit = max(len(wanted), len(other)) // 3
        if abs(len(wanted) - len(other)) > limit:
            continue
        wrong = 0 if wanted == other else _distance(wanted, other, limit)
        if wrong > limit:
            continue
        entry = (wrong, abs(len(wanted) - len(other)), candidate)
        if best is None or entry < best:
            best = entry
    return best[2] if best else None


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
