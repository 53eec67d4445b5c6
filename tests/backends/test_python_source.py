"""What the emitted source computes: the meaning in `tests.programs.direct`, and the reference."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.backends.python import executor
from interpreter.backends.python.executor import Python
from interpreter.backends.python.module import source
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.core.bounds import bounds_of
from interpreter.core.reading import renamed
from interpreter.core.verify import verify
from interpreter.engine.moves import ANY
from tests.engine.test_closures import GRID, MAYBE, NUMBER, ROW, SET, VARS, WIDTH, Exprs, expressions, slots
from tests.engine.test_closures import PROGRAM as FORMS
from tests.engine.test_statements import CASES, START, VAR
from tests.engine.test_statements import PROGRAM as STATEMENTS
from tests.programs.direct import direct
from tests.programs.tic_tac_toe import tic_tac_toe

OUT, OUT_SET, PICKED = VARS + 7, VARS + 8, VARS + 9
HUGE = 10**12


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The emitted code does it all: where it gave up, the reference would hide what it gets wrong."""

    def refuse(program: ir.Program) -> Reference:
        raise AssertionError("the reference was asked")

    monkeypatch.setattr(executor, "Reference", refuse)


def holding(values: list[int], base: ir.Program = FORMS) -> tuple[ir.Slot, ...]:
    """The slots of a program that start with these values."""
    return tuple(
        replace(group, start=tuple(values[group.base : group.base + group.count])) for group in base.slots
    )


def straight(body: tuple[ir.Statement, ...], groups: tuple[ir.Slot, ...], base: ir.Program) -> ir.Program:
    """A program that carries out statements and is over."""
    return replace(
        base,
        slots=groups,
        blocks=(ir.Block(body, ir.End()),),
        decisions=(),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
    )


OUTS = (
    ir.Slot("out", OUT, 1, -HUGE, HUGE, 0, "local", (0,)),
    ir.Slot("out set", OUT_SET, 1, 0, 0, WIDTH, "local", (0,)),
)


def is_set(expr: ir.Expr) -> bool:
    return bounds_of(FORMS).width(expr) > 0


@settings(max_examples=150, deadline=None)
@given(expressions(), slots())
def test_expressions_mean_what_the_forms_say(expr: ir.Expr, s: list[int]) -> None:
    out = OUT_SET if is_set(expr) else OUT
    program = straight((ir.Set(out, expr),), (*holding(s), *OUTS), FORMS)

    after = Python(program).begin().slots

    assert after[out] == direct(FORMS, expr, list(s))
    assert type(after[out]) is int
    assert list(after[:VARS]) == s[:VARS]


@settings(max_examples=120, deadline=None)
@given(expressions(), slots())
def test_expressions_in_a_loop_are_computed_for_each_member(expr: ir.Expr, s: list[int]) -> None:
    # The loop changes what the expression reads: nothing may be kept from one lap to the next.
    if is_set(expr):
        expr = ir.Size(expr)
    lap = (
        ir.Set(OUT, ir.Arith("add", ir.Arith("mul", ir.Read(OUT), ir.Const(3)), expr)),
        ir.Set(SET, ir.SetOp("minus", ir.Read(SET), ir.Single(ir.Read(PICKED), WIDTH))),
        ir.Set(NUMBER, ir.Read(PICKED)),
        ir.SetAt(ROW, 6, ir.Read(PICKED), ir.Arith("mod", ir.Read(PICKED), ir.Const(3))),
        ir.Copy(ROW + 3, ROW, 2),
        ir.Set(ROW + 1, ir.Const(-1)),
        ir.Set(ROW + 2, ir.Const(3)),
    )
    groups = (*holding(s), *OUTS, ir.Slot("picked", PICKED, 1, 0, 5, 0, "scratch", (0,)))
    program = straight((ir.Loop(PICKED, ir.SetConst(0b101101, WIDTH), lap),), groups, FORMS)

    expected = list(s)
    total = 0
    for member in (0, 2, 3, 5):
        total = total * 3 + direct(FORMS, expr, expected)
        expected[SET] &= ~(1 << member)
        expected[NUMBER] = member
        expected[ROW + member] = member % 3
        expected[ROW + 3 : ROW + 5] = expected[ROW : ROW + 2]
        expected[ROW + 1 : ROW + 3] = [-1, 3]

    assert Python(program).begin().slots[OUT] == total


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_statements(body: tuple[ir.Statement, ...], expected: list[int]) -> None:
    program = straight(body, holding(START, STATEMENTS), STATEMENTS)

    after = Python(program).begin().slots

    # Variables are at their start again when a game stops.
    assert list(after) == [*expected[:VAR], *START[VAR:]]


