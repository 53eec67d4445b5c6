"""The golden tests of the dossier against the second Yunnan: travel, sale, conversion, end and variants."""

import pytest

from tests.differential.yunnan_second import apply, legal
from tests.differential.yunnan_second_auction import pay
from tests.differential.yunnan_second_board import (
    MARKET,
    REGIONS,
    Options,
    alternates,
    first_orders,
    owners_of,
)
from tests.differential.yunnan_second_position import IllegalError, Position
from tests.differential.yunnan_second_sale import (
    final_points,
    final_result,
    income,
    new_columns,
    return_home,
    shown,
)
from tests.differential.yunnan_second_tables import (
    PASS,
    STOP,
    A,
    B,
    C,
    D,
    all_pass,
    convert_turn,
    play,
    stand,
    table,
    turn_of,
)
from tests.differential.yunnan_second_travel import expelled, give_gifts, inspect, inspected

# -- Travel ----------------------------------------------------------------------------------------------


def test_travel_runs_from_the_right_t19() -> None:
    position, seen = all_pass(table()), []
    while position.decision == "travel":
        seen.append(position.decider)
        position = apply(position, STOP)
    assert seen == [C, B, A]


def test_passes_bound_all_journeys_t20() -> None:
    position = table()
    stand(position, A, MARKET, MARKET, MARKET)
    turn_of(position, A, passes=2, horse="yunnan")
    move = ("move", MARKET, "yunnan")
    assert [choice for choice in legal(position) if choice[0] == "move"] == [move]
    position = play(position, move, move)
    assert not any(choice[0] == "move" for choice in legal(position))
    assert position.colours[A].traders["yunnan"] == 2


def test_a_bridge_shortens_the_way_t21() -> None:
    position = table()
    stand(position, A, MARKET)
    position.colours[A].bridges = frozenset({"b1"})
    position = play(turn_of(position, A, passes=3, horse="chamdo"), ("move", MARKET, "chamdo"))
    assert position.turn is not None and position.turn.passes == 1


def test_a_bridge_needs_both_ends_in_range_t22() -> None:
    position = table()
    position.colours[A].hand["bridge"] = 1
    assert ("build", "bridge", "b1") not in legal(turn_of(position, A, 2, "sichuan"))
    assert ("build", "bridge", "b1") in legal(turn_of(position, A, 2, "chamdo"))


@pytest.mark.parametrize(("mine", "theirs", "may"), [(2, 1, True), (1, 1, False)])
def test_only_the_weaker_are_displaced_t23_t24(mine: int, theirs: int, may: bool) -> None:
    position = table()
    stand(position, A, "yunnan")
    stand(position, B, "sichuan")
    position.colours[B].influence = theirs
    turn_of(position, A, 2, "sichuan", mine)
    push = ("push", "sichuan", B)
    assert push not in legal(position)
    position = apply(position, ("move", "yunnan", "sichuan"))
    assert (push in legal(position)) is may
    if may:
        after = apply(position, push)
        assert after.colours[B].traders["yunnan"] == 1 and push not in legal(after)


def test_one_push_a_trader_that_moved_g16() -> None:
    position = table()
    stand(position, A, "yunnan", "sichuan")
    stand(position, B, "sichuan", "sichuan", "sichuan")
    turn_of(position, A, 2, "sichuan", 1)
    push = ("push", "sichuan", B)
    position = play(position, ("move", "yunnan", "sichuan"), push)
    assert position.colours[B].traders["sichuan"] == 2 and push not in legal(position)


def test_the_displaced_displace_nobody_t25() -> None:
    position = table()
    stand(position, A, "yunnan")
    stand(position, B, "sichuan")
    stand(position, C, "yunnan")
    position.colours[B].influence = 1
    turn_of(position, A, 2, "sichuan", 2)
    position = play(position, ("move", "yunnan", "sichuan"), ("push", "sichuan", B))
    assert not any(choice[0] == "push" for choice in legal(position))
    assert position.colours[C].traders["yunnan"] == 1


def test_from_yunnan_back_to_the_market_t26() -> None:
    position = table()
    stand(position, A, MARKET)
    stand(position, B, "yunnan")
    turn_of(position, A, 2, "yunnan", 1)
    position = play(position, ("move", MARKET, "yunnan"), ("push", "yunnan", B))
    assert position.colours[B].traders[MARKET] == 1 and income(position.colours[B]) == 3


