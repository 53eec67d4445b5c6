"""Secrets are typed: what a player sees may not depend on what is hidden from that player.

Every expression has a level: public, own (the one who acts may see it) or secret (somebody else's,
or nobody's). Own secrets may shape own offers and own hidden places; everything public needs a public
level. Revealing a component makes it public for what follows.
"""

from collections.abc import Collection
from dataclasses import dataclass

from interpreter.check import findings as f
from interpreter.check.world import Builtin, Component, One, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic

PUBLIC, OWN, SECRET = range(3)


@dataclass(frozen=True, slots=True)
class Level:
    """How secret an expression is, and through which part of it."""

    level: int
    secret: str = ""

    def __or__(self, other: "Level") -> "Level":
        return self if self.level >= other.level else other


OPEN = Level(PUBLIC)


def check_audiences(world: World, found: list[Diagnostic]) -> None:
    """Report every place where a secret could leak."""
    if all(component.seen == "all" for component in world.components.values()):
        return
    _Audiences(world, found).rules(world.ruleset)


def everybody_may_know(world: World, overs: n.Overs | None, expr: n.Expr | None) -> bool:
    """Whether a phrase rests on nothing hidden, nor do the sets that its names run over.

    Phrases beside the play let nothing out: `public(…)` is as secret there as what it holds.
    """
    audiences = _Audiences(world, [], lets_out=False)
    level = audiences.overs(overs) if overs is not None else OPEN
    return (level | audiences.of(expr)).level == PUBLIC


def levels_of(world: World) -> dict[Var, int]:
    """How secret the names are that are bound in the rules: for those that are left out, it is not known that
    they are; members that a loop or a definition binds have the level that they had last.
    """
    audiences = _Audiences(world, [])
    audiences.rules(world.ruleset)
    return {var: level.level for var, level in audiences.levels.items()}


def is_open(world: World, expr: n.Expr, secret: Collection[Var]) -> bool:
    """Whether a phrase rests on nothing hidden, where the names in ``secret`` hold what is."""
    audiences = _Audiences(world, [], lets_out=False)
    audiences.levels = {var: Level(SECRET, var.name) for var in secret}
    return audiences.of(expr).level == PUBLIC


