"""The headings of a file as a tree: what an editor shows beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.front.editor.explain import end_of
from interpreter.syntax import document as d
from interpreter.syntax.document import Node, Scalar
from interpreter.text.span import Span

_DEEPEST = 6
_NAMED = {"name", "title", "refused"}


@dataclass(slots=True)
class Heading:
    """A key with what lies below it; ``span`` is the whole, ``name_span`` the key."""

    name: str
    sort: str
    span: Span
    name_span: Span
    inside: list["Heading"] = field(default_factory=list)


def outline(root: Node) -> list[Heading]:
    """The headings of a file."""
    return list(_below(root, "", 0))


def _below(node: Node, sort: str, depth: int) -> Iterator[Heading]:
    if depth >= _DEEPEST:
        return
    if isinstance(node, d.Mapping):
        for entry in node.entries:
            inside = list(_below(entry.value, entry.name, depth + 1))
            if inside or depth < 2 or sort in _SHOWN:
                yield Heading(entry.name, sort, _whole(entry.key.span, entry.value), entry.key.span, inside)
    elif isinstance(node, d.Sequence):
        for item in node.items:
            name = (
                next((item.get(key) for key in _NAMED if item.get(key)), None)
                if isinstance(item, d.Mapping)
                else None
            )
            if isinstance(name, Scalar) and name.text:
                yield Heading(name.text, sort, _whole(name.span, item), name.span, [])


_SHOWN = {
    "steps",
    "choose",
    "requires",
    "let",
    "has",
    "modifiers",
    "keys",
    "ranks",
    "phases",
    "setup",
    "scoring",
}


def _whole(key: Span, value: Node) -> Span:
    """From the key to the end of its value, which may lie before the key's in a list."""
    return Span(key.source, min(key.start, value.span.start), max(key.end, end_of(value)))
