"""What goes wrong while a game runs, and what is refused to a player."""

from interpreter.core.ir import Place
from interpreter.engine.events import Happening


class RulesError(Exception):
    """The rules of a game failed while it ran: a fault of the ruleset, not of a player.

    ``code``: E701 a value out of range, E702 a loop's bound reached, E703 a draw from nothing, E704 no
    legal choice, E705 the budget of steps used up, E706 a promise of the ruleset broken, E707 an
    invariant that does not hold, E708 a search for a legal move given up. ``values`` are the names and
    values that show it; ``log`` is what had happened in the transition so far.
    """

    def __init__(
        self, code: str, message: str, place: Place | None = None, values: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place
        self.values = values
        self.log: tuple[Happening, ...] = ()

    def __str__(self) -> str:
        where = f"{self.place.file}:{self.place.line}:{self.place.column}: " if self.place else ""
        return f"{where}{self.code} {self.message}"


class Refusal(Exception):  # noqa: N818 - it is an answer to a player, not a fault
    """A choice that is not legal.

    ``reason`` is "over", "turn", "action", the name of the stage whose value cannot be chosen, or the
    name of the requirement that failed. ``place`` is where that stands in the ruleset, ``values`` what
    the requirement showed, ``help`` a hint or "".
    """

    def __init__(
        self,
        reason: str,
        message: str,
        place: Place | None = None,
        values: tuple[tuple[str, str], ...] = (),
        help: str = "",  # noqa: A002 - the same word as in diagnostics
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.place = place
        self.values = values
        self.help = help


class TooManyMoves(Exception):  # noqa: N818 - it is an answer, not a fault
    """A decision has more whole moves than may be counted to draw one: ``count`` of them, or at least that
    many where it is not ``exact``; ``name`` is that of the decision.
    """

    def __init__(self, name: str, count: int, exact: bool, cut: int) -> None:
        least = "" if exact else "at least "
        super().__init__(f"`{name}` has {least}{count:,} whole moves, more than {cut:,}")
        self.name = name
        self.count = count
        self.exact = exact
        self.cut = cut

    def __reduce__(self) -> tuple[type, tuple[str, int, bool, int]]:
        return TooManyMoves, (self.name, self.count, self.exact, self.cut)
