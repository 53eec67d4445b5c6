"""Moves of one step are counted as sets: the same moves at random, whatever the table of steps says."""

from dataclasses import fields, replace
from typing import Any

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import Stepped
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.rng import numbered
from tests.backends.test_passes import forms
from tests.compiler import needs_compiler
from tests.shipped import shipped_program

pytestmark = needs_compiler

KING = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
KNIGHT = ((-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2))


def near(*steps: tuple[int, int]) -> tuple[int, ...]:
    """For each cell of eight by eight the set of cells that some steps lead to."""
    found = []
    for cell in range(64):
        places = [(cell % 8 + dx, cell // 8 + dy) for dx, dy in steps]
        found.append(sum(1 << 8 * y + x for x, y in places if x in range(8) and y in range(8)))
    return tuple(found)


def entry(program: ir.Program, rows: tuple[int, ...], index: ir.Expr) -> tuple[ir.Program, ir.Expr]:
    """The program with one more table, and an entry of it."""
    tables = (*program.tables, ir.Table("near", 64, rows))
    return replace(program, tables=tables), ir.Lookup(len(program.tables), index)


def going(program: ir.Program, over: ir.Expr, **changes: Any) -> ir.Program:
    """The program with another set for the second stage of its moves."""
    decision = program.decisions[0]
    alternative = decision.alternatives[0]
    stages = (alternative.stages[0], replace(alternative.stages[1], over=over, **changes))
    alternatives = (replace(alternative, stages=stages),)
    return replace(program, longest=40, decisions=(replace(decision, alternatives=alternatives),))


def both(program: ir.Program, is_stepped: bool) -> None:
    """The native executor plays as the reference does; whether the moves are counted as sets is told."""
    assert (Stepped in forms(program, ALL_PASSES)) == is_stepped
    assert Stepped not in forms(program, ALL_PASSES - {"stepping"})
    reference = Reference(program)
    native = NativeExecutor(program, quick=True)
    choices = 0
    for number in range(6):
        seed = numbered(5, number)
        played = reference.playout(seed, "auto", 4096)
        choices += played.choices
        assert native.playout(seed) == played
        assert native.playout(seed, "stage") == reference.playout(seed, "stage", 4096)
        assert native.playout(seed, "auto", 12) == reference.playout(seed, "auto", 12)
    assert choices > 100


def slots() -> tuple[ir.Program, ir.Read, ir.Read, ir.Expr, ir.Expr]:
    """A game of steps; its first stage, its player, the free cells and the player's own."""
    program = shipped_program("breakthrough")
    stage = program.decisions[0].alternatives[0].stages[0]
    me, x = program.decisions[0].who, next(one.var for one in _filters(stage.over))
    assert isinstance(me, ir.Read)
    cell, everywhere = ir.ReadAt(0, 64, ir.Read(x)), ir.SetConst((1 << 64) - 1, 64)
    free, mine = (ir.Filter(x, everywhere, ir.Compare("eq", cell, value), 64) for value in (ir.Const(-1), me))
    return program, ir.Read(stage.slot), me, free, mine


def _filters(expr: Any) -> list[ir.Filter]:
    inner = [getattr(expr, one.name) for one in fields(expr)]
    found = [one for part in inner if hasattr(part, "__dataclass_fields__") for one in _filters(part)]
    return [expr, *found] if isinstance(expr, ir.Filter) else found


@pytest.mark.parametrize("name", ["breakthrough", "english-draughts"])
def test_the_game_itself(name: str) -> None:
    both(shipped_program(name), is_stepped=True)


@pytest.mark.parametrize(("steps", "is_stepped"), [
    (((1, 0), (-1, 0), (0, 1), (0, -1)), True), (((2, 1), (-2, 1), (-1, -1)), True), (((7, 7),), True),
    (KING, False), (KNIGHT, False),
])  # fmt: skip
def test_steps_to_free_cells(steps: tuple[tuple[int, int], ...], is_stepped: bool) -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near(*steps), start)
    if steps == ((7, 7),):
        # A step that only one cell has, beside two that all but a row have.
        program, ahead = entry(program, near((0, 1), (0, -1)), start)
        there = ir.SetOp("union", there, ahead)
    both(going(program, ir.SetOp("inter", there, free)), is_stepped)


def test_one_step_for_two_reasons_is_counted_once() -> None:
    program, start, _, free, mine = slots()
    program, one = entry(program, near((0, 1), (1, 1)), start)
    program, other = entry(program, near((0, 1), (0, -1)), start)
    narrow, wide = ir.SetOp("inter", free, one), ir.SetOp("minus", other, mine)
    both(going(program, ir.SetOp("union", narrow, wide)), is_stepped=True)
    both(going(program, ir.SetOp("union", wide, narrow)), is_stepped=True)


def test_a_table_may_have_entries_for_each_player() -> None:
    program, start, me, free, _ = slots()
    row = ir.Arith("add", ir.Arith("mul", me, ir.Const(64)), start)
    program, there = entry(program, near((0, 1), (1, 0)) + near((0, -1), (-1, 0)), row)
    both(going(program, ir.SetOp("inter", there, free)), is_stepped=True)
    program, there = entry(program, near((0, 1), (0, -1)), ir.Arith("mod", row, ir.Const(64)))
    both(going(program, ir.SetOp("inter", there, free)), is_stepped=True)


def test_steps_that_may_be_left_out_are_looked_at_one_by_one() -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near((0, 1), (0, -1)), start)
    program = going(program, ir.SetOp("inter", there, free), optional=True)
    assert Stepped not in forms(program, ALL_PASSES)


def test_a_step_may_stay_where_it_is() -> None:
    program, start, me, free, _ = slots()
    program, there = entry(program, near((0, 1), (0, -1)), start)
    mine = ir.Exists(70, ir.SetConst(3, 2), ir.Compare("eq", ir.ReadAt(0, 64, start), me))
    here = ir.If(mine, ir.Single(start, 64), ir.SetConst(0, 64))
    both(going(program, ir.SetOp("union", ir.SetOp("inter", there, free), here)), is_stepped=True)


def test_a_set_that_depends_on_the_first_cell_otherwise_is_looked_at_one_by_one() -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near((0, 1), (0, -1)), start)
    there = ir.SetOp("union", there, ir.Lookup(len(program.tables) - 1, ir.Lowest(free, ir.Const(0))))
    both(going(program, ir.SetOp("inter", there, free)), is_stepped=False)
