"""Members, values and slots as people call them."""

from collections.abc import Sequence
from math import prod

from interpreter.core.cells import slots_each
from interpreter.core.ir import Component, Domain, Program
from interpreter.engine.members import members
from interpreter.engine.seats import PLAYER, Seats

NONE = "none"
"""What stands for no member: the value -1."""


def member_text(domain: Domain, member: int) -> str:
    """A member by its index, as in sets, loops, stages and draws; -1 is none."""
    if member == -1:
        return NONE
    return domain.names[member] if domain.names else str(domain.low + member)


def member_of(domain: Domain, text: str) -> int | None:
    """The index of the member that a text names; -1 for none, None for no member."""
    if text == NONE and NONE not in domain.names:
        return -1
    if domain.names:
        is_there = bool(text) and text in domain.names
        return domain.names.index(text) if is_there else _player_of(domain, text)
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        return None
    index = int(text) - domain.low
    return index if 0 <= index < domain.size else None


def _player_of(domain: Domain, text: str) -> int | None:
    """A player by number, whatever the players of the game are called."""
    player = Seats(domain.names).of(text) if domain.name == PLAYER else None
    return None if player is None else player - 1


def value_text(program: Program, domain: int, value: int) -> str:
    """An integer value: a number is itself, a member of named things its name; -1 of those is none."""
    if domain == -1 or not program.domains[domain].names:
        return str(value)
    return member_text(program.domains[domain], value)


def set_text(program: Program, domain: int, bits: int) -> str:
    """A set by the names of its members: ``(plain, meadow)``, ``nothing``."""
    if not bits:
        return "nothing"
    names = [member_text(program.domains[domain], i) if domain >= 0 else str(i) for i in members(bits)]
    return f"({', '.join(names)})"


def cell_keys(program: Program, component: Component, cell: int) -> tuple[int, ...]:
    """The member of each key at a cell; cells are counted with the last key running fastest."""
    keys: list[int] = []
    for key in reversed(component.keys):
        cell, member = divmod(cell, program.domains[key].size)
        keys.append(member)
    return tuple(reversed(keys))


def cells_of(program: Program, component: Component) -> Sequence[int]:
    """The cells of a component that mean something: none of their keys is missing in a part of a kind."""
    every = range(cell_count(program, component))
    domains = [program.domains[key] for key in component.keys]
    if all("" not in domain.names for domain in domains):
        return every

    def is_there(cell: int) -> bool:
        keys = cell_keys(program, component, cell)
        return all(
            not domain.names or domain.names[key] for domain, key in zip(domains, keys, strict=True)
        )

    return tuple(cell for cell in every if is_there(cell))


def cell_text(program: Program, component: Component, cell: int) -> str:
    """A cell as it is written: ``chips(P1)``, ``starter``."""
    keys = cell_keys(program, component, cell)
    texts = [member_text(program.domains[d], k) for d, k in zip(component.keys, keys, strict=True)]
    return f"{component.name}({', '.join(texts)})" if texts else component.name


def cell_count(program: Program, component: Component) -> int:
    """How many cells a component has: the combinations of its keys."""
    return prod(program.domains[key].size for key in component.keys)


def list_at(component: Component, slots: Sequence[int], cell: int) -> tuple[int, ...]:
    """The values that lie in a list, from its top."""
    base, length = component.slot + cell * component.room, slots[component.length + cell]
    return tuple(reversed(slots[base : base + length]))


def component_slots(program: Program) -> int:
    """How many slots components take, with what is shown of them; they come first in every program."""
    ends = [0]
    for component in program.components:
        cells = cell_count(program, component)
        ends.append(component.slot + cells * slots_each(program, component))
        if component.length >= 0:
            ends.append(component.length + cells)
        if component.shown >= 0:
            ends.append(component.shown + cells)
    return max(ends)


def held_text(program: Program, slot: int, value: int) -> str:
    """A value as it stands in a slot of a component: a number, a member by name, `none`."""
    for component in program.components:
        each = slots_each(program, component)
        if 0 <= slot - component.slot < cell_count(program, component) * each:
            if component.optional and value == -1:
                return NONE
            return value_text(program, component.domain if component.form == "integer" else -1, value)
    return str(value)


def slot_text(program: Program, slot: int) -> str:
    """A slot as the author knows it: ``huts(T01, red)``; by its group where it is no component."""
    for component in program.components:
        each = slots_each(program, component)
        offset = slot - component.slot
        if 0 <= offset < cell_count(program, component) * each:
            cell, item = divmod(offset, each)
            text = cell_text(program, component, cell)
            if component.form == "list":
                return f"number {item + 1} from the bottom of {text}"
            if component.form != "bag":
                return text
            name = member_text(program.domains[component.domain], item)
            return f"{text[:-1]}, {name})" if component.keys else f"{text}({name})"
    for group in program.slots:
        if 0 <= slot - group.base < group.count:
            return f"{group.name}[{slot - group.base}]" if group.count > 1 else group.name
    raise IndexError(slot)
