"""The remarks of a YAML text: where each stands, so that it can stand there again."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.syntax.document import Node, scalars_of
from interpreter.text.span import Source

_REMARK = re.compile(r"#[^\n]*")
_IN_HEADER = re.compile(r"[|>][-+0-9]*[ \t]+(#[^\n]*)")


@dataclass(frozen=True, slots=True)
class Remark:
    """``# so``, from the offset ``start`` on; ``column`` is counted from 0.

    ``is_own``: nothing stands before it on its line. ``gap``: an empty line stands before that line.
    """

    text: str
    start: int
    column: int
    is_own: bool
    gap: bool


class Queue:
    """The remarks of a text that have not been written yet, in the order of the file."""

    def __init__(self, remarks: list[Remark]) -> None:
        self._remarks = remarks
        self._next = 0

    def first(self, before: int) -> Remark | None:
        """The next remark, if it stands before an offset."""
        if self._next < len(self._remarks) and self._remarks[self._next].start < before:
            return self._remarks[self._next]
        return None

    def take(self) -> Remark:
        """The next remark, which is then written."""
        self._next += 1
        return self._remarks[self._next - 1]

    def take_before(self, offset: int) -> list[Remark]:
        """All remarks before an offset."""
        taken = []
        while self.first(offset) is not None:
            taken.append(self.take())
        return taken


class Places:
    """Lines of a source: which are empty, and what stands where."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self._starts = [0, *(match.end() for match in re.finditer("\n", source.text))]

    def row(self, offset: int) -> int:
        """The number of the line of an offset, from 0."""
        return bisect_right(self._starts, offset) - 1

    def column(self, offset: int) -> int:
        """The column of an offset, from 0."""
        return offset - self._starts[self.row(offset)]

    def gap(self, offset: int) -> bool:
        """Whether the line before that of an offset is empty."""
        row = self.row(offset)
        return row > 0 and not self.text[self._starts[row - 1] : self._starts[row]].strip()

    def breaks(self, start: int, end: int) -> bool:
        """Whether a line ends between two offsets."""
        return self.row(start) != self.row(end)


def remarks_of(source: Source, root: Node) -> list[Remark]:
    """The remarks of a text that is YAML and read as ``root``, in the order of the file."""
    places = Places(source)
    found: list[Remark] = []
    end = 0
    for scalar in scalars_of(root):
        found.extend(_between(source.text, end, scalar.span.start, places))
        header = _IN_HEADER.match(scalar.span.text) if scalar.style in ("literal", "folded") else None
        if header is not None:
            found.append(_remark(header[1], scalar.span.start + header.start(1), places))
        end = max(end, scalar.span.end)
    found.extend(_between(source.text, end, len(source.text), places))
    return found


def _between(text: str, start: int, end: int, places: Places) -> Iterator[Remark]:
    for match in _REMARK.finditer(text, start, end):
        yield _remark(match[0], match.start(), places)


def _remark(text: str, start: int, places: Places) -> Remark:
    column = places.column(start)
    is_own = not places.text[start - column : start].strip(" \t\ufeff")
    return Remark(text.rstrip(), start, column, is_own, is_own and places.gap(start))
