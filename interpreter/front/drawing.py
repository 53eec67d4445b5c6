"""The scene of a match: its picture file, what is printed, and the program, put together."""

from typing import TYPE_CHECKING

from interpreter.api.files import find
from interpreter.check.world import Component, Term
from interpreter.draw.picture import Picture, read_picture
from interpreter.draw.scene import Scene, facts_of
from interpreter.syntax.document import Mapping
from interpreter.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.check.world import World
    from interpreter.core.ir import Program


def scene_of(name: str, game: "Game", program: "Program") -> Scene:
    """How the positions of a program are drawn; ``name`` is what the game was loaded by."""
    world = game.checked(dict(program.options)).world
    picture, _ = _picture(name, game, world)
    return Scene(program, picture, facts_of(world, program, picture))


def picture_findings(name: str, game: "Game") -> tuple[Diagnostic, ...]:
    """What in a game's picture file names nothing in its ruleset, or takes too long to compute.

    A picture may show what only a module brings: what counts is found whatever modules are on.
    """
    if not game.about.picture:
        return ()
    picture, found = _picture(name, game, game.checked().world)
    for checked in game.every_checked() if found else ():
        there = {(one.code, _at(one)) for one in _picture(name, game, checked.world)[1]}
        found = tuple(one for one in found if (one.code, _at(one)) in there)
    if found or not picture.panels:
        return found
    facts = facts_of(game.checked().world, game.program(), picture)
    return tuple(one for panel in facts.panels for one in panel.findings())


def _at(finding: Diagnostic) -> int:
    return finding.span.start if finding.span is not None else -1


def read_by_picture(name: str, game: "Game") -> frozenset[tuple[str, int]]:
    """Where the components and terms are declared that a game's picture reads: files and offsets in them."""
    world = game.checked().world
    return read_in_panels(_picture(name, game, world)[0], world)


def read_in_panels(picture: Picture, world: "World") -> frozenset[tuple[str, int]]:
    """The same of a picture that is read."""
    refs = (ref for panel in picture.panels for ref in panel.refs(world))
    spans = (ref.decl.head.span for ref in refs if isinstance(ref, Component | Term))
    return frozenset((span.source.path, span.start) for span in spans)


def _picture(name: str, game: "Game", world: "World") -> tuple[Picture, tuple[Diagnostic, ...]]:
    from interpreter.syntax.yaml_reader import read

    files = find(name) if game.about.picture else None
    source = files.read(game.about.picture) if files is not None else None
    if source is None:
        return Picture(), ()
    root, _ = read(source)
    if not isinstance(root, Mapping):
        return Picture(), ()
    return read_picture(root, world)
