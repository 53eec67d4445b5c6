"""``ludwright replay``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import json_option, load_game

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.seats import Seats
    from interpreter.record.form import Record
    from interpreter.record.match import Match
    from interpreter.record.replay import Replay


@click.command(
    "replay",
    epilog="\b\nExamples:\n  ludwright replay MATCH.json\n  ludwright replay MATCH.json --to 20\n"
    "  ludwright replay MATCH.json --for P2 -o for-P2.json",
    short_help="verify a record",
)
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD")
@click.option("--game", "name", metavar="GAME", help="The ruleset, if it is not a shipped one: a path.")
@click.option("--to", "moves", type=click.IntRange(min=0), metavar="N", help="The position after N moves.")
@click.option("--for", "reader", metavar="P", help="For one player, as in `P2`, or for a `spectator`.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Where the extract goes.")  # fmt: skip
@json_option
def command(
    record: Path, name: str | None, moves: int | None, reader: str | None, output: Path | None, as_json: bool
) -> None:
    """Play a record again and verify every step: moves, forced ones, chance, result and last position. The
    invariants of the ruleset must hold all the way.

    With --to the position after N moves is shown, as a spectator or the player of --for sees it. With
    --for alone an extract is written: what that player may see, without the seed, the digest of the last
    position, and what only others know. It hides that no better than the seed was chosen: the one that
    play takes by itself can't be found by trying, a short one of your own, such as 7, can.
    """
    from interpreter.record.match import demand_invariants
    from interpreter.record.replay import demand_game, replay
    from interpreter.record.save import read

    if output is not None and (reader is None or moves is not None):
        raise Misuse("`-o` is for an extract", "say for whom, as in `--for P1`, and leave out `--to`")
    loaded = read(record)
    game = load_game(name or loaded.game)
    demand_game(game, loaded)
    viewer = _viewer(reader, game.engine(loaded.players, dict(loaded.options)).seats)
    if moves is not None:
        _show_position(game, name or loaded.game, loaded, moves, viewer, as_json)
        return
    played = replay(game, loaded)
    demand_invariants(played.match)
    if reader is not None:
        _write_extract(played, viewer, output)
    else:
        _tell(played, as_json)


def _viewer(reader: str | None, seats: "Seats") -> int | None:
    """The player that is meant; None for a spectator."""
    from interpreter.engine.seats import SPECTATOR

    if reader is None or reader == SPECTATOR:
        return None
    seat = seats.of(reader) or seats.of(f"P{reader.upper().removeprefix('P')}")
    if seat is None:
        raise Misuse(f"there is no player `{reader}`", f"the players are {seats.known()}, and `{SPECTATOR}`")
    return seat


def _show_position(
    game: "Game", name: str, record: "Record", moves: int, viewer: int | None, as_json: bool
) -> None:
    from interpreter.front.drawing import scene_of
    from interpreter.front.match.screen import Screen
    from interpreter.front.paint import print_json
    from interpreter.record.replay import replay_to
    from interpreter.record.seats import seat_name

    match = replay_to(game, record, moves)
    if as_json:
        facts = {"game": game.name, "moves": moves, **_state_facts(match)}
        if viewer is not None:
            # Secrets could be guessed and checked against a digest, or told by who is still waited for.
            del facts["digest"]
            facts["to_move"] = [seat_name(player) for player in match.state.asked]
        print_json({**facts, "view": match.state.view(viewer)})
        return
    screen = Screen(match, scene_of(name, game, match.engine.program))
    screen.board(viewer)
    screen.waiting()


def _state_facts(match: "Match") -> dict[str, Any]:
    from interpreter.record.form import result_json
    from interpreter.record.seats import seat_name

    to_move = [seat_name(player) for player in match.state.to_move]
    return {"to_move": to_move, "result": result_json(match.result), "digest": match.state.digest}


def _write_extract(played: "Replay", viewer: int | None, output: Path | None) -> None:
    from interpreter.front.paint import say
    from interpreter.record.extract import extract_of
    from interpreter.record.save import write

    record = extract_of(played, viewer)
    if output is None:
        click.echo(record.text().rstrip("\n"))
        return
    write(output, record)
    say(f"what {record.viewer} may see lies in {output}")


def _tell(played: "Replay", as_json: bool) -> None:
    from interpreter.front.match.screen import result_lines
    from interpreter.front.paint import print_json, say, show

    record, match = played.record, played.match
    moves = match.moves()
    if as_json:
        print_json({
            "ok": True, "game": record.game, "players": record.players, "options": dict(record.options),
            "moves": len(moves), "forced": sum(one.forced for one in moves), **_state_facts(match),
        })  # fmt: skip
        return
    say(f"{record.game}: {len(moves)} moves of {record.players} players, every step as recorded")
    if match.result is not None:
        show(result_lines(match.result, match.engine.seats))
    else:
        say("the match is not over")
