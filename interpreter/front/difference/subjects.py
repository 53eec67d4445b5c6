"""The two games that are compared, each with its options, for a number of players that both are for."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.record.starting import StartError

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.machine import Engine
    from interpreter.study.report import Json

USUAL_MOST = 4
"""The most players that a game is compared for if nothing is said."""

Chosen = dict[str, bool | str]


@dataclass(frozen=True, slots=True)
class Subjects:
    """Two games: by what they were called, with their options, and for how many players each is played."""

    names: tuple[str, str]
    games: "tuple[Game, Game]"
    options: tuple[Chosen, Chosen]
    players: tuple[int, int]

    @property
    def is_seated(self) -> bool:
        """Whether as many play both."""
        return self.players[0] == self.players[1]

    @property
    def engines(self) -> "tuple[Engine, Engine]":
        """Their executors.

        Raises: StartError for tables and options that a game refuses.
        """
        old, new = (
            game.engine(players, options)
            for game, players, options in zip(self.games, self.players, self.options, strict=True)
        )
        for game, engine in zip(self.games, (old, new), strict=True):
            game.demand_checks(engine.program)
        return old, new

    @property
    def titles(self) -> tuple[str, str]:
        """What they are called, each by what it was asked for too."""
        old, new = (f"{game.title} ({name})" for game, name in zip(self.games, self.names, strict=True))
        return old, new

    def chosen(self, side: int) -> tuple[str, ...]:
        """The options of one of them that are not as if nothing were said, as ``name=value``."""
        game = self.games[side]
        values = game.chosen(self.options[side])
        return tuple(
            f"{one.name}={values[one.name]}" for one in game.options if values[one.name] != one.default
        )

    def seats(self, side: int) -> str:
        """For how many players one of them is, where that is several numbers or both are played by others."""
        least, most = self.games[side].player_range(self.options[side])
        if least == most and self.is_seated:
            return ""
        if least == most:
            return f"for {least} player{'' if most == 1 else 's'}"
        return f"for {least} to {most} players"

    def to_json(self, side: int) -> "dict[str, Json]":
        """One of them as plain data."""
        game = self.games[side]
        return {
            "name": self.names[side],
            "game": game.name,
            "title": game.title,
            "players": self.players[side],
            "options": dict(game.chosen(self.options[side])),
        }


def subjects(
    names: tuple[str, str], games: "tuple[Game, Game]", options: tuple[Chosen, Chosen], players: int | None
) -> Subjects:
    """The games, for ``players`` or for the most that both are for, up to 4; where none is for as many as the
    other, each for as many as it is played by if nothing is said.

    Raises: StartError E920, E921; for an option that only one of the games has, with a way out.
    """
    for side, (game, chosen) in enumerate(zip(games, options, strict=True)):
        _demand_known(game, games[1 - side], chosen, "ab"[1 - side])
    ranges = [game.player_range(chosen) for game, chosen in zip(games, options, strict=True)]
    if players is None:
        least, most = max(low for low, _ in ranges), min(high for _, high in ranges)
        if least <= most:
            players = max(least, min(most, USUAL_MOST))
    if players is None:
        counts = [game.default_players(chosen) for game, chosen in zip(games, options, strict=True)]
        return Subjects(names, games, options, (counts[0], counts[1]))
    for game, (least, most) in zip(games, ranges, strict=True):
        if not least <= players <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            hint = "leave `--players` away: each is played by as many as it is for"
            raise StartError("E921", f"`{game.name}` is for {wanted} players, not for {players}", hint)
    return Subjects(names, games, options, (players, players))


def _demand_known(game: "Game", other: "Game", chosen: Chosen, side: str) -> None:
    """Raises: StartError for an option of the other game alone."""
    known = {one.name for one in game.options}
    for name in chosen:
        if name not in known and name in {one.name for one in other.options}:
            hint = f"`--option-{side} {name}` sets it for the other game alone"
            raise StartError("E920", f"`{game.name}` has no option `{name}`", hint)
