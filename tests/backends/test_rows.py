"""Sums of rows are kept through loops that write whole rows, and so is what has no row with a sum near."""

from dataclasses import replace
from random import Random

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import Apart, RowLoop
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.errors import RulesError
from tests.backends.test_passes import forms
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_program

pytestmark = needs_compiler

COLUMNS = 4
VAR, HELD, X, COLUMN = range(4)


class Rows:
    """An array of rows of four slots of 0..9, beside two numbers of rows and what is found of the rows."""

    def __init__(self, count: int, near: tuple[int, ...]) -> None:
        self.count, self.size, self.near = count, count * COLUMNS, near
        self.start, self.end, self.found, self.total = range(self.size, self.size + 4)
        self.scratch = self.size + 4
        self.all = ir.SetConst((1 << count) - 1, count)

    def slot(self, row: ir.Expr, column: ir.Expr) -> ir.Expr:
        return ir.Arith("add", ir.Arith("mul", row, ir.Const(COLUMNS)), column)

    def read(self, row: ir.Expr, column: ir.Expr) -> ir.Expr:
        return ir.ReadAt(0, self.size, self.slot(row, column))

    def sum(self, row: ir.Expr) -> ir.Expr:
        column = self.scratch + COLUMN
        return ir.Sum(column, ir.SetConst(0b1111, COLUMNS), self.read(row, ir.Read(column)))

    def above(self, least: int) -> ir.Expr:
        """The rows with a sum of so much or more."""
        x = self.scratch + X
        return ir.Filter(
            x, self.all, ir.Compare("ge", self.sum(ir.Read(x)), ir.Const(least)), self.count
        )

    def apart(self, least: int) -> ir.Expr:
        """The rows that have none of these near."""
        held = self.scratch + HELD
        beside = ir.SetOp("inter", ir.Lookup(0, ir.Read(held)), self.above(least))
        return ir.Filter(held, self.all, ir.Empty(beside), self.count)

    def moving(self, over: int = 0b1111) -> ir.Loop:
        """All that lies in row ``start`` goes to row ``end``, column by column."""
        var, held = self.scratch + VAR, self.scratch + HELD
        start, end, column = ir.Read(self.start), ir.Read(self.end), ir.Read(var)
        body = (
            ir.Set(held, self.read(start, column)),
            ir.SetAt(0, self.size, self.slot(start, column), ir.Const(0)),
            ir.SetAt(
                0, self.size, self.slot(end, column),
                ir.Arith("add", self.read(end, column), ir.Read(held)), ir.Range(0, 9, 0),
            ),
        )  # fmt: skip
        return ir.Loop(var, ir.SetConst(over, COLUMNS), body)

    def program(self, body: tuple[ir.Statement, ...]) -> ir.Program:
        scratch = tuple(
            ir.Slot(f"s{at}", self.scratch + at, 1, 0, 99, 0, "scratch", (0,)) for at in range(4)
        )
        slots = (
            ir.Slot("cell", 0, self.size, 0, 9, 0, "component", (1,) * self.size),
            ir.Slot("start", self.start, 1, 0, self.count - 1, 0, "component", (0,)),
            ir.Slot("end", self.end, 1, 0, self.count - 1, 0, "component", (0,)),
            ir.Slot("found", self.found, 1, 0, 0, self.count, "local", (0,)),
            ir.Slot("total", self.total, 1, 0, 99, 0, "local", (0,)),
            *scratch,
        )
        return replace(
            tic_tac_toe(), tables=(ir.Table("near", self.count, self.near),), slots=slots, components=(),
            decisions=(), blocks=(ir.Block(body, ir.End()),), entry=0, begin=0, ranking=None, winners=-1,
            ended=-1,
        )  # fmt: skip

    def positions(self, number: int) -> list[Position]:
        """Some positions in which most rows are empty, or some slots high, or nothing moves."""
        random = Random(number)
        found = []
        for share in (0.0, 0.1, 0.3, 0.5, 0.9) * 4:
            cells = [random.randrange(9) if random.random() < share else 0 for _ in range(self.size)]
            start, end = random.randrange(self.count), random.randrange(self.count)
            found.append(Position((*cells, start, end, 0, 0, 0, 0, 0, 0), 0))
        return found


