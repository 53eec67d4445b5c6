"""Statements carried out on a few slots; every result is worked out by hand."""

from dataclasses import replace

import pytest

from interpreter.core.ir import (
    Arith,
    Compare,
    Const,
    Copy,
    Event,
    Expr,
    Extreme,
    If,
    Key,
    Let,
    Log,
    Loop,
    Lowest,
    Not,
    Range,
    Read,
    ReadAt,
    Repeat,
    Set,
    SetAt,
    SetConst,
    SetOp,
    Single,
    Slot,
    Sorted,
    Statement,
    Sum,
    When,
)
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Told
from interpreter.engine.forms import Tape
from interpreter.engine.statements import Statements
from tests.programs.tic_tac_toe import tic_tac_toe

# four numbers, a row of four, a set of four, a variable
A, B, ROW, SET, VAR = 0, 1, 4, 8, 9
PROGRAM = replace(
    tic_tac_toe(),
    slots=(
        Slot("numbers", 0, 4, -9, 9, 0, "component", (0,) * 4),
        Slot("row", ROW, 4, 0, 9, 0, "component", (0,) * 4),
        Slot("set", SET, 1, 0, 0, 4, "component", (0,)),
        Slot("var", VAR, 2, -99, 99, 0, "scratch", (0,)),
    ),
    components=(),
    events=(
        Event("says", "", (0, 1), (-1, -1), ("integer", "integer"), -1, -1),
        Event("says", "", (0,), (-1,), ("integer",), -1, -1),
        Event("says", "", (), (), (), -1, -1),
        Event("says", "", ("has ", 0, " of ", 1), (1, 1), ("bag", "set"), -1, -1),
    ),
)
START = [3, -2, 0, 7, 5, 1, 5, 2, 0b1011, 0, 0]
ALL = SetConst(15, 4)


def cell(index: Expr) -> Expr:
    return ReadAt(ROW, 4, index)


def append(number: Expr) -> Statement:
    """Put a digit behind those of A."""
    return Set(A, Arith("add", Arith("mul", Read(A), Const(10)), number))


def told(*body: Statement, logs: bool = True) -> Tape:
    tape = Tape(tuple(START))
    Statements(PROGRAM, logs).body(body)(tape)
    return tape


def after(*body: Statement) -> list[int]:
    s = list(START)
    Statements(PROGRAM, logs=False).body(body)(s)
    return s


def changed(**slots: int) -> list[int]:
    names = {"a": A, "b": B, "c": 2, "d": 3, "r0": 4, "r1": 5, "r2": 6, "r3": 7, "set": SET, "var": VAR}
    s = list(START)
    for name, value in slots.items():
        s[names[name]] = value
    return s


IS_FIVE = Compare("eq", Read(VAR), Const(2))

CASES: dict[str, tuple[tuple[Statement, ...], list[int]]] = {
    "nothing": ((), START),
    "a constant": ((Set(A, Const(8)),), changed(a=8)),
    "constants": ((Set(A, Const(8)), Set(SET, SetConst(6, 4)), Set(B, Const(0))), changed(a=8, b=0, set=6)),
    "in turn": ((Set(A, Const(8)), Set(B, Read(A)), Set(A, Const(1))), changed(a=1, b=8)),
    "a value in range": ((Set(A, Arith("add", Read(B), Const(4)), Range(0, 9, 0)),), changed(a=2)),
    "a cell": ((SetAt(ROW, 4, Read(A), Const(9)),), changed(r3=9)),
    "a cell in range": ((SetAt(ROW, 4, Read(A), Read(A), Range(0, 9, 0)),), changed(r3=3)),
    "more in a cell": (
        (SetAt(ROW, 4, Read(A), Arith("add", cell(Read(A)), Read(3)), Range(0, 9, 0)),),
        changed(r3=9),
    ),
    "more from another cell": (
        (SetAt(ROW, 4, Read(A), Arith("add", cell(Const(0)), Const(1)), Range(0, 9, 0)),),
        changed(r3=6),
    ),
    "a copy": ((Copy(ROW, A, 1),), changed(r0=3)),
    "a copy of itself moved": ((Copy(ROW + 1, ROW, 3),), changed(r1=5, r2=1, r3=5)),
    "when": ((When(Compare("gt", Read(A), Const(2)), (Set(B, Const(1)),), ()),), changed(b=1)),
    "when not": ((When(Compare("gt", Read(A), Const(3)), (Set(B, Const(1)),), ()),), START),
    "else": (
        (When(Compare("gt", Read(A), Const(3)), (), (Set(B, Const(4)), Set(3, Read(B)))),),
        changed(b=4, d=4),
    ),
    "loop": ((Set(A, Const(0)), Loop(VAR, Read(SET), (append(Read(VAR)),))), changed(a=13, var=3)),
    "a set that changes under its loop": (
        (Set(A, Const(0)), Loop(VAR, Read(SET), (Set(SET, SetConst(0, 4)), append(Read(VAR))))),
        changed(a=13, var=3, set=0),
    ),
    "lowest first, equals by index": (
        (Set(A, Const(0)), Sorted(VAR, ALL, (Key("lowest", cell(Read(VAR))),), (append(Read(VAR)),))),
        changed(a=1302, var=2),
    ),
    "highest first, equals by index": (
        (Set(A, Const(0)), Sorted(VAR, ALL, (Key("highest", cell(Read(VAR))),), (append(Read(VAR)),))),
        changed(a=231, var=1),
    ),
    "two keys": (
        (
            Set(A, Const(0)),
            Sorted(
                VAR,
                ALL,
                (Key("highest", cell(Read(VAR))), Key("highest", Read(VAR))),
                (append(Read(VAR)),),
            ),
        ),
        changed(a=2031, var=1),
    ),
    "keys are taken once": (
        (
            Set(A, Const(0)),
            Sorted(
                VAR,
                ALL,
                (Key("lowest", cell(Read(VAR))),),
                (append(Read(VAR)), SetAt(ROW, 4, Const(2), Const(0))),
            ),
        ),
        changed(a=1302, var=2, r2=0),
    ),
    "repeat": (
        (Repeat(Compare("lt", Read(A), Const(6)), (Set(A, Arith("add", Read(A), Const(1))),), 3, 0),),
        changed(a=6),
    ),
    "no lap": ((Repeat(Compare("lt", Read(A), Const(1)), (Set(A, Const(0)),), 0, 0),), START),
}


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_statements(body: tuple[Statement, ...], expected: list[int]) -> None:
    assert after(*body) == expected
    assert list(told(*body)) == expected


