"""Everything that is shown of a position: the map, the places in their groups, the tables beside."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.check.kinds import Member, SetOf
from interpreter.check.world import Column, World
from interpreter.core.instance import Instance
from interpreter.core.ir import Domain, Program
from interpreter.draw.computed import Computed, Unknown
from interpreter.draw.fit import fitted, flowing
from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, Piece, aligned, width, wrapped
from interpreter.draw.look import Look
from interpreter.draw.map import Label, Map
from interpreter.draw.marks import Marks, long_value
from interpreter.draw.panel import Panel
from interpreter.draw.picture import Picture, column_of
from interpreter.draw.plot import Plotted
from interpreter.draw.position import board, is_board, joined, position_lines
from interpreter.draw.table import Table, members_of
from interpreter.engine.members import members
from interpreter.engine.view import Plain

WIDEST_MAP = 120
_LABEL = 9
"""Columns of the widest line of a label; what is longer is broken."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is printed and never changes, for one number of players and one choice of options.

    ``shapes`` says "grid" or "hex" for each board, ``mark`` the letter's member of each site, ``groups``
    the sites of each group, ``panels`` compute those of the picture, which name the components ``shown``.
    """

    shapes: Mapping[str, str] = field(default_factory=dict)
    mark: Mapping[str, str] = field(default_factory=dict)
    mark_domain: Domain | None = None
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    panels: tuple[Computed, ...] = ()
    shown: frozenset[str] = frozenset()


def facts_of(world: World, program: Program, picture: Picture) -> Facts:
    """The facts that a picture shows, as they hold under the players and options of a program."""
    options = {name: world.option_value(name, text) for name, text in program.options}
    instance = Instance(world, program.players, options)
    shapes = {name: str(board.shape) for name, board in world.ruleset.boards.items()}
    mark, mark_domain = _marks_of(world, instance, picture)
    shown = frozenset(name for panel in picture.panels for name in panel.components(world))
    panels = tuple(Computed(world, program, panel) for panel in picture.panels)
    return Facts(shapes, mark, mark_domain, _groups(world, instance, picture), panels, shown)


def _marks_of(world: World, instance: Instance, picture: Picture) -> tuple[dict[str, str], Domain | None]:
    column = column_of(world, picture.site, picture.mark_of)
    if column is None or not isinstance(column.kind, Member):
        return {}, None
    sites = members_of(_domain(instance, picture.site))
    values = _values(instance, column)
    return dict(zip(sites, map(str, values), strict=True)), _domain(instance, column.kind.domain)


def _groups(world: World, instance: Instance, picture: Picture) -> tuple[tuple[str, tuple[str, ...]], ...]:
    owner, _, name = picture.group_by.partition(".")
    column = column_of(world, owner, name)
    if column is None:
        return ()
    groups = []
    for group, sites in zip(members_of(_domain(instance, owner)), _values(instance, column), strict=True):
        assert isinstance(sites, list)
        groups.append((group, tuple(str(site) for site in sites)))
    return tuple(groups)


def _domain(instance: Instance, name: str) -> Domain:
    return instance.domains[instance.domain(Member(name))]


def _values(instance: Instance, column: Column) -> list[Plain]:
    """What a column of members or of sets of members holds."""
    values = instance.values(column)
    match column.kind:
        case SetOf(Member(name)):
            names = instance.world.domains[name].members
            return [[names[i] for i in members(value)] for value in values]
        case Member(name):
            return [instance.world.domains[name].members[value] for value in values]
        case _:
            raise AssertionError("a picture groups by sets of places and marks by a named value")


# ---------------------------------------------------------------------------------------------
# Drawing


class Scene:
    """How the positions of one match are drawn for one viewer or another."""

    def __init__(self, program: Program, picture: Picture, facts: Facts) -> None:
        self.program = program
        self.picture = picture
        self.facts = facts
        self.marks = Marks(picture.letters, picture.colours)
        self.map = Map(picture) if picture.sites and picture.canvas[0] else None

    @property
    def has_map(self) -> bool:
        """Whether there is anything to draw a map of."""
        return self.map is not None or any(one.panel.plot is not None for one in self.facts.panels)

    def map_lines(self, look: Look, room: int) -> list[Line] | None:
        """The maps, those of panels last; none where there is none, or no room for them."""
        found = [
            Plotted(one, one.panel.plot, self.marks, look).lines(room)
            for one in self.facts.panels
            if one.panel.plot is not None
        ]
        if self.map is not None:
            table = Table(self.program, look.view, self.marks)
            labels = {name: self._label(table, name) for name in self.picture.sites}
            found.insert(0, self.map.lines(labels, min(room, WIDEST_MAP)) or [])
        return joined(found) or None

    def table_lines(self, look: Look, room: int) -> list[Line]:
        """All components as tables: the places in their groups, the panels but for maps, then the rest."""
        table = Table(self.program, look.view, self.marks)
        paragraphs = [self._groups(table, room), *self._panels(table, look, room)]
        return joined([*paragraphs, position_lines(table, self.facts.shapes, room, self._shown())])

    def place(self, look: Look, site: str) -> tuple[Line, Line]:
        """The name of a place of the map with its letter and marks, and what lies on it, in short."""
        table = Table(self.program, look.view, self.marks)
        return self._name(table, site), self._content(table, site)

    def is_on_board(self) -> bool:
        """Whether some component lies on the cells of a board that is drawn as a grid."""
        domains = (self.program.domains[key] for one in self.program.components for key in one.keys[:1])
        return any(is_board(domain, self.facts.shapes) for domain in domains)

    def _shown(self) -> set[str]:
        """The components that the picture has a place for."""
        shown = {*self.facts.shown, *self.picture.left_out}
        if self.facts.groups:
            shown |= {*self.picture.show, *self.picture.marks}
        return shown

    # -- places --------------------------------------------------------------------------------------

    def _name(self, table: Table, site: str) -> Line:
        """A place with its letter and the marks that it bears: ``T07^#``."""
        pieces: list[Piece] = [(site, BOLD)]
        printed = self.facts.mark.get(site)
        if printed is not None and self.facts.mark_domain is not None:
            pieces.append(self.marks.letter(self.facts.mark_domain, printed))
        for component, mark in self.picture.marks.items():
            cell = table.cell(table.components[component], ())
            if isinstance(cell.value, list) and site in cell.value:
                pieces.append((mark, BOLD))
        return tuple(pieces)

    def _content(self, table: Table, site: str) -> Line:
        """What lies on a place, in short."""
        shown = [table.components[name] for name in self.picture.show]
        return tuple(piece for one in shown for piece in table.short(one, (site,)))

    def _label(self, table: Table, site: str) -> Label:
        return [self._name(table, site), *wrapped(self._content(table, site), _LABEL)]

    def _groups(self, table: Table, room: int) -> list[Line]:
        """A line for each group, broken where there is no room."""
        if not self.facts.groups:
            return []
        rows = []
        for group, sites in self.facts.groups:
            cells = [self._cell(table, site) for site in sites]
            rows.append([((group, DIM),), *cells])
        lines = aligned(rows)
        if max(map(width, lines)) <= room:
            return lines
        return [one for head, *cells in rows for one in flowing(head, cells, room)]

    def _cell(self, table: Table, site: str) -> Line:
        content = self._content(table, site)
        return (*self._name(table, site), (" ", PLAIN), *content) if content else self._name(table, site)

    # -- panels ---------------------------------------------------------------------------------------

    def _panels(self, table: Table, look: Look, room: int) -> list[list[Line]]:
        """The panels, side by side as far as there is room."""
        found: list[list[Line]] = []
        for computed in self.facts.panels:
            if computed.panel.plot is not None:
                continue
            lines = self._panel(computed, table, look, room)
            beside = _beside(found[-1], lines) if found and lines else None
            if beside is not None and max(map(width, beside)) <= room:
                found[-1] = beside
            elif lines:
                found.append(lines)
        return found

    def _panel(self, computed: Computed, table: Table, look: Look, room: int) -> list[Line]:
        panel = computed.panel
        if panel.board:
            return self._board(panel, table, look)
        if panel.overs is None:
            return self._list(computed, look, room)
        rows: list[list[Line]] = [[((panel.title, BOLD),), *(((cell.title, DIM),) for cell in panel.cells)]]
        before = ""
        for row in computed.of(look):
            name: Line = (self.marks.name(row.name),) if row.name != before else ()
            before = row.name
            rows.append([name, *map(self._value, row.values)])
        if len(rows) == 1:
            rows = [[((panel.title, BOLD),)], [(("nothing", DIM),)]]
        return fitted(rows, room)

    def _list(self, computed: Computed, look: Look, room: int) -> list[Line]:
        """A line for each cell, with its name before it."""
        panel = computed.panel
        values = next(computed.of(look)).values
        rows = [
            [((cell.title, DIM),), self._value(value)]
            for cell, value in zip(panel.cells, values, strict=True)
        ]
        title: list[Line] = [((panel.title, BOLD),)] if panel.title else []
        return [*title, *fitted(rows, room)]

    def _board(self, panel: Panel, table: Table, look: Look) -> list[Line]:
        domain = next((one for one in self.program.domains if one.name == panel.board), None)
        if domain is None:
            return []
        title: list[Line] = [((panel.title, BOLD),)] if panel.title else []
        lying = [table.components[name] for name in panel.on]
        turned = look.viewer in panel.turned_for
        return [*title, *board(table, domain, lying, self.facts.shapes, is_turned=turned)]

    def _value(self, value: Plain | Unknown) -> Line:
        return ((value.text, DIM),) if isinstance(value, Unknown) else long_value(self.marks, value)


def _beside(left: list[Line], right: list[Line]) -> list[Line]:
    """Two paragraphs side by side."""
    blank: Line = ()
    height = max(len(left), len(right))
    rows = [
        [left[i] if i < len(left) else blank, right[i] if i < len(right) else blank] for i in range(height)
    ]
    return aligned(rows, gap=5)
