from dataclasses import FrozenInstanceError, replace

import pytest

from interpreter.engine.errors import Refusal
from interpreter.engine.events import Move
from interpreter.engine.machine import Engine
from interpreter.engine.state import StageView, State, begin, restored, start
from tests.programs.stalls import AT, COINS, HAND, LUCK, SCRIPT, SOLD, STALLS, stalls


def play(state: State, *moves: str) -> State:
    """The state after moves by whoever is to move."""
    for move in moves:
        state = state.apply(state.to_move[0], move)
    return state


def moves(state: State) -> list[str]:
    return [str(move) for move in state.legal(state.to_move[0])]


def test_whole_moves_come_in_canonical_order(dealt: State) -> None:
    assert dealt.to_move == (1,)
    assert moves(dealt) == [
        "sell good apple stall 1",
        "sell good apple stall 2",
        "sell good apple stall 3",
        "sell good cheese stall 3",
        "whisper guess apple",
        "whisper guess bread",
        "whisper guess cheese",
        "whisper guess none",
    ]
    assert dealt.count(1) == 8
    assert dealt.count(1, limit=3) == 3


def test_the_action_is_chosen_first_then_its_stages(dealt: State) -> None:
    assert dealt.stage(1) == StageView(None, "action", ("sell", "whisper"), ())
    selling = dealt.choose(1, "sell")
    assert selling.stage(1) == StageView("sell", "good", ("apple", "cheese"), ())
    cheese = selling.choose(1, "cheese")
    assert cheese.stage(1) == StageView("sell", "stall", ("3",), (("good", "cheese"),))
    assert [str(move) for move in cheese.legal(1)] == ["sell good cheese stall 3"]
    assert cheese.count(1) == 1
    assert cheese.choose(1, 3) == dealt.apply(1, "sell good cheese stall 3")


def test_moves_by_their_number(dealt: State) -> None:
    assert str(dealt.nth(1, 3)) == "sell good cheese stall 3"
    half = dealt.choose(1, "sell").choose(1, "apple")
    assert str(half.nth(1, 2)) == "sell good apple stall 3"
    for state, beyond in ((dealt, 8), (half, 3)):
        with pytest.raises(IndexError):
            state.nth(1, beyond)


def test_none_is_a_value_of_an_optional_stage(dealt: State) -> None:
    whisper = dealt.choose(1, "whisper")
    assert whisper.stage(1).values == ("apple", "bread", "cheese", "none")
    assert whisper.choose(1, "none") == dealt.apply(1, Move("whisper", (("guess", "none"),)))


def test_a_value_that_cannot_be_completed_is_not_offered(dealt: State) -> None:
    # with only the first stall open, a cheese sells nowhere: the price, 1, is not above its number, 2
    slots = list(dealt.slots)
    slots[STALLS] = 0b001
    state = begin(dealt.engine, tuple(slots), 7)
    selling = state.choose(1, "sell")
    assert selling.stage(1).values == ("apple",)
    with pytest.raises(Refusal) as caught:
        selling.choose(1, "cheese")
    assert caught.value.reason == "good"
    assert caught.value.message == "nothing can follow `cheese` for `good`"


def test_the_only_action_need_not_be_chosen(noughts: Engine) -> None:
    state = start(noughts, 1)
    assert state.stage(1).stage == "cell"
    assert state.stage(1).action == "place"
    assert state.choose(1, "b2").stage(2).values == ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")


def test_the_only_action_may_be_named_all_the_same(dealt: State) -> None:
    state = play(dealt, "sell apple 3", "whisper cheese")
    assert state.stage(1).stage == "guess"
    named = state.choose(1, "whisper")
    assert named.stage(1) == state.stage(1)
    assert named.choose(1, "none") == state.choose(1, "none")


def test_a_move_may_be_a_move_its_text_or_plain_data(dealt: State) -> None:
    text = dealt.apply(1, "sell good apple stall 2")
    assert dealt.apply(1, Move("sell", (("good", "apple"), ("stall", "2")))) == text
    assert dealt.apply(1, {"action": "sell", "choices": {"stall": 2, "good": "apple"}}) == text
    assert dealt.apply(1, "sell apple 2") == text


def test_a_move_changes_what_the_rules_say(dealt: State) -> None:
    state = dealt.apply(1, "sell apple 3")
    assert state.slots[COINS : COINS + 2] == (3, 0)
    assert state.slots[STALLS] == 0b011
    assert state.slots[HAND : HAND + 6] == (0, 0, 1, 0, 2, 0)
    assert state.to_move == (2,)
    assert state.taken == 1


def test_states_do_not_change(dealt: State) -> None:
    before, digest = dealt.slots, dealt.digest
    after = dealt.apply(1, "sell apple 3")
    list(dealt.legal(1))
    dealt.stage(1)
    assert (dealt.slots, dealt.digest) == (before, digest)
    assert after.digest != digest
    with pytest.raises(FrozenInstanceError):
        dealt.taken = 3  # type: ignore[misc]


def test_trying_moves_leaves_no_mark_in_other_stages(dealt: State) -> None:
    state = dealt.apply(1, "whisper cheese")
    assert (state.slots[SOLD], state.slots[AT]) == (0, 0)


