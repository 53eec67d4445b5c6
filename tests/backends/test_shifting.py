"""What lies some steps further is asked of all cells at once: the same cells, whatever the board says."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.algebra import Algebra
from interpreter.backends.c.passes.improve import improved
from interpreter.backends.c.passes.relations import Relations, Step
from interpreter.backends.c.passes.views import views_of
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.c.source import c_source
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from tests.backends.test_passes import forms
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_program

pytestmark = needs_compiler

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions of a grid, as columns and rows."""

WAYS = (0b00000001, 0b10000010, 0b11111111)
"""The directions in which pieces 0, 1 and 2 go."""


class Board:
    """A square board whose cells hold -1..2, and what may be said of cell ``x``."""

    def __init__(self, side: int, holes: frozenset[int] = frozenset()) -> None:
        self.side, self.count = side, side * side
        self.cell, self.x, self.y, self.way, self.held = 0, *range(self.count + 2, self.count + 6)
        self.out, self.me = self.count, self.count + 1
        self.holes = holes
        self.all = ir.SetConst((1 << self.count) - 1, self.count)

    def next_to(self, cell: int, way: int) -> int:
        """The cell one step further, -1 where there is none."""
        x, y = cell % self.side + STEPS[way][0], cell // self.side + STEPS[way][1]
        is_there = x in range(self.side) and y in range(self.side)
        found = y * self.side + x if is_there else -1
        return -1 if found in self.holes or cell in self.holes else found

    def tables(self) -> tuple[ir.Table, ...]:
        step = tuple(self.next_to(cell, way) for cell in range(self.count) for way in range(8))
        near = tuple(sum(1 << to for to in {*step[8 * c : 8 * c + 8]} - {-1}) for c in range(self.count))
        return (
            ir.Table("step", 0, step), ir.Table("ways", 8, WAYS), ir.Table("near", self.count, near),
        )  # fmt: skip

    def program(self, body: tuple[ir.Statement, ...]) -> ir.Program:
        """A program with this board that does something and ends."""
        scratch = (("x", self.x, self.count), ("y", self.y, self.count), ("way", self.way, 8))
        slots = (
            ir.Slot("cell", 0, self.count, -1, 2, 0, "component", (-1,) * self.count),
            ir.Slot("out", self.out, 1, 0, 0, self.count, "local", (0,)),
            ir.Slot("me", self.me, 1, 0, 2, 0, "component", (0,)),
            *(ir.Slot(name, at, 1, 0, most - 1, 0, "scratch", (0,)) for name, at, most in scratch),
            ir.Slot("held", self.held, 1, 0, 0, self.count, "scratch", (0,)),
        )
        return replace(
            tic_tac_toe(), tables=self.tables(), slots=slots, components=(), decisions=(), entry=0, begin=0,
            blocks=(ir.Block(body, ir.End()),), ranking=None, winners=-1, ended=-1,
        )  # fmt: skip

    # What is said of cells

    def holding(self, value: ir.Expr) -> ir.Expr:
        """All cells that hold a value."""
        here = ir.ReadAt(self.cell, self.count, ir.Read(self.y))
        return ir.Filter(self.y, self.all, ir.Compare("eq", here, value), self.count)

    def step(self, cell: int) -> ir.Expr:
        """The cell one step from a cell in the direction at hand, as a set."""
        index = ir.Arith("add", ir.Arith("mul", ir.Read(cell), ir.Const(8)), ir.Read(self.way))
        return ir.Single(ir.Lookup(0, index), self.count)

    def ways(self) -> ir.Expr:
        """The directions in which the piece on cell x goes."""
        piece = ir.ReadAt(self.cell, self.count, ir.Read(self.x))
        return ir.If(ir.Compare("ne", piece, ir.Const(-1)), ir.Lookup(1, piece), ir.SetConst(0, 8))

    def near(self) -> ir.Expr:
        """The cells beside cell x."""
        return ir.Lookup(2, ir.Read(self.x))


def _beside(board: Board) -> ir.Expr:
    """Beside x a cell holds what ``me`` says."""
    return _some(_inter(board.near(), board.holding(ir.Read(board.me))))


