"""Lowering of rows that are values: taken into slots side by side, or worked out where they are read."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check.kinds import MapOf, SetOf
from interpreter.check.world import Component, Var
from interpreter.core import fold, ir
from interpreter.core.maps import MapValue
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_effects import LowerEffects

Reader = Callable[[ir.Expr], ir.Expr]
"""The value with a number among the combinations of keys."""


def take(lower: "LowerEffects", var: Var, node: n.Expr, kind: MapOf) -> MapValue:
    """All values of a row as they are now, in locals that may be alive at a decision."""
    size = 1
    for key in kind.keys:
        size *= lower.width(key)
    of = kind.value.of if isinstance(kind.value, SetOf) else None
    low, high = lower.range_of(kind.value)
    base = lower.slots.local(var.name, low, high, lower.width(of) if of is not None else 0, size)
    taken = MapValue(base, size, kind.keys, kind.value, is_plain=True)
    if isinstance(node, n.Fold):
        _each(lower, node, taken)
        return taken
    place = lower.place(node) if isinstance(lower.world.refs.get(node), Component) else None  # type: ignore[arg-type]
    if place is not None and isinstance(place.index, ir.Const):
        lower.flow.emit(ir.Copy(base, place.base + place.index.value, size))
        return taken
    read = reader(lower, node)
    with lower.slots.scratch() as slot:
        value = lower.wrapped(lambda: read(ir.Read(slot)))
        write = ir.SetAt(base, size, ir.Read(slot), value)
        lower.flow.emit(ir.Loop(slot, ir.SetConst((1 << size) - 1, size), (write,)))
    return taken


def _each(lower: "LowerEffects", node: n.Fold, taken: MapValue) -> None:
    """A loop for each key, and in the innermost one the value for this combination."""
    binds = list(zip(node.overs.binds, taken.keys, strict=True))
    of = taken.value.of if isinstance(taken.value, SetOf) else None

    def loop(at: int, index: ir.Expr) -> None:
        if at == len(binds):
            value = lower.whole(node.value) if of is None else lower.whole_set(node.value, of)
            lower.write_at(taken.base, taken.size, index, value)
            return
        bind, key = binds[at]
        with lower.bound(lower.world.vars_of[bind], key) as slot:
            with lower.flow.nested() as inside:
                step = fold.arith("mul", index, ir.Const(lower.width(key)))
                loop(at + 1, fold.arith("add", step, ir.Read(slot)))
            lower.flow.emit(ir.Loop(slot, lower.everything(key), tuple(inside)))

    loop(0, ir.Const(0))


def reader(lower: "LowerEffects", node: n.Expr) -> Reader:
    """What reads a row: a name that stands for one, a component, or a phrase for each key."""
    if isinstance(node, n.Fold):
        kind = lower.kind(node)
        assert isinstance(kind, MapOf)
        return _phrase_reader(lower, node, kind)
    assert isinstance(node, n.Name | n.Read)
    args = node.args if isinstance(node, n.Read) else ()
    ref = lower.world.refs[node]
    if isinstance(ref, Var):
        values = lower.maps[ref]
        first = lower.position(list(values.keys), args)[1]
        return lambda at: values.read(fold.arith("add", first, at))
    source = lower.place(node)
    return lambda at: source.item(at).read()


def _phrase_reader(lower: "LowerEffects", node: n.Fold, kind: MapOf) -> Reader:
    of = kind.value.of if isinstance(kind.value, SetOf) else None

    def read(at: ir.Expr) -> ir.Expr:
        rest = 1
        for bind, key in reversed(list(zip(node.overs.binds, kind.keys, strict=True))):
            part = fold.arith("div", at, ir.Const(rest)) if rest > 1 else at
            part = fold.arith("mod", part, ir.Const(lower.width(key))) if len(kind.keys) > 1 else part
            lower.env[lower.world.vars_of[bind]] = lower.from_index(part, key)
            rest *= lower.width(key)
        return lower.value(node.value) if of is None else lower.set(node.value, of)

    return read
