"""Turns of things that are not players: who acts for each of them, and which of them are there."""

from itertools import islice
from pathlib import Path

import pytest

from interpreter import Game, Match
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.core.verify import verify
from interpreter.record.match import log_text
from interpreter.study.why import why
from tests.small import codes, computed, game

# With two players each has two boats; with three or four, one.
RULES = """
    players: 2..4
    longest: 60 decisions
    kinds:
      Boat:
        has: {number: 1..5, reach: 1..9}
        where: number <= boats
        rows: {red: '1, 3', blue: '2, 1', green: '3, 3', white: '4, 2', black: '5, 9'}
      Mast: {has: {boat: Boat, high: flag}}
      Large: b in Boat where reach(b) > 2
    components:
      place: 0..9 per Boat
      moored: flag per Boat
      seen: 0..99 per Player
      fished: bag of Boat up to 20 per Player
    terms:
      boats: 4 if player_count = 2 else player_count
      owner(b in Boat): left(P1, number(b) - 1)
    orders:
      line: b in Boat by highest place(b), lowest reach(b), listed
    phases:
      race:
        who: owner(b) for each b in line skipping moored(b) or seen(me) > 8
        repeat: until every b in Boat has moored(b) or seen(owner(b)) > 8
        never more than: 20
        steps:
          look: add 1 to seen(me)
          go: {one of: 'row(b), moor(b)'}
          catch:
            when: b in Large
            who: right(owner(b))
            one of: fish(b), nothing
    actions:
      row(b in Boat):
        choose: {how_far: 1..reach(b)}
        do: add min(how_far, 9 - place(b)) to place(b)
      moor(b in Boat):
        says: '{b} is moored by {me}'
        do: set moored(b) to true
      fish(b in Boat): {do: add b to fished(me)}
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("race"), RULES)


def played(race: Game, players: int, moves: str) -> Match:
    match = race.start(players, 1, forced="ask")
    for move in moves.split(", "):
        match.apply(match.state.to_move[0], move)
    return match


def waiting(match: Match) -> str:
    return " ".join(match.state.name_of(player) for player in match.state.asked)


@pytest.mark.parametrize(("players", "boats"), [(2, 4), (3, 3), (4, 4)])
def test_with_each_number_of_players_there_are_those_that_play(race: Game, players: int, boats: int) -> None:
    assert computed(race, "size(Boat)", players) == boats
    assert computed(race, "size(Mast)", players) == 2 * boats
    assert computed(race, "size(Large)", players) == 2  # red and green; black never plays
    assert computed(race, "number(last(Boat))", players) == boats
    found = race.start(players, 1).state.view(None)["components"]
    assert list(found["place"]) == ["red", "blue", "green", "white"][:boats]  # type: ignore[index,arg-type,call-overload]


def test_players_act_in_the_order_of_what_they_act_for(race: Game) -> None:
    # Nobody has moved: the smallest first. Blue and white are P2's, red and green P1's.
    match = race.start(2, 1)
    found = [waiting(match)]
    for move in ("row 1", "row 2", "row 3", "nothing", "row 1", "fish"):
        match.apply(match.state.to_move[0], move)
        found.append(waiting(match))
    # The boat that each catch is about goes on: to see it, somebody else acts, for nothing else than himself.
    assert found == ["P2 (blue)", "P2 (white)", "P1 (red)", "P2", "P1 (green)", "P2", "P1 (red)"]
    # The order of a lap is made as it begins: red 3, white 2, then those with 1, the smaller one first.
    for move in ("row 1", "nothing", "row 1", "row 1", "row 1", "nothing"):
        match.apply(match.state.to_move[0], move)
        found.append(waiting(match))
    assert found[-6:] == ["P2", "P2 (white)", "P2 (blue)", "P1 (green)", "P2", "P1 (red)"]


def test_each_turn_is_skipped_by_what_it_is_for_and_by_who_acts(race: Game) -> None:
    match = played(race, 2, "moor, row 1, moor, nothing, moor, nothing")
    # Blue, red and green are moored. White goes on alone, until its player has been looked at often enough.
    assert waiting(match) == "P2 (white)"
    for _ in range(6):
        match.apply(2, "row 1")
        assert waiting(match) == "P2 (white)"
    match.apply(2, "row 1")
    assert match.state.is_over
    assert match.state.view(None)["components"]["seen"] == {"P1": 2, "P2": 9}  # type: ignore[index,call-overload]


def test_log_and_answers_say_for_what_somebody_acts(race: Game) -> None:
    match = played(race, 2, "row 1, moor")
    told = [log_text(match.engine, one, None) for one in match.happenings()]
    assert told == [
        "seen(P2) + 1",
        "P2 (blue) row how_far 1",
        "place(blue) + 1",
        "seen(P2) + 1",
        "P2 (white) moor",
        "white is moored by P2",
        "moored(white) = true",
        "seen(P1) + 1",
    ]
    assert match.state.acts_for == "red"
    assert why(race, match.state, 1, "row 3").name == "P1 (red)"
    assert why(race, match.state, 2, "row 3").name == "P2"


def programs(race: Game) -> list[Program]:
    return [race.program(players) for players in (2, 3, 4)]


def test_the_program_is_sound_and_its_text_holds_it(race: Game) -> None:
    for program in programs(race):
        assert list(verify(program)) == []
        assert parse_program(print_program(program)) == program
        shows = [decision.shows for decision in program.decisions]
        assert [len(one) for one in shows] == [1, 0]


def test_executors_play_the_same(race: Game) -> None:
    for players in (2, 3, 4):
        found = {
            name: race.playouts(60, players=players, seed=5, executor=name).tally
            for name in ("reference", "python", "native")
        }
        assert found["reference"].moves.total > 60
        assert found["python"] == found["native"] == found["reference"]


def test_seats_on_are_counted_round_and_round(race: Game) -> None:
    for players in (2, 3, 4):
        for seats in range(-9, 10):
            assert computed(race, f"left(P2, {seats})", players) == (1 + seats) % players
            assert computed(race, f"right(P2, {seats})", players) == (1 - seats) % players
    assert computed(race, "left(P1)", 3) == 1
    assert computed(race, "right(P1)", 3) == 2


def test_orders_put_numbers_in_a_row_too(tmp_path: Path) -> None:
    text = """
        players: 2
        longest: 9 decisions
        components:
          given: 0..99 per Player
        terms:
          helper(n in 3..5): P1 if n = 4 else P2
        orders:
          tens: n in 3..5 by highest n mod 4, listed
        phases:
          share:
            who: helper(n) for each n in tens
            one of: take(n), nothing
        actions:
          take(n in 3..5): {do: add n to given(me)}
    """
    match = game(tmp_path, text).start(2)
    found = []
    while match.state.to_move:
        found.append(waiting(match))
        match.apply(match.state.to_move[0], "take")
    # 3 mod 4 = 3, 5 mod 4 = 1, 4 mod 4 = 0
    assert found == ["P2 (3)", "P2 (5)", "P1 (4)"]
    assert match.state.view(None)["components"] == {"given": {"P1": 4, "P2": 8}}


SEATS = """
    players: 2..3
    longest: 9 decisions
    kinds:
      Table: {has: {legs: 3..5, is_round: flag}, where: legs <= player_count + 2}
      Bench: {has: {owner: Player, row: 1..2}, where: row < 2 or player_count = 3 or owner = P2}
    phases: {a: {who: each clockwise from P1, one of: nothing}}
