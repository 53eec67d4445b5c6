"""Boards whose cells are named by file and rank, drawn as a grid of characters."""

import re
from collections.abc import Mapping, Sequence

from interpreter.draw.ink import DIM, PLAIN, Line, Piece, padded, trimmed, width

EMPTY: Line = (("·", DIM),)
_CELL = re.compile(r"^([a-z]+)([0-9]+)$")
Cell = tuple[int, int]


def place_of(name: str) -> Cell | None:
    """File and rank of a cell's name, counted from 0; none for another name."""
    found = _CELL.match(name)
    if found is None:
        return None
    file = 0
    for letter in found[1]:
        file = file * 26 + ord(letter) - ord("a") + 1
    return file - 1, int(found[2]) - 1


def is_grid(names: Sequence[str]) -> bool:
    """Whether all names are those of cells."""
    return bool(names) and all(place_of(name) is not None for name in names)


def board_lines(
    names: Sequence[str], content: Mapping[str, Line], *, is_hex: bool = False, is_turned: bool = False
) -> list[Line]:
    """The board, its last rank on top; ``content`` is what stands on cells that are not empty.

    With ``is_turned`` it is seen from the other side, the first rank on top and the last file on the left.
    On a board of hexagons a cell touches the two beside it, the two above and the two below.
    """
    places = {place: name for name in names if (place := place_of(name)) is not None}
    if not places:
        return []
    if is_turned:
        last = max(x for x, _ in places), max(y for _, y in places)
        places = {(last[0] - x, last[1] - y): name for (x, y), name in places.items()}
    each = 1 + max([1, *(width(content.get(name, EMPTY)) for name in names)])
    each += is_hex and each % 2
    files, ranks = 1 + max(x for x, _ in places), 1 + max(y for _, y in places)
    step = each // 2 if is_hex else 0
    labels = _labels(places, ranks, is_hex)
    margin = max(len(label) for label in labels) + 2
    left = min(x * each - y * step for x, y in places)
    lines = [
        _rank(places, content, files, y, (each, step, left), labels[y].rjust(margin - 1) + " ")
        for y in reversed(range(ranks))
    ]
    if len(places) == files * ranks:
        lines.append(_files(places, files, each, margin + step - left))
    return lines


def _labels(places: Mapping[Cell, str], ranks: int, is_hex: bool) -> list[str]:
    """What stands before each rank: its number, or its first cell where ranks are shifted."""
    if not is_hex:
        return [_rank_of(places, y) for y in range(ranks)]
    return [places[min(place for place in places if place[1] == y)] for y in range(ranks)]


def _rank_of(places: Mapping[Cell, str], y: int) -> str:
    """The number that all cells of a rank have."""
    name = next((name for (_, rank), name in places.items() if rank == y), "")
    return name.lstrip("abcdefghijklmnopqrstuvwxyz")


def _rank(
    places: Mapping[Cell, str], content: Mapping[str, Line], files: int, y: int,
    steps: tuple[int, int, int], label: str,
) -> Line:  # fmt: skip
    each, step, left = steps
    pieces: list[Piece] = [(label, DIM)]
    first = min(x for x, rank in places if rank == y)
    pieces.append((" " * (first * each - y * step - left), PLAIN))
    for x in range(first, files):
        name = places.get((x, y))
        if name is not None:
            pieces += padded(content.get(name) or EMPTY, each)
    return trimmed(pieces)


def _files(places: Mapping[Cell, str], files: int, each: int, margin: int) -> Line:
    letters = [places[x, 0].rstrip("0123456789").ljust(each) for x in range(files)]
    return ((" " * margin + "".join(letters).rstrip(), DIM),)
