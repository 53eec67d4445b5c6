"""Maps that are laid in play: places wherever their phrases put them; all lines are written by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game, Match
from interpreter.draw.computed import Computed
from interpreter.draw.ink import line, plain, width
from interpreter.draw.look import look_at
from interpreter.draw.picture import read_picture
from interpreter.draw.scene import Scene, facts_of
from interpreter.draw.tiling import Label, Place, tiled
from interpreter.players.random_player import RandomPlayer
from interpreter.syntax.document import Mapping
from interpreter.syntax.schema_check import check
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source
from tests.shipped import shipped_game
from tests.small import game

ISLES = """
    players: 2
    longest: 9 decisions
    kinds:
      Ground: sand, sea, peak
      Isle:
        has: {ground: Ground}
        rows: {A: sand, B: sea, C: peak, D: sand, E: sand, F: sand}
    components:
      laid: {is: set of Isle, start: [A, B, C, D, E]}
      east: {is: -3..9 per Isle, start: {B: 1, D: 1, E: -1}}
      pier: {is: 0..9 or none per Isle, start: {A: 1}}
      north: {is: -3..3 per Isle, start: {C: 1, D: 1, E: -1}}
      owner: {is: Player or none per Isle, start: {A: P2, D: P1}}
      huts: {is: 0..9 per Isle, start: {A: 1, D: 2, E: 4}}
      wells: {is: set of Isle, start: [C, D]}
      goods: {is: bag of Ground up to 9 per Isle, start: {E: {sand: 2, sea: 1}}}
      cave: {is: 0..3 per Isle, seen by: nobody, start: {D: 3}}
      ship: {is: 0..9 per Player, seen by: owner, start: {P1: 2, P2: 3}}
      crew: {is: 1..9 per Player, seen by: owner, start: {P1: 2, P2: 3}}
      deck: {is: set of Isle, seen by: nobody, start: all}
    phases: {turns: {who: P1, one of: nothing}}
    ranking: {of: p in Player, last: shared}
