"""Passes change how fast native code is, and nothing else: each is switched off, and seen to do its work."""

from dataclasses import replace
from functools import cache

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import Above, Plane, Reach, RowSum, Shift, SomeLine, SomeRow
from interpreter.backends.c.passes.improve import improved
from interpreter.backends.c.passes.lining import shapes_of
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.core.reading import parts
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import numbered
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_program

pytestmark = needs_compiler

GAMES = (
    "amazons", "clans", "connect-four", "english-draughts", "little-factory", "tic-tac-toe", "yin-yang",
)  # fmt: skip

LARGE = {"little-factory", "yin-yang"}
"""Games of which the passes take long: in the fast suite they are switched off together."""


@cache
def in_the_reference(name: str) -> tuple[tuple[int, Policy, Outcome], ...]:
    """Games at random: their seeds, how their moves are made, how they end."""
    reference = Reference(shipped_program(name))
    ways: tuple[Policy, ...] = ("auto", "stage")
    seeds = [numbered(7, number) for number in range(4)]
    return tuple((seed, way, reference.playout(seed, way, CUT)) for seed in seeds for way in ways)


def forms(program: ir.Program, passes: frozenset[str]) -> set[type]:
    """The kinds of nodes in a program after some passes."""
    found: set[type] = set()
    better, _ = improved(program, Ranges(program), passes)
    stack: list[object] = [*better.blocks, *better.decisions]
    while stack:
        here = stack.pop()
        found.add(type(here))
        stack.extend(parts(here))
    return found


@pytest.mark.parametrize(
    ("name", "off"),
    [
        pytest.param(name, off, marks=[pytest.mark.slow] if name in LARGE and off != "all" else [])
        for name in GAMES
        for off in (*sorted(ALL_PASSES), "all")
    ],
)
def test_without_a_pass_games_are_the_same(name: str, off: str) -> None:
    program = shipped_program(name)
    passes = frozenset() if off == "all" else ALL_PASSES - {off}
    native = NativeExecutor(program, quick=True, passes=passes)
    for seed, policy, outcome in in_the_reference(name):
        assert native.playout(seed, policy) == outcome


def test_the_cells_of_an_array_are_read_as_planes() -> None:
    found = forms(shipped_program("tic-tac-toe"), ALL_PASSES)
    assert Plane in found
    assert SomeLine in found
    assert Plane not in forms(shipped_program("tic-tac-toe"), frozenset())


def test_sums_of_rows_are_kept() -> None:
    assert {Above, RowSum} <= forms(shipped_program("clans"), ALL_PASSES)


def test_rays_are_reached_without_a_search() -> None:
    assert Reach in forms(shipped_program("amazons"), ALL_PASSES)
    assert Reach not in forms(shipped_program("amazons"), ALL_PASSES - {"reaching"})


def test_rays_that_are_not_ordered_stay_as_they_are() -> None:
    # From cell 55 on nothing lies on its ray in the first direction, not even itself: that is no ray.
    program = shipped_program("amazons")
    tables = list(program.tables)
    number = next(i for i, table in enumerate(tables) if table.name == "Square.onward")
    values = list(tables[number].values)
    values[(55 + 1) * 8] = 0
    tables[number] = replace(tables[number], values=tuple(values))
    assert Reach not in forms(replace(program, tables=tuple(tables)), ALL_PASSES)


def test_rows_of_one_shape_are_asked_at_once() -> None:
    assert SomeRow in forms(shipped_program("connect-four"), ALL_PASSES)
    assert SomeRow not in forms(shipped_program("connect-four"), ALL_PASSES - {"lining"})


@pytest.mark.parametrize(("name", "row"), [("tic-tac-toe", (3, 4, 5)), ("gomoku", (7, 22, 37, 52, 67))])
def test_a_row_held_at_the_start_ends_the_game(name: str, row: tuple[int, ...]) -> None:
    program = shipped_program(name)
    board = next(group for group in program.slots if group.role == "component" and group.count > 3)
    for held, is_over in ((row, True), (row[1:], False)):
        start = tuple(1 if cell in held else value for cell, value in enumerate(board.start))
        slots = tuple(replace(one, start=start) if one == board else one for one in program.slots)
        outcome = NativeExecutor(replace(program, slots=slots), quick=True).playout(numbered(7, 0))
        assert (outcome.moves == 0) is is_over


