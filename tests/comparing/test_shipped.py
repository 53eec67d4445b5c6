"""Shipped games held against themselves, laid out otherwise, and with their options and modules."""

import random
from pathlib import Path
from shutil import copytree

import pytest

from interpreter import Game, load
from interpreter.api.files import shipped, shipped_folder
from interpreter.api.rules_difference import RuleDifference, rules_difference
from tests.formatting.spoil import spoilt
from tests.shipped import shipped_game

SMALL = ("breakthrough", "connect-four", "hex", "tic-tac-toe")


def test_a_game_has_nothing_otherwise_than_itself() -> None:
    for name in SMALL:
        game = shipped_game(name)
        assert rules_difference(game, game, ({}, {})).is_empty


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped() if name not in SMALL])
def test_every_game_has_nothing_otherwise_than_itself(name: str) -> None:
    game = shipped_game(name)
    on = dict.fromkeys(game.modules[:1], True)

    assert rules_difference(game, game, ({}, {})).is_empty
    assert rules_difference(game, game, (on, on)).is_empty


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_layout_is_no_difference(name: str, tmp_path: Path) -> None:
    folder = copytree(shipped_folder(name), tmp_path / name)
    for number, path in enumerate(sorted(folder.glob("*.yaml"))):
        if path.name not in {"document.yaml", "picture.yaml"}:
            path.write_text(spoilt(path.read_text("utf-8"), random.Random(number)), "utf-8")
    again = load(str(folder), cached=False).game
    assert isinstance(again, Game)

    assert rules_difference(shipped_game(name), again, ({}, {})).is_empty


def addresses(found: tuple[RuleDifference, ...]) -> set[str]:
    return {one.address for one in found}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped() if load(name).game.modules])  # type: ignore[union-attr]
def test_a_module_makes_the_differences_that_its_patches_name(name: str) -> None:
    game = shipped_game(name)
    (module,) = (one for one in game.checked().modules if one.name == game.modules[0])
    found = rules_difference(game, game, ({}, {module.name: True}))

    assert [one.name for one in found.chosen] == [module.name]
    told = {one.address for patch in found.differences for one in patch.made_new}
    assert told == {patch.address for patch in module.patches}
    assert all(one.made_new and not one.made_old for one in found.differences if one.section != "data")
    back = rules_difference(game, game, ({module.name: True}, {}))
    assert addresses(back.differences) == addresses(found.differences)
    assert {one.does for one in back.differences if one.does in {"adds", "removes"}} <= {"adds", "removes"}
