from collections import Counter

import pytest

from interpreter import Match
from interpreter.engine.errors import Refusal
from interpreter.engine.machine import Engine
from interpreter.engine.state import State, start
from interpreter.players import random_player
from interpreter.players.player import PLAYERS, player_named
from interpreter.players.random_player import RandomPlayer
from tests.programs.stalls import SCRIPT, stalls
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_game


@pytest.fixture(scope="module")
def dealt() -> State:
    """A decision with two actions, one of two stages and one of one."""
    return start(Engine(stalls()), 7, chance=iter(SCRIPT))


def is_uniform(counts: Counter[str], kinds: int) -> bool:
    """Whether the counts could be those of a fair draw: Pearson's test, passed by 999,999 of a million."""
    expected = counts.total() / kinds
    squares = sum((counts[key] - expected) ** 2 / expected for key in counts)
    squares += (kinds - len(counts)) * expected
    # Wilson and Hilferty's bound for chi squared with kinds - 1 degrees of freedom, at 4.75 sigma.
    free = kinds - 1
    return squares < free * (1 - 2 / (9 * free) + 4.75 * (2 / (9 * free)) ** 0.5) ** 3


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_only_makes_legal_moves(name: str) -> None:
    for program in (stalls(), tic_tac_toe()):
        match = Match(Engine(program), 3)
        player = player_named(name, 5)
        while not match.state.is_over:
            turn = match.state.to_move[0]
            move = player.choose(match.state, turn)
            assert move in [str(legal) for legal in match.state.legal(turn)]
            match.apply(turn, move)


@pytest.mark.parametrize("name", PLAYERS)
def test_nobody_chooses_for_somebody_else(name: str, dealt: State) -> None:
    other = 3 - dealt.to_move[0]
    with pytest.raises(Refusal):
        player_named(name, 5).choose(dealt, other)


def test_the_first_player_makes_the_first_legal_move(dealt: State) -> None:
    turn = dealt.to_move[0]
    assert player_named("first", 1).choose(dealt, turn) == str(next(dealt.legal(turn)))


def test_the_random_player_makes_every_whole_move_as_often(dealt: State) -> None:
    turn = dealt.to_move[0]
    player = RandomPlayer(11)
    counts = Counter(player.choose(dealt, turn) for _ in range(4000))
    assert is_uniform(counts, dealt.count(turn))


def test_by_stages_the_action_is_chosen_first(dealt: State) -> None:
    turn = dealt.to_move[0]
    player = RandomPlayer(11, "stage")
    moves = [player.choose(dealt, turn) for _ in range(4000)]
    actions = dealt.stage(turn).values
    assert is_uniform(Counter(move.split()[0] for move in moves), len(actions))
    assert set(moves) <= {str(move) for move in dealt.legal(turn)}
    for action in actions:
        view = dealt.choose(turn, action).stage(turn)
        made = Counter(move.split()[2] for move in moves if move.startswith(f"{action} "))
        assert is_uniform(made, len(view.values)), action


def test_with_too_many_moves_they_are_chosen_by_stages(dealt: State, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = dealt.to_move[0]
    monkeypatch.setattr(random_player, "CUT", dealt.count(turn) - 1)
    by_stages = [RandomPlayer(seed, "stage").choose(dealt, turn) for seed in range(50)]
    assert [RandomPlayer(seed).choose(dealt, turn) for seed in range(50)] == by_stages
    monkeypatch.setattr(random_player, "CUT", dealt.count(turn))
    assert [RandomPlayer(seed).choose(dealt, turn) for seed in range(50)] != by_stages


def test_a_move_half_made_is_finished(dealt: State) -> None:
    turn = dealt.to_move[0]
    half = dealt.choose(turn, dealt.stage(turn).values[0])
    for policy in ("auto", "move", "stage"):
        for seed in range(20):
            move = RandomPlayer(seed, policy).choose(half, turn)  # type: ignore[arg-type]
            assert move in [str(legal) for legal in half.legal(turn)]


def test_the_same_seed_makes_the_same_moves() -> None:
    game = shipped_game("clans")
    state = game.start(2, 1).state
    turn = state.to_move[0]
    one, two, three = RandomPlayer(4), RandomPlayer(4), RandomPlayer(5)
    moves = [[player.choose(state, turn) for _ in range(20)] for player in (one, two, three)]
    assert moves[0] == moves[1] != moves[2]


def test_an_unknown_player_is_no_player() -> None:
    with pytest.raises(KeyError):
        player_named("grandmaster", 1)
