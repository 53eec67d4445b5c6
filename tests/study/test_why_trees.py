"""The root of every tree is what the engine decides, in random games of the shipped rulesets."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
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
from interpreter.study.asked_phrase import Phrase, asked_phrase
from interpreter.study.explainer import Explainer
from interpreter.study.why import Explanation, why, why_recorded
from tests.shipped import shipped_game
from tests.small import game
from tests.study.orchard import DOCUMENT, ORCHARD

FEW = ["tic-tac-toe", "kalah"]
ALL = [
    "clans", "yin-yang", "little-factory", "yuan", "yellow-yangtze", "yunnan", "amazons", "english-draughts",
    "breakthrough", "connect-four", "gomoku", "hex", "reversi",
]  # fmt: skip


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("orchard"), ORCHARD, document=DOCUMENT)


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


def judge(ruleset: Game, state: State, player: int, move: str) -> Explanation:
    """What is told agrees with what the engine decides."""
    refusal = state.refusal(player, move)
    found = why(ruleset, state, player, move)
    assert found.is_legal is (refusal is None)
    for one in found.held:
        assert one.tree is not None
        assert one.tree.value == "true", (move, one.rule, one.tree)
    if refusal is not None and refusal.place is not None:
        assert found.failed is not None and found.failed.tree is not None
        assert found.failed.tree.value == "false", (move, found.failed.rule, found.failed.tree)
        if ruleset.about.document:
            assert found.failed.cites, (move, found.failed.rule)
    return found


def played(ruleset: Game, seed: int, moves: int) -> Iterator[tuple[Match, int, str]]:
    """A random game, move by move; every move is asked for."""
    match = ruleset.start(seed=seed, forced="ask")
    random = Random(seed)
    for _ in range(moves):
        if match.state.is_over:
            return
        player = match.state.to_move[0]
        move = str(RandomPlayer(random.getrandbits(32)).choose(match.state.alone(player), player))
        yield match, player, move
        match.apply(player, move)


def judge_game(ruleset: Game, seed: int, moves: int) -> int:
    random, refused = Random(seed), 0
    for match, player, move in played(ruleset, seed, moves):
        state = match.state
        judge(ruleset, state, player, move)
        other = any_move(state.engine.program, decision_of(state), random)
        refused += judge(ruleset, state, player, other).is_legal is False
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


def texts(ruleset: Game, state: State, viewer: int) -> list[object]:
    """All that a viewer is told of the legal moves of whoever is to move."""
    player = state.to_move[0]
    moves = [str(move) for _, move in zip(range(4), state.legal(player), strict=False)]
    return [why(ruleset, state, player, move, viewer=viewer, depth=4).to_json() for move in moves]


def judge_secrets(seed: int, moves: int) -> None:
    ruleset, random = shipped_game("clans"), Random(seed)
    for match, _, _ in played(ruleset, seed, moves):
        other = with_other_secrets(match.state, 1, random)
        assert texts(ruleset, match.state, 1) == texts(ruleset, other, 1)


def test_what_is_hidden_changes_no_tree() -> None:
    judge_secrets(3, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_changes_no_tree_in_whole_games(seed: int) -> None:
    judge_secrets(seed, 100)


SECRET_PHRASES = (
    "wish(P2)", "wish(P2) = fig", "tree = 4 and wish(P2) = fig", "count p in Player where wish(p) = fig",
    "some p in Player where wish(p) = pear", "every p in Player has wish(p) != none",
    "sum of worth(f) for f in Fruit where wish(P2) = f", "first f in Fruit where f = wish(P2)",
    "purse(P1) if wish(P2) = fig else purse(P2)", "(all f in Fruit where f != wish(P2)) & (fig, plum)",
    "highest of worth(f) for f in Fruit where f != wish(P2) else 0", "shown(wish(P2))", "longs(P2)",
)  # fmt: skip


@settings(max_examples=12, deadline=None)
@given(wishes=st.tuples(st.integers(-1, 2), st.integers(-1, 2)), phrase=st.sampled_from(SECRET_PHRASES))
def test_a_hidden_wish_changes_no_tree(orchard: Game, wishes: tuple[int, int], phrase: str) -> None:
    state = orchard.start(seed=1).state
    component = next(one for one in state.engine.program.components if one.name == "wish")
    found = []
    for wish in wishes:
        slots = list(state.slots)
        slots[component.slot + 1] = wish
        explainer = Explainer(orchard, state.engine, 1, 3)
        asked = asked_phrase(explainer.checked.world, state.engine.program, phrase, "phrase")
        assert isinstance(asked, Phrase), asked
        explainer.position.look(slots)
        found.append(explainer.reasons().of(asked.expr).to_json())
    assert found[0] == found[1]


# ---------------------------------------------------------------------------------------------
# Forced moves

ONLY_TWO = """
players: 2
longest: 9 decisions
components:
  left: 0..9 = 4
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: take, rest
    if stuck: finish
actions:
  take:
    choose: {number: 1..3}
    requires:
      half: number * 2 = left or left < 4
    do: remove number from left
  rest:
    when: left = 0
    do: nothing
ends:
  short:
    when: left < 4
    winners: all p in Player where p = P1
"""


def test_a_forced_move_tells_why_there_is_no_other(tmp_path: Path) -> None:
    ruleset = game(tmp_path, ONLY_TWO)
    match = ruleset.start(seed=1)
    assert [(str(one.move), one.forced) for one in match.moves()] == [("take number 2", True)]
    found = why_recorded(ruleset, record_of(match), 1)
    assert (found.is_legal, found.forced) == (True, True)
    # 1 * 2 and 3 * 2 are not 4, 4 is not below 4, and there is something left.
    assert [(one.text, one.value) for one in found.others] == [
        ("number 1 can be chosen", "false"),
        ("number 3 can be chosen", "false"),
        ("`rest` can be chosen", "false"),
    ]
    assert [one.parts[0].text for one in found.others] == [
        "half: number * 2 = left or left < 4", "half: number * 2 = left or left < 4", "action: left = 0",
    ]  # fmt: skip
    assert all(one.parts[0].value == "false" for one in found.others)


def test_a_move_that_was_put_down_unseen_is_not_told() -> None:
    ruleset = shipped_game("yin-yang")
    match = ruleset.start(seed=1)
    for player in match.state.to_move:
        match.apply(player, next(match.state.legal(player)))
    record = record_of(match)
    mine, theirs = (why_recorded(ruleset, record, 1, viewer=viewer) for viewer in (1, 2))
    content = mine.move.partition("content ")[2]
    assert mine.is_legal is True
    assert content
    assert theirs.move == "write content ?"
    assert content not in str(theirs.to_json())
