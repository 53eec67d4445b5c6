"""Every lint is found where it is marked, and nothing else is: what is not marked is a near miss."""

from pathlib import Path

import pytest

from interpreter.api.files import Files
from interpreter.api.front_end import NONE_ON, check_pages
from interpreter.api.lints import lints
from interpreter.api.pages import read_pages
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.render import render_all
from tests.errors.chunks import MAIN, Chunk, chunks_of, findings_of

HERE = Path(__file__).parent
CHUNKS = [chunk for file in sorted(HERE.glob("*.yaml")) for chunk in chunks_of(file)]

ASKED_FOR = {"W652"}
"""Lints that `validate` looks for only where it is told to."""


def linted(folder: Path) -> tuple[Diagnostic, ...]:
    pages, start = read_pages(Files(folder, MAIN, ""))
    assert pages is not None
    checked, found = check_pages(pages, NONE_ON, sized=False)
    found = (*start, *found)
    return found if checked is None else (*found, *lints(pages, {NONE_ON: checked}).findings())


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: chunk.name)
def test_finds_what_is_marked_and_nothing_else(chunk: Chunk, tmp_path: Path) -> None:
    wanted = chunk.marks()
    missing, stray = list(wanted), []
    for line, finding in (found := findings_of(chunk, tmp_path, linted)):
        mark = next((mark for mark in missing if mark.matches(finding, line)), None)
        if mark is None:
            stray.append(finding)
        else:
            missing.remove(mark)
    assert not missing and not stray, f"missing: {missing}\nfound:\n{render_all(one for _, one in found)}"


def test_all_lints_are_tried() -> None:
    tried = {mark.code for chunk in CHUNKS for mark in chunk.marks()}

    assert {code for code in CODES if code[0] == "W"} - {"W650"} == tried | ASKED_FOR
