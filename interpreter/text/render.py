"""The plain renderer of findings: place, excerpt, caret, help, notes."""

from collections.abc import Iterable
from unicodedata import combining, east_asian_width

from interpreter.text.diagnostic import Diagnostic, Note, sort_key
from interpreter.text.span import Span

_WIDEST = 100
_BEFORE_CARET = 40


def render(finding: Diagnostic) -> str:
    """A finding as lines of text, without a line break at the end."""
    span = finding.span
    head = f"{finding.code} {shown(finding.message)}"
    if span is None:
        gutter, lines = " ", [head]
    else:
        gutter = " " * (len(str(span.line)) + 1)
        lines = [f"{_place(span)}: {head}", *_excerpt(span, gutter)]
    if finding.help is not None:
        lines.append(f"{gutter}= help: {shown(finding.help)}")
    lines.extend(f"{gutter}= note: {_note(note)}" for note in finding.notes)
    return "\n".join(lines)


def render_all(findings: Iterable[Diagnostic]) -> str:
    """All findings in their order, an empty line between two, or an empty text."""
    return "\n\n".join(render(finding) for finding in sorted(findings, key=sort_key))


def shown(text: str) -> str:
    """``text`` safe for a terminal: characters that draw nothing or steer it are replaced."""
    return "".join(char if char.isprintable() or char == "\t" else "\ufffd" for char in text)


def _note(note: Note) -> str:
    message = shown(note.message)
    return message if note.span is None else f"{message} ({_place(note.span)})"


def _place(span: Span) -> str:
    return f"{shown(span.source.path)}:{span.line}:{span.column}"


def _excerpt(span: Span, gutter: str) -> list[str]:
    """The first line of ``span`` and the caret line under it."""
    line = span.source.line(span.line)
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    line, start, end = _cut(line, start, max(end, start + 1))
    line = shown(line)
    pad = "".join(_blank(char) for char in line[:start])
    carets = "^" * max(1, sum(_width(char) for char in line[start:end]))
    written = f"{span.line} | {line}".rstrip()
    return [written, f"{gutter}| {pad}{carets}"]


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line cut around its caret, with the caret's new place."""
    if len(line) <= _WIDEST:
        return line, start, end
    left = max(0, min(start - _BEFORE_CARET, len(line) - _WIDEST))
    right = min(len(line), left + _WIDEST)
    cut = line[left:right]
    if left > 0:
        cut = "…" + cut[1:]
    if right < len(line):
        cut = cut[:-1] + "…"
    return cut, start - left, min(end, right) - left


def _width(char: str) -> int:
    """Columns that a terminal gives to ``char``."""
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _blank(char: str) -> str:
    """White space as wide as ``char``."""
    return "\t" if char == "\t" else " " * _width(char)
