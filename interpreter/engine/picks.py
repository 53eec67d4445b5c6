"""Stages at which several things are picked: what can be picked next, and what is kept of the picks."""

from dataclasses import dataclass

from interpreter.core.ir import Const, Several, Stage
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Eval, Slots
from interpreter.engine.members import members

DONE = -1
"""The pick that says: nothing more."""

_ONLY_DONE = (DONE,)
_NOTHING: list[int] = []


@dataclass(frozen=True, slots=True)
class Picks:
    """The picks of one stage, compiled. Pick k stands in slot ``base + k``; the set of all in ``kinds``.

    ``low`` and ``high`` are None where they are the numbers ``least`` and ``most``. ``none`` and ``empty``
    are what is written where nothing is picked.
    """

    base: int
    parts: int
    kinds: int
    size: int
    counts: int
    width: int
    none: list[int]
    empty: list[int]
    over: Eval
    low: Eval | None
    high: Eval | None
    least: int
    most: int
    var: int
    stock: Eval | None
    rest: int

    def candidates(self, s: Slots, k: int) -> tuple[int, ...]:
        """What pick ``k`` can be after those before: done, where enough is picked, then members ascending."""
        high = self.most if self.high is None else self.high(s)
        found: tuple[int, ...] = ()
        if k < high:
            bits = self.over(s)
            if k:
                last = s[self.base + k - 1]
                if last < 0:
                    return _ONLY_DONE
                bits = self._above(s, bits, last)
            found = members(bits)
        elif k and s[self.base + k - 1] < 0:
            return _ONLY_DONE
        low = self.least if self.low is None else self.low(s)
        return (DONE, *found) if k >= low else found

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

    def put(self, s: Slots, k: int, value: int) -> bool:
        """Write pick ``k`` behind those before it, and what is kept of all; whether they end with it."""
        base = self.base
        if value < 0:
            s[base + k : base + self.parts] = self.none[k:]
            made = [item for item in s[base : base + k] if item >= 0] if k else _NOTHING
        else:
            s[base + k] = value
            made = s[base : base + k + 1]
        bits = 0
        for item in made:
            bits |= 1 << item
        s[self.kinds] = bits
        s[self.size] = len(made)
        if self.counts >= 0:
            counts = self.counts
            s[counts : counts + self.width] = self.empty
            for item in made:
                s[counts + item] += 1
        if value < 0:
            return True
        if k + 1 < (self.most if self.high is None else self.high(s)):
            return False
        s[base + k + 1 : base + self.parts] = self.none[k + 1 :]
        return True


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
        none=[DONE] * stage.parts,
        empty=[0] * width,
        over=closures.expr(stage.over),
        low=None if isinstance(several.low, Const) else closures.expr(several.low),
        high=None if isinstance(several.high, Const) else _bounded(closures.expr(several.high), stage.parts),
        least=several.low.value if isinstance(several.low, Const) else 0,
        most=min(several.high.value, stage.parts) if isinstance(several.high, Const) else stage.parts,
        var=several.var,
        stock=stock,
        rest=several.rest,
    )


def _bounded(high: Eval, parts: int) -> Eval:
    return lambda s: min(high(s), parts)
