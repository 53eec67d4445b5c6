"""A reader learns nothing from what is hidden: two tables that differ only there look and read alike."""

import random
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Match, State
from interpreter.draw.look import look_at
from interpreter.draw.scene import Scene
from interpreter.engine.names import cell_count
from interpreter.engine.view import is_seen
from interpreter.front.drawing import scene_of
from interpreter.record.match import log_text
from tests.laws.cases import GAMES, LAW, SHIPPED, all_cases, game, positions, some_moves
from tests.laws.cases import any_move as legal_move
from tests.laws.reading import assert_reads_alike, follow, forward
from tests.laws.test_moves import any_move
from tests.laws.twins import hidden_cells, twin


@dataclass(frozen=True)
class Pair:
    """A position, a reader, and a twin of the position that the reader cannot tell from it."""

    state: State = field(repr=False)
    other: State = field(repr=False)
    reader: int | None


@st.composite
def pairs(draw: st.DrawFn, name: str) -> Pair:
    state = draw(positions(name))
    lots = random.Random(draw(st.integers(0, 2**32 - 1)))
    reader = draw(st.sampled_from([None, *range(1, state.engine.program.players + 1)]))
    other = replace(state, slots=twin(state.engine.program, state.slots, reader, lots), trail=())
    return Pair(replace(state, trail=()), other, reader)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_reader_sees_the_same_in_both(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    state, other, reader = pair.state, pair.other, pair.reader
    assert state.view(reader) == other.view(reader)
    assert state.is_over == other.is_over
    assert state.to_move == other.to_move


@cache
def scene(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Scene:
    """How a game is drawn."""
    return scene_of(name, game(name), game(name).engine(players, dict(options)).program)


@pytest.mark.parametrize("name", SHIPPED)
@LAW
@given(data=st.data())
def test_a_reader_is_shown_the_same_in_both(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    program = pair.state.engine.program
    drawn = scene(name, program.players, program.options)
    one, other = look_at(pair.state, pair.reader), look_at(pair.other, pair.reader)
    room = data.draw(st.integers(60, 120))
    assert drawn.table_lines(one, room) == drawn.table_lines(other, room)
    assert drawn.map_lines(one, room) == drawn.map_lines(other, room)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_player_may_choose_the_same_in_both(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    state, other, reader = pair.state, pair.other, pair.reader
    if reader is None or reader not in state.to_move:
        return
    assert some_moves(state, reader) == some_moves(other, reader)
    assert state.stage(reader) == other.stage(reader)
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    for _ in range(20):
        move = any_move(state, lots)
        one, two = state.refusal(reader, move), other.refusal(reader, move)
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert (one.reason, one.message, one.values, one.help) == (
                two.reason,
                two.message,
                two.values,
                two.help,
            )


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_player_not_on_turn_is_refused_alike(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    state, other, reader = pair.state, pair.other, pair.reader
    if reader is None or not state.to_move or reader in state.asked:
        return
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    for _ in range(5):
        move = any_move(state, lots)
        one, two = state.refusal(reader, move), other.refusal(reader, move)
        assert one is not None
        assert two is not None
        assert (one.reason, one.message, one.values) == (two.reason, two.message, two.values)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_match_stopped_at_its_longest_tells_no_secret(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    state, reader = pair.state, pair.reader
    if state.is_over:
        return
    longest = state.engine.program.longest
    stopped = replace(state, taken=longest)
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    other = replace(stopped, slots=twin(state.engine.program, state.slots, reader, lots))
    assert stopped.unfinished
    assert stopped.result == other.result


# -- what happens next ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_the_same_moves_read_the_same_in_both(name: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(name))
    state, other, reader = pair.state, pair.other, pair.reader
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    one, moves = forward(state, lots, data.draw(st.integers(1, 12)))
    two = follow(other, moves)
    assert_reads_alike(state, one, two, reader)


# -- the tests themselves ---------------------------------------------------------------------------------


def test_clans_are_what_clans_hides() -> None:
    state = next(case for case in all_cases("clans") if case.players == 3).start()
    program = state.engine.program
    hidden = [(component.name, cell) for component, cell in hidden_cells(program, state.slots, 2)]
    assert hidden == [("clan", 0), ("clan", 2)]


def test_twins_differ_where_there_are_secrets() -> None:
    secret = {name for name in GAMES if differ(name)}
    assert {"clans", "suits", "marsh", "stacks"} <= secret


def differ(name: str) -> bool:
    state = all_cases(name)[-1].start()
    lots = random.Random(3)
    return any(twin(state.engine.program, state.slots, 1, lots) != state.slots for _ in range(10))


@pytest.mark.parametrize("name", SHIPPED)
def test_an_owner_sees_what_is_the_owners(name: str) -> None:
    state = all_cases(name)[-1].start()
    program = state.engine.program
    for component in program.components:
        if component.seen == "owner":
            cells = cell_count(program, component)
            each = cells // program.players  # the owner is the first key, which turns slowest
            for cell in range(cells):
                assert is_seen(program, component, state.slots, cell, cell // each + 1)


def test_a_match_log_is_the_log_of_its_states() -> None:
    case = all_cases("suits")[0]
    match = Match(case.engine, case.seed)
    lots = random.Random(1)
    while not match.state.is_over:
        player = match.state.to_move[0]
        match.apply(player, legal_move(match.state, player, lots))
    for reader in (None, 1, 2):
        lines = [log_text(case.engine, one, reader) for one in match.happenings()]
        assert [entry.text for entry in match.log(reader)] == [line for line in lines if line is not None]
