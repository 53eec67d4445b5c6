"""The final scoring of the second Yellow & Yangtze (S5)."""

from collections.abc import Iterator, Mapping

from tests.differential.yy_second_position import COLOURS, Position

PLAIN = COLOURS[:-1]


def allocations(yellow: int, colours: int) -> Iterator[tuple[int, ...]]:
    """All ways to spread the yellow points over so many colours."""
    if colours == 1:
        yield (yellow,)
        return
    for first in range(yellow + 1):
        for rest in allocations(yellow - first, colours - 1):
            yield first, *rest


def totals(points: Mapping[str, int]) -> tuple[int, ...]:
    """The four totals, lowest first, as the best use of the yellow points makes them (YY-17)."""
    own = [points.get(colour, 0) for colour in PLAIN]
    return max(
        tuple(sorted(map(sum, zip(own, extra, strict=True))))
        for extra in allocations(points.get("yellow", 0), len(PLAIN))
    )


def score(points: Mapping[str, int]) -> int:
    return totals(points)[0]


def rank(points: Mapping[str, int]) -> tuple[tuple[int, ...], int]:
    """What decides, in this order: the totals from the lowest, then fewer yellow points."""
    return totals(points), -points.get("yellow", 0)


def winner(position: Position) -> int | None:
    """Who has won; nobody if the best are equal in everything."""
    ranks = [rank(points) for points in position.points]
    best = [player for player, own in enumerate(ranks) if own == max(ranks)]
    return best[0] if len(best) == 1 else None


def scores(position: Position) -> list[int]:
    return [score(points) for points in position.points]
