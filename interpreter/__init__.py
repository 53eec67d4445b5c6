"""Ludwright: tabletop games whose rules are data, played by one generic interpreter.

``load`` gives a game or what is wrong with its ruleset; ``Game.start`` a match; its ``state`` is
immutable and knows who must choose, what may be chosen, what each player may see, and who won.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.game import Game, OptionInfo
    from interpreter.api.load import Loaded, load
    from interpreter.engine.errors import Refusal, RulesError, TooManyMoves
    from interpreter.engine.events import Move
    from interpreter.engine.result import Result
    from interpreter.engine.state import StageView, State
    from interpreter.record.match import Match
    from interpreter.record.starting import StartError
    from interpreter.text.diagnostic import Diagnostic

__version__ = "0.1.0"

__all__ = [
    "Diagnostic",
    "Game",
    "Loaded",
    "Match",
    "Move",
    "OptionInfo",
    "Refusal",
    "Result",
    "RulesError",
    "StageView",
    "StartError",
    "State",
    "TooManyMoves",
    "__version__",
    "load",
]

# Where the names above are: imported when they are asked for, so that `ludwright --help` need not wait.
_HOMES = {
    "Diagnostic": "text.diagnostic",
    "Game": "api.game",
    "Loaded": "api.load",
    "Match": "record.match",
    "Move": "engine.events",
    "OptionInfo": "api.game",
    "Refusal": "engine.errors",
    "Result": "engine.result",
    "RulesError": "engine.errors",
    "StageView": "engine.state",
    "StartError": "record.starting",
    "State": "engine.state",
    "TooManyMoves": "engine.errors",
    "load": "api.load",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"interpreter.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
