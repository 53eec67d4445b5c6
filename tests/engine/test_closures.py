"""The closures, special and general, against the plain meaning of `tests.programs.direct`."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.core import ir
from interpreter.core.bounds import bounds_of
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from tests.programs.direct import direct
from tests.programs.tic_tac_toe import tic_tac_toe

WIDTH = 6
NUMBER, MAYBE, ROW, GRID, SET, SETS, VARS = 0, 1, 2, 8, 32, 33, 39
ALL = ir.SetConst(63, WIDTH)

PROGRAM = replace(
    tic_tac_toe(),
    tables=(
        ir.Table("numbers", 0, (3, 0, -2, 5, 1, 1)),
        ir.Table("sets", WIDTH, (0b000110, 0b101001, 0, 0b111111, 0b010000, 0b000011)),
    ),
    slots=(
        ir.Slot("number", NUMBER, 1, 0, 5, 0, "local", (0,)),
        ir.Slot("maybe", MAYBE, 1, -1, 5, 0, "local", (0,)),
        ir.Slot("row", ROW, 6, -1, 3, 0, "component", (0,) * 6),
        ir.Slot("grid", GRID, 24, 0, 4, 0, "component", (0,) * 24),
        ir.Slot("set", SET, 1, 0, 0, WIDTH, "component", (0,)),
        ir.Slot("sets", SETS, 6, 0, 0, WIDTH, "component", (0,) * 6),
        ir.Slot("vars", VARS, 6, 0, 5, 0, "scratch", (0,) * 6),
        ir.Slot("setvar", VARS + 6, 1, 0, 0, WIDTH, "scratch", (0,)),
    ),
)
CLOSURES = Closures(PROGRAM)


@st.composite
def slots(draw: st.DrawFn) -> list[int]:
    numbers = [draw(st.integers(0, 5)), draw(st.integers(-1, 5))]
    row = draw(st.lists(st.integers(-1, 3), min_size=6, max_size=6))
    grid = draw(st.lists(st.integers(0, 4), min_size=24, max_size=24))
    sets = draw(st.lists(st.integers(0, 63), min_size=7, max_size=7))
    return numbers + row + grid + sets + [0] * 7


class Exprs:
    """Well-formed expressions; ``inside`` counts the variables that may be read."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def pick(self, *ways):
        return self.draw(st.sampled_from(ways))()

    def index(self, depth: int, inside: int) -> ir.Expr:
        """Of 0..5."""
        ways = [lambda: ir.Const(self.draw(st.integers(0, 5))), lambda: ir.Read(NUMBER)]
        if inside:
            ways += [lambda: ir.Read(VARS + self.draw(st.integers(0, inside - 1)))] * 3
        if depth > 0:
            ways.append(lambda: ir.Arith("mod", self.number(depth - 1, inside), ir.Const(6)))
            ways.append(lambda: ir.Lowest(self.set(depth - 1, inside), ir.Const(2)))
        return self.pick(*ways)

    def number(self, depth: int, inside: int) -> ir.Expr:
        if depth <= 0:
            return self.pick(lambda: ir.Const(self.draw(st.integers(-2, 6))), lambda: self.index(0, inside))
        d, n, s, i = depth - 1, self.number, self.set, self.index
        arith = st.sampled_from(["add", "sub", "mul", "min", "max"])
        return self.pick(
            lambda: ir.Read(MAYBE),
            lambda: ir.ReadAt(ROW, 6, i(d, inside)),
            lambda: ir.ReadAt(GRID, 24, self.grid_index(d, inside)),
            lambda: ir.Lookup(0, i(d, inside)),
            lambda: ir.Arith(self.draw(arith), n(d, inside), n(d, inside)),
            lambda: ir.Arith(self.draw(st.sampled_from(["div", "mod"])), n(d, inside), ir.Const(3)),
            lambda: ir.If(self.test(d, inside), n(d, inside), n(d, inside)),
            lambda: ir.Size(s(d, inside)),
            lambda: ir.Lowest(s(d, inside), n(d, inside)),
            lambda: ir.Highest(s(d, inside), self.pick(lambda: ir.Const(-1), lambda: n(d, inside))),
            lambda: ir.Sum(VARS + inside, s(d, inside), n(d, inside + 1)),
            lambda: ir.Sum(VARS + inside, s(d, inside), self.test(d, inside + 1)),
            lambda: self.row_sum(inside),
            lambda: ir.Extreme(self.which(), VARS + inside, s(d, inside), n(d, inside + 1), n(d, inside)),
            lambda: ir.Cheapest(
                VARS + inside,
                s(d, inside),
                self.index(0, inside),
                self.index(0, inside),
                self.index(0, inside + 1),
                s(d, inside + 1),
            ),
            lambda: ir.First(VARS + inside, s(d, inside), self.keys(d, inside + 1), n(d, inside)),
            lambda: self.test(d, inside),
            lambda: ir.Let(VARS + inside, i(d, inside), n(d, inside + 1)),
        )

    def which(self):
        return self.draw(st.sampled_from(["highest", "lowest"]))

    def grid_index(self, depth: int, inside: int) -> ir.Expr:
        row = ir.Arith("mul", ir.Arith("mod", self.index(depth, inside), ir.Const(4)), ir.Const(6))
        return ir.Arith("add", row, self.index(depth, inside))

    def row_sum(self, inside: int) -> ir.Expr:
        """A sum over part or all of a row: the shapes that are added up as slices."""
        var = VARS + inside
        width = self.draw(st.sampled_from([4, 6]))
        rows = 24 // width
        start = self.pick(
            lambda: ir.Const(width * self.draw(st.integers(0, rows - 1))),
            lambda: ir.Arith("mul", ir.Read(NUMBER), ir.Const(width if width == 4 else 3)),
            lambda: ir.Arith("mul", self.index(0, inside), ir.Const(4)),
        )
        column = ir.Read(var)
        index = self.pick(lambda: ir.Arith("add", start, column), lambda: ir.Arith("add", column, start))
        over = ir.SetConst((1 << width) - 1 if width == 4 else 7, 4 if width == 4 else 3)
        return ir.Sum(var, over, ir.ReadAt(GRID, 24, index))

    def whole_row(self, inside: int) -> ir.Expr:
        """Some line where every cell, or none, is like a number."""
        line, cell = VARS + inside, VARS + inside + 1
        other = self.pick(lambda: ir.Const(self.draw(st.integers(-1, 3))), lambda: ir.Read(MAYBE))
        alike = ir.Compare("eq", ir.ReadAt(ROW, 6, ir.Read(cell)), other)
        test = self.pick(lambda: alike, lambda: ir.Not(alike))
        over = self.set(0, inside)
        return ir.Exists(line, over, ir.Not(ir.Exists(cell, ir.Lookup(1, ir.Read(line)), test)))

    def grid_cell(self, inside: int) -> ir.Expr:
        """Some member beside a row of the grid that compares with a number."""
        column = VARS + inside
        row = ir.Arith("mul", ir.Arith("mod", self.index(0, inside), ir.Const(4)), ir.Const(6))
        cell = ir.ReadAt(GRID, 24, ir.Arith("add", row, ir.Read(column)))
        number: ir.Expr = self.pick(lambda: ir.Const(self.draw(st.integers(0, 4))), lambda: ir.Read(NUMBER))
        op = self.draw(st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]))
        sides = self.draw(st.sampled_from([(cell, number), (number, cell)]))
        test = self.pick(lambda: ir.Compare(op, *sides), lambda: ir.Not(ir.Compare(op, *sides)))
        form = self.draw(st.sampled_from(["some", "empty", "size"]))
        if form == "some":
            return ir.Exists(column, self.set(0, inside), test)
        kept = ir.Filter(column, self.set(0, inside), test, WIDTH)
        if form == "empty":
            return self.pick(lambda: ir.Empty(kept), lambda: ir.Not(ir.Empty(kept)))
        return ir.Compare("gt", ir.Size(kept), ir.Const(1))

    def keys(self, depth: int, inside: int) -> tuple[ir.Key, ...]:
        count = self.draw(st.integers(0, 2))
        return tuple(ir.Key(self.which(), self.number(depth - 1, inside)) for _ in range(count))

    def test(self, depth: int, inside: int) -> ir.Expr:
        ops = st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"])
        d, n, s, t = depth - 1, self.number, self.set, self.test
        if depth <= 0:
            return ir.Compare(self.draw(ops), n(0, inside), n(0, inside))
        return self.pick(
            lambda: ir.Compare(self.draw(ops), n(d, inside), n(d, inside)),
            lambda: ir.Compare(self.draw(ops), ir.ReadAt(ROW, 6, self.index(0, inside)), n(0, inside)),
            lambda: ir.Compare(self.draw(ops), self.row_sum(inside), ir.Const(self.draw(st.integers(0, 9)))),
            lambda: ir.And(t(d, inside), t(d, inside)),
            lambda: ir.Or(t(d, inside), t(d, inside)),
            lambda: ir.Not(t(d, inside)),
            lambda: ir.SetCompare(
                self.draw(st.sampled_from(["eq", "ne", "subset"])), s(d, inside), s(d, inside)
            ),
            lambda: ir.Member(self.pick(lambda: ir.Read(MAYBE), lambda: self.index(d, inside)), s(d, inside)),
            lambda: ir.Empty(s(d, inside)),
            lambda: ir.Empty(ir.SetOp("inter", ir.Lookup(1, self.index(0, inside)), ir.Read(SET))),
            lambda: ir.Not(ir.Empty(ir.SetOp("inter", ir.Lookup(1, self.index(0, inside)), ir.Read(SET)))),
            lambda: ir.Exists(VARS + inside, s(d, inside), t(d, inside + 1)),
            lambda: self.whole_row(inside),
            lambda: self.grid_cell(inside),
        )

    def set(self, depth: int, inside: int) -> ir.Expr:
        if depth <= 0:
            return self.pick(
                lambda: ALL,
                lambda: ir.SetConst(self.draw(st.integers(0, 63)), WIDTH),
                lambda: ir.Read(SET),
                lambda: ir.Lookup(1, self.index(0, inside)),
            )
        d, s = depth - 1, self.set
        return self.pick(
            lambda: s(0, inside),
            lambda: ir.ReadAt(SETS, 6, self.index(d, inside)),
            lambda: ir.SetOp(
                self.draw(st.sampled_from(["union", "inter", "minus"])), s(d, inside), s(d, inside)
            ),
            lambda: ir.Single(self.pick(lambda: ir.Read(MAYBE), lambda: self.index(d, inside)), WIDTH),
            lambda: ir.Filter(VARS + inside, s(d, inside), self.test(d, inside + 1), WIDTH),
            lambda: ir.Union(VARS + inside, s(d, inside), s(d, inside + 1), WIDTH),
            lambda: ir.Linked(VARS + inside, s(d, inside), s(d, inside), s(d, inside + 1)),
            lambda: ir.Top(VARS + inside, s(d, inside), self.keys(d, inside + 1), WIDTH),
            lambda: ir.If(self.test(d, inside), s(d, inside), s(d, inside)),
            lambda: ir.Let(VARS + 6, s(d, inside), ir.SetOp("minus", ALL, ir.Read(VARS + 6))),
        )


