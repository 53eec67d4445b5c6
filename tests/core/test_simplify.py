"""Simpler expressions mean the same."""

from itertools import product

import pytest

from interpreter.core import ir
from interpreter.core.simplify import simplify
from tests.core.test_known import program
from tests.programs.direct import direct

EVERY = ir.SetConst(0b11111, 5)


def is_low(var: int) -> ir.Expr:
    return ir.Compare("eq", ir.Lookup(0, ir.Read(var)), ir.Const(1))


def part(var: int, test: ir.Expr) -> ir.Expr:
    return ir.Sum(var, EVERY, ir.If(test, ir.Lookup(0, ir.Read(var)), ir.Const(0)))


HALVES = {
    "one variable": (0, 0),
    "two variables": (0, 1),
}


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("op", ["add", "sub"])
def test_two_halves_are_one_sum(name: str, op: str) -> None:
    one, two = HALVES[name]
    whole = ir.Arith(op, ir.Arith(op, ir.Read(2), part(one, is_low(one))), part(two, ir.Not(is_low(two))))  # type: ignore[arg-type]

    assert simplify(whole) == ir.Arith(op, ir.Read(2), ir.Sum(one, EVERY, ir.Lookup(0, ir.Read(one))))  # type: ignore[arg-type]
    for value in range(8):
        assert direct(program(), simplify(whole), [0, 0, value]) == direct(program(), whole, [0, 0, value])


def test_halves_of_two_conditions_stay() -> None:
    other = ir.Compare("eq", ir.Lookup(0, ir.Read(1)), ir.Const(2))
    whole = ir.Arith("add", ir.Arith("add", ir.Read(2), part(0, is_low(0))), part(1, ir.Not(other)))

    assert simplify(whole) == whole


def test_emptiness_of_a_filter_is_a_search() -> None:
    for low, high in product((False, True), repeat=2):
        test = ir.And(ir.Const(int(low)), ir.Const(int(high)))
        found = simplify(ir.Empty(ir.Filter(0, EVERY, test, 5)))
        assert found == ir.Not(ir.Exists(0, EVERY, test))
        assert direct(program(), found, [0, 0, 0]) == (not (low and high))