def test_shapes_are_rows_without_their_place() -> None:
    # Cells 0 1 2 / 3 4 5: two rows of three, three columns of two, one falling line and one knight's jump.
    rows = (0b000111, 0b111000, 0b001001, 0b010010, 0b100100, 0b010001, 0b100001)
    assert shapes_of(rows) == {(0, 1, 2): 0b1001, (0, 3): 0b111, (0, 4): 0b1, (0, 5): 0b1}


@pytest.mark.parametrize("width", [9, 130, 225])
def test_a_row_is_found_where_all_of_it_is_held(width: int) -> None:
    # Even and uneven shapes, over the borders of words; each row whole, and each with one cell missing.
    gap = width // 3
    rows = tuple(1 << at | 1 << at + 1 | 1 << at + gap for at in range(width - gap))
    rows += tuple(1 << at | 1 << at + gap | 1 << at + 2 * gap for at in range(width - 2 * gap))
    table = ir.Table("rows", width, rows)
    body = (
        ir.Set(width, ir.Exists(width + 1, ir.SetConst((1 << len(rows)) - 1, len(rows)), row_held(width))),
    )
    slots = (
        ir.Slot("cell", 0, width, -1, 1, 0, "component", (0,) * width),
        ir.Slot("found", width, 1, 0, 1, 0, "local", (0,)),
        ir.Slot("row", width + 1, 1, 0, len(rows) - 1, 0, "scratch", (0,)),
        ir.Slot("x", width + 2, 1, 0, width - 1, 0, "scratch", (0,)),
    )
    program = replace(holding(FREE), tables=(table,), slots=slots, blocks=(ir.Block(body, ir.End()),))
    assert SomeRow in forms(program, ALL_PASSES)
    native = NativeExecutor(program, quick=True)
    for row in rows:
        cells = [row >> at & 1 for at in range(width)]
        assert native.advance(Position((*cells, 0, 0, 0), 0)).slots[width] == 1
        for at in (at for at in range(width) if row >> at & 1):
            fewer = [*cells[:at], 0, *cells[at + 1 :]]
            assert native.advance(Position((*fewer, 1, 0, 0), 0)).slots[width] == 0


def row_held(width: int) -> ir.Expr:
    """The row in hand is a part of all cells that hold 1."""
    held = ir.Filter(
        width + 2,
        ir.SetConst((1 << width) - 1, width),
        ir.Compare("eq", ir.ReadAt(0, width, ir.Read(width + 2)), ir.Const(1)),
        width,
    )
    return ir.Empty(ir.SetOp("minus", ir.Lookup(0, ir.Read(width + 1)), held))


# ---------------------------------------------------------------------------------------------
# Single expressions, on an array of nine cells that hold -1..1

A, ME, OUT, FOUND, X, Y = 0, 9, 10, 11, 12, 13
SLOTS = (
    ir.Slot("cell", A, 9, -1, 1, 0, "component", (-1,) * 9),
    ir.Slot("me", ME, 1, 0, 1, 0, "component", (0,)),
    ir.Slot("out", OUT, 1, 0, 0, 9, "local", (0,)),
    ir.Slot("found", FOUND, 1, -99, 99, 0, "local", (0,)),
    ir.Slot("x", X, 1, 0, 8, 0, "scratch", (0,)),
    ir.Slot("y", Y, 1, 0, 8, 0, "scratch", (0,)),
)
ALL = ir.SetConst((1 << 9) - 1, 9)
CELL, ME_READ, VAR = ir.ReadAt(A, 9, ir.Read(X)), ir.Read(ME), ir.Read(X)
BELOW = (3, 4, 5, 6, 7, 8, -1, -1, -1)
WEIGHT = (0, 1, 2, 3, 4, 5, 6, 7, 8)
OTHER = ir.ReadAt(A, 9, ir.Read(Y))
OTHER_FREE = ir.Compare("eq", OTHER, ir.Const(-1))
MINE, THEIRS = ir.Compare("eq", CELL, ME_READ), ir.Compare("eq", OTHER, ir.Arith("sub", ir.Const(1), ME_READ))
FREE = ir.Compare("eq", CELL, ir.Const(-1))

