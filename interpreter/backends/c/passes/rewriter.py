"""A walk through a program that rebuilds its expressions, and knows the range of every variable."""

from collections.abc import Container
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from interpreter.backends.c.passes.forms import Quick
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir
from interpreter.core.reading import inner_fields, is_node, parts, with_changes
from interpreter.core.stages import is_staged

LOOPS = (ir.Filter, ir.Exists, ir.Sum, ir.Extreme, ir.Union, ir.First, ir.Top)


class Rewriter:
    """Rebuilds expressions from the inside out; a pass says in `after` what becomes of one."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        self.program = program
        self.ranges = ranges

    def after(self, expr: Any) -> Any:
        """What an expression becomes whose parts are rebuilt."""
        return expr

    def branch(self, test: Any) -> Any:
        """What the test of a branch becomes, after `after`."""
        return test

    def expr(self, expr: Any) -> Any:
        """An expression rebuilt."""
        if isinstance(expr, LOOPS):
            over = self.expr(expr.over)
            outside: dict[str, Any] = {"over": over}
            if isinstance(expr, ir.Extreme | ir.First):
                outside["default"] = self.expr(expr.default)
            with self.ranges.running(expr.var, over):
                changes = self._parts(expr, outside)
            return self.after(with_changes(expr, {**outside, **changes}))
        if isinstance(expr, ir.Linked):
            of, within = self.expr(expr.of), self.expr(expr.within)
            with self.ranges.running(expr.var, within):
                step = self.expr(expr.step)
            return self.after(ir.Linked(expr.var, of, within, step))
        if isinstance(expr, ir.Cheapest):
            of, to, price = self.expr(expr.of), self.expr(expr.to), self.expr(expr.price)
            with self.ranges.running(expr.var, of):
                toll, step = self.expr(expr.toll), self.expr(expr.step)
            return self.after(ir.Cheapest(expr.var, of, to, price, toll, step))
        if isinstance(expr, ir.Let):
            value = self.expr(expr.value)
            is_set = self.ranges.width(value) > 0
            known = nullcontext() if is_set else self.ranges.knowing(expr.slot, self.ranges.interval(value))
            with known:
                inner = self.expr(expr.inner)
            return self.after(with_changes(expr, {"value": value, "inner": inner}))
        return self.after(with_changes(expr, self._parts(expr, ())))

    def _parts(self, node: Any, done: Container[str]) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        for name in inner_fields(type(node)):
            if name in done:
                continue
            value = getattr(node, name)
            if isinstance(value, tuple) and value and isinstance(value[0], ir.Key):
                changes[name] = self._keys(value)
            elif is_node(value):
                changes[name] = self.expr(value)
        return changes

    def _keys(self, keys: tuple[ir.Key, ...]) -> tuple[ir.Key, ...]:
        return tuple([with_changes(key, {"value": self.expr(key.value)}) for key in keys])

    # Statements and decisions

    def statement(self, statement: Any) -> Any:
        """A statement rebuilt."""
        match statement:
            case ir.Log() | ir.Copy():
                return statement
            case ir.When(test, then, other):
                return ir.When(self.expr(test), self.body(then), self.body(other))
            case ir.Loop(var, over, body):
                over = self.expr(over)
                with self.ranges.running(var, over):
                    return ir.Loop(var, over, self.body(body))
            case ir.Sorted(var, over, keys, body):
                over = self.expr(over)
                with self.ranges.running(var, over):
                    return ir.Sorted(var, over, self._keys(keys), self.body(body))
            case ir.Repeat():
                changes = {"test": self.expr(statement.test), "body": self.body(statement.body)}
                return with_changes(statement, changes)
            case ir.Set():
                return with_changes(statement, {"value": self.expr(statement.value)})
            case ir.SetAt():
                index, value = self.expr(statement.index), self.expr(statement.value)
                return with_changes(statement, {"index": index, "value": value})
            case ir.Require():
                return with_changes(statement, {"test": self.expr(statement.test)})
            case ir.Agree():
                test, slot = self.expr(statement.test), self.expr(statement.slot)
                values = tuple(self.expr(one) for one in statement.values)
                return with_changes(statement, {"test": test, "slot": slot, "values": values})
            case _:
                raise AssertionError(statement)

    def body(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        """Statements rebuilt."""
        return tuple(self.statement(one) for one in body)

    def end(self, end: Any) -> Any:
        """A way on rebuilt."""
        match end:
            case ir.Branch(test, yes, no):
                return ir.Branch(self.branch(self.expr(test)), yes, no)
            case ir.Draw():
                return replace(end, over=self.expr(end.over), seen=None)
            case ir.DrawBag():
                among = self.expr(end.among) if end.among is not None else None
                return replace(end, offset=self.expr(end.offset), among=among, seen=None)
            case _:
                return end

    def requirements(self, requirements: tuple[ir.Requirement, ...]) -> tuple[ir.Requirement, ...]:
        """Requirements rebuilt; what they show is left away."""
        return tuple([with_changes(one, {"test": self.expr(one.test), "shows": ()}) for one in requirements])

    def stages(self, stages: tuple[ir.Stage, ...]) -> tuple[ir.Stage, ...]:
        """Stages rebuilt, each knowing the values of those before."""
        if not stages:
            return ()
        first = stages[0]
        if is_staged(first):
            return (self.stage(first), *self.stages(stages[1:]))
        over = self.expr(first.over)
        low = -1 if first.optional else 0
        with self.ranges.knowing(first.slot, (low, self.ranges.width(over) - 1)):
            one = self.plain(first, over, self.requirements(first.requires))
            return (one, *self.stages(stages[1:]))

    def plain(self, stage: ir.Stage, over: Any, requires: tuple[ir.Requirement, ...]) -> ir.Stage:
        """A stage of one part with its parts rebuilt; its slot is known to hold one of its values."""
        if isinstance(stage, Quick) and stage.members is not None:
            stage = with_changes(stage, {"members": self.expr(stage.members)})
        return with_changes(stage, {"over": over, "requires": requires})  # type: ignore[no-any-return]

    def stage(self, stage: ir.Stage) -> ir.Stage:
        """A stage of several parts rebuilt."""
        several = stage.several
        if several is not None:
            stock = several.stock
            if stock is not None:
                with self.ranges.knowing(several.var, (0, several.width - 1)):
                    stock = self.expr(stock)
            several = replace(several, low=self.expr(several.low), high=self.expr(several.high), stock=stock)
        return replace(
            stage,
            over=self.expr(stage.over),
            several=several,
            requires=self.requirements(stage.requires),
            may=tuple(self.requirements(part) for part in stage.may),
            shared=self.shared(stage.shared),
        )

    def shared(self, shared: tuple[ir.Shared, ...]) -> tuple[ir.Shared, ...]:
        """What is shared, rebuilt."""
        return tuple([with_changes(one, {"value": self.expr(one.value)}) for one in shared])

    def decision(self, decision: Any) -> Any:
        """A decision rebuilt."""
        alternatives = tuple(
            replace(one, requires=self.requirements(one.requires), stages=self.stages(one.stages))
            for one in decision.alternatives
        )
        return replace(decision, shared=self.shared(decision.shared), alternatives=alternatives, shows=())

    def run(self) -> ir.Program:
        """The program rebuilt."""
        program = self.program
        blocks = tuple(ir.Block(self.body(one.body), self.end(one.end)) for one in program.blocks)
        decisions = tuple(self.decision(one) for one in program.decisions)
        ranking = program.ranking
        if ranking is not None:
            with self.ranges.knowing(ranking.var, (0, program.players - 1)):
                keys = tuple(replace(key, value=self.expr(key.value)) for key in ranking.keys)
            ranking = replace(ranking, keys=keys)
        return replace(program, blocks=blocks, decisions=decisions, ranking=ranking)


class DecisionRewriter(Rewriter):
    """Rebuilds decisions as wholes; what stands in blocks stays as it is."""

    def run(self) -> ir.Program:
        """The program rebuilt."""
        decisions = tuple(self.decision(one) for one in self.program.decisions)
        return replace(self.program, decisions=decisions)


def reads(expr: Any, slot: int) -> bool:
    """Whether an expression may read a slot."""
    match expr:
        case ir.Read(one):
            return one == slot
        case ir.ReadAt(base, size, index):
            return base <= slot < base + size or reads(index, slot)
        case _:
            pass
    return any(reads(part, slot) for part in parts(expr))


def substituted(node: Any, old: Any, new: Any) -> Any:
    """An expression with one subexpression in place of another, everywhere."""
    if node == old:
        return new
    changes: dict[str, Any] = {}
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple) and value and is_node(value[0]):
            changes[name] = tuple([substituted(one, old, new) for one in value])
        elif is_node(value):
            changes[name] = substituted(value, old, new)
    return with_changes(node, changes)
