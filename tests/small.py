"""Small rulesets for tests: written as an author would, loaded through the whole front end."""

from pathlib import Path
from textwrap import dedent

from interpreter import Game, load
from interpreter.core.phrase import lower_phrase
from interpreter.engine.machine import Engine
from interpreter.syntax.document import Scalar
from interpreter.text.render import render
from interpreter.text.scalar_map import ScalarMap
from interpreter.text.span import Source, Span

HEAD = "language: 1\ngame: small\ntitle: Small\n"


def write(folder: Path, text: str, **files: str) -> Path:
    """A ruleset in a folder of its own; the head is added, ``files`` are written beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(dedent(content), encoding="utf-8")
    path = folder / "ruleset.yaml"
    path.write_text(HEAD + dedent(text), encoding="utf-8")
    return path


def game(folder: Path, text: str, **files: str) -> Game:
    """The game of a ruleset that must have no error."""
    loaded = load(str(write(folder, text, **files)), cached=False)
    assert loaded.game is not None, "\n".join(render(finding) for finding in loaded.diagnostics)
    return loaded.game


def codes(folder: Path, text: str, **files: str) -> list[str]:
    """The codes of all findings about a ruleset."""
    loaded = load(str(write(folder, text, **files)), cached=False)
    return [finding.code for finding in loaded.diagnostics]


def computed(game: Game, phrase: str, players: int | None = None) -> int:
    """The value of a phrase at the start of a match, as it stands in a slot: an index, a number, bits."""
    program = game.program(players)
    world = game.checked().world
    options = {name: world.option_value(name, text) for name, text in program.options}
    span = Span(Source("phrase", phrase), 0, len(phrase))
    found, problems = lower_phrase(
        world, program, options, Scalar(phrase, phrase, "plain", span, ScalarMap(span))
    )
    assert found is not None, "\n".join(render(problem) for problem in problems)
    engine = Engine(found.program)
    return engine.closures.expr(found.expr)(list(engine.layout.start))
