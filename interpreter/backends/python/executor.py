"""Runs a program as emitted Python: whole games at random, and a game stop by stop."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from interpreter.backends.executor import Position
from interpreter.backends.python.decisions import MANY, NOTHING
from interpreter.backends.python.drawing import Possible, by_stages
from interpreter.backends.python.evaluators import Asked, choices
from interpreter.backends.python.module import source, tables
from interpreter.backends.python.runtime import Failed, names
from interpreter.backends.python.scope import Facts
from interpreter.backends.reference import Reference
from interpreter.core.ir import Choose, Draw, DrawBag, Program, Together
from interpreter.core.stages import slots_of_choice, stage_groups
from interpreter.engine.at_random import draw_move
from interpreter.engine.budget import MAX_UNITS
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots
from interpreter.engine.layout import Layout
from interpreter.engine.moves import Choice, Whole, forget, hints_of, write
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import Policy
from interpreter.engine.result import Result, result_from
from interpreter.engine.rng import MASK
from interpreter.engine.together import Begun, asked, chooser, put_down, take_turn, take_up, tidy, waiting

Taken = tuple[int, bool, bool]
"""A move made: its alternative, whether there were others, and whether it was made stage by stage."""

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
        self._facts = Facts(program)
        self._known = {**names(), **tables(program), "bisect": bisect_left}
        found = self._compiled(source(program, self._facts))
        self._blocks: dict[int, Run] = found["BLOCKS"]
        self._views: Callable[[Slots], list[int]] = found["views"]
        self._known["renew"], self._known["put"] = found["renew"], found["put"]
        self._start = self._slots(self._layout.start)
        self._deciding: dict[int, Decide] = {}
        self._drawing: dict[int, tuple[Callable[[Slots, int], int], int]] = {}
        self._decisions: dict[int, _Stop] = {}
        self._keys: Callable[[Slots, int], tuple[int, ...]] | None = found.get("keys")
        for number, block in enumerate(program.blocks):
            end = block.end
            if isinstance(end, Draw | DrawBag):
                self._drawing[number] = found[f"draw_{number}"], end.block
            elif isinstance(end, Choose):
                self._decisions[number] = _Stop(program, end.decision)
                if f"decide_{end.decision}" in found:
                    self._deciding[number] = found[f"decide_{end.decision}"]

    @cached_property
    def source(self) -> str:
        """The emitted module, to be read."""
        return source(self.program, self._facts)

    @cached_property
    def _choices(self) -> tuple[Asked, ...]:
        return choices(self.program, self._facts, self._compiled)

    @cached_property
    def _hints(self) -> list[list[int]]:
        return hints_of([choice for choice, _ in self._choices])

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

    def legal(self, position: Position, player: int | None = None) -> Iterator[Whole]:
        """All whole moves in canonical order."""
        found = 0
        try:
            choice, s = self._choice(position, player)
            choice.prepare(s)
            for whole in choice.wholes(s):
                yield whole
                found += 1
        except Failed:
            yield from islice(self._reference.legal(position, player), found, None)

    def count(self, position: Position, limit: int, player: int | None = None) -> int:
        """How many whole moves there are, as far as ``limit``."""
        try:
            choice, s = self._choice(position, player)
            choice.prepare(s)
            return choice.count(s, limit)
        except Failed:
            return self._reference.count(position, limit, player)

    def play(self, position: Position, move: Whole, player: int | None = None) -> Position:
        """The stop after a legal whole move."""
        try:
            choice, s = self._choice(position, player)
            option, together = choice.options[move[0]], choice.together
            chosen = write(option, 0, move[1], s)
            if together is not None:
                made = Begun(option.index, chosen)
                put_down(together, s, self._layout.start, s[together.me], made, is_whole=True)
                if waiting(together, s):
                    return Position(self._frozen(s), position.block, position.spent)
            return self._from(s, option.block, 0)
        except Failed:
            return self._reference.play(position, move, player)

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""
        try:
            stuck = self._decisions[position.block].stuck()
            return self._from(self._slots(position.slots), stuck, position.spent)
        except Failed:
            return self._reference.stuck(position)

    def draw(self, position: Position, rng: int) -> tuple[Position, int]:
        """The stop after chance, and the generator."""
        try:
            draw, way = self._drawing[position.block]
            s = self._slots(position.slots)
            after = draw(s, rng)
            return self._from(s, way, position.spent), after
        except Failed:
            return self._reference.draw(position, rng)

    def _choice(self, position: Position, player: int | None) -> tuple[Choice, Slots]:
        """The decision, and the slots in which its stages are chosen."""
        choice, s = self._choices[self._decisions[position.block].decision][0], self._slots(position.slots)
        together = choice.together
        if together is not None:
            take_turn(together, s, self._layout.start, chooser(together, s, player))
        return choice, s

    def _from(self, s: Slots, block: int, spent: int) -> Position:
        block, spent = self._advance(s, block, spent)
        return Position(self._frozen(s), block, spent)

    def _slots(self, slots: tuple[int, ...]) -> Slots:
        """The slots as emitted code takes them: with what is kept up to date behind them."""
        s = list(slots)
        s += self._views(s)
        return s

    def _frozen(self, s: Slots) -> tuple[int, ...]:
        del s[self._facts.views.start :]
        return self._layout.frozen(s)

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
        forget(self._hints)
        program, blocks, drawing = self.program, self._blocks, self._drawing
        deciding = self._deciding if policy == "auto" else {}
        decisions, longest = self._decisions, program.longest
        s = list(self._start)
        rng, block, spent, moves, choices, staged = seed & MASK, program.entry, 0, 0, 0, 0
        actions: dict[str, int] = {}
        while True:
            while block >= 0:
                block, cost = blocks[block](s)
                spent += cost
                if spent > MAX_UNITS:
                    raise Failed
            block = ~block
            if block in drawing:
                draw, block = drawing[block]
                rng = draw(s, rng)
                continue
            if block not in decisions:
                break
            stop = decisions[block]
            decide = deciding.get(block)
            if decide is not None and moves < longest:
                index, rng, total = decide(s, rng, cut)
                if index >= 0:
                    moves += 1
                    choices += total > 1
                    action, block = stop.ways[index]
                    actions[action] = actions.get(action, 0) + 1
                    spent = 0
                    continue
                assert index in (NOTHING, MANY)
                made: list[Taken] | None = []
                if index == MANY:
                    rng, made = self._slowly(stop, s, rng, "stage", cut, True)
            else:
                rng, made = self._slowly(stop, s, rng, policy, cut, moves < longest)
            if made is None:
                break
            if not made:
                block = stop.stuck()
                continue
            for index, several, in_stages in made:
                action, block = stop.ways[index]
                actions[action] = actions.get(action, 0) + 1
                choices += several or stop.is_together
                staged += in_stages and several
            moves += len(made)
            spent = 0
        result = self._result(s, block in decisions)
        slots = self._frozen(s)
        return Outcome(result, moves, choices, tuple(actions.items()), slots, rng, staged)

    def _slowly(
        self, stop: "_Stop", s: Slots, rng: int, policy: Policy, cut: int, goes_on: bool
    ) -> tuple[int, list[Taken] | None]:
        """A decision taken the reference's way: the generator and the moves made, none where nothing is
        legal; None where the match is not to go on.
        """
        choice, questions = self._choices[stop.decision]
        if choice.together is not None:
            return self._together(stop, s, rng, policy, cut, goes_on)
        first, end = stop.span
        kept = s[first:end]
        choice.prepare(s)
        if not goes_on:
            is_stuck = not any(possible(s) for possible in questions)
            s[first:end] = kept
            return rng, [] if is_stuck else None
        rng, one = _drawn(choice, questions, s, rng, policy, cut)
        if one is not None:
            for base, after in stop.own[one[0]]:
                kept[base - first : after - first] = s[base:after]
        s[first:end] = kept
        return rng, [] if one is None else [one]

    def _together(
        self, stop: "_Stop", s: Slots, rng: int, policy: Policy, cut: int, goes_on: bool
    ) -> tuple[int, list[Taken] | None]:
        """The choices of several players, one after the other."""
        choice, possible = self._choices[stop.decision]
        together, start, taken = choice.together, self._layout.start, []
        assert together is not None
        for player in asked(together, s):
            take_up(together, s, player)
            choice.prepare(s)
            if not goes_on:
                if not choice.anything_legal(s):
                    raise Failed
                tidy(together, s, start)
                continue
            rng, one = _drawn(choice, possible, s, rng, policy, cut)
            if one is None:
                raise Failed
            begun = Begun(one[0], len(choice.options[one[0]].steps))
            put_down(together, s, start, player, begun, is_whole=True)
            taken.append(one)
        return rng, taken or None

    def _result(self, s: Slots, unfinished: bool) -> Result:
        keys, program = self._keys, self.program
        rows = () if keys is None or unfinished else tuple([keys(s, p) for p in range(program.players)])
        return result_from(program, rows, s, unfinished)


def _drawn(
    choice: Choice, asked: tuple[Possible, ...], s: Slots, rng: int, policy: Policy, cut: int
) -> tuple[int, Taken | None]:
    """The generator and a move drawn; its values are in their slots."""
    if policy == "stage" or (choice.staged and policy == "auto"):
        rng, option, several = by_stages(choice, asked, s, rng)
        return rng, None if option is None else (option.index, several, True)
    rng, made = draw_move(choice, s, rng, policy, cut)
    return rng, None if made is None else (made.option.index, made.several, made.staged)


class _Stop:
    """A decision at which a block stops; ``ways`` are the action and the block of each alternative, ``own``
    the slots of its stages, as where runs of them begin and end, and ``span`` where all of them lie.
    """

    def __init__(self, program: Program, decision: int) -> None:
        self.decision = decision
        self._decision = program.decisions[decision]
        self.ways = tuple((one.action, one.block) for one in self._decision.alternatives)
        self.is_together = isinstance(self._decision, Together)
        slots = slots_of_choice(self._decision.alternatives)
        self.span = min(slots, default=0), max(slots, default=-1) + 1
        self.own = tuple(
            tuple((base, base + count) for stage in one.stages for base, count in stage_groups(stage))
            for one in self._decision.alternatives
        )

    def stuck(self) -> int:
        """The block to go on with where nothing is legal."""
        if self._decision.stuck < 0:
            raise Failed
        return self._decision.stuck