def test_one_teahouse_a_region_t27() -> None:
    position = table()
    position.colours[B].houses = frozenset({"tibet"})
    position.colours[A].hand["teahouse"] = 1
    turn_of(position, A, 2, "tibet")
    built = [choice[2] for choice in legal(position) if choice[:2] == ("build", "teahouse")]
    assert built == ["yunnan", "sichuan", "chamdo"]


def test_two_pushes_of_one_victim_t48() -> None:
    position = table()
    stand(position, A, "yunnan", "yunnan")
    stand(position, B, "chamdo")
    turn_of(position, A, 3, "chamdo", 1)
    position = play(
        position,
        *(("move", "yunnan", "sichuan"), ("move", "yunnan", "chamdo")),
        *(("push", "chamdo", B), ("push", "sichuan", B)),
    )
    assert position.colours[B].traders["yunnan"] == 1 and legal(position) == (STOP,)


def test_a_bridge_is_built_and_used_t50() -> None:
    position = table()
    stand(position, A, MARKET)
    position.colours[A].hand["bridge"] = 1
    turn_of(position, A, 2, "chamdo")
    move = ("move", MARKET, "chamdo")
    assert move not in legal(position)
    position = play(position, ("build", "bridge", "b1"), move)
    assert position.turn is not None and position.turn.passes == 0


def test_moves_in_any_direction_but_no_second_journey_r77_g15_g34() -> None:
    position = table()
    stand(position, A, "sichuan")
    turn_of(position, A, 6, "tibet")
    moves = [choice for choice in legal(position) if choice[0] == "move"]
    assert moves == [("move", "sichuan", goal) for goal in (MARKET, "yunnan", "chamdo", "tibet")]
    position = apply(position, ("move", "sichuan", MARKET))
    assert legal(position) == (STOP,) and position.turn is not None and position.turn.passes == 4


# -- Inspector and gifts ---------------------------------------------------------------------------------


def farther_of_equals() -> Position:
    """Sichuan: two connected traders of A; Qinghai: one of B; both regions earn 18."""
    position = table()
    stand(position, A, "sichuan", "sichuan")
    position.colours[A].posts["yunnan"] = 1
    stand(position, B, "qinghai")
    position.colours[B].posts |= {"yunnan": 1, "chamdo": 1}
    position.colours[B].bridges = frozenset({"b1", "b3"})
    return position


def test_the_farther_of_equal_regions_is_inspected_t28() -> None:
    position = farther_of_equals()
    assert inspected(position) == "qinghai" and expelled(position, "qinghai") == B
    inspect(position)
    assert position.colours[B].traders == {space: int(space == MARKET) for space in (MARKET, *REGIONS)}


def test_the_highest_influence_protects_t30() -> None:
    position = farther_of_equals()
    position.colours[B].influence = 4
    inspect(position)
    assert position.colours[B].traders["qinghai"] == 1 and position.colours[A].traders["sichuan"] == 2


def test_a_teahouse_protects_there_and_the_next_is_liable_r97_g19_g20() -> None:
    position = farther_of_equals()
    stand(position, A, "qinghai")
    stand(position, C, "qinghai")
    position.colours[B].influence = 3
    assert expelled(position, "qinghai") == B
    position.colours[B].houses = frozenset({"qinghai"})
    assert expelled(position, "qinghai") == C  # C and A have influence 0; C travels first
    position.colours[A].houses = frozenset({"tibet"})
    position.colours[A].influence = 1
    assert expelled(position, "qinghai") == A


def test_no_income_no_inspection_g18() -> None:
    position = table()
    stand(position, A, "tibet", MARKET)
    assert inspected(position) is None
    inspect(position)
    assert position.colours[A].traders["tibet"] == 1


def test_gifts_run_short_t31() -> None:
    position = table()
    stand(position, A, "qinghai")
    stand(position, B, "qinghai", "qinghai")
    position.colours[A].influence, position.colours[B].influence = 3, 1
    give_gifts(position)
    assert (position.colours[A].gifts, position.colours[B].gifts, position.gifts["qinghai"]) == (1, 1, 0)


def test_equal_influence_is_dealt_round_r102() -> None:
    position = table()
    stand(position, A, "sichuan", "sichuan", "sichuan")
    stand(position, B, "sichuan")
    stand(position, C, "sichuan", "sichuan", "sichuan")
    position.gifts["sichuan"] = 4
    give_gifts(position)  # C, B, A, C: C travels first
    assert [position.colours[name].gifts for name in (A, B, C)] == [1, 1, 2]
    assert position.gifts["sichuan"] == 0


