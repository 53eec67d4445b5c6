"""Native code against the reference: whole playouts, every step of a match, matches handed over."""

from collections.abc import Iterator
from functools import cache

import pytest

from interpreter.api.files import shipped
from interpreter.api.game import Game
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor, Position
from interpreter.backends.reference import Reference
from interpreter.core.ir import Choose, Draw, DrawBag
from interpreter.engine.errors import RulesError
from interpreter.engine.moves import Whole
from interpreter.engine.rng import below, numbered
from tests.compiler import needs_compiler
from tests.shipped import shipped_game, shipped_program
from tests.tables import with_partners

pytestmark = needs_compiler

SEED = 20_261_130
STEPS = 60


def variants(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Each number of players with the options as they are; with each other value of an option, and its module
    on, the fewest that can play, who are found when the test is run: 0.
    """
    least, most = game.player_range({})
    yield from ((players, {}) for players in range(least, most + 1))
    for option in game.options:
        on = {option.module: "true"} if option.module else {}
        yield from ((0, {**on, option.name: value}) for value in option.values if value != option.default)


def cases(slow: tuple[str, ...] = ()) -> list[object]:
    """One variant of each shipped game in the fast suite, but for ``slow`` ones; all in the slow one."""
    found: list[object] = []
    for name in shipped():
        game = shipped_game(name)
        for players, chosen in variants(game):
            is_default = not chosen and players == game.default_players(chosen) and name not in slow
            words = "-".join([name, str(players), *(f"{key}={value}" for key, value in chosen.items())])
            marks = () if is_default else (pytest.mark.slow,)
            found.append(pytest.param((name, players, tuple(chosen.items())), id=words, marks=marks))
    return found


Case = tuple[str, int, tuple[tuple[str, str], ...]]


@cache
def pair(case: Case) -> tuple[NativeExecutor, Reference]:
    name, players, options = case
    game = shipped_game(name)
    seats, chosen = (players, dict(options)) if players else with_partners(game, dict(options))
    program = game.program(seats, chosen)
    return NativeExecutor(program, quick=True), Reference(program)


def outcome(executor: Executor, seed: int, policy: str, cut: int) -> object:
    """A playout, or the error that it ends with, message and all."""
    try:
        return executor.playout(seed, policy, cut)  # type: ignore[arg-type]
    except RulesError as error:
        return error.code, error.message, error.place, error.values


@pytest.mark.parametrize("case", cases())
def test_playouts_are_the_same(case: Case) -> None:
    native, reference = pair(case)
    for policy, cut, games in (("auto", 4096, 8), ("auto", 5, 3), ("stage", 4096, 5)):
        for number in range(games):
            seed = numbered(SEED, number)
            assert outcome(native, seed, policy, cut) == outcome(reference, seed, policy, cut)


@pytest.mark.parametrize("case", cases())
def test_every_step_is_the_same(case: Case) -> None:
    native, reference = pair(case)
    rng, at = SEED, reference.begin()
    assert native.begin() == at
    for _ in range(STEPS):
        after = step(native, reference, at, rng)
        if after is None:
            return
        rng, at = after


def step(native: NativeExecutor, reference: Reference, at: Position, rng: int) -> tuple[int, Position] | None:
    """One stop on, the same in both, which take turns in going on; None at its end."""
    end = reference.program.blocks[at.block].end
    if isinstance(end, Draw | DrawBag):
        found = native.draw(at, rng)
        assert found == reference.draw(at, rng)
        return found[1], found[0]
    if not isinstance(end, Choose):
        return None
    moves = first_moves(native, at)
    assert moves == first_moves(reference, at)
    for limit in (1, 2, 50):
        assert native.count(at, limit) == reference.count(at, limit)
    if not moves:
        assert native.stuck(at) == reference.stuck(at)
        return rng, native.stuck(at)
    rng, k = below(rng, len(moves))
    found_position = native.play(at, moves[k])
    assert found_position == reference.play(at, moves[k])
    return rng, found_position


def first_moves(executor: Executor, at: Position) -> list[Whole]:
    """The first 300 moves in canonical order."""
    return [move for move, _ in zip(executor.legal(at), range(300), strict=False)]


def test_sums_of_a_batch_are_those_of_its_games() -> None:
    native = NativeExecutor(shipped_program("tic-tac-toe"))
    seeds = [numbered(SEED, number) for number in range(500)]
    games = [native.playout(seed) for seed in seeds]

    sums = native.batch(SEED, 0, 500)

    assert sums.games == 500
    assert sums.moves.total == sum(game.moves for game in games)
    assert (sums.moves.low, sums.moves.high) == (min(g.moves for g in games), max(g.moves for g in games))
    assert sums.decisions.total == sum(game.choices for game in games)
    assert [seat.wins for seat in sums.seats] == [
        sum(game.result.won == (player,) for game in games) for player in (1, 2)
    ]
    assert sum(count for _, count in sums.ends) == 500
    assert dict(sums.actions) == {"place": sums.moves.total}


def test_published_shares_of_tic_tac_toe() -> None:
    # 255,168 games in all are known; drawn move by move, first wins 58.49 %, second 28.81 %, draws 12.70 %.
    sums = NativeExecutor(shipped_program("tic-tac-toe")).batch(SEED, 0, 400_000)
    shares = [seat.wins / sums.games for seat in sums.seats]

    assert shares == pytest.approx([0.5849, 0.2881], abs=0.004)
    assert sums.moves.total / sums.games == pytest.approx(7.626, abs=0.01)
