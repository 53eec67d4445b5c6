"""Options may make a ruleset too large that is small without them: it is refused when they are asked for."""

from pathlib import Path

import pytest

from interpreter import Game, StartError, load

PAGE = """\
language: 1
game: big
title: Big
players: 2
longest: 10 decisions
options:
  size: 1..1000 = 2
components:
  n: 0..9
phases:
  main:
    who: each clockwise from P1
    one of: go, nothing
actions:
  go:
    when: (count a in 1..size where (some b in 1..size where (some c in 1..size where a + b + c = 0))) >= 0
    do: set n to 1
ranking:
  of: p in Player
  keys: {size: highest n}
  last: shared
"""


@pytest.fixture(params=[True, False], ids=["cached", "anew"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    (tmp_path / "ruleset.yaml").write_text(PAGE, "utf-8")
    loaded = load(str(tmp_path / "ruleset.yaml"), cached=request.param)
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def test_what_the_default_allows_is_played(game: Game) -> None:
    assert game.start(2, 1, {"size": "3"}).state.to_move == (1,)


def test_what_takes_too_long_is_refused_before_it_is_played(game: Game) -> None:
    for _ in range(2):
        with pytest.raises(StartError, match=r"too much at once: up to 14,.* with these options") as refused:
            game.start(2, 1, {"size": "1000"})
        assert refused.value.code == "E615"
