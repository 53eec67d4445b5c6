"""The graph of blocks under construction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.core import ir


@dataclass(frozen=True, slots=True)
class Joint:
    """A place where standing rules and ends look at the table; replaced when the graph is complete.

    ``after`` names the steps or actions that it follows, for ends that are checked there alone.
    """

    block: int
    after: tuple[str, ...]


End = ir.Terminator | Joint


@dataclass(slots=True)
class Draft:
    """A block being written; ``end`` is ``None`` as long as it is open."""

    body: list[ir.Statement] = field(default_factory=list)
    end: End | None = None


class Flow:
    """Blocks, and where the next statement goes."""

    def __init__(self) -> None:
        self.blocks: list[Draft] = []
        self.out: list[ir.Statement] = []
        self.here = -1

    def new(self) -> int:
        """A new, empty block; nothing is written to it yet."""
        self.blocks.append(Draft())
        return len(self.blocks) - 1

    def at(self, block: int) -> None:
        """Write to this block from now on."""
        self.here = block
        self.out = self.blocks[block].body

    def emit(self, statement: ir.Statement) -> None:
        """Add a statement."""
        self.out.append(statement)

    def close(self, end: End) -> None:
        """End the present block; what follows can't be reached until `at` names another."""
        draft = self.blocks[self.here]
        if draft.end is None:
            draft.end = end
        self.out = []  # what is emitted now is lost, as it can't be reached

    def go(self, block: int) -> None:
        """Go on with a block, written or not."""
        self.close(ir.Go(block))

    def start(self) -> int:
        """A new block that the present one leads to; write to it."""
        block = self.new()
        self.go(block)
        self.at(block)
        return block

    def joint(self, *after: str) -> None:
        """Standing rules and ends look at the table here."""
        block = self.new()
        self.close(Joint(block, after))
        self.at(block)

    @contextmanager
    def nested(self) -> Iterator[list[ir.Statement]]:
        """Statements inside a structured statement."""
        before, self.out = self.out, []
        yield self.out
        self.out = before
