"""What can be wrong with groups and routes."""

from interpreter.check.kinds import Kind, Member, Number, SetOf, plural
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

_BUDGET = "`2 of S` for two spaces of a set at most, `any of S` for any number of them"


def no_neighbours(spaces: Member, found: Kind, span: Span) -> Diagnostic:
    """A word behind `joined by` that gives something else than spaces."""
    message = f"`joined by` needs a word that gives {plural(spaces)}, found one that gives {found}"
    return Diagnostic("E545", message, span, f"a column, a component or a term that is {SetOf(spaces)}")


def no_end_of_way(span: Span) -> Diagnostic:
    """A route that neither says what is passed nor what it costs."""
    help_ = "`through` names the spaces that may be passed; `each step costs` or `each space costs` a price"
    return Diagnostic("E546", "nothing says how far this route leads", span, help_)


def no_budget(span: Span) -> Diagnostic:
    """A number of spaces that is none."""
    message = "the most spaces that may be passed is a number of the ruleset, 1 or more"
    return Diagnostic("E546", message, span, _BUDGET)


def too_many_layers(found: int, most: int, span: Span) -> Diagnostic:
    """Budgets that can be used up in too many ways."""
    message = f"these numbers can be used up in {found} ways, {most} or fewer are kept apart"
    return Diagnostic("E546", message, span, "smaller numbers, or `any of S`")


def price_below_zero(found: Number, span: Span) -> Diagnostic:
    """A step or a space that would be paid for."""
    message = f"a way costs nothing or more, found {found}"
    return Diagnostic("E547", message, span, "`max(0, …)` keeps a price from falling below 0")
