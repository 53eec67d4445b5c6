"""How far the statements of a game's document are encoded and tested."""

from typing import TYPE_CHECKING

from interpreter.check.citations import SECTIONS
from interpreter.syntax.document import Mapping, Scalar
from interpreter.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.coverage import Coverage


def coverage_of(name: str, game: "Game") -> "Coverage":
    """Which statements are encoded and tested; ``name`` is what the game was loaded by."""
    from interpreter.api.files import find
    from interpreter.study.coverage import cover
    from interpreter.study.suite import suite_of

    files = find(name)
    assert files is not None
    suite = suite_of(game, *files.tests(of_variant=bool(game.about.extends)))
    own = frozenset(key.text for key in _statements(game)) if game.about.extends else None
    return cover(game.every_checked(), suite.scenarios, own)


def untested(game: "Game", coverage: "Coverage") -> tuple[Diagnostic, ...]:
    """A warning for each statement that no scenario cites, though its kind asks for one."""
    lacking = {one.name: one.kind for one in coverage.statements if one.needs_a_test}
    return tuple(
        Diagnostic(
            "W652",
            f"no scenario tests `{key.text}`, a {lacking[key.text]}",
            key.span,
            "write a scenario that shows it, and let it `cite` the statement",
        )
        for key in _statements(game)
        if key.text in lacking
    )


def _statements(game: "Game") -> list[Scalar]:
    """The numbers of the statements of a game's own documents, where they stand there."""
    from interpreter.api.pages import document

    pages = game.checked().pages
    read = [document(pages.files, key, "document") for key in pages.own_documents]
    sections = [
        root.get(name) for root, _ in filter(None, read) for name in SECTIONS if isinstance(root, Mapping)
    ]
    return [entry.key for part in sections if isinstance(part, Mapping) for entry in part.entries]
