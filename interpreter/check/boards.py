"""Boards: kinds of cells that are made, with their directions, neighbours, rays and lines."""

from dataclasses import replace
from functools import lru_cache

from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.kinds import Maybe, Member, Number, SetOf
from interpreter.check.names import MAX_MEMBERS, Names
from interpreter.check.windows import Windows, bits, half_turn
from interpreter.check.world import DIRECTION, Column, Domain, World
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

# File and rank steps of each direction. On hexes the six keep the corners `nw` and `se` out.
GRID = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
HEX = {"n": (0, 1), "ne": (1, 1), "e": (1, 0), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se"}
STRAIGHT = ("n", "e", "s", "w")
MAX_SIDE = 64
MAX_CELLS = 2 * MAX_MEMBERS
"""How many cells all boards together may have; each costs work for every direction."""

MAX_PARTS = 1_000_000
"""How many cells all lines and windows together may hold, those of the boards that are searched too."""

Cell = tuple[int, int]


def file_name(index: int) -> str:
    """``a`` … ``z``, then ``aa``: the letters of a file, counted from 0."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _size_problem(decl: r.BoardDecl, count: int) -> Diagnostic | None:
    if not decl.size:
        return f.board_without_size(decl.head.name, decl.head.span)
    if not all(1 <= side <= MAX_SIDE for side in decl.size) or not 1 <= count <= MAX_MEMBERS:
        return f.bad_kind_size(decl.head.name, count, decl.head.span)
    return None


def cell_count(decl: r.BoardDecl) -> int:
    """How many cells a board has, which may be far too many to list."""
    if len(decl.size) == 2:
        return decl.size[0] * decl.size[1]
    side = decl.size[0] if decl.size else 0
    return side * side if decl.shape == "grid" else 3 * side * (side - 1) + 1


def cells_of(decl: r.BoardDecl) -> list[Cell]:
    """All cells as (file, rank) from 0, rank by rank from the bottom left."""
    if len(decl.size) == 2:
        files, ranks = decl.size
        return [(x, y) for y in range(ranks) for x in range(files)]
    side = decl.size[0]
    if decl.shape == "grid":
        return [(x, y) for y in range(side) for x in range(side)]
    width = 2 * side - 1
    # A hexagon inside a rhombus: along `ne` file and rank grow together, so their difference bounds it.
    return [(x, y) for y in range(width) for x in range(width) if abs(x - y) < side]


class Boards:
    """Gives each board its kinds and columns."""

    def __init__(self, world: World, names: Names, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.found = found
        self.windows = Windows(world, names, found)
        self._parts = 0

    def members(self) -> None:
        """Cells, lines, windows and directions as kinds."""
        cells = 0
        for decl in self.world.ruleset.boards.values():
            name, span, count = decl.head.name, decl.head.span, cell_count(decl)
            problem = _size_problem(decl, count)
            if problem is not None:
                self.found.append(problem)
                # A small board in its place, so that those who speak of it are not found wrong as well.
                decl, count = replace(decl, size=(3, 3)), 9
            cells += count
            if cells > MAX_CELLS:
                self.found.append(f.too_many_cells(cells, MAX_CELLS, span))
                return
            self.names.declare(name, span)
            self._board(decl)

    def _board(self, decl: r.BoardDecl) -> None:
        name, span, cells = decl.head.name, decl.head.span, cells_of(decl)
        words = tuple(f"{file_name(x)}{y + 1}" for x, y in cells)
        self.names.add_domain(Domain(name, words, span, "cells"), span)
        steps = HEX if decl.shape == "hex" else GRID
        known = self.world.domains.get("Direction")
        if known is None:
            self.names.add_domain(Domain("Direction", tuple(steps), span, "directions"), span)
        elif known.form != "directions" and known.span is not None:
            self.found.append(f.built_in_kind("Direction", known.span))
            return
        elif known.members != tuple(steps):
            self.found.append(f.not_yet("a grid beside a hex board", span))
            return
        for key, length in decl.lines:
            self.names.declare(key.text, key.span)
            found = runs(cells, steps, length)
            if not self._room_for(len(cells) + len(found) * length, key.span):
                return
            members = tuple(f"{words[run[0]]}_{words[run[-1]]}" for run in found)
            self.names.add_domain(Domain(key.text, members, key.span, "lines"), key.span)
            self._add("cells", key.text, SetOf(Member(name)), [bits(run) for run in found], key.span)
            if not 1 <= len(members) <= MAX_MEMBERS:
                return
        for window in decl.windows:
            if decl.shape == "hex":
                self.found.append(kf.windows_of_hexes(window.name.span))
                self.names.add_domain(Domain(window.name.text, ("_",), None, "windows"), span)
            elif not self._room_for(self.windows.add(name, window, cells, words), window.name.span):
                return
        half_turn(self.world, name, span)
        self._columns(decl, cells, steps)

    def _room_for(self, parts: int, span: Span) -> bool:
        self._parts += parts
        if self._parts > MAX_PARTS:
            self.found.append(kf.too_many_parts(self._parts, MAX_PARTS, span))
        return self._parts <= MAX_PARTS

    def _columns(self, decl: r.BoardDecl, cells: list[Cell], steps: dict[str, Cell]) -> None:
        name, span = decl.head.name, decl.head.span
        beside = STRAIGHT if decl.shape == "grid" else tuple(steps)
        groups = {
            "beside": beside,
            "diagonal": tuple(one for one in steps if one not in beside),
            "around": tuple(steps),
        }
        cells_kind = SetOf(Member(name))
        ways = _ways(tuple(cells), tuple(steps.values()))
        for word, directions in groups.items():
            near = [ways[number][0] for number, one in enumerate(steps) if one in directions]
            values = [bits([one for one in found if one >= 0]) for found in zip(*near, strict=True)]
            self._add(word, name, cells_kind, values or [0] * len(cells), span)
        files, ranks = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
        self._add("file", name, Number(1, files), [x + 1 for x, _ in cells], span)
        self._add("rank", name, Number(1, ranks), [y + 1 for _, y in cells], span)
        there = [found[0][index] for index in range(len(cells)) for found in ways]
        along = [found[1][index] for index in range(len(cells)) for found in ways]
        direction = (Member("Direction"),)
        self._add("step", name, Maybe(Member(name)), there, span, direction)
        self._add("ray", name, cells_kind, along, span, direction)
        turned = [list(steps).index(OPPOSITE[one]) for one in steps]
        self._add("opposite", "Direction", Member("Direction"), turned, span)
        count = len(steps)  # which are listed clockwise
        round_ = tuple((way + turns) % count for way in range(count) for turns in range(count))
        self.world.columns.setdefault("turned", {})["Direction"] = Column(
            "turned", "Direction", DIRECTION, (round_,), None, span, (Number(0, count - 1),), is_cyclic=True
        )

    def _add(
        self, name: str, owner: str, kind: "SetOf | Maybe | Number | Member", values: list[int], span: Span,
        extra: tuple[Member, ...] = (),
    ) -> None:  # fmt: skip
        self.world.columns.setdefault(name, {})[owner] = Column(
            name, owner, kind, (tuple(values),), None, span, extra
        )


Way = tuple[tuple[int, ...], tuple[int, ...]]
"""For each cell the next one in a direction, -1 where there is none, and the set of all on its ray."""


@lru_cache(maxsize=8)  # a board is the same with each set of modules
def _ways(cells: tuple[Cell, ...], steps: tuple[Cell, ...]) -> tuple[Way, ...]:
    """The way on in each direction."""
    place = {cell: index for index, cell in enumerate(cells)}
    found = []
    for dx, dy in steps:
        following = [place.get((x + dx, y + dy), -1) for x, y in cells]
        rays = [0] * len(cells)
        order = range(len(cells))
        # Cells are listed rank by rank, so that the one that follows is looked at before.
        for index in reversed(order) if (dy, dx) > (0, 0) else order:
            there = following[index]
            rays[index] = 0 if there < 0 else 1 << there | rays[there]
        found.append((tuple(following), tuple(rays)))
    return tuple(found)


def runs(cells: list[Cell], steps: dict[str, Cell], length: int) -> list[list[int]]:
    """All straight runs of ``length`` cells, each once, as indices; in order of their first cell."""
    place = {cell: index for index, cell in enumerate(cells)}
    found: list[list[int]] = []
    if length > MAX_SIDE * 2:
        return found
    forward = [step for name, step in steps.items() if _is_forward(name)]
    for x, y in cells:
        for dx, dy in forward:
            # No board has a bay, so that a run lies on it if both of its ends do.
            if (x + (length - 1) * dx, y + (length - 1) * dy) in place:
                found.append([place[x + i * dx, y + i * dy] for i in range(length)])
    return found


def _is_forward(direction: str) -> bool:
    """One of each two opposite directions."""
    return direction in {"n", "ne", "e", "se"}
