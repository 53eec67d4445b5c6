"""Whatever stands in a variant or a module, the loader answers with findings, and sound ones play."""

import random
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from interpreter.api.combination import tried
from interpreter.api.files import Files
from interpreter.api.front_end import check_all, check_files, check_pages
from interpreter.api.pages import read_pages
from tests.fuzz.mutate import mutated
from tests.fuzz.oracles import plays, programs
from tests.fuzz.test_loader import PATIENCE, STEADY, seeds
from tests.patches.orchard import FILES, lay_out

VARIANT = "variants/greedy.yaml"
SPOILT = ("ruleset.yaml", "wasps.yaml", "ladder.yaml", "trees.yaml", VARIANT)


@settings(STEADY, max_examples=20)
@given(seed=seeds)
def test_spoilt_pages(seed: int) -> None:
    lots = random.Random(seed)
    name = lots.choice(SPOILT)
    with TemporaryDirectory() as folder:
        lay_out(Path(folder), **{name: mutated(FILES[name], lots)})
        for main in ("ruleset.yaml", VARIANT):
            began = time.process_time()
            found = check_all(Files(Path(folder), main, ""))
            assert time.process_time() - began < PATIENCE
            for one in found:
                assert one.span is None or one.span.source.path in FILES
            _play(Path(folder), main, lots)


@pytest.mark.slow
@settings(STEADY, max_examples=100)
@given(seed=seeds)
def test_an_error_stands_in_the_page_that_was_spoilt(seed: int) -> None:
    """The base is sound, so whatever is wrong comes of the variant, and is told there."""
    lots = random.Random(seed)
    with TemporaryDirectory() as folder:
        lay_out(Path(folder), **{VARIANT: mutated(FILES[VARIANT], lots)})
        for one in check_files(Files(Path(folder), VARIANT, ""))[1]:
            assert one.span is None or one.span.source.path == VARIANT


def _play(folder: Path, main: str, lots: random.Random) -> None:
    pages, _ = read_pages(Files(folder, main, ""))
    for on in tried(pages) if pages is not None else ():
        assert pages is not None
        checked, _ = check_pages(pages, on)
        if checked is not None:
            plays(next(programs(checked, lots)), range(1), Counter())
