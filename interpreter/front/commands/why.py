"""``ludwright why``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import (
    chosen_options,
    json_option,
    load_game,
    match_options,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.engine.state import State
    from interpreter.study.why import Explanation


@click.command(
    "why",
    epilog="\b\nExamples:\n  ludwright why MATCH.json 12\n"
    "  ludwright why MATCH.json P2 MOVE\n"
    '  ludwright why GAME --seed 7 "P1 MOVE"',
    short_help="why a move is legal or not",
)
@click.argument("target", metavar="RECORD|GAME")
@click.argument("move", nargs=-1, required=True, metavar="MOVE")
@click.option("--at", "moves", type=click.IntRange(min=0), metavar="N", help="After N moves of the record.")
@click.option("--game", "name", metavar="GAME", help="The ruleset, if it is not a shipped one: a path.")
@match_options
@seed_option("0", " For a GAME.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, target: str, move: tuple[str, ...], moves: int | None, name: str | None,
    players: int | None, options: tuple[str, ...], seed: str, as_json: bool,
) -> None:  # fmt: skip
    """Say why a move is legal or not: what was asked, its values, the rules and the statements they cite.

    RECORD is a saved match, MOVE the number of one of its moves, or a move as it is said, at the end of
    the record or after --at N moves. With GAME the move is asked about at the start of a match. There, and
    with --at, a number means the choice with that number.
    """
    from interpreter.front.paint import print_json, show
    from interpreter.front.why_lines import why_lines

    said = " ".join(" ".join(move).split())
    if is_record(target):
        explanation = _of_record(ctx, Path(target), said, moves, name)
    elif moves is not None or name is not None:
        raise Misuse("`--at` and `--game` are for a record", None, ctx)
    else:
        game = load_game(target)
        state = game.start(players, seed, chosen_options(options)).state
        explanation = _asked(ctx, game, state, said)
    if as_json:
        print_json(explanation.to_json())
    else:
        show(why_lines(explanation))


def is_record(target: str) -> bool:
    """Whether a name is that of a record: a file that ends in `.json`."""
    return target.endswith(".json")


def _of_record(
    ctx: click.Context, path: Path, said: str, moves: int | None, name: str | None
) -> "Explanation":
    from interpreter.record.replay import replay, replay_to
    from interpreter.record.save import read
    from interpreter.study.why import why_recorded

    record = read(path)
    game = load_game(name or record.game)
    if said.isascii() and said.isdecimal() and moves is None:
        return why_recorded(game, record, int(said[:9]))
    match = replay(game, record).match if moves is None else replay_to(game, record, moves)
    return _asked(ctx, game, match.state, said)


def _asked(ctx: click.Context, game: object, state: "State", said: str) -> "Explanation":
    """The answer for a move that is said with or without its player."""
    from interpreter.api.game import Game
    from interpreter.front.why_lines import of_turn
    from interpreter.study.why import why

    assert isinstance(game, Game)
    seats = state.engine.seats
    player, text = seats.named(said), said
    if player is not None:
        if not 1 <= player <= len(seats.names):
            raise Misuse(f"there is no player P{player}", f"the players are {seats.known()}", ctx)
        text = said.partition(" ")[2]
    elif not state.to_move:
        raise Misuse("the match is over, nobody can move", None, ctx)
    if not text:
        raise Misuse("MOVE is empty", _expected(state), ctx)
    player = player or state.to_move[0]
    return of_turn(why(game, state, player, _numbered(ctx, state, player, text)), state)


def _expected(state: "State") -> str:
    """What a move looks like in a state."""
    if not state.to_move:
        return "the match is over, nobody can move"
    move = next(state.legal(state.to_move[0]))
    return f"write the move, as in `{state.engine.seats.name(state.to_move[0])} {move}`"


def _numbered(ctx: click.Context, state: "State", player: int, text: str) -> str:
    """The move with a number, as `play` offers it; any other text as it is."""
    from interpreter.front.match.offer import begun, choice_number, choices, is_whole, numbered, offer_of

    number = choice_number(text)
    if number is None or player not in state.asked:
        return text
    offer = offer_of(state, player)
    chosen = numbered(offer, number, begun(state, player))
    if chosen is None:
        raise Misuse(f"there is no choice {number}", f"the last is {choices(offer)}", ctx)
    if not is_whole(state, chosen):
        raise Misuse(f"`{chosen}` is not a whole move yet", _expected(state), ctx)
    return chosen
