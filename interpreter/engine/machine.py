"""A program compiled: its blocks run until the game stops at a decision, at chance or at its end."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from interpreter.core.digest import digest
from interpreter.core.ir import Block, Branch, Choose, Draw, DrawBag, End, Go, Program
from interpreter.engine.budget import MAX_UNITS, charges
from interpreter.engine.chance import Lot, compile_lot
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Eval, Run, Slots, Tape, place_of
from interpreter.engine.invariants import Invariants
from interpreter.engine.layout import Layout
from interpreter.engine.moves import Choice, compile_choice, forget, hints_of
from interpreter.engine.seats import seats_of
from interpreter.engine.statements import Statements

_STOP = -1


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over."""


Stop = Choice | Lot | Over
"""Where a game stops: at a decision, at chance, at its end."""


class Code:
    """The blocks of a program as closures, with logs or without.

    ``stops[b]`` is what block ``b`` stops at, None where it goes on by itself.
    """

    def __init__(self, program: Program, choices: tuple[Choice, ...], logs: bool) -> None:
        statements = Statements(program, logs)
        self._charges = charges(program)
        self._steps = tuple(_step(statements, block) for block in program.blocks)
        self.stops = tuple(_stop(statements.closures, choices, block) for block in program.blocks)

    def advance(self, s: Slots, block: int, spent: int) -> tuple[int, int]:
        """Run from a block on; the block that stops the game, and all that is spent by then.

        Raises: RulesError E705 where more than MAX_UNITS are spent, and what a statement raises.
        """
        steps, costs = self._steps, self._charges
        while True:
            spent += costs[block]
            if spent > MAX_UNITS:
                raise RulesError("E705", f"no decision after {MAX_UNITS:,} steps")
            way = steps[block](s)
            if way < 0:
                return block, spent
            block = way


class Engine:
    """Everything that runs one program; built once, then only read.

    ``tape`` makes the slots on which a match goes from one state to the next.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tape: Callable[[tuple[int, ...]], Tape] = Tape
        self.seats = seats_of(program)
        self.layout = Layout(program)
        self.closures = Closures(program)
        self.choices = tuple(compile_choice(self.closures, decision) for decision in program.decisions)

    def forget(self) -> None:
        """Let searches ahead begin without what earlier ones found, so that no game depends on another: how
        many values are tried in vain depends on it, and so does E708.
        """
        forget(self._hints)

    @cached_property
    def _hints(self) -> list[list[int]]:
        return hints_of(self.choices)

    @cached_property
    def digest(self) -> str:
        """The program's digest."""
        return digest(self.program)

    @cached_property
    def ranking_keys(self) -> tuple[tuple[str, Eval], ...]:
        """The keys of the ranking by name; none where there is no ranking."""
        ranking = self.program.ranking
        if ranking is None:
            return ()
        with self.closures.bounds.knowing(ranking.var, (0, self.program.players - 1)):
            return tuple((key.name, self.closures.expr(key.value)) for key in ranking.keys)

    @cached_property
    def invariants(self) -> Invariants:
        """What the author says is always true; play itself never asks."""
        return Invariants(self.closures)

    @cached_property
    def logged(self) -> Code:
        """The code that tells what happens; needs a Tape for slots."""
        return Code(self.program, self.choices, logs=True)

    @cached_property
    def quiet(self) -> Code:
        """The code for playouts."""
        return Code(self.program, self.choices, logs=False)


def stuck_block(program: Program, choice: Choice) -> int:
    """The block to go on with where nothing is legal.

    Raises: RulesError E704 where the ruleset names none.
    """
    if choice.stuck < 0:
        message = f"nothing is legal at `{choice.decision.name}`"
        raise RulesError("E704", message, place_of(program, choice.decision.place))
    return choice.stuck


def _stop(closures: Closures, choices: tuple[Choice, ...], block: Block) -> Stop | None:
    end = block.end
    match end:
        case Choose():
            return choices[end.decision]
        case Draw() | DrawBag():
            return compile_lot(closures, end)
        case End():
            return Over()
        case _:
            return None


def _step(statements: Statements, block: Block) -> Callable[[Slots], int]:
    """The function that runs a block and gives the block to go on with, or a negative number."""
    body = statements.body(block.body) if block.body else None
    match block.end:
        case Branch(test, yes, no):
            return _branch(body, statements.closures.expr(test), yes, no)
        case Go(way):
            return _go(body, way)
        case _:
            return _go(body, _STOP)


def _go(body: Run | None, way: int) -> Callable[[Slots], int]:
    if body is None:
        return lambda s: way

    def run(s: Slots) -> int:
        body(s)
        return way

    return run


def _branch(body: Run | None, test: Eval, yes: int, no: int) -> Callable[[Slots], int]:
    if body is None:
        return lambda s: yes if test(s) else no

    def run(s: Slots) -> int:
        body(s)
        return yes if test(s) else no

    return run
