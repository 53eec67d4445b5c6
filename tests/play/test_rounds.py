"""`round`: the number of the round that is played."""

from pathlib import Path

import pytest

from interpreter import Match
from tests.small import game

ROUNDS = """
    players: 2
    longest: 6 decisions
    options: {many: 2..4 = 3}
    tables: {wheel: {is: 0..9, for: [1..7], rows: {1: 3, 2: 1, 3..7: 4}}}
    components:
      begun: 0..9
      marks: 0..99 per Player
      closed: 0..9
    setup: {note: set begun to round}
    rounds: ROUNDS
    phases:
      turns: {who: each clockwise from P1, one of: 'mark, nothing'}
    actions: {mark: {do: add wheel(round) to marks(me)}}
    scoring: {close: set closed to round}
"""


def played(folder: Path, rounds: str, moves: str = "", **options: int) -> Match:
    match = game(folder, ROUNDS.replace("ROUNDS", rounds)).start(2, options=options)
    for move in moves.split():
        match.apply(match.state.to_move[0], move)
    return match


def components(match: Match) -> dict[str, object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


def test_rounds_are_counted_from_one(tmp_path: Path) -> None:
    match = played(tmp_path, "3 times", "mark mark mark nothing mark")

    assert components(match) == {"begun": 1, "marks": {"P1": 8, "P2": 3}, "closed": 0, "round": 3}
    match.apply(2, "mark")
    # The last number stays when the phases are over.
    assert components(match) == {"begun": 1, "marks": {"P1": 8, "P2": 7}, "closed": 3, "round": 3}


@pytest.mark.parametrize(
    ("rounds", "last"),
    [
        ("many times", 3),
        ("until round = 2", 2),
        ("until marks(P1) > 3", 2),
        ("until round > 0", 1),
        ("1 times", 1),
    ],
)
def test_the_number_is_that_of_the_round_just_played_when_the_next_is_judged(
    tmp_path: Path, rounds: str, last: int
) -> None:
    turns = 0 if rounds == "until round > 0" else last
    match = played(tmp_path, rounds, "mark mark " * turns)

    assert match.result is not None
    assert components(match)["closed"] == last


def test_options_may_say_how_many(tmp_path: Path) -> None:
    match = played(tmp_path, "many times", "nothing " * 4, many=2)

    assert match.result is not None and components(match)["closed"] == 2


def test_until_the_end_it_counts_on(tmp_path: Path) -> None:
    # `longest` is 6 decisions, of which each round takes 2.
    match = played(tmp_path, "until the end", "nothing " * 6)

    assert match.result is not None and match.result.unfinished
    assert components(match)["round"] == 4


def test_without_rounds_it_is_one(tmp_path: Path) -> None:
    text = ROUNDS.replace("    rounds: ROUNDS\n", "")
    match = game(tmp_path, text).start(2)

    assert components(match) == {"begun": 1, "marks": {"P1": 0, "P2": 0}, "closed": 0}


def test_a_ruleset_may_have_a_word_of_its_own(tmp_path: Path) -> None:
    text = ROUNDS.replace("ROUNDS", "2 times").replace("closed: 0..9", "closed: 0..9\n      round: 1..7 = 5")
    match = game(tmp_path, text).start(2)

    assert components(match) == {"begun": 5, "marks": {"P1": 0, "P2": 0}, "closed": 0, "round": 5}
