"""The parts of a condition that `why` prints with their values."""

from typing import TYPE_CHECKING

from interpreter.check.kinds import BagOf, Flag, Kind, MapOf, Maybe, Member, Number, SetOf
from interpreter.check.world import Column, Component, Option, Term, Var
from interpreter.core import ir
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_loops import LowerLoops

MOST = 8


def shows_of(lower: "LowerLoops", condition: n.Expr) -> tuple[ir.Shown, ...]:
    """The words read in a condition that can be computed outside its bound names, each once."""
    found: dict[str, ir.Shown] = {}
    for node in _outer(condition):
        text = " ".join(node.span.text.split())
        if text in found or len(found) == MOST:
            continue
        ref = lower.world.refs.get(node)
        if not isinstance(ref, Component | Column | Term | Option | Var):
            continue
        kind = lower.kind(node)
        if isinstance(kind, MapOf | BagOf):
            continue
        found[text] = _shown(lower, node, kind)
    return tuple(found.values())


def _outer(expr: n.Expr) -> "list[n.Name | n.Read]":
    """Names and reads that stand under no bound name."""
    match expr:
        case n.Name() | n.Read():
            return [expr]
        case (
            n.Logic(left=left, right=right)
            | n.Compare(left=left, right=right)
            | n.Arith(left=left, right=right)
        ):
            return [*_outer(left), *_outer(right)]
        case n.Not(inner=inner) | n.Negative(inner=inner):
            return _outer(inner)
        case n.In(item=item, of=of):
            return [*_outer(item), *_outer(of)]
        case n.IsEmpty(of=of):
            return _outer(of)
        case n.IfElse(test=test, then=then, other=other):
            return [*_outer(test), *_outer(then), *_outer(other)]
        case _:
            return []


def _shown(lower: "LowerLoops", node: n.Name | n.Read, kind: Kind) -> ir.Shown:
    text: list[str | int] = []
    args: list[ir.Expr] = []
    domains: list[int] = []
    if isinstance(node, n.Read):
        text.append(f"{node.name}(")
        for position, arg in enumerate(node.args):
            if position:
                text.append(", ")
            own = lower.kind(arg)
            if isinstance(own, SetOf | BagOf | MapOf):
                text.append(" ".join(arg.span.text.split()))
                continue
            text.append(len(args))
            args.append(lower.wrapped(lambda arg=arg: lower.value(arg)))  # type: ignore[misc]
            domains.append(_domain(lower, own))
        text.append(")")
    else:
        text.append(node.name)
    is_set = isinstance(kind, SetOf)
    value = lower.value(node)
    domain = (
        _domain(lower, kind.of) if isinstance(kind, SetOf) and kind.of is not None else _domain(lower, kind)
    )
    if isinstance(kind, SetOf) and isinstance(kind.of, Number):
        domain = lower.instance.domain(kind.of)
    return ir.Shown(tuple(text), tuple(args), tuple(domains), value, domain, is_set)


def _domain(lower: "LowerLoops", kind: Kind) -> int:
    single = kind.of if isinstance(kind, Maybe) else kind
    return lower.instance.domain(single) if isinstance(single, Member | Flag) else -1
