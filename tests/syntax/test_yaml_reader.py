"""What the reader accepts and what it makes of it; each table runs with both parsers."""

from pathlib import Path
from typing import Any

import pytest

from interpreter.syntax.document import Mapping, Scalar, plain
from interpreter.syntax.yaml_reader import LARGEST, read
from interpreter.text.render import render
from interpreter.text.span import Source

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(params=[False, True], ids=["fast", "pure"], name="pure")
def pure_(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # YAML 1.2.2, 10.3: the core schema, less its floats, octal and hexadecimal numbers
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-0", 0),
        ("42", 42),
        ("-7", -7),
        ("True", "True"),
        ("FALSE", "FALSE"),
        ("Null", "Null"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("010", "010"),
        ("+1", "+1"),
        ("0x1f", "0x1f"),
        ("0o7", "0o7"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2026-11-30", "2026-11-30"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("''", ""),
        ("|\n  1", "1"),
        ("=", "="),
        ("1" * 1001, "1" * 1001),
    ],
)
def test_meaning(text: str, value: object, pure: bool) -> None:
    node, findings = read(Source("f", f"k: {text}"), pure=pure)
    assert not findings
    assert node is not None
    data = plain(node)
    assert data == {"k": value}
    assert isinstance(data, dict)
    assert type(data["k"]) is type(value)


@pytest.mark.parametrize("key", ["true", "false", "null", "~", "1", "010", "yes", "on", "a b", "'x y'"])
def test_keys_are_text(key: str, pure: bool) -> None:
    node, findings = read(Source("f", f"{key}: 1"), pure=pure)
    assert not findings
    assert isinstance(node, Mapping)
    assert node.keys() == (key.strip("'"),)
    assert node.entries[0].key.value == key.strip("'")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("from: occupied - villages [R12]", "occupied - villages [R12]", id="footnote"),
        pytest.param("to: near(from) & occupied [R13, CL-9]", "near(from) & occupied [R13, CL-9]", id="two"),
        pytest.param("do: |\n  add 1 to x # why\n", "add 1 to x # why\n", id="comment of the inner language"),
        pytest.param("do: |\n  # whole line\n  add 1\n", "# whole line\nadd 1\n", id="whole line"),
        pytest.param("x: a # why", "a", id="comment of YAML"),
        pytest.param("x: a#b", "a#b", id="no comment"),
        pytest.param("x: f(a, b) >= 2", "f(a, b) >= 2", id="commas outside of braces"),
        pytest.param("x: (sum of f(a) for a in A)", "(sum of f(a) for a in A)", id="round brackets first"),
        pytest.param("x: -1 + a", "-1 + a", id="minus"),
        pytest.param("x: a: 1".replace(": 1", ":1"), "a:1", id="colon without a space"),
        pytest.param("---\nx: a\n...\n", "a", id="marks of a document"),
        pytest.param("x: a\r\n", "a", id="windows break"),
        pytest.param("x: one\n  two", "one two", id="wrapped"),
    ],
)
def test_text_stays_as_written(text: str, value: str, pure: bool) -> None:
    node, findings = read(Source("f", text), pure=pure)
    assert not findings
    assert isinstance(node, Mapping)
    assert plain(node.entries[0].value) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("", ["1:1 E106"], id="empty"),
        pytest.param("# only\n\n", ["1:1 E106"], id="only a comment"),
        pytest.param("---\n", ["1:1 E106"], id="only a mark"),
        pytest.param("a: \udcff", ["1:4 E101"], id="not UTF-8"),
        pytest.param("a: \ud800", ["1:4 E101"], id="half a character"),
        pytest.param("a: \x00\nb: \x1b", ["1:4 E102", "2:4 E102"], id="control characters"),
        pytest.param("a: \u2028", ["1:4 E102"], id="hidden line break"),
        pytest.param("a: b\ufeff", ["1:5 E102"], id="byte mark inside"),
        pytest.param('a: "\\0"', ["1:4 E102"], id="escaped control character"),
        pytest.param('a: "\\ud800"', ["1:4 E102"], id="escaped half a character"),
        pytest.param("x:\n\ty: 1", ["2:1 E103"], id="tab in the indentation"),
        pytest.param("x:\n  \ty: 1", ["2:3 E103"], id="tab behind spaces"),
        pytest.param("x:\ty", ["1:3 E103"], id="tab between"),
        pytest.param("[" * 41 + "]" * 41, ["1:41 E105"], id="too deep"),
        pytest.param("[" * 100_000, ["1:41 E105"], id="far too deep"),
        pytest.param("- " * 1000 + "x", ["1:81 E105"], id="too deep in lines"),
        pytest.param("a: 1\n---\nb: 2\n---\n", ["2:1 E107"], id="documents"),
        pytest.param("%YAML 1.2\n---\na: 1", ["1:1 E108"], id="version"),
        pytest.param("%TAG !e! tag:x,1:\n---\na: 1", ["1:1 E108"], id="tag handle"),
        pytest.param("%x\na: 1", ["1:1 E108"], id="unknown directive"),
        pytest.param("%YAML x\n---\na: 1", ["1:1 E108"], id="broken directive"),
        pytest.param("a: 1\nb: 2\na: 3\n'a': 4", ["3:1 E110", "4:1 E110"], id="duplicate keys"),
        pytest.param("a: {b: 1, b: 2}\nc: {b: 1}", ["1:11 E110"], id="duplicate keys in braces"),
        pytest.param("1: a\n'1': b", ["2:1 E110"], id="keys are duplicate as text"),
        pytest.param("a: *x\nb: 1", ["1:4 E111"], id="alias"),
        pytest.param("*x : 1", ["1:1 E111"], id="alias as key"),
        pytest.param("- *x\n- *y", ["1:3 E111", "2:3 E111"], id="aliases in a list"),
        pytest.param("a: &x 1\nb: &y\n  c: 1\nd: &z [1]", ["1:4 E112", "2:4 E112", "4:4 E112"], id="anchors"),
        pytest.param("&k a: 1", ["1:1 E112"], id="anchor of a key"),
        pytest.param("&r\na: 1", ["1:1 E112"], id="anchor of the root"),
        pytest.param("<<: {a: 1}\nb: 1", ["1:1 E113"], id="merge key"),
        pytest.param("a: !!python/object:os.system x", ["1:4 E114"], id="foreign tag"),
        pytest.param("a: !x [1]\nb: !<tag:y> 1\nc: ! 1", ["1:4 E114", "2:4 E114", "3:4 E114"], id="tags"),
        pytest.param("a: !!str 1", ["1:4 E114"], id="own tag"),
        pytest.param("a: !e!x 1", ["1:4 E114"], id="unknown handle"),
        pytest.param("a: &x !y b", ["1:4 E112", "1:7 E114"], id="anchor and tag"),
        pytest.param("? [a]\n: 1\n? {b: 1}\n: 2", ["1:3 E115", "3:3 E115"], id="keys with parts"),
        pytest.param("a: 1\n: 2", ["2:1 E116"], id="no key"),
        pytest.param("{: 2}", ["1:2 E116"], id="no key in braces"),
        pytest.param("a: {b: f(x, y)}", ["1:8 E117"], id="comma in braces"),
        pytest.param("a: [f(x, y), z]", ["1:5 E117"], id="comma in brackets"),
        pytest.param("a: {b, c}", ["1:5 E117"], id="braces without values"),
    ],
)
def test_refused(text: str, found: list[str], pure: bool) -> None:
    _, findings = read(Source("f", text), pure=pure)
    assert [f"{f.span.line}:{f.span.column} {f.code}" for f in findings if f.span] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("a: {b} + c", "1:8 E120", id="brace first"),
        pytest.param("a: [R1] b", "1:9 E120", id="bracket first"),
        pytest.param("a: & b", "1:4 E120", id="ampersand first"),
        pytest.param("a: * b", "1:4 E120", id="star first"),
        pytest.param("a: |x| > 2", "1:4 E120", id="bar first"),
        pytest.param("a: > 3", "1:4 E120", id="greater first"),
        pytest.param("a: >= 3", "1:4 E120", id="greater or equal first"),
        pytest.param("a: % b", "1:4 E120", id="percent first"),
        pytest.param("a: @b", "1:4 E120", id="at first"),
        pytest.param("a: `b`", "1:4 E120", id="backtick first"),
        pytest.param("a: ]", "1:4 E120", id="closing bracket first"),
        pytest.param("a: , b", "1:4 E120", id="comma first"),
        pytest.param("a: - b", "1:4 E120", id="dash first"),
        pytest.param("a: ? b", "1:4 E120", id="question mark first"),
        pytest.param("a: {b: c [R1]}", "1:10 E120", id="footnote in braces"),
        pytest.param("a: b: c", "1:5 E121", id="two colons"),
        pytest.param("a: {b: c: d}", "1:9 E121", id="two colons in braces"),
        pytest.param("--- a: b", "1:6 E121", id="behind the mark"),
        pytest.param("a: 'b", "1:4 E122", id="single quote open"),
        pytest.param('a: "b\nc: d', "1:4 E122", id="double quote open"),
        pytest.param("a: 'b\n---\n", "1:4 E122", id="quote open at the mark"),
        pytest.param(r'a: "b\q"', "1:6 E123", id="unknown escape"),
        pytest.param(r'a: "b\xzz"', "1:6 E123", id="half an escape"),
        pytest.param(r'a: "b\UFFFFFFFF"', "1:6 E123", id="escape beyond the last"),
        pytest.param("a: {b: 1", "1:4 E124", id="brace open"),
        pytest.param("a: [b\nc: d", "1:4 E124", id="bracket open"),
        pytest.param("a: [b, {c: 1]", "1:8 E124", id="brace in bracket"),
        pytest.param("a: [b: ", "1:4 E124", id="bracket open behind a pair"),
        pytest.param("a: b\n}", "2:1 E124", id="closing nothing"),
        pytest.param("{a: b}}", "1:7 E124", id="closing once more"),
        pytest.param("a: b\n  c: d", "2:3 E125", id="key under a value"),
        pytest.param("a:\n    b: 1\n  c: 2", "3:3 E125", id="between two levels"),
        pytest.param("a: 'x'\n  c: d", "2:3 E125", id="key under quotes"),
        pytest.param("- a\nb: c", "2:1 E125", id="key in a list"),
        pytest.param("-\nb: c", "2:1 E125", id="key in a list behind an empty item"),
        pytest.param("a: 1\n- b", "2:1 E125", id="item in a mapping"),
        pytest.param("  a: 1\nb: 2", "2:1 E125", id="less than the first line"),
        pytest.param("a\nb: c", "1:1 E126", id="line without a colon"),
        pytest.param("a: 1\nb\nc: 2", "2:1 E126", id="line without a colon between"),
        pytest.param("a:b\nc: d", "1:1 E126", id="colon without a space"),
        pytest.param('a: "b" c', "1:8 E127", id="behind quotes"),
        pytest.param("a: 'it's'", "1:8 E127", id="quote inside quotes"),
        pytest.param('a: {b: "c" d}', "1:12 E127", id="behind quotes in braces"),
    ],
)
def test_syntax_errors(text: str, found: str, pure: bool) -> None:
    node, findings = read(Source("f", text), pure=pure)
    assert node is None
    assert [f"{f.span.line}:{f.span.column} {f.code}" for f in findings if f.span] == [found]


