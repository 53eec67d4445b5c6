"""Printing on a terminal of any sort: colours, characters and room as far as it has them."""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

import click

from interpreter.draw.ink import BOLD, DIM, Line, folded, plain

_ASCII = str.maketrans({
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+",
    "┼": "+", "·": ".", "×": "x", "−": "-", "→": ">", "…": "~", "–": "-",
})  # fmt: skip
_PROBE = "─│┼·→−"


def has_colour(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal that has them, unless `NO_COLOR` is set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal."""
    try:
        return stream.isatty()
    except ValueError:  # it is closed
        return False


def has_signs(stream: TextIO) -> bool:
    """Whether a stream can show the lines and signs that boards are drawn with."""
    try:
        _PROBE.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def can_clear(stream: TextIO) -> bool:
    """Whether the screen can be cleared."""
    return is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"


def room() -> tuple[int, int]:
    """Columns and rows of the terminal; 80 by 24 where there is none that tells."""
    size = shutil.get_terminal_size((80, 24))
    return max(size.columns, 20), max(size.lines, 5)


def paint(pieces: Line, *, colour: bool, signs: bool = True) -> str:
    """A line as text to print."""
    text = "".join(_styled(part, look) for part, look in pieces) if colour else plain(pieces).rstrip()
    return text if signs else text.translate(_ASCII)


def _styled(text: str, look: str) -> str:
    if not look or not text.strip():
        return text
    if look == BOLD:
        return click.style(text, bold=True)
    if look == DIM:
        return click.style(text, dim=True)
    return click.style(text, fg=look)


def show(lines: Iterable[Line]) -> None:
    """Print lines to the output, in colour where it has colours."""
    out = sys.stdout
    colour, signs = has_colour(out), has_signs(out)
    for pieces in lines:
        click.echo(paint(pieces, colour=colour, signs=signs), color=colour)


def show_folded(lines: Iterable[Line]) -> None:
    """Print lines of prose: on a terminal, long ones are broken between words and go on further in."""
    if is_terminal(sys.stdout):
        wide = room()[0]
        lines = (part for pieces in lines for part in folded(pieces, wide))
    show(lines)


def say(text: str = "") -> None:
    """Print plain text to the output; signs that it cannot show are replaced."""
    click.echo(text if has_signs(sys.stdout) else text.translate(_ASCII))


def print_json(data: Mapping[str, object]) -> None:
    """Print one JSON document to the output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
