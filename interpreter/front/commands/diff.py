"""``ludwright diff``."""

from typing import TYPE_CHECKING

import click

from interpreter.front.match_options import chosen_options, json_option, load_game

if TYPE_CHECKING:
    from interpreter.api.game import Game

DIFFER = 1
"""The exit code where the two differ; as for `diff` of Unix 0 is the same, 2 that no comparison was made."""

Chosen = dict[str, bool | str]


@click.command(
    "diff",
    epilog="\b\nExamples:\n  ludwright diff GAME my-variant.yaml\n"
    "  ludwright diff GAME GAME --option-b NAME=VALUE --games 2000",
    short_help="what differs between two rulesets, in rules and in play",
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--option", "options", multiple=True, metavar="K[=V]", help="Set an option of both games.")
@click.option("--option-a", "options_a", multiple=True, metavar="K[=V]", help="Set an option of A.")
@click.option("--option-b", "options_b", multiple=True, metavar="K[=V]", help="Set an option of B.")
@json_option
def command(
    a: str, b: str, options: tuple[str, ...], options_a: tuple[str, ...], options_b: tuple[str, ...],
    as_json: bool,
) -> int:  # fmt: skip
    """Say what B has otherwise than A."""
    from interpreter.api.rules_difference import rules_difference
    from interpreter.front.difference.rule_lines import rule_lines
    from interpreter.front.paint import print_json, room, show

    games = _game(a), _game(b)
    chosen = _chosen(options, options_a), _chosen(options, options_b)
    found = rules_difference(*games, chosen)
    if as_json:
        print_json({"rules": found.to_json()})
    else:
        show(rule_lines(found, room()[0]))
    return 0 if found.is_empty else DIFFER


def _game(name: str) -> "Game":
    """The game of a name or a path.

    Raises: Failed, with the exit code of a comparison that could not be made.
    """
    from interpreter.front.failing import BAD_USAGE, Failed

    try:
        return load_game(name)
    except Failed as failed:
        raise Failed(failed.findings, BAD_USAGE) from None


def _chosen(both: tuple[str, ...], own: tuple[str, ...]) -> Chosen:
    """The options of one game: those of both, and its own over them."""
    return {**chosen_options(both), **chosen_options(own)}
