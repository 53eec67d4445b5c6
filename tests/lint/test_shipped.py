"""What comes with the program has nothing doubtful, or says why it is there."""

import pytest

from interpreter.api.files import shipped, variants
from interpreter.front.commands.validate import findings_of
from interpreter.text.render import render_all

NAMES = [*shipped(), *(f"{game}/{name}" for game in shipped() for name in variants(game))]
QUICK = {"clans", "kalah"}


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[] if one in QUICK else [pytest.mark.slow]) for one in NAMES]
)
def test_nothing_is_doubtful(name: str) -> None:
    assert render_all(findings_of(name)) == ""
