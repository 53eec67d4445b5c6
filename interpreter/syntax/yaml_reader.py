"""YAML text to a document tree.

The meanings are those of YAML 1.2: only ``true``, ``false``, ``null``, ``~``, nothing at all and whole
decimal numbers are more than text. What makes a file mean more than it shows (anchors, aliases, merge
keys, tags, directives, keys that stand twice) is refused, each with a place.

The tree is built from the parser's events, not by its composer: nothing recurses, so depth is judged
before it costs anything, and anchors are still to be seen.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import yaml

from interpreter.syntax import yaml_findings
from interpreter.syntax.document import Node
from interpreter.syntax.yaml_problems import Trouble, translate
from interpreter.syntax.yaml_tree import TreeBuilder, bad_characters
from interpreter.text.diagnostic import Diagnostic, sort_key
from interpreter.text.span import Source, Span

LARGEST = 4 * 1024 * 1024
"""Bytes of the largest file that is read."""

_MOST_BAD_CHARACTERS = 20  # with so many of them the file is no text
_MOST_RETRIES = 10
_RETRIED = 60_000  # characters; a longer file shows its first syntax error only
_SECTION = re.compile(r"^\w[\w-]*:", re.MULTILINE)
_IMPOSSIBLE = re.compile(r"\\U(?!000|0010)[0-9A-Fa-f]{8}")

_Parser: TypeAlias = Callable[[str], Iterator[yaml.Event]]


def read(source: Source, *, pure: bool = False) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The tree of a file and everything wrong with it, in the order of the file.

    The tree is None where the text is no YAML; where it is YAML but holds something refused, the tree
    leaves that out. No text raises. ``pure`` uses only the parser written in Python: slower, same result.
    """
    start = Span(source, 0, 0)
    if len(source.text.encode("utf-8", "surrogatepass")) > LARGEST:
        return None, (yaml_findings.too_large(start, LARGEST),)
    findings, text = bad_characters(source, _MOST_BAD_CHARACTERS)
    if len(findings) == _MOST_BAD_CHARACTERS:
        return None, tuple(findings)
    tree = _tree(source, text, pure)
    findings.extend(tree.findings)
    if tree.error is not None:
        findings = [finding for finding in findings if not _follows(finding, tree.error)]
        findings.append(tree.error)
        findings.extend(_further(source, text, tree.error))
    elif tree.root is None:
        findings.append(yaml_findings.empty_file(start))
    first = {(finding.code, finding.span): finding for finding in reversed(findings)}
    return tree.root, tuple(sorted(first.values(), key=sort_key))


def _tree(source: Source, text: str, pure: bool) -> TreeBuilder:
    fast = _fast_parser()
    # Where the two parsers are known to differ, and for all messages, the pure one decides.
    if fast is not None and not pure and "\t" not in text:
        tree = _build(source, text, fast)
        if tree.error is None and not tree.is_doubtful:
            return tree
    return _build(source, text, _pure_parser)


def _fast_parser() -> _Parser | None:
    """The parser written in C, where PyYAML was built with it."""
    loader = getattr(yaml, "CLoader", None)
    return None if loader is None else lambda text: yaml.parse(text, Loader=loader)


def _pure_parser(text: str) -> Iterator[yaml.Event]:
    return yaml.parse(text, Loader=yaml.Loader)


def _build(source: Source, text: str, parser: _Parser) -> TreeBuilder:
    """The tree of ``text``, which is the source's with some characters blanked."""
    # The parsers do not agree on whether a byte mark at the start counts as a character.
    shift = 1 if source.text.startswith("\ufeff") else 0
    tree = TreeBuilder(source, shift)
    try:
        for event in parser(text[shift:]):
            tree.take(event)
            if tree.error is not None or tree.is_finished:
                break
    except yaml.MarkedYAMLError as error:
        tree.fail(translate(_trouble(tree, error)))
    except (yaml.YAMLError, ValueError, OverflowError):
        # The pure parser stumbles over an escape beyond the last character without telling its place.
        escape = _IMPOSSIBLE.search(source.text, tree.reached)
        at = escape.start() if escape else tree.reached
        tree.fail(translate(Trouble(source, "unknown escape", "", at, None, None)))
    return tree


def _trouble(tree: TreeBuilder, error: yaml.MarkedYAMLError) -> Trouble:
    context, mark = error.context_mark, error.problem_mark
    since = None if context is None else context.index + tree.shift
    at = (mark.index + tree.shift) if mark is not None else since or 0
    return Trouble(tree.source, error.problem or "", error.context or "", at, since, tree.innermost_flow)


def _further(source: Source, text: str, error: Diagnostic) -> list[Diagnostic]:
    """What else is wrong: the top-level keys are read again without those that hold a syntax error."""
    findings: list[Diagnostic] = []
    before_first = _SECTION.search(text)
    if len(text) > _RETRIED or before_first is None or _says_something(text[: before_first.start()]):
        return findings
    failed: Diagnostic | None = error
    for _ in range(_MOST_RETRIES):
        if failed is None or failed.span is None:
            break
        text = _without_section(text, failed.span.start)
        if _SECTION.search(text) is None:
            break
        tree = _build(source, text, _pure_parser)
        findings.extend(tree.findings)
        failed = tree.error
        if failed is not None:
            findings.append(failed)
    return findings


def _follows(finding: Diagnostic, error: Diagnostic) -> bool:
    """Whether a split phrase is only what a syntax error on its line left of it."""
    if finding.code != "E117" or finding.span is None or error.span is None:
        return False
    return finding.span.line == error.span.line


def _says_something(text: str) -> bool:
    lines = (line.strip().lstrip("\ufffd") for line in text.splitlines())
    return any(line and not line.startswith("#") and line != "---" for line in lines)


def _without_section(text: str, offset: int) -> str:
    """``text`` with blanks in place of the top-level key around ``offset`` and all that belongs to it."""
    starts = [match.start() for match in _SECTION.finditer(text)]
    start = max((place for place in starts if place <= offset), default=0)
    end = min((place for place in starts if place > offset), default=len(text))
    return text[:start] + re.sub(r"[^\r\n]", " ", text[start:end]) + text[end:]
