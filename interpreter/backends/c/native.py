"""The native executor: a program as compiled C."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from interpreter.backends.c.compiler import Compiler, compiler
from interpreter.backends.c.library import is_built, library_of
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.sets import words_of
from interpreter.backends.c.written import facts_of, written
from interpreter.backends.executor import Position
from interpreter.backends.tally import FINISHED_BY_RULE, Seat, Spread, Tally
from interpreter.core.ir import Choose, Decision, Draw, DrawBag, Program, Together
from interpreter.engine.errors import RulesError
from interpreter.engine.layout import Layout
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import MASK

# Whoever plays whole games in C needs nothing of the reference.
if TYPE_CHECKING:
    from interpreter.backends.reference import Reference
    from interpreter.engine.moves import Whole
    from interpreter.engine.playout import Outcome

POLICIES: tuple[Policy, ...] = ("stage", "auto", "move")
"""The policies of random play by their numbers in C."""

_LISTED = 256
"""How many moves are fetched at first."""


class NativeExecutor:
    """Runs one program as compiled C. One may be used by several threads at once. ``quick``: it is compiled
    without optimising, which takes less time for less speed. Unless it ``is_loaded``, `load` does that.

    Raises: NoCompiler where there is no compiler, Unsupported for a program that C cannot run.
    """

    name = "native"

    def __init__(
        self,
        program: Program,
        quick: bool = False,
        is_loaded: bool = True,
        passes: frozenset[str] = ALL_PASSES,
    ) -> None:
        self.program = program
        self._passes = passes
        facts, self._text = facts_of(program, passes)
        self._digest = facts.digest
        self._codes, self._actions = facts.codes, facts.actions
        self._words, self._stride = facts.words, facts.stride
        self._keys = len(program.ranking.keys) if program.ranking else 0
        self._layout = Layout(program)
        self._groups = [
            (group.base, group.count, words_of(group.width) if group.width else 0) for group in program.slots
        ]
        self._is_plain = all(words <= 1 for _, _, words in self._groups)
        self._quick = quick
        self._ffi: Any = None
        self._library: Any = None
        if is_loaded:
            self.load()

    @property
    def is_built(self) -> bool:
        """Whether the library lies in the cache, so that loading takes no time."""
        return is_built(self._digest, self._made_by)

    @property
    def source(self) -> str:
        """The C text, to be read or compiled."""
        if self._text is None:
            _, self._text = written(self.program, self._passes)
        return self._text

    @property
    def _made_by(self) -> Compiler:
        return compiler().quick() if self._quick else compiler()

    def load(self) -> None:
        """Compile the program where that was not done before, and load it."""
        self._ffi, self._library = library_of(self._digest, lambda: self.source, self._made_by)

    def load_soon(self) -> None:
        """Load what can be run at once: where the program was not compiled before and there is tcc, its code
        plays until that of the other compiler is there.
        """
        from interpreter.backends.c.tiers import library_soon

        self._ffi, self._library = library_soon(self._digest, lambda: self.source, self._switch)

    def _switch(self, library: Any) -> None:
        self._library = library

    def _reference(self) -> "Reference":
        """What is asked where C fails on the way."""
        from interpreter.backends.reference import Reference

        return Reference(self.program)

    # Positions

    def _words_of(self, slots: tuple[int, ...]) -> Any:
        if not self._is_plain:
            slots = self._spread(slots)
        signed = [value if value < 1 << 63 else value - (1 << 64) for value in slots]
        return self._ffi.new("int64_t[]", signed)

    def _spread(self, slots: tuple[int, ...]) -> tuple[int, ...]:
        found: list[int] = []
        for base, number, words in self._groups:
            for value in slots[base : base + number]:
                found += [value >> 64 * i & MASK for i in range(words)] if words > 1 else [value]
        return tuple(found)

    def _slots_of(self, words: Any) -> tuple[int, ...]:
        """The slots of a position: sets without their sign, scratch slots at their start."""
        values = self._ffi.unpack(words, self._words)
        found: list[int] = []
        at = 0
        for _, number, each in self._groups:
            if each == 0:
                found += values[at : at + number]
                at += number
                continue
            for _ in range(number):
                found.append(sum((values[at + i] & MASK) << 64 * i for i in range(each)))
                at += each
        return self._layout.frozen(found)

    def _demand(self, failed: int, failure: Any) -> None:
        if failed:
            raise self._error(failure)

    def _error(self, failure: Any) -> Exception:
        # Few games fail: the others need not wait for what words an error.
        from interpreter.backends.c.failing import error_of

        return error_of(self.program, self._codes, failure)

    def _at(self, words: Any, at: Any) -> Position:
        return Position(self._slots_of(words), at[0], at[1])

    # The interface

    def begin(self) -> Position:
        """The first stop of a match, before any chance is drawn."""
        return self.advance(Position(self._layout.start, self.program.entry))

    def advance(self, position: Position) -> Position:
        """The next stop from the beginning of a block on, at which play begins or goes on after a stop."""
        words = self._words_of(position.slots)
        at = self._ffi.new("int64_t[2]", [position.block, position.spent])
        failure = self._ffi.new("Failure *")
        self._demand(self._library.ludwright_advance(words, at, failure), failure)
        return self._at(words, at)

    def legal(self, position: Position, player: int | None = None) -> "Iterator[Whole]":
        """All whole moves of a decision, in canonical order."""
        decision, player = self._decision(position), self._chooser(position, player)
        lengths = [sum(stage.parts for stage in one.stages) for one in decision.alternatives]
        skip, room = 0, _LISTED
        while True:
            try:
                rows = self._list(position, player, skip, room)
            except RulesError:
                # What fails at one move leaves those before it to be given: one by one.
                yield from islice(self._reference().legal(position, player), skip, None)
                return
            for row in rows:
                yield row[0], tuple(row[1 : 1 + lengths[row[0]]])
            if len(rows) < room:
                return
            skip, room = skip + room, 2 * room

    def _list(self, position: Position, player: int, skip: int, room: int) -> list[list[int]]:
        words, found = self._words_of(position.slots), self._ffi.new("int64_t *")
        out, failure = self._ffi.new("int32_t[]", room * self._stride), self._ffi.new("Failure *")
        failed = self._library.ludwright_list(words, position.block, player, skip, room, out, found, failure)
        self._demand(failed, failure)
        values = self._ffi.unpack(out, found[0] * self._stride) if found[0] else []
        return [values[i : i + self._stride] for i in range(0, len(values), self._stride)]

    def count(self, position: Position, limit: int, player: int | None = None) -> int:
        """How many whole moves there are; ``limit`` where there are that many or more."""
        player = self._chooser(position, player)
        words, found = self._words_of(position.slots), self._ffi.new("int64_t *")
        failure = self._ffi.new("Failure *")
        if self._library.ludwright_count(words, position.block, player, limit, found, failure):
            return self._reference().count(position, limit, player)  # it may be there before it fails
        return int(found[0])

    def play(self, position: Position, move: "Whole", player: int | None = None) -> Position:
        """The stop after a legal whole move: the same one while others have not chosen yet."""
        player, words = self._chooser(position, player), self._words_of(position.slots)
        at = self._ffi.new("int64_t[2]", [position.block, position.spent])
        failure, made = self._ffi.new("Failure *"), self._ffi.new("int32_t[]", [move[0], *move[1], 0])
        self._demand(self._library.ludwright_play(words, at, player, made, failure), failure)
        return self._at(words, at)

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""
        decision = self._decision(position)
        if decision.stuck < 0:
            failure = self._ffi.new("Failure *")
            failure.kind, failure.place = 7, decision.place
            failure.numbers[0] = self.program.decisions.index(decision)
            raise self._error(failure)
        return self.advance(Position(position.slots, decision.stuck, position.spent))

    def draw(self, position: Position, rng: int) -> tuple[Position, int]:
        """The stop after chance was drawn from the generator ``rng``, and the generator afterwards."""
        if not isinstance(self.program.blocks[position.block].end, Draw | DrawBag):
            raise ValueError(f"block {position.block} is no draw")
        words = self._words_of(position.slots)
        at = self._ffi.new("int64_t[2]", [position.block, position.spent])
        stream, failure = self._ffi.new("uint64_t *", rng & MASK), self._ffi.new("Failure *")
        self._demand(self._library.ludwright_draw(words, at, stream, failure), failure)
        return self._at(words, at), stream[0]

    def _decision(self, position: Position) -> Decision:
        end = self.program.blocks[position.block].end
        if not isinstance(end, Choose):
            raise ValueError(f"block {position.block} is no decision")
        return self.program.decisions[end.decision]

    def _chooser(self, position: Position, player: int | None) -> int:
        """Whose choice is meant where several choose at once; any number elsewhere."""
        decision = self._decision(position)
        if not isinstance(decision, Together):
            return 0
        from interpreter.engine.together import chooser

        return chooser(decision, position.slots, player)

    # Whole games

    def playout(self, seed: int, policy: Policy = "auto", cut: int = CUT) -> "Outcome":
        """One game at random from its set-up on: see `engine.playout`."""
        from interpreter.engine.playout import Outcome
        from interpreter.engine.result import result_from

        ffi, players = self._ffi, self.program.players
        numbers, words = ffi.new("int64_t[7]"), ffi.new("int64_t[]", self._words)
        keys = ffi.new("int64_t[]", players * self._keys + 1)
        made = ffi.new("int64_t[]", len(self._actions) + 1)
        order, failure = ffi.new("int64_t[]", len(self._actions) + 1), ffi.new("Failure *")
        failed = self._library.ludwright_playout(
            seed & MASK, POLICIES.index(policy), cut, numbers, words, keys, made, order, failure
        )
        self._demand(failed, failure)
        moves, choices, staged, rng, unfinished = ffi.unpack(numbers, 5)
        seats = players if self.program.ranking and not unfinished else 0
        rows = [tuple(keys[p * self._keys + i] for i in range(self._keys)) for p in range(seats)]
        slots = self._slots_of(words)
        result = result_from(self.program, rows, list(slots), bool(unfinished))
        actions = tuple((self._actions[order[1 + i]], made[order[1 + i]]) for i in range(order[0]))
        return Outcome(result, moves, choices, actions, slots, rng & MASK, staged)

    def outcomes(self, seeds: tuple[int, ...], policy: Policy = "auto", cut: int = CUT) -> "list[Outcome]":
        """One playout for each seed."""
        return [self.playout(seed, policy, cut) for seed in seeds]

    def batch(self, seed: int, first: int, games: int, policy: Policy = "auto", cut: int = CUT) -> Tally:
        """The sum of that many games from number ``first`` of those that ``seed`` names.

        Raises: RulesError, with a note that says in which game.
        """
        players, ends = self.program.players, self.program.ends
        size = 11 + 6 * players + len(ends) + 1 + max(1, len(self._actions))
        sums, failure = self._ffi.new("int64_t[]", size), self._ffi.new("Failure *")
        failed = self._library.ludwright_batch(
            seed & MASK, first, games, POLICIES.index(policy), cut, sums, failure
        )
        if failed:
            error = self._error(failure)
            error.add_note(f"in game {failure.game} of the simulation with seed {seed}")
            raise error
        return self._tally(self._ffi.unpack(sums, size))

    def _tally(self, sums: list[int]) -> Tally:
        players = self.program.players
        seats, ends = sums[11 : 11 + 6 * players], sums[11 + 6 * players :]
        names = (*self.program.ends, FINISHED_BY_RULE)
        reached: dict[str, int] = {}
        for name, times in zip(names, ends, strict=False):
            reached[name or FINISHED_BY_RULE] = reached.get(name or FINISHED_BY_RULE, 0) + times
        made = zip(self._actions, ends[len(names) :], strict=False)
        return Tally(
            games=sums[0],
            unfinished=sums[1],
            moves=Spread(*sums[3:7]),
            decisions=Spread(*sums[7:11]),
            staged=sums[2],
            seats=tuple(
                Seat(seats[i], seats[i + 1], Spread(*seats[i + 2 : i + 6])) for i in range(0, 6 * players, 6)
            ),
            ends=tuple(sorted((name, times) for name, times in reached.items() if times)),
            actions=tuple(sorted((name, times) for name, times in made if times)),
        )
