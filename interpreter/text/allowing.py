"""`# lint: allow W402, because …`: a remark that allows one doubtful thing at one place.

Behind a line it holds for that line, on a line of its own for the next line that is no remark; where a block
of text begins there (`|`, `>-`), for the whole of it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import listed
from interpreter.text.span import Source, Span

_REMARK = re.compile(r"(?:^|(?<=\s))#\s*lint\s*:[^\n]*", re.MULTILINE)
_FORM = re.compile(r"#\s*lint\s*:\s*allow\s+([A-Z0-9]+(?:\s*,\s*[A-Z]\d+)*)\s*,\s*because\s+(\S.*)\Z")
_OPENS = re.compile(r"(?:^|[\s:])[|>][-+0-9]*\s*(?:#.*)?\Z")
_EXAMPLE = "write it as `# lint: allow W402, because the module needs it`"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A remark that allows findings with these codes on the lines from the ``first`` to the ``last``."""

    codes: tuple[str, ...]
    because: str
    span: Span
    first: int
    last: int

    def covers(self, finding: Diagnostic) -> bool:
        """Whether it allows a finding."""
        span = finding.span
        return (
            span is not None
            and finding.code in self.codes
            and span.source.path == self.span.source.path
            and self.first <= span.line <= self.last
        )


def allowances(source: Source) -> tuple[tuple[Allowance, ...], tuple[Diagnostic, ...]]:
    """The remarks of a text that allow something, and those that are meant to and do not say what or why."""
    found, wrong = [], []
    for match in _REMARK.finditer(source.text) if "lint" in source.text else ():
        span = Span(source, match.start(), match.start() + len(match[0].rstrip()))
        form = _FORM.match(span.text)
        if form is None:
            wrong.append(_no_form(span))
            continue
        codes = tuple(dict.fromkeys(re.findall(r"[A-Z0-9]+", form[1])))
        unknown = [code for code in codes if code not in CODES or CODES[code].severity == "error"]
        if unknown:
            wrong.append(_no_warning(unknown, span))
            continue
        found.append(Allowance(codes, form[2], span, *_lines(source, span)))
    return tuple(found), tuple(wrong)


def is_allowed(finding: Diagnostic) -> bool:
    """Whether a remark in its own file allows a finding."""
    if finding.severity == "error" or finding.span is None:
        return False
    return any(rule.covers(finding) for rule in allowances(finding.span.source)[0])


def _lines(source: Source, span: Span) -> tuple[int, int]:
    """The first and the last line that a remark speaks of."""
    first = span.line
    if not source.line(first)[: span.column - 1].strip():
        first += 1
        while first < source.last_line and _is_idle(source.line(first)):
            first += 1
    last = first
    line = source.line(first) if first <= source.last_line else ""
    if _OPENS.search(line):
        depth = _indent(line)
        while last < source.last_line and (
            not source.line(last + 1).strip() or _indent(source.line(last + 1)) > depth
        ):
            last += 1
    return first, last


def _is_idle(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def without_allowed(findings: Iterable[Diagnostic], allowed: Iterable[Allowance]) -> tuple[Diagnostic, ...]:
    """The findings that no remark allows."""
    rules = tuple(allowed)
    return tuple(one for one in findings if not any(rule.covers(one) for rule in rules))


def idle_allowances(
    findings: Iterable[Diagnostic], allowed: Iterable[Allowance], judged: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Remarks that allow what is not there; ``judged`` are the codes that were looked for."""
    there = tuple(findings)
    found = []
    for rule in allowed:
        idle = [
            code
            for code in rule.codes
            if code in judged and not any(rule.covers(one) for one in there if one.code == code)
        ]
        if idle:
            found.append(_idle(idle, rule.span))
    return tuple(found)


def _no_form(span: Span) -> Diagnostic:
    return Diagnostic("W901", "this remark allows nothing: it lacks a code or a reason", span, _EXAMPLE)


def _no_warning(codes: list[str], span: Span) -> Diagnostic:
    message = f"{listed(codes, 'and')} can't be allowed: only warnings can"
    return Diagnostic("W901", message, span, _EXAMPLE)


def _idle(codes: list[str], span: Span) -> Diagnostic:
    return Diagnostic("W900", f"there is no {listed(codes)} here to allow", span, "leave the remark out")
