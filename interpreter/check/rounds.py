"""The built-in word `round`: how far it counts, and who reads it."""

from interpreter.check.kinds import Kind, Number
from interpreter.check.world import Builtin, Term, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk

ROUND = "round"


def count_rounds(world: World, times: Kind | None = None) -> None:
    """Note how high `round` counts: to ``N`` of `N times`, else to one more than `longest`, since a round
    begins behind the last decision. Where the ruleset calls something of its own so, that is meant.
    """
    rules = world.ruleset
    if rules.rounds is None:
        return
    if ROUND in world.components or ROUND in world.terms or ROUND in world.options:
        world.rounds = None
        return
    longest = rules.longest.expr if rules.longest is not None else None
    most = longest.value + 1 if isinstance(longest, n.Int) else 1
    if rules.rounds.form == "times":
        most = times.high if isinstance(times, Number) else 1
    world.rounds = Number(1, max(most, 1))


def reads_round(world: World, expr: n.Expr, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a phrase rests on the number of the round, through terms too."""
    for part in walk.everything(expr):
        ref = world.refs.get(part)
        if ref == Builtin(ROUND):
            return True
        if isinstance(ref, Term) and ref.name not in seen:
            phrase = ref.decl.phrase.expr
            if reads_round(world, phrase, seen | {ref.name}):
                return True
    return False
