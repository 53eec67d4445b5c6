"""Expressions as Python: each gives the text of its value, after the lines that are needed before it.

A condition may be a bool, which is 0 or 1. What must not be evaluated unless a condition holds is written
under an ``if`` where it needs lines of its own, and in place where it does not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.backends.python import loops
from interpreter.backends.python.scope import MOST_LOOPS, Scope, bare
from interpreter.backends.python.writer import Lines, is_empty
from interpreter.core import ir
from interpreter.core.free import LOOPS

Then = Callable[[], None]
"""Writes what is to be done where a condition holds."""

COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
"""The operators of comparisons, as Python has them."""

_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%"}

_MOST_PARENTHESES = 24
"""How many parentheses a text may have before it is given a name."""


def value(scope: Scope, expr: ir.Expr) -> str:
    """The text of an expression's value."""
    match expr:
        case ir.Const(number):
            return str(number) if number >= 0 else f"({number})"
        case ir.SetConst(bits, _):
            return hex(bits) if bits > 9 else str(bits)
        case ir.Read(slot):
            return scope.read(slot)
        case _:
            pass
    if isinstance(expr, LOOPS):
        kept = loops.kept_set(scope, expr)
        if kept is None:
            return _found_once(scope, expr)
        return f"({kept} != 0)" if isinstance(expr, ir.Exists) else kept
    level = scope.outside(expr)
    if level is None or not is_cheap(scope, expr):
        return _short(scope, _compound(scope, expr))
    name = level.known.get(expr)
    if name is None:
        with scope.writer.into(level.lines, level.depth):
            text = _compound(scope, expr)
        name = scope.early(level, expr, text)
    return name


def _found_once(scope: Scope, expr: ir.Expr) -> str:
    """A loop: computed where it is first needed, and not again where it would give the same."""
    level = scope.outside(expr)
    if level is None and not scope.loops and expr in scope.often:
        level = scope.levels[scope.level_of(expr)]
    if level is None:
        return loops.loop(scope, expr)
    writer = scope.writer
    name = level.lazy.get(expr)
    if name is None:
        name = level.lazy[expr] = writer.fresh("w")
        level.lines.append((level.depth, f"{name} = None"))
    writer.line(f"if {name} is None:")
    with writer.indented():
        writer.line(f"{name} = {bare(loops.loop(scope, expr))}")
    return name


def condition(scope: Scope, expr: ir.Expr, then: Then) -> None:
    """Write what ``then`` writes under the condition that an expression holds."""
    match expr:
        case ir.And(left, right):
            condition(scope, left, lambda: condition(scope, right, then))
        case ir.Const(number):
            if number:
                then()
        case ir.Let(slot, inner, rest):
            with let(scope, slot, inner):
                condition(scope, rest, then)
        case ir.Not(ir.Exists(var, over, test) as some) | ir.Empty(ir.Filter(var, over, test) as some) if (
            _is_written_here(scope, some)
        ):
            loops.unless(scope, var, over, test, then)
        case _:
            scope.writer.line(f"if {bare(_truth(scope, expr))}:")
            with scope.writer.block():
                then()


def _truth(scope: Scope, expr: ir.Expr) -> str:
    """A text that is true where a condition holds."""
    kept = loops.kept_set(scope, expr) if isinstance(expr, ir.Exists) else None
    return value(scope, expr) if kept is None else kept


def _is_written_here(scope: Scope, expr: ir.Expr) -> bool:
    """Whether a loop is not one that is computed elsewhere, or in a function of its own."""
    if scope.loops >= MOST_LOOPS or loops.kept_set(scope, expr) is not None:
        return False
    return scope.outside(expr) is None and expr not in scope.often


