import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, RulesError
from interpreter.backends.tally import Spread
from interpreter.core.ir import Const, Log, Program, Require, Statement
from interpreter.study.report import Report, spread, spread_json
from interpreter.study.simulate import CHUNK, simulate
from tests.compiler import needs_compiler
from tests.programs.stalls import stalls

ROOT = Path(__file__).resolve().parent.parent.parent


def timeless(report: Report) -> dict[str, Any]:
    """The report without what depends on the machine."""
    whole = report.to_json()
    del whole["seconds"], whole["playouts_per_second"]
    return whole


# Numbers that are known from elsewhere


def test_random_tic_tac_toe_is_won_as_often_as_it_must_be(noughts: Game) -> None:
    """Uniformly random play: X wins 737 of 1260 games, O wins 121 of 420, 8 of 63 are drawn."""
    games = 4000
    report = simulate(noughts.program(), games, 1)
    first, second = report.to_json()["results"]  # type: ignore[misc, union-attr]
    for wins, chance in ((first["wins"], 737 / 1260), (second["wins"], 121 / 420)):
        assert abs(wins - games * chance) < 4.75 * (games * chance * (1 - chance)) ** 0.5
    assert first["shared_wins"] == second["shared_wins"] == 0


def test_who_always_takes_the_first_cell_wins_with_the_seventh_mark(noughts: Game) -> None:
    """a1 b1 c1 a2 b2 c2 a3: the first player has c1, b2, a3 in a row."""
    report = simulate(noughts.program(), 5, 1, players=("first", "first")).to_json()
    assert report["moves"] == report["decisions"] == {"min": 7, "mean": 7.0, "max": 7}
    assert report["end_reasons"] == {"three_in_a_row": 5}
    assert report["actions"] == {"place": 35}
    assert report["results"] == [
        {"player": player, "actor": "first", "wins": wins, "shared_wins": 0, "score": spread_json(spread([]))}
        for player, wins in ((1, 5), (2, 0))
    ]


# What the report says


def test_the_report_has_what_it_promises(clans: Game) -> None:
    report = simulate(clans.program(3, {"big_group_merge": True}), 10, "rain").to_json()
    assert list(report) == [
        "game", "players", "options", "seed", "policy", "games", "finished", "unfinished", "executor",
        "seconds", "playouts_per_second", "moves", "decisions", "results", "end_reasons", "actions",
    ]  # fmt: skip
    assert report["game"] == "clans"
    assert report["players"] == 3
    assert report["options"]["big_group_merge"] is True  # type: ignore[index, call-overload]
    assert report["options"]["players_max"] == 4  # type: ignore[index, call-overload]
    assert report["seed"] == "rain"
    assert report["games"] == report["finished"] == 10
    assert json.loads(json.dumps(report)) == report


def test_the_parts_of_the_report_add_up(clans: Game) -> None:
    report = simulate(clans.program(4), 40, 3)
    whole: Any = report.to_json()
    assert sum(whole["end_reasons"].values()) == whole["finished"] == 40
    assert sum(whole["actions"].values()) == report.tally.moves.total
    # Nobody wins a shared win alone, so the wins of all come to at least one a game.
    assert sum(row["wins"] + row["shared_wins"] for row in whole["results"]) >= 40
    for row in whole["results"]:
        assert row["score"]["min"] <= row["score"]["mean"] <= row["score"]["max"]
    assert whole["moves"]["mean"] >= whole["decisions"]["mean"]


def test_players_who_are_asked_play_the_same_game(clans: Game) -> None:
    """A random player who is asked plays by other random numbers than a playout, but the same game."""
    asked: Any = simulate(clans.program(2), 60, 1, players=("random", "first")).to_json()
    assert asked["finished"] == 60
    assert [row["actor"] for row in asked["results"]] == ["random", "first"]
    assert sum(asked["actions"].values()) == 60 * asked["moves"]["mean"]


