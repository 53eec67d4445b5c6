from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from interpreter.core import ir
from interpreter.core.bounds import bounds_of
from interpreter.core.cost import block_cost, decision_cost, expression_cost, statement_cost
from interpreter.core.verify import verify
from tests.programs.stalls import AT, HELD, SACK, TRADE, G, stalls
from tests.programs.tic_tac_toe import CELL, FREE, HAS_LINE, LINE, MARK, TURN, C, tic_tac_toe

ZERO, ONE = ir.Const(0), ir.Const(1)
ALL = ir.SetConst(511, 9)


@pytest.mark.parametrize("program", [tic_tac_toe(), stalls()], ids=["tic-tac-toe", "stalls"])
def test_sound_programs_have_no_problem(program: ir.Program) -> None:
    assert verify(program) == ()


def with_statement(statement: ir.Statement) -> ir.Program:
    program = tic_tac_toe()
    block = ir.Block((statement,), ir.Go(1))
    return replace(program, blocks=(block, *program.blocks[1:]))


def with_test(expr: ir.Expr) -> ir.Program:
    return with_statement(ir.When(expr, (), ()))


def with_end(end: ir.Terminator) -> ir.Program:
    program = tic_tac_toe()
    return replace(program, blocks=(ir.Block((), end), *program.blocks[1:]))


def with_slot(index: int, **changes: Any) -> ir.Program:
    program = tic_tac_toe()
    slots = list(program.slots)
    slots[index] = replace(slots[index], **changes)
    return replace(program, slots=tuple(slots))


def with_stage(**changes: Any) -> ir.Program:
    program = tic_tac_toe()
    decision = program.decisions[0]
    alternative = decision.alternatives[0]
    stage = replace(alternative.stages[0], **changes)
    decision = replace(decision, alternatives=(replace(alternative, stages=(stage,)),))
    return replace(program, decisions=(decision,))


def with_component(**changes: Any) -> ir.Program:
    program = tic_tac_toe()
    return replace(program, components=(replace(program.components[0], **changes),))


EXPRESSIONS: dict[str, tuple[ir.Expr, str]] = {
    "slot": (ir.Read(99), "slot 99 is none of the 15"),
    "array": (ir.ReadAt(MARK, 10, ZERO), "10 slots from 0 on are not within slot group `mark`"),
    "array index": (ir.ReadAt(MARK, 9, ir.Const(9)), "the index of an array is 9..9, expected 0..8"),
    "table": (ir.Lookup(7, ZERO), "table 7 is none of the 1"),
    "table index": (ir.Lookup(0, ir.Const(-1)), "the index of a table is -1..-1, expected 0..7"),
    "set as number": (ir.Arith("add", ALL, ONE), "a set of width 9 stands where an integer"),
    "number as set": (ir.Empty(ONE), "an integer stands where a set is expected"),
    "set as test": (ALL, "a set of width 9 stands where an integer"),
    "widths": (ir.Empty(ir.SetOp("union", ALL, ir.SetConst(1, 8))), "width 8 stands where one of width 9"),
    "compared widths": (ir.SetCompare("eq", ALL, ir.SetConst(1, 8)), "width 8 stands where one of width 9"),
    "branches": (ir.If(ONE, ALL, ONE), "the branches of a condition have widths 9 and 0"),
    "constant": (ir.Empty(ir.SetConst(512, 9)), "a set of width 9 has members beyond it"),
    "no width": (ir.Empty(ir.SetConst(0, 0)), "a set has width 0, expected 1 or more"),
    "single": (ir.Empty(ir.Single(ir.Const(9), 9)), "item is 9..9, expected 0..8"),
    "part": (ir.Empty(ir.Filter(C, ALL, ONE, 8)), "a part of a set of width 9 has width 8"),
    "variable": (ir.Exists(TURN, ir.SetConst(1, 1), ONE), "is a variable of an expression, but not scratch"),
    "variable twice": (
        ir.Exists(C, ALL, ir.Exists(C, ALL, ONE)),
        "a variable of a form and of another inside",
    ),
    "loose scratch": (ir.Read(C), "scratch slot 13 is read where nothing has given it a value"),
    "left scratch": (ir.And(ir.Exists(C, ALL, ONE), ir.Read(C)), "scratch slot 13 is read where nothing"),
    "let": (ir.Let(C, ALL, ONE), "a value of width 9 goes to slot 13 of width 0"),
    "linked widths": (
        ir.Empty(ir.Linked(C, ALL, ir.SetConst(1, 8), ALL)),
        "width 8 stands where one of width 9",
    ),
    "linked step": (
        ir.Empty(ir.Linked(C, ALL, ALL, ir.SetConst(1, 8))),
        "width 8 stands where one of width 9",
    ),
    "linked by numbers": (
        ir.Empty(ir.Linked(C, ALL, ALL, ir.Read(C))),
        "an integer stands where a set",
    ),
    "cheapest to": (ir.Cheapest(C, ALL, ir.Const(9), ONE, ONE, ALL), "the end of a way is 9..9, expected"),
    "cheapest step": (ir.Cheapest(C, ALL, ONE, ONE, ONE, ONE), "an integer stands where a set"),
    "cheapest toll": (ir.Cheapest(C, ALL, ONE, ONE, ALL, ALL), "a set of width 9 stands where an integer"),
    "linked variable": (ir.Empty(ir.Linked(TURN, ALL, ALL, ALL)), "is a variable of an expression, but not"),
    "default": (ir.Lowest(ALL, ALL), "a set of width 9 stands where an integer"),
    "keys": (ir.First(C, ALL, (ir.Key("lowest", ALL),), ONE), "a set of width 9 stands where an integer"),
}


