"""Runs a program as emitted Python: whole games at random, and a game stop by stop."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from interpreter.backends.executor import Position
from interpreter.backends.python.decisions import MANY, NOTHING
from interpreter.backends.python.evaluators import choices
from interpreter.backends.python.module import source, tables
from interpreter.backends.python.runtime import Failed, names
from interpreter.backends.python.scope import Facts
from interpreter.backends.reference import Reference
from interpreter.core.ir import Choose, Draw, DrawBag, Program
from interpreter.engine.at_random import Policy, draw_move
from interpreter.engine.budget import MAX_UNITS
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots
from interpreter.engine.layout import Layout
from interpreter.engine.moves import Choice, Whole, write
from interpreter.engine.playout import Outcome
from interpreter.engine.result import Result, result_from
from interpreter.engine.rng import MASK
from interpreter.engine.together import Begun, asked, put_down, take_up, tidy

Run = Callable[[Slots], tuple[int, int]]
Decide = Callable[[Slots, int, int], tuple[int, int, int]]


class Python:
    """The emitted code of one program, compiled.

    Where it finds that the rules fail, or cannot go on by itself, the reference does the same again and says
    what is wrong: so its errors are the reference's.
    """

    name = "python"

    def __init__(self, program: Program) -> None:
        self.program = program
        self._layout = Layout(program)
        self._start = list(self._layout.start)
        self._facts = Facts(program)
        self._known = {**names(), **tables(program), "bisect": bisect_right}
        found = self._compiled(source(program, self._facts))
        self._blocks: dict[int, Run] = found["BLOCKS"]
        self._deciding: dict[int, Decide] = {}
        self._drawing: dict[int, tuple[Callable[[Slots, int], int], int]] = {}
        self._decisions: dict[int, int] = {}
        self._keys: Callable[[Slots, int], tuple[int, ...]] | None = found.get("keys")
        for number, block in enumerate(program.blocks):
            end = block.end
            if isinstance(end, Draw | DrawBag):
                self._drawing[number] = found[f"draw_{number}"], end.block
            elif isinstance(end, Choose):
                self._decisions[number] = end.decision
                if f"decide_{end.decision}" in found:
                    self._deciding[number] = found[f"decide_{end.decision}"]

    @cached_property
    def source(self) -> str:
        """The emitted module, to be read."""
        return source(self.program, self._facts)

    @cached_property
    def _choices(self) -> tuple[Choice, ...]:
        return choices(self.program, self._facts, self._compiled)

    @cached_property
    def _reference(self) -> Reference:
        return Reference(self.program)

    def _compiled(self, text: str) -> dict[str, Any]:
        found = dict(self._known)
        exec(compile(text, f"<{self.program.players} players>", "exec"), found)
        return found

    # -- stop by stop ---------------------------------------------------------------------------------

    def begin(self) -> Position:
        """See `executor.Executor`, as for all below."""
        try:
            return self._from(list(self._start), self.program.entry, 0)
        except Failed:
            return self._reference.begin()

    def legal(self, position: Position) -> Iterator[Whole]:
        """All whole moves in canonical order."""
        found = 0
        try:
            choice, s = self._choice(position)
            choice.prepare(s)
            for whole in choice.wholes(s):
                yield whole
                found += 1
        except Failed:
            yield from islice(self._reference.legal(position), found, None)

    def count(self, position: Position, limit: int) -> int:
        """How many whole moves there are, as far as ``limit``."""
        try:
            choice, s = self._choice(position)
            choice.prepare(s)
            return choice.count(s, limit)
        except Failed:
            return self._reference.count(position, limit)

    def play(self, position: Position, move: Whole) -> Position:
        """The stop after a legal whole move."""
        try:
            choice, s = self._choice(position)
            option = choice.options[move[0]]
            write(option, 0, move[1], s)
            return self._from(s, option.block, 0)
        except Failed:
            return self._reference.play(position, move)

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""
        try:
            stuck = self.program.decisions[self._decisions[position.block]].stuck
            if stuck < 0:
                raise Failed
            return self._from(list(position.slots), stuck, position.spent)
        except Failed:
            return self._reference.stuck(position)

    def draw(self, position: Position, rng: int) -> tuple[Position, int]:
        """The stop after chance, and the generator."""
        try:
            draw, way = self._drawing[position.block]
            s = list(position.slots)
            after = draw(s, rng)
            return self._from(s, way, position.spent), after
        except Failed:
            return self._reference.draw(position, rng)

    def _choice(self, position: Position) -> tuple[Choice, Slots]:
        return self._choices[self._decisions[position.block]], list(position.slots)

    def _from(self, s: Slots, block: int, spent: int) -> Position:
        block, spent = self._advance(s, block, spent)
        return Position(self._layout.frozen(s), block, spent)

    def _advance(self, s: Slots, block: int, spent: int) -> tuple[int, int]:
        """Run from a block on; the block that stops the game, and all that is spent by then."""
        blocks = self._blocks
        while block >= 0:
            block, cost = blocks[block](s)
            spent += cost
            if spent > MAX_UNITS:
                raise Failed
        return ~block, spent

    # -- whole games ----------------------------------------------------------------------------------

    def playout(self, seed: int, policy: Policy, cut: int) -> Outcome:
        """One game at random."""
        try:
            return self._playout(seed, policy, cut)
        except (Failed, RulesError):
            return self._reference.playout(seed, policy, cut)

    def outcomes(self, seeds: tuple[int, ...], policy: Policy, cut: int) -> list[Outcome]:
        """One playout for each seed."""
        return [self.playout(seed, policy, cut) for seed in seeds]

    def _playout(self, seed: int, policy: Policy, cut: int) -> Outcome:
        program, blocks, drawing = self.program, self._blocks, self._drawing
        deciding = self._deciding if policy == "move" else {}
        s = list(self._start)
        rng, block, spent = seed & MASK, program.entry, 0
        game = _Game(program)
        longest = program.longest
        while True:
            while block >= 0:
                block, cost = blocks[block](s)
                spent += cost
                if spent > MAX_UNITS:
                    raise Failed
            block = ~block
            decide = deciding.get(block)
            if decide is not None and game.moves < longest:
                index, rng, total = decide(s, rng, cut)
                if index >= 0:
                    block, spent = game.took(self._decisions[block], index, total > 1), 0
                    continue
                if index == NOTHING:
                    block = self._stuck(block)
                    continue
                assert index == MANY
            elif block in drawing:
                draw, block = drawing[block]
                rng = draw(s, rng)
                continue
            number = self._decisions.get(block)
            if number is None:
                break
            rng, way = self._slowly(game, number, s, rng, "stage" if decide else policy, cut)
            if way is None:
                break
            if way >= 0:
                spent = 0
            block = way if way >= 0 else self._stuck(block)
        result = self._result(s, number is not None)
        return Outcome(
            result,
            game.moves,
            game.choices,
            tuple(game.actions.items()),
            self._layout.frozen(s),
            rng,
            game.staged,
        )

    def _stuck(self, block: int) -> int:
        stuck = self.program.decisions[self._decisions[block]].stuck
        if stuck < 0:
            raise Failed
        return stuck

    def _slowly(
        self, game: "_Game", number: int, s: Slots, rng: int, policy: Policy, cut: int
    ) -> tuple[int, int | None]:
        """A decision made the reference's way: the generator and the block to go on with, -1 where nothing is
        legal, None where the match is not to go on.
        """
        choice, goes_on = self._choices[number], game.moves < self.program.longest
        if choice.together is not None:
            return self._together(game, number, s, rng, policy, cut)
        kept = [s[slot] for slot in choice.slots]
        choice.prepare(s)
        if not goes_on:
            is_stuck = not choice.anything_legal(s)
            choice.restore(None, s, kept)
            return rng, -1 if is_stuck else None
        rng, made = draw_move(choice, s, rng, policy, cut)
        choice.restore(made.option if made else None, s, kept)
        if made is None:
            return rng, -1
        game.staged += made.staged and made.several
        return rng, game.took(number, made.option.index, made.several)

    def _together(
        self, game: "_Game", number: int, s: Slots, rng: int, policy: Policy, cut: int
    ) -> tuple[int, int | None]:
        """The choices of several players, one after the other."""
        choice = self._choices[number]
        together = choice.together
        assert together is not None
        goes_on = game.moves < self.program.longest
        way = None
        for player in asked(together, s):
            take_up(together, s, player)
            choice.prepare(s)
            if not goes_on:
                if not choice.anything_legal(s):
                    raise Failed
                tidy(together, s, self._layout.start)
                continue
            rng, made = draw_move(choice, s, rng, policy, cut)
            if made is None:
                raise Failed
            begun = Begun(made.option.index, len(made.option.steps))
            put_down(together, s, self._layout.start, player, begun, is_whole=True)
            game.staged += made.staged and made.several
            way = game.took(number, made.option.index, True)
        return rng, way

    def _result(self, s: Slots, unfinished: bool) -> Result:
        keys, program = self._keys, self.program
        rows = () if keys is None or unfinished else tuple([keys(s, p) for p in range(program.players)])
        return result_from(program, rows, s, unfinished)


class _Game:
    """What is counted of a game on the way."""

    __slots__ = ("actions", "choices", "moves", "program", "staged")

    def __init__(self, program: Program) -> None:
        self.program = program
        self.moves = self.choices = self.staged = 0
        self.actions: dict[str, int] = {}

    def took(self, decision: int, index: int, is_choice: bool) -> int:
        """Count a move; the block to go on with."""
        option = self.program.decisions[decision].alternatives[index]
        self.moves += 1
        self.choices += is_choice
        self.actions[option.action] = self.actions.get(option.action, 0) + 1
        return option.block
