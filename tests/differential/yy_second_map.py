"""The map of Yellow & Yangtze for its second implementation, a table of its own.

Pointy-top hexes in the layout "odd-r": the rows B, D, F, H, J and L lie half a hex further to the right.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

Triangle = tuple[str, str, str]
"""Three spaces side by side, in the order of the board."""

ROWS, COLUMNS = "ABCDEFGHIJKL", 14
OUTSIDE = frozenset({"A1", "A14", "B14", "L1", "L13", "L14"})

CAPITALS = {"Qin": "G3", "Zhao": "B7", "Yan": "B11", "Qi": "F12", "Wei": "E8", "Han": "G6", "Chu": "K6"}
YELLOW_RIVER = "F1 F2 E3 D3 C4 C5 D5 E6 F6 F7 F8 E9 D9 D10 D11 C12 C13 C14 D4 E10"
YANGTZE = "I1 I2 J2 J3 J4 I5 I6 I7 J7 J8 I9 I10 H10 H11 H12 I13 I14 J5 I8"


@dataclass(frozen=True)
class Board:
    """The spaces from north-west to south-east, and what is known of them for the whole game."""

    spaces: tuple[str, ...]
    neighbours: Mapping[str, tuple[str, ...]]
    rivers: frozenset[str]
    capitals: Mapping[str, str]
    triangles: tuple[Triangle, ...]
    triangles_at: Mapping[str, tuple[Triangle, ...]]
    place: Mapping[str, int]
    """Where a space stands in the order of the board."""


def board(
    neighbours: Mapping[str, Iterable[str]], rivers: Iterable[str], capitals: Mapping[str, str]
) -> Board:
    spaces = tuple(sorted(neighbours, key=coordinates))
    place = {space: index for index, space in enumerate(spaces)}
    beside = {space: tuple(sorted(neighbours[space], key=place.__getitem__)) for space in spaces}
    triangles = tuple(
        (first, second, third)
        for first in spaces
        for second, third in combinations((near for near in beside[first] if place[near] > place[first]), 2)
        if third in beside[second]
    )
    at = {space: tuple(triangle for triangle in triangles if space in triangle) for space in spaces}
    return Board(spaces, beside, frozenset(rivers), dict(capitals), triangles, at, place)


def coordinates(space: str) -> tuple[int, int]:
    return ROWS.index(space[0]), int(space[1:])


def own_board() -> Board:
    """The map from the table above; the layout gives the neighbours."""
    names = {f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1)} - OUTSIDE
    neighbours = {space: names.intersection(around(space)) for space in names}
    return board(neighbours, f"{YELLOW_RIVER} {YANGTZE}".split(), CAPITALS)


def around(space: str) -> set[str]:
    """The six names around a space, on the board or not."""
    row, column = coordinates(space)
    left = column - 1 + row % 2
    above_and_below = {(row + down, left + right) for down in (-1, 1) for right in (0, 1)}
    cells = above_and_below | {(row, column - 1), (row, column + 1)}
    return {f"{ROWS[y]}{x}" for y, x in cells if 0 <= y < len(ROWS)}


BOARD = own_board()
