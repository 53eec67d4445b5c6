"""What a panel of a picture shows: phrases that were checked, in a table, on a board or on a map."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.check.rounds import ROUND
from interpreter.check.world import Builtin, Component, Ref, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a panel. ``is_open``: everybody may know its values; ``optional``: a number may be none."""

    title: str
    expr: n.Expr
    is_open: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """How the rows of a panel lie on a map; it names cells of the panel by their number.

    Cells 0 and 1 are the coordinates, x to the right and y up; on hexes those of a hex board, its file and
    rank. ``letter`` stands behind a name, ``colour`` is the member whose colour a label has, ``fill`` the one
    whose letter fills it; cells from ``parts`` on are shown, with the mark that their title has in ``marks``.
    """

    is_hex: bool
    letter: int | None = None
    colour: int | None = None
    fill: int | None = None
    parts: int = 2
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Panel:
    """A table: a row for each combination that ``overs`` runs through; without it, a line for each cell.

    With ``board``, a kind of cells, the panel is that board with the components ``on`` it, turned by half a
    turn for some players; with ``plot``, a map with a place for each row.
    """

    title: str
    overs: n.Overs | None = None
    rows_open: bool = True
    cells: tuple[Cell, ...] = ()
    board: str = ""
    on: tuple[str, ...] = ()
    turned_for: frozenset[int] = frozenset()
    plot: Plot | None = None

    def components(self, world: World) -> Iterator[str]:
        """The components that the panel names."""
        yield from self.on
        for ref in self.refs(world):
            if isinstance(ref, Component) or ref == Builtin(ROUND):
                yield ref.name

    def refs(self, world: World) -> Iterator[Ref]:
        """What the names in its phrases mean."""
        roots: list[n.Expr | None] = [cell.expr for cell in self.cells]
        if self.overs is not None:
            roots += [*(bind.over for bind in self.overs.binds), self.overs.where]
        for root in roots:
            for node in walk.everything(root) if root is not None else ():
                ref = world.refs.get(node) if isinstance(node, n.Name | n.Read) else None
                if ref is not None:
                    yield ref