def is_cheap(scope: Scope, expr: ir.Expr) -> bool:
    """Whether an expression has no loop and can't fail, so that it may be computed whether needed or not."""
    bounds = scope.bounds
    match expr:
        case ir.Const() | ir.SetConst() | ir.Read():
            return True
        case ir.ReadAt(_, size, index):
            return bounds.within(index, 0, size - 1) and is_cheap(scope, index)
        case ir.Lookup(table, index):
            return bounds.within(index, 0, bounds.entries(table) - 1) and is_cheap(scope, index)
        case ir.Single(item, width):
            return bounds.within(item, 0, width - 1) and is_cheap(scope, item)
        case ir.Arith(op, left, right):
            return op not in ("div", "mod") and is_cheap(scope, left) and is_cheap(scope, right)
        case ir.Compare(_, left, right) | ir.SetOp(_, left, right) | ir.SetCompare(_, left, right):
            return is_cheap(scope, left) and is_cheap(scope, right)
        case ir.And(left, right) | ir.Or(left, right) | ir.Member(left, right):
            return is_cheap(scope, left) and is_cheap(scope, right)
        case ir.Not(inner) | ir.Empty(inner) | ir.Size(inner):
            return is_cheap(scope, inner)
        case _:
            return False


def _short(scope: Scope, text: str) -> str:
    """The text, or a name for it where it has grown too long for Python's reader, and ours."""
    if text.count("(") <= _MOST_PARENTHESES:
        return text
    name = scope.writer.fresh("t")
    scope.writer.line(f"{name} = {bare(text)}")
    return name


def _compound(scope: Scope, expr: ir.Expr) -> str:
    match expr:
        case ir.ReadAt():
            return _read_at(scope, expr)
        case ir.Lookup(table, index):
            return f"T{table}[{bare(checked_index(scope, index, scope.bounds.entries(table)))}]"
        case ir.Arith():
            return _arith(scope, expr)
        case ir.Compare(op, left, right):
            return f"({value(scope, left)} {COMPARED[op]} {value(scope, right)})"
        case ir.And(left, right):
            return _in_turn(scope, left, right, "and")
        case ir.Or(left, right):
            return _in_turn(scope, left, right, "or")
        case ir.Not(ir.Compare(op, left, right)):
            return f"({value(scope, left)} {COMPARED[_OPPOSITE[op]]} {value(scope, right)})"
        case ir.Not(inner):
            return f"(not {_truth(scope, inner)})"
        case ir.If():
            return _if(scope, expr)
        case ir.SetOp(op, left, right):
            sign = {"union": "| ", "inter": "& ", "minus": "& ~"}[op]
            return f"({value(scope, left)} {sign}{value(scope, right)})"
        case ir.SetCompare("subset", left, right):
            return f"(not {value(scope, left)} & ~{value(scope, right)})"
        case ir.SetCompare(op, left, right):
            return f"({value(scope, left)} {COMPARED[op]} {value(scope, right)})"
        case ir.Member(item, of):
            return _member(scope, item, of)
        case ir.Empty(of):
            return f"(not {any_of(scope, of)})"
        case ir.Size(of):
            return loops.size(scope, of)
        case ir.Single(item, width):
            text = value(scope, item)
            is_sure = scope.bounds.within(item, 0, width - 1)
            return f"(1 << {text})" if is_sure else f"single({text}, {width})"
        case ir.Lowest() | ir.Highest():
            return _outermost(scope, expr)
        case ir.Let(slot, inner, rest):
            with let(scope, slot, inner):
                return value(scope, rest)
        case _:
            raise AssertionError(expr)


def checked_index(scope: Scope, index: ir.Expr, count: int) -> str:
    """An index that fails outside of ``0..count - 1``, where Python would count from the end."""
    text = value(scope, index)
    return text if scope.bounds.within(index, 0, count - 1) else f"at({bare(text)}, {count})"


def _read_at(scope: Scope, expr: ir.ReadAt) -> str:
    base, index = expr.base, expr.index
    if isinstance(index, ir.Const) and 0 <= index.value < expr.size:
        return scope.read(base + index.value)
    text = checked_index(scope, index, expr.size)
    return f"s[{base} + {text}]" if base else f"s[{bare(text)}]"


