"""Declared costs: what an action pays, written out as values, conditions and effects of that action.

A cost is a definition. Where an action names it, what it is handed is put in the place of its parameters:
the amount becomes a value taken after the choice, that it can be paid a requirement with the cost's name,
and the payment a block that is carried out before the body.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import cost_findings, promises
from interpreter.check.kinds import BagOf, Kind, Maybe, Number, Poison, SetOf
from interpreter.check.order import reads, writes_of
from interpreter.check.price import Price
from interpreter.check.promised import PROMISED
from interpreter.check.transfer import THING, Transfer, all_of, counted
from interpreter.check.world import One, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.syntax.rewrite import Rewrite
from interpreter.syntax.unparse import unparse
from interpreter.text.quote import quote

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def check_cost(rules: "Rules", decl: r.CostDecl) -> bool:
    """Report what is wrong with a cost by itself; whether nothing is."""
    before = len(rules.found)
    params = tuple(n.Name(param.name, param.span) for param in decl.params)
    call = n.Call(decl.head.name, params, decl.head.span, decl.head.span)
    had_me, rules.has_me = rules.has_me, True
    with rules.inner():
        rules.bind_params(decl.params)
        _Writer(rules, decl, n.CostLine(call, None, None, decl.head.span), []).price()
    rules.has_me = had_me
    rules.facts = {}
    return len(rules.found) == before


def prices_of(rules: "Rules", action: r.ActionDecl) -> tuple[Price, ...]:
    """What an action pays, in order; called in its scope, once its choice and its values are known."""
    found: list[Price] = []
    # A payment makes void what is known of components, but not what is known of values taken before.
    facts = {text: kind for text, kind in rules.facts.items() if rules.lookup(text) is not None}
    for line in (*action.costs, *action.promises):
        call = line.call
        decl = rules.world.ruleset.costs.get(call.name)
        if decl is None:
            known = rules.world.ruleset.costs
            rules.found.append(cost_findings.unknown_cost(call.name, call.name_span, known))
            continue
        price = _used(rules, action, decl, line, found)
        if price is not None:
            found.append(price)
    _judge_together(rules, found)
    if found:
        rules.facts = facts
    return tuple(found)


def _used(
    rules: "Rules", action: r.ActionDecl, decl: r.CostDecl, line: n.CostLine, before: list[Price]
) -> Price | None:
    start = len(rules.found)
    with rules.inner():
        if line.overs is not None:
            rules.overs(line.overs)
        rules.arguments(line.call, rules.params(decl.params))
    if len(rules.found) > start or decl.head.name in rules.bad_costs:
        return None
    price = _Writer(rules, decl, line, before, action).price()
    # What is wrong with the cost itself was reported where it is declared.
    rules.found[start:] = dict.fromkeys(one for one in rules.found[start:] if one not in rules.found[:start])
    return price


class _Writer:
    """Writes out one use of a cost."""

    def __init__(
        self,
        rules: "Rules",
        decl: r.CostDecl,
        line: n.CostLine,
        before: list[Price],
        action: r.ActionDecl | None = None,
    ) -> None:
        self.rules = rules
        self.decl = decl
        self.line = line
        self.before = before
        self.action = action
        self.span = line.span
        self.name = decl.head.name if not before else f"{decl.head.name} {len(before) + 1}"
        names = {param.name: arg for param, arg in zip(decl.params, line.call.args, strict=True)}
        self.put = Rewrite(names, self.name, lambda bag, read: counted(rules.world, bag, read))
        promised = action is not None and any(line is one for one in action.promises)
        self.ledger = rules.world.ledgers.get(decl.head.name) if promised else None
        self.kept = self._kept()

    # -- the whole --------------------------------------------------------------------------------------

    def price(self) -> Price | None:
        """The use written out, checked; ``None`` where it makes no sense."""
        rules, decl = self.rules, self.decl
        source = self.put.expr(decl.source.expr)
        if self._varies(source):
            return None
        kind = rules.place(source)
        if not isinstance(kind, Number | BagOf):
            if not isinstance(kind, Poison):
                rules.found.append(cost_findings.no_purse(kind, decl.source.span))
            return None
        if self.ledger is not None and not promises.is_own(rules, source):
            return None
        with rules.inner():
            if self.line.overs is not None:
                rules.overs(self.line.overs)
            steps, payable, held = self._amount(kind)
            shown = self._shown(kind)
        if held is None:
            return None
        amount = steps[-1][1]
        let = self._let(f"price of {self.name}", amount, held) if self.line.overs is None else None
        total = _named(let) if let is not None else self._total(amount, kind)
        missing, requires = self._requires(source, kind, total, shown, payable)
        take, block = self._block(let, source, kind, amount)
        self._pays(block)
        price = Price(
            decl, self.line, source, let, take, total, steps, shown, missing, requires, block, self.kept
        )
        if take is not None:
            rules.world.taking[take] = price
        return price

    def _varies(self, source: n.Expr) -> bool:
        """Whether the place that pays is another one in each round: then nothing can be summed up."""
        bound = {bind.name for bind in self.line.overs.binds} if self.line.overs is not None else set()
        for part in walk.everything(source):
            if isinstance(part, n.Name | n.Read) and part.name in bound:
                found = cost_findings.purse_varies(part.name, unparse(self.decl.source.expr), self.span)
                self.rules.found.append(found)
                return True
        return False

    # -- the amount -------------------------------------------------------------------------------------

    def _amount(
        self, source: Number | BagOf
    ) -> tuple[tuple[tuple[str, n.Expr], ...], n.Expr | None, Number | BagOf | None]:
        """The amounts after the base and after each modifier, when there is one at all, and its kind."""
        rules = self.rules
        base = self.put.expr(self.decl.base.expr)
        want = source if isinstance(source, BagOf) else None
        kind, payable = rules.expr(base, want), None
        if isinstance(kind, Maybe):
            payable = n.Compare("!=", base, n.Word("none", base.span), base.span)
            rules.condition(payable)
            rules.learn(payable, True)
            kind = rules.expr(base, want)
        steps = [("base", base)]
        for modifier in self.decl.modifiers:
            made = self._changed(modifier, steps[-1][1], kind, source)
            if made is None or isinstance(kind, Poison):
                return (), None, None
            steps.append((modifier.head.name, made))
            kind = rules.expr(made, want)
        return tuple(steps), payable, self._is_amount(steps[-1][1], source)

    def _changed(
        self, modifier: r.ModifierDecl, amount: n.Expr, kind: Kind, source: Number | BagOf
    ) -> n.Expr | None:
        line = modifier.line
        value, span = self.put.expr(line.value), line.span
        when = self.put.maybe(line.when)
        if line.form in {"at least", "at most"} and isinstance(source, BagOf):
            self.rules.found.append(cost_findings.floor_of_goods(line.form, span))
            return None
        match line.form:
            case "base":
                return value if when is None else n.IfElse(when, value, amount, span)
            case "less" | "more":
                none: n.Expr = n.Word("nothing", span) if isinstance(source, BagOf) else n.Int(0, span)
                value = value if when is None else n.IfElse(when, value, none, span)
                return n.Arith("-" if line.form == "less" else "+", amount, value, span)
            case _:
                end = _end(kind, line.form)
                if when is not None:
                    value = n.IfElse(when, value, n.Int(end, span), span)
                word = "max" if line.form == "at least" else "min"
                return n.Read(word, (amount, value), span, span)

    def _is_amount(self, amount: n.Expr, source: Number | BagOf) -> Number | BagOf | None:
        if isinstance(source, BagOf):
            bag = self.rules.bag(amount, source.of)
            return bag if isinstance(bag, BagOf) else None
        number = self.rules.number(amount)
        if not isinstance(number, Number):
            return None
        if number.low < 0:
            self.rules.found.append(cost_findings.may_pay_back(amount.span))
            return None
        return number

    def _shown(self, kind: Number | BagOf) -> n.Expr | None:
        if self.decl.show is None:
            return None
        if isinstance(kind, Number):
            self.rules.found.append(cost_findings.nothing_to_show(self.decl.show.span))
            return None
        shown = self.put.expr(self.decl.show.expr)
        self.rules.bag(shown, kind.of)
        return None if isinstance(shown, n.Word) and shown.word == "nothing" else shown

    def _let(self, name: str, value: n.Expr, kind: Kind) -> r.LetDecl:
        """A value that is taken once."""
        let = r.LetDecl(name, self.span, n.Phrase(value, None, self.span))
        self.rules.world.vars_of[let] = self.rules.bind(Var(name, kind, "let", self.span))
        return let

    def _total(self, amount: n.Expr, kind: Number | BagOf) -> n.Expr:
        """What all rounds cost together."""
        overs = self.line.overs
        assert overs is not None
        if isinstance(kind, Number):
            return n.Fold("sum", amount, overs, None, self.span)
        one = n.Name(f"{THING} of {self.name}", self.span)
        count = n.Read("count", (amount, one), self.span, self.span)
        every = n.Bind(one.name, all_of(kind.of, self.span), self.span)
        summed = n.Fold("sum", count, overs, None, self.span)
        return n.Fold("bag", summed, n.Overs((every,), None, self.span), None, self.span)

    # -- whether it can be paid ---------------------------------------------------------------------------

    def _requires(
        self,
        source: n.Expr,
        kind: Number | BagOf,
        total: n.Expr,
        shown: n.Expr | None,
        payable: n.Expr | None,
    ) -> tuple[r.LetDecl | None, tuple[r.RequireDecl, ...]]:
        earlier = [*self._earlier(source), *self._promised(source)]
        if shown is None and not earlier and self._is_covered(source):
            return None, ()
        for one in earlier:
            total = n.Arith("+", one, total, self.span)
        missing, has = None, quote(unparse(source))
        beside = " and what is promised already" if self._promised(source) else ""
        if isinstance(kind, Number):
            left = n.Arith("-", source, n.Int(kind.low, self.span), self.span) if kind.low else source
            that: n.Expr = n.Compare("<=", total, left, self.span)
            text = f"{has} is less than this costs{beside}"
        else:
            wanted = total if shown is None else n.Arith("+", total, shown, self.span)
            over = n.Read("kinds", (n.Arith("-", wanted, source, self.span),), self.span, self.span)
            self.rules.expr(over)
            missing = self._let(f"missing for {self.name}", over, SetOf(kind.of))
            that = n.IsEmpty(_named(missing), False, self.span)
            text = f"{has} does not hold all that is to be paid" + ("" if shown is None else " and shown")
            text += beside
        if payable is not None:
            that = n.Logic("and", payable, that, self.span)
            text += ", or this has no price"
        head = replace(self.decl.head, feet=(*self.decl.head.feet, *_foot(self.line)))
        text = self.decl.otherwise or text
        require = r.RequireDecl(head, n.Requirement(that, None, self.line.foot, self.span), text)
        self.rules.require(require)
        return missing, (require,)

    def _earlier(self, source: n.Expr) -> list[n.Expr]:
        """What costs named before take out of the same place."""
        found = []
        ref = self.rules.world.refs.get(source)
        for price in self.before:
            if self.rules.world.refs.get(price.source) is not ref:
                continue
            if unparse(price.source) == unparse(source):
                found.append(price.total)
            elif not apart(self.rules.world, price.source, source):
                texts = unparse(price.source), unparse(source)
                self.rules.found.append(cost_findings.same_purse(*texts, self.span))
        return found

    def _promised(self, source: n.Expr) -> list[n.Expr]:
        """What has been promised out of the place already: nothing else may be paid with it."""
        if not self.rules.world.ledgers_of(self.rules.world.refs.get(source)):
            return []
        return [n.Read(PROMISED, (source,), self.span, self.span)]

    def _is_covered(self, source: n.Expr) -> bool:
        """Whether what is paid was chosen out of the very place that pays."""
        base = self.put.expr(self.decl.base.expr)
        if self.decl.modifiers or not isinstance(base, n.Name) or self.action is None:
            return False
        stage = next((one for one in self.action.choose if one.head.name == base.name), None)
        if stage is None or (stage.line.form == "one" and not isinstance(stage.line.value, n.Of)):
            return False
        value = stage.line.value
        return unparse(value.thing if isinstance(value, n.Of) else value) == unparse(source)

    # -- paying -------------------------------------------------------------------------------------------

    def _block(
        self, let: r.LetDecl | None, source: n.Expr, kind: Number | BagOf, amount: n.Expr
    ) -> tuple[n.Line | None, n.Block]:
        """The payment; of a cost that is summed up round by round, the amount taken first."""
        overs = self.line.overs
        if let is not None or overs is None:
            assert let is not None
            return None, n.Block(self._payment(_named(let), source, kind), self.span)
        name = f"price of {self.name}"
        take = n.Line("let", self.span, name=name, value=amount)
        body = n.Block((take, *self._payment(n.Name(name, self.span), source, kind)), self.span)
        return take, n.Block((n.ForBlock(overs, None, body, self.line.foot, self.span),), self.span)

    def _pays(self, block: n.Block) -> None:
        """Check the payment; nobody can say in which order its loops go, so it must not matter."""
        found, start = self.rules.found, len(self.rules.found)
        with self.rules.covered():
            self.rules.block(block)
        found[start:] = [cost_findings.in_order(one) if one.code == "E605" else one for one in found[start:]]

    def _payment(self, paid: n.Name, source: n.Expr, kind: Number | BagOf) -> tuple[n.Statement, ...]:
        if self.kept is None:
            way = Transfer(self.rules, self.decl, self.put, self.name, self.span, self.line.foot)
            found = [way.of(paid, source, kind)]
        else:
            found = [n.Line("add", self.span, what=paid, target=self.kept, foot=self.line.foot)]
        if self.decl.record is not None:
            record = self.put.expr(self.decl.record.expr)
            span, foot = self.decl.record.span, self.decl.record.foot
            found.append(n.Line("set", span, target=record, value=paid, foot=foot))
        return tuple(found)

    def _kept(self) -> n.Read | None:
        """The place where the amount is kept until it is collected; of a cost that is paid now, none."""
        if self.ledger is None:
            return None
        names = (n.Name(name, self.span) for name in self.ledger.names)
        return self.ledger.place(tuple(self.put.expr(name) for name in names), self.span)


def _judge_together(rules: "Rules", prices: list[Price]) -> None:
    """A cost that is summed up is worked out while it is paid, so nothing else may change what it reads."""
    for price in prices:
        if price.let is not None:
            continue
        changed = {
            write.component
            for other in prices
            if other is not price
            for write in writes_of(rules.world, other.block, ())
        }
        for read in reads(rules.world, price.steps[-1][1], ()):
            if read.component in changed:
                rules.found.append(cost_findings.changed_by_another(read.component.name, price.line.span))
                break


def apart(world: World, left: n.Expr, right: n.Expr) -> bool:
    """Whether two places of one component are surely different: at some key they name different members."""
    if not isinstance(left, n.Read) or not isinstance(right, n.Read):
        return False
    return any(differ(world, one, other) for one, other in zip(left.args, right.args, strict=False))


def differ(world: World, left: n.Expr, right: n.Expr) -> bool:
    """Whether two phrases are surely different members or numbers."""
    a, b = world.refs.get(left), world.refs.get(right)
    if isinstance(a, One) and isinstance(b, One):
        return a != b
    return isinstance(left, n.Int) and isinstance(right, n.Int) and left.value != right.value


def _named(let: r.LetDecl) -> n.Name:
    return n.Name(let.name, let.span)


def _end(kind: Kind, form: str) -> int:
    """The end of an interval that a floor or a cap does not change."""
    if not isinstance(kind, Number):
        return 0
    return kind.low if form == "at least" else kind.high


def _foot(line: n.CostLine) -> tuple[n.Foot, ...]:
    return () if line.foot is None else (line.foot,)
