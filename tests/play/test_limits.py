"""Limits: an action that would break one is not legal, whatever its lines are made of."""

from pathlib import Path

import pytest

from interpreter import Match
from tests.small import codes, game

TABLE = """
    players: 2
    longest: 60 decisions
    options: {rainy: flag = false}
    kinds:
      Good: corn, wool, iron
      Place: here, there
    components:
      row: {is: bag of Good up to 40, start: {corn: 9, wool: 9}}
      hand: {is: bag of Good up to 20 per Player, start: {P1: {corn: 3, wool: 1}, P2: {corn: 5}}}
      coins: 0..20 per Player = 3
      seen: set of Good
      kept: Good or none per Place
      chief: Player
      stack: list of Good up to 9
      turns_left: 0..9 = 5
    terms:
      held(p in Player): size(hand(p)) + (1 if coins(p) > 4 else 0)
    costs:
      goods(spent in bag of Good up to 9): {from: hand(me), base: spent, to: row}
    steps:
      give(p in Player, what in bag of Good up to 9): move what from row to hand(p)
    limits:
      LIMIT
    setup: {chief: set chief to P1}
    phases:
      turns:
        who: P1
        repeat: until the end
        one of: act, nothing
    actions:
      act:
        ACTION
    ranking: {of: p in Player, last: shared}
"""
FIVE = "hand_limit: size(hand(me)) <= 5"


def text(limit: str, action: str) -> str:
    return TABLE.replace("LIMIT", limit.replace("\n", "\n      ")).replace(
        "ACTION", action.strip("\n").replace("\n", "\n        ")
    )


def legal(folder: Path, limit: str, action: str) -> tuple[Match, list[str]]:
    match = game(folder, text(limit, action)).start(2, seed=1, forced="ask")
    return match, [str(move) for move in match.state.legal(1) if str(move) != "nothing"]


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        # P1 holds three corn and a wool.
        ("move n of corn from row to hand(me)", [0, 1]),
        ("add n of corn to hand(me)", [0, 1]),
        ("add n - 1 to hand(me, corn)", [0, 1, 2]),
        ("move n of corn from row to hand(P1)", [0, 1]),
        ("move n of corn from row to hand(left(me))", [0, 1, 2, 3]),
        ("move n of corn from row to hand(other(me))", [0, 1, 2, 3]),
        ("move n of corn from row to hand(chief)", [0, 1]),
        ("move n of corn from row to hand(left(chief))", [0, 1, 2, 3]),
        ("move (corn, wool) from row to hand(me)\nmove n of corn from hand(me) to row", [1, 2, 3]),
        ("set hand(me) to bag of n for g in Good", [0, 1]),
        ("set hand(me) to row\nremove everything from hand(me)\nadd 2 * n of corn to hand(me)", [0, 1, 2]),
        ("let taken = n + 1\nadd taken of iron to hand(me)", [0]),
        ("let goods = bag of n for g in (corn, wool)\nmove goods from row to hand(me)", [0]),
        ("run give(me, (bag of n for g in (corn, wool)))", [0]),
        ("if n > 1:\n  add 2 of corn to hand(me)\nelse:\n  add 1 of corn to hand(me)", [0, 1]),
        ("if n = 0:\n  nothing\nelse if n = 3:\n  move corn from row to hand(me)\n"
         "else:\n  move 2 of corn from row to hand(me)", [0, 3]),
        ("for each p in Player:\n  move n of corn from row to hand(p)", [0, 1]),
        ("for each p in Player where p != me:\n  move n of corn from row to hand(p)", [0, 1, 2, 3]),
        ("for each g in row:\n  move n of g from row to hand(me)", [0]),
        ("for each g in row with p in Player where g = corn:\n  add n of g to hand(p)", [0, 1]),
        ("move everything from hand(me) to row\nmove 2 * n of corn from row to hand(me)", [0, 1, 2]),
        ("set kept(here) to wool\nmove wool from kept(here) to hand(me)\nadd n of corn to hand(me)", [0]),
        ("move corn from hand(me) to kept(there)\nmove n of corn from row to hand(me)", [0, 1, 2]),
        ("add iron to top of stack\nmove iron from stack to hand(me)\nadd n of corn to hand(me)", [0]),
        # What is added rests on what is there by then.
        ("move size(hand(me)) - 4 of corn from row to hand(me)\nadd n of corn to hand(me)", [0, 1]),
        ("add corn to hand(me)\nadd size(hand(me)) - 4 of corn to hand(me)", []),
        ("add n to coins(me)\nadd coins(me) - 3 of corn to hand(me)", [0, 1]),
        ("set coins(me) to 0\nadd n to coins(me)\nadd coins(me) of corn to hand(me)", [0, 1]),
        ("remove up to n from coins(me)\nadd 3 - coins(me) of corn to hand(me)", [0, 1]),
    ],
)  # fmt: skip
def test_what_an_action_does_to_a_bag_is_known_before(tmp_path: Path, lines: str, numbers: list[int]) -> None:
    action = "choose: {n: 0..3}\ndo: |\n  " + lines.replace("\n", "\n  ")
    match, moves = legal(tmp_path, FIVE, action)
    assert moves == [f"act n {n}" for n in numbers]
    for n in numbers:
        after = match.state.apply(1, f"act n {n}")
        assert sum(after.view(None)["components"]["hand"]["P1"].values()) <= 5  # type: ignore[index, call-overload, union-attr]


