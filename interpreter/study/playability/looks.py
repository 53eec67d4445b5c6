"""Games that are looked into at every decision, by the reference executor: slower than a sweep, and each can
be shown as a record.
"""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b

from interpreter.core.ir import Requirement
from interpreter.engine.at_random import Drawn, draw_move
from interpreter.engine.chance import Lot
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.invariants import Broken, after
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, is_possible
from interpreter.engine.policy import CUT
from interpreter.engine.result import Result, result_of
from interpreter.engine.rng import numbered, split
from interpreter.engine.together import Begun, asked, put_down, take_up, tidy
from interpreter.study.playability import tokens
from interpreter.study.playability.curious import rare_move
from interpreter.study.playability.holdings import Holding
from interpreter.study.playability.marks import Marked
from interpreter.study.playability.sums import Reach, Spread
from interpreter.study.playability.sweep import Failure, failure_of
from interpreter.study.playability.trace import Made, Trace

Alternative = tuple[int, int]
"""The index of a decision, and of an alternative of it."""

Value = tuple[int, int, int, int]
"""An alternative, the index of one of its steps (-1: the alternative itself), and a value of it."""

COUNTED = 1000
"""How far the moves of a decision are counted."""

COUNTED_STAGED = 12
"""The same where a stage has several parts: nobody can count those but one by one."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that happened: how often, and the match that shows it first; ``text`` are its values."""

    times: int
    trace: Trace
    text: str = ""

    def joined(self, other: "Found") -> "Found":
        """The same with what came later."""
        return Found(self.times + other.times, self.trace, self.text)


@dataclass(slots=True)
class Looks:
    """What games add up to that were looked into.

    ``branching`` are numbers of whole moves by decision, as far as they were counted; ``chosen`` says how
    often each value was chosen. ``peaks`` are the matches that came to the highest value of each holding.
    ``repeats`` are games in which a position came again, ``stuck`` those in which nothing was legal at a
    decision, ``lost`` those in which things that are only moved
    became more or fewer, by the index of what is closed. ``example`` is the longest finished game.
    """

    games: int = 0
    visits: Counter[int] = field(default_factory=Counter)
    forced: Counter[int] = field(default_factory=Counter)
    offered: Counter[Alternative] = field(default_factory=Counter)
    chosen: Counter[Value] = field(default_factory=Counter)
    branching: dict[int, Spread] = field(default_factory=dict)
    reach: Reach = field(default_factory=Reach)
    laps: Reach = field(default_factory=Reach)
    seen: int = 0
    failures: dict[Failure, Found] = field(default_factory=dict)
    repeats: Found | None = None
    unfinished: Found | None = None
    lost: dict[int, Found] = field(default_factory=dict)
    stuck: dict[int, Found] = field(default_factory=dict)
    peaks: dict[int, tuple[int, Trace]] = field(default_factory=dict)
    winners: Counter[int] = field(default_factory=Counter)
    finished: int = 0
    ends: set[str] = field(default_factory=set)
    example: Trace | None = None

    def join(self, other: "Looks") -> None:
        """Add games that follow these."""
        self.games += other.games
        self.finished += other.finished
        self.seen |= other.seen
        self.ends |= other.ends
        for sums, more in (
            (self.visits, other.visits), (self.forced, other.forced), (self.winners, other.winners),
        ):  # fmt: skip
            sums.update(more)
        self.offered.update(other.offered)
        self.chosen.update(other.chosen)
        for decision, spread in other.branching.items():
            self.branching.setdefault(decision, Spread()).join(spread)
        self.reach.join(other.reach)
        self.laps.join(other.laps)
        for failure, found in other.failures.items():
            self.failures[failure] = (
                self.failures[failure].joined(found) if failure in self.failures else found
            )
        for mine, theirs in ((self.lost, other.lost), (self.stuck, other.stuck)):
            for index, found in theirs.items():
                mine[index] = mine[index].joined(found) if index in mine else found
        self.repeats = _joined(self.repeats, other.repeats)
        self.unfinished = _joined(self.unfinished, other.unfinished)
        for index, peak in other.peaks.items():
            if index not in self.peaks or peak[0] > self.peaks[index][0]:
                self.peaks[index] = peak
        if other.example is not None and (self.example is None or other.example.plies > self.example.plies):
            self.example = other.example


def _joined(one: Found | None, other: Found | None) -> Found | None:
    return other if one is None else one if other is None else one.joined(other)


