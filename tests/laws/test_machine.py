"""Matches driven in any order: moves, stages, refusals, undo, saving; the match never loses its way."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from interpreter import Match, Refusal, State
from interpreter.engine.state import restored
from tests.laws.cases import GAMES, Case, cases, is_made, some_moves


class Matches(RuleBasedStateMachine):
    """A match beside a plain list of what its states should be."""

    @initialize(data=st.data(), name=st.sampled_from(GAMES), forced=st.sampled_from(["take", "ask"]))
    def begin(self, data: st.DataObject, name: str, forced: str) -> None:
        self.case: Case = data.draw(cases(name))
        self.match = Match(self.case.engine, self.case.seed, forced="ask" if forced == "ask" else "take")
        self.states: list[tuple[State, str]] = []
        self.expect()

    def expect(self) -> None:
        """What the match has come to is how it must stay."""
        self.states.append((self.match.state, self.match.state.digest))

    @property
    def state(self) -> State:
        return self.match.state

    def running(self) -> bool:
        return not self.match.state.is_over

    # -- what may be done -------------------------------------------------------------------------------

    @precondition(running)
    @rule(data=st.data())
    def apply(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.state.asked))
        if player in self.state.to_move:
            moves = some_moves(self.state, player)
        else:  # a change of mind: whatever was chosen, all is offered again
            moves = some_moves(self.state.withdraw(player), player)
            assert moves == some_moves(self.state, player)
        before = self.state
        self.match.apply(player, moves[data.draw(st.integers(0, len(moves) - 1))])
        assert is_made(before, self.state, player)
        self.expect()

    @precondition(running)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.state.asked))
        values = self.state.stage(player).values
        self.match.choose(player, values[data.draw(st.integers(0, len(values) - 1))])
        self.expect()

    @precondition(lambda self: bool(self.state.open_choices) and self.state.together)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(sorted(self.state.open_choices)))
        asked = self.state.asked
        self.match.withdraw(player)
        assert player in self.state.to_move
        assert player not in self.state.open_choices
        assert self.state.asked == asked
        self.expect()

    @rule(player=st.integers(0, 9), text=st.sampled_from(["", "pass", "move", "choose to none", "x y z"]))
    def mistake(self, player: int, text: str) -> None:
        if self.state.refusal(player, text) is None:
            return
        with pytest.raises(Refusal):
            self.match.apply(player, text)

    @rule()
    def undo(self) -> None:
        undone = self.match.undo()
        assert undone == (len(self.states) > 1)
        if undone:
            self.states.pop()

    @rule()
    def save_and_go_on(self) -> None:
        again = restored(self.match.engine, self.state.saved(), forced=self.state.forced)
        assert again == self.state
        self.match.states[-1] = again

    # -- what always holds --------------------------------------------------------------------------------

    @invariant()
    def states_stay_as_they_were(self) -> None:
        assert len(self.match.states) == len(self.match.trails) == len(self.states)
        for state, (expected, digest) in zip(self.match.states, self.states, strict=True):
            assert state == expected
            assert state.digest == digest

    @invariant()
    def somebody_acts_or_it_is_over(self) -> None:
        assert (self.state.to_move == ()) == self.state.is_over == (self.match.result is not None)

    @invariant()
    def views_hold_what_they_may(self) -> None:
        spectator = self.state.view(None)
        for player in range(1, self.match.players + 1):
            view = self.state.view(player)
            assert set(map(str, hidden(view))) <= set(map(str, hidden(spectator)))


def hidden(view: object) -> list[object]:
    assert isinstance(view, dict)
    cells = view["hidden"]
    assert isinstance(cells, list)
    return cells


TestMatches = Matches.TestCase
TestMatches.settings = settings(
    deadline=None,
    derandomize=True,
    max_examples=40,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
