"""What lints say of random rulesets is true: play is the same where the text is changed as they propose."""

import random
from collections.abc import Container

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import RulesError
from interpreter.api.front_end import NONE_ON, Checked
from interpreter.api.lints import lints
from interpreter.core.ir import Program
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.front.editor.lint_fixes import lint_fixes
from interpreter.text.diagnostic import Diagnostic
from tests.fuzz.author import ruleset
from tests.fuzz.oracles import BOUNDS, check_text, programs

seeds = st.integers(0, 2**32 - 1)
STEADY = settings(
    deadline=None,
    derandomize=True,
    max_examples=3,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
CONDITIONS = {"W510": "(true)", "W511": "(false)", "W512": "(true)", "W513": "(false)"}
LEFT_OUT = {"W400", "W401", "W520"}
MOST = 2
"""Findings of one ruleset that are tried."""


def doubts(text: str) -> tuple[Checked | None, list[Diagnostic]]:
    checked, found = check_text(text)
    if checked is None:
        return None, []
    return checked, [*found, *lints(checked.pages, {NONE_ON: checked}).findings()]


def told(program: Program, seed: int) -> object:
    """How a playout comes out, whatever its places are called."""
    try:
        outcome = playout(Engine(program), seed)
    except RulesError as error:
        assert error.code in BOUNDS
        return error.code
    return outcome.result, outcome.rng


def plays_alike(before: Checked, after: Checked, seed: int) -> bool:
    ours, theirs = (programs(one, random.Random(seed)) for one in (before, after))
    return told(next(ours), seed) == told(next(theirs), seed)


def some_of(found: list[Diagnostic], codes: Container[str], seed: int) -> list[Diagnostic]:
    """A few findings with these codes, the same for the same seed."""
    wanted = [one for one in found if one.code in codes and one.span is not None]
    return random.Random(seed).sample(wanted, min(MOST, len(wanted)))


def replaced(text: str, start: int, end: int, by: str) -> str:
    return text[:start] + by + text[end:]


def check_conditions(seed: int) -> int:
    """A condition that comes out in one way only may as well be that; how many were tried."""
    text, tried = ruleset(seed), 0
    checked, found = doubts(text)
    for one in some_of(found, CONDITIONS, seed):
        assert one.span is not None
        changed, _ = check_text(replaced(text, one.span.start, one.span.end, CONDITIONS[one.code]))
        if checked is not None and changed is not None:
            assert plays_alike(checked, changed, seed), one
            tried += 1
    return tried


def check_left_out(seed: int) -> int:
    """What nothing reads, and a line that changes nothing, may as well not be there; how many were tried."""
    text, tried = ruleset(seed), 0
    checked, found = doubts(text)
    for one in some_of(found, LEFT_OUT, seed):
        for fix in lint_fixes(one):
            if fix.title == "Leave it out":
                changed, _ = check_text(replaced(text, fix.start, fix.end, fix.text))
                if checked is not None and changed is not None:
                    assert plays_alike(checked, changed, seed), one
                    tried += 1
    return tried


@STEADY
@given(seed=seeds)
def test_conditions_come_out_as_lints_say(seed: int) -> None:
    check_conditions(seed)


@STEADY
@given(seed=seeds)
def test_play_does_not_need_what_nothing_reads(seed: int) -> None:
    check_left_out(seed)


@pytest.mark.slow
@settings(STEADY, max_examples=100, derandomize=False)
@given(seed=seeds)
def test_much_that_lints_say_is_true(seed: int) -> None:
    check_conditions(seed)
    check_left_out(seed)


@pytest.mark.slow
def test_there_is_much_to_say_of_random_rulesets() -> None:
    assert sum(check_conditions(seed) for seed in range(30)) >= 30
    assert sum(check_left_out(seed) for seed in range(30)) >= 15
