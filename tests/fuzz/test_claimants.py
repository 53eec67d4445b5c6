"""Random rulesets with claims: what passes the checker lowers, verifies and plays, in all executors alike."""

import random
from collections import Counter
from itertools import islice

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core.ir import Program
from tests.compiler import needs_compiler
from tests.fuzz.claimants import ruleset
from tests.fuzz.oracles import check_text, plays, programs
from tests.fuzz.test_native import outcome


def sound(first: int, count: int) -> list[tuple[int, Program]]:
    """The programs of the rulesets with claims among those of some numbers, each with its number."""
    found = []
    for number in range(first, first + count):
        text = ruleset(number)
        checked, _ = check_text(text)
        if checked is not None and "claims:" in text:
            found += [(number, program) for program in islice(programs(checked, random.Random(number)), 2)]
    return found


def test_what_passes_the_checker_plays() -> None:
    counts: Counter[str] = Counter()
    for _, program in sound(0, 40):
        plays(program, range(1), counts)

    assert counts["over"] >= 4


@pytest.mark.slow
def test_much_that_passes_the_checker_plays() -> None:
    counts: Counter[str] = Counter()
    for _, program in sound(1000, 300):
        plays(program, range(2), counts)

    assert counts["over"] >= 50


@pytest.mark.parametrize("name", ["python", pytest.param("native", marks=needs_compiler)])
def test_claims_are_carried_out_alike(name: str) -> None:
    played = 0
    for number, program in sound(2000, 60)[:4]:
        other: Executor = Python(program) if name == "python" else NativeExecutor(program, quick=True)
        for seed in range(3):
            expected = outcome(Reference(program), seed, "auto", 4096)
            assert outcome(other, seed, "auto", 4096) == expected, (number, seed)  # type: ignore[arg-type]
        played += 1

    assert played == 4
