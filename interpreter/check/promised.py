"""How much is promised out of a place: ``promised(chao(p))``, written out as a sum over ledgers."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import promise_findings as pf
from interpreter.check.kinds import POISON, BagOf, Kind, MapOf, Number, Poison
from interpreter.check.ledger import Ledger
from interpreter.check.transfer import all_of
from interpreter.check.world import Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.check.infer import Infer

PROMISED = "promised"


def check_promised(infer: "Infer", node: n.Read) -> Kind:
    """``promised(chao(p))``: how much is promised out of a place."""
    place = node.args[0]
    kind, ref = infer.expr(place), infer.world.refs.get(place)
    if isinstance(kind, Poison):
        return POISON
    if isinstance(kind, MapOf):
        infer.found.append(f.bare_collection(unparse(place), place.span))
        return POISON
    ledgers = infer.world.ledgers_of(ref)
    if not ledgers or not isinstance(place, n.Read) or not isinstance(ref, Component):
        if not isinstance(ref, Component) or not _is_meant(infer.world, ref):
            infer.found.append(pf.nothing_promised(f"out of `{unparse(place)}`", place.span))
        return POISON
    if len(place.args) > len(ref.keys):
        infer.found.append(pf.nothing_promised(f"out of `{unparse(place)}` alone", place.span))
        return POISON
    phrase = _sum_of(infer.world, ledgers, ref, place, node.span)
    infer.world.promised[node] = phrase
    return infer.expr(phrase)


def _is_meant(world: World, purse: Component) -> bool:
    """Whether some promised cost is to be paid out of a component, though it makes no sense yet."""
    lines = [line for action in world.ruleset.actions.values() for line in action.promises]
    costs = [world.ruleset.costs.get(line.call.name) for line in lines]
    return any(getattr(cost.source.expr, "name", "") == purse.name for cost in costs if cost is not None)


def _sum_of(world: World, ledgers: tuple[Ledger, ...], purse: Component, place: n.Read, span: Span) -> n.Expr:
    """All that is promised out of a place, by whatever cost."""
    number = len(world.promised)
    parts = [
        _sum_in(world, ledger, place, f"{PROMISED} {number} {at}", span) for at, ledger in enumerate(ledgers)
    ]
    whole, *rest = parts
    for part in rest:
        whole = n.Arith("+", whole, part, span)
    if isinstance(purse.kind, Number):
        most = n.Int(purse.kind.high - purse.kind.low, span)
        whole = n.Read("min", (whole, most), span, span)
    return whole


def _sum_in(world: World, ledger: Ledger, place: n.Read, owner: str, span: Span) -> n.Expr:
    """All that one cost has promised out of a place."""
    source = ledger.cost.source.expr
    assert isinstance(source, n.Read)
    given: dict[str, n.Expr] = {}
    tests: list[n.Expr] = []
    for key, arg in zip(source.args, place.args, strict=True):
        name = key.name if isinstance(key, n.Name) else ""
        if name in ledger.names and name not in given:
            given[name] = arg
        elif unparse(key) != unparse(arg):
            tests.append(n.Compare("=", arg, given.get(name, key), span))
    rest = [name for name in ledger.names if name not in given]
    names = {name: n.Name(f"{name} of {owner}", span) for name in rest}
    read = ledger.place(tuple(given.get(name) or names[name] for name in ledger.names), span)
    kinds = dict(zip(ledger.names, ledger.component.keys, strict=True))
    binds = tuple(n.Bind(names[name].name, all_of(kinds[name], span), span) for name in rest)
    overs = n.Overs(binds, None, span)
    found: n.Expr = _added_up(read, overs, ledger, owner) if rest else read
    nothing: n.Expr = n.Int(0, span) if isinstance(ledger.purse.kind, Number) else n.Word("nothing", span)
    for test in tests:
        found = n.IfElse(test, found, nothing, span)
    return found


def _added_up(read: n.Read, overs: n.Overs, ledger: Ledger, owner: str) -> n.Expr:
    kind, span = ledger.component.kind, read.span
    if not isinstance(kind, BagOf):
        return n.Fold("sum", read, overs, None, span)
    thing = n.Name(f"thing of {owner}", span)
    count = n.Fold("sum", n.Read(read.name, (*read.args, thing), span, span), overs, None, span)
    each = n.Overs((n.Bind(thing.name, all_of(kind.of, span), span),), None, span)
    return n.Fold("bag", count, each, None, span)
