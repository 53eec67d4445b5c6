"""Panels of a picture: what stands where, for whom, in how much room; all lines are written by hand."""

from pathlib import Path

import pytest

from interpreter import Game, Match
from interpreter.draw.ink import Line, plain, width
from interpreter.draw.look import HiddenError, Veiled, look_at
from interpreter.draw.picture import read_picture
from interpreter.draw.scene import Scene, facts_of
from interpreter.syntax.document import Mapping
from interpreter.syntax.schema_check import check
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source
from tests.small import game

TOWN = """
    players: 2
    longest: 9 decisions
    boards:
      Cell: {grid: 3 by 2}
    kinds:
      Stone: black, white
      Good:
        has: {level: 1..2, price: 1..9}
        rows: {wood: '1, 1', coal: '1, 2', pear: '2, 5', plum: '2, 9'}
      House:
        has: {worth: 1..5, plan: bag of Good up to 3}
        rows: {hut: '1, wood', tower: '3, (2 of coal, pear)'}
      Slot: 1..2
    components:
      board: {is: Stone or none per Cell, start: {a1: black, c2: white}}
      row: {is: bag of Good up to 9, start: {wood: 2, coal: 1, pear: 3}}
      deck: {is: bag of Good up to 9, seen by: nobody, start: {plum: 4}}
      hand:
        is: bag of Good up to 9 per Player
        seen by: owner
        start: {P1: {wood: 1}, P2: {coal: 2, plum: 1}}
      street: {is: set of House, start: all}
      built: {is: set of House per Player, start: {P2: [hut]}}
      law: {is: Stone per Player and Slot, seen by: owner, start: {P1: {1: white}, P2: {2: white}}}
      coins: {is: 0..9 per Player, start: {P1: 4}}
      favourite: {is: 1..6 or none per Player, start: {P2: 3}}
      queue: {is: list of Good up to 4}
      marks: {is: list of 2..9 up to 3 per Player, seen by: owner}
      starters: {is: set of House, seen by: nobody, start: all}
    terms:
      points(p in Player): sum of worth(b) for b in built(p)
      riches(p in Player): sum of hand(p, g) * price(g) for g in Good
      told(p in Player): public(riches(p))
    setup:
      open: reveal law(P2, 2)
      queue: |
        add plum to bottom of queue
        add wood to bottom of queue
        add plum to bottom of queue
        add 2 to top of marks(P2)
        add 7 to top of marks(P2)
        add 3 to top of marks(P1)
    phases: {turns: {who: P1, one of: [nothing]}}
    ranking: {of: p in Player, last: shared}
""".replace("one of: [nothing]", "one of: nothing")


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("town"), TOWN)


def scene(town: Game, picture: str) -> tuple[Scene, tuple[Diagnostic, ...]]:
    root, found = read(Source("picture.yaml", picture))
    assert isinstance(root, Mapping)
    assert found == ()
    assert check(root, "picture") == ()
    world = town.checked().world
    made, problems = read_picture(root, world)
    program = town.program(2)
    return Scene(program, made, facts_of(world, program, made)), problems


def lines(town: Game, picture: str, viewer: int | None = None, room: int = 100) -> list[str]:
    """The first paragraphs, without the components that no panel names."""
    drawn, problems = scene(town, picture)
    assert problems == ()
    match = Match(town.engine(2), 1, forced="ask")
    found = [plain(one) for one in drawn.table_lines(look_at(match.state, viewer), room)]
    return found[: found.index("")] if "" in found else found


def panel(text: str) -> str:
    return f"panels:\n  - {text}\n"


# What stands in a panel


def test_names_and_phrases_are_columns(town: Game) -> None:
    short = panel("{title: Seats, rows: Player, show: [coins, points, favourite]}")
    assert lines(town, short) == [
        "Seats  coins  points  favourite",
        "P1     4      0       -",
        "P2     0      1       3",
    ]
    long = panel(
        "{rows: b in street, show: {worth: worth(b), 'built from': plan(b), at hand: b in built(P2)}}"
    )
    assert lines(town, long) == [
        "street  worth  built from    at hand",
        "hut     1      wood          yes",
        "tower   3      coal 2, pear  no",
    ]


def test_a_bag_by_a_column_of_its_things(town: Game) -> None:
    picture = panel(
        "{title: Row, rows: n in 1..2, show: {goods: bag of row(g) for g in Good where level(g) = n}}"
    )
    assert lines(town, picture) == ["Row  goods", "1    wood 2, coal", "2    pear 3"]


def test_rows_run_one_inside_the_other_and_a_name_stands_once(town: Game) -> None:
    picture = panel(
        "{title: Dear, rows: 'h in House with g in Good where plan(h, g) > 0',"
        " show: {good: g, n: 'plan(h, g)'}}"
    )
    assert lines(town, picture) == [
        "Dear   good  n",
        "hut    wood  1",
        "tower  coal  2",
        "       pear  1",
    ]


