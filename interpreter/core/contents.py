"""What log lines tell: values, sets, bags and lists as arguments of events."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.check.kinds import BagOf, Flag, Kind, ListOf, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Component
from interpreter.core import fold, ir
from interpreter.core.lists import list_place
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_loops import LowerLoops
    from interpreter.core.place import Place

NOTHING = ir.Const(0)
Count = Callable[[ir.Expr], ir.Expr]
"""How many there are of the member with an index."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value of a log line, with the domain that prints it (-1: a plain number)."""

    value: ir.Expr
    domain: int
    form: Literal["integer", "set", "bag", "list"] = "integer"


def told(lower: "LowerLoops", node: n.Expr) -> Part:
    """What a phrase gives."""
    ordered = _ordered(lower, node)
    if ordered is not None:
        return ordered
    match lower.kind(node):
        case BagOf(of):
            return _bag(lower, of, lower.everything(of), lambda at: lower.bag(node, of).count(at))
        case SetOf(members) if members is not None:
            return Part(lower.whole_set(node, members), lower.instance.domain(members), "set")
        case kind:
            return Part(lower.whole(node), printed_by(lower, kind))


def held(lower: "LowerLoops", place: "Place", kind: Kind) -> Part:
    """All that a place holds."""
    match kind:
        case BagOf(of):
            return _bag(lower, of, lower.everything(of), lambda at: place.item(at).read())
        case ListOf(of):
            here = list_place(lower, place, kind)
            count = lambda at: here.count(lower, lower.from_index(at, of))  # noqa: E731
            return _bag(lower, of, lower.everything(of), count)
        case SetOf(of) if of is not None:
            return Part(place.read(), lower.instance.domain(of), "set")
        case _:
            return Part(place.read(), printed_by(lower, kind))


def amount(lower: "LowerLoops", line: n.Line, what: n.Expr, place: "Place", kind: Kind) -> Part:
    """What a line adds to a place of a kind, takes from it or gives it; `up to`, no more than there is."""
    match kind:
        case _ if isinstance(what, n.Word) and what.word == "everything":
            return held(lower, place, kind)
        case ListOf(of) if isinstance(what, n.Word):  # it is set to nothing
            return Part(ir.SetConst(0, lower.width(of)), lower.instance.domain(of), "set")
        case ListOf(of) if isinstance(what, n.Of):
            return _things(lower, what, of, None)
        case BagOf() | ListOf() | SetOf() if _is_one(lower, what) and not line.up_to:
            return told(lower, what)
        case BagOf(of):
            return _things(lower, what, of, place if line.up_to else None)
        case SetOf(of) if of is not None:
            return Part(lower.whole_set(what, of), lower.instance.domain(of), "set")
        case Number(low) if line.up_to:
            return Part(lower.wrapped(lambda: _up_to(lower.value(what), place, low < 0)), -1)
        case _:
            return Part(lower.whole(what), printed_by(lower, kind))


def counts(part: Part, kind: Kind) -> bool:
    """Whether what a line adds to a place of a kind, takes from it or moves says how much that is."""
    return part.form != "integer" or isinstance(kind, Number)


def _is_one(lower: "LowerLoops", what: n.Expr) -> bool:
    return not isinstance(what, n.Of) and isinstance(lower.kind(what), Member | Number | Flag)


def printed_by(lower: "LowerLoops", kind: Kind) -> int:
    """The domain that prints a value; numbers print as themselves."""
    single: Kind = kind.of if isinstance(kind, Maybe) else kind
    return lower.instance.domain(single) if isinstance(single, Member | Flag) else -1


def _things(lower: "LowerLoops", what: n.Expr, of: Single, most: "Place | None") -> Part:
    """An amount of things, no more of any than lie in ``most``."""
    over = lower.everything(of)
    count: Count = lambda at: lower.bag(what, of).count(at)  # noqa: E731
    if isinstance(what, n.Of):
        thing, number = what.thing, what.count
        over = lower.wrapped(lambda: fold.single(lower.index(lower.value(thing), of), lower.width(of)))
        count = lambda at: lower.value(number)  # noqa: E731
    if most is None:
        return _bag(lower, of, over, count)
    return _bag(lower, of, over, lambda at: _up_to(count(at), most.item(at), True))


def _up_to(amount: ir.Expr, place: "Place", is_least: bool) -> ir.Expr:
    """No more than lies in a place; never less than nothing where there may be."""
    taken = fold.arith("min", amount, place.read())
    return fold.arith("max", taken, NOTHING) if is_least else taken


def _ordered(lower: "LowerLoops", node: n.Expr) -> Part | None:
    """A list as the sum of the indices of what lies in its cells, from the bottom; -1 in those not used.

    None for anything that is no list: a phrase that names one is a bag to all other phrases.
    """
    component = lower.world.refs.get(node)
    kind = component.kind if isinstance(component, Component) else None
    if not isinstance(node, n.Name | n.Read) or not isinstance(kind, ListOf):
        return None
    if not isinstance(lower.kind(node), BagOf):  # one of its things
        return None
    here = list_place(lower, lower.place(node), kind)
    with lower.slots.scratch() as var:
        at = ir.Read(var)

        def total() -> ir.Expr:
            thing = lower.index(here.at(at), kind.of)
            is_used = fold.compare("lt", at, here.length())
            return ir.Sum(var, here.positions(), fold.if_(is_used, thing, ir.Const(-1)))

        return Part(lower.wrapped(total), lower.instance.domain(kind.of), "list")


def _bag(lower: "LowerLoops", of: Single, over: ir.Expr, count: Count) -> Part:
    """A bag as the sum of its counts."""
    with lower.slots.scratch() as var:
        total = lower.wrapped(lambda: ir.Sum(var, over, count(ir.Read(var))))
    return Part(total, lower.instance.domain(of), "bag")
