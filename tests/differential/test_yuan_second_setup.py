"""The second Yuan against the document: the map and set-up."""

from collections import Counter
from random import Random

import pytest

from tests.differential.yuan_second import (
    SCENARIOS,
    auction,
    capital_sites,
    deal,
    free_opening,
    land_of,
    paid_opening,
    random_capitals,
    random_layout,
    reference_land,
    sell,
    spaces_of,
)
from tests.differential.yuan_second_map import (
    TILES,
    bits,
    centres,
    free_cells,
    reference_layout,
    set_of,
    tiles_for,
)
from tests.differential.yuan_second_setup import colours_in_play, drawn
from tests.differential.yuan_second_tables import (
    PLAIN,
    POWERS,
    drawn_land,
    named,
    table,
)

# -- the map ------------------------------------------------------------------------------------------


def test_tiles_by_players() -> None:  # T7
    assert [len(tiles_for(players)) for players in range(2, 9)] == [8, 12, 15, 19, 22, 27, 30]


def test_totals_of_the_tiles() -> None:
    counted = {n: Counter("".join(TILES[tile] for tile in tiles_for(n))) for n in (2, 3, 4)}
    assert counted[2] == Counter(R=11, F=11, M=11, H=6, W=9, X=6, V=2)
    assert counted[3] == Counter(R=17, F=17, M=17, H=9, W=12, X=9, V=3)
    assert counted[4] == Counter(R=21, F=21, M=21, H=12, W=15, X=11, V=4)


def test_reference_layout() -> None:
    assert centres(19)[7:] == [
        (2, -6),
        (4, -5),
        (6, -4),
        (5, -1),
        (4, 2),
        (1, 4),
        (-2, 6),
        (-4, 5),
        (-6, 4),
        (-5, 1),
        (-4, -2),
        (-1, -4),
    ]
    for players in (2, 3, 4):
        land = reference_land(players)
        assert len(list(land.groups((1 << land.size) - 1))) == 1  # one land mass
        assert land.lake == land.short_lake  # no lake of more than two spaces [G26]


def test_adjacency_of_the_reference_layout() -> None:
    land = reference_land(4)

    def beside(name: str) -> set[str]:
        return named_in(land.near[land.number[name]])

    def named_in(provinces: int) -> set[str]:
        return {land.names[p] for p in bits(provinces)}

    assert beside("A3") == {"A2", "E5", "F1"}
    assert beside("H4") == {"H0", "H3"}  # H5 between them is water
    assert named_in(land.lake[land.number["A3"]]) == {"A5", "F1", "F5", "G2"}  # the lake A4, F6
    by_volcano = {"B": "123456", "F": "12345", "I": "12346", "N": "23456"}
    assert named_in(land.volcanic) == {tile + i for tile, spaces in by_volcano.items() for i in spaces}
    assert list(land.names) == sorted(land.names)


def test_a_turned_tile_keeps_its_names() -> None:
    layout = (reference_layout(2)[0]._replace(rotation=2),)
    spaces = spaces_of(layout)
    assert spaces[-1, 1].name == "A1"  # offset 3 instead of 1
    assert spaces[1, 0].name == "A5"
    assert spaces[0, 0].name == "A0"


def test_names_ascend_by_shorter_letter_first() -> None:
    names = reference_land(8).names
    assert names.index("Z1") < names.index("AA2") < names.index("AB1")


def test_tiles_may_not_overlap() -> None:
    first = reference_layout(2)[0]
    with pytest.raises(ValueError, match="lies on another tile"):
        spaces_of((first, first._replace(tile="B", cell=(1, 0))))


def test_groups() -> None:  # T67
    position = table(
        """
        a b . c ~ d
        . e . . . .
        """,
        **dict.fromkeys("abcd", "red"),
        e="green",
    )
    assert [named(position, bits(group)) for group in position.land.groups(position.held(0))] == [
        {"a", "b"},
        {"c"},
        {"d"},  # lakes do not join groups
    ]


# -- set-up -------------------------------------------------------------------------------------------


def test_the_deal() -> None:  # T8
    assert [len(hand) for hand in deal(tiles_for(4), 4)] == [4, 4, 4, 3]
    assert deal("abcde", 2) == [["a", "c", "e"], ["b", "d"]]


def test_free_layout() -> None:
    assert free_cells(()) == ((0, 0),)
    assert set(free_cells(reference_layout(2)[:1])) == set(centres(7)[1:])
    for players in range(2, 9):
        layout = random_layout(Random(players), players)
        assert sorted(placed.tile for placed in layout) == sorted(tiles_for(players))
        assert len(spaces_of(layout)) == 7 * len(layout)  # nothing overlaps
        for i, placed in enumerate(layout):
            assert placed.cell in free_cells(layout[:i])


OPENING_CLANS = ("mu", "suhey", "weyu", "xiangi")