@st.composite
def expressions(draw: st.DrawFn) -> ir.Expr:
    exprs, depth = Exprs(draw), draw(st.integers(1, 3))
    return exprs.pick(*(lambda way=way: way(depth, 0) for way in (exprs.number, exprs.set, exprs.test)))


@settings(max_examples=600, deadline=None)
@given(expressions(), slots())
def test_closures_mean_what_the_forms_say(expr: ir.Expr, s: list[int]) -> None:
    before = list(s)
    expected = direct(PROGRAM, expr, list(s))
    assert CLOSURES.expr(expr)(s) == expected
    assert s[:VARS] == before[:VARS]


V0, V1 = VARS, VARS + 1
NEAR_MET = ir.SetOp("inter", ir.Lookup(1, ir.Read(V0)), ir.Read(SET))
GRID_ROW = ir.Arith("mul", ir.Read(V0), ir.Const(4))
ROW_SUM = ir.Sum(V1, ir.SetConst(15, 4), ir.ReadAt(GRID, 24, ir.Arith("add", GRID_ROW, ir.Read(V1))))
CELL = ir.ReadAt(ROW, 6, ir.Read(V0))
BESIDE = ir.ReadAt(GRID, 24, ir.Arith("add", ir.Arith("mul", ir.Read(NUMBER), ir.Const(3)), ir.Read(V0)))
OPS = ("eq", "ne", "lt", "le", "gt", "ge")

