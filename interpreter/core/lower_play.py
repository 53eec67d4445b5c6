"""Lowering of what is played: steps, turns, decisions, joints, ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from interpreter.check.kinds import Number, run_over
from interpreter.check.world import PLAYER, Var, World
from interpreter.core import fold, ir
from interpreter.core.during import start_again
from interpreter.core.hoist import Hoist
from interpreter.core.instance import Instance
from interpreter.core.look_ahead import look_ahead
from interpreter.core.lower_base import Scope
from interpreter.core.lower_together import LowerTogether
from interpreter.core.notes import Asking, Offer
from interpreter.core.reading import slots_read
from interpreter.core.shows import acts_for, shows_of
from interpreter.core.simplify import simplify
from interpreter.core.sorted_keys import key_values
from interpreter.core.stages import stage_slots
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

MOST_BLOCKS = 20_000
# `never tied` is proved by the checker, so what equals would get does not matter.
_LAST: dict[str, Literal["shared", "nobody", "listed"]] = {"listed": "listed", "nobody": "nobody"}


class TooLargeError(Exception):
    """The steps, written out, are more than a program may hold."""


class LowerPlay(LowerTogether):
    """Lowers steps and decisions."""

    def __init__(self, world: World, instance: Instance) -> None:
        super().__init__(world, instance)
        self.decisions: list[ir.Decision] = []
        self.ends: list[tuple[str, bool]] = []
        self.ended = -1
        self.winners = -1
        self.playing: list[str] = []  # the addresses of the steps that are being written out
        self.scoring = -1  # the block where scoring begins
        self.acting: Var | None = None  # the name of what `me` acts for, where that is no player

    # -- steps --------------------------------------------------------------------------------------

    def steps(self, steps: tuple[r.StepDecl, ...], joints: int) -> None:
        """Paragraphs in order; a joint follows each as long as ``joints`` levels are left."""
        for step in steps:
            self.step(step, joints)
            if joints:
                self.flow.joint(step.head.name)
            start_again(self, step.head.path)

    def step(self, step: r.StepDecl, joints: int = 0) -> None:
        """One paragraph: when, let, who, repeat, body."""
        if len(self.flow.blocks) > MOST_BLOCKS:
            raise TooLargeError
        before, self.head = self.head, step.head
        self.playing.append(step.head.path)
        after = self.flow.new()
        if step.when is not None:
            inside = self.flow.new()
            test = self.whole(step.when.expr)
            self.judged("when", step.when.expr, test)
            self.flow.close(ir.Branch(test, inside, after))
            self.flow.at(inside)
        self.begun(step.head)
        for let in step.let:
            self.let(self.world.vars_of[let], let.phrase.expr)
        self.repeated(step.repeat, step.at_most, lambda: self._acted(step, joints))
        self.flow.go(after)
        self.flow.at(after)
        self.playing.pop()
        self.head = before

    def begun(self, head: r.Head) -> None:
        """A paragraph begins: a mark."""
        if self.notes.marking:
            self.mark("step", self.instance.head(head))

    def leave(self) -> None:
        """``stop``: go on behind the nearest laps; steps that are left on the way are over."""
        block, depth = self.exits[-1]
        for path in reversed(self.playing[depth:]):
            start_again(self, path)
        self.flow.go(block)

    def repeated(self, repeat: n.RepeatLine | None, at_most: int | None, lap: Callable[[], None]) -> None:
        """Laps; `stop` inside goes to the end of them."""
        if repeat is None:
            lap()
            return
        after = self.flow.new()
        self.exits.append((after, len(self.playing)))
        match repeat.form:
            case "end":
                head = self.flow.start()
            case "until":
                head = self._until(repeat, at_most, after)
            case "times":
                head = self._times(repeat, after)
        lap()
        self.flow.go(head)
        self.exits.pop()
        self.flow.at(after)

    def _until(self, repeat: n.RepeatLine, at_most: int | None, after: int) -> int:
        """The condition is judged before each lap; one lap more than the bound is an error."""
        assert repeat.value is not None and at_most is not None
        laps = self.slots.add("laps", 1, 0, at_most + 1, 0, "ghost")
        self.flow.emit(ir.Set(laps, ir.Const(0)))
        head, inside = self.flow.start(), self.flow.new()
        test = self.whole(repeat.value)
        self.judged("until", repeat.value, test)
        self.flow.close(ir.Branch(test, after, inside))
        self.flow.at(inside)
        place = self.place_in_file(repeat.span, repeat.foot)
        self.flow.emit(ir.Require(ir.Compare("lt", ir.Read(laps), ir.Const(at_most)), "E702", place))
        self.flow.emit(ir.Set(laps, ir.Arith("add", ir.Read(laps), ir.Const(1))))
        return head

    def _times(self, repeat: n.RepeatLine, after: int) -> int:
        assert repeat.value is not None
        kind = self.kind(repeat.value)
        most = kind.high if isinstance(kind, Number) else 1
        left = self.slots.local("laps left", 0, most)
        self.flow.emit(ir.Set(left, self.whole(repeat.value)))
        head, inside = self.flow.start(), self.flow.new()
        self.flow.close(ir.Branch(ir.Compare("gt", ir.Read(left), ir.Const(0)), inside, after))
        self.flow.at(inside)
        self.flow.emit(ir.Set(left, ir.Arith("add", ir.Read(left), ir.Const(-1))))
        return head

    def _acted(self, step: r.StepDecl, joints: int) -> None:
        """The body, by whoever acts."""
        who, me = step.who, self.world.me
        before = self.env.get(me)
        if who is None:
            self._body(step, joints)
            return
        acting, self.acting = self.acting, None
        match who.form:
            case "one":
                assert who.start is not None
                self._as_player(self.whole(who.start), lambda: self._body(step, joints))
            case "together":
                assert step.one_of is not None
                self.together(step, who, step.one_of)
            case "circle":
                self._circle(who, lambda: self._body(step, joints))
            case "ordered":
                self._ordered(who, lambda: self._body(step, joints))
            case "of":
                self._in_turn(who, lambda: self._body(step, joints))
        self.acting = acting
        if before is not None:
            self.env[me] = before
        else:
            self.env.pop(me, None)

    def _as_player(self, player: ir.Expr, body: Callable[[], None]) -> None:
        slot = self.slots.local("me", 0, self.instance.players - 1)
        self.flow.emit(ir.Set(slot, player))
        self.env[self.world.me] = ir.Read(slot)
        body()

    def _turns(
        self, count: ir.Expr, player: Callable[[ir.Expr], ir.Expr], who: n.Who, body: Callable[[], None]
    ) -> None:
        """A lap: ``count`` turns; ``player`` gives whose turn number so and so is."""
        players = self.instance.players
        turn = self.slots.local("turn", 0, self._most_turns(who))
        me = self.slots.local("me", 0, players - 1)
        self.flow.emit(ir.Set(turn, ir.Const(0)))
        head = self.flow.start()
        inside, after, following = self.flow.new(), self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(ir.Compare("lt", ir.Read(turn), count), inside, after))
        self.flow.at(inside)
        self.flow.emit(ir.Set(me, player(ir.Read(turn))))
        self.env[self.world.me] = ir.Read(me)
        if who.skipping is not None:
            acts = self.flow.new()
            skips = self.whole(who.skipping)
            self.judged("skipping", who.skipping, skips)
            self.flow.close(ir.Branch(skips, following, acts))
            self.flow.at(acts)
        body()
        self.flow.go(following)
        self.flow.at(following)
        self.flow.emit(ir.Set(turn, ir.Arith("add", ir.Read(turn), ir.Const(1))))
        self.flow.go(head)
        self.flow.at(after)

    def _most_turns(self, who: n.Who) -> int:
        """How many turns a lap can have."""
        if who.name is None:
            return self.instance.players
        assert who.order is not None
        bind = self.world.ruleset.orders[who.order].line.overs.binds[0]
        return self.width(run_over(self.kind(bind.over)))

    def _circle(self, who: n.Who, body: Callable[[], None]) -> None:
        """``each clockwise from P``: P is looked at when a lap begins."""
        assert who.start is not None
        players = ir.Const(self.instance.players)
        start = self.whole(who.start)
        if not isinstance(start, ir.Const):
            first = self.slots.local("first", 0, self.instance.players - 1)
            self.flow.emit(ir.Set(first, start))
            start = ir.Read(first)
        self._turns(
            players, lambda turn: fold.arith("mod", fold.arith("add", start, turn), players), who, body
        )

    def _ordered(self, who: n.Who, body: Callable[[], None]) -> None:
        """``each in ORDER``: the order is made when a lap begins."""
        assert who.order is not None
        line = self.world.ruleset.orders[who.order].line
        seats, count, most = self._put_in_order(line, f"seats in {who.order}", f"players in {who.order}")
        self._turns(ir.Read(count), lambda turn: ir.ReadAt(seats, most, turn), who, body)

    def _put_in_order(self, line: n.OrderLine, each: str, many: str) -> tuple[int, int, int]:
        """The slots where the members stand in order, that of how many they are, and the most they can be."""
        bind = line.overs.binds[0]
        over, domain = self.over_with(bind, line.overs.where)
        most = self.width(domain)
        members = self.slots.local(each, 0, most - 1, 0, most)
        count = self.slots.local(many, 0, most)
        self.flow.emit(ir.Set(count, ir.Const(0)))
        _, keys = self._keys_of(self.world.vars_of[bind], domain, line.order)
        with self.bound(self.world.vars_of[bind], domain) as slot:
            inside = (
                ir.SetAt(members, most, ir.Read(count), ir.Read(slot)),
                ir.Set(count, ir.Arith("add", ir.Read(count), ir.Const(1))),
            )
            self.flow.emit(ir.Sorted(slot, over, keys, inside))
        return members, count, most

    def _in_turn(self, who: n.Who, body: Callable[[], None]) -> None:
        """``owner(c) for each c in ORDER``: each member in turn, and for it whoever the phrase names."""
        assert who.order is not None and who.start is not None and who.name is not None
        line, start, var = self.world.ruleset.orders[who.order].line, who.start, self.world.vars_of[who]
        domain = run_over(self.kind(line.overs.binds[0].over))
        name = who.name.name
        members, count, most = self._put_in_order(line, f"each {name} in {who.order}", f"how many {name}")
        here = self.slots.local(name, 0, most - 1)

        def player(turn: ir.Expr) -> ir.Expr:
            self.flow.emit(ir.Set(here, ir.ReadAt(members, most, turn)))
            self.env[var] = self.from_index(ir.Read(here), domain)
            return self.whole(start)

        self.acting = var
        self._turns(ir.Read(count), player, who, body)

    def _body(self, step: r.StepDecl, joints: int) -> None:
        self.events.says(self, step.says)
        if step.do is not None:
            self.block(step.do)
        if step.steps:
            self.steps(step.steps, joints - 1 if joints else 0)
        if step.one_of is not None:
            self._one_of(step, step.one_of)

    def run_step(self, call: n.Call) -> None:
        """``run step(args)``: the step is written out here, with its names bound."""
        step = self.world.ruleset.steps[call.name]
        self.bind_call(step.params, call.args)
        self.step(step)
        start_again(self, step.head.path)

    def bind_call(self, params: tuple[n.Param, ...], args: tuple[n.Expr, ...]) -> None:
        """What a step, an action or a market is handed is computed once, where it is called."""
        for param, arg in zip(params, args, strict=True):
            self.let(self.world.vars_of[param], arg)

    def steps_inside(self, step: r.StepDecl) -> None:
        """The body of a standing rule, which holds neither choice nor chance, as nested statements."""
        for let in step.let:
            self.let(self.world.vars_of[let], let.phrase.expr)
        self.events.says(self, step.says)
        if step.do is not None:
            self.block(step.do)
        for inner in step.steps:
            if inner.when is None:
                self.steps_inside(inner)
            else:
                test = self.whole(inner.when.expr)
                self.judged("when", inner.when.expr, test)
                with self.flow.nested() as inside:
                    self.steps_inside(inner)
                self.flow.emit(ir.When(test, tuple(inside), ()))

    # -- decisions ------------------------------------------------------------------------------------

    def _one_of(self, step: r.StepDecl, calls: n.Calls) -> None:
        self.flow.joint()
        after = self.flow.new()
        me = self.env[self.world.me]
        for call in calls.calls:
            if call.name in self.world.ruleset.actions:
                self.bind_call(self.world.ruleset.actions[call.name].params, call.args)
        deciding, stuck = self.flow.here, -1
        alternatives: list[ir.Alternative] = []
        bodies: list[tuple[int, n.Call, Scope]] = []
        with self.root() as hoisted:
            for call in calls.calls:
                block = self.flow.new()
                alternatives.append(self._alternative(call, block, calls))
                bodies.append((block, call, self.scope()))
            shared = tuple(ir.Shared(slot, value) for slot, value in hoisted.values())
        hoist = Hoist(self.slots, self.instance.tables)
        alternatives = hoist.alternatives(alternatives)
        shared += tuple(hoist.shared)
        if step.if_stuck is not None:
            stuck = self.flow.new()
        place = self.place_in_file(calls.span, calls.foot)
        shows = (acts_for(self, self.acting),) if self.acting is not None else ()
        decision = ir.Decision(step.head.path, me, shared, tuple(alternatives), stuck, place, shows)
        self.flow.at(deciding)
        self.decided(decision)
        offers = self.notes.offers[-1]
        for block, call, scope in bodies:
            self.flow.at(block)
            # Inside another body the same action may be offered again, with stages of its own there.
            with self.seeing(scope):
                self._chosen(call, after)
        if step.if_stuck is not None:
            self.flow.at(stuck)
            self.mark("stuck", place, fold.FALSE, None, offers)
            self._stuck(step.if_stuck)
            self.flow.go(after)
        self.flow.at(after)

    def decided(self, decision: ir.Decision) -> None:
        """End the present block with a decision."""
        self.decisions.append(decision)
        self.notes.decided()
        self.flow.close(ir.Choose(len(self.decisions) - 1))

    def _stuck(self, block: n.Block) -> None:
        for statement in block.statements:
            if isinstance(statement, n.Line) and statement.verb == "finish":
                self.finish(statement.value, "stuck")
            elif isinstance(statement, n.Line):
                self.line(statement)
            else:
                self.block(n.Block((statement,), statement.span))

    def _alternative(self, call: n.Call, block: int, calls: n.Calls) -> ir.Alternative:
        action = self.world.ruleset.actions.get(call.name)
        if action is None:
            self.notes.offered.append(Offer(None, (), (), self.sight()))
            return ir.Alternative(call.name, (), (), block, self.place_in_file(call.span, calls.foot))
        before, self.head = self.head, action.head
        guards: list[ir.Requirement] = []
        asked: list[list[Asking]] = [[] for _ in range(len(action.choose) + 1)]
        if action.when is not None:
            message = f"`{call.name}` is not offered now"
            guards.append(self._requirement("action", action.when.expr, None, message, action.head))
            asked[0].append(Asking("action", action.when.expr))
        stages = [self.stage(stage) for stage in action.choose]
        for let in action.let:
            # A value taken after the choice stands, in the conditions, for its phrase.
            self.meaning[self.world.vars_of[let]] = let.phrase.expr
        decided: dict[int, list[ir.Requirement]] = {}
        order = {slot: position for position, stage in enumerate(stages) for slot in stage_slots(stage)}
        limits = self.world.limits.get(action.head.name, ())
        for decl in (*action.requires, *self.price_tests(action), *limits):
            require = self._requirement(
                decl.head.name, decl.line.that, decl.line.when, decl.otherwise, decl.head, decl.written
            )
            last = max((order[slot] for slot in slots_read(require.test) if slot in order), default=-1)
            # What rests on a later stage has no value yet when this is asked.
            later = {slot for slot, position in order.items() if position > last}
            shows = tuple(one for one in require.shows if not slots_read(one) & later)
            require = replace(require, shows=shows)
            asked[last + 1].append(self._asking(action, decl))
            if last < 0:
                guards.append(require)
            else:
                decided.setdefault(last, []).append(require)
        finished = tuple(replace(stage, requires=tuple(decided.get(i, ()))) for i, stage in enumerate(stages))
        place = self.instance.head(action.head)
        self.head = before
        behind = tuple(tuple(one) for one in asked[1:])
        self.notes.offered.append(Offer(action, tuple(asked[0]), behind, self.sight()))
        ahead = look_ahead(finished, self.slots, self.instance)
        return ir.Alternative(call.name, tuple(guards), ahead, block, place)

    def _asking(self, action: r.ActionDecl, decl: r.RequireDecl) -> Asking:
        prices = self.world.prices.get(action.head.name, ())
        price = next((one for one in prices if decl in one.requires), None)
        return Asking(decl.head.name, decl.line.that, decl.line.when, decl.written, price)

    def _requirement(
        self,
        name: str,
        that: n.Expr,
        when: n.Expr | None,
        otherwise: str,
        head: r.Head,
        written: n.Expr | None = None,
    ) -> ir.Requirement:
        test = simplify(self.value(that))
        if when is not None:
            test = fold.or_(fold.not_(self.value(when)), test)
        shows = shows_of(self, that, written) if not isinstance(test, ir.Const) else ()
        place = self.instance.place(head.path, that.span, head.cites)
        return ir.Requirement(name, test, otherwise, place, shows)

    def _chosen(self, call: n.Call, after: int) -> None:
        """What follows a choice: let, the action's own paragraphs, a joint."""
        action = self.world.ruleset.actions.get(call.name)
        if action is None:
            if call.name == "nothing":
                self.flow.go(after)
            else:
                self.leave()
            return
        before, self.head = self.head, action.head
        exits, self.exits = self.exits, []
        for let in action.let:
            self.let(self.world.vars_of[let], let.phrase.expr)
        self.begun(action.head)
        self.events.says(self, action.says)
        self.pay(action)
        if action.do is not None:
            self.block(action.do)
        self.steps(action.steps, 0)
        self.exits = exits
        self.head = before
        self.flow.joint(call.name)
        self.ended_action(action)
        self.flow.go(after)

    def ended_action(self, action: r.ActionDecl) -> None:
        """What lasts for an action is back at its start."""
        start_again(self, action.head.path)

    # -- the end ----------------------------------------------------------------------------------------

    def end_named(self, name: str, decides: bool) -> int:
        """The number of an end that names the winners or leaves it to the ranking; made when first named."""
        key = name, decides
        if key not in self.ends:
            self.ends.append(key)
        return self.ends.index(key)

    def finish(self, winners: n.Expr | None, name: str) -> None:
        """``finish``, ``finish won by P``."""
        if not name and self.head is not None:
            name = self.head.path.split(".", 1)[-1]
        number = self.end_named(name, winners is not None)
        self.flow.emit(ir.Set(self.ended, ir.Const(number)))
        if winners is not None:
            self.flow.emit(ir.Set(self.winners, self.whole_set(winners, PLAYER)))
        self.flow.go(self.scoring)

    def end_block(self, decl: r.EndDecl) -> tuple[ir.Expr, int]:
        """The condition of an end, and the block that carries it out."""
        before, self.head = self.head, decl.head
        winners = None
        if decl.winners is not None:
            phrase = decl.winners.expr
            winners = self.whole_set(phrase, PLAYER)
        if decl.when is not None:
            test = self.whole(decl.when.expr)
        else:
            assert winners is not None
            test = simplify(fold.not_(ir.Empty(winners)))
        block = self.flow.new()
        self.flow.at(block)
        number = self.end_named(decl.head.name, winners is not None)
        self.flow.emit(ir.Set(self.ended, ir.Const(number)))
        if winners is not None:
            self.flow.emit(ir.Set(self.winners, winners))
        self.flow.go(self.scoring)
        self.head = before
        return test, block

    def ranking(self, decl: r.RankingDecl | None) -> ir.Ranking | None:
        """The final comparison."""
        if decl is None:
            return None
        bind = decl.of.overs.binds[0]
        var = self.world.vars_of[bind]
        slot = self.slots.add("ranked", 1, 0, self.instance.players - 1, 0, "scratch")
        self.env[var] = ir.Read(slot)
        keys = []
        for key in decl.keys:
            which, value = key.line.key.which, key.line.key.value
            if value is None or which == "listed":
                continue
            if key.when is not None and not self.instance.constant(key.when.expr):
                continue
            found = key_values(self, value)
            for number, make in enumerate(found, 1):
                name = key.head.name if len(found) == 1 else f"{key.head.name} {number}"
                keys.append(ir.RankKey(name, which, self.wrapped(make), self.instance.head(key.head)))
        return ir.Ranking(slot, tuple(keys), _LAST.get(decl.last, "shared"))
