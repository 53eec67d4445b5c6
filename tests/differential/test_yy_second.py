"""The second Yellow & Yangtze against the golden tests of the dossier, under their numbers, and some more."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.differential.yy_second import apply
from tests.differential.yy_second_legal import Choice, legal
from tests.differential.yy_second_map import BOARD, Triangle
from tests.differential.yy_second_position import (
    TILES,
    Act,
    Leader,
    Lose,
    NameWinner,
    OfferChain,
    OfferMarket,
    OfferPagoda,
    Options,
    Position,
    Revolt,
    War,
    all_tiles,
    decider,
    drawn_by,
    scripted,
    start,
    states,
)
from tests.differential.yy_second_score import rank, score, totals, winner

P1, P2, P3 = range(3)
SLOPE = ("H3", "H4", "I4")
"""The triangle of many of the dossier's tests."""


def spread(text: str) -> dict[str, str]:
    """``"red H3 H4, black G3"`` as colours by spaces."""
    words = [part.split() for part in text.split(", ") if part]
    return {space: colour for colour, *spaces in words for space in spaces}


def table(
    tiles: str = "",
    leaders: str = "",
    hands: tuple[str, ...] = ("", "", ""),
    *,
    pagodas: dict[Triangle, str] | None = None,
    bag: str | None = None,
    capitals: bool = True,
    active: int = P1,
    options: Options | None = None,
) -> Position:
    """A position with such leaders as ``"1 red G4, 2 black F3"``; all other tiles lie in the bag, or are
    discarded if the bag is given.
    """
    capital = dict.fromkeys(BOARD.capitals.values(), "black") if capitals else {}
    board = capital | spread(tiles)
    posts = [post.split() for post in leaders.split(", ") if post]
    own = [Counter(hand.split()) for hand in hands]
    market = Counter(["black", "red", "green", "black", "yellow", "red"])
    rest = TILES - Counter(board.values()) - market - sum(own, Counter())
    drawable = rest if bag is None else Counter(bag.split())
    return Position(
        options=options or Options(),
        tiles=board,
        leaders={space: Leader(int(player) - 1, colour) for player, colour, space in posts},
        pagodas=dict(pagodas or {}),
        bag=drawable,
        market=market,
        hands=own,
        points=[Counter() for _ in hands],
        active=active,
        discard=rest - drawable,
    )


def play(position: Position, *choices: Choice, draws: str = "") -> Position:
    chance = scripted(draws.split())
    for choice in choices:
        position = apply(position, choice, chance)
    return position


def points(position: Position) -> list[dict[str, int]]:
    return [{colour: n for colour, n in own.items() if n} for own in position.points]


def side_with(war: War, space: str) -> int:
    return next(i for i, side in enumerate(war.sides) if space in side.spaces)


def spaces_for(position: Position, colour: str) -> set[str]:
    """Where the active player's leader may go."""
    return {choice[2] for choice in legal(position) if choice[:2] == ("leader", colour)}


# -- set-up, leaders and tiles ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "short", "bag"), [(2, False, 113), (2, True, 89), (3, False, 107), (4, False, 101)]
)
def test_1_supply(players: int, short: bool, bag: int) -> None:
    position = start(players, Options(short_two_player=short), drawn_by(random.Random(1)))
    assert position.bag.total() == bag
    assert position.market.total() == 6
    assert [hand.total() for hand in position.hands] == [6] * players
    assert all_tiles(position) == TILES and TILES.total() == 138
    assert set(position.tiles) == {"G3", "B7", "B11", "F12", "E8", "G6", "K6"}


@pytest.mark.parametrize("players", [1, 5])
def test_1_players_are_two_to_four(players: int) -> None:
    with pytest.raises(ValueError, match="for 2 to 4"):
        start(players, Options(), drawn_by(random.Random(1)))


def test_1_the_short_game_is_for_two() -> None:
    with pytest.raises(ValueError, match="two players only"):
        start(3, Options(short_two_player=True), drawn_by(random.Random(1)))


