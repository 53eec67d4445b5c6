"""Lines of text whose pieces may have a colour; whoever prints them decides whether to use it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

Piece = tuple[str, str]
"""A text and how it looks: a colour of the terminal, ``bold``, ``dim``, or "" for plain."""

Line = tuple[Piece, ...]

PLAIN = ""
BOLD = "bold"
DIM = "dim"

COLOURS = (
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright_black", "bright_red", "bright_green", "bright_yellow", "bright_blue", "bright_magenta",
    "bright_cyan", "bright_white",
)  # fmt: skip
"""The colours that every terminal with colours has."""


def line(*texts: str) -> Line:
    """A line without colours."""
    return tuple((text, PLAIN) for text in texts)


def plain(pieces: Iterable[Piece]) -> str:
    """The text of a line alone."""
    return "".join(text for text, _ in pieces)


def width(pieces: Iterable[Piece]) -> int:
    """Columns that a line takes."""
    return sum(columns(text) for text, _ in pieces)


def columns(text: str) -> int:
    """Columns that a terminal gives to a text."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(pieces: Line, to: int) -> Line:
    """A line with blanks behind it, ``to`` columns wide at least."""
    missing = to - width(pieces)
    return (*pieces, (" " * missing, PLAIN)) if missing > 0 else pieces


def folded(pieces: Line, to: int) -> list[Line]:
    """A line broken between words so that no part of it takes more than ``to`` columns, if its words are not
    longer; what follows stands two columns further in than it began.
    """
    if width(pieces) <= to:
        return [pieces]
    text = plain(pieces)
    hanging = " " * (len(text) - len(text.lstrip(" ")) + 2)
    lines: list[list[Piece]] = [[]]
    taken = 0
    for word, look in _words(pieces):
        room = columns(word.rstrip(" "))
        if lines[-1] and taken + room > to and word.strip(" "):
            lines.append([(hanging, PLAIN)])
            taken = len(hanging)
        lines[-1].append((word, look))
        taken += columns(word)
    return [trimmed(one) for one in lines]


def _words(pieces: Line) -> Iterator[Piece]:
    """Words with the blanks behind them; blanks before the first are a word of their own."""
    for text, look in pieces:
        yield from ((found.group(), look) for found in re.finditer(r"\S+ *|^ +| +", text))


def aligned(rows: Sequence[Sequence[Line]], gap: int = 2, *, numbers_from: int | None = None) -> list[Line]:
    """Rows of cells with their columns under each other; nothing is padded at the end of a line.

    Columns from ``numbers_from`` on end under each other instead of beginning there.
    """
    if not rows:
        return []
    widest = [0] * max(len(row) for row in rows)
    for row in rows:
        for i, cell in enumerate(row):
            widest[i] = max(widest[i], width(cell))
    lines = []
    for row in rows:
        pieces: list[Piece] = []
        for i, cell in enumerate(row):
            if numbers_from is not None and i >= numbers_from:
                pieces += [(" " * (widest[i] - width(cell)), PLAIN), *cell]
            else:
                pieces += padded(cell, widest[i])
            pieces.append((" " * gap, PLAIN))
        lines.append(trimmed(pieces))
    return lines


def trimmed(pieces: Iterable[Piece]) -> Line:
    """A line without blanks at its end."""
    kept = list(pieces)
    while kept and not kept[-1][0].strip():
        kept.pop()
    if not kept:
        return ()
    text, look = kept[-1]
    return (*kept[:-1], (text.rstrip(), look))


def in_columns(cells: Sequence[Line], room: int, gap: int = 3) -> list[Line]:
    """Cells side by side, reading down the columns, in as many columns as there is room for."""
    if not cells:
        return []
    each = max(width(cell) for cell in cells) + gap
    across = max(1, (room + gap) // each)
    deep = -(-len(cells) // across)
    rows = [[cells[i] for i in range(row, len(cells), deep)] for row in range(deep)]
    return aligned(rows, gap)


def wrapped(pieces: Line, room: int) -> list[Line]:
    """A line broken between its pieces where it is wider than ``room``."""
    lines: list[Line] = []
    now: list[Piece] = []
    for piece in pieces:
        if now and width([*now, piece]) > room:
            lines.append(tuple(now))
            now = []
        now.append(piece)
    return [*lines, tuple(now)] if now else lines