class Looker:
    """Plays games of one program and looks into them. What is counted from game to game, so that rare things
    are chosen, is handed in: so a game depends on its number and on that, and on nothing else.
    """

    def __init__(self, marked: Marked, held: tuple[Holding, ...], closed: tuple[tokens.Closed, ...]) -> None:
        self.engine = Engine(marked.program)
        self.marked = marked
        self.held = held
        self.counters = tuple(one.counter(marked.program) for one in closed)
        self.number_of = {id(choice): index for index, choice in enumerate(self.engine.choices)}

    def game(self, seed: int, number: int, known: Counter[Value]) -> Looks:
        """Game ``number`` of those that ``seed`` names: even ones at random, odd ones curiously."""
        return _Game(self, numbered(seed, number), bool(number % 2), known).play()

    def swept(self, seed: int) -> Looks:
        """The game that a sweep plays from its own seed: chance and players draw from one stream."""
        return _Game(self, seed, False, Counter(), is_swept=True).play()


class _Game:
    """One game that is looked into."""

    def __init__(
        self, looker: Looker, seed: int, is_curious: bool, known: Counter[Value], is_swept: bool = False
    ) -> None:
        self.looker = looker
        self.engine = looker.engine
        self.seed = seed
        self.is_curious = is_curious
        self.known = known
        self.is_swept = is_swept
        self.rng = seed if is_swept else split(seed, "choices")
        self.looks = Looks(games=1)
        self.made: list[Made] = []
        self.positions: set[bytes] = set()
        self.totals: list[tuple[int, ...]] | None = None
        self.peaks: dict[int, tuple[int, int]] = {}

    def play(self) -> Looks:
        """The game from its set-up on, as far as it goes."""
        engine, looks = self.engine, self.looks
        engine.forget()
        s = list(engine.layout.start)
        try:
            unfinished = self._run(s)
        except RulesError as error:
            self._failed(failure_of(error), error)
        else:
            self._over(s, unfinished)
        looks.seen |= self.looker.marked.seen(s)
        looks.laps.add([(laps, laps) for laps in self.looker.marked.most_laps(s)])
        made = tuple(self.made)
        looks.peaks = {i: (value, Trace(self.seed, made, at)) for i, (value, at) in self.peaks.items()}
        return looks

    def _run(self, s: Slots) -> bool:
        """Play until nobody has to choose any more; whether the match was stopped at its longest.

        Raises: RulesError.
        """
        engine, chance = self.engine, self.seed
        code, longest = engine.quiet, engine.program.longest
        block, spent = engine.program.entry, 0
        while True:
            block, spent = code.advance(s, block, spent)
            stop = code.stops[block]
            if isinstance(stop, Lot):
                if self.is_swept:
                    self.rng = stop.draw(s, self.rng)
                else:
                    chance = stop.draw(s, chance)
                block = stop.block
                continue
            self._look(s, block, isinstance(stop, Choice))
            if not isinstance(stop, Choice):
                return False
            if stop.together is not None:
                following = self._together(stop, s, len(self.made) < longest)
            else:
                following = self._alone(stop, s, len(self.made) < longest)
            if following is None:
                return True
            if following[1]:
                spent = 0
            block = following[0]

    # -- looking --------------------------------------------------------------------------------------

    def _look(self, s: Slots, block: int, goes_on: bool) -> None:
        """What can be seen of a position.

        Raises: RulesError E707.
        """
        broken = self.engine.invariants.first_broken(s)
        if broken is not None:
            raise self._broken(broken)
        values = [one.reach(s) for one in self.looker.held]
        self.looks.reach.add(values)
        for index, (_, high) in enumerate(values):
            if index not in self.peaks or high > self.peaks[index][0]:
                self.peaks[index] = high, len(self.made)
        if goes_on:
            self._count_things(s)
            self._remember(s, block)

    def _broken(self, broken: Broken) -> RulesError:
        one: Requirement = broken.invariant
        message = f"the invariant `{one.name}` does not hold {after(len(self.made))}"
        return RulesError("E707", message, place_of(self.engine.program, one.place), broken.values)

    def _count_things(self, s: Slots) -> None:
        now = [counter.count(s) for counter in self.looker.counters]
        if self.totals is None:
            self.totals = now
            return
        for index, (before, there) in enumerate(zip(self.totals, now, strict=True)):
            if before != there and index not in self.looks.lost:
                text = f"{sum(before)} when play began, {sum(there)} now"
                if sum(before) == sum(there):
                    text = "as many as when play began, but not the same ones"
                self.looks.lost[index] = Found(1, self._trace(), text)

    def _remember(self, s: Slots, block: int) -> None:
        """A position that was there before, whatever chance does next, is a repeat."""
        layout = self.engine.layout
        hashed = blake2b(layout.hashed(layout.frozen(list(s))), digest_size=12, key=str(block).encode())
        key = hashed.digest()
        if key in self.positions and self.looks.repeats is None:
            self.looks.repeats = Found(1, self._trace())
        self.positions.add(key)

    def _trace(self, back: int = 0) -> Trace:
        return Trace(self.seed, tuple(self.made), len(self.made) - back)

    def _failed(self, failure: Failure, error: RulesError) -> None:
        """The match before the move after which the rules failed."""
        values = ", ".join(f"{name} = {value}" for name, value in error.values)
        text = f"{error.message}: {values}" if values else error.message
        self.looks.failures[failure] = Found(1, self._trace(back=1 if self.made else 0), text)

    def _over(self, s: Slots, unfinished: bool) -> None:
        result: Result = result_of(self.engine, s, unfinished)
        if unfinished:
            self.looks.unfinished = Found(1, self._trace())
            return
        self.looks.finished = 1
        self.looks.winners.update(result.won)
        self.looks.ends.add(result.end)
        self.looks.example = self._trace()

    # -- choosing -------------------------------------------------------------------------------------

    def _alone(self, choice: Choice, s: Slots, goes_on: bool) -> tuple[int, bool] | None:
        """Where play goes on, and whether a move was made; None where the match is stopped.

        Raises: RulesError E704.
        """
        kept = [s[slot] for slot in choice.slots]
        if not goes_on:
            choice.prepare(s)
            is_legal = choice.anything_legal(s)
            choice.restore(None, s, kept)
            return None if is_legal else self._stuck(choice)
        index = self._ways(choice, s)
        choice.prepare(s)
        made = self._draw(choice, s, index)
        choice.restore(made.option if made else None, s, kept)
        if made is None:
            return self._stuck(choice)
        self._made(index, made, choice.who(s), s)
        return made.option.block, True

    def _stuck(self, choice: Choice) -> tuple[int, bool]:
        index = self.looker.number_of[id(choice)]
        if index not in self.looks.stuck:
            self.looks.stuck[index] = Found(1, self._trace())
        return stuck_block(self.engine.program, choice), False

    def _together(self, choice: Choice, s: Slots, goes_on: bool) -> tuple[int, bool] | None:
        """The same for a choice by several players; nobody can be stuck there but by error."""
        together, start = choice.together, self.engine.layout.start
        assert together is not None
        for player in asked(together, s):
            take_up(together, s, player)
            if not goes_on:
                choice.prepare(s)
                if not choice.anything_legal(s):
                    stuck_block(self.engine.program, choice)
                tidy(together, s, start)
                continue
            index = self._ways(choice, s)
            choice.prepare(s)
            made = self._draw(choice, s, index)
            if made is None:
                stuck_block(self.engine.program, choice)
                raise AssertionError("several who choose at once are never stuck by rule")
            option = made.option
            self._made(index, made, player, s)
            put_down(together, s, start, player, Begun(option.index, len(option.steps)), is_whole=True)
        return (choice.options[0].block, True) if goes_on else None

    def _ways(self, choice: Choice, s: Slots) -> int:
        """Count what there is to choose; the number of the decision."""
        looks, index = self.looks, self.looker.number_of[id(choice)]
        probe = list(s)
        choice.prepare(probe)
        for option in choice.options:
            if is_possible(option, probe):
                looks.offered[index, option.index] += 1
        ways = choice.count(probe, COUNTED_STAGED if choice.staged else COUNTED)
        looks.visits[index] += 1
        looks.forced[index] += ways == 1
        looks.branching.setdefault(index, Spread()).add(ways)
        return index

    def _draw(self, choice: Choice, s: Slots, index: int) -> Drawn | None:
        if not self.is_curious:
            self.rng, made = draw_move(choice, s, self.rng, "auto", CUT)
            return made

        def known(way: int, step: int, value: int) -> int:
            key = index, way, step, value
            return self.known[key] + self.looks.chosen[key]

        self.rng, made = rare_move(choice, s, self.rng, known)
        return made

    def _made(self, index: int, made: Drawn, player: int, s: Slots) -> None:
        option = made.option
        values = tuple([s[step.slot] for step in option.steps])
        self.made.append(Made(player, (option.index, values)))
        self.looks.chosen[index, option.index, -1, 0] += 1
        for at, value in enumerate(values):
            self.looks.chosen[index, option.index, at, value] += 1
