"""Shipped games and variants, each loaded once in a process."""

from functools import cache
from pathlib import Path

from interpreter import Game, load
from interpreter.api.files import find, shipped, variants
from interpreter.core.ir import Program

VARIANTS = tuple(f"{game}/{one}" for game in shipped() for one in variants(game))
"""The variants that come with the program, by what one types for them."""


@cache
def shipped_game(name: str) -> Game:
    """The game that comes with the program under this name."""
    found = load(name).game
    assert found is not None
    return found


def shipped_program(name: str) -> Program:
    """Its program for the players and options that it has if nothing is said."""
    return shipped_game(name).program()


def home_of_cases(game: Game, name: str) -> tuple[Path, str]:
    """Where the scenarios and records of a shipped game or variant lie, and how that is shown."""
    files = find(name)
    assert files is not None
    return files.tests(of_variant=bool(game.about.extends))
