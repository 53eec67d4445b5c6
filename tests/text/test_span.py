import pytest

from interpreter.text.span import Source, Span


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        pytest.param("", 0, (1, 1), id="empty"),
        pytest.param("ab\ncd", 0, (1, 1), id="first"),
        pytest.param("ab\ncd", 2, (1, 3), id="on the break"),
        pytest.param("ab\ncd", 3, (2, 1), id="behind the break"),
        pytest.param("ab\r\ncd", 4, (2, 1), id="windows break"),
        pytest.param("ab\rcd", 3, (2, 1), id="old break"),
        pytest.param("ab\n", 3, (2, 1), id="empty last line"),
        pytest.param("ab", 99, (1, 3), id="beyond the end"),
        pytest.param("ab", -1, (1, 1), id="before the start"),
        pytest.param("🂡é\n", 2, (1, 3), id="columns are code points"),
        pytest.param("a\u2028b\x0cc", 4, (1, 5), id="other separators are no breaks"),
    ],
)
def test_place(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Source("f", text).place(offset) == place


def test_first_line_is_counted_from() -> None:
    source = Source("f", "a\nb", first_line=10)
    assert source.place(2) == (11, 1)
    assert source.line(11) == "b"
    assert source.last_line == 11


@pytest.mark.parametrize(("number", "line"), [(1, "ab"), (2, ""), (3, "cd"), (4, "")])
def test_line(number: int, line: str) -> None:
    assert Source("f", "ab\r\n\r\ncd\n").line(number) == line


@pytest.mark.parametrize("number", [0, -3, 3])
def test_line_that_is_not_there(number: int) -> None:
    with pytest.raises(IndexError):
        Source("f", "a\nb").line(number)


def test_sources_are_equal_only_to_themselves() -> None:
    one, two = Source("f", "a"), Source("f", "a")
    assert one != two
    assert len({one, two, one}) == 2
    assert Span(one, 0, 1) != Span(two, 0, 1)


def test_span_places() -> None:
    span = Span(Source("f", "ab\ncd\n"), 1, 4)
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 2, 2, 2)
    assert span.text == "b\nc"


def test_join() -> None:
    source = Source("f", "abcdef")
    assert Span.join(Span(source, 4, 5), Span(source, 1, 2)) == Span(source, 1, 5)
    with pytest.raises(ValueError, match="two sources"):
        Span.join(Span(source, 0, 1), Span(Source("f", "abcdef"), 0, 1))


def test_bytes() -> None:
    assert Source.from_bytes("f", b"\xef\xbb\xbfa\xc3\xa9").text == "aé"
    assert Source.from_bytes("f", b"a\xff").text == "a\udcff"
