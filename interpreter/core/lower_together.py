"""Lowering of choices that several players make at once, and of what follows from all of them."""

from abc import abstractmethod
from collections.abc import Sequence

from interpreter.check.together import Round, rounds_of
from interpreter.core import fold, ir
from interpreter.core.lower_promises import LowerPromises
from interpreter.core.stages import stage_groups
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class LowerTogether(LowerPromises):
    """Lowers steps of ``everyone at once``."""

    # -- to be given by the subclass ------------------------------------------------------------------

    @abstractmethod
    def _alternative(self, call: n.Call, block: int, calls: n.Calls) -> ir.Alternative:
        """What an offered action is, with the block that carries it out."""

    @abstractmethod
    def steps_inside(self, step: r.StepDecl) -> None:
        """Paragraphs without choice or chance, as nested statements."""

    @abstractmethod
    def decided(self, decision: ir.Decision) -> None:
        """End the present block with a decision."""

    @abstractmethod
    def ended_action(self, action: r.ActionDecl) -> None:
        """What follows when an action is over."""

    # -- the choice -----------------------------------------------------------------------------------

    def together(self, step: r.StepDecl, who: n.Who, calls: n.Calls) -> None:
        """Everybody asked chooses; then all that was chosen is carried out, each on the table as it was."""
        players = self.instance.players
        me = self.slots.local("me", 0, players - 1)
        asked = self.slots.local("asked", 0, 0, players)
        self.env[self.world.me] = ir.Read(me)
        self._ask(who, me, asked)
        after, begins, all_ready = self.flow.new(), self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(ir.Empty(ir.Read(asked)), after, begins))
        self.flow.at(begins)
        self.flow.joint()
        deciding = self.flow.here
        with self.root() as hoisted:
            alternatives = tuple(self._offered(call, all_ready, calls) for call in calls.calls)
            shared = tuple(ir.Shared(slot, value) for slot, value in hoisted.values())
        self.flow.at(deciding)
        decision = self._hidden(step, calls, me, asked, alternatives, shared)
        self.decided(decision)
        self.flow.at(all_ready)
        self._carry_out(decision, rounds_of(self.world, calls))
        actions = [call.name for call in calls.calls if call.name in self.world.ruleset.actions]
        self.flow.joint(*actions)
        for name in dict.fromkeys(actions):
            self.ended_action(self.world.ruleset.actions[name])
        self.flow.go(after)
        self.flow.at(after)

    def _offered(self, call: n.Call, block: int, calls: n.Calls) -> ir.Alternative:
        """An alternative, in which what the action is handed stands for its phrase: it may be about `me`."""
        action = self.world.ruleset.actions.get(call.name)
        params = action.params if action is not None else ()
        for param, arg in zip(params, call.args, strict=True):
            self.meaning[self.world.vars_of[param]] = arg
        return self._alternative(call, block, calls)

    def _ask(self, who: n.Who, me: int, asked: int) -> None:
        """Who chooses is settled as the decision begins."""
        players = self.instance.players
        if who.skipping is None:
            self.flow.emit(ir.Set(asked, ir.SetConst((1 << players) - 1, players)))
            return
        self.flow.emit(ir.Set(asked, ir.SetConst(0, players)))
        with self.slots.scratch() as var:
            add = ir.SetOp("union", ir.Read(asked), ir.Single(ir.Read(me), players))
            skips = ir.When(self.whole(who.skipping), (), (ir.Set(asked, add),))
            everybody = ir.SetConst((1 << players) - 1, players)
            self.flow.emit(ir.Loop(var, everybody, (ir.Set(me, ir.Read(var)), skips)))

    def _hidden(
        self, step: r.StepDecl, calls: n.Calls, me: int, asked: int,
        alternatives: tuple[ir.Alternative, ...], shared: tuple[ir.Shared, ...],
    ) -> ir.Together:  # fmt: skip
        """The decision, and the slots in which choices lie hidden, empty as it begins."""
        players = self.instance.players
        most = max(sum(stage.parts for stage in one.stages) for one in alternatives)
        ready = self.slots.local("ready", 0, 0, players)
        answer = self.slots.local("answer", -1, len(alternatives) - 1, 0, players)
        made = self.slots.local("stages made", 0, max(most, 1), 0, players)
        kept = tuple(
            self._kept(base, count)
            for one in alternatives
            for stage in one.stages
            for base, count in stage_groups(stage)
        )
        self.flow.emit(ir.Set(ready, ir.SetConst(0, players)))
        self._fill(answer, ir.Const(-1))
        for base in (made, *(one.store for one in kept)):
            group = self._group(base)
            self._fill(base, ir.SetConst(0, group.width) if group.width else ir.Const(max(group.low, 0)))
        place = self.place_in_file(calls.span, calls.foot)
        return ir.Together(
            step.head.path, ir.Read(me), shared, alternatives, -1, place, (),
            players, me, asked, ready, answer, made, kept,
        )  # fmt: skip

    def _fill(self, base: int, value: ir.Expr) -> None:
        """Put one value into all slots of a group; what is filled is copied behind itself."""
        self.flow.emit(ir.Set(base, value))
        filled, count = 1, self._group(base).count
        while filled < count:
            more = min(filled, count - filled)
            self.flow.emit(ir.Copy(base + filled, base, more))
            filled += more

    def _group(self, base: int) -> ir.Slot:
        return next(one for one in self.slots.groups if one.base == base)

    def _kept(self, base: int, count: int) -> ir.Kept:
        group = self._group(base)
        name = f"{group.name} put down"
        store = self.slots.local(name, group.low, group.high, group.width, count * self.instance.players)
        return ir.Kept(base, count, store)

    # -- what follows -----------------------------------------------------------------------------------

    def _carry_out(self, decision: ir.Together, rounds: Sequence[Round]) -> None:
        with self.at_once([one.parts for one in rounds], (self.world.me,)), self.slots.scratch() as var:
            with self.flow.nested() as inside:
                self.flow.emit(ir.Set(decision.me, ir.Read(var)))
                self._one_of_rounds(decision, list(enumerate(rounds)))
            self.flow.emit(ir.Loop(var, ir.Read(decision.asked), tuple(inside)))

    def _one_of_rounds(self, decision: ir.Together, rounds: list[tuple[int, Round]]) -> None:
        """What the player ``me`` has chosen, out of these."""
        (number, first), *rest = rounds
        with self.flow.nested() as then:
            self._take_up(decision, number)
            self._round(first)
        with self.flow.nested() as other:
            if rest:
                self._one_of_rounds(decision, rest)
        answer = ir.ReadAt(decision.answer, decision.players, ir.Read(decision.me))
        if then or other:
            test = ir.Compare("eq", answer, ir.Const(number))
            self.flow.emit(ir.When(test, tuple(then), tuple(other)))

    def _take_up(self, decision: ir.Together, number: int) -> None:
        """What the player has kept for an alternative goes to the slots of its stages."""
        stages = decision.alternatives[number].stages
        bases = {base for stage in stages for base, _ in stage_groups(stage)}
        for kept in decision.kept:
            if kept.base not in bases:
                continue
            size = decision.players * kept.count
            first = fold.arith("mul", ir.Read(decision.me), ir.Const(kept.count))
            for offset in range(kept.count):
                at = fold.arith("add", first, ir.Const(offset))
                self.flow.emit(ir.Set(kept.base + offset, ir.ReadAt(kept.store, size, at)))

    def _round(self, one: Round) -> None:
        """The body of an action; `nothing` has none."""
        action = one.action
        if action is None:
            return
        self.bind_call(action.params, one.call.args)
        before, self.head = self.head, action.head
        for let in action.let:
            self.let(self.world.vars_of[let], let.phrase.expr)
        self.events.says(self, action.says)
        self.pay(action)
        if action.do is not None:
            self.block(action.do)
        for step in action.steps:
            self._paragraph(step)
        self.head = before

    def _paragraph(self, step: r.StepDecl) -> None:
        before, self.head = self.head, step.head
        if step.when is None:
            self.steps_inside(step)
        else:
            test = self.whole(step.when.expr)
            self.judged("when", step.when.expr, test)
            with self.flow.nested() as inside:
                self.steps_inside(step)
            self.flow.emit(ir.When(test, tuple(inside), ()))
        self.head = before
