"""What holds for every game, over random games."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.core.text import parse_program, print_program
from interpreter.engine.machine import Engine
from interpreter.engine.rng import MASK
from interpreter.engine.state import State, restored, start
from tests.programs.stalls import stalls
from tests.programs.tic_tac_toe import tic_tac_toe

ENGINES = [Engine(tic_tac_toe()), Engine(stalls())]
GAMES = st.tuples(st.sampled_from(ENGINES), st.integers(0, MASK), st.sampled_from(["take", "ask"]))


def random_game(data: st.DataObject) -> list[State]:
    engine, seed, forced = data.draw(GAMES)
    states = [start(engine, seed, forced=forced)]  # type: ignore[arg-type]
    while not states[-1].is_over:
        state = states[-1]
        moves = list(state.legal(state.to_move[0]))
        states.append(state.apply(state.to_move[0], data.draw(st.sampled_from(moves))))
    return states


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_legal_moves_are_distinct_ordered_and_applicable(data: st.DataObject) -> None:
    for state in random_game(data)[:-1]:
        player = state.to_move[0]
        moves = list(state.legal(player))
        assert len(set(map(str, moves))) == len(moves) == state.count(player)
        assert [state.refusal(player, str(move)) for move in moves] == [None] * len(moves)
        assert [state.nth(player, k) for k in range(len(moves))] == moves
        stop = state.engine.logged.stops[state.block]
        at_least = 1 if state.forced == "ask" or stop.secret else 2  # type: ignore[union-attr]
        assert len(moves) >= at_least


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_small_choices_lead_to_the_whole_moves_and_to_nothing_else(data: st.DataObject) -> None:
    states = random_game(data)[:-1]
    for state in states[:3]:
        player = state.to_move[0]
        assert finished(state, player, state.taken) == [state.apply(player, m) for m in state.legal(player)]


def finished(state: State, player: int, taken: int) -> list[State]:
    """All states after one move that is made by small choices, in order."""
    if state.taken > taken:
        return [state]
    found: list[State] = []
    values = state.stage(player).values
    assert values
    assert len(set(values)) == len(values)
    for value in values:
        found += finished(state.choose(player, value), player, taken)
    return found


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_going_on_from_bytes_is_going_on(data: st.DataObject) -> None:
    states = random_game(data)
    for before, after in pairwise(states):
        again = restored(before.engine, before.saved(), forced=before.forced)
        assert again == before
        assert again.digest == before.digest
        move = next(m for m in before.legal(before.to_move[0]) if before.apply(before.to_move[0], m) == after)
        assert again.apply(again.to_move[0], move) == after


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_earlier_states_are_as_they_were(data: st.DataObject) -> None:
    engine, seed, _ = data.draw(GAMES)
    state = start(engine, seed)
    seen: list[tuple[State, tuple[int, ...], str, list[str]]] = []
    while not state.is_over:
        player = state.to_move[0]
        moves = list(state.legal(player))
        seen.append((state, state.slots, state.digest, list(map(str, moves))))
        state = state.apply(player, data.draw(st.sampled_from(moves)))
    for earlier, slots, digest, moves_then in seen:
        assert (earlier.slots, earlier.digest) == (slots, digest)
        assert [str(move) for move in earlier.legal(earlier.to_move[0])] == moves_then


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_program_read_from_its_text_plays_the_same(data: st.DataObject) -> None:
    states = random_game(data)
    engine = Engine(parse_program(print_program(states[0].engine.program)))
    assert engine.digest == states[0].engine.digest
    state = restored(engine, states[0].saved(), forced=states[0].forced)
    for after in states[1:]:
        following = (state.apply(state.to_move[0], move) for move in state.legal(state.to_move[0]))
        state = next(one for one in following if one.slots == after.slots)
        assert state.digest == after.digest


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_every_game_ends(data: st.DataObject) -> None:
    last = random_game(data)[-1]
    assert last.result is not None
    assert sorted(last.result.places) == [1, 2]
    assert last.to_move == ()
    assert last.taken <= last.engine.program.longest
