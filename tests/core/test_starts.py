"""Starts of components: phrases over tables, options and the number of players."""

from pathlib import Path

from tests.small import game

STARTS = """
    players: 2..3
    longest: 9 decisions
    options:
      rich: flag = false
    kinds:
      Wood:
        has: {hard: flag, copies: 0..9}
        rows:
          oak: true, 3
          pine: false, 5
          ash: true, 2
    components:
      grove: set of Wood = all w in Wood where hard(w)
      heap: bag of Wood up to 30 = bag of copies(w) + player_count for w in Wood where hard(w)
      pile: bag of Wood up to 9 per Player = bag of 1 for w in hardest
      coins: 0..27 per Player = max(0, (sum of copies(w) for w in Wood) - (4 if rich else 9))
      first_wood: Wood = first w in Wood by lowest copies(w), listed else oak
      rarest: 0..9 = lowest of copies(w) for w in Wood else 0
    terms:
      hardest: top w in Wood by highest copies(w)
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: nothing
    ends:
      over: coins(P1) = 0
"""


def test_starts_are_computed_before_the_match(tmp_path: Path) -> None:
    match = game(tmp_path, STARTS).start(players=3, seed=1, options={"rich": True})
    view = match.state.view(None)

    assert view["components"] == {
        "grove": ["oak", "ash"],
        "heap": {"oak": 6, "ash": 5},
        "pile": {"P1": {"pine": 1}, "P2": {"pine": 1}, "P3": {"pine": 1}},
        "coins": {"P1": 6, "P2": 6, "P3": 6},
        "first_wood": "ash",
        "rarest": 2,
    }
