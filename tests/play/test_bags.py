"""Bags as values: joined, compared, handed over, made by a phrase, moved; all counted by hand."""

from pathlib import Path

import pytest

from interpreter import RulesError
from tests.small import codes, game

MARKET = """
    players: 2
    longest: 9 decisions
    kinds:
      Good:
        has: {price: 1..9, near: set of Good}
        rows:
          corn: 1, (wool, iron)
          wool: 2, nothing
          iron: 5, corn
          salt: 9, all
      House:
        has: {plan: bag of Good up to 4}
        rows:
          hut: (corn, 2 of wool)
          tower: iron
          tent: nothing
    components:
      left: {is: bag of Good up to 9, start: {corn: 3, wool: 1}}
      right: {is: bag of Good up to 9, start: {corn: 1, wool: 2, iron: 1}}
      hand: {is: bag of Good up to 9 per Player, start: {P1: {corn: 2, iron: 1}, P2: {salt: 1}}}
      got: bag of Good up to 9
      wanted: Good or none
      number: 0..99
      truth: flag
      held: set of Good
    terms:
      worth(cards in bag of Good up to 18): sum of cards(g) * price(g) for g in kinds(cards)
      both: left + right
      spare(p in Player, kept in set of Good): hand(p) - kept
      twice(cards in bag of Good up to 9): cards + cards
      most(one in bag of Good up to 9, other in bag of Good up to 9): >-
        bag of max(one(g), other(g)) for g in kinds(one + other)
      pairs(one in bag of Good up to 9): bag of (1 if one(g) > 1 else 0) for g in kinds(one)
    setup:
      once: |
        LINE
    phases: {turns: {who: P1, one of: nothing}}
    ranking: {of: p in Player, last: shared}
"""


def played(folder: Path, line: str, seed: int = 1) -> dict[str, object]:
    text = MARKET.replace("LINE", line.replace("\n", "\n        "))
    found = game(folder, text).start(2, seed=seed).state.view(None)["components"]
    assert isinstance(found, dict)
    return found


def value(folder: Path, kind: str, phrase: str) -> object:
    return played(folder, f"set {kind} to {phrase}")[kind]


@pytest.mark.parametrize(
    ("phrase", "bag"),
    [
        ("left + right", {"corn": 4, "wool": 3, "iron": 1}),
        ("left - right", {"corn": 2}),
        ("right - left", {"wool": 1, "iron": 1}),
        ("left + wool", {"corn": 3, "wool": 2}),
        ("left + (iron, salt)", {"corn": 3, "wool": 1, "iron": 1, "salt": 1}),
        ("left - kinds(right)", {"corn": 2}),
        ("(left + right) - left", {"corn": 1, "wool": 2, "iron": 1}),
        ("left - (left - right)", {"corn": 1, "wool": 1}),
        ("left if size(left) > 4 else right", {"corn": 1, "wool": 2, "iron": 1}),
        ("left if size(left) > 3 else nothing", {"corn": 3, "wool": 1}),
        ("nothing if size(left) > 3 else left", {}),
        ("iron", {"iron": 1}),
        ("all", {"corn": 1, "wool": 1, "iron": 1, "salt": 1}),
        ("near(corn)", {"wool": 1, "iron": 1}),
        ("bag of 2 for g in near(corn)", {"wool": 2, "iron": 2}),
        ("bag of price(g) for g in Good where price(g) < 3", {"corn": 1, "wool": 2}),
        ("bag of left(g) for g in right", {"corn": 3, "wool": 1}),
        ("both - left", {"corn": 1, "wool": 2, "iron": 1}),
        ("spare(P1, (iron, salt))", {"corn": 2}),
        ("spare((first p in Player where size(hand(p)) = 1 else P1), nothing)", {"salt": 1}),
        ("hand((first p in Player where size(hand(p)) = 3 else P2))", {"corn": 2, "iron": 1}),
        ("twice(hand(P1))", {"corn": 4, "iron": 2}),
        ("most(left, right)", {"corn": 3, "wool": 2, "iron": 1}),
        ("plan(hut)", {"corn": 1, "wool": 2}),
        ("plan(tent)", {}),
        ("left - plan(hut)", {"corn": 2}),
        ("plan((first h in House where size(plan(h)) = 1 else tent)) + corn", {"corn": 1, "iron": 1}),
        ("pairs(left)", {"corn": 1}),
        ("pairs(pairs(left) + pairs(left)) + iron", {"corn": 1, "iron": 1}),
    ],
)
def test_a_bag_made_by_a_phrase(tmp_path: Path, phrase: str, bag: dict[str, int]) -> None:
    assert value(tmp_path, "got", phrase) == bag


