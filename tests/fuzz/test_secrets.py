"""Random rulesets with secrets: what passes the checker gives nothing away, whoever looks."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import RulesError, State
from interpreter.engine.machine import Engine
from interpreter.engine.state import start
from tests.fuzz.author import ruleset
from tests.fuzz.oracles import check_text, programs
from tests.laws.reading import assert_reads_alike, follow, forward
from tests.laws.twins import twin

STEADY = settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
seeds = st.integers(0, 2**32 - 1)


def daring(seed: int) -> str:
    """A ruleset whose author reads other players' secrets now and then."""
    return ruleset(seed, daring=random.Random(seed).choice([0.05, 0.1, 0.2, 0.4]))


def keeps_secrets(text: str, lots: random.Random) -> int:
    """How many pairs of tables were told apart by nobody who may not; 0 where the checker says no."""
    checked, _ = check_text(text)
    pairs = 0
    for program in programs(checked, lots) if checked is not None else ():
        for state in course(start_of(Engine(program), lots), lots):
            for reader in (None, *range(1, program.players + 1)):
                pairs += looks_alike(state, reader, lots)
    return pairs


def start_of(engine: Engine, lots: random.Random) -> State | None:
    try:
        return start(engine, lots.randrange(1000))
    except RulesError:
        return None


def course(state: State | None, lots: random.Random) -> Iterator[State]:
    """A random match, as far as its rules carry."""
    while state is not None:
        yield state
        if state.is_over:
            return
        player = lots.choice(state.to_move)
        try:
            state = state.apply(player, lots.choice(list(state.legal(player))))
        except RulesError:
            return


def looks_alike(state: State, reader: int | None, lots: random.Random) -> bool:
    """A reader can't tell a table from one that differs only in what is hidden; false if nothing is."""
    slots = twin(state.engine.program, state.slots, reader, lots)
    if slots == state.slots:
        return False
    one, two = replace(state, trail=()), replace(state, slots=slots, trail=())
    assert one.view(reader) == two.view(reader)
    assert one.to_move == two.to_move
    if one.is_over:
        assert one.result == two.result
        return True
    if reader is not None and reader in one.to_move:
        assert list(one.legal(reader)) == list(two.legal(reader))
        assert one.stage(reader) == two.stage(reader)
    try:
        happened, moves = forward(one, lots, 3)
    except RulesError:
        return True
    assert_reads_alike(one, happened, follow(two, moves), reader)
    return True


@STEADY
@given(seed=seeds)
def test_what_passes_the_checker_keeps_its_secrets(seed: int) -> None:
    keeps_secrets(daring(seed), random.Random(seed))


@pytest.mark.slow
@settings(STEADY, max_examples=200, derandomize=False)
@given(seed=seeds)
def test_much_that_passes_the_checker_keeps_its_secrets(seed: int) -> None:
    keeps_secrets(daring(seed), random.Random(seed))


def test_there_are_secrets_to_keep() -> None:
    pairs = [keeps_secrets(daring(seed), random.Random(seed)) for seed in range(142, 176)]
    assert sum(one > 0 for one in pairs) >= 5
    assert sum(pairs) >= 100


def test_an_author_who_dares_is_stopped() -> None:
    codes = {one.code for seed in range(160) for one in check_text(daring(seed))[1]}
    assert len({"E550", "E551", "E552", "E553"} & codes) >= 3
