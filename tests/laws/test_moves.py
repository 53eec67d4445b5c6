"""What may be chosen: listed once each, in order, each can be made, and nothing else can."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Move, Refusal, State
from interpreter.engine.events import Taken
from interpreter.engine.moves import Choice
from interpreter.engine.names import member_text
from interpreter.engine.notation import read_move
from interpreter.engine.state import DONE_TEXT, StageView
from tests.laws.cases import GAMES, LAW, MOST_MOVES, cases, is_made, positions, some_moves, walk


def choice_of(state: State) -> Choice:
    stop = state.engine.logged.stops[state.block]
    assert isinstance(stop, Choice)
    return stop


def rank(state: State, move: Move) -> tuple[int, ...]:
    """Where a move stands in the canonical order: its action, then its values as listed, none last.

    Among picks, done comes first.
    """
    program = state.engine.program
    actions = [one.action for one in choice_of(state).decision.alternatives]
    index = actions.index(move.action)
    key = [index]
    _, values = read_move(program, choice_of(state).decision, move)
    for step, value in zip(choice_of(state).options[index].steps, values, strict=True):
        is_none = value < 0 and step.picks is None
        key.append(program.domains[step.stage.domain].size if is_none else value)
    return tuple(key)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_legal_moves_are_distinct_in_order_and_all_can_be_made(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    if state.is_over:
        assert state.to_move == ()
        return
    player = state.to_move[0]
    moves = some_moves(state, player)
    ranks = [rank(state, move) for move in moves]
    assert ranks == sorted(set(ranks))
    assert len({str(move) for move in moves}) == len(moves) == state.count(player, MOST_MOVES)
    for move in moves:
        assert state.refusal(player, move) is None
        assert state.refusal(player, str(move)) is None
    tried = moves if len(moves) <= 30 else random.Random(len(moves)).sample(moves, 30)
    for move in tried:
        by_name = {"action": move.action, "choices": dict(move.choices)}
        assert state.apply(player, move) == state.apply(player, str(move)) == state.apply(player, by_name)


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_move_that_is_not_listed_is_refused_with_a_reason(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    players = range(1, state.engine.program.players + 1)
    if state.is_over:
        assert all(refusal_of(state, player, "x").reason == "over" for player in players)
        return
    player = state.to_move[0]
    listed = set(some_moves(state, player))
    whole = len(listed) < MOST_MOVES
    for _ in range(30):
        move = any_move(state, lots)
        for other in players:
            if other not in state.asked:
                assert refusal_of(state, other, move).reason == "turn"
        if move in listed or (not whole and state.refusal(player, move) is None):
            continue
        refusal = refusal_of(state, player, move)
        assert refusal.message
        assert refusal.reason in reasons(state)
        with pytest.raises(Refusal):
            state.apply(player, move)


def any_move(state: State, lots: random.Random) -> Move:
    """A move that is well written, though it may not be legal."""
    program = state.engine.program
    alternative = lots.choice(choice_of(state).decision.alternatives)
    choices = []
    for stage in alternative.stages:
        domain = program.domains[stage.domain]
        number = lots.randint(0, stage.parts) if stage.several is not None else stage.parts
        members = [lots.randrange(domain.size + stage.optional) for _ in range(number)]
        if stage.several is not None:
            members.sort()
        words = [member_text(domain, -1 if member == domain.size else member) for member in members]
        if words:
            choices.append((stage.name, " ".join(words)))
    return Move(alternative.action, tuple(choices))


def refusal_of(state: State, player: int, move: Move | str) -> Refusal:
    refusal = state.refusal(player, move)
    assert refusal is not None
    return refusal


def reasons(state: State) -> set[str]:
    """Every reason that the decision can give: its stages and the names of its requirements."""
    found = {"action"}
    for alternative in choice_of(state).decision.alternatives:
        found |= {one.name for one in alternative.requires}
        for stage in alternative.stages:
            found |= {stage.name, *(one.name for one in stage.requires)}
    return found


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data(), text=st.text(max_size=40))
def test_any_text_is_a_move_or_refused(name: str, data: st.DataObject, text: str) -> None:
    state = data.draw(positions(name))
    for player in (0, 1, 2, 99):
        refusal = state.refusal(player, text)
        if refusal is None:
            state.apply(player, text)
        else:
            assert refusal.message


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_stages_list_the_same_moves_as_whole_moves(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    if state.is_over:
        return
    player = state.to_move[0]
    if state.count(player, MOST_MOVES) == MOST_MOVES:
        return
    whole = [str(move) for move in state.legal(player)]
    assert by_stages(state, player, state) == whole


def by_stages(state: State, player: int, start: State) -> list[str]:
    """The whole moves, found by trying every value of every stage; each path lists what is left of them."""
    view = state.stage(player)
    assert view.values
    assert len(set(view.values)) == len(view.values)
    assert player in state.to_move
    found: list[str] = []
    for value in view.values:
        after = state.choose(player, value)
        if is_made(start, after, player):
            found.append(written(view, value))
        else:
            inside = by_stages(after, player, start)
            assert inside == [str(move) for move in after.legal(player)]
            found.extend(inside)
    return found


def written(view: StageView, value: str) -> str:
    """The move that the last choice completes."""
    if view.stage == "action" and not view.chosen:
        return value
    assert view.action is not None
    words = " ".join(word for word in (*view.made, value) if word != DONE_TEXT)
    return str(Move(view.action, (*view.chosen, *([(view.stage, words)] if words else []))))


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_a_value_that_no_stage_offers_is_refused(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    if state.is_over:
        return
    player = state.to_move[0]
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    while True:
        view = state.stage(player)
        known = {name for domain in state.engine.program.domains for name in domain.names}
        actions = {one.action for one in choice_of(state).decision.alternatives}
        strange = sorted({*known, "nonsense", ""} - actions - set(view.values))
        for value in lots.sample(strange, min(5, len(strange))):
            with pytest.raises(Refusal):
                state.choose(player, value)
        before, state = state, state.choose(player, lots.choice(view.values))
        if is_made(before, state, player) or state.is_over:
            return


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_the_only_move_is_taken_by_itself_or_asked_for(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name, "take"))
    if not (state.is_over or choice_of(state).secret or state.together):
        assert state.count(state.to_move[0], 2) == 2
    state = data.draw(positions(name, "ask"))
    if not state.is_over:
        assert state.count(state.to_move[0], 1) == 1


@pytest.mark.parametrize("name", GAMES)
@LAW
@given(data=st.data())
def test_asking_for_forced_moves_plays_the_same_match(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    lots = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    *_, last = states = list(walk(case.start("take"), lots))
    taken = [one for state in states for one in state.trail if isinstance(one, Taken)]
    asked = case.start("ask")
    for one in taken:
        assert one.player in asked.to_move
        is_asked = asked.together or choice_of(asked).secret
        assert one.forced == (asked.count(one.player, 2) == 1 and not is_asked)
        asked = asked.apply(one.player, one.move)
    assert (asked.slots, asked.rng, asked.taken, asked.block) == (
        last.slots,
        last.rng,
        last.taken,
        last.block,
    )
    assert asked.result == last.result