def _going(board: Board) -> ir.Expr:
    """The piece on x can go to a free cell."""
    reached = ir.Union(board.way, board.ways(), board.step(board.x), board.count)
    return _some(_inter(reached, board.holding(ir.Const(-1))))


def _jumping(board: Board) -> ir.Expr:
    """The piece on x can jump over what ``me`` says, which has a name, to a free cell."""
    over = _inter(board.step(board.x), ir.Read(board.held))
    behind = ir.Union(board.y, over, board.step(board.y), board.count)
    reached = ir.Union(board.way, board.ways(), behind, board.count)
    free = board.holding(ir.Const(-1))
    return ir.Let(board.held, board.holding(ir.Read(board.me)), _some(_inter(reached, free)))


def _lonely(board: Board) -> ir.Expr:
    """The piece on x has none beside it, or stands on an even cell and is 2."""
    even = ir.Compare("eq", ir.Arith("mod", ir.Read(board.x), ir.Const(2)), ir.Const(0))
    here = ir.ReadAt(board.cell, board.count, ir.Read(board.x))
    taken = ir.SetOp("minus", board.all, board.holding(ir.Const(-1)))
    alone = ir.Empty(_inter(board.near(), taken))
    is_any = ir.Compare("ne", here, ir.Const(-1))
    return ir.And(is_any, ir.Or(alone, ir.And(even, ir.Compare("eq", here, ir.Const(2)))))


def _two_ways(board: Board) -> ir.Expr:
    """Up from x is free and so is down, unless it is the turn of 1, who asks for the right."""
    free = board.holding(ir.Const(-1))

    def is_free(way: int) -> ir.Expr:
        index = ir.Arith("add", ir.Arith("mul", ir.Read(board.x), ir.Const(8)), ir.Const(way))
        return _some(_inter(ir.Single(ir.Lookup(0, index), board.count), free))

    return ir.If(
        ir.Compare("eq", ir.Read(board.me), ir.Const(1)), is_free(2), ir.And(is_free(0), is_free(4))
    )


