import pytest

from interpreter.core import ir
from interpreter.core.bounds import UNKNOWN, bounds_of
from interpreter.core.cost import expression_cost, statement_cost
from tests.programs.stalls import AT, COINS, GUESS, HELD, LUCK, STALLS, G, stalls

BOUNDS = bounds_of(stalls())
GOODS = ir.SetConst(7, 3)
ONE = ir.Const(1)
NUMBER, MAYBE, SET = ir.Read(AT), ir.Read(GUESS), ir.Read(STALLS)

INTERVALS: dict[str, tuple[ir.Expr, tuple[int, int]]] = {
    "constant": (ir.Const(7), (7, 7)),
    "slot": (MAYBE, (-1, 2)),
    "cell": (ir.ReadAt(COINS, 2, ONE), (0, 9)),
    "table": (ir.Lookup(0, NUMBER), (1, 3)),
    "no slot": (ir.Read(99), UNKNOWN),
    "no table": (ir.Lookup(9, ONE), UNKNOWN),
    "sum": (ir.Arith("add", NUMBER, MAYBE), (-1, 4)),
    "difference": (ir.Arith("sub", NUMBER, MAYBE), (-2, 3)),
    "product": (ir.Arith("mul", MAYBE, ir.Const(-3)), (-6, 3)),
    "quotient": (ir.Arith("div", MAYBE, ir.Const(2)), (-1, 1)),
    "quotient of a negative": (ir.Arith("div", NUMBER, ir.Const(-2)), (-1, 0)),
    "unknown quotient": (ir.Arith("div", ONE, MAYBE), UNKNOWN),
    "remainder": (ir.Arith("mod", MAYBE, ir.Const(3)), (0, 2)),
    "remainder of less": (ir.Arith("mod", NUMBER, ir.Const(9)), (0, 2)),
    "unknown remainder": (ir.Arith("mod", ONE, MAYBE), UNKNOWN),
    "least": (ir.Arith("min", MAYBE, ONE), (-1, 1)),
    "most": (ir.Arith("max", MAYBE, ONE), (1, 2)),
    "condition": (ir.Compare("lt", MAYBE, ONE), (0, 1)),
    "branch": (ir.If(ONE, MAYBE, ir.Const(5)), (-1, 5)),
    "size": (ir.Size(SET), (0, 3)),
    "lowest": (ir.Lowest(SET, ir.Const(-1)), (-1, 2)),
    "first": (ir.First(G, SET, (), ir.Const(9)), (0, 9)),
    "total": (ir.Sum(G, SET, MAYBE), (-3, 6)),
    "total of members": (ir.Sum(G, SET, ir.Read(G)), (0, 6)),
    "extreme": (ir.Extreme("highest", G, SET, ir.Read(G), MAYBE), (-1, 2)),
    "let": (ir.Let(G, ir.Const(4), ir.Read(G)), (4, 4)),
    "set": (SET, UNKNOWN),
    "filtered": (ir.Filter(G, SET, ONE, 3), UNKNOWN),
    "cheapest": (ir.Cheapest(G, SET, NUMBER, ONE, ir.Read(G), GOODS), (-1, 3 * (1 + 2))),
    "linked": (ir.Linked(G, SET, SET, GOODS), UNKNOWN),
}


@pytest.mark.parametrize(("expr", "interval"), INTERVALS.values(), ids=INTERVALS)
def test_intervals(expr: ir.Expr, interval: tuple[int, int]) -> None:
    assert BOUNDS.interval(expr) == interval
    assert BOUNDS.within(expr, *interval)
    assert not BOUNDS.within(expr, interval[0] + 1, interval[1])


def test_what_is_known_inside_a_form_is_forgotten_after_it() -> None:
    declared = BOUNDS.interval(ir.Read(G))
    with BOUNDS.running(G, SET):
        assert BOUNDS.interval(ir.Read(G)) == (0, 2)
        with BOUNDS.knowing(G, (1, 1)):
            assert BOUNDS.interval(ir.Read(G)) == (1, 1)
        assert BOUNDS.interval(ir.Read(G)) == (0, 2)
    assert BOUNDS.interval(ir.Read(G)) == declared


