"""Conditions on the cells of an array become operations on whole sets.

``all c in Cell where mark(c) = p`` is the plane of p, ``some c in s where mark(c) = p`` is that the plane
meets s, and a condition on what lies one step further is a shifted set. Sums of rows are kept as well.
"""

from dataclasses import fields
from typing import Any

from interpreter.backends.c.passes.folding import (
    all_of,
    conjuncts,
    folded,
    inner,
    inter,
    is_all,
    is_total,
    minus,
    narrowed,
    none_of,
    union,
)
from interpreter.backends.c.passes.forms import Above, Plane, Quick, RowSum, Shift, own
from interpreter.backends.c.passes.rewriter import Rewriter, reads, substituted
from interpreter.backends.c.passes.views import MOST_VALUES, Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import fold, ir
from interpreter.core.constant import Constants
from interpreter.core.simplify import put

_MOST_SHIFTS = 3

MOST_ENTRIES = 64
"""How many values a cell may have to be looked up in a table."""


class Algebra(Rewriter):
    """Rewrites loops over the cells of arrays as sets; ``views`` collects what they read."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self.views = views
        self.tables = list(program.tables)
        self._made: dict[tuple[tuple[int, ...], int], int] = {}

    def after(self, expr: Any) -> Any:
        """A loop as a set, where it can be one."""
        match expr:
            case ir.Filter() | ir.Exists():
                return narrowed(expr, *self._kept(expr.var, expr.over, expr.test))
            case ir.Sum(var, over, value):
                return self._sum(expr, var, over, value)
            case ir.Empty(of):
                return self._empty(of)
            case ir.Not(ir.Not(test)):
                return test
            case ir.Not(ir.Let(slot, value, test)):
                return ir.Let(slot, value, self.after(ir.Not(test)))
            case ir.Let():
                return self._let(expr)
            case ir.SetOp("minus", left, right):
                return minus(left, right)
            case ir.SetOp("inter", left, right):
                return inter(left, right)
            case ir.SetCompare("eq", left, right) if is_all(right):
                return ir.Empty(minus(right, left))
            case ir.If(ir.Compare(_, ir.ReadAt() as cell, ir.Const()), _, _):
                return self._by_table(expr, cell)
            case _:
                return expr

    def _by_table(self, expr: ir.If, cell: ir.ReadAt) -> Any:
        """What depends on the value of one cell alone is read from a table, which has an entry for each."""
        low, high = self.ranges.interval(cell)
        if high - low >= MOST_ENTRIES or not is_total(cell, self.ranges):
            return expr
        cases = (substituted(expr, cell, ir.Const(value)) for value in range(low, high + 1))
        values = [folded(case, self.tables) for case in cases]
        if not all(isinstance(value, ir.Const | ir.SetConst) for value in values):
            return expr
        entries = tuple(value.bits if isinstance(value, ir.SetConst) else value.value for value in values)
        found = self._made.get((entries, self.ranges.width(expr)))
        if found is None:
            found = self._made[entries, self.ranges.width(expr)] = len(self.tables)
            self.tables.append(ir.Table(f"made {found}", self.ranges.width(expr), entries))
            self.ranges.know_table(self.tables[-1])
        return ir.Lookup(found, fold.arith("add", cell, ir.Const(-low)))

    def _empty(self, of: Any) -> Any:
        match of:
            case ir.Filter(var, over, test, _):
                return ir.Not(ir.Exists(var, over, test))
            case ir.Let(slot, value, inside):
                return self._let(ir.Let(slot, value, self._empty(inside)))
            case ir.Union(var, over, value, _):
                return ir.Not(ir.Exists(var, over, self._some(value)))
            case ir.SetOp("inter", ir.Union(var, over, value, _), other) if _is_simple(other):
                return ir.Not(ir.Exists(var, over, self._some(inter(value, other))))
            case ir.SetConst(bits, _):
                return ir.Const(int(not bits))
            case _:
                return ir.Empty(of)

    def _let(self, expr: ir.Let) -> Any:
        """What costs nothing to compute stands where it is read."""
        return put(expr.inner, expr.slot, expr.value) if _is_cheap(expr.value) else expr

    def _some(self, of: Any) -> Any:
        match self._empty(of):
            case ir.Not(test):
                return test
            case ir.Const(value):
                return ir.Const(1 - value)
            case ir.Let(slot, value, test):
                return ir.Let(slot, value, self.after(ir.Not(test)))
            case empty:
                return ir.Not(empty)

    def _kept(self, var: int, over: Any, test: Any) -> tuple[Any, list[Any]]:
        """The members of a set that meet those conditions that are sets, and the conditions left."""
        width = self.ranges.width(over)
        with self.ranges.running(var, over):
            whole = self.members(var, test, width)
            if whole is not None:
                return inter(over, whole), []
            found = over
            rest: list[Any] = []
            for one in conjuncts(test):
                members = None if rest and not is_total(one, self.ranges) else self.members(var, one, width)
                if members is None:
                    rest.append(one)
                else:
                    found = inter(found, members)
            return found, rest

    # Conditions as sets

    def members(self, var: int, test: Any, width: int) -> Any:
        """The set of all members for which a condition holds, without its variable; None if that is open."""
        if not reads(test, var):
            return None
        if isinstance(test, ir.Not):
            members = self.members(var, test.inner, width)
            return None if members is None else minus(all_of(width), members)
        for way in (self._of_cell, self._of_member, self._of_tables, self._of_parts, self._of_row):
            found = way(var, test, width)
            if found is not None:
                return found if is_total(found, self.ranges) else None
        return None

    def _of_cell(self, var: int, test: Any, width: int) -> Any:
        """A condition on what stands at the member in one array: the planes of the values that meet it."""
        cell = self._cell(var, test, width)
        if cell is None:
            return None
        match test:
            case ir.Compare("eq" | "ne" as op, left, right) if cell in (left, right):
                other = right if left == cell else left
                if not reads(other, var) and not isinstance(other, ir.Const):
                    self.views.planes.add(cell.base)
                    plane = Plane(cell.base, other, width)
                    return plane if op == "eq" else minus(all_of(width), plane)
            case _:
                pass
        return self._by_value(cell, test, var, width)

    def _by_value(self, cell: ir.ReadAt, test: Any, var: int, width: int) -> Any:
        group = self.views.arrays[cell.base]
        planes: dict[Any, Any] = {}
        rest: list[int] = []
        for value in range(group.low, group.high + 1):
            known = folded(substituted(test, cell, ir.Const(value)), self.tables)
            if reads(known, var):
                return None
            if known == ir.Const(0):
                rest.append(value)
                continue
            planes[known] = union(planes.get(known, none_of(width)), Plane(cell.base, ir.Const(value), width))
        whole: Any = none_of(width)
        for known, plane in planes.items():
            whole = union(whole, fold.if_(known, plane, none_of(width)))
        self.views.planes.add(cell.base)
        if len(rest) == 1:
            sure = minus(all_of(width), Plane(cell.base, ir.Const(rest[0]), width))
            if self._is_sure(cell, test, rest[0]):
                return sure
        return whole

    def _is_sure(self, cell: ir.ReadAt, test: Any, out: int) -> bool:
        """Whether every other value meets the condition for certain."""
        group = self.views.arrays[cell.base]
        others = (value for value in range(group.low, group.high + 1) if value != out)
        return all(
            isinstance(folded(substituted(test, cell, ir.Const(value)), self.tables), ir.Const)
            for value in others
        )

    def _cell(self, var: int, test: Any, width: int) -> ir.ReadAt | None:
        """The one place in an array that a condition reads at the member, where an array has planes."""
        stack, found = [test], None
        while stack:
            here = stack.pop()
            if isinstance(here, ir.ReadAt) and here.index == ir.Read(var):
                group = self.views.arrays.get(here.base)
                if group is None or group.count != width or here.size != width or self._is_large(here.base):
                    return None
                found = here
            stack += inner(here)
        return found

    def _is_large(self, base: int) -> bool:
        return self.views.values(base) > MOST_VALUES

    def _of_member(self, var: int, test: Any, width: int) -> Any:
        """``x in s`` is s; ``f(x) in s``, f known before, is s shifted."""
        match test:
            case ir.Member(ir.Read(slot), of) if slot == var and not reads(of, var):
                return of
            case ir.Member(item, of) if not reads(of, var) and self.ranges.width(of) == width:
                return self._shifted(var, item, of, width) if _is_simple(of) else None
            case _:
                return None

    def _shifted(self, var: int, item: Any, of: Any, width: int) -> Any:
        masks: dict[int, int] = {}
        for member in range(width):
            value = self._known(item, var, member)
            if value is None:
                return None
            if 0 <= value < width:
                masks[value - member] = masks.get(value - member, 0) | 1 << member
        if len(masks) > _MOST_SHIFTS:
            return None
        whole: Any = none_of(width)
        for by, mask in masks.items():
            whole = union(whole, Shift(of, by, mask, width))
        return whole

    def _known(self, item: Any, var: int, member: int) -> int | None:
        constants = Constants(self.tables)
        constants.give([(var, ir.Const(member))])
        try:
            return constants.value(item)
        except (KeyError, IndexError, AssertionError):
            return None

    def _of_tables(self, var: int, test: Any, width: int) -> Any:
        """A condition that reads tables and variables only stays a loop, which is tabulated later."""
        stack = [test]
        while stack:
            here = stack.pop()
            if isinstance(here, ir.ReadAt | Plane | RowSum | Above | Shift):
                return None
            if isinstance(here, ir.Read) and here.slot != var and not self._is_small(here):
                return None
            stack += inner(here)
        return ir.Filter(var, all_of(width), test, width) if is_total(test, self.ranges) else None

    def _is_small(self, read: ir.Read) -> bool:
        if self.ranges.width(read):
            return False
        low, high = self.ranges.interval(read)
        return high - low < 64

    def _of_parts(self, var: int, test: Any, width: int) -> Any:
        """Conditions joined by `and`, `or` and `not`, each a set."""
        match test:
            case ir.And(left, right) | ir.Or(left, right):
                if not is_total(right, self.ranges):
                    return None
                one, other = self.members(var, left, width), self.members(var, right, width)
                if one is None or other is None:
                    return None
                return inter(one, other) if isinstance(test, ir.And) else union(one, other)
            case _:
                return None

    # Rows

    def _sum(self, expr: ir.Sum, var: int, over: Any, value: Any) -> Any:
        row = self._row(expr)
        if row is not None:
            return row
        if isinstance(value, ir.Compare | ir.And | ir.Or | ir.Not | ir.Member):
            whole, rest = self._kept(var, over, value)
            if not rest:
                return ir.Size(whole)
        return expr

    def _row(self, expr: ir.Sum) -> Any:
        """The sum of a whole row of an array is kept."""
        match expr:
            case ir.Sum(
                var,
                over,
                ir.ReadAt(
                    base, size, ir.Arith("add", ir.Arith("mul", row, ir.Const(length)), ir.Read(column))
                ),
            ) if column == var and is_all(over) and self.ranges.width(over) == length:
                group = self.views.arrays.get(base)
                if group is None or size != group.count or group.count % length or reads(row, var):
                    return None
                if self.views.rows.get(base, length) != length:
                    return None
                if not self.ranges.within(row, 0, group.count // length - 1):
                    return None
                self.views.rows[base] = length
                return RowSum(base, length, row)
            case _:
                return None

    def _of_row(self, var: int, test: Any, width: int) -> Any:
        """The rows whose sum compares with a number are kept."""
        match test:
            case ir.Compare(op, left, ir.Const(number)):
                least = {"gt": number + 1, "le": number + 1, "ge": number, "lt": number}.get(op)
            case _:
                return None
        row = own(left)
        if least is None or not isinstance(row, RowSum) or row.row != ir.Read(var):
            return None
        if self.views.arrays[row.base].count // row.length != width:
            return None
        self.views.above.setdefault(row.base, set()).add(least)
        above = Above(row.base, row.length, least, width)
        return above if op in ("gt", "ge") else minus(all_of(width), above)

    # Stages

    def plain(self, stage: ir.Stage, over: Any, requires: tuple[ir.Requirement, ...]) -> ir.Stage:
        """A stage whose requirements are a set, where they can be one."""
        found = super().plain(stage, over, requires)
        width = self.ranges.width(over)
        members: Any = all_of(width)
        for one in requires:
            more = self.members(stage.slot, one.test, width)
            if more is None:
                return found
            members = inter(members, more)
        if not requires:
            return found
        names = [one.name for one in fields(ir.Stage)]
        return Quick(**{name: getattr(found, name) for name in names}, members=members)


def _is_cheap(expr: Any) -> bool:
    """Whether a value may be computed wherever it is read: it is at hand, or a step from what is."""
    match expr:
        case ir.Const() | ir.Read() | ir.SetConst() | Above():
            return True
        case ir.Arith("add" | "sub", left, right):
            return isinstance(left, ir.Const | ir.Read) and isinstance(right, ir.Const | ir.Read)
        case _:
            return False


def _is_simple(expr: Any) -> bool:
    """Whether a set is at hand, so that asking for it in every lap of a loop costs nothing."""
    match expr:
        case ir.Read() | ir.SetConst() | Above():
            return True
        case Plane(_, value, _):
            return isinstance(value, ir.Const | ir.Read)
        case ir.SetOp(_, left, right):
            return _is_simple(left) and _is_simple(right)
        case ir.Lookup(_, index):
            return isinstance(index, ir.Const | ir.Read)
        case _:
            return False