def test_words_of_the_parser_are_not_shown() -> None:
    """Every text of the tables above, and none of PyYAML's own phrases in any answer."""
    theirs = ("while ", "token", "scalar", "mapping values", "<", "simple key", "block end", "stream")
    for table in (test_refused, test_syntax_errors):
        for case in table.pytestmark[0].args[1]:  # type: ignore[attr-defined]
            for finding in read(Source("f", case.values[0]))[1]:
                shown = f"{finding.message} {finding.help}".replace("`<<`", "").replace("`!<tag:y>`", "")
                assert not any(word in shown for word in theirs)
                assert finding.message[0].islower() or not finding.message[0].isalpha()
                assert not finding.message.endswith(".")


def test_every_yaml_code_is_reached() -> None:
    from interpreter.text.codes import _YAML

    cases = [case for table in (test_refused, test_syntax_errors) for case in table.pytestmark[0].args[1]]  # type: ignore[attr-defined]
    reached = " ".join(str(case.values[1]) for case in cases) + " E100 E104"
    assert [code.id for code in _YAML if code.id not in reached] == []


def test_generic_message() -> None:
    _, (finding,) = read(Source("f", "..."))
    assert (finding.code, finding.message) == ("E100", "expected `key: value` or `- item`, found `...`")


def test_help_for_the_common_traps() -> None:
    for text in ("a: {b} + c", "a: > 3", "a: b: c"):
        _, (finding,) = read(Source("f", text))
        assert finding.help == "put the value in quotes, or give the phrase a line of its own under `|`"


