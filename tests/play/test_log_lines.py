"""What the log tells of each change: the things that were added, taken and moved, by name and number."""

from pathlib import Path

import pytest

from interpreter.engine.events import Told
from tests.small import codes, game

STALL = """
    players: 2
    longest: 9 decisions
    kinds:
      Good:
        has: {price: 1..9}
        rows: {wood: 1, coal: 2, pear: 5, plum: 9}
      House: hut, tower
    components:
      hand: {is: bag of Good up to 9 per Player, start: {P1: {wood: 2, coal: 1, pear: 1}, P2: {plum: 1}}}
      row: {is: bag of Good up to 9, start: {wood: 1, pear: 3}}
      purse: {is: 0..20 per Player, start: {P1: 3}}
      street: {is: set of House, start: all}
      built: set of House per Player
      dice: bag of 1..6 up to 9
      bed: {is: Good or none per House, start: {hut: plum}}
      secret:
        is: bag of Good up to 9 per Player
        seen by: owner
        start: {P1: {plum: 2}, P2: {wood: 1, coal: 2}}
      vault: {is: set of House, seen by: nobody, start: all - tower}
    terms:
      cheap: all g in Good where price(g) < 3
      dear: bag of max(0, price(g) - 4) for g in Good where price(g) = 5
    setup:
      once: |
        LINE
    phases: {turns: {who: P1, one of: nothing}}
    ranking: {of: p in Player, last: shared}
"""


def log(folder: Path, line: str, reader: int | None = None) -> list[str]:
    """What is told of the set-up."""
    text = STALL.replace("LINE", line.replace("\n", "\n        "))
    entries = game(folder, text).start(2, seed=1).log(reader)
    return [entry.text for entry in entries if isinstance(entry.happening, Told)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("move hand(P1) - pear from hand(P1) to row", "hand(P1) → row: wood 2, coal"),
        ("remove (wood, pear) from hand(P1)", "hand(P1) − wood, pear"),
        ("remove cheap from hand(P1)", "hand(P1) − wood, coal"),
        ("add 2 of plum to row", "row + plum 2"),
        ("add plum to row", "row + plum"),
        ("add dear to row", "row + pear"),
        ("add hand(P1) to hand(P2)", "hand(P2) + wood 2, coal, pear"),
        ("add (bag of row(g) for g in cheap) to row", "row + wood"),
        ("remove up to 2 of wood from row", "row − wood"),
        ("remove up to hand(P1) from row", "row − wood, pear"),
        ("remove everything from row", "row − wood, pear 3"),
        ("move everything from hand(P2) to row", "hand(P2) → row: plum"),
        ("move 2 of wood from hand(P1) to hand(P2)", "hand(P1) → hand(P2): wood 2"),
        ("move pear from row to hand(P2)", "row → hand(P2): pear"),
        ("set row to hand(P1)", "row = wood 2, coal, pear"),
        ("set row to nothing", "row = nothing"),
        ("set hand(P1, wood) to 5", "hand(P1, wood) = 5"),
        ("add (3, 5) to dice", "dice + 3, 5"),
        ("add 2 of 3 to dice", "dice + 3 ×2"),
        ("add 6 to dice", "dice + 6"),
        ("move hut from street to built(P2)", "street → built(P2): hut"),
        ("move street from street to built(P2)", "street → built(P2): hut, tower"),
        ("remove everything from street", "street − hut, tower"),
        ("set street to nothing", "street = nothing"),
        ("move plum from bed(hut) to row", "bed(hut) → row: plum"),
        ("remove up to 5 from purse(P1)", "purse(P1) − 3"),
        ("remove 2 from purse(P1)", "purse(P1) − 2"),
        ("move 2 from purse(P1) to purse(P2)", "purse(P1) → purse(P2): 2"),
        ("move everything from purse(P1) to purse(P2)", "purse(P1) → purse(P2): 3"),
        ("reveal secret(P2)", "secret(P2) = wood, coal 2"),
        ("reveal vault", "vault = hut"),
        ("hide secret(P2)", "secret(P2) is hidden"),
    ],
)
def test_a_line_of_the_log_tells_what_was_changed(tmp_path: Path, line: str, told: str) -> None:
    assert log(tmp_path, line) == [told]


@pytest.mark.parametrize(
    "line",
    [
        "remove (all g in Good where price(g) > 9) from hand(P1)",
        "add 0 of plum to row",
        "move everything from built(P1) to built(P2)",
        "remove up to 3 from purse(P2)",
    ],
)
def test_a_change_by_nothing_is_not_told(tmp_path: Path, line: str) -> None:
    assert log(tmp_path, line) == []


def test_the_first_of_a_kind_is_not_nothing(tmp_path: Path) -> None:
    assert log(tmp_path, "add wood to row\nset purse(P2) to 0") == ["row + wood", "purse(P2) = 0"]


def test_what_was_moved_is_told_as_it_was_before(tmp_path: Path) -> None:
    kept = "let kept = hand(P1)\nremove everything from hand(P1)\nadd kept to row"
    assert log(tmp_path, kept) == ["hand(P1) − wood 2, coal, pear", "row + wood 2, coal, pear"]


def test_each_place_that_is_revealed_is_told_with_its_own_things(tmp_path: Path) -> None:
    assert log(tmp_path, "reveal secret") == ["secret(P1) = plum 2", "secret(P2) = wood, coal 2"]


def test_only_those_who_see_both_places_read_what_was_moved(tmp_path: Path) -> None:
    line = "move everything from secret(P1) to hand(P1)"
    assert log(tmp_path, line, reader=1) == ["secret(P1) → hand(P1): plum 2"]
    assert log(tmp_path, line, reader=2) == []
    assert log(tmp_path, line) == []


ASKED = """
    players: 2
    longest: 9 decisions
    kinds:
      Good: wood, coal, pear
    components:
      hand: {is: bag of Good up to 9 per Player, start: {P1: {wood: 2, pear: 1}}}
      told: {is: set of Good, start: "(coal, pear)"}
      seen: bag of Good up to 9 per Player seen by owner
      queue: list of Good up to 5
    setup:
      who_waits: |
        add coal to top of queue
        add 2 of wood to bottom of queue
    phases:
      turns: {who: each clockwise from P1, one of: show}
    actions:
      show:
        says: '{me} holds {hand(me)}; of {told} not {told - kinds(hand(me))} WORDS'
        choose:
          which: any of hand(me)
        do: nothing
    ranking: {of: p in Player, last: shared}
"""


def test_says_prints_sets_and_bags(tmp_path: Path) -> None:
    match = game(tmp_path, ASKED.replace("WORDS", "but {which}, {queue} wait")).start(2, seed=1)
    match.apply(1, "show which wood wood")
    assert [entry.text for entry in match.log()][-4:] == [
        "P1 show which wood wood",
        "P1 holds wood 2, pear; of coal, pear not coal but wood 2, coal, wood, wood wait",
        "P2 show",
        "P2 holds nothing; of coal, pear not coal, pear but nothing, coal, wood, wood wait",
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [("{nothing}", "E500"), ("{none}", "E500"), ("{seen(me)}", "E556"), ("{kinds(seen(me))}", "E556")],
)
def test_says_tells_only_what_is_something_and_everybody_may_know(
    tmp_path: Path, words: str, code: str
) -> None:
    assert code in codes(tmp_path, ASKED.replace("WORDS", words))
