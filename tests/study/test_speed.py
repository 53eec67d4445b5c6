"""The figures of the bench make sense; how good they are is for the bench itself to say."""

import subprocess
import sys

import pytest

from interpreter import Game
from interpreter.backends.tally import Tally
from interpreter.study.bench import (
    Match,
    Speed,
    bench,
    build_seconds,
    load_seconds,
    made,
    playouts_per_second,
)
from interpreter.study.executors import EXECUTORS
from interpreter.study.machine import machine, machine_line, one_core
from interpreter.study.perft import move_counts
from interpreter.study.rate import rate
from tests.compiler import needs_compiler
from tests.shipped import shipped_game

FIGURES = {
    "game", "executor", "players", "policy", "load_cold", "load_cached", "build_cold", "build_cached",
    "playouts_per_second",
}  # fmt: skip


def test_playouts_are_counted_by_the_second(noughts: Game) -> None:
    batch = EXECUTORS["reference"](noughts.program())
    assert playouts_per_second(batch, rounds=1, seconds=0.05) > 10


def test_a_rate_counts_every_game_once() -> None:
    played: list[int] = []
    found = rate(lambda first, games: played.extend(range(first, first + games)), 0.02, first=5)
    assert played == list(range(5, 5 + found.games))
    assert found.seconds >= 0.02
    assert found.per_second == found.games / found.seconds


@pytest.mark.parametrize("policy", ["auto", "move", "stage"])
def test_all_executors_play_the_same_games(noughts: Game, policy: str) -> None:
    ready, refused = made(noughts.program(), tuple(EXECUTORS))
    assert "reference" in ready
    assert set(ready) | set(refused) == set(EXECUTORS)
    tallies = [batch(7, 3, 20, policy) for batch in ready.values()]  # type: ignore[arg-type]
    assert tallies[0].games == 20
    assert tallies == tallies[:1] * len(tallies)


def test_without_a_compiler_native_code_is_refused(noughts: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ready, refused = made(noughts.program(), ("reference", "native"))
    assert set(ready) == {"reference"}
    assert "no-such-compiler" in refused["native"]


def test_loading_is_timed_in_fresh_processes() -> None:
    cold = load_seconds("tic-tac-toe", False, rounds=1)
    cached = load_seconds("tic-tac-toe", True, rounds=1)
    assert cold is not None
    assert cached is not None
    assert 0 < cached < 60
    assert 0 < cold < 60


def test_building_is_timed_in_fresh_processes() -> None:
    match = Match("clans", 3, (("big_group_merge", True),))
    for cached in (False, True):
        taken = build_seconds(match, "reference", cached, rounds=1)
        assert taken is not None
        assert 0 < taken < 60
    assert build_seconds(Match("clans", 99), "reference", True, rounds=1) is None


def test_what_cannot_be_loaded_has_no_time() -> None:
    assert load_seconds("no-such-game", True, rounds=1) is None


def test_a_bench_is_plain_data(noughts: Game) -> None:
    found = bench(
        noughts.program(), Match("no-such-game"), {"mine": lambda *_: Tally()}, rounds=1, seconds=0.01
    )
    assert [set(one.to_json()) for one in found] == [FIGURES]
    assert found[0] == Speed(
        "tic-tac-toe", "mine", 2, "auto", None, None, None, None, found[0].playouts_per_second
    )
    assert found[0].playouts_per_second > 0


def test_the_machine_is_told_in_one_line() -> None:
    found = machine()
    assert str(found["python"]) in machine_line(found)
    assert "no C compiler" in machine_line({**found, "compiler": None})


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot keep a process on a core")
def test_one_core_is_given_back() -> None:
    import os

    before = os.sched_getaffinity(0)
    with one_core() as can:
        assert can
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_published_counts_of_tic_tac_toe(noughts: Game) -> None:
    assert move_counts(noughts, 5) == {
        "game": "tic-tac-toe",
        "depth": 5,
        "by": "move",
        "counts": [9, 72, 504, 3024, 15120],
    }


def test_a_simulation_of_a_cached_game_imports_no_front_end() -> None:
    code = """
import sys
from interpreter import load
from interpreter.study.simulate import simulate
simulate(load("clans").game.program(), 1, 1)
from interpreter.record.replay import resume
from interpreter.record.save import parse, record_of
print(sorted({"lark", "jsonschema", "yaml", "click", "rich", "multiprocessing"} & set(sys.modules)))
"""
    for _ in range(2):  # the first run may have to fill the cache
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@needs_compiler
def test_a_native_simulation_imports_nothing_that_it_does_not_need() -> None:
    # Half of the time of a short one would be imports else: see `docs/decisions/0008`.
    code = """
import sys
from interpreter.front.cli import cli
try:
    cli.main(["simulate", "tic-tac-toe", "--games", "300"])
finally:
    reference = {"machine", "moves", "closures", "state", "statements"}
    others = {"cffi", "pycparser", "subprocess", "tempfile", "logging", "zipfile", "rich", "lark"}
    print(sorted((others | {f"interpreter.engine.{name}" for name in reference}) & set(sys.modules)))
"""
    from interpreter.backends.c.native import NativeExecutor

    game = shipped_game("tic-tac-toe")
    assert NativeExecutor(game.program()).is_built
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "executor native" in done.stdout
    assert done.stdout.endswith("\n[]\n")
