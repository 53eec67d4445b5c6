"""What explaining a match needs to know of its rules: the sentences, and where in the program they stand."""

from functools import cached_property
from weakref import WeakKeyDictionary

from interpreter.check.world import World
from interpreter.core.lower import lower
from interpreter.core.notes import Notes, Offer
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice
from interpreter.engine.seats import TABLE
from interpreter.study.position import Position
from interpreter.study.reasons import DEPTH, Reasons
from interpreter.study.subject import CheckedRules, Subject

_NOTED: "WeakKeyDictionary[Engine, tuple[World, Notes]]" = WeakKeyDictionary()


class Explainer:
    """The rules behind an engine, as one viewer may ask about them."""

    def __init__(self, game: Subject, engine: Engine, viewer: int | None = TABLE, depth: int = DEPTH) -> None:
        self.engine = engine
        self.viewer = viewer
        self.depth = depth
        self.checked: CheckedRules = game.checked(dict(engine.program.options))

    @cached_property
    def notes(self) -> Notes:
        """What is seen from the decisions of the program."""
        known = _NOTED.get(self.engine)
        if known is None or known[0] is not self.checked.world:
            known = _NOTED[self.engine] = self.checked.world, noted(self.checked.world, self.engine)
        return known[1]

    @cached_property
    def position(self) -> Position:
        """Where positions are looked at."""
        return Position(self.checked.world, self.engine, self.viewer)

    def reasons(self) -> Reasons:
        """A tree that begins."""
        return Reasons(self.position, self.checked.document, self.depth)

    def offer(self, choice: Choice, alternative: int) -> Offer:
        """What an alternative of a decision is in the rules."""
        number = next(i for i, one in enumerate(self.engine.choices) if one is choice)
        return self.notes.offers[number][alternative]


def noted(world: World, engine: Engine) -> Notes:
    """The notes on the program of an engine: its ruleset is lowered once more."""
    program, notes = engine.program, Notes()
    options = {name: world.option_value(name, text) for name, text in program.options}
    again = lower(world, program.players, options, notes)
    if again.slots != program.slots or len(again.decisions) != len(program.decisions):
        raise RuntimeError("the ruleset changed while it was used")
    return notes
