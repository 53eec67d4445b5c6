"""The finished graph: blocks that nothing leads to go, chains become one block, numbers are given anew."""

from collections.abc import Callable
from dataclasses import replace

from interpreter.core import ir
from interpreter.core.flow import Draft, Joint
from interpreter.core.joints import successors


def tidy(
    drafts: list[Draft], entry: int, begin: int, decisions: list[ir.Decision]
) -> tuple[list[ir.Block], int, int, list[int]]:
    """The blocks in the order in which they are reached; changes the decisions' block numbers too. With the
    numbers of the decisions that are left.
    """
    skip = _skips(drafts)
    order: list[int] = []
    number: dict[int, int] = {}
    counts = _references(drafts, decisions, skip, (skip[entry], skip[begin]))
    stack = [skip[begin], skip[entry]]
    while stack:
        block = stack.pop()
        if block in number:
            continue
        number[block] = len(order)
        order.append(block)
        # The last successor is looked at last, so that straight runs stay together.
        stack.extend(skip[one] for one in reversed(_ways(drafts, block, decisions, skip, counts)))
    blocks = []
    for block in order:
        body, end = _merged(drafts, block, skip, counts)
        blocks.append(ir.Block(tuple(body), _renumbered(end, skip, number)))
    reached = sorted({block.end.decision for block in blocks if isinstance(block.end, ir.Choose)})
    blocks = _with_decisions(blocks, decisions, reached, lambda block: number[skip[block]])
    return blocks, number[skip[entry]], number[skip[begin]], reached


def _with_decisions(
    blocks: list[ir.Block], decisions: list[ir.Decision], reached: list[int],
    renumbered: Callable[[int], int],
) -> list[ir.Block]:  # fmt: skip
    """The blocks with the decisions numbered anew; those that nothing comes to are taken out."""
    kept = []
    for index in reached:
        decision = decisions[index]
        alternatives = tuple(replace(one, block=renumbered(one.block)) for one in decision.alternatives)
        stuck = renumbered(decision.stuck) if decision.stuck >= 0 else -1
        kept.append(replace(decision, alternatives=alternatives, stuck=stuck))
    decisions[:] = kept
    return [
        replace(block, end=ir.Choose(reached.index(block.end.decision)))
        if isinstance(block.end, ir.Choose)
        else block
        for block in blocks
    ]


def _skips(drafts: list[Draft]) -> list[int]:
    """For each block the first one on its way that is not empty."""
    found = []
    for start in range(len(drafts)):
        block, seen = start, {start}
        while (
            not drafts[block].body and isinstance(end := drafts[block].end, ir.Go) and end.block not in seen
        ):
            block = end.block
            seen.add(block)
        found.append(block)
    return found


def _references(
    drafts: list[Draft], decisions: list[ir.Decision], skip: list[int], roots: tuple[int, int]
) -> dict[int, int]:
    """How many ways lead to each block that can be reached; a root counts twice, so it is never merged."""
    counts: dict[int, int] = dict.fromkeys(roots, 2)
    seen: set[int] = set()
    stack = list(roots)
    while stack:
        block = stack.pop()
        if block in seen:
            continue
        seen.add(block)
        for target in successors(drafts[block].end, decisions):
            target = skip[target]
            counts[target] = counts.get(target, 0) + 1
            stack.append(target)
        if isinstance(drafts[block].end, ir.Choose):
            for target in successors(drafts[block].end, decisions):
                counts[skip[target]] = 2  # a decision names its blocks by number
    return counts


def _merged(
    drafts: list[Draft], block: int, skip: list[int], counts: dict[int, int]
) -> tuple[list[ir.Statement], ir.Terminator]:
    """A block with all that follows it alone."""
    body = list(drafts[block].body)
    end = drafts[block].end
    while isinstance(end, ir.Go) and counts.get(skip[end.block]) == 1:
        following = drafts[skip[end.block]]
        body.extend(following.body)
        end = following.end
    assert end is not None and not isinstance(end, Joint)
    return body, end


def _ways(
    drafts: list[Draft], block: int, decisions: list[ir.Decision], skip: list[int], counts: dict[int, int]
) -> tuple[int, ...]:
    _, end = _merged(drafts, block, skip, counts)
    return successors(end, decisions)


def _renumbered(end: ir.Terminator, skip: list[int], number: dict[int, int]) -> ir.Terminator:
    match end:
        case ir.Go(block):
            return ir.Go(number[skip[block]])
        case ir.Branch(test, yes, no):
            return ir.Branch(test, number[skip[yes]], number[skip[no]])
        case ir.Draw() | ir.DrawBag():
            return replace(end, block=number[skip[end.block]])
        case _:
            return end
