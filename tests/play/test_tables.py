"""Printed tables: looked up by their keys, listed or in data files, as the options say."""

from pathlib import Path

import pytest

from tests.small import codes, computed, game

TABLES = """
    players: 2..3
    longest: 20 decisions
    data: pay.yaml
    options: {steep: flag = false}
    kinds:
      Colour: red, blue, green
      Desk: left, right
    tables:
      wheel:
        is: 1..8
        for: [1..6]
        rows: {1..2: 8, 3: 5, 4..6: 1}
      payout:
        is: -9..27
        for: [-2..20, Desk]
        columns: Desk
        rows:
          -2..-1: -9, -3
          0: 0, 0
          1..6: 6, 5
          7..20: 7, 4
      price: {is: 0..9, for: [1..3, Desk], rows: gentle if not steep else dear}
      beside: {is: set of Colour, for: [Colour], rows: {'red, green': blue, blue: '(red, green)'}}
      gift: {is: bag of Colour up to 3, for: [Desk], rows: {left: 2 of red, right: '(blue, 2 of green)'}}
      heir: {is: Colour or none, for: [Colour], rows: {red..blue: green, green: none}}
      odd: {is: flag, for: [1..3], rows: {'1, 3': true, 2: false}}
      seat: {is: 0..9, for: [Player], rows: {P1: 4, P2: 7, P3: 9}}
      cube:
        is: 0..99
        for: [0..1, 0..1, 0..2]
        rows: {0: '0, 1, 2, 10, 11, 12', 1: '20, 21, 22, 30, 31, 32'}
    components: {pot: 0..20 = 1}
    phases: {turns: {who: P1, repeat: until the end, one of: wait}}
    actions: {wait: {do: nothing}}
"""
PAY = """
    gentle: {1: {left: 1, right: 2}, 2..3: [3, 4]}
    dear: {'1, 3': [5, 6], 2: {right: 8, left: 7}}
"""


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("wheel(1) * 1000 + wheel(2) * 100 + wheel(3) * 10 + wheel(6)", 8851),
        ("payout(-2, left)", -9),
        ("payout(0, right) + payout(6, right)", 5),
        ("payout(20, right)", 4),
        ("payout(pot, left)", 6),
        ("price(1, right) * 10 + price(3, left)", 23),
        ("sum of payout(n, left) for n in -2..8", -18 + 36 + 14),
        ("size(beside(red)) * 10 + size(beside(blue))", 12),
        ("blue in beside(green)", 1),
        ("gift(right, green) * 10 + size(gift(left))", 22),
        ("size(kinds(gift(right)))", 2),
        ("heir(green) = none and heir(blue) = green", 1),
        ("count n in 1..3 where odd(n)", 2),
        ("sum of seat(p) for p in Player", 11),
        ("cube(1, 0, 2)", 22),
        ("cube(0, 1, min(pot, 2))", 11),
    ],
)
def test_a_table_is_looked_up(tmp_path: Path, phrase: str, value: int) -> None:
    assert computed(game(tmp_path, TABLES, pay=PAY), phrase, 2) == value


def test_options_choose_the_rows(tmp_path: Path) -> None:
    text = TABLES.replace("pot: 0..20 = 1", "pot: '0..40 = price(1, right) * 2 + price(3, left)'")
    there = game(tmp_path, text, pay=PAY)

    gentle, steep = there.start(2).state.view(None), there.start(2, options={"steep": True}).state.view(None)
    assert isinstance(gentle["components"], dict) and isinstance(steep["components"], dict)
    assert gentle["components"]["pot"] == 2 * 2 + 3
    assert steep["components"]["pot"] == 6 * 2 + 5


def test_a_value_that_may_lie_beyond_the_keys_is_refused(tmp_path: Path) -> None:
    for phrase in ("pot", "pot + 1", "min(pot, 6)"):
        terms = f"terms: {{now: 'wheel({phrase})'}}\n    phases: {{turns: {{when: now > 0, "
        assert codes(tmp_path, TABLES.replace("phases: {turns: {", terms), pay=PAY)[:1] == ["E511"]

    terms = "terms: {now: 'wheel(max(1, min(pot, 6)))'}\n    phases: {turns: {when: now > 0, "
    assert "E511" not in codes(tmp_path, TABLES.replace("phases: {turns: {", terms), pay=PAY)
