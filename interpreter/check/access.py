"""What the rounds of a loop read and change."""

from dataclasses import dataclass

from interpreter.check.world import Component
from interpreter.syntax import nodes as n
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True)
class Access:
    """One read or write of a component in a loop.

    ``own`` tells by which keys the place is named by all the loop's names, so that no other round means it;
    it is empty where another round may. Two places of a component that are named alike are the same in one
    round, and apart in two. ``value`` is what a place is set to, ``what`` comes to a set or leaves it.
    ``line`` is the line that is written out so, if it is not the author's own.
    """

    component: Component
    own: str
    node: n.Expr
    verb: str = ""
    value: n.Expr | None = None
    what: n.Expr | None = None
    line: Span | None = None

    @property
    def span(self) -> Span:
        """What a finding points at."""
        return self.line or self.node.span
