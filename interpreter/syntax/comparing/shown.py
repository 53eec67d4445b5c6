"""Passages as an author writes them, for whoever reads what differs."""

from interpreter.syntax.comparing.passage import Passage
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence

_ROOM = 90
"""Columns up to which a mapping is written in braces."""


def shown(one: Passage) -> str:
    """What stands there: the sentence alone, or, under a key with a signature, the key with it; a mapping
    with its headings, a line each.
    """
    if isinstance(one.node, Scalar):
        text = one.node.text.rstrip("\n")
        signed = one.key is not None and "(" in one.key.text and one.key is not one.node
        return _entry(one.key.text, one.node) if signed and one.key is not None else text
    return "\n".join(_lines(one.node))


def _lines(node: Node) -> list[str]:
    match node:
        case Scalar(text=text):
            return text.rstrip("\n").split("\n")
        case Sequence(items=items):
            return [f"- {_braced(item)}" for item in items]
        case Mapping(entries=entries):
            return [line for entry in entries for line in _entry(entry.key.text, entry.value).split("\n")]


def _entry(key: str, value: Node) -> str:
    if isinstance(value, Scalar) and "\n" not in value.text.rstrip("\n"):
        return f"{key}: {value.text.rstrip()}"
    if not isinstance(value, Scalar):
        braced = _braced(value)
        if "\n" not in braced and len(key) + len(braced) < _ROOM:
            return f"{key}: {braced}"
    mark = " |" if isinstance(value, Scalar) else ""
    return "\n".join([f"{key}:{mark}", *(f"  {line}" for line in _lines(value))])


def _braced(node: Node) -> str:
    match node:
        case Scalar(text=text):
            return text.rstrip("\n")
        case Sequence(items=items):
            return f"[{', '.join(map(_braced, items))}]"
        case Mapping(entries=entries):
            return "{" + ", ".join(f"{one.key.text}: {_braced(one.value)}" for one in entries) + "}"
