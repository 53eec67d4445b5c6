"""What rules call: the actions that they offer, the steps that they run, the markets that they refill."""

from collections.abc import Iterable

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.walk import lines
from interpreter.text.span import Span


def calls_of(rules: r.Ruleset) -> Iterable[str]:
    """What is offered, run and refilled anywhere: ``action move``, ``step unpack``, ``market stall``."""
    steps = (*rules.setup, *rules.phases, *rules.steps.values(), *rules.scoring)
    bodies = (*steps, *(one.body for one in rules.always))
    inner = [step for action in rules.actions.values() for step in action.steps]
    for step in (*bodies, *inner):
        for target, _ in targets_of_step(step):
            yield target
    for action in rules.actions.values():
        if action.do is not None:
            for target, _ in targets_of_block(action.do):
                yield target


def targets_of_step(step: r.StepDecl) -> Iterable[tuple[str, Span]]:
    """What a paragraph offers, runs and refills, with where it says so."""
    if step.do is not None:
        yield from targets_of_block(step.do)
    if step.if_stuck is not None:
        yield from targets_of_block(step.if_stuck)
    if step.one_of is not None:
        for call in step.one_of.calls:
            yield f"action {call.name}", call.span
    for inner in step.steps:
        yield from targets_of_step(inner)


def targets_of_block(block: n.Block) -> Iterable[tuple[str, Span]]:
    """What the lines of a block run and refill, with where they say so."""
    for line in lines(block):
        if line.verb in {"run", "refill"} and line.call is not None:
            sort = "step" if line.verb == "run" else "market"
            yield f"{sort} {line.call.name}", line.call.span
