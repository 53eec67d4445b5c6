from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.render import render, render_all
from interpreter.text.span import Source, Span

HEX = Source("hex.yaml", "kinds: x\nwhen: owner(cel) == me\n")


def lines(*parts: str) -> str:
    return "\n".join(parts)


def test_the_shape() -> None:
    finding = Diagnostic("E202", "unknown name `cel`", Span(HEX, 21, 24), "did you mean `cell`?")
    assert render(finding) == lines(
        "hex.yaml:2:13: E202 unknown name `cel`",
        "2 | when: owner(cel) == me",
        "  |             ^^^",
        "  = help: did you mean `cell`?",
    )


def test_notes_and_wide_line_numbers() -> None:
    source = Source("f", "\n" * 99 + "a: 1\n")
    finding = Diagnostic("E110", "twice", Span(source, 99, 100), notes=(Note("first", Span(HEX, 9, 13)),))
    assert render(finding) == lines(
        "f:100:1: E110 twice",
        "100 | a: 1",
        "    | ^",
        "    = note: first (hex.yaml:2:1)",
    )


def test_without_a_place() -> None:
    finding = Diagnostic("E202", "x", None, "y", (Note("z", None),))
    assert render(finding) == lines("E202 x", " = help: y", " = note: z")


def test_empty_span_has_one_caret() -> None:
    assert render(Diagnostic("E201", "x", Span(HEX, 6, 6))).splitlines()[-1] == "  |       ^"


def test_span_over_several_lines_marks_the_first() -> None:
    assert render(Diagnostic("E201", "x", Span(HEX, 0, 20))).splitlines()[1:] == [
        "1 | kinds: x",
        "  | ^^^^^^^^",
    ]


def test_tabs_and_wide_characters_keep_the_caret_in_place() -> None:
    source = Source("f", "\tK: 骰子 xe\u0301y z")
    place = source.text.index("z")
    assert (
        render(Diagnostic("E201", "x", Span(source, place, place + 1))).splitlines()[-1]
        == "  | \t" + " " * 12 + "^"
    )


def test_wide_span_has_wide_carets() -> None:
    source = Source("f", "a 骰子")
    assert render(Diagnostic("E201", "x", Span(source, 2, 4))).splitlines()[-1] == "  |   ^^^^"


def test_long_lines_are_cut_around_the_caret() -> None:
    source = Source("f", "a" * 150 + "XY" + "b" * 150)
    excerpt, caret = render(Diagnostic("E201", "x", Span(source, 150, 152))).splitlines()[1:]
    assert excerpt.startswith("1 | …")
    assert excerpt.endswith("…")
    assert len(excerpt) == 104
    assert [char for char, mark in zip(excerpt, caret, strict=False) if mark == "^"] == ["X", "Y"]


def test_a_caret_longer_than_the_cut_stays_inside() -> None:
    source = Source("f", "x" * 300)
    excerpt, caret = render(Diagnostic("E201", "x", Span(source, 10, 290))).splitlines()[1:]
    assert len(caret) <= len(excerpt)


def test_nothing_steers_the_terminal() -> None:
    source = Source("f\x1b", "a\x1b[31m\udcff\u202e")
    text = render(Diagnostic("E201", "x\x1b\n", Span(source, 0, 1), "y\x07"))
    assert not any(char in text for char in "\x1b\x07\udcff\u202e")
    text.encode("utf-8")


def test_a_line_break_as_the_place() -> None:
    assert render(Diagnostic("E201", "x", Span(HEX, 8, 9))).splitlines()[1:] == [
        "1 | kinds: x",
        "  |         ^",
    ]


def test_all_in_order() -> None:
    late = Diagnostic("E201", "late", Span(HEX, 9, 10))
    early = Diagnostic("E201", "early", Span(HEX, 0, 1))
    assert render_all([late, early]) == render(early) + "\n\n" + render(late)
    assert render_all([]) == ""
