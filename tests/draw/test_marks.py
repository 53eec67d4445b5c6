from interpreter.core.ir import Domain
from interpreter.draw.ink import plain
from interpreter.draw.marks import Marks, long_value, short_value
from interpreter.engine.view import Plain

COLOURS = Domain("Colour", 3, 0, ("black", "blue", "bronze"))


def test_letters_are_different_and_those_given_come_first() -> None:
    marks = Marks({"bronze": "b"}, {"blue": "blue"})
    letters = [marks.letter(COLOURS, name) for name in COLOURS.names]
    assert letters[2] == ("b", "")
    assert letters[0] == ("l", "")
    assert letters[1] == ("u", "blue")


def test_two_players_are_crosses_and_noughts_and_more_are_numbers() -> None:
    two = Domain("Player", 2, 0, ("P1", "P2"))
    three = Domain("Player", 3, 0, ("P1", "P2", "P3"))
    assert [Marks({}, {}).letter(two, name)[0] for name in two.names] == ["X", "O"]
    assert [Marks({}, {}).letter(three, name)[0] for name in three.names] == ["1", "2", "3"]


def test_values_in_words() -> None:
    marks = Marks({}, {})
    values: list[tuple[Plain, str]] = [
        (None, "-"), (True, "yes"), (False, "no"), (7, "7"), ("blue", "blue"), ([], "-"), ({}, "-"),
        (["blue", "black"], "blue, black"), ({"blue": 2, "black": 1}, "blue 2, black"),
        ({"3": 2, "5": 1}, "3 ×2, 5"),
    ]  # fmt: skip
    for value, text in values:
        assert plain(long_value(marks, value)) == text


def test_values_in_short() -> None:
    marks = Marks({"blue": "u"}, {})
    assert plain(short_value(marks, COLOURS, {"blue": 2, "black": 1})) == "u2b"
    assert plain(short_value(marks, COLOURS, ["black", "blue"])) == "bu"
    assert plain(short_value(marks, COLOURS, None)) == ""
    assert plain(short_value(marks, None, 12)) == "12"
    assert plain(short_value(marks, None, True)) == "*"
