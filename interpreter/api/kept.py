"""Findings and lints as plain data, for the cache: places are kept by file, offset and offset."""

from typing import Any

from interpreter.api.doubts import Lints
from interpreter.api.files import Files
from interpreter.text.allowing import Allowance
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.span import Source, Span

Json = Any


def kept_findings(files: Files, findings: tuple[Diagnostic, ...]) -> Json:
    """Findings as plain data; those without a place are left out."""
    return [
        [one.code, one.message, _place(files, one.span), one.help, _notes(files, one)]
        for one in findings
        if one.span is not None
    ]


def findings_from(files: Files, data: Json) -> tuple[Diagnostic, ...]:
    """Findings from plain data.

    Raises: ValueError, TypeError, KeyError for other data.
    """
    return tuple(
        Diagnostic(
            code, message, _span(files, place), help_,
            tuple(Note(text, _span(files, at) if at is not None else None) for text, at in notes),
        )
        for code, message, place, help_, notes in data
    )  # fmt: skip


def kept_lints(files: Files, lints: Lints) -> Json:
    """Lints as plain data."""
    allowed = [
        [list(one.codes), one.because, _place(files, one.span), one.first, one.last] for one in lints.allowed
    ]
    found = [kept_findings(files, some) for some in (lints.doubts, lints.warnings, lints.wrong)]
    return {"found": found, "allowed": allowed}


def lints_from(files: Files, data: Json) -> Lints:
    """Lints from plain data.

    Raises: ValueError, TypeError, KeyError for other data.
    """
    doubts, warnings, wrong = (findings_from(files, some) for some in data["found"])
    allowed = tuple(
        Allowance(tuple(codes), because, _span(files, place), first, last)
        for codes, because, place, first, last in data["allowed"]
    )
    return Lints(doubts, warnings, allowed, wrong)


def _notes(files: Files, finding: Diagnostic) -> Json:
    return [
        [note.message, _place(files, note.span) if note.span is not None else None] for note in finding.notes
    ]


def _place(files: Files, span: Span) -> Json:
    return [files.name_of(span.source), span.start, span.end]


def _span(files: Files, place: Json) -> Span:
    name, start, end = place
    source = files.read(name)
    return Span(source if source is not None else Source(name, ""), start, end)
