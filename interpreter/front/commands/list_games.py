"""``ludwright list``."""

from typing import TYPE_CHECKING, Any

import click

from interpreter.front.match_options import json_option

if TYPE_CHECKING:
    from interpreter.api.variants import Variant

Facts = dict[str, Any]


@click.command(
    "list",
    epilog="\b\nExample:\n  ludwright list",
    short_help="shipped games and their variants",
)
@json_option
def command(as_json: bool) -> None:
    """List the games that come with ludwright and, below each, its variants, with how many play.

    The first column is what `play` and all other commands take: GAME, or GAME/VARIANT.
    """
    from interpreter.api.files import shipped
    from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, line
    from interpreter.front.paint import print_json, show

    games = [_game(name) for name in shipped()]
    if as_json:
        print_json({"games": games})
        return
    rows: list[list[Line]] = [[((word, DIM),) for word in ("game", "title", "players")]]
    for game in games:
        rows.append([((game["game"], BOLD),), line(game["title"] or ""), line(_count(game["players"]))])
        for one in game["variants"]:
            name: Line = (("  ", PLAIN), (one["name"], BOLD))
            rows.append([name, line(one["title"] or ""), line(_count(one["players"]))])
    show(aligned(rows))


def _game(name: str) -> Facts:
    from interpreter.api.files import find
    from interpreter.api.variants import variants_of

    about, files = _about(name), find(name)
    assert files is not None
    return {"game": name, **about, "variants": [_variant(one, about) for one in variants_of(files)]}


def _variant(variant: "Variant", base: Facts) -> Facts:
    """What is listed of a variant. Whether it is sound is only looked at where its players must be known."""
    if not variant.title or base["players"] is None:
        return {"name": variant.name, "title": None, "help": None, "players": None}
    players = base["players"] if variant.keeps_players else _about(variant.name)["players"]
    return {"name": variant.name, "title": variant.title, "help": variant.help, "players": players}


def _about(name: str) -> Facts:
    """What is listed of a game or a variant; one that does not validate has neither title nor players."""
    from interpreter.api.load import load

    game = load(name).game
    if game is None:
        return {"title": None, "help": None, "players": None}
    least, most = game.players
    return {"title": game.title, "help": game.about.help, "players": {"min": least, "max": most}}


def _count(players: Facts | None) -> str:
    if players is None:
        return "does not validate"
    least, most = players["min"], players["max"]
    return f"{least}" if least == most else f"{least} to {most}"
