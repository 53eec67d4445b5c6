from interpreter.draw.grid import board_lines, is_grid, place_of
from interpreter.draw.ink import line, plain


def _board(
    names: list[str], content: dict[str, str], *, is_hex: bool = False, is_turned: bool = False
) -> list[str]:
    shown = {name: line(text) for name, text in content.items()}
    drawn = board_lines(names, shown, is_hex=is_hex, is_turned=is_turned)
    return [plain(one) for one in drawn]


def _cells(files: str, ranks: int) -> list[str]:
    return [f"{file}{rank}" for rank in range(1, ranks + 1) for file in files]


def test_names_of_cells() -> None:
    assert place_of("a1") == (0, 0)
    assert place_of("z9") == (25, 8)
    assert place_of("aa10") == (26, 9)
    assert place_of("T01") is None
    assert not is_grid(["a1", "P1"])
    assert not is_grid([])


def test_a_grid_has_its_first_rank_below() -> None:
    assert _board(_cells("abc", 2), {"a1": "X", "c2": "O"}) == [" 2 · · O", " 1 X · ·", "   a b c"]


def test_who_sits_opposite_sees_the_board_after_half_a_turn() -> None:
    turned = _board(_cells("abc", 2), {"a1": "X", "c2": "O", "b1": "+"}, is_turned=True)
    assert turned == [" 1 · + X", " 2 O · ·", "   c b a"]
    leaning = _board(_cells("ab", 2), {"a1": "X"}, is_hex=True, is_turned=True)
    assert leaning == [" b1 · X", " b2  · ·", "      b a"]
    many = _board(_cells("a", 10), {"a10": "X"}, is_turned=True)
    assert (many[0], many[9]) == ("  1 ·", " 10 X")


def test_wide_contents_widen_all_cells() -> None:
    assert _board(_cells("ab", 1), {"b1": "X*"}) == [" 1 ·  X*", "   a  b"]


def test_ranks_of_two_digits_are_aligned() -> None:
    drawn = _board(_cells("a", 10), {})
    assert drawn[0] == " 10 ·"
    assert drawn[1] == "  9 ·"
    assert drawn[-1] == "    a"


def test_a_rhombus_of_hexagons_leans_so_that_neighbours_touch() -> None:
    # b2 has beside it a2 and c2, above it b3 and c3, below it a1 and b1.
    drawn = _board(_cells("abc", 3), {"b2": "x"}, is_hex=True)
    assert drawn == [
        " a3 · · ·",
        " a2  · x ·",
        " a1   · · ·",
        "       a b c",
    ]


def test_a_hexagon_of_hexagons() -> None:
    names = ["a1", "b1", "a2", "b2", "c2", "b3", "c3"]
    assert _board(names, {"b2": "x"}, is_hex=True) == [" b3  · ·", " a2 · x ·", " a1  · ·"]
