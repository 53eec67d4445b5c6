"""Random rulesets: what passes the checker lowers, verifies and plays, and reaches nothing but its bounds."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.author import ruleset
from tests.fuzz.oracles import check_text, plays, programs

rulesets = st.integers(0, 2**32 - 1).map(ruleset)
STEADY = settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@STEADY
@given(text=rulesets, seed=st.integers(0, 2**32 - 1))
def test_what_passes_the_checker_plays(text: str, seed: int) -> None:
    checked, _ = check_text(text)
    if checked is not None:
        for program in programs(checked, random.Random(seed)):
            plays(program, range(1), Counter())


@pytest.mark.slow
@settings(STEADY, max_examples=150, derandomize=False)
@given(text=rulesets, seed=st.integers(0, 2**32 - 1))
def test_much_that_passes_the_checker_plays(text: str, seed: int) -> None:
    checked, _ = check_text(text)
    if checked is not None:
        for program in programs(checked, random.Random(seed)):
            plays(program, range(3), Counter())


def test_many_random_rulesets_pass_and_many_play_to_an_end() -> None:
    # An author who is always wrong, or whose games never run, would prove nothing.
    counts: Counter[str] = Counter()
    passed = 0
    for seed in range(24):
        checked, _ = check_text(ruleset(seed))
        if checked is not None:
            passed += 1
            for program in programs(checked, random.Random(seed)):
                plays(program, range(1), counts)
    assert passed >= 6
    assert counts["over"] >= 25


def test_some_random_rulesets_let_everyone_choose_at_once() -> None:
    counts: Counter[str] = Counter()
    passed = 0
    for seed in range(200):
        text = ruleset(seed)
        checked = check_text(text)[0] if "everyone at once" in text else None
        if checked is not None:
            passed += 1
            for program in programs(checked, random.Random(seed)):
                plays(program, range(1), counts)
    assert passed >= 4
    assert counts["over"] >= 4