CONDITIONS: dict[str, tuple[ir.Expr, set[type]]] = {
    "mine": (MINE, {Plane}),
    "not mine": (ir.Not(MINE), {Plane}),
    "taken": (ir.Compare("ne", CELL, ir.Const(-1)), {Plane}),
    "at least nothing": (ir.Compare("ge", CELL, ir.Const(0)), {Plane}),
    "mine or free": (ir.Or(MINE, FREE), {Plane}),
    "taken, and not by me": (ir.And(ir.Not(FREE), ir.Not(MINE)), {Plane}),
    "a table's entry of what is there": (
        ir.And(ir.Not(FREE), ir.Compare("eq", ir.Lookup(2, CELL), ME_READ)), {Plane}
    ),
    "a member of another set": (ir.Member(VAR, ir.Filter(Y, ALL, THEIRS, 9)), {Plane}),
    "free below": (
        ir.Member(ir.Lookup(0, VAR), ir.Filter(Y, ALL, ir.Compare("eq", OTHER, ir.Const(-1)), 9)),
        {Plane, Shift},
    ),
    "in the row of its number": (ir.Compare("eq", ir.Arith("div", VAR, ir.Const(3)), ME_READ), {ir.Lookup}),
    "heavier than there are free cells": (
        ir.And(FREE, ir.Compare("gt", ir.Lookup(1, VAR), ir.Sum(Y, ALL, OTHER_FREE))),
        {Plane, ir.Size},
    ),
}  # fmt: skip


def holding(test: ir.Expr) -> ir.Program:
    """A program that finds the cells that meet a condition, and how many there are."""
    body = (
        ir.Set(OUT, ir.Filter(X, ALL, test, 9)),
        ir.Set(FOUND, ir.Sum(X, ALL, ir.If(test, ir.Const(1), ir.Const(0)))),
        ir.When(ir.Exists(X, ALL, test), (), (ir.Set(FOUND, ir.Const(-1)),)),
    )
    return replace(
        tic_tac_toe(),
        tables=(
            ir.Table("below", 0, BELOW), ir.Table("weight", 0, WEIGHT), ir.Table("owner", 0, (1, 0)),
        ),
        slots=SLOTS, components=(), decisions=(), blocks=(ir.Block(body, ir.End()),), entry=0, begin=0,
        ranking=None, winners=-1, ended=-1,
    )  # fmt: skip


@pytest.mark.parametrize(("test", "expected"), CONDITIONS.values(), ids=CONDITIONS)
def test_conditions_as_sets_have_the_same_members(test: ir.Expr, expected: set[type]) -> None:
    program = holding(test)
    assert expected <= forms(program, ALL_PASSES)
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    for cells in ((-1, 0, 1) * 3, (0,) * 9, (-1,) * 9, (1, 1, 0, -1, 0, 0, 1, -1, -1)):
        for me in (0, 1):
            at = Position((*cells, me, 0, 0, 0, 0), 0)
            assert native.advance(at) == reference.advance(at)


def test_what_may_fail_is_not_looked_at_early() -> None:
    # The table has no entry for an empty cell; the condition before it says so.
    guarded = ir.And(ir.Not(FREE), ir.Compare("eq", ir.Lookup(2, CELL), ir.Const(1)))
    program = holding(guarded)
    at = Position((-1, 0, 1, -1, -1, 0, 1, 1, 0, 0, 0, 0, 0, 0), 0)
    assert NativeExecutor(program, quick=True).advance(at).slots[OUT] == 0b100100010


def test_views_follow_every_write() -> None:
    # A cell is written through a place, an index and a copy; the plane is asked after each.
    free = ir.Size(ir.Filter(X, ALL, FREE, 9))
    body = (
        ir.Set(A + 2, ir.Const(1)),
        ir.SetAt(A, 9, ME_READ, ir.Const(0)),
        ir.Copy(A + 6, A, 3),
        ir.Set(FOUND, free),
    )
    program = replace(holding(FREE), blocks=(ir.Block(body, ir.End()),))
    at = Position((*(-1,) * 9, 1, 0, 0, 0, 0), 0)
    # Cells 1, 2, 7 and 8 are taken then, five are free.
    assert NativeExecutor(program, quick=True).advance(at).slots[FOUND] == 5