def test_the_inspector_comes_before_the_gifts_and_the_best_income_converts_first() -> None:
    position = table()
    stand(position, A, MARKET)
    stand(position, B, "sichuan", "sichuan")
    position.colours[B].posts["yunnan"] = 1
    position = turn_of(position, A, 2, "yunnan")
    position.colours[B].horse = "sichuan"
    position = apply(position, STOP)
    # B loses one of its traders and then gets one gift; it earns 9 + 1 + 3, A 3 and C nothing.
    assert position.colours[B].gifts == 1 and position.gifts["sichuan"] == 4
    assert [position.colours[name].income for name in (A, B, C)] == [3, 13, 0]
    assert position.decision == "convert" and position.travel_order == (B, A, C) and position.decider == B


# -- Sale ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traders", "posts", "earned"),
    [
        (("yunnan", "sichuan", "chamdo"), ("tibet",), 37),
        (("qinghai",), (), 6),
        (("tibet",), (), 6),
        (("chamdo",), (), 6),
        (("sichuan",), (), 6),
        ((), ("chamdo",), 0),
        (("yunnan", "chamdo"), ("sichuan",), 21),
        ((MARKET, MARKET), (), 6),
    ],
    ids=["t33", "t34", "g21-tibet", "g21-chamdo", "g21-sichuan", "t36", "t37", "r105"],
)
def test_income(traders: tuple[str, ...], posts: tuple[str, ...], earned: int) -> None:
    position = table()
    stand(position, A, *traders)
    for region in posts:
        position.colours[A].posts[region] += 1
    assert income(position.colours[A]) == earned


@pytest.mark.parametrize("stays", [0, 1])
def test_unconnected_traders_go_home_after_the_sale_t34(stays: int) -> None:
    colour = table().colours[A]
    colour.traders |= {"qinghai": 1, "yunnan": 1, MARKET: 1}
    colour.hand["trader"] = 0
    return_home(colour, unconnected=not stays)
    assert colour.traders == dict.fromkeys((MARKET, *REGIONS), 0) | {"yunnan": 1, "qinghai": stays}
    assert colour.hand["trader"] == 2 - stays


def test_later_travellers_stand_better_at_equal_income_t56() -> None:
    position = table()
    position.columns = (C, B, A)
    assert position.travel_order == (A, B, C)
    position.columns = new_columns(position)
    assert position.travel_order == (C, B, A)


# -- Conversion and end ----------------------------------------------------------------------------------


def test_income_becomes_points_and_coins_t3_t4() -> None:
    position = convert_turn(table(), A, 21)
    with pytest.raises(IllegalError):
        apply(position, ("convert", 22))
    with pytest.raises(IllegalError):
        apply(position, ("convert", -1))
    position.decider = C
    position.colours[C].income = 21
    after = apply(position, ("convert", 6))
    assert after.scores == [0, 0, 6] and after.colours[C].coins == 12 + 15 and after.colours[C].income == 0


def last_conversion(players: int, score: int, gifts: int, points: int) -> Position:
    """The last colour of a round has converted; the first player had a score."""
    position = table(players)
    position.scores[0] = score
    position.gifts = dict.fromkeys(REGIONS, 0) | {"chamdo": gifts}
    convert_turn(position, position.travel_order[-1], points)
    return apply(position, ("convert", points))


@pytest.mark.parametrize(
    ("players", "score", "gifts", "over"),
    [
        *((3, 79, 1, False), (3, 80, 1, True), (3, 79, 0, True)),
        *((2, 99, 3, False), (2, 100, 3, True), (2, 0, 2, True)),
    ],
    ids=["t39", "80", "no gifts", "two players", "100", "t46"],
)
def test_end_of_a_round(players: int, score: int, gifts: int, over: bool) -> None:
    position = last_conversion(players, score, gifts, 0)
    assert (position.decision == "over") is over and position.round == (1 if over else 2)
    assert bool(legal(position)) is not over