CONDITIONS: dict[str, ir.Expr] = {
    **{f"cell {op} 2": ir.Compare(op, CELL, ir.Const(2)) for op in OPS},
    **{f"2 {op} cell": ir.Compare(op, ir.Const(2), CELL) for op in OPS},
    **{f"cell {op} slot": ir.Compare(op, CELL, ir.Read(NUMBER)) for op in OPS},
    **{f"not cell {op} 2": ir.Not(ir.Compare(op, CELL, ir.Const(2))) for op in OPS},
    **{f"cell beside {op} 1": ir.Compare(op, BESIDE, ir.Const(1)) for op in OPS},
    **{f"row {op} 7": ir.Compare(op, ROW_SUM, ir.Const(7)) for op in OPS},
    **{f"not row {op} 7": ir.Not(ir.Compare(op, ROW_SUM, ir.Const(7))) for op in OPS},
    "cell like itself": ir.Compare("eq", CELL, ir.Read(V0)),
    "apart": ir.Empty(NEAR_MET),
    "meeting": ir.Not(ir.Empty(NEAR_MET)),
    "cell and row": ir.And(ir.Compare("ne", CELL, ir.Const(2)), ir.Compare("gt", ROW_SUM, ir.Const(5))),
    "cell and number": ir.And(
        ir.Compare("ne", CELL, ir.Const(2)), ir.Compare("gt", ir.Read(V0), ir.Const(1))
    ),
    "whole line alike": ir.Not(
        ir.Exists(
            V1,
            ir.Lookup(1, ir.Read(V0)),
            ir.Compare("ne", ir.ReadAt(ROW, 6, ir.Read(V1)), ir.Read(MAYBE)),
        )
    ),
    "whole line like its number": ir.Not(
        ir.Exists(
            V1, ir.Lookup(1, ir.Read(V0)), ir.Compare("ne", ir.ReadAt(ROW, 6, ir.Read(V1)), ir.Read(V0))
        )
    ),
}
OVERS = {
    "all": ALL,
    "some": ir.SetConst(0b101101, WIDTH),
    "set": ir.Read(SET),
    "row": ir.Lookup(1, ir.Read(NUMBER)),
}


