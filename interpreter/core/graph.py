"""The graph of a program's blocks: where each goes on, and what surely has a value there."""

from interpreter.core.ir import (
    Block,
    Branch,
    Choose,
    Copy,
    Draw,
    DrawBag,
    End,
    Go,
    Loop,
    Program,
    Repeat,
    Set,
    SetAt,
    Sorted,
    Statement,
    Terminator,
    When,
)


def ways(end: Terminator) -> tuple[int, ...]:
    """The blocks that a terminator itself may go on with; those of a decision are the decision's."""
    match end:
        case Go() | Draw() | DrawBag():
            return (end.block,)
        case Branch():
            return end.yes, end.no
        case Choose() | End():
            return ()


def written_before(program: Program) -> list[set[int]]:
    """For each block the slots that were written on every way to it since the last stop.

    A stop is a decision or a draw; what is drawn is written. Blocks that nothing leads to have
    everything written, as no way to them lacks it.
    """
    count = len(program.blocks)
    everything = {slot for block in program.blocks for slot in _written(block)}
    before: list[set[int] | None] = [None] * count
    work: list[int] = []

    def reach(block: int, written: set[int]) -> None:
        if not 0 <= block < count:
            return
        known = before[block]
        narrowed = written if known is None else known & written
        if narrowed != known:
            before[block] = narrowed
            work.append(block)

    starts = [program.entry, program.begin, *(decision.stuck for decision in program.decisions)]
    starts += [option.block for decision in program.decisions for option in decision.alternatives]
    for block in starts:
        reach(block, set())
    while work:
        block = work.pop()
        end = program.blocks[block].end
        if isinstance(end, Draw | DrawBag):
            reach(end.block, {end.slot})
            continue
        after = (before[block] or set()) | _written(program.blocks[block])
        for way in ways(end):
            reach(way, after)
    return [everything if written is None else written for written in before]


def _written(block: Block) -> set[int]:
    """The slots that a block writes, on any way through it."""
    found: set[int] = set()
    for statement in block.body:
        _collect(statement, found)
    return found


def _collect(statement: Statement, found: set[int]) -> None:
    match statement:
        case Set():
            found.add(statement.slot)
        case SetAt():
            found.update(range(statement.base, statement.base + statement.size))
        case Copy():
            found.update(range(statement.target, statement.target + statement.count))
        case When():
            for inner in (*statement.then, *statement.other):
                _collect(inner, found)
        case Loop() | Sorted() | Repeat():
            if not isinstance(statement, Repeat):
                found.add(statement.var)
            for inner in statement.body:
                _collect(inner, found)
        case _:
            pass