FULL = VARS + 9
ROW_SUM = ir.Sum(
    VARS,
    ir.SetConst(63, 6),
    ir.ReadAt(GRID, 24, ir.Arith("add", ir.Arith("mul", ir.Read(VARS + 1), ir.Const(6)), ir.Read(VARS))),
)
FULL_ROWS = ir.Filter(VARS + 1, ir.SetConst(15, 4), ir.Compare("gt", ROW_SUM, ir.Const(12)), 4)
HIGHEST = ir.Extreme("highest", VARS + 1, ir.SetConst(15, 4), ROW_SUM, ir.Const(-1))
FULL_BITS = ir.Sum(VARS + 2, FULL_ROWS, ir.Lookup(len(FORMS.tables), ir.Read(VARS + 2)))
ADDED_UP = ir.Set(
    OUT,
    ir.Arith("add", ir.Arith("add", ir.Arith("mul", ir.Read(OUT), ir.Const(2)), FULL_BITS), HIGHEST),
)


def written(kind: str, at: int, number: int, grid: list[int]) -> list[ir.Statement]:
    """Statements that write to the grid in one of the ways that there are; done on ``grid`` too."""
    if kind == "cell":
        grid[at] = number
        row = ir.Arith("mul", ir.Read(NUMBER), ir.Const(6))
        index = ir.Arith("add", row, ir.Const(at % 6))
        return [ir.Set(NUMBER, ir.Const(at // 6)), ir.SetAt(GRID, 24, index, ir.Const(number))]
    if kind == "slot":
        grid[at] = number
        return [ir.Set(GRID + at, ir.If(ir.Read(OUT), ir.Const(number), ir.Const(number)))]
    if kind == "copy":
        grid[18:24] = grid[at % 18 : at % 18 + 6]
        return [ir.Copy(GRID + 18, GRID + at % 18, 6)]
    grid[at] = grid[(at + 1) % 24] = 0
    return [ir.Set(GRID + at, ir.Const(0)), ir.Set(GRID + (at + 1) % 24, ir.Const(0))]


@settings(max_examples=80, deadline=None)
@given(
    slots(),
    st.lists(
        st.tuples(st.sampled_from(["cell", "slot", "copy", "clear"]), st.integers(0, 23), st.integers(0, 4)),
        min_size=1,
        max_size=8,
    ),
)
def test_sums_of_rows_follow_every_write(s: list[int], writes: list[tuple[str, int, int]]) -> None:
    # Sums are kept up to date beside the slots; here each is asked for after each write.
    body: list[ir.Statement] = []
    grid, full, total = s[GRID : GRID + 24], 0, 0
    for kind, at, number in writes:
        body += [*written(kind, at, number, grid), ADDED_UP]
        sums = [sum(grid[i : i + 6]) for i in range(0, 24, 6)]
        full = sum(1 << i for i, n in enumerate(sums) if n > 12)
        total = total * 2 + full + max(sums)
    groups = (*holding(s), *OUTS, ir.Slot("full", FULL, 1, 0, 0, 4, "local", (0,)))
    program = replace(
        straight((*body, ir.Set(FULL, FULL_ROWS)), groups, FORMS),
        tables=(*FORMS.tables, ir.Table("powers", 0, (1, 2, 4, 8))),
    )

    after = Python(program).begin().slots

    assert list(after[GRID : GRID + 24]) == grid
    assert (after[FULL], after[OUT], len(after)) == (full, total, FULL + 1)
    # That the sums are kept, not added up each time, is what is tested.
    lines = [line.strip() for line in source(program).splitlines()]
    assert any(line.startswith("put(s, ") or line == "renew(s)" for line in lines)


KEPT, ONE, TWO = VARS + 7, VARS + 8, VARS + 9
CHOSEN = (
    ir.Slot("kept", KEPT, 1, 0, 0, WIDTH, "scratch", (0,)),
    ir.Slot("one", ONE, 1, 0, 5, 0, "local", (0,)),
    ir.Slot("two", TWO, 1, -1, 5, 0, "local", (-1,)),
)


def kept_alternative() -> ir.Alternative:
    """One that reads what the decision shares."""
    again = ir.Exists(VARS, ir.Read(KEPT), ir.Compare("ge", ir.Read(VARS), ir.Read(ONE)))
    stage = ir.Stage("kept", ONE, 2, ir.Read(KEPT), False, (ir.Requirement("again", again, "", -1),), -1)
    return ir.Alternative("kept", (), (stage,), 1, -1)


@st.composite
def decisions(draw: st.DrawFn) -> ir.Decision:
    """A decision whose stages and requirements read what the stages before have chosen."""
    exprs, depth = Exprs(draw), draw(st.integers(1, 2))

    def tests(chosen: dict[int, int]) -> tuple[ir.Requirement, ...]:
        found = [renamed(exprs.test(depth, 0), chosen) for _ in range(draw(st.integers(0, 2)))]
        return tuple(ir.Requirement(f"r{i}", test, "", -1) for i, test in enumerate(found))

    def alternative(index: int) -> ir.Alternative:
        first, second = {NUMBER: ONE}, {NUMBER: ONE, MAYBE: TWO}
        optional = draw(st.booleans())
        stages = (
            ir.Stage("one", ONE, 2, exprs.set(depth, 0), False, tests(first), -1),
            ir.Stage("two", TWO, 2, renamed(exprs.set(depth, 0), first), optional, tests(second), -1),
        )
        return ir.Alternative(f"a{index}", tests({}), stages[: draw(st.integers(0, 2))], 1, -1)

    shared = (ir.Shared(KEPT, exprs.set(depth, 0)),) if draw(st.booleans()) else ()
    alternatives = tuple(alternative(i) for i in range(draw(st.integers(1, 3))))
    if shared:
        alternatives = (*alternatives, kept_alternative())
    return ir.Decision("random", ir.Const(0), shared, alternatives, 1, -1, ())


@settings(max_examples=60, deadline=None)
@given(decisions(), slots())
def test_random_decisions(decision: ir.Decision, s: list[int]) -> None:
    program = replace(
        FORMS,
        domains=(*tic_tac_toe().domains, ir.Domain("Six", 6, 0, ())),
        slots=(*holding(s), *CHOSEN),
        components=(),
        events=(),
        tables=FORMS.tables,
        blocks=(ir.Block((), ir.Choose(0)), ir.Block((), ir.End())),
        decisions=(decision,),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
        longest=3,
    )
    assert verify(program) == ()
    ours, reference = Python(program), Reference(program)
    at = ours.begin()

    assert at == reference.begin()
    moves = list(ours.legal(at))
    assert moves == list(reference.legal(at))
    assert [ours.count(at, limit) for limit in (1, 3, ANY)] == [
        min(limit, len(moves)) for limit in (1, 3, ANY)
    ]
    for seed in range(3):
        for cut in (0, 3, 4096):
            assert ours.playout(seed, "auto", cut) == reference.playout(seed, "auto", cut)
        assert ours.playout(seed, "stage", 0) == reference.playout(seed, "stage", 0)


def test_deep_and_long_expressions_can_be_read_by_python() -> None:
    deep: ir.Expr = ir.Read(NUMBER)
    for _ in range(90):
        deep = ir.Arith("sub", ir.Const(1), deep)
    long: ir.Expr = ir.Const(0)
    for index in range(90):
        long = ir.Arith(
            "add", long, ir.If(ir.Compare("gt", ir.Read(NUMBER), ir.Const(index)), deep, ir.Const(1))
        )
    s = [4, *[0] * 45]
    program = straight((ir.Set(OUT, long),), (*holding(s), *OUTS), FORMS)

    # 1 - (1 - ... 4) ninety times is 4; four of the conditions hold.
    assert Python(program).begin().slots[OUT] == 4 * 4 + 86


def test_many_loops_within_each_other() -> None:
    count = 30
    first = PICKED
    expr: ir.Expr = ir.Const(1)
    for index in range(count):
        expr = ir.Sum(
            first + index,
            ir.SetConst(3 if index < 3 else 2, 2),
            ir.Arith("add", expr, ir.Read(first + index)),
        )
    groups = (*holding([0] * 46), *OUTS, ir.Slot("deep", first, count, 0, 1, 0, "scratch", (0,) * count))
    program = straight((ir.Set(OUT, expr),), groups, FORMS)

    assert Python(program).begin().slots[OUT] == direct(program, expr, [0] * (first + count))


def test_nothing_of_an_authors_text_is_code() -> None:
    program = tic_tac_toe()
    (decision,) = program.decisions
    (place,) = decision.alternatives
    nasty = replace(place, action="x\n    raise SystemExit\u2028'''\\")
    text = source(replace(program, decisions=(replace(decision, alternatives=(nasty,)),)))

    assert [line for line in text.splitlines() if "SystemExit" in line] == [
        "    # x?    raise SystemExit?'''\\"
    ]
