"""The panels of a picture file: what stands in each, as phrases that were checked."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from interpreter.check import findings as f
from interpreter.check.audience import everybody_may_know
from interpreter.check.infer import Infer
from interpreter.check.kinds import Kind, MapOf, Maybe, Member, NoneKind, Number, SetOf
from interpreter.check.rounds import ROUND
from interpreter.check.world import PLAYER, World
from interpreter.draw.panel import Cell, Panel, Plot
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote

_ROW = "row of the panel"
"""The name that stands for a member of `rows: Player`: it is no word, so it can hide nothing."""


_AXES = 2
_SHAPES = ("hex", "square")
_APART = (("rows", "board"), ("square", "hex"))
"""Keys of a panel of which one excludes the other."""

_NEEDS = (
    ("turned for", ("board",), "only a board can be turned"),
    ("hex", ("rows",), "`rows` says what lies on the map, as in `rows: s in laid`"),
    ("square", ("rows",), "`rows` says what lies on the map, as in `rows: s in laid`"),
    *((key, _SHAPES, "only the places of a map have it") for key in ("letter", "colour", "fill", "marks")),
)
"""Keys of a panel that are about another one, which must stand beside them, and what is said then."""


class PanelReader:
    """Reads panels; ``found`` gets what is wrong in them."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found

    def panel(self, node: Mapping) -> Panel:
        """A panel without the parts that are wrong."""
        title, board = (_text(node.get(key)) for key in ("title", "board"))
        for one, other in _APART:
            self._apart(node, one, other)
        for key, wanted, help_ in _NEEDS:
            self._needs(node, key, wanted, help_)
        if board:
            kind = self._board(node.get("board"))
            on = self._on(node.get("show"), kind) if kind else ()
            return Panel(title, board=kind, on=on, turned_for=frozenset(self._seats(node.get("turned for"))))
        before = len(self.found)
        infer = Infer(self.world, self.found)
        with infer.inner():
            overs = self._overs(infer, node.get("rows"))
            if len(self.found) > before:
                return Panel(title)
            panel = Panel(title or _title(overs), overs, everybody_may_know(self.world, overs, None))
            if overs is not None and any(node.get(key) is not None for key in _SHAPES):
                return self._plotted(infer, node, node.get("hex") is not None, panel)
            return replace(panel, cells=tuple(self._cells(infer, node.get("show"), overs)))

    def _apart(self, node: Mapping, one: str, other: str) -> None:
        """The finding about two keys that stand together but may not."""
        entry = node.entry(other)
        if node.get(one) is not None and entry is not None:
            message = f"{quote(one)} and {quote(other)} exclude each other"
            self.found.append(Diagnostic("E211", message, entry.key.span, "make two panels of it"))

    def _needs(self, node: Mapping, key: str, wanted: tuple[str, ...], help_: str) -> None:
        """The finding about a key that stands without what it is about."""
        entry = node.entry(key)
        if entry is not None and all(node.get(one) is None for one in wanted):
            message = f"{quote(key)} needs {' or '.join(map(quote, wanted))} beside it"
            self.found.append(Diagnostic("E212", message, entry.key.span, help_))

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

    # -- maps ----------------------------------------------------------------------------------------

    def _plotted(self, infer: Infer, node: Mapping, is_hex: bool, panel: Panel) -> Panel:
        """A panel whose rows lie on a map; without coordinates it shows nothing."""
        at = node.get("hex" if is_hex else "square")
        cells: list[Cell] = []
        for item in at.items if isinstance(at, Sequence) else ():
            cells += self._phrase(infer, item, "", panel.overs, "a whole number", _is_number)
        if len(cells) != _AXES:
            return Panel(panel.title)
        roles = {}
        for key in ("letter", "colour", "fill"):
            found = list(
                self._phrase(infer, node.get(key), key, panel.overs, "a member of a kind", _is_named)
            )
            if found:
                roles[key] = len(cells)
                cells += found
        parts = list(self._cells(infer, node.get("show"), panel.overs))
        marks = self._marks(node.get("marks"), node.get("show"))
        return replace(
            panel, cells=(*cells, *parts), plot=Plot(is_hex, **roles, parts=len(cells), marks=marks)
        )

    def _marks(self, node: Node | None, shown: Node | None) -> dict[str, str]:
        """A character for parts, which are called as in `show`."""
        titles = [entry.name for entry in shown.entries] if isinstance(shown, Mapping) else []
        titles += (
            [one.text for one in shown.items if isinstance(one, Scalar)]
            if isinstance(shown, Sequence)
            else []
        )
        marks = {}
        for entry in node.entries if isinstance(node, Mapping) else ():
            if entry.name in titles:
                marks[entry.name] = _text(entry.value)
            else:
                self.found.append(f.unknown_name(entry.name, entry.key.span, titles))
        return marks

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
                yield from self._phrase(infer, entry.value, entry.name, overs)
            return
        owner, row = self._first(overs)
        for name, item in self._named(node, owner or "the table", self._fitting(owner)):
            expr: n.Expr = n.Name(name, item.span)
            if row:
                expr = n.Read(name, (n.Name(row, item.span),), item.span, item.span)
            yield from self._cell(infer, name, expr, overs)

    def _phrase(
        self, infer: Infer, node: Node | None, title: str, overs: n.Overs | None,
        wanted: str = "", fits: Callable[[Kind], bool] = lambda _: True,
    ) -> Iterator[Cell]:  # fmt: skip
        """The cell that a phrase makes, if it is right and of a kind that ``fits``."""
        if not isinstance(node, Scalar):
            return
        line, found = parse_scalar(node, "phrase")
        self.found.extend(found)
        if line is not None:
            yield from self._cell(infer, title, line.expr, overs, wanted, fits)

    def _cell(
        self, infer: Infer, title: str, expr: n.Expr, overs: n.Overs | None,
        wanted: str = "", fits: Callable[[Kind], bool] = lambda _: True,
    ) -> Iterator[Cell]:  # fmt: skip
        before = len(self.found)
        kind = infer.expr(expr)
        if len(self.found) > before:
            return
        if not fits(kind):
            self.found.append(f.wrong_kind(wanted, kind, expr.span))
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


def _is_number(kind: Kind) -> bool:
    return isinstance(kind.of if isinstance(kind, Maybe) else kind, Number)


def _is_named(kind: Kind) -> bool:
    return isinstance(kind.of if isinstance(kind, Maybe) else kind, Member)


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
