import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.front.conftest import Run


def test_a_page_is_printed(run: Run) -> None:
    done = run("doc", "tic-tac-toe")
    assert done.exit_code == 0
    assert done.stdout.startswith("<!DOCTYPE html>\n")
    assert done.stdout.endswith("</html>\n")
    assert "<h1>Tic-tac-toe</h1>" in done.stdout
    text = run("doc", "tic-tac-toe", "--format", "md").stdout
    assert text.startswith("# Tic-tac-toe\n")
    assert "The match ends as soon as somebody is among these, who win" in text


def test_a_page_is_written_and_never_over_another(run: Run, tmp_path: Path) -> None:
    page, board = tmp_path / "rules.md", tmp_path / "board.svg"
    done = run("doc", "tic-tac-toe", "-o", str(page), "--board", str(board))
    assert (done.exit_code, done.stdout) == (0, "")
    assert "![Cell: the board at the start](board.svg)" in page.read_text("utf-8")
    assert ElementTree.parse(board).getroot().tag.endswith("svg")
    again = run("doc", "tic-tac-toe", "-o", str(page))
    assert again.exit_code == 2
    assert "is there already" in again.stderr
    assert "--force" in again.stderr
    page.write_text("mine", "utf-8")
    assert run("doc", "tic-tac-toe", "-o", str(page)).exit_code == 2
    assert page.read_text("utf-8") == "mine"
    assert run("doc", "tic-tac-toe", "-o", str(page), "--force").exit_code == 0
    assert page.read_text("utf-8").startswith("# Tic-tac-toe")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["board.svg", "rules.md"]


def test_without_a_page_only_the_board_is_written(run: Run, tmp_path: Path) -> None:
    done = run("doc", "hex", "--board", str(tmp_path / "hex.svg"))
    assert (done.exit_code, done.stdout) == (0, "")
    shapes = [one for one in ElementTree.parse(tmp_path / "hex.svg").iter() if one.tag.endswith("polygon")]
    assert len(shapes) == 121


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["clans", "--format", "pdf"], "it is one of html, md"),
        (["clans", "--option", "big_group_merg"], "did you mean `big_group_merge`?"),
        (["clans", "--players", "9"], "`clans` is for 2 to 4 players, not for 9"),
        (["clan"], "did you mean `clans`?"),
        (["little-factory", "--board", "{folder}/board.svg"], "this game has no board to draw"),
        (["clans", "-o", "{folder}/no/such/rules.html"], "there is no folder"),
        (["clans", "-o", "{folder}"], "is a folder"),
    ],
)
def test_what_can_not_be_meant_is_refused(run: Run, tmp_path: Path, words: list[str], told: str) -> None:
    done = run("doc", *(word.format(folder=tmp_path) for word in words))
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_broken_ruleset_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text("language: 1\ngame: broken\ntitle: Broken\nplayers: 2\n", "utf-8")
    done = run("doc", str(path))
    assert done.exit_code == 1
    assert "E2" in done.stderr
    assert done.stdout == ""


def test_chosen_options_are_told(run: Run) -> None:
    text = run("doc", "clans", "--option", "tie_break=most_chips", "--format", "md").stdout
    assert "- **Chosen for this page**: tie break: most chips" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "rules.pdf"), "no page can be written as `.pdf`"),
        (("--board", "board.png"), "no picture can be written as `.png`"),
    ],
)
def test_a_file_of_another_sort_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("doc", "clans", *words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_page_and_picture_are_two_files(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "same.svg")
    done = run("doc", "clans", "--format", "html", "-o", path, "--board", path)
    assert done.exit_code == 2
    assert "the page and the picture can't be one file" in done.stderr
    assert not Path(path).exists()


def test_a_parameter_that_leads_on_is_read_with_its_value(run: Run) -> None:
    page = run("doc", "kalah", "--format", "md").stdout
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", page)
    assert "The pit is now the next pit of the pit but for the store of your opponent." in plain
