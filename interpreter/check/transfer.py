"""What is paid on its way: from the place that pays to where it goes, or back again."""

from typing import TYPE_CHECKING

from interpreter.check import cost_findings
from interpreter.check.kinds import BagOf, Member, Number, Single
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.rewrite import Rewrite
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.check.rules import Rules

THING = "thing"


class Transfer:
    """Moves amounts of one use of a cost; ``back``: from where they went to the place that paid."""

    def __init__(
        self,
        rules: "Rules",
        decl: r.CostDecl,
        put: Rewrite,
        name: str,
        span: Span,
        foot: n.Foot | None,
        back: bool = False,
    ) -> None:
        self.rules = rules
        self.decl = decl
        self.put = put
        self.name = name
        self.span = span
        self.foot = foot
        self.back = back

    def of(self, paid: n.Expr, source: n.Expr, kind: Number | BagOf) -> n.Statement:
        """The amount ``paid``, which is asked for again for each thing, moved out of ``source`` or back."""
        to = self.decl.to.expr if self.decl.to is not None else None
        if isinstance(kind, Number):
            some = n.Compare(">", paid, n.Int(0, self.span), self.span)
            moved = n.Block((self._into(to, paid, source),), self.span)
            return n.IfBlock(((some, moved),), None, (), self.span)
        name = f"{THING} of {self.name}"
        if isinstance(to, n.Fold) and to.word == "row":
            bind = to.overs.binds[0]
            over = self.rules.domain_of(bind.over)
            if len(to.overs.binds) > 1 or to.overs.where is not None or over not in {None, kind.of}:
                expected = unparse(all_of(kind.of, to.span))
                self.rules.found.append(cost_findings.places_for_each(expected, to.overs.span))
            name = self.put.bind(bind.name, to)
            to = to.value
        thing = n.Name(name, self.span)
        count = counted(self.rules.world, paid, n.Read(THING, (thing,), self.span, self.span))
        each = n.Overs((n.Bind(name, paid, self.span),), None, self.span)
        one = self._into(to, n.Of(count, thing, self.span), source)
        return n.ForBlock(each, None, n.Block((one,), self.span), None, self.span)

    def _into(self, to: n.Expr | None, what: n.Expr, source: n.Expr) -> n.Statement:
        """To the place that is meant; to nowhere, if none is."""
        foot = self.foot
        if to is None and self.back:
            return n.Line("add", self.span, what=what, target=source, foot=foot)
        if to is None:
            return n.Line("remove", self.span, what=what, source=source, foot=foot)
        if isinstance(to, n.IfElse):
            then = n.Block((self._into(to.then, what, source),), to.span)
            other = n.Block((self._into(to.other, what, source),), to.span)
            return n.IfBlock(((self.put.expr(to.test), then),), other, (), to.span)
        place = self.put.expr(to)
        if self.back:
            return n.Line("move", to.span, what=what, source=place, target=source, foot=foot)
        return n.Line("move", to.span, what=what, source=source, target=place, foot=foot)


def counted(world: World, bag: n.Expr, read: n.Read) -> n.Expr:
    """``b(x)`` where another phrase stands for ``b``."""
    if isinstance(bag, n.Fold) and bag.word == "row":
        names = {bind.name: arg for bind, arg in zip(bag.overs.binds, read.args, strict=True)}
        return Rewrite(names, bag.overs.binds[0].name, lambda b, r: counted(world, b, r)).expr(bag.value)
    if isinstance(bag, n.Name | n.Read) and bag.name not in world.terms:
        args = bag.args if isinstance(bag, n.Read) else ()
        return n.Read(bag.name, (*args, *read.args), read.span, read.name_span)
    return n.Read("count", (bag, *read.args), read.span, read.name_span)


def all_of(of: Single, span: Span) -> n.Expr:
    """All members of a kind."""
    if isinstance(of, Member):
        return n.Name(of.domain, span)
    assert isinstance(of, Number)
    return n.SpanOf(n.Int(of.low, span), n.Int(of.high, span), span)
