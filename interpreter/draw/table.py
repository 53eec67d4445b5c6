"""A table as one player sees it: the values of a view by component and keys."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from interpreter.core.ir import Component, Domain, Program
from interpreter.draw.ink import Line
from interpreter.draw.marks import HIDDEN, Marks, long_value, short_value
from interpreter.engine.names import member_text
from interpreter.engine.view import Plain

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands at a component's keys; ``is_seen`` is false where the viewer may not know it."""

    is_seen: bool
    value: Plain

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands here; a hidden cell is not empty."""
        return self.is_seen and (self.value is None or self.value in ([], {}, 0) or self.value is False)


class Table:
    """The view of one player, looked up by names; nothing but the view is known to it."""

    def __init__(self, program: Program, view: dict[str, Plain], marks: Marks) -> None:
        self.program = program
        self.marks = marks
        self.components = {one.name: one for one in program.components}
        found, hidden = view["components"], view["hidden"]
        assert isinstance(found, dict)
        assert isinstance(hidden, list)
        self._values = found
        self._hidden = frozenset(str(one) for one in hidden)

    def cell(self, component: Component, keys: Keys) -> Cell:
        """The cell of a component at these keys."""
        written = f"{component.name}({', '.join(keys)})" if keys else component.name
        if written in self._hidden:
            return Cell(False, None)
        value: Plain = self._values[component.name]
        for key in keys:
            assert isinstance(value, dict)
            value = value[key]
        return Cell(True, value)

    def long(self, component: Component, keys: Keys) -> Line:
        """A cell in words."""
        cell = self.cell(component, keys)
        return long_value(self.marks, cell.value) if cell.is_seen else HIDDEN

    def short(self, component: Component, keys: Keys) -> Line:
        """A cell in as few characters as possible; nothing for an empty one."""
        cell = self.cell(component, keys)
        if not cell.is_seen:
            return HIDDEN
        return () if cell.is_empty else short_value(self.marks, self.domain(component), cell.value)

    def domain(self, component: Component) -> Domain | None:
        """The domain of what stands in a component; none for a plain number."""
        return self.program.domains[component.domain] if component.domain >= 0 else None

    def key_domains(self, component: Component) -> tuple[Domain, ...]:
        """The domains of a component's keys."""
        return tuple(self.program.domains[key] for key in component.keys)

    def keys(self, component: Component) -> Iterator[Keys]:
        """All combinations of a component's keys, in order."""
        return product(*map(members_of, self.key_domains(component)))


def members_of(domain: Domain) -> tuple[str, ...]:
    """The members of a domain as they are written."""
    return tuple(name for i in range(domain.size) if (name := member_text(domain, i)))
