"""What lowering can note on its way: which names are bound where something is asked, and marks in the code.

A program has no need of either. Whoever explains a match lowers its ruleset once more, with notes: the slots
are the same, since neither notes nor marks take any.
"""

from dataclasses import dataclass, field
from typing import Literal

from interpreter.check.price import Price
from interpreter.check.world import Component, Var
from interpreter.core import ir
from interpreter.core.bags import Bag
from interpreter.core.maps import MapValue
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

Sort = Literal[
    "step", "when", "if", "until", "skipping", "always", "end", "stuck", "refill", "settled", "over"
]  # fmt: skip
"""What a mark stands at: where a paragraph begins, where a condition is judged, where nothing is legal, where
a market is filled, where simultaneous rounds take effect, where what lasts for a paragraph ends with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is seen from a place of the code: the names that are bound, and where the table was copied.

    ``meaning`` are names that stand for a phrase, ``snapshots`` the first slots of components as they were
    before simultaneous rounds.
    """

    env: dict[Var, ir.Expr]
    bags: dict[Var, Bag]
    maps: dict[Var, MapValue]
    meaning: dict[Var, n.Expr]
    snapshots: dict[Component, int]


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """A condition of an action as the author wrote it, in the order in which it is asked.

    ``written`` is what a limit says before it was turned into what it comes to; ``price`` is the cost whose
    payment is asked for.
    """

    name: str
    that: n.Expr
    when: n.Expr | None = None
    written: n.Expr | None = None
    price: Price | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """An alternative of a decision: its action (None for `nothing` and `stop`), what is asked before its
    stages and behind each, and what is seen there. The slots of the stages hold what is chosen.
    """

    action: r.ActionDecl | None
    before: tuple[Asking, ...]
    behind: tuple[tuple[Asking, ...], ...]
    sight: Sight


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A place of the code that a log line of kind ``mark`` tells of; its argument is the condition's value.

    ``rule`` is the address of the paragraph, ``place`` an index into the program's places. Where nothing is
    legal, ``offers`` are those of the decision.
    """

    sort: Sort
    rule: str
    place: int
    condition: n.Expr | None
    sight: Sight
    offers: tuple[Offer, ...] = ()


@dataclass(slots=True)
class Notes:
    """What was noted. Without ``marking`` the program is the one that is played.

    ``offers`` has those of each decision of the program; ``marks`` are numbered as their events say.
    """

    marking: bool = False
    marks: list[Mark] = field(default_factory=list)
    offers: list[tuple[Offer, ...]] = field(default_factory=list)
    offered: list[Offer] = field(default_factory=list)

    def decided(self) -> None:
        """The alternatives so far are those of one decision."""
        self.offers.append(tuple(self.offered))
        self.offered.clear()

    def mark(self, mark: Mark) -> int:
        """The number of a new mark."""
        self.marks.append(mark)
        return len(self.marks) - 1

    def kept(self, decisions: list[int]) -> None:
        """Of all decisions only these are in the program."""
        self.offers[:] = [self.offers[number] for number in decisions]