def test_2_leader_spaces() -> None:
    targets = spaces_for(table(), "red")
    assert targets >= {"F3", "G2", "G4", "H2", "H3", "G5"}
    assert targets.isdisjoint({"F2", "G1", "G3"})


@pytest.mark.parametrize("placer", [P1, P3])
def test_3_the_point_is_the_owners(placer: int) -> None:
    position = table(leaders="1 red G4", hands=("red red",) * 3, active=placer)
    assert points(play(position, ("tile", "red", "H4"))) == [{"red": 1}, {}, {}]


def test_4_governor_stands_in() -> None:
    position = play(table(leaders="1 red G4, 2 black F3", hands=("green", "", "")), ("tile", "green", "H4"))
    assert points(position) == [{}, {"green": 1}, {}]
    assert position.pending == OfferMarket()
    taken = play(position, ("market", "yellow"))
    assert taken.hands[P1] == Counter(yellow=1) and taken.market.total() == 5 and taken.actions == 1


def test_5_no_state_no_point() -> None:
    position = play(table(hands=("green", "", "")), ("tile", "green", "A5"))
    assert points(position) == [{}, {}, {}]
    assert ("market", "red") in legal(position) and ("market", "blue") not in legal(position)


def test_6_river() -> None:
    choices = legal(table(hands=("blue red", "", "")))
    assert ("tile", "blue", "F2") in choices and ("tile", "red", "G5") in choices
    assert ("tile", "blue", "G5") not in choices and ("tile", "red", "F2") not in choices


def test_8_chain_stops_at_pagoda() -> None:
    position = table("blue D3 C4", hands=("blue blue", "", ""))
    offered = play(position, ("tile", "blue", "D4"))
    assert offered.pending == OfferPagoda("D4")
    taken = play(offered, ("pagoda", ("C4", "D3", "D4")))
    assert taken.pending == Act() and taken.actions == 1
    chained = play(offered, ("no_pagoda",), ("chain", "C5"))
    assert chained.tiles["C5"] == "blue" and chained.hands[P1].total() == 0


def test_9_peaceful_union() -> None:
    position = play(table(leaders="1 red G4, 2 blue G7", hands=("red black", "", "")), ("tile", "red", "G5"))
    assert points(position) == [{"red": 1}, {}, {}]
    assert len(states(position.tiles, position.leaders)) == 1


# -- wars -------------------------------------------------------------------------------------------------


def war_of_two() -> Position:
    """Test 11, after both other players have committed nothing; P1 must have three red tiles and no P3."""
    position = table("red H4 H6 H7", "1 red G4, 2 red G7", ("green red red red", ""))
    position = play(position, ("tile", "green", "G5"))
    assert decider(position) == P2
    return play(position, ("no_support",))


def test_11_war() -> None:
    position = war_of_two()
    assert isinstance(position.pending, War)
    after = play(position, ("support", side_with(position.pending, "G4"), 2, False))
    assert after.pending == Act() and after.actions == 1
    assert after.leaders == {"G4": Leader(P1, "red")}
    assert {"H6", "H7"}.isdisjoint(after.tiles)
    assert (after.tiles["H4"], after.tiles["G5"]) == ("red", "green")
    assert points(after) == [{"red": 1}, {}] and after.hands[P1] == Counter(red=1)


def test_11_a_tie_is_decided_by_the_active_player() -> None:
    position = war_of_two()
    assert isinstance(position.pending, War)
    left, right = side_with(position.pending, "G4"), side_with(position.pending, "G7")
    tied = play(position, ("support", left, 1, False))
    assert isinstance(tied.pending, NameWinner) and decider(tied) == P1
    assert legal(tied) == [("winner", left), ("winner", right)]
    lost = play(tied, ("winner", right))
    # P2 has committed nothing and owes 1 (H4) + 1 (committed) = 2: both of its tiles.
    assert lost.leaders == {"G7": Leader(P2, "red")} and points(lost) == [{}, {"red": 1}]
    assert {"H4", "H6", "H7"}.isdisjoint(lost.tiles) and lost.tiles["G5"] == "green"


