"""Moves of two values are counted, and the one that is drawn found again: the same moves at random."""

from dataclasses import replace

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import Paired
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.rng import numbered
from tests.backends.test_passes import forms
from tests.backends.test_stepping import KING, KNIGHT, entry, going, near, slots
from tests.compiler import needs_compiler
from tests.shipped import shipped_program

pytestmark = needs_compiler


def both(program: ir.Program, is_paired: bool) -> None:
    """The native executor plays as the reference does; whether second values are found again is told."""
    assert (Paired in forms(program, ALL_PASSES)) == is_paired
    assert Paired not in forms(program, ALL_PASSES - {"pairing"})
    reference = Reference(program)
    natives = [NativeExecutor(program, True, passes) for passes in (ALL_PASSES, ALL_PASSES - {"pairing"})]
    choices = 0
    for number in range(6):
        seed = numbered(11, number)
        played = reference.playout(seed, "auto", 4096)
        choices += played.choices
        for native in natives:
            assert native.playout(seed) == played
            assert native.playout(seed, "stage") == reference.playout(seed, "stage", 4096)
            assert native.playout(seed, "auto", 12) == reference.playout(seed, "auto", 12)
    assert choices > 50


@pytest.mark.parametrize("steps", [KING, KNIGHT])
def test_steps_in_many_directions(steps: tuple[tuple[int, int], ...]) -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near(*steps), start)
    both(going(program, ir.SetOp("inter", there, free)), is_paired=True)


def test_any_free_cell_from_any_of_ones_own() -> None:
    # 16 pieces and 32 free cells are 512 moves at the start.
    program, _, _, free, _ = slots()
    both(going(program, free), is_paired=True)


def test_a_second_value_that_may_be_left_out_is_put_down() -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near(*KING), start)
    program = going(program, ir.SetOp("inter", there, free), optional=True)
    assert Paired not in forms(program, ALL_PASSES)


def test_what_takes_a_loop_is_put_down() -> None:
    # The free cells beside free ones that are near.
    program, start, _, free, _ = slots()
    program, there = entry(program, near(*KING), start)
    y = next(group.base for group in program.slots if group.role == "scratch")
    program, further = entry(program, near(*KING), ir.Read(y))
    beside = ir.Union(y, ir.SetOp("inter", there, free), further, 64)
    both(going(program, ir.SetOp("inter", beside, free)), is_paired=False)


def test_what_may_fail_is_put_down() -> None:
    program, start, _, free, _ = slots()
    program, there = entry(program, near(*KING)[:60], start)
    program = going(program, ir.SetOp("inter", there, free))
    assert Paired not in forms(program, ALL_PASSES)


def test_a_requirement_of_the_action_is_asked_before() -> None:
    program = shipped_program("clans")
    assert Paired in forms(program, ALL_PASSES)
    decision = program.decisions[0]
    alternative = decision.alternatives[0]
    never = ir.Requirement("never", ir.Compare("eq", ir.Const(1), ir.Const(2)), "never", -1, ())
    asked = replace(decision, alternatives=(replace(alternative, requires=(never,)),))
    program = replace(program, decisions=(asked, *program.decisions[1:]))
    assert Paired not in forms(program, ALL_PASSES)
