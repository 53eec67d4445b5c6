"""Sets that depend on a cell, for all cells at once: from which of them a step of some length leads.

``step(c, d) & free`` is another set for each cell c. Where the tables of a board say that a step leads
equally far from every cell that has one, all of these sets together are a few shifts: for each length of a
step, the cells from which a step of that length leads into the set. Sets that are put together from such
sets, cells behind cells among them, are again of that kind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from interpreter.backends.c.passes.algebra import Algebra
from interpreter.backends.c.passes.folding import (
    all_of,
    inter,
    is_all,
    is_straight,
    is_total,
    minus,
    none_of,
    union,
)
from interpreter.backends.c.passes.forms import Shift
from interpreter.backends.c.passes.rewriter import reads, substituted
from interpreter.core import fold, ir
from interpreter.core.constant import Constants
from interpreter.core.reading import parts, slots_bound, slots_read
from interpreter.core.simplify import put

MOST_WAYS = 8
"""A choice among so many directions is written out, each for itself."""

MOST_STEPS = 16
"""How many steps may be told apart; with more of them, to look at each cell is as fast."""

MOST_PARTS = 800
"""Expressions in the set that a condition becomes: steps behind steps behind steps may be very many."""


@dataclass(frozen=True, slots=True)
class Step:
    """From each cell x of ``mask`` that is in ``start``, a step to x + ``by`` where that is in ``end``."""

    by: int
    mask: int
    start: Any
    end: Any

    def plane(self, width: int) -> Any:
        """The cells from which the step can be made."""
        if is_all(self.end):
            return inter(self.start, ir.SetConst(self.mask, width))
        return inter(self.start, Shift(self.end, self.by, self.mask, width))


class Relations:
    """Finds steps and conditions for the cells of boards; ``algebra`` knows the sets of what stands where.

    ``given`` has the values of slots that are known here.
    """

    def __init__(self, algebra: Algebra, given: Mapping[int, int] | None = None) -> None:
        self._algebra = algebra
        self._ranges = algebra.ranges
        self._given = dict(given or {})

    # Sets that depend on a cell

    def steps(self, cell: int, of: Any, width: int) -> list[Step] | None:
        """The steps that lead from cells to the members of a set that depends on the cell; None if open.

        The slot ``cell`` holds the cell; a step may be listed twice.
        """
        if self._ranges.width(of) != width:
            return None
        found = self._known(cell, of, width)
        if found is None:
            found = self._made(cell, of, width)
        if found is None or len(found) > MOST_STEPS:
            return None
        return found if all(is_short(one.start) and is_short(one.end) for one in found) else None

    def _known(self, cell: int, of: Any, width: int) -> list[Step] | None:
        """The steps of a set that tables alone decide."""
        if not isinstance(of, ir.Lookup | ir.Single | ir.SetConst) or slots_read(of) - {cell, *self._given}:
            return None
        masks: dict[int, int] = {}
        for here in range(width):
            bits = self._constant(of, {cell: here})
            if bits is None or bits >> width:
                return None
            while bits:
                low = bits & -bits
                by = low.bit_length() - 1 - here
                masks[by] = masks.get(by, 0) | 1 << here
                bits ^= low
            if len(masks) > MOST_STEPS:
                return None
        return [Step(by, mask, all_of(width), all_of(width)) for by, mask in masks.items()]

    def _constant(self, expr: Any, known: Mapping[int, int]) -> int | None:
        constants = Constants(self._algebra.tables).given({**self._given, **known})
        try:
            return constants.value(expr)
        except (KeyError, IndexError, AssertionError):
            return None

    def _made(self, cell: int, of: Any, width: int) -> list[Step] | None:
        match of:
            case ir.SetOp("union", left, right):
                return _both(self.steps(cell, left, width), self.steps(cell, right, width))
            case ir.SetOp("inter", left, right) if not reads(left, cell):
                return self._within(cell, right, left, width)
            case ir.SetOp("inter", left, right) if not reads(right, cell):
                return self._within(cell, left, right, width)
            case ir.SetOp("minus", left, right) if not reads(right, cell):
                return self._within(cell, left, minus(all_of(width), right), width)
            case ir.If(test, then, other):
                yes, no = self._where(cell, test, width), self._where(cell, ir.Not(test), width)
                return _both(
                    _from(yes, self.steps(cell, then, width)), _from(no, self.steps(cell, other, width))
                )
            case ir.Let(slot, value, inner) if self._can_stand(slot, value, inner, cell):
                return self.steps(cell, put(inner, slot, value), width)
            case ir.Union(way, over, value, _) if self._ranges.width(over) <= MOST_WAYS:
                return self._one_way_each(cell, way, over, value, width)
            case ir.Union(near, over, value, _) if not reads(value, cell):
                return _behind(self.steps(cell, over, width), self.steps(near, value, width), width)
            case _:
                return None

    def _within(self, cell: int, of: Any, within: Any, width: int) -> list[Step] | None:
        if not is_straight(within) or not is_total(within, self._ranges):
            return None
        found = self.steps(cell, of, width)
        if found is None:
            return None
        return [Step(one.by, one.mask, one.start, inter(one.end, within)) for one in found]

    def _can_stand(self, slot: int, value: Any, inner: Any, cell: int) -> bool:
        """Whether a value may stand wherever it is read."""
        if reads(value, cell) or not is_straight(value) or not is_total(value, self._ranges):
            return False
        return not slots_bound(inner) & {slot, *slots_read(value)}

    def _one_way_each(self, cell: int, way: int, over: Any, value: Any, width: int) -> list[Step] | None:
        """The steps of each direction, from the cells that may go there."""
        if way in slots_bound(value):
            return None
        found: list[Step] | None = []
        for one in range(self._ranges.width(over)):
            start = self._having(cell, one, over, width)
            if start == none_of(width):
                continue
            there = substituted(value, ir.Read(way), ir.Const(one))
            found = _both(found, _from(start, self.steps(cell, there, width)))
        return found

    def _having(self, cell: int, item: int, of: Any, width: int) -> Any:
        """The cells whose set has an item; None if that is open."""
        match of:
            case ir.SetConst(bits, _):
                return all_of(width) if bits >> item & 1 else none_of(width)
            case ir.Filter(var, over, test, _) if var not in slots_bound(test):
                inside = self._having(cell, item, over, width)
                allowed = self._where(cell, substituted(test, ir.Read(var), ir.Const(item)), width)
                return None if inside is None or allowed is None else inter(inside, allowed)
            case _:
                return self._where(cell, ir.Member(ir.Const(item), of), width)

    # Conditions on a cell

    def members(self, cell: int, test: Any, width: int) -> Any:
        """The cells for which a condition holds, without their variable; None if that is open."""
        match test:
            case ir.Not(ir.Empty(of)):
                return self._starts(self.steps(cell, of, width), width)
            case ir.Empty(of):
                return self._others(self.members(cell, ir.Not(test), width), width)
            case ir.Not(inner):
                return self._others(self.members(cell, inner, width), width)
            case ir.And(left, right) | ir.Or(left, right):
                one, other = self._where(cell, left, width), self._where(cell, right, width)
                if one is None or other is None:
                    return None
                return inter(one, other) if isinstance(test, ir.And) else union(one, other)
            case ir.If(asked, then, otherwise):
                yes, no = (self._where(cell, one, width) for one in (then, otherwise))
                return self._either(cell, asked, yes, no, width)
            case ir.Let(slot, value, inner) if self._can_stand(slot, value, inner, cell):
                return self.members(cell, put(inner, slot, value), width)
            case ir.Exists(way, over, inner) if self._ranges.width(over) <= MOST_WAYS:
                return self._some_way(cell, way, over, inner, width)
            case ir.Exists(near, over, inner) if not reads(inner, cell) and self._ranges.width(over) == width:
                within = self._where(near, inner, width)
                steps = None if within is None else self._within(cell, over, within, width)
                return self._starts(steps, width)
            case _:
                return self._of_cell(cell, test, width)

    def _where(self, cell: int, test: Any, width: int) -> Any:
        """The same for a condition that need not read the cell."""
        if reads(test, cell):
            return self.members(cell, test, width)
        if not is_straight(test) or not is_total(test, self._ranges):
            return None
        return fold.if_(test, all_of(width), none_of(width))

    def _either(self, cell: int, asked: Any, yes: Any, no: Any, width: int) -> Any:
        """The cells of one set where a condition holds, those of another where it does not."""
        there = self._where(cell, asked, width)
        if yes is None or no is None or there is None:
            return None
        if not reads(asked, cell):
            return fold.if_(asked, yes, no)
        return union(inter(yes, there), minus(no, there))

    def _of_cell(self, cell: int, test: Any, width: int) -> Any:
        """A condition on what stands at the cell, or on its place alone."""
        if not slots_read(test) - slots_bound(test) - {cell, *self._given}:
            holds = [self._constant(test, {cell: here}) for here in range(width)]
            if None in holds:
                return None
            return ir.SetConst(sum(1 << here for here in range(width) if holds[here]), width)
        with self._ranges.knowing(cell, (0, width - 1)):
            found = self._algebra.members(cell, test, width)
        return found if found is not None and is_straight(found) else None

    def _some_way(self, cell: int, way: int, over: Any, test: Any, width: int) -> Any:
        if way in slots_bound(test):
            return None
        found: Any = none_of(width)
        for one in range(self._ranges.width(over)):
            start = self._having(cell, one, over, width)
            if start == none_of(width):
                continue
            there = self._where(cell, substituted(test, ir.Read(way), ir.Const(one)), width)
            if start is None or there is None:
                return None
            found = union(found, inter(start, there))
        return found

    def _starts(self, steps: list[Step] | None, width: int) -> Any:
        """The cells from which some step can be made."""
        if steps is None:
            return None
        found: Any = none_of(width)
        for one in steps:
            found = union(found, one.plane(width))
        return found if is_short(found) else None

    def _others(self, members: Any, width: int) -> Any:
        return None if members is None else minus(all_of(width), members)


def _both(one: list[Step] | None, other: list[Step] | None) -> list[Step] | None:
    return None if one is None or other is None else one + other


def _from(start: Any, steps: list[Step] | None) -> list[Step] | None:
    """The steps that begin in a set."""
    if start is None or steps is None:
        return None
    return [Step(one.by, one.mask, inter(one.start, start), one.end) for one in steps]


def _behind(first: list[Step] | None, second: list[Step] | None, width: int) -> list[Step] | None:
    """Each of the second steps after each of the first."""
    if first is None or second is None:
        return None
    found = []
    for one, other in product(first, second):
        mask = one.mask & _moved(other.mask, -one.by)
        if mask:
            between = Step(one.by, one.mask, one.start, inter(one.end, other.start))
            found.append(Step(one.by + other.by, mask, between.plane(width), other.end))
    return found


def is_short(expr: Any) -> bool:
    """Whether an expression has no more parts than may be written out."""
    stack, count = [expr], 0
    while stack and count <= MOST_PARTS:
        count += 1
        stack.extend(parts(stack.pop()))
    return count <= MOST_PARTS


def _moved(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by
