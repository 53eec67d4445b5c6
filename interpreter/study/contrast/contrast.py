"""How two games differ in play: the first step that differs, and figures of many games with intervals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.backends.executor import Executor
from interpreter.core.ir import Program
from interpreter.engine.machine import Engine
from interpreter.engine.policy import Policy
from interpreter.engine.rng import seed_of
from interpreter.engine.seats import seats_of
from interpreter.study.contrast import intervals
from interpreter.study.contrast.first_step import FirstStep, Search, Seen, first_step, step_of_pair
from interpreter.study.contrast.intervals import Interval
from interpreter.study.contrast.pairs import SHARES, Figure, Moments, Pair, Setting, Sums, setting_of
from interpreter.study.contrast.playing import Interrupted, Plan, Progress, pairs_played
from interpreter.study.report import Json

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name

ORDER = ("moves", "decisions", "won", "several", "score", "end", "unfinished", "action")
"""The sorts of figures, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of both games, each with its interval at 95 %; None where a game has no such thing.

    ``difference`` is the second less the first, measured in pairs, with an interval that holds together with
    those of all other figures at 95 %; None where the two can't be compared.
    """

    sort: str
    of: str
    old: Interval | None
    new: Interval | None
    difference: Interval | None

    @property
    def differs(self) -> bool:
        """Whether the difference is not 0, as far as the games can tell."""
        return self.difference is not None and self.difference.excludes_zero

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "figure": self.sort,
            "of": self.of or None,
            "a": _interval_json(self.old),
            "b": _interval_json(self.new),
            "difference": _interval_json(self.difference),
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Contrast:
    """What playing both games showed. ``players``, ``names`` and ``executors`` are those of each; ``asked``
    pairs were wanted, ``games`` were played, and in ``same`` of them all that is counted was the same.

    ``cannot`` says what could not be compared, and why. ``score`` is the key of the ranking that is the score
    of each. ``lengths`` tells for each game how many matches had so many moves.
    """

    players: tuple[int, int]
    seats: tuple[tuple[str, ...], tuple[str, ...]]
    seed: str
    policy: Policy
    executors: tuple[str, str]
    asked: int
    games: int
    same: int
    score: tuple[str, str]
    search: Search | None
    figures: tuple[Compared, ...]
    lengths: tuple[Mapping[int, int], Mapping[int, int]]
    cannot: tuple[str, ...]
    level: float
    interrupted: bool = False

    @property
    def is_same(self) -> bool:
        """Whether nothing that was looked at differed."""
        found = self.search is not None and self.search.first is not None
        return self.players[0] == self.players[1] and not found and self.same == self.games

    def to_json(self) -> dict[str, Json]:
        """The whole as plain data."""
        return {
            "same": self.is_same,
            "players": {"a": self.players[0], "b": self.players[1]},
            "seed": self.seed,
            "policy": self.policy,
            "executors": {"a": self.executors[0], "b": self.executors[1]},
            "games": self.games,
            "same_games": self.same,
            **({"interrupted": True, "asked": self.asked} if self.interrupted else {}),
            "first_step": None if self.search is None else _search_json(self.search),
            "score": {"a": self.score[0] or None, "b": self.score[1] or None},
            "intervals": {"each": intervals.LEVEL, "differences": self.level, "together": intervals.LEVEL},
            "figures": [one.to_json() for one in self.figures],
            "lengths": {
                side: {str(moves): count for moves, count in sorted(counts.items())}
                for side, counts in zip("ab", self.lengths, strict=True)
            },
            "not_compared": list(self.cannot),
        }


@dataclass(frozen=True, slots=True)
class Wish:
    """How many pairs are played, and how. ``names`` are those that the second ruleset has for things of the
    first. ``executor`` "auto" is for each game the fastest that is worth it.
    """

    games: int
    seed: str = "0"
    jobs: int = 1
    policy: Policy = "auto"
    executor: "Name" = "auto"
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def contrast(
    old: Engine, new: Engine, wish: Wish, progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Contrast:  # fmt: skip
    """Play both games with the same seeds and set what happened side by side.

    ``tell`` is told where native code can't play. Ctrl-C ends it with the pairs that are finished.

    Raises: RulesError, with notes that say in which game; NoCompiler, Unsupported where "native" is named and
    cannot be; TooManyMoves with the policy "move".
    """
    programs = old.program, new.program
    names = seats_of(programs[0]).names, seats_of(programs[1]).names
    setting = setting_of(*programs, wish.names, names)
    search = first_step((old, new), wish.seed, wish.names) if setting.is_seated else None
    runners = _runner(programs[0], wish, tell), _runner(programs[1], wish, tell)
    plan = Plan(setting, seed_of(wish.seed), wish.policy)
    interrupted = False
    try:
        sums = pairs_played(runners, plan, wish.games, wish.jobs, progress)
    except Interrupted as stopped:
        sums, interrupted = stopped.sums, True
    if search is not None and search.first is None and sums.other >= 0:
        pair = step_of_pair((old, new), wish.seed, sums.other, wish.policy, wish.names)
        search = replace(search, first=pair)
    figures = _sorted(sums, setting)
    level = intervals.each_level(sum(pair.difference.count > 1 for _, pair in figures))
    return Contrast(
        players=(programs[0].players, programs[1].players),
        seats=names,
        seed=wish.seed,
        policy=wish.policy,
        executors=(runners[0].name, runners[1].name),
        asked=wish.games,
        games=sums.games,
        same=sums.same,
        score=setting.score,
        search=search,
        figures=tuple(_compared(figure, pair, level) for figure, pair in figures),
        lengths=sums.lengths,
        cannot=tuple(_cannot(setting, sums, programs)),
        level=level,
        interrupted=interrupted,
    )


def _runner(program: Program, wish: Wish, tell: Callable[[str], None] | None) -> Executor:
    from interpreter.backends.choosing import executor_for

    found, why = executor_for(program, wish.executor, wish.games)
    if why and tell is not None:
        tell(why)
    return found


def _sorted(sums: Sums, setting: Setting) -> list[tuple[Figure, Pair]]:
    """The figures in the order in which they are told; ends that were never reached are left out."""
    known = [*setting.seats[1], *setting.ends[1], *setting.actions[1], *setting.ends[0], *setting.actions[0]]
    place = {name: number for number, name in reversed(list(enumerate(known)))}
    found = [
        (figure, pair)
        for figure, pair in sums.figures.items()
        if figure[0] not in {"end", "unfinished", "several"} or pair.old.total or pair.new.total
    ]

    def rank(one: tuple[Figure, Pair]) -> tuple[int, int, bool, str]:
        (sort, of), pair = one
        return ORDER.index(sort), place.get(of, -1), not pair.old.count, of

    return sorted(found, key=rank)


def _compared(figure: Figure, pair: Pair, level: float) -> Compared:
    sort, of = figure
    sides = _interval(sort, pair.old), _interval(sort, pair.new)
    return Compared(sort, of, *sides, _difference(sort, pair.difference, level))


def _interval(sort: str, found: Moments) -> Interval | None:
    if not found.count:
        return None
    if sort in SHARES:
        return intervals.share(found.total, found.count)
    return intervals.mean(found.total, found.squares, found.count)


def _difference(sort: str, found: Moments, level: float) -> Interval | None:
    if found.count < 2:
        return None
    if sort in SHARES:  # each pair differs by -1, 0 or 1
        gained, lost = (found.squares + found.total) // 2, (found.squares - found.total) // 2
        return intervals.share_difference(gained, lost, found.count, level)
    return intervals.mean(found.total, found.squares, found.count, level)


def _cannot(setting: Setting, sums: Sums, programs: tuple[Program, Program]) -> list[str]:
    """What could not be compared, and why."""
    found = []
    if not setting.is_seated:
        numbers = f"A is played by {len(setting.seats[0])}, B by {len(setting.seats[1])}"
        found.append(f"the first step, the wins and the scores of each player: {numbers}")
    ranked = [one.ranking for one in programs]
    if not setting.score[0] and any(one is not None and one.keys for one in ranked):
        found.append("scores: the rankings have no key of the same name")
    for word, sort in (("actions", "action"), ("ends", "end")):
        for side, absent in (("A", "new"), ("B", "old")):
            names = [
                of for (a, of), pair in sums.figures.items() if a == sort and not getattr(pair, absent).count
            ]
            if names:
                found.append(f"{word} that only {side} has: {', '.join(sorted(names))}")
    return found


# -- plain data -------------------------------------------------------------------------------------------


def _interval_json(one: Interval | None) -> Json:
    if one is None:
        return None
    return {"estimate": one.estimate, "low": _end_json(one.low), "high": _end_json(one.high)}


def _end_json(value: float) -> float | None:
    return value if isfinite(value) else None


def _search_json(search: Search) -> dict[str, Json]:
    return {
        "matches": search.matches,
        "decisions": search.decisions,
        "found": None if search.first is None else _step_json(search.first),
    }


def _step_json(step: FirstStep) -> dict[str, Json]:
    return {
        "seed": step.seed,
        "pair": step.pair,
        "after_decisions": step.decisions,
        "differs": step.what,
        "a": _seen_json(step.old),
        "b": _seen_json(step.new),
    }


def _seen_json(seen: Seen) -> dict[str, Json]:
    return {
        "log": list(seen.log),
        "then": list(seen.then),
        "turn": seen.turn or None,
        "offered": seen.offered,
        "only_here": list(seen.only),
        "table": list(seen.table),
        "result": seen.result or None,
        "failure": seen.failure or None,
    }
