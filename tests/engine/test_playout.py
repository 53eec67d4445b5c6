from dataclasses import replace

import pytest

from interpreter.core.ir import Block, Log
from interpreter.engine.chance import Odds
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.policy import Policy
from interpreter.engine.rng import below
from interpreter.engine.state import State, start
from tests.drawing import small_choice
from tests.programs.stalls import stalls
from tests.programs.tic_tac_toe import tic_tac_toe

ENGINES = {"tic-tac-toe": Engine(tic_tac_toe()), "market": Engine(stalls())}


def by_hand(engine: Engine, seed: int, policy: Policy) -> State:
    """The game that a playout plays, made of states, with the same draws from the same stream."""
    rng = seed

    def draw(n: int) -> int:
        nonlocal rng
        rng, k = below(rng, n)
        return k

    def chance(odds: Odds) -> int:
        members = [member for member, weight in odds.weights for _ in range(weight)]
        return members[draw(len(members))]

    state = start(engine, seed, forced="ask", chance=chance)
    while not state.is_over:
        player = state.to_move[0]
        if policy != "stage":
            moves = list(state.legal(player))
            state = state.apply(player, moves[draw(len(moves))], chance)
            continue
        taken = state.taken
        while state.taken == taken:
            state, text = small_choice(replace(state, rng=rng), player)
            rng = state.rng
            state = state.choose(player, text, chance)
    return replace(state, rng=rng)


@pytest.mark.parametrize("policy", ["auto", "move", "stage"])
@pytest.mark.parametrize("name", ENGINES)
def test_a_playout_is_a_game_of_states(name: str, policy: Policy) -> None:
    engine = ENGINES[name]
    for seed in range(40):
        outcome, state = playout(engine, seed, policy), by_hand(engine, seed, policy)
        assert outcome.slots == state.slots
        assert outcome.rng == state.rng
        assert outcome.moves == state.taken
        assert outcome.result == state.result
        assert sum(count for _, count in outcome.actions) == outcome.moves


def test_forced_moves_are_moves_but_no_choices() -> None:
    outcomes = [playout(ENGINES["tic-tac-toe"], seed) for seed in range(200)]
    whole = [outcome for outcome in outcomes if outcome.moves == 9]
    assert whole
    assert all(outcome.choices == 8 for outcome in whole)
    assert all(outcome.choices == outcome.moves for outcome in outcomes if outcome.moves < 9)


def test_a_decision_with_too_many_moves_is_made_by_stages() -> None:
    engine = ENGINES["market"]
    for seed in range(20):
        assert playout(engine, seed, cut=0) == playout(engine, seed, "stage")
        assert playout(engine, seed, cut=9) == playout(engine, seed)
        assert playout(engine, seed).staged == 0


def test_random_play_wins_as_often_as_is_known() -> None:
    # all games of tic-tac-toe weighted by their chance: first player 58.5 %, second 28.8 %, draws 12.7 %
    results = [playout(ENGINES["tic-tac-toe"], seed).result.won for seed in range(9000)]
    shares = [results.count(won) / 9000 for won in ((1,), (2,), ())]
    assert shares == pytest.approx([0.585, 0.288, 0.127], abs=0.02)


def test_a_playout_is_stopped_at_its_longest() -> None:
    engine = Engine(replace(tic_tac_toe(), longest=3))
    outcome = playout(engine, 1)
    assert (outcome.moves, outcome.result.unfinished, outcome.result.won) == (3, True, ())


def test_logs_do_not_change_a_game() -> None:
    program = stalls()
    silent = replace(program, blocks=tuple(map(without_logs, program.blocks)))
    for seed in range(10):
        assert playout(Engine(silent), seed).slots == playout(ENGINES["market"], seed).slots


def without_logs(block: Block) -> Block:
    return replace(block, body=tuple(line for line in block.body if not isinstance(line, Log)))


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1])
def test_any_64_bits_are_a_seed(seed: int) -> None:
    for engine in ENGINES.values():
        assert playout(engine, seed) == playout(engine, seed)
