"""``ludwright why``."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from interpreter.front.asking import as_option, depth_option, viewer_of
from interpreter.front.cli import Misuse
from interpreter.front.match_options import (
    chosen_options,
    json_option,
    load_game,
    match_options,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.state import State
    from interpreter.record.form import Record
    from interpreter.record.match import Match
    from interpreter.study.trace import Trace
    from interpreter.study.why import Explanation


@click.command(
    "why",
    epilog="\b\nExamples:\n  ludwright why MATCH.json 12\n"
    "  ludwright why MATCH.json P2 MOVE --as P2\n"
    '  ludwright why GAME --seed 7 "P1 MOVE"\n'
    '  ludwright why MATCH.json --value "purse(P1)" --at 20\n'
    "  ludwright why MATCH.json --ranking",
    short_help="why a move is legal or not, whence a value comes",
)
@click.argument("target", metavar="RECORD|GAME")
@click.argument("move", nargs=-1, metavar="[MOVE]")
@click.option("--value", "phrase", metavar="PHRASE",
              help="Whence a value comes, instead of a move: any phrase, as in `purse(P1)`.")  # fmt: skip
@click.option("--ranking", is_flag=True, help="Why each player has that place, instead of a move.")
@click.option("--at", "moves", type=click.IntRange(min=0), metavar="N", help="After N moves of the record.")
@click.option("--game", "name", metavar="GAME", help="The ruleset, if it is not a shipped one: a path.")
@as_option
@depth_option
@match_options
@seed_option("0", " For a GAME.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, target: str, move: tuple[str, ...], phrase: str | None, ranking: bool,
    moves: int | None, name: str | None, viewer: str | None, depth: int, players: int | None,
    options: tuple[str, ...], seed: str, as_json: bool,
) -> None:  # fmt: skip
    """Say why a move is legal or not: what was asked, part by part with its values, and the statements that
    it rests on. Of a forced move also why there was no other.

    RECORD is a saved match, MOVE the number of one of its moves, or a move as it is said, at the end of
    the record or after --at N moves. With GAME the move is asked about at the start of a match. There, and
    with --at, a number means the choice with that number.

    With --value, whence a value comes: the parts of its definition, or the moves that changed a place. With
    --ranking, why each player stands before the next. Everything is told, unless --as says for whom.
    """
    said = " ".join(" ".join(move).split())
    if sum((bool(move), phrase is not None, ranking)) != 1:
        hint = "say a move, or `--value PHRASE`, or `--ranking`"
        raise Misuse("one thing is asked about at a time" if move or phrase else "MOVE is missing", hint, ctx)
    asked: _Asked
    if is_record(target):
        from interpreter.record.replay import demand_game
        from interpreter.record.save import read

        _demand_record_alone(ctx)
        record = read(Path(target))
        game = load_game(name or record.game)
        demand_game(game, record)
        seen = viewer_of(viewer, game.engine(record.players, dict(record.options)).seats)
        asked = _OfRecord(ctx, game, seen, depth, record, moves)
    elif moves is not None or name is not None:
        raise Misuse("`--at` and `--game` are for a record", None, ctx)
    else:
        game = load_game(target)
        match = game.start(players, seed, chosen_options(options))
        asked = _OfMatch(ctx, game, viewer_of(viewer, match.engine.seats), depth, match)
    if phrase is not None:
        _tell_value(asked, phrase, as_json=as_json)
    elif ranking:
        _tell_ranking(asked, as_json=as_json)
    else:
        _tell_move(asked.move(said), as_json=as_json)


def _demand_record_alone(ctx: click.Context) -> None:
    """Refuse what a record says itself: how many play, with which options, from which seed."""
    for name in ("players", "options", "seed"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            given = next(one.opts[0] for one in ctx.command.params if one.name == name)
            raise Misuse(f"`{given}` is for a game: a record says itself how it was played", None, ctx)


def _tell_move(explanation: "Explanation", *, as_json: bool) -> None:
    from interpreter.front.paint import print_json, show_folded
    from interpreter.front.why_lines import why_lines

    if as_json:
        print_json(explanation.to_json())
    else:
        show_folded(why_lines(explanation))


def _tell_value(asked: "_Asked", phrase: str, *, as_json: bool) -> None:
    from interpreter.front.failing import BAD_USAGE, Failed
    from interpreter.front.paint import print_json, show_folded
    from interpreter.front.whence_lines import whence_lines
    from interpreter.study.whence import whence

    trace = asked.trace()
    found = whence(trace, phrase, asked.passage(trace), "--value")
    if isinstance(found, tuple):
        raise Failed(found, BAD_USAGE)
    if as_json:
        print_json(found.to_json())
    else:
        show_folded(whence_lines(found))


def _tell_ranking(asked: "_Asked", *, as_json: bool) -> None:
    from interpreter.front.paint import print_json, show_folded
    from interpreter.front.whence_lines import ranks_lines
    from interpreter.study.explainer import Explainer
    from interpreter.study.ranks import ranks_of

    state = asked.state()
    ranks = ranks_of(Explainer(asked.game, state.engine, asked.viewer, asked.depth), state)
    if as_json:
        print_json(ranks.to_json())
    else:
        show_folded(ranks_lines(ranks, state.engine.seats))


class _Asked(ABC):
    """What is asked about, and by whom."""

    def __init__(self, ctx: click.Context, game: "Game", viewer: int | None, depth: int) -> None:
        self.ctx = ctx
        self.game = game
        self.viewer = viewer
        self.depth = depth

    @abstractmethod
    def state(self) -> "State":
        """The state that is asked about."""

    @abstractmethod
    def trace(self) -> "Trace":
        """The match up to it, and perhaps further."""

    @abstractmethod
    def passage(self, trace: "Trace") -> int:
        """The passage of the trace that leads to the state."""

    def move(self, said: str) -> "Explanation":
        """The answer for a move that is said with or without its player."""
        return _asked(self.ctx, self.game, self.state(), said, self.viewer, self.depth)


class _OfMatch(_Asked):
    """The start of a match."""

    def __init__(
        self, ctx: click.Context, game: "Game", viewer: int | None, depth: int, match: "Match"
    ) -> None:  # fmt: skip
        super().__init__(ctx, game, viewer, depth)
        self.match = match

    def state(self) -> "State":
        """The first state."""
        return self.match.state

    def trace(self) -> "Trace":
        """The set-up, and forced moves behind it."""
        from interpreter.record.save import record_of
        from interpreter.study.trace import trace_of

        return trace_of(self.game, record_of(self.match), self.viewer, self.depth)

    def passage(self, trace: "Trace") -> int:
        """The last one."""
        return len(trace.passages) - 1


class _OfRecord(_Asked):
    """A record, at its end or after some of its moves."""

    def __init__(
        self, ctx: click.Context, game: "Game", viewer: int | None, depth: int, record: "Record",
        moves: int | None,
    ) -> None:  # fmt: skip
        super().__init__(ctx, game, viewer, depth)
        self.record = record
        self.moves = moves
        if moves is not None:
            self._demand(moves)

    def state(self) -> "State":
        """After so many moves, or at the end."""
        from interpreter.record.replay import replay, replay_to

        if self.moves is None:
            return replay(self.game, self.record).match.state
        return replay_to(self.game, self.record, self.moves).state

    def trace(self) -> "Trace":
        """The whole record."""
        from interpreter.study.trace import trace_of

        return trace_of(self.game, self.record, self.viewer, self.depth)

    def passage(self, trace: "Trace") -> int:
        """The last one with no more than so many moves."""
        if self.moves is None:
            return len(trace.passages) - 1
        moves = self.moves
        return max(
            at for at, one in enumerate(trace.passages) if one.number + max(1, len(one.moves)) - 1 <= moves
        )

    def _demand(self, number: int) -> None:
        """Refuse a number beyond the last move of the record."""
        if number > self._made():
            raise Misuse(f"there is no move {number}", self._extent(), self.ctx)

    def _made(self) -> int:
        from interpreter.record.form import Decided

        return sum(isinstance(one, Decided) for one in self.record.entries)

    def _extent(self) -> str:
        most = self._made()
        return f"the moves are 1 to {most}" if most else "nobody has moved in this record"

    def move(self, said: str) -> "Explanation":
        """A number is one of the moves that were made."""
        from interpreter.study.why import why_recorded

        if said.isascii() and said.isdecimal() and self.moves is None:
            number = int(said[:9])
            if number < 1:
                raise Misuse(f"there is no move {number}", self._extent(), self.ctx)
            self._demand(number)
            return why_recorded(self.game, self.record, number, viewer=self.viewer, depth=self.depth)
        return super().move(said)


def is_record(target: str) -> bool:
    """Whether a name is that of a record: a file that ends in `.json`."""
    return target.endswith(".json")


def _asked(
    ctx: click.Context, game: "Game", state: "State", said: str, viewer: int | None, depth: int
) -> "Explanation":
    from interpreter.front.why_lines import of_turn
    from interpreter.study.why import why

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
    move = _numbered(ctx, state, player, text)
    return of_turn(why(game, state, player, move, viewer=viewer, depth=depth), state)


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
