"""Sources and the places in them."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, eq=False, slots=True)
class Source:
    """A named text; two sources are equal only if they are the same object.

    ``first_line`` is the number of its first line, more than 1 where the text was cut from a longer file.
    """

    path: str
    text: str = field(repr=False)
    first_line: int = 1
    _starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in _BREAK.finditer(self.text)))
        object.__setattr__(self, "_starts", starts)

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> "Source":
        """The source of a file's bytes, read as UTF-8 with or without a mark at its start.

        Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF), which readers report.
        """
        return cls(path, data.decode("utf-8-sig", "surrogateescape"))

    @property
    def last_line(self) -> int:
        """The number of the last line, which is empty where the text ends in a line break."""
        return self.first_line + len(self._starts) - 1

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of ``offset``, both counted from 1, the column in code points."""
        offset = min(max(offset, 0), len(self.text))
        row = bisect_right(self._starts, offset) - 1
        return self.first_line + row, offset - self._starts[row] + 1

    def line_start(self, number: int) -> int:
        """The offset of the first character of line ``number``.

        Raises:
            IndexError: there is no such line.
        """
        row = number - self.first_line
        if row < 0:
            raise IndexError(f"line {number} stands before the first")
        return self._starts[row]

    def line(self, number: int) -> str:
        """Line ``number`` without its line break.

        Raises:
            IndexError: there is no such line.
        """
        start = self.line_start(number)
        found = _BREAK.search(self.text, start)
        return self.text[start : found.start() if found else len(self.text)]


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from ``start`` up to, not with, ``end`` of a source; offsets in code points."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1, in code points."""
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line where the span ends, from 1."""
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column just behind the last character, from 1, in code points."""
        return self.source.place(self.end)[1]

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    @staticmethod
    def join(first: "Span", second: "Span") -> "Span":
        """The smallest span that holds both.

        Raises:
            ValueError: the two lie in different sources.
        """
        if first.source is not second.source:
            raise ValueError("spans of two sources cannot be joined")
        return Span(first.source, min(first.start, second.start), max(first.end, second.end))
