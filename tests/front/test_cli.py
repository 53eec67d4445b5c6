import json
from pathlib import Path

import click
import pytest

from interpreter.front import cli as module
from interpreter.front.cli import COMMANDS
from tests.front.conftest import RULESETS, Run, Started

HEAVY = ("lark", "jsonschema", "yaml", "rich", "interpreter.engine", "interpreter.core")

SHOW_MODULES = """
import sys
sys.argv = ["ludwright", *{words!r}]
from interpreter.front.cli import main
try:
    main()
except SystemExit as left:
    print("code", left.code, file=sys.stderr)
print(sorted(set(sys.modules)), file=sys.stderr)
"""


def test_help_lists_every_command_and_needs_no_heavy_module(start: Started) -> None:
    done = start("-c", SHOW_MODULES.format(words=["--help"]))
    assert "code 0" in done.stderr
    assert [name for name in COMMANDS if f"\n  {name} " not in done.stdout] == []
    loaded = done.stderr
    assert [name for name in HEAVY if f"'{name}'" in loaded] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_has_an_example_and_needs_no_engine(name: str, start: Started) -> None:
    done = start("-c", SHOW_MODULES.format(words=[name, "--help"]))
    assert "code 0" in done.stderr
    assert f"ludwright {name} " in done.stdout.partition("Example")[2] or f"ludwright {name}\n" in done.stdout
    assert [one for one in ("lark", "jsonschema", "yaml", "rich") if f"'{one}'" in done.stderr] == []


def test_a_cached_simulate_needs_neither_parser_nor_schema(start: Started) -> None:
    words = ["simulate", "clans", "--games", "2"]
    first = start("-c", SHOW_MODULES.format(words=words))
    again = start("-c", SHOW_MODULES.format(words=words))
    assert "code 0" in first.stderr
    assert "code 0" in again.stderr
    assert [one for one in ("lark", "jsonschema", "yaml") if f"'{one}'" in again.stderr] == []


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.exit_code == 0
    assert done.stdout.startswith("ludwright 0.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["valdate"], "did you mean `validate`?"),
        (["simulate", "clans", "--gmaes", "3"], "did you mean `--games`?"),
        (["simulate", "clns"], "did you mean `clans`?"),
        (["simulate", "clans", "--option", "tie_brake"], "did you mean `tie_break`?"),
        (["simulate", "clans", "--option", "tie_break=shard"], "it is one of shared, most_chips"),
        (["simulate", "clans", "--option", "=x"], "names no option"),
        (["simulate", "clans", "--option", "tie_break=shared", "--option", "tie_break=shared"], "set twice"),
        (["simulate", "clans", "--player", "1=randm"], "did you mean `random`?"),
        (["simulate", "clans", "--player", "one"], "seats nobody"),
        (["simulate", "clans", "--player", "1=random", "--player", "P1=first"], "seated twice"),
        (["simulate", "clans", "--player", "9=random"], "there is no player P9 in a match of 4"),
        (["simulate", "clans", "--players", "9"], "is for 2 to 4 players, not for 9"),
        (["simulate", "clans", "--players", "x"], "expected a whole number from 1 on"),
        (["simulate"], "GAME is missing"),
        (["perft", "clans"], "the option `--depth` is missing"),
        (["explain", "E40"], "there is no code `E40`"),
        (["compile", "clans", "--emit", "wasm"], "it is one of ir, c, so"),
        (["compile", "clans", "--emit", "so"], "say where it goes"),
        (["simulate", "clans", "--executor", "native", "--check"], "plays at random and checks nothing"),
        (["simulate", "clans", "--executor", "natve"], "there is no executor `natve`"),
        (["simulate", "clans", "--player", "1=human"], "can't be human in a simulation"),
    ],
)  # fmt: skip
def test_bad_usage_ends_with_2_and_a_way_out(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    first = done.stderr.splitlines()[0]
    assert not first.endswith(".")


@pytest.mark.parametrize(
    ("words", "code", "finding"),
    [
        (["info", "nothing"], 2, "E923"),
        (["test", "nothing"], 2, "E923"),
        (["check", "nothing"], 2, "E923"),
        (["cover", "nothing"], 2, "E923"),
        (["diff", "clans", "nothing"], 2, "E923"),
        (["simulate", "clans", "--players", "9"], 2, "E921"),
        (["perft", "clans", "--depth", "1", "--option", "nothing"], 2, "E920"),
        (["replay", "nothing.json"], 2, "E800"),
        (["trace", "nothing.json"], 2, "E800"),
        (["why", "clans"], 2, ""),
        (["perft", "clans"], 2, ""),
        (["simulate", "clans", "--gmaes", "3"], 2, ""),
    ],
)  # fmt: skip
def test_who_asks_for_json_is_refused_in_json(run: Run, words: list[str], code: int, finding: str) -> None:
    done = run(*words, "--json")
    assert done.exit_code == code
    assert done.stderr == ""
    said = json.loads(done.stdout)
    assert said["ok"] is False
    assert [one["code"] for one in said["findings"]] == ([finding] if finding else [])
    assert bool(said["error"]) is not bool(finding)


def test_rules_that_fail_are_told_in_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pots.yaml"
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path.write_text(text.replace("pot: 0..240 per Good", "pot: 0..3 per Good"), "utf-8")
    plain, in_json = run("simulate", str(path)), run("simulate", str(path), "--json")
    assert plain.exit_code == in_json.exit_code == 1
    assert json.loads(in_json.stdout) == {"ok": False, "findings": [], "error": plain.stderr.rstrip("\n")}


def test_a_command_without_json_refuses_it_in_words(run: Run) -> None:
    done = run("doc", "clans", "--json")
    assert done.exit_code == 2
    assert "there is no option `--json`" in done.stderr


def test_no_command_shows_the_help(run: Run) -> None:
    done = run()
    assert done.exit_code == 2
    assert done.stderr.startswith("Usage: ludwright")


def test_a_fault_of_ours_is_one_line_that_says_how_to_report_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.api.files.shipped", _broken)
    done = run("list")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "ludwright failed by a fault of its own: a wheel came off; "
        "please report it with what the same command prints under LUDWRIGHT_DEBUG=1"
    ]
    monkeypatch.setenv("LUDWRIGHT_DEBUG", "1")
    assert isinstance(run("list").exception, RuntimeError)


