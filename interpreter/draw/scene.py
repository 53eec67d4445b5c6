"""Everything that is shown of a position: the map, the places in their groups, the tables beside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.check.kinds import BagOf, Flag, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Column, Term, World
from interpreter.core.instance import Instance
from interpreter.core.ir import Domain, Program
from interpreter.core.phrase import lower_term
from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, Piece, aligned, width, wrapped
from interpreter.draw.map import Label, Map
from interpreter.draw.marks import Marks, long_value
from interpreter.draw.picture import Panel, Picture, column_of, printed_terms
from interpreter.draw.position import is_board, joined, position_lines
from interpreter.draw.table import Table, members_of
from interpreter.engine.machine import Engine
from interpreter.engine.members import members
from interpreter.engine.view import Plain

WIDEST_MAP = 120
_LABEL = 9
"""Columns of the widest line of a label; what is longer is broken."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is printed and never changes, for one number of players and one choice of options.

    ``shapes`` says "grid" or "hex" for each board, ``mark`` the letter's member of each site, ``groups``
    the sites of each group, ``columns`` the values of a panel's columns by panel kind and member.
    """

    shapes: Mapping[str, str] = field(default_factory=dict)
    mark: Mapping[str, str] = field(default_factory=dict)
    mark_domain: Domain | None = None
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    columns: Mapping[tuple[str, str], Mapping[str, Plain]] = field(default_factory=dict)


def facts_of(world: World, program: Program, picture: Picture) -> Facts:
    """The facts that a picture shows, as they hold under the players and options of a program."""
    options = {name: world.option_value(name, text) for name, text in program.options}
    instance = Instance(world, program.players, options)
    shapes = {name: str(board.shape) for name, board in world.ruleset.boards.items()}
    mark, mark_domain = _marks_of(world, instance, picture)
    columns = {
        (panel.rows, name): dict(zip(members_of(_domain(instance, panel.rows)), values, strict=False))
        for panel in picture.panels
        for name in panel.show
        if (column := column_of(world, panel.rows, name)) is not None
        and (values := _values(instance, column))
    }
    for panel in picture.panels:
        terms = printed_terms(world, panel.rows)
        for name in panel.show:
            if name in terms:
                columns[panel.rows, name] = _term_values(world, program, options, terms[name], panel.rows)
    return Facts(shapes, mark, mark_domain, _groups(world, instance, picture), columns)


def _term_values(
    world: World, program: Program, options: dict[str, int], term: Term, rows: str
) -> dict[str, Plain]:
    """A term's value for each member of a kind, as printed."""
    found: dict[str, Plain] = {}
    instance = Instance(world, program.players, options)
    for index, member in enumerate(members_of(_domain(instance, rows))):
        phrase = lower_term(world, program, options, term, index)
        engine = Engine(phrase.program)
        value = engine.closures.expr(phrase.expr)(list(engine.layout.start))
        names = phrase.program.domains[phrase.domain].names if phrase.domain >= 0 else ()
        if phrase.is_set:
            found[member] = [names[i] if names else i for i in members(value)]
        elif value == -1:
            found[member] = None
        else:
            found[member] = bool(value) if phrase.is_flag else names[value] if names else value
    return found


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
    if column.extra:
        return []
    values = instance.values(column)
    match column.kind:
        case BagOf(of):
            width = instance.size(of)
            bags = [values[first : first + width] for first in range(0, len(values), width)]
            return [_bag(instance, of, counts) for counts in bags]
        case SetOf(of) if of is not None:
            return [[_single(instance, of, i + _low(of)) for i in members(value)] for value in values]
        case Maybe(of):
            return [None if value == -1 else _single(instance, of, value) for value in values]
        case Flag() | Number() | Member() as kind:
            return [_single(instance, kind, value) for value in values]
        case _:
            return []


def _bag(instance: Instance, of: Single, counts: tuple[int, ...]) -> dict[str, Plain]:
    return {str(_single(instance, of, i + _low(of))): count for i, count in enumerate(counts) if count}


