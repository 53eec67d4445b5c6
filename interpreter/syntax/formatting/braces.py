"""Mappings and lists between braces and brackets, on the author's lines if these are short enough."""

from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.formatting.remarks import Places, Queue
from interpreter.syntax.formatting.scalars import STEP, Scalars
from interpreter.syntax.formatting.sheet import WIDTH, Line


def is_braced(node: Node) -> bool:
    """Whether a mapping or list stands between braces or brackets."""
    return not isinstance(node, Scalar) and node.span.text[:1] in ("{", "[")


class Braces:
    """Writes one such mapping or list, with the remarks inside of it."""

    def __init__(self, scalars: Scalars, places: Places, queue: Queue) -> None:
        self._scalars = scalars
        self._places = places
        self._queue = queue
        self._lines: list[Line] = []
        self._text = ""  # of the line that is being written
        self._base = 0  # the column where the line begins

    def lines(self, node: Mapping | Sequence, before: str, base: int) -> list[Line]:
        """The lines of a collection behind ``before``, in a block that stands ``base`` columns in."""
        self._text, self._base = before, base
        self._collection(node, 0)
        self._lines.append(Line(self._text))
        return self._lines

    def _collection(self, node: Mapping | Sequence, tail: int) -> None:
        """A collection behind which ``tail`` characters stand on the same line."""
        is_mapping = isinstance(node, Mapping)
        parts: tuple[Entry | Node, ...] = node.entries if isinstance(node, Mapping) else node.items
        base = self._base
        self._text += "{" if is_mapping else "["
        reached = node.span.start + 1
        hangs = bool(parts) and self._breaks(reached, _start(parts[0]))
        deep = base + STEP * (2 if hangs else 1)
        as_it_is = self._fits(parts, reached, deep, tail + 1)
        for number, part in enumerate(parts):
            is_last = number == len(parts) - 1
            follows = tail + 1 if is_last else 1
            breaks = self._breaks(reached, _start(part)) and (as_it_is or number == 0)
            self._step(part, breaks, number == 0, deep, follows)
            if isinstance(part, Entry):
                self._entry(part, follows, deep)
            else:
                self._node(part, follows)
            reached = _end(part)
            self._text += "" if is_last else ","
        if self._remarks(node.span.end, deep) or (hangs and parts):
            self._new_line(base + STEP)
        self._text += "}" if is_mapping else "]"

    def _breaks(self, end: int, start: int) -> bool:
        return self._places.breaks(end, start)

    def _fits(self, parts: tuple[Entry | Node, ...], reached: int, deep: int, tail: int) -> bool:
        """Whether each of the author's lines is short enough; if one is not, all parts are filled in anew."""
        column = len(self._text)
        for number, part in enumerate(parts):
            column = deep if self._breaks(reached, _start(part)) else column + (1 if number else 0)
            column += self._width(part) + 1
            if column - 1 + (tail if number == len(parts) - 1 else 1) > WIDTH:
                return False
            reached = _end(part)
        return True

    def _step(self, part: Entry | Node, breaks: bool, is_first: bool, deep: int, follows: int) -> None:
        """Go to where the next part begins: a blank on, or to a new line."""
        has_remarks = self._remarks(_start(part), deep)
        is_long = len(self._text) + 1 + self._width(part) + follows > WIDTH
        if has_remarks or breaks or (is_long and not is_first):
            self._new_line(deep)
        elif not is_first:
            self._text += " "

    def _new_line(self, column: int) -> None:
        if self._text.strip():
            self._lines.append(Line(self._text.rstrip()))
        self._text, self._base = " " * column, column

    def _remarks(self, before: int, column: int) -> bool:
        """Write the remarks before an offset, and say whether there are any."""
        taken = self._queue.take_before(before)
        for remark in taken:
            if not remark.is_own and self._text.strip():
                self._lines.append(Line(self._text.rstrip(), remark.text))
                self._text = ""
            else:
                self._new_line(column)
                self._lines.append(Line(" " * column + remark.text, is_remark=True))
        return bool(taken)

    def _entry(self, entry: Entry, tail: int, deep: int) -> None:
        self._text += self._scalars.in_line(entry.key, "inner key") + ":"
        if self._remarks(entry.value.span.start, deep + STEP):
            self._new_line(deep + STEP)
        elif _says_something(entry.value) or tail:
            self._text += " "
        self._node(entry.value, tail)

    def _node(self, node: Node, tail: int) -> None:
        if isinstance(node, Scalar):
            self._text += self._scalars.in_line(node, "inner") if _says_something(node) else "null"
        else:
            self._collection(node, tail)

    def _width(self, part: Entry | Node) -> int:
        """The columns of a part on one line."""
        if isinstance(part, Entry):
            return len(self._scalars.in_line(part.key, "inner key")) + 2 + self._width(part.value)
        if isinstance(part, Scalar):
            return len(self._scalars.in_line(part, "inner")) if _says_something(part) else len("null")
        parts: tuple[Entry | Node, ...] = part.entries if isinstance(part, Mapping) else part.items
        return 2 + sum(self._width(one) for one in parts) + 2 * max(0, len(parts) - 1)


def _says_something(node: Node) -> bool:
    return not isinstance(node, Scalar) or node.style != "plain" or bool(node.text)


def _start(part: Entry | Node) -> int:
    return part.key.span.start if isinstance(part, Entry) else part.span.start


def _end(part: Entry | Node) -> int:
    return part.value.span.end if isinstance(part, Entry) else part.span.end
