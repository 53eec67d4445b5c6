"""What is known of an expression before it runs: its kind and the range of its values.

Ranges come from the declared ranges of slots and the entries of tables, joined upwards through
the forms. They are safe (a value never leaves its range) but not tight.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import assert_never

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
    Slot,
    Sum,
    Table,
    Top,
    Union,
)

Interval = tuple[int, int]
"""The lowest and the highest value, both possible as far as is known."""

UNKNOWN: Interval = (-(1 << 62), 1 << 62)
"""The range where nothing is known, as after an index out of bounds."""


class Bounds:
    """The slot groups and tables of a program, in the form that questions are answered from.

    Whoever walks into a form that gives a slot a value says so (`knowing`, `running`): scratch slots
    are used for many variables, so that their declared ranges say nothing.
    """

    def __init__(self, groups: tuple[Slot | None, ...], tables: tuple[Table, ...]) -> None:
        self.groups = groups
        self._lengths = tuple(len(table.values) for table in tables)
        self._widths = tuple(table.width for table in tables)
        self._largest = tuple(
            max((bits.bit_count() for bits in table.values), default=0) if table.width else 0
            for table in tables
        )
        self._entries = tuple((min(t.values, default=0), max(t.values, default=0)) for t in tables)
        self._known: dict[int, Interval] = {}

    @contextmanager
    def knowing(self, slot: int, interval: Interval) -> Iterator[None]:
        """Inside, the values of a slot are in a range."""
        before = self._known.get(slot)
        self._known[slot] = interval
        yield
        if before is None:
            del self._known[slot]
        else:
            self._known[slot] = before

    def running(self, var: int, over: Expr) -> AbstractContextManager[None]:
        """Inside, a slot holds the members of a set in turn."""
        return self.knowing(var, (0, max(0, self.width(over) - 1)))

    def group(self, slot: int) -> Slot | None:
        """The group that slot belongs to; None outside of the state."""
        return self.groups[slot] if 0 <= slot < len(self.groups) else None

    def know_also(self, slot: int, group: Slot) -> None:
        """A slot added since, which holds what those of a group hold."""
        groups = [*self.groups, *[None] * (slot + 1 - len(self.groups))]
        groups[slot] = group
        self.groups = tuple(groups)

    def entries(self, table: int) -> int:
        """How many entries a table has; none where there is no such table."""
        return self._lengths[table] if 0 <= table < len(self._lengths) else 0

    def width(self, expr: Expr) -> int:
        """How many members the domain of a set has; 0 for an integer."""
        match expr:
            case Read():
                group = self.group(expr.slot)
                return group.width if group else 0
            case ReadAt():
                group = self.group(expr.base)
                return group.width if group else 0
            case Lookup():
                return self._widths[expr.table] if 0 <= expr.table < len(self._widths) else 0
            case SetConst() | Single() | Filter() | Union() | Top():
                return expr.width
            case SetOp():
                return self.width(expr.left)
            case Linked():
                return self.width(expr.within)
            case If():
                return self.width(expr.then)
            case Let():
                return self.width(expr.inner)
            case _:
                return 0

    def most(self, expr: Expr) -> int:
        """How many members a set can have at the same time: what a loop over it may cost."""
        match expr:
            case SetConst():
                return expr.bits.bit_count()
            case Lookup():
                return self._largest[expr.table] if 0 <= expr.table < len(self._largest) else 0
            case Single():
                return 1
            case Filter() | Top():
                return self.most(expr.over)
            case Union():
                return min(expr.width, self.most(expr.over) * self.most(expr.value))
            case SetOp("inter", left, right):
                return min(self.most(left), self.most(right))
            case SetOp("minus", left, _):
                return self.most(left)
            case SetOp(_, left, right):
                return min(self.width(expr), self.most(left) + self.most(right))
            case Linked():
                return self.most(expr.within)
            case If():
                return max(self.most(expr.then), self.most(expr.other))
            case Let():
                return self.most(expr.inner)
            case _:
                return self.width(expr)

    def interval(self, expr: Expr) -> Interval:
        """The range of an integer expression."""
        match expr:
            case Const():
                return expr.value, expr.value
            case Read():
                return self._known.get(expr.slot) or _declared(self.group(expr.slot))
            case ReadAt():
                return _declared(self.group(expr.base))
            case Lookup():
                return self._entries[expr.table] if 0 <= expr.table < len(self._entries) else UNKNOWN
            case Arith():
                return _arith(expr.op, self.interval(expr.left), self.interval(expr.right))
            case Compare() | And() | Or() | Not() | SetCompare() | Member() | Empty() | Exists():
                return 0, 1
            case If():
                return _hull(self.interval(expr.then), self.interval(expr.other))
            case Size():
                return 0, self.width(expr.of)
            case Lowest() | Highest():
                return _hull((0, max(0, self.width(expr.of) - 1)), self.interval(expr.default))
            case Sum():
                with self.running(expr.var, expr.over):
                    low, high = self.interval(expr.value)
                most = self.width(expr.over)
                return min(0, low * most), max(0, high * most)
            case Extreme():
                with self.running(expr.var, expr.over):
                    return _hull(self.interval(expr.value), self.interval(expr.default))
            case First():
                return _hull((0, max(0, self.width(expr.over) - 1)), self.interval(expr.default))
            case Let():
                with self.knowing(expr.slot, self.interval(expr.value)):
                    return self.interval(expr.inner)
            case Cheapest():
                price = self.interval(expr.price)
                with self.running(expr.var, expr.of):
                    toll = self.interval(expr.toll)
                return -1, max(0, self.width(expr.of) * (max(0, price[1]) + max(0, toll[1])))
            case SetConst() | SetOp() | Single() | Filter() | Union() | Linked() | Top():
                return UNKNOWN
            case _:
                assert_never(expr)

    def within(self, expr: Expr, low: int, high: int) -> bool:
        """Whether the value of an expression is sure to lie in ``low..high``."""
        least, most = self.interval(expr)
        return low <= least and most <= high


def bounds_of(program: Program) -> Bounds:
    """The bounds that a program declares."""
    count = max((group.base + group.count for group in program.slots), default=0)
    groups: list[Slot | None] = [None] * count
    for group in program.slots:
        groups[group.base : group.base + group.count] = [group] * group.count
    return Bounds(tuple(groups), program.tables)


def _declared(group: Slot | None) -> Interval:
    return (group.low, group.high) if group and not group.width else UNKNOWN


def _hull(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def _arith(op: str, left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    match op:
        case "add":
            return a + c, b + d
        case "sub":
            return a - d, b - c
        case "mul":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "div" if c > 0 or d < 0:
            corners = (a // c, a // d, b // c, b // d)
            return min(corners), max(corners)
        case "mod" if c > 0:
            return (a, b) if a >= 0 and b < c else (0, d - 1)
        case _:
            return UNKNOWN
