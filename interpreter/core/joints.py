"""Joints: where standing rules are carried out and ends are judged, and nowhere else.

While the graph is drawn a joint is a mark. Here each mark becomes code, except those that can only
see what a joint just before has seen already.
"""

from typing import TYPE_CHECKING

from interpreter.core import ir
from interpreter.core.flow import Draft, Joint
from interpreter.core.reading import slots_written
from interpreter.syntax.ruleset import AlwaysDecl

if TYPE_CHECKING:
    from interpreter.core.lower_play import LowerPlay


def expand_joints(play: "LowerPlay") -> None:
    """Replace every joint of the flow by standing rules and ends."""
    flow, rules = play.flow, play.world.ruleset
    special = {end.checked for end in rules.ends if end.checked is not None}
    blocks = flow.blocks
    always = bool(rules.always)
    redundant = set() if always else _redundant(play, blocks)
    marks = [(number, draft.end) for number, draft in enumerate(blocks) if isinstance(draft.end, Joint)]
    ends = [(end.checked, *play.end_block(end)) for end in rules.ends]
    for number, joint in marks:
        after = joint.after if joint.after in special else ""
        if number in redundant and not after:
            blocks[number].end = ir.Go(joint.block)
            continue
        flow.here, flow.out = number, blocks[number].body
        blocks[number].end = None
        for standing in _in_order(play):
            before, play.head = play.head, standing.head
            test = play.whole(standing.when.expr)
            with flow.nested() as inside:
                play.steps_inside(standing.body)
            flow.emit(ir.When(test, tuple(inside), ()))
            play.head = before
        for checked, test, block in ends:
            if checked is None or checked == after:
                following = flow.new()
                flow.close(ir.Branch(test, block, following))
                flow.at(following)
        flow.go(joint.block)


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


def _redundant(play: "LowerPlay", blocks: list[Draft]) -> set[int]:
    """Joints that only follow joints with no component changed in between, on every way there."""
    components = {
        slot
        for group in play.slots.groups
        if group.role == "component"
        for slot in range(group.base, group.base + group.count)
    }
    changes = [any(slots_written(one) & components for one in draft.body) for draft in blocks]
    before: dict[int, list[int]] = {number: [] for number in range(len(blocks))}
    for number, draft in enumerate(blocks):
        for target in successors(draft.end, play.decisions):
            before[target].append(number)
    # Clean at entry: greatest solution, so start from "clean" and take away.
    clean = [bool(before[number]) for number in range(len(blocks))]
    changed = True
    while changed:
        changed = False
        for number in range(len(blocks)):
            if clean[number] and not all(_clean_after(one, blocks, clean, changes) for one in before[number]):
                clean[number] = False
                changed = True
    return {
        number
        for number, draft in enumerate(blocks)
        if isinstance(draft.end, Joint) and clean[number] and not changes[number]
    }


def _clean_after(number: int, blocks: list[Draft], clean: list[bool], changes: list[bool]) -> bool:
    if isinstance(blocks[number].end, Joint):
        return True
    return clean[number] and not changes[number]


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
