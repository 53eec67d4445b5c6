"""Locals: which are alive at a decision, and which are dead there and must be zero.

A local that only one block uses is scratch. Every other is part of the state; at a decision (or a
draw) where it is dead it is set to zero before, so that equal positions hash equal.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.core import ir
from interpreter.core.joints import successors
from interpreter.core.reading import parts, slots_hidden, slots_read, slots_written
from interpreter.core.stages import slots_of_choice

Slots = tuple[ir.Slot, ...]


def settle_locals(
    groups: Slots, blocks: list[ir.Block], decisions: list[ir.Decision]
) -> tuple[Slots, tuple[ir.Block, ...]]:
    """The slot groups with their final roles, and the blocks with dead locals cleared at stops."""
    local = {slot: group for group in groups if group.role in {"local", "ghost"} for slot in _slots(group)}
    live_in = _live(blocks, decisions, set(local))
    crossing: set[int] = set().union(*live_in)
    stops: dict[int, set[int]] = {}
    for number, block in enumerate(blocks):
        if isinstance(block.end, ir.Choose | ir.Draw | ir.DrawBag):
            here = _live_at_stop(block.end, decisions, live_in) & set(local)
            crossing |= here | (_of_end(block.end, decisions)[1] & set(local))
            stops[number] = here
    kept = {local[slot].base for slot in crossing}
    settled = tuple(
        replace(group, role="scratch")
        if group.role in {"local", "ghost"} and group.base not in kept
        else group
        for group in groups
    )
    whole = [group for group in groups if group.base in kept]
    return settled, _cleared(blocks, decisions, stops, whole)


def _slots(group: ir.Slot) -> range:
    return range(group.base, group.base + group.count)


def _cleared(
    blocks: list[ir.Block], decisions: list[ir.Decision], stops: dict[int, set[int]], kept: list[ir.Slot]
) -> tuple[ir.Block, ...]:
    """At each stop, what is dead there and may still hold something is set to zero."""
    dirty = _dirty(blocks, decisions, stops, {slot for group in kept for slot in _slots(group)})
    finished = list(blocks)
    for number, here in stops.items():
        dead: list[ir.Statement] = []
        for group in kept:
            if not here & set(_slots(group)):
                empty = ir.SetConst(0, group.width) if group.width else ir.Const(max(group.low, 0))
                dead.extend(ir.Set(slot, empty) for slot in _slots(group) if slot in dirty[number])
        block = finished[number]
        finished[number] = ir.Block((*block.body, *dead), block.end)
    return tuple(finished)


def _dirty(
    blocks: list[ir.Block], decisions: list[ir.Decision], stops: dict[int, set[int]], kept: set[int]
) -> list[set[int]]:
    """The kept slots that may be other than zero when a block ends."""
    writes = []
    for block in blocks:
        written = set().union(*(slots_written(one) for one in block.body), _of_end(block.end, decisions)[1])
        writes.append(written & kept)
    entering: list[set[int]] = [set() for _ in blocks]
    changed = True
    while changed:
        changed = False
        for number, block in enumerate(blocks):
            leaving = entering[number] | writes[number]
            if number in stops:
                leaving &= stops[number] | _of_end(block.end, decisions)[1]
            for target in successors(block.end, decisions):
                if not leaving <= entering[target]:
                    entering[target] |= leaving
                    changed = True
    return [before | own for before, own in zip(entering, writes, strict=True)]


def _live(blocks: list[ir.Block], decisions: list[ir.Decision], local: set[int]) -> list[set[int]]:
    """The locals that each block needs when it is entered."""
    gen, kill = [], []
    for block in blocks:
        reads, writes = _effects(block, decisions)
        gen.append(reads & local)
        kill.append(writes & local)
    live: list[set[int]] = [set(one) for one in gen]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(blocks))):
            out: set[int] = set()
            for target in _targets(blocks[number].end, decisions):
                out |= live[target]
            needed = gen[number] | (out - kill[number])
            if needed != live[number]:
                live[number] = needed
                changed = True
    return live


def _targets(end: ir.Terminator, decisions: list[ir.Decision]) -> Iterable[int]:
    return successors(end, decisions)


def _live_at_stop(end: ir.Terminator, decisions: list[ir.Decision], live: list[set[int]]) -> set[int]:
    needed: set[int] = set()
    for target in _targets(end, decisions):
        needed |= live[target]
    reads, writes = _of_end(end, decisions)
    # What is chosen or drawn is written after the stop; what lies there from before is dead.
    return (needed - writes) | reads


def _effects(block: ir.Block, decisions: list[ir.Decision]) -> tuple[set[int], set[int]]:
    """What a block reads before it writes it, and what it surely writes."""
    reads: set[int] = set()
    writes: set[int] = set()
    for statement in block.body:
        reads |= _reads_of(statement) - writes
        if isinstance(statement, ir.Set):
            writes.add(statement.slot)
        elif isinstance(statement, ir.Copy):
            writes.update(range(statement.target, statement.target + statement.count))
    ended, written = _of_end(block.end, decisions)
    reads |= ended - writes
    return reads, writes | written


def _reads_of(statement: ir.Statement) -> set[int]:
    found = slots_read(statement)
    stack: list[Any] = [statement]
    while stack:
        here = stack.pop()
        if isinstance(here, ir.Copy):
            found.update(range(here.source, here.source + here.count))
        stack.extend(parts(here))
    return found


def _of_end(end: ir.Terminator, decisions: list[ir.Decision]) -> tuple[set[int], set[int]]:
    match end:
        case ir.Choose(number):
            decision = decisions[number]
            written = slots_of_choice(decision.alternatives)
            read = slots_read(decision)
            if isinstance(decision, ir.Together):
                # What is hidden stands there through all the choices, one after the other.
                hidden = slots_hidden(decision)
                return (read - written - {decision.me}) | hidden, written | hidden | {decision.me}
            return read - written, written
        case ir.Draw(slot=slot):
            return slots_read(end), {slot}
        case ir.DrawBag(slot=slot, base=base, size=size):
            return slots_read(end) | set(range(base, base + size)), {slot}
        case ir.Branch(test, _, _):
            return slots_read(test), set()
        case _:
            return set(), set()
