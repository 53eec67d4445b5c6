"""The map of the second Yellow & Yangtze has the counts of the dossier."""

from tests.differential.yy_second_map import BOARD


def test_the_map_has_the_counts_of_the_dossier() -> None:
    rivers = BOARD.rivers
    assert (len(BOARD.spaces), len(rivers)) == (162, 39)
    assert sum(map(len, BOARD.neighbours.values())) == 2 * 438
    assert len(BOARD.triangles) == 277
    assert sum(rivers.isdisjoint(triangle) for triangle in BOARD.triangles) == 138
    assert sum(rivers.issuperset(triangle) for triangle in BOARD.triangles) == 10
    assert not rivers.intersection(BOARD.capitals.values())
    assert len(BOARD.capitals) == 7
