"""``ludwright play``."""

import secrets
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.front.cli import INTERRUPTED, Misuse
from interpreter.front.match_options import (
    HUMAN,
    chosen_options,
    command_line,
    load_game,
    match_options,
    seated,
    seats_of,
    seconds,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.front.match.session import Session
    from interpreter.players.player import Player
    from interpreter.record.form import Record
    from interpreter.record.match import Match

WATCHED = 0.4
"""Seconds between the moves of bots that somebody watches, if nothing is said."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match to be played, who sits at it, and the seed as it was given."""

    game: "Game"
    match: "Match"
    seats: tuple[str, ...]
    seed: int | str


@click.command(
    "play",
    epilog="\b\nExamples:\n  ludwright play GAME\n  ludwright play GAME --players 2 --player 2=human\n"
    "  ludwright play GAME --player 1=random --seed 7\n  ludwright play GAME/VARIANT\n"
    "  ludwright play GAME --resume MATCH.json",
    short_help="a match at the terminal",
)
@click.argument("game", required=False)
@match_options
@click.option("--player", "seats", multiple=True, metavar="N=WHO",
              help="Who plays: human, random, first.  [default: human at 1, random elsewhere]")  # fmt: skip
@seed_option(None, "  [default: a new one, which is shown]")
@click.option("--forced", is_flag=True, help="Ask for moves even where only one is legal.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the match in this file.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved match.")
@click.option("--delay", callback=seconds, metavar="SECONDS",
              help="Wait after each move when bots play bots.  [default: 0.4 on a terminal]")  # fmt: skip
@click.option("--every", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
              help="Show the position after every N moves when bots play bots; 0 for never.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, game: str | None, players: int | None, options: tuple[str, ...],
    seats: tuple[str, ...], seed: str | None, forced: bool, save: Path | None, resume: Path | None,
    delay: float | None, every: int,
) -> int:  # fmt: skip
    """Play a match at the terminal: alone against bots, together at one keyboard, or watching bots.

    Choose by number or type a move or its beginning. `?` shows all words: board, map, log, undo, hint,
    why MOVE, save FILE, quit. The match is kept in the file of --save, and after `save`.
    """
    if resume is not None:
        said: dict[str, object] = {
            "--players": players,
            "--option": options,
            "--seed": seed,
            "--forced": forced,
        }
        _demand_nothing_else(ctx, said)
        table = _resumed(ctx, game, resume, seats)
    elif game is None:
        raise Misuse("GAME is missing", "`ludwright list` shows the games", ctx)
    else:
        table = _started(load_game(game), players, options, seats, seed, forced)
    return _play(table, game or table.game.name, save or resume, resume, delay, every)


def _started(
    game: "Game", players: int | None, options: tuple[str, ...], seats: tuple[str, ...], seed: str | None,
    forced: bool,
) -> Table:  # fmt: skip
    chosen = chosen_options(options)
    # From an extract a small seed could be found by trying all of them, and with it every secret.
    spoken = str(secrets.randbits(63)) if seed is None else seed
    engine = game.engine(players, chosen)
    count, given = engine.program.players, seated(seats, engine.seats)
    sitting = seats_of(given, count, lambda seat: HUMAN if seat == 1 else "random")
    match = game.start(count, spoken, chosen, forced="ask" if forced else "take")
    return Table(game, match, sitting, _number_or_text(spoken))


def _number_or_text(seed: str) -> int | str:
    return int(seed) if seed.isascii() and seed.isdecimal() and len(seed) < 16 else seed


def _demand_nothing_else(ctx: click.Context, said: dict[str, object]) -> None:
    """What a saved match says by itself must not be said again."""
    for name, value in said.items():
        if value not in (None, False, ()):
            raise Misuse(f"`{name}` can't be changed in a match that is resumed", None, ctx)


def _resumed(ctx: click.Context, name: str | None, path: Path, seats: tuple[str, ...]) -> Table:
    from interpreter.players.player import PLAYERS
    from interpreter.record.replay import resume
    from interpreter.record.save import read
    from interpreter.record.seats import seat_name

    record: Record = read(path)
    game = load_game(name or record.game)
    match = resume(game, record)

    def who(seat: int) -> str:
        """Who sat there; a name that is none of ours is a person's."""
        actor = record.actors.get(seat_name(seat), HUMAN if seat == 1 else "random")
        return actor if actor in PLAYERS else HUMAN

    hint = "their number can't be changed in a match that is resumed"
    sitting = seats_of(seated(seats, match.engine.seats), record.players, who, hint)
    return Table(game, match, sitting, record.seed if record.seed is not None else match.seed)


def _play(
    table: Table, name: str, save: Path | None, resumed: Path | None, delay: float | None, every: int
) -> int:
    from interpreter.front.drawing import scene_of
    from interpreter.front.match.keeper import Keeper
    from interpreter.front.match.screen import Screen
    from interpreter.front.match.session import Ending, Pace, Session, must_hide
    from interpreter.front.paint import is_terminal, say

    match = table.match
    keeper = Keeper(match, table.seats, table.seed, save, resumed)
    keeper.demand_free()
    scene = scene_of(name, table.game, match.engine.program)
    screen = Screen(match, scene, shared=not must_hide(match, table.seats))
    if resumed is not None:
        screen.catch_up()
    if delay is None:
        delay = WATCHED if is_terminal(sys.stdout) and HUMAN not in table.seats else 0.0
    pace = Pace(delay, every)
    session = Session(table.game, match, table.seats, partial(_bot, table), screen, keeper, pace)
    say(_greeting(table))
    say()
    try:
        ending = session.run()
    except KeyboardInterrupt:
        say()
        _farewell(session, table, name, is_over=False)
        return INTERRUPTED
    _farewell(session, table, name, is_over=ending is Ending.OVER)
    return 0


def _greeting(table: Table) -> str:
    named = table.match.engine.seats
    seats = ", ".join(f"{named.name(number)} {who}" for number, who in enumerate(table.seats, 1))
    told = f"{table.game.title}, seed {table.seed}: {seats}"
    return f"{told}; `?` shows what can be typed" if HUMAN in table.seats else told


def _bot(table: Table, seat: int) -> "Player":
    """The player who chooses now for a seat without a human."""
    from interpreter.players.player import sitting

    return sitting(table.seats[seat - 1], table.match.seed, seat, table.match.state.taken)


def _farewell(session: "Session", table: Table, name: str, *, is_over: bool) -> None:
    """Save where that was asked for, and say how the match can be seen or gone on with again."""
    from interpreter.front.paint import say

    if not is_over:
        say("the match was left before its end")
    session.save_where_named()
    keeper = session.keeper
    say(f"the seed was {table.seed}")
    if keeper.path is not None and keeper.is_saved:
        verb = (
            f"`{_replay_command(keeper.path, table, name)}` verifies it"
            if is_over
            else f"`{command_line('play', name, '--resume', keeper.path)}` goes on with it"
        )
        say(f"it lies in {keeper.path}; {verb}")
        return
    if session.humans:
        say("it was not saved; `save FILE` or `--save FILE` keeps a match")
    else:
        say(f"the same match again: {_same_again(table, name)}")


def _replay_command(path: Path, table: Table, name: str) -> str:
    """The command that verifies a record; a game that is not found by the record's id is named as it was."""
    from interpreter.api.files import find

    paths = [files.path_of(files.main) for files in (find(table.game.name), find(name)) if files is not None]
    game = () if len(paths) == 2 and paths[0] == paths[1] else ("--game", name)
    return command_line("replay", path, *game)


def _same_again(table: Table, name: str) -> str:
    """The command that plays a match of bots in the same way again."""
    words = ["play", name, "--players", str(len(table.seats)), "--seed", str(table.seed)]
    seats = enumerate(table.seats, 1)
    for number, who in seats:
        if number == 1 or who != "random":
            words += ["--player", f"{number}={who}"]
    defaults = {one.name: one.default for one in table.game.options}
    for key, value in table.match.engine.program.options:
        if defaults.get(key) != value:
            words += ["--option", f"{key}={value}"]
    return command_line(*words)
