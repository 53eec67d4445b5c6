"""The tree of a YAML document: scalars, mappings and sequences that know their places."""

from collections.abc import Iterator
from collections.abc import Sequence as Items
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from interpreter.text.scalar_map import ScalarMap, Style
from interpreter.text.span import Span

Value: TypeAlias = str | int | bool | None
Plain: TypeAlias = Value | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """``play``, ``4``, ``true``, ``"4"``: a value without parts.

    ``text`` is what was written, without quotes, escapes and indentation; ``value`` its meaning. The
    two differ only for plain ``true``, ``false``, ``null``, ``~``, nothing at all, and whole numbers.
    """

    value: Value
    text: str
    style: Style
    span: Span
    map: ScalarMap


@dataclass(frozen=True, slots=True)
class Entry:
    """``key: value`` of a mapping; the key's value is always its text."""

    key: Scalar
    value: "Node"

    @property
    def name(self) -> str:
        """The key as text."""
        return self.key.text


@dataclass(frozen=True, slots=True)
class Mapping:
    """``a: 1`` lines or ``{a: 1}``: entries in the order of the file, no key twice."""

    entries: tuple[Entry, ...]
    span: Span
    _by_name: dict[str, Entry] = field(init=False, repr=False, compare=False)
    _signed: dict[str, Entry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {entry.name: entry for entry in self.entries})
        signed = {entry.name.partition("(")[0].strip(): entry for entry in self.entries if "(" in entry.name}
        object.__setattr__(self, "_signed", signed)

    def entry(self, name: str) -> Entry | None:
        """The entry whose key is ``name``."""
        return self._by_name.get(name)

    def called(self, name: str) -> Entry | None:
        """The entry whose key is ``name``, or a signature of it: ``crowd(t in Land)``."""
        return self._by_name.get(name) or self._signed.get(name)

    def get(self, name: str) -> "Node | None":
        """The value under the key ``name``."""
        entry = self._by_name.get(name)
        return entry.value if entry else None

    def keys(self) -> tuple[str, ...]:
        """The keys in the order of the file."""
        return tuple(self._by_name)


@dataclass(frozen=True, slots=True)
class Sequence:
    """``- a`` lines or ``[a]``."""

    items: "tuple[Node, ...]"
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence


def plain(node: Node) -> Plain:
    """The node as plain data, without places."""
    match node:
        case Scalar(value=value):
            return value
        case Mapping(entries=entries):
            return {entry.name: plain(entry.value) for entry in entries}
        case Sequence(items=items):
            return [plain(item) for item in items]
        case _:
            assert_never(node)


def find(node: Node, path: Items[str | int]) -> Node | None:
    """The node at a path of keys and positions, or None where there is none."""
    here: Node | None = node
    for step in path:
        if here is None:
            return None
        here = _child(here, step)
    return here


def find_key(node: Node, path: Items[str | int]) -> Scalar | None:
    """The key that the last step of ``path`` names, or None where that step is no key."""
    if not path:
        return None
    parent = find(node, path[:-1])
    last = path[-1]
    if not isinstance(parent, Mapping) or not isinstance(last, str):
        return None
    entry = parent.entry(last)
    return entry.key if entry else None


def _child(node: Node, step: str | int) -> Node | None:
    match node, step:
        case Mapping(), str():
            return node.get(step)
        case Sequence(items=items), int() if 0 <= step < len(items):
            return items[step]
        case _:
            return None


def scalars_of(node: Node) -> Iterator[Scalar]:
    """Each key and value that has no parts, in the order of the file."""
    match node:
        case Scalar():
            yield node
        case Mapping(entries=entries):
            for entry in entries:
                yield entry.key
                yield from scalars_of(entry.value)
        case Sequence(items=items):
            for item in items:
                yield from scalars_of(item)