class _Audiences:
    def __init__(self, world: World, found: list[Diagnostic], *, lets_out: bool = True) -> None:
        self.world = world
        self.found = found
        self.lets_out = lets_out
        self.levels: dict[Var, Level] = {}
        self.mine: set[Var] = {world.me}
        self.open: set[Component] = set()
        self.shown: set[str] = set()

    # -- levels -------------------------------------------------------------------------------------

    def of(self, expr: n.Expr | None) -> Level:
        """The level of an expression; binds the names inside it on the way."""
        match expr:
            case None:
                return OPEN
            case n.Read(name="size", args=(n.Name() | n.Read() as inner,)) if self._is_component(inner):
                # How many things a hidden place holds is public; only its keys may give something away.
                return self._args(inner)
            case n.Read(name="shown", args=(inner,)):
                return self._args(inner)
            case n.Read(name="public", args=args) if isinstance(self.world.refs.get(expr), Builtin):
                level = self._join(*(self.of(arg) for arg in args))
                return OPEN if self.lets_out else level  # made known on purpose
            case n.Name() | n.Read() if expr in self.world.promised:
                return self.of(self.world.promised[expr])
            case n.Name() | n.Read():
                return self._reading(expr) | self._args(expr)
            case n.Logic(op="and", left=left, right=right):
                level = self.of(left)
                before = set(self.shown)
                self.shown |= set(_shown_in(left))
                level |= self.of(right)
                self.shown = before
                return level
            case n.Quantified(overs=overs, has=has):
                return self.overs(overs) | self.of(has)
            case n.Fold(overs=overs, value=value, otherwise=otherwise):
                return self.overs(overs) | self.of(value) | self.of(otherwise)
            case n.Pick(over=over, where=where, by=by, otherwise=otherwise):
                level = self.of(over)
                self.levels[self.world.vars_of[expr]] = level
                keys = [self.of(one) for one in walk.of_order(by)]
                return self._join(level, self.of(where), self.of(otherwise), *keys)
            case _:
                return self._join(*(self.of(child) for child in walk.children(expr)))

    def overs(self, overs: n.Overs) -> Level:
        """Bound names take the level of what they run over."""
        level = OPEN
        for bind in overs.binds:
            level |= self.of(bind.over)
            self.levels[self.world.vars_of[bind]] = level
        return level | self.of(overs.where)

    def _join(self, *levels: Level) -> Level:
        whole = OPEN
        for level in levels:
            whole |= level
        return whole

    def _args(self, expr: n.Expr) -> Level:
        return self._join(*(self.of(arg) for arg in expr.args)) if isinstance(expr, n.Read) else OPEN

    def _is_component(self, expr: n.Expr) -> bool:
        return isinstance(self.world.refs.get(expr), Component)

    def _reading(self, expr: n.Name | n.Read) -> Level:
        match self.world.refs.get(expr):
            case Component() as component:
                return self._component(expr, component)
            case Var() as var:
                return self.levels.get(var, OPEN)
            case Term() as term:
                return self._term(expr, term)
            case Builtin():
                return OPEN
            case _:
                return OPEN

    def _component(self, expr: n.Name | n.Read, component: Component) -> Level:
        text = unparse(_place(self.world, expr, component))
        if component.seen == "all" or component in self.open or text in self.shown:
            return OPEN
        if component.seen == "owner" and isinstance(expr, n.Read):
            first = self.world.refs.get(expr.args[0])
            if isinstance(first, Var) and first in self.mine:
                return Level(OWN, text)
        return Level(SECRET, text)

    def _term(self, expr: n.Name | n.Read, term: Term) -> Level:
        args, _, _ = self.world.parted(term, expr.args if isinstance(expr, n.Read) else ())
        handed = {
            var for arg, var in zip(args, term.params, strict=True) if self.world.refs.get(arg) in self.mine
        }
        for arg, var in zip(args, term.params, strict=True):
            self.levels[var] = self.of(arg)
        before, self.mine = self.mine, self.mine | handed
        level = self.of(term.decl.phrase.expr)
        self.mine = before
        return level

    # -- what is played ---------------------------------------------------------------------------------

    def rules(self, rules: r.Ruleset) -> None:
        """Everything in the order of play."""
        for market in rules.markets.values():
            self.market(market)
        for step in (*rules.setup, *rules.phases, *rules.steps.values()):
            self.step(step)
        for action in rules.actions.values():
            self.action(action)
        for standing in rules.always:
            self._judged(standing.when.expr, "a standing rule")
            self.step(standing.body)
        for end in rules.ends:
            for phrase in (end.when, end.winners):
                if phrase is not None:
                    self._judged(phrase.expr, "the end of a match")
        for order in rules.orders.values():
            level = self.overs(order.line.overs)
            for key in walk.of_order(order.line.order):
                level |= self.of(key)
            if level.level > PUBLIC:
                self.found.append(f.secret_judged(level.secret, "an order", order.line.span))
        for step in rules.scoring:
            self.step(step)
            self._opened(step)
        if rules.ranking is not None:
            self.overs(rules.ranking.of.overs)
            for rank in rules.ranking.keys:
                if rank.line.key.value is not None:
                    self._judged(rank.line.key.value, "the ranking")

    def market(self, market: r.MarketDecl) -> None:
        """How much is drawn is seen by everybody; what is drawn is shown by the row, on purpose."""
        self._public(market.full.expr)
        for place in (market.deck, market.row, market.discards):
            for key in place.expr.args if place is not None and isinstance(place.expr, n.Read) else ():
                self._public(key)
        if market.of is not None:
            level = self.overs(market.of.overs)
            if level.level > PUBLIC:
                self.found.append(f.secret_branch(level.secret, market.of.span))

    def _opened(self, step: r.StepDecl) -> None:
        if step.do is not None and step.when is None:
            for statement in step.do.statements:
                if (
                    isinstance(statement, n.Line)
                    and statement.verb == "reveal"
                    and isinstance(statement.what, n.Name)
                ):
                    ref = self.world.refs.get(statement.what)
                    if isinstance(ref, Component):
                        self.open.add(ref)
        for inner in step.steps:
            self._opened(inner)

    def _judged(self, expr: n.Expr, what: str) -> None:
        level = self.of(expr)
        if level.level > PUBLIC:
            self.found.append(f.secret_judged(level.secret, what, expr.span))

    def _public(self, expr: n.Expr | None) -> None:
        level = self.of(expr)
        if level.level > PUBLIC and expr is not None:
            self.found.append(f.secret_branch(level.secret, expr.span))

    def _offer(self, expr: n.Expr) -> Level:
        level = self.of(expr)
        if level.level > OWN:
            self.found.append(f.secret_of_others(level.secret, expr.span))
        return level

    def step(self, step: r.StepDecl) -> None:
        """A paragraph; what it shows only sometimes is not known to be shown behind it."""
        opened, shown = set(self.open), set(self.shown)
        self._step(step)
        if step.when is not None or step.who is not None or step.repeat is not None:
            self.open, self.shown = opened, shown

    def _step(self, step: r.StepDecl) -> None:
        self._public(step.when.expr if step.when is not None else None)
        for let in step.let:
            self.levels[self.world.vars_of[let]] = self.of(let.phrase.expr)
        if step.who is not None:
            self._public(step.who.start)
            self._public(step.who.skipping)
        if step.repeat is not None:
            self._public(step.repeat.value)
        self._says(step.says)
        if step.do is not None:
            self.block(step.do, OPEN)
        for inner in step.steps:
            self.step(inner)
        if step.one_of is not None:
            for call in step.one_of.calls:
                for arg in call.args:
                    self._public(arg)
        if step.if_stuck is not None:
            self.block(step.if_stuck, OPEN)

    def action(self, action: r.ActionDecl) -> None:
        """What shapes an offer may be the chooser's own secret; what follows may not show it."""
        opened, shown = set(self.open), set(self.shown)
        self._action(action)
        self.open, self.shown = opened, shown

    def _action(self, action: r.ActionDecl) -> None:
        if action.when is not None:
            self._offer(action.when.expr)
        for stage in action.choose:
            self._offer(stage.line.value)
            var = self.world.vars_of[stage]
            if var.hidden:
                self.levels[var] = Level(OWN, stage.head.name)
        for let in action.let:
            self.levels[self.world.vars_of[let]] = self._offer(let.phrase.expr)
        for require in action.requires:
            self._offer(require.line.that)
            if require.line.when is not None:
                self._offer(require.line.when)
        self._says(action.says)
        self._prices(action)
        if action.do is not None:
            self.block(action.do, OPEN)
        for step in action.steps:
            self.step(step)

    def _prices(self, action: r.ActionDecl) -> None:
        """What can be paid shapes an offer; what is paid is shown by the places that it comes to."""
        found, self.found = self.found, []
        prices = self.world.prices.get(action.head.name, ())
        for price in prices:
            if price.line.overs is not None:
                self._public_overs(price.line.overs)
            for let in (price.let, price.missing):
                if let is not None:
                    self.levels[self.world.vars_of[let]] = self._offer(let.phrase.expr)
            for require in price.requires:
                self._offer(require.line.that)
        for price in prices:
            if price.let is not None:
                paid = self.world.vars_of[price.let]
                self.levels[paid] = self._beside(price.let.phrase.expr, price.source)
            shown = self._beside(price.show, price.source)
            if shown.level > PUBLIC and price.show is not None:
                self.found.append(f.secret_told(shown.secret, price.show.span))
            self.block(price.block, OPEN)
        for require in self.world.limits.get(action.head.name, ()):
            self._offer(require.line.that)
            if require.line.when is not None:
                self._offer(require.line.when)
        # A cost is written out once for each use, but what is wrong with it is told once.
        found.extend(one for one in dict.fromkeys(self.found) if one not in found)
        self.found = found

    def _public_overs(self, overs: n.Overs) -> None:
        level = self.overs(overs)
        if level.level > OWN:
            self.found.append(f.secret_of_others(level.secret, overs.span))

    def _says(self, says: r.Says | None) -> None:
        for part in says.parts if says is not None else ():
            if not isinstance(part, str):
                level = self.of(part)
                if level.level > PUBLIC:
                    self.found.append(f.secret_told(level.secret, part.span))

    # -- effects ----------------------------------------------------------------------------------------

    def block(self, block: n.Block, around: Level) -> None:
        """Lines that are carried out only where something of level ``around`` holds."""
        opened = set(self.open)
        for statement in block.statements:
            match statement:
                case n.Line():
                    self.line(statement, around)
                case n.IfBlock(cases=cases, otherwise=otherwise):
                    inside = around
                    for test, body in cases:
                        inside |= self.of(test)
                        shown = set(self.shown)
                        found = _shown_in(test).items()
                        self.shown |= {text for text, place in found if self._is_fixed(place)}
                        self.block(body, inside)
                        self.shown = shown
                    if otherwise is not None:
                        shown = set(self.shown)
                        self.block(otherwise, inside)
                        self.shown = shown
                case n.ForBlock(overs=overs, order=order, body=body):
                    inside = around | self.overs(overs)
                    for key in walk.of_order(order):
                        inside |= self.of(key)
                    shown = set(self.shown)
                    self.block(body, inside)
                    self.shown = shown
        self.open = opened

    def line(self, line: n.Line, around: Level) -> None:
        """One effect."""
        if line.overs is not None:
            around |= self.overs(line.overs)
        match line.verb:
            case "let":
                self.levels[self.world.vars_of[line]] = around | self.of(line.value)
            case "award":
                self._award(line, around)
            case "shuffle":
                self._keys(line.what, around, line)
            case "reveal" | "hide":
                self._keys(line.what, around, line)
                ref = self.world.refs.get(line.what) if line.what is not None else None
                if isinstance(ref, Component):
                    (self._reveal if line.verb == "reveal" else self._hide)(ref, line)
            case "collect" | "release" | "refund":
                self._settled(line, around)
            case "run" | "refill" | "finish" | "stop":
                level = around | self.of(line.value)
                for arg in line.call.args if line.call is not None else ():
                    level |= self.of(arg)
                if level.level > PUBLIC:
                    self.found.append(f.secret_branch(level.secret, line.span))
            case _:
                self._changes(line, around)
        if line.otherwise is not None:
            self.line(line.otherwise, around)

    def _award(self, line: n.Line, around: Level) -> None:
        """Who claims what, and who stands first, is told to everybody."""
        assert line.call is not None
        level = self._join(around, *(self.of(arg) for arg in line.call.args))
        if level.level > PUBLIC:
            finding = f.secret_branch(level.secret, line.call.span)
            self.found += [] if finding in self.found else [finding]

    def _settled(self, line: n.Line, around: Level) -> None:
        """What was promised or recorded is shown, on purpose, by the places that it comes to."""
        around |= self.of(line.what)
        for arg in line.call.args if line.call is not None else ():
            around |= self.of(arg)
        before = set(self.open)
        block = self.world.settled[line]
        self.open |= {ledger.component for ledger in self.world.ledgers.values()}
        if line.verb == "refund":
            written = (one.target for one in walk.lines(block) if one.verb == "set")
            self.open |= {ref for ref in map(self.world.refs.get, written) if isinstance(ref, Component)}
        self.block(block, around)
        self.open = before

    def _reveal(self, component: Component, line: n.Line) -> None:
        if isinstance(line.what, n.Name):
            self.open.add(component)
        elif line.what is not None and self._is_fixed(line.what):
            self.shown.add(unparse(line.what))

    def _hide(self, component: Component, line: n.Line) -> None:
        """Other texts may mean the place that is hidden, so that none of the component is known any more."""
        self.open.discard(component)
        self.shown = {text for text in self.shown if text.partition("(")[0] != component.name}

    def _is_fixed(self, place: n.Expr) -> bool:
        """Whether a place stays the same whatever changes: its keys are bound names and members."""
        keys = place.args if isinstance(place, n.Read) else ()
        return all(isinstance(key, n.Int) or isinstance(self.world.refs.get(key), Var | One) for key in keys)

    def _changes(self, line: n.Line, around: Level) -> None:
        """A write shows what it depends on to all who see its place."""
        value = line.value if line.verb == "set" else line.what
        level = around
        everything = isinstance(value, n.Word) and value.word == "everything"
        # What is drawn, dealt or moved is shown by the place that it comes to, on purpose.
        shows = line.verb in {"set", "add", "remove"} or isinstance(value, n.Of)
        if shows and not everything:
            level |= self.of(value)
        elif line.verb == "move" and not everything:
            level |= self._beside(value, line.source)
        for place in (line.target, line.source):
            if place is not None and self._is_component(place):
                self._keys(place, level, line)

    def _beside(self, value: n.Expr | None, source: n.Expr | None) -> Level:
        """The level of what is moved, but for what it owes to the place that it comes from."""
        component = self.world.refs.get(source) if source is not None else None
        before = set(self.open)
        if isinstance(component, Component):
            self.open.add(component)
        level = self.of(value)
        self.open = before
        return level

    def _keys(self, place: n.Expr | None, level: Level, line: n.Line) -> None:
        if place is None:
            return
        if isinstance(place, n.EndOf):
            place = place.of
        level |= self._args(place)
        component = self.world.refs.get(place)
        if not isinstance(component, Component) or level.level <= self._allowed(place, component):
            return
        self.found.append(f.secret_written(level.secret, unparse(place), line.span))

    def _allowed(self, place: n.Expr, component: Component) -> int:
        if component.seen == "nobody" and component not in self.open:
            return SECRET
        if component.seen == "owner" and component not in self.open and isinstance(place, n.Read):
            first = self.world.refs.get(place.args[0])
            if isinstance(first, Var) and first in self.mine:
                return OWN
        return PUBLIC


def _place(world: World, expr: n.Name | n.Read, component: Component) -> n.Expr:
    """The place that is read, without the keys of a map that lies there."""
    if not isinstance(expr, n.Read):
        return expr
    args, table, _ = world.parted(component, expr.args)
    if table is None:
        return expr
    return n.Read(expr.name, args, expr.span, expr.name_span) if args else n.Name(expr.name, expr.span)


def _shown_in(test: n.Expr) -> dict[str, n.Expr]:
    """The places that a condition says are shown, by their text."""
    match test:
        case n.Read(name="shown", args=(inner,)):
            return {unparse(inner): inner}
        case n.Logic(op="and", left=left, right=right):
            return _shown_in(left) | _shown_in(right)
        case _:
            return {}
