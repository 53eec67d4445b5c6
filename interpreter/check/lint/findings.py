"""What lints can find: one function a finding, so that all messages are read in one place."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.check.lint.facts import Fact

# -- conditions -----------------------------------------------------------------------------------


def always_true(node: n.Expr) -> Diagnostic:
    """A condition that is always true."""
    help_ = "leave it out, or say what was meant"
    return Diagnostic("W510", f"{quote(unparse(node))} is always true", node.span, help_)


def always_false(node: n.Expr) -> Diagnostic:
    """A condition that is always false."""
    help_ = "what depends on it never happens: leave it out, or say what was meant"
    return Diagnostic("W511", f"{quote(unparse(node))} is never true", node.span, help_)


def contradicted(node: n.Expr, by: "Iterable[Fact]") -> Diagnostic:
    """A condition that another one rules out."""
    help_ = "what depends on it never happens: leave it out, or say what was meant"
    return Diagnostic("W511", f"{quote(unparse(node))} is never true here", node.span, help_, _notes(by))


def implied(node: n.Expr, by: "Iterable[Fact]") -> Diagnostic:
    """A condition that another one implies."""
    message = f"{quote(unparse(node))} is always true here"
    return Diagnostic("W512", message, node.span, "it is said already: leave it out", _notes(by))


def too_late(node: n.Expr, by: "Iterable[Fact]") -> Diagnostic:
    """An alternative that an earlier one always takes."""
    message = f"an earlier alternative is taken wherever {quote(unparse(node))} holds"
    return Diagnostic("W513", message, node.span, "put it before that one, or leave it out", _notes(by))


def _notes(by: "Iterable[Fact]") -> tuple[Note, ...]:
    spans = dict.fromkeys(fact.span for fact in by)
    return tuple(Note("this says so", span) for span in list(spans)[:2])


# -- names ----------------------------------------------------------------------------------------

_NAMES = {
    "param": ("the parameter", "leave it out of the signature and of all that hands it over"),
    "stage": ("what is chosen as", "leave the stage out, or say what the choice means"),
    "let": ("the value", "leave it out"),
}


def never_read(sort: str, name: str, span: Span) -> Diagnostic:
    """A kind, column, board or order that nothing reads."""
    return Diagnostic("W401", f"the {sort} {quote(name)} is never used", span, "leave it out")


def name_unused(sort: str, name: str, span: Span) -> Diagnostic:
    """A parameter, a stage or a `let` that nothing reads."""
    what, help_ = _NAMES[sort]
    return Diagnostic("W402", f"{what} {quote(name)} is never read", span, help_)


def values_alike(option: str, values: list[str], span: Span) -> Diagnostic:
    """Values of an option between which no rule tells."""
    message = f"no rule tells the values {listed(values, 'and')} of {quote(option)} apart"
    return Diagnostic("W403", message, span, "ask for one of them, or leave all but one of them out")


def alike(name: str, span: Span, other: str, there: Span) -> Diagnostic:
    """Two names that a reader takes for one another."""
    notes = (Note("the other one stands here", there),)
    help_ = "if one thing is meant, use one name; if two, call one of them otherwise"
    return Diagnostic("W404", f"{quote(name)} is almost {quote(other)}", span, help_, notes)


# -- lists of which a later part never counts -----------------------------------------------------


def key_behind_all(key: n.Key, before: Span) -> Diagnostic:
    """A key behind one that leaves no tie."""
    notes = (Note("this key leaves no two equal", before),)
    return Diagnostic("W514", f"{quote(_key(key))} never decides", key.span, "leave it out", notes)


def key_again(key: n.Key, before: Span) -> Diagnostic:
    """A key that compares what another one has compared."""
    notes = (Note("the same is compared here", before),)
    return Diagnostic("W514", f"{quote(_key(key))} never decides", key.span, "leave it out", notes)


def key_of_nobody(key: n.Key, name: str) -> Diagnostic:
    """A key that is the same for all that are compared."""
    message = f"{quote(_key(key))} never decides: it is the same for every {quote(name)}"
    return Diagnostic("W514", message, key.span, f"say something about {quote(name)}, or leave it out")


def idle_modifier(name: str, span: Span) -> Diagnostic:
    """A modifier that changes no amount."""
    return Diagnostic("W515", f"the modifier {quote(name)} never changes the amount", span, "leave it out")


def needless_else(node: n.Expr) -> Diagnostic:
    """An `else` for the case that there is nothing, which never is."""
    message = f"`else {unparse(node)}` is never needed: there always is something"
    return Diagnostic("W516", message, node.span, "leave the `else` out")


# -- effects --------------------------------------------------------------------------------------


def idle_line(why: str, span: Span) -> Diagnostic:
    """A line that changes nothing."""
    return Diagnostic("W520", f"this line changes nothing: {why}", span, "leave it out")


def lost_value(place: str, span: Span, behind: Span) -> Diagnostic:
    """A line whose value is lost at once."""
    notes = (Note("it is set anew here", behind),)
    message = f"this line changes nothing: the next one sets {quote(place)} anew"
    return Diagnostic("W520", message, span, "leave it out", notes)


def never_reached(span: Span, what: str, there: Span) -> Diagnostic:
    """What stands behind an end or a way out."""
    notes = (Note("play ends or leaves here", there),)
    return Diagnostic("W521", f"this is never reached: it stands behind {what}", span, None, notes)


# -- ranges ---------------------------------------------------------------------------------------


def never_changes(name: str, span: Span) -> Diagnostic:
    """A component that no rule changes."""
    help_ = "what never changes is a column, a table or a term"
    return Diagnostic("W600", f"nothing changes the component {quote(name)}", span, help_)


def too_wide(name: str, declared: tuple[int, int], reached: tuple[int, int], span: Span) -> Diagnostic:
    """A range of which a part is never reached."""
    shown = f"{reached[0]}..{reached[1]}"
    message = f"{quote(name)} only ever holds {shown} of {declared[0]}..{declared[1]}"
    return Diagnostic("W601", message, span, f"write `{shown}`")


def idle_bound(bound: int, laps: int, span: Span) -> Diagnostic:
    """A `never more than` that is never reached."""
    message = f"`never more than: {bound}` is never reached: there are {laps} laps at most anyway"
    return Diagnostic("W602", message, span, "leave it out")


def magic(value: int, span: Span, name: str, there: Span) -> Diagnostic:
    """A number that a term names."""
    notes = (Note("it is named here", there),)
    return Diagnostic("W610", f"{value} is what {quote(name)} says", span, f"write {quote(name)}", notes)


# -- citations ------------------------------------------------------------------------------------


def cited_twice(cite: str, span: Span) -> Diagnostic:
    """A statement that stands twice in one footnote."""
    return Diagnostic("W651", f"{quote(cite)} stands twice in this footnote", span, "leave one of them out")


def _key(key: n.Key) -> str:
    return key.which if key.value is None else f"{key.which} {unparse(key.value)}"
