"""What the writers of expressions and statements share: names of slots, and what is computed only once.

A loop opens a level. An expression that does not depend on a level's variables is computed before it: at once
where that is cheap and cannot fail, else when it is first needed. The state does not change while an
expression is evaluated, so the levels of one expression (or of a whole decision, which is nothing but
expressions) see the same slots.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.locals import local_slots
from interpreter.backends.python.views import Cells, Chosen, Rows, Views
from interpreter.backends.python.writer import Lines, Writer
from interpreter.core import ir
from interpreter.core.bounds import Bounds, bounds_of
from interpreter.core.free import Known, free

MOST_LOOPS = 12
"""Loops within each other in one function; Python itself allows 20."""


@dataclass(slots=True)
class Level:
    """A part of a function in which more variables have values: where to put what is computed before the
    rest, and the names of what was.
    """

    lines: Lines
    depth: int
    is_loop: bool = False
    known: dict[ir.Expr, str] = field(default_factory=dict)
    lazy: dict[ir.Expr, str] = field(default_factory=dict)
    rows: dict[Rows, str] = field(default_factory=dict)


class Scope:
    """The state of writing one function."""

    def __init__(self, program: ir.Program, facts: "Facts", local: frozenset[int] | None = None) -> None:
        self.program = program
        self.facts = facts
        self.bounds: Bounds = facts.bounds
        self._local = facts.local if local is None else local
        self.writer = Writer()
        self.names: dict[int, str] = {}
        self.often: frozenset[ir.Expr] = frozenset()
        self._at: dict[int, int] = {}
        self.levels: list[Level] = [Level(self.writer.gap(), 1)]
        self.loops = 0
        self.whole: frozenset[int] = frozenset()

    # -- names --------------------------------------------------------------------------------------

    def read(self, slot: int) -> str:
        """The text that reads a slot; inside loops the state is read once, before them."""
        name = self.names.get(slot) or self.local(slot)
        if name is not None:
            return name
        if not self.loops:
            return f"s[{slot}]"
        return self.early(self.levels[0], ir.Read(slot), f"s[{slot}]")

    def local(self, slot: int) -> str | None:
        """The name of a scratch slot that is a local variable of the functions of blocks."""
        return f"r{slot}" if slot in self._local else None

    def early(self, level: Level, expr: ir.Expr, text: str) -> str:
        """The name of a value that is computed at the start of a level."""
        name = level.known.get(expr)
        if name is None:
            name = level.known[expr] = self.writer.fresh("h")
            level.lines.append((level.depth, f"{name} = {bare(text)}"))
        return name

    @contextmanager
    def naming(self, slot: int, name: str) -> Iterator[None]:
        """Inside, a slot's value is that of a local variable."""
        before, at = self.names.get(slot), self._at.get(slot)
        self.names[slot] = name
        self._at[slot] = len(self.levels) - 1
        yield
        if before is None:
            del self.names[slot]
        else:
            self.names[slot] = before
        if at is None:
            del self._at[slot]
        else:
            self._at[slot] = at

    # -- levels -------------------------------------------------------------------------------------

    @contextmanager
    def level(self, is_loop: bool = False) -> Iterator[None]:
        """Inside, variables have values that they have not outside."""
        self.levels.append(Level(self.writer.gap(), self.writer.depth, is_loop))
        self.loops += is_loop
        yield
        self.loops -= is_loop
        self.levels.pop()

    def outside(self, expr: ir.Expr) -> Level | None:
        """The level at which to compute an expression, where a loop lies between it and here."""
        if not self.loops:
            return None
        level = self.level_of(expr)
        inner = self.levels[level + 1 :]
        return self.levels[level] if any(one.is_loop for one in inner) else None

    @contextmanager
    def root(self) -> Iterator[None]:
        """Inside, nothing computed before is taken for granted: slots may have changed."""
        before = self.levels, self._at, self.loops
        self.levels, self._at, self.loops = [Level(self.writer.gap(), self.writer.depth)], {}, 0
        yield
        self.levels, self._at, self.loops = before

    def level_of(self, expr: ir.Expr) -> int:
        """The first level at which all that an expression reads has its value."""
        at = self._at
        return max([at.get(slot, 0) for slot in self.facts.free(expr)], default=0) if at else 0


class Facts:
    """What is known of a program's expressions, found out once."""

    def __init__(self, program: ir.Program) -> None:
        self.bounds = bounds_of(program)
        self._free: Known = {}
        self.local = local_slots(program, self.free)
        self.views = Views(program)
        self.wished_rows: list[Rows] = []
        self.wished_sets: list[Chosen] = []
        self.wished_cells: list[Cells] = []

    def free(self, expr: Any) -> frozenset[int]:
        """The slots that an expression reads, but for its own variables."""
        return free(expr, self._free)


def bare(text: str) -> str:
    """A text without the parentheses around all of it."""
    if not (text.startswith("(") and text.endswith(")")) or text == "()":
        return text
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth and at < len(text) - 1:
            return text
    return text[1:-1]
