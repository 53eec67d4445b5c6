"""What native code computes, against the plain meaning of `tests.programs.direct` and the reference.

Compiling takes longer than running, so that many expressions stand in one program.
"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.refusals import Unsupported
from interpreter.backends.executor import Position
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.core.bounds import bounds_of
from interpreter.core.reading import renamed
from interpreter.core.verify import verify
from interpreter.engine.errors import RulesError
from interpreter.engine.moves import ANY
from tests.compiler import needs_compiler
from tests.engine.test_closures import MAYBE, NUMBER, VARS, WIDTH, Exprs, expressions, slots
from tests.engine.test_closures import PROGRAM as FORMS
from tests.engine.test_statements import CASES, START, VAR
from tests.engine.test_statements import PROGRAM as STATEMENTS
from tests.programs.direct import direct
from tests.programs.tic_tac_toe import tic_tac_toe

pytestmark = needs_compiler

HUGE = 10**15
COUNT = 24
OUT = VARS + 7
OUT_SETS = OUT + COUNT
OUTS = (
    ir.Slot("out", OUT, COUNT, -HUGE, HUGE, 0, "local", (0,) * COUNT),
    ir.Slot("out sets", OUT_SETS, COUNT, 0, 0, WIDTH, "local", (0,) * COUNT),
)
SLOW_TO_MAKE = settings(
    max_examples=4,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def straight(body: tuple[ir.Statement, ...], groups: tuple[ir.Slot, ...], base: ir.Program) -> ir.Program:
    """A program that carries out statements and is over."""
    return replace(
        base,
        slots=groups,
        blocks=(ir.Block(body, ir.End()),),
        components=(),
        decisions=(),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
    )


def run(program: ir.Program, s: list[int]) -> tuple[int, ...]:
    """The slots after the program, begun from these."""
    return NativeExecutor(program, quick=True).advance(Position(tuple(s), 0)).slots


def is_set(expr: ir.Expr) -> bool:
    return bounds_of(FORMS).width(expr) > 0


@SLOW_TO_MAKE
@given(st.lists(expressions(), min_size=COUNT, max_size=COUNT), st.lists(slots(), min_size=4, max_size=4))
def test_expressions_mean_what_the_forms_say(exprs: list[ir.Expr], starts: list[list[int]]) -> None:
    body = tuple(ir.Set((OUT_SETS if is_set(expr) else OUT) + i, expr) for i, expr in enumerate(exprs))
    program = straight(body, (*FORMS.slots, *OUTS), FORMS)
    for s in starts:
        after = run(program, [*s, *[0] * 2 * COUNT])

        for i, expr in enumerate(exprs):
            assert after[(OUT_SETS if is_set(expr) else OUT) + i] == direct(FORMS, expr, list(s))
        assert list(after[:VARS]) == s[:VARS]


def test_statements() -> None:
    # Digits are put behind each other there, further than the slots are declared.
    roomy = tuple(
        replace(group, low=-(10**9), high=10**9, start=(0,) * group.count) if not group.width else group
        for group in STATEMENTS.slots
    )
    for name, (body, expected) in CASES.items():
        program = straight(body, roomy, STATEMENTS)

        after = run(program, list(START))

        # Variables are at their start again when a game stops.
        assert list(after[:VAR]) == expected[:VAR], name
        assert set(after[VAR:]) == {0}, name


# ---------------------------------------------------------------------------------------------
# Decisions


STILL = {NUMBER: VARS + 7, MAYBE: VARS + 8}
"""Slots like those of the stages that no stage writes."""


def before(expr: ir.Expr, *chosen: int) -> ir.Expr:
    """An expression that reads only those slots of stages that have their values, as verified programs do."""
    return renamed(expr, {slot: still for slot, still in STILL.items() if slot not in chosen})


@st.composite
def decisions(draw: st.DrawFn) -> ir.Decision:
    """A decision whose stages write the slots that random expressions read."""
    exprs, depth = Exprs(draw), draw(st.integers(1, 2))

    def tests(*chosen: int) -> tuple[ir.Requirement, ...]:
        count = draw(st.integers(0, 2))
        return tuple(
            ir.Requirement(f"r{i}", before(exprs.test(depth, 0), *chosen), "", -1) for i in range(count)
        )

    def alternative(index: int) -> ir.Alternative:
        order = draw(st.sampled_from([(), (NUMBER,), (MAYBE,), (NUMBER, MAYBE), (MAYBE, NUMBER)]))
        stages = tuple(
            ir.Stage(
                f"s{slot}",
                slot,
                2,
                before(exprs.set(depth, 0), *order[:i]),
                slot == MAYBE and draw(st.booleans()),
                tests(*order[: i + 1]),
                -1,
            )
            for i, slot in enumerate(order)
        )
        return ir.Alternative(f"a{index}", tests(), stages, 1, -1)

    shared = (ir.Shared(VARS + 6, before(exprs.set(depth, 0))),) if draw(st.booleans()) else ()
    alternatives = tuple(alternative(i) for i in range(draw(st.integers(1, 3))))
    return ir.Decision("random", ir.Const(0), shared, alternatives, 1, -1, ())


@SLOW_TO_MAKE
@given(st.lists(decisions(), min_size=8, max_size=8), slots())
def test_random_decisions(made: list[ir.Decision], s: list[int]) -> None:
    groups = (
        *(replace(one, start=tuple(s[one.base : one.base + one.count])) for one in FORMS.slots),
        ir.Slot("still number", STILL[NUMBER], 1, 0, 5, 0, "local", (s[NUMBER],)),
        ir.Slot("still maybe", STILL[MAYBE], 1, -1, 5, 0, "local", (s[MAYBE],)),
    )
    program = replace(
        FORMS,
        components=(),
        domains=(*tic_tac_toe().domains, ir.Domain("Six", 6, 0, ())),
        slots=groups,
        blocks=(*(ir.Block((), ir.Choose(i)) for i in range(len(made))), ir.Block((), ir.End())),
        decisions=tuple(
            replace(
                one,
                stuck=i + 1,
                alternatives=tuple(replace(a, block=i + 1) for a in one.alternatives),
            )
            for i, one in enumerate(made)
        ),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
        longest=30,
    )
    ours, reference = NativeExecutor(program, quick=True), Reference(program)
    at = ours.begin()
    while True:
        if isinstance(program.blocks[at.block].end, ir.End):
            break
        moves = list(ours.legal(at))
        assert moves == list(reference.legal(at))
        for limit in (1, 3, ANY):
            assert ours.count(at, limit) == min(limit, len(moves))
        after = reference.play(at, moves[0]) if moves else reference.stuck(at)
        assert after == (ours.play(at, moves[0]) if moves else ours.stuck(at))
        at = after
    for seed in range(3):
        for cut in (0, 3, 4096):
            assert ours.playout(seed, "auto", cut) == reference.playout(seed, "auto", cut)
        assert ours.playout(seed, "stage", 0) == reference.playout(seed, "stage", 0)


# ---------------------------------------------------------------------------------------------
# Sets of several words

WIDE = 130
A, B, MANY, ITEM, FOUND = 0, 1, 2, 5, 6
WIDE_SLOTS = (
    ir.Slot("a", A, 1, 0, 0, WIDE, "component", (0,)),
    ir.Slot("b", B, 1, 0, 0, WIDE, "component", (0,)),
    ir.Slot("many", MANY, 3, 0, 0, WIDE, "component", (0,) * 3),
    ir.Slot("item", ITEM, 1, -1, 200, 0, "component", (0,)),
    ir.Slot("found", FOUND, 8, 0, 0, WIDE, "local", (0,) * 8),
    ir.Slot("numbers", FOUND + 8, 12, -1000, 1000, 0, "local", (0,) * 12),
    ir.Slot("i", FOUND + 20, 1, 0, WIDE - 1, 0, "scratch", (0,)),
)
I = FOUND + 20  # noqa: E741


def test_sets_of_several_words() -> None:
    a, b, many, item = ir.Read(A), ir.Read(B), ir.ReadAt(MANY, 3, ir.Const(1)), ir.Read(ITEM)
    whole = ir.SetConst((1 << WIDE) - 1, WIDE)
    in_a = ir.Member(ir.Read(I), a)
    sets = (
        ir.SetOp("union", a, b),
        ir.SetOp("inter", a, b),
        ir.SetOp("minus", a, b),
        ir.If(ir.Empty(a), many, ir.Single(ir.Lowest(a, ir.Const(0)), WIDE)),
        ir.Filter(I, whole, ir.Not(in_a), WIDE),
        ir.Filter(I, b, in_a, WIDE),
        ir.Union(I, a, ir.Single(ir.Arith("sub", ir.Const(WIDE - 1), ir.Read(I)), WIDE), WIDE),
        ir.Top(I, b, (ir.Key("highest", ir.Arith("mod", ir.Read(I), ir.Const(7))),), WIDE),
    )
    numbers = (
        ir.Size(a),
        ir.Lowest(a, ir.Const(-1)),
        ir.Highest(b, ir.Const(-1)),
        ir.Member(item, a),
        ir.Empty(ir.SetOp("inter", a, b)),
        ir.SetCompare("eq", a, b),
        ir.SetCompare("ne", a, many),
        ir.SetCompare("subset", a, b),
        ir.Sum(I, a, ir.Const(2)),
        ir.Exists(I, b, ir.Compare("gt", ir.Read(I), ir.Const(100))),
        ir.First(I, a, (ir.Key("highest", ir.Arith("mod", ir.Read(I), ir.Const(5))),), ir.Const(-1)),
        ir.Extreme("highest", I, b, ir.Arith("mod", ir.Read(I), ir.Const(50)), ir.Const(-9)),
    )
    body = (
        *(ir.Set(FOUND + i, expr) for i, expr in enumerate(sets)),
        *(ir.Set(FOUND + 8 + i, expr) for i, expr in enumerate(numbers)),
    )
    program = straight(body, WIDE_SLOTS, tic_tac_toe())
    low, high = 1 << 3 | 1 << 63 | 1 << 64, 1 << 64 | 1 << 128 | 1 << 129
    for one, other, at in (
        (low, high, 64), (high, low, 129), (0, low, -1), (low | high, low | high, 130), (low, low | high, 200)
    ):  # fmt: skip
        s = [one, other, 0, high, 0, at, *[0] * 21]

        after = run(program, s)

        for i, expr in enumerate((*sets, *numbers)):
            assert after[FOUND + i] == direct(program, expr, list(s)), (i, one, other)


def test_a_value_of_several_words_is_chosen_and_drawn() -> None:
    stage = ir.Stage("s", ITEM, 2, ir.Read(A), False, (), -1)
    program = replace(
        tic_tac_toe(),
        domains=(*tic_tac_toe().domains, ir.Domain("Wide", WIDE, 0, ())),
        slots=(replace(WIDE_SLOTS[0], start=(1 << 129 | 1 << 70 | 1,)), *WIDE_SLOTS[1:]),
        decisions=(
            ir.Decision("d", ir.Const(0), (), (ir.Alternative("a", (), (stage,), 1, -1),), -1, -1, ()),
        ),
        blocks=(
            ir.Block((), ir.Choose(0)),
            ir.Block((), ir.Draw(FOUND + 8, ir.Read(A), 2, 2, -1)),
            ir.Block((), ir.End()),
        ),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
    )
    at = Reference(program).begin()
    assert list(NativeExecutor(program, quick=True).legal(at)) == [(0, (0,)), (0, (70,)), (0, (129,))]
    for seed in range(12):
        native = NativeExecutor(program, quick=True).playout(seed)
        assert native == Reference(program).playout(seed, "auto", 4096)
        assert native.slots[ITEM] in (0, 70, 129)


# ---------------------------------------------------------------------------------------------
# Errors

FAILING: dict[str, tuple[tuple[ir.Statement, ...], str, str]] = {
    "a value out of range": (
        (ir.Set(NUMBER, ir.Arith("add", ir.Read(NUMBER), ir.Const(4)), ir.Range(0, 5, 0)),),
        "E701", "`number` would become 7, expected 0..5",
    ),
    "a cell out of range": (
        (ir.SetAt(2, 6, ir.Read(NUMBER), ir.Arith("mul", ir.Read(NUMBER), ir.Const(2)), ir.Range(-1, 3, 0)),),
        "E701", "`row[3]` would become 6, expected -1..3",
    ),
    "an index": (
        (ir.Set(MAYBE, ir.ReadAt(2, 6, ir.Arith("add", ir.Read(NUMBER), ir.Const(5)))),),
        "E701", "an index of 8, expected 0..5",
    ),
    "an index below nothing": (
        (ir.Set(MAYBE, ir.Lookup(0, ir.Arith("sub", ir.Read(NUMBER), ir.Const(5)))),),
        "E701", "an index of -2, expected 0..5",
    ),
    "a member": (
        (ir.Set(32, ir.Single(ir.Arith("add", ir.Read(NUMBER), ir.Const(3)), WIDTH)),),
        "E701", "a member of index 6, expected 0..5",
    ),
    "a division": (
        (ir.Set(MAYBE, ir.Arith("div", ir.Const(5), ir.Arith("sub", ir.Read(NUMBER), ir.Const(3)))),),
        "E701", "a division by 0",
    ),
    "laps": (
        (ir.Repeat(ir.Const(1), (), 6, 0),),
        "E702", "a loop is not done after 6 laps",
    ),
    "a promise": (
        (ir.Require(ir.Compare("lt", ir.Read(NUMBER), ir.Const(3)), "E706", 0),),
        "E706", "a promise of the ruleset does not hold",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code", "message"), FAILING.values(), ids=FAILING)
def test_errors_are_those_of_the_reference(body: tuple[ir.Statement, ...], code: str, message: str) -> None:
    program = straight(body, FORMS.slots, FORMS)
    at = Position((3, *[0] * (VARS + 6)), 0)

    with pytest.raises(RulesError) as found:
        NativeExecutor(program, quick=True).advance(at)

    with pytest.raises(RulesError) as expected:
        Reference(program).advance(at)
    assert (found.value.code, found.value.message) == (code, message)
    assert (found.value.place, found.value.values) == (expected.value.place, expected.value.values)


def test_what_runs_on_without_a_decision_is_stopped_at_the_same_step() -> None:
    program = replace(
        straight((), FORMS.slots, FORMS),
        blocks=(
            ir.Block(
                (
                    ir.Set(
                        NUMBER, ir.Arith("mod", ir.Arith("add", ir.Read(NUMBER), ir.Const(1)), ir.Const(6))
                    ),
                ),
                ir.Branch(ir.Compare("ge", ir.Read(NUMBER), ir.Const(0)), 0, 1),
            ),
            ir.Block((), ir.End()),
        ),
    )

    with pytest.raises(RulesError) as found:
        NativeExecutor(program).playout(1)

    assert found.value.code == "E705"
    assert found.value.message == "no decision after 200,000,000 steps"


def test_a_draw_from_nothing_and_a_decision_without_a_move() -> None:
    empty = ir.Block((), ir.Draw(NUMBER, ir.SetConst(0, WIDTH), 1, 2, 0))
    stage = ir.Stage("s", NUMBER, 2, ir.SetConst(0, WIDTH), False, (), -1)
    decision = ir.Decision("d", ir.Const(0), (), (ir.Alternative("a", (), (stage,), 1, -1),), -1, 0, ())
    base = replace(
        straight((), FORMS.slots, FORMS),
        domains=(*tic_tac_toe().domains, ir.Domain("Six", 6, 0, ())),
        decisions=(decision,),
    )
    for block, code in ((empty, "E703"), (ir.Block((), ir.Choose(0)), "E704")):
        program = replace(base, blocks=(block, ir.Block((), ir.End())))
        with pytest.raises(RulesError) as found:
            NativeExecutor(program, quick=True).playout(1)
        with pytest.raises(RulesError) as expected:
            Reference(program).playout(1, "auto", 4096)
        assert found.value.code == code
        assert str(found.value) == str(expected.value)


# ---------------------------------------------------------------------------------------------
# Numbers


def test_numbers_beyond_32_bits_are_exact() -> None:
    slots_ = (
        ir.Slot("x", 0, 1, -(2**31), 2**31 - 1, 0, "component", (0,)),
        ir.Slot("big", 1, 5, -(2**63), 2**63 - 1, 0, "component", (0,) * 5),
    )
    x = ir.Read(0)
    values = (
        ir.Arith("mul", x, x),
        ir.Arith("sub", ir.Arith("mul", x, ir.Const(3)), ir.Const(1)),
        ir.Arith("div", ir.Arith("mul", x, x), ir.Const(-7)),
        ir.Arith("mod", ir.Arith("mul", x, ir.Const(5)), ir.Const(-11)),
        ir.Arith("max", ir.Arith("add", x, ir.Const(2**31)), ir.Const(-1)),
    )
    program = straight(tuple(ir.Set(1 + i, value) for i, value in enumerate(values)), slots_, tic_tac_toe())
    for number in (2**31 - 1, -(2**31), -1, 0, 65_537):
        after = run(program, [number, *[0] * 5])
        assert list(after[1:]) == [
            number * number, number * 3 - 1, number * number // -7, number * 5 % -11, max(number + 2**31, -1)
        ]  # fmt: skip


def test_a_number_that_64_bits_may_not_hold_is_refused() -> None:
    slots_ = (ir.Slot("x", 0, 1, -(2**31), 2**31 - 1, 0, "component", (0,)),)
    x = ir.Read(0)
    cube = ir.Arith("mul", ir.Arith("mul", x, x), x)
    program = straight((ir.Require(ir.Compare("gt", cube, ir.Const(0)), "E706", -1),), slots_, tic_tac_toe())

    with pytest.raises(Unsupported, match="does not fit in 64 bits"):
        NativeExecutor(program)


def test_the_programs_of_these_tests_are_well_formed() -> None:
    assert verify(straight((), (*FORMS.slots, *OUTS), FORMS)) == ()
    assert verify(straight((), WIDE_SLOTS, tic_tac_toe())) == ()