def test_a_forced_move_is_taken_by_itself_and_counted(noughts: Engine) -> None:
    # Eight cells are marked, and nobody has a row yet: the last one is the only legal move.
    state = play(start(noughts, 7), "a1", "b1", "c1", "b2", "a2", "a3", "c2")
    assert (state.taken, state.to_move) == (7, (2,))
    over = state.apply(2, "c3")
    assert over.is_over
    assert over.taken == 9


def test_a_single_move_that_rests_on_a_secret_is_asked_for(dealt: State) -> None:
    # P2's last loaf sells at stall 2 only; P1, who may not know that hand, must not learn it so.
    state = play(dealt, "sell apple 3", "whisper cheese", "whisper none")
    assert (state.taken, state.to_move, state.count(2)) == (3, (2,), 1)
    over = state.apply(2, "sell bread 2")
    assert over.is_over
    assert over.slots[COINS : COINS + 2] == (3, 3)


def test_forced_moves_may_be_asked_for(market: Engine) -> None:
    state = start(market, 7, forced="ask", chance=iter(SCRIPT))
    state = play(state, "sell apple 3", "whisper cheese", "whisper none")
    assert not state.is_over
    assert moves(state) == ["sell good bread stall 2"]
    assert state.stage(2) == StageView("sell", "good", ("bread",), ())
    assert state.apply(2, "sell bread 2").is_over


def test_a_forced_move_without_stages_is_chosen_by_its_action(dealt: State) -> None:
    slots = list(dealt.slots)
    slots[STALLS], slots[LUCK] = 0, -1
    state = begin(dealt.engine, tuple(slots), 7, forced="ask")
    assert state.stage(1) == StageView(None, "action", ("pass",), ())
    assert state.choose(1, "pass") == state.apply(1, "pass")
    assert state.apply(1, "pass").to_move == (2,)


def test_a_match_is_stopped_at_its_longest(dealt: State) -> None:
    engine = Engine(replace(stalls(), longest=2))
    state = play(start(engine, 7, chance=iter(SCRIPT)), "sell apple 3")
    assert not state.is_over
    state = state.apply(2, "whisper cheese")
    assert state.is_over
    assert state.unfinished
    assert state.to_move == ()
    assert state.result is not None
    assert (state.result.unfinished, state.result.won) == (True, ())
    with pytest.raises(Refusal) as caught:
        state.apply(1, "whisper none")
    assert caught.value.reason == "over"


def test_a_match_that_ends_with_its_last_decision_is_finished(dealt: State) -> None:
    engine = Engine(replace(stalls(), longest=4))
    state = play(start(engine, 7, chance=iter(SCRIPT)), "sell apple 3", "whisper cheese", "whisper none")
    state = state.apply(2, "sell bread 2")
    assert state.is_over
    assert not state.unfinished


def test_the_generator_moves_only_where_chance_is_drawn(market: Engine, dealt: State) -> None:
    assert dealt.rng == 7
    drawn = start(market, 7)
    assert drawn.rng != 7
    assert play(drawn, moves(drawn)[0]).rng == drawn.rng


def test_a_script_must_fit(market: Engine) -> None:
    with pytest.raises(ValueError, match=r"draws 3, expected one of \[0, 1, 2\]"):
        start(market, 7, chance=iter([3]))
    with pytest.raises(ValueError, match="draws None"):
        start(market, 7, chance=iter([0, 2]))


def test_a_script_may_be_a_function_of_the_odds(market: Engine) -> None:
    asked = []

    def likeliest(odds):
        asked.append(odds.weights)
        return max(odds.weights, key=lambda outcome: outcome[1])[0]

    start(market, 7, chance=likeliest)
    assert asked == [
        ((0, 2), (1, 2), (2, 1)),
        ((0, 1), (1, 2), (2, 1)),
        ((0, 1), (1, 1), (2, 1)),
        ((1, 1), (2, 1)),
        ((0, 1), (1, 1), (2, 1)),
    ]


def test_a_position_may_be_given(market: Engine) -> None:
    slots = list(market.layout.start)
    slots[HAND : HAND + 6] = [0, 1, 0, 0, 0, 1]
    state = begin(market, tuple(slots), 7)
    assert moves(state) == ["sell good bread stall 2", "sell good bread stall 3"]
    with pytest.raises(ValueError, match="3 slots, expected 27"):
        begin(market, (0, 0, 0), 7)
    slots[COINS] = 10
    with pytest.raises(ValueError, match="`coins` holds a value out of range"):
        begin(market, tuple(slots), 7)


def test_bytes_of_no_state_are_refused(dealt: State) -> None:
    data = dealt.saved()
    assert restored(dealt.engine, data) == dealt
    half = dealt.choose(1, "sell")
    assert restored(dealt.engine, half.saved()) == half
    for damaged in (b"", data[:-1], data + b"\0", bytes(len(data)), data[:12] + b"\x63" + data[13:]):
        with pytest.raises(ValueError, match=r"."):
            restored(dealt.engine, damaged)
