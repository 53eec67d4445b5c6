"""What happens between two choices: blocks run, chance falls, forced moves are taken by themselves."""

from interpreter.engine.chance import Chance, Lot
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Drawn, Taken
from interpreter.engine.explain import acts_for
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, Option, write
from interpreter.engine.notation import move_of
from interpreter.engine.together import asked, begun, take_up


class Course:
    """A match on its way from one state to the next; its tape collects what happens."""

    def __init__(
        self, engine: Engine, slots: tuple[int, ...], block: int, rng: int, taken: int, chance: Chance | None
    ) -> None:
        self.engine = engine
        self.tape = engine.tape(slots)
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
        made_for = acts_for(self.engine.closures, choice.decision, probe) if choice.decision.shows else ""
        s.trail.append(Taken(choice.who(probe) + 1, move, forced, hidden, made_for))
        self.taken += 1
        self._spent = 0
        self.block = option.block

    def take_together(self, choice: Choice) -> None:
        """Make the moves that several players have put down, in the order of seats."""
        together = choice.together
        assert together is not None
        s = self.tape
        for player in asked(together, s):
            probe = list(s)
            take_up(together, probe, player)
            choice.prepare(probe)
            option = choice.options[begun(together, s, player).option]
            whole = option.index, tuple(probe[step.slot] for step in option.steps)
            hidden = tuple(step.stage.name for step in option.steps if step.stage.hidden)
            move = move_of(self.engine.program, choice, whole)
            s.trail.append(Taken(player + 1, move, False, hidden))
            self.taken += 1
        self._spent = 0
        self.block = choice.options[0].block

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
        if choice.together is not None:
            self._demand_ways(choice)
            return False
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

    def _demand_ways(self, choice: Choice) -> None:
        """Everybody who is asked has something to choose.

        Raises: RulesError E704.
        """
        assert choice.together is not None
        for player in asked(choice.together, self.tape):
            probe = list(self.tape)
            take_up(choice.together, probe, player)
            choice.prepare(probe)
            if not choice.count(probe, 1):
                stuck_block(self.engine.program, choice)

    def _draw(self, lot: Lot) -> None:
        s = self.tape
        if self._chance is None:
            self.rng = lot.draw(s, self.rng)
        else:
            lot.script(s, self._chance)
        s.trail.append(Drawn(lot.domain, s[lot.slot], lot.audience(s), lot.place))
        self.block = lot.block
