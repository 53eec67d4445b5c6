"""Tiles with petals that are laid and turned: what touches is worked out while the game is played.

The game lies beside the laws. On its board of seven hexes the three tiles begin at a1, b1 and b2. A hex lies
north of another if its rank is one more, north-east if both file and rank are, east if its file is: b1 is
east of a1, b2 is north of b1 and north-east of a1. What must come out is worked out by hand.
"""

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.engine.members import members
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.text.span import Source
from tests.small import codes, computed, game

PETALS = Path(__file__).parent.parent / "laws" / "games" / "petals.yaml"
SCENARIOS = {
    # The eastern petal of sun looks at b1, where moon's western petal looks back; nothing else touches.
    "as they are laid": ([], ["near(sun_e) = (sun_n, sun_s, moon_w)", "near(star_sw) = (star_ne, star_e)"]),
    "two waters meet": ([], ["lake(sun_e) = (sun_e, moon_w)", "lake(sun_n) is empty"]),
    # Turned once, moon's petals look north-east (c2), south-west (off the board) and north (b2).
    "a tile turned away": (
        ["turn which moon by 1"],
        [
            "size(lake(sun_e)) = 1 and sun_e in lake(sun_e)",
            "facing(moon_n) = ne",
            "near(moon_w) = (moon_n, moon_s)",
        ],
    ),
    # Turned five times, star's petals look north, north-east and south: the last at moon's northern petal.
    "a tile turned to": (
        ["turn which star by 5"],
        [
            "facing(star_sw) = s",
            "near(moon_n) = (moon_s, moon_w, star_sw)",
            "near(star_ne) = (star_e, star_sw)",
        ],
    ),
    "turned all round": (
        ["turn which star by 5", "nothing", "turn which star by 1"],
        ["turns(star) = 0", "near(moon_n) = (moon_s, moon_w)"],
    ),
    # From sun's north: sun_e is water, behind it lie sun_n, sun_s and moon_w, which is a second water.
    "over one water": ([], ["over(sun_n) = (sun_n, sun_s, moon_w)", "over(sun_n) & Field = (sun_n, sun_s)"]),
    # With star turned to moon: from moon_s over moon_w to moon_n and sun_e, but not on to star_sw.
    "over water to other tiles": (
        ["turn which star by 5"],
        ["over(moon_s) & Field = (moon_n, moon_s)", "over(star_sw) = (star_e, star_sw)"],
    ),
    "lands": (
        ["take field sun_n", "take field moon_n", "take field sun_s"],
        [
            "land(P1, sun_n) = (sun_n, sun_s)",
            "size(land(P2, moon_n)) = 1",
            "land(P2, sun_n) is empty",
            "land(P1, (sun_n, moon_n)) = own(P1)",
            "size(realm(P1, nothing, sun_n)) = 2",
            "size(realm(P1, sun_s, sun_n)) = 1 and realm(P1, sun_s, sun_s) is empty",
            "edge_count(a1) = 2 and edge_count(b1) = 1",
        ],
    ),
}


@pytest.fixture(scope="module")
def petals() -> Game:
    found = load(str(PETALS)).game
    assert found is not None
    return found


@pytest.mark.parametrize(("moves", "then"), SCENARIOS.values(), ids=SCENARIOS)
def test_what_touches(petals: Game, moves: list[str], then: list[str]) -> None:
    text = "language: 1\ngame: petals\nscenarios:\n  - name: here\n    players: 2\n"
    text += (
        f"    when: [{', '.join(f'P{1 + n % 2} {move}' for n, move in enumerate(moves))}]\n" if moves else ""
    )
    text += "    then:\n" + "".join(f"      - '{one}'\n" for one in then)
    (scenario,), found = read_scenarios(Source("here.yaml", text), "petals")
    assert found == ()
    assert run(petals, scenario).findings == ()


BOARD = """
    players: 2
    longest: 9 decisions
    boards: {Cell: {BOARD}}
    kinds:
      Signpost: {has: {way: Direction, all_ways: set of Direction}, rows: {one: 'ne, (n, s)', two: 's, (e)'}}
      Southward: p in Signpost where turned(way(p), 10) = LAST
    components:
      facing: Direction per Player
      wall: flag per Cell and Direction
      spins: 0..9 = 3
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""
GRID = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
HEX = ["n", "ne", "e", "s", "sw", "w"]
"""Clockwise, a turn of 45° and of 60° apart."""


@pytest.mark.parametrize(("board", "ways"), [("grid: 3", GRID), ("hex: 3", HEX)], ids=["grid", "hex"])
def test_directions_turn_clockwise(tmp_path: Path, board: str, ways: list[str]) -> None:
    last = ways[(ways.index("s") + 10) % len(ways)]
    there = game(tmp_path, BOARD.replace("BOARD", board).replace("LAST", last))
    for at, way in enumerate(ways):
        for turns in (-9, -1, 0, 1, 5, 20):
            assert computed(there, f"turned({way}, {turns})") == (at + turns) % len(ways)
            assert computed(there, f"turned({way}, {turns - 3} + spins)") == (at + turns) % len(ways)
        assert computed(there, f"turned({way}, {len(ways) // 2}) = opposite({way})") == 1
    turned = "union of turned(d, 1) for d in all_ways(one)"
    assert list(members(computed(there, turned))) == sorted((ways.index(d) + 1) % len(ways) for d in "ns")
    assert list(members(computed(there, "Southward"))) == [1]
    assert computed(there, "no c in Cell with d in Direction where wall(c, d)") == 1


def test_a_direction_needs_a_number_of_turns(tmp_path: Path) -> None:
    rules = BOARD.replace("BOARD", "grid: 3").replace("LAST", "w")
    wrong = "      spins: 0..9 = 3\n    terms: {odd: turned(n), other: 'turned(n, e)'}\n"
    assert codes(tmp_path, rules.replace("      spins: 0..9 = 3\n", wrong))[:2] == ["E409", "E500"]


def test_directions_stand_in_data_files_and_key_columns(tmp_path: Path) -> None:
    rules = """
        players: 2
        longest: 9 decisions
        boards: {Cell: {hex: 2}}
        data: tiles.yaml
        kinds: {Tile: {rows: tiles, has: {edges: set of Direction, roads: 0..2 per Direction}}}
        phases: {turns: {who: each clockwise from P1, one of: nothing}}
    """
    tiles = """
        tiles:
          bend: {edges: [n, ne], roads: {n: 1, ne: 2, e: 0, s: 0, sw: 0, w: 0}}
          line: {edges: [e, w], roads: {n: 0, ne: 0, e: 1, s: 0, sw: 0, w: 1}}
    """
    there = game(tmp_path, rules, tiles=tiles)
    assert computed(there, "(union of turned(d, 2) for d in edges(bend)) = (e, s)") == 1
    assert computed(there, "sum of roads(line, turned(d, 3)) for d in edges(line)") == 2
    assert computed(there, "roads(bend, turned(w, 2))") == 2
