"""Forms that run over the members of a set, as loops; each gives the text of its value."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeGuard

from interpreter.backends.python import expressions
from interpreter.backends.python.scope import MOST_LOOPS, Scope, bare
from interpreter.backends.python.views import Cells, Rows
from interpreter.backends.python.writer import Lines, flat, renamed
from interpreter.core import ir

Body = Callable[[str], None]
"""Writes what is done for a member, whose name it is given."""

MOST_VALUES = 16
"""Values of an array for each of which a set of cells may be kept."""

_LEAST_CELLS = 4
"""Cells that are better looked at in a set than one by one."""

Loop = ir.Filter | ir.Exists | ir.Sum | ir.Extreme | ir.Union | ir.Linked | ir.Cheapest | ir.First | ir.Top


def loop(scope: Scope, expr: ir.Expr) -> str:
    """The name that holds the value of a form that loops, after the lines that compute it."""
    if scope.loops >= MOST_LOOPS:
        return _apart(scope, expr)
    match expr:
        case ir.Filter():
            return _filter(scope, expr)
        case ir.Exists():
            return _exists(scope, expr)
        case ir.Sum():
            return _sum(scope, expr)
        case ir.Extreme():
            return _extreme(scope, expr)
        case ir.Union():
            return _union(scope, expr)
        case ir.Linked():
            return _linked(scope, expr)
        case ir.Cheapest():
            return _cheapest(scope, expr)
        case ir.First():
            return _first(scope, expr)
        case ir.Top():
            return _top(scope, expr)
        case _:
            raise AssertionError(expr)


def _apart(scope: Scope, expr: ir.Expr) -> str:
    """Loops within too many others, in a function of their own."""
    writer = scope.writer
    name = writer.fresh("f")
    writer.line(f"def {name}():")
    with writer.indented(), scope.root():
        writer.line(f"return {bare(loop(scope, expr))}")
    return f"{name}()"


def members(scope: Scope, over: ir.Expr) -> str:
    """The text that gives the members of a set in ascending order."""
    match over:
        case ir.SetConst(bits, _):
            return constant_members(bits)
        case ir.Lookup(table, index):
            return f"M{table}[{bare(expressions.checked_index(scope, index, scope.bounds.entries(table)))}]"
        case _:
            return f"members[{bare(expressions.value(scope, over))}]"


def constant_members(bits: int) -> str:
    """The members of a set that is known."""
    if bits and bits & (bits + 1) == 0:
        return f"range({bits.bit_length()})"
    found = [i for i in range(bits.bit_length()) if bits >> i & 1]
    return f"({''.join(f'{i}, ' for i in found).rstrip()})" if len(found) <= 16 else f"members[{bits:#x}]"


@contextmanager
def _running(scope: Scope, var: int, over: ir.Expr, name: str) -> Iterator[None]:
    before = scope.whole
    if isinstance(over, ir.SetConst) and over.bits + 1 == 1 << over.width:
        scope.whole = before | {var}
    with scope.bounds.running(var, over), scope.naming(var, name):
        yield
    scope.whole = before


def each(scope: Scope, var: int, over: ir.Expr, body: Body) -> None:
    """Write a loop over the members of a set; what is filtered is looked at on the way."""
    if is_fused(over, scope):

        def kept(name: str) -> None:
            with _running(scope, over.var, over.over, name):
                expressions.condition(scope, over.test, lambda: _with(scope, var, over, name, body))

        _over(scope, over.over, kept)
        return
    _over(scope, over, lambda name: _with(scope, var, over, name, body))


def is_fused(over: ir.Expr, scope: Scope) -> TypeGuard[ir.Filter]:
    """Whether a set is a filter that is better not made, but looked at member by member."""
    if not isinstance(over, ir.Filter) or scope.outside(over) is not None or over in scope.often:
        return False
    return kept_set(scope, over) is None


def _over(scope: Scope, over: ir.Expr, body: Body) -> None:
    writer, text = scope.writer, members(scope, over)
    name = writer.fresh("x")
    before = len(writer.lines)
    with writer.block(), scope.level(is_loop=True):
        body(name)
    table = _only_in_table(scope, over, name, writer.lines[before:])
    if table is not None:
        renamed(writer.lines, before, f"{table}[{name}]", name)
        text = table
    writer.lines.insert(before, (writer.depth, f"for {name} in {text}:"))


def _only_in_table(scope: Scope, over: ir.Expr, name: str, lines: Lines) -> str | None:
    """The table of which every entry in turn is all that a loop needs: what it reads at its variable."""
    if not isinstance(over, ir.SetConst) or over.bits + 1 != 1 << over.width:
        return None
    text = "\n".join(flat(lines))
    found = re.findall(rf"\b([TM](\d+))\[{name}\]", text)
    if len({table for table, _ in found}) != 1 or len(re.findall(rf"\b{name}\b", text)) != len(found):
        return None
    table, number = found[0]
    return table if scope.bounds.entries(int(number)) == over.width else None


def _with(scope: Scope, var: int, over: ir.Expr, name: str, body: Body) -> None:
    with _running(scope, var, over, name):
        body(name)


def _result(scope: Scope, prefix: str, start: str) -> str:
    name = scope.writer.fresh(prefix)
    scope.writer.line(f"{name} = {start}")
    return name


# ---------------------------------------------------------------------------------------------
# Filter, Exists, Size, Sum, Union


def _filter(scope: Scope, expr: ir.Filter) -> str:
    bits = _result(scope, "b", "0")

    def body(name: str) -> None:
        expressions.condition(scope, expr.test, lambda: scope.writer.line(f"{bits} |= 1 << {name}"))

    each(scope, expr.var, expr.over, body)
    return bits


def _exists(scope: Scope, expr: ir.Exists) -> str:
    found = _result(scope, "e", "0")

    def yes() -> None:
        scope.writer.line(f"{found} = 1")
        scope.writer.line("break")

    def body(_: str) -> None:
        expressions.condition(scope, expr.test, yes)

    each(scope, expr.var, expr.over, body)
    return found


def unless(scope: Scope, var: int, over: ir.Expr, test: ir.Expr, then: Callable[[], None]) -> None:
    """Write what ``then`` writes where a condition holds for no member."""
    writer = scope.writer
    each(scope, var, over, lambda _: expressions.condition(scope, test, lambda: writer.line("break")))
    writer.line("else:")
    with writer.block():
        then()


def size(scope: Scope, of: ir.Expr) -> str:
    """How many members a set has; of a filter they are counted."""
    if isinstance(of, ir.SetConst):
        return str(of.bits.bit_count())
    if is_fused(of, scope):
        count = _result(scope, "n", "0")

        def body(_: str) -> None:
            expressions.condition(scope, of.test, lambda: scope.writer.line(f"{count} += 1"))

        each(scope, of.var, of.over, body)
        return count
    text = expressions.value(scope, of)
    return expressions.asked(text, "bit_count")


def _sum(scope: Scope, expr: ir.Sum) -> str:
    row = _row(scope, expr)
    if row is not None:
        return row
    counted = _kept_cells(scope, expr.var, expr.over, expr.value)
    if counted is not None:
        return expressions.asked(counted, "bit_count")
    total = _result(scope, "n", "0")
    writer, inner = scope.writer, expr.value

    def add(amount: ir.Expr) -> None:
        writer.line(f"{total} += {bare(expressions.value(scope, amount))}")

    def body(_: str) -> None:
        match inner:
            case ir.Compare() | ir.Not() | ir.Empty() | ir.SetCompare() | ir.Exists():
                expressions.condition(scope, inner, lambda: writer.line(f"{total} += 1"))
            case ir.And(left, right):
                expressions.condition(scope, left, lambda: add(right))
            case ir.If(test, amount, ir.Const(0)):
                expressions.condition(scope, test, lambda: add(amount))
            case _:
                add(inner)

    each(scope, expr.var, expr.over, body)
    return total


def _row(scope: Scope, expr: ir.Sum) -> str | None:
    """The sum of slots that stand side by side: ``array(t, x)`` for all x."""
    match expr:
        case ir.Sum(var, ir.SetConst(bits, width), ir.ReadAt(base, size, index)) if bits + 1 == 1 << width:
            pass
        case _:
            return None
    rest = _beside(scope, index, var)
    if rest is None or not scope.bounds.within(rest, 0, size - width):
        return None
    if isinstance(rest, ir.Const):
        return f"sum(s[{base + rest.value}:{base + rest.value + width}])"
    match rest:
        case ir.Arith("mul", ir.Read(slot), ir.Const(step)) if step == width:
            found = _kept_row(scope, slot, Rows(base, width, size // width))
            if found is not None:
                return found
        case _:
            pass
    start = scope.writer.fresh("t")
    offset = expressions.value(scope, rest)
    return f"sum(s[({start} := {base} + {offset}) : {start} + {width}])"


def _kept_row(scope: Scope, slot: int, rows: Rows) -> str | None:
    """The sum of a row from a view, or from a list of all sums where a loop looks at all of them."""
    facts = scope.facts
    if rows in facts.views.sums:
        return f"s[{facts.views.sums[rows]} + {scope.read(slot)}]"
    level = scope.levels[0]
    name = level.rows.get(rows)
    if name is None and slot in scope.whole and scope.loops:
        facts.wished_rows.append(rows)
        name = level.rows[rows] = scope.writer.fresh("rows")
        level.lines.append((level.depth, f"{name} = {rows.sums()}"))
    return f"{name}[{scope.read(slot)}]" if name is not None else None


def kept_set(scope: Scope, expr: ir.Expr) -> str | None:
    """The members of a filter, or of what some is looked for in, from a view; None where there is none."""
    match expr:
        case ir.Filter(var, over, test) | ir.Exists(var, over, test):
            return _kept_cells(scope, var, over, test) or _kept_rows(scope, expr)
        case _:
            return None


def _kept_cells(scope: Scope, var: int, over: ir.Expr, test: ir.Expr) -> str | None:
    """The members for which an array holds a value, or not."""
    match test:
        case ir.Not(ir.Compare("eq" | "ne" as op, left, right)):
            is_equal = op == "ne"
        case ir.Compare("eq" | "ne" as op, left, right):
            is_equal = op == "eq"
        case _:
            return None
    if not isinstance(left, ir.ReadAt):
        left, right = right, left
    if not isinstance(left, ir.ReadAt) or left.index != ir.Read(var):
        return None
    group = scope.bounds.group(left.base)
    if group is None or group.width or group.high - group.low >= MOST_VALUES:
        return None
    if var in scope.facts.free(right) or not scope.bounds.within(right, group.low, group.high):
        return None
    width = scope.bounds.width(over)
    if not _LEAST_CELLS <= width <= left.size or not expressions.is_cheap(scope, right):
        return None
    array = Cells(left.base, left.size, group.low, group.high)
    views = scope.facts.views
    if array not in views.cells:
        scope.facts.wished_cells.append(array)
        return None
    start = views.cells[array] - array.low
    cells = _of_value(scope, start, right, "" if is_equal else "~")
    if is_equal and over == ir.SetConst((1 << array.size) - 1, array.size):
        return cells
    return f"({expressions.value(scope, over)} & {cells})"


def _of_value(scope: Scope, start: int, number: ir.Expr, sign: str) -> str:
    """The set of cells that hold a value, or with the sign ``~`` do not; inside loops it is read before them
    where it can be.
    """
    level = scope.outside(number)
    if level is None:
        return f"{sign}s[{_place(scope, start, number)}]"
    with scope.writer.into(level.lines, level.depth):
        text = f"{sign}s[{_place(scope, start, number)}]"
    return scope.early(level, ir.ReadAt(start, len(sign), number), text)


def _place(scope: Scope, start: int, number: ir.Expr) -> str:
    if isinstance(number, ir.Const):
        return str(start + number.value)
    return f"{start} + {expressions.value(scope, number)}"


def _kept_rows(scope: Scope, expr: ir.Expr) -> str | None:
    """A set of rows by their sums."""
    match expr:
        case ir.Filter(
            var, ir.SetConst(all_rows, count), ir.Compare(op, ir.Sum() as total, ir.Const(number))
        ):
            pass
        case _:
            return None
    match total:
        case ir.Sum(cell, ir.SetConst(bits, width), ir.ReadAt(base, size, index)) if bits + 1 == 1 << width:
            pass
        case _:
            return None
    rows = Rows(base, width, size // width)
    row = ir.Arith("mul", ir.Read(var), ir.Const(width))
    is_whole = all_rows + 1 == 1 << count and (rows.count, size) == (count, rows.end - base)
    if not is_whole or _beside(scope, index, cell) != row:
        return None
    key = rows, expressions.COMPARED[op], number
    facts = scope.facts
    if key in facts.views.sets:
        return scope.read(facts.views.sets[key])
    facts.wished_sets.append(key)
    return None


def _beside(scope: Scope, index: ir.Expr, var: int) -> ir.Expr | None:
    """What is added to the variable in an index; None where the index is more than a sum with it."""
    match index:
        case ir.Read(slot) if slot == var:
            return ir.Const(0)
        case ir.Arith("add", left, ir.Read(slot)) if slot == var and var not in scope.facts.free(left):
            return left
        case ir.Arith("add", ir.Read(slot), right) if slot == var and var not in scope.facts.free(right):
            return right
        case _:
            return None


def _union(scope: Scope, expr: ir.Union) -> str:
    bits = _result(scope, "b", "0")

    def body(_: str) -> None:
        scope.writer.line(f"{bits} |= {bare(expressions.value(scope, expr.value))}")

    each(scope, expr.var, expr.over, body)
    return bits


def _linked(scope: Scope, expr: ir.Linked) -> str:
    """All that is reached, by a function of ours where every step is at hand, else by a loop."""
    writer, width = scope.writer, scope.bounds.width(expr.within)
    of, within = bare(expressions.value(scope, expr.of)), bare(expressions.value(scope, expr.within))
    match expr.step:
        case ir.Lookup(table, ir.Read(slot)) if slot == expr.var and width <= scope.bounds.entries(table):
            return _result(scope, "b", f"linked({of}, {within}, T{table})")
        case ir.ReadAt(base, size, ir.Read(slot)) if slot == expr.var and width <= size:
            return _result(scope, "b", f"linked({of}, {within}, s[{base}:{base + size}])")
        case _:
            pass
    start = _result(scope, "b", of)
    whole = _result(scope, "b", within)
    found = _result(scope, "b", f"{start} & {whole}")
    left, name, fresh = _result(scope, "b", found), writer.fresh("x"), writer.fresh("b")
    writer.line(f"while {left}:")
    with writer.block(), scope.level(is_loop=True):
        writer.line(f"{name} = ({left} & -{left}).bit_length() - 1")
        with scope.bounds.running(expr.var, expr.within), scope.level(), scope.naming(expr.var, name):
            step = expressions.value(scope, expr.step)
            writer.line(f"{fresh} = {step} & {whole} & ~{found}")
        writer.line(f"{found} |= {fresh}")
        writer.line(f"{left} = {left} & {left} - 1 | {fresh}")
    return found


def _cheapest(scope: Scope, expr: ir.Cheapest) -> str:
    """What the cheapest way costs; a function of its own says what a member costs and leads to."""
    writer, name = scope.writer, scope.writer.fresh("x")
    of, to = _result(scope, "b", bare(expressions.value(scope, expr.of))), expressions.value(scope, expr.to)
    to = _result(scope, "n", bare(to))
    price = _result(scope, "n", bare(expressions.value(scope, expr.price)))
    at = writer.fresh("f")
    writer.line(f"def {at}({name}):")
    inside = scope.bounds.running(expr.var, expr.of)
    with writer.indented(), scope.root(), inside, scope.naming(expr.var, name):
        toll = _result(scope, "n", bare(expressions.value(scope, expr.toll)))
        writer.line(f"return {toll}, {bare(expressions.value(scope, expr.step))}")
    return _result(scope, "n", f"cheapest({of}, {to}, {price}, {at})")


# ---------------------------------------------------------------------------------------------
# Extreme, First, Top


def _extreme(scope: Scope, expr: ir.Extreme) -> str:
    best, writer = _result(scope, "m", "None"), scope.writer
    sign = ">" if expr.which == "highest" else "<"

    def body(_: str) -> None:
        here = writer.fresh("k")
        writer.line(f"{here} = {bare(expressions.value(scope, expr.value))}")
        writer.line(f"if {best} is None or {here} {sign} {best}:")
        with writer.indented():
            writer.line(f"{best} = {here}")

    each(scope, expr.var, expr.over, body)
    return _or_default(scope, best, best, expr.default)


def _or_default(scope: Scope, found: str, best: str, default: ir.Expr) -> str:
    """What was found, or the default where there was no member."""
    scope.writer.line(f"if {best} is None:")
    with scope.writer.indented():
        scope.writer.line(f"{found} = {bare(expressions.value(scope, default))}")
    return found


def _first(scope: Scope, expr: ir.First) -> str:
    best, found = _result(scope, "m", "None"), _result(scope, "m", "-1")
    writer = scope.writer

    def body(name: str) -> None:
        here = key(scope, expr.keys)
        writer.line(f"if {best} is None or {here} < {best}:")
        with writer.indented():
            writer.line(f"{best}, {found} = {here}, {name}")

    each(scope, expr.var, expr.over, body)
    return _or_default(scope, found, best, expr.default)


def _top(scope: Scope, expr: ir.Top) -> str:
    best, found = _result(scope, "m", "None"), _result(scope, "b", "0")
    writer = scope.writer

    def body(name: str) -> None:
        here = key(scope, expr.keys)
        writer.line(f"if {best} is None or {here} < {best}:")
        with writer.indented():
            writer.line(f"{best}, {found} = {here}, 1 << {name}")
        writer.line(f"elif {here} == {best}:")
        with writer.indented():
            writer.line(f"{found} |= 1 << {name}")

    each(scope, expr.var, expr.over, body)
    return found


def key(scope: Scope, keys: tuple[ir.Key, ...]) -> str:
    """The name of what a member is ordered by: the lower comes first, so highest ones are turned round."""
    signs = ["-" if one.which == "highest" else "" for one in keys]
    texts = [sign + expressions.value(scope, one.value) for sign, one in zip(signs, keys, strict=True)]
    name = scope.writer.fresh("k")
    whole = bare(texts[0]) if len(texts) == 1 else f"({''.join(text + ', ' for text in texts).rstrip()})"
    scope.writer.line(f"{name} = {whole}")
    return name
