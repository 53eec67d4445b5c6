"""Declared costs: what can't be paid is not offered, what is paid goes where it must, and the log says so."""

from pathlib import Path

import pytest

from interpreter import Match
from interpreter.engine.events import Told
from interpreter.engine.telling import told_text
from interpreter.study.why import why
from tests.small import codes, game

WORKS = """
    players: 2
    longest: 30 decisions
    options: {cheap: flag = false}
    kinds:
      Good:
        has: {level: 1..2}
        rows: {corn: 1, wool: 1, iron: 2}
      Recipe:
        has: {makes: Good, expend: bag of Good up to 3, show: set of Good}
        rows:
          spin: wool, (2 of corn), nothing
          smelt: iron, (corn, wool), wool
          gift: corn, nothing, iron
      Branch: army, trade
    components:
      row: bag of Good up to 20
      pile: bag of Good up to 20
      hand: {is: bag of Good up to 9 per Player, start: {P1: {corn: 3, wool: 1}, P2: {corn: 1, wool: 2}}}
      coins: 0..20 per Player = 7
      bank: 0..40
      level_of: 0..3 per Branch = 1
      paid: 0..9 per Player and Branch
    costs:
      goods(spent in bag of Good up to 3, shown in set of Good):
        from: hand(me)
        base: spent
        show: shown
        to: (row if level(g) = 1 and g != wool else pile) for each g in Good
      price(p in Player, b in Branch, n in 0..3):
        from: coins(p)
        base: 4 * n
        modifiers:
          known: less 3 * level_of(b)
          taxed: more 2 when b = trade and not cheap
          never_negative: at least 0
          cap: at most 7 when cheap
        record: paid(p, b)
      fee:
        from: coins(me)
        base: 5
        to: bank
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: make, act, both, plan, trade, nothing
    actions:
      make:
        choose: {recipe: Recipe}
        cost: goods(expend(recipe), show(recipe))
        do: add makes(recipe) to hand(me)
      act:
        choose: {branch: Branch, n: 1..3}
        cost: price(me, branch, n)
        do: add 1 to level_of(branch)
      both:
        choose: {recipe: Recipe, n: 1..3}
        cost:
          - fee
          - goods(expend(recipe), nothing)
          - price(me, trade, n)
        do: nothing
      trade:
        choose: {give: 1..2 of hand(me)}
        cost: goods(give, nothing)
        do: add 1 to bank
      plan:
        choose: {n: 1..3}
        cost: price(me, b, n) for each b in Branch
        do: nothing
    ranking: {of: p in Player, last: shared}
"""


def begun(folder: Path, text: str = WORKS, **options: str) -> Match:
    return game(folder, text).start(2, seed=1, forced="ask", options=options)


def legal(match: Match, action: str) -> list[str]:
    moves = [str(move) for move in match.state.legal(match.state.to_move[0])]
    return [move for move in moves if move.split()[0] == action]


