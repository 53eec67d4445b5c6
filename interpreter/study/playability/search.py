"""The search itself: all positions where they are few, many games at random, and some looked into."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.backends.choosing import executor_for
from interpreter.check.kinds import BagOf
from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.engine.rng import seed_of, split
from interpreter.study.playability.crew import Bench, Crew, given
from interpreter.study.playability.graph import Graph
from interpreter.study.playability.holdings import Holding, holdings
from interpreter.study.playability.looks import Looks
from interpreter.study.playability.marks import Marked, marked
from interpreter.study.playability.settings import Playable, Setting
from interpreter.study.playability.sweep import CHUNK, Sweep, is_heavy
from interpreter.study.playability.tokens import Closed, closed

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name

ROUND = 16
"""Games that are looked into before what is rare is counted anew."""

LOOKED_INTO = 20
"""One game in so many is looked into."""

LEAST = 8
"""Games of each setting that are looked into at least."""

Progress = Callable[[str, int, int], None]
"""Told what is done now, how much of it, and out of how much."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How far a search goes. ``games`` are played in all settings together, ``positions`` of each followed
    (0: none). After ``seconds`` (None: never) it ends with what was found, which then depends on the machine.
    """

    games: int = 1000
    seed: int | str = 0
    jobs: int = 1
    positions: int = 20_000
    seconds: float | None = None
    executor: "Name" = "auto"


@dataclass(slots=True)
class Looked:
    """What was done with one setting. ``wanted`` are the games of the sweep, and those to be looked into."""

    setting: Setting
    program: Program
    world: World
    marked: Marked
    held: tuple[Holding, ...]
    closed: tuple[Closed, ...]
    executor: str
    wanted: tuple[int, int]
    sweep: Sweep = field(default_factory=Sweep)
    looks: Looks = field(default_factory=Looks)
    graph: Graph | None = None
    skipped: str = ""

    @property
    def is_exhaustive(self) -> bool:
        """Whether every position was looked at."""
        return self.graph is not None and self.graph.is_complete

    @property
    def seen(self) -> int:
        """The marks of all that was carried out, whoever played."""
        return (
            self.sweep.seen | self.looks.seen | (self.graph.seen if self.graph and self.is_exhaustive else 0)
        )


@dataclass(slots=True)
class Search:
    """A whole search. ``cut``: the time was over before all games were played; of all positions each setting
    says for itself why they were not looked at.
    """

    game: Playable
    plan: Plan
    looked: tuple[Looked, ...]
    notes: tuple[str, ...]
    cut: bool = False
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games that were played, in all settings."""
        return sum(one.sweep.games + one.looks.games for one in self.looked)

    @property
    def is_exhaustive(self) -> bool:
        """Whether every position of every setting was looked at."""
        return all(one.is_exhaustive for one in self.looked)


