"""Whatever somebody types, the server has an answer: spoilt texts of every file of a game."""

import random
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from interpreter.front.editor import wire
from interpreter.front.editor.answers import Answers
from interpreter.front.editor.examine import examine
from interpreter.front.editor.renaming import RefusedError
from interpreter.front.editor.session import Session
from tests.editor.orchard import FILES, plant

PIECES = (
    "",
    ":",
    " ",
    "\n",
    "  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "(",
    "'",
    '"',
    "|",
    "#",
    "*",
    "&x ",
    "🍎",
    "\t",
    "\r\n",
    "none",
    "extends: ruleset.yaml\n",
    "switch: {a: flag}\n",
    "fruit",
    "..",
    ",",
    "\x00",
    "was: 1\n",
    "<<: x\n",
)


def spoilt(text: str, chance: random.Random) -> str:
    """A text with some stretches taken out, doubled, moved or written over."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 1, 5, 40)))
        piece = chance.choice(
            (chance.choice(PIECES), text[start:end] * 2, text[chance.randrange(len(text) + 1) :][:30])
        )
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 25))])
def test_every_question_has_an_answer(tmp_path: Path, seed: int) -> None:
    home = plant(tmp_path)
    chance, session = random.Random(seed), Session()
    answers = Answers(session)
    for _ in range(4):
        name = chance.choice(list(FILES))
        file = home / name
        session.hold(file, spoilt(FILES[name], chance))
        for main in session.due(file):
            before = session.examined.get(main)
            for result in examine(main, session.held, before=before):
                assert session.accept(result, session.clock)
        for path in [home / one for one in FILES]:
            assert all(isinstance(one.message, str) for one in answers.diagnostics(path))
        _ask_everything(answers, file, chance)


def _ask_everything(answers: Answers, file: Path, chance: random.Random) -> None:
    uri, source = wire.uri_of(file), answers.session.source(file)
    answers.headings(uri)
    answers.formatted(uri)
    for _ in range(12):
        line, column = source.place(chance.randrange(len(source.text) + 1))
        at = lsp.Position(line - 1, column - 1)
        answers.hover(uri, at)
        answers.definition(uri, at)
        answers.references(uri, at, declared=True)
        answers.highlights(uri, at)
        for item in answers.completion(uri, at).items[:3]:
            answers.resolved(item)
        answers.actions(uri, lsp.Range(at, at))
        try:
            answers.prepare(uri, at)
        except RefusedError as refused:
            assert str(refused)