def table(match: Match) -> dict[str, object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


def told(match: Match) -> list[tuple[str, str]]:
    program = match.engine.program
    events = [one for one in match.state.trail if isinstance(one, Told)]
    return [(program.events[one.event].kind, told_text(program, one)) for one in events]


def test_only_what_can_be_paid_and_shown_is_offered(tmp_path: Path) -> None:
    match = begun(tmp_path)
    # smelt spends the one wool that it has to show, gift shows iron.
    assert legal(match, "make") == ["make recipe spin"]
    match.apply(1, "nothing")
    assert legal(match, "make") == ["make recipe smelt"]


def test_goods_go_to_their_places_and_the_log_names_them(tmp_path: Path) -> None:
    match = begun(tmp_path)
    match.apply(1, "nothing")
    match.apply(2, "make smelt")
    after = table(match)
    assert after["hand"] == {"P1": {"corn": 3, "wool": 1}, "P2": {"wool": 1, "iron": 1}}
    assert (after["row"], after["pile"]) == ({"corn": 1}, {"wool": 1})
    assert told(match) == [
        ("payment", "wool is shown in hand(P2)"),
        ("payment", "hand(P2) → row: corn"),
        ("payment", "hand(P2) → pile: wool"),
        ("change", "hand(P2) + iron"),
    ]


def test_what_was_chosen_out_of_the_purse_itself_is_covered(tmp_path: Path) -> None:
    match = begun(tmp_path)
    moves = legal(match, "trade")
    # One corn, one wool, two corn, or both; that needs no condition of its own.
    assert len(moves) == 4
    ways = {one.action: one for one in match.engine.program.decisions[0].alternatives}
    assert [stage.requires for stage in ways["trade"].stages] == [()]
    assert ways["trade"].requires == ()
    assert why(game(tmp_path / "again", WORKS), match.state, 1, moves[0]).is_legal
    match.apply(1, next(move for move in moves if "corn" in move and "wool" in move))
    after = table(match)
    assert after["hand"]["P1"] == {"corn": 2}  # type: ignore[index]
    assert (after["row"], after["pile"], after["bank"]) == ({"corn": 1}, {"wool": 1}, 1)


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    match = begun(tmp_path)
    found = why(game(tmp_path / "again", WORKS), match.state, 1, "make smelt")
    assert not found.is_legal and found.failed is not None
    assert found.failed.name == "goods"
    assert found.message == "`hand(me)` does not hold all that is to be paid and shown"
    assert ("missing for goods", "(wool)") in found.failed.values


@pytest.mark.parametrize(
    ("move", "left", "paid"),
    [
        # 4 - 3 = 1
        ("act army 1", 6, 1),
        # 8 - 3 = 5
        ("act army 2", 2, 5),
        # 4 - 3 + 2 = 3
        ("act trade 1", 4, 3),
        # 8 - 3 + 2 = 7
        ("act trade 2", 0, 7),
    ],
)
def test_modifiers_change_a_number_in_order(tmp_path: Path, move: str, left: int, paid: int) -> None:
    match = begun(tmp_path)
    assert [one for one in legal(match, "act") if one.endswith("3")] == []
    match.apply(1, move)
    after = table(match)
    branch = move.split()[1]
    assert after["coins"] == {"P1": left, "P2": 7}
    assert after["paid"]["P1"][branch] == paid  # type: ignore[index]
    assert after["level_of"][branch] == 2  # type: ignore[index]


def test_floors_and_caps_hold_in_their_order(tmp_path: Path) -> None:
    match = begun(tmp_path, cheap="true")
    # 12 - 3 = 9, but 7 at most; no tax.
    match.apply(1, "act army 3")
    assert told(match) == [
        ("payment", "price: base 12, known -3, taxed 0, never_negative 0, cap -2 = 7"),
        ("payment", "coins(P1) − 7"),
        ("payment", "paid(P1, army) = 7"),
        ("change", "level_of(army) + 1"),
    ]
    match.apply(2, "nothing")
    match.apply(1, "nothing")
    match.apply(2, "act army 1")  # 4 - 6: nothing is paid
    assert table(match)["coins"] == {"P1": 0, "P2": 7}
    assert ("payment", "price: base 4, known -6, taxed 0, never_negative 2, cap 0 = 0") in told(match)


def test_who_cannot_pay_is_told_in_the_words_of_the_author(tmp_path: Path) -> None:
    poor = WORKS.replace("coins: 0..20 per Player = 7", "coins: 0..20 per Player = 4")
    to_bank = "        to: bank\n"
    in_words = poor.replace(to_bank, f"{to_bank}        why not: The fee is five coins\n")
    for name, text, said in (
        ("poor", poor, "`coins(me)` is less than this costs"),
        ("words", in_words, "The fee is five coins"),
    ):
        there = game(tmp_path / name, text)
        match = there.start(2, seed=1, forced="ask")
        found = why(there, match.state, 1, "both gift 1")
        assert found.failed is not None
        assert (found.failed.name, found.message) == ("fee", said)


def test_what_has_no_price_says_so(tmp_path: Path) -> None:
    there = game(tmp_path, WORKS.replace("        base: 5\n", "        base: 5 if cheap else none\n"))
    match = there.start(2, seed=1, forced="ask")
    found = why(there, match.state, 1, "both gift 1")
    assert found.message == "`coins(me)` is less than this costs, or this has no price"


def test_several_costs_are_covered_together(tmp_path: Path) -> None:
    match = begun(tmp_path)
    # 5 and 4 - 3 + 2 = 3 are more than 7.
    assert legal(match, "both") == []
    found = why(game(tmp_path / "again", WORKS), match.state, 1, "both spin 1")
    assert found.failed is not None and found.failed.name == "price"
    assert found.message == "`coins(me)` is less than this costs"
    match = begun(tmp_path / "cheap", cheap="true")
    # 5 and 4 - 3 = 1; goods show nothing here.
    assert legal(match, "both") == ["both recipe spin n 1", "both recipe smelt n 1", "both recipe gift n 1"]
    match.apply(1, "both smelt 1")
    after = table(match)
    assert (after["coins"], after["bank"]) == ({"P1": 1, "P2": 7}, 5)
    assert after["hand"]["P1"] == {"corn": 2}  # type: ignore[index]


def test_a_cost_for_each_is_summed_up(tmp_path: Path) -> None:
    match = begun(tmp_path)
    # army 1, trade 3; army 5 and trade 7 are too much
    assert legal(match, "plan") == ["plan n 1"]
    match.apply(1, "plan 1")
    after = table(match)
    assert after["coins"] == {"P1": 3, "P2": 7}
    assert after["paid"]["P1"] == {"army": 1, "trade": 3}  # type: ignore[index]
    assert [text for kind, text in told(match) if kind == "payment"] == [
        "price: base 4, known -3, taxed 0, never_negative 0, cap 0 = 1",
        "coins(P1) − 1",
        "paid(P1, army) = 1",
        "price: base 4, known -3, taxed 2, never_negative 0, cap 0 = 3",
        "coins(P1) − 3",
        "paid(P1, trade) = 3",
    ]


GOODS = """
    players: 2
    longest: 30 decisions
    kinds:
      Good: corn, wool
      House:
        has: {plan: bag of Good up to 3}
        rows: {hut: corn, barn: '(2 of corn, wool)'}
    components:
      hand: {is: bag of Good up to 9 per Player, start: {P1: {corn: 3, wool: 1}, P2: {corn: 2, wool: 1}}}
      built: set of House per Player
    terms:
      alike(g in Good): all h in Good where h = g
    costs:
      plans(house in House):
        from: hand(me)
        base: plan(house)
        modifiers:
          first: more corn when built(me) is empty
          skill: less (bag of 1 for h in alike(corn)) when player_count = 2
      exact(goods in bag of Good up to 9):
        {from: hand(me), base: goods, show: (bag of goods(g) for g in alike(wool))}
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: build, all_at_once, spend(hand(me) - corn), nothing
    actions:
      build:
        choose: {house: House}
        cost: plans(house)
        do: add house to built(me)
      all_at_once:
        cost: plans(h) for each h in House
        do: nothing
      spend(goods in bag of Good up to 9):
        requires: {some: goods is not empty}
        cost: exact(goods)
        do: nothing
    ranking: {of: p in Player, last: shared}
"""


def test_goods_are_changed_by_modifiers_and_summed_up(tmp_path: Path) -> None:
    match = begun(tmp_path, GOODS)
    # Both houses: corn and 2 corn and wool, each with one corn more and one less.
    assert legal(match, "all_at_once") == ["all_at_once"]
    assert legal(match, "build") == ["build house hut", "build house barn"]
    match.apply(1, "all_at_once")
    assert table(match)["hand"]["P1"] == {}  # type: ignore[index]
    # P2 has two corn for the three.
    assert legal(match, "all_at_once") == []
    match.apply(2, "build hut")
    assert table(match)["hand"]["P2"] == {"corn": 1, "wool": 1}  # type: ignore[index]
    match.apply(1, "nothing")
    # Now without the corn more: the first corn is free.
    match.apply(2, "build hut")
    assert table(match)["hand"]["P2"] == {"corn": 1, "wool": 1}  # type: ignore[index]


def test_a_bag_that_is_handed_over_is_paid_and_shown(tmp_path: Path) -> None:
    match = begun(tmp_path, GOODS)
    # What is left without a corn: 2 corn and a wool; the wool would have to be held twice.
    assert legal(match, "spend") == []


WAYS = """
    players: 2
    longest: 9 decisions
    kinds: {Place: 'here, there'}
    components:
      coins: -5..9 per Player = 1
      far: {is: 0..9 or none per Place, start: {here: 3}}
    costs:
      way(place in Place): {from: coins(me), base: far(place), modifiers: {bag: less 1}}
    phases: {turns: {who: P1, repeat: until the end, one of: 'go, nothing'}}
    actions:
      go:
        choose: {place: Place}
        requires: {far_enough: far(place) != none if place = here}
        cost: way(place)
        do: nothing
    ranking: {of: p in Player, last: shared}
"""


def test_what_has_no_price_cannot_be_paid_and_debts_are_what_the_range_allows(tmp_path: Path) -> None:
    text = WAYS.replace("modifiers: {bag: less 1}", "modifiers: {bag: less 1, floor: at least 0}")
    match = begun(tmp_path, text)
    for left in (-1, -3, -5):
        assert legal(match, "go") == ["go place here"]
        match.apply(1, "go here")
        assert table(match)["coins"]["P1"] == left  # type: ignore[index]
    assert legal(match, "go") == []
    assert codes(tmp_path / "negative", WAYS) == ["E534"]