def test_an_unfinished_game_counts_neither_as_win_nor_as_score() -> None:
    report: Any = simulate(replace(stalls(), longest=3), 20, 1).to_json()
    assert report["unfinished"] == report["games"] == 20
    assert report["finished"] == 0
    assert report["end_reasons"] == {}
    assert report["moves"] == {"min": 3, "mean": 3.0, "max": 3}
    for row in report["results"]:
        assert row["wins"] == row["shared_wins"] == 0
        assert row["score"] == {"min": None, "mean": None, "max": None}


def test_choices_made_by_stages_are_counted(clans: Game) -> None:
    by_move: Any = simulate(clans.program(2), 10, 1).to_json()
    by_stage: Any = simulate(clans.program(2), 10, 1, policy="stage").to_json()
    assert "stage_decisions" not in by_move
    assert by_stage["stage_decisions"] == 10 * by_stage["decisions"]["mean"]
    assert by_stage["policy"] == "stage"


def test_spreads_of_parts_join_to_that_of_the_whole() -> None:
    values = [5, 3, 3, 9, -2]
    for cut in range(len(values) + 1):
        assert spread(values[:cut]).joined(spread(values[cut:])) == spread(values) == Spread(5, -2, 18, 9)
    assert spread(values).mean == 3.6
    assert spread([]).mean is None


# Seeds and processes


def test_a_report_does_not_depend_on_how_many_processes_play(clans: Game) -> None:
    games = 2 * CHUNK + 5
    reports = [simulate(clans.program(3), games, 5, jobs=jobs) for jobs in (1, 2, 3)]
    assert timeless(reports[0]) == timeless(reports[1]) == timeless(reports[2])


def test_several_processes_play_for_all_kinds_of_players(clans: Game) -> None:
    program, names = clans.program(2), ("first", "random")
    one, two = (simulate(program, CHUNK + 1, 5, jobs, "stage", names) for jobs in (1, 2))
    assert timeless(one) == timeless(two)


def test_a_seed_gives_the_same_games_and_another_other_ones(clans: Game) -> None:
    program = clans.program(3)
    one, same, text, other = (timeless(simulate(program, 20, seed)) for seed in (5, 5, "5", 6))
    assert one == same
    assert one == {**text, "seed": 5}
    assert one != {**other, "seed": 5}


def test_more_games_begin_with_the_same_ones(noughts: Game) -> None:
    totals = [simulate(noughts.program(), games, 5).tally.moves.total for games in (20, 21, 40)]
    assert 5 <= totals[1] - totals[0] <= 9
    assert totals[2] > totals[1]


def test_no_games_are_no_trouble(noughts: Game) -> None:
    for jobs in (1, 2):
        report: Any = simulate(noughts.program(), 0, 5, jobs=jobs).to_json()
        assert report["games"] == 0
        assert report["moves"] == {"min": None, "mean": None, "max": None}
        assert len(report["results"]) == 2
        assert "interrupted" not in report


