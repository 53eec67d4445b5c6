"""Games played one by one, by an executor that gives each game's outcome, or by players that are asked."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.backends.executor import Executor
from interpreter.backends.reference import Reference
from interpreter.backends.tally import FINISHED_BY_RULE, Tally
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Happening, Taken
from interpreter.engine.machine import Engine
from interpreter.engine.playout import Judge, Outcome, playout
from interpreter.engine.policy import CUT
from interpreter.engine.result import Result
from interpreter.engine.rng import numbered, split
from interpreter.engine.state import start
from interpreter.players.player import Player, player_named
from interpreter.players.random_player import RandomPlayer
from interpreter.study.report import Game, tally
from interpreter.study.simulate import CHUNK, RANDOM, Partly, Plan, Stop


def totals_one_by_one(runner: Executor, games: int, plan: Plan, stop: Stop | None) -> Iterator[Tally]:
    """The sum of all games so far, each time some more are done.

    Raises: Partly after Ctrl-C; RulesError, with a note that says in which game.
    """
    players = runner.program.players
    # One name holds both, so that a Ctrl-C at any point finds each game counted once.
    sums: tuple[Tally, list[Game]] = Tally(), []
    try:
        for number in range(games):
            if stop is not None and stop():
                break
            sums[1].append(game_number(runner, number, plan))
            if len(sums[1]) == CHUNK:
                sums = sums[0].joined(tally(sums[1], players)), []
                yield sums[0]
        yield sums[0].joined(tally(sums[1], players))
    except KeyboardInterrupt:
        raise Partly(sums[0].joined(tally(sums[1], players))) from None


def games_from(runner: Executor, first: int, count: int, plan: Plan) -> Tally:
    """The sum of ``count`` games from number ``first`` on.

    Raises: RulesError, with a note that says in which game; TooManyMoves.
    """
    return tally([game_number(runner, i, plan) for i in range(first, first + count)], runner.program.players)


def game_number(runner: Executor, number: int, plan: Plan) -> Game:
    """One game by its number.

    Raises: RulesError, with a note that says which game it was; TooManyMoves.
    """
    seed = numbered(plan.seed, number)
    try:
        if set(plan.actors) == {RANDOM} and not plan.check:
            return game_of(runner.playout(seed, plan.policy, CUT))
        assert isinstance(runner, Reference), "no other executor asks players or judges invariants"
        engine = runner.engine
        judge = engine.invariants.demand if plan.check else None
        if set(plan.actors) == {RANDOM}:
            return game_of(playout(engine, seed, plan.policy, judge=judge))
        return _asked(engine, seed, plan, judge)
    except RulesError as error:
        error.add_note(f"in game {number} of the simulation with seed {plan.seed}")
        if error.code == "E707":
            error.add_note(f"the seed of that game is {seed}")
        raise


def game_of(outcome: Outcome) -> Game:
    """What is counted of a game without any player or log."""
    end, scores = _end(outcome.result)
    return Game(
        outcome.moves, outcome.choices, outcome.staged, outcome.actions, outcome.result.won, end, scores,
        outcome.result.unfinished,
    )  # fmt: skip


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
