"""Columns with further keys, of bags, of sets: what a data file or a listed row says is what is printed."""

from pathlib import Path

import pytest

from interpreter import Game
from interpreter.check.kinds import BagOf, Member
from tests.small import codes, computed, game

RULES = """
    players: 2..4
    longest: 9 decisions
    data: cards.yaml
    options:
      rich: flag = false
    kinds:
      Seats: 2..4
      Good: wood, wheat, clay
      Card:
        rows: dear if rich else cheap
        has:
          copies: 0..5 per Seats
          change: -9..9 per Good and Player = delta
          plan: bag of Good up to 4
          shows: set of Good
          makes: Good or none
      Coin:
        has: {parts: bag of Good up to 3, depth: -5..5}
        rows:
          one: wood, -3
          two: (clay, 2 of wood), 0
          three: nothing, 5
    components:
      stock: 0..5 per Card and Seats = copies
      plans: bag of Good up to 4 per Card = plan
    terms:
      all_left: sum of stock(c, s) for c in Card with s in Seats
      planned: sum of plans(c, g) for c in Card with g in Good
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""
CARDS = """
    cheap:
      hut:
        copies: {2: 1, 3: 2, 4: 3}
        delta: {wood: {P1: -1, P2: 2, P3: 3, P4: 4}, clay: {P1: 5, P2: 6, P3: 7, P4: 8},
                wheat: {P1: 0, P2: 0, P3: 0, P4: -9}}
        plan: {wood: 2, clay: 1}
        shows: [wheat]
        makes: none
      mill:
        copies: {4: 5, 2: 0, 3: 4}
        delta: {wood: {P1: 1, P2: 1, P3: 1, P4: 1}, clay: {P1: 1, P2: 1, P3: 1, P4: 1},
                wheat: {P1: 1, P2: 1, P3: 1, P4: 1}}
        plan: [clay, wheat, clay, clay]
        shows: []
        makes: wheat
"""
DEAR = CARDS.replace("    cheap:", "    dear:").replace("2: 1,", "2: 5,")


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("columns"), RULES, cards=CARDS + DEAR)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("copies(hut, 2)", 1),
        ("copies(hut, 4)", 3),
        ("copies(mill, 2)", 0),
        ("copies(mill, 3)", 4),
        ("copies(hut, player_count)", 3),
        ("change(hut, wood, P1)", -1),
        ("change(hut, clay, P2)", 6),
        ("sum of change(hut, g, P1) for g in Good", 4),
        ("change(hut, wheat, left(left(left(P1))))", -9),
        ("wheat in shows(hut) and size(shows(hut)) = 1", 1),
        ("shows(mill) is empty", 1),
        ("makes(hut) = none", 1),
        ("makes(mill) = wheat", 1),
        ("depth(one)", -3),
        ("all_left", 15),
        ("planned", 7),
        ("plans(mill, clay)", 3),
        ("plans(hut, wheat)", 0),
    ],
)
def test_what_is_printed(cards: Game, phrase: str, value: int) -> None:
    assert computed(cards, phrase, 4) == value


@pytest.mark.parametrize(("players", "value"), [(2, 2 + 6), (3, 3 + 7), (4, 4 + 8 - 9)])
def test_only_those_who_play_are_keys(cards: Game, players: int, value: int) -> None:
    last = "seats_after(p, P1) = player_count - 1"

    assert (
        computed(cards, f"sum of change(hut, g, p) for g in Good with p in Player where {last}", players)
        == value
    )


def test_options_choose_between_tables_with_keys(cards: Game) -> None:
    column = cards.checked().world.columns["copies"]["Card"]

    assert column.cases == ((5, 2, 3, 0, 4, 5), (1, 2, 3, 0, 4, 5))


def test_bags_are_counts_of_each_thing(cards: Game) -> None:
    columns = cards.checked().world.columns

    plan, parts = columns["plan"]["Card"], columns["parts"]["Coin"]

    assert plan.kind == BagOf(Member("Good"), 4)
    assert plan.cases[1] == (2, 0, 1, 0, 1, 3)
    assert parts.cases == ((1, 0, 0, 2, 0, 1, 0, 0, 0),)


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("stock: 0..5 per Card = copies", "E520"),
        ("stock: 0..4 per Card and Seats = copies", "E520"),
        ("stock: bag of Good up to 3 per Card = plan", "E520"),
        ("stock: 0..5 per Seats and Card = copies", "E410"),
    ],
)
def test_a_start_of_another_shape_is_refused(tmp_path: Path, start: str, code: str) -> None:
    rules = RULES.replace("stock: 0..5 per Card and Seats = copies", start).replace(
        "all_left: sum of stock(c, s) for c in Card with s in Seats", "all_left: 1"
    )

    found = [one for one in codes(tmp_path, rules, cards=CARDS + DEAR) if one.startswith("E")]

    assert found == [code]


@pytest.mark.parametrize("kind", ["set of Bidding", "bag of Bidding up to 4", "Bidding", "Bidding or none"])
def test_what_is_no_number_is_told_where_numbers_begin_above_0(tmp_path: Path, kind: str) -> None:
    rules = f"""
    players: 2
    longest: 9 decisions
    kinds:
      Bidding: 2..5
      Coin:
        has: {{parts: {kind}}}
        rows: {{one: (smith), two: "(smith, 2, true)"}}
    components:
      worth: {kind} per Coin = parts
    phases:
      turns: {{who: each clockwise from P1, one of: nothing}}
    """
    assert set(codes(tmp_path, rules)) == {"E904"}
