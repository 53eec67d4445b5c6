"""Small algebra of sets and conditions: constructors that leave nothing behind which is known already."""

from typing import Any

from interpreter.backends.c.passes.forms import RunsTo
from interpreter.backends.c.passes.rewriter import LOOPS
from interpreter.backends.c.ranges import Ranges
from interpreter.core import fold, ir
from interpreter.core.reading import SPREADS, parts


def all_of(width: int) -> ir.SetConst:
    """Every member."""
    return ir.SetConst((1 << width) - 1, width)


def none_of(width: int) -> ir.SetConst:
    """No member."""
    return ir.SetConst(0, width)


def is_all(expr: Any) -> bool:
    """Whether a set is known to be whole."""
    return isinstance(expr, ir.SetConst) and expr.bits == (1 << expr.width) - 1


def inter(left: Any, right: Any) -> Any:
    """The members of both."""
    if is_all(left):
        return right
    if is_all(right):
        return left
    match left, right:
        case _, ir.SetOp("minus", whole, other) if is_all(whole):
            return minus(left, other)
        case ir.SetOp("minus", whole, other), _ if is_all(whole):
            return minus(right, other)
        case _:
            return fold.set_op("inter", left, right)


def minus(left: Any, right: Any) -> Any:
    """The members of the first that are not in the second."""
    match right:
        case ir.SetOp("minus", whole, other) if is_all(whole):
            return inter(left, other)
        case _:
            return fold.set_op("minus", left, right)


def union(left: Any, right: Any) -> Any:
    """The members of either."""
    if is_all(left) or is_all(right):
        return left if is_all(left) else right
    return fold.set_op("union", left, right)


def some(of: Any) -> Any:
    """A set has a member."""
    match of:
        case ir.SetConst(bits, _):
            return ir.Const(int(bits != 0))
        case _:
            return ir.Not(ir.Empty(of))


def folded(node: Any, tables: list[ir.Table]) -> Any:
    """An expression with everything computed that is known."""
    match node:
        case ir.And(left, right):
            return fold.and_(folded(left, tables), folded(right, tables))
        case ir.Or(left, right):
            return fold.or_(folded(left, tables), folded(right, tables))
        case ir.Not(inner):
            return fold.not_(folded(inner, tables))
        case ir.If(test, then, other):
            known = folded(test, tables)
            if isinstance(known, ir.Const):
                return folded(then if known.value else other, tables)
            return ir.If(known, folded(then, tables), folded(other, tables))
        case ir.Compare(op, left, right):
            return fold.compare(op, folded(left, tables), folded(right, tables))
        case ir.Arith(op, left, right) if op not in ("div", "mod"):
            return fold.arith(op, folded(left, tables), folded(right, tables))
        case ir.Member(item, of):
            return fold.member(folded(item, tables), folded(of, tables))
        case ir.Lookup(table, index):
            place = folded(index, tables)
            found = tables[table]
            if isinstance(place, ir.Const) and 0 <= place.value < len(found.values):
                value = found.values[place.value]
                return ir.SetConst(value, found.width) if found.width else ir.Const(value)
            return ir.Lookup(table, place)
        case _:
            return node


def is_total(expr: Any, ranges: Ranges) -> bool:
    """Whether an expression has a value wherever it stands: nothing in it can fail."""
    match expr:
        case ir.ReadAt(_, size, index) if not ranges.within(index, 0, size - 1):
            return False
        case ir.Lookup(table, index) if not ranges.within(index, 0, ranges.entries(table) - 1):
            return False
        case ir.Arith("div" | "mod", _, right):
            low, high = ranges.interval(right)
            if low <= 0 <= high:
                return False
        case ir.Single(item, width) if not ranges.within(item, -1, width - 1):
            return False
        case _:
            pass
    if isinstance(expr, LOOPS):
        with ranges.running(expr.var, expr.over):
            return all(is_total(part, ranges) for part in inner(expr))
    if isinstance(expr, SPREADS):
        with ranges.running(expr.var, expr.of):
            return all(is_total(part, ranges) for part in inner(expr))
    if isinstance(expr, ir.Let):
        if not is_total(expr.value, ranges):
            return False
        known = (0, 0) if ranges.width(expr.value) else ranges.interval(expr.value)
        with ranges.knowing(expr.slot, known):
            return is_total(expr.inner, ranges)
    return all(is_total(part, ranges) for part in inner(expr))


def is_straight(expr: Any) -> bool:
    """Whether an expression is computed without a loop."""
    return not isinstance(expr, (*LOOPS, *SPREADS, RunsTo)) and all(map(is_straight, inner(expr)))


def inner(expr: Any) -> list[Any]:
    """The expressions directly inside one; keys count as their values."""
    return [one.value if isinstance(one, ir.Key) else one for one in parts(expr)]


def conjuncts(test: Any) -> list[Any]:
    """The conditions that a condition joins by `and`, in their order."""
    if isinstance(test, ir.And):
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def joined(tests: list[Any]) -> Any:
    """Conditions joined by `and`."""
    whole = tests[-1]
    for one in reversed(tests[:-1]):
        whole = ir.And(one, whole)
    return whole


def narrowed(expr: ir.Filter | ir.Exists, whole: Any, rest: list[Any]) -> Any:
    """A loop whose condition is a set ``whole``, of which conditions are left for each member."""
    match expr:
        case ir.Filter(var, _, _, width):
            return ir.Filter(var, whole, joined(rest), width) if rest else whole
        case ir.Exists(var):
            return ir.Exists(var, whole, joined(rest)) if rest else some(whole)
