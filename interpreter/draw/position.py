"""Any position as text: boards as grids, the rest as tables, whatever the game is."""

from collections.abc import Collection, Mapping, Sequence

from interpreter.core.ir import Component, Domain
from interpreter.draw.grid import board_lines, is_grid
from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, Piece, aligned, width
from interpreter.draw.table import Table, members_of

MANY = 12
"""A table with more rows than this leaves out those where nothing stands."""


def position_lines(
    table: Table, shapes: Mapping[str, str], room: int, without: Collection[str] = ()
) -> list[Line]:
    """All components of a table but those in ``without``, paragraph by paragraph.

    ``shapes`` says "grid" or "hex" for the kinds that are boards. ``room`` is the width in columns.
    """
    shown = [one for name, one in table.components.items() if name not in without]
    paragraphs: list[list[Line]] = []
    for keys in dict.fromkeys(one.keys for one in shown):
        group = [one for one in shown if one.keys == keys]
        domains = table.key_domains(group[0])
        if not keys:
            paragraphs.append(singles(table, group))
        elif len(keys) == 1 and is_board(domains[0], shapes):
            paragraphs.append(board(table, domains[0], group, shapes))
        elif len(keys) == 1:
            paragraphs.append(rows(table, domains[0], group))
        else:
            paragraphs += [_matrix(table, one, domains, room) for one in group]
    return joined(paragraphs)


def joined(paragraphs: Sequence[list[Line]]) -> list[Line]:
    """Paragraphs with an empty line between two."""
    lines: list[Line] = []
    for paragraph in paragraphs:
        if paragraph:
            lines += [(), *paragraph] if lines else paragraph
    return lines


def is_board(domain: Domain, shapes: Mapping[str, str]) -> bool:
    """Whether a kind can be drawn as a board."""
    return domain.name in shapes and is_grid(domain.names)


def board(
    table: Table,
    domain: Domain,
    components: Sequence[Component],
    shapes: Mapping[str, str],
    *,
    is_turned: bool = False,
) -> list[Line]:
    """A board with everything that stands on its cells, in short; turned, as who sits opposite sees it."""
    content: dict[str, Line] = {}
    for name in domain.names:
        pieces = tuple(piece for one in components for piece in table.short(one, (name,)))
        if pieces:
            content[name] = pieces
    return board_lines(domain.names, content, is_hex=shapes[domain.name] == "hex", is_turned=is_turned)


def singles(table: Table, components: Sequence[Component]) -> list[Line]:
    """Components without keys, one a line."""
    return aligned([[((one.name, DIM),), table.long(one, ())] for one in components])


def rows(table: Table, domain: Domain, components: Sequence[Component]) -> list[Line]:
    """Components with one key as a table with a row for each of its members."""
    members = members_of(domain)
    shown = members
    if len(members) > MANY:
        shown = tuple(
            name for name in members if not all(table.cell(one, (name,)).is_empty for one in components)
        )
    head = [((domain.name, DIM),), *(((one.name, DIM),) for one in components)]
    body = [[(table.marks.name(name),), *(table.long(one, (name,)) for one in components)] for name in shown]
    lines = aligned([head, *body])
    left_out = len(members) - len(shown)
    if left_out:
        lines.append(((f"(nothing at {left_out} of {len(members)})", DIM),))
    return lines


def _matrix(table: Table, component: Component, domains: Sequence[Domain], room: int) -> list[Line]:
    """A component with two keys as rows and columns; with more keys, or if too wide, as a list."""
    if len(domains) == 2:
        first, second = map(members_of, domains)
        head = [((component.name, BOLD),), *((table.marks.name(name),) for name in second)]
        body = [
            [(table.marks.name(row),), *(table.long(component, (row, column)) for column in second)]
            for row in first
        ]
        lines = aligned([head, *body])
        if max(map(width, lines)) <= room:
            return lines
    found: list[Line] = [((component.name, BOLD),)]
    for keys in table.keys(component):
        if not table.cell(component, keys).is_empty:
            start: Piece = (f"  {', '.join(keys)}  ", PLAIN)
            found.append((start, *table.long(component, keys)))
    return found if len(found) > 1 else [*found, (("  nothing", DIM),)]
