"""Tables that fit into the room there is: wide columns are broken between their words."""

from collections.abc import Sequence

from interpreter.draw.ink import PLAIN, Line, Piece, aligned, width

NARROWEST = 14
"""A column is not made narrower than this."""


def fitted(rows: Sequence[Sequence[Line]], room: int, gap: int = 2) -> list[Line]:
    """Rows with their columns under each other, in ``room`` columns where that can be done."""
    if not rows:
        return []
    widest = [max(width(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    limits = _limits(widest, room - gap * (len(widest) - 1))
    lines: list[list[Line]] = []
    for row in rows:
        cells = [_broken(cell, limit) for cell, limit in zip(row, limits, strict=False)]
        blank: Line = ()
        for at in range(max(map(len, cells), default=0)):
            lines.append([cell[at] if at < len(cell) else blank for cell in cells])
    return aligned(lines, gap)


def flowing(head: Line, cells: Sequence[Line], room: int, gap: int = 2) -> list[Line]:
    """Cells one behind the other after a head, on as many lines as they need, each as far in as the first."""
    indent = width(head) + gap if head else 0
    lines: list[Line] = []
    now, is_bare = head, True
    for cell in cells:
        if not is_bare and width(now) + gap + width(cell) > room:
            lines.append(now)
            now, is_bare = ((" " * (indent - gap), PLAIN),) if indent else (), True
        now = (*now, (" " * gap, PLAIN), *cell) if now else cell
        is_bare = False
    return [*lines, now] if now else lines


def _limits(widest: list[int], room: int) -> list[int]:
    """How wide each column may be: the widest give way first."""
    limits = list(widest)
    while sum(limits) > room:
        most = max(limits)
        if most <= NARROWEST:
            return limits
        among = [i for i, limit in enumerate(limits) if limit == most]
        below = max([NARROWEST, *(limit for limit in limits if limit < most)])
        step = min(most - below, -(-(sum(limits) - room) // len(among)))
        for i in among:
            limits[i] -= step
    return limits


def _broken(cell: Line, limit: int) -> list[Line]:
    """A cell on as many lines as it needs; it is broken behind its blanks."""
    if width(cell) <= limit:
        return [cell]
    lines: list[Line] = []
    now: list[Piece] = []
    for word in _words(cell):
        if now and width([*now, *_bare(word)]) > limit:
            lines.append(_bare(now))
            now = []
        now.extend(word)
    return [*lines, _bare(now)]


def _words(cell: Line) -> list[list[Piece]]:
    """What stands together: a blank ends it, but for the one before a number."""
    words: list[list[Piece]] = [[]]
    for text, look in cell:
        parts = text.split(" ")
        for number, part in enumerate(parts):
            is_last = number == len(parts) - 1
            piece = part if is_last else f"{part} "
            if piece:
                words[-1].append((piece, look))
            if not is_last and not parts[number + 1][:1].isdecimal():
                words.append([])
    return [word for word in words if word]


def _bare(pieces: Sequence[Piece]) -> Line:
    """Pieces without the blank at their end."""
    if not pieces:
        return ()
    *kept, (text, look) = pieces
    return (*kept, (text.rstrip(), look or PLAIN))