@pytest.mark.parametrize("over", OVERS.values(), ids=OVERS)
@pytest.mark.parametrize("test", CONDITIONS.values(), ids=CONDITIONS)
@settings(max_examples=12, deadline=None)
@given(slots())
def test_conditions_on_many_members(over: ir.Expr, test: ir.Expr, s: list[int]) -> None:
    kept = ir.Filter(V0, over, test, WIDTH)
    for expr in (
        kept,
        ir.Size(kept),
        ir.Empty(kept),
        ir.Not(ir.Empty(kept)),
        ir.Exists(V0, over, test),
        ir.Not(ir.Exists(V0, over, test)),
        ir.Sum(V0, over, test),
    ):
        assert CLOSURES.expr(expr)(s) == direct(PROGRAM, expr, list(s))


FORMS: dict[str, ir.Expr] = {
    "row of a constant": ir.Sum(
        V0, ir.SetConst(15, 4), ir.ReadAt(GRID, 24, ir.Arith("add", ir.Const(8), ir.Read(V0)))
    ),
    "row, turned round": ir.Sum(
        V0, ir.SetConst(15, 4), ir.ReadAt(GRID, 24, ir.Arith("add", ir.Read(V0), ir.Const(8)))
    ),
    "row of a slot": ir.Let(V0, ir.Read(NUMBER), ROW_SUM),
    "row of a lookup": ir.Sum(
        V0,
        ir.SetConst(15, 4),
        ir.ReadAt(
            GRID,
            24,
            ir.Arith("add", ir.Arith("mod", ir.Lookup(0, ir.Read(NUMBER)), ir.Const(9)), ir.Read(V0)),
        ),
    ),
    "part of a row": ir.Sum(
        V0, ir.SetConst(6, 4), ir.ReadAt(GRID, 24, ir.Arith("add", ir.Const(8), ir.Read(V0)))
    ),
    "union of rows": ir.Union(V0, ir.Read(SET), ir.Lookup(1, ir.Read(V0)), WIDTH),
    "union of others": ir.Union(V0, ir.Read(SET), ir.ReadAt(SETS, 6, ir.Read(V0)), WIDTH),
    "minus slots": ir.SetOp("minus", ir.Read(SET), ir.Read(SETS)),
    "minus from all": ir.SetOp("minus", ALL, ir.Lookup(1, ir.Read(NUMBER))),
    "within": ir.SetOp("inter", ir.Lookup(1, ir.Read(NUMBER)), ir.SetConst(7, WIDTH)),
    "met by a computed row": ir.SetOp(
        "inter", ir.Lookup(1, ir.Arith("mod", ir.Read(MAYBE), ir.Const(6))), ir.Read(SET)
    ),
    "contained": ir.SetCompare("subset", ir.Lookup(1, ir.Read(NUMBER)), ir.Read(SET)),
    "contained in more": ir.SetCompare(
        "subset", ir.Read(SET), ir.SetOp("union", ir.Read(SETS), ir.Read(SETS + 1))
    ),
    "linked": ir.Linked(V0, ir.Single(ir.Read(NUMBER), WIDTH), ir.Read(SET), ir.Lookup(1, ir.Read(V0))),
    "linked in all": ir.Linked(V0, ir.Read(SET), ALL, ir.Lookup(1, ir.Read(V0))),
    "linked by slots": ir.Linked(V0, ir.Read(SET), ALL, ir.ReadAt(SETS, 6, ir.Read(V0))),
    "cheapest by steps": ir.Cheapest(
        V0,
        ir.Single(ir.Read(NUMBER), WIDTH),
        ir.Const(5),
        ir.Const(2),
        ir.Const(0),
        ir.Lookup(1, ir.Read(V0)),
    ),
    "cheapest by members": ir.Cheapest(
        V0, ir.Read(SET), ir.Read(NUMBER), ir.Const(0), ir.Read(V0), ir.ReadAt(SETS, 6, ir.Read(V0))
    ),
    "linked by a choice": ir.Linked(
        V0,
        ir.Read(SET),
        ir.Read(SETS),
        ir.If(ir.Compare("lt", ir.Read(V0), ir.Read(NUMBER)), ir.Lookup(1, ir.Read(V0)), ir.Read(SETS + 1)),
    ),
    "member": ir.Member(ir.Read(NUMBER), ir.Read(SET)),
    "computed member": ir.Member(ir.Lowest(ir.Read(SETS), ir.Const(0)), ir.Read(SET)),
    "maybe member": ir.Member(ir.Read(MAYBE), ir.Read(SET)),
    "highest or none": ir.Highest(ir.Read(SET), ir.Const(-1)),
    "highest": ir.Highest(ir.Read(SET), ir.Read(NUMBER)),
    "index of a sum": ir.ReadAt(
        GRID, 24, ir.Arith("add", ir.Arith("mul", ir.Read(NUMBER), ir.Const(3)), ir.Read(NUMBER))
    ),
    "constant cell": ir.ReadAt(ROW, 6, ir.Const(4)),
    "slots alike": ir.Compare("le", ir.Read(MAYBE), ir.Read(NUMBER)),
    "cells alike": ir.Compare("ge", ir.ReadAt(ROW, 6, ir.Read(NUMBER)), ir.ReadAt(ROW, 6, ir.Const(0))),
    "division by what is never 0": ir.Arith(
        "div", ir.Read(MAYBE), ir.Arith("add", ir.Read(NUMBER), ir.Const(1))
    ),
    "remainder of a negative": ir.Arith("mod", ir.Read(MAYBE), ir.Const(-4)),
    "no row of that width": ir.Sum(V0, ALL, ir.ReadAt(GRID, 24, ir.Arith("mul", ir.Read(V0), ir.Const(4)))),
}


