"""The value of an expression that is known before a match: it reads tables and its own variables alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import assert_never

from interpreter.core import ir

_ARITH: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
_SETS: dict[str, Callable[[int, int], int]] = {
    "union": lambda a, b: a | b,
    "inter": lambda a, b: a & b,
    "minus": lambda a, b: a & ~b,
}


class Constants:
    """Evaluates expressions over the tables of a program under construction; sets are bits."""

    def __init__(self, tables: list[ir.Table]) -> None:
        self._tables = tables
        self._slots: dict[int, int] = {}

    def give(self, hoisted: Iterable[tuple[int, ir.Expr]]) -> None:
        """Compute terms that expressions share, each into its slot."""
        for slot, value in hoisted:
            self._slots[slot] = self.value(value)

    def given(self, slots: Mapping[int, int]) -> "Constants":
        """The same, with the values of some slots."""
        self._slots.update(slots)
        return self

    def value(self, expr: ir.Expr) -> int:
        """The integer, or the bits of the set.

        Raises: KeyError where it reads a slot that no part of it gives a value; IndexError for an index
        that a table does not have.
        """
        match expr:
            case ir.Const(value):
                return value
            case ir.SetConst(bits, _):
                return bits
            case ir.Read(slot):
                return self._slots[slot]
            case ir.ReadAt(base, _, index):
                return self._slots[base + self.value(index)]
            case ir.Lookup(table, index):
                at = self.value(index)
                if at < 0:
                    raise IndexError(at)
                return self._tables[table].values[at]
            case ir.Arith(op, left, right):
                return _ARITH[op](self.value(left), self.value(right))
            case ir.Let(slot, value, inner):
                self._slots[slot] = self.value(value)
                return self.value(inner)
            case ir.If(test, then, other):
                return self.value(then if self.value(test) else other)
            case ir.Sum() | ir.Extreme() | ir.First() | ir.Lowest() | ir.Highest() | ir.Size():
                return self._number(expr)
            case ir.Cheapest():
                return self._cheapest(expr)
            case ir.SetOp() | ir.Single() | ir.Filter() | ir.Union() | ir.Linked() | ir.Top():
                return self._set(expr)
            case _:
                return int(self._holds(expr))

    def _holds(
        self,
        expr: "ir.Compare | ir.And | ir.Or | ir.Not | ir.SetCompare | ir.Member | ir.Empty | ir.Exists",
    ) -> bool:
        match expr:
            case ir.Compare(op, left, right):
                return _COMPARE[op](self.value(left), self.value(right))
            case ir.And(left, right):
                return bool(self.value(left) and self.value(right))
            case ir.Or(left, right):
                return bool(self.value(left) or self.value(right))
            case ir.Not(inner):
                return not self.value(inner)
            case ir.SetCompare(op, left, right):
                a, b = self.value(left), self.value(right)
                return {"eq": a == b, "ne": a != b, "subset": not a & ~b}[op]
            case ir.Member(item, of):
                member = self.value(item)
                return member >= 0 and bool(self.value(of) >> member & 1)
            case ir.Empty(of):
                return not self.value(of)
            case ir.Exists(var, over, test):
                return any(self.value(test) for _ in self._each(var, over))
            case _:
                assert_never(expr)

    def _number(self, expr: "ir.Sum | ir.Extreme | ir.First | ir.Lowest | ir.Highest | ir.Size") -> int:
        match expr:
            case ir.Size(of):
                return self.value(of).bit_count()
            case ir.Sum(var, over, value):
                return sum(self.value(value) for _ in self._each(var, over))
            case ir.Extreme(which, var, over, value, default):
                found = [self.value(value) for _ in self._each(var, over)]
                if not found:
                    return self.value(default)
                return max(found) if which == "highest" else min(found)
            case ir.Lowest(of, default):
                bits = self.value(of)
                return next(_members(bits)) if bits else self.value(default)
            case ir.Highest(of, default):
                bits = self.value(of)
                return bits.bit_length() - 1 if bits else self.value(default)
            case ir.First(var, over, keys, default):
                ranked = [(self._rank(keys), member) for member in self._each(var, over)]
                return min(ranked)[1] if ranked else self.value(default)

    def _set(self, expr: "ir.SetOp | ir.Single | ir.Filter | ir.Union | ir.Linked | ir.Top") -> int:
        match expr:
            case ir.SetOp(op, left, right):
                return _SETS[op](self.value(left), self.value(right))
            case ir.Single(item, _):
                member = self.value(item)
                return 1 << member if member >= 0 else 0
            case ir.Filter(var, over, test, _):
                return _bits(member for member in self._each(var, over) if self.value(test))
            case ir.Union(var, over, value, _):
                united = 0
                for _ in self._each(var, over):
                    united |= self.value(value)
                return united
            case ir.Linked(var, of, within, step):
                return self._linked(var, self.value(of), self.value(within), step)
            case ir.Top(var, over, keys, _):
                ranked = [(self._rank(keys), member) for member in self._each(var, over)]
                best = min(ranked)[0] if ranked else None
                return _bits(member for rank, member in ranked if rank == best)

    def _linked(self, var: int, of: int, within: int, step: ir.Expr) -> int:
        def near(member: int) -> int:
            self._slots[var] = member
            return self.value(step)

        return linked_by(of, within, near)

    def _cheapest(self, expr: ir.Cheapest) -> int:
        def at(member: int) -> tuple[int, int]:
            self._slots[expr.var] = member
            return self.value(expr.toll), self.value(expr.step)

        return cheapest(self.value(expr.of), self.value(expr.to), self.value(expr.price), at)

    def _each(self, var: int, over: ir.Expr) -> Iterator[int]:
        """The members of a set, each in the slot of the variable while it is looked at."""
        for member in _members(self.value(over)):
            self._slots[var] = member
            yield member

    def _rank(self, keys: tuple[ir.Key, ...]) -> tuple[int, ...]:
        return tuple(self.value(key.value) * (-1 if key.which == "highest" else 1) for key in keys)


def linked_by(of: int, within: int, near: Callable[[int], int]) -> int:
    """The bits of ``within`` that hang together with bits of ``of``; ``near`` gives those beside one."""
    found = left = of & within
    while left:
        lowest = left & -left
        fresh = near(lowest.bit_length() - 1) & within & ~found
        found |= fresh
        left = left ^ lowest | fresh
    return found


def linked(of: int, within: int, near: Sequence[int]) -> int:
    """The same, where ``near`` has those beside each."""
    found = fresh = of & within
    while fresh:
        beside = 0
        for member in _members(fresh):
            beside |= near[member]
        fresh = beside & within & ~found
        found |= fresh
    return found


def cheapest(of: int, to: int, price: int, at: Callable[[int], tuple[int, int]]) -> int:
    """What the cheapest way from the bits of ``of`` to ``to`` costs, or -1; ``at`` gives of a member what it
    costs to pass it, and the bits of those one step away.
    """
    least = dict.fromkeys(_members(of), 0)
    left, settled = [(0, member) for member in least], 0
    while left:
        cost, member = heappop(left)
        if settled >> member & 1:
            continue
        if member == to:
            return cost
        settled |= 1 << member
        toll, near = at(member)
        onward = cost + price + (0 if of >> member & 1 else toll)
        for one in _members(near & ~settled):
            if onward < least.get(one, onward + 1):
                least[one] = onward
                heappush(left, (onward, one))
    return -1


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _bits(members: Iterator[int]) -> int:
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits
