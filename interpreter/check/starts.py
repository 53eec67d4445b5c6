"""Starts given place by place, as a map of keys or as a picture of the board."""

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check.boards import cells_of
from interpreter.check.kinds import BagOf, Kind, Member, Number, Poison, SetOf, Single
from interpreter.check.values import Values
from interpreter.check.world import Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic

EMPTY = "."


class Starts:
    """Fills ``Component.places``: the value of each place that a map or a picture names."""

    def __init__(self, world: World, values: Values, found: list[Diagnostic]) -> None:
        self.world = world
        self.values = values
        self.found = found

    def check(self) -> None:
        """All components."""
        for component in self.world.components.values():
            if isinstance(component.kind, Poison):
                continue
            for place in component.decl.places:
                self._place(component, place)
            if component.decl.drawn is not None:
                self._picture(component, component.decl.drawn)
        self.values.report()

    # -- maps ---------------------------------------------------------------------------------------

    def _place(self, component: Component, place: r.StartPlace) -> None:
        keys = self._keys(component)
        if len(place.path) != len(keys):
            wanted = f"{len(keys)} key" + ("" if len(keys) == 1 else "s")
            self.found.append(f.wrong_count(component.name, wanted, len(place.path), place.span))
            return
        indices = [self.values.index(text, key) for text, key in zip(place.path, keys, strict=True)]
        value = self._value(component.kind, place)
        if value is not None and all(index is not None for index in indices):
            component.places[tuple(index for index in indices if index is not None)] = value

    def _keys(self, component: Component) -> list[Single]:
        kind = component.kind
        return [*component.keys, *([kind.of] if isinstance(kind, BagOf) else [])]

    def _value(self, kind: Kind, place: r.StartPlace) -> int | None:
        if not place.values and not place.listed:
            return None  # it did not parse: reported there
        if place.listed:
            if isinstance(kind, SetOf):
                span = place.span
                whole: n.Expr = n.SetOf(place.values, span) if place.values else n.Word("nothing", span)
                return self.values.constant(whole, kind)
            self.found.append(file_findings.bad_value(kind, place.span.text, place.span))
            return None
        wanted: Kind = Number(0, kind.cap) if isinstance(kind, BagOf) else kind
        return self.values.constant(place.values[0], wanted)

    # -- pictures -------------------------------------------------------------------------------------

    def _picture(self, component: Component, drawn: r.Drawn) -> None:
        key = component.keys[0] if len(component.keys) == 1 else None
        board = self.world.ruleset.boards.get(key.domain) if isinstance(key, Member) else None
        if board is None or board.shape != "grid":
            self.found.append(f.picture_of_no_grid(component.name, drawn.span))
            return
        cells = cells_of(board)
        files, ranks = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
        if len(drawn.rows) != ranks:
            self.found.append(f.picture_size(f"{len(drawn.rows)} rows", f"{ranks} ranks", drawn.span))
            return
        marks = {mark: self.values.constant(expr, component.kind) for mark, expr in drawn.marks.items()}
        place = {cell: index for index, cell in enumerate(cells)}
        for row, text in enumerate(drawn.rows):
            if len(text.text) != files:
                self.found.append(f.picture_size(f"{len(text.text)} marks", f"{files} files", text.span))
                continue
            for x, mark in enumerate(text.text):
                if mark == EMPTY and mark not in marks:
                    continue
                if mark not in marks:
                    span = text.map.span(x, x + 1)
                    self.found.append(f.unknown_mark(mark, span, sorted(marks)))
                    continue
                component.places[place[x, ranks - 1 - row],] = marks[mark]
