"""What random and hostile rulesets brought to light, each as small as it could be made."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import Match, RulesError
from tests.laws.cases import all_cases
from tests.laws.reading import assert_reads_alike, follow, forward
from tests.laws.twins import twin
from tests.small import codes, game

PAGE = """
players: 2
longest: 9 decisions
components:
  n: 0..10 = 3
  {components}
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: go, nothing
actions:
  go:
    do: |
      {do}
"""


def page(do: str, components: str) -> str:
    return PAGE.format(do=do.replace("; ", "\n      "), components=components.replace("; ", "\n  "))


def after(folder: Path, do: str, components: str) -> Match:
    """The match after the lines ``do`` were carried out once."""
    match = game(folder, page(do, components)).start(seed=1)
    match.apply(1, "go")
    match.state.saved()  # raises where a slot holds what it may not
    return match


def table(match: Match, reader: int | None = None) -> dict[str, object]:
    seen = match.state.view(reader)["components"]
    assert isinstance(seen, dict)
    return seen


# -- the log tells what was done --------------------------------------------------------------------------


def test_amounts_are_told_as_they_were_before_the_change(tmp_path: Path) -> None:
    # They were worked out again afterwards, so `set m to m * 2` told four times the value.
    do = "set m to m * 2; add m to m; set k to left(k); add 1 to h(k); add 2 of P1 to b; "
    do += "remove b(P1) of P1 from b"
    match = after(tmp_path, do, "m: 0..99 = 3; k: Player = P1; h: 0..9 per Player; b: bag of Player up to 9")
    assert [entry.text for entry in match.log()] == [
        "P1 go", "m = 6", "m + 6", "k = P2", "h(P2) + 1", "b + P1 2", "b − P1 2",
    ]  # fmt: skip


# -- secrets ----------------------------------------------------------------------------------------------


def test_a_hidden_bag_can_be_revealed_and_hidden_again(tmp_path: Path) -> None:
    # Marks were counted by the things in a bag instead of by its places.
    hands = "hand: bag of Player up to 9 per Player seen by owner"
    match = after(tmp_path / "a", "add 2 of P1 to hand(P2); reveal hand(P2)", hands)
    assert table(match)["hand"] == {"P2": {"P1": 2}}
    match = after(tmp_path / "b", "add 2 of P1 to hand(P2); reveal hand; hide hand(P1)", hands)
    assert table(match)["hand"] == {"P2": {"P1": 2}}
    assert table(match, 1)["hand"] == {"P1": {}, "P2": {"P1": 2}}


def test_whether_a_hidden_bag_is_shown_can_be_asked(tmp_path: Path) -> None:
    do = "reveal hand(P2); if shown(hand(P2)) and not shown(hand(P1)):;   set n to 7"
    match = after(tmp_path, do, "hand: bag of Player up to 9 per Player seen by owner")
    assert table(match)["n"] == 7


def test_a_move_that_may_rest_on_a_hand_is_never_forced() -> None:
    # That nobody is asked would tell the others what the hand does not hold.
    case = all_cases("suits")[1]
    alone = 0
    for seed in range(60):
        lots = random.Random(seed)
        match = Match(case.engine, seed)
        while not match.state.is_over:
            player = match.state.to_move[0]
            alone += match.state.count(player, 2) == 1
            match.apply(player, lots.choice(list(match.state.legal(player))))
        assert not any(one.forced for one in match.moves())
    assert alone > 60


def test_a_forced_move_reads_like_a_chosen_one() -> None:
    engine = all_cases("suits")[1].engine
    for seed in range(120):
        lots = random.Random(seed)
        state = Match(engine, seed).state
        other = replace(state, slots=twin(engine.program, state.slots, 1, lots))
        one, moves = forward(state, lots, 6)
        assert_reads_alike(state, one, follow(other, moves), 1)


# -- things are neither made nor lost ---------------------------------------------------------------------

BAGS = "a: bag of Player up to 5; b: bag of Player up to 5; q: Player or none"


@pytest.mark.parametrize(
    ("do", "expected"),
    [
        ("add 3 of P1 to a; move a(P1) of P1 from a to b", {"a": {}, "b": {"P1": 3}, "q": None}),
        ("add 3 of P1 to a; move a from a to b", {"a": {}, "b": {"P1": 3}, "q": None}),
        ("add 1 of P1 to a; move up to 2 of P1 from a to b", {"a": {}, "b": {"P1": 1}, "q": None}),
        ("add 1 of P1 to a; remove up to 2 of P1 from a", {"a": {}, "b": {}, "q": None}),
        (
            "add (P1, P2) to a; move (first x in kinds(a) by listed else P2) from a to b",
            {"a": {"P2": 1}, "b": {"P1": 1}, "q": None},
        ),
        (
            "add (P1, P2) to a; move (first x in kinds(a) by listed else P2) from a to q",
            {"a": {"P2": 1}, "b": {}, "q": "P1"},
        ),
    ],
)
def test_what_is_moved_is_known_before_anything_changes(
    tmp_path: Path, do: str, expected: dict[str, object]
) -> None:
    seen = table(after(tmp_path, do, BAGS))
    assert {name: seen[name] for name in expected} == expected


def test_only_what_lies_there_is_moved_away(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="does not hold"):
        after(tmp_path, "set q to P2; move P1 from q to a", BAGS)


def test_a_bag_holds_so_many_things_in_all(tmp_path: Path) -> None:
    # `size(a)` is known to be 5 or less, so nothing asked whether 6 fits.
    for number, line in enumerate(
        (
            "add 3 of P2 to a",
            "add 3 of P2 to b; move everything from b to a",
            "add 3 of P2 to b; draw 3 from b to a",
        )
    ):
        with pytest.raises(RulesError) as raised:
            after(tmp_path / str(number), f"add 3 of P1 to a; {line}; set k to size(a)", f"{BAGS}; k: 0..5")
        assert raised.value.code == "E701"


# -- ranges -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "do",
    [
        "remove up to 5 from m",
        "move up to 5 from m to n",
        "move everything from m to n",
        "draw 1 from 6..8 to s",
        "deal 6..8 to t(p) for each p in Player",
    ],
)
def test_a_value_outside_its_range_is_an_error(tmp_path: Path, do: str) -> None:
    with pytest.raises(RulesError) as raised:
        after(tmp_path, do, "m: 2..9 = 4; s: 2..6 = 2; t: 2..6 per Player")
    assert raised.value.code == "E701"


@pytest.mark.parametrize("do", ["remove up to 1 from m", "move up to 1 from m to n"])
def test_up_to_takes_nothing_where_there_is_less_than_nothing(tmp_path: Path, do: str) -> None:
    seen = table(after(tmp_path, f"set m to 0 - 2; {do}", "m: -5..9 = 4"))
    assert (seen["m"], seen["n"]) == (-2, 3)


@pytest.mark.parametrize(
    ("do", "components"),
    [
        ("set m to none", "m: -2..5 or none"),
        ("let x = highest of n - 4 for p in Player; set n to 1", "k: flag"),
        ("let x = first y in (0 - 1)..2 by listed; set n to 1", "k: flag"),
        ("let x = none if n = 1 else n - 5; set n to 1", "k: flag"),
    ],
)
def test_none_is_no_number_below_0(tmp_path: Path, do: str, components: str) -> None:
    # Both stood for -1 in a slot, so `m = none` held of -1.
    assert "E512" in codes(tmp_path, page(do, components))


@pytest.mark.parametrize(
    "do",
    [
        "set s to t",
        "add 7 to s",
        "add n + 7 to s",
        "set s to (n, 3)",
        "move everything from t to s",
        "add t to s",
    ],
)
def test_a_set_takes_only_members_that_it_may_hold(tmp_path: Path, do: str) -> None:
    # They were dropped without a word, or stopped the whole ruleset as too large.
    found = codes(tmp_path, page(do, "s: set of 2..5; t: set of 0..3"))
    assert {"E500", "E508"} & set(found)


def test_a_set_takes_what_two_sets_have_in_common(tmp_path: Path) -> None:
    match = after(tmp_path, "set s to t & s; add 5 to s", "s: set of 2..5 = all; t: set of 0..3 = all")
    assert table(match)["s"] == [2, 3, 5]


def test_a_number_that_no_set_may_hold_is_in_none_of_them(tmp_path: Path) -> None:
    do = "set s to s - (n + 1); set n to size(s - (n + 2)) + size((2, 3) - 9)"
    match = after(tmp_path, do, "s: set of 2..4 = all")
    assert (table(match)["s"], table(match)["n"]) == ([2, 3], 4)


def test_a_range_below_0_starts_at_its_end_nearest_0(tmp_path: Path) -> None:
    assert table(after(tmp_path, "set n to 1", "m: -5..-2"))["m"] == -2


# -- what is never reached --------------------------------------------------------------------------------


def test_a_decision_that_nothing_comes_to_is_no_fault(tmp_path: Path) -> None:
    # Its blocks were never drawn, and the compiler looked for them.
    text = (
        PAGE.format(do="set n to 1", components="k: flag")
        + """
  late: {do: finish}
ends:
  at_once: true
"""
    )
    text = text.replace("phases:\n", "phases:\n  first:\n    do: finish\n")
    match = game(tmp_path, text).start(seed=1)
    assert match.state.is_over


def test_a_match_of_no_decision_is_told_where_it_is_said(tmp_path: Path) -> None:
    text = page("set n to 1", "k: flag").replace("longest: 9 decisions", "longest: 0 decisions")
    assert "E608" in codes(tmp_path, text)


def test_a_bag_up_to_less_than_nothing_is_told_where_it_is_said(tmp_path: Path) -> None:
    assert "E601" in codes(tmp_path, page("set n to 1", "k: bag of Player up to -1"))