def test_11_all_that_is_committed_goes() -> None:
    position = war_of_two()
    assert isinstance(position.pending, War)
    after = play(position, ("support", side_with(position.pending, "G4"), 3, False))
    assert after.hands[P1].total() == 0 and after.tiles["H4"] == "red"
    assert all_tiles(after) == TILES


@pytest.mark.parametrize("losses", ["tiles", "strength"])
def test_12_printed_example(losses: Any) -> None:
    scott, monica, gerry = range(3)
    right_pagoda = ("G8", "H7", "H8")
    position = table(
        "red H3 H4 H6 G8 H7 H8",
        "2 red G4, 2 black F3, 1 red G7, 1 green G2, 3 black F5, 3 blue H2",
        ("red red red red", "red red", ""),
        pagodas={right_pagoda: "red"},
        options=Options(war_losses=losses),
    )
    position = play(position, ("tile", "red", "G5"))
    assert isinstance(position.pending, War) and decider(position) == monica
    left, right = side_with(position.pending, "G4"), side_with(position.pending, "G7")
    position = play(position, ("support", left, 2, False))
    assert decider(position) == gerry
    position = play(position, ("support", left, 0, True))
    assert decider(position) == scott
    position = play(position, ("support", right, 3, False))
    due = 1 if losses == "tiles" else 2
    assert isinstance(position.pending, Lose) and position.pending.more == due
    assert legal(position) == [("lose", space) for space in ("G8", "H6", "H7", "H8")]
    kept = play(position, ("lose", "H6"), *[("lose", "H7")] * (due - 1))
    assert kept.pagodas == ({right_pagoda: "red"} if losses == "tiles" else {})
    assert kept.leaders == {
        "G7": Leader(scott, "red"),
        "G2": Leader(scott, "green"),
        "F5": Leader(gerry, "black"),
        "H2": Leader(gerry, "blue"),
    }
    assert points(kept) == [{"red": 1}, {}, {"black": 1}]
    assert {"H3", "H4"}.isdisjoint(kept.tiles) and kept.tiles["G5"] == "red"
    assert kept.pending == Act() and kept.actions == 1 and all_tiles(kept) == TILES


def test_28_winner_short() -> None:
    position = table("red H6", "1 red G4, 2 red G7", ("green black", "red", "red"))
    position = play(position, ("tile", "green", "G5"), ("no_support",))
    assert isinstance(position.pending, War) and decider(position) == P3
    left = side_with(position.pending, "G4")
    position = play(position, ("support", left, 0, True), ("no_support",), ("winner", left))
    assert position.pending == Act()
    assert "H6" not in position.tiles and position.leaders == {"G4": Leader(P1, "red")}
    assert points(position) == [{"red": 1}, {}, {}]


def joined_by_g5(tiles: str, leaders: str, sides: Any = "conflicting") -> Position:
    """P1 begins a war at G5 with three states beside it: A with F4, B with Han (G6), C with H4."""
    position = table(
        f"black E4 I4, {tiles}",
        leaders,
        ("green red red red", "red red", "red red red"),
        options=Options(war_sides=sides),
    )
    position = play(position, ("tile", "green", "G5"))
    assert isinstance(position.pending, War) and decider(position) == P2
    return position


def sides_of(position: Position) -> list[int]:
    """The numbers of A, B and C."""
    assert isinstance(position.pending, War)
    return [side_with(position.pending, space) for space in ("F4", "G6", "H4")]


