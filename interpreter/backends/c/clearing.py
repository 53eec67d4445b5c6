"""Many slots set to zero, as where locals are dead: side by side in the state they are cleared at once.

Each by itself they were most of what a compiler had to read of the largest games.
"""

from interpreter.backends.c import sets
from interpreter.backends.c.storage import Storage
from interpreter.backends.c.writer import Writer
from interpreter.core.ir import Const, Set, SetConst, Statement

FEWEST = 4
"""Slots from which on it is worth it."""


def clears(statement: Statement) -> bool:
    """Whether a statement sets a slot to zero, and that needs no check."""
    if not isinstance(statement, Set) or statement.check is not None:
        return False
    match statement.value:
        case Const(0) | SetConst(0, _):
            return True
        case _:
            return False


def write_clears(out: Writer, storage: Storage, slots: set[int]) -> None:
    """Clear slots of the state; what lies between two of them and is not to be cleared parts them."""
    run: list[int] = []
    for group in storage.fields:
        for slot in range(group.base, group.base + group.count):
            if slot in slots:
                run.append(slot)
            else:
                _write(out, storage, run)
                run = []
    _write(out, storage, run)


def _write(out: Writer, storage: Storage, run: list[int]) -> None:
    if len(run) >= FEWEST:
        first, last = (storage.place(slot).removeprefix("g->") for slot in (run[0], run[-1]))
        out.line(f"CLEAR(g, {first}, {last});")
        return
    for slot in run:
        width = storage.group(slot).width
        out.line(f"{storage.place(slot)} = {sets.constant(0, width) if width else 0};")
