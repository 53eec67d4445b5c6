"""Standing rules that disturb one another: law 6 wants their order declared."""

from itertools import combinations

from interpreter.check import findings as f
from interpreter.check.order import reads, reads_of, writes_of
from interpreter.check.world import Component, World
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic

_SUMS = {"add", "remove"}


def check_standing(world: World, found: list[Diagnostic]) -> None:
    """Report each two standing rules that touch the same things without a `before` between them."""
    rules = world.ruleset.always
    for first, second in combinations(rules, 2):
        ordered = _waits(rules, first, second) or _waits(rules, second, first)
        if not ordered and _touch(world, first, second):
            found.append(f.standing_rules_touch(first.head.name, second.head.name, second.head.span))


def _waits(rules: tuple[r.AlwaysDecl, ...], first: r.AlwaysDecl, second: r.AlwaysDecl) -> bool:
    """Whether ``second`` waits for ``first``, directly or through others."""
    before = {one.head.name: one.before for one in rules}
    reached, waiting = set(), list(first.before)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(before.get(name, ()))
    return second.head.name in reached


def _touch(world: World, first: r.AlwaysDecl, second: r.AlwaysDecl) -> bool:
    """Whether one changes what the other reads or changes; sums in any order are the same."""
    ours, theirs = _written(world, first), _written(world, second)
    if ours.keys() & _read(world, second) or theirs.keys() & _read(world, first):
        return True
    return any(not (ours[one] | theirs[one]) <= _SUMS for one in ours.keys() & theirs.keys())


def _written(world: World, rule: r.AlwaysDecl) -> dict[Component, set[str]]:
    """The components that a rule changes, with the verbs that do it."""
    found: dict[Component, set[str]] = {}
    for step in _steps(rule.body):
        for write in writes_of(world, step.do, ()) if step.do is not None else ():
            found.setdefault(write.component, set()).add(write.verb)
    return found


def _read(world: World, rule: r.AlwaysDecl) -> set[Component]:
    """The components on which a rule depends."""
    found = {read.component for read in reads(world, rule.when.expr, ())}
    for step in _steps(rule.body):
        for phrase in (step.when, *(let.phrase for let in step.let)):
            if phrase is not None:
                found.update(read.component for read in reads(world, phrase.expr, ()))
        if step.do is not None:
            found.update(read.component for read in reads_of(world, step.do, ()))
    return found


def _steps(step: r.StepDecl) -> list[r.StepDecl]:
    return [step, *(below for inner in step.steps for below in _steps(inner))]
