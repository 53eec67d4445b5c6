"""Lowering of `refill`: draw until the row is full or nothing is left."""

from abc import abstractmethod

from interpreter.check.kinds import BagOf, ListOf, SetOf, Single
from interpreter.core import fold, ir
from interpreter.core.lower_lists import LowerLists
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class LowerMarkets(LowerLists):
    """Lowers the filling of markets. Each lap moves a thing into the row, so it ends."""

    @abstractmethod
    def bind_call(self, params: tuple[n.Param, ...], args: tuple[n.Expr, ...]) -> None:
        """What a step, an action or a market is handed."""

    def line(self, line: n.Line) -> None:
        """One effect."""
        if line.verb == "refill":
            self._refill(line)
        else:
            super().line(line)

    def _refill(self, line: n.Line) -> None:
        call = line.call
        assert call is not None
        market = self.world.ruleset.markets[call.name]
        self.bind_call(market.params, call.args)
        kind = self.kind(market.deck.expr)
        assert isinstance(kind, BagOf | SetOf) and kind.of is not None
        items = self._items(market, kind.of)
        head = self.flow.start()
        short, some, after = self.flow.new(), self.flow.new(), self.flow.new()
        is_full = self.whole(market.full.expr)
        before, self.head = self.head, market.head
        self.judged("refill", market.full.expr, is_full)
        self.head = before
        self.flow.close(ir.Branch(is_full, after, short))
        self.flow.at(short)
        dry = self.flow.new() if market.discards is not None else after
        self.flow.close(ir.Branch(self._holds(market.deck, items), some, dry))
        if market.discards is not None:
            pour = self.flow.new()
            self.flow.at(dry)
            self.flow.close(ir.Branch(self._holds(market.discards, items), pour, after))
            self.flow.at(pour)
            self._shuffle(line, market, market.discards, items)
            self.flow.go(some)
        self.flow.at(some)
        self._deal_one(line, market, items)
        self.flow.go(head)
        self.flow.at(after)

    def _items(self, market: r.MarketDecl, of: Single) -> ir.Expr:
        """The things that the market deals in, taken once."""
        if market.of is None:
            return self.everything(of)
        overs = market.of.overs
        bind = overs.binds[0]

        def make() -> ir.Expr:
            over = self.set(bind.over, of)
            with self.bound(self.world.vars_of[bind], of) as slot:
                test = fold.TRUE if overs.where is None else self.value(overs.where)
            return fold.filter_(slot, over, test, self.width(of))

        found = self.wrapped(make)
        if isinstance(found, ir.SetConst):
            return found
        slot = self.slots.local(f"things of {market.head.name}", 0, 0, self.width(of))
        self.flow.emit(ir.Set(slot, found))
        return ir.Read(slot)

    def _holds(self, phrase: n.Phrase, items: ir.Expr) -> ir.Expr:
        """Whether any of the market's things lies in a place."""
        kind = self.kind(phrase.expr)

        def make() -> ir.Expr:
            if isinstance(kind, SetOf):
                assert kind.of is not None
                there = fold.set_op("inter", self.set(phrase.expr, kind.of), items)
                return fold.not_(ir.Empty(there))
            assert isinstance(kind, BagOf)
            bag = self.bag(phrase.expr, kind.of)
            if self.is_list(phrase.expr):
                return fold.compare("gt", bag.size(), ir.Const(0))
            with self.slots.scratch() as var:
                return ir.Exists(var, items, ir.Compare("gt", bag.count(ir.Read(var)), ir.Const(0)))

        return self.wrapped(make)

    def _shuffle(self, line: n.Line, market: r.MarketDecl, discards: n.Phrase, items: ir.Expr) -> None:
        """All of the market's things that were discarded come into the deck."""
        moved = n.Line("move", line.span, source=discards.expr, target=market.deck.expr, foot=line.foot)
        source, kind = self.target(discards.expr)
        target, other = self.target(market.deck.expr)
        self.events.shuffled(self, line, market, discards)
        if isinstance(other, ListOf):
            self._shuffle_lists(moved, discards.expr, market.deck.expr)
            return
        if isinstance(kind, BagOf) and isinstance(other, BagOf):
            self.pour(moved, source, kind, target, other, items)
            return
        assert isinstance(kind, SetOf) and kind.of is not None
        with self.slots.scratch(self.width(kind.of)) as slot:
            self.flow.emit(ir.Set(slot, fold.set_op("inter", source.read(), items)))
            self.write(source, ir.SetOp("minus", source.read(), ir.Read(slot)))
            self.write(target, ir.SetOp("union", target.read(), ir.Read(slot)))

    def _shuffle_lists(self, line: n.Line, discards: n.Expr, deck: n.Expr) -> None:
        """The discards come on an empty deck; then it is shuffled."""
        top = n.EndOf("top", deck, deck.span)
        place, kind = self.target(discards)
        if isinstance(kind, BagOf):
            with self.slots.scratch() as thing, self.slots.scratch() as many, self.slots.scratch() as var:
                with self.flow.nested() as inside:
                    count = place.item(ir.Read(thing))
                    self.flow.emit(ir.Set(many, count.read()))
                    self.write(count, ir.Const(0))
                    self._put_copies(line, top, kind, thing, many, var)
                self.flow.emit(ir.Loop(thing, self.everything(kind.of), tuple(inside)))
        else:
            self.lay(line, discards, top)
        self.shuffle(line, deck, tell=False)

    def _put_copies(self, line: n.Line, top: n.Expr, kind: BagOf, thing: int, many: int, var: int) -> None:
        below = fold.compare("lt", ir.Read(var), ir.Read(many))
        most = ir.SetConst((1 << kind.cap) - 1, kind.cap)
        with self.slots.scratch() as value:
            with self.flow.nested() as inside:
                self.flow.emit(ir.Set(value, self.from_index(ir.Read(thing), kind.of)))
                self.put(line, top, ir.Read(value))
            with self.slots.scratch() as lap:
                self.flow.emit(ir.Loop(lap, ir.Filter(var, most, below, kind.cap), tuple(inside)))

    def _deal_one(self, line: n.Line, market: r.MarketDecl, items: ir.Expr) -> None:
        """One thing from the deck to the row."""
        one = n.Int(1, line.span)
        deck, row = market.deck.expr, market.row.expr
        drawn = n.Line("draw", line.span, what=one, source=deck, target=row, foot=line.foot)
        among = None if market.of is None else items
        kind = self.kind(deck)
        if self.is_list(deck):
            self.draw_top(drawn, deck)
        elif isinstance(kind, BagOf):
            self.draw_one(drawn, kind, among)
        else:
            assert isinstance(kind, SetOf)
            self.take_from_set(drawn, deck, kind.of, among)
