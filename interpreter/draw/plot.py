"""Panels whose rows lie on a map: the labels, what has no place there, and what the marks mean."""

from collections.abc import Iterator, Mapping
from operator import itemgetter

from interpreter.draw.computed import Computed, Row, Unknown
from interpreter.draw.fit import flowing
from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, Piece, trimmed
from interpreter.draw.look import Look
from interpreter.draw.marks import HIDDEN, Marks, short_value
from interpreter.draw.panel import Plot
from interpreter.draw.tiling import Label, Place, tiled
from interpreter.engine.view import Plain

_MOST_REPEATED = 2
"""A mark is repeated so often; of more, their number stands before it."""


_ERROR: Piece = ("!", BOLD)
"""What stands for a value that can't be computed."""


class Plotted:
    """A panel with a map, as one viewer may know it."""

    def __init__(self, computed: Computed, plot: Plot, marks: Marks, look: Look) -> None:
        self._computed = computed
        self._plot = plot
        self._marks = marks
        self._legend: dict[tuple[str, str], tuple[int, int, Piece]] = {}
        self._errors: dict[str, Line] = {}
        self._labels: dict[Place, Label] = {}
        self._names: dict[Place, str] = {}
        self._grounds: dict[Place, tuple[str, int]] = {}
        self._elsewhere: list[Line] = []
        for row in computed.of(look):
            self._put(row)

    @property
    def labels(self) -> Mapping[Place, Label]:
        """What stands at each place of the map, x to the right and y up."""
        return self._labels

    @property
    def grounds(self) -> Mapping[Place, tuple[str, int]]:
        """The member that the letter of a place stands for, with its position in its kind; of those with a
        letter.
        """
        return self._grounds

    def meanings(self) -> Iterator[Line]:
        """What the marks and letters of the map mean."""
        return self._meanings()

    def lines(self, room: int) -> list[Line]:
        """The map, part by part; then what has no place of its own there, and what the marks mean.

        There is no map where nothing lies on it.
        """
        title = self._computed.panel.title
        parts = tiled(self._labels, room, is_hex=self._plot.is_hex)
        if not (parts or self._elsewhere):
            return []
        lines: list[Line] = []
        for number, part in enumerate(parts or [[]], 1):
            which = f"{number} of {len(parts)}, from the left" if len(parts) > 1 else ""
            head = tuple(piece for piece in ((title, BOLD), ("  ", PLAIN), (which, DIM)) if piece[0])
            lines += [()] if number > 1 else []
            lines += [trimmed(head)] if title or which else []
            lines += part
        if self._elsewhere:
            lines += flowing((("elsewhere", DIM),), self._elsewhere, room)
        return [*lines, *flowing((), [*self._meanings()], room)]

    # -- rows ----------------------------------------------------------------------------------------

    def _put(self, row: Row) -> None:
        """A row in its place; beside the map where that is not known or taken, nowhere where it is none."""
        x, y, *_ = row.values
        if x is None or y is None:
            return
        unknown = next((one for one in (x, y) if isinstance(one, Unknown)), None)
        if unknown is not None:
            name: Line = ((row.name, BOLD), (" ", PLAIN)) if row.name else ()
            self._elsewhere.append((*name, (unknown.text, DIM)))
            return
        assert isinstance(x, int)
        assert isinstance(y, int)
        label = self._label(row)
        if (x, y) not in self._labels:
            self._labels[x, y], self._names[x, y] = label, row.name
            self._ground(row, (x, y))
            return
        there: Line = (*label.parts, (" ", PLAIN)) if label.parts else ()
        self._elsewhere.append((*label.name, (" ", PLAIN), *there, (f"(with {self._names[x, y]})", DIM)))

    def _ground(self, row: Row, place: Place) -> None:
        """Remember the member whose letter stands behind a name."""
        letter = self._plot.letter
        value = row.values[letter] if letter is not None else None
        domain = self._computed.domain(letter) if letter is not None else None
        if isinstance(value, str) and domain is not None and value in domain.names:
            self._grounds[place] = value, domain.names.index(value)

    def _label(self, row: Row) -> Label:
        plot = self._plot
        colour = self._colour(row.values[plot.colour]) if plot.colour is not None else PLAIN
        name: list[Piece] = [(row.name, colour or BOLD)]
        if plot.letter is not None:
            name += self._short(plot.letter, row)
        parts: list[Piece] = []
        for number in range(plot.parts, len(row.values)):
            parts += ((text, look or colour) for text, look in self._part(number, row))
        fill = None
        if plot.fill is not None:
            fill = next(((text, look or DIM) for text, look in self._short(plot.fill, row)), None)
        return Label(tuple(name), tuple(parts), fill)

    def _colour(self, value: Plain | Unknown) -> str:
        return self._marks.colour(value) if isinstance(value, str) else PLAIN

    # -- parts ---------------------------------------------------------------------------------------

    def _part(self, number: int, row: Row) -> Line:
        """A part by its mark, if it has one; nothing where there is none of it."""
        value = row.values[number]
        mark = self._plot.marks.get(self._computed.panel.cells[number].title)
        if mark is None or isinstance(value, Unknown):
            return self._short(number, row)
        count = _count(value)
        look = self._colour(value)
        if not count:
            return ()
        return ((mark * count if 0 < count <= _MOST_REPEATED else f"{count}{mark}", look),)

    def _short(self, number: int, row: Row) -> Line:
        """A value in as few characters as possible; of members their letters, which the legend tells."""
        value = row.values[number]
        if value == Unknown():
            return HIDDEN
        if isinstance(value, Unknown):
            self._errors[value.text] = _ERROR, (f" {value.text}", DIM)
            return (_ERROR,)
        if value is None or value is False or value in (0, [], {}):
            return ()
        domain = self._computed.domain(number)
        if domain is not None and domain.names:
            names = [value] if isinstance(value, str) else value if isinstance(value, list | dict) else []
            for name in map(str, names):
                if (domain.name, name) not in self._legend:
                    letter = self._marks.letter(domain, name)
                    self._legend[domain.name, name] = number, domain.names.index(name), letter
        return short_value(self._marks, domain, value)

    # -- legend --------------------------------------------------------------------------------------

    def _meanings(self) -> Iterator[Line]:
        """What the marks of the parts mean, then the letters that are on the map."""
        for cell in self._computed.panel.cells[self._plot.parts :]:
            mark = self._plot.marks.get(cell.title)
            if mark is not None:
                yield (mark, BOLD), (f" {cell.title}", DIM)
        for (_, name), (*_, (text, look)) in sorted(self._legend.items(), key=itemgetter(1)):
            if text != name:
                yield (text, look or BOLD), (f" {name}", look or DIM)
        yield from self._errors.values()


def _count(value: Plain) -> int:
    """How many there are of what a mark stands for."""
    match value:
        case None:
            return 0
        case bool() | int():
            return int(value)
        case str():
            return 1
        case list():
            return len(value)
        case dict():
            return sum(count for count in value.values() if isinstance(count, int))
