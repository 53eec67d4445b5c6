"""Random games against OpenSpiel: the same legal moves at every ply, and the same winner.

OpenSpiel (google-deepmind/open_spiel) has its own names for moves. Both sides' moves are brought to one text:
there is a function for ours and one for theirs. Where its rules are others, an option makes ours agree.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from interpreter import State, load

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

Text = Callable[[str], str]
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Pair:
    """A game of ours and one of OpenSpiel's; ``ours`` and ``theirs`` give a move's common text."""

    name: str
    spec: str
    ours: Text
    theirs: Text
    options: dict[str, Any] = field(default_factory=dict)
    staged: bool = False
    """OpenSpiel makes a move of ours stage by stage."""


def last_word(move: str) -> str:
    return move.rsplit(" ", 1)[-1]


def words(move: str) -> str:
    """The squares of a move: ``move from a3 to b4`` is ``a3b4``."""
    return "".join(word for word in move.split() if word[-1].isdigit())


def upside_down(ranks: int) -> Text:
    """Ranks counted from the other side."""
    return lambda text: _NUMBER.sub(lambda rank: str(ranks + 1 - int(rank[0])), text)


def cell(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank}"


def rows_from_the_top(ranks: int, first: int) -> Text:
    """``(2,0)`` in brackets or without: a row from the top and a column, both counted from ``first``."""

    def text(action: str) -> str:
        row, column = (int(number) - first for number in _NUMBER.findall(action))
        return cell(column, ranks - row)

    return text


def mancala(action: str) -> str:
    """Houses are numbered 1..6 and 8..13 along the sowing."""
    number = int(action)
    return f"a{number}" if number < 7 else f"b{number - 7}"


PAIRS = (
    Pair("tic-tac-toe", "tic_tac_toe", last_word, rows_from_the_top(3, 0)),
    Pair("connect-four", "connect_four", lambda move: last_word(move)[0], lambda a: "abcdefg"[int(a[1])]),
    Pair("breakthrough", "breakthrough", words, lambda action: upside_down(8)(action.rstrip("*"))),
    Pair("reversi", "othello", last_word, str),
    Pair("hex", "hex", last_word, upside_down(11)),
    Pair("gomoku", "gomoku(size=15,connect=5)", last_word, rows_from_the_top(15, 0)),
    Pair("kalah", "mancala", last_word, mancala),
    Pair("english-draughts", "checkers", words, str, {"men_end_quiet": False}),
    Pair("amazons", "amazons", str, rows_from_the_top(10, 1), staged=True),
)


def offered(pair: Pair, state: State) -> dict[str, str]:
    """What can be chosen now, by its common text."""
    player = state.to_move[0]
    each: Collection[Any] = state.stage(player).values if pair.staged else [*state.legal(player)]
    return {pair.ours(str(one)): str(one) for one in each}


def play(pair: Pair, seed: int) -> None:
    """One random game in both."""
    found = load(pair.name).game
    assert found is not None
    lots = Random(seed)
    state = found.start(2, options=pair.options, forced="ask").state
    there = pyspiel.load_game(pair.spec).new_initial_state()
    while not state.is_over:
        assert not there.is_terminal()
        player = there.current_player()
        assert state.to_move == (player + 1,)
        ours = offered(pair, state)
        theirs = {pair.theirs(there.action_to_string(player, a)): a for a in there.legal_actions()}
        assert sorted(ours) == sorted(theirs)
        chosen = lots.choice(sorted(ours))
        there.apply_action(theirs[chosen])
        go_on = state.choose if pair.staged else state.apply
        state = go_on(player + 1, ours[chosen])
    assert there.is_terminal()
    assert state.result is not None
    winners = state.result.won
    returns = there.returns()
    assert [returns[0] > 0, returns[1] > 0] == [winners == (1,), winners == (2,)]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_legal_moves_are_those_of_openspiel(pair: Pair) -> None:
    for seed in range(3):
        play(pair, seed)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_legal_moves_of_many_games_are_those_of_openspiel(pair: Pair) -> None:
    for seed in range(3, 1003):
        play(pair, seed)