def test_three_sides_and_the_highest_sum() -> None:
    position = joined_by_g5("red F4 H6, yellow H4", "1 red E5, 2 red G7, 3 red I3")
    a, b, c = sides_of(position)
    after = play(position, ("support", b, 2, False), ("support", c, 1, False), ("support", a, 3, False))
    # A has 4, B 3, C 1. B's sum is 2 + 1 and C's 1 + 0: three committed tiles are enough, F4 stays.
    assert after.leaders == {"E5": Leader(P1, "red")} and points(after) == [{"red": 2}, {}, {}]
    assert after.tiles["F4"] == "red" and "H6" not in after.tiles and after.tiles["H4"] == "yellow"
    assert after.pending == Act() and all_tiles(after) == TILES


def test_losers_that_conflict_only_with_each_other() -> None:
    """YY-7: both red leaders go, and nobody gains for them."""
    position = joined_by_g5("red F4 H4", "1 red E5, 2 red G7, 1 black H6, 3 black I3")
    _, _, c = sides_of(position)
    after = play(position, ("no_support",), ("support", c, 1, False), ("no_support",))
    assert after.leaders == {"I3": Leader(P3, "black")} and points(after) == [{}, {}, {"black": 1}]
    assert "F4" not in after.tiles and after.tiles["H4"] == "red"


def test_a_bystander_is_no_side() -> None:
    """YY-6: C has no conflicting leader, so it cannot be supported, and keeps its red tile."""
    position = joined_by_g5("red F4 H6 H4", "1 red E5, 2 red G7, 3 blue I3")
    assert isinstance(position.pending, War) and len(position.pending.sides) == 2
    assert not any("H4" in side.spaces for side in position.pending.sides)
    a = side_with(position.pending, "F4")
    after = play(position, ("no_support",), ("support", a, 0, True), ("support", a, 3, False))
    assert after.leaders == {"E5": Leader(P1, "red"), "I3": Leader(P3, "blue")}
    assert after.tiles["H4"] == "red" and "H6" not in after.tiles


def test_with_all_united_a_bystander_is_a_side() -> None:
    leaders = {"E5": Leader(P1, "red"), "G7": Leader(P2, "red"), "I3": Leader(P3, "blue")}
    position = joined_by_g5("red F4 H6 H4", "1 red E5, 2 red G7, 3 blue I3", "all_united")
    a, _, c = sides_of(position)
    beaten = play(position, ("no_support",), ("no_support",), ("support", a, 1, False))
    assert beaten.leaders == {space: leaders[space] for space in ("E5", "I3")}
    assert {"H6", "H4"}.isdisjoint(beaten.tiles) and points(beaten) == [{"red": 1}, {}, {}]
    winning = play(position, ("no_support",), ("support", c, 0, True), ("no_support",))
    # C has 1 + the red leader against 1 and 1; it owes one tile, and H4 is all it has.
    assert winning.leaders == {"I3": Leader(P3, "blue")} and points(winning) == [{}, {}, {}]
    assert {"F4", "H6", "H4"}.isdisjoint(winning.tiles)


def test_groups_without_a_leader_take_no_part() -> None:
    """2.5.2: the red tile at H4 touches the new tile, but belongs to no side."""
    position = play(
        table("red F4 H4, black E4", "1 red E5, 2 red G7", ("green", "", "")), ("tile", "green", "G5")
    )
    assert isinstance(position.pending, War)
    after = play(position, ("no_support",), ("no_support",), ("no_support",))
    assert after.leaders == {"E5": Leader(P1, "red")} and after.tiles["H4"] == "red"


# -- revolts ----------------------------------------------------------------------------------------------


def revolt() -> Position:
    position = table(leaders="1 red G4", hands=("black", "black black", ""), active=P2)
    position = play(position, ("leader", "red", "H2"))
    assert isinstance(position.pending, Revolt) and decider(position) == P2
    return position


