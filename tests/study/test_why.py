from typing import Any

import pytest

from interpreter import Game, Match
from interpreter.record.errors import RecordError
from interpreter.record.given import slots_given
from interpreter.record.save import record_of
from interpreter.study.why import Explanation, why, why_after, why_recorded

HUTS: dict[str, Any] = {
    "huts": {
        "T01": {"red": 1},
        "T02": {"blue": 1},
        "T03": {"red": 3, "blue": 4},
        "T06": {"green": 1},
    },
    "clan": {"P1": "red", "P2": "blue", "P3": "green"},
}


@pytest.fixture
def match(clans: Game) -> Match:
    """P1 to move; seven huts on T03, which T02 touches, and T60 far away."""
    engine = clans.engine(3)
    return Match(engine, 1, slots=slots_given(engine.program, engine.layout.start, HUTS))


def asked(clans: Game, match: Match, move: str, player: int = 1) -> Explanation:
    return why(clans, match.state, player, move)


def test_a_requirement_that_fails_is_shown_with_its_values(clans: Game, match: Match) -> None:
    found = asked(clans, match, "move from T03 to T02")
    assert not found.is_legal
    assert found.message.startswith("Seven huts or more stay where they are")
    assert found.failed is not None
    assert found.failed.name == "light_enough"
    assert found.failed.rule == "actions.move.requires.light_enough"
    assert ("crowd(T03)", "7") in found.failed.values or ("heavy(T03)", "true") in found.failed.values
    assert "not heavy(from)" in found.failed.text
    assert found.failed.place.startswith("clans/ruleset.yaml:")
    assert [one.name for one in found.failed.cites][:2] == ["R15", "R16"]
    assert found.failed.cites[0].text == "Huts may not leave a territory that holds seven or more."
    assert [one.name for one in found.held] == ["from"]


def test_a_value_that_is_not_offered_is_the_fault_of_its_stage(clans: Game, match: Match) -> None:
    found = asked(clans, match, "move from T01 to T60")
    assert found.failed is not None
    assert found.failed.name == "to"
    assert found.failed.text == "near(from) & occupied"
    assert [one.name for one in found.failed.cites] == ["R13", "CL-9"]
    assert "from" in [one.name for one in found.held]
    one, other = (asked(clans, match, f"move from {land} to T58") for land in ("T59", "T60"))
    assert one.failed == other.failed


def test_of_a_legal_move_all_that_held_is_shown(clans: Game, match: Match) -> None:
    found = asked(clans, match, "move T02 T06")
    assert found.is_legal
    assert found.move == "move from T02 to T06"
    assert found.failed is None
    assert {one.name for one in found.held} == {"from", "to", "light_enough"}
    light = next(one for one in found.held if one.name == "light_enough")
    assert ("crowd(T02)", "1") in light.values or ("heavy(T02)", "false") in light.values


def test_what_makes_no_sense_is_said_to(clans: Game, match: Match) -> None:
    for move, words in (
        ("found site T02", "`found` is not offered here"),
        ("", "not offered here"),
        ("move from T02", "needs a value for `to`"),
        ("move from T2 to T06", "`T2` is not a value of `from`"),
        ("move from T02 to T06 at once", "has no place for `at`"),
    ):
        found = asked(clans, match, move)
        assert not found.is_legal
        assert words in found.message
        assert found.held == ()
    assert asked(clans, match, "move from T2 to T06").help == "did you mean `T02`?"


def test_out_of_turn_and_after_the_end(clans: Game, match: Match) -> None:
    found = asked(clans, match, "move from T02 to T06", player=2)
    assert not found.is_legal
    assert "turn" in found.message
    assert found.failed is None
    engine = clans.engine(3)
    alone: dict[str, Any] = {"huts": {"T01": {"red": 1}}}
    over = Match(engine, 1, slots=slots_given(engine.program, engine.layout.start, alone))
    assert over.state.is_over
    assert asked(clans, over, "move from T01 to T02").message == "the match is over"


def test_the_explanation_is_plain_data(clans: Game, match: Match) -> None:
    whole: Any = asked(clans, match, "move from T03 to T02").to_json()
    assert whole["player"] == "P1"
    assert whole["legal"] is False
    assert whole["failed"]["name"] == "light_enough"
    assert whole["failed"]["cites"][0] == {
        "statement": "R15",
        "says": "Huts may not leave a territory that holds seven or more.",
    }


def test_moves_of_a_record_can_be_asked_about(clans: Game) -> None:
    match = clans.start(3, 7)
    for _ in range(6):
        turn = match.state.to_move[0]
        match.apply(turn, next(match.state.legal(turn)))
    record = record_of(match)
    for number, taken in enumerate(match.moves(), 1):
        found = why_recorded(clans, record, number)
        assert found.is_legal
        assert (found.player, found.move) == (taken.player, str(taken.move))
    for number in (0, len(match.moves()) + 1):
        with pytest.raises(RecordError) as caught:
            why_recorded(clans, record, number)
        assert caught.value.code == "E816"
    turn = match.state.to_move[0]
    move = str(next(match.state.legal(turn)))
    assert why_after(clans, record, turn, move).is_legal
    assert not why_after(clans, record, turn % 3 + 1, move).is_legal
