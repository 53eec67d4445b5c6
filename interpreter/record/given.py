"""A position by the values of its components, each in its own shape, and the slots that hold it.

A component with keys is a map of them; ``all`` names every key, and the keys behind it go over it. A value
is a number, a name, ``true`` or ``false``, ``none`` where that is allowed; a set is the list of its members,
a list what it holds from its top, a bag the map of what it holds to how many.
"""

import re
from collections.abc import Iterator, Mapping

from interpreter.core.cells import slots_each
from interpreter.core.ir import Component, Domain, Program, Slot
from interpreter.engine.members import members
from interpreter.engine.names import NONE, cell_keys, cells_of, list_at, member_of, member_text
from interpreter.engine.view import Plain
from interpreter.text.quote import quote
from interpreter.text.suggest import nearest

Path = tuple[str | int, ...]
"""The keys and positions that lead to a part of a value."""

ALL = "all"
"""The key that stands for every key; those behind it change what it gave them."""

_SPAN = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")


class GivenError(Exception):
    """A value that does not fit. ``path`` leads to it, or to its key where ``at_key``; ``help`` may be ""."""

    def __init__(self, path: Path, message: str, help_: str = "", at_key: bool = False) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.help = help_
        self.at_key = at_key


def slots_given(program: Program, start: tuple[int, ...], values: Mapping[str, Plain]) -> tuple[int, ...]:
    """The slots in which the components have these values, and everything else is as in ``start``.

    Raises: GivenError for the first value that does not fit.
    """
    slots = list(start)
    components = {component.name: component for component in program.components}
    for name, value in values.items():
        component = components.get(name)
        if component is None:
            near = nearest(name, components)
            hint = f"did you mean `{near}`?" if near else f"the components are {', '.join(components)}"
            raise GivenError((name,), f"there is no component {quote(name)}", hint, at_key=True)
        _Filling(program, component, slots).cells(component.keys, 0, value, (name,))
    return tuple(slots)


class _Filling:
    """One component whose slots are being filled."""

    def __init__(self, program: Program, component: Component, slots: list[int]) -> None:
        self._domains = program.domains
        self._component = component
        self._slots = slots
        self._of: Domain | None = program.domains[component.domain] if component.domain >= 0 else None
        self._group = _group(program, component)

    def cells(self, keys: tuple[int, ...], cell: int, value: Plain, path: Path) -> None:
        """Fill the cells from ``cell`` on that the remaining keys tell apart."""
        if not keys:
            self._fill(cell, value, path)
            return
        domain = self._domains[keys[0]]
        if not isinstance(value, dict):
            raise GivenError(path, f"expected a map of {quote(domain.name)}, found {_found(value)}")
        for name, inner in value.items():
            for member in _members(domain, name, (*path, name)):
                self.cells(keys[1:], cell * domain.size + member, inner, (*path, name))

    def _fill(self, cell: int, value: Plain, path: Path) -> None:
        of = self._of
        if of is not None and self._component.form == "bag":
            self._fill_bag(of, cell, value, path)
        elif self._component.form == "list":
            self._fill_list(cell, value, path)
        elif of is not None and self._component.form == "set":
            self._slots[self._component.slot + cell] = self._set(of, value, path)
        else:
            self._slots[self._component.slot + cell] = self._one(of, value, path)

    def _fill_bag(self, of: Domain, cell: int, value: Plain, path: Path) -> None:
        if not isinstance(value, dict):
            raise GivenError(path, f"expected how many of each {quote(of.name)}, found {_found(value)}")
        base = self._component.slot + cell * of.size
        self._slots[base : base + of.size] = [0] * of.size
        for name, count in value.items():
            if isinstance(count, bool) or not isinstance(count, int):
                raise GivenError((*path, name), f"expected a number, found {_found(count)}")
            for member in _members(of, name, (*path, name)):
                self._slots[base + member] = self._in_range(count, (*path, name))

    def _fill_list(self, cell: int, value: Plain, path: Path) -> None:
        component = self._component
        if not isinstance(value, list):
            raise GivenError(path, f"expected a list, from the top, found {_found(value)}")
        if len(value) > component.room:
            raise GivenError(path, f"expected {component.room} things or fewer, found {len(value)}")
        held = [self._one(self._of, item, (*path, position)) for position, item in enumerate(value)]
        base = component.slot + cell * component.room
        empty = [-1] * (component.room - len(held))
        self._slots[base : base + component.room] = [*reversed(held), *empty]
        self._slots[component.length + cell] = len(held)

    def _set(self, of: Domain, value: Plain, path: Path) -> int:
        if not isinstance(value, list):
            raise GivenError(path, f"expected a list of {quote(of.name)}, found {_found(value)}")
        bits = 0
        for position, item in enumerate(value):
            text, here = _text(item), (*path, position)
            member = member_of(of, text) if text is not None else None
            if member is None or member < 0:
                raise _no_member(of, item, here)
            if bits >> member & 1:
                raise GivenError(here, f"{quote(str(text))} stands twice in one set")
            bits |= 1 << member
        return bits

    def _one(self, of: Domain | None, value: Plain, path: Path) -> int:
        optional = self._component.optional
        text = NONE if value is None and optional else _text(value)
        if text is None:
            wanted = f"a value of {quote(of.name)}" if of is not None else "a number"
            raise GivenError(path, f"expected {wanted}, found {_found(value)}")
        if of is None:
            digits = text.removeprefix("-")
            if not (digits.isascii() and digits.isdecimal() and len(digits) < 12):
                raise GivenError(path, f"expected a number, found {quote(text)}")
            return self._in_range(int(text), path)
        member = member_of(of, text)
        if member is None or (member < 0 and not optional):
            raise _no_member(of, value, path, optional)
        return member if of.names or member < 0 else of.low + member

    def _in_range(self, value: int, path: Path) -> int:
        low, high = self._group.low, self._group.high
        if not low <= value <= high:
            raise GivenError(path, f"expected a number from {low} to {high}, found `{value}`")
        return value