def _arith(scope: Scope, expr: ir.Arith) -> str:
    left, right = value(scope, expr.left), value(scope, expr.right)
    if expr.op in ("min", "max"):
        sign = "<=" if expr.op == "min" else ">="
        one, first = _reused(scope, left)
        two, second = _reused(scope, right)
        return f"({one} if {first} {sign} {second} else {two})"
    if expr.op in ("div", "mod"):
        low, high = scope.bounds.interval(expr.right)
        right = right if low > 0 or high < 0 else f"nonzero({bare(right)})"
    return f"({left} {_SIGNS[expr.op]} {right})"


def _reused(scope: Scope, text: str) -> tuple[str, str]:
    """How to name a value again, and how to say it the first time."""
    if text.isidentifier() or text.strip("()-").isdigit():
        return text, text
    name = scope.writer.fresh("t")
    return name, f"({name} := {bare(text)})"


def _aside(scope: Scope, expr: ir.Expr) -> tuple[Lines, str]:
    """A value that may not be needed: the lines before it, for one step further in, and its text."""
    lines: Lines = []
    with scope.writer.into(lines, scope.writer.depth + 1):
        text = value(scope, expr)
    return lines, text


def _in_turn(scope: Scope, left: ir.Expr, right: ir.Expr, word: str) -> str:
    first = value(scope, left)
    lines, second = _aside(scope, right)
    if is_empty(lines):
        return f"({first} {word} {second})"
    name = scope.writer.fresh("t")
    scope.writer.line(f"{name} = {bare(first)}")
    scope.writer.line(f"if {name}:" if word == "and" else f"if not {name}:")
    scope.writer.lines += [lines, (scope.writer.depth + 1, f"{name} = {bare(second)}")]
    return name


def _if(scope: Scope, expr: ir.If) -> str:
    return either(scope, value(scope, expr.test), _aside(scope, expr.then), _aside(scope, expr.other))


def either(scope: Scope, test: str, then: tuple[Lines, str], other: tuple[Lines, str]) -> str:
    """One of two values, of which only that is computed which is taken."""
    writer = scope.writer
    if is_empty(then[0]) and is_empty(other[0]):
        return f"({then[1]} if {test} else {other[1]})"
    name = writer.fresh("t")
    writer.line(f"if {bare(test)}:")
    writer.lines += [then[0], (writer.depth + 1, f"{name} = {bare(then[1])}")]
    writer.line("else:")
    writer.lines += [other[0], (writer.depth + 1, f"{name} = {bare(other[1])}")]
    return name


def asked(text: str, method: str) -> str:
    """A method of a number: behind a literal the dot would belong to it."""
    return f"({text}).{method}()" if text[0].isdigit() else f"{text}.{method}()"


def any_of(scope: Scope, of: ir.Expr) -> str:
    """Whether a set has a member; of a filter the first will do."""
    if loops.is_fused(of, scope):
        exists = ir.Exists(of.var, of.over, of.test)
        return loops.loop(scope, exists)
    return value(scope, of)


def _member(scope: Scope, item: ir.Expr, of: ir.Expr) -> str:
    if scope.bounds.interval(item)[0] >= 0:
        return f"({value(scope, of)} >> {value(scope, item)} & 1)"
    again, index = _reused(scope, value(scope, item))
    return f"({value(scope, of)} >> {again} & 1 if {index} >= 0 else 0)"


def _outermost(scope: Scope, expr: ir.Lowest | ir.Highest) -> str:
    again, bits = _reused(scope, value(scope, expr.of))
    if isinstance(expr, ir.Highest) and expr.default == ir.Const(-1):
        return f"({asked(bits, 'bit_length')} - 1)"
    default = _aside(scope, expr.default)
    lowest = f"({again} & -{again})" if isinstance(expr, ir.Lowest) else again
    return either(scope, bits, ([], f"({asked(lowest, 'bit_length')} - 1)"), default)


@contextmanager
def let(scope: Scope, slot: int, expr: ir.Expr) -> Iterator[None]:
    """Inside, a slot has the value of an expression."""
    text = value(scope, expr)
    name = scope.writer.fresh("v")
    scope.writer.line(f"{name} = {bare(text)}")
    interval = scope.bounds.interval(expr)
    with scope.level(), scope.naming(slot, name), scope.bounds.knowing(slot, interval):
        yield
