"""Effects that change nothing, and what is never reached."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from interpreter.check.kinds import ListOf, Number
from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.check.order import reads
from interpreter.check.world import Component
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.unparse import unparse
from interpreter.syntax.walk import lines
from interpreter.text.span import Span

_LEAVE = frozenset({"finish", "stop"})


def idle_lines(sight: Sight) -> None:
    """Report lines without effect, and those behind which nothing is carried out."""
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            match node:
                case n.Block(statements=statements):
                    _block(sight, statements)
                case n.Line():
                    why = _idle(sight, node)
                    if why:
                        sight.found.append(f.idle_line(why, node.span))
                case n.IfBlock(cases=cases, otherwise=otherwise):
                    bodies = [body for _, body in cases] + ([otherwise] if otherwise is not None else [])
                    if all(_is_nothing(body) for body in bodies):
                        sight.found.append(f.idle_line("none of its branches does anything", node.span))
                case _:
                    pass


def _block(sight: Sight, statements: Sequence[n.Statement]) -> None:
    for one, behind in pairwise(statements):
        if isinstance(one, n.Line) and one.verb in _LEAVE:
            sight.found.append(f.never_reached(behind.span, f"`{one.verb}`", one.span))
            return
        if isinstance(one, n.Line) and isinstance(behind, n.Line) and _is_lost(sight, one, behind):
            sight.found.append(f.lost_value(unparse(_place(one)), one.span, behind.span))
    if len(statements) > 1:
        for one in statements:
            if isinstance(one, n.Line) and one.verb == "nothing":
                sight.found.append(f.idle_line("`nothing` stands beside other lines", one.span))


def _is_lost(sight: Sight, one: n.Line, behind: n.Line) -> bool:
    """Whether a line sets what the next one sets without looking at it."""
    if one.verb != "set" or behind.verb != "set" or behind.value is None:
        return False
    place, again = _place(one), _place(behind)
    component = sight.world.refs.get(place)
    if unparse(place) != unparse(again):
        return False
    parts = (behind.value, *(again.args if isinstance(again, n.Read) else ()))
    return all(read.component is not component for part in parts for read in reads(sight.world, part, ()))


def _place(line: n.Line) -> n.Expr:
    assert line.target is not None
    return line.target


def _idle(sight: Sight, line: n.Line) -> str:
    """Why a line changes nothing; "" where it may."""
    match line:
        case n.Line(verb="set", target=target, value=value) if target is not None and value is not None:
            return "the place holds that value already" if unparse(target) == unparse(value) else ""
        case n.Line(verb="add" | "remove" | "move" | "draw", what=what) if what is not None:
            if _is_none_of(sight, what):
                return f"`{line.verb}` of nothing"
            if line.verb == "move" and _is_same_place(sight, line):
                return "it moves from a place to the same place"
            return ""
        case _:
            return ""


def _is_same_place(sight: Sight, line: n.Line) -> bool:
    source, target = line.source, line.target
    if source is None or target is None or unparse(source) != unparse(target):
        return False
    ref = sight.world.refs.get(source)
    return isinstance(ref, Component) and not isinstance(ref.kind, ListOf)


def _is_none_of(sight: Sight, what: n.Expr) -> bool:
    match what:
        case n.Word(word=word):
            return word == "nothing"
        case n.Of(count=count):
            return _is_none_of(sight, count)
        case _:
            kind = sight.world.kinds_of.get(what)
            return isinstance(kind, Number) and kind.low == kind.high == 0


def _is_nothing(block: n.Block) -> bool:
    return all(isinstance(one, n.Line) and one.verb == "nothing" for one in block.statements)


# -- steps behind the end ---------------------------------------------------------------------------------


def late_steps(sight: Sight) -> None:
    """Report steps that stand behind one which only the end of the match leaves."""
    rules = sight.world.ruleset
    for steps in _lists(rules):
        for at, step in enumerate(steps[:-1]):
            how = _never_left(step)
            if how is not None:
                sight.found.append(f.never_reached(steps[at + 1].head.span, *how))
                break


def _lists(rules: r.Ruleset) -> Iterator[Sequence[r.StepDecl]]:
    tops: list[Sequence[r.StepDecl]] = [rules.setup, rules.phases, rules.scoring]
    yield from tops
    inner: list[r.StepDecl] = [*rules.setup, *rules.phases, *rules.scoring, *rules.steps.values()]
    inner += [standing.body for standing in rules.always]
    for action in rules.actions.values():
        yield action.steps
        inner += action.steps
    while inner:
        step = inner.pop()
        yield step.steps
        inner += step.steps


def _never_left(step: r.StepDecl) -> tuple[str, Span] | None:
    """What keeps play from going on behind a step, and where that stands."""
    if step.when is not None:
        return None
    if step.repeat is not None:
        if step.repeat.form == "end" and not any(_stops(step)):
            return "`until the end`", step.repeat.span
        return None
    if step.who is not None:
        return None
    last = step.do.statements[-1] if step.do is not None else None
    if isinstance(last, n.Line) and last.verb == "finish":
        return "`finish`", last.span
    return _never_left(step.steps[-1]) if step.steps else None


def _stops(step: r.StepDecl) -> Iterable[bool]:
    """Whether something in a step may leave a repetition."""
    for block in (step.do, step.if_stuck):
        if block is not None:
            yield any(line.verb == "stop" for line in lines(block))
    if step.one_of is not None:
        yield any(call.name == "stop" for call in step.one_of.calls)
    for inner in step.steps:
        yield from _stops(inner)
