"""Large programs are written in parts, small ones are not, and both play as the reference does."""

import pytest

from interpreter.backends.c import apart
from interpreter.backends.c.building import PIECE_MARK
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.core.free import free, needed
from interpreter.engine.policy import CUT
from interpreter.engine.rng import numbered
from tests.compiler import needs_compiler
from tests.shipped import shipped_program


@needs_compiler
@pytest.mark.parametrize("name", ["clans", "little-factory", "yin-yang", "english-draughts"])
def test_a_program_in_parts_plays_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = shipped_program(name)
    for field in ("LARGE", "PART", "REPEATED", "LONG"):
        monkeypatch.setattr(apart, field, 5)
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    assert "JOINT_SELDOM int part" in native.source
    for number in range(3):
        seed = numbered(11, number)
        assert native.playout(seed) == reference.playout(seed, "auto", CUT)


@needs_compiler
def test_small_programs_stay_in_one_piece_and_large_ones_do_not() -> None:
    assert "SELDOM int part" not in NativeExecutor(shipped_program("clans"), quick=True).source
    assert f"\n{PIECE_MARK}" not in NativeExecutor(shipped_program("clans"), quick=True).source
    large = NativeExecutor(shipped_program("yellow-yangtze"), quick=True).source
    # What is looked at after each action is written once.
    assert large.count("SELDOM void whole") >= 2
    assert large.count("whole0(c, g);") > 10


SUM = ir.Sum(7, ir.SetConst(3, 2), ir.Read(7))


@pytest.mark.parametrize(
    ("statements", "slots"),
    [
        ((ir.Set(1, ir.Read(2)),), {2}),
        ((ir.Set(1, ir.Const(0)), ir.Set(2, ir.Read(1))), set()),
        ((ir.Set(2, ir.Read(1)), ir.Set(1, ir.Const(0))), {1}),
        ((ir.Set(1, SUM),), set()),
        ((ir.Set(1, SUM), ir.Set(2, ir.Read(7))), {7}),
        ((ir.When(ir.Read(3), (ir.Set(1, ir.Const(0)),), ()), ir.Set(2, ir.Read(1))), {1, 3}),
        ((ir.Loop(4, ir.Read(5), (ir.Set(1, ir.Read(4)),)), ir.Set(2, ir.Read(4))), {4, 5}),
        ((ir.Loop(4, ir.Read(4), (ir.Set(1, ir.Read(4)),)),), {4}),
        ((ir.Copy(10, 20, 2), ir.Set(1, ir.ReadAt(10, 2, ir.Read(3)))), {3, 20, 21}),
    ],
)
def test_what_statements_need(statements: tuple[ir.Statement, ...], slots: set[int]) -> None:
    assert needed(statements, {}) == slots


def test_a_variable_is_seen_inside_only() -> None:
    over = ir.Filter(7, ir.Read(7), ir.Read(7), 2)
    assert free(over, {}) == {7}
    assert free(SUM, {}) == set()
