"""What boards make: windows with their cells and slots, and half a turn of every place."""

from pathlib import Path

import pytest

from interpreter.check.kinds import Member
from interpreter.check.world import World
from tests.small import game

RULES = """
    players: 2
    longest: 9 decisions
    kinds:
      Slot: TL, TR, BL, BR
      Side: near, middle, far
    boards:
      Square:
        grid: 4 by 3
        windows:
          Window: {size: 2 by 2, slots: Slot}
          Column: {size: 1 by 3, slots: Side}
          Plain: 3 by 2
      Comb: {grid: 2}
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    found: World = game(tmp_path_factory.mktemp("boards"), RULES).checked().world
    return found


def printed(world: World, word: str, owner: str, *keys: str) -> str:
    """The name of the member that a board's word gives."""
    column = world.columns[word][owner]
    index = world.domains[owner].index[keys[0]]
    for key, kind in zip(keys[1:], column.extra, strict=True):
        assert isinstance(kind, Member)
        domain = world.domains[kind.domain]
        index = index * len(domain.members) + domain.index[key]
    assert isinstance(column.kind, Member)
    return world.domains[column.kind.domain].members[column.cases[0][index]]


def test_windows_are_listed_rank_by_rank_from_the_bottom_left(world: World) -> None:
    assert world.domains["Window"].members == ("a1_b2", "b1_c2", "c1_d2", "a2_b3", "b2_c3", "c2_d3")
    assert world.domains["Column"].members == ("a1_a3", "b1_b3", "c1_c3", "d1_d3")
    assert world.domains["Plain"].members == ("a1_c2", "b1_d2", "a2_c3", "b2_d3")


def test_slots_are_read_from_the_top_row(world: World) -> None:
    corners = [printed(world, "cell", "Window", "b2_c3", slot) for slot in ("TL", "TR", "BL", "BR")]
    down = [printed(world, "cell", "Column", "c1_c3", slot) for slot in ("near", "middle", "far")]

    assert corners == ["b3", "c3", "b2", "c2"]
    assert down == ["c3", "c2", "c1"]


def test_a_window_has_its_cells(world: World) -> None:
    squares = world.domains["Square"].index
    cells = world.columns["cells"]["Plain"].cases[0][world.domains["Plain"].index["b1_d2"]]

    assert cells == sum(1 << squares[cell] for cell in ("b1", "c1", "d1", "b2", "c2", "d2"))


@pytest.mark.parametrize(
    ("owner", "place", "turned"),
    [
        ("Square", "a1", "d3"),
        ("Square", "b2", "c2"),
        ("Comb", "b1", "a2"),
        ("Window", "a1_b2", "c2_d3"),
        ("Window", "b1_c2", "b2_c3"),
        ("Slot", "TL", "BR"),
        ("Slot", "TR", "BL"),
        ("Side", "middle", "middle"),
    ],
)
def test_half_a_turn(world: World, owner: str, place: str, turned: str) -> None:
    assert printed(world, "turned", owner, place) == turned
    assert printed(world, "turned", owner, turned) == place


def test_a_turned_window_holds_the_turned_cells_in_the_turned_slots(world: World) -> None:
    for window in world.domains["Window"].members:
        there = printed(world, "turned", "Window", window)
        for slot in world.domains["Slot"].members:
            cell = printed(world, "cell", "Window", window, slot)
            other = printed(world, "cell", "Window", there, printed(world, "turned", "Slot", slot))
            assert printed(world, "turned", "Square", cell) == other


HEXES = [("3", "b1", "d5"), ("3", "c3", "c3"), ("4 by 2", "a1", "d2")]


@pytest.mark.parametrize(("size", "place", "turned"), HEXES)
def test_half_a_turn_of_hexes(tmp_path: Path, size: str, place: str, turned: str) -> None:
    text = RULES[: RULES.index("boards:")] + f"boards: {{Hex: {{hex: '{size}'}}}}\n"
    world = game(tmp_path, text + RULES[RULES.index("    phases:") :]).checked().world

    assert printed(world, "turned", "Hex", place) == turned
