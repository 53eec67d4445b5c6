"""Blocks as functions: what surely follows a block is written behind it, in the same function.

A function of a block runs on as far as it can, and gives the block to go on with and what was spent of the
budget on the way. A block that stops the game is given as its complement, which is negative.
"""

from interpreter.backends.python import expressions, statements
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir
from interpreter.engine.budget import charges

_DEEPEST = 12
"""Branches within each other in one function."""

_LONGEST = 60
"""Blocks written one behind the other."""

_SMALL = 2
"""Statements of a block that may be written more than once."""


class Blocks:
    """Writes the functions of all blocks that are reached from elsewhere."""

    def __init__(self, program: ir.Program, facts: Facts) -> None:
        self._program = program
        self._facts = facts
        self._costs = charges(program)
        self._before = _ways_in(program)
        self.heads: list[int] = []

    def functions(self) -> list[str]:
        """The lines of all functions, one for each of ``heads``."""
        lines: list[str] = []
        waiting = _entries(self._program)
        while waiting:
            block = waiting.pop()
            if block in self.heads:
                continue
            self.heads.append(block)
            function = _Function(self, block)
            lines += function.text()
            waiting += function.ways
        return lines

    def block(self, block: int) -> ir.Block:
        """One block."""
        return self._program.blocks[block]

    def scope(self) -> Scope:
        """A new function's."""
        return Scope(self._program, self._facts)

    def cost(self, block: int) -> int:
        """What running a block once is charged."""
        return self._costs[block]

    def is_inline(self, block: int) -> bool:
        """Whether a block is written wherever it is reached."""
        if self._before[block] == 1:
            return True
        found = self.block(block)
        return not isinstance(found.end, ir.Branch) and len(found.body) <= _SMALL


class _Function:
    """One function; ``ways`` are the blocks that it leaves to others."""

    def __init__(self, blocks: Blocks, head: int) -> None:
        self._blocks = blocks
        self._scope = blocks.scope()
        self._head = head
        self.ways: list[int] = []

    def text(self) -> list[str]:
        """All of its lines."""
        self._write(self._head, 0, (), 0)
        return [f"def block_{self._head}(s):", *self._scope.writer.text(), ""]

    def _write(self, block: int, spent: int, path: tuple[int, ...], depth: int) -> None:
        """The rest of the function from a block on."""
        found, scope = self._blocks.block(block), self._scope
        spent += self._blocks.cost(block)
        statements.body(scope, found.body)
        match found.end:
            case ir.Go(way):
                self._go(way, spent, (*path, block), depth)
            case ir.Branch(test, yes, no):
                with scope.root():
                    scope.writer.line(f"if {bare(expressions.value(scope, test))}:")
                with scope.writer.block():
                    self._go(yes, spent, (*path, block), depth + 1)
                self._go(no, spent, (*path, block), depth)
            case _:
                scope.writer.line(f"return {~block}, {spent}")

    def _go(self, way: int, spent: int, path: tuple[int, ...], depth: int) -> None:
        if way not in path and depth < _DEEPEST and len(path) < _LONGEST and self._blocks.is_inline(way):
            self._write(way, spent, path, depth)
        else:
            self._scope.writer.line(f"return {way}, {spent}")
            self.ways.append(way)


def _entries(program: ir.Program) -> list[int]:
    """The blocks at which a game begins, or goes on after a stop."""
    found = [program.entry, program.begin]
    for decision in program.decisions:
        found += [option.block for option in decision.alternatives]
        found += [decision.stuck] if decision.stuck >= 0 else []
    found += [block.end.block for block in program.blocks if isinstance(block.end, ir.Draw | ir.DrawBag)]
    return found


def _ways_in(program: ir.Program) -> list[int]:
    """From how many places each block is reached; from two at least where a function must begin there."""
    found = [0] * len(program.blocks)
    for block in program.blocks:
        match block.end:
            case ir.Go(way):
                found[way] += 1
            case ir.Branch(_, yes, no):
                found[yes] += 1
                found[no] += 1
            case _:
                pass
    for entry in _entries(program):
        found[entry] += 2
    return found
