"""Slots that are set to nothing: sets of one word and of several, alone and many side by side."""

from pathlib import Path

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.reference import Reference
from tests.compiler import needs_compiler
from tests.small import game

pytestmark = needs_compiler

RULES = """
    players: 2
    longest: 9 decisions
    boards:
      Cell: {grid: SIDE}
    components:
      left: set of Cell = all
      right: set of Cell = all
      more: set of Cell per Player = all
      tally: 0..9 = 9
    phases:
      turns: {who: each clockwise from P1, one of: wipe}
    actions:
      wipe:
        do: |
          set left to nothing
          set tally to 0
          if me = P2:
            set right to nothing
            for each p in Player at once:
              set more(p) to nothing
"""


@pytest.mark.parametrize("side", [4, 9, 13])
def test_sets_of_any_width_are_emptied(tmp_path: Path, side: int) -> None:
    program = game(tmp_path, RULES.replace("SIDE", str(side))).program(2)
    played = NativeExecutor(program, quick=True).playout(1, "auto", 4096)
    assert played == Reference(program).playout(1, "auto", 4096)
    seen = dict(zip((one.name for one in program.components), program.components, strict=True))
    for name in ("left", "right"):
        assert played.slots[seen[name].slot] == 0
