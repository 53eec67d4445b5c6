"""Phrases with names put in: what is written once and stands for itself wherever it is used.

Names bound inside a phrase get new ones, which nobody can write, so that nothing outside is meant by
mistake.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from interpreter.syntax import nodes as n

Names = Mapping[str, n.Expr]


class Rewrite:
    """Puts phrases in the place of names; ``owner`` tells names bound inside from all others.

    ``counted`` makes the phrase for ``b(x)`` where ``b`` stands for another phrase.
    """

    def __init__(self, names: Names, owner: str, counted: Callable[[n.Expr, n.Read], n.Expr]) -> None:
        self.names = dict(names)
        self.owner = owner
        self.counted = counted

    def expr(self, node: n.Expr) -> n.Expr:
        """The phrase with the names put in."""
        match node:
            case n.Int() | n.Word():
                return node
            case n.Name(name=name):
                return self.names.get(name, node)
            case n.Read():
                return self._read(node)
            case n.SetOf(items=items):
                return replace(node, items=tuple(self.expr(item) for item in items))
            case n.SpanOf(low=low, high=high):
                return replace(node, low=self.expr(low), high=self.expr(high))
            case n.Of(count=count, thing=thing):
                return replace(node, count=self.expr(count), thing=self.expr(thing))
            case n.Arith() | n.Logic() | n.Compare():
                return replace(node, left=self.expr(node.left), right=self.expr(node.right))
            case n.Not(inner=inner) | n.Negative(inner=inner):
                return replace(node, inner=self.expr(inner))
            case n.In(item=item, of=of):
                return replace(node, item=self.expr(item), of=self.expr(of))
            case n.IsEmpty(of=of) | n.EndOf(of=of):
                return replace(node, of=self.expr(of))
            case n.IfElse(test=test, then=then, other=other):
                return replace(node, test=self.expr(test), then=self.expr(then), other=self.expr(other))
            case n.Quantified() | n.Pick() | n.Fold():
                return self._binding(node)
            case n.Group(of=of, spaces=spaces, step=step):
                return replace(node, of=self.expr(of), spaces=self.expr(spaces), step=self._step(step))
            case n.Ways(start=start, step=step, through=through):
                passed = tuple(replace(one, spaces=self.expr(one.spaces)) for one in through)
                return replace(node, start=self.expr(start), step=self._step(step), through=passed)
            case n.Cheapest(start=start, to=to, step=step, price=price, toll=toll):
                return replace(
                    node, start=self.expr(start), to=self.expr(to), step=self._step(step),
                    price=self.maybe(price), toll=self._step(toll) if toll is not None else None,
                )  # fmt: skip
            case _:
                assert_never(node)

    def maybe(self, node: n.Expr | None) -> n.Expr | None:
        """A phrase that may be missing."""
        return None if node is None else self.expr(node)

    def _read(self, node: n.Read) -> n.Expr:
        read = replace(node, args=tuple(self.expr(arg) for arg in node.args))
        known = self.names.get(node.name)
        return read if known is None else self.counted(known, read)

    # -- names bound inside -------------------------------------------------------------------------------

    def bind(self, name: str, node: n.Expr) -> str:
        """A new name for one that is bound here."""
        new = f"{name} of {self.owner}"
        self.names[name] = n.Name(new, node.span)
        return new

    def overs(self, overs: n.Overs) -> n.Overs:
        """Bound names with what they run over; they are known from here on."""
        binds = []
        for one in overs.binds:
            over = self.expr(one.over)
            binds.append(n.Bind(self.bind(one.name, one.over), over, one.span))
        return n.Overs(tuple(binds), self.maybe(overs.where), overs.span)

    def order(self, order: n.Order | None) -> n.Order | None:
        """The keys of an order."""
        if order is None:
            return None
        keys = tuple(replace(key, value=self.maybe(key.value)) for key in order.keys)
        return replace(order, keys=keys, start=self.maybe(order.start))

    def _step(self, step: n.Step) -> n.Step:
        before = dict(self.names)
        name = self.bind(step.name, step.near)
        found = replace(step, name=name, near=self.expr(step.near))
        self.names = before
        return found

    def _binding(self, node: n.Quantified | n.Pick | n.Fold) -> n.Expr:
        before = dict(self.names)
        other = self.maybe(node.otherwise) if not isinstance(node, n.Quantified) else None
        found: n.Expr
        match node:
            case n.Quantified():
                overs = self.overs(node.overs)
                found = replace(node, overs=overs, has=self.maybe(node.has))
            case n.Fold():
                overs = self.overs(node.overs)
                found = replace(node, overs=overs, value=self.expr(node.value), otherwise=other)
            case n.Pick():
                over = self.expr(node.over)
                name = self.bind(node.name, node.over)
                where, by = self.maybe(node.where), self.order(node.by)
                found = replace(node, name=name, over=over, where=where, by=by, otherwise=other)
        self.names = before
        return found
