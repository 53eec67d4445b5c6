"""Where several choose at once: no order, no clock and no eye tells anything before all have chosen."""

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from interpreter import Game, Match, Move, Refusal, State
from interpreter.engine.events import Taken
from interpreter.engine.perft import perft
from interpreter.engine.playout import playout
from interpreter.engine.state import restored
from interpreter.record.errors import RecordError
from interpreter.record.extract import extract
from interpreter.record.form import Decided
from interpreter.record.replay import replay, replay_to, resume
from interpreter.record.save import parse, record_of
from tests.laws.cases import LAW, cases, game, positions
from tests.laws.test_moves import any_move

TOGETHER = ("bids", "signs")
Choices = dict[int, Move]


@st.composite
def openings(draw: st.DrawFn, name: str) -> State:
    """A state in which several choose at once and nobody has begun."""
    state = draw(positions(name))
    assume(not state.is_over)
    for player in state.asked:
        state = state.withdraw(player)
    assert state.together
    return replace(state, trail=())


def all_chosen(state: State, lots: random.Random) -> Choices:
    """Something that each may choose."""
    return {player: lots.choice(list(state.legal(player))) for player in state.asked}


def dither(state: State, lots: random.Random, but: int | None = None) -> State:
    """The players, but one, choose, change their minds, begin and take back; not all have chosen after it."""
    others = [player for player in state.asked if player != but]
    for _ in range(lots.randint(1, 6)):
        player = lots.choice(others)
        if lots.random() < 0.2:
            state = state.withdraw(player)
        elif lots.random() < 0.5:
            if but is not None or len(state.to_move) > 1 or player in state.may_change:
                state = state.apply(player, lots.choice(list(state.legal(player))))
        else:
            view = state.stage(player)
            after = state.choose(player, lots.choice(view.values))
            state = after if after.together and after.taken == state.taken else state
    return state


