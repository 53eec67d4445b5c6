"""``ludwright validate``."""

from typing import TYPE_CHECKING

import click

from interpreter.front.match_options import json_option
from interpreter.text.diagnostic import Diagnostic, sort_key

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.load import Loaded

LINTS = ("usual", "all", "none")


@click.command(
    "validate",
    epilog=(
        "\b\nExamples:\n  ludwright validate GAME\n  ludwright validate --json my-game/ruleset.yaml\n"
        "  ludwright validate --strict --lints all GAME"
    ),
    short_help="every finding in rulesets",
)
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@click.option(
    "--lints",
    type=click.Choice(LINTS),
    default="usual",
    help="Which doubts are shown: the usual ones, all (statements without a scenario, too), or none.",
    show_default=True,
)
@json_option
def command(rulesets: tuple[str, ...], strict: bool, lints: str, as_json: bool) -> int:
    """Check rulesets: YAML, schema, syntax, names, kinds, ranges, audiences, citations, data, picture.

    RULESET is the name of a shipped game or variant, or the path of a ruleset's file or folder. Every
    finding is shown. Modules are tried each alone, every two, and all together; a finding says with which
    of them it is there. In a ruleset without errors, what is hardly meant is shown as a warning: names that
    nothing reads, conditions that are always true, lines that change nothing. A remark
    `# lint: allow W402, because …` allows one at its place. Exits with 1 if there is an error; warnings alone
    are fine unless --strict is given.
    """
    from interpreter.front.failing import BAD_USAGE, WRONG, complain
    from interpreter.front.paint import print_json, say

    found = {name: findings_of(name, lints) for name in rulesets}
    everything = list(dict.fromkeys(one for findings in found.values() for one in findings))
    errors = [one for one in everything if one.severity == "error"]
    wrong = everything if strict else errors
    if as_json:
        print_json({"ok": not wrong, "findings": [one.to_json() for one in everything]})
    else:
        for name, findings in found.items():
            complain(findings)
            say(f"{name}: {_summary(findings)}")
    if not wrong:
        return 0
    return BAD_USAGE if errors and all(one.code == "E923" for one in errors) else WRONG


def findings_of(name: str, lints: str = "usual") -> tuple[Diagnostic, ...]:
    """Everything found in one ruleset, with and without its modules, and in its picture.

    ``lints``: "usual"; "all" for statements that no scenario tests, too; "none".
    """
    from interpreter.api.load import load

    return findings_in(name, load(name), lints)


def findings_in(name: str, loaded: "Loaded", lints: str = "usual") -> tuple[Diagnostic, ...]:
    """The same for one that was loaded by that name."""
    from interpreter.front.drawing import picture_findings, read_by_picture

    if loaded.game is None:
        return loaded.diagnostics
    rules = loaded.game.findings() if loaded.game.modules else loaded.diagnostics
    if loaded.game.about.picture and any(one.code == "W400" for one in rules):
        read = read_by_picture(name, loaded.game)
        rules = tuple(one for one in rules if one.code != "W400" or _place(one) not in read)
    found = (*rules, *picture_findings(name, loaded.game))
    if lints != "none" and not any(one.severity == "error" for one in found):
        found = (*found, *loaded.game.lints(_untested(name, loaded.game) if lints == "all" else None))
    return tuple(sorted(dict.fromkeys(found), key=sort_key))


def _untested(name: str, game: "Game") -> tuple[Diagnostic, ...]:
    """The statements that no scenario cites, though their kind asks for it."""
    from interpreter.front.coverage import coverage_of, untested

    return untested(game, coverage_of(name, game))


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
