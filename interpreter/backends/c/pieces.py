"""Pieces of a large C text that several compilers read at once: each takes what stands behind its number.

A function that another piece calls is `JOINT` and declared before it, so the text can be compiled whole too.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.c.building import MOST_PIECES, PIECE_MARK
from interpreter.backends.c.writer import Writer

_OPEN = f"{PIECE_MARK}{{}})"
_CLOSE = "#endif /* of a piece */"


@contextmanager
def piece(out: Writer, is_parted: bool = True) -> Iterator[None]:
    """What is written inside is left to one compiler; which one is known at the end."""
    if is_parted:
        out.line(_OPEN.format("?"))
    yield
    if is_parted:
        out.line(_CLOSE)


def shared_out(lines: list[str]) -> list[str]:
    """The lines of a text, with a number for each piece so that every compiler has about as much to do.

    Two compilers take the even and the odd numbers.
    """
    opening = [at for at, line in enumerate(lines) if line == _OPEN.format("?")]
    closing = [at for at, line in enumerate(lines) if line == _CLOSE]
    sizes = [sum(map(len, lines[a:b])) for a, b in zip(opening, closing, strict=True)]
    work = [0] * MOST_PIECES
    shared = list(lines)
    for size, at in sorted(zip(sizes, opening, strict=True), key=lambda one: (-one[0], one[1])):
        number = work.index(min(work))
        work[number] += size
        shared[at] = _OPEN.format(number)
    return shared
