"""Lowering of costs: whether they can be paid, and the payment."""

from interpreter.check.kinds import BagOf, Number
from interpreter.check.price import Price
from interpreter.check.world import Component
from interpreter.core import ir
from interpreter.core.contents import Part
from interpreter.core.lower_stages import LowerStages
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class LowerCosts(LowerStages):
    """Lowers what actions pay."""

    def price_tests(self, action: r.ActionDecl) -> tuple[r.RequireDecl, ...]:
        """That everything can be paid; amounts stand for their phrases as long as the choice is open."""
        found: list[r.RequireDecl] = []
        for price in self.world.prices.get(action.head.name, ()):
            for let in (price.let, price.missing):
                if let is not None:
                    self.meaning[self.world.vars_of[let]] = let.phrase.expr
            found.extend(price.requires)
        return tuple(found)

    def pay(self, action: r.ActionDecl) -> None:
        """All amounts are taken before anything is paid."""
        prices = self.world.prices.get(action.head.name, ())
        for price in prices:
            if price.let is not None:
                self.let(self.world.vars_of[price.let], price.let.phrase.expr)
        for price in prices:
            before, self.events.told_as = self.events.told_as, "payment"
            if price.let is not None:
                self._worked_out(price)
            if price.show is not None:
                self._show(price, price.show)
            self.block(price.block)
            self.events.told_as = before

    def line(self, line: n.Line) -> None:
        """One effect."""
        super().line(line)
        price = self.world.taking.get(line)
        if price is not None:
            self._worked_out(price)

    def _worked_out(self, price: Price) -> None:
        """How the amount came about, where modifiers had a part in it."""
        if len(price.steps) < 2 or not isinstance(self.kind(price.steps[-1][1]), Number):
            return
        steps = [(name, self.whole(amount)) for name, amount in price.steps]
        where = self.place_in_file(price.line.span, price.line.foot)
        self.events.worked_out(self, price.decl.head.name, steps, where, self._audience(price))

    def _audience(self, price: Price) -> ir.Expr | None:
        place = price.source if price.kept is None else price.kept
        component = self.world.refs[place]
        assert isinstance(component, Component)
        args = place.args if isinstance(place, n.Read) else ()
        return self.seen_by(self.whole_place(component, args))

    def _show(self, price: Price, show: n.Expr) -> None:
        component = self.world.refs[price.source]
        assert isinstance(component, Component)
        kind = component.kind
        assert isinstance(kind, BagOf)
        over = self.wrapped(lambda: self.bag(show, kind.of).kinds())
        where, domain = self.place_in_file(price.line.span, price.line.foot), self.instance.domain(kind.of)
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                self.events.presented(self, Part(ir.Read(slot), domain), price.source, where)
            self.flow.emit(ir.Loop(slot, over, tuple(inside)))
