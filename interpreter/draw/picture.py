"""The picture file of a ruleset: where things lie, how they look and what is shown together."""

from collections.abc import Mapping as Map
from dataclasses import dataclass, field, replace

from interpreter.check import findings as f
from interpreter.check.kinds import Member, SetOf
from interpreter.check.world import Column, World
from interpreter.draw.ink import COLOURS
from interpreter.draw.panel import Panel
from interpreter.draw.panels import PanelReader, counted, misfit
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence, plain
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest

_OF_SITES = ("group by", "mark of", "show", "marks")
Point = tuple[int, int]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """How a game is drawn. Points are in the units of the canvas, x to the right and y down.

    ``site`` is the kind of the places on the map, ``mark_of`` a column whose letter stands behind a
    place's name, ``group_by`` a column of sets of places. ``show`` are components that lie on places,
    ``marks`` sets of places with the character that their members get. Components ``left_out`` are not shown.
    """

    canvas: Point = (0, 0)
    sites: Map[str, Point] = field(default_factory=dict)
    outlines: Map[str, Outline] = field(default_factory=dict)
    lakes: tuple[Outline, ...] = ()
    colours: Map[str, str] = field(default_factory=dict)
    letters: Map[str, str] = field(default_factory=dict)
    site: str = ""
    group_by: str = ""
    mark_of: str = ""
    show: tuple[str, ...] = ()
    marks: Map[str, str] = field(default_factory=dict)
    panels: tuple[Panel, ...] = ()
    left_out: tuple[str, ...] = ()


def read_picture(root: Mapping, world: World) -> tuple[Picture, tuple[Diagnostic, ...]]:
    """The picture in a document that passed its schema, without what names nothing in the ruleset.

    The findings say what that is.
    """
    reader = _Reader(root, world)
    picture = reader.picture()
    return picture, tuple(reader.found)


