"""Sums of weights over a set are counted bit by bit: how many members have a weight with that bit.

`sum of worth(b) for b in built(me)` is the number of members with an odd worth, and twice the number of those
whose worth has the second bit, and so on. Each is one intersection with a set that is known.
"""

from typing import Any

from interpreter.backends.c.passes.folding import inter
from interpreter.backends.c.passes.rewriter import Rewriter
from interpreter.backends.c.sets import words_of
from interpreter.core import fold, ir

MOST_COUNTS = 6
"""How many words are counted at most; with more of them, to add up members is as fast."""


class Weighing(Rewriter):
    """Replaces sums over a set that is read, of what a table says of each member."""

    def after(self, expr: Any) -> Any:
        """A sum as counts of bits."""
        match expr:
            case ir.Sum(var, over, ir.Lookup(table, ir.Read(slot))) if slot == var and _is_read(over):
                return self._counted(over, self.program.tables[table].values) or expr
            case _:
                return expr

    def _counted(self, over: Any, weights: tuple[int, ...]) -> Any:
        width = self.ranges.width(over)
        weights = weights[:width]
        if len(weights) < width or min(weights) < 0:
            return None
        bits = max(weights).bit_length()
        if not bits or bits * words_of(width) > MOST_COUNTS:
            return None
        whole: Any = ir.Const(0)
        for bit in range(bits):
            members = sum(1 << i for i, weight in enumerate(weights) if weight >> bit & 1)
            size = ir.Size(inter(over, ir.SetConst(members, width)))
            whole = fold.arith("add", whole, fold.arith("mul", size, ir.Const(1 << bit)))
        return whole


def _is_read(over: Any) -> bool:
    """Whether a set can be read once for each bit."""
    match over:
        case ir.Read() | ir.Lookup(_, ir.Read()) | ir.ReadAt(_, _, ir.Read()):
            return True
        case _:
            return False
