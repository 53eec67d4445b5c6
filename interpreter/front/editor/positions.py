"""Places as editors count them: lines from 0, characters in the units of the agreed encoding."""

from typing import Literal, NamedTuple

from interpreter.text.span import Source, Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]


class Place(NamedTuple):
    """A line from 0, and the code units before the place in that line."""

    line: int
    character: int


class Stretch(NamedTuple):
    """From one place up to, not with, another."""

    start: Place
    end: Place


def place_of(source: Source, offset: int, encoding: Encoding) -> Place:
    """The place of an offset of a source."""
    line, column = source.place(offset)
    before = source.line(line)[: column - 1]
    return Place(line - source.first_line, units(before, encoding))


def stretch_of(span: Span, encoding: Encoding) -> Stretch:
    """The place of a span."""
    source = span.source
    return Stretch(place_of(source, span.start, encoding), place_of(source, span.end, encoding))


def offset_of(source: Source, place: Place, encoding: Encoding) -> int:
    """The offset of a place; one behind the end of its line, or of the text, is that end.

    A place in the middle of a character is the one before that character.
    """
    number = place.line + source.first_line
    if place.line < 0:
        return 0
    if number > source.last_line:
        return len(source.text)
    line, left = source.line(number), place.character
    column = 0
    for char in line:
        left -= units(char, encoding)
        if left < 0:
            break
        column += 1
    return source.line_start(number) + column


def units(text: str, encoding: Encoding) -> int:
    """How many code units a text has; a lone surrogate counts as one character of its plane."""
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case "utf-16":
            return len(text) + sum(ord(char) > 0xFFFF for char in text)
        case "utf-32":
            return len(text)
