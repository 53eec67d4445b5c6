"""Games of two programs played in pairs by the same seeds, and what is counted of them.

Both games of a pair begin with the same random numbers and stay together until something differs, so that
the difference within a pair has less noise than two samples would have. All sums are whole numbers and do not
depend on who plays which pair.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from interpreter.backends.executor import Executor
from interpreter.backends.tally import FINISHED_BY_RULE
from interpreter.core.ir import Program
from interpreter.engine.errors import RulesError
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import numbered

Figure = tuple[str, str]
"""What is measured, and of what: ``("won", "P1")``, ``("action", "pick")``, ``("moves", "")``."""

SHARES = frozenset({"won", "several", "unfinished", "end"})
"""Figures that are 0 or 1 in a game; all others are numbers."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is compared of two games: the names of the actions and ends of each, the names under which the
    second knows those of the first, and the key of the ranking that is the score, "" for none.

    ``is_seated``: as many play both games, so that their seats can be compared. ``seats`` are the names of
    the players of each.
    """

    actions: tuple[tuple[str, ...], tuple[str, ...]]
    ends: tuple[tuple[str, ...], tuple[str, ...]]
    seats: tuple[tuple[str, ...], tuple[str, ...]]
    score: tuple[str, str]
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_seated(self) -> bool:
        """Whether as many play both games."""
        return len(self.seats[0]) == len(self.seats[1])


@dataclass(slots=True)
class Moments:
    """How often something was measured, with the sum and the sum of the squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """One measurement more."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def join(self, other: "Moments") -> None:
        """The measurements of another one more."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class Pair:
    """A figure of both games, and of the difference in each pair: the second game less the first."""

    old: Moments = field(default_factory=Moments)
    new: Moments = field(default_factory=Moments)
    difference: Moments = field(default_factory=Moments)

    def add(self, old: int | None, new: int | None) -> None:
        """What was measured in a pair; None where there is nothing to measure."""
        if old is not None:
            self.old.add(old)
        if new is not None:
            self.new.add(new)
        if old is not None and new is not None:
            self.difference.add(new - old)

    def join(self, other: "Pair") -> None:
        """What another one has measured more."""
        self.old.join(other.old)
        self.new.join(other.new)
        self.difference.join(other.difference)


@dataclass(slots=True)
class Sums:
    """What pairs of games add up to. Of ``same`` nothing that is counted differs, ``other`` is the number of
    the first of the others (-1: none); ``lengths`` tells for each game how many matches had so many moves.
    """

    games: int = 0
    same: int = 0
    other: int = -1
    figures: dict[Figure, Pair] = field(default_factory=dict)
    lengths: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))

    def add(self, number: int, old: "Measured", new: "Measured") -> None:
        """The pair of that number more."""
        self.games += 1
        is_same = all(old.get(one, 0) == new.get(one, 0) for one in old.keys() | new.keys())
        self.same += is_same
        if not is_same:
            self._differs(number)
        for mine, measured in zip(self.lengths, (old, new), strict=True):
            moves = measured[("moves", "")]
            mine[moves] = mine.get(moves, 0) + 1
        for figure in old.keys() | new.keys():
            self.figures.setdefault(figure, Pair()).add(old.get(figure), new.get(figure))

    def join(self, other: "Sums") -> None:
        """The pairs of another one more."""
        self.games += other.games
        self.same += other.same
        self._differs(other.other)
        for figure, pair in other.figures.items():
            self.figures.setdefault(figure, Pair()).join(pair)
        for mine, yours in zip(self.lengths, other.lengths, strict=True):
            for moves, count in yours.items():
                mine[moves] = mine.get(moves, 0) + count

    def _differs(self, number: int) -> None:
        if number >= 0:
            self.other = number if self.other < 0 else min(self.other, number)


Measured = dict[Figure, int]
"""The figures of one game; what can't be measured in it is not there."""


def played(
    runners: tuple[Executor, Executor], setting: Setting, seed: int, policy: Policy, first: int, count: int
) -> Sums:
    """The sum of ``count`` pairs of games from number ``first`` on.

    Raises: RulesError, with notes that say in which game of which number; TooManyMoves.
    """
    sums = Sums()
    for number in range(first, first + count):
        outcomes = [
            _outcome(runner, side, seed, policy, number) for side, runner in zip("AB", runners, strict=True)
        ]
        sums.add(number, *(measured(outcome, setting, side) for side, outcome in enumerate(outcomes)))
    return sums


def _outcome(runner: Executor, side: str, seed: int, policy: Policy, number: int) -> Outcome:
    try:
        return runner.playout(numbered(seed, number), policy, CUT)
    except RulesError as error:
        error.add_note(f"in game {number} of {side}, simulated with seed {seed}")
        raise


def measured(outcome: Outcome, setting: Setting, side: int) -> Measured:
    """The figures of a game: of the first ruleset (``side`` 0) under the names of the second."""
    return dict(_figures(outcome, setting, side))


def _figures(outcome: Outcome, setting: Setting, side: int) -> Iterator[tuple[Figure, int]]:
    names = setting.names if side == 0 else {}
    result, made = outcome.result, dict(outcome.actions)
    yield ("moves", ""), outcome.moves
    yield ("decisions", ""), outcome.choices
    yield ("unfinished", ""), int(result.unfinished)
    reached = "" if result.unfinished else result.end or FINISHED_BY_RULE
    for end in setting.ends[side]:
        yield ("end", names.get(end, end)), int(end == reached)
    for action in setting.actions[side]:
        yield ("action", names.get(action, action)), made.get(action, 0)
    if result.unfinished:
        return
    seats = setting.seats[1 if setting.is_seated else side]
    if len(seats) > 1:
        yield ("several", ""), int(len(result.won) > 1)
    for player, seat in enumerate(seats, 1):
        where = seat if setting.is_seated else f"{seat} of {len(seats)}"
        yield ("won", where), int(player in result.won)
        score = dict(result.keys[player]).get(setting.score[side])
        if score is not None:
            yield ("score", where), score


def setting_of(
    old: Program, new: Program, names: Mapping[str, str], seats: tuple[tuple[str, ...], ...]
) -> Setting:
    """What can be compared; ``names`` are those that the second program has for things of the first."""
    keys = [[key.name for key in one.ranking.keys] if one.ranking else [] for one in (old, new)]
    score = next(((key, names.get(key, key)) for key in keys[0] if names.get(key, key) in keys[1]), ("", ""))
    return Setting(
        (_actions(old), _actions(new)), (_ends(old), _ends(new)), (seats[0], seats[1]), score, dict(names)
    )


def _actions(program: Program) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.action for decision in program.decisions for one in decision.alternatives))


def _ends(program: Program) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name or FINISHED_BY_RULE for name in (*program.ends, FINISHED_BY_RULE)))
