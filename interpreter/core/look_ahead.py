"""Looking ahead in stages of several parts: what must still be possible after each part.

A requirement is decided at the last stage that it reads. Long before, a part may make it impossible: a
price that is too high already comes down by no further pick. So each requirement is weakened for each
part of the stages before it is decided: what is open is replaced by the least or the most that it can
become, and what cannot be bounded makes the condition true. A weakened requirement fails only where none
of the ways to go on could meet it, so that it leaves the legal moves as they are and only finds them
sooner.
"""

from dataclasses import dataclass, field, replace

from interpreter.core import fold, ir
from interpreter.core.bounds import Bounds
from interpreter.core.instance import Instance
from interpreter.core.reading import renamed, slots_bound, slots_read
from interpreter.core.simplify import put, simplify
from interpreter.core.slots import Slots
from interpreter.core.stages import is_staged, stage_slots

_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}

Pair = tuple[ir.Expr, ir.Expr]
"""The least and the most that something open can become: numbers, or sets contained in each other."""


def look_ahead(stages: tuple[ir.Stage, ...], slots: Slots, instance: Instance) -> tuple[ir.Stage, ...]:
    """The stages of an action with what must hold after each part of those that have several."""
    if not any(is_staged(stage) for stage in stages):
        return stages
    groups: list[ir.Slot | None] = []
    for group in slots.groups:
        groups += [group] * group.count
    bounds = Bounds(tuple(groups), tuple(instance.tables))
    sizes = [instance.domains[stage.domain].size for stage in stages]
    found = []
    for at, stage in enumerate(stages):
        later = [requirement for one in stages[at:] for requirement in one.requires]
        if stage.several is not None:
            opened = _Open(bounds, slots)
            opened.several(stage, stage.several, sizes[at], begun=True)
            opened.later(stages[at + 1 :], sizes[at + 1 :])
            may: tuple[tuple[ir.Requirement, ...], ...] = (_weakened(later, opened),)
        else:
            ways = []
            for part in range(1, stage.parts):
                opened = _Open(bounds, slots)
                opened.parts(stage, sizes[at], part)
                opened.later(stages[at + 1 :], sizes[at + 1 :])
                ways.append(_weakened(later, opened))
            may = tuple(ways)
        found.append(replace(stage, may=may))
    return tuple(found)


def _weakened(requirements: list[ir.Requirement], opened: "_Open") -> tuple[ir.Requirement, ...]:
    found = []
    for requirement in requirements:
        test = simplify(opened.may(requirement.test))
        if not isinstance(test, ir.Const) or not test.value:
            found.append(replace(requirement, test=test, shows=()))
    return tuple(found)


