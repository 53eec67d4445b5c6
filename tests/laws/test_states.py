"""States stand still: saved, restored, undone and started again they are what they were."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Match, State
from interpreter.engine.state import restored
from tests.laws.cases import (
    GAMES,
    LAW,
    Case,
    all_cases,
    any_move,
    cases,
    is_made,
    plain_case,
    positions,
    some_moves,
    step,
    walk,
)

ROOT = Path(__file__).parents[2]


def picture(state: State) -> object:
    """Everything that can be asked of a state."""
    players = range(1, state.engine.program.players + 1)
    moves = [] if state.is_over else [str(move) for move in some_moves(state, state.to_move[0])]
    views = [state.view(player) for player in (None, *players)]
    return state.slots, state.digest, state.saved(), state.to_move, state.trail, state.result, moves, views


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_applying_never_changes_the_old_state(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    before = picture(state)
    if not state.is_over:
        player = state.to_move[0]
        for move in some_moves(state, player)[:5]:
            state.apply(player, move)
        state.choose(player, state.stage(player).values[-1])
        state.refusal(player, "nonsense")
    assert picture(state) == before


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_saving_restoring_and_going_on_is_going_on(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name, data.draw(st.sampled_from(["take", "ask"]))))
    again = restored(state.engine, state.saved(), forced=state.forced)
    assert again == state
    assert again.digest == state.digest
    seed = data.draw(st.integers(0, 2**32 - 1))
    for one, other in zip(walk(state, random.Random(seed)), walk(again, random.Random(seed)), strict=True):
        assert one == other
        assert one.digest == other.digest
        assert one.result == other.result


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_state_can_be_saved_between_two_stages(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    if state.is_over:
        return
    player = state.to_move[0]
    for _ in range(4):
        if player not in state.to_move:
            return
        state = state.choose(player, lots.choice(state.stage(player).values))
        again = restored(state.engine, state.saved())
        assert again == state
        assert again.digest == state.digest
        if not state.is_over:
            assert again.stage(again.to_move[0]) == state.stage(state.to_move[0])


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_every_slot_holds_what_it_may(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    for state in walk(case.start(), lots):
        state.saved()  # raises for a value outside the range of its slot


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_undo_gives_the_earlier_state(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    match = Match(case.engine, case.seed)
    states, logs = [match.state], [match.log()]
    while not match.state.is_over and len(states) < 30:
        player = match.state.to_move[0]
        match.apply(player, any_move(match.state, player, lots))
        states.append(match.state)
        logs.append(match.log())
    while len(states) > 1:
        assert match.state == states.pop()
        assert match.log() == logs.pop()
        assert match.undo()
    assert match.state == states[0] == case.start()
    assert match.log() == logs[0]
    assert not match.undo()


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_the_same_seed_gives_the_same_match(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    seed = data.draw(st.integers(0, 2**32 - 1))
    digests = [[state.digest for state in walk(case.start(), random.Random(seed))] for _ in range(2)]
    assert digests[0] == digests[1]


# -- the same in another process --------------------------------------------------------------------------


def fingerprints() -> dict[str, list[str]]:
    """Digests along a match of each game, and those of the programs."""
    found = {}
    for case in map(plain_case, GAMES):
        found[key(case)] = [case.engine.digest, *digests_along(case)]
    return found


def key(case: Case) -> str:
    return f"{case.name} {case.players} {case.options}"


def digests_along(case: Case) -> list[str]:
    """A match whose moves depend on nothing but their number: so it needs no generator of Python's."""
    found, state = [], case.start()
    while not state.is_over and len(found) < 12:
        found.append(state.digest)
        player = state.to_move[0]
        moves = some_moves(state, player)
        state = state.apply(player, moves[(7 * len(found)) % len(moves)])
    return [*found, state.digest]


@pytest.mark.parametrize("hash_seed", ["4242"])
def test_digests_are_the_same_in_another_process(hash_seed: str, tmp_path: Path) -> None:
    program = (
        "import json; from tests.laws.test_states import fingerprints; print(json.dumps(fingerprints()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "LUDWRIGHT_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert json.loads(run.stdout) == fingerprints()


def test_step_leaves_a_legal_state() -> None:
    # `step` is what the laws are walked with; one that chose badly would make them empty.
    for name in GAMES:
        case = all_cases(name)[0]
        before = case.start()
        after = step(before, random.Random(1))
        assert any(is_made(before, after, player) for player in before.to_move)
