"""Parts of a sentence with addresses of their own: an alternative, a value of a row, a word, a start.

A sentence that is patched in its parts is put together anew; each part keeps its place in its own file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.parse import parse
from interpreter.text.joined_map import JoinedMap, Piece
from interpreter.text.span import Source, Span

START = "start"
"""The part of a type behind its `=`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of a sentence: ``text`` is what stands there, ``start`` the symbol that reads it."""

    name: str
    text: Scalar
    start: str
    begin: int
    end: int


def parts_of(sentence: Scalar, start: str, columns: Sequence[str] = ()) -> tuple[Part, ...]:
    """The parts of a sentence in order; none where it can't be read or has none.

    Of `one of` the alternatives, of listed words the words, of a row its values by ``columns`` if it has one
    for each, of a type its start.
    """
    if start not in {"calls_line", "kind_line", "row_line", "type_line"}:
        return ()
    source = Source("", sentence.text)  # offsets in the sentence itself, whatever file it stands in
    node, _ = parse(sentence.text, start, lambda a, b: Span(source, a, b))
    found: list[tuple[str, str, Span]] = []
    match node:
        case n.Calls():
            found = [(call.name, "calls_line", call.span) for call in node.calls]
        case n.KindLine():
            found = [(word.name, "phrase", word.span) for word in node.names]
        case n.RowLine() if len(node.values) == len(columns):
            found = [
                (column, "phrase", value.span) for column, value in zip(columns, node.values, strict=True)
            ]
        case n.TypeLine() if node.start is not None:
            found = [(START, "phrase", node.start.span)]
        case _:
            pass
    return tuple(
        Part(name, piece(sentence, span.start, span.end), sort, span.start, span.end)
        for name, sort, span in found
    )


def one_word(sentence: Scalar, start: str) -> tuple[Part, ...]:
    """A single word to be added to those of a kind; by itself it would name another kind."""
    word = sentence.text.strip()
    if start != "kind_line" or not word.isidentifier():
        return ()
    begin = sentence.text.index(word)
    return (Part(word, piece(sentence, begin, begin + len(word)), "phrase", begin, begin + len(word)),)


def piece(sentence: Scalar, begin: int, end: int) -> Scalar:
    """A part of a sentence as a text by itself, which knows its place."""
    text, span = sentence.text[begin:end], sentence.map.span(begin, end)
    return Scalar(
        text, text, "plain", span, JoinedMap(span, (), (Piece(0, end - begin, sentence.map, begin),))
    )


def without_foot(sentence: Scalar, start: str) -> tuple[Scalar, n.Foot | None]:
    """A sentence and the footnote behind it, which belongs to the whole and not to a part."""
    node: Any
    node, _ = parse(sentence.text, start, sentence.map.span)
    foot: n.Foot | None = getattr(node, "foot", None)
    if foot is None:
        return sentence, None
    end = sentence.text.rfind("[")
    return piece(sentence, 0, len(sentence.text[:end].rstrip())), foot


def put_together(sentence: Scalar, old: Sequence[Part], new: Sequence[Scalar]) -> Scalar:
    """The sentence with other parts in the place of its own; what stands before and behind them stays."""
    begin, end = (old[0].begin, old[-1].end) if old else (0, 0)
    before, behind = piece(sentence, 0, begin), piece(sentence, end, len(sentence.text))
    text = before.text
    pieces = [Piece(0, begin, sentence.map, 0)] if begin else []
    for number, part in enumerate(new):
        text += ", " if number else ""
        pieces.append(Piece(len(text), len(part.text), part.map, 0))
        text += part.text
    if behind.text:
        pieces.append(Piece(len(text), len(behind.text), sentence.map, end))
        text += behind.text
    return Scalar(text, text, "plain", sentence.span, JoinedMap(sentence.span, (), tuple(pieces)))