@pytest.mark.parametrize(
    ("attack", "defence", "winner_is"),
    [((0, False), (0, False), P1), ((1, False), (0, False), P2), ((1, False), (0, True), P1)],
)
def test_13_revolt(attack: tuple[int, bool], defence: tuple[int, bool], winner_is: int) -> None:
    asked = play(revolt(), ("pledge", *attack))
    assert decider(asked) == P1
    after = play(asked, ("pledge", *defence))
    assert after.leaders == ({"G4": Leader(P1, "red")} if winner_is == P1 else {"H2": Leader(P2, "red")})
    assert points(after) == [{"red": 1} if player == winner_is else {} for player in (P1, P2, P3)]
    assert after.hands[P2]["black"] == 2 - attack[0] and all_tiles(after) == TILES
    assert after.pending == Act() and after.active == P2 and after.actions == 1


def test_25_leader_beside_two_states() -> None:
    position = table(leaders="2 red G4, 3 blue G7", hands=("black", "", ""))
    assert "G5" not in spaces_for(position, "red") and "G5" in spaces_for(position, "green")
    assert isinstance(play(position, ("leader", "red", "H3")).pending, Revolt)


def test_26_lift_first() -> None:
    leaders = "1 green G4, 2 red F3, 3 green G7"
    position = table("red H4", leaders, ("black", "", ""))
    after = play(position, ("leader", "green", "H5"))
    assert after.pending == Revolt("H5", "G7") and "G4" not in after.leaders
    assert "H5" not in spaces_for(table("red H4 H3", leaders, ("black", "", "")), "green")


def test_a_leader_unites_no_states_that_clash_and_must_move_on() -> None:
    """2.1 and YY-2: green joins two red leaders nowhere, and does not stay where it is."""
    position = table(leaders="1 red G4, 2 red G7, 1 green G2")
    assert {"G5", "G2"}.isdisjoint(spaces_for(position, "green")) and "H2" in spaces_for(position, "green")


# -- riots and pagodas ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paid", [1, 2])
def test_14_riot(paid: int) -> None:
    position = table("red H4", "1 red G4, 2 black F3", ("", "", "blue blue red"), active=P3)
    after = play(position, ("riot", paid, "G3"))
    assert after.leaders == {} and "G3" not in after.tiles and after.tiles["H4"] == "red"
    assert after.hands[P3] == Counter(blue=2 - paid, red=1)
    assert ("tile", "red", "G3") in legal(after) and all_tiles(after) == TILES


def test_14_the_leader_must_be_off_the_board() -> None:
    position = table(leaders="1 blue G4", hands=("blue blue", "", ""))
    assert {choice[1] for choice in legal(position) if choice[0] == "riot"} == {2}


def test_15_riot_under_a_pagoda() -> None:
    after = play(table("red H3 H4 I4", hands=("blue red", "", ""), pagodas={SLOPE: "red"}), ("riot", 1, "H4"))
    assert after.pagodas == {} and (after.tiles["H3"], after.tiles["I4"]) == ("red", "red")


def test_16_pagoda_income() -> None:
    hands = ("red", "black " * 6, "black " * 6)
    position = table("red H3 H4", "1 red G4, 2 black F3", hands)
    position = play(position, ("tile", "red", "I4"), ("pagoda", SLOPE))
    assert position.pagodas == {SLOPE: "red"}
    assert position.active == P1 and position.actions == 1 and points(position) == [{"red": 1}, {}, {}]
    ended = play(position, ("withdraw", "red"), draws="red " * 6)
    assert points(ended) == [{"red": 1}, {}, {}] and ended.active == P2
    ended = play(position, ("leader", "blue", "F5"), draws="red " * 6)
    assert points(ended) == [{"red": 2}, {}, {}] and ended.hands[P1] == Counter(red=6)
    again = play(ended, ("withdraw", "black"), ("leader", "black", "F3"))
    assert points(again) == [{"red": 2}, {}, {}] and again.active == P3


