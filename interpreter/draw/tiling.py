"""Labels in rows of squares or of hexagons, wherever places lie; what is too wide is drawn part by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from interpreter.draw.ink import DIM, PLAIN, Line, Piece, padded, trimmed, width, wrapped

Place = tuple[int, int]
"""Where a label lies: x to the right and y up; on hexes the file and the rank of a hex board."""

USUAL, WIDEST = 5, 13
"""Columns of a label where there is room, and at most; what is longer is broken, where it can be."""

_BAR: Piece = ("│", DIM)
_GAP = 2
"""Rows without any place that are left free at most, between two with places."""


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at a place: ``name`` on its first line and ``parts`` below; ``fill`` fills what is left."""

    name: Line
    parts: Line = ()
    fill: Piece | None = None

    def lines(self, wide: int) -> list[Line]:
        """The label in that many columns."""
        return [self.name, *wrapped(self.parts, wide)]


def tiled(labels: Mapping[Place, Label], room: int, *, is_hex: bool) -> list[list[Line]]:
    """A map of labels, from the top row down; in parts from the left on where it is wider than ``room``.

    Rows of hexes are shifted by half a label each. Labels are as wide as there is room for, up to what they
    need, and never narrower than their names and their widest pieces.
    """
    if not labels:
        return []
    pitch = _pitch(labels, room, is_hex)
    starts = {place: _start(place, pitch, is_hex) for place in labels}
    left = min(starts.values())
    whole = max(starts.values()) + pitch - left
    each = whole if whole < room else _part(whole, pitch, room, is_hex)
    parts = []
    for first in range(left, left + whole, each):
        here = {place: start - first for place, start in starts.items() if first <= start < first + each}
        if here:
            parts.append(_rows(labels, here, pitch))
    return parts


# ---------------------------------------------------------------------------------------------
# Measures


def _pitch(labels: Mapping[Place, Label], room: int, is_hex: bool) -> int:
    """Columns from one place to the next in its row, the bar between them included."""
    least, most = 1, USUAL
    for label in labels.values():
        least = max(least, width(label.name), *(width([piece]) for piece in label.parts))
        most = max(most, width(label.parts))
    most = max(least, min(WIDEST, most))
    for wide in range(most, least - 1, -1):
        starts = [_start(place, wide + 1, is_hex) for place in labels]
        if max(starts) + wide + 1 - min(starts) < room:
            return wide + 1
    return least + 1


def _start(place: Place, pitch: int, is_hex: bool) -> int:
    """The column where a label begins, counted from some column that is the same for all."""
    x, y = place
    return x * pitch - (y * pitch // 2 if is_hex else 0)


def _part(whole: int, pitch: int, room: int, is_hex: bool) -> int:
    """How many columns of a map are drawn at once: parts of about the same width."""
    over = pitch if is_hex else 0  # what begins in a part may end behind it
    most = max(pitch, (room - 1 - over) // pitch * pitch)
    count = -(-whole // most)
    return -(-whole // count // pitch) * pitch


# ---------------------------------------------------------------------------------------------
# Characters


def _rows(labels: Mapping[Place, Label], starts: Mapping[Place, int], pitch: int) -> list[Line]:
    """The labels of ``starts``, row by row."""
    rows: dict[int, list[tuple[int, Label]]] = {}
    for place, start in starts.items():
        rows.setdefault(place[1], []).append((start, labels[place]))
    has_parts = any(label.parts or label.fill is not None for label in labels.values())
    lines: list[Line] = []
    above = max(rows)
    for y in sorted(rows, reverse=True):
        lines += [()] * min(above - y - 1, _GAP)
        lines += _row(sorted(rows[y], key=itemgetter(0)), pitch, 2 if has_parts else 1)
        above = y
    return lines


def _row(row: Sequence[tuple[int, Label]], pitch: int, height: int) -> list[Line]:
    """One row of labels that begin at their columns, ``height`` lines high or higher."""
    blocks = [(start, label.lines(pitch - 1), label.fill) for start, label in row]
    height = max(height, *(len(lines) for _, lines, _ in blocks))
    found: list[Line] = []
    for at in range(height):
        pieces: list[Piece] = []
        end = 0
        for start, lines, fill in blocks:
            if start >= end:  # else it begins at the bar behind the label before
                pieces += [(" " * (start - end), PLAIN), _BAR]
            pieces += _filled(lines[at] if at < len(lines) else (), fill, pitch - 1)
            pieces.append(_BAR)
            end = start + pitch + 1
        found.append(trimmed(pieces))
    return found


def _filled(pieces: Line, fill: Piece | None, wide: int) -> Line:
    """A line of a label in all of its columns."""
    if fill is None:
        return padded(pieces, wide)
    text, look = fill
    return (*pieces, (text * (wide - width(pieces)), look))
