"""Chunked rulesets: many small files in one, split by `---`, with the findings marked where they must stand.

A chunk is a ruleset, or with a line `# base: NAME` the entries in which it differs from the
ruleset `bases/NAME.yaml`; `# base: NAME without A, B` leaves whole sections of the base away. A line
`# file: NAME` begins another file of the chunk, `# with: NAME as FILE` lays a base beside it. A comment
`#! E402 pattern` stands on the line that must carry the finding, `#!^ E402 pattern` on the line below it (as
many lines below as there are `^`). Everything that is found must be marked, and everything marked must be
found.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.api.files import Files
from interpreter.api.front_end import check_all
from interpreter.text.diagnostic import Diagnostic

HERE = Path(__file__).parent
MAIN = "ruleset.yaml"
UNMET = {"E200", "E215", "E704", "E706"}
"""Codes that no ruleset, record or command can meet today: nets below other checks, and what is to come."""
_SECTION = re.compile(r"^([A-Za-z][\w ]*):")
_ENTRY = re.compile(r"^  (?! )([^#\s].*?):(\s|$)")
_BASE = re.compile(r"# base: (\w+)(?: without (.*))?$")
_WITH = re.compile(r"# with: (\w+) as (\S+)$")
_FILE = re.compile(r"# file: (\S+)$")
_MARK = re.compile(r"#!(\^*) ([EW]\d{3})(?: (.*?))?(?= #!|\s*$)")

Line = tuple[int, str]  # the number of the line in the chunked file, 0 for one of the base; its text


@dataclass(frozen=True, slots=True)
class Mark:
    """One finding that is wanted: its code, line and a pattern that its message or help must match."""

    code: str
    line: int
    pattern: str

    def matches(self, finding: Diagnostic, line: int) -> bool:
        """Whether a finding at a line is the one that is meant."""
        if (self.code, self.line) != (finding.code, line):
            return False
        return re.search(self.pattern, f"{finding.message} = {finding.help or ''}") is not None


@dataclass(frozen=True, slots=True)
class Chunk:
    """One ruleset of a chunked file; ``line`` is where it begins there."""

    name: str
    line: int
    lines: tuple[str, ...]

    def marks(self) -> list[Mark]:
        """The findings that are wanted."""
        found = []
        for number, text in enumerate(self.lines, self.line):
            for up, code, pattern in _MARK.findall(text):
                found.append(Mark(code, number - len(up), pattern.strip()))
        return found

    def files(self) -> dict[str, list[Line]]:
        """The chunk's files, the ruleset with what it takes from its base."""
        parts = split(list(enumerate(self.lines, self.line)))
        base = next(filter(None, map(_BASE.match, self.lines)), None)
        if base is not None:
            without = [one.strip() for one in (base[2] or "").split(",")]
            text = (HERE / "bases" / f"{base[1]}.yaml").read_text("utf-8")
            theirs = split([(0, line) for line in text.split("\n")])
            parts = {**theirs, **parts, MAIN: merged(parts[MAIN], theirs[MAIN], without)}
        for beside in filter(None, map(_WITH.match, self.lines)):
            text = (HERE / "bases" / f"{beside[1]}.yaml").read_text("utf-8")
            theirs = split([(0, line) for line in text.split("\n")])
            parts |= {beside[2] if name == MAIN else name: lines for name, lines in theirs.items()}
        return parts


@dataclass(slots=True)
class Section:
    """A top-level key with its entries, in the order of the file."""

    head: list[Line] = field(default_factory=list)
    entries: dict[str, list[Line]] = field(default_factory=dict)


def chunks_of(file: Path) -> list[Chunk]:
    """The chunks of a file, each with the number of its first line."""
    found, start, lines = [], 1, []
    for number, text in enumerate([*file.read_text("utf-8").split("\n"), "---"], 1):
        if text != "---":
            lines.append(text)
            continue
        if any(line.strip() for line in lines):
            found.append(Chunk(f"{file.stem}-{start}", start, tuple(lines)))
        start, lines = number + 1, []
    return found


def split(lines: list[Line]) -> dict[str, list[Line]]:
    """Lines by the file that they belong to."""
    parts: dict[str, list[Line]] = {MAIN: []}
    name = MAIN
    for number, text in lines:
        found = _FILE.match(text)
        if found:
            name = found[1]
        parts.setdefault(name, []).append((number, text))
    return parts


def merged(own: list[Line], base: list[Line], without: list[str]) -> list[Line]:
    """The chunk's lines, with the sections and entries of the base that it does not have itself."""
    mine, theirs = sections(own), sections(base)
    whole: list[Line] = []
    for name, section in mine.items():
        whole += section.head
        for lines in section.entries.values():
            whole += lines
        if section.entries and name in theirs:
            for entry, lines in theirs[name].entries.items():
                whole += [] if entry in section.entries else lines
    for name, section in theirs.items():
        if name not in mine and name not in without:
            whole += section.head
            for lines in section.entries.values():
                whole += lines
    return whole


def sections(lines: list[Line]) -> dict[str, Section]:
    """Lines by top-level key and entry; what stands before the first key has the name ``""``."""
    found = {"": Section()}
    section, entry = found[""], ""
    for number, text in lines:
        top, inner = _SECTION.match(text), _ENTRY.match(text)
        if top:
            section, entry = found.setdefault(top[1], Section()), ""
            section.head.append((number, text))
        elif inner:
            entry = inner[1].split("(")[0]
            section.entries.setdefault(entry, []).append((number, text))
        elif entry:
            section.entries[entry].append((number, text))
        else:
            section.head.append((number, text))
    return found


def checked(folder: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with the ruleset in a folder, and what its check warns of."""
    return check_all(Files(folder, MAIN, ""))


def findings_of(
    chunk: Chunk, folder: Path, look: Callable[[Path], tuple[Diagnostic, ...]] = checked
) -> list[tuple[int, Diagnostic]]:
    """Everything found in a chunk, each with its line in the chunked file (0: in the base, or nowhere)."""
    files = chunk.files()
    for name, lines in files.items():
        (folder / name).write_text("\n".join(text for _, text in lines), "utf-8")
    found = look(folder)
    placed = []
    for finding in found:
        line = 0
        if finding.span is not None:
            numbered = files.get(finding.span.source.path, [])
            at = finding.span.line - 1
            line = numbered[at][0] if at < len(numbered) else 0
        placed.append((line, finding))
    return placed
