"""Shipped games, each loaded once in a process."""

from functools import cache

from interpreter import Game, load
from interpreter.core.ir import Program


@cache
def shipped_game(name: str) -> Game:
    """The game that comes with the program under this name."""
    found = load(name).game
    assert found is not None
    return found


def shipped_program(name: str) -> Program:
    """Its program for the players and options that it has if nothing is said."""
    return shipped_game(name).program()
