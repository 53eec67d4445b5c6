"""The lines that are written, and where the remarks behind them begin."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 110
"""Columns of a line that is broken where it can be."""

_STOPS = (32, 46, 58)
_MOST_THAT_FIT = 3 / 4


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its indentation, and the remark behind it; nothing at all is an empty line.

    ``is_remark``: the line is a remark and nothing else.
    """

    text: str
    remark: str = ""
    is_remark: bool = False


EMPTY = Line("")


def printed(lines: Sequence[Line]) -> str:
    """The text of lines; remarks behind lines begin in one column, if their lines are not too long."""
    stop = _stop([len(line.text) for line in lines if line.remark])
    return "".join(f"{line.text}{_pushed(line, stop)}\n" for line in lines)


def _pushed(line: Line, stop: int) -> str:
    return " " * max(2, stop - len(line.text)) + line.remark if line.remark else ""


def _stop(widths: Sequence[int]) -> int:
    """The first column that most lines leave free, with two blanks before it."""
    for stop in _STOPS:
        if sum(width + 2 <= stop for width in widths) >= _MOST_THAT_FIT * len(widths):
            return stop
    return 0
