"""Lists: what lies where, from the top; only shuffling them is chance."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import pytest

from interpreter import Game, Match, RulesError
from interpreter.engine.chance import Odds
from interpreter.engine.state import restored
from interpreter.study.phrases import component_slots
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.study.simulate import simulate
from interpreter.text.span import Source
from tests.small import codes, game

PILES = """
    players: 2
    longest: 60 decisions
    kinds: {Card: 'ace, king, queen, jack', Number: 1..6}
    components:
      deck: list of Card up to 6 SEEN
      pile: list of Card up to 6
      queue: list of 3..9 up to 4 per Player
      hand: bag of Card up to 6
      held: set of Card
      slot: Card or none
      told: Card or none per Number
      points: 0..9
    setup:
      first: |
LINES
    phases: {turns: {who: each clockwise from P1, repeat: until the end, one of: 'act, nothing'}}
    actions: {act: {do: nothing}}
"""


def piles(folder: Path, lines: str, seen: str = "") -> Game:
    return game(folder, PILES.replace("SEEN", seen).replace("LINES", indent(lines.strip("\n"), " " * 8)))


def held(there: Game, chance: str = "") -> dict[str, object]:
    match = there.start(2, chance=Script(there, chance.split()))
    return components(match)


def components(match: Match) -> dict[str, object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


class Script:
    """Gives outcomes in turn, and keeps what each draw could have given."""

    def __init__(self, there: Game, outcomes: Sequence[str]) -> None:
        self.program = there.program()
        self.outcomes = iter(outcomes)
        self.asked: list[dict[str, int]] = []

    def __call__(self, odds: Odds) -> int:
        names = self.program.domains[odds.domain].names
        self.asked.append({names[member]: weight for member, weight in odds.weights})
        return names.index(next(self.outcomes))


THREE = "add ace to top of deck\nadd king to top of deck\nadd queen to top of deck\n"
"""From the top: queen, king, ace."""

# -- ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("", ["queen", "king", "ace"]),
        ("add jack to top of deck", ["jack", "queen", "king", "ace"]),
        ("add jack to bottom of deck", ["queen", "king", "ace", "jack"]),
        ("add 2 of jack to bottom of deck", ["queen", "king", "ace", "jack", "jack"]),
        ("add 0 of jack to bottom of deck", ["queen", "king", "ace"]),
        ("remove king from deck", ["queen", "ace"]),
        ("remove ace from deck", ["queen", "king"]),
        ("add ace to top of deck\nremove ace from deck", ["queen", "king", "ace"]),
        ("remove everything from deck", []),
        ("set deck to nothing", []),
        ("move king from deck to bottom of deck", ["queen", "ace", "king"]),
        ("move ace from deck to top of deck", ["ace", "queen", "king"]),
        ("move everything from deck to top of deck", ["queen", "king", "ace"]),
        ("move everything from deck to bottom of deck", ["queen", "king", "ace"]),
        ("draw 1 from deck to bottom of deck", ["king", "ace", "queen"]),
        ("draw 2 from deck to hand", ["ace"]),
    ],
)
def test_a_list_keeps_its_order(tmp_path: Path, lines: str, found: list[str]) -> None:
    assert held(piles(tmp_path, THREE + lines))["deck"] == found


def test_a_queue_gives_first_what_came_first(tmp_path: Path) -> None:
    lines = "\n".join(f"add {number} to bottom of queue(P2)" for number in (7, 3, 9))

    match = piles(tmp_path, f"{lines}\nadd 4 to top of queue(P1)").start(2)

    assert components(match)["queue"] == {"P1": [4], "P2": [7, 3, 9]}


# -- from place to place ----------------------------------------------------------------------------------


def test_a_draw_takes_the_top_and_asks_no_chance(tmp_path: Path) -> None:
    there = piles(tmp_path, f"{THREE}draw 2 from deck to hand\ndraw 3 from deck to held else add 1 to points")
    script = Script(there, [])

    found = components(there.start(2, chance=script))

    assert found["hand"] == {"king": 1, "queen": 1}
    assert found["held"] == ["ace"]
    assert found["points"] == 2
    assert script.asked == []


def test_a_list_lies_on_another_in_its_order(tmp_path: Path) -> None:
    lines = f"{THREE}add jack to top of pile\nmove everything from deck to top of pile"
    assert held(piles(tmp_path / "on", lines))["pile"] == ["queen", "king", "ace", "jack"]

    lines = f"{THREE}add jack to top of pile\nmove everything from deck to bottom of pile"
    found = held(piles(tmp_path / "under", lines))
    assert found["pile"] == ["jack", "queen", "king", "ace"]
    assert found["deck"] == []


@pytest.mark.parametrize(
    ("lines", "place", "found"),
    [
        ("move everything from deck to hand", "hand", {"ace": 1, "king": 1, "queen": 1}),
        ("move everything from deck to held", "held", ["ace", "king", "queen"]),
        ("move king from deck to hand", "hand", {"king": 1}),
        ("move king from deck to held", "held", ["king"]),
        ("move king from deck to slot", "slot", "king"),
        ("draw 1 from deck to slot\nmove queen from slot to top of pile", "pile", ["queen"]),
        ("add jack to hand\nmove jack from hand to top of deck", "deck", ["jack", "queen", "king", "ace"]),
        ("add jack to held\nmove jack from held to top of deck", "deck", ["jack", "queen", "king", "ace"]),
        ("add jack to held\ndraw 1 from held to bottom of deck", "deck", ["queen", "king", "ace", "jack"]),
        ("add jack to hand\ndraw 1 from hand to top of pile", "pile", ["jack"]),
    ],
)
def test_things_come_and_go(tmp_path: Path, lines: str, place: str, found: object) -> None:
    assert held(piles(tmp_path, THREE + lines))[place] == found


def test_dealing_from_a_list_gives_one_to_each_from_the_top(tmp_path: Path) -> None:
    found = held(piles(tmp_path, f"{THREE}deal deck to told(n) for each n in 2..4"))

    assert found["told"] == {"1": None, "2": "queen", "3": "king", "4": "ace", "5": None, "6": None}
    assert found["deck"] == []


# -- reading ----------------------------------------------------------------------------------------------


def test_what_lies_where_can_be_read(tmp_path: Path) -> None:
    lines = f"{THREE}for each n in Number by listed:\n  set told(n) to deck(n)\nset slot to top of deck"
    found = held(piles(tmp_path, lines))

    assert found["told"] == {"1": "queen", "2": "king", "3": "ace", "4": None, "5": None, "6": None}
    assert found["slot"] == "queen"


@pytest.mark.parametrize(
    "condition",
    [
        "top of deck = queen and bottom of deck = ace",
        "top of pile = none and bottom of pile = none and pile(1) = none",
        "size(deck) = 3 and size(pile) = 0 and pile is empty and deck is not empty",
        "king in deck and jack not in deck",
        "kinds(deck) = (ace, king, queen)",
        "(count c in deck where c != king) = 2",
        "(count n in 1..size(deck) where deck(n) = king) = 1",
        "(sum of n for n in 1..6 where deck(n) != none) = 6",
        "top of queue(P1) = 5 and bottom of queue(P1) = 8 and 8 in queue(P1) and 3 not in queue(P1)",
        "kinds(queue(P1)) = (5, 8)",
        "queue(P1, 2) = 8 and queue(P1, 3) = none and queue(P2, 1) = none",
    ],
)
def test_conditions_about_lists(tmp_path: Path, condition: str) -> None:
    lines = f"{THREE}add 8 to top of queue(P1)\nadd 5 to top of queue(P1)"
    there = piles(tmp_path, f"{lines}\nif {condition}:\n  add 1 to points")

    assert held(there)["points"] == 1


# -- shuffling --------------------------------------------------------------------------------------------


def test_a_shuffle_draws_the_top_first_and_a_certain_rest_asks_nobody(tmp_path: Path) -> None:
    there = piles(tmp_path, f"{THREE}add ace to top of deck\nshuffle deck")
    script = Script(there, ["king", "ace", "queen"])

    found = components(there.start(2, chance=script))["deck"]

    assert script.asked == [{"ace": 2, "king": 1, "queen": 1}, {"ace": 2, "queen": 1}, {"ace": 1, "queen": 1}]
    assert found == ["king", "ace", "queen", "ace"]


def test_every_order_is_as_likely(tmp_path: Path) -> None:
    there = piles(tmp_path, f"{THREE}shuffle deck")
    orders: dict[str, int] = {}
    for seed in range(600):
        order = " ".join(map(str, components(there.start(2, seed))["deck"]))  # type: ignore[call-overload]
        orders[order] = orders.get(order, 0) + 1

    assert len(orders) == 6
    # Five standard deviations about 100.
    assert all(54 < times < 146 for times in orders.values())


def test_who_does_not_see_a_list_learns_nothing_of_its_shuffle(tmp_path: Path) -> None:
    match = piles(tmp_path, f"{THREE}shuffle deck\ndraw 1 from deck to slot", "seen by nobody").start(2, 5)

    texts = [entry.text for entry in match.log()]
    assert [text for text in texts if "drawn" in text] == [f"drawn {components(match)['slot']}"]
    assert "deck is shuffled" in texts
    assert "deck" not in components(match)


def test_the_log_tells_what_came_where(tmp_path: Path) -> None:
    lines = f"{THREE}add 2 of jack to bottom of pile\nmove everything from deck to top of pile"
    lines += "\nset pile to nothing"

    log = [entry.text for entry in piles(tmp_path, lines).start(2).log()]

    assert log == [
        "top of deck + ace",
        "top of deck + king",
        "top of deck + queen",
        "bottom of pile + jack 2",
        "deck → top of pile: ace, king, queen",
        "pile = nothing",
    ]


# -- bounds and states ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("add 4 of jack to top of deck", "E701"),
        ("add 3 of jack to bottom of deck\nadd jack to bottom of deck", "E701"),
        ("remove jack from deck", "E701"),
        ("move jack from deck to hand", "E701"),
        ("draw 4 from deck to hand", "E703"),
    ],
)
def test_a_list_has_bounds(tmp_path: Path, lines: str, code: str) -> None:
    with pytest.raises(RulesError) as failed:
        piles(tmp_path, THREE + lines).start(2)

    assert failed.value.code == code


def test_equal_lists_are_equal_states(tmp_path: Path) -> None:
    other = "add jack to bottom of deck\nadd king to top of deck\nadd queen to top of deck\n"
    other += "add ace to top of deck\nmove ace from deck to bottom of deck\nremove jack from deck"
    one = piles(tmp_path / "a", THREE).start(2, 1).state
    two = piles(tmp_path / "b", other).start(2, 1).state

    here = component_slots(one.engine.program)
    assert one.slots[:here] == two.slots[:here]
    assert restored(one.engine, one.saved()) == one


def test_a_list_is_given_from_its_top(tmp_path: Path) -> None:
    text = """language: 1
