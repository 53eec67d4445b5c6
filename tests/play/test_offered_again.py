"""An action that is offered again inside the body of another: each offer has stages and values of its own."""

from pathlib import Path

from interpreter import State
from tests.small import game

SWAPS = """
    players: 2
    longest: 20 decisions
    kinds:
      Cup: 1..3
    components:
      cups: 0..9 per Cup = 0
      last_cup: Cup = 1
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: fill(1), twice
    actions:
      fill(n in 1..2):
        choose:
          cup: Cup
        let: {amount: n + cup}
        do: |
          add amount to cups(cup)
          set last_cup to cup
      twice:
        choose:
          cup: Cup
        steps:
          before: set last_cup to cup
          again:
            one of: fill(2), nothing
    ends:
      over: cups(3) > 8
"""


def test_each_offer_has_stages_of_its_own(tmp_path: Path) -> None:
    state = game(tmp_path, SWAPS).start(players=2, seed=1).state
    twice = state.apply(1, "twice cup 3")

    def after(one: State) -> object:
        return one.view(None)["components"]

    filled = state.apply(1, "fill cup 2")
    assert after(filled) == {"cups": {"1": 0, "2": 3, "3": 0}, "last_cup": 2}
    assert after(twice.apply(1, "fill cup 1")) == {"cups": {"1": 3, "2": 0, "3": 0}, "last_cup": 1}
    assert after(twice.apply(1, "nothing")) == {"cups": {"1": 0, "2": 0, "3": 0}, "last_cup": 3}
