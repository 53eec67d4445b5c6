"""Players with names of their own: the names are printed, and P1, P2, … are read as well."""

import pytest

from interpreter import Game, Refusal
from interpreter.api.load import load
from interpreter.front.match.screen import result_lines
from interpreter.record.given import slots_given
from interpreter.record.save import record_of
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.text.span import Source
from tests.small import computed, game

RULES = """
    players: 2..3
    longest: 40 decisions
    kinds:
      Stone: black, white, grey
      Player:
        has: {stone: Stone, purse_at_first: 0..9}
        rows:
          Black: black, 3
          White: white, 5
          Grey: grey, 7
    components:
      purse: 0..20 per Player = purse_at_first
      taste: Stone per Player seen by owner
      leader: Player or none
    setup:
      rich: add 1 to purse(White)
      taste: |
        for each p in Player at once:
          set taste(p) to stone(p)
    phases:
      turns:
        who: each clockwise from White
        repeat: until the end
        one of: pay, nothing
    actions:
      pay:
        choose:
          to: Player - me
        do: |
          add 1 to purse(to)
          set leader to to
    ends:
      rich: some p in Player where purse(p) >= 8
    ranking:
      of: p in Player
      keys: {money: highest purse(p)}
      last: shared
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("named"), RULES)


def test_the_names_are_printed(named: Game) -> None:
    match = named.start(2)
    match.apply(2, "pay to Black")

    assert [entry.text for entry in match.log()][-3:] == [
        "White pay to Black",
        "purse(Black) + 1",
        "leader = Black",
    ]
    components = match.state.view(1)["components"]
    assert components["purse"] == {"Black": 4, "White": 6}
    assert components["leader"] == "Black"
    assert match.state.view(1)["hidden"] == ["taste(White)"]


def test_only_those_who_play_are_there(named: Game) -> None:
    assert named.start(3).state.view(None)["components"]["purse"] == {"Black": 3, "White": 6, "Grey": 7}
    assert computed(named, "sum of purse_at_first(p) for p in Player", 2) == 8
    assert computed(named, "sum of purse_at_first(p) for p in Player", 3) == 15


@pytest.mark.parametrize("move", ["pay to Black", "pay Black", "pay to P1", "pay P1"])
def test_a_move_names_a_player_either_way(named: Game, move: str) -> None:
    match = named.start(2)

    match.apply(2, move)

    assert str(match.moves()[-1].move) == "pay to Black"


def test_who_must_wait_is_named(named: Game) -> None:
    with pytest.raises(Refusal, match="it is the turn of White, not of Black"):
        named.start(2).apply(1, "pay to White")


def test_a_position_is_given_either_way(named: Game) -> None:
    engine = named.engine(3)
    one = slots_given(
        engine.program, engine.layout.start, {"purse": {"Black": 2, "Grey": 9}, "leader": "Grey"}
    )
    other = slots_given(engine.program, engine.layout.start, {"purse": {"P1": 2, "P3": 9}, "leader": "P3"})

    assert one == other != engine.layout.start


def test_the_result_names_the_winners(named: Game) -> None:
    match = named.start(2)
    match.apply(2, "pay Black")
    match.apply(1, "pay White")
    match.apply(2, "nothing")
    match.apply(1, "pay White")
    assert match.result is not None

    lines = ["".join(text for text, _ in line) for line in result_lines(match.result, match.engine.seats)]

    assert lines[0] == "White won  (rich)"
    assert [line.split()[:3] for line in lines[2:4]] == [["1.", "White", "8"], ["2.", "Black", "4"]]


def test_a_record_keeps_the_seats(named: Game) -> None:
    match = named.start(2)
    match.apply(2, "pay Black")

    text = record_of(match).text()

    assert '"player": "P2"' in text
    assert '"move": "pay to Black"' in text


SCENARIO = """language: 1
game: small
scenarios:
  - name: both names are read
    players: 3
    given: {purse: {Black: 5, P2: 6}, leader: White, taste: {P1: black, White: white, Grey: grey}}
    when:
      - White pay P1
      - P3 nothing
      - {refused: Black pay to P1, because: to}
      - {refused: White pay to P1, because: turn}
      - Black pay White
    then:
      - leader = White and leader = P2
      - purse(P1) = 6 and purse(White) = 7
    legal: {White: [pay to P1, pay to Grey, nothing], P1: 0, Grey: 0}
    view:
      Black: {sees: [taste(P1)], hides: [taste(White), taste(P3)]}
    log: [White pay to Black, Grey nothing, Black pay to White]
    result: none
  - name: and told in results
    players: 2
    given: {purse: {Black: 7}}
    when: [White pay Black]
    result: {Black: 1, P2: 2}
    won: [P1]
  - name: what is wrong is told by name
    players: 2
    given: {purse: {Black: 7}}
    when: [White pay Black]
    result: {Black: 2}
    won: [White]
"""


def test_scenarios_name_players_either_way(named: Game) -> None:
    scenarios, found = read_scenarios(Source("here.yaml", SCENARIO), "small")
    assert found == ()

    first, second, wrong = (run(named, scenario) for scenario in scenarios)

    assert first.findings == second.findings == ()
    assert [finding.message for finding in wrong.findings] == [
        "Black has place 1, expected 2",
        "the result says nothing of `White`",
        "expected `White` to win, found `Black`",
    ]


def test_a_game_without_names_is_as_before() -> None:
    clans = load("clans").game
    assert clans is not None

    assert clans.engine(3).seats.names == ("P1", "P2", "P3")