def _inter(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.SetOp("inter", left, right)


def _some(of: ir.Expr) -> ir.Expr:
    return ir.Not(ir.Empty(of))


CONDITIONS: dict[str, Callable[[Board], ir.Expr]] = {
    "beside": _beside, "going": _going, "jumping": _jumping, "lonely": _lonely, "two ways": _two_ways,
}  # fmt: skip
BOARDS = {"one word": Board(8), "two words": Board(10), "with holes": Board(8, frozenset({0, 9, 28, 62}))}
LOOPS = {ir.Filter, ir.Exists, ir.Union}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("name", CONDITIONS)
def test_what_lies_further_is_asked_of_all_cells_at_once(name: str, board: Board) -> None:
    test = CONDITIONS[name](board)
    found = ir.Filter(board.x, board.all, test, board.count)
    some = ir.Exists(board.x, board.all, test)
    for value in (found, ir.If(some, ir.SetConst(1, board.count), ir.SetConst(0, board.count))):
        program = board.program((ir.Set(board.out, value),))
        assert not forms(program, ALL_PASSES) & LOOPS
        assert forms(program, ALL_PASSES - {"shifting"}) & LOOPS
        natives = [NativeExecutor(program, True, one) for one in (ALL_PASSES, ALL_PASSES - {"shifting"})]
        reference = Reference(program)
        random = Random(name)
        seen = set()
        for taken in (0.0, 0.05, 0.3, 0.3, 0.3, 0.7, 0.7, 0.95, 1.0):
            cells = [random.randrange(3) if random.random() < taken else -1 for _ in range(board.count)]
            at = Position((*cells, 0, random.randrange(3), 0, 0, 0, 0), 0)
            expected = reference.advance(at)
            assert [native.advance(at) for native in natives] == [expected, expected]
            seen.add(expected.slots[board.out])
        assert len(seen) > 1


def relations(board: Board) -> Relations:
    program = board.program(())
    return Relations(Algebra(program, Ranges(program), views_of(program)))


def test_a_step_up_leads_from_all_rows_but_the_last_one_row_further() -> None:
    # Cells 0 1 2 are the lowest row of three by three, 6 7 8 the highest.
    board = Board(3)
    up = ir.Single(ir.Lookup(0, ir.Arith("mul", ir.Read(board.x), ir.Const(8))), 9)
    assert relations(board).steps(board.x, up, 9) == [Step(3, 0b000_111_111, board.all, board.all)]


def test_two_steps_need_a_cell_between() -> None:
    # Over the middle row to the highest: from the lowest row alone.
    board = Board(3)

    def up(cell: int) -> ir.Expr:
        return ir.Single(ir.Lookup(0, ir.Arith("mul", ir.Read(cell), ir.Const(8))), 9)

    twice = ir.Union(board.y, up(board.x), up(board.y), 9)
    found = relations(board).steps(board.x, twice, 9)
    assert found is not None
    assert [(one.by, one.mask) for one in found] == [(6, 0b000_000_111)]


def test_cells_that_are_not_near_each_other_are_looked_at_one_by_one() -> None:
    # Each cell has the one of which it is the image in the board's middle: no two are equally far.
    board = Board(8)
    program = board.program(())
    mirror = ir.Table("mirror", 64, tuple(1 << 63 - cell for cell in range(64)))
    there = ir.Lookup(len(program.tables), ir.Read(board.x))
    mine = ir.Filter(board.x, board.all, _some(_inter(there, board.holding(ir.Const(1)))), 64)
    program = replace(program, tables=(*program.tables, mirror))
    program = replace(program, blocks=(ir.Block((ir.Set(board.out, mine),), ir.End()),))
    assert forms(program, ALL_PASSES) & LOOPS
    cells = tuple(1 if cell in (3, 40) else -1 for cell in range(64))
    at = Position((*cells, 0, 0, 0, 0, 0, 0), 0)
    assert NativeExecutor(program, quick=True).advance(at).slots[board.out] == 1 << 60 | 1 << 23


def test_what_may_fail_is_not_asked_of_all_cells() -> None:
    # Piece 2 has no entry in a table of two; the cells that are asked hold none.
    board = Board(8)
    here = ir.ReadAt(board.cell, board.count, ir.Read(board.x))
    asked = ir.And(
        ir.Compare("lt", here, ir.Const(1)),
        _some(_inter(board.near(), ir.Lookup(3, ir.Arith("add", here, ir.Const(1))))),
    )
    program = board.program((ir.Set(board.out, ir.Filter(board.x, board.all, asked, 64)),))
    program = replace(program, tables=(*program.tables, ir.Table("few", 64, (1 << 9, 1 << 1))))
    cells = (0, -1, *(2,) * 62)
    at = Position((*cells, 0, 0, 0, 0, 0, 0), 0)
    # Cell 0 has cell 1 beside it, cell 1 does not have cell 9 right above it taken away.
    assert NativeExecutor(program, quick=True).advance(at).slots[board.out] == 0b11


def test_chains_of_steps_are_not_written_out_without_end() -> None:
    # Four steps on, each by any of eight ways, 1 stands: 4,096 ways from each cell.
    board = Board(8)
    cells = (board.x, *range(board.held + 1, board.held + 5))
    test: ir.Expr = ir.Compare("eq", ir.ReadAt(0, 64, ir.Read(cells[-1])), ir.Const(1))
    for near, cell in zip(cells[:0:-1], cells[-2::-1], strict=True):
        test = ir.Exists(near, ir.Lookup(2, ir.Read(cell)), test)
    program = board.program((ir.Set(board.out, ir.Filter(board.x, board.all, test, 64)),))
    more = tuple(ir.Slot(f"cell {at}", at, 1, 0, 63, 0, "scratch", (0,)) for at in cells[1:])
    program = replace(program, slots=(*program.slots, *more))
    assert len(c_source(program)) < 200_000
    native, reference, random = NativeExecutor(program, quick=True), Reference(program), Random(4)
    for _ in range(6):
        held = [1 if random.random() < 0.02 else -1 for _ in range(64)]
        at = Position((*held, *[0] * (6 + len(more))), 0)
        assert native.advance(at) == reference.advance(at)


def test_which_pieces_jump_is_asked_by_shifts() -> None:
    program = shipped_program("english-draughts")
    for passes, is_loop in ((ALL_PASSES, False), (ALL_PASSES - {"shifting"}, True)):
        better, _ = improved(program, Ranges(program), passes)
        assert any(isinstance(one.value, ir.Filter) for one in better.decisions[0].shared) == is_loop
