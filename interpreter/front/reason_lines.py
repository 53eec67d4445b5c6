"""Trees of reasons as a person reads them: a line for each part, small parts beside what they belong to."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.draw.ink import DIM, PLAIN, Line, plain
from interpreter.front.paint import room

if TYPE_CHECKING:
    from interpreter.study.reason import Reason
    from interpreter.study.statements import Statement

_INDENT = "  "
_LONGEST = 72
"""Longer values are cut: how many members there are is said instead."""

_FIRST = 6
"""How many members of a long value are shown."""

COLOURS = {"true": "green", "false": "red"}


def reason_lines(reason: "Reason", indent: str = "", told: set[str] | None = None) -> Iterator[Line]:
    """A tree with its root. ``told``: the statements that were read before it; those of the tree come in."""
    told = set() if told is None else told
    line = _line(reason, indent)
    small = beside(reason)
    if small and len(plain(line)) + len(small) <= room()[0]:
        yield (*line, (small, PLAIN))
    else:
        yield line
        for part in reason.parts:
            yield from reason_lines(part, indent + _INDENT, told)
    yield from statement_lines(reason.cites, indent + _INDENT, told)


def parts_lines(reason: "Reason", indent: str, told: set[str]) -> Iterator[Line]:
    """A tree without its root, whose text and value stand elsewhere."""
    for part in reason.parts:
        yield from reason_lines(part, indent, told)


def statement_lines(cites: "tuple[Statement, ...]", indent: str, told: set[str]) -> Iterator[Line]:
    """Statements with their numbers; of those that were ``told`` before the numbers alone."""
    again = [f"[{cite.name}]" for cite in cites if cite.name in told]
    for cite in cites:
        if cite.name not in told:
            yield ((f"{indent}[{cite.name}] ", DIM), (cite.text, PLAIN))
    if again:
        yield ((f"{indent}{' '.join(again)} as above", DIM),)
    told |= {cite.name for cite in cites}


def _line(reason: "Reason", indent: str) -> Line:
    pieces = [(indent + reason.text, PLAIN)]
    if reason.value:
        sign = " = " if _is_name(reason.text) else ": "
        pieces += [(sign, PLAIN), (_cut(reason.value), COLOURS.get(reason.value, PLAIN))]
    note = ", ".join(filter(None, (reason.note, reason.place)))
    if note:
        pieces.append((f"  ({note})", DIM))
    return tuple(pieces)


def beside(reason: "Reason") -> str:
    """Parts that say no more than their values, in brackets; "" where one does."""
    if not reason.parts or any(part.parts or part.note or part.place or part.cites for part in reason.parts):
        return ""
    if not all(part.value and _is_name(part.text) for part in reason.parts):
        return ""
    return f"  ({', '.join(f'{part.text} = {_cut(part.value)}' for part in reason.parts)})"


def _is_name(text: str) -> bool:
    """Whether a phrase is a name or a place, which has no sign between words."""
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == " " and depth == 0:
            return False
    return True


def _cut(value: str) -> str:
    if len(value) <= _LONGEST:
        return value
    if value.startswith("("):
        names = value.strip("()").split(", ")
        return f"({', '.join(names[:_FIRST])}, … {len(names)} in all)"
    return value[:_LONGEST] + "…"
