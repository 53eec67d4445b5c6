"""Places of a page: what stands under an address, in the short form or the long one, or inside a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.patches.address import name_of
from interpreter.syntax.patches.parts import Part, parts_of
from interpreter.syntax.sentences import Schema, resolved, schema_of
from interpreter.text.scalar_map import map_scalar

DATA = "data"
"""The first step of the address of a table of the data files."""

_MOST_CELLS = 64
"""Cells of a row that have addresses of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A value of a page with what the schema says of it; ``above`` is the place that holds it."""

    node: Node
    schema: Schema
    whole: Schema
    above: "Place | None" = None

    @property
    def is_named(self) -> bool:
        """Whether it holds free names: a section, `steps`, `requires`, a table; not the keys of a step."""
        return isinstance(self.schema.get("additionalProperties"), dict)

    @property
    def is_ordered(self) -> bool:
        """Whether the order of what it holds means something to the rules."""
        return bool(self.schema.get("x-ordered"))

    @property
    def start(self) -> str | None:
        """The start symbol of the sentence that stands here; None where there is none."""
        return self.schema.get("x-start") if isinstance(self.node, Scalar) else None


def page_place(root: Node) -> Place:
    """The whole of a ruleset; its `data` holds the tables of its data files."""
    whole = schema_of("ruleset")
    return Place(root, resolved(root, whole, whole), whole)


def unfolded(place: Place) -> Place:
    """The long form of what is written short: a step its `do`, an end its `when`."""
    node, short = place.node, place.schema.get("x-short")
    if not isinstance(node, Scalar) or not isinstance(short, str):
        return place
    key = Scalar(short, short, "plain", node.span, map_scalar(node.span, "plain", short))
    long = Mapping((Entry(key, node),), node.span)
    # The rest of the schema is known again from the place above: the branch for mappings.
    assert place.above is not None
    inner = inner_schema(place.above, place_name(place))
    return Place(long, resolved(long, inner or {}, place.whole), place.whole, place.above)


def place_name(place: Place) -> str:
    """The name under which a place stands in the one above."""
    assert place.above is not None and isinstance(place.above.node, Mapping)
    return next(entry.name for entry in place.above.node.entries if entry.value is place.node)


def inner_schema(place: Place, name: str) -> Schema | None:
    """What the schema says of the value under a name, not yet resolved."""
    if place.above is None and name == DATA:
        return schema_of("data")
    known: dict[str, Any] = place.schema.get("properties", {})
    inner = known.get(name, place.schema.get("additionalProperties"))
    return inner if isinstance(inner, dict) else None


def may_hold(place: Place, name: str, value: Node) -> bool:
    """Whether ``name`` is a key of the language that may stand here, and ``value`` holds no free names."""
    inner = place.schema.get("properties", {}).get(name)
    if not isinstance(place.node, Mapping) or not isinstance(inner, dict):
        return False
    return not isinstance(resolved(value, inner, place.whole).get("additionalProperties"), dict)


def child(place: Place, name: str) -> "Place | Part | None":
    """What stands under a name; a part of a sentence where this is one."""
    place = unfolded(place)
    if isinstance(place.node, Scalar):
        return next((part for part in sentence_parts(place) if part.name == name), None)
    found = entry_of(place.node, name)
    return None if found is None else below(place, found)


def below(place: Place, entry: Entry) -> Place:
    """The place of an entry of this one."""
    inner = inner_schema(place, entry.name) or {}
    whole = schema_of("data") if place.above is None and entry.name == DATA else place.whole
    return Place(entry.value, resolved(entry.value, inner, whole), whole, place)


def entry_of(node: Node | None, name: str) -> Entry | None:
    """The entry of a mapping that has this name, with or without a signature."""
    return node.called(name) if isinstance(node, Mapping) else None


def sentence_parts(place: Place) -> tuple[Part, ...]:
    """The parts of a sentence that have addresses of their own."""
    if not isinstance(place.node, Scalar) or place.start is None:
        return ()
    return parts_of(place.node, place.start, _columns(place))


def _columns(place: Place) -> tuple[str, ...]:
    """What the values of a listed row are called: the columns of a kind, in the order of `has`; the members
    of the second key of a table.
    """
    rows = place.above
    holder = rows.above.node if rows is not None and rows.above is not None else None
    if not isinstance(holder, Mapping):
        return ()
    has, keys = holder.get("has"), holder.get("for")
    if isinstance(has, Mapping):
        return has.keys()
    if isinstance(keys, Sequence) and len(keys.items) == 2 and isinstance(keys.items[1], Scalar):
        return _members(place, keys.items[1])
    return ()


def _members(place: Place, key: Scalar) -> tuple[str, ...]:
    """The members of a kind that a key of a table names, as far as the page lists them; else none."""
    line, _ = parse_scalar(key, "kind_line")
    shape = line.shape if isinstance(line, n.KindLine) else ()
    match shape:
        case (n.KindRange(low=n.Bound(value=int(low)), high=n.Bound(value=int(high))),):
            return tuple(map(str, range(low, min(high, low + _MOST_CELLS) + 1)))
        case (n.KindName(name=name),):
            return _listed(place, name)
        case _:
            return ()


def _listed(place: Place, kind: str) -> tuple[str, ...]:
    while place.above is not None:
        place = place.above
    said = entry_of(_under(place.node, "kinds"), kind)
    if said is None:
        return ()
    rows = _under(said.value, "rows")
    if isinstance(rows, Scalar):  # a table of a data file, or one of several that have the same rows
        rows = _under(_under(place.node, DATA), rows.text.split()[0])
    if isinstance(rows, Mapping):
        return tuple(name_of(name) for name in rows.keys())
    words = said.value if isinstance(said.value, Scalar) else _under(said.value, "is")
    return tuple(part.name for part in parts_of(words, "kind_line")) if isinstance(words, Scalar) else ()


def _under(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def names_in(place: Place) -> Iterator[str]:
    """The names that may follow in an address."""
    place = unfolded(place)
    if isinstance(place.node, Mapping):
        yield from (name_of(entry.name) for entry in place.node.entries)
    else:
        yield from (part.name for part in sentence_parts(place))
