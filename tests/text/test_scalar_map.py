"""The places of parts of a scalar; the scalars come from the reader, as they do in use."""

import pytest

from interpreter.syntax.document import Mapping, Scalar
from interpreter.syntax.yaml_reader import read
from interpreter.text.scalar_map import ScalarMap
from interpreter.text.span import Source, Span


def scalar(text: str, pure: bool) -> Scalar:
    node, findings = read(Source("f", text), pure=pure)
    assert not findings
    assert isinstance(node, Mapping)
    value = node.get("k")
    assert isinstance(value, Scalar)
    return value


@pytest.fixture(params=[False, True], ids=["fast", "pure"], name="pure")
def pure_(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize(
    ("text", "word", "line", "column"),
    [
        pytest.param("k: owner(cell) = me", "cell", 1, 10, id="plain"),
        pytest.param("a: é\nk:   owner(cell)   # why", "cell", 2, 12, id="plain with a comment"),
        pytest.param("k: 'owner(cell)'", "cell", 1, 11, id="single quotes"),
        pytest.param('k: "owner(cell)"', "cell", 1, 11, id="double quotes"),
        pytest.param("{j: 1, k: owner(cell)}", "cell", 1, 17, id="in braces"),
        pytest.param("k: |\n  one\n\n  # no comment: cell\nj: 1", "cell", 4, 17, id="block"),
        pytest.param("k: |\n  one\n    two cell\n", "cell", 3, 9, id="deeper line"),
        pytest.param("k: |2\n    one cell\n", "cell", 2, 9, id="indent given"),
        pytest.param("k: |-  # why\n      one cell", "cell", 2, 11, id="stripped"),
        pytest.param("k: |+\n  one cell\n\n\nj: 1", "cell", 2, 7, id="kept"),
        pytest.param("k: |\n\n\n  cell\n", "cell", 4, 3, id="empty lines first"),
        pytest.param("k: |\r\n  one\r\n  cell\r\nj: 1\r\n", "cell", 3, 3, id="windows breaks"),
        pytest.param("j:\n- x\nk: |\n    a\n\n    cell", "cell", 6, 5, id="no break at the end"),
    ],
)
def test_exact(text: str, word: str, line: int, column: int, pure: bool) -> None:
    value = scalar(text, pure)
    start = value.text.index(word)
    span = value.map.span(start, start + len(word))
    assert value.map.is_exact
    assert (span.line, span.column, span.text) == (line, column, word)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("k: one\n  two", id="wrapped"),
        pytest.param("k: >\n  one\n  two", id="folded"),
        pytest.param("k: >-\n  one", id="folded on one line"),
        pytest.param(r'k: "o\x6ee two"', id="escape"),
        pytest.param("k: 'one''s'", id="doubled quote"),
        pytest.param("k: 'one\n  two'", id="quotes over two lines"),
    ],
)
def test_whole(text: str, pure: bool) -> None:
    value = scalar(text, pure)
    assert not value.map.is_exact
    assert value.map.span(1, 2) == value.span == value.map.whole
    assert value.span.text == text[3:]


def test_ends_of_a_block(pure: bool) -> None:
    value = scalar("k: |\n  one\n  two\nj: 1\n", pure)
    assert value.text == "one\ntwo\n"
    places = value.map.span
    assert places(0, 3).text == "one"
    assert places(0, 7).text == "one\n  two"
    assert (places(3, 4).line, places(3, 4).text) == (2, "")
    assert (places(7, 7).line, places(7, 7).column) == (3, 6)
    assert (places(8, 8).line, places(8, 8).column) == (3, 6)
    assert (places(99, 120).line, places(99, 120).text) == (3, "")
    assert value.span.text == "|\n  one\n  two"


@pytest.mark.parametrize("text", ["k: |\nj: 1", "k:", "k: ''"])
def test_empty(text: str, pure: bool) -> None:
    value = scalar(text, pure)
    assert value.map.span(0, 0).line == 1


def test_without_stretches() -> None:
    whole = Span(Source("f", "abc"), 0, 3)
    assert ScalarMap(whole).span(1, 2) == whole