def test_duplicate_key_shows_the_first() -> None:
    _, (finding,) = read(Source("f", "a: 1\na: 2"))
    assert render(finding).splitlines()[-1] == "  = note: it stands here first (f:1:1)"


def test_a_refused_part_is_left_out_and_the_rest_stays() -> None:
    node, findings = read(Source("f", "a: 1\na: 2\n<<: {b: 1}\n? [c]\n: 3\nd: *x\ne: !t 5\nf: &g 6"))
    assert len(findings) == 6
    assert node is not None
    assert plain(node) == {"a": 1, "d": None, "e": "5", "f": 6}


def test_several_syntax_errors_are_found_at_once() -> None:
    text = "a: 'x\nb: [c\nd: e: f\nfine: 1\nfine: 2\ng:\n  - {h: i(j, k)}\nl: @m\n"
    _, findings = read(Source("f", text))
    assert [(f.span.line, f.code) for f in findings if f.span] == [
        (1, "E122"),
        (2, "E124"),
        (3, "E121"),
        (5, "E110"),
        (7, "E117"),
        (8, "E120"),
    ]


def test_too_large() -> None:
    _, (finding,) = read(Source("f", "a" * (LARGEST + 1)))
    assert finding.code == "E104"
    node, findings = read(Source("f", "k: " + "é" * (LARGEST // 2 - 2)))
    assert node is not None
    assert not findings


def test_no_text_at_all_is_shown_briefly() -> None:
    node, findings = read(Source.from_bytes("f", bytes(range(256)) * 40))
    assert node is None
    assert 0 < len(findings) <= 20


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("k: |\n a" + "\n" * 500_000 + " b", id="empty lines"),
        pytest.param("k: " + "a " * 500_000, id="one long line"),
        pytest.param("\x00" * 1_000_000, id="only control characters"),
        pytest.param("(" * 500_000, id="brackets"),
        pytest.param("k: '" + "x\n" * 20_000, id="long open quote"),
    ],
)
def test_large_texts_take_no_longer_than_their_length(text: str) -> None:
    import time

    start = time.process_time()
    for finding in read(Source("f", text))[1]:
        render(finding)
    assert time.process_time() - start < 20


def test_byte_mark_at_the_start(pure: bool) -> None:
    node, findings = read(Source("f", "\ufeffa: b\nc: d"), pure=pure)
    assert not findings
    assert isinstance(node, Mapping)
    assert [entry.value.span.text for entry in node.entries] == ["b", "d"]


def test_places_in_a_later_part_of_a_file(pure: bool) -> None:
    _, (finding,) = read(Source("f", "a: 1\na: 2", first_line=10), pure=pure)
    assert finding.span is not None
    assert finding.span.line == 11
    _, (finding,) = read(Source("f", "a: 1\nb: c: d", first_line=10), pure=pure)
    assert finding.span is not None
    assert finding.span.line == 11


def corpus() -> list[Any]:
    """All files, one in four of them in the fast suite."""
    found = sorted(path for folder in ("rulesets", "tests") for path in (ROOT / folder).rglob("*.yaml"))
    return [
        pytest.param(path, id=str(path.relative_to(ROOT)), marks=[pytest.mark.slow] if number % 4 else [])
        for number, path in enumerate(found)
    ]


@pytest.mark.parametrize("path", corpus())
def test_both_parsers_agree_on_our_files(path: Path) -> None:
    source = Source.from_bytes(path.name, path.read_bytes())
    assert read(source) == read(source, pure=True)


def test_style_of_scalars(pure: bool) -> None:
    node, _ = read(Source("f", "- a\n- 'a'\n- \"a\"\n- |\n  a\n- >\n  a\n-"), pure=pure)
    assert node is not None
    items = node.items if not isinstance(node, Mapping | Scalar) else ()
    assert [item.style for item in items if isinstance(item, Scalar)] == [
        "plain",
        "single",
        "double",
        "literal",
        "folded",
        "plain",
    ]
