"""The map of the second Yellow & Yangtze has the counts of the dossier, and is that of the ruleset."""

from pathlib import Path

from tests.differential.yy_second_map import BOARD, read_board

MAP = Path(__file__).parents[2] / "rulesets" / "yellow-yangtze" / "map.yaml"


def test_the_map_has_the_counts_of_the_dossier() -> None:
    rivers = BOARD.rivers
    assert (len(BOARD.spaces), len(rivers)) == (162, 39)
    assert sum(map(len, BOARD.neighbours.values())) == 2 * 438
    assert len(BOARD.triangles) == 277
    assert sum(rivers.isdisjoint(triangle) for triangle in BOARD.triangles) == 138
    assert sum(rivers.issuperset(triangle) for triangle in BOARD.triangles) == 10
    assert not rivers.intersection(BOARD.capitals.values())
    assert len(BOARD.capitals) == 7


def test_the_map_is_that_of_the_ruleset() -> None:
    assert read_board(MAP) == BOARD
