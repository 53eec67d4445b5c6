"""One look at a ruleset after the other: what is wrong now, what fails now, and what was mended."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.api.files import Files, find
from interpreter.front.commands.validate import findings_of
from interpreter.study.scenarios import Outcome
from interpreter.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.suite import Case

Stamp = tuple[int, int]
Snapshot = dict[Path, Stamp | None]
_Wrong = tuple[str, str, str]


class Changed(Exception):  # noqa: N818 - no fault: a look at files that are older by now
    """A file changed while it was looked at."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found; ``new`` and ``gone`` are findings, the others names of tests.

    ``ran`` tests were run, the outcomes of all others were ``kept`` from looks before. ``waits``: the
    ruleset has errors, so no test could be run.
    """

    findings: tuple[Diagnostic, ...]
    new: tuple[Diagnostic, ...]
    gone: tuple[Diagnostic, ...]
    failing: dict[str, Outcome]
    newly_failing: tuple[str, ...]
    newly_passing: tuple[str, ...]
    tests: int
    ran: int
    kept: int
    waits: bool


@dataclass(slots=True)
class Watch:
    """The looks at one ruleset, which is meant by a name or path; what they found is remembered."""

    name: str
    _findings: tuple[Diagnostic, ...] = ()
    _outcomes: dict[str, tuple[str, Outcome]] = field(default_factory=dict)
    _texts: str = ""  # of all files of rules
    _rules: str = ""  # what they mean
    _paths: tuple[Path, ...] = ()

    def learn_files(self) -> None:
        """Find out which files the ruleset reads, before the first look."""
        self._read()

    def snapshot(self) -> Snapshot:
        """Time and size of each file that the ruleset and its tests rest on; None for one that is missing."""
        files = find(self.name)
        return {path: _stamp(path) for path in (*self._paths, *_tests(files))}

    def look(self, is_stale: Callable[[], bool] = lambda: False) -> Look:
        """Check the ruleset and run the tests that may have another outcome now.

        Raises: Changed as soon as ``is_stale`` says so.
        """
        files, game = self._read()
        before, after = self._findings, self._findings
        texts = _digest(files, lambda text: text)
        if texts != self._texts or not texts:
            after = findings_of(self.name)
        failed_before = {name for name, (_, one) in self._outcomes.items() if not one.passed}
        ran = 0 if game is None else self._run(game, files, is_stale)
        self._findings, self._texts = after, texts
        failing = {name: one for name, (_, one) in self._outcomes.items() if not one.passed}
        return Look(
            findings=after,
            new=_without(after, before),
            gone=_without(before, after),
            failing=failing,
            newly_failing=tuple(name for name in failing if name not in failed_before),
            newly_passing=tuple(
                name for name in self._outcomes if name in failed_before and name not in failing
            ),
            tests=len(self._outcomes),
            ran=ran,
            kept=0 if game is None else len(self._outcomes) - ran,
            waits=game is None,
        )

    def _read(self) -> "tuple[Files | None, Game | None]":
        """The files that the ruleset reads, and the game if it is sound."""
        from interpreter.api.front_end import check_files
        from interpreter.api.load import load

        files, game = find(self.name), load(self.name).game
        if game is not None:
            files = game.checked().pages.files
        elif files is not None:
            check_files(files)  # whatever it reads is watched
        names = files.names() if files is not None else ()
        paths = (files.path_of(name) for name in names) if files is not None else ()
        self._paths = tuple(path for path in paths if path is not None)
        return files, game

    def _run(self, game: "Game", files: Files | None, is_stale: Callable[[], bool]) -> int:
        """Run the tests whose outcome may have changed, and say how many they were."""
        from interpreter.study.suite import suite_of

        assert files is not None
        rules = _digest(files, _meaning, without=game.about.picture)
        known = self._outcomes if rules == self._rules else {}
        cases = suite_of(game, *files.tests(of_variant=bool(game.about.extends))).cases
        outcomes: dict[str, tuple[str, Outcome]] = {}
        ran = 0
        for case in cases:
            if is_stale():
                raise Changed
            kept = _kept(case, known)
            ran += kept is None
            outcomes[case.name] = (case.rests_on, case.run() if kept is None else kept)
        self._outcomes, self._rules = outcomes, rules
        return ran


def _kept(case: "Case", known: dict[str, tuple[str, Outcome]]) -> Outcome | None:
    """The outcome of a test that passed and rests on the same. One that failed runs again: it shows lines."""
    rests_on, outcome = known.get(case.name, ("", None))
    same = outcome is not None and outcome.passed and rests_on == case.rests_on
    return outcome if same else None


def _digest(files: Files | None, said: Callable[[str], str], without: str = "") -> str:
    """A hash of what all files say that were read, and of which are missing."""
    if files is None:
        return ""
    digest = hashlib.sha256()
    for name in files.names():
        source = files.read(name)
        if name != without:
            text = "" if source is None else said(source.text)
            digest.update(f"{name}\0{source is None}\0{len(text)}\0{text}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _meaning(text: str) -> str:
    """What a file says whatever its layout; its text, where it is no sound YAML."""
    from interpreter.syntax.formatting.format import meaning, schema_of_file
    from interpreter.syntax.yaml_reader import read
    from interpreter.text.span import Source

    source = Source("", text)
    root, findings = read(source)
    if root is None or findings:
        return text
    return repr(meaning(root, schema_of_file(source, root)))


def _without(findings: Iterable[Diagnostic], others: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings that are not among others, whatever the lines."""
    known = {_what(one) for one in others}
    return tuple(one for one in findings if _what(one) not in known)


def _what(finding: Diagnostic) -> _Wrong:
    return finding.code, finding.message, finding.span.source.path if finding.span is not None else ""


def _tests(files: Files | None) -> list[Path]:
    """The files of scenarios and records beside a ruleset, whether it is a variant or not."""
    if files is None:
        return []
    found: list[Path] = []
    for of_variant in (False, True):
        folder, _ = files.tests(of_variant=of_variant)
        for name, endings in (("scenarios", (".yaml", ".yml")), ("records", (".json",))):
            try:
                found.extend(path for path in (folder / name).iterdir() if path.suffix in endings)
            except OSError:
                continue
    return sorted(set(found))


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def is_there(name: str) -> tuple[Diagnostic, ...]:
    """The finding that there is no ruleset of a name; nothing where there is one."""
    from interpreter.api.load import load

    return () if find(name) is not None else load(name).diagnostics
