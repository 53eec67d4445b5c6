"""The golden tests of the dossier against the second Yunnan: set-up and auction; and laws of whole games."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations, compress, pairwise, permutations, product
from random import Random

import pytest

from tests.differential.yunnan_second import apply, deciding_player, legal, start
from tests.differential.yunnan_second_auction import pay_bank
from tests.differential.yunnan_second_board import (
    BUILDINGS,
    GIFTS,
    KINDS,
    MARKET,
    RANK,
    REGIONS,
    SITES,
    SPACES,
    Choice,
    Options,
    alternates,
    borders,
    gaps,
    payout,
)
from tests.differential.yunnan_second_position import IllegalError, Position, traders_total
from tests.differential.yunnan_second_random import WISHES, random_position
from tests.differential.yunnan_second_sale import is_over
from tests.differential.yunnan_second_tables import PASS, STOP, A, B, C, D, all_pass, bid, play, stand, table
from tests.differential.yunnan_second_travel import canonical, start_turn

# -- Set-up ----------------------------------------------------------------------------------------------


def test_start_money_follows_the_columns_t1() -> None:
    position = start(4, Options(), lambda _: (C, D, A, B))
    assert [position.colours[name].coins for name in (C, D, A, B)] == [9, 9, 12, 12]
    assert position.decider == C


def test_five_players_begin_with_three_traders_and_fourteen_gifts_t2() -> None:
    position = table(5)
    assert [position.gifts[region] for region in REGIONS] == [0, 5, 4, 3, 2] and sum(GIFTS.values()) == 14
    for colour in position.colours.values():
        assert colour.hand["trader"] == 3
        assert colour.stock == {"trader": 4, "bridge": 2, "post": 2, "teahouse": 2}
    assert [position.colours[name].coins for name in position.columns] == [9, 9, 12, 12, 15]


def test_chance_must_name_a_possible_order() -> None:
    with pytest.raises(IllegalError):
        start(2, Options(), lambda _: (A, B, C, D))


def test_six_players_are_too_many_r18() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        table(6)


# -- Auction ---------------------------------------------------------------------------------------------


def test_the_bank_pays_by_the_sum_of_all_bids_t5() -> None:
    position = table()
    position.colours[A].coins = 27
    position = play(
        position,
        *(bid("academy", 5), ("place", "hand", "bank", "left"), ("place", "hand", "bank", "right")),
        *(bid("customs", 7), PASS, PASS, bid("stable", 15), PASS),
    )
    assert (position.colours[B].coins, position.colours[C].coins) == (9 + 10, 12 + 7)
    assert position.colours[A].coins == 0 and position.decision == "travel"


@pytest.mark.parametrize(
    ("total", "paid"), [(6, (6, 5)), (7, (7, 5)), (18, (8, 6)), (19, (9, 6)), (92, (27, 15)), (180, (27, 15))]
)
def test_the_payout_table_t6(total: int, paid: tuple[int, int]) -> None:
    assert payout(total) == paid


def test_rows_of_the_payout_table_rise_by_one_and_a_half() -> None:
    rows = list(dict.fromkeys(payout(total) for total in range(1, 120)))
    assert rows == [(6 + k, 5 + k // 2) for k in range(22)]


def test_without_bids_the_bank_pays_nothing_t7() -> None:
    position = play(table(), ("place", "hand", "bank", "left"))
    pay_bank(position)
    assert position.colours[A].coins == 9 and position.colours[A].hand["trader"] == 3
    assert position.bank == {"left": None, "right": None}


def test_a_high_bid_sends_a_low_one_home_t8() -> None:
    position = play(table(), bid("customs", 7), bid("customs", 9))
    assert position.colours[A].hand["trader"] == 3 and not position.colours[A].bids
    assert position.colours[B].bids == {"customs": 9}


def test_high_bids_stay_and_all_gain_t9() -> None:
    position = table()
    position.colours[C].coins = 15
    position.colours[B].coins = 12
    position = play(position, bid("customs", 9), bid("customs", 12), bid("customs", 15))
    assert [position.colours[name].bids for name in (A, B, C)] == [{"customs": p} for p in (9, 12, 15)]
    assert [colour.pass_level for colour in all_pass(position).colours.values()] == [3, 3, 3]


@pytest.mark.parametrize(("published", "bids"), [(False, {"stable": 5}), (True, {})])
def test_seven_expels_five_only_by_option_t10(published: bool, bids: dict[str, int]) -> None:
    position = play(table(3, Options(published_low_bids=published)), bid("stable", 5), bid("stable", 7))
    assert position.colours[A].bids == bids and position.colours[B].bids == {"stable": 7}
    assert position.colours[A].hand["trader"] == 3 - len(bids)


@pytest.mark.parametrize("published", [False, True])
def test_low_beside_a_standing_high_bid_t11(published: bool) -> None:
    position = table(3, Options(published_low_bids=published))
    position.colours[A].coins = 12
    position = play(position, bid("yard", 12))
    assert {bid("yard", price) in legal(position) for price in (5, 7)} == {not published}
    assert bid("yard", 9) in legal(position)


def test_one_trader_a_building_t12() -> None:
    position = table()
    position.colours[A].coins = 100
    position = play(position, bid("academy", 5), PASS, PASS)
    assert not any(choice[2] == "academy" for choice in legal(position) if choice[0] == "place")


@pytest.mark.parametrize("advanced", [False, True])
def test_bids_within_money_t13_t14(advanced: bool) -> None:
    position = play(table(3, Options(advanced=advanced)), bid("academy", 5), PASS, PASS)
    assert (bid("customs", 5) in legal(position)) is advanced


def test_the_bank_empties_and_bars_the_buildings_t15() -> None:
    position = table()
    position.colours[A].coins, position.colours[B].coins = 21, 9
    position = play(position, bid("academy", 9), PASS, ("place", "hand", MARKET), bid("customs", 12))
    assert bid("academy", 9) not in legal(position)
    position = play(position, ("place", "hand", MARKET), ("place", "hand", "bank", "left"))
    assert position.colours[A].traders[MARKET] == 2 and not position.colours[A].bids
    assert bid("academy", 9) in legal(position) and bid("customs", 12) in legal(position)
    position = play(position, ("place", "hand", MARKET))
    assert position.decider == A and legal(position) == (PASS,)


def test_no_second_bank_trader_and_no_buildings_t15_t16() -> None:
    position = table()
    stand(position, A, "yunnan")
    position = play(position, ("place", "hand", "bank", "left"), PASS, PASS)
    goals = {choice[2:] for choice in legal(position) if choice[0] == "place"}
    assert position.decider == A and goals == {(MARKET,)}


def test_traders_left_in_hand_go_to_the_market_t18() -> None:
    position = play(table(), ("place", "hand", "bank", "left"), PASS, PASS, PASS)
    assert position.colours[A].traders[MARKET] == 2 and position.colours[A].hand["trader"] == 1


def test_only_pass_without_a_trader_t58() -> None:
    position = table()
    position.colours[A].coins = 27
    position = play(position, bid("academy", 9), PASS, PASS, bid("customs", 9), bid("stable", 9))
    assert position.decider == A and legal(position) == (PASS,)


def outbid_after_passing(options: Options) -> Position:
    """A has bid 5 for the stable and passed; B bids 9 there."""
    position = table(3, options)
    position.colours[A].coins = 30
    return play(position, bid("stable", 5), ("place", "hand", MARKET), PASS, PASS, bid("stable", 9))


def test_a_passed_colour_may_only_bid_high_in_the_same_building_r56_g9() -> None:
    position = outbid_after_passing(Options())
    assert position.decider == A and position.acting.returned == {"stable"}
    assert position.acting.hand["trader"] == 1 and position.acting.traders[MARKET] == 2
    assert set(legal(position)) == {bid("stable", 12), bid("stable", 15), PASS}
    declined = apply(position, PASS)
    assert declined.decider == B and declined.colours[A].traders[MARKET] == 3
    placed = apply(position, bid("stable", 12))
    assert placed.decider == B and placed.colours[A].bids == {"stable": 12}
    assert apply(placed, PASS).decision == "travel"


def test_a_passed_colour_plays_on_freely_by_option_g9() -> None:
    position = outbid_after_passing(Options(published_reentry=True))
    assert position.decider == A and not position.acting.passed
    assert {bid("academy", 5), ("place", "hand", "bank", "left"), PASS} <= set(legal(position))


def test_useless_progress_is_paid_t60() -> None:
    position = table()
    colour = position.colours[A]
    colour.stock["trader"], colour.hand["trader"] = 0, 7
    colour.coins, colour.pass_level, colour.influence = 20, 6, 4
    position = play(position, bid("academy", 5), PASS, PASS, bid("customs", 5), bid("dragon_house", 5), PASS)
    colour = position.colours[A]
    assert (colour.coins, colour.pass_level, colour.influence) == (5, 6, 4)
    assert colour.hand["trader"] == 3 and colour.traders[MARKET] == 4 and position.decision == "travel"


def test_the_stable_comes_before_the_yard_t51() -> None:
    position = table()
    position.colours[A].coins = 10
    position = play(position, bid("yard", 5), PASS, PASS, bid("stable", 5), PASS)
    houses = [choice for choice in legal(position) if choice[:2] == ("take", "teahouse")]
    assert position.decision == "yard" and position.decider == A
    later = ("take", "teahouse")
    assert houses == [later, (*later, "yunnan"), (*later, "sichuan")]
    built = apply(position, (*later, "sichuan"))
    assert built.colours[A].houses == {"sichuan"} and built.colours[A].hand["teahouse"] == 0
    assert apply(position, later).colours[A].hand["teahouse"] == 1
    assert STOP in legal(built) and built.decider == C


def test_a_low_bid_beside_a_high_one_waits_for_the_next_high_bid_g6() -> None:
    position = table()
    position.colours[A].coins, position.colours[C].coins = 15, 9
    position = play(position, bid("yard", 15), bid("yard", 7))
    assert position.colours[B].bids == {"yard": 7}
    position = play(position, bid("yard", 9))
    assert not position.colours[B].bids and position.colours[B].hand["trader"] == 3
    assert position.colours[A].bids == {"yard": 15}


def test_a_passed_colour_outbid_by_seven_may_only_bid_high_g6_g9() -> None:
    position = table(3, Options(published_low_bids=True))
    position.colours[A].coins = 30
    position = play(position, bid("stable", 5), ("place", "hand", MARKET), PASS, PASS, bid("stable", 7))
    assert position.decider == A
    assert set(legal(position)) == {bid("stable", 9), bid("stable", 12), bid("stable", 15), PASS}


def test_each_returned_trader_gets_its_own_turn_and_pass_ends_all_g9() -> None:
    position = table(4)
    position.colours[A].coins, position.colours[C].coins, position.colours[D].coins = 24, 9, 9
    position = play(position, bid("stable", 5), PASS, ("place", "hand", MARKET), ("place", "hand", MARKET))
    position = play(position, bid("yard", 7), ("place", "hand", MARKET), ("place", "hand", MARKET), PASS)
    position = play(position, bid("stable", 9), bid("yard", 9))
    assert position.decider == A and position.acting.returned == {"stable", "yard"}
    assert set(legal(position)) == {
        PASS, *(bid("stable", price) for price in (12, 15)), *(bid("yard", price) for price in (12, 15)),
    }  # fmt: skip
    placed = play(position, bid("stable", 12), PASS, PASS)
    assert placed.decider == A and set(legal(placed)) == {bid("yard", 12), PASS}
    assert play(position, PASS).colours[A].traders[MARKET] == 3


def test_traders_may_be_taken_from_regions_r40() -> None:
    position = table()
    stand(position, A, MARKET)
    assert {choice[1] for choice in legal(position) if choice[0] == "place"} == {"hand"}
    stand(position, A, *REGIONS)
    position.colours[A].hand["trader"] = 1
    assert {choice[1] for choice in legal(position) if choice[0] == "place"} == {"hand", *REGIONS}
    position = apply(position, ("place", "tibet", "academy", 5))
    assert position.colours[A].traders["tibet"] == 0 and position.colours[A].bids == {"academy": 5}
    assert position.colours[A].hand["trader"] == 1


def test_the_academy_sends_a_trader_to_the_market_r64() -> None:
    position = play(table(), bid("academy", 5), PASS, PASS, PASS)
    colour = position.colours[A]
    assert colour.stock["trader"] == 3 and colour.traders[MARKET] == 3 and colour.hand["trader"] == 1
    assert colour.coins == 4


def test_yards_are_used_in_auction_order_r62_g35() -> None:
    position = table()
    position.colours[A].coins, position.colours[C].coins = 9, 12
    position.colours[A].stock |= {"post": 0, "teahouse": 0}
    position = play(position, bid("yard", 9), PASS, bid("yard", 12), PASS, PASS)
    assert position.decider == A and legal(position) == (("take", "bridge"),)
    assert position.acting.coins == 0 and position.colours[C].coins == 12
    position = apply(position, ("take", "bridge"))
    assert position.decider == C and position.decision == "yard" and position.colours[A].hand["bridge"] == 1
    assert position.acting.coins == 0


def test_an_empty_stock_asks_nothing_of_the_yard_g11() -> None:
    position = table()
    position.colours[A].stock |= {"bridge": 0, "post": 0, "teahouse": 0}
    position = play(position, bid("yard", 9), PASS, PASS, PASS)
    assert position.decision == "travel" and position.colours[A].hand["trader"] == 1


# -- Whole games -----------------------------------------------------------------------------------------

EITHER = (False, True)
EVERY_OPTIONS = tuple(
    Options(advanced, gift_value, low_bids, reentry, unconnected)
    for advanced, low_bids, reentry, unconnected in product(EITHER, repeat=4)
    for gift_value in (1, 3)
)


def check_pieces(position: Position) -> None:
    """Nothing is made or lost: 1.1, and the limits of buildings, bank, tea houses and range."""
    gifts = sum(position.gifts.values()) + sum(colour.gifts for colour in position.colours.values())
    assert gifts == 14 and all(count >= 0 for count in position.gifts.values())
    for name, colour in position.colours.items():
        assert traders_total(position, name) == 7
        built = {
            "bridge": len(colour.bridges),
            "post": sum(colour.posts.values()),
            "teahouse": len(colour.houses),
        }
        assert {
            kind: colour.stock[kind] + colour.hand[kind] + built[kind] for kind in KINDS
        } == dict.fromkeys(KINDS, 2)
        counts = [*colour.stock.values(), *colour.hand.values(), *colour.traders.values(), colour.coins]
        assert min(counts) >= 0
        assert all(RANK[r] <= RANK[colour.horse] for r in REGIONS if colour.traders[r] or colour.posts[r])
        assert all(RANK[end] <= RANK[colour.horse] for site in colour.bridges for end in SITES[site])
    houses = [region for colour in position.colours.values() for region in colour.houses]
    assert len(houses) == len(set(houses))
    if position.players == 2:
        assert alternates(position.columns, position.owners)


def check_auction(position: Position) -> None:
    """Bids are covered, no slot is shared, and who is at the bank is in no building."""
    for building in BUILDINGS:
        prices = [colour.bids[building] for colour in position.colours.values() if building in colour.bids]
        assert len(prices) == len(set(prices))
        if position.options.published_low_bids:  # one low bid or up to three high bids (G6)
            assert len(prices) <= 1 or min(prices) > 7
    guests = [name for name in position.bank.values() if name]
    assert len(guests) == len(set(guests))
    for name, colour in position.colours.items():
        assert name not in guests or not colour.bids
        if position.decision == "auction":
            assert position.options.advanced or sum(colour.bids.values()) <= colour.coins
            assert not colour.passed or colour.hand["trader"] == len(colour.returned)
            assert colour.passed or not colour.returned


def check_progress(before: Position, after: Position) -> None:
    """Tracks never fall, and who decides has something to choose."""
    for name, colour in after.colours.items():
        old = before.colours[name]
        assert old.pass_level <= colour.pass_level <= 6 and old.influence <= colour.influence <= 4
        assert RANK[old.horse] <= RANK[colour.horse] and old.gifts <= colour.gifts
        assert old.bridges <= colour.bridges and old.houses <= colour.houses
    choices = legal(after)
    assert len(choices) == len(set(choices)) and bool(choices) == (after.decision != "over")
    assert (deciding_player(after) is None) == (after.decision == "over")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_keep_the_laws(players: int) -> None:
    for seed, options in enumerate(EVERY_OPTIONS):
        rng = Random(f"{players} {seed}")
        position = start(players, options, rng.choice)
        while choices := legal(position):
            before = deepcopy(position) if seed % 8 == 0 else None
            after = apply(position, rng.choice(choices))
            assert before is None or position == before
            check_pieces(after)
            check_auction(after)
            check_progress(position, after)
            position = after
        assert position.result is not None and sorted(position.result.ranking) == list(range(players))


def gifts_short(position: Position) -> bool:
    crowd = {r: sum(colour.traders[r] for colour in position.colours.values()) for r in REGIONS}
    return any(0 < position.gifts[region] < crowd[region] for region in REGIONS)


def road_crowded(position: Position) -> bool:
    return any(sum(colour.traders[r] for colour in position.colours.values()) >= 6 for r in REGIONS)


FEATURES: dict[str, Callable[[Position], bool]] = {**WISHES, "short": gifts_short, "crowded": road_crowded}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_positions_are_sound_and_varied(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(96):
        options = EVERY_OPTIONS[seed % len(EVERY_OPTIONS)]
        position = random_position(Random(seed), players, options)
        check_pieces(position)
        check_auction(position)
        check_progress(position, position)
        assert not is_over(position) or position.decision == "convert"
        seen.update(name for name, holds in FEATURES.items() if holds(position))
    assert set(FEATURES) <= seen.keys() and min(seen[name] for name in FEATURES) >= 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_turn_may_be_put_in_canonical_form_g34(players: int) -> None:
    longest = 0
    for seed in range(80):
        rng = Random(seed)
        position = random_position(rng, players, Options())
        if position.decision == "travel":
            start_turn(position, str(position.decider))
            steps, after = random_turn(rng, position)
            longest = max(longest, len(steps))
            assert play(position, *canonical(steps)) == after
    assert longest >= 5


def random_turn(rng: Random, position: Position) -> tuple[list[Choice], Position]:
    """Steps up to ``stop``, seldom taken early, and where they lead."""
    steps: list[Choice] = []
    while STOP not in steps:
        choices = legal(position)
        steps.append(rng.choice(choices if rng.random() < 0.1 or len(choices) == 1 else choices[:-1]))
        position = apply(position, steps[-1])
    return steps, position


# -- Ways, against all simple ways -----------------------------------------------------------------------


def simple_ways(start_at: str, goal: str, bridges: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """All ways without a space twice."""
    edges = [*pairwise(SPACES), *(SITES[site] for site in bridges)]
    linked = {frozenset(edge) for edge in edges}
    inner = [space for space in SPACES if space not in (start_at, goal)]
    for count in range(len(inner) + 1):
        for middle in permutations(inner, count):
            way = (start_at, *middle, goal)
            if all(frozenset(edge) in linked for edge in pairwise(way)):
                yield way


def test_gaps_and_borders_are_those_of_the_best_of_all_ways() -> None:
    for count in range(len(SITES) + 1):
        for bridges in map(frozenset, combinations(SITES, count)):
            for region in REGIONS:
                ways = list(simple_ways(MARKET, region, bridges))
                for taken in product((False, True), repeat=5):
                    held = frozenset(compress(REGIONS, taken))
                    assert gaps(held, bridges)[region] == min(len({*way[1:-1]} - held) for way in ways)
                for horse in REGIONS:
                    inside = [way for way in ways if all(RANK[space] <= RANK[horse] for space in way)]
                    fewest = min((len(way) - 1 for way in inside), default=None)
                    assert borders(MARKET, horse, bridges).get(region) == fewest
