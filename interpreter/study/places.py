"""Places of components as scenarios name them: ``clan(P1)``."""

import re
from collections.abc import Iterable

from interpreter.core.ir import Component, Program
from interpreter.engine.names import cell_count, member_of
from interpreter.syntax.document import Scalar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.suggest import nearest

_PLACE = re.compile(r"([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?")


class UnknownPlaceError(Exception):
    """A phrase that names no place of a component; ``finding`` says what is wrong."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__()
        self.finding = finding


def cells_named(program: Program, place: Scalar) -> tuple[Component, range]:
    """The component and the cells that a phrase like ``clan(P1)`` names; fewer keys name a whole row.

    Raises: UnknownPlaceError.
    """
    found = _PLACE.fullmatch(place.text.strip())
    components = {component.name: component for component in program.components}
    if not found:
        message = f"expected a component, found {quote(place.text)}"
        raise UnknownPlaceError(Diagnostic("E402", message, place.span))
    component = components.get(found[1])
    if component is None:
        message = f"there is no component {quote(found[1])}"
        raise UnknownPlaceError(Diagnostic("E402", message, place.span, _near(found[1], components)))
    words = [word.strip() for word in found[2].split(",")] if found[2] is not None else []
    domains = [program.domains[key] for key in component.keys]
    if component.form == "bag":
        domains.append(program.domains[component.domain])
    if len(words) > len(domains):
        message = f"{quote(component.name)} has {len(domains)} keys at most, found {len(words)}"
        raise UnknownPlaceError(Diagnostic("E409", message, place.span))
    members = []
    for domain, word in zip(domains, words, strict=False):
        member = member_of(domain, word)
        if member is None or member < 0:
            message = f"expected a member of {quote(domain.name)}, found {quote(word)}"
            near = _near(word, filter(None, domain.names))
            raise UnknownPlaceError(Diagnostic("E402", message, place.span, near))
        members.append(member)
    first, left = 0, cell_count(program, component)
    for domain, member in zip(domains[: len(component.keys)], members, strict=False):
        left //= domain.size
        first += member * left
    return component, range(first, first + left)


def _near(word: str, known: Iterable[str]) -> str | None:
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else None
