"""What a player may see of the table, as plain data."""

from interpreter.core.ir import Component, Domain, Program
from interpreter.engine.members import members
from interpreter.engine.names import cell_keys, cell_text, cells_of, list_at, member_text
from interpreter.engine.seats import TABLE

Plain = bool | int | str | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""

_FLAG = ("false", "true")


def view_of(program: Program, slots: tuple[int, ...], player: int | None) -> dict[str, Plain]:
    """``components``: each in its own shape; ``hidden``: the cells that ``player`` may not see, which
    are left out, as they are written. None is a spectator.

    A component with keys is a map of them. A value is a number, a name, ``true`` or ``false``; none is
    null. A set is the list of its members, a list what it holds from its top, a bag a map of the counts
    above 0.
    """
    table: dict[str, Plain] = {}
    hidden: list[Plain] = []
    for component in program.components:
        shape: dict[str, Plain] = {}
        for cell in cells_of(program, component):
            if is_seen(program, component, slots, cell, player):
                _put(shape, program, component, cell, _value(program, component, slots, cell))
            else:
                hidden.append(cell_text(program, component, cell))
        if component.keys:
            table[component.name] = shape
        elif shape:
            table[component.name] = shape[""]
    return {"components": table, "hidden": hidden}


def is_seen(
    program: Program, component: Component, slots: tuple[int, ...], cell: int, player: int | None
) -> bool:
    """Whether a player may see a cell (counted with the last key running fastest); `TABLE` sees all."""
    if player == TABLE or component.seen == "all" or (component.shown >= 0 and slots[component.shown + cell]):
        return True
    if component.seen == "nobody" or player is None:
        return False
    return cell_keys(program, component, cell)[0] == player - 1


def _put(shape: dict[str, Plain], program: Program, component: Component, cell: int, value: Plain) -> None:
    """Put a value under the names of its keys, one map inside the other."""
    names = [
        member_text(program.domains[domain], key)
        for domain, key in zip(component.keys, cell_keys(program, component, cell), strict=True)
    ] or [""]
    for name in names[:-1]:
        inner = shape.setdefault(name, {})
        assert isinstance(inner, dict)
        shape = inner
    shape[names[-1]] = value


def _value(program: Program, component: Component, slots: tuple[int, ...], cell: int) -> Plain:
    domain = program.domains[component.domain] if component.domain >= 0 else None
    if component.form == "bag" and domain:
        start = component.slot + cell * domain.size
        counts = slots[start : start + domain.size]
        return {member_text(domain, i): count for i, count in enumerate(counts) if count}
    if component.form == "list":
        return [_one(domain, value) for value in list_at(component, slots, cell)]
    value = slots[component.slot + cell]
    if component.form == "set" and domain:
        return [domain.names[i] if domain.names else domain.low + i for i in members(value)]
    return None if component.optional and value == -1 else _one(domain, value)


def _one(domain: Domain | None, value: int) -> Plain:
    if domain is None or not domain.names:
        return value
    return bool(value) if domain.names == _FLAG else domain.names[value]
