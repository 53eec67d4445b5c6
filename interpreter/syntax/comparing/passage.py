"""Passages: what stands under each address of a page, in a form in which two pages can be compared."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.patches.address import MAIN, Steps, name_of
from interpreter.syntax.patches.parts import START, Part
from interpreter.syntax.patches.places import Place, below, page_place, sentence_parts, unfolded
from interpreter.syntax.patches.same import bare, text_of
from interpreter.text.span import Source, Span

HEADS = frozenset(
    {"language", "game", "title", "help", "document", "picture", "extends", "switch", "modules", "adds",
     "changes"}
)  # fmt: skip
"""What a page says of itself; none of it is a rule."""

CITE = "cite"
HELP = "help"

Names = dict[str, str]
"""What things are called in the one page, and what the same things are called in the other."""

_WORDS = re.compile(r"\w+|\W+")
_FOOTS = frozenset({"foot", "feet", "foots"})


@dataclass(eq=False)
class Passage:
    """What stands under one address.

    ``name`` is its last step, ``key`` the key as it is written, perhaps with a signature. ``short`` is the
    heading that is left out where the short form stands: the `do` of a step. ``is_part``: it is a part of
    a sentence.
    """

    name: str
    key: Scalar | None
    node: Node
    place: Place | None
    start: str | None = None
    short: str = ""
    is_part: bool = False

    @property
    def is_named(self) -> bool:
        """Whether it holds free names."""
        return self.place is not None and self.place.is_named

    @property
    def span(self) -> Span:
        """Where it stands in its file: at its key, or at the value that another page has put there."""
        if self.key is None or self.key.span.source is not self.node.span.source:
            return self.node.span
        return self.key.span

    @cached_property
    def says(self) -> Any:
        """What it says by itself, without what stands under addresses of its own; nothing for headings."""
        match self.node:
            case Scalar() if self.short:
                return ()
            case Scalar():
                return self._sentence(self.node)
            case Sequence(items=items):
                return tuple(_words(text_of(item)) for item in items)
            case _:
                return ()

    def _sentence(self, scalar: Scalar) -> Any:
        if self.start is None:
            return _words(text_of(scalar))
        node, found = parse_scalar(scalar, self.start)
        if found or node is None:
            return _words(text_of(scalar))
        if not self.is_part and self.parts:
            node = _without_parts(node)
        return bare(node)

    @cached_property
    def signature(self) -> Any:
        """What it is about, if its key says that."""
        if self.key is None or "(" not in self.key.text:
            return ()
        node, _ = parse_scalar(self.key, "signature")
        return _words(self.key.text) if node is None else bare(node.params)

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """What its own sentence or its heading cites, each once."""
        found: list[str] = []
        if isinstance(self.node, Scalar) and self.start is not None and not self.short:
            node, _ = parse_scalar(self.node, self.start)
            found += [cite for foot in _feet(node) for cite in foot.cites]
        if self.place is not None and isinstance(self.node, Mapping) and _has_cite(self.place):
            found += _texts(self.node.get(CITE))
        return tuple(dict.fromkeys(found))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of its sentence that have addresses of their own; none where two share a name."""
        found = sentence_parts(self.place) if self.place is not None else ()
        return found if len({part.name for part in found}) == len(found) else ()

    @cached_property
    def inner(self) -> dict[Steps, "Passage"]:
        """What stands under the addresses that go on from this one, in order, by the further steps."""
        if self.place is None:
            return {}
        place = unfolded(self.place)
        if isinstance(place.node, Mapping):
            return dict(_entries(place))
        if isinstance(place.node, Scalar) and not _is_main(place):
            return {(part.name,): _of_part(part) for part in self.parts}
        return {}

    @cached_property
    def ordered(self) -> tuple[Steps, ...]:
        """Those of `inner` whose order means something."""
        is_list = self.place is not None and unfolded(self.place).is_ordered
        is_calls = self.start == "calls_line"
        return tuple(steps for steps in self.inner if is_list or is_calls or _is_word(steps))

    def meaning(self, names: Names) -> Any:
        """All that it says, with things called by ``names``; citations and help texts count for nothing."""
        inner = [
            (tuple(names.get(step, step) for step in steps), one.meaning(names))
            for steps, one in self.inner.items()
            if steps != (HELP,) or self.is_named
        ]
        if not self.ordered:
            inner.sort(key=lambda pair: pair[0])
        own = (renamed(self.signature, names), renamed(self.says, names))
        return (*own, tuple(inner))


