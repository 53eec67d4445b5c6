"""The rows of a panel, computed from a position as far as its viewer may know them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from interpreter.check import findings as f
from interpreter.check.world import World
from interpreter.core.contents import Part
from interpreter.core.ir import Domain, Program
from interpreter.core.phrase import MOST_STEPS
from interpreter.core.rows import Rows, lower_rows, steps_of
from interpreter.draw.look import HiddenError, Look, Veiled
from interpreter.draw.panel import Cell, Panel
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots
from interpreter.engine.members import members
from interpreter.engine.names import component_slots, member_text
from interpreter.engine.telling import counts_of, things_of
from interpreter.engine.view import Plain
from interpreter.text.diagnostic import Diagnostic

TOO_MUCH = "too much to compute"

_FORMS = {"bag": counts_of, "list": things_of}
Value = Callable[[Slots], "int | tuple[int, ...]"]


@dataclass(frozen=True, slots=True)
class Unknown:
    """What stands in place of a value: ``?`` where the viewer may not know it, else why there is none."""

    text: str = "?"


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the member that it begins with ("" where there is none), and its values."""

    name: str
    values: tuple[Plain | Unknown, ...]


class Computed:
    """One panel for one program; it is compiled once and computed for any position."""

    def __init__(self, world: World, program: Program, panel: Panel) -> None:
        options = {name: world.option_value(name, text) for name, text in program.options}
        cells = tuple(cell.expr for cell in panel.cells)
        self.panel = panel
        self.rows: Rows = lower_rows(world, program, options, panel.overs, cells)
        self.too_costly = tuple(steps > MOST_STEPS for steps in steps_of(self.rows))
        self._domains = self.rows.program.domains
        self._kept = component_slots(program)
        groups = self.rows.program.slots
        self._size = max([self._kept, *(group.base + group.count for group in groups)])
        closures = Closures(self.rows.program)
        with ExitStack() as stack:
            self._running = []
            for one in self.rows.running:
                self._running.append((one.slot, closures.each(one.over), self._domains[one.domain]))
                stack.enter_context(closures.bounds.running(one.slot, one.over))
            self._where = closures.expr(self.rows.where) if self.rows.where is not None else None
            self._values: list[Value] = [
                _FORMS.get(part.form, Closures.expr)(closures, part.value) for part in self.rows.cells
            ]

    def findings(self) -> Iterator[Diagnostic]:
        """The cells for which nobody would wait."""
        for cell, is_too_costly in zip(self.panel.cells, self.too_costly, strict=True):
            if is_too_costly:
                message = f"this is more work than the {MOST_STEPS:,} steps that a panel may take"
                yield f.too_large(message, cell.expr.span)

    def domain(self, number: int) -> Domain | None:
        """The domain of what a cell gives; none for a plain number."""
        domain = self.rows.cells[number].domain
        return self._domains[domain] if domain >= 0 else None

    def of(self, look: Look) -> Iterator[Row]:
        """The rows as the viewer may know them; one of question marks where even their number is hidden."""
        if any(self.too_costly):
            yield Row("", (Unknown(TOO_MUCH),) * len(self._values))
            return
        whole = [*look.slots[: self._kept], *[0] * (self._size - self._kept)]
        veiled = Veiled(whole, look.hidden)
        listing = whole if self.panel.rows_open else veiled
        try:
            for name in self._each(listing, 0):
                # Both read the same names: what one list of slots knows of them the other is told.
                for slot, _, _ in self._running:
                    value = list.__getitem__(listing, slot)
                    whole[slot] = veiled[slot] = value
                yield Row(name, tuple(self._value(i, whole, veiled) for i in range(len(self._values))))
        except HiddenError:
            yield Row("?", (Unknown(),) * len(self._values))
        except RulesError as error:
            yield Row("", (Unknown(error.message),) * len(self._values))

    def _each(self, s: Slots, depth: int) -> Iterator[str]:
        """Each combination of members, by the name of the first."""
        if depth == len(self._running):
            if self._where is None or self._where(s):
                yield ""
            return
        slot, each, domain = self._running[depth]
        for member in each(s):
            s[slot] = member
            for _ in self._each(s, depth + 1):
                yield member_text(domain, member)

    def _value(self, number: int, whole: Slots, veiled: Slots) -> Plain | Unknown:
        cell, part = self.panel.cells[number], self.rows.cells[number]
        try:
            value = self._values[number](whole if cell.is_open else veiled)
        except HiddenError:
            return Unknown()
        except RulesError as error:
            return Unknown(error.message)
        return _plain(self.domain(number), part, cell, value)


def _plain(domain: Domain | None, part: Part, cell: Cell, value: "int | tuple[int, ...]") -> Plain:
    """A value as a view has it."""
    if part.form == "list":
        assert domain is not None
        assert isinstance(value, tuple)
        return [domain.names[i] if domain.names else domain.low + i for i in value]
    if isinstance(value, tuple):
        assert domain is not None
        return {member_text(domain, i): count for i, count in enumerate(value) if count}
    if part.form == "set":
        assert domain is not None
        return [domain.names[i] if domain.names else domain.low + i for i in members(value)]
    if domain is None:
        return None if cell.optional and value == -1 else int(value)
    if value == -1:
        return None
    return bool(value) if domain.names == ("false", "true") else member_text(domain, value)
