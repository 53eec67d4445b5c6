"""Whether two values say the same, however they are spelled: compared as they are read."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.patches.address import name_of
from interpreter.syntax.patches.parts import Part
from interpreter.syntax.patches.places import Place, below, inner_schema, place_name, unfolded
from interpreter.syntax.sentences import resolved

_BESIDE = {"span", "name_span", "foot", "feet", "foots"}
"""Fields of syntax nodes that say where something stands and what it cites, not what it means."""

_LABELS = {"cite", "help"}


def is_same(written: Node, there: "Place | Part") -> bool:
    """Whether ``written`` means what stands at a place. Citations and help texts count for nothing."""
    if isinstance(there, Part):
        return isinstance(written, Scalar) and bool(
            meaning_of(written, there.start) == meaning_of(there.text, there.start)
        )
    return bool(_meaning(_put(written, there)) == _meaning(there))


def text_of(node: Node) -> str:
    """A value on one line, as its author wrote it."""
    match node:
        case Scalar(text=text):
            return " ".join(text.split())
        case Mapping(entries=entries):
            return ", ".join(f"{entry.name}: {text_of(entry.value)}" for entry in entries)
        case Sequence(items=items):
            return ", ".join(text_of(item) for item in items)


def _put(node: Node, place: Place) -> Place:
    """A value as if it stood at a place: read by the same part of the schema."""
    if place.above is None:
        return Place(node, place.schema, place.whole)
    name, old = place_name(place), place.above.node
    assert isinstance(old, Mapping)
    entries = (Entry(one.key, node) if one.name == name else one for one in old.entries)
    holder = replace(place.above, node=Mapping(tuple(entries), old.span))
    inner = inner_schema(holder, name) or {}
    return Place(node, resolved(node, inner, place.whole), place.whole, holder)


def _meaning(place: Place) -> Any:
    node = place.node
    if isinstance(node, Sequence):
        return [text_of(item) for item in node.items]
    place = unfolded(place)
    if isinstance(place.node, Scalar):
        return meaning_of(place.node, place.start) if place.start else text_of(place.node)
    assert isinstance(place.node, Mapping)
    pairs = [
        (name_of(entry.name), entry.name if "(" in entry.name else "", _meaning(below(place, entry)))
        for entry in place.node.entries
        if place.is_named or entry.name not in _LABELS
    ]
    return pairs if place.is_ordered else sorted(pairs, key=lambda pair: pair[0])


def meaning_of(scalar: Scalar, start: str) -> Any:
    """What a sentence says, as data that can be compared: its text where it can't be read."""
    node, found = parse_scalar(scalar, start)
    return text_of(scalar) if found or node is None else bare(node)


def bare(node: Any) -> Any:
    """A syntax node as data without places and footnotes."""
    if isinstance(node, tuple):
        return tuple(bare(one) for one in node)
    if is_dataclass(node) and not isinstance(node, type):
        parts = tuple(bare(getattr(node, one.name)) for one in fields(node) if one.name not in _BESIDE)
        return type(node).__name__, parts
    return node