def test_start_without_bidding() -> None:  # T9
    land = reference_land(4)
    capitals = dict(zip(OPENING_CLANS, random_capitals(Random(1), land, 4), strict=True))
    position = free_opening(land, OPENING_CLANS, capitals, POWERS)
    assert [each.chao for each in position.clans] == [2, 3, 4, 4]
    assert [each.chao for each in free_opening(land, OPENING_CLANS, capitals, PLAIN).clans] == [4] * 4
    assert [(each.villages, each.cities, each.armies) for each in position.clans] == [(18, 13, 9)] * 4
    assert (position.temples_left, position.ramparts_left, sum(position.temple)) == (6, 24, 12)
    for each in position.clans:  # the capital counts [G10]
        capital = capitals[each.name]
        rice, forest, mine = (land.terrain[capital] == kind for kind in "RFM")
        assert each.board == (position.temple[capital], rice, forest, mine)


def test_two_boxes_hold_twice_the_common_pieces() -> None:  # G37
    land = reference_land(8)
    clans = colours_in_play(Random(0), 8)
    position = free_opening(
        land, clans, dict(zip(clans, random_capitals(Random(1), land, 8), strict=True)), POWERS
    )
    assert (position.temples_left + sum(position.temple), position.ramparts_left) == (36, 48)
    assert [each.chao for each in position.clans] == [2, 3, 4, 4, 4, 4, 4, 4]


def test_start_with_bidding() -> None:  # T10, T11
    land = reference_land(3)
    capitals = {"mu": land.number["F3"], "suhey": land.number["H0"], "weyu": land.number["K2"]}
    bids = iter([3, 5, 2, 0, 1])
    bought = auction(
        3, ("mu", "suhey", "weyu"), lambda _: next(bids), lambda _, left: left[0], lambda tied: tied[0]
    )
    assert bought == {1: ("mu", 5), 2: ("suhey", 1), 0: ("weyu", 0)}
    position = paid_opening(land, bought, capitals, POWERS)
    assert [(each.name, each.chao) for each in position.clans] == [("weyu", 6), ("mu", 1), ("suhey", 5)]


@pytest.mark.parametrize(
    ("rounds", "tied"),
    [
        pytest.param(["66", "66"], [0, 1], id="T12"),
        pytest.param(["444", "665", "66"], [0, 1], id="T91-maximum"),
        pytest.param(["444", "665", "33"], [0, 1], id="T91-third-tie"),
        pytest.param(["44", "55", "33"], [0, 1], id="G9-third-tie"),
        pytest.param(["664", "66"], [0, 1], id="G9-only-the-tied"),
    ],
)
def test_ties_in_bidding_end_by_chance(rounds: list[str], tied: list[int]) -> None:
    bids = iter("".join(rounds))
    drawn_from: list[list[int]] = []

    def draw(players: object) -> int:
        drawn_from.append(list(players))  # type: ignore[call-overload]
        return drawn_from[-1][-1]

    assert sell(range(len(rounds[0])), lambda _: int(next(bids)), draw) == (tied[-1], int(rounds[-1][0]))
    assert drawn_from == [tied]
    assert next(bids, None) is None


def test_a_tie_may_be_resolved_lower() -> None:  # G9
    bids = iter([6, 6, 1, 2])
    assert sell((0, 1), lambda _: next(bids), lambda _: pytest.fail("no chance here")) == (1, 2)
    with pytest.raises(ValueError, match="bids are from 0 to 6"):
        sell((0, 1), lambda _: 7, lambda tied: tied[0])


def test_capitals_keep_apart() -> None:  # G8
    land = drawn_land("a b c ~ d")
    assert {land.names[p] for p in bits(capital_sites(land, set_of([0])))} == {"c", "d"}
    assert {land.names[p] for p in bits(capital_sites(land, set_of([1, 3])))} == {"a", "c"}  # no better ones


def test_colours_in_play() -> None:  # G39
    for players in range(2, 9):
        colours = colours_in_play(Random(players), players)
        assert len(set(colours)) == players
        assert list(colours) == sorted(
            colours, key=[*OPENING_CLANS, *(f"second{i}" for i in range(1, 5))].index
        )
        assert sorted(drawn(Random(1), colours)) == sorted(colours)


def test_scenarios() -> None:  # R157-R159, G28
    for name, tiles in (("river_control", 15), ("crossing_the_waters", 12), ("generalized_conflict", 19)):
        scenario = SCENARIOS[name]
        land = land_of(spaces_of(scenario.layout))
        assert len(scenario.layout) == tiles
        sites = [land.number[capital] for capital in scenario.capitals]
        assert len(sites) in (0, scenario.players)
        assert all(land.terrain[site] != "H" for site in sites)
    assert [scenario.bidding for scenario in SCENARIOS.values()] == [None, True, None]
