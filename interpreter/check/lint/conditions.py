"""Conditions that are always true or always false, that another one implies, or that come too late."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.check.kinds import Flag, Maybe, Member
from interpreter.check.lint import findings as f
from interpreter.check.lint.facts import Facts, Verdict
from interpreter.check.world import KindSet, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.walk import children, of_line
from interpreter.text.diagnostic import Diagnostic

_NO_EFFECT = frozenset({"let", "nothing", "stop", "award"})


class Conditions:
    """Goes through all rules in the order of play, with what is known at each place."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found
        self.facts = Facts(world)
        self.behind_or: n.Logic | None = None  # the `or` whose right side is looked at just now

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is learnt inside is forgotten behind it."""
        before = self.facts
        self.facts = before.copy()
        yield
        self.facts = before

    # -- the ruleset --------------------------------------------------------------------------------------

    def rules(self) -> None:
        """Everything that holds conditions, in the order of the page."""
        rules = self.world.ruleset
        for term in rules.terms.values():
            self.expr(term.phrase.expr)
        for order in rules.orders.values():
            with self.scope():
                self.overs(order.line.overs)
                self.order(order.line.order)
        for market in rules.markets.values():
            self._market(market)
        for cost in rules.costs.values():
            self._cost(cost)
        for require in (*rules.checks, *rules.invariants):  # a limit is asked of what an action would make
            with self.scope():
                self._require(require)
        for step in (*rules.setup, *rules.phases, *rules.steps.values(), *rules.scoring):
            with self.scope():
                self.step(step)
        for action in rules.actions.values():
            with self.scope():
                self._action(action)
        for standing in rules.always:
            with self.scope():
                self.test(standing.when.expr)
                self.step(standing.body)
        self._ends(rules.ends)
        if rules.ranking is not None:
            self._ranking(rules.ranking)

    def _market(self, market: r.MarketDecl) -> None:
        with self.scope():
            if market.of is not None:
                self.overs(market.of.overs)
        self.expr(market.full.expr)

    def _cost(self, cost: r.CostDecl) -> None:
        for phrase in (cost.base, cost.show, cost.to):
            if phrase is not None:
                self.expr(phrase.expr)
        for modifier in cost.modifiers:
            self.expr(modifier.line.value)
            if modifier.line.when is not None:
                self.expr(modifier.line.when)

    def _require(self, require: r.RequireDecl) -> None:
        if require.line.when is not None:
            self.test(require.line.when)
        self.expr(require.line.that)

    def _ends(self, ends: tuple[r.EndDecl, ...]) -> None:
        """The first end that applies is taken, so behind it its condition does not hold."""
        with self.scope():
            for end in ends:
                if end.when is not None:
                    self.expr(end.when.expr)
                if end.winners is not None:
                    self.expr(end.winners.expr)
                if end.when is not None and end.checked is None:
                    self.facts.learn(end.when.expr, False, end.when.expr.span, "passed")

    def _ranking(self, ranking: r.RankingDecl) -> None:
        with self.scope():
            self.overs(ranking.of.overs)
            for key in ranking.keys:
                if key.line.key.value is not None:
                    self.expr(key.line.key.value)

    # -- steps and actions --------------------------------------------------------------------------------

    def step(self, decl: r.StepDecl) -> None:
        """A paragraph; what its condition says holds until something changes."""
        with self.scope():
            if decl.when is not None:
                self.test(decl.when.expr)
            for let in decl.let:
                self.expr(let.phrase.expr)
            if decl.repeat is not None:
                self.facts.after_effects()
                if decl.repeat.value is not None:
                    self.expr(decl.repeat.value)
            if decl.who is not None:
                self._who(decl.who)
            self._says(decl.says)
            self._body(decl)
        self.facts.after_effects()

    def _who(self, who: n.Who) -> None:
        if who.start is not None:
            self.expr(who.start)
        self.facts.for_another()
        if who.skipping is not None:
            self.expr(who.skipping)

    def _body(self, decl: r.StepDecl) -> None:
        if decl.claims is not None:
            self._claims(decl.claims)
        elif decl.do is not None:
            self.block(decl.do)
        for step in decl.steps:
            self.step(step)
        for call in decl.one_of.calls if decl.one_of is not None else ():
            for arg in call.args:
                self.expr(arg)
        if decl.if_stuck is not None:
            with self.scope():
                self.block(decl.if_stuck)

    def _claims(self, claims: r.ClaimsDecl) -> None:
        """A claimant has the first rank that applies, so behind it its condition does not hold."""
        with self.scope():
            self.overs(claims.over.overs)
            with self.scope():
                self.overs(claims.by.overs)
                for rank in claims.ranks:
                    self.expr(rank.phrase.expr)
                    self.facts.learn(rank.phrase.expr, False, rank.phrase.span, "passed")
                if claims.best is not None and claims.best.key.value is not None:
                    self.expr(claims.best.key.value)
            for block in (claims.won, claims.tied):
                if block is not None:
                    with self.scope():
                        self.block(block)

    def _action(self, decl: r.ActionDecl) -> None:
        if decl.when is not None:
            self.test(decl.when.expr)
        for stage in decl.choose:
            self._stage(stage)
        for let in decl.let:
            self.expr(let.phrase.expr)
        for require in decl.requires:
            with self.scope():
                self._require(require)
            if require.line.when is None:
                self.facts.learn(require.line.that, True, require.line.that.span)
        for cost in (*decl.costs, *decl.promises):
            with self.scope():
                if cost.overs is not None:
                    self.overs(cost.overs)
                for arg in cost.call.args:
                    self.expr(arg)
        if decl.costs or decl.promises:
            self.facts.after_effects()
        self._says(decl.says)
        if decl.do is not None:
            self.block(decl.do)
        for step in decl.steps:
            self.step(step)

    def _stage(self, stage: r.StageDecl) -> None:
        line = stage.line
        self.expr(line.value)
        if line.form == "one" and line.per is None and not isinstance(line.value, n.Of | n.Logic):
            self.facts.learn_bound(n.Name(stage.head.name, stage.head.span), line.value, line.value.span)

    def _says(self, says: r.Says | None) -> None:
        for part in says.parts if says is not None else ():
            if not isinstance(part, str):
                self.expr(part)

    # -- effects ------------------------------------------------------------------------------------------

    def block(self, block: n.Block) -> None:
        """The lines of a block, in order."""
        for statement in block.statements:
            match statement:
                case n.Line():
                    self._line(statement)
                case n.IfBlock():
                    self._if(statement)
                case n.ForBlock():
                    self._for(statement)

    def _line(self, line: n.Line) -> None:
        with self.scope():
            if line.overs is not None:
                self.overs(line.overs)
            for expr in of_line(line):
                self.expr(expr)
        if line.verb not in _NO_EFFECT:
            self.facts.after_effects()
        if line.otherwise is not None:
            self._line(line.otherwise)

    def _if(self, block: n.IfBlock) -> None:
        with self.scope():
            for test, body in block.cases:
                self.expr(test, asked=True)
                with self.scope():
                    self.facts.learn(test, True, test.span)
                    self.block(body)
                self.facts.learn(test, False, test.span, "passed")
            if block.otherwise is not None:
                with self.scope():
                    self.block(block.otherwise)
        if writes(n.Block((block,), block.span)):
            self.facts.after_effects()

    def _for(self, block: n.ForBlock) -> None:
        changes = writes(block.body)
        at_once = block.order is not None and block.order.how == "at once"
        with self.scope():
            self.overs(block.overs)
            self.order(block.order)
            if changes and not at_once:
                self.facts.after_effects()  # what it runs over is fixed before the first round
            self.block(block.body)
        if changes:
            self.facts.after_effects()

    # -- phrases ------------------------------------------------------------------------------------------

    def test(self, node: n.Expr) -> None:
        """A condition that holds behind it."""
        self.expr(node, asked=True)
        self.facts.learn(node, True, node.span)

    def overs(self, overs: n.Overs) -> None:
        """Bound names, known from here on, and their condition, which holds from here on."""
        for bind in overs.binds:
            self.expr(bind.over)
            self.facts.learn_bound(n.Name(bind.name, bind.span), bind.over, bind.span)
        if overs.where is not None:
            self.test(overs.where)

    def order(self, order: n.Order | None) -> None:
        """The keys of an order."""
        if order is not None:
            for key in order.keys:
                if key.value is not None:
                    self.expr(key.value)
            if order.start is not None:
                self.expr(order.start)

    def expr(self, node: n.Expr, asked: bool = False) -> None:
        """Any phrase; ``asked`` where it is a condition rather than a value."""
        either, self.behind_or = self.behind_or, None
        match node:
            case n.Int() | n.Word():
                return
            case n.Logic(op=op, left=left, right=right):
                self.expr(left, asked=True)
                with self.scope():
                    self.facts.learn(left, op == "and", left.span)
                    self.behind_or = node if op == "or" else None
                    self.expr(right, asked=True)
            case n.Not(inner=inner):
                self.expr(inner, asked=True)
            case n.Compare() | n.In() | n.IsEmpty():
                if not self._decided(node, either):
                    self._parts(node)
            case n.Name() | n.Read():
                if not (asked and self._is_flag(node) and self._decided(node, either)):
                    self._parts(node)
            case n.IfElse(test=test, then=then, other=other):
                self.expr(test, asked=True)
                with self.scope():
                    self.facts.learn(test, True, test.span)
                    self.expr(then, asked)
                with self.scope():
                    self.facts.learn(test, False, test.span, "passed")
                    self.expr(other, asked)
            case n.Quantified() | n.Fold() | n.Pick():
                self._binding(node)
            case _:
                self._parts(node)

    def _parts(self, node: n.Expr) -> None:
        for child in children(node):
            self.expr(child)

    def _binding(self, node: n.Quantified | n.Fold | n.Pick) -> None:
        with self.scope():
            match node:
                case n.Quantified(overs=overs, has=has):
                    if node.word != "all" and self._decided(node):
                        return
                    self.overs(overs)
                    if has is not None:
                        self.expr(has, asked=True)
                case n.Fold(overs=overs, value=value):
                    self.overs(overs)
                    self.expr(value)
                case n.Pick(name=name, over=over, where=where, by=by):
                    self.expr(over)
                    self.facts.learn_bound(n.Name(name, node.span), over, over.span)
                    if where is not None:
                        self.test(where)
                    self.order(by)
        if not isinstance(node, n.Quantified) and node.otherwise is not None:
            self.expr(node.otherwise)

    def _is_flag(self, node: n.Expr) -> bool:
        return isinstance(self.world.kinds_of.get(node), Flag)

    # -- what is found ------------------------------------------------------------------------------------

    def _decided(self, node: n.Expr, either: n.Logic | None = None) -> bool:
        """Whether a condition can come out in one way only; that is reported.

        ``either`` is the `or` behind which it stands: where it holds whenever the left side does not, that is
        always true as a whole.
        """
        verdict = self.facts.judge(node)
        if verdict is None or (verdict.by and self._is_needed(node, verdict.holds)):
            return False
        if either is not None and verdict.holds and verdict.by:
            self.found.append(f.always_true(either))
        else:
            self.found.append(_finding(node, verdict))
        return True

    def _is_needed(self, node: n.Expr, holds: bool) -> bool:
        """Whether the checker learns from a test what nothing else tells it: that there is something, or that
        it is one of a part.
        """
        kinds, refs = self.world.kinds_of, self.world.refs
        match node:
            case n.Compare(op=op, left=left, right=right):
                sides = ((left, right), (right, left))
                is_there = holds == (op == "!=")
                tested = [one for one, other in sides if isinstance(other, n.Word) and other.word == "none"]
                return is_there and any(isinstance(kinds.get(one), Maybe) for one in tested)
            case n.In(item=item, of=of):
                ref, kind = refs.get(of), kinds.get(item)
                return isinstance(kind, Maybe) or (isinstance(ref, KindSet) and _is_other(ref.kind, kind))
            case _:
                return False


def _is_other(part: object, kind: object) -> bool:
    return isinstance(part, Member) and isinstance(kind, Member) and part != kind


def _finding(node: n.Expr, verdict: Verdict) -> Diagnostic:
    if not verdict.by:
        return (f.always_true if verdict.holds else f.always_false)(node)
    if verdict.holds:
        return f.implied(node, verdict.by)
    if any(fact.why == "passed" for fact in verdict.by):
        return f.too_late(node, verdict.by)
    return f.contradicted(node, verdict.by)


def writes(block: n.Block) -> bool:
    """Whether a block changes anything."""
    for statement in block.statements:
        match statement:
            case n.Line(verb=verb, otherwise=otherwise):
                if verb not in _NO_EFFECT or (otherwise is not None and otherwise.verb not in _NO_EFFECT):
                    return True
            case n.IfBlock(cases=cases, otherwise=otherwise_block):
                bodies = [body for _, body in cases]
                if otherwise_block is not None:
                    bodies.append(otherwise_block)
                if any(writes(body) for body in bodies):
                    return True
            case n.ForBlock(body=body):
                if writes(body):
                    return True
    return False
