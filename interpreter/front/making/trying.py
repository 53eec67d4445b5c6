"""A ruleset that is not written yet, tried in memory: checked, played a little, its scenario run."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.api.combination import combined, tried
from interpreter.api.files import MAIN, Files, at_home
from interpreter.api.game import Game
from interpreter.api.load import load_files
from interpreter.core.text import print_program
from interpreter.engine.errors import RulesError
from interpreter.engine.rng import split
from interpreter.players.random_player import RandomPlayer
from interpreter.record.match import Match
from interpreter.record.starting import StartError
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.text.span import Source

SEED = 1
_MOVES = 20
"""Moves that are tried, by players who move at random."""


def in_memory(folder: Path, files: dict[str, str]) -> Files:
    """The files of a ruleset in a folder that is not there."""
    home = at_home(folder, MAIN)
    held = {(folder / name).resolve(): Source(name, text) for name, text in files.items()}
    return Files(home.folder, home.main, home.shown, unsaved=held)


def sound(files: Files) -> Game | None:
    """The game of a ruleset without any finding of its own, whose modules go with it; else None."""
    loaded = load_files(files, cached=False)
    game = loaded.game
    main = files.read(files.main)
    if game is None or any(one.span is None or one.span.source is main for one in loaded.diagnostics):
        return None
    pages = game.checked().pages
    fits = all(not combined(pages, on)[1] for on in tried(pages) if on)
    return game if fits else None


def differs(game: Game, base: Game) -> bool:
    """Whether two games are played by other rules, with the fewest players and options as they are."""
    return game.players != base.players or _rules(game) != _rules(base)


def _rules(game: Game) -> str:
    program = game.program(game.players[0])
    return print_program(replace(program, game=""), places=False)


@dataclass(frozen=True, slots=True)
class Trial:
    """How the first moves of a match went: whether all could be made with all invariants true, the first of
    them as a scenario says it ("" where there is none), and the error that ended it.
    """

    first: str
    error: RulesError | StartError | None = None

    @property
    def broken(self) -> str:
        """The address of the invariant that was broken, or ""."""
        if not isinstance(self.error, RulesError) or self.error.code != "E707" or self.error.place is None:
            return ""
        return self.error.place.rule


def tried_out(game: Game) -> Trial:
    """A match with the fewest players begun and played on a little; it must begin at the usual table, too."""
    first = ""
    try:
        game.demand_checks(game.program())
        for move in _moves(game.start(game.players[0], SEED)):
            first = first or move
    except (RulesError, StartError) as error:
        return Trial(first, error)
    return Trial(first)


def _moves(match: Match) -> Iterator[str]:
    seats = match.engine.seats
    players = [RandomPlayer(split(match.seed, f"player {seat}")) for seat in range(1, match.players + 1)]
    match.engine.invariants.demand(match.state.slots, 0)
    for number in range(1, _MOVES + 1):
        if not match.state.to_move:
            return
        player = match.state.to_move[0]
        move = players[player - 1].choose(match.state.alone(player), player)
        match.apply(player, move)
        match.engine.invariants.demand(match.state.slots, number)
        yield f"{seats.name(player)} {move}"


def passes(game: Game, scenarios: str) -> bool:
    """Whether each scenario of a file holds in a game."""
    found, findings = read_scenarios(Source("scenarios", scenarios), game.name)
    return not findings and bool(found) and all(run(game, one).passed for one in found)
