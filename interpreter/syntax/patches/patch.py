"""One change of one place of a page."""

from dataclasses import dataclass
from typing import Literal

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Node, Scalar
from interpreter.syntax.patches.address import Steps, written
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """What a page does to one place of its base.

    ``layer`` is what the page is called: the switch of a module, the name of a variant. ``keys`` are the keys
    that stand in the page for each of ``steps``. ``now`` is what stands there afterwards, None where it is
    only moved, taken away or given another signature. ``side`` and ``anchors`` say beside which neighbours it
    goes; ``end`` is behind all that the base has. ``feet`` are citations that belong to no sentence of their
    own.
    """

    layer: str
    steps: Steps
    span: Span
    keys: tuple[Scalar, ...]
    does: Literal["adds", "changes", "removes", "moves"]
    now: Node | None = None
    side: Literal["", "before", "after", "end"] = ""
    anchors: tuple[Scalar, ...] = ()
    feet: tuple[n.Foot, ...] = ()

    @property
    def address(self) -> str:
        """The address of the place."""
        return written(self.steps)

    @property
    def rank(self) -> tuple[str, int]:
        """Where it comes among the patches of all pages: by the name of its page, then as it is written."""
        return self.layer, self.span.start
