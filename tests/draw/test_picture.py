import pytest

from interpreter import Game
from interpreter.draw.picture import Picture, read_picture
from interpreter.syntax.document import Mapping
from interpreter.syntax.schema_check import check
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source


def _read(text: str, game: Game) -> tuple[Picture, tuple[Diagnostic, ...]]:
    root, found = read(Source("picture.yaml", text))
    assert isinstance(root, Mapping)
    assert found == ()
    assert tuple(check(root, "picture")) == ()
    return read_picture(root, game.checked().world)


def test_a_whole_picture(clans: Game) -> None:
    picture, found = _read(
        "canvas: {width: 10, height: 20}\nsite: Land\nsites: {T01: [1, 2]}\n"
        "outlines: {T01: [[0, 0], [1, 0], [0, 1]]}\nlakes: {L: {outline: [[5, 5], [6, 5], [5, 6]]}}\n"
        "colours: {red: bright_red}\nletters: {red: r, plain: 1}\nmark of: terrain\ngroup by: Region.lands\n"
        "show: [huts]\nmarks: {villages: '#'}\n"
        "panels:\n  - {title: Seats, rows: Player, show: [chips, clan]}\n"
        "  - {rows: Epoch, show: [bonus, chips_left, favours]}\n",
        clans,
    )
    assert found == ()
    assert picture.canvas == (10, 20)
    assert picture.sites == {"T01": (1, 2)}
    assert picture.outlines == {"T01": ((0, 0), (1, 0), (0, 1))}
    assert picture.lakes == (((5, 5), (6, 5), (5, 6)),)
    assert picture.letters == {"red": "r", "plain": "1"}
    assert (picture.site, picture.mark_of, picture.group_by) == ("Land", "terrain", "Region.lands")
    assert picture.show == ("huts",)
    assert picture.marks == {"villages": "#"}
    assert [(one.title, [cell.title for cell in one.cells]) for one in picture.panels] == [
        ("Seats", ["chips", "clan"]),
        ("Epoch", ["bonus", "chips_left", "favours"]),
    ]


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("site: Lnad", "E404", "Lnad"),
        ("site: Land\nsites: {T61: [1, 2]}", "E402", "T61"),
        ("letters: {rde: r}", "E402", "rde"),
        ("colours: {rde: red}", "E402", "rde"),
        ("colours: {red: reddish}", "E204", "reddish"),
        ("site: Land\nmark of: terain", "E402", "terain"),
        ("site: Land\nmark of: near", "E500", "near"),
        ("mark of: terrain", "E212", "mark of"),
        ("site: Land\ngroup by: Regoin.lands", "E404", "Regoin.lands"),
        ("site: Land\ngroup by: Region.land", "E402", "land"),
        ("site: Land\ngroup by: Land.terrain", "E500", "terrain"),
        ("site: Land\nshow: [hut]", "E402", "hut"),
        ("site: Land\nshow: [chips]", "E500", "chips"),
        ("site: Land\nmarks: {village: '#'}", "E402", "village"),
        ("site: Land\nmarks: {huts: '#'}", "E500", "huts"),
        ("panels: [{rows: Playr, show: [chips]}]", "E404", "Playr"),
        ("panels: [{rows: Player, show: [score]}]", "E500", "score"),
    ],
)
def test_what_names_nothing_is_found_at_its_place(text: str, code: str, marked: str, clans: Game) -> None:
    _, found = _read(text, clans)
    assert [one.code for one in found] == [code]
    assert found[0].span is not None
    assert found[0].span.text == marked
