"""The whole road from files to a checked ruleset."""

import re
from dataclasses import dataclass

from interpreter.api.files import Files
from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check.check import check
from interpreter.check.world import World
from interpreter.core.lower import lower
from interpreter.core.lower_play import TooLargeError
from interpreter.core.verify import verify
from interpreter.syntax.document import Mapping, Node, Scalar
from interpreter.syntax.read_ruleset import read_ruleset
from interpreter.syntax.ruleset import Ruleset
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.sentences import parse_all
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic, sort_key
from interpreter.text.span import Source, Span

LANGUAGE = 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A ruleset without errors, with what the later stages and tools look at."""

    rules: Ruleset
    world: World
    document: Mapping | None


def check_files(files: Files) -> tuple[Checked | None, tuple[Diagnostic, ...]]:
    """The checked ruleset, and all findings in the order of the files; never raises."""
    checked, found = _check_files(files)
    ordered = tuple(sorted(dict.fromkeys(found), key=sort_key))
    return checked if not has_errors(ordered) else None, ordered


def has_errors(findings: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether a ruleset with these findings can't be played."""
    return any(one.severity == "error" for one in findings)


def _check_files(files: Files) -> tuple[Checked | None, list[Diagnostic]]:
    source = files.read(files.main)
    if source is None:
        here = Source(f"{files.shown}{files.main}", "")
        return None, [file_findings.no_file(files.main, Span(here, 0, 0), files.beside())]
    root, found = _document(source, "ruleset")
    if not isinstance(root, Mapping) or has_errors(found):
        return None, found
    if root.get("extends") is not None:
        entry = root.entry("extends")
        assert entry is not None
        return None, [*found, f.not_yet("a variant", entry.key.span)]
    sentences = parse_all(root, "ruleset")
    found.extend(sentences.findings)
    if has_errors(found):
        return None, found
    rules, texts = read_ruleset(root, sentences)
    found.extend(texts)
    data = _data(files, rules, found)
    document = _beside(files, rules.document, "document", found)
    _picture(files, rules, found)
    if has_errors(found):
        return None, found
    world, more = check(rules, data, document)
    found.extend(more)
    if not has_errors(found):
        found.extend(_size_problems(world))
    return Checked(rules, world, document), found


def _size_problems(world: World) -> list[Diagnostic]:
    """What is too much for a program, found by lowering for the fewest and the most players."""
    options = {option.name: option.default for option in world.options.values()}
    for players in dict.fromkeys(world.players):
        try:
            problems = verify(lower(world, players, options))
        except TooLargeError:
            return [f.too_large("the steps, written out where they are run, are too many", _head(world))]
        if problems:
            if "can be reached" in problems[0]:
                return [f.endless(_head(world))]
            # Numbers of blocks mean nothing to an author.
            problem = re.sub(r"^(block|decision) [0-9]+: ", "", problems[0])
            return [f.too_large(f"the rules need too much at once: {problem}", _head(world))]
    return []


def _head(world: World) -> Span:
    span = world.ruleset.span
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0]))


def _document(source: Source, schema: str) -> tuple[Node | None, list[Diagnostic]]:
    """A file read and held against its schema."""
    root, problems = read(source)
    found = list(problems)
    if root is not None and not has_errors(found):
        found.extend(check_schema(root, schema))
    return root, found


def _beside(files: Files, name: Scalar | None, schema: str, found: list[Diagnostic]) -> Mapping | None:
    if name is None:
        return None
    source = files.read(name.text)
    if source is None:
        found.append(file_findings.no_file(name.text, name.span, files.beside()))
        return None
    root, problems = _document(source, schema)
    found.extend(problems)
    return root if isinstance(root, Mapping) else None


def _data(files: Files, rules: Ruleset, found: list[Diagnostic]) -> tuple[Mapping, ...]:
    roots = (_beside(files, name, "data", found) for name in rules.data)
    return tuple(root for root in roots if root is not None)


def _picture(files: Files, rules: Ruleset, found: list[Diagnostic]) -> None:
    _beside(files, rules.picture, "picture", found)
