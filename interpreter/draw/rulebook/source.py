"""What a page is made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.check.world import World
from interpreter.core.instance import Instance
from interpreter.draw.prose.effects import Teller
from interpreter.draw.rulebook.page import Source
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Mapping as YamlMapping
from interpreter.syntax.document import Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.draw.rulebook.page import Figure


@dataclass(frozen=True, slots=True)
class ModulePage:
    """A module: what it is, whether it is on, what it does to the page of its ruleset by address ("adds",
    "changes", "removes", "moves"), and the ruleset with it, where it can be on.
    """

    name: str
    help: str
    is_on: bool
    patches: tuple[tuple[str, str, tuple[str, ...]], ...]
    rules: "Made | None" = None


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option with its values in words; ``value`` is the one of this page."""

    name: str
    values: tuple[str, ...]
    default: str
    value: str
    help: str
    cites: tuple[str, ...]
    module: str


@dataclass(slots=True, eq=False)
class Made:
    """A checked ruleset, with all that its page needs. ``chosen`` are options whose values are settled,
    ``options`` the values of all of them.
    """

    world: World
    document: YamlMapping | None
    players: int
    options: Mapping[str, int]
    chosen: Mapping[str, int] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    about_options: tuple[OptionLine, ...] = ()
    modules: tuple[ModulePage, ...] = ()
    figures: "tuple[Figure, ...]" = ()
    least: int = 2
    most: int = 2

    @property
    def rules(self) -> r.Ruleset:
        """The ruleset."""
        return self.world.ruleset

    def teller(self) -> Teller:
        """The printer for its sentences."""
        return Teller(self.world, self.chosen, self.places)

    def instance(self) -> Instance:
        """What is printed with these players and options."""
        return Instance(self.world, self.players, dict(self.options))


def sources_of(document: YamlMapping | None) -> dict[str, Source]:
    """The statements, rulings and sources of a document, by number."""
    found: dict[str, Source] = {}
    for section in ("statements", "rulings", "sources"):
        part = document.get(section) if document is not None else None
        for entry in part.entries if isinstance(part, YamlMapping) else ():
            value = entry.value
            kind = _text(value, "kind") or section.removesuffix("s")
            if section == "rulings":
                kind = "ruling"
            found[entry.name] = Source(
                entry.name, kind, _text(value, "heading"), _text(value, "says"), _names(value)
            )
    return found


def origin_of(document: YamlMapping | None) -> str:
    """What the document was made from."""
    return _text(document, "source") if document is not None else ""


def _text(node: object, key: str) -> str:
    found = node.get(key) if isinstance(node, YamlMapping) else None
    return " ".join(found.text.split()) if isinstance(found, Scalar) else ""


def _names(node: object) -> tuple[str, ...]:
    found = node.get("about") if isinstance(node, YamlMapping) else None
    items = found.items if isinstance(found, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))