@dataclass(slots=True)
class _Open:
    """What is not chosen yet: the bounds of single slots, of arrays, and of rows of which some are chosen."""

    bounds: Bounds
    scratch: Slots
    slots: set[int] = field(default_factory=set)
    one: dict[int, Pair] = field(default_factory=dict)
    counts: dict[int, tuple[int, ir.Expr | None, bool]] = field(default_factory=dict)
    rows: dict[int, tuple[int, int]] = field(default_factory=dict)  # base: parts chosen, all parts

    # -- what is open ---------------------------------------------------------------------------------

    def later(self, stages: tuple[ir.Stage, ...], sizes: list[int]) -> None:
        """Stages that are not begun."""
        for stage, size in zip(stages, sizes, strict=True):
            if stage.several is not None:
                self.several(stage, stage.several, size, begun=False)
            else:
                self.parts(stage, size, 0)

    def parts(self, stage: ir.Stage, size: int, chosen: int) -> None:
        """A stage of one value for each key, or of one value, of which ``chosen`` are there."""
        low = -1 if stage.optional else 0
        for part in range(chosen, stage.parts):
            self.slots.add(stage.slot + part)
            self.one[stage.slot + part] = ir.Const(low), ir.Const(size - 1)
        if stage.parts > 1:
            self.rows[stage.slot] = chosen, stage.parts
            self.slots.update(range(stage.slot, stage.slot + stage.parts))

    def several(self, stage: ir.Stage, several: ir.Several, size: int, begun: bool) -> None:
        """A stage of picks, in the middle or not begun."""
        over = self._closed(stage.over) or ir.SetConst((1 << size) - 1, size)
        high = self._closed(several.high) or ir.Const(stage.parts)
        stock = self._closed(several.stock)
        self.slots.update(stage_slots(stage))
        if begun:
            kinds, number = ir.Read(stage.slot), ir.Read(several.size)
            low = self._closed(several.low) or ir.Const(0)
            self.one[stage.slot] = kinds, fold.set_op("union", kinds, ir.Read(several.rest))
            self.one[several.size] = fold.arith("max", number, low), fold.arith("max", number, high)
        else:
            low = self._closed(several.low) or ir.Const(0)
            self.one[stage.slot] = ir.SetConst(0, size), over
            self.one[several.size] = low, high
        if several.counts >= 0:
            self.counts[several.counts] = several.var, stock, begun

    def _closed(self, expr: ir.Expr | None) -> ir.Expr | None:
        """An expression that rests on nothing open, to stand anywhere; None where it does."""
        return None if expr is None or slots_read(expr) & self.slots else self._fresh(expr)

    def _fresh(self, expr: ir.Expr) -> ir.Expr:
        """An expression with variables of its own, so that it can stand inside any other."""
        taken = sorted(slots_bound(expr))
        names = {}
        for slot in taken:
            group = self.bounds.group(slot)
            assert group is not None
            names[slot] = self.scratch.add("look ahead", 1, group.low, group.high, group.width, "scratch")
            self.bounds.know_also(names[slot], group)
        return renamed(expr, names) if names else expr

    def _is_closed(self, expr: ir.Expr) -> bool:
        return not slots_read(expr) & self.slots

    # -- conditions -----------------------------------------------------------------------------------

    def may(self, test: ir.Expr) -> ir.Expr:
        """A condition that holds wherever ``test`` can still come to hold."""
        if self._is_closed(test):
            return test
        match test:
            case ir.And(left, right):
                return fold.and_(self.may(left), self.may(right))
            case ir.Or(left, right):
                return fold.or_(self.may(left), self.may(right))
            case ir.Not(inner):
                return self.may_not(inner)
            case ir.Compare(op, left, right):
                return self._compared(op, left, right)
            case ir.Empty(of):
                return ir.Empty(self.sets(of)[0])
            case ir.Exists(var, over, inner):
                return fold.exists(var, self.sets(over)[1], self.may(inner))
            case ir.Member(item, of) if self._is_closed(item):
                return fold.member(item, self.sets(of)[1])
            case ir.SetCompare("subset", left, right):
                return ir.SetCompare("subset", self.sets(left)[0], self.sets(right)[1])
            case ir.If(condition, then, other) if self._is_closed(condition):
                return fold.if_(condition, self.may(then), self.may(other))
            case ir.Let(slot, value, inner):
                return self._let(slot, value, inner, self.may)
            case _:
                return fold.TRUE

    def may_not(self, test: ir.Expr) -> ir.Expr:
        """A condition that holds wherever ``test`` can still come to fail."""
        if self._is_closed(test):
            return fold.not_(test)
        match test:
            case ir.And(left, right):
                return fold.or_(self.may_not(left), self.may_not(right))
            case ir.Or(left, right):
                return fold.and_(self.may_not(left), self.may_not(right))
            case ir.Not(inner):
                return self.may(inner)
            case ir.Compare(op, left, right):
                return self._compared(_OPPOSITE[op], left, right)
            case ir.Empty(of):
                return fold.not_(ir.Empty(self.sets(of)[1]))
            case ir.Exists(var, over, inner):
                surely = fold.not_(self.may_not(inner))
                return fold.not_(fold.exists(var, self.sets(over)[0], surely))
            case ir.Member(item, of) if self._is_closed(item):
                return fold.not_(fold.member(item, self.sets(of)[0]))
            case ir.If(condition, then, other) if self._is_closed(condition):
                return fold.if_(condition, self.may_not(then), self.may_not(other))
            case ir.Let(slot, value, inner):
                return self._let(slot, value, inner, self.may_not)
            case _:
                return fold.TRUE

    def _let(self, slot: int, value: ir.Expr, inner: ir.Expr, judge: object) -> ir.Expr:
        """A value computed once: an open one is put back to where it is read."""
        assert callable(judge)
        if self._is_closed(value):
            found: ir.Expr = judge(inner)
            return found if isinstance(found, ir.Const) else ir.Let(slot, value, found)
        put_back: ir.Expr = judge(put(inner, slot, self._fresh(value)))
        return put_back

    def _compared(self, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        (least, most), (low, high) = self.numbers(left), self.numbers(right)
        match op:
            case "ge" | "gt":
                return self._below("le" if op == "ge" else "lt", low, most)
            case "le" | "lt":
                return self._below(op, least, high)
            case "eq":
                return fold.and_(self._below("le", least, high), self._below("le", low, most))
            case _:
                return fold.TRUE

    def _below(self, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        """``left <= right`` or ``left < right``; true where their ranges say so."""
        highest, lowest = self.bounds.interval(left)[1], self.bounds.interval(right)[0]
        if highest < lowest or (op == "le" and highest == lowest):
            return fold.TRUE
        return fold.compare(op, left, right)

    # -- numbers --------------------------------------------------------------------------------------

    def numbers(self, expr: ir.Expr) -> Pair:
        """The least and the most that a number can become."""
        if self._is_closed(expr):
            return expr, expr
        match expr:
            case ir.Read(slot) if slot in self.one:
                return self.one[slot]
            case ir.ReadAt(base, _, index) if base in self.counts and self._is_closed(index):
                return self._count(expr, base, index)
            case ir.Arith("add" | "min" | "max" as op, left, right):
                (a, b), (c, d) = self.numbers(left), self.numbers(right)
                return fold.arith(op, a, c), fold.arith(op, b, d)
            case ir.Arith("sub", left, right):
                (a, b), (c, d) = self.numbers(left), self.numbers(right)
                return fold.arith("sub", a, d), fold.arith("sub", b, c)
            case ir.Arith("mul", left, right) if self._natural(left) and self._natural(right):
                (a, b), (c, d) = self.numbers(left), self.numbers(right)
                return fold.arith("mul", a, c), fold.arith("mul", b, d)
            case ir.Sum():
                return self._sum(expr)
            case ir.Size(of):
                least, most = self.sets(of)
                return fold.size(least), fold.size(most)
            case ir.If(test, then, other) if self._is_closed(test):
                (a, b), (c, d) = self.numbers(then), self.numbers(other)
                return fold.if_(test, a, c), fold.if_(test, b, d)
            case ir.Compare() | ir.And() | ir.Or() | ir.Not() | ir.Empty() | ir.Exists() | ir.Member():
                return fold.not_(self.may_not(expr)), self.may(expr)
            case ir.Let(slot, value, inner) if not self._is_closed(value):
                return self.numbers(put(inner, slot, self._fresh(value)))
            case ir.Let(slot, value, inner):
                least, most = self.numbers(inner)
                return ir.Let(slot, value, least), ir.Let(slot, value, most)
            case _:
                low, high = self.bounds.interval(expr)
                return ir.Const(low), ir.Const(high)

    def _natural(self, expr: ir.Expr) -> bool:
        return self.bounds.interval(expr)[0] >= 0

    def _count(self, expr: ir.ReadAt, base: int, index: ir.Expr) -> Pair:
        """How many of one thing: what is picked, or nothing; and all that there are."""
        var, stock, begun = self.counts[base]
        least: ir.Expr = expr if begun else ir.Const(0)
        if stock is None:
            return least, ir.Const(self.bounds.interval(expr)[1])
        most = put(stock, var, index)
        return least, fold.arith("max", least, most) if begun else most

    def _sum(self, expr: ir.Sum) -> Pair:
        """More members and larger values make a sum larger, as long as no value is below 0."""
        with self.bounds.running(expr.var, expr.over):
            natural = self._natural(expr.value)
            (least, most), (few, many) = self.numbers(expr.value), self.sets(expr.over)
            row = self._row_of(expr)
            top = self.bounds.interval(expr.value)[1]
        if not natural:
            low, high = self.bounds.interval(expr)
            return ir.Const(low), ir.Const(high)
        if row is None:
            return fold.sum_(expr.var, few, least), fold.sum_(expr.var, many, most)
        chosen, parts = row
        known = ir.SetConst((1 << chosen) - 1, parts)
        made = fold.sum_(expr.var, fold.set_op("inter", few, known), expr.value)
        rest = fold.size(fold.set_op("minus", many, known))
        also = fold.sum_(expr.var, fold.set_op("inter", many, known), expr.value)
        return made, fold.arith("add", also, fold.arith("mul", rest, ir.Const(top)))

    def _row_of(self, expr: ir.Sum) -> tuple[int, int] | None:
        """The row that a sum runs along, where the member itself is the index and nothing else is open."""
        opened = slots_read(expr.value) & self.slots
        if not opened or not self._is_closed(expr.over):
            return None
        for base, (chosen, parts) in self.rows.items():
            if opened <= set(range(base, base + parts)) and _reads_only_at(expr.value, base, expr.var):
                return chosen, parts
        return None

    # -- sets -----------------------------------------------------------------------------------------

    def sets(self, expr: ir.Expr) -> Pair:
        """A set contained in all, and one that contains all that a set can become."""
        if self._is_closed(expr):
            return expr, expr
        width = self.bounds.width(expr)
        match expr:
            case ir.Read(slot) if slot in self.one:
                return self.one[slot]
            case ir.SetOp("union" | "inter" as op, left, right):
                (a, b), (c, d) = self.sets(left), self.sets(right)
                return fold.set_op(op, a, c), fold.set_op(op, b, d)
            case ir.SetOp("minus", left, right):
                (a, b), (c, d) = self.sets(left), self.sets(right)
                return fold.set_op("minus", a, d), fold.set_op("minus", b, c)
            case ir.Filter(var, over, test, _):
                with self.bounds.running(var, over):
                    few, many = self.sets(over)
                    surely, maybe = fold.not_(self.may_not(test)), self.may(test)
                return fold.filter_(var, few, surely, width), fold.filter_(var, many, maybe, width)
            case ir.If(test, then, other) if self._is_closed(test):
                (a, b), (c, d) = self.sets(then), self.sets(other)
                return fold.if_(test, a, c), fold.if_(test, b, d)
            case ir.Let(slot, value, inner) if not self._is_closed(value):
                return self.sets(put(inner, slot, self._fresh(value)))
            case ir.Let(slot, value, inner):
                few, many = self.sets(inner)
                return ir.Let(slot, value, few), ir.Let(slot, value, many)
            case _:
                return ir.SetConst(0, width), ir.SetConst((1 << width) - 1, width)


def _reads_only_at(expr: ir.Expr, base: int, var: int) -> bool:
    """Whether every read of an array is the one at the member in ``var``."""
    match expr:
        case ir.ReadAt(start, _, index) if start == base:
            return index == ir.Read(var)
        case ir.Read(slot):
            return slot != base
        case ir.Arith(_, left, right) | ir.Compare(_, left, right) | ir.And(left, right) | ir.Or(left, right):
            return _reads_only_at(left, base, var) and _reads_only_at(right, base, var)
        case ir.Not(inner) | ir.Lookup(_, inner):
            return _reads_only_at(inner, base, var)
        case ir.Member(item, of):
            return _reads_only_at(item, base, var) and _reads_only_at(of, base, var)
        case ir.Const() | ir.SetConst():
            return True
        case _:
            return False