def test_the_others_still_convert_t40() -> None:
    position = table()
    position.scores[2] = 70
    for colour in position.colours.values():
        colour.income = 10
    position = apply(convert_turn(position, C, 10), ("convert", 10))
    assert position.scores[2] == 80 and position.decision == "convert" and position.decider == B
    position = play(position, ("convert", 4), ("convert", 0))
    assert position.decision == "over" and position.result is not None
    assert position.result.points == (0 + (9 + 10) // 3, 4 + (9 + 6) // 3, 80 + 12 // 3)


@pytest.mark.parametrize(("value", "points"), [(1, 36), (3, 42)])
def test_final_scoring_t41(value: int, points: int) -> None:
    position = table(3, Options(published_gift_value=value))
    colour = position.colours[A]
    colour.coins, colour.gifts, colour.pass_level, colour.influence = 11, 3, 5, 3
    colour.houses = frozenset({"yunnan"})
    assert final_points(position, 0) == points


def test_ties_go_by_influence_and_travel_order_t42() -> None:
    position = table()
    for colour in position.colours.values():
        colour.coins = 0
    position.scores = [10, 9, 10]
    position.colours[B].influence = 1
    assert final_result(position).points == (10, 10, 10)
    assert final_result(position).ranking == (1, 2, 0)


# -- Advanced rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_number", "lost"), [(4, 15), (1, 24), (8, 3), (9, 0), (11, 0)], ids=["t43", *["t53"] * 4]
)
def test_missing_coins_cost_points_t43_t53(round_number: int, lost: int) -> None:
    position = table(3, Options(advanced=True))
    position.round = round_number
    position.colours[A].coins = 9
    position.colours[A].bids = {"academy": 5, "customs": 7}
    pay(position, A)
    assert position.scores[0] == -lost and position.colours[A].coins == 0
    if round_number == 4:
        assert shown(position.scores[0]) == (85, -100)


def test_the_tile_turns_back_t44() -> None:
    position = convert_turn(table(3, Options(advanced=True)), C, 10)
    position.scores[2] = -5
    position = apply(position, ("convert", 10))
    assert position.scores[2] == 5 and shown(5) == (5, 0) and shown(0) == (0, 0)


# -- Two players -----------------------------------------------------------------------------------------


def test_colours_of_two_players_alternate_t45() -> None:
    owners = owners_of(2)
    assert len(first_orders(2)) == 8 and all(alternates(order, owners) for order in first_orders(2))
    assert [len(first_orders(n)) for n in (3, 4, 5)] == [6, 24, 120]


def test_coins_of_two_colours_are_added_t47() -> None:
    position = table(2)
    position.colours[A].coins, position.colours[B].coins = 5, 4
    assert final_points(position, 0) == 3


def test_own_colours_are_opponents_t54() -> None:
    position = play(table(2), ("place", "hand", "bank", "left"), PASS)
    assert position.decider == B and position.owners[A] == position.owners[B]
    assert ("place", "hand", "bank", "right") in legal(position)
    stand(position, A, MARKET)
    stand(position, B, "yunnan")
    position = apply(turn_of(position, A, 2, "yunnan", 1), ("move", MARKET, "yunnan"))
    assert ("push", "yunnan", B) in legal(position)


def test_order_of_two_players_t55() -> None:
    position = table(2)
    for name, earned in ((A, 20), (B, 15), (C, 10), (D, 5)):
        position.colours[name].income = earned
    assert new_columns(position)[::-1] == (A, C, B, D)


def test_ties_of_two_players_t59() -> None:
    position = table(2)
    for colour in position.colours.values():
        colour.coins = 0
    position.colours[A].influence = position.colours[C].influence = position.colours[D].influence = 1
    position.scores = [11, 10]
    assert final_result(position).points == (12, 12) and final_result(position).ranking == (1, 0)
    position.colours[B].influence, position.scores = 1, [10, 10]
    assert position.travel_order[0] == D and final_result(position).ranking == (1, 0)
    position.columns = (C, A, D, B)
    assert final_result(position).ranking == (0, 1)


def test_the_highest_single_influence_comes_before_the_sum_g25() -> None:
    position = table(2)
    for colour in position.colours.values():
        colour.coins = 0
    position.colours[A].influence = 2
    position.colours[C].influence = position.colours[D].influence = 1
    position.scores = [6, 8]
    assert position.travel_order[0] == D
    assert final_result(position).points == (10, 10) and final_result(position).ranking == (0, 1)


def test_missing_points_hit_the_common_score_g25_g26() -> None:
    position = table(2, Options(advanced=True))
    position.colours[B].coins = 2
    position.colours[B].bids = {"customs": 5}
    pay(position, B)
    assert position.scores == [-24, 0] and position.colours[A].coins == 9


def test_bridges_spare_gaps_g21() -> None:
    position = table()
    stand(position, A, "qinghai")
    colour = position.colours[A]
    colour.bridges = frozenset({"b4"})
    assert income(colour) == 18 - 2 * 3  # by Sichuan and Yunnan
    colour.bridges = frozenset({"b4", "b3", "b1"})
    colour.posts["chamdo"] = 1
    assert income(colour) == 18 - 3  # by Chamdo, held, and Yunnan; the post is cut off too
    colour.posts["yunnan"] = 1
    assert income(colour) == 18 + 6 + 1
