"""The pictures of the games that are shipped: they fit, and everything on them can be computed."""

from random import Random

import pytest

from interpreter import Game, State
from interpreter.draw.computed import TOO_MUCH
from interpreter.draw.ink import plain, width
from interpreter.draw.look import look_at
from interpreter.front.drawing import picture_findings, scene_of
from interpreter.players.random_player import RandomPlayer
from tests.shipped import shipped_game

PICTURES = (
    "amazons", "breakthrough", "clans", "english-draughts", "kalah", "little-factory", "reversi", "yin-yang",
    "yellow-yangtze", "yuan", "yunnan",
)  # fmt: skip


def played(game: Game, moves: int) -> State:
    """A position after some random moves, as far as the match goes."""
    match = game.start(seed=moves)
    player = RandomPlayer(moves)
    while match.state.to_move and len(match.states) <= moves:
        number = match.state.to_move[0]
        match.apply(number, player.choose(match.state, number))
    return match.state


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_in_a_picture_is_wrong(name: str) -> None:
    assert picture_findings(name, shipped_game(name)) == ()


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("moves", [0, 1, 7, 40])
def test_a_position_fits_into_the_room(name: str, moves: int) -> None:
    game = shipped_game(name)
    state = played(game, moves)
    scene = scene_of(name, game, state.engine.program)
    rooms = Random(moves).sample(range(80, 140), 2)
    for viewer in (None, 1, 2):
        for room in (80, 110, *rooms):
            look = look_at(state, viewer)
            lines = scene.table_lines(look, room)
            assert max(map(width, [*lines, *(scene.map_lines(look, room) or ())])) <= room
            assert not any(TOO_MUCH in plain(line) for line in lines)
