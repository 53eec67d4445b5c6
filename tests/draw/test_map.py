from interpreter.draw.ink import Line, line, plain
from interpreter.draw.map import Map
from interpreter.draw.picture import Picture

SQUARES = Picture(
    canvas=(200, 100),
    sites={"A": (50, 50), "B": (150, 50)},
    outlines={
        "A": ((0, 0), (100, 0), (100, 100), (0, 100)),
        "B": ((100, 0), (200, 0), (200, 100), (100, 100)),
    },
)


def _drawn(picture: Picture, labels: dict[str, list[Line]], room: int) -> list[str] | None:
    lines = Map(picture).lines(labels, room)
    return None if lines is None else [plain(one) for one in lines]


def test_areas_have_borders_and_labels_in_the_middle() -> None:
    # 21 columns are 10 rows at 2.1 to 1 for a canvas of 2 to 1: 21 * 100 / 200 / 2.1 = 5.
    assert _drawn(SQUARES, {"A": [line("A")], "B": [line("B")]}, 21) == [
        "┌─────────┬─────────┐",
        "│         │         │",
        "│    A    │    B    │",
        "│         │         │",
        "└─────────┴─────────┘",
    ]


def test_labels_of_several_lines() -> None:
    drawn = _drawn(SQUARES, {"A": [line("A"), line("r2")], "B": [line("B")]}, 21)
    assert drawn is not None
    rows = [row for row, text in enumerate(drawn) if "A" in text or "r2" in text]
    assert rows[1] == rows[0] + 1


def test_water_is_no_place() -> None:
    picture = Picture(canvas=(200, 100), sites={"A": (50, 50)}, outlines={"A": SQUARES.outlines["A"]},
                      lakes=(SQUARES.outlines["B"],))  # fmt: skip
    assert _drawn(picture, {"A": [line("A")]}, 21) == [
        "┌─────────┬─────────┐",
        "│         │~~~~~~~~~│",
        "│    A    │~~~~~~~~~│",
        "│         │~~~~~~~~~│",
        "└─────────┴─────────┘",
    ]


def test_labels_never_collide() -> None:
    near = Picture(canvas=(200, 100), sites={"A": (50, 50), "B": (52, 50)})
    drawn = _drawn(near, {"A": [line("AAAA")], "B": [line("BBBB")]}, 21)
    assert drawn is not None
    assert "".join(drawn).count("AAAA") == 1
    assert "".join(drawn).count("BBBB") == 1
    assert "AAAABBBB" not in "".join(drawn)


def test_a_map_without_room_is_none() -> None:
    crowd = {f"S{i}": (100, 50) for i in range(60)}
    picture = Picture(canvas=(200, 100), sites=crowd)
    assert _drawn(picture, {name: [line(name)] for name in crowd}, 21) is None
    assert _drawn(SQUARES, {"A": [line("a label wider than the map")]}, 21) is None
