"""A program written by hand as a game of which matches can be started."""

from interpreter.core.ir import Program
from interpreter.engine.machine import Engine
from interpreter.record.starting import Options


class Table:
    """The game of one program; whatever options and players are asked for, it is that one."""

    def __init__(self, program: Program) -> None:
        self._engine = Engine(program)

    @property
    def name(self) -> str:
        return self._engine.program.game

    def engine(self, players: int | None = None, options: Options | None = None) -> Engine:
        return self._engine

    def demand_checks(self, program: Program) -> None:
        pass
