"""Rays up to the first cell that is not in a set: ``along(c, d, S)`` and ``beyond(c, d, S)``.

The cells of a board are listed so that each of its rays only rises or only falls. The nearest cell of a ray
that is not in the set is therefore the lowest or the highest of those, and what lies before it is the ray
without that cell and all behind it.
"""

from collections.abc import Callable

from interpreter.check.kinds import Member
from interpreter.check.world import DIRECTION
from interpreter.core import fold, ir
from interpreter.core.lower_bags import is_simple
from interpreter.core.lower_base import LowerBase
from interpreter.syntax import nodes as n


class Ray:
    """The cells from the one behind ``start`` on, in a direction that is computed already."""

    def __init__(self, lower: LowerBase, start: n.Expr, way: ir.Expr) -> None:
        cell = lower.kind(start)
        assert isinstance(cell, Member)
        self._lower = lower
        self._cell = cell
        self._start = start
        self._way = way
        self._ways = lower.width(DIRECTION)
        column = lower.world.column("ray", cell)
        assert column is not None
        self._column = column
        self._width = lower.width(cell)

    def cells(self) -> ir.Expr:
        """All cells up to the edge."""
        table = self._lower.instance.table(self._column, self._width)
        return self._lower.entry(table, self._row(self._lower.value(self._start)), self._width)

    def first_outside(self, over: n.Expr) -> ir.Expr:
        """The nearest cell that is not in a set; -1 where there is none."""
        others = fold.set_op("minus", self.cells(), self._lower.set(over, self._cell))
        with self._lower.slots.scratch(self._width) as slot:
            left, edge = ir.Read(slot), ir.Const(-1)
            rises = fold.member(self._way, ir.SetConst(self._lower.instance.rising(self._column), self._ways))
            return ir.Let(slot, others, fold.if_(rises, ir.Lowest(left, edge), ir.Highest(left, edge)))

    def before_first_outside(self, over: n.Expr) -> ir.Expr:
        """The cells up to the nearest that is not in a set."""
        onward = self._lower.instance.onward(self._column, self._width)
        nearest = self.first_outside(over)
        with self._lower.slots.scratch() as slot:
            row = self._row(fold.arith("add", ir.Read(slot), ir.Const(1)))
            return ir.Let(slot, nearest, fold.set_op("minus", self.cells(), ir.Lookup(onward, row)))

    def _row(self, cell: ir.Expr) -> ir.Expr:
        return fold.arith("add", fold.arith("mul", cell, ir.Const(self._ways)), self._way)


def beyond(lower: LowerBase, args: tuple[n.Expr, ...]) -> ir.Expr:
    """``beyond(c, d, S)``: a cell, or -1."""
    start, direction, over = args
    return _towards(lower, direction, lambda way: Ray(lower, start, way).first_outside(over))


def along(lower: LowerBase, args: tuple[n.Expr, ...]) -> ir.Expr:
    """``along(c, d, S)``: a set of cells."""
    start, direction, over = args
    return _towards(lower, direction, lambda way: Ray(lower, start, way).before_first_outside(over))


def _towards(lower: LowerBase, direction: n.Expr, make: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """What ``make`` gives for a direction, which is computed once."""
    way = lower.value(direction)
    if is_simple(way):
        return make(way)
    with lower.slots.scratch() as slot:
        return ir.Let(slot, way, make(ir.Read(slot)))
