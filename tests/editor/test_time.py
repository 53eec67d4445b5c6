"""Answers come at once, in the largest of the shipped games too, where nothing has to be checked for them."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from interpreter.front.editor import wire
from interpreter.front.editor.answers import Answers
from interpreter.front.editor.examine import glance
from interpreter.front.editor.session import Session
from tests.editor.grammar_files import ROOT

AT_ONCE = 0.3
"""Seconds that nobody notices."""


def _largest() -> Path:
    """The shipped ruleset with most text in it and in the files beside it."""
    games = [one for one in (ROOT / "rulesets").iterdir() if (one / "ruleset.yaml").is_file()]
    sizes = {game: sum(file.stat().st_size for file in game.rglob("*.yaml")) for game in games}
    return max(sizes, key=lambda game: sizes[game]) / "ruleset.yaml"


@pytest.mark.slow
def test_answers_come_at_once() -> None:
    main = _largest()
    session = Session()
    session.hold(main, main.read_text("utf-8"))
    assert session.accept(glance(main, session.held), session.clock)
    answers, source, uri = Answers(session), session.source(main), wire.uri_of(main)
    session.hold(main, "# a remark\n" + source.text)  # all places have moved since
    source = session.source(main)
    places = [found.start() for found in re.finditer(r"[a-z_]+(?=\()", source.text)][::12]
    questions: dict[str, Callable[[lsp.Position], object]] = {
        "hover": lambda at: answers.hover(uri, at),
        "definition": lambda at: answers.definition(uri, at),
        "references": lambda at: answers.references(uri, at, declared=True),
        "completion": lambda at: answers.completion(uri, at).items,
        "highlights": lambda at: answers.highlights(uri, at),
        "headings": lambda at: answers.headings(uri),
    }
    longest, answered = dict.fromkeys(questions, 0.0), dict.fromkeys(questions, 0)
    for offset in places:
        line, column = source.place(offset)
        for name, question in questions.items():
            before = time.process_time()
            answered[name] += bool(question(lsp.Position(line - 1, column)))
            longest[name] = max(longest[name], time.process_time() - before)

    assert len(places) > 20
    assert all(count > len(places) / 2 for count in answered.values()), answered
    assert max(longest.values()) < AT_ONCE, longest
