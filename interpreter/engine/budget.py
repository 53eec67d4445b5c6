"""The limit on work between two decisions.

Every block is charged its worst-case cost, so that what stops a run-away game is the same on
every executor and independent of its speed.
"""

from interpreter.core.bounds import bounds_of
from interpreter.core.cost import block_cost, decision_cost
from interpreter.core.ir import Choose, Program

MAX_UNITS = 200_000_000
"""What may be spent between two decisions taken."""

MAX_BLOCKS = 2_000_000
"""How many blocks may run between two decisions taken, however cheap they are."""


def charges(program: Program) -> tuple[int, ...]:
    """What running each block once costs; a block that stops at a decision pays for that too.

    Unit: of MAX_UNITS; the least charge is such that MAX_BLOCKS is kept as well.
    """
    bounds = bounds_of(program)
    decisions = [decision_cost(decision, bounds) for decision in program.decisions]
    least = MAX_UNITS // MAX_BLOCKS
    costs = []
    for block in program.blocks:
        cost = block_cost(block, bounds)
        if isinstance(block.end, Choose):
            cost += decisions[block.end.decision]
        costs.append(max(least, cost))
    return tuple(costs)
