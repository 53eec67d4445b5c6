"""What a finding proposes to write instead: the names in its `did you mean`."""

import re
from dataclasses import dataclass

from interpreter.text.diagnostic import Diagnostic

_MEANT = re.compile(r"did you mean `([^`…]+)`\?")
_ONE_WORD = re.compile(r"[^\s`]+\Z")


@dataclass(frozen=True, slots=True)
class Fix:
    """``text`` written from ``start`` up to ``end`` of the file of the finding."""

    title: str
    start: int
    end: int
    text: str
    is_preferred: bool = True


def fixes(finding: Diagnostic) -> tuple[Fix, ...]:
    """The suggestions of a finding that can be carried out at its place."""
    span = finding.span
    if span is None or finding.help is None:
        return ()
    found = []
    for meant in _MEANT.findall(finding.help):
        place = _place(finding, meant)
        if place is not None:
            found.append(Fix(f"Write `{meant}`", *place, meant))
    return tuple(found)


def _place(finding: Diagnostic, meant: str) -> tuple[int, int] | None:
    """Where the wrong word stands: the whole place of the finding, or the word of its message inside it."""
    assert finding.span is not None
    span, text = finding.span, finding.span.text
    wrong = [word for word in re.findall(r"`([^`]+)`", finding.message) if word in text and word != meant]
    for word in sorted(wrong, key=len, reverse=True):
        pattern = rf"(?<![A-Za-z0-9_]){re.escape(word)}(?![A-Za-z0-9_])"
        hits = list(re.finditer(pattern, text))
        if len(hits) == 1:
            return span.start + hits[0].start(), span.start + hits[0].end()
    return (span.start, span.end) if _ONE_WORD.match(text) else None