def passage_of(root: Mapping) -> Passage:
    """A whole page; its `data` holds the tables of its data files."""
    rules = Mapping(tuple(entry for entry in root.entries if entry.name not in HEADS), root.span)
    return Passage("", None, rules, page_place(rules))


def renamed(meaning: Any, names: Names) -> Any:
    """A meaning with other names in it."""
    if not names:
        return meaning
    if isinstance(meaning, str):
        return names.get(meaning, meaning)
    return tuple(renamed(one, names) for one in meaning) if isinstance(meaning, tuple) else meaning


def mentions(meaning: Any, name: str) -> bool:
    """Whether a name stands somewhere in a meaning."""
    if isinstance(meaning, tuple):
        return any(mentions(one, name) for one in meaning)
    return bool(meaning == name)


def is_same_text(one: Node, other: Node) -> bool:
    """Whether two values are written in the same words."""
    match one, other:
        case Scalar(text=text), Scalar(text=again):
            return text == again
        case Sequence(items=items), Sequence(items=others):
            pairs = zip(items, others, strict=False)
            return len(items) == len(others) and all(is_same_text(*pair) for pair in pairs)
        case Mapping(entries=entries), Mapping(entries=others):
            return len(entries) == len(others) and all(
                mine.name == yours.name and is_same_text(mine.value, yours.value)
                for mine, yours in zip(entries, others, strict=True)
            )
        case _:
            return False


def _entries(place: Place) -> Iterator[tuple[Steps, Passage]]:
    assert isinstance(place.node, Mapping)
    known = place.schema.get("properties", {})
    for entry in place.node.entries:
        if entry.name == CITE and _has_cite(place):
            continue
        one = _of_entry(place, entry)
        yield (one.name,), one
        if entry.name == MAIN:
            # A start and the words of a kind have the addresses that they have in the short form, too.
            for part in one.parts:
                if part.name != START:
                    yield (MAIN, part.name), _of_part(part)
                elif START not in known or place.node.get(START) is None:
                    yield (START,) if START in known else (MAIN, START), _of_part(part)


def _has_cite(place: Place) -> bool:
    """Whether the key `cite` cites here, and is no name."""
    return CITE in place.schema.get("properties", {})


def _of_entry(above: Place, entry: Entry) -> Passage:
    place = below(above, entry)
    short = place.schema.get("x-short", "") if isinstance(entry.value, Scalar) else ""
    start = place.start if not short else None
    return Passage(name_of(entry.name), entry.key, entry.value, place, start, short)


def _of_part(part: Part) -> Passage:
    return Passage(part.name, None, part.text, None, part.start, is_part=True)


def _is_main(place: Place) -> bool:
    """Whether a sentence stands under the main key, so that its parts belong to what holds it."""
    above = place.above
    if above is None or not isinstance(above.node, Mapping):
        return False
    return above.node.get(MAIN) is place.node and place.start in {"type_line", "kind_line"}


def _is_word(steps: Steps) -> bool:
    """Whether this leads to one of the words of a kind."""
    return len(steps) > 1 and steps[-1] != START


def _without_parts(node: Any) -> Any:
    """A sentence without what its parts say."""
    match node:
        case n.Calls():
            return replace(node, calls=())
        case n.KindLine():
            return replace(node, names=())
        case n.RowLine():
            return replace(node, values=())
        case n.TypeLine():
            return replace(node, start=None)
        case _:
            return node


def _feet(node: Any) -> Iterator[n.Foot]:
    """All footnotes in a sentence."""
    if isinstance(node, n.Foot):
        yield node
    elif isinstance(node, tuple):
        for one in node:
            yield from _feet(one)
    elif is_dataclass(node) and not isinstance(node, Span | Source | type):
        for field in fields(node):
            yield from _feet(getattr(node, field.name))


def _texts(node: Node | None) -> list[str]:
    if isinstance(node, Sequence):
        return [text_of(item) for item in node.items]
    return [] if node is None else [text_of(node)]


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORDS.findall(text))
