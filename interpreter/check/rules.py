"""Steps, actions, ends and the ranking: who acts, what may be chosen, and that it all comes to an end."""

from collections.abc import Callable, Iterable, Mapping

from interpreter.check import at_once_findings as a
from interpreter.check import findings as f
from interpreter.check.calls import targets_of_block, targets_of_step
from interpreter.check.certain import ALWAYS_THERE, always_something
from interpreter.check.costs import check_cost, prices_of
from interpreter.check.end_findings import end_without_condition, unknown_paragraph
from interpreter.check.guards import enough_everywhere
from interpreter.check.kinds import (
    POISON,
    BagOf,
    Kind,
    MapOf,
    Maybe,
    Member,
    NoneKind,
    Number,
    Poison,
    SetOf,
    fits,
    held_by,
)
from interpreter.check.limits import check_limit, derive_limits
from interpreter.check.lists import Lists
from interpreter.check.markets import check_market
from interpreter.check.names import Names
from interpreter.check.order import reads
from interpreter.check.promises import check_body
from interpreter.check.rounds import ROUND, count_rounds, reads_round
from interpreter.check.row_values import taken
from interpreter.check.settling import check_refund, check_settling
from interpreter.check.stage_findings import start_reads_state, unknown_chooser
from interpreter.check.stages import stage_kind
from interpreter.check.together import check_together
from interpreter.check.turns import check_who
from interpreter.check.world import PLAYER, Builtin, Column, Component, KindSet, Term, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.unparse import unparse
from interpreter.syntax.walk import everything, lines
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

MOST_LAPS = 100_000


