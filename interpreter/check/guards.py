"""What must hold after a line that lowers a place out of which something may be promised."""

from typing import TYPE_CHECKING

from interpreter.check.kinds import Number
from interpreter.check.promised import PROMISED
from interpreter.check.transfer import all_of
from interpreter.check.world import Component, One, Var, World
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.effects import Effects


def lowered_by(line: n.Line) -> n.Expr | None:
    """The place that a line may lower."""
    match line.verb:
        case "set":
            return line.target
        case "remove" | "move" | "draw":
            return line.source
        case "deal":
            return line.what
        case _:
            return None


def guard(effects: "Effects", line: n.Line) -> None:
    """Note what must hold after a line that lowers a place out of which something may be promised."""
    place, world = lowered_by(line), effects.world
    purse = world.refs.get(place) if place is not None else None
    if not isinstance(purse, Component) or not world.ledgers_of(purse):
        return
    effects.guard_all(purse)
    if effects.is_covered:
        return
    assert place is not None
    world.guards[line] = world.guards_of[purse]
    if isinstance(place, n.Read) and len(place.args) >= len(purse.keys) and _is_fixed(world, place):
        alone = n.Read(place.name, place.args[: len(purse.keys)], place.span, place.name_span)
        world.guards[line] = enough(purse, alone)
        effects.condition(world.guards[line])


def enough(purse: Component, place: n.Read) -> n.Expr:
    """That a place holds all that is promised out of it."""
    span, kind = place.span, purse.kind
    left: n.Expr = place
    if isinstance(kind, Number) and kind.low:
        left = n.Arith("-", place, n.Int(kind.low, span), span)
    return n.Compare("<=", n.Read(PROMISED, (place,), span, span), left, span)


def enough_everywhere(purse: Component) -> n.Expr:
    """That each place of a component holds all that is promised out of it."""
    span = purse.decl.head.span
    names = [n.Name(f"key {at} of {purse.name}", span) for at in range(len(purse.keys))]
    binds = tuple(
        n.Bind(name.name, all_of(key, span), span) for name, key in zip(names, purse.keys, strict=True)
    )
    place = n.Read(purse.name, tuple(names), span, span)
    return n.Quantified("every", n.Overs(binds, None, span), enough(purse, place), span)


def _is_fixed(world: World, place: n.Read) -> bool:
    return all(isinstance(arg, n.Int) or isinstance(world.refs.get(arg), Var | One) for arg in place.args)
