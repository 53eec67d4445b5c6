"""``ludwright list``."""

import click

from interpreter.front.match_options import json_option


@click.command("list", epilog="\b\nExample:\n  ludwright list", short_help="shipped games")
@json_option
def command(as_json: bool) -> None:
    """List the games that come with ludwright, with how many play and which variants there are."""
    from interpreter.api.files import shipped
    from interpreter.draw.ink import BOLD, DIM, Line, aligned, line
    from interpreter.front.paint import print_json, show

    games = [_about(name) for name in shipped()]
    if as_json:
        print_json({"games": games})
        return
    rows: list[list[Line]] = [[((word, DIM),) for word in ("game", "title", "players", "variants")]]
    for game in games:
        variants = game["variants"]
        assert isinstance(variants, list)
        rows.append([
            ((str(game["game"]), BOLD),), line(str(game["title"])), line(_count(game["players"])),
            line(", ".join(variants) or "-"),
        ])  # fmt: skip
    show(aligned(rows))


def _about(name: str) -> dict[str, object]:
    """What is listed of one game; one that does not validate has neither title nor players."""
    from interpreter.api.load import load

    game = load(name).game
    if game is None:
        return {"game": name, "title": None, "players": None, "variants": []}
    least, most = game.players
    return {
        "game": name, "title": game.title, "players": {"min": least, "max": most}, "variants": _variants(name)
    }  # fmt: skip


def _variants(name: str) -> list[str]:
    """The names of the variants beside a shipped ruleset."""
    from interpreter.api.files import variants

    return sorted(variants(name))


def _count(players: object) -> str:
    if not isinstance(players, dict):
        return "does not validate"
    least, most = players["min"], players["max"]
    return f"{least}" if least == most else f"{least} to {most}"
