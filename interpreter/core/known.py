"""What rests on tables alone is worked out when the program is made.

A condition on a member that reads nothing but tables picks a set that is known: `level(g) = 2`. A loop that
tests it is an intersection with that set, and a loop over a known set that reads nothing else is a number or
a set.
"""

from collections.abc import Sequence
from typing import Any

from interpreter.core import fold, ir
from interpreter.core.bounds import Bounds
from interpreter.core.constant import Constants
from interpreter.core.cost import expression_cost
from interpreter.core.reading import has_loop, parts, rebuilt, slots_bound, slots_read

MOST_ROWS = 512
"""How many values a slot may have for what rests on it alone to become a table."""

MOST_STEPS = 50_000
"""How many steps the values of one expression may take to work out, for all members or rows together: a tenth
of a second at the very worst. What takes more is left to be computed in play.
"""

NO_VALUE = (KeyError, IndexError, ZeroDivisionError)
"""What an expression without a value raises."""


class Known:
    """Rewrites expressions over the tables of one program, to which it adds those that it makes."""

    def __init__(self, tables: list[ir.Table], groups: Sequence[ir.Slot] = ()) -> None:
        self._tables = tables
        self._groups: list[ir.Slot | None] = []
        for group in groups:
            self._groups += [group] * group.count
        self._sets: dict[tuple[int, int, ir.Expr], ir.SetConst | None] = {}
        self._made: dict[ir.Expr, ir.Expr | None] = {}
        self._counted = -1
        self._bounds = Bounds((), ())

    def rebuilt(self, node: Any) -> Any:
        """A block, a decision or an expression with everything in it that is known worked out."""
        if isinstance(node, ir.Expr) and (table := self._table_for(node)) is not None:
            return table
        return self._worked_out(rebuilt(node, self.rebuilt))

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
            case ir.Sum(var, ir.SetConst() as over, value) if not has_loop(value):
                number = self._number(var, node, value)
                return node if number is None else ir.Const(number)
            case _:
                return node

    # -- one slot and tables: a table -----------------------------------------------------------------

    def _table_for(self, expr: ir.Expr) -> ir.Expr | None:
        """The entry of a table, where a loop or a sum of sets rests on one slot of few values alone."""
        if not isinstance(expr, ir.SetOp) and not has_loop(expr):
            return None
        if expr not in self._made:
            self._made[expr] = self._tabled(expr)
        return self._made[expr]

    def _tabled(self, expr: ir.Expr) -> ir.Expr | None:
        reads = slots_read(expr) - slots_bound(expr)
        if len(reads) != 1 or _reads_array(expr):
            return None
        (slot,) = reads
        group = self._groups[slot] if slot < len(self._groups) else None
        if group is None or group.width or group.role == "scratch":
            return None
        if group.low < 0 or group.high >= MOST_ROWS:
            return None
        if self._is_long(expr, group.high - group.low + 1):
            return None
        constants, rows = Constants(self._tables), [0] * group.low
        try:
            for value in range(group.low, group.high + 1):
                rows.append(constants.given({slot: value}).value(expr))
        except NO_VALUE:
            return None
        width, values = self._width(expr), rows[group.low :]
        if values.count(values[0]) == len(values):
            return ir.SetConst(values[0], width) if width else ir.Const(values[0])
        return ir.Lookup(self._table("known", width, tuple(rows)), ir.Read(slot))

    def _table(self, name: str, width: int, values: tuple[int, ...]) -> int:
        """A table with these entries, made if there is none."""
        for number, table in enumerate(self._tables):
            if (table.width, table.values) == (width, values):
                return number
        self._tables.append(ir.Table(name, width, values))
        return len(self._tables) - 1

    # -- filters ----------------------------------------------------------------------------------------

    def _filtered(self, node: ir.Filter, var: int, over: ir.Expr, test: ir.Expr, width: int) -> ir.Expr:
        found = self._set(var, over, test)
        if found is not None:
            return fold.set_op("inter", over, found)
        if isinstance(over, ir.SetConst) and (led := self._led_back(var, over, test)) is not None:
            return led
        if isinstance(test, ir.And):
            for known, rest in ((test.left, test.right), (test.right, test.left)):
                found = self._set(var, over, known)
                if found is not None:
                    return fold.filter_(var, fold.set_op("inter", over, found), rest, width)
        return node

    def _led_back(self, var: int, over: ir.SetConst, test: ir.Expr) -> ir.Expr | None:
        """``all w in over where table(w) in S``: those that the members of S are led to by the table turned
        round. S is asked once, and what it holds is few.
        """
        match test:
            case ir.Member(ir.Lookup(table, ir.Read(slot)), of) if slot == var and var not in slots_read(of):
                size, values = self._width(of), self._tables[table].values
            case _:
                return None
        if not size or len(values) < over.width or max(values, default=0) >= size or over.width < 2:
            return None
        rows = [0] * size
        for member in range(over.width):
            if over.bits >> member & 1 and values[member] >= 0:
                rows[values[member]] |= 1 << member
        turned = self._table(f"{self._tables[table].name} turned round", over.width, tuple(rows))
        return ir.Union(var, of, ir.Lookup(turned, ir.Read(var)), over.width)

    def _set(self, var: int, over: ir.Expr, test: ir.Expr) -> ir.SetConst | None:
        """The members that meet a condition, where it reads the member and tables alone."""
        width = self._width(over)
        if not width or has_loop(test) or slots_read(test) != {var}:
            return None
        key = var, width, test
        if key not in self._sets:
            self._sets[key] = self._tried(var, width, test)
        return self._sets[key]

    def _tried(self, var: int, width: int, test: ir.Expr) -> ir.SetConst | None:
        if self._is_long(test, width):
            return None
        try:
            everything = ir.SetConst((1 << width) - 1, width)
            bits = Constants(self._tables).value(ir.Filter(var, everything, test, width))
        except NO_VALUE:
            return None  # it has no value for some member that the loop never comes to
        return ir.SetConst(bits, width)

    def _number(self, var: int, node: ir.Sum, value: ir.Expr) -> int | None:
        if slots_read(value) - {var} or self._is_long(node, 1):
            return None
        try:
            return Constants(self._tables).value(node)
        except NO_VALUE:
            return None

    def _width(self, expr: ir.Expr) -> int:
        return self._now().width(expr)

    def _is_long(self, expr: ir.Expr, times: int) -> bool:
        """Whether working it out so often takes too long; a stranger's ruleset may nest loops as it likes."""
        return times * expression_cost(expr, self._now()) > MOST_STEPS

    def _now(self) -> Bounds:
        if self._counted != len(self._tables):
            self._bounds = Bounds(tuple(self._groups), tuple(self._tables))
            self._counted = len(self._tables)
        return self._bounds


def _reads_array(expr: Any) -> bool:
    return isinstance(expr, ir.ReadAt) or any(_reads_array(part) for part in parts(expr))
