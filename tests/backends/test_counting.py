"""Native code counts by words: weights, rows of bytes, costs and what is picked. The reference adds up."""

import random
from dataclasses import replace

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.forms import Summed
from interpreter.backends.c.passes.improve import improved
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.core.reading import parts
from tests.backends.test_passes import forms
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_program

pytestmark = needs_compiler


def running(
    slots: tuple[ir.Slot, ...],
    tables: tuple[ir.Table, ...],
    *body: ir.Statement,
    end: ir.Terminator | None = None,
) -> ir.Program:
    """A program that does something and ends; or goes on to a last block after a draw."""
    blocks = (ir.Block(body, end or ir.End()), ir.Block((), ir.End()))
    return replace(
        tic_tac_toe(),
        tables=tables, slots=slots, components=(), decisions=(), blocks=blocks, entry=0, begin=0,
        ranking=None, winners=-1, ended=-1,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------
# Weights

WIDE = 70
WEIGHTS = {
    "few": ((5, 0, 2, 1, 3, 3, 0, 4, 1), True),
    "none": ((0,) * 9, False),
    "negative": ((5, 0, -2, 1, 3, 3, 0, 4, 1), False),
    "heavy": ((500, 0, 2, 1, 3, 3, 0, 4, 1), False),
    "wide": (tuple(i % 8 for i in range(WIDE)), True),
    "wide and heavy": (tuple(i % 16 for i in range(WIDE)), False),
}


@pytest.mark.parametrize(("weights", "is_counted"), WEIGHTS.values(), ids=WEIGHTS)
def test_weights_of_a_set_are_added_up(weights: tuple[int, ...], is_counted: bool) -> None:
    width = len(weights)
    slots = (
        ir.Slot("chosen", 0, 1, 0, 0, width, "component", (0,)),
        ir.Slot("sum", 1, 1, -5000, 5000, 0, "component", (0,)),
        ir.Slot("x", 2, 1, 0, width - 1, 0, "scratch", (0,)),
    )
    total = ir.Sum(2, ir.Read(0), ir.Lookup(0, ir.Read(2)))
    program = running(slots, (ir.Table("weight", 0, weights),), ir.Set(1, total))
    assert (ir.Sum not in forms(program, ALL_PASSES)) is is_counted
    assert ir.Sum in forms(program, ALL_PASSES - {"weighing"})
    native, rng = NativeExecutor(program, quick=True), random.Random(1)
    for chosen in (0, (1 << width) - 1, *(rng.getrandbits(width) for _ in range(50))):
        expected = sum(weight for i, weight in enumerate(weights) if chosen >> i & 1)
        assert native.advance(Position((chosen, 0, 0), 0)).slots[1] == expected


# ---------------------------------------------------------------------------------------------
# Rows of bytes


@pytest.mark.parametrize("width", [9, 16, 23, 32, 47, 64])
@pytest.mark.parametrize(("low", "high"), [(0, 127), (-1, 100), (0, 200)])
def test_rows_are_added_up_and_copied(width: int, low: int, high: int) -> None:
    # Two rows, of which `row` is added up and copied behind them; and a row of a table.
    row, total, x, copied, known = 2 * width, 2 * width + 1, 2 * width + 2, 2 * width + 3, 3 * width + 3
    whole = ir.SetConst((1 << width) - 1, width)
    at = ir.Arith("add", ir.Arith("mul", ir.Read(row), ir.Const(width)), ir.Read(x))
    cell = ir.ReadAt(0, 2 * width, at)
    slots = (
        ir.Slot("cells", 0, 2 * width, low, high, 0, "component", (0,) * 2 * width),
        ir.Slot("row", row, 1, 0, 1, 0, "component", (0,)),
        ir.Slot("sum", total, 1, -20000, 20000, 0, "component", (0,)),
        ir.Slot("x", x, 1, 0, width - 1, 0, "scratch", (0,)),
        ir.Slot("copied", copied, width, low, high, 0, "component", (0,) * width),
        ir.Slot("known", known, width, 0, 100, 0, "component", (0,) * width),
    )
    program = running(
        slots,
        (ir.Table("numbers", 0, tuple(range(2 * width))[: min(2 * width, 100)]),),
        ir.Set(total, ir.Sum(x, whole, cell)),
        ir.Loop(x, whole, (ir.SetAt(copied, width, ir.Read(x), cell),)),
        ir.Loop(x, whole, (ir.SetAt(known, width, ir.Read(x), ir.Lookup(0, ir.Read(x))),)),
    )
    native, rng = NativeExecutor(program, quick=True), random.Random(width)
    for chosen in (0, 1, 0, 1):
        cells = [rng.choice((low, high, rng.randint(low, high))) for _ in range(2 * width)]
        here = cells[chosen * width : (chosen + 1) * width]
        begun = Position((*cells, chosen, 0, 0, *[0] * 2 * width), 0)
        found = native.advance(begun).slots
        assert found[total] == sum(here)
        assert list(found[copied:known]) == here
        assert list(found[known:]) == list(range(width))


def test_a_row_that_is_moved_within_its_array_is_read_as_it_changes() -> None:
    # Each cell takes what the one before it has got by then: all become the first.
    whole, x, width = ir.SetConst((1 << 20) - 1, 20), 21, 20
    slots = (
        ir.Slot("cells", 0, 21, 0, 100, 0, "component", (0,) * 21),
        ir.Slot("x", x, 1, 0, width - 1, 0, "scratch", (0,)),
    )
    moved = ir.SetAt(1, 20, ir.Read(x), ir.ReadAt(0, 20, ir.Read(x)))
    program = running(slots, (), ir.Loop(x, whole, (moved,)))
    found = NativeExecutor(program, quick=True).advance(Position((*range(7, 28), 0), 0))
    assert found.slots[:21] == (7,) * 21


@pytest.mark.parametrize("width", [9, 23, 64, 70])
@pytest.mark.parametrize("is_some", [False, True])
def test_what_is_drawn_from_a_bag_is_as_likely_as_there_are_of_it(width: int, is_some: bool) -> None:
    rng = random.Random(width)
    among = ir.Read(width) if is_some else None
    slots = (
        ir.Slot("bag", 0, width, 0, 100, 0, "component", (0,) * width),
        ir.Slot("among", width, 1, 0, 0, width, "component", (0,)),
        ir.Slot("drawn", width + 1, 1, 0, width - 1, 0, "component", (0,)),
    )
    end = ir.DrawBag(width + 1, 0, width, ir.Const(0), 1, -1, 0, among=among)
    program = running(slots, (), end=end)
    native, reference = NativeExecutor(program, quick=True), Reference(program)
    for held in (1, 3, width):
        bag = [0] * width
        for i in rng.sample(range(width), held):
            bag[i] = rng.randint(1, 9)
        some = rng.getrandbits(width) | 1 << max(i for i in range(width) if bag[i])
        at = Position((*bag, some, 0), 0)
        for seed in range(20):
            after, stream = native.draw(at, seed)
            assert (after, stream) == reference.draw(at, seed)
            drawn = after.slots[width + 1]
            assert bag[drawn]
            assert not is_some or some >> drawn & 1


# ---------------------------------------------------------------------------------------------
# Costs and picks


def test_costs_and_picks_of_a_game_are_counted() -> None:
    program = shipped_program("little-factory")
    assert Summed in forms(program, ALL_PASSES)
    assert Summed not in forms(program, ALL_PASSES - {"adding"})


def test_a_sum_that_decides_nothing_is_not_asked_for() -> None:
    # A trade takes goods out of a hand of seven at the most: its limit holds whatever is given.
    def limits(passes: frozenset[str]) -> set[type]:
        program = shipped_program("little-factory")
        better, _ = improved(program, Ranges(program), passes)
        stages = [stage for one in better.decisions for way in one.alternatives for stage in way.stages]
        tests = [one.test for stage in stages for part in stage.may for one in part]
        return {type(test) for test in tests if ir.Sum in kinds(test)}

    def kinds(test: object) -> set[type]:
        return {type(test)}.union(*map(kinds, parts(test)))

    assert ir.Compare in limits(ALL_PASSES - {"sparing"})
    assert ir.Compare not in limits(ALL_PASSES)


HELD, WANTED, MEMBER = 0, 9, 10
COSTS = tuple(map(int, "012030100000000000400000004"))


def buying(low: int) -> ir.Program:
    """One of three things may be chosen whose cost is held; nothing may be short of what it costs."""
    index = ir.Arith("add", ir.Arith("mul", ir.Read(WANTED), ir.Const(9)), ir.Read(MEMBER))
    short = ir.Exists(
        MEMBER,
        ir.SetConst((1 << 9) - 1, 9),
        ir.Compare("gt", ir.Lookup(0, index), ir.ReadAt(HELD, 9, ir.Read(MEMBER))),
    )
    program = tic_tac_toe()
    (decision,) = program.decisions
    (alternative,) = decision.alternatives
    requirement = ir.Requirement("paid", ir.Not(short), "", 0)
    stage = ir.Stage("thing", WANTED, 0, ir.SetConst(0b111, 3), False, (requirement,), 0)
    alternative = replace(alternative, requires=(), stages=(stage,), block=1)
    decision = replace(decision, shared=(), alternatives=(alternative,), who=ir.Const(0))
    return replace(
        running(
            (
                ir.Slot("held", HELD, 9, low, 9, 0, "component", (0,) * 9),
                ir.Slot("wanted", WANTED, 1, 0, 2, 0, "local", (0,)),
                ir.Slot("member", MEMBER, 1, 0, 8, 0, "scratch", (0,)),
            ),
            (ir.Table("cost", 0, COSTS),),
            end=ir.Choose(0),
        ),
        decisions=(decision,),
    )


@pytest.mark.parametrize("low", [0, -1])
def test_what_is_held_covers_a_cost(low: int) -> None:
    # Whoever owes something is short of it even where it costs nothing.
    program = buying(low)
    assert (ir.Exists not in forms(program, ALL_PASSES)) is (low == 0)
    assert ir.Exists in forms(program, ALL_PASSES - {"covering", "tables"})
    native, rng = NativeExecutor(program, quick=True), random.Random(3)
    for _ in range(200):
        held = [rng.choice((low, 0, 1, 2, 3, 4, 9)) for _ in range(9)]
        payable = [thing for thing in range(3) if all(COSTS[9 * thing + i] <= held[i] for i in range(9))]
        at = Position((*held, 0, 0), 0)
        assert [move[1][0] for move in native.legal(at)] == payable
