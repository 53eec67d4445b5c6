"""One difference between two pages."""

from dataclasses import dataclass
from typing import Literal

from interpreter.syntax.comparing.passage import Passage
from interpreter.syntax.patches.address import Steps, written

Does = Literal["adds", "removes", "changes", "moves", "renames", "cites"]
"""What the second page does to the first. "cites": only the citations differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """What one page has there: its address in that page, and beside which neighbour it stands where the
    order means something ("" where it means nothing).
    """

    steps: Steps
    passage: Passage
    beside: str = ""

    @property
    def address(self) -> str:
        """The address, as a patch calls it."""
        return written(self.steps)


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A place at which two pages differ: ``old`` is None for what only the second has, ``new`` for what
    only the first has.
    """

    does: Does
    old: Side | None
    new: Side | None

    @property
    def steps(self) -> Steps:
        """The address in the second page, or in the first where that alone has it."""
        side = self.new or self.old
        assert side is not None
        return side.steps

    @property
    def address(self) -> str:
        """The same as it is written."""
        return written(self.steps)
