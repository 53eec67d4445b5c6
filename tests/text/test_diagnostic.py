import re

import pytest

from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Diagnostic, Note, sort_key
from interpreter.text.quote import listed, quote
from interpreter.text.span import Source, Span


def test_every_code_is_formed_alike() -> None:
    for name, code in CODES.items():
        assert code.id == name
        assert re.fullmatch(r"[EW]\d{3}", name)
        assert code.severity == ("warning" if name.startswith("W") else "error")
        assert not code.title.endswith(".")


def test_no_code_stands_in_two_phases() -> None:
    from interpreter.text import codes

    ids = [code.id for phase in codes._PHASES for code in phase]
    assert len(ids) == len(set(ids))


def test_unknown_code() -> None:
    with pytest.raises(KeyError):
        Diagnostic("E999", "x", None)


def test_json() -> None:
    span = Span(Source("f.yaml", "ab\ncd"), 1, 4)
    assert Diagnostic("E202", "unknown key `b`", span, "delete it").to_json() == {
        "code": "E202",
        "severity": "error",
        "message": "unknown key `b`",
        "file": "f.yaml",
        "line": 1,
        "column": 2,
        "end_line": 2,
        "end_column": 2,
        "help": "delete it",
    }
    assert Diagnostic("E202", "x", None).to_json()["line"] is None


def test_order() -> None:
    one, two = Source("a", "x\ny"), Source("b", "x")
    wanted = [
        Diagnostic("E202", "no place", None),
        Diagnostic("E202", "x", Span(one, 0, 1)),
        Diagnostic("E203", "x", Span(one, 0, 1)),
        Diagnostic("E100", "x", Span(one, 2, 3)),
        Diagnostic("E100", "x", Span(two, 0, 1)),
    ]
    assert sorted([wanted[place] for place in (3, 1, 4, 0, 2)], key=sort_key) == wanted


def test_notes_belong_to_a_finding() -> None:
    note = Note("here first", None)
    assert Diagnostic("E110", "x", None, notes=(note,)).notes == (note,)


def test_quote() -> None:
    assert quote("a  b\nc") == "`a b c`"
    assert quote("x" * 80) == f"`{'x' * 59}…`"
    assert quote("") == "``"


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "`a`"), (["a", "b"], "`a` or `b`"), ("abc", "`a`, `b` or `c`")]
)
def test_listed(words: list[str], text: str) -> None:
    assert listed(words) == text
