"""Bags as values: how many there are of each thing, as expressions made where they are asked for.

The core program knows integers and sets. A bag is therefore no expression: it is something that can
be asked, while lowering, for the count of one thing, for the set of what it holds, and for its size.
Each answer is an expression for the place where it is asked; what the bag is made of is lowered there,
with the names that were bound where the bag was named.

An index handed to `count` must be simple (a constant, a slot, or a slot and a constant), since it may
be put into several places: `LowerBags.counted` sees to that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check.world import Column, Term
from interpreter.core import fold, ir
from interpreter.core.place import read_at
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.kinds import Single
    from interpreter.core.lower_bags import LowerBags

NOTHING = ir.Const(0)


class Bag(ABC):
    """How many there are of each member of ``of``, a domain of ``width`` members."""

    def __init__(self, lower: "LowerBags", of: "Single") -> None:
        self.lower = lower
        self.of = of
        self.width = lower.width(of)

    @abstractmethod
    def count(self, index: ir.Expr) -> ir.Expr:
        """How many there are of the member with a simple index."""

    def kinds(self) -> ir.Expr:
        """The set of what there is at least one of."""
        with self.lower.slots.scratch() as var:
            some = fold.compare("gt", self.count(ir.Read(var)), NOTHING)
            return fold.filter_(var, self.lower.everything(self.of), some, self.width)

    def size(self) -> ir.Expr:
        """How many things there are in all."""
        kinds = self.kinds()
        with self.lower.slots.scratch() as var:
            return ir.Sum(var, kinds, self.count(ir.Read(var)))


class PlaceBag(Bag):
    """A bag whose counts lie side by side in an array of ``size`` slots, from a simple index on."""

    def __init__(
        self, lower: "LowerBags", of: "Single", base: int, size: int, index: ir.Expr = NOTHING
    ) -> None:
        super().__init__(lower, of)
        self.base, self.length, self.index = base, size, index

    def count(self, index: ir.Expr) -> ir.Expr:
        """The count there."""
        return read_at(self.base, self.length, fold.arith("add", self.index, index))

    def size(self) -> ir.Expr:
        """All counts together: to look at each is less work than to look for those above nothing."""
        with self.lower.slots.scratch() as var:
            return ir.Sum(var, self.lower.everything(self.of), self.count(ir.Read(var)))


class SlotBag(PlaceBag):
    """A bag in an array of its own, with the set of what it holds and its size in slots beside it."""

    def __init__(self, lower: "LowerBags", of: "Single", base: int, kinds: int, size: int) -> None:
        super().__init__(lower, of, base, lower.width(of))
        self._kinds, self._size = kinds, size

    def kinds(self) -> ir.Expr:
        """The set in its slot."""
        return ir.Read(self._kinds)

    def size(self) -> ir.Expr:
        """The number in its slot."""
        return ir.Read(self._size)


class SumBag(Bag):
    """``a + b``."""

    def __init__(self, left: Bag, right: Bag) -> None:
        super().__init__(left.lower, left.of)
        self.left, self.right = left, right

    def count(self, index: ir.Expr) -> ir.Expr:
        """What both have."""
        return fold.arith("add", self.left.count(index), self.right.count(index))

    def kinds(self) -> ir.Expr:
        """What either holds."""
        return fold.set_op("union", self.left.kinds(), self.right.kinds())

    def size(self) -> ir.Expr:
        """Both sizes."""
        return fold.arith("add", self.left.size(), self.right.size())


class LessBag(Bag):
    """``a - b``: of nothing less than nothing."""

    def __init__(self, left: Bag, right: Bag) -> None:
        super().__init__(left.lower, left.of)
        self.left, self.right = left, right

    def count(self, index: ir.Expr) -> ir.Expr:
        """What is left."""
        return fold.arith("max", fold.arith("sub", self.left.count(index), self.right.count(index)), NOTHING)

    def kinds(self) -> ir.Expr:
        """What the first has more of than the second."""
        kinds = self.left.kinds()
        with self.lower.slots.scratch() as var:
            at = ir.Read(var)
            more = fold.compare("gt", self.left.count(at), self.right.count(at))
            return fold.filter_(var, kinds, more, self.width)


class LateBag(Bag):
    """A bag made of phrases: they are lowered at each question, with the names bound where it was named."""

    def __init__(self, lower: "LowerBags", of: "Single") -> None:
        super().__init__(lower, of)
        self.scope = lower.scope()


class ReadBag(LateBag):
    """A component's place whose index has to be computed."""

    def __init__(self, lower: "LowerBags", of: "Single", node: n.Name | n.Read) -> None:
        super().__init__(lower, of)
        self.node = node

    def count(self, index: ir.Expr) -> ir.Expr:
        """The count there."""
        with self.lower.seeing(self.scope):
            return self.lower.place(self.node).item(index).read()


class ColumnBag(LateBag):
    """``plan(b)``: a bag that is printed; a table has the counts, another the sets of what there is."""

    def __init__(self, lower: "LowerBags", of: "Single", column: Column, args: tuple[n.Expr, ...]) -> None:
        super().__init__(lower, of)
        self.column = column
        self.args = args

    def _row(self) -> ir.Expr:
        with self.lower.seeing(self.scope):
            return self.lower.row_of(self.column, self.args)

    def count(self, index: ir.Expr) -> ir.Expr:
        """An entry of the table of counts."""
        first = fold.arith("mul", self._row(), ir.Const(self.width))
        table = self.lower.instance.table(self.column, 0)
        return self.lower.entry(table, fold.arith("add", first, index), 0)

    def kinds(self) -> ir.Expr:
        """An entry of the table of sets."""
        return self.lower.entry(self.lower.instance.kinds_table(self.column), self._row(), self.width)


