"""Whole matches: they end, nothing is raised, nothing comes from nowhere, playouts play the same game."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import State
from interpreter.core.ir import Component, Program
from interpreter.core.text import parse_program, print_program
from interpreter.core.verify import verify
from interpreter.engine.names import cell_count, list_at
from interpreter.engine.playout import Outcome, playout
from interpreter.engine.rng import below
from interpreter.engine.state import start
from tests.drawing import small_choice
from tests.laws.cases import (
    GAMES,
    LAW,
    MORE,
    Case,
    all_cases,
    cases,
    game,
    is_long,
    is_made,
    some_cases,
    walk,
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_program_passes_the_verifier_and_survives_as_text(name: str) -> None:
    for case in some_cases(name):
        sound(case)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_program_passes_the_verifier_and_survives_as_text(name: str) -> None:
    for case in all_cases(name):
        sound(case)


def sound(case: Case) -> None:
    program = case.engine.program
    assert verify(program) == ()
    assert parse_program(print_program(program)) == program


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_what_a_ruleset_says_is_always_true_is(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert case.engine.program.invariants or name not in {"clans", "tic-tac-toe"}
    playout(case.engine, case.seed, judge=case.engine.invariants.demand)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_every_match_ends_or_is_unfinished_at_its_longest(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    longest = case.engine.program.longest
    *_, last = walk(case.start(), random.Random(data.draw(st.integers(0, 2**32 - 1))))
    assert last.result is not None
    assert last.result.unfinished == last.unfinished
    # Where everyone chooses at once, the last decision may count for all of them.
    assert last.taken < longest + case.players
    assert last.result.unfinished <= (last.taken >= longest)
    sane(last, case.players)


def sane(last: State, players: int) -> None:
    """A result that holds together."""
    result = last.result
    assert result is not None
    seats = set(range(1, players + 1))
    assert set(result.places) == set(result.keys) == seats
    assert set(result.won) <= {p for p, place in result.places.items() if place == 1}
    assert 1 in result.places.values()
    for p, place in result.places.items():
        assert place == 1 + sum(other < place for q, other in result.places.items() if q != p)
    if result.unfinished:
        assert result.won == ()
    else:
        assert result.end in last.engine.program.ends


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", ["auto", "stage"])
def test_random_playouts_raise_nothing(name: str, policy: str) -> None:
    for case in some_cases(name):
        for seed in range(1 if is_long(name) else 8):
            played = playout(case.whole, seed, "auto" if policy == "auto" else "stage")
            assert played.moves <= case.whole.program.longest
            assert sum(times for _, times in played.actions) == played.moves
            assert played.choices <= played.moves


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_random_playouts_raise_nothing(name: str) -> None:
    for case in all_cases(name):
        for seed in range(4 if is_long(name) else 200):
            playout(case.whole, seed)
            playout(case.whole, seed, "stage")


# -- playouts against states ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_playout_is_the_match_with_the_same_choices(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert_same(playout(case.engine, case.seed), *by_moves(case))


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_playout_by_stages_is_the_match_with_the_same_choices(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert_same(playout(case.engine, case.seed, "stage"), *by_stages(case))


def assert_same(played: Outcome, last: State, moves: int, choices: int, actions: Counter[str]) -> None:
    assert played.result == last.result
    assert played.slots == last.slots
    assert played.rng == last.rng
    assert (played.moves, played.choices) == (moves, choices)
    assert dict(played.actions) == actions


def by_moves(case: Case) -> tuple[State, int, int, Counter[str]]:
    """The same match, move by move, each drawn by its number among all that are legal.

    Moves of several parts are put together by small choices.
    """
    state, choices, actions = start(case.engine, case.seed, forced="ask"), 0, Counter[str]()
    while not state.is_over:
        player = state.to_move[0]
        if state.staged:
            choices += state.count(player, 2) > 1 or state.together
            state = small_choices(state, player, actions)
            continue
        moves = list(state.legal(player))
        rng, k = below(state.rng, len(moves))
        choices += len(moves) > 1 or state.together
        actions[moves[k].action] += 1
        state = replace(state, rng=rng).apply(player, moves[k])
    return state, actions.total(), choices, actions


def by_stages(case: Case) -> tuple[State, int, int, Counter[str]]:
    """The same match, stage by stage, each value drawn among those offered."""
    state, choices, actions = start(case.engine, case.seed, forced="ask"), 0, Counter[str]()
    while not state.is_over:
        player = state.to_move[0]
        choices += state.count(player, 2) > 1 or state.together
        state = small_choices(state, player, actions)
    return state, actions.total(), choices, actions


def small_choices(state: State, player: int, actions: Counter[str]) -> State:
    """The state after a move, each of its values drawn among those offered."""
    before = state
    while not is_made(before, state, player):
        is_action = not state.has_begun(player)
        state, text = small_choice(state, player)
        if is_action:
            actions[text] += 1
        state = state.choose(player, text)
    return state


# -- components -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_no_thing_is_made_after_the_set_up(name: str, data: st.DataObject) -> None:
    # What lies in bags, lists and places for one thing is made in the set-up; afterwards it moves, or leaves.
    case = data.draw(cases(name))
    before: Counter[tuple[int, int]] | None = None
    for state in walk(case.start(), random.Random(data.draw(st.integers(0, 2**32 - 1)))):
        there = things(state)
        assert before is None or there <= before
        before = there


def things(state: State) -> Counter[tuple[int, int]]:
    """How many of each thing lie in all bags, lists and places for one such thing, by domain and number."""
    program = state.engine.program
    found: Counter[tuple[int, int]] = Counter()
    moved = moved_in(program)
    for component in program.components:
        if component.form == "bag":
            for cell in range(cell_count(program, component)):
                for item, count in enumerate(counts(state, component, cell)):
                    found[component.domain, item] += count
        elif component.optional and component.name in moved:
            low = program.domains[component.domain].low
            for cell in range(cell_count(program, component)):
                value = state.slots[component.slot + cell]
                if value != -1:
                    found[component.domain, value - low] += 1
        elif component.form == "list":
            for cell in range(cell_count(program, component)):
                low = program.domains[component.domain].low
                for value in list_at(component, state.slots, cell):
                    found[component.domain, value - low] += 1
    return found


def moved_in(program: Program) -> set[str]:
    """The components that things are moved from or to, as the log tells it: `tile(a1) → gone: red`."""
    told = ["".join(piece if isinstance(piece, str) else " " for piece in one.text) for one in program.events]
    return {word for text in told if "→" in text for word in re.findall(r"\w+", text)}


def counts(state: State, component: Component, cell: int) -> tuple[int, ...]:
    size = state.engine.program.domains[component.domain].size
    first = component.slot + cell * size
    return state.slots[first : first + size]


def test_the_law_of_things_looks_at_something() -> None:
    with_bags = {name for name in GAMES if things(all_cases(name)[0].start()).total() > 0}
    assert {"clans", "suits", "marsh"} <= with_bags


# -- many more, with new seeds ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@MORE
@given(data=st.data())
def test_more_playouts_are_the_match_with_the_same_choices(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name, any_options=True))
    assert_same(playout(case.engine, case.seed), *by_moves(case))
    assert_same(playout(case.engine, case.seed, "stage"), *by_stages(case))


def test_every_shipped_game_is_here() -> None:
    assert all(game(name).name for name in GAMES)
