"""The command `watch`: what is run again, what is told, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from interpreter.front.commands.watch import tell
from interpreter.front.watching import Changed, Watch
from tests.front.conftest import Run, environment

RULES = """\
language: 1
game: race
title: Race
players: 2
longest: 40 decisions

components:
  square: 0..20 per Player

phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: walk, nothing

actions:
  walk:
    do: add 1 to square(me)

ends:
  home: some p in Player where square(p) > 15
"""
SCENARIO = """\
language: 1
game: race
scenarios:
  - name: One step
    players: 2
    when: [P1 walk]
    then: [square(P1) = 1]

  - name: Nobody walks twice
    players: 2
    when:
      - P1 walk
      - {refused: P1 walk, because: turn}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> Path:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(cache))
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "ruleset.yaml").write_text(RULES, "utf-8")
    (tmp_path / "scenarios" / "play.yaml").write_text(SCENARIO, "utf-8")
    return tmp_path


def test_only_what_may_have_changed_is_run_again(folder: Path) -> None:
    watch = Watch(str(folder))
    first = watch.look()
    assert (first.findings, first.tests, first.ran, first.kept, first.failing) == ((), 2, 2, 0, {})
    again = watch.look()
    assert (again.ran, again.kept) == (0, 2)
    # Remarks and layout mean nothing.
    rules = folder / "ruleset.yaml"
    rules.write_text(
        "# new\n" + RULES.replace("add 1 to square(me)", "add  1 to square( me)   # one"), "utf-8"
    )
    assert (watch.look().ran, watch.look().kept) == (0, 2)
    # One scenario says something else.
    play = folder / "scenarios" / "play.yaml"
    play.write_text("# first\n" + SCENARIO.replace("square(P1) = 1", "square(P1) = 2"), "utf-8")
    wrong = watch.look()
    assert (wrong.ran, wrong.kept, wrong.newly_failing) == (1, 1, ("play: One step",))
    assert [one.code for one in wrong.failing["play: One step"].findings] == ["E930"]
    # The rules are changed: everything runs.
    rules.write_text(RULES.replace("add 1 to", "add 2 to"), "utf-8")
    mended = watch.look()
    assert (mended.ran, mended.newly_passing, mended.failing) == (2, ("play: One step",), {})


def test_findings_come_and_go_and_tests_wait_for_errors(folder: Path) -> None:
    watch = Watch(str(folder))
    watch.look()
    rules = folder / "ruleset.yaml"
    rules.write_text(RULES.replace("add 1 to square", "add 1 to sqare"), "utf-8")
    wrong = watch.look()
    assert wrong.waits
    assert [one.code for one in wrong.new] == ["E403"]
    assert (wrong.newly_failing, wrong.newly_passing) == ((), ())
    rules.write_text("# a line further down\n" + rules.read_text("utf-8"), "utf-8")
    assert watch.look().new == ()
    rules.write_text(RULES, "utf-8")
    right = watch.look()
    assert [one.code for one in right.gone] == ["E403"]
    assert (right.ran, right.kept, right.waits) == (0, 2, False)


def test_a_look_that_is_overtaken_is_given_up_and_tells_nothing(folder: Path) -> None:
    watch = Watch(str(folder))
    with pytest.raises(Changed):
        watch.look(lambda: True)
    assert watch.look().ran == 2


def test_the_files_that_are_watched(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(RULES.replace("longest", "data: more.yaml\nlongest"), "utf-8")
    (folder / "notes.yaml").write_text("a: 1\n", "utf-8")
    watch = Watch(str(folder))
    watch.learn_files()
    seen = {path.name: stamp is not None for path, stamp in watch.snapshot().items()}
    # A missing file is watched, one that is not of the ruleset is not.
    assert seen == {"ruleset.yaml": True, "more.yaml": False, "play.yaml": True}


def test_what_is_not_there(run: Run) -> None:
    assert run("watch", "nowhere").exit_code == 2
    assert "E923" in run("watch", "nowhere").stderr


START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have told us to ignore it
from interpreter.front.cli import main
main()
"""


def test_it_tells_each_save_and_ends_with_0(folder: Path, cache: Path) -> None:
    words = [sys.executable, "-u", "-c", START, "watch", str(folder), "--every", "0.05", "--json"]
    watching = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env=environment(cache),
    )  # fmt: skip
    # A test that hangs would be no test: without a line in a minute the process is ended.
    alarm = threading.Timer(60, watching.kill)
    alarm.start()
    try:
        assert watching.stdout is not None
        first = json.loads(watching.stdout.readline())
        assert (first["ok"], first["tests"], first["changed"]) == (True, 2, [])
        part = folder / "new"
        part.write_text(RULES.replace("add 1 to", "add 3 to"), "utf-8")
        part.replace(folder / "ruleset.yaml")
        second = json.loads(watching.stdout.readline())
        assert second["changed"] == [str(folder / "ruleset.yaml")]
        assert (second["ok"], second["newly_failing"]) == (False, ["play: One step"])
        os.kill(watching.pid, signal.SIGINT)
        _, complaints = watching.communicate(timeout=30)
        assert (watching.returncode, complaints.strip()) == (0, "")
    finally:
        alarm.cancel()
        watching.kill()
        watching.communicate()


def test_what_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(str(folder))
    tell(watch.name, watch.look(), (), as_json=False)
    (folder / "ruleset.yaml").write_text(RULES.replace("add 1 to", "add 3 to"), "utf-8")
    tell(watch.name, watch.look(), ("ruleset.yaml",), as_json=False)
    (folder / "ruleset.yaml").write_text(RULES.replace("add 1", "ad 1"), "utf-8")
    tell(watch.name, watch.look(), ("ruleset.yaml",), as_json=False)
    (folder / "ruleset.yaml").write_text(RULES, "utf-8")
    tell(watch.name, watch.look(), ("ruleset.yaml",), as_json=False)
    starts = (f"{watch.name}: ", "failed", "passed", "gone")
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith(starts)]
    assert shown == [
        f"{watch.name}: nothing is wrong; all 2 pass (2 run, 0 as before)",
        "failed  play: One step",
        f"{watch.name}: nothing is wrong; 1 of 2 fail (2 run, 0 as before)",
        f"{watch.name}: 1 error; the tests wait until the errors are gone",
        shown[4],
        "passed  play: One step",
        f"{watch.name}: nothing is wrong; all 2 pass (2 run, 0 as before)",
    ]
    assert shown[4].startswith("gone    E310")


def test_a_time_that_is_none_is_refused_by_the_name_of_its_option(run: Run) -> None:
    done = run("watch", "kalah", "--every", "-3")
    assert done.exit_code == 2, done.output
    assert "`--every` is `-3`, expected seconds from 0 to 60" in done.stderr