game: small
scenarios:
  - name: here
    players: 2
    given: {deck: [queen, king, ace], queue: {P2: [3, 9]}}
    then: [top of deck = queen, 'deck(3) = ace', size(deck) = 3, 'queue(P2, 2) = 9']
"""
    (scenario,), found = read_scenarios(Source("here.yaml", text), "small")
    assert found == ()
    assert run(piles(tmp_path, "nothing"), scenario).findings == ()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{deck: {ace: 1}}", "expected a list, from the top, found a map"),
        ("{deck: [ace, ace, ace, ace, ace, ace, ace]}", "expected 6 things or fewer, found 7"),
        ("{deck: [ace, tin]}", "expected a member of `Card`, found `tin`"),
        ("{queue: {P1: [2]}}", "expected a number from 3 to 9, found `2`"),
    ],
)
def test_a_given_list_must_fit(tmp_path: Path, given: str, message: str) -> None:
    text = "language: 1\ngame: small\nscenarios:\n  - name: here\n    players: 2\n    then: [true]\n"
    text += f"    given: {given}\n"
    (scenario,), _ = read_scenarios(Source("here.yaml", text), "small")

    (found,) = run(piles(tmp_path, "nothing"), scenario).findings

    assert (found.code, found.message) == ("E924", message)


# -- what is told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", "nothing"),
        (THREE, "queen, king, ace"),
        (THREE + "add king to bottom of deck", "queen, king, ace, king"),
        (THREE + "move king from deck to top of pile", "queen, ace"),
    ],
)
def test_says_tells_a_list_from_its_top(tmp_path: Path, lines: str, told: str) -> None:
    text = PILES.replace("SEEN", "").replace("act: {do: nothing}", "act: {says: 'deck: {deck}', do: nothing}")
    there = game(tmp_path, text.replace("LINES", indent(lines.strip("\n") or "nothing", " " * 8)))
    match = there.start(2, 1)
    match.apply(1, "act")
    assert f"deck: {told}" in [entry.text for entry in match.log()]


def test_says_tells_numbers_of_one_of_several_lists(tmp_path: Path) -> None:
    lines = "add 3 to top of queue(P2)\nadd 9 to top of queue(P2)\nadd 4 to top of queue(P1)"
    text = PILES.replace("SEEN", "").replace("act: {do: nothing}", "act: {says: '{queue(P2)}.', do: nothing}")
    match = game(tmp_path, text.replace("LINES", indent(lines, " " * 8))).start(2, 1)
    match.apply(1, "act")
    assert "9, 3." in [entry.text for entry in match.log()]


# -- markets and loops ------------------------------------------------------------------------------------

MARKET = """
    players: 2
    longest: 60 decisions
    kinds: {Card: 'ace, king, queen, jack'}
    components:
      deck: list of Card up to 8 seen by nobody
      row: bag of Card up to 8
      pile: DISCARDS
    terms:
      in_deck(c in Card): count n in 1..8 where deck(n) = c
    markets:
      cards: {deck: deck, row: row, discards: pile, full: size(row) = 2}
    setup:
      first: |
        for each c in Card by listed:
          add 2 of c to top of deck
        shuffle deck
        refill cards
    phases: {turns: {who: each clockwise from P1, repeat: until the end, one of: 'buy, nothing'}}
    actions:
      buy:
        choose: {card: kinds(row)}
        do: |
          move card from row to TARGET
          refill cards
    invariants:
      nothing_is_lost: every c in Card has row(c) + in_deck(c) + (count n in 1..8 where PILE) = 2
      the_row_is_full: size(row) = 2
