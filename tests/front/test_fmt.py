"""The command `fmt`: what it writes, shows and refuses."""

import json
import os
from pathlib import Path

import pytest

from interpreter.api import layout_files
from tests.front.conftest import RULESETS, Run

BAD = "language: 1\ngame:   g\n"
TEXT = (
    "language: 1\ngame: g\ntitle: G\nplayers: 2\nlongest: 5 decisions\n\nphases:\n  turns: nothing   # so\n"
)
WANTED = TEXT.replace("nothing   #", "nothing".ljust(32 - 9) + "#")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(TEXT, "utf-8")
    (folder / "scenarios" / "a.yaml").write_text(
        "language: 1\ngame: g\nscenarios: [{name: a, players: 2 }]\n", "utf-8"
    )
    (tmp_path / "other.yaml").write_text("a:   {b: {c: 1 }}\n", "utf-8")
    return folder


def test_a_folder_is_laid_out_and_then_stays(run: Run, game: Path) -> None:
    mode = 0o640
    (game / "ruleset.yaml").chmod(mode)
    done = run("fmt", str(game.parent))
    assert done.exit_code == 0
    assert (game / "ruleset.yaml").read_text("utf-8") == WANTED
    assert (game / "ruleset.yaml").stat().st_mode & 0o777 == mode
    assert (game / "scenarios" / "a.yaml").read_text("utf-8").endswith("[{name: a, players: 2}]\n")
    assert (game.parent / "other.yaml").read_text("utf-8") == "a:   {b: {c: 1 }}\n"  # of another program
    assert "2 laid out anew" in done.stdout
    assert run("fmt", str(game)).stdout == "2 in the layout\n"
    assert sorted(path.name for path in game.iterdir()) == ["ruleset.yaml", "scenarios"]


def test_check_and_diff_write_nothing(run: Run, game: Path) -> None:
    done = run("fmt", "--check", str(game))
    assert done.exit_code == 1
    assert f"{game}/ruleset.yaml is not in the layout" in done.stdout
    shown = run("fmt", "--diff", str(game / "ruleset.yaml"))
    assert shown.exit_code == 0
    assert "-  turns: nothing   # so" in shown.stdout.splitlines()
    assert "+  turns: nothing".ljust(33) + "# so" in shown.stdout.splitlines()
    assert (game / "ruleset.yaml").read_text("utf-8") == TEXT
    run("fmt", str(game))
    assert run("fmt", "--check", str(game)).exit_code == 0


def test_a_file_with_errors_stays_and_the_others_do_not_wait_for_it(run: Run, game: Path) -> None:
    (game / "cards.yaml").write_text(BAD, "utf-8")
    done = run("fmt", str(game))
    assert done.exit_code == 1
    assert "E203" in done.stderr
    assert (game / "cards.yaml").read_text("utf-8") == BAD
    assert (game / "ruleset.yaml").read_text("utf-8") == WANTED
    assert "1 with errors, left alone" in done.stdout


def test_json(run: Run, game: Path) -> None:
    path = str(game / "ruleset.yaml")
    found = json.loads(run("fmt", "--json", "--check", path).stdout)
    assert found == {
        "ok": False,
        "files": [{"file": path, "changes": True, "written": False, "findings": []}],
    }
    assert json.loads(run("fmt", "--json", path).stdout)["files"][0]["written"] is True


def test_input_is_printed(run: Run) -> None:
    done = run("fmt", "-", typed=TEXT)
    assert (done.exit_code, done.stdout) == (0, WANTED)
    wrong = run("fmt", "-", typed=BAD)
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert run("fmt", "-", "--as", "data", typed="t: {r: { a: 1} }\n").stdout == "t: {r: {a: 1}}\n"


def test_line_ends_and_the_mark_at_the_start_are_laid_out_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + WANTED.replace("\n", "\r\n").encode())
    assert "only line ends" in run("fmt", "--diff", str(path)).stdout
    run("fmt", str(path))
    assert path.read_bytes() == WANTED.encode()


@pytest.mark.parametrize("words", [["nowhere"], ["-", "--check"], []])
def test_misuse(run: Run, words: list[str]) -> None:
    assert run("fmt", *words).exit_code == 2


def test_what_is_no_ruleset_is_refused(run: Run, tmp_path: Path) -> None:
    assert run("fmt", str(tmp_path)).exit_code == 2
    record = tmp_path / "match.json"
    record.write_text("{}", "utf-8")
    assert run("fmt", str(record)).exit_code == 2
    assert run("fmt", str(tmp_path / "\0")).exit_code == 2
    os.mkfifo(tmp_path / "pipe.yaml")
    done = run("fmt", str(tmp_path / "pipe.yaml"))
    assert done.exit_code == 1
    assert "E900" in done.stderr


def test_links_stay_links_and_lead_nowhere_from_a_folder(run: Run, game: Path) -> None:
    real = game.parent / "real.yaml"
    real.write_text(TEXT, "utf-8")
    (game / "linked.yaml").symlink_to(real)
    run("fmt", str(game))
    assert real.read_text("utf-8") == TEXT
    run("fmt", str(game / "linked.yaml"))
    assert (game / "linked.yaml").is_symlink()
    assert real.read_text("utf-8") == WANTED


def test_a_file_that_changes_meanwhile_is_not_overwritten(game: Path) -> None:
    path = game / "ruleset.yaml"
    laid = layout_files.lay_out(path, "ruleset.yaml")
    path.write_text(TEXT + "# more\n", "utf-8")
    with pytest.raises(OSError, match="changed while"):
        layout_files.put(path, laid)
    assert path.read_text("utf-8") == TEXT + "# more\n"
    assert list(game.glob(".part-*")) == []


def test_the_rulesets_of_these_tests_load_as_before(run: Run, tmp_path: Path) -> None:
    for path in sorted(RULESETS.glob("*.yaml")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
        assert run("fmt", str(tmp_path / path.name)).exit_code == 0
        before, after = (run("validate", "--json", str(one)) for one in (path, tmp_path / path.name))
        told = [[one["code"] for one in json.loads(done.stdout)["findings"]] for done in (before, after)]
        assert sorted(told[0]) == sorted(told[1])


def test_a_name_that_is_empty_or_a_whole_disk_is_no_game(run: Run, game: Path) -> None:
    for name in ("", " ", str(Path(game.anchor))):
        done = run("fmt", "--check", name)
        assert done.exit_code == 2
        assert "is no folder of a game" in done.stderr
