"""The player that chooses at random."""

from itertools import islice

from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import MASK, below
from interpreter.engine.state import DONE_TEXT, State


class RandomPlayer:
    """Chooses uniformly, from a SplitMix64 stream of its own.

    With ``policy`` "auto" every whole move is as likely, unless there are more than `CUT` or some stage has
    several parts; with "stage" the action and then each of its stages is chosen uniformly from what is
    offered. "move" is whole moves always.
    """

    def __init__(self, seed: int, policy: Policy = "auto") -> None:
        self._rng = seed & MASK
        self._policy = policy

    def choose(self, state: State, player: int) -> str:
        """The text of a legal move.

        Raises: Refusal where it is not that player's turn; TooManyMoves with the policy "move" where there
        are too many to list.
        """
        if self._policy == "move" or (self._policy == "auto" and not state.staged):
            count = state.count(player, CUT + 1)
            if count > CUT and self._policy == "move":
                raise state.too_many(player, CUT)
            if count <= CUT:
                return str(next(islice(state.legal(player), self._below(count), None)))
        return self._by_stages(state, player)

    def _by_stages(self, state: State, player: int) -> str:
        """A move put together from the values of its stages, each uniform among those offered."""
        view = state.stage(player)
        words = [word for pair in view.chosen for word in pair]
        if view.action is not None:
            words.insert(0, view.action)
        while True:
            view = state.stage(player)
            value = view.values[self._below(len(view.values))]
            if view.action is not None and not view.made:
                words.append(view.stage)
            if value != DONE_TEXT:
                words.append(value)
            elif not view.made:
                words.pop()  # nothing is chosen there, so that the stage is not mentioned
            state = state.choose(player, value)
            if not state.has_begun(player):
                return " ".join(words)

    def _below(self, n: int) -> int:
        self._rng, value = below(self._rng, n)
        return value
