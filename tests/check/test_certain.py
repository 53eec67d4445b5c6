"""When the form of a decision proves that something can be chosen."""

from pathlib import Path

import pytest

from tests.small import codes

RULES = """
    players: 2
    longest: 9 decisions
    components:
      purse: 0..9 per Player = 3
      debt: 0..9 per Player
    phases:
      turns:
        who: each clockwise from P1
        one of: pay
    actions:
      pay:
        choose: {much: STAGE}
        do: set debt(me) to much
"""


@pytest.mark.parametrize(
    ("stage", "found"),
    [
        ("0..purse(me)", []),  # whatever is in the purse, there is 0
        ("0..purse(me) + debt(me)", []),
        ("1..purse(me)", ["E607"]),  # nothing, where the purse is empty
        ("debt(me)..purse(me)", ["E607"]),
        ("2..3", []),
        ("debt(me)..9", []),
    ],
)
def test_a_range_is_a_choice_where_it_surely_holds_a_number(
    tmp_path: Path, stage: str, found: list[str]
) -> None:
    used = [] if "purse" in stage else ["W400"]
    assert sorted(codes(tmp_path, RULES.replace("STAGE", stage))) == sorted(found + used)
