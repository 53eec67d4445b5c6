"""Yunnan a second time, written from the document and its dossier, not from the ruleset.

``start`` gives a position, ``legal`` all choices of the colour that decides, ``apply`` the position after
one of them. The course of the game lies in ``yunnan_second_auction`` (phase 1), ``yunnan_second_travel``
(phase 2) and ``yunnan_second_sale`` (phases 3 to 5); everything between two decisions is done at once.

Choices are plain tuples:

- ``("deal",)``: before the first order is drawn; chance says which;
- D1: ``("place", source, "puer")``, ``("place", source, building, price)``,
  ``("place", source, "bank", slot)`` with a source ``"hand"`` or a region, and ``("pass",)``;
- D2: ``("take", kind)``, or ``("take", "teahouse", region)`` to build it at once;
- D3: ``("build", kind, place)``, ``("move", start, goal)``, ``("push", region, colour)``, ``("stop",)``;
- D4: ``("convert", points)``.
"""

from collections.abc import Callable, Iterator

from tests.differential.yunnan_second_auction import (
    apply_auction,
    apply_yard,
    auction_choices,
    start_auction,
    yard_choices,
)
from tests.differential.yunnan_second_board import Choice, Options
from tests.differential.yunnan_second_position import Chance, IllegalError, Position, deal, new_position
from tests.differential.yunnan_second_sale import apply_convert, convert_choices
from tests.differential.yunnan_second_travel import apply_travel, travel_choices


def deal_choices(_position: Position) -> Iterator[Choice]:
    """Before the first order is drawn there is nothing to choose."""
    yield ("deal",)


CHOICES: dict[str, Callable[[Position], Iterator[Choice]]] = {
    "deal": deal_choices,
    "auction": auction_choices,
    "yard": yard_choices,
    "travel": travel_choices,
    "convert": convert_choices,
    "over": lambda _: iter(()),
}


def start(players: int, options: Options, chance: Chance) -> Position:
    """A game at its first decision, set up as chance says."""
    return apply(new_position(players, options), ("deal",), chance)


def legal(position: Position) -> tuple[Choice, ...]:
    """All legal choices, none when the game is over."""
    return tuple(CHOICES[position.decision](position))


def deciding_player(position: Position) -> int | None:
    """Who decides: the owner of the colour that decides."""
    return None if position.decider is None else position.owners[position.decider]


def no_chance(_orders: object) -> tuple[str, ...]:
    """For every choice but the deal: nothing is left to chance."""
    raise AssertionError("only the first order is left to chance")


def apply(position: Position, choice: Choice, chance: Chance = no_chance) -> Position:
    """The position at the next decision after a choice; the given one does not change.

    Raises:
        IllegalError: the choice is not legal.
    """
    if choice not in CHOICES[position.decision](position):
        raise IllegalError(f"{position.decider} may not {choice}")
    after = position.copy()
    match position.decision:
        case "deal":
            deal(after, chance)
            start_auction(after)
        case "auction":
            apply_auction(after, choice)
        case "yard":
            apply_yard(after, choice)
        case "travel":
            apply_travel(after, choice)
        case "convert":
            if apply_convert(after, choice):
                start_auction(after)
        case "over":
            raise AssertionError("an ended game has no choices")
    return after
