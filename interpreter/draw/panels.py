"""The panels of a picture file: what stands in each, as phrases that were checked."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check import findings as f
from interpreter.check.audience import everybody_may_know
from interpreter.check.infer import Infer
from interpreter.check.kinds import MapOf, Maybe, Member, NoneKind, Number, SetOf
from interpreter.check.rounds import ROUND
from interpreter.check.world import PLAYER, Builtin, Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote

_ROW = "row of the panel"
"""The name that stands for a member of `rows: Player`: it is no word, so it can hide nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a panel. ``is_open``: everybody may know its values; ``optional``: a number may be none."""

    title: str
    expr: n.Expr
    is_open: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A table: a row for each combination that ``overs`` runs through; without it, a line for each cell.

    With ``board``, a kind of cells, the panel is that board with the components ``on`` it, turned by half a
    turn for some players.
    """

    title: str
    overs: n.Overs | None = None
    rows_open: bool = True
    cells: tuple[Cell, ...] = ()
    board: str = ""
    on: tuple[str, ...] = ()
    turned_for: frozenset[int] = frozenset()

    def components(self, world: World) -> Iterator[str]:
        """The components that the panel names."""
        yield from self.on
        roots: list[n.Expr | None] = [cell.expr for cell in self.cells]
        if self.overs is not None:
            roots += [*(bind.over for bind in self.overs.binds), self.overs.where]
        for root in roots:
            for node in walk.everything(root) if root is not None else ():
                ref = world.refs.get(node) if isinstance(node, n.Name | n.Read) else None
                if isinstance(ref, Component) or ref == Builtin(ROUND):
                    yield ref.name


