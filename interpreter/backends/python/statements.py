"""Statements as Python. Logs are left out; what fails is left to the reference to tell."""

from itertools import groupby
from typing import assert_never

from interpreter.backends.python import expressions, loops
from interpreter.backends.python.scope import Scope, bare
from interpreter.core import ir

_BOOLEAN = (ir.Compare, ir.And, ir.Or, ir.Not, ir.SetCompare, ir.Member, ir.Empty, ir.Exists)


def body(scope: Scope, statements: tuple[ir.Statement, ...]) -> None:
    """Write statements in turn."""
    for is_constant, group in groupby(statements, lambda one: _is_constant(scope, one)):
        if is_constant:
            _constants(scope, [one for one in group if isinstance(one, ir.Set)])
        else:
            for one in group:
                statement(scope, one)


def statement(scope: Scope, one: ir.Statement) -> None:
    """Write one statement."""
    match one:
        case ir.Set():
            _set(scope, one)
        case ir.SetAt():
            _set_at(scope, one)
        case ir.Copy(target, source, count):
            scope.writer.line(f"s[{target}:{target + count}] = s[{source}:{source + count}]")
            if scope.facts.views.of_cells(target, count):
                scope.writer.line("renew(s)")
        case ir.When():
            _when(scope, one)
        case ir.Loop():
            _loop(scope, one)
        case ir.Sorted():
            _sorted(scope, one)
        case ir.Repeat():
            _repeat(scope, one)
        case ir.Log():
            pass
        case ir.Require(test) | ir.Agree(test):
            with scope.root():
                scope.writer.line(f"if not {expressions.value(scope, test)}:")
            _fail(scope)
        case _:
            assert_never(one)


def _fail(scope: Scope) -> None:
    with scope.writer.indented():
        scope.writer.line("raise Failed")


def stored(scope: Scope, expr: ir.Expr) -> str:
    """A value to be stored: a condition is turned from a bool into 0 or 1."""
    text = expressions.value(scope, expr)
    return f"+{text}" if may_be_bool(expr) else bare(text)


def may_be_bool(expr: ir.Expr) -> bool:
    """Whether the value of an expression may be a bool."""
    if isinstance(expr, _BOOLEAN):
        return True
    match expr:
        case ir.Arith(op, left, right):
            return op in ("min", "max") and (may_be_bool(left) or may_be_bool(right))
        case ir.If(_, then, other):
            return may_be_bool(then) or may_be_bool(other)
        case ir.Let(_, value, inner):
            return may_be_bool(value) or may_be_bool(inner)
        case ir.Lowest(_, default) | ir.Highest(_, default) | ir.First(_, _, _, default):
            return may_be_bool(default)
        case ir.Extreme(_, _, _, value, default):
            return may_be_bool(value) or may_be_bool(default)
        case _:
            return False


def _is_constant(scope: Scope, one: ir.Statement) -> bool:
    return (
        isinstance(one, ir.Set)
        and isinstance(one.value, ir.Const | ir.SetConst)
        and not one.check
        and not scope.local(one.slot)
        and not scope.facts.views.of_cells(one.slot, 1)
    )


def _constants(scope: Scope, group: list[ir.Set]) -> None:
    """Several slots set to what is known, as where dead locals are cleared: side by side in one go."""
    values = {one.slot: one.value.value if isinstance(one.value, ir.Const) else one.value.bits  # type: ignore[union-attr]
              for one in group}  # fmt: skip
    slots = sorted(values)
    runs: list[list[int]] = []
    for slot in slots:
        if runs and runs[-1][-1] == slot - 1:
            runs[-1].append(slot)
        else:
            runs.append([slot])
    for run in runs:
        if len(run) > 1:
            numbers = ", ".join(str(values[slot]) for slot in run)
            scope.writer.line(f"s[{run[0]}:{run[-1] + 1}] = ({numbers})")
        else:
            scope.writer.line(f"s[{run[0]}] = {values[run[0]]}")


def _set(scope: Scope, one: ir.Set) -> None:
    with scope.root():
        text = stored(scope, one.value)
        if scope.local(one.slot):
            _write(scope, f"{scope.local(one.slot)} = ", text, one.check)
        else:
            _write(scope, f"s[{one.slot}] = ", text, one.check, scope.facts.views.of_cells(one.slot, 1))


