"""What depends on a few small variables and tables alone is computed before, for all their values."""

from math import prod
from typing import Any

from interpreter.backends.c.passes.folding import inner, is_total
from interpreter.backends.c.passes.forms import Above, Plane, RowSum, Shift, SomeLine, SomeLink
from interpreter.backends.c.passes.rewriter import LOOPS, Rewriter
from interpreter.backends.c.ranges import Ranges
from interpreter.core import fold, ir
from interpreter.core.constant import Constants
from interpreter.core.reading import SPREADS

MOST_ENTRIES = 2048
"""How many entries a table made here may have."""


class Tabulating(Rewriter):
    """Replaces expressions by tables; ``tables`` are those of the program and the new ones."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        super().__init__(program, ranges)
        self.tables = list(program.tables)
        self._made: dict[tuple[Any, ...], int] = {}

    def expr(self, expr: Any) -> Any:
        """An expression rebuilt, from the outside in: the largest parts become tables."""
        if self._is_worth_it(expr):
            slots = self._variables(expr, frozenset())
            if slots is not None:
                found = self._tabulated(expr, sorted(slots))
                if found is not None:
                    return found
        return super().expr(expr)

    def _is_worth_it(self, expr: Any) -> bool:
        match expr:
            case ir.Single(ir.Read() | ir.Const(), _):
                return False
            case ir.Single() | ir.If() | ir.SetCompare():
                return True
            case ir.Lookup(_, index):
                return _holds_lookup(index)
            case _:
                return isinstance(expr, (*LOOPS, *SPREADS))

    def _variables(self, expr: Any, bound: frozenset[int]) -> set[int] | None:
        """The variables that an expression reads; None where it reads something else."""
        match expr:
            case ir.ReadAt() | Plane() | RowSum() | Above() | Shift():
                return None
            case ir.Read(slot):
                if slot in bound:
                    return set()
                if self.ranges.width(expr):
                    return None
                low, high = self.ranges.interval(expr)
                return {slot} if low >= 0 and high < MOST_ENTRIES else None
            case _:
                pass
        if isinstance(expr, SomeLine | SomeLink):
            return None
        inside = bound | ({expr.var} if isinstance(expr, (*LOOPS, *SPREADS)) else set())
        inside |= {expr.slot} if isinstance(expr, ir.Let) else set()
        found: set[int] = set()
        for part in inner(expr):
            slots = self._variables(part, inside)
            if slots is None:
                return None
            found |= slots
        return found

    def _tabulated(self, expr: Any, slots: list[int]) -> Any:
        sizes = [self.ranges.interval(ir.Read(slot))[1] + 1 for slot in slots]
        if prod(sizes) > MOST_ENTRIES or not is_total(expr, self.ranges):
            return None
        width = self.ranges.width(expr)
        values = tuple(self._values(expr, slots, sizes, ()))
        if any(value is None for value in values):
            return None
        if len(set(values)) == 1:
            return ir.SetConst(values[0], width) if width else ir.Const(values[0])
        index: Any = ir.Const(0)
        for slot, size in zip(slots, sizes, strict=True):
            index = fold.arith("add", fold.arith("mul", index, ir.Const(size)), ir.Read(slot))
        return ir.Lookup(self._table(values, width), index)

    def _values(self, expr: Any, slots: list[int], sizes: list[int], chosen: tuple[int, ...]) -> list[Any]:
        if len(chosen) < len(slots):
            found: list[Any] = []
            for value in range(sizes[len(chosen)]):
                found += self._values(expr, slots, sizes, (*chosen, value))
            return found
        low = [self.ranges.interval(ir.Read(slot))[0] for slot in slots]
        if any(value < least for value, least in zip(chosen, low, strict=True)):
            return [0]
        constants = Constants(self.tables)
        constants.give((slot, ir.Const(value)) for slot, value in zip(slots, chosen, strict=True))
        try:
            return [constants.value(expr)]
        except (KeyError, IndexError):
            return [None]

    def _table(self, values: tuple[int, ...], width: int) -> int:
        key = (values, width)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = len(self.tables)
            self.tables.append(ir.Table(f"made {found}", width, values))
            self.ranges.know_table(self.tables[-1])
        return found


def _holds_lookup(expr: Any) -> bool:
    return isinstance(expr, ir.Lookup) or any(_holds_lookup(part) for part in inner(expr))
