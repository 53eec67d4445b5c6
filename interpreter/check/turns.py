"""Who acts in a step, and on behalf of what."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check.kinds import POISON, Kind, fits
from interpreter.check.world import PLAYER, Var
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def check_who(rules: "Rules", who: n.Who) -> None:
    """The players who act are there; the name of what they act for is bound from here on."""
    kind = _put_in_order(rules, who)
    if who.name is not None:
        rules.world.vars_of[who] = rules.bind(Var(who.name.name, kind, "bound", who.name.span))
    elif not fits(kind, PLAYER):
        rules.found.append(f.order_of_others(str(who.order), kind, who.span))
    if who.start is not None:
        acts = rules.value(who.start, PLAYER)
        if not fits(acts, PLAYER):
            rules.found.append(f.no_player(acts, who.start.span))
    if who.skipping is not None:
        had, rules.has_me = rules.has_me, True
        rules.condition(who.skipping)
        rules.has_me = had


def _put_in_order(rules: "Rules", who: n.Who) -> Kind:
    """What an order runs over; without one, players act."""
    if who.order is None:
        return PLAYER
    orders = rules.world.ruleset.orders
    if who.order not in orders:
        rules.found.append(f.unknown_order(who.order, who.span, orders))
        return POISON
    return rules.ordered[who.order]
