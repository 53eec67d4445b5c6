"""What rests on tables alone is worked out when the program is made.

A condition on a member that reads nothing but tables picks a set that is known: `level(g) = 2`. A loop that
tests it is an intersection with that set, and a loop over a known set that reads nothing else is a number or
a set.
"""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.core import fold, ir
from interpreter.core.constant import Constants
from interpreter.core.reading import slots_read

_LOOPS = (ir.Filter, ir.Exists, ir.Sum, ir.Extreme, ir.Union, ir.First, ir.Top)


class Known:
    """Rewrites expressions over the tables of one program."""

    def __init__(self, tables: list[ir.Table]) -> None:
        self._tables = tables
        self._sets: dict[tuple[int, int, ir.Expr], ir.SetConst | None] = {}

    def rebuilt(self, node: Any) -> Any:
        """A block, a decision or an expression with everything in it that is known worked out."""
        if isinstance(node, ir.Log):
            return node  # a bag is told by the shape of its sum
        changes: dict[str, Any] = {}
        for field in fields(node):
            value = getattr(node, field.name)
            new = value
            if isinstance(value, tuple) and value and is_dataclass(value[0]):
                new = tuple(self.rebuilt(one) for one in value)
            elif is_dataclass(value):
                new = self.rebuilt(value)
            if new is not value and new != value:
                changes[field.name] = new
        return self._worked_out(replace(node, **changes) if changes else node)

    def _worked_out(self, node: Any) -> Any:
        match node:
            case ir.Filter(var, over, test, width):
                return self._filtered(node, var, over, test, width)
            case ir.Exists(var, over, test) if found := self._set(var, over, test):
                met = fold.set_op("inter", over, found)
                if isinstance(met, ir.SetConst):
                    return ir.Const(int(met.bits != 0))
                return fold.not_(ir.Empty(met))
            case ir.Sum(var, over, ir.Compare() | ir.Not() | ir.Member() | ir.And() | ir.Or() as test) if (
                found := self._set(var, over, test)
            ):
                return fold.size(fold.set_op("inter", over, found))
            case ir.Sum(var, ir.SetConst() as over, value) if not _has_loop(value):
                number = self._number(var, node, value)
                return node if number is None else ir.Const(number)
            case _:
                return node

    def _filtered(self, node: ir.Filter, var: int, over: ir.Expr, test: ir.Expr, width: int) -> ir.Expr:
        found = self._set(var, over, test)
        if found is not None:
            return fold.set_op("inter", over, found)
        if isinstance(test, ir.And):
            for known, rest in ((test.left, test.right), (test.right, test.left)):
                found = self._set(var, over, known)
                if found is not None:
                    return fold.filter_(var, fold.set_op("inter", over, found), rest, width)
        return node

    def _set(self, var: int, over: ir.Expr, test: ir.Expr) -> ir.SetConst | None:
        """The members that meet a condition, where it reads the member and tables alone."""
        width = self._width(over)
        if not width or _has_loop(test) or slots_read(test) != {var}:
            return None
        key = var, width, test
        if key not in self._sets:
            self._sets[key] = self._tried(var, width, test)
        return self._sets[key]

    def _tried(self, var: int, width: int, test: ir.Expr) -> ir.SetConst | None:
        try:
            everything = ir.SetConst((1 << width) - 1, width)
            bits = Constants(self._tables).value(ir.Filter(var, everything, test, width))
        except (KeyError, IndexError, ZeroDivisionError):
            return None  # it has no value for some member that the loop never comes to
        return ir.SetConst(bits, width)

    def _number(self, var: int, node: ir.Sum, value: ir.Expr) -> int | None:
        if slots_read(value) - {var}:
            return None
        try:
            return Constants(self._tables).value(node)
        except (KeyError, IndexError, ZeroDivisionError):
            return None

    def _width(self, over: ir.Expr) -> int:
        match over:
            case ir.SetConst(_, width) | ir.Filter(width=width) | ir.Single(_, width):
                return width
            case ir.SetOp(_, left, _):
                return self._width(left)
            case ir.Lookup(table, _):
                return self._tables[table].width
            case _:
                return 0


def _has_loop(expr: Any) -> bool:
    if isinstance(expr, _LOOPS):
        return True
    for field in fields(expr):
        value = getattr(expr, field.name)
        parts = value if isinstance(value, tuple) else (value,)
        if any(is_dataclass(part) and _has_loop(part) for part in parts):
            return True
    return False