def test_a_panel_without_rows_is_a_list(town: Game) -> None:
    picture = panel("{title: Table, show: {deck: size(deck), nobody: all p in Player where coins(p) > 7}}")
    assert lines(town, picture) == ["Table", "deck    4", "nobody  -"]
    assert lines(town, panel("show: [street]"))[0] == "street  hut, tower"


def test_nothing_to_list_is_said(town: Game) -> None:
    assert lines(town, panel("{title: Poor, rows: p in Player where coins(p) > 8, show: [coins]}")) == [
        "Poor",
        "nothing",
    ]


def test_a_board_stands_beside_what_follows(town: Game) -> None:
    picture = "letters: {black: B, white: W}\npanels:\n  - {title: Board, board: Cell, show: [board]}\n"
    picture += "  - title: Laws\n    rows: s in Slot\n    show:\n"
    picture += "      mine: law(P1, s)\n      theirs: law(P2, s)\n      open: shown(law(P2, s))\n"
    assert lines(town, picture, viewer=1) == [
        "Board        Laws  mine   theirs  open",
        " 2 · · W     1     white  ?       no",
        " 1 B · ·     2     black  white   yes",
        "   a b c",
    ]
    below = lines(town, picture, viewer=1, room=30)
    assert below[0] == "Board"
    assert "Laws" not in "".join(below)


def test_a_board_is_turned_for_who_sits_opposite(town: Game) -> None:
    picture = panel("{board: Cell, turned for: [P2], show: [board]}")
    assert lines(town, picture, viewer=2) == [" 1 · · b", " 2 w · ·", "   c b a"]
    for viewer in (1, None):
        assert lines(town, picture, viewer) == [" 2 · · w", " 1 b · ·", "   a b c"]


def test_components_left_out_are_not_shown(town: Game) -> None:
    drawn, _ = scene(town, "leave out: [starters, deck]\npanels: [{show: [street]}]\n")
    match = Match(town.engine(2), 1, forced="ask")
    text = "\n".join(plain(one) for one in drawn.table_lines(look_at(match.state, None), 100))
    assert "starters" not in text
    assert "deck" not in text
    assert text.count("street") == 1
    assert "row " in text


# Secrets


@pytest.mark.parametrize(
    ("phrase", "for_first", "for_second", "for_all"),
    [
        ("hand(p)", ["wood", "?"], ["?", "coal 2, plum"], ["?", "?"]),
        ("size(hand(p))", ["1", "3"], ["1", "3"], ["1", "3"]),
        ("riches(p)", ["1", "?"], ["?", "13"], ["?", "?"]),
        ("told(p)", ["1", "?"], ["?", "13"], ["?", "?"]),
        ("public(riches(p))", ["1", "?"], ["?", "13"], ["?", "?"]),
        ("kinds(hand(p))", ["wood", "?"], ["?", "coal, plum"], ["?", "?"]),
        ("coins(p) if coins(p) > 0 else riches(p)", ["4", "?"], ["4", "13"], ["4", "?"]),
        ("law(p, 2)", ["black", "white"], ["?", "white"], ["?", "white"]),
        ("shown(law(p, 2)) and law(p, 2) = white", ["no", "yes"], ["no", "yes"], ["no", "yes"]),
        ("size(deck) + size(starters)", ["6", "6"], ["6", "6"], ["6", "6"]),
        ("deck(plum)", ["?", "?"], ["?", "?"], ["?", "?"]),
    ],
)
def test_a_phrase_tells_only_what_its_viewer_may_know(
    town: Game, phrase: str, for_first: list[str], for_second: list[str], for_all: list[str]
) -> None:
    picture = panel(f"{{title: T, rows: p in Player, show: {{x: '{phrase}'}}}}")
    for viewer, wanted in ((1, for_first), (2, for_second), (None, for_all)):
        assert [line.split(maxsplit=1)[1] for line in lines(town, picture, viewer)[1:]] == wanted


def test_rows_that_rest_on_secrets_are_not_even_counted(town: Game) -> None:
    picture = panel("{title: T, rows: g in hand(P2), show: [price]}")
    assert lines(town, picture, 2) == ["T     price", "coal  2", "plum  9"]
    assert lines(town, picture, 1) == lines(town, picture) == ["T  price", "?  ?"]
    some = panel("{title: T, rows: p in Player where riches(p) > 9, show: [coins]}")
    assert lines(town, some, 1) == ["T  coins", "?  ?"]


def test_names_of_rows_that_rest_on_secrets_are_secret_themselves(town: Game) -> None:
    picture = panel("{title: T, rows: p in Player with g in hand(p), show: {x: g, n: size(hand(p))}}")
    assert lines(town, picture, 1) == ["T   x     n", "P1  wood  1", "?   ?     ?"]


def test_slots_that_are_veiled_can_not_be_read() -> None:
    slots = Veiled([1, 2, 3, 4], frozenset({2}))
    assert slots[1] == 2
    assert slots[0:2] == [1, 2]
    for at in (2, slice(1, 3), slice(None), slice(3, 0, -1)):
        with pytest.raises(HiddenError):
            slots[at]


