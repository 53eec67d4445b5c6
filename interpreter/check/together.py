"""Choices by several players at once: the step holds nothing else, and their actions are simultaneous."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check import at_once_findings as a
from interpreter.check.order import CHANCE, Parts, accesses_of, check_rounds, reads
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.steps import every_step
from interpreter.syntax.walk import lines
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True)
class Round:
    """What one of the alternatives does for the player who chose it; `nothing` has no action."""

    call: n.Call
    action: r.ActionDecl | None
    parts: Parts


def rounds_of(world: World, calls: n.Calls) -> tuple[Round, ...]:
    """The alternatives of a decision as rounds."""
    found = []
    for call in calls.calls:
        action = world.ruleset.actions.get(call.name)
        parts = (*call.args, *_parts(world, action)) if action is not None else ()
        found.append(Round(call, action, parts))
    return tuple(found)


def _parts(world: World, action: r.ActionDecl) -> Iterator[n.Expr | n.Block]:
    for let in action.let:
        yield let.phrase.expr
    yield from _said(action.says)
    yield from _payments(world, action)
    if action.do is not None:
        yield action.do
    for step in action.steps:
        yield from _parts_of(step)


def _parts_of(step: r.StepDecl) -> Iterator[n.Expr | n.Block]:
    if step.when is not None:
        yield step.when.expr
    for let in step.let:
        yield let.phrase.expr
    yield from _said(step.says)
    if step.do is not None:
        yield step.do
    for inner in step.steps:
        yield from _parts_of(inner)


def _payments(world: World, action: r.ActionDecl) -> Iterator[n.Expr | n.Block]:
    """All amounts are taken before anything is paid."""
    prices = world.prices.get(action.head.name, ())
    for price in prices:
        yield from (amount for _, amount in price.steps)
        if price.show is not None:
            yield price.show
    for price in prices:
        yield price.block


def _said(says: r.Says | None) -> Iterator[n.Expr]:
    for part in says.parts if says is not None else ():
        if not isinstance(part, str):
            yield part


def check_together(world: World, found: list[Diagnostic]) -> None:
    """Report what can't stand in a step of ``everyone at once``, or in an action that it offers."""
    for step in every_step(world.ruleset):
        _check_step(world, step, found)


def _check_step(world: World, step: r.StepDecl, found: list[Diagnostic]) -> None:
    who = step.who
    if who is None or who.form != "together":
        return
    for what, span in _surplus(step):
        found.append(a.only_choices_together(what, span))
    if step.one_of is None:
        found.append(a.nothing_to_choose_together(who.span))
        return
    rounds = rounds_of(world, step.one_of)
    spans = dict.fromkeys(
        span for one in rounds if one.action is not None for span in _choices_of(one.action)
    )
    for span in spans:
        found.append(a.choice_together(span, step.one_of.span))
    if not spans:
        _check_limits(world, rounds, found)
        check_rounds(world, [one.parts for one in rounds], (world.me,), found, a.TOGETHER)


def _check_limits(world: World, rounds: tuple[Round, ...], found: list[Diagnostic]) -> None:
    """A limit is judged for each player alone, so what others choose must not change what it is about."""
    me = (world.me,)
    writes = [write for one in rounds for write in accesses_of(world, one.parts, me)[0]]
    for one in rounds:
        for require in world.limits.get(one.action.head.name, ()) if one.action is not None else ():
            for read in reads(world, require.line.that, me):
                here = [write for write in writes if write.component is read.component]
                if here and not (read.own and all(write.own == read.own for write in here)):
                    names = require.head.name, read.component.name
                    found.append(a.limit_together(*names, one.call.span, require.head.span))
                    break


def _surplus(step: r.StepDecl) -> Iterator[tuple[str, Span]]:
    if step.says is not None:
        yield "`says`", step.says.span
    if step.if_stuck is not None:
        yield "`if stuck`", step.if_stuck.span
    for call in step.one_of.calls if step.one_of is not None else ():
        if call.name == "stop":
            yield "`stop`", call.span


def _choices_of(action: r.ActionDecl) -> Iterator[Span]:
    """Where an action holds choice, chance, turns, laps or a way out."""
    if action.do is not None:
        yield from _lines_not_at_once(action.do)
    for step in action.steps:
        yield from _choices_in(step)


def _choices_in(step: r.StepDecl) -> Iterator[Span]:
    for part in (step.who, step.repeat, step.one_of):
        if part is not None:
            yield part.span
    if step.do is not None:
        yield from _lines_not_at_once(step.do)
    for inner in step.steps:
        yield from _choices_in(inner)


def _lines_not_at_once(block: n.Block) -> Iterator[Span]:
    for line in lines(block):
        if line.verb in CHANCE:
            yield line.span
