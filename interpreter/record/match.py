"""A match: the states that were, what happened on the way, and how to take a move back."""

from dataclasses import dataclass

from interpreter.engine.chance import Chance
from interpreter.engine.events import Drawn, Happening, Taken, Told
from interpreter.engine.machine import Engine
from interpreter.engine.names import member_text
from interpreter.engine.notation import Written
from interpreter.engine.result import Result
from interpreter.engine.state import Forced, State, begin, start
from interpreter.engine.telling import is_idle, told_text


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match: a move, a draw or what the rules told, as one player may read it."""

    number: int
    happening: Happening
    text: str


class Match:
    """One play of a game. Players are 1..n; states are immutable, the match only remembers them.

    ``seed`` is the number that chance started from; ``given`` is true where play began from a given
    position instead of the set-up.
    """

    def __init__(
        self, engine: Engine, seed: int, *, slots: tuple[int, ...] | None = None, forced: Forced = "take",
        chance: Chance | None = None,
    ) -> None:  # fmt: skip
        self.engine = engine
        self.seed = seed
        self.given = slots
        self.chance = chance
        if slots is None:
            first = start(engine, seed, forced=forced, chance=chance)
        else:
            first = begin(engine, slots, seed, forced=forced, chance=chance)
        self.states: list[State] = [first]
        self.trails: list[tuple[Happening, ...]] = [first.trail]

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def players(self) -> int:
        """How many play."""
        return self.engine.program.players

    @property
    def result(self) -> Result | None:
        """Who won; ``None`` while the match goes on."""
        return self.state.result

    def apply(self, player: int, move: Written) -> State:
        """Make a whole move.

        Raises: Refusal for a move that is not legal, RulesError where the rules fail.
        """
        return self._next(self.state.apply(player, move, self.chance))

    def choose(self, player: int, value: str) -> State:
        """Make one stage of a move.

        Raises: Refusal for a value that is not offered, RulesError where the rules fail.
        """
        return self._next(self.state.choose(player, value, self.chance))

    def withdraw(self, player: int) -> State:
        """Take back what a player has put down, where several choose at once and not all have.

        Raises: Refusal where there is nothing to take back.
        """
        return self._next(self.state.withdraw(player))

    def _next(self, state: State) -> State:
        self.states.append(state)
        self.trails.append(state.trail)
        return state

    def undo(self) -> bool:
        """Go back to the state before the last move or stage; false at the beginning."""
        if len(self.states) == 1:
            return False
        self.states.pop()
        self.trails.pop()
        return True

    def happenings(self) -> tuple[Happening, ...]:
        """Everything that happened, in order."""
        return tuple(one for trail in self.trails for one in trail)

    def moves(self) -> tuple[Taken, ...]:
        """All moves, forced ones too."""
        return tuple(one for one in self.happenings() if isinstance(one, Taken))

    def log(self, player: int | None = None) -> tuple[Entry, ...]:
        """What a player (``None``: a spectator) may read of all that happened."""
        entries = []
        for number, happening in enumerate(self.happenings(), 1):
            text = log_text(self.engine, happening, player)
            if text is not None:
                entries.append(Entry(number, happening, text))
        return tuple(entries)


def demand_invariants(match: Match) -> None:
    """The invariants hold in every state of a match; where play began from a given position, which may be an
    artificial one, only those that held there.

    Raises: RulesError E707.
    """
    invariants = match.engine.invariants
    among = invariants.true_in(match.given) if match.given is not None else None
    moves = 0
    for state, trail in zip(match.states, match.trails, strict=True):
        moves += sum(isinstance(one, Taken) for one in trail)
        invariants.demand(state.slots, moves, among)


def log_text(engine: Engine, happening: Happening, player: int | None) -> str | None:
    """A line of the log for one reader; ``None`` where that reader may know nothing of it."""
    match happening:
        case Taken():
            forced = " (forced)" if happening.forced_for(player) else ""
            acts_for = f" ({happening.acts_for})" if happening.acts_for else ""
            return f"{engine.seats.name(happening.player)}{acts_for} {happening.move_for(player)}{forced}"
        case Drawn(domain, index, seen, place):
            if seen is not None and player not in seen:
                return None
            rule = f"{place.rule.split('.', 1)[-1]}: " if place is not None else ""
            return f"{rule}drawn {member_text(engine.program.domains[domain], index)}"
        case Told(seen=seen):
            if (seen is not None and player not in seen) or is_idle(engine.program, happening):
                return None
            return told_text(engine.program, happening)
