"""What keeps the C text small for compilers: few loops are unrolled, and zeros are cleared side by side."""

from dataclasses import replace

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.writer import MOST_UNROLLED, Writer
from interpreter.core import ir
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe


def loops(*times: int, lines: int) -> str:
    """Loops within each other, with so many lines in the innermost."""
    out = Writer()

    def nested(rest: tuple[int, ...]) -> None:
        if not rest:
            for _ in range(lines):
                out.line("x++;")
            return
        with out.unrolled(rest[0], f"for (int i = 0; i < {rest[0]}; i++)"):
            nested(rest[1:])

    nested(times)
    return out.text()


def test_a_small_loop_is_unrolled() -> None:
    assert loops(4, lines=2).splitlines()[:2] == ["#pragma GCC unroll 4", "for (int i = 0; i < 4; i++) {"]


def test_a_loop_is_not_unrolled_to_more_than_the_most() -> None:
    most = MOST_UNROLLED // 8
    assert "unroll 8" in loops(8, lines=most)
    assert "unroll" not in loops(8, lines=most + 1)


def test_of_loops_within_each_other_the_inner_ones_are_unrolled() -> None:
    text = loops(8, 4, 4, 4, lines=1)
    # With their heads and ends the three inner ones come to 4 · 31 lines, all four to 8 · 127.
    assert text.count("unroll 4") == 3
    assert "unroll 8" not in text
    assert text.count("for (") == 4


@needs_compiler
def test_zeros_side_by_side_are_cleared_at_once_and_what_lies_between_stays() -> None:
    program = tic_tac_toe()
    base = max(group.base + group.count for group in program.slots)
    names = [ir.Slot(f"n{i}", base + i, 1, 0, 9, 0, "component", (0,)) for i in range(12)]
    fill = tuple(ir.Set(base + i, ir.Const(i % 5 + 1)) for i in range(12))
    clear = tuple(ir.Set(base + i, ir.Const(0)) for i in range(12) if i not in (5, 7))
    first = program.blocks[program.entry]
    blocks = list(program.blocks)
    blocks[program.entry] = ir.Block((*fill, *clear, *first.body), first.end)
    program = replace(program, slots=(*program.slots, *names), blocks=tuple(blocks))
    ours = NativeExecutor(program, quick=True)
    assert "CLEAR(g, n0, n4);" in ours.source
    assert "CLEAR(g, n8, n11);" in ours.source
    assert "g->n6 = 0;" in ours.source
    assert ours.begin().slots[base:] == (0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0)