class PanelReader:
    """Reads panels; ``found`` gets what is wrong in them."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found

    def panel(self, node: Mapping) -> Panel:
        """A panel without the parts that are wrong."""
        title, rows, board = (_text(node.get(key)) for key in ("title", "rows", "board"))
        if rows and board:
            entry = node.entry("board")
            assert entry is not None
            message, help_ = "`rows` and `board` exclude each other", "make two panels of it"
            self.found.append(Diagnostic("E211", message, entry.key.span, help_))
        if board:
            kind = self._board(node.get("board"))
            on = self._on(node.get("show"), kind) if kind else ()
            return Panel(title, board=kind, on=on, turned_for=frozenset(self._seats(node.get("turned for"))))
        if node.get("turned for") is not None:
            entry = node.entry("turned for")
            assert entry is not None
            message, help_ = "`turned for` needs `board` beside it", "only a board can be turned"
            self.found.append(Diagnostic("E212", message, entry.key.span, help_))
        before = len(self.found)
        infer = Infer(self.world, self.found)
        with infer.inner():
            overs = self._overs(infer, node.get("rows"))
            if len(self.found) > before:
                return Panel(title)
            cells = tuple(self._cells(infer, node.get("show"), overs))
        open_rows = everybody_may_know(self.world, overs, None)
        return Panel(title or _title(overs), overs, open_rows, cells)

    # -- boards --------------------------------------------------------------------------------------

    def _board(self, node: Node | None) -> str:
        assert isinstance(node, Scalar)
        boards = self.world.ruleset.boards
        if node.text in boards:
            return node.text
        if node.text in self.world.domains:
            message = f"expected a board, found {quote(node.text)}"
            self.found.append(Diagnostic("E500", message, node.span))
        else:
            self.found.append(f.unknown_kind(node.text, node.span, boards, None))
        return ""

    def _on(self, node: Node | None, board: str) -> tuple[str, ...]:
        fitting = [name for name, one in self.world.components.items() if one.keys == (Member(board),)]
        if isinstance(node, Mapping):
            help_ = "list the components that lie on it, as in `show: [board]`"
            self.found.append(Diagnostic("E201", "a board shows components, found phrases", node.span, help_))
        return tuple(name for name, _ in self._named(node, board, fitting))

    def _seats(self, node: Node | None) -> Iterator[int]:
        """The players that a list names, from 1 on."""
        members = self.world.domains[PLAYER.domain].members
        seats = {f"P{seat}": seat for seat in range(1, len(members) + 1)}
        seats |= {name: seat for seat, name in enumerate(members, 1)}
        for item in node.items if isinstance(node, Sequence) else ():
            if not isinstance(item, Scalar):
                continue
            if item.text in seats:
                yield seats[item.text]
            else:
                self.found.append(f.unknown_name(item.text, item.span, members))

    # -- rows ----------------------------------------------------------------------------------------

    def _overs(self, infer: Infer, node: Node | None) -> n.Overs | None:
        if not isinstance(node, Scalar):
            return None
        if node.text.isidentifier() and node.text not in self.world.domains:
            self.found.append(f.unknown_kind(node.text, node.span, self.world.domains, None))
            return None
        if node.text.isidentifier():
            kind = n.Name(node.text, node.span)
            overs = n.Overs((n.Bind(_ROW, kind, node.span),), None, node.span)
        else:
            line, found = parse_scalar(node, "over_line")
            self.found.extend(found)
            if line is None:
                return None
            overs = line.overs
        infer.overs(overs)
        return overs

    # -- cells ---------------------------------------------------------------------------------------

    def _cells(self, infer: Infer, node: Node | None, overs: n.Overs | None) -> Iterator[Cell]:
        if isinstance(node, Mapping):
            for entry in node.entries:
                if isinstance(entry.value, Scalar):
                    line, found = parse_scalar(entry.value, "phrase")
                    self.found.extend(found)
                    if line is not None:
                        yield from self._cell(infer, entry.name, line.expr, overs)
            return
        owner, row = self._first(overs)
        for name, item in self._named(node, owner or "the table", self._fitting(owner)):
            expr: n.Expr = n.Name(name, item.span)
            if row:
                expr = n.Read(name, (n.Name(row, item.span),), item.span, item.span)
            yield from self._cell(infer, name, expr, overs)

    def _cell(self, infer: Infer, title: str, expr: n.Expr, overs: n.Overs | None) -> Iterator[Cell]:
        before = len(self.found)
        kind = infer.expr(expr)
        if len(self.found) > before:
            return
        if isinstance(kind, MapOf):
            self.found.append(f.bare_collection(unparse(expr), expr.span))
            return
        if isinstance(kind, NoneKind) or (isinstance(kind, SetOf) and kind.of is None):
            self.found.append(f.wrong_kind("something to show", kind, expr.span))
            return
        optional = isinstance(kind, Maybe) and isinstance(kind.of, Number)
        yield Cell(title, expr, everybody_may_know(self.world, overs, expr), optional)

    def _first(self, overs: n.Overs | None) -> tuple[str, str]:
        """The kind that rows begin with, and the name of its member."""
        if overs is None:
            return "", ""
        bind = overs.binds[0]
        kind = self.world.vars_of[bind].kind
        return (kind.domain if isinstance(kind, Member) else str(kind)), bind.name

    def _fitting(self, owner: str) -> list[str]:
        """What can be named without a phrase: it has one value for each member of a kind, or one at all."""
        wanted = (Member(owner),) if owner else ()
        world = self.world
        names = [name for name, one in world.components.items() if one.keys == wanted]
        names += [] if wanted else counted(world)
        names += [
            name for name, owners in world.columns.items() if owner in owners and not owners[owner].extra
        ]
        for name, term in world.terms.items():
            if tuple(param.kind for param in term.params) == wanted and not term.uses_me:
                names.append(name)
        return names

    def _named(self, node: Node | None, owner: str, fitting: list[str]) -> Iterator[tuple[str, Scalar]]:
        for item in node.items if isinstance(node, Sequence) else ():
            if not isinstance(item, Scalar):
                continue
            if item.text in fitting:
                yield item.text, item
            else:
                self.found.append(
                    misfit(self.world, item, f"what has one value for each {quote(owner)}", fitting)
                )


def counted(world: World) -> tuple[str, ...]:
    """The number of the round, which lies on the table like a component where there are rounds."""
    return () if world.rounds is None else (ROUND,)


def misfit(world: World, name: Scalar, wanted: str, fitting: list[str]) -> Diagnostic:
    """A name that is unknown, or that of another sort of thing."""
    text = name.text
    if text in world.components or text in world.columns or text in world.terms:
        return Diagnostic("E500", f"expected {wanted}, found {quote(text)}", name.span)
    return f.unknown_name(text, name.span, fitting)


def _title(overs: n.Overs | None) -> str:
    """The kind that rows run over, where nothing else is said."""
    over = overs.binds[0].over if overs is not None else None
    return over.name if isinstance(over, n.Name) else ""


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