def test_lists_are_shown_from_their_top(town: Game) -> None:
    picture = panel("{rows: Player, show: {queue: queue, marks: marks(p), many: size(marks(p))}}")
    picture = picture.replace("rows: Player", "title: T, rows: p in Player")
    assert lines(town, picture, 2) == [
        "T   queue             marks  many",
        "P1  plum, wood, plum  ?      1",
        "P2  plum, wood, plum  7, 2   2",
    ]


# Room


def test_wide_columns_are_broken_between_words(town: Game) -> None:
    text = "{title: T, rows: p in Player,"
    text += " show: {all: bag of level(g) * 5 for g in Good, more: bag of 3 for g in Good}}"
    drawn, _ = scene(town, panel(text))
    match = Match(town.engine(2), 1, forced="ask")
    for room in (40, 60):
        found: list[Line] = drawn.table_lines(look_at(match.state, None), room)
        top = found[: found.index(())]
        assert max(map(width, top)) <= room
    assert lines(town, panel(text), room=40) == [
        "T   all               more",
        "P1  wood 5, coal 5,   wood 3, coal 3,",
        "    pear 10, plum 10  pear 3, plum 3",
        "P2  wood 5, coal 5,   wood 3, coal 3,",
        "    pear 10, plum 10  pear 3, plum 3",
    ]


def test_what_takes_too_long_is_found_and_not_computed(town: Game) -> None:
    many = " with ".join(f"{name} in 1..1000" for name in "abc")
    drawn, found = scene(town, panel(f"{{title: T, rows: '{many}', show: {{x: a + b + c}}}}"))
    assert found == ()
    assert [one.code for one in drawn.facts.panels[0].findings()] == ["E615"]
    match = Match(town.engine(2), 1, forced="ask")
    assert plain(drawn.table_lines(look_at(match.state, None), 80)[1]).split() == [
        "too",
        "much",
        "to",
        "compute",
    ]


def test_what_rows_run_over_is_worked_out_once(town: Game) -> None:
    """300 rows, each of which would cost as much as their list, 90,000 steps and more, would be too much."""
    rows = "a in (union of (all b in 1..300 where b > n and n > 298) for n in 1..300)"
    drawn, found = scene(town, panel(f"{{title: T, rows: '{rows}', show: {{x: a + 1}}}}"))
    assert found == ()
    assert list(drawn.facts.panels[0].findings()) == []
    match = Match(town.engine(2), 1, forced="ask")
    assert plain(drawn.table_lines(look_at(match.state, None), 80)[1]).split() == ["300", "301"]


# What is wrong


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("{rows: Playr, show: [coins]}", "E404", "Playr"),
        ("{rows: p in Playr, show: [coins]}", "E402", "Playr"),
        ("{rows: 'p in', show: [coins]}", "E301", ""),
        ("{rows: p in Player, show: [coin]}", "E402", "coin"),
        ("{rows: p in Player, show: [street]}", "E500", "street"),
        ("{show: [coins]}", "E500", "coins"),
        ("{rows: p in Player, show: {x: coins(me)}}", "E414", "me"),
        ("{rows: p in Player, show: {x: coins}}", "E522", "coins"),
        ("{rows: p in Player, show: {x: none}}", "E500", "none"),
        ("{rows: p in Player, show: {x: coins(p) +}}", "E301", ""),
        ("{rows: coins in Player, show: {x: 1}}", "E407", "coins"),
        ("{board: Cel, show: [board]}", "E404", "Cel"),
        ("{board: Good, show: [board]}", "E500", "Good"),
        ("{board: Cell, show: [coins]}", "E500", "coins"),
        ("{board: Cell, show: {x: 1}}", "E201", "{x: 1}"),
        ("{board: Cell, rows: Player, show: [board]}", "E211", "board"),
        ("{rows: Player, turned for: [P2], show: [coins]}", "E212", "turned for"),
        ("{board: Cell, turned for: [P3], show: [board]}", "E402", "P3"),
    ],
)
def test_what_a_panel_can_not_show_is_found_at_its_place(
    town: Game, text: str, code: str, marked: str
) -> None:
    _, found = scene(town, panel(text))
    assert [one.code for one in found] == [code]
    assert found[0].span is not None
    assert found[0].span.text == marked


def test_what_can_not_be_left_out_is_found(town: Game) -> None:
    _, found = scene(town, "leave out: [startres, points]\n")
    assert [(one.code, one.span and one.span.text) for one in found] == [
        ("E402", "startres"),
        ("E500", "points"),
    ]


def test_a_picture_is_read_with_the_schema(tmp_path: Path, town: Game) -> None:
    root, _ = read(
        Source("picture.yaml", "panels: [{show: []}, {show: {}}, {rows: Player}, {show: [coins], by: x}]\n")
    )
    assert isinstance(root, Mapping)
    assert [one.code for one in check(root, "picture")] == ["E209", "E209", "E203", "E202"]
