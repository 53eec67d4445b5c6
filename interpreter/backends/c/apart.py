"""Functions beside that which runs the blocks, where a program is large.

The time that compilers take grows faster than a function. Of a large program the large blocks become
functions of their own, and so do large statements, and smaller ones that several blocks share.
"""

import re
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.backends.c.pieces import piece
from interpreter.core.free import Known, free, needed
from interpreter.core.ir import Block, Branch, Loop, Slot, Sorted, Statement, When
from interpreter.core.reading import parts, slots_bound, slots_written

if TYPE_CHECKING:
    from interpreter.backends.c.source import Unit

LARGE = 3000
"""Nodes of all blocks together beyond which a program is written in parts."""

PART = 60
"""Nodes of a block that is worth a function of its own there."""

REPEATED = 30
"""Nodes of a statement that is worth one where it stands in several blocks."""

LONG = 150
"""Nodes of a statement that is worth one wherever it stands."""


def is_large(blocks: tuple[Block, ...]) -> bool:
    """Whether a program with those blocks is written in parts."""
    return sum(map(_nodes, blocks)) > LARGE


def write_apart(unit: "Unit") -> frozenset[int]:
    """Write those functions; the numbers of the blocks that are functions ``part…`` from now on."""
    if not unit.is_large:
        return frozenset()
    _write_statements(unit)
    apart = [number for number, block in enumerate(unit.program.blocks) if _nodes(block) >= PART]
    for number in apart:
        _write_part(unit, number)
    return frozenset(apart)


def variables(unit: "Unit", groups: Collection[Slot]) -> None:
    """Declare scratch slots, with what they hold at first."""
    for group in groups:
        name, kind = unit.storage.name(group), unit.storage.type_of(group)
        if group.count > 1:
            unit.out.line(f"{kind} {name}[{group.count}];")
            unit.out.line(f"memset({name}, 0, sizeof {name});")
        else:
            unit.out.line(f"{kind} {name} = {sets.nothing(group.width) if group.width else group.start[0]};")
        unit.out.line(f"(void){name};")


def used(unit: "Unit", lines: list[str]) -> list[Slot]:
    """The scratch slots that stand in some lines."""
    words = {word for line in lines for word in re.findall(r"\w+", line)}
    return [group for group in unit.storage.scratch if unit.storage.name(group) in words]


def _nodes(node: object) -> int:
    found, stack = 0, [node]
    while stack:
        found += 1
        stack.extend(parts(stack.pop()))
    return found


def _write_part(unit: "Unit", number: int) -> None:
    """What a block does, and whether the test at its end holds. Nothing in a variable outlives a block."""
    out, block = unit.out, unit.program.blocks[number]
    head = f"JOINT_SELDOM int part{number}(Context *c, State *g)"
    out.line(f"{head};")
    with piece(out), out.block(head):
        out.line("(void)c;")
        start = out.mark()
        unit.statements.body(block.body)
        test = unit.expressions.test(block.end.test) if isinstance(block.end, Branch) else "0"
        out.line(f"return {test};")
        _with_variables(unit, start)


def _with_variables(unit: "Unit", start: int) -> list[Slot]:
    """Declare what the lines since a mark use before them."""
    lines = unit.out.cut(start)
    groups = used(unit, lines)
    variables(unit, groups)
    unit.out.restore(lines)
    return groups


def _write_statements(unit: "Unit") -> None:
    number = 0
    for one in _closed(unit):
        out, start = unit.out, unit.out.mark()
        head = f"JOINT_SELDOM void whole{number}(Context *c, State *g)"
        out.line(f"{head};")
        with piece(out), out.block(head):
            out.line("(void)c;")
            groups = _with_variables(unit, _body(unit, one))
        own = slots_written(one) | slots_bound(one)
        if all(slot in own for group in groups for slot in range(group.base, group.base + group.count)):
            unit.statements.apart[one] = f"whole{number}"
            number += 1
        else:
            out.cut(start)


def _body(unit: "Unit", one: Statement) -> int:
    start = unit.out.mark()
    unit.statements.statement(one)
    return start


def _closed(unit: "Unit") -> list[Statement]:
    """The large statements that neither need nor leave a variable where they stand."""
    blocks = unit.program.blocks
    scratch = {slot for one in unit.storage.scratch for slot in range(one.base, one.base + one.count)}
    counts = Counter(one for block in blocks for one in block.body if isinstance(one, When | Loop | Sorted))
    known: Known = {}
    large = {one for one, count in counts.items() if _nodes(one) >= (REPEATED if count > 1 else LONG)}
    tied = {
        one
        for block in blocks
        for at, one in enumerate(block.body)
        if one in large and scratch & (needed((one,), known) | slots_written(one) & _after(block, at, known))
    }
    return [one for one in counts if one in large - tied]


def _after(block: Block, at: int, known: Known) -> set[int]:
    """What the rest of a block needs."""
    test = free(block.end.test, known) if isinstance(block.end, Branch) else frozenset()
    return needed(block.body[at + 1 :], known) | test
