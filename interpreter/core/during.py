"""Components that last for a step: how they come back to their start behind it."""

from typing import TYPE_CHECKING

from interpreter.core import ir

if TYPE_CHECKING:
    from interpreter.core.lower_play import LowerPlay


def start_again(play: "LowerPlay", path: str) -> None:
    """Behind the paragraph with an address, what lasts for it holds what it began with, and is as hidden."""
    lasting = [one for one in play.world.components.values() if one.during == path]
    if lasting and play.notes.marking:
        play.mark("over", play.instance.head(lasting[0].decl.head), rule=path)
    for component in lasting:
        for base in (play.bases[component], play.cells.get(component), play.shown.get(component)):
            if base is not None:
                _restart(play, next(one for one in play.slots.groups if one.base == base))


def _restart(play: "LowerPlay", group: ir.Slot) -> None:
    first = group.start[0]
    if group.count == 1:
        play.flow.emit(ir.Set(group.base, _constant(group, first)))
        return
    with play.slots.scratch() as slot:
        if all(value == first for value in group.start):
            value = _constant(group, first)
        else:
            value = ir.Lookup(_table(play, group), ir.Read(slot))
        every = ir.SetConst((1 << group.count) - 1, group.count)
        play.flow.emit(ir.Loop(slot, every, (ir.SetAt(group.base, group.count, ir.Read(slot), value),)))


def _constant(group: ir.Slot, value: int) -> ir.Expr:
    return ir.SetConst(value, group.width) if group.width else ir.Const(value)


def _table(play: "LowerPlay", group: ir.Slot) -> int:
    """The table of what the places begin with, made once."""
    made = ir.Table(f"{group.name} start", group.width, group.start)
    tables = play.instance.tables
    if made not in tables:
        tables.append(made)
    return tables.index(made)
