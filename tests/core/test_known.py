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

ALL_LEVELS = ir.SetConst(0b1111, 4)
TURNED = [0, 0b10001, 0b00110, 0b01000]
GROUPS = (
    ir.Slot("v", 0, 1, -(2**31), 2**31 - 1, 0, "scratch", (0,)),
    ir.Slot("o", 1, 1, 1, 4, 0, "local", (1,)),
    ir.Slot("pool", 2, 1, 0, 0, 5, "local", (0,)),
)


def led_back(over: ir.Expr) -> ir.Expr:
    return ir.Filter(VAR, over, ir.Member(ir.Lookup(0, ir.Read(VAR)), LEVELS), 5)


LEVELS = ir.SetOp("inter", ALL_LEVELS, ir.Read(3))
ONE_SLOT = {
    "a filter": ir.Filter(VAR, EVERY, ir.Compare("gt", ir.Lookup(0, ir.Read(VAR)), ir.Read(OTHER)), 5),
    "a sum": ir.Sum(VAR, ir.Lookup(1, ir.Read(OTHER)), ir.Lookup(0, ir.Read(VAR))),
    "a union": ir.SetOp("union", ir.Lookup(1, ir.Read(OTHER)), ir.Single(ir.Read(OTHER), 5)),
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


@pytest.mark.parametrize("name", ONE_SLOT)
def test_what_rests_on_one_slot_of_few_values_becomes_a_table(name: str) -> None:
    tables = list(TABLES)
    known = Known(tables, GROUPS).rebuilt(ONE_SLOT[name])

    assert known == ir.Lookup(2, ir.Read(OTHER))
    assert len(tables[2].values) == 5
    for value in range(1, 5):
        assert tables[2].values[value] == direct(program(), ONE_SLOT[name], [0, value, 0])


def test_a_table_of_one_value_is_the_value() -> None:
    loop = ir.Exists(VAR, EVERY, ir.Compare("ge", ir.Read(VAR), ir.Read(OTHER)))
    tables = list(TABLES)

    assert Known(tables, GROUPS).rebuilt(loop) == ir.Const(1)
    assert tables == TABLES


@pytest.mark.parametrize(
    "slot", [ir.Slot("o", 1, 1, -1, 4, 0, "local", (1,)), ir.Slot("o", 1, 1, 0, 9999, 0, "local", (1,))]
)
def test_a_slot_of_many_values_or_of_none_makes_no_table(slot: ir.Slot) -> None:
    groups = (GROUPS[0], slot, GROUPS[2])

    assert Known(list(TABLES), groups).rebuilt(ONE_SLOT["a filter"]) == ONE_SLOT["a filter"]


def test_a_row_without_a_value_makes_no_table() -> None:
    # The table ends at 4, so that the loop has no value where the slot holds 5.
    groups = (GROUPS[0], ir.Slot("o", 1, 1, 0, 5, 0, "local", (1,)), GROUPS[2])
    loop = ONE_SLOT["a sum"]

    assert Known(list(TABLES), groups).rebuilt(loop) == loop


def test_a_table_asked_whether_it_leads_into_a_set_is_turned_round() -> None:
    groups = (*GROUPS, ir.Slot("levels", 3, 1, 0, 0, 4, "local", (0,)))
    tables = list(TABLES)
    over = ir.SetConst(0b11101, 5)
    known = Known(tables, groups).rebuilt(led_back(over))

    assert known == ir.Union(VAR, LEVELS, ir.Lookup(2, ir.Read(VAR)), 5)
    assert list(tables[2].values) == [bits & over.bits for bits in TURNED]
    made = program()
    object.__setattr__(made, "tables", tuple(tables))
    for levels in range(16):
        assert direct(made, known, [0, 0, 0, levels]) == direct(program(), led_back(over), [0, 0, 0, levels])


def test_a_set_that_is_known_to_the_loop_alone_is_not_turned_round() -> None:
    groups = (*GROUPS, ir.Slot("levels", 3, 1, 0, 0, 4, "local", (0,)))
    own = ir.SetOp("minus", ir.Read(3), ir.Single(ir.Lookup(0, ir.Read(VAR)), 4))
    loop = ir.Filter(VAR, EVERY, ir.Member(ir.Lookup(0, ir.Read(VAR)), own), 5)

    assert Known(list(TABLES), groups).rebuilt(loop) == loop


def test_what_takes_long_is_left_for_play() -> None:
    # Loops in loops over everything: each further one takes five times as long.
    inner: ir.Expr = ir.Compare("gt", ir.Lookup(0, ir.Read(VAR)), ir.Read(OTHER))
    groups = (*GROUPS, *(ir.Slot("v", 3 + i, 1, -(2**31), 2**31 - 1, 0, "scratch", (0,)) for i in range(30)))
    for depth in range(30):
        inner = ir.Exists(3 + depth, EVERY, inner)
    loop = ir.Filter(VAR, EVERY, inner, 5)
    tables = list(TABLES)

    assert Known(tables, groups).rebuilt(loop) == loop
    assert tables == TABLES
