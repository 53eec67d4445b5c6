"""Where a component's place lies in the program."""

from interpreter.check.world import Component
from interpreter.core import fold, ir


def read_at(base: int, size: int, index: ir.Expr) -> ir.Expr:
    """The value of one slot of an array."""
    if size == 1:
        return ir.Read(base)
    if isinstance(index, ir.Const):
        return ir.Read(base + index.value)
    return ir.ReadAt(base, size, index)


class Place:
    """A place of a component in the program: one slot, or the slot ``base + index`` of an array.

    For a bag without its last key, ``items`` is how many counts lie side by side from there on.
    """

    def __init__(self, component: Component, base: int, size: int, index: ir.Expr, items: int) -> None:
        self.component = component
        self.base = base
        self.size = size
        self.index = index
        self.items = items

    def read(self) -> ir.Expr:
        """The value there."""
        return read_at(self.base, self.size, self.index)

    def item(self, index: ir.Expr) -> "Place":
        """The place of one item of a bag."""
        return Place(self.component, self.base, self.size, fold.arith("add", self.index, index), 0)
