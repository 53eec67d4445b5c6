"""A page with its patches carried out: all at once, by address against the base, never one after another.

So the order of the pages changes nothing. What no patch touches stays the same node; what a page brings keeps
the places of its own file.
"""

from collections.abc import Iterable, Iterator, Sequence

from interpreter.syntax.document import Entry, Mapping, Node, Scalar
from interpreter.syntax.patches.address import name_of
from interpreter.syntax.patches.order import Gap, gap_of, in_order
from interpreter.syntax.patches.parts import put_together
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.places import (
    Place,
    below,
    inner_schema,
    page_place,
    sentence_parts,
    unfolded,
)
from interpreter.syntax.sentences import resolved


def applied(base: Mapping, patches: Iterable[Patch]) -> Mapping:
    """``base`` with patches that fit it and do not touch each other."""
    found = _patched(page_place(base), sorted(patches, key=lambda patch: patch.rank), 0)
    assert isinstance(found, Mapping)
    return found


def _patched(place: Place, patches: Sequence[Patch], depth: int) -> Node:
    """The value at a place; the first ``depth`` steps of all patches lead there."""
    if not patches:
        return place.node
    place = unfolded(place)
    own: dict[str, list[Patch]] = {}
    for patch in patches:
        own.setdefault(patch.steps[depth], []).append(patch)
    if isinstance(place.node, Scalar):
        return _sentence(place, own, depth)
    assert isinstance(place.node, Mapping)
    stays: list[Entry] = []
    goes: list[tuple[Patch, Entry]] = []
    for entry in place.node.entries:
        here = own.pop(name_of(entry.name), [])
        direct = next((patch for patch in here if len(patch.steps) == depth + 1), None)
        if direct is None:
            inner = _patched(below(place, entry), here, depth + 1) if here else entry.value
            # A heading under which all was taken away is gone as well.
            if not (here and isinstance(inner, Mapping) and not inner.entries):
                stays.append(Entry(entry.key, inner))
        elif direct.does != "removes":
            key = direct.keys[-1] if direct.keys else entry.key
            changed = Entry(key, entry.value if direct.now is None else direct.now)
            if direct.side:
                goes.append((direct, changed))
            else:
                stays.append(changed)
    for name, new in own.items():
        goes.append(_new_entry(place, name, new, depth))
    return Mapping(tuple(_laid_out(stays, goes)), place.node.span)


def _new_entry(place: Place, name: str, patches: Sequence[Patch], depth: int) -> tuple[Patch, Entry]:
    """What is new under a name: one value, or a list of names that several pages may add to."""
    first = patches[0]
    if len(first.steps) == depth + 1:
        assert first.now is not None
        return first, Entry(first.keys[-1], first.now)
    steps, keys = first.steps[: depth + 1], first.keys[: depth + 1]
    empty = Mapping((), keys[-1].span)
    made = Place(empty, resolved(empty, inner_schema(place, name) or {}, place.whole), place.whole, place)
    held = _patched(made, patches, depth + 1)
    return Patch(first.layer, steps, keys[-1].span, keys, "adds", held, "end"), Entry(keys[-1], held)


def _laid_out(stays: Sequence[Entry], goes: Iterable[tuple[Patch, Entry]]) -> Iterator[Entry]:
    """Entries of the base with what goes before and behind them, and what goes to the end."""
    last = name_of(stays[-1].name) if stays else ""
    entries = dict(goes)
    gaps: dict[Gap, list[Patch]] = {}
    for patch in entries:
        gaps.setdefault(gap_of(patch, last), []).append(patch)
    for entry in stays:
        name = name_of(entry.name)
        yield from (entries[patch] for patch in in_order(gaps.get(("before", name), ())))
        yield entry
        yield from (entries[patch] for patch in in_order(gaps.get(("after", name), ())))
    yield from (entries[patch] for patch in in_order(gaps.get(("end", ""), ())))


def _sentence(place: Place, own: dict[str, list[Patch]], depth: int) -> Scalar:
    """A sentence with other parts."""
    assert isinstance(place.node, Scalar)
    parts = sentence_parts(place)
    stays: list[Entry] = []
    goes: list[tuple[Patch, Entry]] = []
    for part in parts:
        patch = next(iter(own.pop(part.name, ())), None)
        if patch is not None and patch.does == "removes":
            continue
        now = part.text if patch is None or patch.now is None else patch.now
        entry = Entry(_named(part.name, part.text), now)
        if patch is not None and patch.side:
            goes.append((patch, entry))
        else:
            stays.append(entry)
    for name, new in own.items():
        patch = new[0]
        assert patch.now is not None and len(patch.steps) == depth + 1
        goes.append((patch, Entry(_named(name, patch.keys[-1]), patch.now)))
    now_there = [entry.value for entry in _laid_out(stays, goes)]
    return put_together(place.node, parts, [one for one in now_there if isinstance(one, Scalar)])


def _named(name: str, text: Scalar) -> Scalar:
    return Scalar(name, name, "plain", text.span, text.map)
