"""``ludwright cover``."""

from typing import TYPE_CHECKING

import click

from interpreter.draw.ink import BOLD, DIM, Line, aligned, line
from interpreter.front.match_options import json_option, load_game

if TYPE_CHECKING:
    from interpreter.study.coverage import Coverage


@click.command("cover", epilog="\b\nExample:\n  ludwright cover GAME", short_help="what is tested")
@click.argument("ruleset")
@json_option
def command(ruleset: str, as_json: bool) -> int:
    """Show which statements of a game's document are encoded and tested, and which are not.

    Every rule is cited by a rule and by a scenario, every consequence by a scenario, every component by a
    declaration, flavour by nothing. Rules of modules count like those of the ruleset; of a variant only its
    own statements are looked at. Exits with 1 below 100 %.
    """
    from interpreter.front.coverage import coverage_of
    from interpreter.front.failing import WRONG
    from interpreter.front.paint import print_json, say, show

    coverage = coverage_of(ruleset, load_game(ruleset))
    if as_json:
        print_json(coverage.to_json())
    elif coverage.statements:
        show(_lines(coverage))
    else:
        say(f"{coverage.game} has no document, so there is nothing to cover")
    return 0 if coverage.is_complete else WRONG


def _lines(coverage: "Coverage") -> list[Line]:
    lines: list[Line] = []
    if coverage.gaps:
        gaps = [[((one.name, BOLD),), line(one.kind), line("; ".join(one.missing))] for one in coverage.gaps]
        lines += [*aligned(gaps), ()]
    rows: list[list[Line]] = [[((word, DIM),) for word in ("kind", "statements", "complete")]]
    for kind in dict.fromkeys(one.kind for one in coverage.statements):
        each = [one for one in coverage.statements if one.kind == kind]
        complete = sum(not one.missing for one in each)
        rows.append([line(kind), line(str(len(each))), line(str(complete))])
    lines += aligned(rows, numbers_from=1)
    whole = f"{coverage.game}: {coverage.percentage:.1f} %"
    return [*lines, (), ((whole, BOLD),)]
