"""Lists: where one lies in the slots, and how it is read.

A list has ``room`` cells. What lies at its bottom is in the first one, what lies on top in the last that
is used; above it all hold -1, so that equal lists are equal slots. How many are used stands in a slot of
its own.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.check.kinds import ListOf, Number
from interpreter.core import fold, ir
from interpreter.core.bags import LateBag
from interpreter.core.place import Place, read_at
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_bags import LowerBags
    from interpreter.core.lower_base import LowerBase

NOTHING = ir.Const(-1)


@dataclass(frozen=True, slots=True)
class ListPlace:
    """One list: number ``index`` of the ``lists`` of a component, whose cells lie from ``cells`` on."""

    kind: ListOf
    cells: int
    lengths: int
    lists: int
    index: ir.Expr

    def length(self) -> ir.Expr:
        """How many things lie in it."""
        return read_at(self.lengths, self.lists, self.index)

    def cell(self, position: ir.Expr) -> ir.Expr:
        """The number of a cell, counted from the bottom, among all cells of the component."""
        return fold.arith("add", fold.arith("mul", self.index, ir.Const(self.kind.cap)), position)

    def at(self, position: ir.Expr) -> ir.Expr:
        """What lies there."""
        return read_at(self.cells, self.lists * self.kind.cap, self.cell(position))

    def count(self, lower: "LowerBase", thing: ir.Expr) -> ir.Expr:
        """In how many cells a thing lies."""
        with lower.slots.scratch() as var:
            return ir.Sum(var, self.positions(), fold.compare("eq", self.at(ir.Read(var)), thing))

    def positions(self) -> ir.Expr:
        """The set of all positions."""
        return ir.SetConst((1 << self.kind.cap) - 1, self.kind.cap)


def list_place(lower: "LowerBase", place: Place, kind: ListOf) -> ListPlace:
    """The list whose length lies at a place."""
    return ListPlace(kind, lower.cells[place.component], place.base, place.size, place.index)


def list_of(node: n.Expr) -> n.Expr:
    """The list of which a place is an end, or the place itself."""
    return node.of if isinstance(node, n.EndOf) else node


class ListBag(LateBag):
    """The bag of what lies in a list."""

    def __init__(self, lower: "LowerBags", kind: ListOf, node: n.Name | n.Read) -> None:
        super().__init__(lower, kind.of)
        self.kind = kind
        self.node = node

    def _place(self) -> ListPlace:
        with self.lower.seeing(self.scope):
            return list_place(self.lower, self.lower.place(self.node), self.kind)

    def count(self, index: ir.Expr) -> ir.Expr:
        """In how many cells it lies."""
        return self._place().count(self.lower, self.lower.from_index(index, self.of))

    def kinds(self) -> ir.Expr:
        """What lies in any cell."""
        if isinstance(self.of, Number) and self.of.low != 0:
            return super().kinds()  # an empty cell would be the number below the lowest
        here = self._place()
        with self.lower.slots.scratch() as var:
            one = ir.Single(here.at(ir.Read(var)), self.width)
            return ir.Union(var, here.positions(), one, self.width)

    def size(self) -> ir.Expr:
        """The length."""
        return self._place().length()