@pytest.mark.parametrize(("expr", "problem"), EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_expressions(expr: ir.Expr, problem: str) -> None:
    assert [line for line in verify(with_test(expr)) if problem in line]


STATEMENTS: dict[str, tuple[ir.Statement, str]] = {
    "kind": (ir.Set(TURN, ALL), "a value of width 9 goes to slot 9 of width 0"),
    "array": (ir.SetAt(MARK, 20, ZERO, ZERO), "20 slots from 0 on are not within"),
    "check": (ir.Set(TURN, ONE, ir.Range(0, 2, 0)), "does not keep slot group `turn` in range"),
    "place": (ir.Set(TURN, ONE, ir.Range(0, 1, 5)), "place 5 is none of the 1"),
    "copy range": (ir.Copy(TURN, MARK, 1), "a copy of -1..1 to slots that hold 0..1"),
    "copy size": (ir.Copy(MARK, MARK, 10), "10 slots from 0 on are not within"),
    "copy width": (ir.Copy(MARK, 10, 1), "a copy from width 2 to width 0"),
    "loop": (ir.Loop(CELL, ONE, ()), "an integer stands where a set is expected"),
    "laps": (ir.Repeat(ONE, (), -1, 0), "a loop runs at least 0 times"),
    "event": (ir.Log(3, ()), "event 3 is none of the 0"),
    "cost": (ir.Repeat(ONE, (), 200_000_000, 0), "block 0: up to 400,000,0"),
    "variable": (ir.Loop(C, ALL, (ir.When(ir.Exists(C, ALL, ONE), (), ()),)), "a form and of another inside"),
    "written variable": (ir.Loop(C, ALL, (ir.Set(C, ONE),)), "slot 13 is written inside the form"),
    "inside": (ir.When(ONE, (ir.Loop(CELL, ALL, (ir.Set(99, ONE),)),), ()), "slot 99 is none"),
}


TOLD = ir.Event("says", "", (0,), (1,), ("bag",), -1, -1)
TELLING: dict[str, tuple[ir.Event, tuple[ir.Expr, ...], str]] = {
    "forms": (replace(TOLD, forms=()), (), "event 0: there is a form for each argument"),
    "amount": (replace(TOLD, amount=1), (), "event 0: argument 1 is none of the 1 there are"),
    "arguments": (TOLD, (), "event 0 has 0 arguments"),
    "integer": (replace(TOLD, forms=("integer",)), (ALL,), "stands where an integer is expected"),
    "set": (replace(TOLD, forms=("set",)), (ONE,), "an integer stands where a set is expected"),
    "bag": (TOLD, (ONE,), "a bag is told as the sum of its counts over a set of width 9"),
    "list": (replace(TOLD, forms=("list",)), (ONE,), "a list is told as the sum of the indices in its cells"),
    "other bag": (TOLD, (ir.Sum(C, ir.SetConst(3, 2), ONE),), "the sum of its counts over a set of width 9"),
}


@pytest.mark.parametrize(("event", "args", "problem"), TELLING.values(), ids=TELLING)
def test_what_a_log_line_tells(event: ir.Event, args: tuple[ir.Expr, ...], problem: str) -> None:
    program = replace(with_statement(ir.Log(0, args)), events=(event,))
    assert [line for line in verify(program) if problem in line]


def test_a_bag_and_a_set_can_be_told() -> None:
    event = replace(TOLD, text=(0, 1), domains=(1, 1), forms=("bag", "set"))
    bag = ir.Sum(C, ALL, ir.ReadAt(MARK, 9, ir.Read(C)))
    assert verify(replace(with_statement(ir.Log(0, (bag, ALL))), events=(event,))) == ()


@pytest.mark.parametrize(("statement", "problem"), STATEMENTS.values(), ids=STATEMENTS)
def test_statements(statement: ir.Statement, problem: str) -> None:
    assert [line for line in verify(with_statement(statement)) if problem in line]


def _stalls_with(decision: ir.Decision) -> ir.Program:
    return replace(stalls(), decisions=(decision,))


GOOD_STAGE, STALL_STAGE = TRADE.alternatives[0].stages


def _selling(*stages: ir.Stage) -> ir.Decision:
    return replace(TRADE, alternatives=(replace(TRADE.alternatives[0], stages=stages),))


def _showing(**changes: Any) -> ir.Program:
    requirement = STALL_STAGE.requires[0]
    shown = replace(requirement.shows[0], **changes)
    stage = replace(STALL_STAGE, requires=(replace(requirement, shows=(shown,)),))
    return _stalls_with(_selling(GOOD_STAGE, stage))


def _deep(depth: int) -> ir.Expr:
    return ir.Not(_deep(depth - 1)) if depth else ONE


WIDE = ir.SetConst((1 << 40_000_000) - 1, 40_000_000)
STALL_IS_FIRST = ir.Requirement("first", ir.Compare("eq", ir.Read(STALL_STAGE.slot), ir.Const(0)), "", 0)


def _if_stall(over: ir.Expr) -> ir.Expr:
    """A set that reads the slot of the stage `stall`."""
    return ir.If(STALL_IS_FIRST.test, over, over)


def _guarded() -> ir.Decision:
    alternative = replace(TRADE.alternatives[0], requires=(STALL_IS_FIRST,))
    return replace(TRADE, alternatives=(alternative,))


DEAR = ir.Requirement("dear", ir.Exists(G, WIDE, ONE), "", 0)

PROGRAMS: dict[str, tuple[Callable[[], ir.Program], str]] = {
    "gap": (lambda: with_slot(1, base=12), "slot group `turn` begins at 12, expected 9"),
    "start count": (lambda: with_slot(0, start=(0,)), "has 1 start values, expected 9"),
    "start value": (lambda: with_slot(1, start=(2,)), "starts with a value that it cannot hold"),
    "small variable": (
        lambda: with_slot(6, low=0, high=3),
        "slot 14 cannot hold every member of a set of width 8",
    ),
    "no slots": (lambda: with_slot(6, count=0, start=()), "has 0 slots"),
    "empty range": (lambda: with_slot(1, low=1, high=0), "holds nothing"),
    "too many slots": (
        lambda: with_slot(6, count=1_000_000, start=(0,) * 1_000_000),
        "1000014 slots, expected 1000000 or fewer",
    ),
    "wide table": (
        lambda: replace(tic_tac_toe(), tables=(ir.Table("lines", 8, (256,)),)),
        "table `lines` has a set with members beyond 8",
    ),
    "domain": (
        lambda: replace(tic_tac_toe(), domains=(ir.Domain("Player", 3, 0, ("P1", "P2")),)),
        "domain `Player` has 2 names for 3 members",
    ),
    "way": (lambda: with_end(ir.Go(9)), "the block to go on with 9 is none of the 8"),
    "decision": (lambda: with_end(ir.Choose(1)), "decision 1 is none of the 1"),
    "draw set": (lambda: with_end(ir.Draw(CELL, ONE, 1, 1, 0)), "an integer stands where a set"),
    "draw slot": (lambda: with_end(ir.Draw(TURN, ALL, 1, 1, 0)), "is one of 9, its slot holds 0..1"),
    "draw to a set": (lambda: with_end(ir.Draw(10, ALL, 1, 1, 0)), "needs a slot for an integer"),
    "draw seen": (lambda: with_end(ir.Draw(CELL, ALL, 1, 1, 0, ALL)), "width 9 stands where one of width 2"),
    "bag counts": (
        lambda: with_end(ir.DrawBag(CELL, MARK, 9, ZERO, 1, 1, 0)),
        "counts, which are not negative",
    ),
    "for ever": (lambda: with_end(ir.Go(0)), "block 0: no decision, draw or end can be reached"),
    "entry": (lambda: replace(tic_tac_toe(), entry=-1), "entry -1 is none of the 8"),
    "stage set": (lambda: with_stage(over=ONE), "an integer stands where a set is expected"),
    "stage domain": (lambda: with_stage(domain=0), "runs over 9 members of a domain of another size"),
    "stage slot": (lambda: with_stage(slot=TURN), "has 9 values, its slot holds 0..1"),
    "stage none": (lambda: with_stage(optional=True), "has 9 values, its slot holds 0..8"),
    "stage scratch": (lambda: with_stage(slot=C, over=ALL), "needs a slot for an integer that is saved"),
    "same action": (
        lambda: _stalls_with(replace(TRADE, alternatives=TRADE.alternatives[:1] * 2)),
        "needs alternatives, each with an action of its own",
    ),
    "shared slot": (
        lambda: _stalls_with(replace(TRADE, shared=(ir.Shared(G, ONE),))),
        f"scratch slot {HELD} is read where nothing has given it a value",
    ),
    "stuck": (lambda: _stalls_with(replace(TRADE, stuck=40)), "stuck 40 is none of the 15"),
    "who": (lambda: _stalls_with(replace(TRADE, who=ir.Const(2))), "who is 2..2, expected 0..1"),
    "winners": (lambda: replace(tic_tac_toe(), winners=TURN), "`winners` has width 0, expected a set of 2"),
    "ended": (lambda: replace(tic_tac_toe(), ended=TURN), "`ended` cannot hold -1 and every end"),
    "component": (lambda: with_component(keys=(1, 1)), "81 slots from 0 on are not within"),
    "component form": (lambda: with_component(form="set"), "which is not that of the form `set`"),
    "component owner": (lambda: with_component(seen="owner"), "the first key is not the players"),
    "component list": (
        lambda: replace(stalls(), components=(replace(stalls().components[0], form="list", room=3),)),
        "the cells of a list hold -1",
    ),
    "component length": (
        lambda: with_component(form="list", room=1, length=TURN),
        "9 slots from 9 on are not within",
    ),
    "component shown": (lambda: with_component(shown=12), "9 slots from 12 on are not within"),
    "domain twice": (
        lambda: replace(tic_tac_toe(), domains=(ir.Domain("Player", 2, 0, ("P1", "P1")),)),
        "domain `Player` has a name twice",
    ),
    "no table": (
        lambda: replace(tic_tac_toe(), tables=(ir.Table("lines", 9, ()),)),
        "table `lines` is empty",
    ),
    "bag": (
        lambda: replace(stalls(), blocks=(ir.Block((), ir.DrawBag(AT, SACK, 4, ZERO, 1, 1, 0)),)),
        "a bag lies in one slot group",
    ),
    "bag among": (
        lambda: replace(
            stalls(), blocks=(ir.Block((), ir.DrawBag(AT, SACK, 3, ZERO, 1, 1, 0, None, ir.SetConst(1, 2))),)
        ),
        "a set of width 2 stands where one of width 3 is expected",
    ),
    "component domain": (lambda: with_component(domain=7), "domain 7 is none of the 2"),
    "component key": (lambda: with_component(keys=(7,)), "domain 7 is none of the 2"),
    "check": (
        lambda: replace(tic_tac_toe(), checks=(ir.Requirement("sound", ALL, "", 0),)),
        "the checks: a set of width 9 stands where an integer",
    ),
    "invariant": (
        lambda: replace(tic_tac_toe(), invariants=(ir.Requirement("sound", ALL, "", 0),)),
        "invariant `sound`: a set of width 9 stands where an integer",
    ),
    "beside": (lambda: replace(tic_tac_toe(), beside=(0, 9, 0)), "`beside` is more than there is"),
    "beside slots": (
        lambda: replace(tic_tac_toe(), beside=(0, 0, len(tic_tac_toe().slots))),
        "invariants need only scratch slots",
    ),
    "stages of one name": (
        lambda: _stalls_with(_selling(replace(GOOD_STAGE, name="stall"), STALL_STAGE)),
        "two stages have the same name",
    ),
    "stages of one slot": (
        lambda: _stalls_with(_selling(GOOD_STAGE, replace(STALL_STAGE, slot=GOOD_STAGE.slot))),
        "two stages share a slot",
    ),
    "a set that reads a later stage": (
        lambda: _stalls_with(_selling(replace(GOOD_STAGE, over=_if_stall(GOOD_STAGE.over)), STALL_STAGE)),
        "the set of stage `good` reads stage `stall` before it is chosen",
    ),
    "a set that reads its own stage": (
        lambda: _stalls_with(_selling(GOOD_STAGE, replace(STALL_STAGE, over=_if_stall(STALL_STAGE.over)))),
        "the set of stage `stall` reads stage `stall` before it is chosen",
    ),
    "a requirement that reads a later stage": (
        lambda: _stalls_with(_selling(replace(GOOD_STAGE, requires=(STALL_IS_FIRST,)), STALL_STAGE)),
        "what stage `good` requires reads stage `stall` before it is chosen",
    ),
    "a guard that reads a stage": (
        lambda: _stalls_with(_guarded()),
        "what `sell` requires reads stage `stall` before it is chosen",
    ),
    "shown arguments": (lambda: _showing(args=()), "as many domains as arguments"),
    "shown argument": (lambda: _showing(text=(3,)), "argument 3 is none of the 1"),
    "shown set": (lambda: _showing(is_set=True), "a shown part is a set where its value is one"),
    "dear decision": (
        lambda: _stalls_with(_selling(GOOD_STAGE, replace(STALL_STAGE, requires=(DEAR,)))),
        "decision 0: up to",
    ),
    "nesting": (
        lambda: replace(tic_tac_toe(), checks=(ir.Requirement("deep", _deep(300), "", 0),)),
        "nested deeper than 200",
    ),
    "no players": (lambda: replace(tic_tac_toe(), players=0), "`players` and `longest` are 1 or more"),
}


@pytest.mark.parametrize(("program", "problem"), PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program: Callable[[], ir.Program], problem: str) -> None:
    assert [line for line in verify(program()) if problem in line]


WRITE = ir.Set(C, ir.Const(3))
READ = ir.SetAt(MARK, 9, ir.Read(C), ZERO)
LOOSE = "scratch slot 13 is read where nothing has given it a value"


def with_blocks(*first: ir.Block) -> ir.Program:
    """Tic-tac-toe with more blocks, from number 8 on, to begin with."""
    program = tic_tac_toe()
    return replace(program, blocks=(*program.blocks, *first), entry=8)


def test_a_scratch_slot_carries_a_value_as_far_as_the_next_stop() -> None:
    assert verify(with_blocks(ir.Block((WRITE, READ), ir.Go(1)))) == ()
    assert verify(with_blocks(ir.Block((WRITE,), ir.Go(9)), ir.Block((READ,), ir.Go(1)))) == ()
    assert LOOSE in verify(with_blocks(ir.Block((READ,), ir.Go(1))))[0]


def test_a_draw_ends_what_scratch_slots_hold_but_for_what_is_drawn() -> None:
    first = ir.Block((WRITE,), ir.Draw(LINE, ir.SetConst(511, 9), 9, 1, 0))
    assert LOOSE in verify(with_blocks(first, ir.Block((READ,), ir.Go(1))))[0]
    drawn = ir.Block((), ir.Draw(C, ir.SetConst(511, 9), 9, 1, 0))
    assert verify(with_blocks(drawn, ir.Block((READ,), ir.Go(1)))) == ()


def test_every_way_must_give_a_scratch_slot_its_value() -> None:
    branch = ir.Block((), ir.Branch(ir.Compare("eq", ir.Read(TURN), ZERO), 9, 10))
    writing, reading = ir.Block((WRITE,), ir.Go(10)), ir.Block((READ,), ir.Go(1))
    assert LOOSE in verify(with_blocks(branch, writing, reading))[0]
    around = ir.Block((WRITE,), branch.end)
    assert verify(with_blocks(around, writing, reading)) == ()


def test_costs_multiply_by_the_width_of_what_is_run_over() -> None:
    program = tic_tac_toe()
    bounds = bounds_of(program)
    # a cell test: compare, array, its index and the constant; the loop adds one step for each cell
    assert expression_cost(FREE, bounds) == 2 + 9 * (1 + 4)
    # some of the three cells of a line (a lookup) is not mine; the lines run over that and a `not`
    not_mine = 1 + 2 + 3 * (1 + 4)
    assert expression_cost(HAS_LINE, bounds) == 1 + 1 + 8 * (1 + 1 + not_mine)
    assert statement_cost(ir.Loop(CELL, ALL, (ir.Set(TURN, ONE),)), bounds) == 1 + 1 + 9 * (1 + 2)
    assert statement_cost(ir.Repeat(ONE, (ir.Set(TURN, ONE),), 4, 0), bounds) == 1 + 5 * (1 + 1 + 2)
    assert statement_cost(ir.Copy(0, 1, 4), bounds) == 5
    assert block_cost(program.blocks[0], bounds) == 1
    assert decision_cost(program.decisions[0], bounds) == 1 + 1 + 1 + expression_cost(FREE, bounds)
