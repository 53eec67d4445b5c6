import json
import shutil
from pathlib import Path

from tests.front.conftest import ROOT, RULESETS, Run


def test_shipped_games_are_fine(run: Run) -> None:
    done = run("validate", "clans", "tic-tac-toe")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == ["clans: nothing is wrong", "tic-tac-toe: nothing is wrong"]
    assert done.stderr == ""


def test_every_finding_of_every_ruleset(run: Run, tmp_path: Path) -> None:
    bad = _spoilt(tmp_path, "coins <= purse(me)", "coinz <= purse(mee)")
    done = run("validate", str(bad), "tic-tac-toe", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["ok"] is False
    assert [one["code"] for one in found["findings"]] == ["E402", "E402"]
    first = found["findings"][0]
    assert first["severity"] == "error"
    assert first["file"] == str(bad)
    assert (first["line"], first["end_line"]) == (42, 42)
    assert first["end_column"] - first["column"] == len("coinz")
    assert set(first) == {
        "code", "severity", "message", "file", "line", "column", "end_line", "end_column", "help",
    }  # fmt: skip
    assert done.stderr == ""


def test_findings_are_shown_with_caret_and_help(run: Run, tmp_path: Path) -> None:
    bad = _spoilt(tmp_path, "coins <= purse(me)", "coins <= purze(me)")
    done = run("validate", str(bad))
    assert done.exit_code == 1
    assert done.stdout == f"{bad}: 1 error\n"
    line = "42 |         that: coins <= purze(me)"
    assert line in done.stderr
    assert "^^^^^" in done.stderr
    assert "did you mean `purse`?" in done.stderr
    assert "\033[" not in done.stderr


def test_a_warning_is_no_failure(run: Run, tmp_path: Path) -> None:
    spare = _spoilt(tmp_path, "  pot: 0..240 per Good\n", "  pot: 0..240 per Good\n  spare: 0..3\n")
    done = run("validate", str(spare), "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["ok"] is True
    assert [one["severity"] for one in found["findings"]] == ["warning"]


def test_an_unknown_ruleset_is_bad_usage(run: Run) -> None:
    done = run("validate", "clams")
    assert done.exit_code == 2
    assert "did you mean `clans`?" in done.stderr


def test_the_picture_is_held_against_the_ruleset(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "clans"
    shutil.copytree(ROOT / "rulesets" / "clans", folder)
    picture = folder / "picture.yaml"
    text = picture.read_text("utf-8")
    picture.write_text(
        text.replace("show: [huts]", "show: [hutz]").replace("red: red,", "red: rde,"), "utf-8"
    )
    found = json.loads(run("validate", str(folder), "--json").stdout)["findings"]
    assert [(one["code"], Path(one["file"]).name) for one in found] == [
        ("E204", "picture.yaml"), ("E402", "picture.yaml"),
    ]  # fmt: skip


def _spoilt(folder: Path, old: str, new: str) -> Path:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    assert old in text
    path = folder / "ruleset.yaml"
    path.write_text(text.replace(old, new), "utf-8")
    return path


def test_what_only_the_picture_reads_is_used(run: Run, tmp_path: Path) -> None:
    text = """
language: 1
game: told
title: Told
players: 2
longest: 9 decisions
picture: picture.yaml
components: {points: 0..9 per Player}
terms:
  double(p in Player): 2 * points(p)
  treble(p in Player): 3 * points(p)
phases: {turns: {who: P1, one of: nothing}}
ranking: {of: p in Player, keys: {points: highest points(p)}, last: shared}
"""
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
    (tmp_path / "picture.yaml").write_text("panels: [{rows: Player, show: [double]}]\n", "utf-8")
    found = json.loads(run("validate", "--lints", "none", str(tmp_path), "--json").stdout)["findings"]
    assert [(one["code"], one["message"]) for one in found] == [("W400", "the term `treble` is never used")]


IDLE = """
language: 1
game: idle
title: Idle
players: 2
longest: 9 decisions
document: document.yaml
components: {points: 0..9 per Player}
phases:
  turns:
    who: P1 [R1]
    one of: score
actions:
  score:
    do: |
      add 1 to points(me) [R1]
      add 0 to points(me)
ranking: {of: p in Player, keys: {points: 'highest points(p) [R2]'}, last: shared}
"""
IDLE_DOCUMENT = """
language: 1
game: idle
title: Rules
statements:
  R1: {kind: rule, says: The first player scores.}
  R2: {kind: rule, says: Most points win.}
"""
IDLE_SCENARIO = """
language: 1
game: idle
scenarios:
  - {name: A point, cite: [R1], players: 2, when: [P1 score], then: ['points(P1) = 1']}
"""


def test_lints_are_warnings_that_may_be_asked_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    texts = {"ruleset.yaml": IDLE, "document.yaml": IDLE_DOCUMENT, "scenarios/score.yaml": IDLE_SCENARIO}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")

    def found(*words: str) -> tuple[int, bool, list[tuple[str, int]]]:
        done = run("validate", "--json", *words, str(tmp_path))
        told = json.loads(done.stdout)
        return done.exit_code, told["ok"], [(one["code"], one["line"]) for one in told["findings"]]

    idle = ("W520", 17)
    assert found() == (0, True, [idle])
    assert found() == (0, True, [idle])  # out of the cache
    assert found("--strict") == (1, False, [idle])
    assert found("--lints", "none", "--strict") == (0, True, [])
    assert found("--lints", "all") == (0, True, [("W652", 7), idle])
    assert "never" not in run("validate", "--strict", str(tmp_path)).stdout
    idle_line = "add 0 to points(me)"
    allowed = IDLE.replace(idle_line, f"{idle_line}  # lint: allow W520, because it looks nice")
    (tmp_path / "ruleset.yaml").write_text(allowed, "utf-8")
    assert found("--strict") == (0, True, [])
    assert run("validate", "--lints", "most", str(tmp_path)).exit_code == 2
