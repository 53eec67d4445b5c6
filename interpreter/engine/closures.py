"""Expressions compiled to closures: for each form, what it means, and faster cases of the same.

A closure takes the list of slots and gives an integer or the bits of a set. Most forms have one
general closure. The others are shapes that games evaluate thousands of times a second: reads of a
slot, comparisons with a constant, arrays and tables indexed by a slot. They are chosen by the
patterns of `match`, first the special, then the general.
"""

from typing import assert_never

from interpreter.core.bounds import Bounds, bounds_of
from interpreter.core.ir import (
    And,
    Arith,
    Cheapest,
    Compare,
    Const,
    Empty,
    Exists,
    Expr,
    Extreme,
    Filter,
    First,
    Highest,
    If,
    Let,
    Linked,
    Lookup,
    Lowest,
    Member,
    Not,
    Or,
    Program,
    Read,
    ReadAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Size,
    Sum,
    Top,
    Union,
)
from interpreter.engine import comparing, looping, picking, sets
from interpreter.engine.forms import Each, Eval, Slots, guarded
from interpreter.engine.members import members


class Closures:
    """The compiler of one program's expressions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.bounds: Bounds = bounds_of(program)

    def expr(self, expr: Expr) -> Eval:
        """The function that evaluates an expression."""
        match expr:
            case Const():
                number = expr.value
                return lambda s: number
            case SetConst():
                bits = expr.bits
                return lambda s: bits
            case Read(slot):
                return lambda s: s[slot]
            case ReadAt():
                return self._read_at(expr)
            case Lookup():
                return self._lookup(expr)
            case Arith():
                return self._arith(expr)
            case Compare():
                return comparing.compare(self, expr)
            case And(left, right):
                return _both(self.expr(left), self.expr(right))
            case Or(left, right):
                return _either(self.expr(left), self.expr(right))
            case Not(inner):
                return _negated(self, inner)
            case If(test, then, other):
                return _choice(self.expr(test), self.expr(then), self.expr(other))
            case SetOp():
                return sets.set_op(self, expr)
            case SetCompare():
                return sets.set_compare(self, expr)
            case Member():
                return sets.member(self, expr)
            case Empty(of):
                return _emptiness(self, of)
            case Size(of):
                return sets.size(self, of)
            case Single():
                return sets.single(self, expr)
            case Lowest() | Highest():
                return sets.outermost(self, expr)
            case Filter() | Exists() | Sum() | Extreme() | Union() | First() | Top():
                with self.bounds.running(expr.var, expr.over):
                    return self._loop(expr)
            case Linked():
                return sets.linked(self, expr)
            case Cheapest():
                return sets.cheapest(self, expr)
            case Let():
                value = self.expr(expr.value)
                with self.bounds.knowing(expr.slot, self.bounds.interval(expr.value)):
                    return _let(expr.slot, value, self.expr(expr.inner))
            case _:
                assert_never(expr)

    def _loop(self, expr: Filter | Exists | Sum | Extreme | Union | First | Top) -> Eval:
        match expr:
            case Filter():
                return looping.filtered(self, expr)
            case Exists():
                return looping.exists(self, expr)
            case Sum():
                return looping.total(self, expr)
            case Extreme():
                return picking.extreme(self, expr)
            case Union():
                return looping.united(self, expr)
            case First():
                return picking.first(self, expr)
            case Top():
                return picking.top(self, expr)
            case _:
                assert_never(expr)

    def each(self, over: Expr) -> Each:
        """The function that lists the members of a set, ascending."""
        match over:
            case SetConst(bits):
                all_of_them = members(bits)
                return lambda s: all_of_them
            case Lookup(table, index):
                rows = tuple(members(bits) for bits in self.program.tables[table].values)
                row = self.index(index, len(rows))
                if isinstance(index, Read) and self.bounds.within(index, 0, len(rows) - 1):
                    slot = index.slot
                    return lambda s: rows[s[slot]]
                return lambda s: rows[row(s)]
            case _:
                bits_of = self.expr(over)
                return lambda s: members(bits_of(s))

    def index(self, expr: Expr, count: int) -> Eval:
        """The function that evaluates an index; checked where it is not sure to be in bounds."""
        index = self.expr(expr)
        return index if self.bounds.within(expr, 0, count - 1) else guarded(index, count)

    def _read_at(self, expr: ReadAt) -> Eval:
        base = expr.base
        if self.bounds.within(expr.index, 0, expr.size - 1):
            match expr.index:
                case Const(value):
                    return self.expr(Read(base + value))
                case Read(slot):
                    return lambda s: s[base + s[slot]]
                case Arith("add", Arith("mul", Read(row), Const(width)), Read(column)):
                    return lambda s: s[base + s[row] * width + s[column]]
                case _:
                    pass
        index = self.index(expr.index, expr.size)
        return lambda s: s[base + index(s)]

    def _lookup(self, expr: Lookup) -> Eval:
        values = self.program.tables[expr.table].values
        if isinstance(expr.index, Read) and self.bounds.within(expr.index, 0, len(values) - 1):
            slot = expr.index.slot
            return lambda s: values[s[slot]]
        index = self.index(expr.index, len(values))
        return lambda s: values[index(s)]

    def _arith(self, expr: Arith) -> Eval:
        match expr:
            case Arith("add", Arith("mul", Read(row), Const(width)), Read(column)):
                return lambda s: s[row] * width + s[column]
            case Arith("add", Read(one), Read(other)):
                return lambda s: s[one] + s[other]
            case Arith("sub", Read(one), Read(other)):
                return lambda s: s[one] - s[other]
            case Arith("add", _, Read(slot)) | Arith("add", Read(slot), _) if not isinstance(
                expr.right, Const
            ):
                rest = self.expr(expr.left if expr.right == Read(slot) else expr.right)
                return lambda s: rest(s) + s[slot]
            case Arith("min" | "max", Read(slot), Const(number)):
                if expr.op == "min":
                    return lambda s: min(number, s[slot])
                return lambda s: max(number, s[slot])
            case _:
                pass
        left = self.expr(expr.left)
        if isinstance(expr.right, Const):
            number = expr.right.value
            match expr.op:
                case "add":
                    return lambda s: left(s) + number
                case "sub":
                    return lambda s: left(s) - number
                case "mul":
                    return lambda s: left(s) * number
                case "mod" if number > 0:
                    return lambda s: left(s) % number
                case _:
                    pass
        return _arithmetic(expr.op, left, self._divisor(expr))

    def _divisor(self, expr: Arith) -> Eval:
        """The right side; dividing by 0 fails in every executor alike."""
        right = self.expr(expr.right)
        low, high = self.bounds.interval(expr.right)
        if expr.op not in ("div", "mod") or low > 0 or high < 0:
            return right
        return sets.nonzero(right)


def _arithmetic(op: str, left: Eval, right: Eval) -> Eval:
    match op:
        case "add":
            return lambda s: left(s) + right(s)
        case "sub":
            return lambda s: left(s) - right(s)
        case "mul":
            return lambda s: left(s) * right(s)
        case "div":
            return lambda s: left(s) // right(s)
        case "mod":
            return lambda s: left(s) % right(s)
        case "min":
            return lambda s: min(left(s), right(s))
        case _:
            return lambda s: max(left(s), right(s))


def _both(left: Eval, right: Eval) -> Eval:
    return lambda s: left(s) and right(s)


def _either(left: Eval, right: Eval) -> Eval:
    return lambda s: left(s) or right(s)


def _none(c: Closures, expr: Exists) -> Eval:
    """There is no member for which the condition holds."""
    with c.bounds.running(expr.var, expr.over):
        return looping.exists(c, expr, yes=0, no=1)


def _emptiness(c: Closures, of: Expr) -> Eval:
    """``s is empty``; what is filtered is empty if nothing passes, which is known at the first."""
    match of:
        case Filter(var, over, test):
            return _none(c, Exists(var, over, test))
        case _:
            return sets.empty(c, of)


def _negated(c: Closures, inner: Expr) -> Eval:
    match inner:
        case Compare(op, left, right):
            return c.expr(Compare(comparing.OPPOSITE[op], left, right))
        case Empty(Filter(var, over, test)):
            return c.expr(Exists(var, over, test))
        case Empty(of):
            bits = c.expr(of)
            return lambda s: bits(s) != 0
        case Exists():
            return _none(c, inner)
        case _:
            value = c.expr(inner)
            return lambda s: not value(s)


def _choice(test: Eval, then: Eval, other: Eval) -> Eval:
    return lambda s: then(s) if test(s) else other(s)


def _let(slot: int, value: Eval, inner: Eval) -> Eval:
    def run(s: Slots) -> int:
        s[slot] = value(s)
        return inner(s)

    return run
