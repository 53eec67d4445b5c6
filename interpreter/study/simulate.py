"""Many games of one program, played by players that need nobody at the keyboard."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from interpreter.backends.tally import FINISHED_BY_RULE, Tally
from interpreter.core.ir import Program
from interpreter.engine.at_random import CUT, Policy
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Happening, Taken
from interpreter.engine.machine import Engine
from interpreter.engine.playout import Judge, Outcome, playout
from interpreter.engine.result import Result
from interpreter.engine.rng import numbered, seed_of, split
from interpreter.engine.state import start
from interpreter.players.player import Player, player_named
from interpreter.players.random_player import RandomPlayer
from interpreter.study.report import Game, Report, empty_report, tally, with_games

if TYPE_CHECKING:
    from interpreter.backends.c.native import NativeExecutor
    from interpreter.backends.choosing import Name
    from interpreter.backends.python.executor import Python

CHUNK = 16
"""Games that are played, and reported as progress, at once."""

RANDOM = "random"
"""The name of the player for which there is a faster way than asking it."""

Progress = Callable[[int], None]
"""Told how many games are done, now and then, in the process that called."""

Stop = Callable[[], bool]
"""Asked between two games whether to leave it at those played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How each game is played: a game's own number and the seed decide all of it. With ``check`` invariants
    are judged. ``executor`` is that of each process, where all play at random: "reference" or "python".
    """

    seed: int
    policy: Policy
    actors: tuple[str, ...]
    check: bool = False
    executor: str = "reference"


def simulate(
    program: Program,
    games: int,
    seed: int | str,
    jobs: int = 1,
    policy: Policy = "auto",
    players: Sequence[str] | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    check: bool = False,
    executor: "Name" = "reference",
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Play that many games, and add them up.

    Game ``i`` takes its randomness from the stream that ``seed`` and ``i`` name, so that the report, but for
    its times, does not depend on ``jobs``, the number of processes. ``players`` names who sits at each seat,
    from the first on (`players.player.PLAYERS`); all play at random if nobody is named. A Ctrl-C ends
    the simulation with what is finished so far (`Report.interrupted`), and so does ``stop``. With ``check``
    the invariants of the rules are judged at every decision and at the end of each game.

    Where all play at random and nothing is checked, ``executor`` "auto" plays natively, with threads as
    ``jobs``. Few games are played as emitted Python, since compiling takes longer than they do, and so are
    all where there is no compiler, which ``tell`` is told. The report is the same, but for its times and the
    name of the executor.

    Raises: ValueError for a number of players' names that does not fit; KeyError for an unknown name;
    RulesError, with a note that says in which game; E707 for an invariant that does not hold; NoCompiler,
    Unsupported where "native" is named and cannot be.
    """
    actors = tuple(players) if players is not None else (RANDOM,) * program.players
    if len(actors) != program.players:
        raise ValueError(f"{len(actors)} players are named, expected {program.players}")
    for name in actors:
        player_named(name, 0)
    plan = Plan(seed_of(str(seed)), policy, actors, check, _in_python(executor, actors, check))
    native = _native(program, games, plan, executor, tell)
    report = empty_report(program, seed, policy, actors, games)
    report = replace(report, executor=native.name if native is not None else plan.executor)
    began = perf_counter()
    total = Tally()
    interrupted = False
    try:
        for total in _totals(native or program, games, plan, jobs, stop):
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        interrupted = True
    except Partly as partly:
        total, interrupted = partly.games, True
    return with_games(report, total, perf_counter() - began, interrupted or total.games < games)


class Partly(Exception):  # noqa: N818 - it carries what was done when Ctrl-C came
    """A simulation was interrupted; ``games`` is the sum of those played."""

    def __init__(self, games: Tally) -> None:
        super().__init__()
        self.games = games


def _in_python(name: "Name", actors: tuple[str, ...], check: bool) -> str:
    """What plays in Python: the emitted source, unless somebody must be asked or all is judged."""
    return "reference" if name == "reference" or check or set(actors) != {RANDOM} else "python"


def _native(
    program: Program, games: int, plan: Plan, name: "Name", tell: Callable[[str], None] | None
) -> "NativeExecutor | None":
    """The native executor where it is to play; it plays at random only, and judges no invariants."""
    if plan.executor == "reference":
        return None
    from interpreter.backends.choosing import native_for

    found, why = native_for(program, name, games)
    if why and tell is not None:
        tell(why)
    return found