@pytest.mark.parametrize(
    ("phrase", "number"),
    [
        ("size(left + right)", 8),
        ("size(left - right)", 2),
        ("size(near(corn))", 2),
        ("size((bag of price(g) for g in Good where price(g) < 6))", 8),
        ("worth(left)", 5),
        ("sum of size(plan(h)) for h in House", 4),
        ("sum of plan(h, wool) for h in House", 2),
        ("sum of worth(plan(h)) for h in House", 10),
        ("count h in House where plan(h) <= left + wool", 2),
        ("size((union of kinds(plan(h)) for h in House))", 3),
        ("worth(left + right)", 15),
        ("worth(left - right)", 2),
        ("worth(nothing)", 0),
        ("worth((iron, salt))", 14),
        ("worth((hand(P1) if size(got) > 0 else hand(P2)))", 9),
        ("worth(twice(hand((first p in Player where size(hand(p)) = 3 else P2))))", 14),
        ("count g in left - right where price(g) < 2", 1),
        ("size(kinds(left + right))", 3),
        ("sum of worth(hand(p)) for p in Player", 16),
        ("highest of worth(hand(p) + left) for p in Player else 0", 14),
    ],
)
def test_a_number_read_from_bags(tmp_path: Path, phrase: str, number: int) -> None:
    assert value(tmp_path, "number", phrase) == number


@pytest.mark.parametrize(
    ("phrase", "truth"),
    [
        ("left = right", False),
        ("left != right", True),
        ("left - right = left + right - (right + right)", True),
        ("left - right = (bag of 2 for g in near(iron))", True),
        ("left - right <= left", True),
        ("left <= left + right", True),
        ("left <= right", False),
        ("right <= left", False),
        ("near(corn) <= right", True),
        ("left - right != nothing", True),
        ("left - left is empty", True),
        ("left - left = nothing", True),
        ("iron in left + right", True),
        ("salt in left + right", False),
        ("wanted in left", False),
        ("wanted not in left", True),
        ("salt not in both", True),
        ("hand(P2) = salt", True),
    ],
)
def test_bags_compared(tmp_path: Path, phrase: str, truth: bool) -> None:
    assert value(tmp_path, "truth", phrase) is truth


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        ("move left - right from left to got", {"left": {"corn": 1, "wool": 1}, "got": {"corn": 2}}),
        ("add left + right to got", {"got": {"corn": 4, "wool": 3, "iron": 1}}),
        ("remove up to left + left from right", {"right": {"iron": 1}}),
        ("remove left - right from left", {"left": {"corn": 1, "wool": 1}}),
        # The amount is that of before the line, though each round changes what it is read from.
        ("move (bag of max(size(left), 2) - 2 for g in near(iron)) from left to got", {"got": {"corn": 2}}),
        ("move (near(iron) if size(left) = 4 else nothing) from left to got", {"got": {"corn": 1}}),
        ("set left to left - right", {"left": {"corn": 2}}),
        ("set left to right + left", {"left": {"corn": 4, "wool": 3, "iron": 1}}),
        ("set left to nothing", {"left": {}}),
        (
            "let kept = left - right\nset left to nothing\nadd kept to got\n"
            "set number to kept(corn) + size(kept)",
            {"left": {}, "got": {"corn": 2}, "number": 4},
        ),
        ("let kept = left\nremove 1 of corn from left\nset truth to kept = left", {"truth": False}),
        ("draw 2 from left - right to got", {"left": {"corn": 3, "wool": 1}, "got": {"corn": 2}}),
        ("draw 1 from left - right to wanted", {"left": {"corn": 3, "wool": 1}, "wanted": "corn"}),
        ("draw 5 from left - right to got else add 1 to number", {"got": {"corn": 2}, "number": 3}),
        ("deal left - right to hand(p) for each p in Player",
         {"hand": {"P1": {"corn": 3, "iron": 1}, "P2": {"corn": 1, "salt": 1}}}),
    ],
)  # fmt: skip
def test_effects_with_bags(tmp_path: Path, lines: str, after: dict[str, object]) -> None:
    found = played(tmp_path, lines)
    assert {name: found[name] for name in after} == after


