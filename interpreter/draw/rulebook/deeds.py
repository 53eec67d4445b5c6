"""The chapters of actions, costs, markets and orders."""

from collections.abc import Iterator

from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, say, sentence
from interpreter.draw.rulebook.page import Block, Section
from interpreter.draw.rulebook.play import Play
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class Deeds(Play):
    """What players may do, and what it costs."""

    def actions(self) -> Iterator[Section]:
        """A section for each action."""
        offered = (
            one
            for one in self.rules.actions.values()
            if one.when is None or self.tell.decided(one.when.expr) is not False
        )
        yield from self.section("Actions", "actions", map(self._action, offered))

    def prices(self) -> Iterator[Section]:
        """What things cost, how rows are filled, orders of players."""
        yield from self.section("What things cost", "costs", map(self._cost, self.rules.costs.values()))
        yield from self.section(
            "Rows that are filled up", "markets", map(self._market, self.rules.markets.values())
        )
        yield from self.section("Orders", "orders", map(self._order, self.rules.orders.values()))

    # -- actions ---------------------------------------------------------------------------------------------

    def _action(self, decl: r.ActionDecl) -> Section:
        items = tuple(self._parts_of(decl))
        cites = self.left_over(decl.head, items, (decl.do,))
        return Section(
            self.title(decl.head.name), decl.head.path, (*self.remark(decl.head.help), *items), cites
        )

    def _parts_of(self, decl: r.ActionDecl) -> Iterator[Item]:
        if decl.params:
            yield Item(sentence("given ", self.tell.params(decl.params)))
        if decl.when is not None and self.tell.decided(decl.when.expr) is None:
            yield self.line(decl.when, say("possible only if ", self.tell.condition(decl.when.expr)))
        yield from map(self._stage, decl.choose)
        yield from map(self.let, decl.let)
        if decl.requires:
            asked = tuple(self.requirement(one) for one in decl.requires if not self._is_idle(one))
            if asked:
                yield Item(sentence("this must hold:"), (), "", asked)
        yield from (self.line(line, say("pay ", self.tell.cost(line))) for line in decl.costs)
        for line in decl.promises:
            yield self.line(
                line,
                say("promise to pay ", self.tell.cost(line), "; it must be there now, and is taken later"),
            )
        if decl.says is not None:
            yield self.says(decl.says)
        yield from self.tell.block(decl.do)
        for step in decl.steps:
            yield from self._paragraph(step)

    def _is_idle(self, decl: r.RequireDecl) -> bool:
        """Whether settled options leave a condition nothing to ask."""
        when = decl.line.when
        return (when is not None and self.tell.decided(when) is False) or self.tell.decided(
            decl.line.that
        ) is True

    def _stage(self, decl: r.StageDecl) -> Item:
        told = say("choose ", self.tell.variable(decl.head.name), ": ", self.tell.stage(decl.line))
        return Item(sentence(told), decl.head.cites, raw(decl.line), (), "", decl.head.path)

    # -- costs -------------------------------------------------------------------------------------------

    def _cost(self, decl: r.CostDecl) -> Section:
        tell = self.tell
        items = [self.line(decl.source, say("it is paid out of ", tell.value(decl.source.expr)))]
        if decl.params:
            items.insert(0, Item(sentence("given ", tell.params(decl.params))))
        items.append(self.line(decl.base, say("it costs ", tell.value(decl.base.expr))))
        for one in decl.modifiers:
            if one.line.when is not None and tell.decided(one.line.when) is False:
                continue
            items.append(
                Item(
                    sentence(tell.amount(one.line)),
                    one.head.cites,
                    raw(one.line),
                    (),
                    self.title(one.head.name),
                    one.head.path,
                )
            )
        if decl.show is not None:
            items.append(
                self.line(decl.show, say("to be shown beside it, and kept: ", tell.value(decl.show.expr)))
            )
        if decl.to is not None:
            items.append(self.line(decl.to, say("what is paid goes to ", self._to(decl.to.expr))))
        if decl.record is not None:
            items.append(
                self.line(decl.record, say("what was paid is noted as ", tell.value(decl.record.expr)))
            )
        return Section(
            self.title(decl.head.name),
            decl.head.path,
            (*self.remark(decl.head.help), *items, *self.remark(decl.otherwise)),
            self.left_over(decl.head, items),
        )

    def _to(self, expr: n.Expr) -> Words:
        if isinstance(expr, n.Fold) and expr.word == "row":
            return say(self.tell.value(expr.value), ", for ", self.tell.all_of(expr.overs, "each"))
        return self.tell.value(expr)

    # -- markets and orders ------------------------------------------------------------------------------

    def _market(self, decl: r.MarketDecl) -> Section:
        tell = self.tell
        items: list[Item] = [Item(sentence("given ", tell.params(decl.params)))] if decl.params else []
        if decl.of is not None:
            items.append(self.line(decl.of, say("only for ", tell.order_line(decl.of))))
        items.append(
            Item(
                sentence(
                    "one after the other is moved from ",
                    tell.value(decl.deck.expr),
                    " to ",
                    tell.value(decl.row.expr),
                    ", until ",
                    tell.condition(decl.full.expr),
                    ", or until nothing is left",
                ),
                (*cites_of(decl.deck.foot), *cites_of(decl.row.foot), *cites_of(decl.full.foot)),
                raw(decl.full),
            )
        )
        if decl.discards is not None:
            items.append(
                self.line(
                    decl.discards,
                    say("when none is left there, ", tell.value(decl.discards.expr), " is shuffled into it"),
                )
            )
        blocks: tuple[Block, ...] = (*self.remark(decl.head.help), *items)
        return Section(self.title(decl.head.name), decl.head.path, blocks, self.left_over(decl.head, items))

    def _order(self, decl: r.OrderDecl) -> Item:
        told = sentence(self.tell.order_line(decl.line))
        return Item(
            told,
            decl.head.cites,
            raw(decl.line),
            self.remark(decl.head.help),
            self.title(decl.head.name),
            decl.head.path,
        )
