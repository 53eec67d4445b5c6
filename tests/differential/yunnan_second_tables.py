"""Tables of the second Yunnan set as a test needs them, and short names for choices."""

from tests.differential.yunnan_second import apply, start
from tests.differential.yunnan_second_board import Choice, Options
from tests.differential.yunnan_second_position import Position
from tests.differential.yunnan_second_travel import start_turn

A, B, C, D = "red", "yellow", "blue", "green"


def table(players: int = 3, options: Options | None = None) -> Position:
    """A game at its first decision, columns in the order of the colours (two players: alternating)."""
    order = {2: (A, C, B, D)}.get(players, (A, B, C, D, "purple")[:players])
    return start(players, options or Options(), lambda _: order)


def play(position: Position, *choices: Choice) -> Position:
    for choice in choices:
        position = apply(position, choice)
    return position


def bid(building: str, price: int) -> Choice:
    return "place", "hand", building, price


def stand(position: Position, name: str, *spaces: str) -> None:
    """Put traders of a colour on spaces, from its hand and then from stock."""
    colour = position.colours[name]
    for space in spaces:
        source = colour.hand if colour.hand["trader"] else colour.stock
        source["trader"] -= 1
        colour.traders[space] += 1


def turn_of(position: Position, name: str, passes: int, horse: str, influence: int = 0) -> Position:
    """The position at the travel turn of a colour, with its tracks set."""
    colour = position.colours[name]
    colour.pass_level, colour.horse, colour.influence = passes, horse, influence
    start_turn(position, name)
    return position


def convert_turn(position: Position, name: str, earned: int) -> Position:
    position.colours[name].income = earned
    position.await_choice("convert", name)
    return position


def all_pass(position: Position) -> Position:
    while position.decision == "auction":
        position = apply(position, ("pass",))
    return position


PASS, STOP = ("pass",), ("stop",)
