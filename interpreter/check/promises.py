"""Promises: what is covered now and paid later.

What the promises of a cost come to lies in a `Ledger`, a component like any other. To promise adds to it;
`settling` writes out what takes from it again, `promised` what is read of it, `guards` that nothing else
lowers a place that pays below what is promised out of it.
"""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import promise_findings as pf
from interpreter.check.guards import lowered_by
from interpreter.check.kinds import BagOf, Kind, Member, Number, Single
from interpreter.check.ledger import Ledger, place_names, unnamed_key
from interpreter.check.names import MAX_CELLS, Names
from interpreter.check.order import reads
from interpreter.check.promised import PROMISED
from interpreter.check.world import PLAYER, Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.syntax.steps import every_step
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def open_ledgers(names: Names) -> None:
    """A ledger for each cost that some action promises; called once the components are known."""
    rules = names.world.ruleset
    for action in rules.actions.values():
        for line in action.promises:
            cost = rules.costs.get(line.call.name)
            if cost is None or cost.head.name in names.world.ledgers:
                continue
            ledger = _opened(names, cost)
            if ledger is not None:
                names.world.ledgers[cost.head.name] = ledger
                names.world.components[ledger.component.name] = ledger.component


def _opened(names: Names, cost: r.CostDecl) -> Ledger | None:
    """The ledger of a cost; ``None`` where it makes no sense, most of which is reported with the cost."""
    source, world = cost.source.expr, names.world
    purse = world.components.get(source.name) if isinstance(source, n.Name | n.Read) else None
    if purse is None or not isinstance(purse.kind, Number | BagOf):
        return None
    args = source.args if isinstance(source, n.Read) else ()
    if len(args) > len(purse.keys):
        names.found.append(pf.one_thing(unparse(source), cost.source.span))
    if len(args) != len(purse.keys) and args:
        return None
    first, found = next(iter(args), None), place_names(cost)
    if not isinstance(first, n.Name) or first.name not in found:
        names.found.append(pf.not_own(unparse(source), cost.source.span))
        return None
    other = unnamed_key(cost)
    if other is not None:
        names.found.append(pf.unnamed_place(unparse(other), other.span))
        return None
    kinds = [_kind_of(names, cost, name) for name in found]
    keys = tuple(kind for kind in kinds if isinstance(kind, Member | Number))
    if len(keys) < len(kinds):
        name = found[next(at for at, kind in enumerate(kinds) if not isinstance(kind, Member | Number))]
        names.found.append(pf.unnamed_place(name, cost.head.span))
        return None
    component = _component(names, cost, purse, keys)
    return Ledger(cost, component, purse, found) if component is not None else None


def _kind_of(names: Names, cost: r.CostDecl, name: str) -> Kind:
    param = next((one for one in cost.params if one.name == name), None)
    if param is None:
        return PLAYER
    # What is wrong with a signature is reported where the cost is checked.
    return Names(names.world, []).shape(param.shape)


def _component(
    names: Names, cost: r.CostDecl, purse: Component, keys: tuple[Single, ...]
) -> Component | None:
    kind, name = purse.kind, f"{PROMISED}_{cost.head.name}"
    cells = names.world.size(kind.of) if isinstance(kind, BagOf) else 1
    for key in keys:
        cells *= names.world.size(key)
    if names.cells + cells > MAX_CELLS:
        names.found.append(f.component_too_large(name, cells, cost.head.span))
        return None
    names.cells += cells
    if not names.declare(name, cost.head.span):
        return None
    if isinstance(kind, Number):
        kind = Number(0, kind.high - kind.low)
    line = n.TypeLine((), (), (), None, None, None, None, None, cost.head.span)
    decl = r.ComponentDecl(r.Head(name, cost.head.path, cost.head.span, cost.head.feet), line)
    return Component(name, keys, kind, "nobody" if purse.seen == "nobody" else "owner", decl)


def is_own(rules: "Rules", source: n.Expr) -> bool:
    """Whether a promise comes out of a place of the player who makes it; reported if not."""
    first = source.args[0] if isinstance(source, n.Read) and source.args else None
    if first is not None and rules.world.refs.get(first) is rules.world.me:
        return True
    rules.found.append(pf.not_own(unparse(source), source.span))
    return False


def check_body(world: World, action: r.ActionDecl, found: list[Diagnostic]) -> None:
    """Report lines of an action that take from a place out of which it promises."""
    places = {
        unparse(price.source) for price in world.prices.get(action.head.name, ()) if price.kept is not None
    }
    blocks = [step.do for step in _with_inner(action.steps)]
    for block in (action.do, *blocks) if places else ():
        for line in walk.lines(block) if block is not None else ():
            place = lowered_by(line)
            if place is not None and unparse(place) in places:
                found.append(pf.lowered_as_well(unparse(place), line.span))


def _with_inner(steps: tuple[r.StepDecl, ...]) -> tuple[r.StepDecl, ...]:
    return tuple(one for step in steps for one in (step, *_with_inner(step.steps)))


# -- who sees it ---------------------------------------------------------------------------------------


def settle_audiences(world: World) -> None:
    """A promise made where everyone chooses at once, out of what all see, is public like the choice."""
    for ledger in world.ledgers.values():
        actions = [one for one in world.ruleset.actions.values() if _amounts(world, one, ledger)]
        if ledger.purse.seen == "all" and all(_is_public(world, one, ledger) for one in actions):
            ledger.component.seen = "all"


def _amounts(world: World, action: r.ActionDecl, ledger: Ledger) -> list[n.Expr]:
    """What an action promises by a cost."""
    prices = world.prices.get(action.head.name, ())
    return [price.steps[-1][1] for price in prices if price.kept is not None and price.decl is ledger.cost]


def _is_public(world: World, action: r.ActionDecl, ledger: Ledger) -> bool:
    """Whether all that an action promises is known to everybody as soon as it is carried out."""
    for step in every_step(world.ruleset):
        calls = step.one_of.calls if step.one_of is not None else ()
        is_offered = any(call.name == action.head.name for call in calls)
        if is_offered and (step.who is None or step.who.form != "together"):
            return False
    if any(stage.line.seen is not None for stage in action.choose):
        return False
    phrases = (*_amounts(world, action, ledger), *(let.phrase.expr for let in action.let))
    return all(read.component.seen == "all" for phrase in phrases for read in reads(world, phrase, ()))