class SetBag(LateBag):
    """A set or a member where a bag is wanted: one of each."""

    def __init__(self, lower: "LowerBags", of: "Single", node: n.Expr) -> None:
        super().__init__(lower, of)
        self.node = node

    def count(self, index: ir.Expr) -> ir.Expr:
        """One of each member."""
        return fold.member(index, self.kinds())

    def kinds(self) -> ir.Expr:
        """The set itself."""
        with self.lower.seeing(self.scope):
            return self.lower.set(self.node, self.of)

    def size(self) -> ir.Expr:
        """How many members there are."""
        return ir.Size(self.kinds())


class ChoiceBag(LateBag):
    """``a if c else b``."""

    def __init__(self, test: n.Expr, then: Bag, other: Bag) -> None:
        super().__init__(then.lower, then.of)
        self.test, self.then, self.other = test, then, other

    def _either(self, then: ir.Expr, other: ir.Expr) -> ir.Expr:
        with self.lower.seeing(self.scope):
            return fold.if_(self.lower.value(self.test), then, other)

    def count(self, index: ir.Expr) -> ir.Expr:
        """The count of the one that is meant."""
        return self._either(self.then.count(index), self.other.count(index))

    def kinds(self) -> ir.Expr:
        """What the one that is meant holds."""
        return self._either(self.then.kinds(), self.other.kinds())

    def size(self) -> ir.Expr:
        """The size of the one that is meant."""
        return self._either(self.then.size(), self.other.size())


class MadeBag(LateBag):
    """``bag of E for x in S where C``: E copies of each x."""

    def __init__(self, lower: "LowerBags", of: "Single", node: n.Fold) -> None:
        super().__init__(lower, of)
        self.bind, self.where, self.node = node.overs.binds[0], node.overs.where, node
        self.var = lower.world.vars_of[self.bind]

    def _at(self, index: ir.Expr, of: n.Expr) -> ir.Expr:
        with self.lower.seeing(self.scope):
            self.lower.env[self.var] = self.lower.from_index(index, self.of)
            return self.lower.value(of)

    def _over(self) -> ir.Expr:
        with self.lower.seeing(self.scope):
            over = self.lower.set(self.bind.over, self.of)
        if self.where is None:
            return over
        with self.lower.slots.scratch() as var:
            return fold.filter_(var, over, self._at(ir.Read(var), self.where), self.width)

    def count(self, index: ir.Expr) -> ir.Expr:
        """So many, where the member is one of those."""
        with self.lower.seeing(self.scope):
            one = fold.member(index, self.lower.set(self.bind.over, self.of))
        if self.where is not None:
            one = fold.and_(one, self._at(index, self.where))
        return fold.if_(one, self._at(index, self.node.value), NOTHING)

    def kinds(self) -> ir.Expr:
        """Those of which there is a copy."""
        over = self._over()
        with self.lower.slots.scratch() as var:
            some = fold.compare("gt", self._at(ir.Read(var), self.node.value), NOTHING)
            return fold.filter_(var, over, some, self.width)

    def size(self) -> ir.Expr:
        """All copies together."""
        over = self._over()
        with self.lower.slots.scratch() as var:
            return ir.Sum(var, over, self._at(ir.Read(var), self.node.value))


class CopiesBag(LateBag):
    """``2 of rose``: so many of one thing."""

    def __init__(self, lower: "LowerBags", of: "Single", node: n.Of) -> None:
        super().__init__(lower, of)
        self.node = node

    def count(self, index: ir.Expr) -> ir.Expr:
        """So many of that thing, of any other none."""
        with self.lower.seeing(self.scope):
            is_it = fold.compare("eq", index, self._thing())
            return fold.if_(is_it, self.lower.value(self.node.count), NOTHING)

    def kinds(self) -> ir.Expr:
        """Just that thing, if there are any."""
        with self.lower.seeing(self.scope):
            some = fold.compare("gt", self.lower.value(self.node.count), NOTHING)
            return fold.if_(some, fold.single(self._thing(), self.width), ir.SetConst(0, self.width))

    def size(self) -> ir.Expr:
        """How many."""
        with self.lower.seeing(self.scope):
            return self.lower.value(self.node.count)

    def _thing(self) -> ir.Expr:
        return self.lower.index(self.lower.value(self.node.thing), self.of)


class TermBag(LateBag):
    """A term that is a bag, written out."""

    def __init__(self, lower: "LowerBags", of: "Single", term: Term, args: tuple[n.Expr, ...]) -> None:
        super().__init__(lower, of)
        self.pairs = list(zip(term.params, args, strict=True))
        self.body = term.decl.phrase.expr

    def _ask(self, question: Callable[[Bag], ir.Expr]) -> ir.Expr:
        with self.lower.seeing(self.scope):
            return self.lower.with_args(self.pairs, lambda: question(self.lower.bag(self.body, self.of)))

    def count(self, index: ir.Expr) -> ir.Expr:
        """Its count."""
        return self._ask(lambda bag: bag.count(index))

    def kinds(self) -> ir.Expr:
        """What it holds."""
        return self._ask(lambda bag: bag.kinds())

    def size(self) -> ir.Expr:
        """Its size."""
        return self._ask(lambda bag: bag.size())
