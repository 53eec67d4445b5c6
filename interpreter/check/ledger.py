"""Where the amounts lie that are promised by one cost and not collected yet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.check.world import Component


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """The promises made by one cost; ``component`` holds them as if the author had declared it.

    ``purse`` is the component that will pay. ``names`` are those among which the places of the cost are
    found, one for each key of the component: first the player who promises, then the parameters of the cost
    that its places are named by.
    """

    cost: r.CostDecl
    component: "Component"
    purse: "Component"
    names: tuple[str, ...]

    def place(self, args: tuple[n.Expr, ...], span: Span) -> n.Read:
        """The place of what is promised under these names."""
        return n.Read(self.component.name, args, span, span)


def place_names(cost: r.CostDecl) -> tuple[str, ...]:
    """The names among which the places of a cost are found, in the order in which they stand there."""
    params = {param.name for param in cost.params} | {"me"}
    return tuple(dict.fromkeys(name for name in _names(cost) if name in params))


def unnamed_key(cost: r.CostDecl) -> n.Expr | None:
    """A key of the places of a cost that is no name and no number, if there is one."""
    for phrase in (cost.source, cost.record):
        place = phrase.expr if phrase is not None else None
        for arg in place.args if isinstance(place, n.Read) else ():
            if not isinstance(arg, n.Name | n.Int):
                return arg
    return None


def _names(cost: r.CostDecl) -> Iterator[str]:
    for phrase in (cost.source, cost.record, cost.to):
        for part in walk.everything(phrase.expr) if phrase is not None else ():
            if isinstance(part, n.Name | n.Read):
                yield part.name
