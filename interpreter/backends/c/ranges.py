"""The ranges of values, as far as C needs them: which type holds a value, and which checks can be left out.

Python's integers have no end; those of C have. Every expression has an interval that its value never leaves
(`core.bounds`). What lies in 32 bits is computed in ``int``, what lies in 64 bits in ``int64_t``; a program
with a value that might not fit in 64 bits is refused.
"""

from interpreter.backends.c.passes.forms import (
    Above,
    Apart,
    Plane,
    Reach,
    RowSum,
    RunsTo,
    Shift,
    SomeLine,
    SomeLink,
    SomeRow,
    own,
)
from interpreter.backends.c.refusals import Unsupported
from interpreter.core.bounds import UNKNOWN, Bounds, Interval
from interpreter.core.ir import (
    Arith,
    Const,
    Copy,
    Expr,
    Loop,
    Lowest,
    Program,
    Read,
    ReadAt,
    Set,
    SetAt,
    Shared,
    Slot,
    Sorted,
    Sum,
    Table,
)
from interpreter.core.reading import parts

INT = (-(2**31), 2**31 - 1)
LONG = (-(2**63), 2**63 - 1)


class Ranges(Bounds):
    """Bounds that also know what scratch slots are given, and that a quotient is no larger than its left."""

    def __init__(self, program: Program) -> None:
        count = max((group.base + group.count for group in program.slots), default=0)
        groups: list[Slot | None] = [None] * count
        for group in program.slots:
            groups[group.base : group.base + group.count] = [group] * group.count
        super().__init__(tuple(groups), program.tables)
        self._held: dict[int, Interval] = {}
        self._learn(program)

    def _learn(self, program: Program) -> None:
        """Find out what scratch slots are given, whose declared ranges say nothing."""
        given = list(_given(program))
        for _ in range(4):
            before = dict(self._held)
            for base, value in given:
                group = self.group(base)
                if group is None or group.width or group.role != "scratch":
                    continue
                low, high = self.interval(value)
                old = self._held.get(group.base, (max(group.low, 0), max(group.low, 0)))
                self._held[group.base] = min(low, old[0]), max(high, old[1])
            if self._held == before:
                return
        # A scratch slot that is counted up, or fed by itself: a guard that is not seen here bounds it.
        self._held = {
            base: found if self._is_stable(base, found, before) else self._declared(base)
            for base, found in self._held.items()
        }

    def _is_stable(self, base: int, found: Interval, before: dict[int, Interval]) -> bool:
        return before.get(base) == found

    def _declared(self, base: int) -> Interval:
        group = self.group(base)
        assert group is not None
        return group.low, group.high

    def held(self, slot: int) -> Interval:
        """What a slot may hold: its declared range, or of a scratch slot what it is ever given."""
        group = self.group(slot)
        if group is None:
            return LONG
        if group.role == "scratch" and not group.width:
            return self._held.get(group.base, (group.low, group.high))
        return group.low, group.high

    def know_table(self, table: Table) -> None:
        """A table added since; it is the last one."""
        values = table.values
        self._lengths += (len(values),)
        self._widths += (table.width,)
        self._largest += (max((bits.bit_count() for bits in values), default=0) if table.width else 0,)
        self._entries += ((min(values, default=0), max(values, default=0)),)

    def width(self, expr: Expr) -> int:
        """How many members the domain of a set has; 0 for an integer."""
        form = own(expr)
        kept = isinstance(form, Plane | Above | Apart | Shift | Reach | RunsTo)
        return form.width if kept else super().width(expr)

    def interval(self, expr: Expr) -> Interval:
        """The range of an integer expression."""
        match own(expr):
            case RowSum(base, length, _):
                low, high = self.held(base)
                return min(0, low * length), max(0, high * length)
            case SomeLine() | SomeLink() | SomeRow():
                return 0, 1
            case Plane() | Above() | Apart() | Shift() | Reach() | RunsTo():
                return UNKNOWN
            case Read(slot) if slot not in self._known:
                return self.held(slot)
            case ReadAt(base, _, _):
                return self.held(base)
            case Arith("div", left, right):
                return self._quotient(self.interval(left), self.interval(right))
            case Arith("mod", left, right):
                return self._rest(self.interval(left), self.interval(right))
            case Sum(var, over, value):
                with self.running(var, over):
                    low, high = self.interval(value)
                most = self.most(over)
                return min(0, low * most), max(0, high * most)
            case _:
                return super().interval(expr)

    def _quotient(self, left: Interval, right: Interval) -> Interval:
        ends = [end for end in (*right, -1, 1) if end and right[0] <= end <= right[1]]
        found = [a // b for a in left for b in ends] or [0]
        return min(found), max(found)

    def _rest(self, left: Interval, right: Interval) -> Interval:
        if right[0] > 0 and left[0] >= 0 and left[1] < right[0]:
            return left
        return min(0, right[0] + 1), max(0, right[1] - 1)

    def type_of(self, interval: Interval) -> str:
        """The C type in which a value of that range is computed.

        Raises: Unsupported where 64 bits do not hold it.
        """
        if INT[0] <= interval[0] and interval[1] <= INT[1]:
            return "int"
        if LONG[0] <= interval[0] and interval[1] <= LONG[1]:
            return "int64_t"
        raise Unsupported(f"a number of {interval[0]}..{interval[1]} does not fit in 64 bits")


def _given(program: Program) -> list[tuple[int, Expr]]:
    """Every value that a slot is given by itself: where it goes, and what it is."""
    found: list[tuple[int, Expr]] = []
    stack: list[object] = [*program.blocks, *program.decisions]
    while stack:
        here = stack.pop()
        match here:
            case Set(slot, value, _) | Shared(slot, value):
                found.append((slot, value))
            case SetAt(base, _, _, value, _):
                found.append((base, value))
            case Copy(target, source, _):
                found.append((target, Read(source)))
            case Loop(var, over, _) | Sorted(var, over, _, _):
                found.append((var, Lowest(over, Const(0))))
            case _:
                pass
        stack.extend(parts(here))
    return found
