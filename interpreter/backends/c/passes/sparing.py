"""What holds whatever a sum turns out to be needs no sum: a requirement is first asked of the bounds.

`size(hand) - sum of … <= 7` holds where the hand has no more than seven, since nothing negative is taken off.
"""

from dataclasses import replace
from typing import Any

from interpreter.backends.c.passes.folding import is_straight, is_total
from interpreter.backends.c.passes.rewriter import Rewriter
from interpreter.core import fold, ir


class Sparing(Rewriter):
    """Puts a quick condition that suffices before a requirement with a loop."""

    def requirements(self, requirements: tuple[ir.Requirement, ...]) -> tuple[ir.Requirement, ...]:
        """Requirements, each with what suffices before it."""
        return tuple(replace(one, test=self._spared(one.test)) for one in super().requirements(requirements))

    def _spared(self, test: Any) -> Any:
        match test:
            case ir.Compare("le" | "lt", left, right):
                quick = fold.compare(test.op, self._end(left, 1), self._end(right, 0))
            case ir.Compare("ge" | "gt", left, right):
                quick = fold.compare(test.op, self._end(left, 0), self._end(right, 1))
            case _:
                return test
        if is_straight(test) or not is_straight(quick) or not is_total(test, self.ranges):
            return test
        return test if isinstance(quick, ir.Const) and not quick.value else fold.or_(quick, test)

    def _end(self, expr: Any, high: int) -> Any:
        """An expression without sums that is no higher (``high`` 0) or no lower (1) than this one."""
        match expr:
            case ir.Arith("add" as op, left, right):
                return fold.arith(op, self._end(left, high), self._end(right, high))
            case ir.Arith("sub" as op, left, right):
                return fold.arith(op, self._end(left, high), self._end(right, 1 - high))
            case ir.Sum():
                return ir.Const(self.ranges.interval(expr)[high])
            case _:
                return expr
