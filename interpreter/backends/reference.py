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

    def legal(self, position: Position) -> Iterator[Whole]:
        """All whole moves in canonical order."""
        choice, s = self._choice(position)
        choice.prepare(s)
        return choice.wholes(s)

    def count(self, position: Position, limit: int) -> int:
        """How many whole moves there are, as far as ``limit``."""
        choice, s = self._choice(position)
        choice.prepare(s)
        return choice.count(s, limit)

    def play(self, position: Position, move: Whole) -> Position:
        """The stop after a legal whole move."""
        choice, s = self._choice(position)
        option = choice.options[move[0]]
        write(option, 0, move[1], s)
        return self._from(s, option.block, 0)

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""
        choice, s = self._choice(position)
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

    def _choice(self, position: Position) -> tuple[Choice, Slots]:
        choice = self.engine.quiet.stops[position.block]
        assert isinstance(choice, Choice), "the position does not stop at a decision"
        return choice, list(position.slots)

    def _from(self, s: Slots, block: int, spent: int) -> Position:
        block, spent = self.engine.quiet.advance(s, block, spent)
        return Position(self.engine.layout.frozen(s), block, spent)
