"""Stages at which several things are picked: what can be picked next, and what is kept of the picks."""

from dataclasses import dataclass

from interpreter.core.ir import Several, Stage
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Eval, Slots
from interpreter.engine.members import members

DONE = -1
"""The pick that says: nothing more."""


@dataclass(frozen=True, slots=True)
class Picks:
    """The picks of one stage, compiled. Pick k stands in slot ``base + k``; the set of all in ``kinds``."""

    base: int
    parts: int
    kinds: int
    size: int
    counts: int
    width: int
    over: Eval
    low: Eval
    high: Eval
    var: int
    stock: Eval | None
    rest: int

    def candidates(self, s: Slots, k: int) -> tuple[int, ...]:
        """What pick ``k`` can be after those before: done, where enough is picked, then members ascending."""
        if k and s[self.base + k - 1] < 0:
            return (DONE,)
        found: tuple[int, ...] = ()
        if k < self.high(s):
            bits = self.over(s)
            if k:
                bits = self._above(s, bits, s[self.base + k - 1])
            found = members(bits)
        return (DONE, *found) if k >= self.low(s) else found

    def look(self, s: Slots, value: int) -> None:
        """Write what can be picked after a pick of ``value``, for what is judged then."""
        s[self.rest] = self._above(s, self.over(s), value) if value >= 0 else 0

    def _above(self, s: Slots, bits: int, last: int) -> int:
        """What is not below the last pick, nor used up by it."""
        if self.stock is None:
            return bits >> last + 1 << last + 1
        s[self.var] = last
        first = last if s[self.counts + last] < self.stock(s) else last + 1
        return bits >> first << first

    def put(self, s: Slots, k: int, value: int) -> None:
        """Write pick ``k`` behind those before it, and what is kept of all of them; done ends them all."""
        base = self.base
        s[base + k] = value
        if value < 0:
            s[base + k : base + self.parts] = [DONE] * (self.parts - k)
        made = [item for item in s[base : base + k + 1] if item >= 0]
        bits = 0
        for item in made:
            bits |= 1 << item
        s[self.kinds] = bits
        s[self.size] = len(made)
        if self.counts >= 0:
            s[self.counts : self.counts + self.width] = [0] * self.width
            for item in made:
                s[self.counts + item] += 1

    def ends(self, s: Slots, k: int, value: int) -> bool:
        """Whether nothing more can be picked after pick ``k``."""
        return value < 0 or k + 1 >= min(self.parts, self.high(s))


def compile_picks(closures: Closures, stage: Stage, several: Several) -> Picks:
    """The picks of a stage with their expressions compiled."""
    width = closures.program.domains[stage.domain].size
    stock = None
    if several.stock is not None:
        with closures.bounds.knowing(several.var, (0, width - 1)):
            stock = closures.expr(several.stock)
    return Picks(
        base=several.picks,
        parts=stage.parts,
        kinds=stage.slot,
        size=several.size,
        counts=several.counts,
        width=width,
        over=closures.expr(stage.over),
        low=closures.expr(several.low),
        high=closures.expr(several.high),
        var=several.var,
        stock=stock,
        rest=several.rest,
    )
