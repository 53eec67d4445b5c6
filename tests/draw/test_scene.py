from pathlib import Path

import pytest

from interpreter import Game, Match, load
from interpreter.core.ir import Program
from interpreter.draw.ink import plain, width
from interpreter.draw.look import look_at
from interpreter.draw.map import Map
from interpreter.draw.picture import Picture, read_picture
from interpreter.draw.scene import Scene, facts_of
from interpreter.front.drawing import scene_of
from interpreter.syntax.document import Mapping
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

ROOT = Path(__file__).parent.parent.parent
POTS = ROOT / "tests" / "front" / "rulesets" / "pots.yaml"
CLANS = ROOT / "rulesets" / "clans"


def _scene(game: Game, program: Program, picture: str = "") -> Scene:
    world = game.checked().world
    read_one = Picture()
    if picture:
        root, _ = read(Source("picture.yaml", picture))
        assert isinstance(root, Mapping)
        read_one, found = read_picture(root, world)
        assert found == ()
    return Scene(program, read_one, facts_of(world, program, read_one))


def _load(path: Path | str) -> Game:
    loaded = load(str(path))
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def _texts(scene: Scene, match: Match, viewer: int | None, room: int = 100) -> list[str]:
    return [plain(one) for one in scene.table_lines(look_at(match.state, viewer), room)]


def test_any_game_is_shown_in_tables_without_a_picture() -> None:
    game = _load(POTS)
    match = game.start(players=2, seed=2)
    match.apply(1, "put good tea coins 7")
    lines = _texts(_scene(game, match.engine.program), match, 2)
    assert lines[0].split() == ["Player", "purse", "wish"]
    assert lines[1].split() == ["P1", "33", "?"]
    assert lines[2].split()[:2] == ["P2", "40"]
    assert lines[2].split()[2] in {"tea", "silk", "jade"}
    assert lines[4:8] == ["Good  pot", "tea   7", "silk  0", "jade  0"]
    assert lines[9:12] == ["given  tea  silk  jade", "P1     7    0     0", "P2     0    0     0"]
    assert lines[13:] == ["opener  P1", "open    tea, silk, jade"]


def test_panels_name_what_stands_beside_each_other() -> None:
    game = _load(POTS)
    match = game.start(players=2, seed=2)
    picture = "panels:\n  - {title: Pots, rows: Good, show: [pot]}\n  - {rows: Player, show: [purse, wish]}\n"
    lines = _texts(_scene(game, match.engine.program, picture), match, None)
    assert [line.split() for line in lines[:4]] == [
        ["Pots", "pot", "Player", "purse", "wish"],
        ["tea", "0", "P1", "40", "?"],
        ["silk", "0", "P2", "40", "?"],
        ["jade", "0"],
    ]
    assert "given  tea  silk  jade" in lines  # what the picture does not mention is shown all the same


def test_places_in_their_groups_with_letters_and_marks(clans: Game) -> None:
    match = clans.start(players=4, seed=7)
    scene = _scene(clans, match.engine.program, (CLANS / "picture.yaml").read_text("utf-8"))
    lines = _texts(scene, match, 1)
    assert lines[0] == "R01  T01^ b  T02M r  T03D k  T04P y  T05F g"
    look = look_at(match.state, 1)
    view = look.view
    huts = view["components"]["huts"]  # type: ignore[index,call-overload]
    assert huts["T01"] == {"blue": 1}  # type: ignore[index,call-overload]
    huts["T01"] = {"blue": 2, "black": 11}  # type: ignore[index,call-overload]
    view["components"]["villages"] = ["T01", "T05"]  # type: ignore[index,call-overload]
    changed = [plain(one) for one in scene.table_lines(look, 100)]
    assert changed[0] == "R01  T01^# b2k11  T02M r  T03D k  T04P y  T05F# g"
    narrow = [plain(one) for one in scene.table_lines(look, 40)]
    assert narrow[:2] == ["R01  T01^# b2k11  T02M r  T03D k  T04P y", "     T05F# g"]


@pytest.mark.parametrize("room", [72, 80, 100, 120, 200])
def test_the_map_of_a_crowded_position_fits(room: int, clans: Game) -> None:
    match = clans.start(players=4, seed=7)
    scene = _scene(clans, match.engine.program, (CLANS / "picture.yaml").read_text("utf-8"))
    look = look_at(match.state, None)
    view = look.view
    for site in view["components"]["huts"]:  # type: ignore[index,union-attr,call-overload]
        view["components"]["huts"][site] = {"red": 3, "blue": 2, "green": 1}  # type: ignore[index,call-overload]
    lines = scene.map_lines(look, room)
    assert lines is not None
    text = "\n".join(plain(one) for one in lines)
    assert all(f"T{number:02}" in text for number in range(1, 61))
    assert text.count("r3b2g") == 60
    assert max(map(width, lines)) <= min(room, 120)


def test_a_position_needs_no_map() -> None:
    game = _load("tic-tac-toe")
    match = game.start()
    scene = _scene(game, match.engine.program)
    assert not scene.has_map
    assert scene.map_lines(look_at(match.state, None), 80) is None
    assert isinstance(Map(Picture()), Map)
    match.apply(1, "place cell b2")
    match.apply(2, "place cell a1")
    assert _texts(scene, match, None) == [" 3 · · ·", " 2 · X ·", " 1 O · ·", "   a b c"]


def test_what_a_viewer_may_not_know_does_not_change_the_picture(clans: Game) -> None:
    scene = None
    drawn = set()
    for seed in range(40):
        match = clans.start(players=2, seed=seed)
        scene = scene or _scene(clans, match.engine.program, (CLANS / "picture.yaml").read_text("utf-8"))
        lines = _texts(scene, match, None)
        players = lines.index("Players  chips  clan") if "Players  chips  clan" in lines else -1
        drawn.add(tuple(lines[players + 1 : players + 3]))
    assert drawn == {("P1       0      ?", "P2       0      ?")}


def test_a_full_place_is_drawn_on_two_lines_and_loses_nothing(clans: Game) -> None:
    match = clans.start(4, "7")
    scene = scene_of("clans", clans, match.engine.program)
    look = look_at(match.state, None)
    view = look.view
    components = view["components"]
    assert isinstance(components, dict)
    huts = components["huts"]
    assert isinstance(huts, dict)
    colours = ("red", "blue", "green", "yellow", "black")
    for site in ("T01", "T20", "T35"):
        kept, huts[site] = huts[site], dict.fromkeys(colours, 2)
        for room in (80, 100, 120):
            drawn = scene.map_lines(look, room)
            assert drawn is not None
            rows = [plain(one) for one in drawn]
            row = next(number for number, text in enumerate(rows) if site in text)
            column = rows[row].index(site)
            assert rows[row + 1][column:].startswith("r2b2g2y2")
            assert rows[row + 2][column:].startswith("k2")
        huts[site] = kept
