import re

from interpreter import load
from interpreter.api.files import shipped
from interpreter.front.cli import COMMANDS
from tests.front.conftest import ROOT, Run

README = (ROOT / "README.md").read_text("utf-8")


def _line(marker: str) -> str:
    """The first line of the fenced block behind a marker."""
    behind = README.partition(f"<!-- {marker} -->\n")[2]
    fence, line, *_ = behind.splitlines()
    assert fence.startswith("```")
    return line


def test_both_commands_are_one_line_that_makes_its_own_environment() -> None:
    for marker, what in (("play", ".venv/bin/ludwright play"), ("test", ".venv/bin/pytest")):
        assert _line(marker).startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert what in _line(marker)


def test_the_match_of_the_readme_ends_by_itself(run: Run) -> None:
    words = _line("play").partition(".venv/bin/ludwright ")[2].split()
    done = run(*words)
    assert done.exit_code == 0
    assert " won" in done.stdout


def test_every_command_named_there_is_one() -> None:
    for page in ("README.md", "CHANGELOG.md"):
        text = (ROOT / page).read_text("utf-8")
        assert set(re.findall(r"bin/ludwright ([a-z]+)", text)) <= set(COMMANDS)


def test_it_names_every_game_that_comes_along() -> None:
    text = " ".join(README.lower().split())
    titles = [str(load(name).game.title) for name in shipped()]  # type: ignore[union-attr]
    assert [title for title in titles if re.split("[:,]", title)[0].lower() not in text] == []


def test_its_python_runs() -> None:
    code = README.partition("```python\n")[2].partition("```")[0]
    names: dict[str, object] = {}
    exec(compile(code.replace("print(match.result)", ""), "README.md", "exec"), names)
    assert names["match"].result is not None  # type: ignore[attr-defined]
