"""The pictures of a position as a viewer may see it: boards, the map of a picture file, laid maps."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

from interpreter.core.ir import Component, Domain
from interpreter.draw.grid import place_of
from interpreter.draw.ink import DIM, Line, Piece
from interpreter.draw.ink import plain as plain_line
from interpreter.draw.look import Look
from interpreter.draw.plot import Plotted
from interpreter.draw.position import is_board
from interpreter.draw.rulebook.page import Figure
from interpreter.draw.scene import Scene
from interpreter.draw.svg import colours
from interpreter.draw.svg.canvas import Canvas, Point
from interpreter.draw.table import Table

SIDE = 44.0
"""The side of a square cell."""

RADIUS = 27.0
"""From the middle of a hexagon to its corners."""

_ROOM = 100
_LETTERS = "bold"


class Figures:
    """Draws one position for one viewer."""

    def __init__(self, scene: Scene, look: Look) -> None:
        self.scene = scene
        self.look = look
        self.table = Table(scene.program, look.view, scene.marks)

    def all(self) -> tuple[Figure, ...]:
        """The map, the boards, then maps that are laid in play; those on which nothing is are left out."""
        return tuple(self._all())

    def _all(self) -> Iterator[Figure]:
        if self.scene.map is not None and self.scene.picture.outlines:
            yield self._map()
        for domain, components in self._boards():
            yield self._board(domain, components)
        for computed in self.scene.facts.panels:
            if computed.panel.plot is not None:
                plotted = Plotted(computed, computed.panel.plot, self.scene.marks, self.look)
                if plotted.labels:
                    yield self._plot(plotted, computed.panel.title, computed.panel.plot.is_hex)

    def _figure(self, canvas: Canvas, caption: str, text: Sequence[Line]) -> Figure:
        width, height = canvas.size
        drawn = "\n".join(plain_line(line).rstrip() for line in text)
        return Figure(canvas.svg(caption), caption, width, height, drawn)

    # -- boards of cells ---------------------------------------------------------------------------------

    def _boards(self) -> Iterator[tuple[Domain, list[Component]]]:
        """Each board with what lies on its cells: what the picture names, else all that does."""
        program, shapes = self.scene.program, self.scene.facts.shapes
        shown = {one.panel.board: one.panel.on for one in self.scene.facts.panels if one.panel.board}
        for domain in program.domains:
            if not is_board(domain, shapes):
                continue
            lying = [one for one in program.components
                     if len(one.keys) == 1 and program.domains[one.keys[0]].name == domain.name
                     and one.name not in self.scene.picture.left_out]  # fmt: skip
            if domain.name in shown:
                lying = [one for one in lying if one.name in shown[domain.name]]
            if lying or domain.name in shown:
                yield domain, lying

    def _board(self, domain: Domain, components: list[Component]) -> Figure:
        from interpreter.draw.position import board

        canvas = Canvas(10)
        is_hex = self.scene.facts.shapes[domain.name] == "hex"
        places = {name: place for name in domain.names if (place := place_of(name)) is not None}
        for name, (x, y) in places.items():
            if is_hex:
                centre = self._hex(x, y)
                canvas.polygon(_hexagon(centre))
            else:
                centre = (x * SIDE + SIDE / 2, -y * SIDE - SIDE / 2)
                canvas.square(
                    centre[0] - SIDE / 2,
                    centre[1] - SIDE / 2,
                    SIDE,
                    "lw-cell odd" if (x + y) % 2 == 0 else "lw-cell",
                )
            if is_hex:
                canvas.text(centre[0], centre[1] + RADIUS * 0.6, name, 9, "lw-soft")
            self._content(canvas, centre, name, components)
        if not is_hex:
            self._labels(canvas, places)
        text = board(self.table, domain, components, self.scene.facts.shapes)
        return self._figure(canvas, f"{domain.name}: the board at the start", text)

    def _hex(self, x: int, y: int) -> Point:
        wide = RADIUS * 3**0.5
        return x * wide - y * wide / 2, -y * RADIUS * 1.5

    def _labels(self, canvas: Canvas, places: Mapping[str, tuple[int, int]]) -> None:
        """The letters of the files below, the numbers of the ranks on the left."""
        for name, (x, y) in places.items():
            if y == 0:
                canvas.text(x * SIDE + SIDE / 2, 12, name.rstrip("0123456789"), 13, "lw-label")
            if x == 0:
                canvas.text(
                    -12, -y * SIDE - SIDE / 2, name.lstrip("abcdefghijklmnopqrstuvwxyz"), 13, "lw-label"
                )

    def _content(self, canvas: Canvas, centre: Point, name: str, components: list[Component]) -> None:
        """A piece for a single member, else a text."""
        pieces: list[Piece] = []
        for component in components:
            cell = self.table.cell(component, (name,))
            domain = self.table.domain(component)
            if cell.is_seen and isinstance(cell.value, str) and domain is not None and len(components) == 1:
                letter, colour = self.scene.marks.letter(domain, cell.value)
                fill = colours.piece(cell.value, domain.names.index(cell.value), colour)
                canvas.disc(*centre, SIDE * 0.36, fill)
                canvas.text(*centre, letter, 17, "", colours.on(fill))
            else:
                pieces += self.table.short(component, (name,))
        if pieces:
            canvas.text(*centre, plain_line(pieces), 14)

    # -- the map of a picture file -----------------------------------------------------------------------

    def _map(self) -> Figure:
        scene, picture, facts = self.scene, self.scene.picture, self.scene.facts
        canvas = Canvas(4)
        fills: dict[str, str] = {}
        for lake in picture.lakes:
            canvas.polygon(lake, "lw-water")
        for site, outline in picture.outlines.items():
            printed = facts.mark.get(site)
            fill = ""
            if printed is not None and facts.mark_domain is not None:
                fill = colours.land(printed, facts.mark_domain.names.index(printed))
            canvas.polygon(outline, "lw-cell", fill)
            fills[site] = fill
        for site, (x, y) in picture.sites.items():
            name, content = scene.place(self.look, site)
            ground = fills.get(site, "")
            canvas.text(x, y - 14, plain_line(name), 19, "lw-ink", colours.on(ground) if ground else "")
            self._chips(canvas, (x, y + 14), content)
        if facts.mark_domain is not None:
            self._legend(canvas, facts.mark_domain)
        assert scene.map is not None
        return self._figure(
            canvas, f"{picture.site}: the map at the start", scene.map_lines(self.look, _ROOM) or []
        )

    def _chips(self, canvas: Canvas, centre: Point, content: Line) -> None:
        """What lies on a place: a round piece for each sort of thing, with its letter and its number."""
        wide = 27.0
        left = centre[0] - wide * (len(content) - 1) / 2
        for number, (text, colour) in enumerate(content):
            x = left + number * wide
            fill = colours.ink(colour, "#ddd6c6")
            canvas.disc(x, centre[1], 12, fill)
            canvas.text(x, centre[1], text, 14, "", colours.on(fill))

    def _legend(self, canvas: Canvas, domain: Domain) -> None:
        """What the grounds are."""
        left, top = canvas.left, canvas.bottom + 26
        for position, name in enumerate(domain.names):
            letter, _ = self.scene.marks.letter(domain, name)
            x = left + position * canvas.wide / max(len(domain.names), 1)
            canvas.polygon(
                [(x, top - 10), (x + 20, top - 10), (x + 20, top + 10), (x, top + 10)],
                "lw-cell",
                colours.land(name, position),
            )
            canvas.text(x + 28, top, f"{letter} {name.replace('_', ' ')}", 19, "lw-label", anchor="start")

    # -- maps that are laid in play ----------------------------------------------------------------------

    def _plot(self, plotted: Plotted, title: str, is_hex: bool) -> Figure:
        canvas = Canvas(8)
        radius = RADIUS * 1.35
        for (x, y), label in sorted(plotted.labels.items()):
            ground = plotted.grounds.get((x, y))
            fill = colours.land(ground[0], ground[1]) if ground is not None else ""
            if is_hex:
                wide = radius * 3**0.5
                centre = (x * wide - y * wide / 2, -y * radius * 1.5)
                canvas.polygon(_hexagon(centre, radius), "lw-cell", fill)
            else:
                centre = (x * SIDE * 1.4, -y * SIDE * 1.4)
                canvas.polygon(_square(centre, SIDE * 1.4), "lw-cell", fill)
            canvas.text(
                centre[0],
                centre[1] - 13,
                plain_line(label.name),
                13,
                "lw-ink",
                colours.on(fill) if fill else "",
            )
            if label.parts:
                self._tag(canvas, (centre[0], centre[1] + 8), label.parts)
        self._meanings(canvas, plotted)
        return self._figure(canvas, f"{title or 'The map'} at the start", plotted.lines(_ROOM))

    def _tag(self, canvas: Canvas, centre: Point, parts: Line) -> None:
        """What stands at a place, on the colour of whoever it belongs to."""
        text, fill = plain_line(parts), self._ink(parts)
        if fill:
            canvas.tag(*centre, 17 * 0.62 * len(text) + 8, 21, fill)
        canvas.text(*centre, text, 17, "lw-ink", colours.on(fill) if fill else "")

    def _ink(self, parts: Line) -> str:
        return next(
            (found for _, look in parts if look not in {DIM, _LETTERS} and (found := colours.ink(look))), ""
        )

    def _meanings(self, canvas: Canvas, plotted: Plotted) -> None:
        """The legend, in lines as wide as the map."""
        told = [plain_line(line) for line in plotted.meanings()]
        x, y, size = canvas.left, canvas.bottom + 24, 14.0
        left, wide = x, max(canvas.wide, 420.0)
        for text in told:
            needed = len(text) * size * 0.6 + 16
            if x + needed > left + wide and x > left:
                x, y = left, y + 20
            canvas.text(x, y, text, size, "lw-label", anchor="start")
            x += needed


def _hexagon(centre: Point, radius: float = RADIUS) -> list[Point]:
    x, y = centre
    return [(x + radius * cos(pi / 6 + k * pi / 3), y + radius * sin(pi / 6 + k * pi / 3)) for k in range(6)]


def _square(centre: Point, side: float) -> list[Point]:
    x, y = centre[0] - side / 2, centre[1] - side / 2
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