def test_17_third_pagoda() -> None:
    first, second = ("A2", "A3", "B2"), ("K9", "K10", "L9")
    position = table(
        "red A2 A3 B2 K9 K10 L9 H3 H4", hands=("red", "", ""), pagodas={first: "red", second: "red"}
    )
    position = play(position, ("tile", "red", "I4"), ("pagoda", SLOPE))
    assert legal(position) == [("move", first), ("move", second)]
    assert play(position, ("move", first)).pagodas == {second: "red", SLOPE: "red"}
    assert play(position, ("move", second)).pagodas == {first: "red", SLOPE: "red"}


def test_18_action_d() -> None:
    position = table("green H3 H4 I4", hands=("green green red", "", ""))
    assert {choice for choice in legal(position) if choice[0] == "claim"} == {
        ("claim", 1, SLOPE),
        ("claim", 2, SLOPE),
    }
    after = play(position, ("claim", 1, SLOPE))
    assert after.pagodas == {SLOPE: "green"} and after.hands[P1] == Counter(green=1, red=1)
    assert after.pending == Act() and points(after) == [{}, {}, {}]
    position.leaders["G4"] = Leader(P1, "green")
    assert {choice for choice in legal(position) if choice[0] == "claim"} == {("claim", 2, SLOPE)}


@pytest.mark.parametrize("colour", ["red", "yellow"])
def test_19_and_29_no_overlap(colour: str) -> None:
    hands = (f"{colour} green green", "", "")
    position = table(f"{colour} H3 H4 I4 H5", hands=hands, pagodas={SLOPE: colour})
    after = play(position, ("tile", colour, "G5"))
    assert after.pending == Act() and after.actions == 1
    assert not [choice for choice in legal(after) if choice[0] == "claim"]


def test_a_green_pagoda_and_a_market_tile() -> None:
    """G11: the pagoda does not cancel the market."""
    position = play(table("green H3 H4", hands=("green", "", "")), ("tile", "green", "I4"), ("pagoda", SLOPE))
    assert position.pending == OfferMarket() and position.pagodas == {SLOPE: "green"}


def test_the_only_yellow_pagoda_moves() -> None:
    """With one candidate nobody is asked (YY-20)."""
    old = ("A2", "A3", "B2")
    position = table("yellow A2 A3 B2 H3 H4", hands=("yellow", "", ""), pagodas={old: "yellow"})
    after = play(position, ("tile", "yellow", "I4"), ("pagoda", SLOPE))
    assert after.pagodas == {SLOPE: "yellow"} and after.pending == Act()


def test_a_riot_may_split_a_state() -> None:
    position = table("red H4 H5", "1 red G4, 2 blue G7", ("blue blue red", "", ""))
    assert len(states(position.tiles, position.leaders)) == 1
    after = play(position, ("riot", 2, "H4"))
    assert len(states(after.tiles, after.leaders)) == 2


# -- chains -----------------------------------------------------------------------------------------------


def test_a_chain_goes_on_from_the_tile_placed_last() -> None:
    position = play(table(hands=("blue blue blue", "", "")), ("tile", "blue", "D4"), ("chain", "C4"))
    assert legal(position) == [("no_chain",), ("chain", "C5"), ("chain", "D3")]


def test_each_tile_of_a_chain_can_score() -> None:
    position = play(
        table(leaders="1 blue F3", hands=("blue blue red", "", "")), ("tile", "blue", "F2"), ("chain", "E3")
    )
    assert points(position) == [{"blue": 2}, {}, {}]
    assert position.pending == OfferChain("E3") and legal(position) == [("no_chain",)]
    assert play(position, ("no_chain",)).actions == 1


def test_a_chain_may_end_in_a_war() -> None:
    position = table("black D2", "1 red F3, 2 red C2", ("blue blue blue", "", ""))
    position = play(position, ("tile", "blue", "F2"), ("chain", "E3"))
    assert isinstance(position.pending, War) and points(position) == [{}, {}, {}]
    left = side_with(position.pending, "F3")
    after = play(position, *[("no_support",)] * 3, ("winner", left))
    assert after.pending == Act() and after.actions == 1 and after.leaders == {"F3": Leader(P1, "red")}