def _write(scope: Scope, target: str, text: str, check: ir.Range | None, is_cell: bool = False) -> None:
    """Write a value where ``target`` says; a cell of rows that views keep is written by a function."""
    if check is not None:
        new = scope.writer.fresh("t")
        scope.writer.line(f"{new} = {text}")
        scope.writer.line(f"if not {check.lo} <= {new} <= {check.hi}:")
        _fail(scope)
        text = new
    if is_cell:
        slot = target.removeprefix("s[").removesuffix("] = ")
        scope.writer.line(f"put(s, {slot}, {text})")
    else:
        scope.writer.line(f"{target}{text}")


def _set_at(scope: Scope, one: ir.SetAt) -> None:
    with scope.root():
        writer, base = scope.writer, one.base
        is_cell = scope.facts.views.of_cells(base, one.size)
        if isinstance(one.index, ir.Const) and 0 <= one.index.value < one.size:
            _write(scope, f"s[{base + one.index.value}] = ", stored(scope, one.value), one.check, is_cell)
            return
        index = expressions.checked_index(scope, one.index, one.size)
        text = f"{base} + {index}" if base else bare(index)
        if not bare(index).isidentifier():
            text = writer.fresh("c")
            writer.line(f"{text} = {base} + {index}" if base else f"{text} = {bare(index)}")
        match one.value:
            case ir.Arith("add" | "sub" as op, ir.ReadAt(of, size, at), amount) if (of, size, at) == (
                base,
                one.size,
                one.index,
            ):
                sign = "+" if op == "add" else "-"
                value = f"s[{text}] {sign} {expressions.value(scope, amount)}"
            case _:
                value = stored(scope, one.value)
        _write(scope, f"s[{text}] = ", value, one.check, is_cell)


def _when(scope: Scope, one: ir.When) -> None:
    if not any_effect(one.then) and not any_effect(one.other):
        if not expressions.is_cheap(scope, one.test):
            with scope.root():
                scope.writer.line(bare(expressions.value(scope, one.test)))
        return
    if not any_effect(one.other):
        with scope.root():
            expressions.condition(scope, one.test, lambda: body(scope, one.then))
        return
    with scope.root():
        scope.writer.line(f"if {bare(expressions.value(scope, one.test))}:")
    with scope.writer.block():
        body(scope, one.then)
    scope.writer.line("else:")
    with scope.writer.block():
        body(scope, one.other)


def any_effect(statements: tuple[ir.Statement, ...]) -> bool:
    """Whether statements do anything but tell."""
    return any(not isinstance(one, ir.Log) for one in statements)


def _loop(scope: Scope, one: ir.Loop) -> None:
    with scope.root():
        over = loops.members(scope, one.over)
        _laps(scope, one, over)


def _laps(scope: Scope, one: ir.Loop | ir.Sorted, over: str) -> None:
    """Write the loop of a statement; the variable may be a slot of the state, which is written then."""
    local = scope.local(one.var)
    name = local or scope.writer.fresh("x")
    scope.writer.line(f"for {name} in {over}:")
    with scope.writer.block(), scope.bounds.running(one.var, one.over):
        if local:
            body(scope, one.body)
            return
        scope.writer.line(f"s[{one.var}] = {name}")
        with scope.naming(one.var, name):
            body(scope, one.body)


def _sorted(scope: Scope, one: ir.Sorted) -> None:
    writer = scope.writer
    with scope.root():
        ranked = writer.fresh("ranked")
        writer.line(f"{ranked} = []")

        def rank(name: str) -> None:
            writer.line(f"{ranked}.append(({loops.key(scope, one.keys)}, {name}))")

        loops.each(scope, one.var, one.over, rank)
        writer.line(f"{ranked}.sort()")
        _laps(scope, one, f"[member for _, member in {ranked}]")


def _repeat(scope: Scope, one: ir.Repeat) -> None:
    writer = scope.writer
    laps = writer.fresh("laps")
    writer.line(f"{laps} = 0")
    writer.line("while True:")
    with writer.block():
        with scope.root():
            writer.line(f"if not {expressions.value(scope, one.test)}:")
        with writer.indented():
            writer.line("break")
        writer.line(f"if {laps} == {one.at_most}:")
        _fail(scope)
        writer.line(f"{laps} += 1")
        body(scope, one.body)
