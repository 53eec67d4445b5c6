"""`during`: components that are back at their start behind the step that they last for."""

from pathlib import Path

from interpreter import Match
from tests.small import codes, game

BIDS = """
    players: 2
    longest: 40 decisions
    kinds: {Land: 'north, south, west'}
    components:
      bid: {is: 0..9 per Player during auction, start: {P1: 3, P2: 5}}
      aims: set of Land per Player during round
      pot: {is: bag of Land up to 9 during auction, start: {north: 1, south: 1, west: 1}}
      mark: 0..3 during act
      card: Land per Player seen by owner during turns
      best: 0..9
      last: Land or none
    rounds: 2 times
    phases:
      auction:
        repeat: 2 times
        steps:
          lap: {who: each clockwise from P1, one of: 'raise, stop, nothing'}
      turns:
        who: each clockwise from P1
        one of: act, nothing
    actions:
      raise:
        do: |
          add 1 to bid(me)
          add south to aims(me)
          add north to pot
      act:
        steps:
          note: |
            add 1 to mark
            set card(me) to west
            reveal card(me)
          again: {one of: 'again, nothing'}
      again: {do: add 1 to mark}
    ends:
      high: {when: bid(P1) > 8}
"""


def played(folder: Path, moves: str, text: str = BIDS) -> Match:
    match = game(folder, text).start(2)
    for move in moves.split():
        match.apply(match.state.to_move[0], move)
    return match


def seen(match: Match, *names: str) -> list[object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return [found[name] for name in names]


def test_laps_leave_it_and_the_step_s_end_sets_it_back(tmp_path: Path) -> None:
    match = played(tmp_path, "raise raise raise")
    assert seen(match, "bid", "pot") == [{"P1": 5, "P2": 6}, {"north": 4, "south": 1, "west": 1}]

    match.apply(2, "nothing")
    start = [{"P1": 3, "P2": 5}, {"north": 1, "south": 1, "west": 1}]
    assert seen(match, "bid", "pot") == start
    # The round is not over yet.
    assert seen(match, "aims") == [{"P1": ["south"], "P2": ["south"]}]


def test_a_round_s_end_sets_it_back(tmp_path: Path) -> None:
    match = played(tmp_path, "raise raise nothing nothing nothing nothing")

    assert seen(match, "aims", "round") == [{"P1": [], "P2": []}, 2]


def test_who_stops_ends_the_steps_inside_as_well(tmp_path: Path) -> None:
    match = played(tmp_path, "raise stop")

    assert seen(match, "bid") == [{"P1": 3, "P2": 5}]
    assert match.state.to_move == (1,)
    assert str(next(match.state.legal(1))) == "act"


def test_stop_out_of_a_step_sets_back_what_lasts_for_it(tmp_path: Path) -> None:
    text = BIDS.replace("during auction, start", "during lap, start").replace(
        "repeat: 2 times\n        steps:",
        "repeat: until best = 9\n        never more than: 3\n        steps:",
    )
    match = played(tmp_path, "raise raise", text)
    # A lap is over, and with it the step.
    assert seen(match, "bid") == [{"P1": 3, "P2": 5}]

    for player, move in ((1, "raise"), (2, "stop")):
        match.apply(player, move)
    assert seen(match, "bid") == [{"P1": 3, "P2": 5}]
    assert str(next(match.state.legal(1))) == "act"


def test_an_action_s_end_sets_it_back(tmp_path: Path) -> None:
    match = played(tmp_path, "nothing nothing nothing nothing act")
    assert seen(match, "mark") == [1]

    match.apply(1, "again")
    assert seen(match, "mark") == [0]


def test_what_was_revealed_is_hidden_again(tmp_path: Path) -> None:
    match = played(tmp_path, "nothing nothing nothing nothing act nothing")
    assert seen(match, "card") == [{"P1": "west"}]

    match.apply(2, "nothing")
    assert seen(match, "card") == [{}]
    own = match.state.view(1)["components"]
    assert isinstance(own, dict) and own["card"] == {"P1": "north"}


def test_ends_behind_the_step_still_see_it(tmp_path: Path) -> None:
    text = BIDS.replace("{when: bid(P1) > 8}", "{when: bid(P1) > 3, checked: after auction}")
    match = played(tmp_path, "raise nothing nothing nothing", text)

    assert match.result is not None and match.result.end == "high"


def test_equal_positions_have_one_digest(tmp_path: Path) -> None:
    text = BIDS.replace("add south to aims(me)\n", "nothing\n")
    one, other = (played(tmp_path, moves, text) for moves in ("raise raise nothing raise", "nothing " * 4))

    assert one.state.digest == other.state.digest


def test_outside_of_the_step_it_can_t_be_used(tmp_path: Path) -> None:
    in_other_phase = BIDS.replace("one of: act, nothing", "when: bid(P1) < 9\n        one of: act, nothing")
    ranked = BIDS + "    ranking: {of: p in Player, keys: {bids: highest bid(p)}, last: shared}\n"
    set_up = BIDS + "    setup: {first: set mark to 1}\n"
    elsewhere = BIDS.replace("one of: act, nothing", "one of: act, raise, nothing")
    inside = BIDS.replace("one of: act, nothing", "one of: act, nothing").replace(
        "high: {when: bid(P1) > 8}", "high: {when: bid(P1) > 8 and mark = 0}"
    )

    assert codes(tmp_path, in_other_phase) == ["E441"]
    assert codes(tmp_path, ranked) == ["E441"]
    assert codes(tmp_path, set_up) == ["E441"]
    assert "E441" in codes(tmp_path, elsewhere)
    assert "E441" not in codes(tmp_path, inside)
