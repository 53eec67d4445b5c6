"""The walk through all positions of a game: each is kept once, and all that follows it."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b

from interpreter.core.ir import Together
from interpreter.engine.chance import Lot
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, Whole, write
from interpreter.engine.result import result_of
from interpreter.engine.together import Begun, clear, put_down, take_up, waiting
from interpreter.study.playability.graph import Failing, Graph, Node, Over, Step
from interpreter.study.playability.holdings import Holding
from interpreter.study.playability.marks import Marked
from interpreter.study.playability.sums import Spread
from interpreter.study.playability.sweep import failure_of, is_heavy

MOST_SLOTS = 10_000_000
"""Slots of all positions that are kept, so that there is room for them."""

MOVES_EACH = 25
"""Moves that are followed at most for each position that may be kept."""

WORK_EACH = 50_000
"""Work that is done at most for each position that may be kept, in the units of `engine.budget`."""


def explore(
    engine: Engine, marked: Marked, held: tuple[Holding, ...], most: int, stop: Callable[[], bool]
) -> Graph:
    """Every position of a program with marks, if there are no more than ``most`` and nobody says to stop."""
    return _Explorer(engine, marked, held, most, stop).run()


class _Explorer:
    """A walk through all positions, those that are reached soonest first."""

    def __init__(
        self, engine: Engine, marked: Marked, held: tuple[Holding, ...], most: int, stop: Callable[[], bool]
    ) -> None:
        self.engine = engine
        self.marked = marked
        self.held = held
        self.most = min(most, MOST_SLOTS // len(engine.layout.start))
        self.stop = stop
        self.graph = Graph()
        self.known: dict[bytes, int] = {}
        self.waiting: deque[tuple[int, tuple[int, ...], int]] = deque()
        self.spent = 0
        program = engine.program
        groups = (group for group in program.slots if group.role == "component")
        ends = {slot for slot in (program.ended, program.winners) if slot >= 0}
        self.lasting = sorted(ends.union(*(range(g.base, g.base + g.count) for g in groups)))
        self.number_of = {id(choice): index for index, choice in enumerate(engine.choices)}

    def run(self) -> Graph:
        """What was found out."""
        graph = self.graph
        self._reach(-1, None, list(self.engine.layout.start), self.engine.program.entry)
        while self.waiting:
            index, slots, block = self.waiting.popleft()
            self.engine.forget()
            for step, s, following in self._steps(index, slots, block):
                self._reach(index, step, s, following)
                if self._is_enough():
                    break
            graph.why = self._why()
            if graph.why:
                return graph
        graph.is_complete = True
        return graph

    def _is_enough(self) -> bool:
        """Whether nothing more of a position need be looked at, since it will not come to an end."""
        graph = self.graph
        if len(graph.nodes) > self.most or graph.moves > MOVES_EACH * self.most:
            return True
        return any(map(is_heavy, graph.failures))

    def _why(self) -> str:
        """Why it goes no further; "" where it does."""
        if len(self.graph.nodes) > self.most:
            return f"there are more than {self.most:,} positions"
        if self.graph.moves > MOVES_EACH * self.most or self.spent > WORK_EACH * self.most:
            return f"it would take too long: {len(self.graph.nodes):,} positions were found so far"
        if any(map(is_heavy, self.graph.failures)):
            return "the rules come to no decision, and waiting for that takes too long"
        if self.stop():
            return "the part of the budget for that was over"
        return ""

    # -- what follows a position ------------------------------------------------------------------------

    def _steps(self, index: int, slots: tuple[int, ...], block: int) -> Iterator[tuple[Step, Slots, int]]:
        """Every step from a position: the slots after it, and the block to go on with (-1: wait on there)."""
        stop = self.engine.quiet.stops[block]
        if isinstance(stop, Lot):
            for member, _ in stop.weights(list(slots)):
                s = list(slots)
                s[stop.slot] = member
                yield Step(-1, (member, ())), s, stop.block
        elif isinstance(stop, Choice) and stop.together is not None:
            yield from self._steps_together(index, stop, stop.together, slots, block)
        elif isinstance(stop, Choice):
            yield from self._moves(index, stop, slots)

    def _moves(self, index: int, choice: Choice, slots: tuple[int, ...]) -> Iterator[tuple[Step, Slots, int]]:
        s = list(slots)
        kept = [s[slot] for slot in choice.slots]
        choice.prepare(s)
        player = choice.who(s)
        for whole in self._wholes(index, choice, s):
            option = choice.options[whole[0]]
            moved = list(s)
            choice.restore(option, moved, kept)
            write(option, 0, whole[1], moved)
            yield Step(player, whole), moved, option.block

    def _steps_together(
        self, index: int, choice: Choice, together: Together, slots: tuple[int, ...], block: int
    ) -> Iterator[tuple[Step, Slots, int]]:
        """The choices of the next of several players; the last one's carries all of them out."""
        start = self.engine.layout.start
        player = waiting(together, slots)[0]
        seat = list(slots)
        clear(together, seat, start, player)
        take_up(together, seat, player)
        choice.prepare(seat)
        for whole in self._wholes(index, choice, seat):
            option, moved = choice.options[whole[0]], list(slots)
            take_up(together, moved, player)
            write(option, 0, whole[1], moved)
            put_down(together, moved, start, player, Begun(option.index, len(whole[1])), is_whole=True)
            yield Step(player, whole), moved, -1 if waiting(together, moved) else option.block

    def _wholes(self, index: int, choice: Choice, s: Slots) -> Iterator[Whole]:
        """All moves of a decision, counted. While one is looked at, its values stand in the slots."""
        graph, number, ways = self.graph, self.number_of[id(choice)], 0
        offered = set()
        try:
            for whole in choice.wholes(s):
                ways += 1
                graph.moves += 1
                offered.add(whole[0])
                graph.chosen.update((number, whole[0], at, value) for at, value in enumerate(whole[1]))
                yield whole
        except RulesError as error:
            self._failed(index, None, error)
        graph.visits[number] += 1
        graph.forced[number] += ways == 1
        graph.branching.setdefault(number, Spread()).add(ways)
        for way in offered:
            graph.offered[number, way] += 1

    # -- coming to a position ---------------------------------------------------------------------------

    def _reach(self, parent: int, step: Step | None, s: Slots, block: int) -> None:
        """Go on until somebody must choose, chance falls or the game is over; keep what is there."""
        if block < 0:
            self._keep(parent, step, s, self.graph.nodes[parent].block)
            return
        try:
            block = self._settle(s, block)
        except RulesError as error:
            self._failed(parent, step, error)
        else:
            self._keep(parent, step, s, block)
        self.graph.seen |= self.marked.seen(s)
        self.graph.laps.add([(laps, laps) for laps in self.marked.most_laps(s)])

    def _settle(self, s: Slots, block: int) -> int:
        """The block that stops the game.

        Raises: RulesError.
        """
        code, spent = self.engine.quiet, 0
        while True:
            block, spent = code.advance(s, block, spent)
            self.spent += spent
            stop = code.stops[block]
            if not isinstance(stop, Choice) or stop.together is not None:
                return block
            kept = [s[slot] for slot in stop.slots]
            stop.prepare(s)
            is_legal = stop.anything_legal(s)
            stop.restore(None, s, kept)
            if is_legal:
                return block
            block = stuck_block(self.engine.program, stop)

    def _keep(self, parent: int, step: Step | None, s: Slots, block: int) -> None:
        graph = self.graph
        clean = list(s)
        self.marked.clear(clean)
        slots = self.engine.layout.frozen(clean)
        kind = self._kind(block)
        index = self.known.setdefault(self._key(slots, block, kind), len(graph.nodes))
        if parent >= 0:
            graph.nodes[parent].ways.append(index)
        if index < len(graph.nodes):
            return
        node = Node(kind, block, parent, step)
        graph.nodes.append(node)
        self._look(index, node, slots, parent, step)
        if node.kind == "over":
            result = result_of(self.engine, list(slots), False)
            node.over = Over(result.end, result.won)
        elif index not in graph.failing:
            self.waiting.append((index, slots, block))

    def _key(self, slots: tuple[int, ...], block: int, kind: str) -> bytes:
        """What tells positions apart. When a game is over, how it came to that is nothing to anybody."""
        if kind == "over":
            slots = tuple([slots[i] for i in self.lasting])
            return blake2b(repr(slots).encode(), digest_size=16, key=b"over").digest()
        hashed = self.engine.layout.hashed(slots)
        return blake2b(hashed, digest_size=16, key=str(block).encode()).digest()

    def _kind(self, block: int) -> str:
        stop = self.engine.quiet.stops[block]
        return "decision" if isinstance(stop, Choice) else "chance" if isinstance(stop, Lot) else "over"

    def _look(self, index: int, node: Node, slots: tuple[int, ...], parent: int, step: Step | None) -> None:
        """Judge the invariants and the bounds of a position."""
        if node.kind == "chance":
            return
        self.graph.reach.add([one.reach(slots) for one in self.held])
        broken = self.engine.invariants.first_broken(slots)
        if broken is None:
            return
        one = broken.invariant
        message = f"the invariant `{one.name}` does not hold"
        error = RulesError("E707", message, place_of(self.engine.program, one.place), broken.values)
        self._failed(parent, step, error)
        self.graph.failing.add(index)

    def _failed(self, node: int, step: Step | None, error: RulesError) -> None:
        values = ", ".join(f"{name} = {value}" for name, value in error.values)
        text = f"{error.message}: {values}" if values else error.message
        failure = failure_of(error)
        before = self.graph.failures.get(failure, Failing(0, node, step, text))
        self.graph.failures[failure] = replace(before, times=before.times + 1)
        if node >= 0:
            self.graph.failing.add(node)
