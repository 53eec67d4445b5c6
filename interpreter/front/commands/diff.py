"""``ludwright diff``."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from interpreter.engine.policy import Policy
from interpreter.front.cli import INTERRUPTED, Misuse
from interpreter.front.many_games import played_as_asked, progress, random_options, tell
from interpreter.front.match_options import (
    chosen_options,
    json_option,
    load_game,
    players_option,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name

DIFFER = 1
"""The exit code where the two differ, as for the `diff` of Unix; 2 says that nothing was compared."""


@click.command(
    "diff",
    epilog="\b\nExamples:\n  ludwright diff GAME my-variant.yaml\n"
    "  ludwright diff GAME GAME --option-b NAME=VALUE --games 5000 --html diff.html\n"
    "  ludwright diff old/ruleset.yaml new/ruleset.yaml --rules",
    short_help="what differs between two rulesets, in rules and in play",
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--rules", "only_rules", is_flag=True, help="Compare the rules alone.")
@click.option("--behaviour", "only_play", is_flag=True, help="Compare the play alone.")
@click.option("--games", type=click.IntRange(2, 10_000_000), default=1000, show_default=True, metavar="N",
              help="How many pairs of games are played.")  # fmt: skip
@seed_option("0")
@players_option("How many play both games.  [default: the most that both are for, up to 4]")
@click.option("--option", "options", multiple=True, metavar="K[=V]",
              help="Set an option of both games. May be repeated, as the next two.")  # fmt: skip
@click.option("--option-a", "options_a", multiple=True, metavar="K[=V]", help="Set an option of A.")
@click.option("--option-b", "options_b", multiple=True, metavar="K[=V]", help="Set an option of B.")
@random_options
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots to FILE."
)
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, a: str, b: str, only_rules: bool, only_play: bool, games: int, seed: str,
    players: int | None, options: tuple[str, ...], options_a: tuple[str, ...], options_b: tuple[str, ...],
    jobs: int, policy: Policy, executor: str, html: Path | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Say what the ruleset B has otherwise than A: in its rules, by address, with citations and the changes
    that made it; and in play at random with the same seeds: the first step that differs, lengths, wins,
    scores, ends and actions with confidence intervals.

    A and B are names of games or paths. How files are laid out and remarked is no difference. Exits with 0
    where nothing differs, 1 where something does, 2 where the two can't be compared.
    """
    from interpreter.api.rules_difference import rules_difference
    from interpreter.front.difference.report import Report, report_lines
    from interpreter.front.difference.subjects import subjects
    from interpreter.front.paint import print_json, room, show
    from interpreter.front.written_file import demand_free, write_file
    from interpreter.study.contrast.contrast import Wish, contrast

    if only_rules and only_play:
        raise Misuse(
            "`--rules` and `--behaviour` leave nothing of each other", "leave both away for both", ctx
        )
    if html is not None:
        demand_free(html, force=force)
    with _as_trouble():
        chosen = _chosen(options, options_a), _chosen(options, options_b)
        both = subjects((a, b), (load_game(a), load_game(b)), chosen, players)
        rules = rules_difference(*both.games, both.options)
        # The same rules play the same games; who asks for the play alone sees it all the same.
        is_played = only_play or not (only_rules or (rules.is_empty and both.is_seated))
        play = None
        if is_played:
            wish = Wish(games, seed, jobs, policy, cast("Name", executor), rules.names)
            with progress(games) as done, played_as_asked(ctx):
                play = contrast(*both.engines, wish, done, tell)
    report = Report(both, None if only_play else rules, play)
    if html is not None:
        from interpreter.front.difference.page import page_of

        write_file(html, page_of(report).encode(), force=force)
    if as_json:
        print_json(report.to_json())
    else:
        show(report_lines(report, room()[0]))
    if play is not None and play.interrupted:
        return INTERRUPTED
    return 0 if report.is_same else DIFFER


def _chosen(both: tuple[str, ...], own: tuple[str, ...]) -> dict[str, bool | str]:
    """The options of one game: those of both, and its own over them."""
    return {**chosen_options(both), **chosen_options(own)}


@contextmanager
def _as_trouble() -> Iterator[None]:
    """Whatever keeps two games from being compared ends with the exit code that says so.

    Raises: Failed with that code.
    """
    from interpreter.engine.errors import RulesError
    from interpreter.front.failing import BAD_USAGE, Failed, rules_error_lines
    from interpreter.record.starting import StartError

    try:
        yield
    except Failed as failed:
        raise Failed(failed.findings, BAD_USAGE) from None
    except StartError as refused:
        raise Failed(getattr(refused, "findings", ()) or (refused.diagnostic,), BAD_USAGE) from None
    except RulesError as error:
        raise Failed((), BAD_USAGE, rules_error_lines(error)) from None
