from interpreter.draw.ink import (
    BOLD,
    PLAIN,
    Line,
    aligned,
    columns,
    folded,
    in_columns,
    line,
    plain,
    trimmed,
    width,
    wrapped,
)


def _texts(lines: list[Line]) -> list[str]:
    return [plain(one) for one in lines]


def test_width_counts_columns_not_letters() -> None:
    assert columns("T01") == 3
    assert columns("日本") == 4
    assert columns("e\u0301") == 1
    assert width((("ab", BOLD), ("日", PLAIN))) == 4


def test_cells_stand_under_each_other_and_numbers_end_there() -> None:
    rows = [[line("a"), line("long"), line("1")], [line("bcd"), line("x"), line("100")]]
    assert _texts(aligned(rows)) == ["a    long  1", "bcd  x     100"]
    assert _texts(aligned(rows, numbers_from=2)) == ["a    long    1", "bcd  x     100"]
    assert _texts(aligned([[line("a"), ()], [line("bc"), line("d")]])) == ["a", "bc  d"]
    assert aligned([]) == []


def test_columns_are_read_downwards() -> None:
    cells = [line(text) for text in ("1", "2", "3", "4", "5")]
    assert _texts(in_columns(cells, 9)) == ["1   3   5", "2   4"]
    assert _texts(in_columns(cells, 1)) == ["1", "2", "3", "4", "5"]
    assert in_columns([], 80) == []


def test_lines_break_between_pieces() -> None:
    pieces: Line = (("aaa", PLAIN), ("bbb", BOLD), ("cc", PLAIN))
    assert _texts(wrapped(pieces, 6)) == ["aaabbb", "cc"]
    assert _texts(wrapped(pieces, 1)) == ["aaa", "bbb", "cc"]
    assert wrapped((), 5) == []


def test_prose_breaks_between_words_and_goes_on_further_in() -> None:
    pieces: Line = (("  ", PLAIN), ("[R1]", BOLD), (" one two ", PLAIN), ("three four", BOLD))
    assert folded(pieces, 80) == [pieces]
    parts = folded(pieces, 14)
    assert _texts(parts) == ["  [R1] one two", "    three four"]
    assert parts[1][-1] == ("four", BOLD)
    assert _texts(folded(line("a verylongword b"), 6)) == ["a", "  verylongword", "  b"]
    assert folded((), 5) == [()]


def test_nothing_is_left_at_the_end_of_a_line() -> None:
    assert trimmed([("a ", BOLD), ("  ", PLAIN)]) == (("a", BOLD),)
    assert trimmed([("  ", PLAIN)]) == ()
