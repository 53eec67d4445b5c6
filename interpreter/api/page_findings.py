"""What can be wrong with how the pages of a ruleset rest on each other: one function a finding."""

from collections.abc import Iterable, Sequence

from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest


def no_base(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A base that is no shipped game and no variant of one."""
    near = nearest(name, known)
    more = "a file beside this one is named with its ending, as in `base.yaml`"
    help_ = f"did you mean {quote(near)}?; {more}" if near else more
    return Diagnostic("E947", f"there is no game {quote(name)} to extend", span, help_)


def circle(games: Sequence[str], span: Span) -> Diagnostic:
    """A variant that rests on itself."""
    way = " → ".join((*games, games[0]))
    help_ = "the last of them must be a ruleset that extends nothing"
    return Diagnostic("E947", f"this ruleset extends itself: {way}", span, help_)


def too_many_variants(most: int, span: Span) -> Diagnostic:
    """Variants of variants of variants."""
    message = f"more than {most} variants rest on one another here"
    return Diagnostic("E947", message, span, "put the changes of several of them into one")


def a_module(game: str, span: Span) -> Diagnostic:
    """A module where a ruleset was asked for."""
    help_ = "name the ruleset that lists it under `modules`"
    return Diagnostic("E949", f"this is a module of {quote(game)}, no ruleset", span, help_)


def no_module(name: str, span: Span) -> Diagnostic:
    """A file under `modules` that is none."""
    help_ = "a module has a `switch`, the option that turns it on, as in `volcanoes: flag = false`"
    return Diagnostic("E949", f"{quote(name)} is no module", span, help_)


def no_flag(name: str, span: Span) -> Diagnostic:
    """A switch that is more than on or off."""
    help_ = "further options of a module stand under its `adds`"
    return Diagnostic("E949", f"the switch {quote(name)} must be a `flag`", span, help_)


def never_on(name: str, check: str, span: Span, at: Span) -> Diagnostic:
    """A module that the checks never allow."""
    message = f"the module {quote(name)} can never be on: the check {quote(check)} always fails"
    return Diagnostic("E949", message, span, None, (Note("the check stands here", at),))


def with_modules(finding: Diagnostic, on: Sequence[str]) -> Diagnostic:
    """A finding that is there only with some modules switched on."""
    word = "the module" if len(on) == 1 else "the modules"
    note = Note(f"found with {word} {listed(on, 'and')} on", None)
    return Diagnostic(finding.code, finding.message, finding.span, finding.help, (*finding.notes, note))
