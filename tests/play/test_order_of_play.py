"""What happens when: laps, joints, ends, standing rules, loops, as the language promises."""

from pathlib import Path

import pytest

from interpreter import Match, RulesError
from tests.small import game


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.apply(match.state.to_move[0], move)
    return match


def value(match: Match, name: str) -> object:
    return match.state.view(None)["components"][name]  # type: ignore[index, call-overload]


LAPS = """
    players: 2..4
    longest: 50 decisions
    components:
      starter: Player
      turns: 0..20
      out: flag per Player
    phases:
      lap:
        who: each clockwise from starter skipping out(me)
        repeat: 2 times
        one of: go, leave
    actions:
      go: {do: add 1 to turns}
      leave: {do: set out(me) to true}
    ranking: {of: p in Player, last: shared}
"""


def test_a_lap_goes_once_round_and_laps_are_repeated(tmp_path: Path) -> None:
    match = game(tmp_path, LAPS).start(3)
    order = []
    while match.state.to_move:
        order += match.state.to_move
        match.apply(order[-1], "go")
    assert order == [1, 2, 3, 1, 2, 3]
    assert match.result is not None
    assert match.result.end == "after the last phase"


def test_skipping_is_judged_when_the_turn_comes(tmp_path: Path) -> None:
    match = game(tmp_path, LAPS).start(3)
    play(match, "go", "leave", "go", "go")
    assert match.state.to_move == (3,)


CORNER = """
    players: 2
    longest: 50 decisions
    components:
      at: 0..3 per Player
      after: 0..9
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: walk
    actions:
      walk:
        steps:
          step: add 1 to at(me)
          bonus: {one of: 'take, nothing'}
      take: {do: add 1 to after}
    ends:
      corner: {winners: all p in Player where at(p) = 2}
"""


def test_an_end_is_judged_before_a_decision_in_the_middle_of_an_action(tmp_path: Path) -> None:
    match = game(tmp_path, CORNER).start(2, forced="ask")
    play(match, "walk", "nothing", "walk", "nothing", "walk")
    assert match.state.to_move == ()
    assert match.result is not None
    assert (match.result.won, match.result.end) == ((1,), "corner")
    assert value(match, "after") == 0


SCORES_FIRST = """
    players: 2
    longest: 50 decisions
    components:
      left: 0..2 = 1
      points: 0..9 per Player
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: found
    actions:
      found:
        steps:
          take: remove 1 from left
          score: add 3 to points(me)
    ends:
      none_left: left = 0
    ranking: {of: p in Player, keys: {points: highest points(p)}, last: shared}
"""


def test_an_end_waits_for_the_action_that_makes_it_true(tmp_path: Path) -> None:
    match = play(game(tmp_path, SCORES_FIRST).start(2, forced="ask"), "found")
    assert match.result is not None
    assert match.result.keys[1] == (("points", 3),)
    assert match.result.places == {1: 1, 2: 2}


STANDING = """
    players: 2
    longest: 50 decisions
    components:
      load: 0..9
      falls: 0..9
    phases:
      turns:
        who: each clockwise from P1
        repeat: 3 times
        one of: pile
    actions:
      pile: {steps: {first: add 2 to load, second: add 2 to load}}
    always:
      too_much:
        when: load > 3
        do: |
          set load to 0
          add 1 to falls
    ranking: {of: p in Player, last: shared}
"""


def test_a_standing_rule_acts_at_joints_not_between_two_lines(tmp_path: Path) -> None:
    match = play(game(tmp_path, STANDING).start(2, forced="ask"), "pile", "pile")
    assert (value(match, "load"), value(match, "falls")) == (0, 2)


LOOPS = """
    players: 2
    longest: 9 decisions
    kinds:
      Cup: a, b, c
    components:
      water: 0..20 per Cup = 1
      before: 0..20 per Cup
      seen: 0..99
    setup:
      fill: |
        set water(b) to 5
        set water(c) to 2
      PUT
    phases:
      once: {who: P1, one of: stay}
    actions:
      stay: {do: nothing}
    ranking: {of: p in Player, last: shared}
"""


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        # Each round sees the table as it was: everybody gets what the next cup held before.
        ("for each k in Cup at once:\n  add water(next(k)) to water(k)", {"a": 6, "b": 7, "c": 4}),
        # In the listed order each round sees what the ones before have done.
        ("for each k in Cup by listed:\n  add water(next(k)) to water(k)", {"a": 6, "b": 7, "c": 4}),
        ("for each k in Cup by listed:\n  add water(previous(k)) to water(k)", {"a": 2, "b": 7, "c": 9}),
        (
            "for each k in Cup by highest water(k), listed:\n  add seen to water(k)\n  add 1 to seen",
            {"a": 3, "b": 5, "c": 3},
        ),
        ("for each k in Cup where water(k) > 1 at once:\n  set water(k) to 0", {"a": 1, "b": 0, "c": 0}),
    ],
)  # fmt: skip
def test_loops(tmp_path: Path, loop: str, expected: dict[str, int]) -> None:
    lines = loop.replace("\n", "\n" + " " * 8)
    text = LOOPS.replace("PUT", f"pour: |\n        {lines}")
    match = game(tmp_path, text).start(2, forced="ask")
    assert value(match, "water") == expected