CONDITIONS: dict[str, tuple[Expr, int]] = {
    "comparison": (Compare("gt", Read(A), Const(2)), 1),
    "negation": (Not(Compare("gt", Read(A), Const(2))), 0),
    "branch": (If(Compare("gt", Read(A), Const(2)), Compare("lt", Read(B), Const(0)), Const(0)), 1),
    "let": (Let(VAR, Const(2), IS_FIVE), 1),
    "least": (Arith("min", Compare("gt", Read(A), Const(2)), Const(5)), 1),
    "default": (Lowest(SetConst(0, 4), Compare("gt", Read(A), Const(2))), 1),
    "extreme": (Extreme("highest", VAR, Read(SET), IS_FIVE, Const(0)), 0),
    "slot": (Compare("eq", Read(A), Const(3)), 1),
}


@pytest.mark.parametrize(("value", "expected"), CONDITIONS.values(), ids=CONDITIONS)
def test_a_condition_that_is_stored_is_a_number(value: Expr, expected: int) -> None:
    for statement in (Set(B, value), Set(B, value, Range(0, 1, 0)), SetAt(0, 4, Const(1), value)):
        stored = after(statement)[B]
        assert stored == expected
        assert type(stored) is int


def test_a_cell_out_of_range_is_named() -> None:
    with pytest.raises(RulesError) as caught:
        after(SetAt(ROW, 4, Read(A), Arith("add", cell(Read(A)), Const(8)), Range(0, 9, 0)))
    assert (caught.value.code, caught.value.message) == ("E701", "`row[3]` would become 10, expected 0..9")
    with pytest.raises(RulesError) as caught:
        after(SetAt(ROW, 4, Const(1), Const(-1), Range(0, 9, 0)))
    assert caught.value.message == "`row[1]` would become -1, expected 0..9"


def test_an_index_out_of_bounds_is_no_other_slot() -> None:
    for index in (Read(B), Arith("add", Read(A), Const(1))):
        with pytest.raises(RulesError) as caught:
            after(SetAt(ROW, 4, index, Const(1)))
        assert caught.value.code == "E701"


def test_logs_tell_the_values_of_their_moment() -> None:
    body = (
        Log(0, (Read(A), Compare("gt", Read(A), Const(2)))),
        Set(A, Const(0)),
        Log(1, (Read(A),), SetOp("union", Single(Const(0), 2), Single(Const(1), 2))),
        Log(2, (), SetConst(2, 2)),
    )
    assert told(*body).trail == [
        Told(0, (3, 1), None),
        Told(1, (0,), frozenset({1, 2})),
        Told(2, (), frozenset({2})),
    ]
    assert told(*body, logs=False).trail == []


def test_logs_tell_the_counts_of_a_bag() -> None:
    counts = Sum(VAR, SetConst(0b1101, 4), cell(Read(VAR)))
    inside = Let(VAR + 1, Const(1), Sum(VAR, ALL, Arith("mul", cell(Read(VAR)), Read(VAR + 1))))
    body = (Log(3, (counts, Read(SET))), Log(3, (inside, Read(SET))))
    assert told(*body).trail == [Told(3, ((5, 0, 5, 2), 0b1011), None), Told(3, ((5, 1, 5, 2), 0b1011), None)]
