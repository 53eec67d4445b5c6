"""All that lies beside a ruleset to test it: scenario files and records of whole matches."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.citations import statement_kinds
from interpreter.engine.errors import RulesError
from interpreter.record.errors import RecordError
from interpreter.record.match import Match, demand_invariants
from interpreter.record.replay import played_today, replay
from interpreter.record.save import read
from interpreter.study.scenario_files import Scenario, check_cites, read_scenarios
from interpreter.study.scenarios import Outcome, run
from interpreter.study.subject import Subject
from interpreter.syntax.yaml_reader import LARGEST
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source


@dataclass(frozen=True, slots=True)
class Case:
    """One test: its name begins with the name of its file; ``run`` never raises for bad rules or files.

    ``rests_on`` is what it says: while that and the rules stay, it passes or fails as before.
    """

    name: str
    run: Callable[[], Outcome]
    rests_on: str


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of a ruleset; a file that is wrong has one case, which fails with what is wrong."""

    scenarios: tuple[Scenario, ...]
    cases: tuple[Case, ...]


def suite_of(game: Subject, folder: Path, shown: str = "") -> Suite:
    """What `scenarios/` and `records/` in a ruleset's folder hold; ``shown`` goes before file names."""
    scenarios: list[Scenario] = []
    cases: list[Case] = []
    for path in _files(folder / "scenarios", (".yaml", ".yml")):
        source = _source(path, f"{shown}scenarios/{path.name}")
        found = _scenarios_of(game, source)
        if isinstance(found, Outcome):
            cases.append(Case(path.stem, lambda outcome=found: outcome, source.text))  # type: ignore[misc]
            continue
        scenarios.extend(found)
        cases.extend(Case(f"{path.stem}: {one.name}", _running(game, one), one.text) for one in found)
    for path in _files(folder / "records", (".json",)):
        name = f"{shown}records/{path.name}"
        rests_on = _source(path, name).text
        cases.append(Case(f"records: {path.stem}", _replaying(game, path, name), rests_on))
    return Suite(tuple(scenarios), tuple(cases))


def run_record(game: Subject, path: Path, shown: str) -> Outcome:
    """Whether a record plays again, with every invariant true at every state. One made with another state of
    the ruleset passes if every step is the same, with a note that says so.
    """
    note = ""
    try:
        record = read(path)
        match = replay(game, record).match
    except RecordError as error:
        again = _played_the_same(game, path, error)
        if again is None:
            return Outcome(path.stem, shown, 1, (error.diagnostic,))
        match, note = again, "recorded with another ruleset, but plays the same"
    try:
        demand_invariants(match)
    except RulesError as error:
        return Outcome(path.stem, shown, 1, (Diagnostic(error.code, _message(error), None),))
    return Outcome(path.stem, shown, 1, (), note)


def _played_the_same(game: Subject, path: Path, error: RecordError) -> Match | None:
    """The match of a record refused because the ruleset has changed, but in nothing that it shows."""
    if error.code != "E811" or error.difference is not None:
        return None
    return played_today(game, read(path))[0]


def _message(error: RulesError) -> str:
    where = f" ({error.place.file}:{error.place.line})" if error.place is not None else ""
    values = "".join(f"; here `{text} = {value}`" for text, value in error.values)
    return f"{error.message}{where}{values}"


def _running(game: Subject, scenario: Scenario) -> Callable[[], Outcome]:
    return lambda: run(game, scenario)


def _replaying(game: Subject, path: Path, shown: str) -> Callable[[], Outcome]:
    return lambda: run_record(game, path, shown)


def _scenarios_of(game: Subject, source: Source) -> tuple[Scenario, ...] | Outcome:
    scenarios, findings = read_scenarios(source, game.name)
    document = game.checked().document
    if not findings and document is not None:
        findings = check_cites(scenarios, statement_kinds(document))
    return Outcome(source.path, source.path, 1, findings) if findings else scenarios


def _files(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    try:
        yield from sorted(path for path in folder.iterdir() if path.suffix in suffixes)
    except OSError:
        return


def _source(path: Path, shown: str) -> Source:
    """The text of a file, as far as a file that is read may go; the reader says if it is too large."""
    try:
        with path.open("rb") as opened:
            return Source.from_bytes(shown, opened.read(LARGEST + 1))
    except OSError:
        return Source(shown, "")
