"""The page on playability names every finding, in the words of the program, and its commands are commands."""

from pathlib import Path

from interpreter.front.commands.check_game import command
from interpreter.study.playability.finding import MEANINGS

PAGE = (Path(__file__).parents[2] / "docs" / "playability.md").read_text("utf-8")


def test_the_table_holds_all_findings() -> None:
    inside = PAGE.split("<!-- table: findings -->")[1].split("<!-- end -->")[0]
    rows = [line.strip("| ").split(" | ") for line in inside.splitlines() if line.startswith("| `")]
    assert [(name.strip("`"), says) for name, says in rows] == list(MEANINGS.items())


def test_the_commands_of_the_page_can_be_parsed() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("ludwright check ")]
    assert len(lines) == 3
    for line in lines:
        command.make_context("check", line.split()[2:], resilient_parsing=False)