@pytest.mark.parametrize(
    ("limit", "lines", "numbers"),
    [
        ("rich: coins(me) <= 4", "add n to coins(me)", [0, 1]),
        ("rich: coins(me) <= 4 if not rainy", "add n to coins(me)", [0, 1]),
        ("rich: coins(me) <= 4", "move n from coins(P2) to coins(me)", [0, 1]),
        ("both: coins(P1) + coins(P2) <= 6", "move n from coins(P2) to coins(me)", [0, 1, 2, 3]),
        ("both: coins(P1) = coins(P2)", "move n from coins(P2) to coins(me)", [0]),
        ("each: every p in Player has coins(p) <= 4", "add n to coins(left(me))", [0, 1]),
        ("terms: held(me) <= 5", "add n to coins(me)\nmove 1 of corn from row to hand(me)", [0, 1]),
        ("corn: hand(me, corn) <= 4", "move n of corn from row to hand(me)", [0, 1]),
        ("corn: hand(me, corn) <= 4", "move n of wool from row to hand(me)", [0, 1, 2, 3]),
        ("corn: hand(me, corn) <= 4", "for each g in row:\n  move n of g from row to hand(me)", [0, 1]),
        ("kinds: size(kinds(hand(me))) <= 2", "add n of iron to hand(me)", [0]),
        ("whole: hand(me) <= row", "move n of corn from row to hand(me)", [0, 1, 2, 3]),
        ("whole: hand(me) <= row", "move 3 of corn from row to hand(me)\nadd n to coins(me)", [0, 1, 2, 3]),
        ("whole: hand(me) <= row", "move 4 - n of corn from row to hand(me)", [1, 2, 3]),
        ("sets: size(seen) <= 1", "add corn to seen\nif n > 1:\n  add wool to seen", [0, 1]),
        ("sets: size(seen) <= 1", "for each g in (corn, wool) where n > 1:\n  add g to seen", [0, 1]),
        ("sets: wool not in seen", "add (corn, wool) to seen\nif n > 1:\n  remove wool from seen", [2, 3]),
        ("kept: kept(here) != corn", "if n > 1:\n  set kept(here) to corn", [0, 1]),
        ("kept: kept(here) != corn", "set kept(there) to corn", [0, 1, 2, 3]),
        ("kept: kept(here) != corn", "set kept(here) to corn\nset kept(here) to none", [0, 1, 2, 3]),
        ("chief: chief = P1", "if n = 2:\n  set chief to left(chief)", [0, 1, 3]),
        ("twice: coins(me) <= 6", "for each p in Player:\n  set coins(p) to n\nadd 4 to coins(me)", None),
    ],
)
def test_what_an_action_does_to_other_places_is_known_before(
    tmp_path: Path, limit: str, lines: str, numbers: list[int] | None
) -> None:
    action = "choose: {n: 0..3}\ndo: |\n  " + lines.replace("\n", "\n  ")
    if numbers is None:
        assert codes(tmp_path, text(limit, action)) == ["E535"]
        return
    _, moves = legal(tmp_path, limit, action)
    assert moves == [f"act n {n}" for n in numbers]


def test_a_payment_counts_too(tmp_path: Path) -> None:
    action = """
choose:
  give: 1..2 of hand(me)
  n: 1..4
cost: goods(give)
do: move n of corn from row to hand(me)
"""
    match, moves = legal(tmp_path, FIVE, action)
    # Four are held: one given makes room for two, two given for three.
    given = {move: (1 if move.count("corn") + move.count("wool") == 1 else 2) for move in moves}
    taken = {move: int(move.split(" n ")[1]) for move in moves}
    assert all(4 - given[move] + taken[move] <= 5 for move in moves)
    assert len(moves) == 2 * 2 + 2 * 3
    for move in moves:
        after = match.state.apply(1, move)
        hand = after.view(None)["components"]["hand"]["P1"]  # type: ignore[index, call-overload]
        assert sum(hand.values()) == 4 - given[move] + taken[move]


