"""What rays meet first, asked of all cells at once: the same members on small boards and large ones."""

import random
from dataclasses import replace
from functools import cache

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import RunsTo
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.rng import numbered
from tests.backends.test_passes import forms
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_program

pytestmark = needs_compiler

WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps in columns and rows, clockwise from the north; row 0 is the lowest."""

RISING = 0b10000111
"""The ways whose cells have rising numbers."""


def rays(columns: int, rows: int) -> list[int]:
    """The cells behind each cell in each way, up to the edge."""
    found = []
    for cell in range(columns * rows):
        for dx, dy in WAYS:
            x, y, bits = cell % columns + dx, cell // columns + dy, 0
            while 0 <= x < columns and 0 <= y < rows:
                bits |= 1 << y * columns + x
                x, y = x + dx, y + dy
            found.append(bits)
    return found


class Board:
    """Programs that ask a condition of all cells of a board, in each of which -1, 0 or 1 stands."""

    def __init__(self, columns: int, rows: int, ray: list[int] | None = None) -> None:
        self.size = columns * rows
        ray = ray or rays(columns, rows)
        behind = [1 << index // 8 | bits for index, bits in enumerate(ray)]
        self.tables = (
            ir.Table("ray", self.size, tuple(ray)),
            ir.Table("onward", self.size, (0,) * 8 + tuple(behind)),
        )
        self.me, self.out, self.any, self.c, self.d, self.s, self.x, self.t = range(self.size, self.size + 8)
        self.all = ir.SetConst((1 << self.size) - 1, self.size)

    def plane(self, value: ir.Expr) -> ir.Expr:
        test = ir.Compare("eq", ir.ReadAt(0, self.size, ir.Read(self.x)), value)
        return ir.Filter(self.x, self.all, test, self.size)

    def first(self, through: ir.Expr, way: ir.Expr) -> ir.Expr:
        """``beyond(c, way, through)`` as it is lowered."""
        left, none = ir.Read(self.s), ir.Const(-1)
        rises = ir.Member(way, ir.SetConst(RISING, 8))
        nearest = ir.If(rises, ir.Lowest(left, none), ir.Highest(left, none))
        return ir.Let(self.s, ir.SetOp("minus", self.ray(way), through), nearest)

    def ray(self, way: ir.Expr) -> ir.Expr:
        return ir.Lookup(0, ir.Arith("add", ir.Arith("mul", ir.Read(self.c), ir.Const(8)), way))

    def along(self, through: ir.Expr, way: ir.Expr) -> ir.Expr:
        """``along(c, way, through)`` as it is lowered."""
        row = ir.Arith("mul", ir.Arith("add", self.first(through, way), ir.Const(1)), ir.Const(8))
        return ir.SetOp("minus", self.ray(way), ir.Lookup(1, ir.Arith("add", row, way)))

    def some_way(self, ways: int, through: ir.Expr, ends: ir.Expr, is_apart: bool) -> ir.Expr:
        way = ir.Read(self.d)
        over = ir.Filter(self.d, ir.SetConst(ways, 8), ir.Member(self.first(through, way), ends), 8)
        apart = ir.Not(ir.Empty(self.along(through, way)))
        return ir.Exists(self.d, over, apart if is_apart else ir.Const(1))

    def program(self, test: ir.Expr) -> ir.Program:
        """A program that finds the cells that meet a condition, and whether there are any."""
        body = (
            ir.Set(self.out, ir.Filter(self.c, self.all, test, self.size)),
            ir.Set(self.any, ir.Exists(self.c, self.all, test)),
        )
        slots = (
            ir.Slot("cell", 0, self.size, -1, 1, 0, "component", (-1,) * self.size),
            ir.Slot("me", self.me, 1, 0, 1, 0, "component", (0,)),
            ir.Slot("out", self.out, 1, 0, 0, self.size, "local", (0,)),
            ir.Slot("any", self.any, 1, 0, 1, 0, "local", (0,)),
            ir.Slot("c", self.c, 1, 0, self.size - 1, 0, "scratch", (0,)),
            ir.Slot("d", self.d, 1, 0, 7, 0, "scratch", (0,)),
            ir.Slot("s", self.s, 1, 0, 0, self.size, "scratch", (0,)),
            ir.Slot("x", self.x, 1, 0, self.size - 1, 0, "scratch", (0,)),
            ir.Slot("t", self.t, 1, 0, 0, self.size, "scratch", (0,)),
        )
        return replace(
            tic_tac_toe(), tables=self.tables, slots=slots, components=(), decisions=(),
            blocks=(ir.Block(body, ir.End()),), entry=0, begin=0, ranking=None, winners=-1, ended=-1,
        )  # fmt: skip

    def positions(self) -> list[Position]:
        """Boards that are full, empty, and at random with few or many pieces of either side."""
        dice, found = random.Random(3), [(-1,) * self.size, (0,) * self.size, (1,) * self.size]
        for weights in ((1, 1, 1), (0, 1, 5), (1, 2, 12), (3, 1, 1), (0, 1, 20)):
            found += [tuple(dice.choices((-1, 0, 1), weights, k=self.size)) for _ in range(2)]
        return [Position((*cells, me, 0, 0, 0, 0, 0, 0, 0), 0) for cells in found for me in (0, 1)]


@cache
def board(name: str) -> Board:
    sizes = {"3 by 3": (3, 3), "8 by 8": (8, 8), "5 by 7": (5, 7), "9 by 8": (9, 8), "11 by 12": (11, 12)}
    return Board(*sizes[name])


def check(of: Board, test: ir.Expr, has_runs: bool) -> None:
    program = of.program(test)
    assert (RunsTo in forms(program, ALL_PASSES)) == has_runs
    assert RunsTo not in forms(program, ALL_PASSES - {"rays"})
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    seen = set()
    for at in of.positions():
        after = native.advance(at)
        assert after == reference.advance(at)
        seen.add(after.slots[of.any])
    assert seen == {0, 1}


@pytest.mark.parametrize("is_apart", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        *("3 by 3", "8 by 8", "11 by 12"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("5 by 7", "9 by 8")),
    ],
)
def test_runs_in_all_ways(name: str, is_apart: bool) -> None:
    of = board(name)
    mine, theirs = of.plane(ir.Read(of.me)), of.plane(ir.Arith("sub", ir.Const(1), ir.Read(of.me)))
    check(of, of.some_way(0xFF, theirs, mine, is_apart), has_runs=True)


@pytest.mark.parametrize("way", range(8))
def test_runs_in_one_way(way: int) -> None:
    of = board("8 by 8")
    free, mine = of.plane(ir.Const(-1)), of.plane(ir.Read(of.me))
    check(of, of.some_way(1 << way, free, mine, is_apart=True), has_runs=True)


def test_an_end_inside_the_run_is_none() -> None:
    # The run goes on through what may end it too, so that only the other end counts.
    of = board("5 by 7")
    taken = ir.SetOp("union", of.plane(ir.Const(0)), of.plane(ir.Const(1)))
    mine_or_free = ir.SetOp("union", of.plane(ir.Const(-1)), of.plane(ir.Read(of.me)))
    named = ir.Let(of.t, taken, of.some_way(0xFF, ir.Read(of.t), mine_or_free, is_apart=True))
    check(of, named, has_runs=True)


def test_another_condition_stays_beside_it() -> None:
    of = board("8 by 8")
    mine, theirs = of.plane(ir.Const(0)), of.plane(ir.Const(1))
    free = ir.Compare("eq", ir.ReadAt(0, of.size, ir.Read(of.c)), ir.Const(-1))
    check(of, ir.And(free, of.some_way(0xFF, theirs, mine, is_apart=True)), has_runs=True)


def test_rays_that_are_no_chain_of_steps_stay_a_loop() -> None:
    # On a ring of cells the ray to the east of one cell leaves its neighbour out.
    ray = rays(5, 7)
    ray[8 * 10 + 2] = 1 << 12
    of = Board(5, 7, ray)
    mine, theirs = of.plane(ir.Const(0)), of.plane(ir.Const(1))
    check(of, of.some_way(0xFF, theirs, mine, is_apart=True), has_runs=False)
    # Without that way the others are steps still.
    check(of, of.some_way(0xFB, theirs, mine, is_apart=True), has_runs=True)


@pytest.mark.parametrize("policy", ["auto", "stage"])
def test_a_game_is_the_same_without_the_pass(policy: str) -> None:
    program = shipped_program("reversi")
    assert RunsTo in forms(program, ALL_PASSES)
    reference = Reference(program)
    for passes in (ALL_PASSES, ALL_PASSES - {"rays"}, ALL_PASSES - {"sharing"}, ALL_PASSES - {"views"}):
        native = NativeExecutor(program, quick=True, passes=passes)
        for number in range(3):
            seed = numbered(11, number)
            assert native.playout(seed, policy) == reference.playout(seed, policy, 4096)