def values_given(program: Program, slots: tuple[int, ...], start: tuple[int, ...]) -> dict[str, Plain]:
    """The components that differ from ``start``, cell by cell: what `slots_given` makes the slots from.

    Raises: ValueError where the slots hold more than the values of components.
    """
    found: dict[str, Plain] = {}
    for component in program.components:
        each = slots_each(program, component)
        for cell in cells_of(program, component):
            base = component.slot + cell * each
            if slots[base : base + each] != start[base : base + each]:
                _put(found, program, component, cell, slots)
    if slots_given(program, start, found) != slots:
        raise ValueError("the slots hold more than the values of components")
    return found


def _put(
    found: dict[str, Plain], program: Program, component: Component, cell: int, slots: tuple[int, ...]
) -> None:
    """Put the value of a cell under the names of its component and keys, one map inside the other."""
    keys = zip(component.keys, cell_keys(program, component, cell), strict=True)
    names = [component.name, *[member_text(program.domains[domain], key) for domain, key in keys]]
    for name in names[:-1]:
        inner = found.setdefault(name, {})
        assert isinstance(inner, dict)
        found = inner
    found[names[-1]] = cell_value(program, component, slots, cell)


def cell_value(program: Program, component: Component, slots: tuple[int, ...], cell: int) -> Plain:
    """The value of a cell as plain data, whoever may see it."""
    of = program.domains[component.domain] if component.domain >= 0 else None
    base = component.slot + cell * slots_each(program, component)
    if of is not None and component.form == "bag":
        return {member_text(of, i): count for i, count in enumerate(slots[base : base + of.size]) if count}
    if component.form == "list":
        return [_plain(of, value) for value in list_at(component, slots, cell)]
    value = slots[base]
    if of is not None and component.form == "set":
        return [member_text(of, i) if of.names else of.low + i for i in members(value)]
    if component.optional and value == -1:
        return NONE
    return _plain(of, value)


def _plain(of: Domain | None, value: int) -> Plain:
    if of is None or not of.names or value < 0:
        return value
    return bool(value) if of.names == ("false", "true") else of.names[value]


def _group(program: Program, component: Component) -> Slot:
    return next(group for group in program.slots if group.base == component.slot)


def _members(domain: Domain, name: str, path: Path) -> Iterator[int]:
    """The member that a key names, the numbers of a key like ``1..3``, or ``all``."""
    found = _SPAN.fullmatch(name)
    if found and not domain.names and found[0] == name:
        low, high = int(found[1]) - domain.low, int(found[2]) - domain.low
        if not 0 <= low <= high < domain.size:
            wanted = f"numbers from {domain.low} to {domain.low + domain.size - 1}"
            raise GivenError(path, f"expected {wanted}, found {quote(name)}", at_key=True)
        yield from range(low, high + 1)
        return
    member = member_of(domain, name)
    if member is None and name == ALL:
        yield from (i for i in range(domain.size) if not domain.names or domain.names[i])
        return
    if member is None or member < 0:
        raise _no_member(domain, name, path, at_key=True)
    yield member


def _no_member(
    domain: Domain, value: Plain, path: Path, optional: bool = False, at_key: bool = False
) -> GivenError:
    known = [*filter(None, domain.names), *([NONE] if optional else [])]
    near = nearest(value, known) if isinstance(value, str) else None
    if domain.names:
        wanted = f"a member of {quote(domain.name)}"
        every = f"it is one of {', '.join(known)}" if len(known) <= 12 else ""
        hint = f"did you mean `{near}`?" if near else every
    else:
        wanted = f"a number from {domain.low} to {domain.low + domain.size - 1}"
        hint = ""
    return GivenError(path, f"expected {wanted}, found {_found(value)}", hint, at_key)


def _text(value: Plain) -> str | None:
    """A word, a number or a flag as it is written; None for anything else."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | str():
            return str(value)
        case _:
            return None


def _found(value: Plain) -> str:
    match value:
        case None:
            return "nothing"
        case list():
            return "a list"
        case dict():
            return "a map"
        case _:
            return quote(_text(value) or "")