"""


@pytest.mark.parametrize("ordered", [True, False])
def test_a_market_draws_from_the_top_and_shuffles_the_discards(tmp_path: Path, ordered: bool) -> None:
    text = MARKET.replace("DISCARDS", "list of Card up to 8" if ordered else "bag of Card up to 8")
    text = text.replace("TARGET", "top of pile" if ordered else "pile")
    text = text.replace("PILE", "pile(n) = c" if ordered else "n <= pile(c)")
    there = game(tmp_path, text)

    assert simulate(there.program(), 30, 1, check=True).tally.games == 30
    match = there.start(2, 1)
    for turn in range(7):
        player = 1 + turn % 2
        match.apply(player, next(iter(match.state.legal(player))))
    assert "cards: pile is shuffled into deck" in [entry.text for entry in match.log()]


def test_a_loop_that_fills_lists_wants_an_order(tmp_path: Path) -> None:
    text = PILES.replace("SEEN", "")

    def with_order(name: str, order: str, line: str) -> list[str]:
        loop = f"for each p in Player{order}:\n  {line}"
        return codes(tmp_path / name, text.replace("LINES", indent(loop, " " * 8)))

    assert "E605" in with_order("none", "", "add 4 to bottom of queue(p)")
    assert "E621" in with_order("once", " at once", "add ace to top of deck")
    assert "E612" in with_order("shuffled", " at once", "shuffle deck")
    assert set(with_order("listed", " by listed", "add 4 to bottom of queue(p)")) == {"W400"}
