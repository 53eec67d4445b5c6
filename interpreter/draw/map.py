"""A map in text: borders of areas drawn with lines, and a label in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.draw.ink import DIM, PLAIN, Line, Piece, columns, trimmed, width
from interpreter.draw.picture import Outline, Picture

TALLER = 2.1
"""How much taller than wide a character of a terminal is."""

_OUTSIDE = -1
_OPEN = -2
# By the four arms of a crossing: up 1, down 2, left 4, right 8.
_LINES = " │││─┘┐┤─└┌├─┴┬┼"
_WATER: Piece = ("~", "blue")
Size = tuple[int, int]
Label = Sequence[Line]


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a label stands: its first column and row, its width and height."""

    x: int
    y: int
    wide: int
    high: int

    def overlaps(self, other: "_Box") -> bool:
        """Whether two labels touch; side by side there must be a column between them."""
        return (
            self.x < other.x + other.wide + 1
            and other.x < self.x + self.wide + 1
            and self.y < other.y + other.high
            and other.y < self.y + self.high
        )


class Map:
    """The map of a picture; borders are found once for each size."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._grounds: dict[Size, list[list[Piece]]] = {}

    def size(self, room: int) -> Size:
        """Columns and rows of a map in that much room."""
        wide, high = self.picture.canvas
        return room, max(2, round(room * high / max(wide, 1) / TALLER))

    def lines(self, labels: Mapping[str, Label], room: int) -> list[Line] | None:
        """The map with its labels, ``room`` columns wide; none where the labels would collide.

        Sites without a label are left out.
        """
        size = self.size(room)
        ground = self._ground(size)
        boxes = self._boxes(labels, size, ground)
        if boxes is None:
            return None
        rows = [list(row) for row in ground]
        for name, box in boxes.items():
            for offset, pieces in enumerate(labels[name]):
                _write(rows[box.y + offset], box.x, pieces)
        return [_merged(row) for row in rows]

    # -- labels --------------------------------------------------------------------------------------

    def _boxes(
        self, labels: Mapping[str, Label], size: Size, ground: list[list[Piece]]
    ) -> dict[str, _Box] | None:
        """A place for every label, as near to its site as the others and the borders allow."""
        wide, high = self.picture.canvas
        boxes: dict[str, _Box] = {}
        sites = [name for name in self.picture.sites if name in labels]
        for name in sorted(sites, key=lambda one: self.picture.sites[one][::-1]):
            label = labels[name]
            x, y = self.picture.sites[name]
            across, down = max(map(width, label)), len(label)
            column = round(x / max(wide, 1) * (size[0] - 1) - (across - 1) / 2)
            row = round(y / max(high, 1) * (size[1] - 1) - (down - 1) / 2)
            best = self._best(_Box(column, row, across, down), size, boxes, ground)
            if best is None:
                return None
            boxes[name] = best
        return boxes

    def _best(
        self, wanted: _Box, size: Size, boxes: Mapping[str, _Box], ground: list[list[Piece]]
    ) -> _Box | None:
        best: tuple[int, _Box] | None = None
        for dx, dy in _NEAR:
            x = min(max(wanted.x + dx, 0), size[0] - wanted.wide)
            y = min(max(wanted.y + dy, 0), size[1] - wanted.high)
            box = _Box(x, y, wanted.wide, wanted.high)
            if x < 0 or y < 0 or any(box.overlaps(other) for other in boxes.values()):
                continue
            cost = 4 * _covered(box, ground) + abs(x - wanted.x) + 3 * abs(y - wanted.y)
            if best is None or cost < best[0]:
                best = cost, box
        return best[1] if best else None

    # -- borders -------------------------------------------------------------------------------------

    def _ground(self, size: Size) -> list[list[Piece]]:
        if size not in self._grounds:
            self._grounds[size] = _drawn(_owners(self.picture, size), size, len(self.picture.outlines))
        return self._grounds[size]


_NEAR = sorted(
    ((dx, dy) for dx in range(-5, 6) for dy in range(-2, 3)), key=lambda one: abs(one[0]) + 3 * abs(one[1])
)
"""Where a label may be moved to, the nearest first."""


def _owners(picture: Picture, size: Size) -> list[list[int]]:
    """The number of the area around each crossing of four characters: outlines first, then lakes."""
    columns_, rows = size
    areas = [*picture.outlines.values(), *picture.lakes]
    wide, high = picture.canvas
    found = [[_OPEN] * (columns_ + 1) for _ in range(rows + 1)]
    for j in range(rows + 1):
        y = (j - 0.5) / (rows - 1) * high
        for number, area in enumerate(areas):
            for left, right in _crossed(area, y):
                first = _sample(left, wide, columns_)
                for i in range(max(first, 0), min(_sample(right, wide, columns_), columns_ + 1)):
                    found[j][i] = number
        found[j][0] = found[j][-1] = _OUTSIDE
    found[0] = found[-1] = [_OUTSIDE] * (columns_ + 1)
    return found


def _sample(x: float, wide: int, columns_: int) -> int:
    """The first sample that is not left of ``x``."""
    return -int(-(x / max(wide, 1) * (columns_ - 1) + 0.5) // 1)


def _crossed(area: Outline, y: float) -> list[tuple[float, float]]:
    """The stretches of a level line that lie inside an area."""
    crossings = []
    for (x1, y1), (x2, y2) in zip(area, (*area[1:], *area[:1]), strict=True):
        if (y1 <= y) != (y2 <= y):
            crossings.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def _drawn(owners: list[list[int]], size: Size, first_lake: int) -> list[list[Piece]]:
    """Lines wherever two of the four samples around a character belong to different areas."""
    ground = []
    for j in range(size[1]):
        row: list[Piece] = []
        for i in range(size[0]):
            north, south = owners[j][i : i + 2], owners[j + 1][i : i + 2]
            arms = (
                (north[0] != north[1])
                + 2 * (south[0] != south[1])
                + 4 * (north[0] != south[0])
                + 8 * (north[1] != south[1])
            )
            if arms:
                row.append((_LINES[arms], DIM))
            else:
                row.append(_WATER if north[0] >= first_lake else (" ", PLAIN))
        ground.append(row)
    return ground


# -- characters ----------------------------------------------------------------------------------------


def _covered(box: _Box, ground: list[list[Piece]]) -> int:
    """How many characters of borders or water a label would hide."""
    rows = ground[box.y : box.y + box.high]
    return sum(text != " " for row in rows for text, _ in row[box.x : box.x + box.wide])


def _write(row: list[Piece], x: int, pieces: Line) -> None:
    for text, colour in pieces:
        for char in text:
            if x < len(row):
                row[x] = char, colour
            x += columns(char)


def _merged(row: Sequence[Piece]) -> Line:
    """A row of single characters with neighbours of one colour put together; nothing at its end."""
    pieces: list[Piece] = []
    for text, colour in row:
        if pieces and pieces[-1][1] == colour:
            pieces[-1] = pieces[-1][0] + text, colour
        else:
            pieces.append((text, colour))
    return trimmed(pieces)
