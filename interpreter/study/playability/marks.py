"""A program that watches itself: the same game, with ghost slots that say which of its parts were run.

Marks are statements like any other, so that every executor runs them and the slots at the end of a game
tell what happened in it. No rule reads them, and ghosts are not hashed: a match goes as it goes without them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from interpreter.core import ir


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark stands for: an ``event`` of the program that is told, an ``alternative`` of a decision that
    is taken, a ``decision`` that is reached, or one at which nothing was legal and the ruleset says what
    follows (``stuck``). ``index`` is that of the event or the decision, ``way`` that of the alternative.
    """

    part: Literal["event", "alternative", "decision", "stuck"]
    index: int
    way: int = -1


@dataclass(frozen=True, slots=True)
class Bound:
    """A repetition with a bound: at most so many laps, at a place of the program."""

    place: int
    most: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A program with marks: mark ``i`` has slot ``base + i``, the most laps of bound ``i`` ``laps + i``."""

    program: ir.Program
    marks: tuple[Mark, ...]
    bounds: tuple[Bound, ...]
    base: int
    laps: int

    def seen(self, slots: Sequence[int]) -> int:
        """The marks that are set, as bits."""
        found = 0
        for index, value in enumerate(slots[self.base : self.laps]):
            if value:
                found |= 1 << index
        return found

    def most_laps(self, slots: Sequence[int]) -> tuple[int, ...]:
        """The most laps of each bounded repetition."""
        return tuple(slots[self.laps : self.laps + len(self.bounds)])

    def clear(self, slots: list[int]) -> None:
        """Take all marks away."""
        slots[self.base : self.laps + len(self.bounds)] = [0] * (len(self.marks) + len(self.bounds))


def marked(program: ir.Program) -> Marked:
    """The program with marks."""
    return _Marker(program).run()


class _Marker:
    """Numbers all that is marked, then writes the blocks anew."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.marks: dict[Mark, int] = {}
        self.bounds: dict[Bound, int] = {}
        for block in program.blocks:
            self._number(block.body)
        for index, decision in enumerate(program.decisions):
            self._mark(Mark("decision", index))
            for way in range(len(decision.alternatives)):
                self._mark(Mark("alternative", index, way))
            if decision.stuck >= 0:
                self._mark(Mark("stuck", index))
        self.base = max((group.base + group.count for group in program.slots), default=0)
        self.laps = self.base + len(self.marks)

    def run(self) -> Marked:
        """The program with marks."""
        program = self.program
        self.blocks = [self._block(block) for block in program.blocks]
        decisions = [self._decision(index, one) for index, one in enumerate(program.decisions)]
        most = 1 + max((bound.most for bound in self.bounds), default=0)
        groups = (_ghosts("marks", self.base, len(self.marks), 1),
                  _ghosts("most laps", self.laps, len(self.bounds), most))  # fmt: skip
        made = replace(
            program,
            slots=(*program.slots, *(group for group in groups if group.count)),
            blocks=tuple(self.blocks),
            decisions=tuple(decisions),
            beside=(0, 0, 0),
        )
        return Marked(made, tuple(self.marks), tuple(self.bounds), self.base, self.laps)

    # -- numbers --------------------------------------------------------------------------------------

    def _number(self, body: tuple[ir.Statement, ...]) -> None:
        for statement in body:
            match statement:
                case ir.Log(event, _, _):
                    self._mark(Mark("event", event))
                case ir.Require(ir.Compare("lt", ir.Read(), ir.Const(most)), "E702", place):
                    self.bounds.setdefault(Bound(place, most), len(self.bounds))
                case ir.When(_, then, other):
                    self._number(then)
                    self._number(other)
                case ir.Loop(body=inner) | ir.Sorted(body=inner) | ir.Repeat(body=inner):
                    self._number(inner)
                case _:
                    pass

    def _mark(self, mark: Mark) -> None:
        self.marks.setdefault(mark, len(self.marks))

    # -- code -----------------------------------------------------------------------------------------

    def _set(
        self, part: Literal["event", "alternative", "decision", "stuck"], index: int, way: int = -1
    ) -> ir.Set:
        return ir.Set(self.base + self.marks[Mark(part, index, way)], ir.Const(1))

    def _block(self, block: ir.Block) -> ir.Block:
        body = self._body(block.body)
        if isinstance(block.end, ir.Choose):
            body = (*body, self._set("decision", block.end.decision))
        return replace(block, body=body)

    def _body(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple(made for statement in body for made in self._statement(statement))

    def _statement(self, statement: ir.Statement) -> tuple[ir.Statement, ...]:
        match statement:
            case ir.Log(event, _, _):
                return self._set("event", event), statement
            case ir.When(_, then, other):
                return (replace(statement, then=self._body(then), other=self._body(other)),)
            case ir.Loop(body=inner) | ir.Sorted(body=inner) | ir.Repeat(body=inner):
                return (replace(statement, body=self._body(inner)),)
            case ir.Require(ir.Compare("lt", ir.Read() as laps, ir.Const(most)), "E702", place):
                slot = self.laps + self.bounds[Bound(place, most)]
                lap = ir.Arith("min", ir.Arith("add", laps, ir.Const(1)), ir.Const(most))
                return statement, ir.Set(slot, ir.Arith("max", ir.Read(slot), lap))
            case _:
                return (statement,)

    def _decision(self, index: int, decision: ir.Decision) -> ir.Decision:
        """The decision, each alternative of which goes through a block of its own that marks it."""
        alternatives = decision.alternatives
        if isinstance(decision, ir.Together):
            block = self._through(self._chosen_together(index, decision), alternatives[0].block)
            blocks = [block] * len(alternatives)
        else:
            blocks = [
                self._through((self._set("alternative", index, way),), one.block)
                for way, one in enumerate(alternatives)
            ]
        stuck = decision.stuck
        if stuck >= 0:
            stuck = self._through((self._set("stuck", index),), stuck)
        made = (replace(one, block=block) for one, block in zip(alternatives, blocks, strict=True))
        return replace(decision, alternatives=tuple(made), stuck=stuck)

    def _chosen_together(self, index: int, decision: ir.Together) -> tuple[ir.Statement, ...]:
        """Marks for what each of several players has chosen, which all go on with one block."""
        return tuple(
            ir.When(
                ir.Compare("eq", ir.Read(decision.answer + player), ir.Const(way)),
                (self._set("alternative", index, way),),
                (),
            )
            for player in range(decision.players)
            for way in range(len(decision.alternatives))
        )

    def _through(self, body: tuple[ir.Statement, ...], block: int) -> int:
        self.blocks.append(ir.Block(body, ir.Go(block)))
        return len(self.blocks) - 1


def _ghosts(name: str, base: int, count: int, high: int) -> ir.Slot:
    return ir.Slot(name, base, count, 0, high, 0, "ghost", (0,) * count)
