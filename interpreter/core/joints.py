"""Joints: where standing rules are carried out and ends are judged, and nowhere else.

While the graph is drawn a joint is a mark. Here each mark becomes code, except those that can only
see what a joint just before has seen already.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.core import ir
from interpreter.core.flow import Draft, Joint
from interpreter.core.reading import slots_written
from interpreter.syntax.ruleset import AlwaysDecl

if TYPE_CHECKING:
    from interpreter.core.lower_play import LowerPlay


def expand_joints(play: "LowerPlay", entry: int, begin: int) -> tuple[int, int]:
    """Replace every joint of the flow by standing rules and ends; returns where set-up and play begin."""
    flow, rules = play.flow, play.world.ruleset
    special = {end.checked for end in rules.ends if end.checked is not None}
    if not rules.always:
        # A standing rule may act each time it is looked at, so with one no joint can be dropped.
        threads = _Threads(play, special)
        entry, begin = threads.block(entry, False), threads.block(begin, False)
        play.scoring = threads.block(play.scoring, False)
        threads.run()
        flow.blocks = threads.new
    marks = [(number, draft.end) for number, draft in enumerate(flow.blocks) if isinstance(draft.end, Joint)]
    ends = [(end, *play.end_block(end)) for end in rules.ends]
    for number, joint in marks:
        after = special & set(joint.after)
        flow.here, flow.out = number, flow.blocks[number].body
        flow.blocks[number].end = None
        for standing in _in_order(play):
            before, play.head = play.head, standing.head
            test = play.whole(standing.when.expr)
            play.judged("always", standing.when.expr, test)
            with flow.nested() as inside:
                play.steps_inside(standing.body)
            flow.emit(ir.When(test, tuple(inside), ()))
            play.head = before
        for end, test, block in ends:
            if end.checked is None or end.checked in after:
                following = flow.new()
                before, play.head = play.head, end.head
                judged = end.when or end.winners
                assert judged is not None
                play.judged("end", judged.expr, test)
                play.head = before
                flow.close(ir.Branch(test, block, following))
                flow.at(following)
        flow.go(joint.block)
    return entry, begin


def _in_order(play: "LowerPlay") -> list[AlwaysDecl]:
    """Standing rules, each before those that wait for it."""
    rules = list(play.world.ruleset.always)
    ordered = []
    while rules:
        waiting = {name for one in rules for name in one.before}
        ready = next((one for one in rules if one.head.name not in waiting), rules[0])
        rules.remove(ready)
        ordered.append(ready)
    return ordered


class _Threads:
    """The graph drawn anew with two versions of a block where need be.

    In the *seen* version a joint just before has looked at the table and no component has changed
    since, so a joint there can only see the same and is dropped. Every choice stands behind a joint,
    so decisions have one version.
    """

    def __init__(self, play: "LowerPlay", special: set[str]) -> None:
        self.play = play
        self.special = special
        self.old = play.flow.blocks
        self.new: list[Draft] = []
        self.number: dict[tuple[int, bool], int] = {}
        self.waiting: list[tuple[int, bool]] = []
        groups = (group for group in play.slots.groups if group.role == "component")
        self.components = {slot for group in groups for slot in range(group.base, group.base + group.count)}

    def block(self, old: int, seen: bool) -> int:
        """The number of a block in one of its versions."""
        key = old, seen
        if key not in self.number:
            self.number[key] = len(self.new)
            self.new.append(Draft())
            self.waiting.append(key)
        return self.number[key]

    def run(self) -> None:
        """Draw every version that is reached."""
        while self.waiting:
            old, seen = self.waiting.pop()
            draft = self.old[old]
            here = self.new[self.number[old, seen]]
            here.body.extend(draft.body)
            changed = any(slots_written(one) & self.components for one in draft.body)
            here.end = self._end(draft.end, seen and not changed)

    def _end(self, end: "ir.Terminator | Joint | None", seen: bool) -> "ir.Terminator | Joint | None":
        match end:
            case Joint(block, after):
                if seen and not self.special & set(after):
                    return ir.Go(self.block(block, True))
                return Joint(self.block(block, True), after)
            case ir.Go(block):
                return ir.Go(self.block(block, seen))
            case ir.Branch(test, yes, no):
                return ir.Branch(test, self.block(yes, seen), self.block(no, seen))
            case ir.Draw() | ir.DrawBag():
                return replace(end, block=self.block(end.block, seen))
            case ir.Choose(number):
                decision = self.play.decisions[number]
                ways = tuple(replace(one, block=self.block(one.block, True)) for one in decision.alternatives)
                stuck = self.block(decision.stuck, True) if decision.stuck >= 0 else -1
                self.play.decisions[number] = replace(decision, alternatives=ways, stuck=stuck)
                return end
            case _:
                return end


def successors(end: "ir.Terminator | Joint | None", decisions: list[ir.Decision]) -> tuple[int, ...]:
    """The blocks that one can go to."""
    match end:
        case ir.Go(block) | Joint(block, _):
            return (block,)
        case ir.Branch(_, yes, no):
            return yes, no
        case ir.Draw(block=block) | ir.DrawBag(block=block):
            return (block,)
        case ir.Choose(number):
            decision = decisions[number]
            stuck = (decision.stuck,) if decision.stuck >= 0 else ()
            return (*(one.block for one in decision.alternatives), *stuck)
        case _:
            return ()
