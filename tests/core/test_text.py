from dataclasses import fields, replace
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.core import ir
from interpreter.core.digest import digest
from interpreter.core.text import MAX_NESTING, parse_program, print_program
from tests.programs.stalls import stalls
from tests.programs.tic_tac_toe import tic_tac_toe

NUMBERS = st.one_of(st.integers(-3, 300), st.integers(0, 1 << 200), st.integers(-(1 << 62), -1))


@st.composite
def values(draw: st.DrawFn, shape: Any, depth: int) -> Any:
    """Any value that an annotation of `ir` allows, whatever it means."""
    origin, args = get_origin(shape), get_args(shape)
    if origin in (Union, UnionType):
        small = (ir.Const, ir.SetConst, ir.Read, type(None), int, str, ir.End)
        leaves = [arg for arg in args if arg in small]
        return draw(values(draw(st.sampled_from(leaves if depth <= 0 and leaves else args)), depth))
    if origin is Literal:
        return draw(st.sampled_from(args))
    if origin is tuple:
        if args[-1] is not Ellipsis:
            return tuple(draw(values(arg, depth)) for arg in args)
        count = draw(st.integers(0, 2 if depth > 0 else 0))
        return tuple(draw(values(args[0], depth - 1)) for _ in range(count))
    if shape is int:
        return draw(NUMBERS)
    if shape is bool:
        return draw(st.booleans())
    if shape is str:
        return draw(st.text(max_size=6))
    if shape is type(None):
        return None
    hints = get_type_hints(shape)
    return shape(*(draw(values(hints[field.name], depth - 1)) for field in fields(shape)))


@pytest.mark.parametrize("program", [tic_tac_toe(), stalls()], ids=["tic-tac-toe", "stalls"])
def test_what_is_printed_is_parsed_again(program: ir.Program) -> None:
    assert parse_program(print_program(program)) == program


@settings(max_examples=20)
@given(values(ir.Program, 4))
def test_any_program_survives_the_round_trip(program: ir.Program) -> None:
    text = print_program(program)
    assert parse_program(text) == program
    assert print_program(parse_program(text)) == text


def test_spacing_does_not_matter() -> None:
    program = stalls()
    assert parse_program(print_program(program).replace("\n", " \n\n\t")) == program


@given(st.data())
def test_a_damaged_text_is_refused_or_is_another_program(data: st.DataObject) -> None:
    text = print_program(tic_tac_toe())
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 40))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + length :]
    try:
        program = parse_program(damaged)
    except ValueError:
        return
    assert isinstance(program, ir.Program)
    assert parse_program(print_program(program)) == program


@given(st.text(alphabet='()[]"\\ PlaceConst019-x.', max_size=60))
def test_any_text_is_refused_without_another_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_program(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends in the middle"),
        ("(Const 1)", "holds no program"),
        ("(Const 1) (Const 2)", "more than one value"),
        ("(Const 1", "ends in the middle"),
        ("(Const 1]", "closes nothing"),
        ("[1)", "closes nothing"),
        ("(Const)", "has 0 fields, expected 1"),
        ("(Const one)", "neither a number"),
        ('(Const "1")', "field of a wrong kind"),
        ("(Const true)", "field of a wrong kind"),
        ("(Const 01)", "neither a number"),
        ("(Const 1_0)", "neither a number"),
        ("(Program 1)", "has 1 fields"),
        ("(Literal 1)", "unknown form"),
        ("(dataclass 1)", "unknown form"),
        ("(Expr 1)", "unknown form"),
        ('(Not "(Const 1)")', "field of a wrong kind"),
        ('(Arith "pow" (Const 1) (Const 2))', "has a wrong op"),
        ('(Table "t" 0 [1 "2"])', "has a wrong values"),
        ('(Place "r" "f" 1 1 [3] "t")', "has a wrong cites"),
        ("(Top 1 (Read 1) [(Const 1)] 3)", "has a wrong keys"),
        ('"open', "neither a number"),
        ('"\\q"', "."),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_program(text)


def nested(depth: int) -> ir.Program:
    expr: ir.Expr = ir.Const(1)
    for _ in range(depth):
        expr = ir.Not(expr)
    check = ir.Requirement("deep", expr, "", 0)
    return replace(tic_tac_toe(), checks=(check,))


def test_nesting_is_bounded() -> None:
    deep = nested(MAX_NESTING - 4)
    assert parse_program(print_program(deep)) == deep
    with pytest.raises(ValueError, match="nested deeper"):
        print_program(nested(MAX_NESTING))
    with pytest.raises(ValueError, match="nested deeper"):
        parse_program("(Not " * 10_000 + ")" * 10_000)


def test_large_sets_are_short_to_convert() -> None:
    table = ir.Table("wide", 40_000, ((1 << 40_000) - 1,))
    program = replace(tic_tac_toe(), tables=(table,))
    assert parse_program(print_program(program)) == program


def test_digest_is_that_of_the_rules_not_of_where_they_stand() -> None:
    program = tic_tac_toe()
    moved = replace(program, places=(replace(program.places[0], file="other.yaml", line=99, column=1),))
    cited = replace(program, places=(replace(program.places[0], cites=("R4",)),))
    assert len(digest(program)) == 64
    assert digest(moved) == digest(program)
    assert digest(cited) == digest(program)
    assert digest(replace(program, longest=8)) != digest(program)