WIDTHS: dict[str, tuple[ir.Expr, int]] = {
    "slot": (SET, 3),
    "number": (NUMBER, 0),
    "no slot": (ir.Read(99), 0),
    "constant": (GOODS, 3),
    "array": (ir.ReadAt(STALLS, 1, ir.Const(0)), 3),
    "table": (ir.Lookup(0, NUMBER), 0),
    "no table": (ir.Lookup(9, NUMBER), 0),
    "operation": (ir.SetOp("union", SET, GOODS), 3),
    "branch": (ir.If(ONE, SET, SET), 3),
    "let": (ir.Let(HELD, SET, ir.Read(HELD)), 3),
    "single": (ir.Single(NUMBER, 5), 5),
    "top": (ir.Top(G, SET, (), 3), 3),
    "size": (ir.Size(SET), 0),
}


@pytest.mark.parametrize(("expr", "width"), WIDTHS.values(), ids=WIDTHS)
def test_widths(expr: ir.Expr, width: int) -> None:
    assert BOUNDS.width(expr) == width


KEYS = (ir.Key("lowest", NUMBER), ir.Key("highest", ONE))

COSTS: dict[str, tuple[ir.Expr, int]] = {
    "leaf": (NUMBER, 1),
    "cell": (ir.ReadAt(COINS, 2, ONE), 2),
    "sum": (ir.Arith("add", ONE, ONE), 3),
    "both": (ir.And(ONE, ir.Not(ONE)), 4),
    "branch": (ir.If(ONE, NUMBER, ONE), 4),
    "member": (ir.Member(ONE, SET), 3),
    "size": (ir.Size(SET), 2),
    "single": (ir.Single(ONE, 3), 2),
    "lowest": (ir.Lowest(SET, ONE), 3),
    "total": (ir.Sum(G, SET, ONE), 2 + 3 * 2),
    "extreme": (ir.Extreme("lowest", G, SET, ONE, ONE), 3 + 3 * 2),
    "first": (ir.First(G, SET, KEYS, ONE), 2 + 2 + 3 * 3),
    "top": (ir.Top(G, SET, KEYS, 3), 2 + 3 * 3),
    "linked": (ir.Linked(G, SET, SET, GOODS), 3 + 3 * 2),
    "cheapest": (ir.Cheapest(G, SET, NUMBER, ONE, ONE, GOODS), 4 + 3 * (3 + 3)),
    "let": (ir.Let(G, ONE, ONE), 3),
}


@pytest.mark.parametrize(("expr", "cost"), COSTS.values(), ids=COSTS)
def test_costs_of_expressions(expr: ir.Expr, cost: int) -> None:
    assert expression_cost(expr, BOUNDS) == cost


SET_IT = ir.Set(LUCK, ONE)

STATEMENTS: dict[str, tuple[ir.Statement, int]] = {
    "set": (SET_IT, 2),
    "cell": (ir.SetAt(LUCK, 2, ONE, ONE), 3),
    "the dearer branch": (ir.When(ONE, (SET_IT,), (SET_IT, SET_IT)), 2 + 4),
    "sorted": (ir.Sorted(G, SET, KEYS, (SET_IT,)), (2 + 3 * 3) + 3 * 2 + 3 * (1 + 2)),
    "log": (ir.Log(0, (ONE,), ir.SetConst(1, 2)), 3),
    "promise": (ir.Require(ONE, "E706", 0), 2),
}


@pytest.mark.parametrize(("statement", "cost"), STATEMENTS.values(), ids=STATEMENTS)
def test_costs_of_statements(statement: ir.Statement, cost: int) -> None:
    assert statement_cost(statement, BOUNDS) == cost
