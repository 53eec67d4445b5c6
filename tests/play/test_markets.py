"""Markets: rows are filled from their decks, and decks from what was discarded."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from interpreter import Game, Match, RulesError
from interpreter.engine.chance import Odds
from interpreter.study.simulate import simulate
from tests.small import codes, game

STALL = """
    players: 2
    longest: 60 decisions
    kinds:
      Good:
        has: {level: 1..3}
        rows: {oak: 2, elm: 2, ash: 2, tin: 3, ore: 3}
      House: hut, mill, barn
    components:
      deck: bag of Good up to 12 DECK
      row: bag of Good up to ROOM
      pile: bag of Good up to 12
      plots: {is: set of House seen by nobody, start: House}
      street: set of House
    markets:
      goods(n in 2..3):
        of: g in Good where level(g) = n
        deck: deck
        row: row
        discards: pile
        full: (count g in kinds(row) where level(g) = n) = 2
      everything: {deck: deck, row: row, discards: pile, full: size(kinds(row)) = 3}
      houses: {deck: plots, row: street, full: size(street) = 2}
    setup:
      stock: |
LINES
    phases: {turns: {who: each clockwise from P1, repeat: until the end, one of: 'act, nothing'}}
    actions: {act: {do: ACT}}
"""


def stall(folder: Path, lines: str, act: str = "nothing", room: int = 12, deck: str = "") -> Game:
    text = STALL.replace("LINES", indent(lines.strip("\n"), " " * 8)).replace("ACT", act)
    text = text.replace("ROOM", str(room)).replace("DECK", deck)
    return game(folder, text)


def components(match: Match) -> dict[str, object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


class Script:
    """Gives outcomes in turn, and keeps what each draw could have given."""

    def __init__(self, there: Game, outcomes: str) -> None:
        self.program = there.program()
        self.outcomes: Iterator[str] = iter(outcomes.split())
        self.asked: list[dict[str, int]] = []

    def __call__(self, odds: Odds) -> int:
        names = self.program.domains[odds.domain].names
        self.asked.append({names[member]: weight for member, weight in odds.weights})
        return names.index(next(self.outcomes))


def log(match: Match) -> list[str]:
    return [entry.text for entry in match.log()]


# -- drawing ----------------------------------------------------------------------------------------------


def test_things_are_drawn_until_so_many_kinds_lie_there(tmp_path: Path) -> None:
    there = stall(
        tmp_path, "add 4 of oak to deck\nadd 2 of tin to deck\nadd 1 of ash to deck\nrefill everything"
    )
    script = Script(there, "oak tin oak ash")

    match = there.start(2, chance=script)

    assert script.asked == [
        {"oak": 4, "ash": 1, "tin": 2},
        {"oak": 3, "ash": 1, "tin": 2},
        {"oak": 3, "ash": 1, "tin": 1},
        {"oak": 2, "ash": 1, "tin": 1},
    ]
    assert components(match)["row"] == {"oak": 2, "ash": 1, "tin": 1}
    assert components(match)["deck"] == {"oak": 2, "tin": 1}


def test_a_market_of_some_things_draws_no_others(tmp_path: Path) -> None:
    lines = "add 3 of oak to deck\nadd 1 of elm to deck\nadd 5 of tin to deck\nadd 2 of ore to deck"
    there = stall(tmp_path, f"{lines}\nrefill goods(2)\nrefill goods(3)")
    script = Script(there, "oak elm tin ore")

    match = there.start(2, chance=script)

    assert script.asked == [
        {"oak": 3, "elm": 1},
        {"oak": 2, "elm": 1},
        {"tin": 5, "ore": 2},
        {"tin": 4, "ore": 2},
    ]
    assert components(match)["row"] == {"oak": 1, "elm": 1, "tin": 1, "ore": 1}
    assert log(match)[-4:] == [f"stock: drawn {good}" for good in ("oak", "elm", "tin", "ore")]


def test_a_full_row_draws_nothing(tmp_path: Path) -> None:
    there = stall(tmp_path, "add 2 of tin to deck\nadd 1 of oak to row\nadd 1 of elm to row\nrefill goods(2)")

    assert components(there.start(2))["row"] == {"oak": 1, "elm": 1}


def test_a_set_is_filled_member_by_member(tmp_path: Path) -> None:
    there = stall(tmp_path, "refill houses", "refill houses")
    script = Script(there, "mill hut")

    match = there.start(2, chance=script)

    assert script.asked == [{"hut": 1, "mill": 1, "barn": 1}, {"hut": 1, "barn": 1}]
    assert components(match)["street"] == ["hut", "mill"]


def test_what_a_hidden_deck_gives_is_shown_by_the_row(tmp_path: Path) -> None:
    there = stall(
        tmp_path, "add 2 of tin to deck\nadd 2 of ore to deck\nrefill goods(3)", deck="seen by nobody"
    )

    match = there.start(2, chance=Script(there, "tin ore"))

    assert "stock: drawn tin" in log(match)
    assert components(match)["row"] == {"tin": 1, "ore": 1}


def test_a_market_for_each_player(tmp_path: Path) -> None:
    text = """
        players: 2
        longest: 9 decisions
        kinds: {Card: 'ace, king, queen'}
        components:
          deck: {is: set of Card, start: Card}
          shop: set of Card per Player
        markets:
          shelf(p in Player): {deck: deck, row: shop(p), full: size(shop(p)) = 1}
        setup: {open: refill shelf(P2)}
        phases: {turns: {who: each clockwise from P1, one of: 'fill, nothing'}}
        actions: {fill: {do: refill shelf(me)}}
    """
    there = game(tmp_path, text)
    match = there.start(2, chance=Script(there, "king ace"))
    assert components(match)["shop"] == {"P1": [], "P2": ["king"]}

    match.apply(1, "fill")

    assert components(match) == {"deck": ["queen"], "shop": {"P1": ["ace"], "P2": ["king"]}}


# -- an empty deck ----------------------------------------------------------------------------------------


def test_the_discards_are_shuffled_into_an_empty_deck(tmp_path: Path) -> None:
    there = stall(
        tmp_path, "add 1 of oak to deck\nadd 2 of elm to pile\nadd 1 of ash to pile\nrefill everything"
    )
    script = Script(there, "elm ash")

    match = there.start(2, chance=script)

    # The oak is certain; then the pile of three is the deck.
    assert script.asked == [{"elm": 2, "ash": 1}, {"elm": 1, "ash": 1}]
    assert components(match)["row"] == {"oak": 1, "elm": 1, "ash": 1}
    assert components(match)["deck"] == {"elm": 1}
    assert components(match)["pile"] == {}
    assert log(match)[-4:] == [
        "stock: drawn oak",
        "everything: pile is shuffled into deck",
        "stock: drawn elm",
        "stock: drawn ash",
    ]


def test_only_the_market_s_things_leave_the_discards(tmp_path: Path) -> None:
    lines = "add 1 of oak to deck\nadd 3 of tin to deck\nadd 2 of elm to pile\nadd 1 of ore to pile"
    there = stall(tmp_path, f"{lines}\nrefill goods(2)")

    match = there.start(2, chance=Script(there, ""))

    assert components(match)["row"] == {"oak": 1, "elm": 1}
    assert components(match)["deck"] == {"elm": 1, "tin": 3}
    assert components(match)["pile"] == {"ore": 1}
    assert "goods(2): pile is shuffled into deck" in log(match)


def test_where_nothing_is_left_the_row_stays_as_it_is(tmp_path: Path) -> None:
    there = stall(
        tmp_path,
        "add 1 of oak to deck\nadd 4 of tin to pile\nrefill goods(2)\nrefill houses",
        "refill houses",
    )
    match = there.start(2, seed=1)

    assert components(match)["row"] == {"oak": 1}
    assert components(match)["pile"] == {"tin": 4}


def test_sets_are_reshuffled_too(tmp_path: Path) -> None:
    text = """
        players: 2
        longest: 9 decisions
        kinds: {Card: 'ace, king, queen, jack'}
        components:
          deck: set of Card
          row: set of Card
          pile: {is: set of Card, start: '(king, queen, jack)'}
        markets:
          cards: {of: c in Card where c != jack, deck: deck, row: row, discards: pile, full: size(row) = 3}
        setup: {open: refill cards}
        phases: {turns: {who: each clockwise from P1, one of: nothing}}
    """
    match = game(tmp_path, text).start(2, seed=5)

    assert components(match) == {"deck": [], "row": ["king", "queen"], "pile": ["jack"]}


def test_nothing_is_lost_and_every_row_is_full_as_long_as_there_is_something(tmp_path: Path) -> None:
    text = STALL.replace("DECK", "seen by nobody").replace("ROOM", "12")
    lines = "for each g in Good by listed:\n  add 2 of g to deck\nrefill goods(2)\nrefill goods(3)"
    text = text.replace("LINES", indent(lines, " " * 8)).split("    actions:")[0]
    text += """    actions:
      act:
        choose: {good: kinds(row)}
        do: |
          move good from row to pile
          refill goods(2)
          refill goods(3)
    invariants:
      every_good_is_somewhere: every g in Good has row(g) + deck(g) + pile(g) = 2
      a_row_is_full: every n in 2..3 has (count g in kinds(row) where level(g) = n) = 2
"""
    report = simulate(game(tmp_path, text).program(), 40, 1, check=True)

    assert report.tally.games == 40


def test_a_row_that_overflows_is_an_error_of_the_ruleset(tmp_path: Path) -> None:
    there = stall(tmp_path, "add 9 of oak to deck\nrefill goods(2)", room=3)

    with pytest.raises(RulesError) as failed:
        there.start(2)

    assert failed.value.code == "E701"
    assert failed.value.place is not None
    assert failed.value.place.text == "refill goods(2)"


# -- where it may stand -----------------------------------------------------------------------------------


def test_a_refill_in_a_loop_wants_an_order(tmp_path: Path) -> None:
    text = STALL.replace("DECK", "").replace("ROOM", "12").replace("ACT", "nothing")
    loop = "for each n in 2..3 ORDER:\n  refill goods(n)"

    def with_order(name: str, order: str) -> list[str]:
        return codes(tmp_path / name, text.replace("LINES", indent(loop.replace(" ORDER", order), " " * 8)))

    assert "E605" in with_order("none", "")
    assert "E612" in with_order("once", " at once")
    assert with_order("listed", " by listed") == ["W400", "W400"]
