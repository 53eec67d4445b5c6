"""The player that always makes the first legal move in canonical order."""

from interpreter.engine.state import State


class FirstPlayer:
    """Has no mind of its own: useful as an opponent that never surprises, and in tests."""

    def choose(self, state: State, player: int) -> str:
        """The text of the first legal move.

        Raises: Refusal where it is not that player's turn.
        """
        return str(next(state.legal(player)))
