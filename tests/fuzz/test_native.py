"""Random rulesets: native code plays them as the reference does, errors included."""

import random

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.reference import Reference
from interpreter.engine.errors import RulesError
from tests.compiler import needs_compiler
from tests.fuzz.author import ruleset
from tests.fuzz.oracles import check_text, programs

pytestmark = needs_compiler

TRIALS = 60


def outcome(executor: NativeExecutor | Reference, seed: int, policy: str, cut: int) -> object:
    """A playout, or its error. Where several things are wrong at once, which is said first is open."""
    try:
        return executor.playout(seed, policy, cut)  # type: ignore[arg-type]
    except RulesError as error:
        return error.code, error.place


def compare(first: int, count: int) -> int:
    """Play the rulesets of some numbers in both executors; how many programs were played."""
    played = 0
    for number in range(first, first + count):
        checked, _ = check_text(ruleset(number))
        if checked is None:
            continue
        for program in programs(checked, random.Random(number)):
            native, reference = NativeExecutor(program, quick=True), Reference(program)
            for seed in range(3):
                for policy, cut in (("auto", 4096), ("auto", 3), ("stage", 0)):
                    expected = outcome(reference, seed, policy, cut)
                    assert outcome(native, seed, policy, cut) == expected, (number, seed, policy, cut)
            played += 1
    return played


def test_random_rulesets_play_natively_as_in_the_reference() -> None:
    assert compare(0, TRIALS // 4) >= 3


@pytest.mark.slow
def test_many_random_rulesets_play_natively_as_in_the_reference() -> None:
    assert compare(1000, 5 * TRIALS) >= 50