def one_way(count: int) -> tuple[int, ...]:
    """Each row has the two after it near, the last ones fewer: who is near has not oneself near."""
    return tuple((0b110 << row) & ((1 << count) - 1) for row in range(count))


def ring(count: int) -> tuple[int, ...]:
    return tuple(1 << (row + 1) % count | 1 << (row - 1) % count for row in range(count))


ROWS = {"a ring": Rows(6, ring(6)), "one way": Rows(6, one_way(6)), "two words": Rows(70, ring(70))}


def outcome(executor: NativeExecutor | Reference, at: Position) -> Position | str:
    try:
        return executor.advance(at)
    except RulesError as error:
        return str(error)


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("over", [0b1111, 0b0101])
def test_what_is_kept_follows_loops_over_rows(rows: Rows, over: int) -> None:
    apart = ir.Set(rows.found, ir.SetOp("union", rows.apart(1), rows.apart(7)))
    body = (rows.moving(over), apart, ir.Set(rows.total, rows.sum(ir.Read(rows.end))))
    program = rows.program(body)
    assert {Apart, RowLoop} <= forms(program, ALL_PASSES)
    natives = [NativeExecutor(program, True, ALL_PASSES - off) for off in ({"summing"}, {"watching"}, set())]
    reference, seen = Reference(program), set()
    for at in rows.positions(over):
        expected = outcome(reference, at)
        assert [outcome(native, at) for native in natives] == [expected] * 3
        seen.add(expected if isinstance(expected, str) else expected.slots[rows.found])
    assert len(seen) > 5
    assert any(isinstance(one, str) for one in seen)


def test_what_is_apart_by_hand() -> None:
    # Of six rows in a ring 0 and 1 hold something; all of row 1 goes to row 3, so that 0 and 3 do.
    # Then rows 1, 2, 4 and 5 have one of them near, 0 and 3 have none.
    rows = ROWS["a ring"]
    cells = [0] * rows.size
    cells[0], cells[5] = 2, 3
    program = rows.program((rows.moving(), ir.Set(rows.found, rows.apart(1))))
    at = Position((*cells, 1, 3, 0, 0, 0, 0, 0, 0), 0)
    found = NativeExecutor(program, quick=True).advance(at).slots
    assert found[13] == 3
    assert found[rows.found] == 0b001001


def test_a_loop_that_asks_for_a_sum_keeps_it_at_each_write() -> None:
    rows = ROWS["a ring"]
    loop = rows.moving()
    total = ir.Read(rows.total)
    counted = ir.Set(rows.total, ir.Arith("max", total, rows.sum(ir.Read(rows.end))))
    program = rows.program((replace(loop, body=(*loop.body, counted)),))
    assert RowLoop not in forms(program, ALL_PASSES)
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    for at in rows.positions(1):
        assert outcome(native, at) == outcome(reference, at)


def test_a_loop_that_changes_which_row_it_writes_keeps_sums_at_each_write() -> None:
    rows = ROWS["a ring"]
    loop = rows.moving()
    on = ir.Set(rows.end, ir.Arith("mod", ir.Arith("add", ir.Read(rows.end), ir.Const(1)), ir.Const(6)))
    program = rows.program((replace(loop, body=(*loop.body, on)), ir.Set(rows.found, rows.above(7))))
    assert RowLoop not in forms(program, ALL_PASSES)
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    for at in rows.positions(2):
        assert outcome(native, at) == outcome(reference, at)


def test_the_game_of_groups_keeps_both() -> None:
    program = shipped_program("clans")
    assert {Apart, RowLoop} <= forms(program, ALL_PASSES)
    assert Apart not in forms(program, ALL_PASSES - {"watching"})
    assert RowLoop not in forms(program, ALL_PASSES - {"summing"})
