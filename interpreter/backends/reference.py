"""The reference executor behind the interface that all executors share."""

from collections.abc import Iterator

from interpreter.backends.executor import Position
from interpreter.core.ir import Program
from interpreter.engine.chance import Lot
from interpreter.engine.forms import Slots
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, Whole, write
from interpreter.engine.playout import Outcome, playout
from interpreter.engine.policy import Policy
from interpreter.engine.together import Begun, chooser, put_down, take_turn, waiting


class Reference:
    """Runs a program as closures: the meaning that all executors agree with."""

    name = "reference"

    def __init__(self, program: Program, engine: Engine | None = None) -> None:
        self.program = program
        self.engine = engine or Engine(program)

    def begin(self) -> Position:
        """See `executor.Executor`, as for all below."""
        return self._from(list(self.engine.layout.start), self.program.entry, 0)

    def advance(self, position: Position) -> Position:
        """The next stop from the beginning of a block on."""
        return self._from(list(position.slots), position.block, position.spent)

    def legal(self, position: Position, player: int | None = None) -> Iterator[Whole]:
        """All whole moves in canonical order."""
        choice, s = self._choice(position, player)
        choice.prepare(s)
        return choice.wholes(s)

    def count(self, position: Position, limit: int, player: int | None = None) -> int:
        """How many whole moves there are, as far as ``limit``."""
        choice, s = self._choice(position, player)
        choice.prepare(s)
        return choice.count(s, limit)

    def play(self, position: Position, move: Whole, player: int | None = None) -> Position:
        """The stop after a legal whole move."""
        choice, s = self._choice(position, player)
        option = choice.options[move[0]]
        chosen = write(option, 0, move[1], s)
        together, start = choice.together, self.engine.layout.start
        if together is not None:
            put_down(together, s, start, s[together.me], Begun(option.index, chosen), is_whole=True)
            if waiting(together, s):
                return Position(self.engine.layout.frozen(s), position.block, position.spent)
        return self._from(s, option.block, 0)

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""
        choice, s = self._choice(position, None)
        return self._from(s, stuck_block(self.program, choice), position.spent)

    def draw(self, position: Position, rng: int) -> tuple[Position, int]:
        """The stop after chance, and the generator."""
        lot = self.engine.quiet.stops[position.block]
        assert isinstance(lot, Lot), "the position does not stop at chance"
        s = list(position.slots)
        rng = lot.draw(s, rng)
        return self._from(s, lot.block, position.spent), rng

    def playout(self, seed: int, policy: Policy, cut: int) -> Outcome:
        """One game at random."""
        return playout(self.engine, seed, policy, cut)

    def outcomes(self, seeds: tuple[int, ...], policy: Policy, cut: int) -> list[Outcome]:
        """One playout for each seed."""
        return [playout(self.engine, seed, policy, cut) for seed in seeds]

    def _choice(self, position: Position, player: int | None) -> tuple[Choice, Slots]:
        """The decision, and the slots in which its stages are chosen."""
        choice, s = self.engine.quiet.stops[position.block], list(position.slots)
        assert isinstance(choice, Choice), "the position does not stop at a decision"
        together = choice.together
        if together is not None:
            take_turn(together, s, self.engine.layout.start, chooser(together, s, player))
        return choice, s

    def _from(self, s: Slots, block: int, spent: int) -> Position:
        block, spent = self.engine.quiet.advance(s, block, spent)
        return Position(self.engine.layout.frozen(s), block, spent)
