import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.front.conftest import Run, environment
from tests.small import write

SOUND = """
players: 2
longest: 30 decisions
components:
  total: 0..4
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: go
actions:
  go:
    choose: {number: 1..2}
    do: set total to min(total + number, 4)
ends:
  over:
    when: total = 4
    winners: Player
"""

FAULTY = (
    SOUND.replace("one of: go", "one of: go, leap")
    + """
  early: total = 9
"""
)
FAULTY = FAULTY.replace("0..4", "0..9").replace(
    "ends:", "  leap:\n    requires: {high: total > 4}\n    do: set total to 4\nends:"
)

QUICK = ("--games", "16", "--executor", "reference")


def test_a_sound_game_has_no_finding_of_weight(run: Run, tmp_path: Path) -> None:
    done = run("check", str(write(tmp_path, SOUND)), *QUICK)
    assert done.exit_code == 0, done.output
    # P1 to move at 0, 2 and 3, P2 at 1, 2 and 3, or over; 1111, 1112, 112, 121, 122, 211, 212, 22.
    assert "exhaustive: all 7 positions, 8 games of 2 to 4 moves" in done.stdout
    assert "error" not in done.stdout


def test_findings_are_told_with_their_place_and_written_as_records(run: Run, tmp_path: Path) -> None:
    path, folder = write(tmp_path / "game", FAULTY), tmp_path / "shown"
    done = run("check", str(path), *QUICK, "--records", str(folder))
    assert done.exit_code == 1, done.output
    line = 1 + path.read_text().splitlines().index("  leap:")
    assert f"ruleset.yaml:{line}: error action-never  `leap` is never offered" in done.stdout
    assert "error end-never  the end `early` is never reached" in done.stdout
    files = sorted(folder.iterdir())
    assert files
    for file in files:
        assert run("replay", str(file), "--game", str(path)).exit_code == 0
        assert f"record {file}" in done.stdout


def test_the_document_tells_what_was_done_and_found(run: Run, tmp_path: Path) -> None:
    done = run(
        "check", str(write(tmp_path, FAULTY)), *QUICK, "--json", "--only", "action-never", "--seed", "x"
    )
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert document["exhaustive"] is True
    assert document["budget"] == {"games": 16, "positions": 20_000, "seconds": 300.0}
    assert document["seed"] == "x"
    (setting,) = document["settings"]
    assert (setting["players"], setting["games"], setting["looked_into"]) == (2, 16, 8)
    assert setting["exhaustive"]["complete"] is True
    assert setting["ends"] == {"over": 16}
    (finding,) = document["findings"]
    assert finding["name"] == "action-never"
    assert (finding["severity"], finding["certain"], finding["rule"]) == ("error", True, "actions.leap")
    assert finding["record"] is None


def test_the_same_seed_finds_the_same(run: Run, tmp_path: Path) -> None:
    path = str(write(tmp_path, FAULTY))
    found = [json.loads(run("check", path, *QUICK, "--positions", "0", "--json").stdout) for _ in range(2)]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1]
    assert found[0]["exhaustive"] is False
    assert {one["severity"] for one in found[0]["findings"] if one["name"].endswith("never")} == {"warning"}


def test_every_number_of_players_is_tried_unless_one_is_named(run: Run, tmp_path: Path) -> None:
    path = str(write(tmp_path, SOUND.replace("players: 2", "players: 2..4")))
    found = json.loads(run("check", path, *QUICK, "--json").stdout)
    assert [one["players"] for one in found["settings"]] == [2, 3, 4]
    assert [one["games"] for one in found["settings"]] == [6, 6, 6]
    found = json.loads(run("check", path, *QUICK, "--players", "3", "--json").stdout)
    assert [one["players"] for one in found["settings"]] == [3]


OPTIONS = (
    SOUND.replace("number: 1..2", "number: 1..most")
    .replace(
        "components:",
        "options:\n  most:\n    is: 1..3 = 2\n    help: Most\n  quick:\n    is: flag = false\n"
        "    help: Short\ncomponents:",
    )
    .replace("total = 4\n", "total = 4 or (quick and total = 3)\n")
)


