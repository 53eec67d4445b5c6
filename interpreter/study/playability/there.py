"""What there is of the rules with the options of a program: the rest is ruled out before a match begins."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.core import ir


@dataclass(frozen=True, slots=True)
class There:
    """The decisions that can be come to as far as conditions on options tell, the alternatives that these
    do not rule out, the events that can be told, and the numbers of the ends that can be come to.
    """

    decisions: frozenset[int]
    alternatives: frozenset[tuple[int, int]]
    events: frozenset[int]
    ends: frozenset[int]


def what_is_there(program: ir.Program) -> There:
    """Follow the blocks from set-up on, through no condition that is known to fail."""
    blocks, decisions, alternatives = set[int](), set[int](), set[tuple[int, int]]()
    waiting = [program.entry]
    while waiting:
        block = waiting.pop()
        if block in blocks:
            continue
        blocks.add(block)
        end = program.blocks[block].end
        if isinstance(end, ir.Choose):
            decision = program.decisions[end.decision]
            decisions.add(end.decision)
            open_ways = [way for way, one in enumerate(decision.alternatives) if not _is_ruled_out(one)]
            alternatives.update((end.decision, way) for way in open_ways)
            waiting += [decision.alternatives[way].block for way in open_ways]
            waiting += [decision.stuck] if decision.stuck >= 0 else []
        else:
            waiting += _ways(end)
    statements = [one for block in blocks for one in _inside(program.blocks[block].body)]
    events = frozenset(one.event for one in statements if isinstance(one, ir.Log))
    return There(frozenset(decisions), frozenset(alternatives), events, _ends(program, statements))


def _is_ruled_out(alternative: ir.Alternative) -> bool:
    tests = (require.test for require in alternative.requires)
    return any(isinstance(test, ir.Const) and not test.value for test in tests)


def _ways(end: ir.Terminator) -> list[int]:
    match end:
        case ir.Branch(ir.Const(value), yes, no):
            return [yes if value else no]
        case ir.Branch(_, yes, no):
            return [yes, no]
        case ir.Go(block):
            return [block]
        case ir.Draw() | ir.DrawBag():
            return [end.block]
        case _:
            return []


def _inside(body: tuple[ir.Statement, ...]) -> Iterator[ir.Statement]:
    """All statements that can be carried out, those inside others too."""
    for one in body:
        yield one
        match one:
            case ir.When(ir.Const(value), then, other):
                yield from _inside(then if value else other)
            case ir.When(_, then, other):
                yield from _inside(then)
                yield from _inside(other)
            case ir.Loop(body=inner) | ir.Sorted(body=inner) | ir.Repeat(body=inner):
                yield from _inside(inner)
            case _:
                pass


def _ends(program: ir.Program, statements: list[ir.Statement]) -> frozenset[int]:
    found = set()
    for one in statements:
        if isinstance(one, ir.Set) and one.slot == program.ended and isinstance(one.value, ir.Const):
            found.add(one.value.value)
    return frozenset(found)
