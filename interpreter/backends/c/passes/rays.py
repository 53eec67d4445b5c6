"""Conditions on what a ray meets first become operations on whole sets.

``beyond(c, d, through) in ends`` holds for the cells from which a run of ``through`` leads to ``ends``. Such
runs are followed from their ends back, all of them at once. That the cells of a ray are those that equal
steps lead to, one after the other, is read from the table of rays.
"""

from typing import Any, NamedTuple

from interpreter.backends.c.passes.folding import (
    conjuncts,
    folded,
    inter,
    is_total,
    narrowed,
    union,
)
from interpreter.backends.c.passes.forms import RunsTo
from interpreter.backends.c.passes.rewriter import Rewriter, reads, substituted
from interpreter.core import ir
from interpreter.core.reading import rebuilt
from interpreter.core.simplify import put


class Way(NamedTuple):
    """A direction: a step leads from each member of ``mask`` to the one ``by`` further.

    No ray has more than ``longest`` cells.
    """

    by: int
    mask: int
    longest: int


class Run(NamedTuple):
    """What is asked in one direction; ``is_apart`` where a cell of the run has to lie between."""

    way: Way
    through: Any
    ends: Any
    is_apart: bool


class Rays(Rewriter):
    """Rewrites loops over cells that ask what a ray meets first."""

    def after(self, expr: Any) -> Any:
        """A loop as a set, where it can be one."""
        if isinstance(expr, ir.Filter | ir.Exists):
            return narrowed(expr, *self._kept(expr.var, expr.over, expr.test))
        return expr

    def _kept(self, var: int, over: Any, test: Any) -> tuple[Any, list[Any]]:
        """The members of a set that meet those conditions that are sets, and the conditions left."""
        width = self.ranges.width(over)
        found, rest = over, []
        with self.ranges.running(var, over):
            for one in conjuncts(test):
                members = self._members(var, one, width)
                if members is None:
                    rest.append(one)
                else:
                    found = inter(found, members)
        return found, rest

    def _members(self, var: int, test: Any, width: int) -> Any:
        """The cells for which a condition holds, without their variable; None if that is open."""
        match test:
            case ir.Let(slot, value, inner):
                return self._members(var, put(inner, slot, value), width)
            case ir.Or(left, right):
                one, other = self._members(var, left, width), self._members(var, right, width)
                return None if one is None or other is None else union(one, other)
            case ir.Exists(way, ir.Filter(same, ir.SetConst(bits, _), first), second) if same == way:
                return self._runs(var, way, bits, ir.And(first, second), width)
            case ir.Exists(way, ir.SetConst(bits, _), inner):
                return self._runs(var, way, bits, inner, width)
            case _:
                return None

    def _runs(self, var: int, way: int, bits: int, test: Any, width: int) -> Any:
        runs = []
        for value in range(bits.bit_length()):
            if bits >> value & 1:
                run = self._run(var, _known(test, way, value, self.program.tables), width)
                if run is None:
                    return None
                runs.append(run)
        if not runs or len({run[1:] for run in runs}) > 1:
            return None
        _, through, ends, is_apart = runs[0]
        if any(reads(one, var) or not is_total(one, self.ranges) for one in (through, ends)):
            return None
        ways = [run.way for run in runs]
        return RunsTo(
            ends,
            through,
            tuple(one.by for one in ways),
            tuple(one.mask for one in ways),
            tuple(one.longest for one in ways),
            is_apart,
            width,
        )

    # One direction

    def _run(self, var: int, test: Any, width: int) -> Run | None:
        """A run that leads to some end, and perhaps that it has a cell."""
        asked, *rest = conjuncts(test)
        match asked:
            case ir.Member(
                ir.Lowest(ir.SetOp("minus", ray, through), ir.Const(-1))
                | ir.Highest(ir.SetOp("minus", ray, through), ir.Const(-1)) as first,
                ends,
            ) if self.ranges.width(ends) == width:
                way = self._way(var, ray, width, isinstance(first, ir.Lowest))
            case _:
                return None
        if way is None or not all(self._is_cell_before(var, ray, first, one, width) for one in rest):
            return None
        return Run(way, through, ends, bool(rest))

    def _way(self, var: int, ray: Any, width: int, rises: bool) -> Way | None:
        """The steps that make up the rays of a table in one direction."""
        rays = self._column(ray, ir.Read(var), width)
        if rays is None or not any(rays):
            return None
        start = next(cell for cell in range(width) if rays[cell])
        by = _nearest(rays[start], rises) - start
        if (by > 0) != rises:
            return None
        for cell, bits in enumerate(rays):
            near = cell + by
            if bits and not (0 <= near < width and bits == 1 << near | rays[near]):
                return None
        mask = sum(1 << cell for cell in range(width) if rays[cell])
        return Way(by, mask, max(bits.bit_count() for bits in rays))

    def _column(self, entry: Any, item: Any, width: int) -> tuple[int, ...] | None:
        """The entries of a table of sets that ``item`` chooses, for each value it may have from 0 on."""
        if not isinstance(entry, ir.Lookup):
            return None
        table, (what, factor, offset) = self.program.tables[entry.table], _linear(entry.index)
        if what != item or table.width != width or factor < 1 or offset < 0:
            return None
        values = table.values[offset::factor][:width]
        return values if len(values) == width else None

    def _is_cell_before(self, var: int, ray: Any, first: Any, test: Any, width: int) -> bool:
        """Whether a condition says that a cell of the ray lies before the first outside, which there is."""
        match test:
            case ir.Not(ir.Empty(ir.SetOp("minus", same, shut))) if same == ray:
                rays = self._column(ray, ir.Read(var), width)
                shuts = self._column(shut, first, width)
            case _:
                return False
        if rays is None or shuts is None:
            return False
        return all(shuts[cell] == 1 << cell | rays[cell] for cell in range(width))


def _nearest(bits: int, rises: bool) -> int:
    return (bits & -bits).bit_length() - 1 if rises else bits.bit_length() - 1


def _linear(index: Any) -> tuple[Any, int, int]:
    """What an index is made of: an expression, its factor and what is added; ``None, 0, n`` for a number."""
    match index:
        case ir.Const(value):
            return None, 0, value
        case ir.Arith("add", left, ir.Const(value)) | ir.Arith("add", ir.Const(value), left):
            what, factor, offset = _linear(left)
            return what, factor, offset + value
        case ir.Arith("mul", left, ir.Const(value)) | ir.Arith("mul", ir.Const(value), left):
            what, factor, offset = _linear(left)
            return what, factor * value, offset * value
        case _:
            return index, 1, 0


def _known(expr: Any, slot: int, value: int, tables: tuple[ir.Table, ...]) -> Any:
    """An expression for one value of a variable, with everything computed that is known then."""
    return _plain(substituted(expr, ir.Read(slot), ir.Const(value)), list(tables))


def _plain(expr: Any, tables: list[ir.Table]) -> Any:
    """An expression with what it names in its place, and what is known computed."""
    if isinstance(expr, ir.Let):
        return _plain(put(expr.inner, expr.slot, expr.value), tables)
    return folded(rebuilt(expr, lambda part: _plain(part, tables)), tables)
