"""However a file is spoilt, its layout is one, says the same, and stays."""

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.api.files import Files
from interpreter.api.front_end import Checked, check_files
from interpreter.api.load import load
from interpreter.core.digest import digest
from interpreter.syntax.formatting.format import format_source, meaning, schema_of_file
from interpreter.syntax.formatting.remarks import remarks_of
from interpreter.syntax.formatting.wording import BLOCK, spaced
from interpreter.syntax.nodes import Expr
from interpreter.syntax.parse import parse
from interpreter.syntax.sentences import sentences_of
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Source, Span
from tests.formatting.spoil import read_back, spoilt, with_breaks, with_remarks
from tests.fuzz.author import ruleset
from tests.fuzz.oracles import programs

RULESETS = Path(__file__).parents[2] / "rulesets"
FILES = sorted(path for path in RULESETS.rglob("*.yaml") if path.stat().st_size < 8_000)
STEADY = settings(
    deadline=None,
    derandomize=True,
    max_examples=16,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
files = st.sampled_from(FILES)
seeds = st.integers(0, 2**32 - 1)
SHAPES = {"phrase", "players_line"}


@cache
def laid_out(path: Path) -> str:
    return formatted(path.read_text("utf-8"))


def formatted(text: str) -> str:
    done = format_source(Source("spoilt.yaml", text))
    assert done.findings == ()
    assert done.text is not None
    return done.text


def says(text: str) -> tuple[object, list[str]]:
    """What a file means, and its remarks in their order."""
    source, root = read_back(text)
    schema = schema_of_file(source, root)
    blocks = [scalar.text for scalar, start in sentences_of(root, schema) if start == BLOCK]
    # No word of a sentence has the sign in it.
    inside = [line.partition("#")[2].rstrip() for text in blocks for line in text.split("\n") if "#" in line]
    return meaning(root, schema), [one.text for one in remarks_of(source, root)] + inside


def blanks_and_breaks(path: Path, seed: int) -> None:
    text = laid_out(path)
    assert formatted(spoilt(text, random.Random(seed))) == text


def odd_remarks(path: Path, seed: int) -> None:
    lots = random.Random(seed)
    text = with_remarks(laid_out(path), lots)
    if lots.random() < 0.5:
        text = with_breaks(text, lots)
    if lots.random() < 0.5:
        text = spoilt(text, lots)
    done = formatted(text)
    assert says(done) == says(text)
    assert formatted(done) == done


def checked_text(text: str) -> Checked | None:
    return check_files(Files(Path("/nowhere"), "ruleset.yaml", "", {"ruleset.yaml": Source("", text)}))[0]


def generated(seed: int, lots_seed: int) -> None:
    text = ruleset(seed)
    if format_source(Source("spoilt.yaml", text)).text is None:
        return
    lots = random.Random(lots_seed)
    once = formatted(text)
    again = formatted(spoilt(with_remarks(once, lots), lots))
    assert formatted(again) == again
    before, after = checked_text(text), checked_text(again)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        pairs = zip(programs(before, random.Random(1)), programs(after, random.Random(1)), strict=True)
        assert all(digest(one) == digest(other) for one, other in pairs)


@STEADY
@given(path=files, seed=seeds)
def test_spoilt_files_come_back(path: Path, seed: int) -> None:
    blanks_and_breaks(path, seed)


@STEADY
@given(path=files, seed=seeds)
def test_remarks_in_odd_places_stay_in_their_order(path: Path, seed: int) -> None:
    odd_remarks(path, seed)


@settings(STEADY, max_examples=8)
@given(seed=seeds, lots=seeds)
def test_generated_rulesets_keep_their_programs(seed: int, lots: int) -> None:
    generated(seed, lots)


@pytest.mark.slow
@settings(STEADY, max_examples=300, derandomize=False)
@given(path=files, seed=seeds)
def test_much_that_is_spoilt(path: Path, seed: int) -> None:
    blanks_and_breaks(path, seed)
    odd_remarks(path, seed)


@pytest.mark.slow
@settings(STEADY, max_examples=100, derandomize=False)
@given(seed=seeds, lots=seeds)
def test_many_generated_rulesets(seed: int, lots: int) -> None:
    generated(seed, lots)


def test_the_spoiler_spoils() -> None:
    # One that changes nothing, or the same in every file, would prove nothing.
    path = RULESETS / "kalah" / "ruleset.yaml"
    found = {spoilt(laid_out(path), random.Random(seed)) for seed in range(12)}
    assert len(found - {laid_out(path)}) >= 11
    remarks = says(with_remarks(laid_out(path), random.Random(1)))[1]
    assert len(remarks) >= len(says(laid_out(path))[1]) + 10


@given(
    text=st.text(st.characters(codec="utf-8"), max_size=80)
    | st.text("ab:-?#'\"|>{}[], \n\t1&*!", max_size=60)
)
@settings(STEADY, max_examples=200)
def test_no_text_breaks_the_formatter(text: str) -> None:
    done = format_source(Source("x.yaml", text), "data")
    if done.text is None:
        assert done.findings
    else:
        assert format_source(Source("x.yaml", done.text), "data").text == done.text


def test_words_stand_as_the_unparser_has_them() -> None:
    # A second printer, made from the tree: where it writes the same words, it puts the same blanks.
    compared = 0
    for path in sorted(RULESETS.glob("*/ruleset.yaml")):
        _, root = read_back(path.read_text("utf-8"))
        for scalar, start in sentences_of(root, "ruleset"):
            node, findings = parse(scalar.text, start, lambda a, b: Span(Source("", ""), a, b))
            expr: Expr | None = getattr(node, "expr", None)
            if findings or start not in SHAPES or expr is None or start == BLOCK:
                continue
            text = unparse(expr)
            rows = spaced(text, start)
            assert rows is not None
            assert " ".join(row.text for row in rows) == text
            compared += 1
    assert compared > 250


def test_a_spoilt_game_has_the_digest_that_it_had(tmp_path: Path) -> None:
    text = laid_out(RULESETS / "tic-tac-toe" / "ruleset.yaml")
    (tmp_path / "ruleset.yaml").write_text(spoilt(text, random.Random(5)), "utf-8")
    before = load(str(RULESETS / "tic-tac-toe"), cached=False).game
    after = load(str(tmp_path), cached=False).game
    assert before is not None
    assert after is not None
    assert digest(before.program(2)) == digest(after.program(2))
