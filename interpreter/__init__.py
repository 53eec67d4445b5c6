"""Ludwright: tabletop games whose rules are data, played by one generic interpreter.

``load`` gives a game or what is wrong with its ruleset; ``Game.start`` a match; its ``state`` is
immutable and knows who must choose, what may be chosen, what each player may see, and who won.
"""

from interpreter.api.game import Game, OptionInfo
from interpreter.api.load import Loaded, load
from interpreter.engine.errors import Refusal, RulesError
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
    "__version__",
    "load",
]
