"""Lowering of bags: which bag a phrase is, and the questions that are asked of it."""

from collections.abc import Callable

from interpreter.check.kinds import BagOf, ListOf, Maybe, Number, Single, held_by
from interpreter.check.world import Column, Component, Term, Var
from interpreter.core import bags, fold, ir
from interpreter.core.bags import Bag
from interpreter.core.lists import ListBag
from interpreter.core.lower_base import LowerBase
from interpreter.syntax import nodes as n


class LowerBags(LowerBase):
    """Lowers what is asked of bags."""

    def bag(self, node: n.Expr, of: Single) -> Bag:
        """A bag of things of the domain ``of``; a set or a member stands for one of each."""
        if not isinstance(self.kind(node), BagOf):
            return bags.SetBag(self, of, node)
        match node:
            case n.Name() | n.Read() if node in self.world.promised:
                return self.bag(self.world.promised[node], of)
            case n.Name() | n.Read():
                return self.named_bag(node, of)
            case n.Arith(op=op, left=left, right=right):
                make = bags.SumBag if op == "+" else bags.LessBag
                return make(self.bag(left, of), self.bag(right, of))
            case n.IfElse(test=test, then=then, other=other):
                return bags.ChoiceBag(test, self.bag(then, of), self.bag(other, of))
            case n.Of():
                return bags.CopiesBag(self, of, node)
            case n.Fold():
                return bags.MadeBag(self, of, node)
            case _:
                raise AssertionError("no such bag")

    def named_bag(self, node: n.Name | n.Read, of: Single) -> Bag:
        """The bag that a name, a place, a column or a term is."""
        args = node.args if isinstance(node, n.Read) else ()
        match self.world.refs[node]:
            case Var() as var:
                return self.bag(self.meaning[var], of) if var in self.meaning else self.bags[var]
            case Component(kind=ListOf() as kind):
                return ListBag(self, kind, node)
            case Component():
                place = self.place(node)
                if is_simple(place.index):
                    return bags.PlaceBag(self, of, place.base, place.size, place.index)
                return bags.ReadBag(self, of, node)
            case Column() as column:
                return bags.ColumnBag(self, of, column, args)
            case Term() as term:
                return bags.TermBag(self, of, term, args)
            case _:
                raise AssertionError("nothing that holds a bag")

    def counted(self, bag: Bag, index: ir.Expr) -> ir.Expr:
        """How many a bag has of the member with an index, which is computed once."""
        if is_simple(index):
            return bag.count(index)
        with self.slots.scratch() as slot:
            inner = bag.count(ir.Read(slot))
        return ir.Let(slot, index, inner)

    def with_bag(self, param: Var, of: Single, arg: n.Expr, make: Callable[[], ir.Expr]) -> ir.Expr:
        """What ``make`` lowers, with a name bound to a bag; the index of a place is computed once."""
        before, bag = self.bags.get(param), self.bag(arg, of)
        if isinstance(bag, bags.ReadBag):
            place = self.place(bag.node)
            with self.slots.scratch() as slot:
                self.bags[param] = bags.PlaceBag(self, of, place.base, place.size, ir.Read(slot))
                inner = make()
            expr: ir.Expr = ir.Let(slot, place.index, inner)
        else:
            self.bags[param] = bag
            expr = make()
        if before is not None:
            self.bags[param] = before
        return expr

    def compare_bags(self, node: n.Compare, of: Single) -> ir.Expr:
        """``a = b``, ``a != b``, ``a <= b`` of bags."""
        left, right = self.bag(node.left, of), self.bag(node.right, of)
        over = left.kinds() if node.op == "<=" else self.everything(of)
        with self.slots.scratch() as var:
            at = ir.Read(var)
            wrong = fold.compare("gt" if node.op == "<=" else "ne", left.count(at), right.count(at))
            some = fold.exists(var, over, wrong)
        return some if node.op == "!=" else fold.not_(some)

    def in_bag(self, item: n.Expr, of: n.Expr, kind: BagOf) -> ir.Expr:
        """``x in b``."""
        held = self.kind(item)
        if isinstance(held, Number) and isinstance(kind.of, Number) and not held_by(held, kind.of):
            return self.in_set(item, of, kind.of)
        if isinstance(held, Maybe):  # none is in no bag, and has no count there
            return self.in_set(item, of, kind.of)
        count = self.counted(self.bag(of, kind.of), self._item(item, kind.of))
        return fold.compare("gt", count, ir.Const(0))


def is_simple(value: ir.Expr) -> bool:
    """Whether a value may be computed anew wherever it is used: a constant, a slot, a slot and a constant."""
    if isinstance(value, ir.Arith):
        return isinstance(value.left, ir.Read) and isinstance(value.right, ir.Const)
    return isinstance(value, ir.Const | ir.Read)