PLACES = """
    players: 3
    longest: 9 decisions
    kinds:
      Thing: red, blue
    components:
      coins: 0..20 per Player = 2
      purse: bag of Thing up to 20 per Player
      given: set of Player
    terms:
      richest: first p in Player by highest coins(p), listed else P1
      poorest: first p in Player by lowest coins(p), listed else P1
      fullest: first p in Player by highest size(purse(p)), listed else P1
      emptiest: first p in Player by lowest size(purse(p)), listed else P1
    setup:
      fill: |
        set coins(P2) to 4
        set coins(P3) to 1
        add 2 of red to purse(P1)
        add blue to purse(P1)
        add blue to purse(P2)
      PUT
    phases:
      once: {who: P1, one of: stay}
    actions:
      stay: {do: nothing}
    ranking: {of: p in Player, last: shared}
"""


@pytest.mark.parametrize(
    ("line", "name", "expected"),
    [
        # The place is found before the line changes anything.
        ("move 3 from coins(richest) to coins(richest)", "coins", {"P1": 2, "P2": 4, "P3": 1}),
        ("move 4 from coins(richest) to coins(poorest)", "coins", {"P1": 2, "P2": 0, "P3": 5}),
        ("add coins(poorest) to coins(richest)", "coins", {"P1": 2, "P2": 5, "P3": 1}),
        ("remove everything from coins(richest)", "coins", {"P1": 2, "P2": 0, "P3": 1}),
        ("remove up to 9 from coins(poorest)", "coins", {"P1": 2, "P2": 4, "P3": 0}),
        ("add richest to given", "given", ["P2"]),
        (
            "move everything from purse(fullest) to purse(emptiest)", "purse",
            {"P1": {}, "P2": {"blue": 1}, "P3": {"red": 2, "blue": 1}},
        ),
        (
            "move kinds(purse(P1)) from purse(fullest) to purse(emptiest)", "purse",
            {"P1": {"red": 1}, "P2": {"blue": 1}, "P3": {"red": 1, "blue": 1}},
        ),
        (
            "move 2 of red from purse(P1) to purse(P2)", "purse",
            {"P1": {"blue": 1}, "P2": {"red": 2, "blue": 1}, "P3": {}},
        ),
    ],
)  # fmt: skip
def test_the_places_of_a_line_are_found_before_it_changes_anything(
    tmp_path: Path, line: str, name: str, expected: object
) -> None:
    match = game(tmp_path, PLACES.replace("PUT", f"change: {line}")).start(3, forced="ask")
    assert value(match, name) == expected


BOUND = """
    players: 2
    longest: 90 decisions
    components:
      n: 0..3
    phases:
      turns:
        who: each clockwise from P1
        repeat: until n = 9
        never more than: 2
        one of: ADD
    actions:
      wait: {do: nothing}
      grow: {do: add 2 to n}
    ranking: {of: p in Player, last: shared}
"""


def test_a_bound_reached_is_an_error_never_silence(tmp_path: Path) -> None:
    match = game(tmp_path, BOUND.replace("ADD", "wait, nothing")).start(2)
    with pytest.raises(RulesError) as caught:
        play(match, "wait", "wait", "wait", "wait", "wait")
    assert caught.value.code == "E702"
    assert caught.value.place is not None
    assert caught.value.place.rule == "phases.turns"


def test_a_value_out_of_range_names_its_place_and_values(tmp_path: Path) -> None:
    match = game(tmp_path, BOUND.replace("ADD", "grow, nothing")).start(2)
    with pytest.raises(RulesError) as caught:
        play(match, "grow", "grow")
    assert caught.value.code == "E701"
    assert caught.value.place is not None
    assert caught.value.place.text == "add 2 to n"
    assert value(match, "n") == 2, "the state before is untouched"


ORDERS = """
    players: 3
    longest: 20 decisions
    components:
      column: {is: 1..3 per Player, all different: true}
      turn: 0..9
      when_acted: 0..9 per Player
    orders:
      travel: p in Player by highest column(p), then never tied
    setup:
      seats: |
        set column(P1) to 2
        set column(P2) to 3
        set column(P3) to 1
    phases:
      walk: {who: each in travel, one of: go}
    actions:
      go:
        do: |
          add 1 to turn
          set when_acted(me) to turn
    ranking: {of: p in Player, keys: {late: highest when_acted(p)}, last: never tied}
"""


def test_an_order_is_walked_by_its_keys(tmp_path: Path) -> None:
    loaded = game(tmp_path, ORDERS.replace("last: never tied", "last: shared"))
    match = loaded.start(3, forced="ask")
    order = []
    while match.state.to_move:
        order += match.state.to_move
        match.apply(order[-1], "go")
    assert order == [2, 1, 3]


STUCK = """
    players: 2
    longest: 20 decisions
    components:
      stones: 0..3 = 1
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: take
        if stuck: finish won by other(me)
    actions:
      take:
        when: stones > 0
        do: remove 1 from stones
"""


def test_who_is_stuck_loses_here_and_nobody_is_active(tmp_path: Path) -> None:
    match = play(game(tmp_path, STUCK).start(2, forced="ask"), "take")
    assert match.state.to_move == ()
    assert match.result is not None
    assert (match.result.won, match.result.end) == ((1,), "stuck")


def test_longest_leaves_a_match_unfinished(tmp_path: Path) -> None:
    text = STUCK.replace("longest: 20", "longest: 2").replace("remove 1 from stones", "nothing")
    match = play(game(tmp_path, text).start(2, forced="ask"), "take", "take")
    assert match.result is not None
    assert match.result.unfinished
    assert match.result.won == ()


def test_forced_moves_are_taken_and_recorded(tmp_path: Path) -> None:
    match = game(tmp_path, STUCK).start(2)
    assert [(one.player, str(one.move), one.forced) for one in match.moves()] == [(1, "take", True)]
