"""What happens between two choices: blocks run, chance falls, forced moves are taken by themselves."""

from interpreter.engine.chance import Chance, Lot
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Drawn, Taken
from interpreter.engine.forms import Tape
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, Option, write
from interpreter.engine.notation import move_of


class Course:
    """A match on its way from one state to the next; its tape collects what happens."""

    def __init__(
        self, engine: Engine, slots: tuple[int, ...], block: int, rng: int, taken: int, chance: Chance | None
    ) -> None:
        self.engine = engine
        self.tape = Tape(slots)
        self.block = block
        self.rng = rng
        self.taken = taken
        self._chance = chance
        self._spent = 0

    def take(self, choice: Choice, option: Option, forced: bool) -> None:
        """Make the move whose values stand in the slots of the stages."""
        s = self.tape
        probe = list(s)
        choice.prepare(probe)
        whole = option.index, tuple(s[step.slot] for step in option.steps)
        hidden = tuple(step.stage.name for step in option.steps if step.stage.hidden)
        move = move_of(self.engine.program, choice, whole)
        s.trail.append(Taken(choice.who(probe) + 1, move, forced, hidden))
        self.taken += 1
        self._spent = 0
        self.block = option.block

    def settle(self, ask: bool) -> None:
        """Go on until somebody must choose, the match is over, or it is stopped at its longest.

        With ``ask``, forced moves are waited for as well.

        Raises: RulesError, with what happened so far.
        """
        try:
            while self._goes_on(ask):
                pass
        except RulesError as error:
            error.log = tuple(self.tape.trail)
            raise

    def _goes_on(self, ask: bool) -> bool:
        code = self.engine.logged
        self.block, self._spent = code.advance(self.tape, self.block, self._spent)
        stop = code.stops[self.block]
        if isinstance(stop, Choice):
            return self._passes(stop, ask)
        if isinstance(stop, Lot):
            self._draw(stop)
            return True
        return False

    def _passes(self, choice: Choice, ask: bool) -> bool:
        """Whether a decision needs nobody: nothing is legal, or one move only that gives nothing away."""
        probe = list(self.tape)
        choice.prepare(probe)
        ways = choice.count(probe, 2)
        if not ways:
            self.block = stuck_block(self.engine.program, choice)
            return True
        if ways > 1 or ask or choice.secret or self.taken >= self.engine.program.longest:
            return False
        index, members = next(choice.wholes(probe))
        option = choice.options[index]
        write(option, 0, members, self.tape)
        self.take(choice, option, forced=True)
        return True

    def _draw(self, lot: Lot) -> None:
        s = self.tape
        if self._chance is None:
            self.rng = lot.draw(s, self.rng)
        else:
            lot.script(s, self._chance)
        s.trail.append(Drawn(lot.domain, s[lot.slot], lot.audience(s), lot.place))
        self.block = lot.block