"""

LETTERS = "letters: {sand: s, sea: '~', peak: ^}\n"
PARTS = "show: {owner: owner(s), huts: huts(s), well: s in wells}, marks: {huts: h, well: '*'}"
LAND = f"panels:\n  - {{title: Land, rows: s in laid, hex: [east(s), north(s)], {PARTS}"


@pytest.fixture(scope="module")
def isles(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("isles"), ISLES)


def scene(isles: Game, picture: str) -> tuple[Scene, tuple[Diagnostic, ...]]:
    root, found = read(Source("picture.yaml", picture))
    assert isinstance(root, Mapping)
    assert found == ()
    assert check(root, "picture") == ()
    world = isles.checked().world
    made, problems = read_picture(root, world)
    program = isles.program(2)
    return Scene(program, made, facts_of(world, program, made)), problems


def lines(isles: Game, picture: str, viewer: int | None = None, room: int = 80) -> list[str]:
    drawn, problems = scene(isles, picture)
    assert problems == ()
    match = Match(isles.engine(2), 1, forced="ask")
    found = drawn.map_lines(look_at(match.state, viewer), room)
    return [plain(one) for one in found or ()]


# Where places lie


def test_hexes_lie_as_on_a_hex_board(isles: Game) -> None:
    text = f"{LETTERS}{LAND}, letter: ground(s), fill: 'none if ground(s) = sand else ground(s)'}}\n"
    assert lines(isles, text) == [
        "Land",
        "│C^^^^│Ds   │",
        "│*^^^^│Xhh* │",
        "   │As   │B~~~~│",
        "   │Oh   │~~~~~│",
        "│Es   │",
        "│4h   │",
        "h huts  * well  s sand  ~ sea  ^ peak  X P1  O P2",
    ]


def test_squares_stand_above_each_other(isles: Game) -> None:
    assert lines(isles, LAND.replace("hex", "square") + "}\n") == [
        "Land",
        "      │C    │D    │",
        "      │*    │Xhh* │",
        "      │A    │B    │",
        "      │Oh   │     │",
        "│E    │",
        "│4h   │",
        "h huts  * well  X P1  O P2",
    ]


def test_only_what_is_occupied_is_drawn_and_wide_gaps_are_cut(isles: Game) -> None:
    rows = "rows: 's in (A, E)', hex: [east(s) + 40, 'north(s) * 9'], show: {n: huts(s)}"
    assert lines(isles, f"panels:\n  - {{title: Land, {rows}}}\n") == [
        "Land",
        "│A    │",
        "│1    │",
        "",
        "",
        "                     │E    │",
        "                     │4    │",
    ]


def test_places_without_coordinates_are_not_there(isles: Game) -> None:
    text = "panels:\n  - {title: T, rows: PIERS, square: [pier(s), 0], show: {n: huts(s)}}\n"
    assert lines(isles, text.replace("PIERS", "'s in (A, F)'")) == ["T", "│A    │", "│1    │"]
    assert lines(isles, text.replace("PIERS", "s in laid where s = F")) == []


def test_two_places_in_one_are_both_told(isles: Game) -> None:
    rows = "rows: 's in (A, D, E)', square: [0, 0], show: {n: huts(s)}"
    assert lines(isles, f"panels:\n  - {{title: T, {rows}}}\n") == [
        "T", "│A    │", "│1    │", "elsewhere  D 2 (with A)  E 4 (with A)",
    ]  # fmt: skip


def test_names_and_letters_alone_take_one_line(isles: Game) -> None:
    text = "rows: 's in (A, B)', square: [east(s), 0], letter: ground(s), show: {n: 's = F'}"
    assert lines(isles, f"{LETTERS}panels:\n  - {{title: T, {text}}}\n") == [
        "T",
        "│As   │B~   │",
        "s sand  ~ sea",
    ]


def test_values_without_marks_are_as_short_as_can_be(isles: Game) -> None:
    text = "rows: 's in (A, E)', square: [east(s), 0], show: {goods: goods(s), big: 'huts(s) > 3'}"
    assert lines(isles, f"{LETTERS}panels:\n  - {{title: T, {text}}}\n") == [
        "T", "│E    │A    │", "│s2~* │     │", "s sand  ~ sea",
    ]  # fmt: skip


def test_what_takes_too_long_is_not_computed(isles: Game) -> None:
    many = "a in 1..1000 with b in 1..1000 with c in 1..1000"
    text = f"panels:\n  - {{title: T, rows: '{many}', square: [a, b], show: {{c: a + c}}}}\n"
    assert lines(isles, text) == ["T", "elsewhere  too much to compute"]


# Colours


def test_a_place_has_the_colour_of_its_member(isles: Game) -> None:
    text = f"colours: {{P1: red}}\n{LAND}, colour: owner(s)}}\n"
    drawn, _ = scene(isles, text)
    state = Match(isles.engine(2), 1, forced="ask").state
    found = drawn.map_lines(look_at(state, None), 80) or []
    assert [look for _, look in found[1]] == ["", "dim", "bold", "", "dim", "red", "", "dim"]
    assert [piece for piece in found[2] if piece[1] == "red"] == [("X", "red"), ("hh", "red"), ("*", "red")]


# Secrets


def test_parts_that_rest_on_secrets_are_question_marks(isles: Game) -> None:
    text = "rows: 's in (A, D)', square: [east(s), 0], show: {c: cave(s), h: huts(s)}, marks: {h: h, c: o}"
    assert lines(isles, f"panels:\n  - {{title: T, {text}}}\n", 1)[1:3] == ["│A    │D    │", "│?h   │?hh  │"]


def test_each_player_sees_only_the_places_that_player_may_know(isles: Game) -> None:
    text = "panels:\n  - {title: T, rows: p in Player, square: [ship(p), 0], show: {crew: crew(p)}}\n"
    assert lines(isles, text, 2) == ["T", "│P2   │", "│3    │", "elsewhere  P1 ?"]
    assert lines(isles, text) == ["T", "elsewhere  P1 ?  P2 ?"]


def test_rows_that_rest_on_secrets_are_one_question_mark(isles: Game) -> None:
    text = "panels:\n  - {title: T, rows: s in deck, square: [east(s), 0], show: {h: huts(s)}}\n"
    assert lines(isles, text) == ["T", "elsewhere  ? ?"]


# Room


def test_labels_are_as_wide_as_the_room_allows(isles: Game) -> None:
    text = LAND.replace("s in laid", "'s in (A, C, D)'").replace("title: Land, ", "") + "}\n"
    assert lines(isles, text, room=19)[0:3] == ["│C    │D    │", "│*    │Xhh* │", "   │A    │"]
    # Four columns do not fit into nine: three for the label, and the parts are broken between marks.
    assert lines(isles, text, room=9) == [
        "│C  │D  │", "│*  │Xhh│", "│   │*  │", "  │A  │", "  │Oh │", "h huts", "* well", "X P1", "O P2",
    ]  # fmt: skip


def test_a_map_that_is_too_wide_is_drawn_in_parts(isles: Game) -> None:
    text = "panels:\n  - {title: T, rows: n in 1..6, square: [n, 0], show: {n: n * 100}}\n"
    assert lines(isles, text, room=20) == [
        "T  1 of 2, from the left",
        "│1  │2  │3  │",
        "│100│200│300│",
        "",
        "T  2 of 2, from the left",
        "│4  │5  │6  │",
        "│400│500│600│",
    ]


PLACES = st.dictionaries(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.sampled_from(["", "x", "yy"]),
    min_size=1,
    max_size=30,
)


@given(PLACES, st.integers(12, 60), st.booleans())
def test_every_place_is_drawn_once_in_the_room(found: dict[Place, str], room: int, is_hex: bool) -> None:
    labels = {
        place: Label(line(f"N{number:02}"), line(text)) for number, (place, text) in enumerate(found.items())
    }
    drawn = tiled(labels, room, is_hex=is_hex)
    text = "\n".join(plain(one) for part in drawn for one in part)
    assert max(width(one) for part in drawn for one in part) <= room
    for label in labels.values():
        assert text.count(plain(label.name)) == 1
    across = len({x for x, _ in found})
    if across == 1 and not is_hex:
        assert len(drawn) == 1


# What is wrong


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("{hex: [0, 0], show: {x: 1}}", "E212", "hex"),
        ("{rows: s in Isle, hex: [0, 0], square: [0, 0], show: {x: 1}}", "E211", "hex"),
        ("{rows: s in Isle, letter: ground(s), show: {x: 1}}", "E212", "letter"),
        ("{rows: s in Isle, marks: {x: y}, show: {x: 1}}", "E212", "marks"),
        ("{rows: s in Isle, square: [owner(s), 0], show: {x: 1}}", "E500", "owner(s)"),
        ("{rows: s in Isle, square: [0, eats(s)], show: {x: 1}}", "E403", "eats"),
        ("{rows: s in Isle, square: [0, 0], letter: huts(s), show: {x: 1}}", "E500", "huts(s)"),
        ("{rows: s in Isle, square: [0, 0], fill: 'huts(s) +', show: {x: 1}}", "E301", ""),
        ("{rows: s in Isle, square: [0, 0], show: {hut: 1}, marks: {huts: h}}", "E402", "huts"),
        ("{rows: Isle, square: [0, 0], show: [huts], marks: {owner: h}}", "E402", "owner"),
    ],
)
def test_what_a_map_can_not_show_is_found_at_its_place(
    isles: Game, text: str, code: str, marked: str
) -> None:
    _, found = scene(isles, f"panels:\n  - {text}\n")
    assert [one.code for one in found] == [code]
    assert found[0].span is not None
    assert found[0].span.text == marked


def test_a_mark_is_one_character_and_coordinates_are_two() -> None:
    text = "panels: [{rows: s in Isle, square: [0], show: {x: 1}, marks: {x: ab}}]\n"
    root, _ = read(Source("picture.yaml", text))
    assert isinstance(root, Mapping)
    assert [one.code for one in check(root, "picture")] == ["E209", "E206"]


# A whole game


@pytest.mark.parametrize("layout", ["laid", "reference"])
def test_spaces_of_yuan_lie_beside_their_neighbours(layout: str) -> None:
    """The rules find neighbours by turned tiles that touch, the picture by coordinates of its own."""
    yuan = shipped_game("yuan")
    match = yuan.start(players=4, seed=5, options={"layout": layout})
    player = RandomPlayer(5)
    for _ in range(15 if layout == "laid" else 0):  # a move for each tile
        number = match.state.to_move[0]
        match.apply(number, player.choose(match.state, number))
    world, program = yuan.checked().world, match.engine.program
    root, _ = read(Source("picture.yaml", YUAN))
    assert isinstance(root, Mapping)
    picture, found = read_picture(root, world)
    assert found == ()
    at: dict[str, Place] = {}
    for row in Computed(world, program, picture.panels[0]).of(look_at(match.state, None)):
        x, y = row.values[:2]
        assert isinstance(x, int)
        assert isinstance(y, int)
        at[row.name] = x, y
    assert len(at) == 105
    by_place = {place: name for name, place in at.items()}
    near = look_at(match.state, None).view["components"]["near"]  # type: ignore[call-overload, index]
    for name, (x, y) in at.items():
        steps = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
        beside = {by_place[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in by_place}
        assert beside == set(near[name])


YUAN = """
panels:
  - {rows: s in ground, hex: [north(s), east(s) + north(s)], show: {name: s}}
"""