class Rules(Lists):
    """Checks everything that is played."""

    names: Names
    running: list[str]
    bad_costs: set[str]
    ordered: dict[str, Kind]  # what each order puts in order

    def rules(self, names: Names) -> None:
        """Terms, components' starts, then the play from set-up to ranking."""
        self.names = names
        self.running = []
        rules = self.world.ruleset
        self._rounds(rules)
        for term in self.world.terms.values():
            self.term(term, term.decl.head.span)
        choices = [kind.rows for kind in rules.kinds.values()]
        choices += [table.rows for table in rules.tables.values()]
        for rows in choices:
            for test, _ in rows.cases if rows is not None else ():
                self.condition(test)
                self.only_options(test)
        for component in self.world.components.values():
            self._start(component.decl)
        for require in (*rules.checks, *rules.invariants):
            self.require(require)
        for market in rules.markets.values():
            check_market(self, market)
        self.bad_costs = {name for name, cost in rules.costs.items() if not check_cost(self, cost)}
        self.ordered = {name: self._order(order) for name, order in rules.orders.items()}
        # Actions come first: a decision between actions that are wrong themselves is not judged.
        for action in rules.actions.values():
            self._action(action)
        for step in rules.setup:
            self.step(step)
        for phase in rules.phases:
            self.step(phase)
        for shared in rules.steps.values():
            self._shared(shared)
        for standing in rules.always:
            self._standing(standing)
        for end in rules.ends:
            self._end(end)
        for step in rules.scoring:
            self.step(step)
        self._ranking(rules.ranking)
        self._length(rules)
        self._cycles()
        for limit in rules.limits:
            check_limit(self, limit)
        if not self.found:
            derive_limits(self)
        check_together(self.world, self.found)

    def only_options(self, node: n.Expr) -> None:
        """What is decided before a match starts can look at options alone."""
        for part in everything(node):
            ref = self.world.refs.get(part)
            if isinstance(ref, Component | Term | Column | Builtin | KindSet):
                self.found.append(f.not_an_option(unparse(part), part.span))

    def _start(self, decl: r.ComponentDecl) -> None:
        component = self.world.components[decl.head.name]
        start = decl.type.start if decl.start is None else decl.start.expr
        if start is None:
            return
        with self.inner():
            # A column's name alone means: of each key.
            if isinstance(start, n.Name) and start.name in self.world.columns and component.keys:
                self._start_column(start, component.keys, component.kind)
                return
            kind = self.expr(start, component.kind)
            read = next((one.component.name for one in reads(self.world, start, ())), None)
            if read is None and reads_round(self.world, start):
                read = ROUND
            if read is not None and not isinstance(kind, Poison):
                self.found.append(start_reads_state(read, start.span))
                return
            if not fits(kind, component.kind):
                self.found.append(f.start_does_not_fit(component.kind, kind, start.span))
            elif (
                isinstance(kind, Number)
                and isinstance(component.kind, Number)
                and not _within(kind, component.kind)
            ):
                self.found.append(f.never_fits(kind, component.kind, start.span))

    def _start_column(self, start: n.Name, keys: tuple[Kind, ...], wanted: Kind) -> None:
        owners = self.world.columns[start.name]
        key = keys[0]
        column = self.world.column(start.name, key)
        if column is None:
            self.found.append(f.no_such_column(start.name, key, start.span, owners))
            return
        self.world.refs[start] = column
        if keys[1:] != column.extra:
            printed = MapOf((Member(column.owner), *column.extra), column.kind)
            self.found.append(f.start_does_not_fit(wanted, printed, start.span))
        elif not _can_hold(wanted, column.kind):
            self.found.append(f.start_does_not_fit(wanted, column.kind, start.span))

    def _length(self, rules: r.Ruleset) -> None:
        if (
            rules.longest is not None
            and isinstance(rules.longest.expr, n.Int)
            and rules.longest.expr.value < 1
        ):
            self.found.append(f.bad_longest(rules.longest.span))

    def _rounds(self, rules: r.Ruleset) -> None:
        """How often all phases are played; this comes before whatever reads `round`."""
        count_rounds(self.world)
        if rules.rounds is not None:
            self._repeat(rules.rounds, 1)
            if rules.rounds.form == "times" and rules.rounds.value is not None:
                count_rounds(self.world, self.world.kinds_of.get(rules.rounds.value))

    # -- steps --------------------------------------------------------------------------------------

    def step(self, decl: r.StepDecl) -> None:
        """A paragraph: when, let, who, repeat, body."""
        with self.inner():
            if decl.when is not None:
                self.condition(decl.when.expr)
                self.learn(decl.when.expr, True)
            self._lets(decl.let)
            had_me = self.has_me
            if decl.repeat is not None:
                self._repeat(decl.repeat, decl.at_most, decl.at_most_at)
                self.repeats += 1
                self.forget()
            if decl.who is not None:
                check_who(self, decl.who)
                self.has_me = True
            self._says(decl.says)
            self._body(decl)
            if decl.repeat is not None:
                self.repeats -= 1
            self.has_me = had_me
        self.forget()

    def _body(self, decl: r.StepDecl) -> None:
        if decl.claims is not None:
            self._claims(decl.claims)
        if decl.do is not None:
            self.block(decl.do)
        for step in decl.steps:
            self.step(step)
        if decl.one_of is not None:
            self._one_of(decl, decl.one_of)

    def _claims(self, claims: r.ClaimsDecl) -> None:
        """What the loop that claims come to does not show."""
        if len(claims.by.overs.binds) > 1:
            self.found.append(a.one_claimant(claims.by.span))
        if claims.best is not None and claims.best.key.value is None:
            self.found.append(a.best_without_value(claims.best.span))

    def _lets(self, lets: tuple[r.LetDecl, ...]) -> None:
        for let in lets:
            kind = taken(self, let.phrase.expr, self.expr(let.phrase.expr))
            self.world.vars_of[let] = self.bind(Var(let.name, kind, "let", let.span))

    def _repeat(self, repeat: n.RepeatLine, at_most: int | None, at: Span | None = None) -> None:
        if at_most is not None and not 1 <= at_most <= MOST_LAPS:
            self.found.append(f.bad_bound(at or repeat.span))
        match repeat.form:
            case "times":
                assert repeat.value is not None
                kind = self.number(repeat.value)
                if isinstance(kind, Number) and not 0 <= kind.low <= kind.high <= MOST_LAPS:
                    self.found.append(f.times_not_constant(repeat.value.span))
            case "until":
                assert repeat.value is not None
                self.condition(repeat.value)
                if at_most is None:
                    self.found.append(f.unbounded_repeat(repeat.span))
            case "end":
                pass

    def _one_of(self, decl: r.StepDecl, calls: n.Calls) -> None:
        if not self.has_me:
            self.found.append(f.nobody_chooses(calls.span))
        actions = self.world.ruleset.actions
        offered: set[str] = set()
        for call in calls.calls:
            if call.name in offered:
                self.found.append(f.offered_twice(call.name, call.name_span))
            offered.add(call.name)
            if call.name in ALWAYS_THERE:
                if call.args:
                    self.found.append(
                        f.wrong_count(call.name, "nothing in brackets", len(call.args), call.span)
                    )
                if call.name == "stop" and not self.repeats:
                    self.found.append(f.stop_outside(call.span))
                continue
            if call.name not in actions:
                self.found.append(f.unknown_action(call.name, call.name_span, [*actions, *ALWAYS_THERE]))
                for arg in call.args:
                    self.expr(arg)
                continue
            self.arguments(call, self.params(actions[call.name].params))
        if decl.if_stuck is not None:
            self.block(decl.if_stuck)
        elif not always_something(self.world, decl, calls):
            together = decl.who is not None and decl.who.form == "together"
            self.found.append(f.may_be_stuck(calls.span, together))

    def params(self, params: tuple[n.Param, ...]) -> tuple[Var, ...]:
        """The names that an action or a step is handed; made once, whoever asks first."""
        if params and params[0] not in self.world.vars_of:
            # One that is named like another is told, and stands for the same.
            known = {var.name: var for var in self.names.params(params)}
            self.world.vars_of.update((param, known[param.name]) for param in params)
        return tuple(self.world.vars_of[param] for param in params)

    def arguments(self, call: n.Call, params: tuple[Var, ...]) -> None:
        """What an action, a step, a market or a cost is handed, as its signature says."""
        if len(call.args) != len(params):
            plural = "" if len(params) == 1 else "s"
            wanted = f"{len(params)} value{plural}" if params else "nothing in brackets"
            self.found.append(f.wrong_count(call.name, wanted, len(call.args), call.span))
            return
        for arg, param in zip(call.args, params, strict=True):
            if isinstance(param.kind, SetOf):
                self.of_kind(arg, param.kind)
            else:
                self.handed(call.name, arg, param.kind)

    # -- actions ------------------------------------------------------------------------------------

    def _action(self, decl: r.ActionDecl) -> None:
        had_me, self.has_me = self.has_me, True
        repeats, self.repeats = self.repeats, 0
        with self.inner():
            self.bind_params(decl.params)
            if decl.when is not None:
                self.condition(decl.when.expr)
                self.learn(decl.when.expr, True)
            for stage in decl.choose:
                self._stage(stage)
            self._lets(decl.let)
            for require in decl.requires:
                self.require(require)
                if require.line.when is None:
                    self.learn(require.line.that, True)
            self.world.prices[decl.head.name] = prices_of(self, decl)
            self._says(decl.says)
            if decl.do is not None:
                self.block(decl.do)
            for step in decl.steps:
                self.step(step)
            check_body(self.world, decl, self.found)
        self.has_me, self.repeats = had_me, repeats
        self.facts = {}

    def bind_params(self, params: tuple[n.Param, ...]) -> None:
        """The names that an action, a step or a market is handed, known inside it."""
        for var in dict.fromkeys(self.params(params)):
            self.bind(var)

    def _stage(self, decl: r.StageDecl) -> None:
        per = decl.line.per
        key = self.names.single(n.KindName(per, decl.line.span)) if per is not None else None
        kind = stage_kind(self, decl.line, key)
        seen = decl.line.seen
        if seen is not None and not (isinstance(seen, n.Name) and seen.name == "me"):
            self.found.append(unknown_chooser(unparse(seen), seen.span))
        var = Var(decl.head.name, kind, "stage", decl.head.span, seen is not None)
        self.world.vars_of[decl] = self.bind(var)

    def require(self, decl: r.RequireDecl) -> None:
        """A named condition."""
        line = decl.line
        with self.inner():
            if line.when is not None:
                self.condition(line.when)
                self.learn(line.when, True)
            self.condition(line.that)

    def _says(self, says: r.Says | None) -> None:
        if says is None:
            return
        for part in says.parts:
            if not isinstance(part, str):
                kind = self.expr(part)
                if isinstance(kind, MapOf | NoneKind) or (isinstance(kind, SetOf) and kind.of is None):
                    self.found.append(f.wrong_kind("something to tell", kind, part.span))

    # -- shared steps ---------------------------------------------------------------------------------

    def _shared(self, decl: r.StepDecl) -> None:
        had_me, self.has_me = self.has_me, True
        repeats, self.repeats = self.repeats, 0
        with self.inner():
            self.bind_params(decl.params)
            self.step(decl)
        self.has_me, self.repeats = had_me, repeats

    def run(self, line: n.Line) -> None:
        """``run step(args)``."""
        self._call(line.call, self.world.ruleset.steps, f.unknown_step)

    def settle(self, line: n.Line) -> None:
        """``collect from p``, ``release p``, ``refund cost(args)``."""
        (check_refund if line.verb == "refund" else check_settling)(self, line)

    def guard_all(self, purse: Component) -> None:
        """What must hold of all places of a component out of which something is promised; made once."""
        if purse not in self.world.guards_of:
            with self.inner():
                self.world.guards_of[purse] = found = enough_everywhere(purse)
                self.condition(found)

    def refill(self, line: n.Line) -> None:
        """``refill market(args)``."""
        self._call(line.call, self.world.ruleset.markets, f.unknown_market)

    def _call(
        self,
        call: n.Call | None,
        known: "Mapping[str, r.StepDecl] | Mapping[str, r.MarketDecl]",
        unknown: Callable[[str, Span, Iterable[str]], Diagnostic],
    ) -> None:
        """What is called by name, with what it is handed."""
        assert call is not None
        called = known.get(call.name)
        if called is None:
            self.found.append(unknown(call.name, call.name_span, known))
            for arg in call.args:
                self.expr(arg)
            return
        self.arguments(call, self.params(called.params))

    def _cycles(self) -> None:
        """Steps and actions may not come back to themselves."""
        graph: dict[str, list[tuple[str, Span]]] = {}
        rules = self.world.ruleset
        for name, step in rules.steps.items():
            graph[f"step {name}"] = list(targets_of_step(step))
        for name, action in rules.actions.items():
            found: list[tuple[str, Span]] = []
            if action.do is not None:
                found.extend(targets_of_block(action.do))
            for one in action.steps:
                found.extend(targets_of_step(one))
            graph[f"action {name}"] = found
        done: set[str] = set()
        reported: set[str] = set()
        for start in graph:
            if start not in done:
                self._follow(graph, [start], done, reported)

    def _follow(
        self, graph: dict[str, list[tuple[str, Span]]], path: list[str], done: set[str], reported: set[str]
    ) -> None:
        """Look at all that the last of ``path`` comes to, each once: the ways themselves may be countless."""
        for target, span in graph[path[-1]]:
            if target in path:
                circle = path[path.index(target) :]
                if not reported & set(circle):
                    names = [one.split()[1] for one in (*circle, target)]
                    self.found.append(f.calls_itself(target.split()[0], names, span))
                    reported.update(circle)
            elif target in graph and target not in done:
                self._follow(graph, [*path, target], done, reported)
        done.add(path[-1])

    # -- standing rules, ends, ranking, orders ----------------------------------------------------------

    def _standing(self, decl: r.AlwaysDecl) -> None:
        names = [one.head.name for one in self.world.ruleset.always]
        for before in decl.before:
            if before not in names:
                self.found.append(f.unknown_standing(before, decl.before_at or decl.head.span, names))
        with self.inner():
            self.condition(decl.when.expr)
            self.learn(decl.when.expr, True)
            self.step(decl.body)
        for span in choices_in(decl.body):
            self.found.append(f.choice_in_rule("a standing rule", span))

    def _end(self, decl: r.EndDecl) -> None:
        if decl.when is None and decl.winners is None:
            self.found.append(end_without_condition(decl.head.name, decl.head.span))
        if decl.when is not None:
            self.condition(decl.when.expr)
        if decl.winners is not None:
            kind = self.expr(decl.winners.expr, SetOf(PLAYER))
            if not fits(kind, SetOf(PLAYER)):
                self.found.append(f.wrong_kind("a set of players", kind, decl.winners.span))
        if decl.checked is not None:
            known = paragraphs(self.world.ruleset)
            if decl.checked not in known:
                self.found.append(unknown_paragraph(decl.checked, decl.checked_at or decl.head.span, known))

    def _ranking(self, decl: r.RankingDecl | None) -> None:
        if decl is None:
            return
        with self.inner():
            variables = self.overs(decl.of.overs)
            if len(variables) != 1 or not fits(variables[0].kind, PLAYER):
                self.found.append(f.wrong_kind("players to rank", variables[0].kind, decl.of.span))
            for key in decl.keys:
                if key.when is not None:
                    self.condition(key.when.expr)
                    self.only_options(key.when.expr)
                value = key.line.key.value
                if value is None:
                    continue
                self.order_key(value)
        if decl.last == "never tied" and not self._proved_different(
            decl.keys[-1].line.key if decl.keys else None
        ):
            self.found.append(f.tie_not_excluded(decl.last_at or decl.head.span))

    def _order(self, decl: r.OrderDecl) -> Kind:
        """The keys of an order leave no two equal; the kind of what it puts in order."""
        with self.inner():
            variables = self.overs(decl.line.overs)
            if len(variables) != 1 or not isinstance(variables[0].kind, Member | Number | Poison):
                wanted = "members of one kind to put in order"
                self.found.append(f.wrong_kind(wanted, variables[0].kind, decl.line.span))
                return POISON
            order = decl.line.order
            if order is None:
                return variables[0].kind
            self.order_keys(order)
            if order.last == "never tied":
                if not self._proved_different(order.keys[-1] if order.keys else None):
                    self.found.append(f.tie_not_excluded(order.span))
            elif (
                order.how == "by"
                and order.last != "listed"
                and not any(k.which == "listed" for k in order.keys)
            ):
                self.found.append(f.order_may_tie(order.span))
            return variables[0].kind

    def _proved_different(self, key: n.Key | None) -> bool:
        """Whether the last key reads a component declared all different."""
        if key is None or key.value is None:
            return key is not None and key.which == "listed"
        ref = self.world.refs.get(key.value)
        decl = getattr(ref, "decl", None)
        return isinstance(decl, r.ComponentDecl) and decl.all_different and not self.is_part(key.value)


