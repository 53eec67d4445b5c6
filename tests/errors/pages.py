"""Pages of error codes: their examples run, and the way out that they show is tried.

A page is `# CODE: title`, some words, then fenced blocks. `yaml` blocks before the first `text` block are
the files of the example, the ruleset first; a first line `# file: NAME` names another file, and
`# file: NAME as latin-1` how it is stored. A `sh` block holds the commands to type, one a line; without
one it is `ludwright validate .`; a `py` block is run before it. The `text` block is what the last command
prints. `yaml` blocks behind it show the way out: their top-level keys take the place of those of the file,
or a block with `language:` that of the whole ruleset; a `sh` block behind it is the command that works.
"""

import contextlib
import io
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from interpreter.front.cli import cli
from interpreter.record.errors import RecordError
from interpreter.text.render import render
from tests.errors.chunks import MAIN

_BLOCK = re.compile(r"^```(yaml|text|sh|py|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"# file: (\S+)(?: as (\S+))?\n")
_KEY = re.compile(r"^([A-Za-z][\w ]*):", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code."""

    code: str
    text: str

    @property
    def heading(self) -> str:
        """The first line."""
        return self.text.split("\n", 1)[0]

    def blocks(self) -> tuple[list[tuple[str, str]], str, list[tuple[str, str]]]:
        """The blocks of the example, what is printed, and the blocks of the way out."""
        found = _BLOCK.findall(self.text)
        at = next(i for i, (kind, _) in enumerate(found) if kind == "text")
        return found[:at], found[at][1].rstrip("\n"), found[at + 1 :]

    def run(self, folder: Path) -> str:
        """Lay the example out in ``folder`` and give what its last command prints."""
        before, _, _ = self.blocks()
        lay_out(before, folder)
        return printed(before, folder)

    def run_mended(self, folder: Path) -> str:
        """The same with the way out."""
        before, _, after = self.blocks()
        lay_out(before, folder)
        for kind, block in after:
            if kind == "yaml":
                mend(block, folder)
        if not any(kind in {"sh", "py"} for kind, _ in after):
            return printed(before, folder)
        has_program = any(kind == "py" for kind, _ in after)
        programs = [] if has_program else [one for one in before if one[0] == "py"]
        return printed([*programs, *after], folder)


def lay_out(blocks: list[tuple[str, str]], folder: Path) -> None:
    """Write the files of an example."""
    for kind, block in blocks:
        if kind in {"yaml", "json"}:
            name, stored = _named(block)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            text = block if kind == "yaml" else _NAME.sub("", block)
            (folder / name).write_text(text, stored)


def _named(block: str) -> tuple[str, str]:
    found = _NAME.match(block)
    return (found[1], found[2] or "utf-8") if found else (MAIN, "utf-8")


def mend(block: str, folder: Path) -> None:
    """Put the top-level keys of ``block`` in place of those of its file."""
    name, _ = _named(block)
    block = _NAME.sub("", block)
    file = folder / name
    keys = _KEY.findall(block)
    if not file.exists() or "language" in keys:
        file.write_text(block, "utf-8")
        return
    old = file.read_text("utf-8", "replace")
    kept = [part for part in re.split(r"(?m)^(?=\S)", old) if not _begins(part, keys)]
    file.write_text("".join(kept).rstrip("\n") + "\n" + block, "utf-8")


def _begins(part: str, keys: list[str]) -> bool:
    found = _KEY.match(part)
    return found is not None and found[1] in keys


def commands_of(blocks: list[tuple[str, str]]) -> list[str]:
    """The lines of the `sh` blocks."""
    return [line for kind, block in blocks if kind == "sh" for line in block.splitlines()]


def printed(blocks: list[tuple[str, str]], folder: Path) -> str:
    """What the last command of the blocks prints."""
    text = ""
    programs = [block for kind, block in blocks if kind == "py"]
    commands = commands_of(blocks) or ([] if programs else ["ludwright validate ."])
    with contextlib.chdir(folder):
        for program in programs:
            text = _python(program)
        for command in commands:
            text = _run(command) if command.startswith("ludwright ") else _shell(command)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def _run(command: str) -> str:
    words = shlex.split(command)[1:]
    text = io.StringIO()
    # Of `validate` only the findings count, not how many they are.
    out = io.StringIO() if words[0] == "validate" else text
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(text), contextlib.suppress(SystemExit):
        cli.main(words)
    return text.getvalue()


def _python(program: str) -> str:
    try:
        exec(program, {})
    except RecordError as error:
        return render(error.diagnostic)
    return ""


def _shell(command: str) -> str:
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr
