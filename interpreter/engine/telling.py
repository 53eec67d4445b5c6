"""What the rules tell: bags and lists as arguments of log lines, and the line as people read it."""

from collections.abc import Callable

from interpreter.core.ir import Domain, Event, Expr, Let, Program, Sum
from interpreter.engine.closures import Closures
from interpreter.engine.events import Told
from interpreter.engine.forms import Each, Eval, Slots
from interpreter.engine.members import members
from interpreter.engine.names import member_text

NOTHING = "nothing"
"""What stands for a set without members and a bag without things."""

Counts = Callable[[Slots], tuple[int, ...]]
"""A bag by its counts, one for each member of its domain; a list by the indices of what lies in it."""


def things_of(closures: Closures, arg: Expr) -> Counts:
    """The function that gives the indices of what lies in a list, from its top: those that a sum adds up,
    from the bottom, with -1 for cells that are not used.
    """
    cells = counts_of(closures, arg)

    def run(s: Slots) -> tuple[int, ...]:
        return tuple(index for index in reversed(cells(s)) if index >= 0)

    return run


def counts_of(closures: Closures, arg: Expr) -> Counts:
    """The function that lists what a sum adds up: the counts of a bag, one for each member of its domain."""
    bounds = closures.bounds
    match arg:
        case Let(slot, value, inner):
            with bounds.knowing(slot, bounds.interval(value)):
                rest = counts_of(closures, inner)
            return _after(slot, closures.expr(value), rest)
        case Sum(var, over, value):
            with bounds.running(var, over):
                count = closures.expr(value)
            return _listed(var, closures.each(over), bounds.width(over), count)
        case _:
            raise AssertionError("a bag is told as the sum of its counts")


def _after(slot: int, value: Eval, rest: Counts) -> Counts:
    def run(s: Slots) -> tuple[int, ...]:
        s[slot] = value(s)
        return rest(s)

    return run


def _listed(var: int, each: Each, width: int, count: Eval) -> Counts:
    def run(s: Slots) -> tuple[int, ...]:
        found = [0] * width
        for i in each(s):
            s[var] = i
            found[i] = int(count(s))
        return tuple(found)

    return run


# ---------------------------------------------------------------------------------------------
# Lines


def told_text(program: Program, told: Told) -> str:
    """The line that the rules told: members by name, sets and lists with commas, bags by counts."""
    event = program.events[told.event]
    return "".join(
        part if isinstance(part, str) else _argument(program, event, part, told.args[part])
        for part in event.text
    )


def is_idle(program: Program, told: Told) -> bool:
    """Whether nothing was added, taken or moved: a line that nobody needs to read."""
    amount = program.events[told.event].amount
    if amount == -1:
        return False
    value = told.args[amount]
    return not (any(value) if isinstance(value, tuple) else value)


def _argument(program: Program, event: Event, number: int, value: int | tuple[int, ...]) -> str:
    domain = event.domains[number]
    if isinstance(value, tuple) and event.forms[number] == "list":
        return listed([member_text(program.domains[domain], index) for index in value])
    if isinstance(value, tuple):
        return bag_text(program.domains[domain], value)
    if event.forms[number] == "set":
        return listed([member_text(program.domains[domain], i) for i in members(value)])
    return str(value) if domain == -1 else member_text(program.domains[domain], value)


def bag_text(domain: Domain, counts: tuple[int, ...]) -> str:
    """A bag by its counts: ``wood 2, coal``; of numbers ``3 ×2, 5``."""
    times = " " if domain.names else " ×"
    found = ((member_text(domain, i), count) for i, count in enumerate(counts) if count)
    return listed([name if count == 1 else f"{name}{times}{count}" for name, count in found])


def listed(texts: list[str]) -> str:
    """Texts with commas between them."""
    return ", ".join(texts) or NOTHING
