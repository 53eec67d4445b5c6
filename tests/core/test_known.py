"""Loops that rest on tables alone are worked out when the program is made, and mean what they meant."""

import pytest

from interpreter.core import ir
from interpreter.core.known import Known
from tests.programs.direct import direct

VAR, OTHER, POOL = 0, 1, 2
TABLES = [
    ir.Table("level", 0, (1, 2, 2, 3, 1)),
    ir.Table("near", 5, (0b00110, 0b10001, 0b01000, 0b00100, 0b00010)),
]
EVERY = ir.SetConst(0b11111, 5)
POOLED = ir.SetOp("inter", EVERY, ir.Read(POOL))


def level_is(number: int, var: int = VAR) -> ir.Expr:
    return ir.Compare("eq", ir.Lookup(0, ir.Read(var)), ir.Const(number))


BEFORE = ir.Member(ir.Read(VAR), ir.Read(POOL))
LOOPS = {
    "a filter of everything": (ir.Filter(VAR, EVERY, level_is(2), 5), ir.SetConst(0b00110, 5)),
    "a filter": (
        ir.Filter(VAR, POOLED, level_is(2), 5),
        ir.SetOp("inter", POOLED, ir.SetConst(0b00110, 5)),
    ),
    "half a filter": (
        ir.Filter(VAR, EVERY, ir.And(level_is(1), BEFORE), 5),
        ir.Filter(VAR, ir.SetConst(0b10001, 5), BEFORE, 5),
    ),
    "a count": (
        ir.Sum(VAR, POOLED, level_is(3)),
        ir.Size(ir.SetOp("inter", POOLED, ir.SetConst(0b01000, 5))),
    ),
    "a search": (
        ir.Exists(VAR, POOLED, level_is(1)),
        ir.Not(ir.Empty(ir.SetOp("inter", POOLED, ir.SetConst(0b10001, 5)))),
    ),
    "a search in vain": (ir.Exists(VAR, EVERY, level_is(9)), ir.Const(0)),
    "a sum": (ir.Sum(VAR, EVERY, ir.Lookup(0, ir.Read(VAR))), ir.Const(9)),
}


def program() -> ir.Program:
    # Only its tables are looked at.
    found = object.__new__(ir.Program)
    object.__setattr__(found, "tables", tuple(TABLES))
    return found


@pytest.mark.parametrize("name", LOOPS)
def test_what_is_known_is_worked_out(name: str) -> None:
    loop, wanted = LOOPS[name]

    assert Known(TABLES).rebuilt(loop) == wanted


@pytest.mark.parametrize("name", LOOPS)
def test_it_means_what_it_meant(name: str) -> None:
    loop, _ = LOOPS[name]
    rebuilt = Known(TABLES).rebuilt(loop)

    for pool in range(32):
        assert direct(program(), loop, [0, 0, pool]) == direct(program(), rebuilt, [0, 0, pool])


def test_what_rests_on_the_state_stays() -> None:
    loop = ir.Filter(VAR, EVERY, ir.Compare("eq", ir.Lookup(0, ir.Read(VAR)), ir.Read(OTHER)), 5)

    assert Known(TABLES).rebuilt(loop) == loop


def test_a_condition_that_has_no_value_for_some_member_stays() -> None:
    # A loop over part of the domain may never come to the member for which it fails.
    short = [ir.Table("short", 0, (1, 2))]
    loop = ir.Filter(VAR, ir.SetConst(0b011, 3), ir.Compare("eq", ir.Lookup(0, ir.Read(VAR)), ir.Const(1)), 3)

    assert Known(short).rebuilt(loop) == loop