# -- order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_whoever_chooses_first_the_match_goes_on_the_same(name: str, data: st.DataObject) -> None:
    state = data.draw(openings(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    chosen = all_chosen(state, lots)
    ends = []
    for order in list(permutations(chosen))[:6]:
        after = dither(state, lots)
        for player in state.asked:
            after = after.withdraw(player)
        assert after == state
        for player in order:
            assert after.asked == state.asked
            after = after.apply(player, chosen[player])
        ends.append((after, after.digest, after.trail))
    assert all(end == ends[0] for end in ends)
    made = [one for one in ends[0][2] if isinstance(one, Taken)][: len(chosen)]
    assert [(one.player, one.move, one.forced) for one in made] == [
        (player, chosen[player], False) for player in sorted(chosen)
    ]
    assert ends[0][0].taken == state.taken + len(chosen) + sum(
        isinstance(one, Taken) for one in ends[0][2][len(chosen) :]
    )


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_the_last_of_several_choices_counts(name: str, data: st.DataObject) -> None:
    state = data.draw(openings(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    first, last = all_chosen(state, lots), all_chosen(state, lots)
    player = state.asked[0]
    assume(len(state.asked) > 1)
    changed = state.apply(player, first[player])
    assert changed.may_change == (player,)
    assert player not in changed.to_move
    assert list(changed.legal(player)) == list(state.legal(player))
    assert changed.count(player) == state.count(player)
    assert changed.apply(player, last[player]) == state.apply(player, last[player])
    assert changed.withdraw(player) == state
    begun = changed.choose(player, state.stage(player).values[0])
    assert begun == state.choose(player, state.stage(player).values[0])


# -- secrecy ------------------------------------------------------------------------------------------------


def seen(state: State, player: int, lots: random.Random) -> object:
    """All that a player can ask about the own choice and the table."""
    refusals = [state.refusal(player, any_move(state, lots)) for _ in range(10)]
    return (
        state.view(player),
        state.view(None),
        state.stage(player),
        list(state.legal(player)),
        state.count(player),
        state.nth(player, 0),
        state.asked,
        state.alone(player),
        [one and (one.reason, one.message, one.values, one.help) for one in refusals],
        [state.result, state.is_over, state.unfinished, state.taken, state.trail],
    )


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_what_others_have_put_down_changes_nothing_for_a_player(name: str, data: st.DataObject) -> None:
    state = data.draw(openings(name))
    assume(len(state.asked) > 1)
    seed = data.draw(st.integers(0, 2**32 - 1))
    lots = random.Random(seed)
    player = lots.choice(state.asked)
    if lots.random() < 0.5:
        values = state.stage(player).values
        begun = state.choose(player, lots.choice(values))
        state = begun if player in begun.to_move else state
    one, two = dither(state, lots, player), dither(state, lots, player)
    assert seen(one, player, random.Random(seed)) == seen(two, player, random.Random(seed))
    assert seen(one, player, random.Random(seed)) == seen(
        replace(state, trail=()), player, random.Random(seed)
    )


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_who_is_not_asked_is_told_the_same_whoever_is_done(name: str, data: st.DataObject) -> None:
    state = data.draw(openings(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    after = dither(state, lots)
    for player in range(1, state.engine.program.players + 2):
        if player not in state.asked:
            for move in ("nothing", any_move(state, lots)):
                one, two = state.refusal(player, move), after.refusal(player, move)
                assert one is not None
                assert two is not None
                assert (one.reason, one.message) == (two.reason, two.message)
                assert one.reason == "turn"
            with pytest.raises(Refusal):
                after.withdraw(player)


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_no_log_and_no_extract_tells_an_open_choice(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    match = some_match(case.engine, case.seed, lots)
    assume(not match.state.is_over)
    readers = (None, *range(1, match.players + 1))
    before = [(match.log(reader), extract(match, reader)) for reader in readers]
    for player in match.state.asked[1:]:
        match.apply(player, lots.choice(list(match.state.legal(player))))
        assert [(match.log(reader), extract(match, reader)) for reader in readers] == before
    last = match.state.to_move[0]
    match.choose(last, match.state.stage(last).values[0])
    if match.state.has_begun(last):  # else it was the whole move, and all is told
        assert [(match.log(reader), extract(match, reader)) for reader in readers] == before


def some_match(engine: object, seed: int, lots: random.Random) -> Match:
    """A match after some whole rounds of choices."""
    match = Match(engine, seed)  # type: ignore[arg-type]
    for _ in range(lots.randint(0, 3)):
        for player, move in all_chosen(match.state, lots).items():
            match.apply(player, move)
    return match


# -- saving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_a_match_is_saved_and_gone_on_with_in_the_middle(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    match = some_match(case.engine, case.seed, lots)
    assume(not match.state.is_over)
    chosen = all_chosen(match.state, lots)
    half = dither(match.state, lots)
    match.states.append(half)
    match.trails.append(())
    record = record_of(match)
    again = resume(game(name), parse(record.text().encode(), "x"))
    assert again.state == half
    assert again.state.digest == half.digest
    assert restored(case.engine, half.saved()) == half
    for one in (match, again):
        for player in half.asked:
            one.withdraw(player)
        for player, move in chosen.items():
            one.apply(player, move)
    assert match.state == again.state
    assert match.log() == again.log()


@pytest.mark.parametrize("name", TOGETHER)
@LAW
@given(data=st.data())
def test_a_record_has_the_order_of_seats(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    one, two = Match(case.engine, case.seed), Match(case.engine, case.seed)
    for _ in range(lots.randint(1, 5)):
        if one.state.is_over:
            break
        chosen = all_chosen(one.state, lots)
        for player in chosen:
            one.apply(player, chosen[player])
        first = max(chosen)
        if len(chosen) > 1:  # a change of mind leaves no trace
            two.apply(first, lots.choice(list(two.state.legal(first))))
        for player in reversed(chosen):
            two.apply(player, chosen[player])
    record = record_of(one)
    assert record_of(two) == record
    assert replay(game(name), record).match.state == one.state
    moves = [entry for entry in record.entries if isinstance(entry, Decided)]
    for number in range(len(moves) + 1):
        assert len(replay_to(game(name), record, number).moves()) <= number


# -- single cases -------------------------------------------------------------------------------------------


@pytest.fixture
def signs() -> Game:
    return game("signs")


def test_a_record_that_ends_between_two_choices_is_refused(signs: Game) -> None:
    match = signs.start(2, 1)
    match.apply(1, "rock")
    match.apply(2, "rock")
    record = record_of(match)
    match.apply(2, "paper")
    half = record_of(match)
    assert half.open == {"P2": ("throw", "paper")}
    assert half.entries == record.entries
    told = replace(half, open={}, entries=(*half.entries, Decided("P2", "throw sign paper", False)))
    for bad in (
        told,
        replace(half, open={}),
        replace(half, open={"P2": ("throw", "rock")}),
        replace(half, open={"P3": ("throw", "paper")}),
        replace(half, open={"P2": ("throw", "paper", "paper")}),
        replace(half, open={"P1": ("throw", "paper"), "P2": ("throw", "paper")}),
        replace(half, begun=("throw", "paper"), open={}),
        replace(record, entries=(record.entries[1], record.entries[0])),
        replace(record, entries=record.entries[:1]),
        replace(record, entries=(record.entries[0], record.entries[0])),
    ):
        with pytest.raises(RecordError) as error:
            replay(signs, bad)
        assert error.value.code == "E812"


def test_bytes_with_choices_that_nobody_made_are_refused(signs: Game) -> None:
    state = signs.start(2, 1).state
    half = state.apply(1, "paper")
    program = state.engine.program
    decision = program.decisions[0]
    store = decision.kept[0].store  # type: ignore[union-attr]
    changes = {
        "nobody is asked": {decision.asked: 0},  # type: ignore[union-attr]
        "all are done": {decision.ready: 3},  # type: ignore[union-attr]
        "somebody is done and not asked": {decision.ready: 2, decision.asked: 1},  # type: ignore[union-attr]
        "a choice of nobody": {store + 1: 2},
        "no answer": {decision.answer: -1},  # type: ignore[union-attr]
        "a stage too few": {decision.made: 0},  # type: ignore[union-attr]
        "somebody is looked at": {decision.me: 1},  # type: ignore[union-attr]
    }
    for change in changes.values():
        slots = list(half.slots)
        for slot, value in change.items():
            slots[slot] = value
        with pytest.raises(ValueError, match="nobody can have made"):
            restored(state.engine, replace(half, slots=tuple(slots)).saved())
    assert restored(state.engine, half.saved()) == half


def test_rock_paper_scissors_is_fair_and_takes_three_throws_a_player(signs: Game) -> None:
    # A round of two has 9 outcomes: 3 ties, 3 wins for each. So a match takes 3/2 rounds on the average,
    # two choices each, and each player wins half of the matches.
    engine = signs.engine(2, {"goal": 1})
    games = [playout(engine, seed) for seed in range(3000)]
    won = sum(one.result.won == (1,) for one in games)
    assert all(len(one.result.won) == 1 for one in games)
    assert abs(won - 1500) < 4 * (3000 / 4) ** 0.5
    choices = sum(one.moves for one in games) / len(games)
    assert abs(choices - 3) < 4 * (3 / 3000) ** 0.5  # rounds are geometric: variance 3/4, times 2 squared


def test_perft_counts_each_choice_in_the_order_of_seats(signs: Game) -> None:
    # Only the 3 ties go on; each is followed by 3 and 9 choices.
    state = signs.start(2, 1).state
    assert perft(state, 6) == [3, 9, 9, 27, 27, 81]
    assert perft(state.apply(2, "rock"), 3) == [3, 3, 9]


def test_each_action_sees_the_table_as_it_was_before_all() -> None:
    match = game("bids").start(3, 5, {"start_money": 5})
    purses = [match.state.view(player)["components"]["purse"][f"P{player}"] for player in (1, 2, 3)]  # type: ignore[index, call-overload]
    assert min(purses) >= 1  # type: ignore[type-var]
    for player in (3, 1, 2):
        match.apply(player, f"offer vase {min(purses)}")  # type: ignore[type-var]
    components = match.state.view(None)["components"]
    assert components["before_me"] == {"P1": 0, "P2": 0, "P3": 0}  # type: ignore[index, call-overload]
    assert components["spent"] == 3 * min(purses)  # type: ignore[index, call-overload, operator, type-var]


def test_who_is_out_is_not_asked_and_one_alone_goes_on() -> None:
    match = game("bids").start(3, 5, {"start_money": 1})
    match.apply(2, "leave")
    match.apply(1, "nothing")
    match.apply(3, "nothing")
    assert match.state.asked == (1, 3)
    refusal = match.state.refusal(2, "nothing")
    assert refusal is not None
    assert (refusal.reason, refusal.message) == ("turn", "P2 is not asked for a choice here")
    match.apply(3, "leave")
    match.apply(1, "nothing")
    assert match.result is not None
    assert match.result.end == "alone"