@pytest.mark.parametrize("expr", FORMS.values(), ids=FORMS)
@settings(max_examples=25, deadline=None)
@given(slots())
def test_shapes_of_forms(expr: ir.Expr, s: list[int]) -> None:
    assert CLOSURES.expr(expr)(s) == direct(PROGRAM, expr, list(s))


@settings(max_examples=300, deadline=None)
@given(expressions(), slots())
def test_values_stay_in_the_ranges_foreseen(expr: ir.Expr, s: list[int]) -> None:
    bounds = bounds_of(PROGRAM)
    value = direct(PROGRAM, expr, s)
    width = bounds.width(expr)
    low, high = (0, (1 << width) - 1) if width else bounds.interval(expr)
    assert low <= value <= high


@pytest.mark.parametrize(
    "expr",
    [
        ir.ReadAt(ROW, 6, ir.Read(MAYBE)),
        ir.Lookup(0, ir.Read(MAYBE)),
        ir.Lookup(0, ir.Arith("add", ir.Read(NUMBER), ir.Const(6))),
        ir.Exists(VARS, ir.Lookup(1, ir.Read(MAYBE)), ir.Const(1)),
        ir.Empty(ir.SetOp("inter", ir.Lookup(1, ir.Read(MAYBE)), ir.Read(SET))),
        ir.Single(ir.Const(6), WIDTH),
        ir.Arith("div", ir.Const(1), ir.Read(NUMBER)),
        ir.Arith("mod", ir.Const(1), ir.Arith("add", ir.Read(MAYBE), ir.Const(1))),
    ],
)
def test_what_the_checker_excludes_fails_instead_of_reading_elsewhere(expr: ir.Expr) -> None:
    s = [0, -1] + [0] * 44
    with pytest.raises(RulesError) as caught:
        CLOSURES.expr(expr)(s)
    assert caught.value.code == "E701"
