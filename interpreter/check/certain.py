"""Whether the form of a decision proves that something can be chosen."""

from interpreter.check.choosing import never_meet
from interpreter.check.kinds import Number, Poison
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.unparse import unparse

ALWAYS_THERE = ("nothing", "stop")
"""Alternatives that no ruleset declares."""


def always_something(world: World, decl: r.StepDecl, calls: n.Calls) -> bool:
    """Whether the form of the decision proves that something can be chosen."""
    for call in calls.calls:
        if call.name in ALWAYS_THERE:
            return True
        action = world.ruleset.actions.get(call.name)
        if action is None or any(_is_wrong(world, stage) for stage in action.choose):
            return True  # reported already
        when = decl.when.expr if decl.when is not None else None
        if any(not never_meet(world, when, one.line.when) for one in action.requires):
            continue
        if action.when is not None or action.costs or action.promises:
            continue
        stages = [stage.line for stage in action.choose]
        if all(_never_empty(world, stage) for stage in stages):
            return True
        if len(stages) == 1 and _guarded(world, decl, stages[0]):
            return True
    return False


def _is_wrong(world: World, stage: r.StageDecl) -> bool:
    var = world.vars_of.get(stage)
    return var is not None and isinstance(var.kind, Poison)


def _never_empty(world: World, stage: n.StageLine) -> bool:
    """A whole kind, ``0..purse(me)`` or members written out; any number of things, none too."""
    if stage.form != "one":
        return stage.form == "any"
    match stage.value:
        case n.Of(count=n.SpanOf(low=n.Int(value=0)) | n.Int(value=0)):
            return True
        case n.Name(name=name):
            return name in world.domains or name in world.ranges
        case n.SpanOf(low=low, high=high):
            ends = world.kinds_of.get(low), world.kinds_of.get(high)
            match ends:
                case Number(high=lowest), Number(low=highest):
                    return lowest <= highest
                case _:
                    return False
        case n.SetOf():
            return True
        case _:
            return False


def _guarded(world: World, decl: r.StepDecl, stage: n.StageLine) -> bool:
    """``repeat: until S is empty`` around a choice of one of S, where nothing happens in between."""
    if world.ruleset.always or (decl.who is not None and decl.who.form != "one"):
        return False
    guard = decl.repeat.value if decl.repeat is not None and decl.repeat.form == "until" else None
    if stage.form != "one" or not isinstance(guard, n.IsEmpty) or guard.negated:
        return False
    return unparse(guard.of) == unparse(stage.value)