def test_each_value_of_each_option_is_tried_once(run: Run, tmp_path: Path) -> None:
    path = str(write(tmp_path, OPTIONS))
    found = json.loads(run("check", path, *QUICK, "--all-options", "--json").stdout)
    assert [one["options"] for one in found["settings"]] == [{}, {"most": 1}, {"most": 3}, {"quick": True}]
    found = json.loads(run("check", path, *QUICK, "--all-options", "--option", "most=3", "--json").stdout)
    assert [one["options"]["most"] for one in found["settings"]] == [3, 1, 2, 3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "action-newer"], "did you mean `action-never`?"),
        (["--games", "0"], "0 is not in the range"),
        (["--budget", "0"], "not in the range"),
        (["--players", "7"], "is for 2 players, not for 7"),
        (["--option", "nothing"], "has no option `nothing`"),
    ],
)
def test_what_cannot_be_meant_is_refused(run: Run, tmp_path: Path, words: list[str], message: str) -> None:
    done = run("check", str(write(tmp_path, SOUND)), *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not done.stdout


def test_no_record_is_written_over(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "shown"
    folder.mkdir()
    (folder / "mine.json").write_text("{}")
    done = run("check", str(write(tmp_path / "game", SOUND)), *QUICK, "--records", str(folder))
    assert done.exit_code == 2
    assert "is not empty" in done.stderr
    assert [file.name for file in folder.iterdir()] == ["mine.json"]


def test_a_broken_ruleset_is_told_as_by_validate(run: Run, tmp_path: Path) -> None:
    done = run("check", str(write(tmp_path, SOUND.replace("total = 4", "totl = 4"))))
    assert done.exit_code == 1
    assert "E402" in done.stderr


def test_the_budget_ends_a_search_with_what_was_found(run: Run, tmp_path: Path) -> None:
    done = run("check", str(write(tmp_path, SOUND)), "--games", "100000000", "--budget", "0.3",
               "--executor", "reference", "--json")  # fmt: skip
    document = json.loads(done.stdout)
    assert document["cut_short"] is True
    assert 0 < document["settings"][0]["games"] < 100_000_000


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="no Ctrl-C to send")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_what_was_found(cache: Path, tmp_path: Path, jobs: str) -> None:
    path = str(write(tmp_path, SOUND))
    words = ["check", path, "--games", "100000000", "--budget", "3600", "--executor", "reference",
             "--jobs", jobs, "--json"]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "interpreter", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment(cache), start_new_session=True,
    )  # fmt: skip
    try:
        time.sleep(12)
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, error
    document = json.loads(out)
    assert document["interrupted"] is True
    assert document["settings"][0]["games"] > 0


def test_without_a_game_nothing_is_missed(run: Run, tmp_path: Path) -> None:
    done = run("check", str(write(tmp_path, FAULTY)), "--budget", "0.000001", "--executor", "reference")
    assert done.exit_code == 0
    assert "cut short by the budget" in done.stdout
    assert "nothing found, since no game was played" in done.stdout


def test_a_budget_is_a_number_of_seconds(run: Run, tmp_path: Path) -> None:
    done = run("check", str(write(tmp_path, SOUND)), "--budget", "nan")
    assert done.exit_code == 2, done.output
    assert "nan is not in the range" in done.stderr


def test_nothing_is_said_about_laps_that_nobody_saw(run: Run) -> None:
    done = run("check", "kalah", "--budget", "0.000000001")
    assert "laps-never-near" not in done.stdout
    assert "the part of the budget for that was over" in done.stdout


def test_one_player_is_no_players(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, SOUND.replace("players: 2", "players: 1"))
    done = run("check", str(path), "--games", "4", "--positions", "0", "--executor", "reference")
    assert "4 asked for" in done.stdout, done.output
    assert "1 player\n" in done.stdout
    assert "1 players" not in done.stdout
