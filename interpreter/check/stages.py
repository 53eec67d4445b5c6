"""The kinds of what is chosen at a stage: one thing, one for each key, or several things."""

from interpreter.check import findings as f
from interpreter.check.infer import Infer
from interpreter.check.kinds import (
    POISON,
    BagOf,
    Flag,
    Kind,
    MapOf,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    Single,
    below_zero,
)
from interpreter.check.stage_findings import stage_is_no_set, too_many_chosen
from interpreter.syntax import nodes as n

MOST_PARTS = 64
"""How many things one stage may choose."""


def stage_kind(infer: Infer, line: n.StageLine, key: Single | None) -> Kind:
    """The kind of the stage's name: that of one value, a map of them, a set or a bag.

    ``key`` is the kind behind `per`, where there is one that is no kind's name it is reported already.
    """
    value = line.value
    if line.form != "one":
        if isinstance(value, n.Of):
            infer.found.append(f.type_not_here("`of` says already how many are chosen", value.span))
            return POISON
        return _several(infer, value, None, line)
    if isinstance(value, n.Of):
        if line.per is not None:
            infer.found.append(f.type_not_here("several things for each key cannot be chosen", line.span))
            return POISON
        return _several(infer, value.thing, value.count, line)
    kind = _one(infer, value, line)
    if line.per is None or isinstance(kind, Poison):
        return kind
    if key is None:
        return POISON
    if isinstance(key, Member) and key.whole:
        what = f"a stage has a value for each member of a whole kind, {key.domain} is a part of one"
        help_ = "choose one place and its value, and repeat that, or choose a set of places"
        infer.found.append(f.type_not_here(what, line.span, help_))
        return POISON
    if infer.world.size(key) > MOST_PARTS:
        infer.found.append(too_many_chosen(infer.world.size(key), MOST_PARTS, line.span))
        return POISON
    return MapOf((key,), kind)


def _one(infer: Infer, value: n.Expr, line: n.StageLine) -> Kind:
    optional = isinstance(value, n.Logic) and value.op == "or" and _is_none(value.right)
    kind = infer.expr(value.left if optional and isinstance(value, n.Logic) else value)
    match kind:
        case SetOf(of) if of is not None:
            if optional and below_zero(of):
                infer.found.append(f.none_below_zero(line.span))
                return POISON
            return Maybe(of) if optional and isinstance(of, Member | Number) else of
        case BagOf(of):
            return of
        case Poison():
            return POISON
        case _:
            infer.found.append(stage_is_no_set(kind, line.span))
            return POISON


def _several(infer: Infer, thing: n.Expr, count: n.Expr | None, line: n.StageLine) -> Kind:
    kind = infer.expr(thing)
    match kind:
        case SetOf(of) if of is not None:
            most = infer.world.size(of)
        case BagOf(_, cap):
            most = cap
        case Poison():
            return POISON
        case _:
            infer.found.append(stage_is_no_set(kind, line.span))
            return POISON
    if count is not None:
        limit = _most_of(infer, count)
        if limit is None:
            return POISON
        most = min(most, limit)
    if most > MOST_PARTS:
        infer.found.append(too_many_chosen(most, MOST_PARTS, line.span))
        return POISON
    return kind if isinstance(kind, SetOf) else BagOf(kind.of, most)


def _most_of(infer: Infer, count: n.Expr) -> int | None:
    """How many may be chosen at most; None where the number is no number."""
    parts = (count.low, count.high) if isinstance(count, n.SpanOf) else (count,)
    numbers = [infer.number(part) for part in parts]
    if any(isinstance(number, Poison) for number in numbers):
        return None
    low, high = numbers[0], numbers[-1]
    assert isinstance(low, Number) and isinstance(high, Number)
    if high.high < max(low.low, 0):
        infer.found.append(f.never_fits(high, Number(max(low.low, 0), MOST_PARTS), count.span))
        return None
    return high.high


def _is_none(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "none"


def parts_of(kind: Kind, size: int) -> int:
    """How many small choices a stage of several things has at most; its domain has ``size`` members."""
    return kind.cap if isinstance(kind, BagOf) else size


def single_of(kind: Kind) -> Single:
    """The domain of the things chosen at a stage of that kind."""
    match kind:
        case MapOf(_, value):
            return single_of(value)
        case Maybe(of) | BagOf(of, _):
            return of
        case SetOf(of) if of is not None:
            return of
        case Flag() | Number() | Member():
            return kind
        case _:
            raise AssertionError("a stage of no kind")
