"""``ludwright test``."""

from typing import TYPE_CHECKING

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import json_option, load_game

if TYPE_CHECKING:
    from interpreter.study.scenarios import Outcome
    from interpreter.study.suite import Case


@click.command(
    "test",
    epilog="\b\nExamples:\n  ludwright test GAME\n  ludwright test GAME -k founding",
    short_help="run scenarios and records",
)
@click.argument("ruleset")
@click.option("-k", "part", default="", metavar="NAME", help="Run only those with this in their name.")
@json_option
@click.pass_context
def command(ctx: click.Context, ruleset: str, part: str, as_json: bool) -> int:
    """Run the scenarios and the records that lie beside a ruleset. Exits with 1 if one fails."""
    from interpreter.front.failing import WRONG, complain
    from interpreter.front.paint import print_json, say

    cases = [case for case in _cases(ruleset) if part.casefold() in case.name.casefold()]
    if part and not cases:
        raise Misuse(f"`{ruleset}` has no scenario and no record with `{part}` in its name", None, ctx)
    outcomes = [(case.name, case.run()) for case in cases]
    failed = [one for _, one in outcomes if not one.passed]
    if as_json:
        print_json({
            "ok": not failed, "passed": len(outcomes) - len(failed), "failed": len(failed),
            "cases": [_plain(name, one) for name, one in outcomes],
        })  # fmt: skip
    else:
        for name, one in outcomes:
            if not one.passed:
                say(f"failed  {name}")
                complain(one.findings)
            elif one.note:
                say(f"passed  {name}: {one.note}")
        say(f"{ruleset}: {_summary(len(failed), len(outcomes))}")
    return WRONG if failed else 0


def _summary(failed: int, all_: int) -> str:
    if not all_:
        return "there is nothing to run; scenarios lie in `scenarios/`, records in `records/`"
    return f"{failed} of {all_} failed" if failed else f"all {all_} passed"


def _cases(ruleset: str) -> "tuple[Case, ...]":
    from interpreter.api.files import find
    from interpreter.study.suite import suite_of

    game = load_game(ruleset)
    files = find(ruleset)
    assert files is not None
    return suite_of(game, *files.tests(of_variant=bool(game.about.extends))).cases


def _plain(name: str, outcome: "Outcome") -> dict[str, object]:
    return {
        "name": name, "passed": outcome.passed, "file": outcome.file, "line": outcome.line,
        "note": outcome.note, "findings": [one.to_json() for one in outcome.findings],
    }  # fmt: skip
