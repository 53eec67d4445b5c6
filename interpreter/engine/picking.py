"""Forms that compare the members of a set: the best value, the best member, all the best."""

from collections.abc import Callable

from interpreter.core.ir import Extreme, First, Key, Top
from interpreter.engine.forms import Compiler, Eval, Slots

Keys = Callable[[Slots], tuple[int, ...]]
"""What members are ordered by: the lower comes first."""


def keys_of(c: Compiler, keys: tuple[Key, ...]) -> Keys:
    """The keys of the member that the variable holds, highest ones turned round."""
    signed = tuple((-1 if key.which == "highest" else 1, c.expr(key.value)) for key in keys)
    if len(signed) == 1:
        ((sign, value),) = signed
        return lambda s: (sign * value(s),)
    return lambda s: tuple([sign * value(s) for sign, value in signed])


def extreme(c: Compiler, expr: Extreme) -> Eval:
    """``highest of e for x in s``."""
    var, each, value, default = expr.var, c.each(expr.over), c.expr(expr.value), c.expr(expr.default)
    best = max if expr.which == "highest" else min

    def run(s: Slots) -> int:
        values: list[int] = []
        for i in each(s):
            s[var] = i
            values.append(value(s))
        return best(values) if values else default(s)

    return run


def first(c: Compiler, expr: First) -> Eval:
    """``first x in s by …``: min keeps the first of equals, which is the lowest member."""
    each, default, order = c.each(expr.over), c.expr(expr.default), _order(c, expr)

    def run(s: Slots) -> int:
        found = each(s)
        return min(found, key=order(s)) if found else default(s)

    return run


def top(c: Compiler, expr: Top) -> Eval:
    """``top x in s by …``."""
    each, order = c.each(expr.over), _order(c, expr)

    def run(s: Slots) -> int:
        key = order(s)
        ranked = [(key(i), i) for i in each(s)]
        if not ranked:
            return 0
        best = min(ranked)[0]
        return sum(1 << i for keys, i in ranked if keys == best)

    return run


def _order(c: Compiler, expr: First | Top) -> Callable[[Slots], Callable[[int], tuple[int, ...]]]:
    var, keys = expr.var, keys_of(c, expr.keys)

    def with_slots(s: Slots) -> Callable[[int], tuple[int, ...]]:
        def key(member: int) -> tuple[int, ...]:
            s[var] = member
            return keys(s)

        return key

    return with_slots
