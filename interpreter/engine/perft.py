"""Counts of move sequences from a state: the usual proof that rules are as published."""

from dataclasses import dataclass

from interpreter.core.ir import Together
from interpreter.engine.chance import Lot
from interpreter.engine.forms import Slots
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, write
from interpreter.engine.state import State
from interpreter.engine.together import Begun, clear, done, put_down, take_up, waiting


def perft(state: State, depth: int) -> list[int]:
    """How many sequences of 1, 2, … ``depth`` whole moves there are.

    Forced moves are moves. A sequence that ended earlier is not counted at a greater depth, and a draw
    multiplies by its distinct outcomes. A move half made counts as from its beginning. Where several choose
    at once, each of their moves counts by itself, in the order of seats.

    Raises: RulesError.
    """
    walk = _Walk(state.engine, [0] * depth)
    if depth > 0 and not state.is_over:
        walk.stop(list(state.slots), state.block, state.taken, 0, 0)
    return walk.counts


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk through all sequences. Its methods may write the slots that they are given."""

    engine: Engine
    counts: list[int]

    def stop(self, s: Slots, block: int, taken: int, depth: int, spent: int) -> None:
        """Count what follows where the game has stopped."""
        stop = self.engine.quiet.stops[block]
        if isinstance(stop, Lot):
            for member, _ in stop.weights(s):
                drawn = list(s)
                drawn[stop.slot] = member
                self._run(drawn, stop.block, taken, depth, spent)
        elif isinstance(stop, Choice) and stop.together is not None:
            self._together(stop, stop.together, s, taken, depth)
        elif isinstance(stop, Choice):
            kept = [s[slot] for slot in stop.slots]
            stop.prepare(s)
            if not self._moves(stop, s, kept, taken, depth):
                stop.restore(None, s, kept)
                self._run(s, stuck_block(self.engine.program, stop), taken, depth, spent)

    def _moves(self, choice: Choice, s: Slots, kept: list[int], taken: int, depth: int) -> int:
        """Count and make every move of a decision; how many there are, at least 1 if any."""
        if taken >= self.engine.program.longest:
            return choice.count(s, 1)
        ways = 0
        if depth + 1 == len(self.counts):
            ways = choice.count(s)
        else:
            for index, members in choice.wholes(s):
                ways += 1
                after, option = list(s), choice.options[index]
                choice.restore(option, after, kept)
                write(option, 0, members, after)
                self._run(after, option.block, taken + 1, depth + 1, 0)
        self.counts[depth] += ways
        return ways

    def _together(self, choice: Choice, together: Together, s: Slots, taken: int, depth: int) -> None:
        """Count and make every move of the next player of several who choose at once."""
        start = self.engine.layout.start
        player = waiting(together, s)[0]
        seat = list(s)
        clear(together, seat, start, player)
        take_up(together, seat, player)
        choice.prepare(seat)
        if not choice.count(seat, 1):
            stuck_block(self.engine.program, choice)
        if taken >= self.engine.program.longest:
            return
        if depth + 1 == len(self.counts):
            self.counts[depth] += choice.count(seat)
            return
        for index, members in choice.wholes(seat):
            self.counts[depth] += 1
            after, option = list(s), choice.options[index]
            take_up(together, after, player)
            write(option, 0, members, after)
            put_down(together, after, start, player, Begun(index, len(members)), is_whole=True)
            if waiting(together, after):
                self._together(choice, together, after, taken, depth + 1)
            else:
                made = len(done(together, after))
                self._run(after, option.block, taken + made, depth + 1, 0)

    def _run(self, s: Slots, block: int, taken: int, depth: int, spent: int) -> None:
        block, spent = self.engine.quiet.advance(s, block, spent)
        self.stop(s, block, taken, depth, spent)
