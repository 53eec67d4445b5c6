"""Blocks of keys and of dashes, line by line, with the remarks before, behind and after them."""

from collections.abc import Mapping as Map

from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.formatting.braces import Braces, is_braced
from interpreter.syntax.formatting.quoting import Spot
from interpreter.syntax.formatting.remarks import Places, Queue, Remark, remarks_of
from interpreter.syntax.formatting.scalars import STEP, Scalars
from interpreter.syntax.formatting.sheet import EMPTY, Line
from interpreter.text.span import Source

Section = tuple[str, list[Line]]
"""A top key and its lines, from the remarks before it on; an empty line first keeps it apart."""


class Printer:
    """Writes the tree of a file; the remarks are taken from the text in its order."""

    def __init__(self, source: Source, root: Node, starts: Map[int, str], *, parted: str = "") -> None:
        """``starts``: the sentences by id. The items of the list under the key ``parted`` stand apart."""
        self._scalars = Scalars(starts)
        self._places = Places(source)
        self._queue = Queue(remarks_of(source, root))
        self._parted = parted
        self._end = len(source.text) + 1

    def header(self, root: Mapping) -> list[Line]:
        """The remarks at the head of the file, which stay there whatever key comes first."""
        lines = self._lead(root.entries[0].key.span.start, 0, is_first=True)
        gap = self._places.gap(root.entries[0].key.span.start)
        return [*lines, EMPTY] if lines and gap else lines

    def sections(self, root: Mapping) -> list[Section]:
        """The lines of each top key, in the order of the file."""
        sections = []
        for number, entry in enumerate(root.entries):
            is_last = number == len(root.entries) - 1
            limit = self._end if is_last else root.entries[number + 1].key.span.start
            lines = self._with_lead(entry, 0, limit, is_first=number == 0)
            if is_last:
                lines += self._tail(0, 0, self._end)
            sections.append((entry.name, lines))
        return sections

    # -- blocks ---------------------------------------------------------------------------------------------

    def _node(self, node: Mapping | Sequence, indent: int, limit: int, name: str) -> list[Line]:
        """A block ``indent`` columns in, and the remarks behind it up to ``limit`` that are as deep as it."""
        lines: list[Line] = []
        if isinstance(node, Mapping):
            for number, entry in enumerate(node.entries):
                is_last = number == len(node.entries) - 1
                following = limit if is_last else node.entries[number + 1].key.span.start
                lines += self._with_lead(entry, indent, following, is_first=not lines)
        else:
            for number, item in enumerate(node.items):
                is_last = number == len(node.items) - 1
                following = limit if is_last else node.items[number + 1].span.start
                lines += self._item(
                    item, indent, following, number == 0, parted=bool(name) and name == self._parted
                )
        return lines + self._tail(self._places.column(node.span.start), indent, limit)

    def _with_lead(self, entry: Entry, indent: int, limit: int, *, is_first: bool) -> list[Line]:
        start = entry.key.span.start
        lead = self._lead(start, indent, is_first=is_first)
        if self._places.gap(start) and (lead or not is_first):
            lead.append(EMPTY)
        return lead + self._entry(entry, indent, limit)

    def _lead(self, before: int, indent: int, *, is_first: bool) -> list[Line]:
        """The remarks before a part, each on a line of its own."""
        lines: list[Line] = []
        for remark in self._queue.take_before(before):
            if remark.gap and (lines or not is_first):
                lines.append(EMPTY)
            lines.append(_alone(remark, indent))
        return lines

    def _tail(self, column: int, indent: int, limit: int) -> list[Line]:
        """The remarks behind the last part of a block that begins in ``column`` of the file."""
        lines: list[Line] = []
        while (remark := self._queue.first(limit)) is not None and remark.is_own and remark.column >= column:
            if remark.gap:
                lines.append(EMPTY)
            lines.append(_alone(self._queue.take(), indent))
        return lines

    def _entry(self, entry: Entry, indent: int, limit: int) -> list[Line]:
        head = " " * indent + self._scalars.in_line(entry.key, "key") + ":"
        value = entry.value
        if isinstance(value, Scalar) or is_braced(value):
            return self._simple(value, head, indent, limit, "value")
        remarks = self._on_line(value.span.start)
        lines = [_alone(remark, indent) for remark in remarks[:-1]]
        lines.append(Line(head, remarks[-1].text if remarks else ""))
        return lines + self._node(value, indent + STEP, limit, entry.name)

    def _on_line(self, before: int) -> list[Remark]:
        """The remarks behind a key whose value begins on a later line."""
        taken = []
        while (remark := self._queue.first(before)) is not None and not remark.is_own:
            taken.append(self._queue.take())
        return taken

    def _item(self, item: Node, indent: int, limit: int, is_first: bool, *, parted: bool) -> list[Line]:
        lead = self._lead(item.span.start, indent, is_first=is_first)
        dash = self._places.text.rfind("-", 0, item.span.start)
        if self._places.gap(dash) and (lead or not is_first):
            lead.append(EMPTY)
        if parted and not is_first and lead[:1] != [EMPTY]:
            lead.insert(0, EMPTY)
        if isinstance(item, Scalar) or is_braced(item):
            return lead + self._simple(item, " " * indent + "-", indent, limit, "item")
        lines = self._node(item, indent + STEP, limit, "")
        first = next(number for number, line in enumerate(lines) if not line.is_remark)
        above = [Line(line.text[STEP:], is_remark=True) for line in lines[:first]]
        dashed = Line(" " * indent + "- " + lines[first].text[indent + STEP :], lines[first].remark)
        return [*lead, *above, dashed, *lines[first + 1 :]]

    def _simple(self, node: Node, head: str, indent: int, limit: int, spot: Spot) -> list[Line]:
        """A part that begins on the line of its key or dash."""
        before = self._queue.take_before(node.span.start)
        below: list[Line] = []
        if isinstance(node, Scalar):
            before += self._queue.take_before(node.span.end)  # behind the mark of a block
            text, below = self._scalars.lines(node, indent + STEP, len(head), spot)
            lines = [Line(f"{head} {text}" if text else head)]
        else:
            lines = Braces(self._scalars, self._places, self._queue).lines(node, f"{head} ", indent)
        row = self._places.row(max(node.span.start, node.span.end - 1))
        behind = self._queue.first(limit)
        if behind is not None and not behind.is_own and self._places.row(behind.start) == row:
            before.append(self._queue.take())
        return _with_remarks(before, lines, indent) + below


def _with_remarks(remarks: list[Remark], lines: list[Line], indent: int) -> list[Line]:
    """Lines with the last remark behind them, and the others before."""
    if not remarks:
        return lines
    above = [_alone(remark, indent) for remark in remarks[:-1]]
    last = remarks[-1]
    if last.is_own or lines[-1].remark:
        return [*above, _alone(last, indent), *lines]
    return [*above, *lines[:-1], Line(lines[-1].text, last.text)]


def _alone(remark: Remark, indent: int) -> Line:
    return Line(" " * indent + remark.text, is_remark=True)
