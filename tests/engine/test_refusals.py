import pytest

from interpreter.core.ir import Domain
from interpreter.engine.errors import Refusal
from interpreter.engine.machine import Engine
from interpreter.engine.names import member_of, member_text, set_text, slot_text
from interpreter.engine.state import State, start
from tests.programs.stalls import GUESS, HAND, LUCK, SACK, stalls

IN_ORDER = "does not belong there, expected each stage of `sell` once, in order"
EXPECTED = "expected values for `good`, `stall` only"


def sell(**choices: str) -> dict[str, object]:
    return {"action": "sell", "choices": choices}


@pytest.mark.parametrize(
    ("player", "move", "reason", "message"),
    [
        (2, "sell apple 1", "turn", "it is the turn of P1, not of P2"),
        (3, "sell apple 1", "turn", "it is the turn of P1, not of P3"),
        (1, "buy apple", "action", "`buy` is not offered here, expected one of `sell`, `whisper`, `pass`"),
        (1, "", "action", "`` is not offered here, expected one of `sell`, `whisper`, `pass`"),
        (1, "sell", "good", "`sell` needs a value for `good`, found none"),
        (1, "sell apple", "stall", "`sell` needs a value for `stall`, found none"),
        (1, "sell stall 1 good apple", "action", "`stall` " + IN_ORDER),
        (1, "sell good apple good apple stall 1", "action", "`good` " + IN_ORDER),
        (1, "sell apple 1 stall 1", "action", "`stall` " + IN_ORDER),
        (1, "sell good apple stall 1 now", "action", "`sell` has no place for `now`, " + EXPECTED),
        (1, "pass now", "action", "`pass` has no place for `now`, expected nothing after it"),
        (1, "sell pear 1", "good", "`pear` is not a value of `good`, expected one of `Good`"),
        (1, "sell none 1", "good", "`none` is not a value of `good`, expected one of `Good`"),
        (1, "sell bread 2", "good", "`bread` cannot be chosen for `good` here"),
        (1, "sell apple 4", "stall", "`4` is not a value of `stall`, expected one of `Stall`"),
        (1, "sell cheese 1", "worth_it", "`worth_it` does not hold"),
        (1, "pass", "nothing_to_sell", "`nothing_to_sell` does not hold"),
        (1, sell(good="apple", table="1"), "action", "`sell` has no place for `table`, " + EXPECTED),
        (1, sell(good="apple"), "stall", "`sell` needs a value for `stall`, found none"),
        (1, {"action": "sell", "choices": 3}, "action", "expected the values of `choices` by their stages"),
    ],
)
def test_a_refusal_names_what_stands_against_a_move(dealt: State, player, move, reason, message) -> None:
    refusal = dealt.refusal(player, move)
    assert refusal is not None
    assert (refusal.reason, refusal.message) == (reason, message)
    with pytest.raises(Refusal) as caught:
        dealt.apply(player, move)
    assert caught.value.reason == reason


def test_nothing_stands_against_a_legal_move(dealt: State) -> None:
    assert dealt.refusal(1, "sell apple 1") is None


@pytest.mark.parametrize(
    ("move", "hint"),
    [("sel apple 1", "did you mean `sell`?"), ("sell aple 1", "did you mean `apple`?"), ("jump", "")],
)
def test_near_misses_are_pointed_out(dealt: State, move: str, hint: str) -> None:
    refusal = dealt.refusal(1, move)
    assert refusal is not None
    assert refusal.help == hint


def test_a_failed_requirement_tells_its_place_and_values(dealt: State) -> None:
    refusal = dealt.refusal(1, "sell cheese 1")
    assert refusal is not None
    assert refusal.place is not None
    assert (refusal.place.rule, refusal.place.cites) == ("actions.sell", ("S-11",))
    assert refusal.values == (("price(1)", "1"),)
    idle = dealt.refusal(1, "pass")
    assert idle is not None
    assert idle.values == (("open stalls", "(1, 2, 3)"),)


def test_the_author_s_own_words_are_the_message(dealt: State) -> None:
    state = dealt.apply(1, "whisper none").apply(2, "sell bread 3")
    refusal = state.refusal(1, "whisper apple")
    assert refusal is not None
    assert (refusal.reason, refusal.message) == ("has_luck", "Luck is used up")


def test_a_move_that_is_half_made_is_finished_not_changed(dealt: State) -> None:
    half = dealt.choose(1, "sell").choose(1, "apple")
    assert half.apply(1, "sell apple 2") == dealt.apply(1, "sell apple 2")
    other, changed = half.refusal(1, "whisper none"), half.refusal(1, "sell cheese 3")
    assert other is not None
    assert changed is not None
    assert (other.reason, other.message) == ("action", "`sell` is being made, expected the rest of it")
    assert (changed.reason, changed.message) == ("good", "`good` is `apple` already")


def test_choosing_is_refused_like_moving(dealt: State) -> None:
    for state, value, reason in [
        (dealt, "pass", "nothing_to_sell"),
        (dealt, "jump", "action"),
        (dealt.choose(1, "sell"), "bread", "good"),
        (dealt.choose(1, "sell").choose(1, "cheese"), "1", "worth_it"),
    ]:
        with pytest.raises(Refusal) as caught:
            state.choose(1, value)
        assert caught.value.reason == reason


def test_an_action_with_nothing_to_choose_is_refused(market: Engine, dealt: State) -> None:
    state = dealt.apply(1, "sell apple 3").apply(2, "whisper cheese")
    with pytest.raises(Refusal) as caught:
        state.choose(1, "sell")
    assert caught.value.reason == "action"
    assert caught.value.message == "there is nothing to choose for `sell` now"


def test_where_one_action_is_offered_its_name_may_be_left_out(noughts: Engine) -> None:
    state = start(noughts, 1)
    assert state.apply(1, "b2") == state.apply(1, "cell b2") == state.apply(1, "place cell b2")
    refusal = state.refusal(1, "z9")
    assert refusal is not None
    assert refusal.reason == "action"


def test_members_and_numbers_by_their_texts() -> None:
    colours, levels = Domain("Colour", 2, 0, ("red", "blue")), Domain("Level", 3, -1, ())
    assert [member_text(colours, i) for i in (0, 1, -1)] == ["red", "blue", "none"]
    assert [member_text(levels, i) for i in (0, 2)] == ["-1", "1"]
    assert [member_of(colours, text) for text in ("blue", "none", "green")] == [1, -1, None]
    assert [member_of(levels, text) for text in ("-1", "1")] == [0, 2]
    assert {member_of(levels, text) for text in ("2", "-2", "x", "--1", "٣", "")} == {None}


def test_slots_by_the_names_of_their_cells() -> None:
    program = stalls()
    slots = (SACK + 2, HAND + 4, LUCK + 1, GUESS)
    names = [slot_text(program, slot) for slot in slots]
    assert names == ["sack(cheese)", "hand(P2, bread)", "luck(P2)", "guess"]
    assert [set_text(program, 2, bits) for bits in (0, 5)] == ["nothing", "(1, 3)"]