class _Reader:
    def __init__(self, root: Mapping, world: World) -> None:
        self.root = root
        self.world = world
        self.found: list[Diagnostic] = []

    def picture(self) -> Picture:
        root, site = self.root, self._site()
        panels = PanelReader(self.world, self.found)
        canvas = root.get("canvas")
        picture = Picture(
            canvas=(_int(canvas, "width"), _int(canvas, "height")),
            sites={name: _point(node) for name, node in self._members("sites", site)},
            outlines={name: _outline(node) for name, node in self._members("outlines", site)},
            lakes=tuple(_outline(lake.get("outline")) for lake in _children(root.get("lakes"))),
            colours=self._colours(),
            letters={name: _text(node) for name, node in self._members("letters", "")},
            panels=tuple(map(panels.panel, _children(root.get("panels")))),
            left_out=self._left_out(),
        )
        if not site:
            return picture
        return replace(
            picture,
            site=site,
            group_by=self._group(site),
            mark_of=self._mark(site),
            show=self._shown(root.get("show"), site),
            marks=self._marks(site),
        )

    def _site(self) -> str:
        """The kind of the places; "" where there is none, or a wrong one."""
        entry = next(filter(None, map(self.root.entry, _OF_SITES)), None)
        if entry is not None and self.root.get("site") is None:
            message = f"{quote(entry.name)} needs `site` beside it"
            help_ = "`site` names the kind of the places, as in `site: Land`"
            self.found.append(Diagnostic("E212", message, entry.key.span, help_))
        return self._kind(self.root.get("site"))

    # -- names of members ----------------------------------------------------------------------------

    def _members(self, key: str, site: str) -> list[tuple[str, Node]]:
        """The entries of a map from members; those of ``site``, or of any kind."""
        node = self.root.get(key)
        known = self.world.domains[site].named if site else tuple(self.world.members)
        kept = []
        for entry in node.entries if isinstance(node, Mapping) else ():
            if entry.name in known:
                kept.append((entry.name, entry.value))
            else:
                self.found.append(f.unknown_name(entry.name, entry.key.span, known))
        return kept

    def _colours(self) -> dict[str, str]:
        colours = {}
        for name, node in self._members("colours", ""):
            colour = _text(node)
            if colour in COLOURS:
                colours[name] = colour
                continue
            near = nearest(colour, COLOURS)
            help_ = f"did you mean {quote(near)}?" if near else f"it is one of {', '.join(COLOURS)}"
            assert isinstance(node, Scalar)
            self.found.append(
                Diagnostic("E204", f"{quote(colour)} is no colour of the terminal", node.span, help_)
            )
        return colours

    # -- kinds, columns and components ------------------------------------------------------------------

    def _kind(self, node: Node | None) -> str:
        if not isinstance(node, Scalar):
            return ""
        if node.text in self.world.domains:
            return node.text
        self.found.append(f.unknown_kind(node.text, node.span, self.world.domains, None))
        return ""

    def _group(self, site: str) -> str:
        """``Region.lands``: a column of another kind that holds sets of sites."""
        node = self.root.get("group by")
        if not isinstance(node, Scalar):
            return ""
        owner, _, name = node.text.partition(".")
        if owner not in self.world.domains:
            self.found.append(f.unknown_kind(owner, node.span, self.world.domains, None))
            return ""
        column = self.world.columns.get(name, {}).get(owner)
        if column is not None and column.kind == SetOf(Member(site)) and not column.extra:
            return node.text
        wanted = f"a column of sets of {quote(site)}"
        self._misfit(_part(node, name), wanted, self._columns_of(owner))
        return ""

    def _mark(self, site: str) -> str:
        node = self.root.get("mark of")
        if not isinstance(node, Scalar):
            return ""
        column = self.world.columns.get(node.text, {}).get(site)
        if column is not None and isinstance(column.kind, Member) and not column.extra:
            return node.text
        self._misfit(node, f"a column of {quote(site)} with a named value", self._columns_of(site))
        return ""

    def _marks(self, site: str) -> dict[str, str]:
        """Components that are one set of sites."""
        node = self.root.get("marks")
        marks = {}
        fitting = [
            name for name, one in self.world.components.items()
            if not one.keys and one.kind == SetOf(Member(site))
        ]  # fmt: skip
        for entry in node.entries if isinstance(node, Mapping) else ():
            if entry.name in fitting:
                marks[entry.name] = _text(entry.value)
            else:
                self._misfit(entry.key, f"a component that is one set of {quote(site)}", fitting)
        return marks

    def _misfit(self, name: Scalar, wanted: str, fitting: list[str]) -> None:
        self.found.append(misfit(self.world, name, wanted, fitting))

    def _shown(self, node: Node | None, owner: str) -> tuple[str, ...]:
        """Components that have one key of a kind."""
        fitting = [name for name, one in self.world.components.items() if one.keys == (Member(owner),)]
        return self._listed(node, f"what has one value for each {quote(owner)}", fitting)

    def _left_out(self) -> tuple[str, ...]:
        return self._listed(
            self.root.get("leave out"), "a component", [*self.world.components, *counted(self.world)]
        )

    def _listed(self, node: Node | None, wanted: str, fitting: list[str]) -> tuple[str, ...]:
        kept = []
        for item in node.items if isinstance(node, Sequence) else ():
            if not isinstance(item, Scalar):
                continue
            if item.text in fitting:
                kept.append(item.text)
            else:
                self._misfit(item, wanted, fitting)
        return tuple(kept)

    def _columns_of(self, owner: str) -> list[str]:
        found = self.world.columns.items()
        return [name for name, owners in found if owner in owners and not owners[owner].extra]


def column_of(world: World, owner: str, name: str) -> Column | None:
    """What is printed on the members of a kind under that name."""
    return world.columns.get(name, {}).get(owner)


def _children(node: Node | None) -> list[Mapping]:
    match node:
        case Mapping(entries=entries):
            nodes: list[Node] = [entry.value for entry in entries]
        case Sequence(items=items):
            nodes = list(items)
        case _:
            nodes = []
    return [one for one in nodes if isinstance(one, Mapping)]


def _part(node: Scalar, name: str) -> Scalar:
    """The end of a scalar that holds a name, as one of its own."""
    span = node.span
    if span.text.endswith(name):
        span = Span(span.source, span.end - len(name), span.end)
    return replace(node, text=name, span=span)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _int(node: Node | None, key: str) -> int:
    found = node.get(key) if isinstance(node, Mapping) else None
    return found.value if isinstance(found, Scalar) and isinstance(found.value, int) else 0


def _point(node: Node | None) -> Point:
    found = plain(node) if node is not None else None
    assert isinstance(found, list)
    x, y = found
    assert isinstance(x, int)
    assert isinstance(y, int)
    return x, y


def _outline(node: Node | None) -> Outline:
    return tuple(_point(one) for one in node.items) if isinstance(node, Sequence) else ()
