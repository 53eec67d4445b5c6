"""All that differs between two pages, with what was only renamed or moved said as such."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from interpreter.syntax.comparing.compare import Comparison, Holder, Rename, sides
from interpreter.syntax.comparing.difference import Difference, Side
from interpreter.syntax.comparing.passage import Names, Passage, passage_of
from interpreter.syntax.document import Mapping
from interpreter.syntax.patches.address import MAIN, Steps
from interpreter.syntax.patches.places import DATA
from interpreter.syntax.sentences import schema_of

_EVERYWHERE = frozenset({"kinds", "boards", DATA})
"""Sections whose inner names mean the same in all sentences: members and columns."""

MOST_RENAMES = 100
"""Things that are told as renamed; of more it is told that they are gone and that others are new."""

Known = dict[tuple[int, Steps], frozenset[str]]
"""The names in parts of pages, by the page and the address of the part."""

_ITSELF = "\0"
"""Stands for the name of a thing where it is held against one of another name."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs between two pages, in the order of their sections, and the pages themselves."""

    differences: tuple[Difference, ...]
    old: Passage
    new: Passage


def compared(old: Mapping, new: Mapping) -> Compared:
    """What ``new`` has otherwise than ``old``; both are whole rulesets whose `data` holds tables.

    A rename is told only where nothing else can be meant: what is said under the new name is what was said
    under the old one, nothing else is, and every sentence that spoke of the old thing speaks of the new one.
    """
    pages = Side((), passage_of(old)), Side((), passage_of(new))
    renames: list[Rename] = []
    refused: set[Rename] = set()
    known: Known = {}
    while True:
        found = Comparison(renames)
        found.compare(*pages)
        if found.against:
            refused |= found.against
            renames = [one for one in renames if one not in refused]
            continue
        further = [one for one in _renames(found, pages, known) if one not in refused]
        if not further or len(renames) + len(further) > MOST_RENAMES:
            break
        renames = [*renames, *further]
    told = [*_as_moved(found), *_told(renames, pages)]
    return Compared(tuple(sorted(told, key=_section)), pages[0].passage, pages[1].passage)


def _section(one: Difference) -> int:
    sections = [*schema_of("ruleset")["properties"], DATA]
    sections.remove(DATA)  # the tables come last
    return sections.index(one.steps[0])


# -- renames ----------------------------------------------------------------------------------------------


def _renames(found: Comparison, pages: tuple[Side, Side], known: Known) -> Iterator[Rename]:
    """What may be called otherwise, of what only one page has; ``known`` are the names of parts of pages."""
    for holder in found.holders:
        for old, new in _alike(found, holder):
            scope = _scope(old.steps[:-1])
            ours, theirs = (_names_in(page, scope, known) for page in pages)
            if old.passage.name not in theirs and new.passage.name not in ours:
                yield Rename(old.steps, new.passage.name, scope)


def _alike(found: Comparison, holder: Holder) -> Iterator[tuple[Side, Side]]:
    """Things of one holder that say the same under two names, where nothing else says it."""
    if not holder.is_named:
        words = [[one for one in some if _is_word(one)] for some in (holder.old, holder.new)]
        if len(words[0]) == 1 == len(words[1]) and words[0][0].beside == words[1][0].beside:
            yield words[0][0], words[1][0]
        return
    theirs = _by_meaning([(one, {one.passage.name: _ITSELF}) for one in holder.new])
    ours = _by_meaning([
        (one, found.names_at(one.steps) | {one.passage.name: _ITSELF}) for one in holder.old
    ])  # fmt: skip
    for meaning, some in ours.items():
        others = theirs.get(meaning, [])
        if len(some) == 1 == len(others):
            yield some[0], others[0]


def _by_meaning(things: list[tuple[Side, Names]]) -> dict[Any, list[Side]]:
    found: dict[Any, list[Side]] = {}
    for side, names in things:
        found.setdefault(side.passage.meaning(names), []).append(side)
    return found


