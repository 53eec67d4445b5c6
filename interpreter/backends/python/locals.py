"""Which scratch slots can be local variables of the functions that run blocks.

Those that every block that reads them has surely written before, and that are no part of an array.
"""

from collections.abc import Callable
from typing import Any

from interpreter.core import ir
from interpreter.core.reading import parts

Free = Callable[[Any], frozenset[int]]
"""The slots that an expression reads, but for its own variables."""


def local_slots(program: ir.Program, free: Free) -> frozenset[int]:
    """The scratch slots that need no place in the list of slots."""
    found = {group.base for group in program.slots if group.role == "scratch" and group.count == 1}
    for block in program.blocks:
        found -= _in_arrays(block)
        found -= _Reads(free).of_block(block)
        if isinstance(block.end, ir.Draw | ir.DrawBag):
            found.discard(block.end.slot)
    return frozenset(found)


def _in_arrays(block: ir.Block) -> set[int]:
    found: set[int] = set()
    stack: list[Any] = [block]
    while stack:
        here = stack.pop()
        match here:
            case ir.ReadAt(base, size, _) | ir.SetAt(base, size, _, _, _):
                found.update(range(base, base + size))
            case ir.Copy(target, source, count):
                found.update(range(target, target + count))
                found.update(range(source, source + count))
            case _:
                pass
        stack.extend(parts(here))
    return found


class _Reads:
    """Collects what a block reads that it has not surely written before."""

    def __init__(self, free: Free) -> None:
        self._free = free
        self._found: set[int] = set()

    def of_block(self, block: ir.Block) -> set[int]:
        """The slots; what the way on reads is among them."""
        written = self._body(block.body, set())
        match block.end:
            case ir.Branch(test):
                self._read(test, written)
            case ir.Draw(over=over):
                self._found |= self._free(over)
            case ir.DrawBag(offset=offset, among=among):
                # Draws have functions of their own.
                self._found |= self._free(offset) | (self._free(among) if among is not None else set())
            case _:
                pass
        return self._found

    def _read(self, expr: ir.Expr, written: set[int]) -> None:
        self._found |= self._free(expr) - written

    def _body(self, body: tuple[ir.Statement, ...], written: set[int]) -> set[int]:
        for statement in body:
            written = self._statement(statement, written)
        return written

    def _statement(self, one: ir.Statement, written: set[int]) -> set[int]:
        """What is surely written after a statement."""
        match one:
            case ir.Set(slot, value):
                self._read(value, written)
                return written | {slot}
            case ir.SetAt(index=index, value=value):
                self._read(index, written)
                self._read(value, written)
            case ir.When(test, then, other):
                self._read(test, written)
                return self._body(then, written) & self._body(other, written)
            case ir.Loop(var, over, body):
                self._read(over, written)
                self._body(body, written | {var})
            case ir.Sorted(var, over, keys, body):
                self._read(over, written)
                for key in keys:
                    self._read(key.value, written | {var})
                self._body(body, written | {var})
            case ir.Repeat(test, body):
                self._read(test, written)
                self._body(body, written)
            case ir.Require(test) | ir.Agree(test):
                self._read(test, written)  # what fails is told by the reference
            case _:
                pass
        return written
