"""Every mistake of the chunked files is found where it stands, and nothing else is."""

from pathlib import Path

import pytest

from interpreter.text.codes import CODES
from interpreter.text.render import render_all
from tests.errors.chunks import HERE, UNMET, Chunk, chunks_of, findings_of

CHUNKS = [chunk for file in sorted(HERE.glob("*.yaml")) for chunk in chunks_of(file)]


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: chunk.name)
def test_finds_what_is_marked_and_nothing_else(chunk: Chunk, tmp_path: Path) -> None:
    wanted = chunk.marks()
    found = findings_of(chunk, tmp_path)
    missing = list(wanted)
    stray = []
    for line, finding in found:
        mark = next((mark for mark in missing if mark.matches(finding, line)), None)
        if mark is None:
            stray.append(finding)
        else:
            missing.remove(mark)
    assert not missing and not stray, f"missing: {missing}\nfound:\n{render_all(one for _, one in found)}"


@pytest.mark.parametrize("base", sorted((HERE / "bases").glob("*.yaml")), ids=lambda base: base.stem)
def test_a_base_is_sound(base: Path, tmp_path: Path) -> None:
    whole = Chunk(base.stem, 1, tuple(base.read_text("utf-8").split("\n")))

    assert findings_of(whole, tmp_path) == []


# Found elsewhere: in bytes, by several documents, in a text of a size that nobody wants to read here.
_ON_PAGES = {"E101", "E104", "E107", "E316"}


def test_all_that_is_wrong_with_a_ruleset_is_tried() -> None:
    tried = {mark.code for chunk in CHUNKS for mark in chunk.marks()}
    static = {code for code in CODES if code[:2] in {"E1", "E2", "E3", "E4", "E5", "E6"}}
    static |= {"W400", "W650"}  # all other warnings are lints: tests/lint
    static |= {code for code in CODES if code[:3] in {"E90", "E91", "E94"}}

    assert len(tried) >= 60
    assert tried == static - _ON_PAGES - UNMET