"""


def test_combinations_may_be_there_with_some_numbers_of_players(tmp_path: Path) -> None:
    # Of two players P1's second bench would be left out, and P2's, which come behind it, would not.
    assert codes(tmp_path / "wrong", SEATS) == ["E512"]
    small = game(tmp_path, SEATS.replace("or owner = P2", "or owner = P1"))
    assert [computed(small, "size(Table)", players) for players in (2, 3)] == [4, 6]
    assert [computed(small, "size(Bench)", players) for players in (2, 3)] == [3, 6]


def test_all_moves_of_a_turn_are_those_of_what_it_is_for(race: Game) -> None:
    match = race.start(3, 1)
    # Blue is of size 1 and P2's; then red and green of size 3, as listed.
    assert [str(move) for move in islice(match.state.legal(2), 9)] == ["row how_far 1", "moor"]
    match.apply(2, "moor")
    assert waiting(match) == "P1 (red)"
    assert [str(move) for move in match.state.legal(1)] == [
        "row how_far 1",
        "row how_far 2",
        "row how_far 3",
        "moor",
    ]


TRAINS = """
    trains:
      slow: {number: 1, from_town: true}
      fast: {number: 2, from_town: false}
      night: {number: 3, from_town: true}
"""


def test_rows_of_a_data_file_may_be_there_with_some_numbers_of_players(tmp_path: Path) -> None:
    text = """
        players: 2..3
        longest: 9 decisions
        data: trains.yaml
        kinds:
          Train:
            rows: trains
            has: {number: 1..3, leaves: flag = from_town}
            where: playing(number)
          Local: t in Train where leaves(t)
          Car: {has: {train: Train, heated: flag}}
        terms:
          playing(n in 1..3): n <= player_count
        components:
          wheels: 0..9 per Train = number
          late: set of Train = all
        phases: {a: {who: each clockwise from P1, one of: 'board, nothing'}}
        actions:
          board: {choose: {train: Train}, do: remove train from late}
    """
    small = game(tmp_path, text, trains=TRAINS)
    for players in (2, 3):
        assert computed(small, "size(Train)", players) == computed(small, "size(late)", players) == players
        assert computed(small, "size(Local)", players) == players - 1
        assert computed(small, "size(Car)", players) == 2 * players
        assert computed(small, "sum of wheels(t) for t in Train", players) == (3 if players == 2 else 6)
    moves = [str(move) for move in small.start(2, 1).state.legal(1)]
    assert moves == ["board train slow", "board train fast", "nothing"]
