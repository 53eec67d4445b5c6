"""``ludwright validate``."""

from typing import TYPE_CHECKING

import click

from interpreter.front.match_options import json_option
from interpreter.text.diagnostic import Diagnostic, sort_key

if TYPE_CHECKING:
    from interpreter.api.load import Loaded


@click.command(
    "validate",
    epilog="\b\nExamples:\n  ludwright validate GAME\n  ludwright validate --json my-game/ruleset.yaml",
    short_help="every finding in rulesets",
)
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@json_option
def command(rulesets: tuple[str, ...], as_json: bool) -> int:
    """Check rulesets: YAML, schema, syntax, names, kinds, ranges, audiences, citations, data, picture.

    RULESET is the name of a shipped game or variant, or the path of a ruleset's file or folder. Every
    finding is shown. Modules are tried each alone, every two, and all together; a finding says with which
    of them it is there. Exits with 1 if there is an error; warnings alone are fine.
    """
    from interpreter.front.failing import BAD_USAGE, WRONG, complain
    from interpreter.front.paint import print_json, say

    found = {name: findings_of(name) for name in rulesets}
    everything = list(dict.fromkeys(one for findings in found.values() for one in findings))
    errors = [one for one in everything if one.severity == "error"]
    if as_json:
        print_json({"ok": not errors, "findings": [one.to_json() for one in everything]})
    else:
        for name, findings in found.items():
            complain(findings)
            say(f"{name}: {_summary(findings)}")
    if not errors:
        return 0
    return BAD_USAGE if all(one.code == "E923" for one in errors) else WRONG


def findings_of(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in one ruleset, with and without its modules, and in its picture."""
    from interpreter.api.load import load

    return findings_in(name, load(name))


def findings_in(name: str, loaded: "Loaded") -> tuple[Diagnostic, ...]:
    """The same for one that was loaded by that name."""
    from interpreter.front.drawing import picture_findings, read_by_picture

    if loaded.game is None:
        return loaded.diagnostics
    rules = loaded.game.findings() if loaded.game.modules else loaded.diagnostics
    if loaded.game.about.picture and any(one.code == "W400" for one in rules):
        read = read_by_picture(name, loaded.game)
        rules = tuple(one for one in rules if one.code != "W400" or _place(one) not in read)
    return tuple(sorted((*rules, *picture_findings(name, loaded.game)), key=sort_key))


def _place(finding: Diagnostic) -> tuple[str, int]:
    """The file of a finding and the offset where it begins."""
    return (finding.span.source.path, finding.span.start) if finding.span is not None else ("", 0)


def _summary(findings: tuple[Diagnostic, ...]) -> str:
    errors = sum(one.severity == "error" for one in findings)
    warnings = len(findings) - errors
    counts = [_counted(errors, "error"), _counted(warnings, "warning")]
    return ", ".join(one for one in counts if one) or "nothing is wrong"


def _counted(number: int, word: str) -> str:
    return "" if not number else f"{number} {word}{'' if number == 1 else 's'}"
