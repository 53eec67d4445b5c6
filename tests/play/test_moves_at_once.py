"""`move everything` in rounds at once: what comes adds up, what goes away goes once."""

from pathlib import Path

import pytest

from tests.compiler import needs_compiler
from tests.play.test_snapshots import executors_agree, fails, played, rounds, value
from tests.small import codes, game


def loop(body: str) -> str:
    return f"for each p in Player at once:\n  {body}"


def test_numbers_that_are_moved_to_one_place_add_up(tmp_path: Path) -> None:
    match = played(tmp_path, loop("move everything from sent(p) to pot"))
    # 1, 2 and 2
    assert value(match, "pot") == 5
    assert value(match, "sent") == {"P1": 0, "P2": 0, "P3": 0}


def test_a_row_may_flow_into_one_of_its_places(tmp_path: Path) -> None:
    body = "for each q in Land where q != c at once:\n  move everything from armies(q) to armies(c)"
    # 4 and 4 come to 4 - but 9 is the most that fits
    error = fails(tmp_path, body)
    assert error.code == "E701"
    match = played(tmp_path / "fits", f"for each q in Land at once:\n  set armies(q) to 3\n{body}")
    assert value(match, "armies") == {"a": 0, "b": 0, "c": 9}


def test_bags_that_are_poured_together_add_up(tmp_path: Path) -> None:
    spare = "components:\n      heap: bag of Good up to 6\n"
    text = rounds(loop("move everything from chest(p) to heap")).replace("components:\n", spare, 1)
    match = game(tmp_path, text).start(3, seed=1, forced="ask")
    assert value(match, "heap") == {"corn": 3, "wool": 2}
    assert value(match, "chest") == {"P1": {}, "P2": {}, "P3": {}}


@pytest.mark.parametrize(
    "body",
    [
        "move everything from pot to purse(p)",
        "move everything from armies(a) to purse(p)",
        "move everything from pot to purse(p)\n  add 1 to pot",
        "move everything from chest(P1) to chest(p)",
    ],
)
def test_one_thing_does_not_go_to_several(tmp_path: Path, body: str) -> None:
    assert "E621" in codes(tmp_path, rounds(loop(body)))


@pytest.mark.parametrize("verb", ["move everything from armies(base(p)) to purse(p)", "MIXED"])
def test_what_cannot_be_known_before_is_looked_at_in_play(tmp_path: Path, verb: str) -> None:
    # P2 and P3 are both at home in b.
    moved = "move everything from armies(base(p)) to purse(p)"
    mixed = f"if p = P2:\n    {moved}\n  else:\n    add 1 to armies(base(p))"
    error = fails(tmp_path, loop("set purse(p) to 0\n  " + verb.replace("MIXED", mixed)))
    assert error.code == "E711"
    assert error.message == "`armies(b)` is changed at once in two ways that do not go together"


def test_places_that_lie_apart_are_moved_away(tmp_path: Path) -> None:
    moved = "set purse(p) to 1\n  move everything from armies(base(p)) to purse(p)"
    match = played(tmp_path, loop(moved).replace("Player", "Player where p != P3"))
    assert value(match, "purse") == {"P1": 5, "P2": 5, "P3": 5}
    assert value(match, "armies") == {"a": 0, "b": 0, "c": 4}


@needs_compiler
@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("move everything from sent(p) to pot", "over"),
        ("set purse(p) to 0\n  move everything from armies(base(p)) to purse(p)", "E711"),
    ],
)
def test_all_executors_agree(tmp_path: Path, body: str, end: str) -> None:
    assert executors_agree(game(tmp_path, rounds(loop(body))).engine(3).program, 2)[end] == 2
