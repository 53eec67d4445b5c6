"""Moves drawn at random: every legal way is as likely as the policy says, and draws say what they took."""

from collections import Counter

import pytest

from interpreter import load
from interpreter.engine.at_random import draw_move
from interpreter.engine.errors import TooManyMoves
from interpreter.engine.playout import playout
from interpreter.engine.policy import Policy
from interpreter.engine.rng import next64, numbered
from interpreter.engine.state import start
from interpreter.players.random_player import RandomPlayer
from tests.engine.test_moves import CHOICE, SITUATIONS, by_force, prepared

GAMES = 3000
Move = tuple[int, tuple[int, ...]]


def drawn_often(limit: int, pool: int, policy: Policy, cut: int = 4096) -> Counter[Move]:
    found: Counter[Move] = Counter()
    for number in range(GAMES):
        s = prepared(limit, pool)
        _, made = draw_move(CHOICE, s, numbered(1, number), policy, cut)
        assert made is not None
        found[made.option.index, tuple(s[step.slot] for step in made.option.steps)] += 1
    return found


def by_stages(wholes: list[Move]) -> dict[Move, float]:
    """How likely each whole move is where each small choice is uniform among what can be completed."""
    chances = {}
    for index, chosen in wholes:
        chance = 1 / len({i for i, _ in wholes})
        for at in range(len(chosen)):
            following = {c[at] for i, c in wholes if i == index and c[:at] == chosen[:at]}
            chance /= len(following)
        chances[index, chosen] = chance
    return chances


def assert_close(found: Counter[Move], chances: dict[Move, float]) -> None:
    assert set(found) <= set(chances)
    for move, chance in chances.items():
        # five standard deviations: once in a million tests by chance, and the seeds are fixed
        assert abs(found[move] - GAMES * chance) <= 5 * (GAMES * chance * (1 - chance)) ** 0.5 + 1


@pytest.mark.parametrize(("limit", "pool"), [one for one in SITUATIONS if by_force(*one)])
def test_each_small_choice_is_uniform_among_what_can_be_completed(limit: int, pool: int) -> None:
    assert_close(drawn_often(limit, pool, "stage"), by_stages(by_force(limit, pool)))


@pytest.mark.parametrize(("limit", "pool"), [one for one in SITUATIONS if by_force(*one)])
def test_each_whole_move_is_as_likely(limit: int, pool: int) -> None:
    wholes = by_force(limit, pool)
    for policy in ("auto", "move"):
        assert_close(drawn_often(limit, pool, policy), dict.fromkeys(wholes, 1 / len(wholes)))


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_beyond_the_cut_moves_are_drawn_by_stages(limit: int, pool: int) -> None:
    count = len(by_force(limit, pool))
    for cut in {0, count - 1, count} - {-1}:
        s, t = prepared(limit, pool), prepared(limit, pool)
        found = draw_move(CHOICE, s, 5, "auto", cut)
        if count > cut:
            assert found == draw_move(CHOICE, t, 5, "stage", 4096)
            own = [step.slot for step in found[1].option.steps] if found[1] else []
            assert [s[slot] for slot in own] == [t[slot] for slot in own]
        assert found[1] is None or found[1].staged == (count > cut)
        assert found[1] is None or found[1].several == (count > 1)
        assert (found[1] is None) == (count == 0)


def test_where_nothing_is_legal_nothing_is_drawn() -> None:
    none = [one for one in SITUATIONS if not by_force(*one)]
    for limit, pool in none:
        for policy in ("auto", "move", "stage"):
            assert draw_move(CHOICE, prepared(limit, pool), 5, policy, 4096) == (5, None)


def test_whole_moves_take_one_draw() -> None:
    limit, pool = next(one for one in SITUATIONS if len(by_force(*one)) > 1)
    rng, _ = draw_move(CHOICE, prepared(limit, pool), 5, "move", 4096)
    assert rng == next64(5)[0]


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_whole_moves_beyond_the_cut_are_refused_with_their_count(limit: int, pool: int) -> None:
    count = len(by_force(limit, pool))
    for cut in {0, count - 1} - {-1}:
        if count > cut:
            with pytest.raises(TooManyMoves, match=f"has {count:,} whole moves, more than {cut:,}") as caught:
                draw_move(CHOICE, prepared(limit, pool), 5, "move", cut)
            assert (caught.value.count, caught.value.exact) == (count, True)


def test_whole_moves_of_several_parts_are_as_likely() -> None:
    engine = load("little-factory").game.engine(2)  # type: ignore[union-attr]
    found: Counter[tuple[str, ...]] = Counter()
    state = start(engine, 5)
    while not (state.staged and 2 < state.count(state.to_move[0], 60) < 60):
        state = state.apply(state.to_move[0], next(state.legal(state.to_move[0])))
    player = state.to_move[0]
    moves = [str(move) for move in state.legal(player)]
    for seed in range(GAMES):
        found[(RandomPlayer(seed, "move").choose(state, player),)] += 1
    assert set(found) <= {(move,) for move in moves}
    for move in moves:
        chance = 1 / len(moves)
        assert abs(found[move,] - GAMES * chance) <= 5 * (GAMES * chance) ** 0.5


def test_no_game_depends_on_those_before() -> None:
    engine = load("little-factory").game.engine(2)  # type: ignore[union-attr]
    first = playout(engine, 3)
    assert any(value >= -1 for hints in engine._hints for value in hints)
    playout(engine, 4)
    engine.forget()
    assert all(value < -1 for hints in engine._hints for value in hints)
    assert playout(engine, 3) == first
