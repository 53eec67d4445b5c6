"""Windows: kinds of all upright rectangles of a size on a board; and half a turn of every place."""

from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.kinds import Member, SetOf
from interpreter.check.names import Names
from interpreter.check.world import Column, Domain, World
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Cell = tuple[int, int]


class Windows:
    """Gives each window entry of a board its kind and columns; its slots come with `name_slots`."""

    def __init__(self, world: World, names: Names, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.found = found
        self._slotted: list[tuple[r.WindowDecl, str, list[list[int]]]] = []

    def add(self, board: str, decl: r.WindowDecl, cells: list[Cell], words: tuple[str, ...]) -> int:
        """Make the kind; returns how many cells all of its windows hold together."""
        self.names.declare(decl.name.text, decl.name.span)
        name, span = decl.name.text, decl.name.span
        files, ranks = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
        wide, high = (*decl.size, *decl.size)[:2] if decl.size else (1, 1)
        if not (1 <= wide <= files and 1 <= high <= ranks):
            self.found.append(kf.window_does_not_fit(name, wide, high, files, ranks, span))
            wide, high = 1, 1  # in its place, so that those who speak of it are not found wrong as well
        found = _windows(files, ranks, wide, high)
        members = tuple(f"{words[own[-wide]]}_{words[own[wide - 1]]}" for own in found)
        self.names.add_domain(Domain(name, members, span, "windows"), span)
        column(self.world, "cells", name, SetOf(Member(board)), [bits(own) for own in found], span)
        half_turn(self.world, name, span)
        if decl.slots is not None:
            self._slotted.append((decl, board, found))
        return len(found) * wide * high

    def name_slots(self) -> None:
        """``cell(w, s)``, once the kinds are there that name the places of a window."""
        for decl, board, found in self._slotted:
            assert decl.slots is not None
            slots = self.world.domains.get(decl.slots.text)
            size = len(found[0])
            if slots is None or slots.form not in {"words", "rows"}:
                known = [one.name for one in self.world.domains.values() if one.form in {"words", "rows"}]
                self.found.append(f.unknown_kind(decl.slots.text, decl.slots.span, known, None))
                continue
            if len(slots.members) != size:
                count = len(slots.members)
                self.found.append(kf.slots_do_not_fit(slots.name, count, size, decl.slots.span))
            values = [own[slot % size] for own in found for slot in range(len(slots.members))]
            extra = (Member(slots.name),)
            column(self.world, "cell", decl.name.text, Member(board), values, decl.name.span, extra)
            half_turn(self.world, slots.name, decl.slots.span)


def _windows(files: int, ranks: int, wide: int, high: int) -> list[list[int]]:
    """The cells of each window as they are read, the top row first; windows rank by rank from below."""
    return [
        [(y + high - 1 - row) * files + x + step for row in range(high) for step in range(wide)]
        for y in range(ranks - high + 1)
        for x in range(files - wide + 1)
    ]


def half_turn(world: World, owner: str, span: Span) -> None:
    """``turned(c)``: places are listed row by row, so that half a turn lists them from behind."""
    count = len(world.domains[owner].members)
    column(world, "turned", owner, Member(owner), list(range(count - 1, -1, -1)), span)


def column(
    world: World, name: str, owner: str, kind: "SetOf | Member", values: list[int], span: Span,
    extra: tuple[Member, ...] = (),
) -> None:  # fmt: skip
    """A word printed on the members of a made kind."""
    made = Column(name, owner, kind, (tuple(values),), None, span, extra)
    world.columns.setdefault(name, {})[owner] = made


def bits(indices: list[int]) -> int:
    """The set of these members."""
    found = 0
    for index in indices:
        found |= 1 << index
    return found