def search(
    game: Playable, settings: tuple[Setting, ...], notes: tuple[str, ...], plan: Plan,
    progress: Progress | None = None, tell: Callable[[str], None] | None = None,
) -> Search:  # fmt: skip
    """Look at all settings. A Ctrl-C ends it with what was found so far (`Search.interrupted`).

    Raises: NoCompiler, Unsupported where "native" is named and cannot be; StartError.
    """
    began = monotonic()
    seeds = seed_of(str(plan.seed))
    each = max(1, -(-plan.games // len(settings)))
    found = Search(game, plan, (), notes)
    try:
        looked = []
        for setting in settings:
            looked.append(_prepared(game, setting, each, plan, tell))
            found.looked = tuple(looked)
        benches = [
            Bench(given(one.program, one.held, one.closed, one.executor), one.program) for one in looked
        ]
        with Crew(benches, plan.jobs) as crew:
            worker = _Worker(found, crew, seeds, began, progress or (lambda *_: None))
            worker.explore_all()
            worker.sweep_all()
            worker.look_into_all()
    except KeyboardInterrupt:
        found.interrupted = True
    found.seconds = monotonic() - began
    return found


def _prepared(
    game: Playable, setting: Setting, games: int, plan: Plan, tell: Callable[[str], None] | None
) -> Looked:
    options = dict(setting.options)
    program, world = game.program(setting.players, options), game.checked(options).world
    caps = {name: one.kind.cap for name, one in world.components.items() if isinstance(one.kind, BagOf)}
    made = marked(program)
    executor, why = executor_for(made.program, plan.executor, games)
    if why and tell is not None:
        tell(why)
    wanted = games, max(LEAST, -(-games // LOOKED_INTO))
    return Looked(
        setting, program, world, made, holdings(program, caps), closed(world), executor.name, wanted
    )


class _Worker:
    """Goes through the settings, each with its share of the time that is left."""

    def __init__(self, found: Search, crew: Crew, seed: int, began: float, progress: Progress) -> None:
        self.found = found
        self.crew = crew
        self.seed = seed
        self.began = began
        self.progress = progress

    def _until(self, part: float, left: int) -> Callable[[], bool]:
        """Whether the share of one of ``left`` settings is over; all of them have that part of the time."""
        seconds = self.found.plan.seconds
        if seconds is None:
            return lambda: False
        now = monotonic()
        deadline = now + max(0.0, self.began + part * seconds - now) / left

        def is_over() -> bool:
            return monotonic() >= deadline

        return is_over

    def explore_all(self) -> None:
        """All positions of each setting; not of one for which one with fewer players had too many."""
        most, looked = self.found.plan.positions, self.found.looked
        if not most:
            return
        for at, one in enumerate(looked):
            one.skipped = _skipped(one, looked[:at])
            if one.skipped:
                continue
            self.progress("positions", at, len(looked))
            one.graph = self.crew.benches[at].explore(most, self._until(0.3, len(looked) - at))

    def sweep_all(self) -> None:
        """The games at random of each setting."""
        looked = self.found.looked
        for at, one in enumerate(looked):
            games = one.wanted[0]
            pieces = ((self.seed, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
            stop = self._until(0.6, len(looked) - at)
            for done in self.crew.each("sweep", at, pieces, stop):
                one.sweep.join(done)
                if any(map(is_heavy, one.sweep.failures)):
                    break
                self.progress(f"games of {one.setting}", one.sweep.games, games)
            self._note_cut(one.sweep.games < games and not any(map(is_heavy, one.sweep.failures)))

    def look_into_all(self) -> None:
        """The games of each setting that are looked into, round by round."""
        looked = self.found.looked
        seed = split(self.seed, "looked into")
        for at, one in enumerate(looked):
            games, stop = one.wanted[1], self._until(1.0, len(looked) - at)
            for first in range(0, games, ROUND):
                if stop() or any(map(is_heavy, one.looks.failures)):
                    break
                known = Counter(one.looks.chosen)
                pieces = [(seed, number, known) for number in range(first, min(first + ROUND, games))]
                for done in self.crew.each("look", at, pieces, stop):
                    one.looks.join(done)
                    if any(map(is_heavy, one.looks.failures)):
                        break
                    self.progress(f"games of {one.setting} looked into", one.looks.games, games)
            self._note_cut(one.looks.games < games and not any(map(is_heavy, one.looks.failures)))

    def _note_cut(self, lacking: bool) -> None:
        """Games are lacking: where no failure has ended them early, the time was over."""
        self.found.cut = self.found.cut or lacking


def _skipped(one: Looked, before: Sequence[Looked]) -> str:
    """Why nobody tries to look at all positions of a setting: those of a smaller one are too many already."""
    for other in before:
        if other.graph is None or other.is_exhaustive:
            continue
        if other.setting.options == one.setting.options and other.setting.players <= one.setting.players:
            return f"there are too many with {other.setting.players} players already"
        if one.setting.varied and other is before[one.setting.beside]:
            return f"there are too many without {one.setting.varied}={one.setting.value} already"
    return ""
