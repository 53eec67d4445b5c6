"""Where a component's place lies in the program."""

from interpreter.check.world import Component
from interpreter.core import fold, ir


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
        if self.size == 1:
            return ir.Read(self.base)
        if isinstance(self.index, ir.Const):
            return ir.Read(self.base + self.index.value)
        return ir.ReadAt(self.base, self.size, self.index)

    def item(self, index: ir.Expr) -> "Place":
        """The place of one item of a bag."""
        return Place(self.component, self.base, self.size, fold.arith("add", self.index, index), 0)
