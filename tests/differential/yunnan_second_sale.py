"""Phases 3 to 5 of the second Yunnan: sale, conversion, end test and final scoring."""

from collections.abc import Iterator

from tests.differential.yunnan_second_board import (
    COINS_PER_POINT,
    INFLUENCE_POINTS,
    MARKET,
    PASS_POINTS,
    POST_VALUE,
    TEAHOUSE_POINTS,
    TRADER_VALUE,
    TRANSPORT,
    Choice,
    Order,
)
from tests.differential.yunnan_second_position import Colour, Position, Result, gaps_of

# -- 3A, 3B ----------------------------------------------------------------------------------------------


def sell(position: Position) -> None:
    """Compute all incomes, set the new order and ask the first for its conversion (R103, R111, G22)."""
    for colour in position.colours.values():
        colour.income = income(colour)
    position.columns = new_columns(position)
    position.await_choice("convert", position.travel_order[0])


def income(colour: Colour) -> int:
    """What a colour sells for: unconnected traders pay for gaps, unconnected posts earn nothing (3A, G21)."""
    total = colour.traders[MARKET] * TRADER_VALUE[MARKET]  # R105
    for region, missing in gaps_of(colour).items():
        total += colour.traders[region] * (TRADER_VALUE[region] - TRANSPORT * missing)  # R106, R108
        total += 0 if missing else colour.posts[region] * POST_VALUE[region]  # R106, R109
    return total


def new_columns(position: Position) -> Order:
    """Colours by rising income; of equals the later traveller lies higher, so farther right (R110-R112)."""
    rising = sorted(position.travel_order, key=lambda name: position.colours[name].income)  # stable, G36
    return alternating(position, rising) if position.players == 2 else tuple(rising)


def alternating(position: Position, rising: list[str]) -> Order:
    """Owners alternate between two players, and the best colour stands rightmost (R132, G24)."""
    best = position.owners[rising[-1]]
    own = [name for name in rising if position.owners[name] == best]
    others = [name for name in rising if position.owners[name] != best]
    return others[0], own[0], others[1], own[1]


# -- 4A, 4B, 4C ------------------------------------------------------------------------------------------


def convert_choices(position: Position) -> Iterator[Choice]:
    """Any part of the income may become points (R114)."""
    for points in range(position.acting.income + 1):
        yield "convert", points


def apply_convert(position: Position, choice: Choice) -> bool:
    """Take points and coins, and tell whether the round goes on to a new one (R113-R115)."""
    assert position.decider is not None
    colour, points = position.acting, int(choice[1])
    position.scores[position.owners[position.decider]] += points
    colour.coins += colour.income - points
    colour.income = 0
    order = position.travel_order
    following = order.index(position.decider) + 1
    if following < len(order):
        position.await_choice("convert", order[following])
        return False
    for each in position.colours.values():
        return_home(each, position.options.return_unconnected)
    return not end_game(position)


def return_home(colour: Colour, unconnected: bool) -> None:
    """Bring market traders home, with those off the network if the option says so (R93, R117, G23)."""
    for region, missing in gaps_of(colour).items():
        if unconnected and missing:
            colour.hand["trader"] += colour.traders[region]
            colour.traders[region] = 0
    colour.hand["trader"] += colour.traders[MARKET]
    colour.traders[MARKET] = 0


def is_over(position: Position) -> bool:
    """Whether the round that ends is the last (R119, R120; two players: R133)."""
    points, gifts = (100, 2) if position.players == 2 else (80, 0)
    return max(position.scores) >= points or sum(position.gifts.values()) <= gifts


def end_game(position: Position) -> bool:
    """Score the end if it is reached, else count the round (R121, R136); tell whether it is."""
    if not is_over(position):
        position.round += 1
        return False
    position.result = final_result(position)
    position.scores = list(position.result.points)
    position.await_choice("over", None)
    return True


# -- Phase 5 ---------------------------------------------------------------------------------------------


def colours_of_player(position: Position, player: int) -> list[Colour]:
    """One colour, or the two of a player of two."""
    return [position.colours[name] for name, owner in position.owners.items() if owner == player]


def final_points(position: Position, player: int) -> int:
    """What the final scoring adds (R122-R126); coins of two colours are added first (R134)."""
    own = colours_of_player(position, player)
    points = sum(colour.coins for colour in own) // COINS_PER_POINT
    for colour in own:
        points += colour.gifts * position.options.published_gift_value  # R123, G3
        points += PASS_POINTS[colour.pass_level] + INFLUENCE_POINTS[colour.influence]
        points += TEAHOUSE_POINTS * len(colour.houses)
    return points


def final_result(position: Position) -> Result:
    """All points and the ranking: points, influence, travel order (R127-R130; two players: G25)."""
    points = tuple(score + final_points(position, i) for i, score in enumerate(position.scores))

    def standing(player: int) -> tuple[int, int, int, int]:
        levels = [colour.influence for colour in colours_of_player(position, player)]
        return -points[player], -max(levels), -sum(levels), first_place(position, player)

    return Result(points, tuple(sorted(range(position.players), key=standing)))


def first_place(position: Position, player: int) -> int:
    """The place of a player's first colour in travel order."""
    return min(i for i, name in enumerate(position.travel_order) if position.owners[name] == player)


def shown(score: int) -> tuple[int, int]:
    """The field of the scoring marker and the side of the score tile, 0 or -100 (R137, R138, G27)."""
    return score % 100, -100 if score < 0 else 0
