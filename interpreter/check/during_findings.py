"""Findings about components that last for a step: `during`."""

from collections.abc import Iterable

from interpreter.check.world import Component
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest

_WAY_OUT = "without `during` it keeps what it holds, and a step sets it back"


def no_paragraph(name: str, known: Iterable[str], span: Span) -> Diagnostic:
    """``during x`` where no step is called x."""
    near = nearest(name, list(known))
    help_ = f"did you mean `{near}`?" if near else "name a phase, a step or an action, or `round`"
    return Diagnostic("E412", f"there is no phase, step or action {quote(name)}", span, help_)


def several_paragraphs(name: str, paths: Iterable[str], span: Span) -> Diagnostic:
    """``during x`` where several steps are called x."""
    listed = ", ".join(quote(path) for path in paths)
    return Diagnostic(
        "E440",
        f"several steps are called {quote(name)}: {listed}",
        span,
        "give the one that is meant another name",
    )


def used_outside(component: Component, span: Span) -> Diagnostic:
    """A component `during x` that is read or changed where x is never played."""
    return _outside(component, f"{quote(component.name)} is used outside of {_step(component)}", span)


def written_anywhere(component: Component, paragraph: str, span: Span) -> Diagnostic:
    """A component `during x` that is changed in what is played outside of x as well."""
    where = f"{quote(paragraph)}, which is not only played in {_step(component)}"
    message = f"{quote(component.name)} is changed in {where}"
    return _outside(component, message, span)


def _outside(component: Component, message: str, span: Span) -> Diagnostic:
    during = component.decl.type.during
    notes = (Note("it lasts so long by this", during.span),) if during is not None else ()
    return Diagnostic("E441", message, span, _WAY_OUT, notes)


def _step(component: Component) -> str:
    during = component.decl.type.during
    return "the round" if during is None or component.during == "rounds" else quote(during.name)
