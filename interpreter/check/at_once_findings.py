"""Findings about what happens at once: loops whose rounds are simultaneous, choices by everyone."""

from dataclasses import dataclass

from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import quote
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """How findings speak of what happens at once: of one of it, of two, and how they are kept apart."""

    one: str
    two: str
    apart: str


LOOP = Simultaneous(
    "a round of this loop",
    "two rounds of this loop",
    "set a place named by the loop's own name, or give the loop an order",
)
CLAIMS = Simultaneous(
    "what follows from a claim",
    "two claims",
    "set a place named by what is claimed, or let `by` say that each claims one: `where aim(p) = q`",
)
TOGETHER = Simultaneous(
    "this action, carried out for everyone at once,",
    "what two players choose at once",
    "set a place named by `me`, or let the step after it decide between them",
)


def choice_at_once(span: Span, in_claims: bool = False) -> Diagnostic:
    """Chance or a decision in a loop whose rounds are simultaneous."""
    if in_claims:
        message = "chance and choices can't happen in what follows from claims"
        return Diagnostic(
            "E612", message, span, "keep who won in a component, and go on in the step after it"
        )
    return Diagnostic(
        "E612",
        "chance and choices can't happen `at once`",
        span,
        "give the loop another order, such as `by listed`",
    )


def one_claimant(span: Span) -> Diagnostic:
    """Who claims something, by two names."""
    help_ = "those who claim are members of one kind; `where` says what the claim rests on"
    return Diagnostic("E500", "expected one name, for who claims, found several", span, help_)


def best_without_value(span: Span) -> Diagnostic:
    """``best: listed``."""
    message = "`best` needs `highest` or `lowest`: who is listed first is no better for that"
    return Diagnostic("E516", message, span, "leave it out where all claimants are equal")


def claimant_outside(name: str, span: Span) -> Diagnostic:
    """The name of `by` in what follows from a claim."""
    message = f"{quote(name)} is anybody who claims, and means nobody here"
    return Diagnostic("E402", message, span, "say `winner`, or run over `tied` or `others`")


def reads_own_write(name: str, span: Span, words: Simultaneous = LOOP) -> Diagnostic:
    """``at once`` where a round would need a copy of the table of its own."""
    return Diagnostic(
        "E620",
        f"{words.one} reads {quote(name)} after changing it",
        span,
        "take the value with `let` before the change",
    )


def sets_collide(name: str, span: Span, words: Simultaneous = LOOP) -> Diagnostic:
    """Two rounds of a simultaneous loop that may set one place to two values."""
    return Diagnostic("E621", f"{words.two} may set the same place of {quote(name)}", span, words.apart)


def only_choices_together(what: str, span: Span) -> Diagnostic:
    """A step of ``everyone at once`` that holds more than a choice."""
    help_ = {
        "`if stuck`": "offer `nothing`, so that everybody has something to choose",
        "`stop`": "let the choice be kept in a component, and stop in a step after it",
    }
    usual = "say it in a step before or after"
    return Diagnostic("E640", f"{what} can't stand with `everyone at once`", span, help_.get(what, usual))


def nothing_to_choose_together(span: Span) -> Diagnostic:
    """``everyone at once`` where nobody chooses."""
    return Diagnostic(
        "E640",
        "`everyone at once` stands with `one of`: it is for choices that others don't see",
        span,
        "write `for each p in Player at once:` for effects, or `each clockwise from P1` for turns",
    )


def choice_together(span: Span, offered: Span) -> Diagnostic:
    """Chance or a decision in an action that is carried out for several players at once."""
    return Diagnostic(
        "E612",
        "chance and choices can't happen in an action that `everyone at once` may choose",
        span,
        "keep what was chosen in a component, and let a step after it draw or ask",
        (Note("it is offered to everyone at once here", offered),),
    )


def limit_together(name: str, component: str, span: Span, limit: Span) -> Diagnostic:
    """A limit that the choices of several players may break together, though none does alone."""
    return Diagnostic(
        "E641",
        f"chosen by several at once, this may break the limit {quote(name)} on {quote(component)}",
        span,
        "let the step after it see to the limit, or let the players choose in turn",
        (Note("the limit is declared here", limit),),
    )
