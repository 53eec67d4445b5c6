"""Whatever stands in a file, the loader answers with findings: for rulesets and the files beside them."""

import random
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.syntax.grammar import STARTS
from interpreter.syntax.parse import parse
from interpreter.text.span import Source, Span
from tests.fuzz.derive import keywords, sentence
from tests.fuzz.mutate import mutated
from tests.fuzz.oracles import check_text, plays, programs

ROOT = Path(__file__).parents[2]
SMALL = [
    ROOT / "rulesets" / "tic-tac-toe" / "ruleset.yaml",
    *sorted((ROOT / "tests/laws/games").glob("*.yaml")),
]
PAGES = sorted((ROOT / "tests" / "pages").glob("*.yaml"))
CLANS = ROOT / "rulesets" / "clans"
BESIDE = {
    name: (CLANS / f"{name}.yaml").read_text(encoding="utf-8") for name in ("land", "document", "picture")
}
NAMES = ("n", "P1", "me", "go", "Player", "huts", "x")
PATIENCE = 120.0
STEADY = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
seeds = st.integers(0, 2**32 - 1)


def survives(text: str, lots: random.Random, **beside: str) -> bool:
    """There is an answer in time, and what passes plays; whether it passed."""
    began = time.process_time()
    checked, _ = check_text(text, **beside)
    if checked is not None:
        plays(next(programs(checked, lots)), range(1), Counter())
    assert time.process_time() - began < PATIENCE
    return checked is not None


@settings(STEADY, max_examples=120)
@given(seed=seeds)
def test_spoilt_rulesets(seed: int) -> None:
    lots = random.Random(seed)
    survives(mutated(lots.choice(SMALL).read_text(encoding="utf-8"), lots), lots)


@settings(STEADY, max_examples=50)
@given(seed=seeds)
def test_spoilt_pages_of_the_whole_language(seed: int) -> None:
    lots = random.Random(seed)
    survives(mutated(lots.choice(PAGES).read_text(encoding="utf-8"), lots), lots)


@settings(STEADY, max_examples=8)
@given(seed=seeds)
def test_a_spoilt_large_ruleset(seed: int) -> None:
    lots = random.Random(seed)
    survives(mutated((CLANS / "ruleset.yaml").read_text(encoding="utf-8"), lots), lots, **BESIDE)


@settings(STEADY, max_examples=12)
@given(seed=seeds, name=st.sampled_from(sorted(BESIDE)))
def test_spoilt_files_beside_a_ruleset(seed: int, name: str) -> None:
    lots = random.Random(seed)
    text = (CLANS / "ruleset.yaml").read_text(encoding="utf-8")
    check_text(text, **{**BESIDE, name: mutated(BESIDE[name], lots)})


@settings(STEADY, max_examples=60)
@given(text=st.text(max_size=300))
def test_any_text_as_a_ruleset(text: str) -> None:
    checked, found = check_text(text)
    assert checked is None
    assert found


@pytest.mark.slow
@settings(STEADY, max_examples=2000, derandomize=False)
@given(seed=seeds)
def test_many_spoilt_rulesets(seed: int) -> None:
    lots = random.Random(seed)
    survives(mutated(lots.choice([*SMALL, *PAGES]).read_text(encoding="utf-8"), lots), lots)


@pytest.mark.slow
@settings(STEADY, max_examples=150, derandomize=False)
@given(seed=seeds)
def test_many_spoilt_large_rulesets(seed: int) -> None:
    lots = random.Random(seed)
    text = mutated((CLANS / "ruleset.yaml").read_text(encoding="utf-8"), lots)
    survives(
        text,
        lots,
        **{name: mutated(one, lots) if lots.random() < 0.3 else one for name, one in BESIDE.items()},
    )


def test_some_spoilt_rulesets_still_pass() -> None:
    # If none did, the tests above would never play one.
    text = SMALL[0].read_text(encoding="utf-8")
    passed = [survives(mutated(text, lots), lots) for lots in map(random.Random, range(60))]
    assert 3 <= sum(passed) <= 57


# -- sentences --------------------------------------------------------------------------------------------


def read_sentence(text: str, start: str) -> bool:
    """A sentence or findings inside the text; whether it was one."""
    source = Source("x", text)
    node, found = parse(text, start, lambda a, b: Span(source, min(a, len(text)), min(b, len(text))))
    assert (node is None) == bool(found)
    for one in found:
        assert one.message
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(text)
    return node is not None


MARKS = [
    "0",
    "7",
    "-1",
    "1..3",
    "..",
    ":",
    "[R1]",
    "[",
    "]",
    "#",
    "\n",
    "\n  ",
    "\t",
    "é",
    "\u2028",
    "'",
    '"',
]
WORDS = st.sampled_from([*NAMES, *MARKS, "<", "!=", "=", "+", *keywords().values()])


@pytest.mark.parametrize("start", STARTS)
@settings(STEADY, max_examples=60)
@given(text=st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=25).map(" ".join)))
def test_any_words_as_a_sentence(start: str, text: str) -> None:
    read_sentence(text, start)


@pytest.mark.parametrize("start", STARTS)
@settings(STEADY, max_examples=40)
@given(seed=seeds)
def test_what_the_grammar_derives_is_read(start: str, seed: int) -> None:
    assert read_sentence(sentence(start, NAMES, random.Random(seed)), start)


@pytest.mark.parametrize("start", STARTS)
@settings(STEADY, max_examples=40)
@given(seed=seeds)
def test_a_sentence_that_is_cut_or_stretched(start: str, seed: int) -> None:
    lots = random.Random(seed)
    text = sentence(start, NAMES, lots)
    at = lots.randrange(len(text) + 1)
    read_sentence(text[:at], start)
    read_sentence(text[:at] + lots.choice("()[],.:=#+-&\n\t 7x") + text[at:], start)
