"""What everyone chooses at once: stages of every sort, costs, values handed over, ends and standing rules."""

import random
from collections import Counter
from pathlib import Path

import pytest

from interpreter import Game, Match
from interpreter.record.replay import resume
from interpreter.record.save import parse, record_of
from tests.fuzz.oracles import plays
from tests.small import codes, game

FAIR = """
    players: 2..3
    longest: 60 decisions
    kinds:
      Good: wood, coal, iron
      Slot: left_hand, right_hand
    components:
      hand: bag of Good up to 9 per Player
      coins: 0..20 per Player = 5
      held: Good or none per Player and Slot
      pot: bag of Good up to 20
      bank: 0..60
      seen_bank: 0..60 per Player
      laps: 0..9
      woken: 0..99
    setup:
      goods: |
        for each p in Player:
          add 2 of wood to hand(p)
          add 1 of coal to hand(p)
    costs:
      fee(n in 0..3):
        from: coins(me)
        base: n
        to: bank
    phases:
      fair:
        repeat: until the end
        steps:
          meet:
            who: everyone at once
            one of: give, hold, tip(min(1, coins(me))), nothing
          count: add 1 to laps
    actions:
      give:
        choose: {goods: 1..2 of hand(me)}
        do: |
          set seen_bank(me) to bank
          remove goods from hand(me)
          add goods to pot
      hold:
        choose: {what: Good or none per Slot}
        do: |
          for each s in Slot:
            set held(me, s) to what(s)
      tip(most in 0..3):
        choose: {n: 1..3}
        requires:
          affordable: n <= most
        cost: fee(n)
        let: {before: bank}
        do: set seen_bank(me) to before
    always:
      wakes:
        when: laps >= 0
        do: add 1 to woken
    ends:
      rich: {when: bank > 0, checked: after tip}
      over: laps = 4
    ranking: {of: p in Player, last: shared}
"""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("fair"), FAIR)


def value(match: Match, name: str) -> object:
    return match.state.view(None)["components"][name]  # type: ignore[index, call-overload]


def test_stages_of_several_parts_are_carried_out_for_each_player(fair: Game) -> None:
    match = fair.start(3, 1)
    match.apply(3, "give goods wood coal")
    match.apply(1, "hold what iron none")
    match.apply(2, "give goods wood wood")
    assert value(match, "pot") == {"wood": 3, "coal": 1}
    assert value(match, "hand") == {"P1": {"wood": 2, "coal": 1}, "P2": {"coal": 1}, "P3": {"wood": 1}}
    assert value(match, "held") == {
        "P1": {"left_hand": "iron", "right_hand": None},
        "P2": {"left_hand": None, "right_hand": None},
        "P3": {"left_hand": None, "right_hand": None},
    }
    assert [str(one.move) for one in match.moves()] == [
        "hold what iron none", "give goods wood wood", "give goods wood coal",
    ]  # fmt: skip


def test_a_value_handed_over_and_a_cost_are_those_of_the_player(fair: Game) -> None:
    match = fair.start(2, 1)
    match.apply(1, "tip 1")
    refusal = match.state.refusal(2, "tip 2")
    assert refusal is not None
    assert refusal.reason == "affordable"
    match.apply(2, "tip 1")
    assert value(match, "coins") == {"P1": 4, "P2": 4}
    assert value(match, "bank") == 2
    # Each saw the bank as it was before both.
    assert value(match, "seen_bank") == {"P1": 0, "P2": 0}
    assert match.result is not None
    assert match.result.end == "rich"


def test_joints_are_before_the_choice_and_once_after_all_actions(fair: Game) -> None:
    match = fair.start(2, 1)
    assert value(match, "woken") == 1
    match.apply(1, "hold none none")
    assert value(match, "woken") == 1
    match.apply(2, "nothing")
    # After both actions, after the step `meet`, after the step `count`, before the next choice.
    assert value(match, "woken") == 5


def test_a_choice_is_saved_between_two_picks(fair: Game) -> None:
    match = fair.start(3, 1)
    match.apply(2, "give goods coal")
    for word in ("give", "wood"):
        match.choose(3, word)
    match.choose(1, "hold")
    match.choose(1, "none")
    record = record_of(match)
    assert record.open == {"P1": ("hold", "none"), "P2": ("give", "coal", "done"), "P3": ("give", "wood")}
    again = resume(fair, parse(record.text().encode(), "x"))
    assert again.state == match.state
    assert again.state.stage(3) == match.state.stage(3)
    assert again.state.stage(3).made == ("wood",)
    for one in (match, again):
        one.choose(3, "done")
        one.choose(1, "coal")
    assert again.state == match.state
    assert value(match, "pot") == {"wood": 1, "coal": 1}


def test_it_plays_alike_state_by_state_and_in_playouts(fair: Game) -> None:
    counts: Counter[str] = Counter()
    for players in (2, 3):
        plays(fair.engine(players).program, range(6), counts)
    assert counts["over"] == 24


def test_random_players_are_asked_in_any_order(fair: Game) -> None:
    lots = random.Random(1)
    match = fair.start(3, 4)
    while not match.state.is_over:
        player = lots.choice(match.state.to_move)
        match.apply(player, lots.choice(list(match.state.legal(player))))
    assert match.result is not None


SAME = """
    players: 2
    longest: 60 decisions
    components:
      a: 0..9 per Player
      b: 0..9
    phases:
      all:
        who: everyone at once
        repeat: 2 times
        one of: go
    actions:
      go: {choose: {n: 1..3}, do: BODY}
    ranking: {of: p in Player, last: shared}
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("set a(me) to n", []),
        ("add n to b", []),
        ("set b to 1", []),
        ("set a(other(me)) to n", []),
        ("set a(P1) to n", ["E621"]),
        ("set b to n", ["E621"]),
        ("set a(P1) to 2", []),
    ],
)
def test_what_can_happen_at_once(tmp_path: Path, body: str, found: list[str]) -> None:
    got = [code for code in codes(tmp_path, SAME.replace("BODY", body)) if code.startswith("E")]
    assert got == found


SECRET = """
    players: 2
    longest: 9 decisions
    kinds:
      Card: ace, king
    components:
      mine: Card or none per Player seen by owner
    phases:
      lay:
        who: everyone at once
        one of: lay
    actions:
      lay: {choose: {card: Card seen by me, loud: 0..1}, do: set mine(me) to card}
    ranking: {of: p in Player, last: shared}
"""


def test_a_stage_seen_by_me_stays_hidden_when_all_have_chosen(tmp_path: Path) -> None:
    match = game(tmp_path, SECRET).start(2, 1)
    match.apply(2, "lay ace 1")
    match.apply(1, "lay king 0")
    logs = {reader: [one.text for one in match.log(reader)] for reader in (1, 2, None)}
    assert logs[1][:2] == ["P1 lay card king loud 0", "P2 lay card ? loud 1"]
    assert logs[2][:2] == ["P1 lay card ? loud 0", "P2 lay card ace loud 1"]
    assert logs[None][:2] == ["P1 lay card ? loud 0", "P2 lay card ? loud 1"]
    assert not [line for line in logs[None] if "king" in line or "ace" in line]
