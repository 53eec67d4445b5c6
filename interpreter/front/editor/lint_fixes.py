"""What a warning proposes: to leave out what nobody needs, to write what it says, or to allow it."""

import re

from interpreter.front.editor.fixes import Fix
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span

_WRITE = re.compile(r"write `([^`…]+)`\Z")
_LEFT_OUT = frozenset({"W400", "W401", "W520"})
_REMARK = "W900"
_BLOCK = re.compile(r":\s*[|>][-+0-9]*\s*(#.*)?\Z")


def lint_fixes(finding: Diagnostic) -> tuple[Fix, ...]:
    """The edits that a warning proposes in its own file."""
    span = finding.span
    if span is None or finding.severity == "error":
        return ()
    found = []
    write = _WRITE.match(finding.help or "")
    if write is not None:
        found.append(Fix(f"Write `{write[1]}`", span.start, span.end, write[1]))
    if finding.code in _LEFT_OUT and not finding.message.startswith("the column"):
        lines = _lines_of(span)
        if lines is not None:
            found.append(Fix("Leave it out", *lines, ""))
    if finding.code == _REMARK:
        found.append(Fix("Leave the remark out", *_remark(span), ""))
    elif finding.code[:2] != "W9":
        found += _allow(finding.code, span)
    return tuple(found)


def _lines_of(span: Span) -> tuple[int, int] | None:
    """The lines of the entry or effect that begins with a span; None where it shares them with others, or
    where nothing would be left beside it.
    """
    source, first = span.source, span.line
    depth = span.column - 1
    if source.line(first)[:depth].strip():
        return None
    last = first
    while last < source.last_line and _is_inside(source, last + 1, depth):
        last += 1
    while last > first and not source.line(last).strip():
        last -= 1
    if not _has_sibling(source, first, last, depth):
        return None
    end = source.line_start(last + 1) if last < source.last_line else len(source.text)
    return source.line_start(first), end


def _is_inside(source: Source, number: int, depth: int) -> bool:
    line = source.line(number)
    return not line.strip() or _indent(line) > depth


def _has_sibling(source: Source, first: int, last: int, depth: int) -> bool:
    """Whether another entry stands above or below at the same depth."""
    for numbers in (range(first - 1, source.first_line - 1, -1), range(last + 1, source.last_line + 1)):
        for number in numbers:
            line = source.line(number)
            if not line.strip() or line.lstrip().startswith("#") or _indent(line) > depth:
                continue
            if _indent(line) == depth:
                return True
            break
    return False


def _remark(span: Span) -> tuple[int, int]:
    """A remark, with its line if it stands alone there."""
    source, start = span.source, span.start
    before = source.line(span.line)[: span.column - 1]
    if not before.strip() and span.line < source.last_line:
        return source.line_start(span.line), source.line_start(span.line + 1)
    return start - (len(before) - len(before.rstrip())), span.end


def _allow(code: str, span: Span) -> list[Fix]:
    """A remark above the line, of which the reason has still to be written."""
    source, number = span.source, span.line
    line = source.line(number)
    depth, opens = _indent(line), ""
    for above in range(number - 1, source.first_line - 1, -1):
        text = source.line(above)
        if text.strip() and _indent(text) < depth:
            opens = text
            break
    block = _BLOCK.search(opens)
    in_block = block is not None and "|" in block[0]
    if (block is not None and not in_block) or (block is None and not re.search(r":(\s|$)", line)):
        return []
    start = source.line_start(number)
    remark = f"{line[:depth]}# lint: allow {code}, because \n"
    return [Fix(f"Allow {code} here, and say why", start, start, remark, is_preferred=False)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