# Stopping


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_told_and_never_goes_back(noughts: Game, jobs: int) -> None:
    told: list[int] = []
    simulate(noughts.program(), 5 * CHUNK + 3, 5, jobs=jobs, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 5 * CHUNK + 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_somebody_may_say_stop(noughts: Game, jobs: int) -> None:
    told = [0]
    report = simulate(
        noughts.program(), 10**9, 5, jobs=jobs, progress=told.append, stop=lambda: told[-1] >= 3 * CHUNK
    )  # fmt: skip
    assert report.interrupted
    assert 3 * CHUNK <= report.tally.games < 10**9


def test_an_interrupt_leaves_the_games_that_were_played(noughts: Game) -> None:
    asked = 0

    def interrupt() -> bool:
        nonlocal asked
        asked += 1
        if asked == 40:
            raise KeyboardInterrupt
        return False

    report = simulate(noughts.program(), 1000, 5, stop=interrupt)
    assert report.interrupted
    assert report.tally == simulate(noughts.program(), 39, 5).tally


_INTERRUPTED = """
import json, sys
from interpreter import load
from interpreter.study.simulate import simulate
if __name__ == "__main__":
    program = load("tic-tac-toe").game.program()
    tell = lambda games: print("progress", flush=True)
    report = simulate(program, 10**9, 5, jobs=int(sys.argv[1]), progress=tell)
    print(json.dumps(report.to_json()))
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_with_what_is_finished(noughts: Game, tmp_path: Path, jobs: int) -> None:
    """As on a terminal: the signal goes to all processes of the group."""
    script = tmp_path / "many.py"
    script.write_text(_INTERRUPTED)
    process = subprocess.Popen(
        [sys.executable, str(script), str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "progress\n"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert err == ""
    assert process.returncode == 0
    report = json.loads(out.splitlines()[-1])
    assert report["interrupted"] is True
    assert report["asked"] == 10**9
    assert 0 < report["games"] < 10**9
    assert sum(report["end_reasons"].values()) == report["games"]
    if jobs == 1:
        whole: Any = simulate(noughts.program(), report["games"], 5).to_json()
        assert report["moves"] == whole["moves"]
        assert report["results"] == whole["results"]


# Wrong use and wrong rules


def test_players_must_be_known_and_as_many_as_play(noughts: Game) -> None:
    with pytest.raises(ValueError, match="3 players are named, expected 2"):
        simulate(noughts.program(), 1, 1, players=("random",) * 3)
    with pytest.raises(KeyError):
        simulate(noughts.program(), 1, 1, players=("random", "grandmaster"))


def broken(program: Program) -> Program:
    """The program with a promise that never holds where it tells something for the first time."""
    promise: Statement = Require(Const(0), "E706", 0)
    blocks = list(program.blocks)
    at = next(i for i, block in enumerate(blocks) if any(isinstance(one, Log) for one in block.body))
    blocks[at] = replace(blocks[at], body=(promise, *blocks[at].body))
    return replace(program, blocks=tuple(blocks))


@pytest.mark.parametrize("jobs", [1, 2])
def test_rules_that_fail_say_in_which_game(jobs: int) -> None:
    with pytest.raises(RulesError) as caught:
        simulate(broken(stalls()), 3 * CHUNK, 5, jobs=jobs)
    assert caught.value.code == "E706"
    assert caught.value.__notes__[0].startswith("in game ")
    assert caught.value.__notes__[0].endswith("of the simulation with seed 5")


# Executors


@needs_compiler
def test_a_game_plays_itself_by_each_executor(noughts: Game) -> None:
    reports = [noughts.playouts(300, 4, executor=name) for name in ("auto", "native", "python", "reference")]
    assert [one.executor for one in reports] == ["native", "native", "python", "reference"]
    assert len({json.dumps({**timeless(one), "executor": ""}) for one in reports}) == 1


@needs_compiler
def test_a_native_game_that_fails_says_which_it_was() -> None:
    program = broken(stalls())
    errors = []
    for name in ("native", "reference"):
        with pytest.raises(RulesError) as caught:
            simulate(program, 300, 2, executor=name)  # type: ignore[arg-type]
        errors.append((str(caught.value), caught.value.__notes__))
    assert errors[0] == errors[1]
    assert "in game" in errors[0][1][0]


@needs_compiler
def test_native_games_are_stopped_and_interrupted_between_batches(noughts: Game) -> None:
    told = [0]
    report = simulate(
        noughts.program(), 10**12, 5, jobs=2, executor="native",
        progress=told.append, stop=lambda: told[-1] > 1000,
    )  # fmt: skip
    assert report.interrupted
    assert report.tally.games == told[-1] > 1000
    assert report.tally == simulate(noughts.program(), told[-1], 5, executor="native").tally

    def interrupt() -> bool:
        raise KeyboardInterrupt

    report = simulate(noughts.program(), 10**12, 5, stop=interrupt, executor="native")
    assert report.interrupted
    assert report.tally == simulate(noughts.program(), report.tally.games, 5, executor="native").tally
