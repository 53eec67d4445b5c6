"""Standing rules that disturb one another: law 6 wants their order declared."""

from itertools import combinations

from interpreter.check import findings as f
from interpreter.check.kinds import SetOf
from interpreter.check.order import reads, reads_of, writes_of
from interpreter.check.world import Component, World
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic

_SUMS = {"add", "remove"}


def check_standing(world: World, found: list[Diagnostic]) -> None:
    """Report each two standing rules that touch the same things without a `before` between them."""
    before = {one.head.name: one.before for one in world.ruleset.always}
    each = [
        (one.head, _waiting(before, one.before), _written(world, one), _read(world, one))
        for one in world.ruleset.always
    ]
    for (first, after_first, ours, read), (second, after_second, theirs, other) in combinations(each, 2):
        if second.name in after_first or first.name in after_second:
            continue
        if ours.keys() & other or theirs.keys() & read or not _sums(ours, theirs):
            found.append(f.standing_rules_touch(first.name, second.name, second.span))


def _waiting(before: dict[str, tuple[str, ...]], first: tuple[str, ...]) -> set[str]:
    """The standing rules that wait for those named, directly or through others."""
    reached: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(before.get(name, ()))
    return reached


def _sums(ours: dict[Component, set[str]], theirs: dict[Component, set[str]]) -> bool:
    """Whether what both change is only added to or taken from: sums in any order are the same."""
    return all(_adds_up(one, ours[one] | theirs[one]) for one in ours.keys() & theirs.keys())


def _adds_up(component: Component, verbs: set[str]) -> bool:
    """Whether changes come to the same in any order; what goes into a set may not leave it as well."""
    return verbs <= _SUMS and (len(verbs) == 1 or not isinstance(component.kind, SetOf))


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
