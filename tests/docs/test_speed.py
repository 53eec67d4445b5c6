"""The figures of the page and of the README have the shape of what the commands print."""

import re
from pathlib import Path

import pytest

from interpreter.front.bench_lines import peer_table, speed_table
from interpreter.front.cli import cli
from interpreter.study.peers.table import read_table, table_file

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "speed.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def rows(text: str, command: str) -> list[list[str]]:
    """The cells of the table that follows the mark of a command."""
    part = text.partition(f"<!-- figures: {command} -->\n")[2].partition("<!-- end -->")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines]


def test_the_table_of_peers_is_that_of_the_command() -> None:
    path = table_file()
    assert path is not None
    pairings = read_table(path)
    heads, _, *games = rows(PAGE, "bench --peers --markdown")
    assert heads == list(peer_table([])[0])
    assert [re.split(r"[, ]", row[0])[0] for row in games] == list(pairings)
    binding = [f"{pairing.limit.share:.2f}" for pairing in pairings.values()]
    assert [row[heads.index("binding")] for row in games] == binding


def test_a_multiple_is_near_the_ratio_of_the_speeds_beside_it() -> None:
    heads, _, *games = rows(PAGE, "bench --peers --markdown")
    for row in games:
        cells = dict(zip(heads, row, strict=True))
        ours, limit = (float(cells[name].replace(",", "")) for name in ("ours", "limit"))
        # Medians of ratios are not the ratio of medians; on a busy machine they lie this far apart at most.
        assert float(cells["share"]) == pytest.approx(ours / limit, rel=0.5, abs=0.01)


def test_the_table_of_executors_is_that_of_the_command() -> None:
    command = re.findall(r"<!-- figures: (bench [a-z].*) -->", PAGE)[0]
    heads, _, *games = rows(PAGE, command)
    assert heads == list(speed_table([])[0])
    named = command.partition(" --")[0].split()[1:]
    assert list(dict.fromkeys(row[0] for row in games)) == named


def test_the_readme_shows_rows_of_the_page() -> None:
    known = rows(PAGE, "bench --peers --markdown")
    shown = rows(README, "bench --peers --markdown")
    assert len(shown) > 4
    assert [row for row in shown if row not in known] == []


def test_the_options_that_it_names_are_those_of_the_command() -> None:
    command = cli.get_command(None, "bench")  # type: ignore[arg-type]
    assert command is not None
    known = {name for option in command.params for name in option.opts}
    for line in re.findall(r"ludwright bench.*", PAGE + README):
        assert set(re.findall(r"--[a-z]+", line)) <= known
