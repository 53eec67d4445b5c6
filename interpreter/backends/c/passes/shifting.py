"""Conditions on what lies a few steps further are asked of all cells at once, by shifts.

``some d in ways(c) with step(c, d) in enemies`` holds for the cells c from which a step leads to an enemy:
for each direction those that may go there, and lie in the set of enemies shifted back.
"""

from typing import Any

from interpreter.backends.c.passes.algebra import Algebra
from interpreter.backends.c.passes.folding import conjuncts, inter, is_total, narrowed
from interpreter.backends.c.passes.relations import MOST_WAYS, Relations
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.c.sets import words_of
from interpreter.core import ir

MOST_WORDS = 2
"""Sets of so many words are shifted; of wider ones it is as fast to look at each member."""


class Shifting(Rewriter):
    """Rewrites loops over cells that ask what lies one or several steps further."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self._relations = Relations(Algebra(program, ranges, views))

    def after(self, expr: Any) -> Any:
        """A loop as a set, where it can be one."""
        if not isinstance(expr, ir.Filter | ir.Exists):
            return expr
        width = self.ranges.width(expr.over)
        if width <= MOST_WAYS or words_of(width) > MOST_WORDS or self.ranges.most(expr.over) <= MOST_WAYS:
            return expr
        found, rest = expr.over, list[Any]()
        for one in conjuncts(expr.test):
            members = self._members(expr.var, one, width) if reads(one, expr.var) else None
            if members is None or rest:
                rest.append(one)
            else:
                found = inter(found, members)
        return narrowed(expr, found, rest)

    def _members(self, var: int, test: Any, width: int) -> Any:
        found = self._relations.members(var, test, width)
        return found if found is not None and is_total(found, self.ranges) else None
