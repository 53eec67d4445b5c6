import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.compiler import needs_compiler
from tests.front.conftest import Run, environment
from tests.small import write

KEYS = {
    "game", "players", "options", "seed", "games", "finished", "unfinished", "executor", "seconds",
    "playouts_per_second", "moves", "decisions", "results", "end_reasons", "actions", "policy",
}  # fmt: skip


def test_the_document_has_all_its_parts(run: Run) -> None:
    done = run(
        "simulate",
        "clans",
        "--games",
        "10",
        "--players",
        "3",
        "--option",
        "big_group_merge",
        "--json",
        "--executor",
        "reference",
    )
    assert done.exit_code == 0
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert found["game"] == "clans"
    assert found["players"] == 3
    assert found["options"]["big_group_merge"] is True
    assert found["games"] == found["finished"] + found["unfinished"] == 10
    assert found["executor"] == "reference"
    assert set(found["moves"]) == set(found["decisions"]) == {"min", "mean", "max"}
    assert [one["player"] for one in found["results"]] == [1, 2, 3]
    assert set(found["results"][0]) >= {"player", "wins", "shared_wins", "score"}
    assert sum(found["end_reasons"].values()) == found["finished"]
    assert found["actions"]["move"] > found["actions"]["found"] > 0


def test_the_same_seed_gives_the_same_games_and_jobs_change_nothing(run: Run) -> None:
    words = ("simulate", "tic-tac-toe", "--games", "300", "--seed", "many", "--json")
    documents = [json.loads(run(*words, "--jobs", jobs).stdout) for jobs in ("1", "1", "2")]
    for one in documents:
        del one["seconds"], one["playouts_per_second"]
    assert documents[0] == documents[1] == documents[2]
    other = json.loads(run(*words[:-2], "other", "--json").stdout)
    assert other["results"] != documents[0]["results"]


@needs_compiler
def test_all_executors_report_the_same(run: Run) -> None:
    words = ("simulate", "tic-tac-toe", "--games", "400", "--seed", "3", "--json", "--executor")
    documents = [json.loads(run(*words, name).stdout) for name in ("reference", "python", "native", "auto")]
    assert [one["executor"] for one in documents] == ["reference", "python", "native", "native"]
    for one in documents:
        del one["seconds"], one["playouts_per_second"], one["executor"]
    assert documents[0] == documents[1] == documents[2] == documents[3]


@needs_compiler
def test_threads_change_no_figure(run: Run) -> None:
    words = ("simulate", "tic-tac-toe", "--games", "5000", "--executor", "native", "--json", "--jobs")
    one, three = (json.loads(run(*words, jobs).stdout) for jobs in ("1", "3"))
    for document in (one, three):
        del document["seconds"], document["playouts_per_second"]
    assert one == three


def test_without_a_compiler_emitted_python_plays_and_says_so_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    done = run("simulate", "tic-tac-toe", "--games", "300", "--json")
    assert json.loads(done.stdout)["executor"] == "python"
    assert done.stderr.count("native code cannot play") == 1
    assert "install one" in done.stderr
    # So few games would not have been compiled for anyway.
    few = run("simulate", "tic-tac-toe", "--games", "50", "--json")
    assert (json.loads(few.stdout)["executor"], few.stderr) == ("python", "")
    refused = run("simulate", "tic-tac-toe", "--executor", "native")
    assert refused.exit_code == 2
    assert "no C compiler works here" in refused.stderr


@needs_compiler
def test_few_games_are_played_without_compiling(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    for games, executor in (("5", "reference"), ("50", "python")):
        done = run("simulate", "connect-four", "--games", games, "--json")
        assert (json.loads(done.stdout)["executor"], done.stderr) == (executor, "")


@needs_compiler
def test_whole_moves_past_the_cut_are_refused_with_their_count(run: Run) -> None:
    for executor in ("reference", "python", "native"):
        words = ("simulate", "yin-yang", "--games", "2", "--executor", executor)
        done = run(*words, "--policy", "move")
        assert done.exit_code == 2
        assert re.search(r"has (at least )?[\d,]+ whole moves, more than 4,096", done.stderr)
        assert "--policy auto makes such moves stage by stage" in done.stderr
        assert run(*words, "--policy", "auto").exit_code == 0


@pytest.mark.parametrize("executor", ["native", "python"])
def test_executors_that_only_play_at_random_say_so(run: Run, executor: str) -> None:
    for more in (("--check",), ("--player", "1=first")):
        done = run("simulate", "tic-tac-toe", "--executor", executor, *more)
        assert done.exit_code == 2
        assert f"the executor `{executor}` plays at random and checks nothing" in done.stderr


def test_a_table_for_people(run: Run) -> None:
    done = run("simulate", "tic-tac-toe", "--games", "50", "--player", "1=first", "--policy", "stage")
    lines = done.stdout.splitlines()
    assert lines[0] == "Tic-tac-toe  50 games of 2 players, seed 0"
    assert re.fullmatch(r"P1      first +\d+ +0 +- +- +-", lines[3])
    assert re.fullmatch(r"[\d.]+ s, [\d,]+ games a second, executor reference, policy stage", lines[-1])
    assert "three_in_a_row" in done.stdout
    assert done.stderr == ""


def test_check_tells_the_first_invariant_that_fails(run: Run, tmp_path: Path) -> None:
    write(
        tmp_path,
        """
        players: 1
        longest: 9 decisions
        components: {spent: 0..9}
        phases: {turns: {who: P1, repeat: until the end, one of: spend}}
        actions: {spend: {do: add 1 to spent}}
        invariants: {thrifty: spent < 3}
        """,
    )
    done = run("simulate", str(tmp_path), "--games", "2", "--check")
    assert done.exit_code == 1
    assert "E707 the invariant `thrifty` does not hold after move 3" in done.stderr
    assert "  = spent = 3" in done.stderr.splitlines()
    assert re.search(r"in game 0 .*\n.*the seed of that game is \d+", done.stderr)
    assert run("simulate", str(tmp_path), "--games", "2").exit_code == 0


@needs_compiler
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_finished(cache: Path, jobs: str, run: Run) -> None:
    run("simulate", "tic-tac-toe", "--games", "1")  # fills the cache
    command = [
        sys.executable,
        "-m",
        "interpreter",
        "simulate",
        "tic-tac-toe",
        "--games",
        "100000000",
        "--json",
    ]
    process = subprocess.Popen(
        [*command, "--jobs", jobs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(cache), start_new_session=True,
    )  # fmt: skip
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    found = json.loads(out)
    assert found["interrupted"] is True
    assert 0 < found["games"] < found["asked"] == 100_000_000
