"""The places of a ruleset: each is there, says where it stands, and can be changed under its address."""

from pathlib import Path

import pytest

from interpreter.api.files import Files, shipped
from interpreter.api.front_end import check_files
from interpreter.api.pages import with_all_tables
from interpreter.syntax.document import Mapping
from interpreter.syntax.formatting.quoting import written
from interpreter.syntax.patches.address import encloses
from interpreter.syntax.patches.listing import Listed, listed
from interpreter.syntax.patches.read import read_patches
from tests.patches.tree import tiny, tree
from tests.shipped import shipped_game

FAST = ("kalah", "tic-tac-toe")
TINY = tiny()


def page_of(game: str) -> Mapping:
    return with_all_tables(shipped_game(game).checked().pages)


def was(place: Listed) -> str:
    """A change that says what stands there and leaves it so."""
    text = written(place.text, is_text=False, spot="value")
    return f"  {written(place.address, is_text=True, spot='key')}:\n    was: {text}\n    now: {text}\n"


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in FAST else pytest.mark.slow) for game in shipped()]
)
def test_every_sentence_is_what_was_there(game: str) -> None:
    base = page_of(game)
    places = [one for one in listed(base) if one.text and one.start is not None]
    patches, found = read_patches("v", tree("changes:\n" + "".join(map(was, places))), base, is_module=False)

    assert [one.message for one in found] == []
    assert [one.address for one in patches] == [one.address for one in places]
    assert len(places) > 15


def test_places_are_those_of_the_page_in_its_order() -> None:
    places = list(listed(TINY))
    addresses = [one.address for one in places]

    assert len(set(addresses)) == len(addresses)
    assert addresses[:5] == ["players", "longest", "options", "options.rainy", "options.rainy.start"]
    assert {
        "kinds.Colour.red", "kinds.Flower.rows.rose.worth", "phases.turns.one of.pick", "ends.bloom",
        "actions.sow.choose.flower", "actions.sow.requires.fits", "ranking.keys.taste", "setup.stock",
        "components.purse.start",
    } <= set(addresses)  # fmt: skip
    assert not {"title", "game", "language", "ends.bloom.when", "options.rainy.is"} & set(addresses)


def test_a_place_says_what_stands_there_and_in_which_line() -> None:
    lines = TINY.span.source.text.splitlines()
    by_address = {one.address: one for one in listed(TINY)}
    worth = by_address["kinds.Flower.rows.rose.worth"]

    assert (worth.text, worth.is_part) == ("3", True)
    assert lines[worth.span.line - 1].strip() == "rose: red, 3"
    assert by_address["ranking.keys"].names == ("coins", "harvest", "taste")
    assert lines[by_address["ranking.keys"].span.line - 1].strip() == "keys:"


def test_what_holds_places_encloses_them() -> None:
    places = list(listed(TINY))
    for number, place in enumerate(places):
        for name in place.names:
            inner = (*place.steps, name)
            if name not in {"help", "cite"}:
                assert any(encloses(inner, one.steps) for one in places[number + 1 :]), inner


TABLE = """
language: 1
game: shop
title: Shop
players: 2
longest: 9 decisions
kinds:
  Hue: red, blue
  Kind: {rows: goods, has: {worth: 0..9}}
tables:
  price: {is: 0..9, for: [1..4, Hue], rows: {1..2: '1, 2', 3..4: '3, 4'}}
  rate: {is: 0..9, for: [Hue, Kind], rows: {red: '1, 2', blue: '3, 4'}}
  late: {is: 0..9, for: [Hue, 2..4], rows: {red: '1, 2, 5', blue: '3, 4, 6'}}
  odd: {is: 0..9, for: [Hue, Hue, Hue], rows: {red: '1, 2, 3, 4', blue: '1, 2, 3, 4'}}
data:
  goods: {salt: {worth: 3}, silk: {worth: 4}}
phases: {turn: nothing}
"""


def test_cells_of_tables_are_called_after_the_second_key() -> None:
    cells = {one.address: one.text for one in listed(tree(TABLE)) if one.is_part and one.steps[0] == "tables"}

    assert cells == {
        "tables.price.rows.1..2.red": "1", "tables.price.rows.1..2.blue": "2",
        "tables.price.rows.3..4.red": "3", "tables.price.rows.3..4.blue": "4",
        "tables.rate.rows.red.salt": "1", "tables.rate.rows.red.silk": "2",
        "tables.rate.rows.blue.salt": "3", "tables.rate.rows.blue.silk": "4",
        "tables.late.rows.red.2": "1", "tables.late.rows.red.3": "2", "tables.late.rows.red.4": "5",
        "tables.late.rows.blue.2": "3", "tables.late.rows.blue.3": "4", "tables.late.rows.blue.4": "6",
    }  # fmt: skip


def test_a_single_word_is_added_to_those_of_a_kind(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(TINY.span.source.text, "utf-8")
    page = "language: 1\ngame: more\ntitle: More\nextends: base.yaml\nadds: {kinds: {Colour: black}}\n"
    (tmp_path / "ruleset.yaml").write_text(page, "utf-8")
    checked, found = check_files(Files(tmp_path, "ruleset.yaml", ""))

    assert found == ()
    assert checked is not None
    assert checked.world.domains["Colour"].members == ("red", "blue", "green", "black")