def _low(kind: Single) -> int:
    return kind.low if isinstance(kind, Number) else 0


def _single(instance: Instance, kind: Single, value: int) -> int | str | bool:
    match kind:
        case Member(name):
            return instance.world.domains[name].members[value]
        case Flag():
            return bool(value)
        case Number():
            return value


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
        return self.map is not None

    def map_lines(self, view: dict[str, Plain], room: int) -> list[Line] | None:
        """The map; none where there is none, or no room for it."""
        if self.map is None:
            return None
        table = Table(self.program, view, self.marks)
        labels = {name: self._label(table, name) for name in self.picture.sites}
        return self.map.lines(labels, min(room, WIDEST_MAP))

    def table_lines(self, view: dict[str, Plain], room: int) -> list[Line]:
        """All components as tables: the places in their groups, the panels, then the rest."""
        table = Table(self.program, view, self.marks)
        paragraphs = [self._groups(table, room), *self._panels(table, room)]
        return joined([*paragraphs, position_lines(table, self.facts.shapes, room, self._shown())])

    def is_on_board(self) -> bool:
        """Whether some component lies on the cells of a board that is drawn as a grid."""
        domains = (self.program.domains[key] for one in self.program.components for key in one.keys[:1])
        return any(is_board(domain, self.facts.shapes) for domain in domains)

    def _shown(self) -> set[str]:
        """The components that the picture has a place for."""
        shown = {name for panel in self.picture.panels for name in panel.show}
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
        return [one for row in rows for one in _flowing(row, room)]

    def _cell(self, table: Table, site: str) -> Line:
        content = self._content(table, site)
        return (*self._name(table, site), (" ", PLAIN), *content) if content else self._name(table, site)

    # -- panels ---------------------------------------------------------------------------------------

    def _panels(self, table: Table, room: int) -> list[list[Line]]:
        """The panels, side by side as far as there is room."""
        found: list[list[Line]] = []
        for panel in self.picture.panels:
            lines = self._panel(table, panel)
            beside = _beside(found[-1], lines) if found else None
            if beside is not None and max(map(width, beside)) <= room:
                found[-1] = beside
            else:
                found.append(lines)
        return found

    def _panel(self, table: Table, panel: Panel) -> list[Line]:
        if not panel.show:
            return []
        rows: list[list[Line]] = [[((panel.title, BOLD),), *(((name, DIM),) for name in panel.show)]]
        for member in self._members(panel):
            cells = [self._value(table, panel, name, member) for name in panel.show]
            rows.append([(self.marks.name(member),), *cells])
        return aligned(rows)

    def _members(self, panel: Panel) -> Sequence[str]:
        for domain in self.program.domains:
            if domain.name == panel.rows:
                return members_of(domain)
        return next((tuple(self.facts.columns[panel.rows, name]) for name in panel.show), ())

    def _value(self, table: Table, panel: Panel, name: str, member: str) -> Line:
        column = self.facts.columns.get((panel.rows, name))
        if column is not None:
            return long_value(self.marks, column[member])
        return table.long(table.components[name], (member,))


def _beside(left: list[Line], right: list[Line]) -> list[Line]:
    """Two paragraphs side by side."""
    blank: Line = ()
    height = max(len(left), len(right))
    rows = [
        [left[i] if i < len(left) else blank, right[i] if i < len(right) else blank] for i in range(height)
    ]
    return aligned(rows, gap=5)


def _flowing(cells: Sequence[Line], room: int) -> list[Line]:
    """Cells one behind the other, on as many lines as they need; those after the first are indented."""
    indent = width(cells[0]) + 2
    lines: list[Line] = []
    now: Line = cells[0]
    for cell in cells[1:]:
        if width(now) + 2 + width(cell) > room and width(now) > indent:
            lines.append(now)
            now = ((" " * (indent - 2), PLAIN),)
        now = (*now, ("  ", PLAIN), *cell)
    return [*lines, now]
