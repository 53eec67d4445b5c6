"""The figures of the bench make sense; how good they are is for the bench itself to say."""

import subprocess
import sys

from interpreter import Game
from interpreter.study.bench import Speed, bench, load_seconds, playouts_per_second
from interpreter.study.perft import move_counts


def test_playouts_are_counted_by_the_second(noughts: Game) -> None:
    assert playouts_per_second(noughts.program(), rounds=1, seconds=0.05) > 10


def test_loading_is_timed_in_fresh_processes() -> None:
    cold = load_seconds("tic-tac-toe", False, rounds=1)
    cached = load_seconds("tic-tac-toe", True, rounds=1)
    assert cold is not None
    assert cached is not None
    assert 0 < cached < 60
    assert 0 < cold < 60


def test_what_cannot_be_loaded_has_no_time() -> None:
    assert load_seconds("no-such-game", True, rounds=1) is None


def test_a_bench_is_plain_data(noughts: Game) -> None:
    speed = Speed("tic-tac-toe", 2, None, 0.01, 100.0)
    assert speed.to_json() == {
        "game": "tic-tac-toe",
        "players": 2,
        "executor": "reference",
        "load_cold": None,
        "load_cached": 0.01,
        "playouts_per_second": 100.0,
    }
    assert set(bench(noughts.program(), "no-such-game", rounds=1).to_json()) == set(speed.to_json())


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
