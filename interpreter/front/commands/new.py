"""``ludwright new``."""

from pathlib import Path
from typing import Any

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import command_line, json_option, load_game

LONGEST_TITLE = 120


@click.command(
    "new",
    epilog="\b\nExamples:\n  ludwright new my-game\n  ludwright new my-variant --extends GAME\n"
    "  ludwright new my-game/variants/short --extends my-game",
    short_help="a small ruleset or variant that works",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--extends", "base", metavar="GAME", help="Write a variant of this game instead of a game.")
@click.option("--title", metavar="TEXT", help="What it is called.  [default: made from the names]")
@json_option
@click.pass_context
def command(ctx: click.Context, folder: Path, base: str | None, title: str | None, as_json: bool) -> None:
    """Write a small game that works into the new folder DIR: a ruleset, a document, scenarios.

    With --extends it is a variant of a game, shipped or a ruleset of yours: one real change of it that was
    tried, a scenario that passes, and a list of the places that can be changed. A variant of a ruleset of
    yours lies in the folder `variants` of that game. Nothing that is there is ever written over.
    """
    from interpreter.front.paint import print_json, say
    from interpreter.front.written_folder import demand_new, write_folder

    if title is not None and (not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable()):
        raise Misuse(f"a title is one line of 1 to {LONGEST_TITLE} characters", None, ctx)
    demand_new(folder)
    files, facts = _game(folder, title) if base is None else _variant(folder, base, title)
    write_folder(folder, files)
    if as_json:
        print_json({"folder": str(folder), "files": list(files), **facts})
        return
    for name in files:
        say(str(folder / name))
    say()
    if facts["extends"] is not None:
        say(f"{facts['address']}: was {facts['was']}, is now {facts['now']}")
    say("Next: " + ", ".join(f"`{command_line(word, folder)}`" for word in ("validate", "test", "play")))


def _game(folder: Path, title: str | None) -> tuple[dict[str, str], dict[str, Any]]:
    from interpreter.front.making.fresh import fresh_files
    from interpreter.front.making.naming import id_from, title_from

    game = id_from(folder)
    title = title or title_from(folder)
    return fresh_files(game, title), {"game": game, "title": title, "extends": None}


def _variant(folder: Path, base: str, title: str | None) -> tuple[dict[str, str], dict[str, Any]]:
    from interpreter.api.files import find
    from interpreter.front.making.naming import id_from, title_from
    from interpreter.front.making.variant import Plan, name_of_base, variant_files

    loaded = load_game(base)
    files = find(base)
    assert files is not None
    extends = name_of_base(folder, base, files)
    game = id_from(folder, loaded.name if extends.startswith(".") else "")
    title = title or f"{loaded.title}: {title_from(folder)}"
    made = variant_files(Plan(folder, game, title, extends, base, loaded))
    change = made.change
    facts = {"game": game, "title": title, "extends": extends, "address": change.address, "was": change.was,
             "now": change.now}  # fmt: skip
    return made.files, facts