def _broken() -> tuple[str, ...]:
    raise RuntimeError("a wheel\ncame off")


def test_who_reads_no_further_gets_no_traceback(start: Started) -> None:
    code = (
        "import subprocess, sys\n"
        "one = subprocess.Popen([sys.executable, '-m', 'interpreter', 'compile', 'clans'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "one.stdout.close()\n"
        "print(one.stderr.read().decode(), one.wait())"
    )
    assert start("-c", code).stdout == " 1\n"


def test_a_table_of_commands_that_are_there() -> None:
    folder = Path(module.__file__).parent / "commands"
    assert {entry.module for entry in COMMANDS.values()} == {
        path.stem for path in folder.glob("*.py") if path.stem != "__init__"
    }
    for name in COMMANDS:
        command = module.cli.get_command(click.Context(module.cli), name)
        assert command is not None
        assert command.name == name


def test_a_failure_of_the_rules_shows_place_and_values(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    path.write_text(text.replace("pot: 0..240 per Good", "pot: 0..3 per Good"), "utf-8")
    done = run("simulate", str(path), "--games", "5")
    assert done.exit_code == 1
    assert "E701" in done.stderr
    assert "add coins to pot(good)" in done.stderr
    assert "in game 0 of the simulation with seed 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_rulesets_end_with_1(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("language: 1\ngame: bad\n", "utf-8")
    done = run("simulate", str(path))
    assert done.exit_code == 1
    assert "E203" in done.stderr


def test_json_stands_alone_on_the_output(run: Run) -> None:
    commands = (
        ["list"], ["info", "clans"], ["validate", "clans"], ["simulate", "tic-tac-toe", "--games", "3"],
        ["perft", "tic-tac-toe", "--depth", "2"], ["why", "tic-tac-toe", "place", "cell", "a1"],
        ["cover", "tic-tac-toe"], ["test", "clans", "-k", "setup"],
    )  # fmt: skip
    for words in commands:
        done = run(*words, "--json")
        assert isinstance(json.loads(done.stdout), dict), words
