"""The root of every tree is what the engine decides, in random games of the shipped rulesets."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Match
from interpreter.core.ir import Decision, Program
from interpreter.engine.moves import Choice
from interpreter.engine.state import State
from interpreter.players.random_player import RandomPlayer
from interpreter.record.save import record_of
from interpreter.study.reason import Reason
from interpreter.study.why import Explanation, why, why_recorded
from tests.shipped import shipped_game

FEW = ["tic-tac-toe", "kalah"]
ALL = [
    "clans", "yin-yang", "little-factory", "yuan", "yellow-yangtze", "yunnan", "amazons", "english-draughts",
    "breakthrough", "connect-four", "gomoku", "hex", "reversi",
]  # fmt: skip


def decision_of(state: State) -> Decision:
    stop = state.engine.logged.stops[state.block]
    assert isinstance(stop, Choice)
    return stop.decision


def any_move(program: Program, decision: Decision, random: Random) -> str:
    """A move of the right form with any values, most of them illegal."""
    alternative = random.choice(decision.alternatives)
    words = [alternative.action]
    for stage in alternative.stages:
        domain = program.domains[stage.domain]
        names = [name for name in domain.names if name] or [str(domain.low + i) for i in range(domain.size)]
        words += [stage.name, *(random.choice(names) for _ in range(1 if stage.several else stage.parts))]
    return " ".join(words)


def judge(game: Game, state: State, player: int, move: str) -> Explanation:
    """What is told agrees with what the engine decides."""
    refusal = state.refusal(player, move)
    found = why(game, state, player, move)
    assert found.is_legal is (refusal is None)
    for one in found.held:
        assert one.tree is not None
        assert one.tree.value == "true", (move, one.rule, one.tree)
    if refusal is not None and refusal.place is not None:
        assert found.failed is not None and found.failed.tree is not None
        assert found.failed.tree.value == "false", (move, found.failed.rule, found.failed.tree)
        if game.about.document:
            assert found.failed.cites, (move, found.failed.rule)
    return found


def played(game: Game, seed: int, moves: int) -> Iterator[tuple[Match, int, str]]:
    """A random game, move by move; every move is asked for."""
    match = game.start(seed=seed, forced="ask")
    random = Random(seed)
    for _ in range(moves):
        if match.state.is_over:
            return
        player = match.state.to_move[0]
        move = str(RandomPlayer(random.getrandbits(32)).choose(match.state.alone(player), player))
        yield match, player, move
        match.apply(player, move)


def judge_game(game: Game, seed: int, moves: int) -> int:
    random, refused = Random(seed), 0
    for match, player, move in played(game, seed, moves):
        state = match.state
        judge(game, state, player, move)
        other = any_move(state.engine.program, decision_of(state), random)
        refused += judge(game, state, player, other).is_legal is False
    return refused


@pytest.mark.parametrize("name", FEW)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_root_is_what_the_engine_decides(name: str, seed: int) -> None:
    judge_game(shipped_game(name), seed, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_root_in_every_shipped_game(name: str) -> None:
    assert sum(judge_game(shipped_game(name), seed, 80) for seed in range(4)) > 10


# ---------------------------------------------------------------------------------------------
# Secrets


def with_other_secrets(state: State, viewer: int, random: Random) -> State:
    """The same state, but for what the viewer may not see: hidden places change what they hold."""
    program, slots = state.engine.program, list(state.slots)
    for component in program.components:
        if component.seen != "owner" or component.form != "integer" or component.shown < 0:
            continue
        hidden = [
            player for player in range(program.players)
            if player != viewer - 1 and not slots[component.shown + player]
        ]  # fmt: skip
        values = [slots[component.slot + player] for player in hidden]
        random.shuffle(values)
        for player, value in zip(hidden, values, strict=True):
            slots[component.slot + player] = value
    return replace(state, slots=tuple(slots))


def texts(game: Game, state: State, viewer: int) -> list[object]:
    """All that a viewer is told of the legal moves of whoever is to move."""
    player = state.to_move[0]
    moves = [str(move) for _, move in zip(range(4), state.legal(player), strict=False)]
    return [why(game, state, player, move, viewer=viewer, depth=4).to_json() for move in moves]


def judge_secrets(seed: int, moves: int) -> None:
    game, random = shipped_game("clans"), Random(seed)
    for match, _, _ in played(game, seed, moves):
        other = with_other_secrets(match.state, 1, random)
        assert texts(game, match.state, 1) == texts(game, other, 1)


def test_what_is_hidden_changes_no_tree() -> None:
    judge_secrets(3, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_changes_no_tree_in_whole_games(seed: int) -> None:
    judge_secrets(seed, 100)


# ---------------------------------------------------------------------------------------------
# Forced moves


def falses(reason: Reason) -> Iterator[Reason]:
    yield reason
    for part in reason.parts:
        yield from falses(part)


def test_a_forced_move_tells_why_there_is_no_other() -> None:
    game = shipped_game("tic-tac-toe")
    match = game.start(seed=1)
    for cell in ("a1", "b2", "a2", "a3", "c1", "b1", "b3", "c3"):
        match.apply(match.state.to_move[0], f"place cell {cell}")
    assert match.state.is_over
    last = match.moves()[-1]
    assert last.forced
    found = why_recorded(game, record_of(match), len(match.moves()))
    assert found.is_legal
    assert found.forced
    assert all(one.value == "false" for one in found.others)