# -- the end ----------------------------------------------------------------------------------------------


def last_action(bag: str, others: str = "black " * 6) -> Position:
    """P1 has a pagoda to score and will have two tiles when the turn ends."""
    position = table("red H3 H4 I4", "1 red G4", ("red red red", others), pagodas={SLOPE: "red"}, bag=bag)
    position.actions = 1
    return position


def test_20_end_of_game() -> None:
    after = play(last_action("blue red green"), ("tile", "red", "A5"), draws="green blue red")
    assert after.over and legal(after) == []
    assert after.hands[P1] == Counter(red=3, green=1, blue=1) and points(after) == [{"red": 1}, {}]


def test_20_the_last_tile_does_not_end_it() -> None:
    after = play(last_action("red " * 4), ("tile", "red", "A5"), draws="red " * 4)
    assert not after.over and after.active == P2 and after.bag.total() == 0


def test_20_another_hand_ends_it() -> None:
    after = play(last_action("red " * 4, "black " * 5), ("tile", "red", "A5"), draws="red " * 4)
    assert after.over and points(after) == [{"red": 1}, {}]


def test_20_the_market_ends_it() -> None:
    position = last_action("red " * 4)
    position.market["red"] -= 1
    assert play(position, ("tile", "red", "A5"), draws="red " * 4).over


def test_21_end_in_action_e() -> None:
    after = play(last_action("red blue"), ("replace", (0, 3, 0, 0, 0)), draws="red blue")
    assert after.over and points(after) == [{}, {}] and after.hands[P1] == Counter(red=1, blue=1)


def test_31_end_by_e_at_bag_0() -> None:
    assert play(last_action(""), ("replace", (0, 1, 0, 0, 0))).over


def test_32_rest_skipped() -> None:
    position = table(hands=("red", "black " * 6), capitals=False)
    after = play(position, ("tile", "red", "A5"), draws="black " * 6)
    assert (after.active, after.actions) == (P2, 2) and after.hands[P1] == Counter(black=6)


def test_22_score() -> None:
    own = {"black": 7, "red": 5, "blue": 3, "green": 4, "yellow": 2}
    assert score(own) == 4 and totals(own) == (4, 5, 5, 7)


def four(text: str) -> Counter[str]:
    return Counter(
        dict(zip(("black", "red", "blue", "green", "yellow"), map(int, text.split()), strict=True))
    )


@pytest.mark.parametrize(
    ("first", "second", "best"),
    [
        ("5 6 6 9 0", "7 5 7 6 0", P2),
        ("5 6 6 9 0", "5 6 5 9 1", P1),
        ("5 5 5 5 0", "5 5 5 3 2", P1),
        ("5 5 5 3 2", "3 5 5 5 2", None),
        ("4 9 9 9 0", "0 0 0 0 20", P2),
    ],
)
def test_23_tie_break(first: str, second: str, best: int | None) -> None:
    position = table(hands=("", ""))
    position.points = [four(first), four(second)]
    assert winner(position) == best


def test_yellow_points_given_to_the_lowest_are_best() -> None:
    """The dossier's way (S5) against all ways."""
    for own in product(range(4), range(4), range(5), range(3), range(7)):
        lowest = sorted(own[:4])
        for _ in range(own[4]):
            lowest = sorted([lowest[0] + 1, *lowest[1:]])
        assert totals(four(" ".join(map(str, own)))) == tuple(lowest)
        assert rank(four(" ".join(map(str, own))))[1] == -own[4]


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        apply(table(hands=("red", "", "")), ("tile", "red", "F2"))


def test_a_script_must_fit_the_bag() -> None:
    position = table(hands=("red", "", ""), bag="blue blue")
    with pytest.raises(ValueError, match="no such tile"):
        apply(position, ("replace", (0, 1, 0, 0, 0)), scripted(["red"]))
    with pytest.raises(ValueError, match="no colour left"):
        apply(position, ("replace", (0, 1, 0, 0, 0)))
