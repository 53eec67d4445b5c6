"""The page about native code: each line that it quotes is one that the commands print, in that order."""

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter import load
from interpreter.backends.c.source import c_source
from interpreter.backends.choosing import WORTH_COMPILING
from interpreter.core.text import print_program
from interpreter.engine.policy import CUT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "native.md").read_text("utf-8")
CUT_OUT = "…"
FROM = r"<!-- from: (\w+)(?: ([\w-]+))?(, in a line)? -->\n```\w*\n(.*?)```"
QUOTED = re.findall(FROM, PAGE, re.DOTALL)


@cache
def printed(source: str, name: str = "") -> tuple[str, ...]:
    """What the page quotes of a game, Clans if it says no other, in lines without their margins."""
    game = load(name or "clans").game
    assert game is not None
    program = game.program(max(game.players))
    match source:
        case "ruleset":
            text = (ROOT / "rulesets" / (name or "clans") / "ruleset.yaml").read_text("utf-8")
        case "ir":
            text = print_program(program)
        case _:
            text = c_source(program)
    return tuple(unnumbered(line) for line in text.splitlines())


def unnumbered(line: str) -> str:
    """A line without the running numbers of variables: they change with all that is written before."""
    line = re.sub(r"\b(s_\w+?|g->\w+?)_\d+\b", r"\1", line.strip())
    return re.sub(r"\b(new|at|let|last|row|by|m|undo)\d+", r"\1", line)


def parts(block: str) -> list[list[str]]:
    """The quoted lines of a block, a list for each piece between two cuts."""
    found: list[list[str]] = [[]]
    for line in block.strip().splitlines():
        if line.strip() == CUT_OUT:
            found.append([])
        else:
            found[-1].append(unnumbered(line))
    return found


def test_the_page_quotes_all_three_stages() -> None:
    assert {source for source, *_ in QUOTED} == {"ruleset", "ir", "c"}


@pytest.mark.parametrize(("source", "name", "in_a_line", "block"), QUOTED)
def test_what_it_quotes_is_printed_today(source: str, name: str, in_a_line: str, block: str) -> None:
    lines, at = printed(source, name), 0
    if in_a_line:
        assert any(unnumbered(block) in line for line in lines)
        return
    for part in parts(block):
        size = len(part)
        starts = [i for i in range(at, len(lines) - size + 1) if list(lines[i : i + size]) == part]
        assert starts, f"{source} has not, from line {at + 1} on:\n" + "\n".join(part)
        at = starts[0] + size


def test_its_numbers_are_those_of_the_program() -> None:
    assert f"no\n  further than {CUT:,}" in PAGE
    assert f"from {WORTH_COMPILING} games on" in PAGE


def test_the_files_that_it_names_are_there() -> None:
    for name in re.findall(r"`((?:tests|interpreter)/[\w/.]+)`", PAGE):
        assert (ROOT / name).exists(), name
