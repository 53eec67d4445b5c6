"""Pages that one follows step by step: files to write, commands to type, what they print.

A `yaml` block behind a remark `<!-- file: NAME -->` is a file. A `sh` block holds commands; each must
succeed, unless a `text` block follows, which is what the last of them prints.
"""

import contextlib
import io
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from interpreter.front.cli import cli

_TELL_BY_CODE = {"diff", "check"}
"""Commands that leave with 1 where they have found something, which is no failure."""

_STEP = re.compile(r"(?:^<!-- file: (\S+) -->\n)?^```(yaml|sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a page; ``file`` is where a `yaml` block belongs, or ""."""

    file: str
    kind: str
    text: str


def steps_of(page: Path) -> list[Step]:
    """The blocks of a page in order."""
    return [Step(*found) for found in _STEP.findall(page.read_text("utf-8"))]


def follow(page: Path, folder: Path) -> None:
    """Do what a page says, in ``folder``, and compare what is printed."""
    steps = [step for step in steps_of(page) if step.kind != "yaml" or step.file]
    with contextlib.chdir(folder):
        for number, step in enumerate(steps):
            after = steps[number + 1] if number + 1 < len(steps) else None
            if step.kind == "yaml":
                Path(step.file).parent.mkdir(parents=True, exist_ok=True)
                Path(step.file).write_text(step.text, "utf-8")
            elif step.kind == "sh":
                shown = after.text.strip("\n") if after is not None and after.kind == "text" else None
                _type(step.text.splitlines(), shown)


def _type(commands: list[str], shown: str | None) -> None:
    for number, command in enumerate(commands):
        code, text = run(command)
        if shown is not None and number == len(commands) - 1:
            assert text == shown, command
        else:
            found = code == 1 and shlex.split(command)[1] in _TELL_BY_CODE
            assert code == 0 or found, f"{command}\n{text}"


def run(command: str) -> tuple[int, str]:
    """The exit code of a command and what it prints; of `validate` only the findings."""
    words = shlex.split(command)
    assert words[0] == "ludwright", command
    text = io.StringIO()
    out = io.StringIO() if words[1] == "validate" else text
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(text):
        try:
            cli.main(words[1:])
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
    return code, "\n".join(line.rstrip() for line in text.getvalue().strip("\n").split("\n"))