def _is_word(side: Side) -> bool:
    """Whether this is one of the words of a kind."""
    return side.passage.is_part and side.steps[-2] == MAIN and side.beside != ""


def _scope(above: Steps) -> Steps:
    """The part of a page in which a name of something under this address means that."""
    return () if above[0] in _EVERYWHERE else above[:2] if len(above) > 1 else ()


def _names_in(page: Side, scope: Steps, known: Known) -> frozenset[str]:
    """All names that stand in a part of a page; none where it has no such part."""
    key = id(page), scope
    if key not in known:
        here: Passage | None = page.passage
        for step in scope:
            here = here.inner.get((step,)) if here is not None else None
        known[key] = frozenset(_names(here)) if here is not None else frozenset()
    return known[key]


def _names(one: Passage) -> Iterator[str]:
    for steps, inner in one.inner.items():
        yield steps[-1]
        yield from _names(inner)


def _told(renames: list[Rename], pages: tuple[Side, Side]) -> Iterator[Difference]:
    for one in renames:
        names = {other.old: other.new for other in renames if other != one}
        above = tuple(names.get(step, step) for step in one.steps[:-1])
        old, new = _at(pages[0], one.steps), _at(pages[1], (*above, one.new))
        if old is not None and new is not None:
            yield Difference("renames", old, new)


def _at(page: Side, steps: Steps) -> Side | None:
    """What stands at an address."""
    here, left = page, steps
    while left:
        inner = here.passage.inner
        key = next((left[:size] for size in (2, 1) if left[:size] in inner), None)
        if key is None:
            return None
        here, left = Side((*here.steps, *key), inner[key]), left[len(key) :]
    return here


# -- moves ------------------------------------------------------------------------------------------------


def _as_moved(found: Comparison) -> list[Difference]:
    """The differences, with what went from one place to another told once."""
    gone = _by_meaning_and_name(found, "removes")
    come = _by_meaning_and_name(found, "adds")
    moves: dict[Steps, Side] = {}
    arrived: set[Steps] = set()
    for key, some in gone.items():
        others = come.get(key, [])
        if len(some) == 1 == len(others):
            moves[some[0].steps] = others[0]
            arrived.add(others[0].steps)
    told = []
    for one in found.differences:
        if one.does == "removes" and one.old is not None and one.old.steps in moves:
            told.append(replace(one, does="moves", new=moves[one.old.steps]))
        elif not (one.does == "adds" and one.steps in arrived):
            told.append(one)
    return told


def _by_meaning_and_name(found: Comparison, does: Any) -> dict[Any, list[Side]]:
    """Named things below the sections that only one page has."""
    some: dict[Any, list[Side]] = {}
    for side in sides(found.differences, does):
        if len(side.steps) > 2 and side.passage.key is not None:
            names = found.names_at(side.steps) if does == "removes" else {}
            key = (side.steps[0], names.get(side.passage.name, side.passage.name))
            some.setdefault((*key, side.passage.meaning(names)), []).append(side)
    return some


# -- citations --------------------------------------------------------------------------------------------


def cites_at(page: Passage, side: Side) -> tuple[str, ...]:
    """What is cited for what stands at an address: by itself and all inside it, or else by the nearest
    heading above it that cites anything.
    """
    own = tuple(dict.fromkeys(_cites_in(side.passage)))
    if own:
        return own
    here, found = page, page.cites
    for step in side.steps:
        inner = here.inner.get((step,)) or (here.inner.get((here.short,)) if here.short else None)
        if inner is None:
            break
        # A start and a word are parts of the main sentence, which stands beside them or alone.
        main = inner.inner.get((MAIN,)) if side.passage.is_part else inner.inner.get((inner.short,))
        here, found = inner, inner.cites or (main.cites if main is not None else ()) or found
    return found


def _cites_in(one: Passage) -> Iterator[str]:
    yield from one.cites
    for inner in one.inner.values():
        yield from _cites_in(inner)
