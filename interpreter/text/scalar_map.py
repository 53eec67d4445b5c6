"""From an offset in the value of a YAML scalar to the place in the file.

Exact for a plain or quoted scalar on one line without escapes and for ``|`` blocks. A folded,
escaped or wrapped scalar has no simple map; there every part is shown as the whole scalar.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from interpreter.text.span import Source, Span

Style = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """``length`` characters at offset ``value`` of the value that stand unchanged at offset ``file``."""

    value: int
    file: int
    length: int


@dataclass(frozen=True, slots=True)
class ScalarMap:
    """The places of a scalar's characters; without stretches only the whole is known."""

    whole: Span
    stretches: tuple[Stretch, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether parts of the value have places of their own."""
        return bool(self.stretches)

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from ``start`` up to ``end`` of the value."""
        if not self.stretches:
            return self.whole
        first = self._offset(start)
        # The last character decides where a part ends: its successor may stand in the next line.
        last = self._offset(end - 1) + 1 if end > start else first
        return Span(self.whole.source, first, max(first, min(last, self._end(end))))

    def _stretch(self, offset: int) -> Stretch:
        row = bisect_right(self.stretches, offset, key=lambda stretch: stretch.value) - 1
        return self.stretches[max(row, 0)]

    def _offset(self, offset: int) -> int:
        stretch = self._stretch(offset)
        return stretch.file + min(max(offset - stretch.value, 0), stretch.length)

    def _end(self, end: int) -> int:
        stretch = self._stretch(max(end - 1, 0))
        return stretch.file + stretch.length


def map_scalar(whole: Span, style: Style, value: str) -> ScalarMap:
    """The map of the scalar that fills ``whole``, quotes or block header included, and reads ``value``."""
    match style:
        case "plain":
            inner = whole
        case "single" | "double":
            inner = Span(whole.source, whole.start + 1, whole.end - 1)
        case "literal":
            return ScalarMap(whole, _block_stretches(whole, value))
        case "folded":
            return ScalarMap(whole)
    # An escape or a fold makes the value shorter than its text: equal text means an exact map.
    if inner.text == value:
        return ScalarMap(whole, (Stretch(0, inner.start, len(value)),))
    return ScalarMap(whole)


def _block_stretches(whole: Span, value: str) -> tuple[Stretch, ...]:
    """One stretch a line of a ``|`` block, or none where lines and value do not agree."""
    if not value:
        return ()
    source = whole.source
    lines = value.split("\n")
    if lines[-1] == "" and len(lines) > 1:
        lines.pop()
    first = whole.line + 1
    if first + len(lines) - 1 > source.last_line:
        return ()
    stretches: list[Stretch] = []
    indent = _indent(source, first, lines)
    offset = 0
    for number, line in enumerate(lines, first):
        written = source.line(number)
        if written[indent:] != line:
            return ()
        start = source.line_start(number) + min(indent, len(written))
        stretches.append(Stretch(offset, start, len(line)))
        offset += len(line) + 1
    return tuple(stretches)


def _indent(source: Source, first: int, lines: list[str]) -> int:
    """Spaces taken from the front of each line of the block."""
    for number, line in enumerate(lines, first):
        if line:
            return max(0, len(source.line(number)) - len(line))
    return max((len(source.line(number)) for number in range(first, first + len(lines))), default=0)