def paragraphs(rules: r.Ruleset) -> list[str]:
    """The actions, the phases and the steps directly in them: what `checked: after` may name."""
    names = list(rules.actions)
    for phase in rules.phases:
        names.append(phase.head.name)
        names.extend(step.head.name for step in phase.steps)
    return names


def choices_in(step: r.StepDecl) -> Iterable[Span]:
    """Where a step holds what a standing rule may not: choice, chance, turns, laps, a way out."""
    if step.one_of is not None:
        yield step.one_of.span
    if step.do is not None:
        for line in lines(step.do):
            if line.verb in {"draw", "deal", "shuffle", "refill", "run", "finish"}:
                yield line.span
    if step.who is not None:
        yield step.who.span
    if step.repeat is not None:
        yield step.repeat.span
    for inner in step.steps:
        yield from choices_in(inner)


def _is_none(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "none"


def _can_hold(wanted: Kind, found: Kind) -> bool:
    """Whether a place of the one kind holds every value of the other."""
    match wanted, found:
        case (Maybe(of), Maybe(other)) | (Maybe(of), (Number() | Member()) as other):
            return _can_hold(of, other)
        case Number(), Number():
            return _within(found, wanted)
        case SetOf(of), SetOf(other):
            return held_by(other, of)
        case BagOf(of, most), BagOf(other, cap):
            return of == other and cap <= most
        case _:
            return fits(found, wanted)


def _within(kind: Number, other: Number) -> bool:
    return other.low <= kind.low and kind.high <= other.high
