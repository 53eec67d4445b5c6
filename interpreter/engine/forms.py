"""What compiled forms are: functions of one argument, the list of slots that they read and write."""

from collections.abc import Callable
from typing import Protocol

from interpreter.core.bounds import Bounds
from interpreter.core.ir import Expr, Place, Program
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Happening

Slots = list[int]
Eval = Callable[[Slots], int]
"""The value of an expression; a condition may give a bool, which is 0 or 1."""

Run = Callable[[Slots], None]
"""The effect of statements."""

Each = Callable[[Slots], tuple[int, ...]]
"""The members of a set, ascending."""


class Tape(Slots):
    """Slots that also collect what happens; used where somebody reads the log."""

    def __init__(self, slots: tuple[int, ...]) -> None:
        super().__init__(slots)
        self.trail: list[Happening] = []


class Watched(Tape):
    """Slots that also keep a copy of themselves from the moment at which each thing was noted.

    Whoever explains a match lets it run on such slots (`Engine.tape`). There are ``most`` copies at most.
    """

    def __init__(self, slots: tuple[int, ...], most: int) -> None:
        super().__init__(slots)
        self.copies: list[tuple[int, ...]] = []
        self.trail = _Noted(self, most)


class _Noted(list[Happening]):
    def __init__(self, tape: Watched, most: int) -> None:
        super().__init__()
        self._tape = tape
        self._most = most

    def append(self, one: Happening) -> None:
        super().append(one)
        if len(self._tape.copies) < self._most:
            self._tape.copies.append(tuple(self._tape))


class Compiler(Protocol):
    """What the compilers of single forms ask for: the compilation of the parts."""

    program: Program
    bounds: Bounds

    def expr(self, expr: Expr) -> Eval:
        """The function that evaluates an expression."""
        ...

    def each(self, over: Expr) -> Each:
        """The function that lists the members of a set."""
        ...

    def index(self, expr: Expr, count: int) -> Eval:
        """The function that evaluates an index, which fails outside of ``0..count - 1``."""
        ...


def place_of(program: Program, place: int) -> Place | None:
    """The place of that index; -1 is none."""
    return program.places[place] if place >= 0 else None


def guarded(index: Eval, count: int) -> Eval:
    """An index that fails outside of ``0..count - 1``, where Python would count from the end."""

    def run(s: Slots) -> int:
        value = index(s)
        if 0 <= value < count:
            return value
        raise RulesError("E701", f"an index of {value}, expected 0..{count - 1}")

    return run
