"""The variants of a game by the heads of their files; whether their changes fit is not looked at."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.api.files import MAIN, Files, beside, called
from interpreter.api.pages import document, text_of
from interpreter.syntax.document import Mapping


@dataclass(frozen=True, slots=True)
class Variant:
    """``name`` is what one types for it. ``title`` is "" where the file has a wrong form. ``keeps_players``
    says that as many can play as in the game; without it that is not known.
    """

    name: str
    title: str
    help: str
    keeps_players: bool


def variants_of(files: Files) -> Iterator[Variant]:
    """The variants in the folder of a game, by their names; a variant has none itself."""
    if files.main != MAIN:
        return
    for name, key in sorted(called(files).items()):
        read = document(files, key, "ruleset")
        root = read[0] if read is not None and not any(one.severity == "error" for one in read[1]) else None
        if isinstance(root, Mapping):
            keeps = beside(key, text_of(root, "extends")) == MAIN and not _speaks_of_players(root)
            yield Variant(name, text_of(root, "title"), text_of(root, "help"), keeps)
        else:
            yield Variant(name, "", "", False)


def _speaks_of_players(root: Mapping) -> bool:
    """Whether how many can play is said in a variant, or perhaps hangs on an option that it changes."""
    changes = root.get("changes")
    addresses = changes.keys() if isinstance(changes, Mapping) else ()
    return root.get("players") is not None or any(
        one.partition(".")[0] in {"players", "options"} for one in addresses
    )
