"""`during`: components that are back at their start when a step ends, and may be used in that step alone."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.check import during_findings as df
from interpreter.check.access import Access
from interpreter.check.calls import targets_of_step
from interpreter.check.order import reads, reads_of, writes_of
from interpreter.check.rounds import ROUND
from interpreter.check.world import Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic

ROUNDS = "rounds"
"""What stands for the address of a round."""

Paragraph = r.StepDecl | r.ActionDecl


def paragraph_named(rules: r.Ruleset, name: n.Name, found: list[Diagnostic]) -> str:
    """The address of the step or action that a component lasts for; "" (reported) where there is not one."""
    if name.name == ROUND:
        return ROUNDS
    here = [one.head.path for one in _all(rules) if one.head.name == name.name]
    if len(here) == 1:
        return here[0]
    if here:
        found.append(df.several_paragraphs(name.name, here, name.span))
    else:
        found.append(df.no_paragraph(name.name, [ROUND, *(one.head.name for one in _all(rules))], name.span))
    return ""


def check_during(world: World, found: list[Diagnostic]) -> None:
    """Report where components are used outside of the step that they last for."""
    lasting = {one for one in world.components.values() if one.during}
    if not lasting:
        return
    play = _Play(world.ruleset)
    stays = {path: play.reach(path) for path in {one.during for one in lasting}}
    for paragraph in _all(world.ruleset):
        for is_write, access in _accesses(world, paragraph):
            component = access.component
            if component not in lasting:
                continue
            stay = stays[component.during]
            path = paragraph.head.path
            if path not in stay.inside:
                found.append(df.used_outside(component, access.node.span))
            elif is_write and path in stay.outside:
                found.append(df.written_anywhere(component, paragraph.head.name, access.node.span))
    _check_rest(world, lasting, found)


def _check_rest(world: World, lasting: set[Component], found: list[Diagnostic]) -> None:
    """Standing rules may look at such a component, but not change it; the ranking comes when it is over."""
    rules = world.ruleset
    for standing in rules.always:
        for step in _with_inner(standing.body):
            for block in (step.do, step.if_stuck):
                for write in writes_of(world, block, ()) if block is not None else ():
                    if write.component in lasting:
                        found.append(df.used_outside(write.component, write.node.span))
    phrases = [key.line.key.value for key in rules.ranking.keys] if rules.ranking is not None else []
    phrases += [rules.rounds.value] if rules.rounds is not None else []
    for phrase in phrases:
        for read in reads(world, phrase, ()) if phrase is not None else ():
            if read.component in lasting:
                found.append(df.used_outside(read.component, read.node.span))


# ---------------------------------------------------------------------------------------------
# What is played where


@dataclass(frozen=True, slots=True)
class _Reach:
    """The addresses of what is played in a step, and of what is played elsewhere as well."""

    inside: frozenset[str]
    outside: frozenset[str]


class _Play:
    def __init__(self, rules: r.Ruleset) -> None:
        self.rules = rules
        self.by_path: Mapping[str, Paragraph] = {one.head.path: one for one in _all(rules)}

    def reach(self, path: str) -> _Reach:
        """What is played in the paragraph with an address, and in all others."""
        roots = [one.head.path for one in self.rules.phases] if path == ROUNDS else [path]
        inside: set[str] = set()
        self._follow(roots, inside, frozenset())
        outside: set[str] = set()
        others = [one.head.path for one in (*self.rules.setup, *self.rules.phases, *self.rules.scoring)]
        self._follow([one for one in others if one not in roots], outside, frozenset(roots))
        return _Reach(frozenset(inside), frozenset(outside))

    def _follow(self, paths: Iterable[str], seen: set[str], without: frozenset[str]) -> None:
        for path in paths:
            if path in seen or path in without or path not in self.by_path:
                continue
            seen.add(path)
            self._follow(self._below(self.by_path[path]), seen, without)

    def _below(self, paragraph: Paragraph) -> Iterator[str]:
        """The paragraphs of its own, and what they offer and run."""
        for target, _ in targets_of_step(_alone(paragraph)):
            sort, name = target.split()
            if sort in {"action", "step"}:
                yield f"{sort}s.{name}"
        for step in paragraph.steps:
            yield step.head.path


def _alone(paragraph: Paragraph) -> r.StepDecl:
    """A step of what a paragraph does itself."""
    if isinstance(paragraph, r.ActionDecl):
        return r.StepDecl(paragraph.head, do=paragraph.do)
    return r.StepDecl(paragraph.head, do=paragraph.do, one_of=paragraph.one_of, if_stuck=paragraph.if_stuck)


def _all(rules: r.Ruleset) -> Iterator[Paragraph]:
    """Every paragraph that is played in a step's turn."""
    for step in (*rules.setup, *rules.phases, *rules.steps.values(), *rules.scoring):
        yield from _with_inner(step)
    for action in rules.actions.values():
        yield action
        for step in action.steps:
            yield from _with_inner(step)


def _with_inner(step: r.StepDecl) -> Iterator[r.StepDecl]:
    yield step
    for inner in step.steps:
        yield from _with_inner(inner)


# ---------------------------------------------------------------------------------------------
# What a paragraph uses


def _accesses(world: World, paragraph: Paragraph) -> Iterator[tuple[bool, Access]]:
    """The writes (true) and reads of a paragraph's own sentences."""
    blocks = [paragraph.do]
    if isinstance(paragraph, r.StepDecl):
        phrases = list(_phrases_of_step(paragraph))
        blocks.append(paragraph.if_stuck)
    else:
        phrases = list(_phrases_of_action(world, paragraph))
        blocks += [price.block for price in world.prices.get(paragraph.head.name, ())]
    for block in blocks:
        if block is not None:
            yield from ((True, write) for write in writes_of(world, block, ()))
            yield from ((False, read) for read in reads_of(world, block, ()))
    for phrase in phrases:
        if phrase is not None:
            yield from ((False, read) for read in reads(world, phrase, ()))


def _phrases_of_step(step: r.StepDecl) -> Iterator[n.Expr | None]:
    yield step.when.expr if step.when is not None else None
    yield from (let.phrase.expr for let in step.let)
    if step.who is not None:
        yield from (step.who.start, step.who.skipping)
    yield step.repeat.value if step.repeat is not None else None
    yield from _said(step.says)
    for call in step.one_of.calls if step.one_of is not None else ():
        yield from call.args


def _phrases_of_action(world: World, action: r.ActionDecl) -> Iterator[n.Expr | None]:
    yield action.when.expr if action.when is not None else None
    yield from (stage.line.value for stage in action.choose)
    yield from (let.phrase.expr for let in action.let)
    for require in action.requires:
        yield from (require.line.that, require.line.when)
    for price in world.prices.get(action.head.name, ()):
        yield from (amount for _, amount in price.steps)
    yield from _said(action.says)


def _said(says: r.Says | None) -> Iterator[n.Expr]:
    for part in says.parts if says is not None else ():
        if not isinstance(part, str):
            yield part