def _totals(
    runner: "Program | NativeExecutor", games: int, plan: Plan, jobs: int, stop: Stop | None
) -> Iterator[Tally]:
    """The sum of all games so far, again and again."""
    if not isinstance(runner, Program):
        from interpreter.study.batches import totals_by_batches

        return totals_by_batches(runner, games, plan, jobs, stop)
    program, jobs = runner, min(jobs, -(-games // CHUNK))
    if jobs > 1:
        # Only who wants several processes pays for the machinery that starts them.
        from interpreter.study.workers import totals_by_workers

        return totals_by_workers(program, games, plan, jobs, stop)
    return _totals_here(Engine(program), games, plan, stop)


def _totals_here(engine: Engine, games: int, plan: Plan, stop: Stop | None) -> Iterator[Tally]:
    players = engine.program.players
    # One name holds both, so that a Ctrl-C at any point finds each game counted once.
    sums: tuple[Tally, list[Game]] = Tally(), []
    try:
        for number in range(games):
            if stop is not None and stop():
                break
            sums[1].append(game_number(engine, number, plan))
            if len(sums[1]) == CHUNK:
                sums = sums[0].joined(tally(sums[1], players)), []
                yield sums[0]
        yield sums[0].joined(tally(sums[1], players))
    except KeyboardInterrupt:
        raise Partly(sums[0].joined(tally(sums[1], players))) from None


def games_from(engine: Engine, first: int, count: int, plan: Plan) -> Tally:
    """The sum of ``count`` games from number ``first`` on.

    Raises: RulesError, with a note that says in which game.
    """
    return tally([game_number(engine, i, plan) for i in range(first, first + count)], engine.program.players)


def game_number(engine: Engine, number: int, plan: Plan) -> Game:
    """One game by its number.

    Raises: RulesError, with a note that says which game it was.
    """
    seed = numbered(plan.seed, number)
    try:
        judge = engine.invariants.demand if plan.check else None
        if set(plan.actors) == {RANDOM}:
            return _quick(engine, seed, plan, judge)
        return _asked(engine, seed, plan, judge)
    except RulesError as error:
        error.add_note(f"in game {number} of the simulation with seed {plan.seed}")
        if error.code == "E707":
            error.add_note(f"the seed of that game is {seed}")
        raise


def _quick(engine: Engine, seed: int, plan: Plan, judge: Judge | None) -> Game:
    """A game at random without any player or log."""
    if plan.executor == "python":
        return game_of(_emitted(engine).playout(seed, plan.policy, CUT))
    return game_of(playout(engine, seed, plan.policy, judge=judge))


def game_of(outcome: Outcome) -> Game:
    """What is added up of a random game."""
    end, scores = _end(outcome.result)
    return Game(
        outcome.moves, outcome.choices, outcome.staged, outcome.actions, outcome.result.won, end, scores,
        outcome.result.unfinished,
    )  # fmt: skip


_sources: "WeakKeyDictionary[Engine, Python]" = WeakKeyDictionary()


def _emitted(engine: Engine) -> "Python":
    """The emitted Python of an engine's program, made once."""
    found = _sources.get(engine)
    if found is None:
        from interpreter.backends.python.executor import Python

        found = _sources[engine] = Python(engine.program)
    return found


def _asked(engine: Engine, seed: int, plan: Plan, judge: Judge | None) -> Game:
    """A game in which each player is asked for its moves."""
    seats: list[Player] = []
    for seat, name in enumerate(plan.actors, 1):
        own = split(seed, f"player {seat}")
        seats.append(RandomPlayer(own, plan.policy) if name == RANDOM else player_named(name, own))
    state = start(engine, seed)
    counts = _Counts()
    counts.add(state.trail)
    if judge is not None:
        judge(list(state.slots), counts.moves)
    while state.to_move:
        player = state.to_move[0]
        state = state.apply(player, seats[player - 1].choose(state.alone(player), player))
        counts.add(state.trail)
        if judge is not None:
            judge(list(state.slots), counts.moves)
    result = state.result
    assert result is not None
    end, scores = _end(result)
    actions = tuple(counts.actions.items())
    return Game(counts.moves, counts.decisions, 0, actions, result.won, end, scores, result.unfinished)


@dataclass(slots=True)
class _Counts:
    """What is counted of a game on the way."""

    moves: int
    decisions: int
    actions: dict[str, int]

    def __init__(self) -> None:
        self.moves = self.decisions = 0
        self.actions = {}

    def add(self, trail: tuple[Happening, ...]) -> None:
        """Count what happened in one transition."""
        for one in trail:
            if isinstance(one, Taken):
                self.moves += 1
                self.decisions += not one.forced
                self.actions[one.move.action] = self.actions.get(one.move.action, 0) + 1


def _end(result: Result) -> tuple[str, tuple[int, ...]]:
    """The reason of the end, and each player's first key of the ranking."""
    keys = [result.keys[player] for player in sorted(result.keys)]
    scores = tuple(row[0][1] for row in keys) if all(keys) else ()
    return result.end or FINISHED_BY_RULE, scores