def test_a_copy_lives_on_through_draws(tmp_path: Path) -> None:
    found = played(tmp_path, "let kept = left\ndraw 1 from right to got\nset left to kept + kept", seed=3)
    assert found["left"] == {"corn": 6, "wool": 2}


def test_more_than_a_place_holds_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        played(tmp_path, "set got to left + right + right")
    assert caught.value.code == "E701"


STEPS = """
    players: 2
    longest: 9 decisions
    kinds: {Good: 'corn, wool'}
    components:
      store: {is: bag of Good up to 9, start: {corn: 3, wool: 2}}
      hand: bag of Good up to 9 per Player
    steps:
      give(p in Player, goods in bag of Good up to 9): move goods from store to hand(p)
    setup:
      first: run give(P1, store - wool - (corn, wool))
    phases:
      turns:
        who: P2
        one of: ask(store), nothing
        if stuck: finish
    actions:
      ask(all_there_is in bag of Good up to 9):
        choose: {good: kinds(all_there_is)}
        let: {others: all_there_is - good}
        requires: {something_left: others is not empty}
        do: |
          run give(me, good)
          move others from store to hand(me)
    ranking: {of: p in Player, last: shared}
"""


def test_steps_and_actions_are_handed_bags(tmp_path: Path) -> None:
    match = game(tmp_path, STEPS).start(2, seed=1, forced="ask")
    assert match.state.view(None)["components"]["hand"] == {"P1": {"corn": 2}, "P2": {}}  # type: ignore[index]
    moves = [str(move) for move in match.state.legal(2)]
    assert moves == ["ask good corn", "ask good wool", "nothing"]
    match.apply(2, moves[0])
    assert match.state.view(None)["components"]["store"] == {}  # type: ignore[index]


def test_equal_positions_hash_equal_whatever_was_copied_before(tmp_path: Path) -> None:
    line = "let kept = right\ndraw 1 from right to got\nset left to kept\nset got to nothing"
    one = game(tmp_path, MARKET.replace("LINE", f"{line}\nset right to nothing".replace("\n", "\n        ")))
    states = [one.start(2, seed=seed).state.slots for seed in range(6)]
    assert all(state == states[0] for state in states)


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("worth(left + right + right)", "E515"),
        ("size(left & right)", "E502"),
        ("size(left + 1)", "E502"),
        ("size((bag of price(g) for g in Good with h in Good))", "E513"),
        ("size((bag of 0 - price(g) for g in Good))", "E500"),
        ("1 if left < right else 2", "E503"),
        ("left(corn, wool)", "E409"),
    ],
)
def test_what_bags_cannot_do(tmp_path: Path, phrase: str, code: str) -> None:
    text = MARKET.replace("LINE", f"set number to {phrase}")
    assert code in codes(tmp_path, text)


def test_a_value_taken_after_the_choice_is_read_under_other_names(tmp_path: Path) -> None:
    """The phrase that it stands for binds a name too; the two must not get into each other's way."""
    text = """
        players: 2
        longest: 9 decisions
        kinds: {Good: 'corn, wool, iron, salt'}
        components: {stock: {is: 0..9 per Good, start: {corn: 3, wool: 5, iron: 2}}}
        phases: {turns: {who: P1, one of: [take], if stuck: finish}}
        actions:
          take:
            choose: {good: Good}
            let: {least: 'first g in Good where stock(g) > 0 by lowest stock(g), listed else salt'}
            requires:
              none: no h in Good where h != good and stock(h) < stock(good) and stock(h) >= stock(least)
            do: remove up to 9 from stock(good)
        ranking: {of: p in Player, last: shared}
    """.replace("[take]", "take")
    match = game(tmp_path, text).start(2, seed=1, forced="ask")
    assert [str(move) for move in match.state.legal(1)] == ["take good iron", "take good salt"]
