"""Names that stand for one value for each key: where the values lie, and how one is read."""

from dataclasses import dataclass

from interpreter.check.kinds import Kind, Maybe, Number, Single
from interpreter.core import fold, ir


@dataclass(frozen=True, slots=True)
class MapValue:
    """Indices of members (-1: none) side by side from slot ``base`` on, one for each of the ``keys``.

    ``is_plain``: the values themselves, numbers, flags and sets too.
    """

    base: int
    size: int
    keys: tuple[Single, ...]
    value: Kind
    is_plain: bool = False

    def read(self, index: ir.Expr) -> ir.Expr:
        """The value with that number among the combinations of keys."""
        if isinstance(index, ir.Const):
            found: ir.Expr = ir.Read(self.base + index.value)
        else:
            found = ir.ReadAt(self.base, self.size, index)
        return found if self.is_plain else chosen_value(found, self.value)


def chosen_value(index: ir.Expr, kind: Kind) -> ir.Expr:
    """The value that the index of a chosen member stands for; none is -1 as an index and as a value."""
    of = kind.of if isinstance(kind, Maybe) else kind
    low = of.low if isinstance(of, Number) else 0
    if isinstance(kind, Maybe) and low > 0:
        is_one = ir.Compare("ge", index, ir.Const(0))
        return ir.If(is_one, fold.arith("add", index, ir.Const(low)), ir.Const(-1))
    return fold.arith("add", index, ir.Const(low))
