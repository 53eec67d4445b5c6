"""`round`: the number of the round that is played."""

from pathlib import Path

import pytest

from interpreter import Game, Match
from interpreter.draw.ink import plain
from interpreter.draw.look import look_at
from interpreter.draw.picture import read_picture
from interpreter.draw.scene import Scene, facts_of
from interpreter.record.given import slots_given, values_given
from interpreter.syntax.document import Mapping
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source
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


def test_a_given_position_has_the_rounds_before_it(tmp_path: Path) -> None:
    there = game(tmp_path, ROUNDS.replace("ROUNDS", "many times"))
    engine = there.engine(2, {"many": 4})
    start = engine.layout.start
    match = Match(engine, 0, slots=slots_given(engine.program, start, {"round": 3}))
    for move in ("mark", "nothing", "nothing", "mark"):
        match.apply(match.state.to_move[0], move)

    assert match.result is not None
    assert components(match) == {"begun": 0, "marks": {"P1": 4, "P2": 4}, "closed": 4, "round": 4}
    assert values_given(engine.program, slots_given(engine.program, start, {"round": 2}), start) == {
        "round": 2
    }


def drawn(match: Match, there: Game, picture: str) -> list[str]:
    """What a picture shows of a position."""
    root, _ = read(Source("picture.yaml", picture))
    assert isinstance(root, Mapping)
    world, program = there.checked().world, match.state.engine.program
    made, problems = read_picture(root, world)
    assert problems == ()
    scene = Scene(program, made, facts_of(world, program, made))
    return [plain(line) for line in scene.table_lines(look_at(match.state, None), 100)]


def test_pictures_show_it_or_leave_it_out(tmp_path: Path) -> None:
    there = game(tmp_path, ROUNDS.replace("ROUNDS", "3 times"))
    match = there.start(2)
    for move in ("mark", "mark"):
        match.apply(match.state.to_move[0], move)

    named = drawn(match, there, "panels: [{title: Time, show: [round, begun]}]\nleave out: [marks, closed]")
    assert named == ["Time", "round  2", "begun  1"]
    told = drawn(
        match, there, "panels: [{title: Time, show: {left: 3 - round}}]\nleave out: [marks, closed, begun]"
    )
    assert told == ["Time", "left  1"]
    assert drawn(match, there, "leave out: [marks, closed, begun]") == ["round  2"]
    assert drawn(match, there, "leave out: [marks, closed, round]") == ["begun  1"]