def test_payments_go_to_several_places(tmp_path: Path) -> None:
    """Each place makes a loop of the payment; they must not be taken for one another."""
    limit = "row_limit: size(row) + 2 * size(hand(P2)) <= 29"
    action = "choose: {give: 1..2 of hand(me)}\ncost: goods(give)\ndo: nothing"
    rules = text(limit, action).replace("to: row}", "to: (row if g = corn else hand(P2)) for each g in Good}")
    match = game(tmp_path, rules).start(2, seed=1, forced="ask")
    # 18 and 2 * 5 are there: a corn makes one more, a wool two.
    assert [str(move) for move in match.state.legal(1)][:-1] == ["act give corn"]


def test_what_no_action_touches_is_asked_of_none(tmp_path: Path) -> None:
    match, _ = legal(tmp_path, FIVE, "choose: {n: 0..3}\ndo: add n to coins(me)")
    assert all(one.requires == () for one in match.engine.program.decisions[0].alternatives)


def test_a_limit_has_a_name_and_a_message(tmp_path: Path) -> None:
    limit = "hand_limit:\n  that: size(hand(me)) <= 5\n  why not: Nobody holds more than five\n  for: [act]"
    match, _ = legal(tmp_path, limit, "choose: {n: 0..3}\ndo: move n of corn from row to hand(me)")
    refusal = match.state.refusal(1, "act n 2")
    assert refusal is not None
    assert "Nobody holds more than five" in str(refusal)
    assert "size(hand(me))" not in str(refusal)


def test_a_limit_shows_what_it_reads_as_it_is_afterwards(tmp_path: Path) -> None:
    limit = "hand_limit: size(hand(me)) + coins(me) <= 7"
    cost = "choose: {give: 1..2 of hand(me)}\ncost: goods(give)\ndo: add (corn, wool, iron) to hand(me)"
    match, _ = legal(tmp_path, limit, cost)
    refusal = match.state.refusal(1, "act give corn")
    assert refusal is not None
    # Four are held, one is given, three are added; nothing happens to the coins.
    assert refusal.values == (("afterwards size(hand(me))", "6"), ("coins(P1)", "3"))


PARAGRAPHS = """
choose: {n: 0..3}
steps:
  first:
    when: n > 0
    let: {more: n - 1}
    do: move more of corn from row to hand(me)
  then: {one of: 'more, nothing'}
"""
MORE = "      more: {do: 'add corn to hand(me)'}\n    ranking:"


def test_paragraphs_are_followed(tmp_path: Path) -> None:
    action = PARAGRAPHS.replace("  then: {one of: 'more, nothing'}\n", "  then: {do: add corn to hand(me)}\n")
    _, moves = legal(tmp_path, FIVE, action)
    assert moves == ["act n 0", "act n 1"]


def test_a_decision_inside_keeps_the_limit_by_itself(tmp_path: Path) -> None:
    action = PARAGRAPHS.replace("move more of corn from row to hand(me)", "add more to coins(me)")
    rules = text(FIVE, action).replace("    ranking:", MORE, 1)
    match = game(tmp_path, rules).start(2, seed=1, forced="ask")
    match.apply(1, "act n 2")
    assert [str(move) for move in match.state.legal(1)] == ["more", "nothing"]
    match.apply(1, "more")
    match.apply(1, "act n 2")
    # Five are held now.
    assert [str(move) for move in match.state.legal(1)] == ["nothing"]


def test_what_comes_before_a_decision_inside_is_not_judged(tmp_path: Path) -> None:
    assert codes(tmp_path, text(FIVE, PARAGRAPHS).replace("    ranking:", MORE, 1)) == ["E535"]


@pytest.mark.parametrize(
    "lines",
    [
        "draw 1 from row to hand(me)",
        "for each p in Player by listed:\n  set hand(p) to nothing",
        "for each p in Player by listed:\n  add size(hand(p)) of corn to hand(p)",
        "remove up to 2 of corn from hand(me)",
        "set hand(me, corn) to 2",
        "add iron to top of stack\nmove everything from stack to hand(me)",
    ],
)
def test_what_cannot_be_known_before_is_refused_at_its_line(tmp_path: Path, lines: str) -> None:
    assert codes(tmp_path, text(FIVE, "do: |\n  " + lines.replace("\n", "\n  "))) == ["E535"]
