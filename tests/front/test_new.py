"""`new` writes rulesets and variants that work, and nothing over anything."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from interpreter.api.files import find, shipped
from interpreter.api.load import load
from interpreter.front.cli import Misuse
from interpreter.front.commands.validate import findings_of
from interpreter.front.making.fresh import fresh_files
from interpreter.front.making.naming import id_from
from interpreter.front.making.trying import differs, tried_out
from interpreter.front.making.variant import Plan, name_of_base, variant_files
from interpreter.front.written_folder import write_folder
from interpreter.study.coverage import cover
from interpreter.study.suite import suite_of
from interpreter.syntax.formatting.format import format_source
from interpreter.syntax.sentences import schema_of
from interpreter.text.span import Source
from tests.front.conftest import Run
from tests.fuzz.author import ruleset
from tests.patches.orchard import lay_out
from tests.shipped import shipped_game

FAST = ("tic-tac-toe",)


def hold(folder: Path) -> None:
    """What was written is laid out, has no finding, and its tests pass; its document is covered."""
    for path in folder.rglob("*.yaml"):
        text = path.read_text("utf-8")
        assert format_source(Source(str(path), text)).text == text
    assert findings_of(str(folder)) == ()
    game, files = load(str(folder), cached=False).game, find(str(folder))
    assert game is not None
    assert files is not None
    suite = suite_of(game, *files.tests(of_variant=bool(game.about.extends)))
    assert [one.message for case in suite.cases for one in case.run().findings] == []
    assert suite.cases
    if (folder / "document.yaml").exists():
        lines = (folder / "document.yaml").read_text("utf-8").splitlines()
        own = frozenset(line.strip().rstrip(":") for line in lines if line[:3] in {"  R", "  V"})
        assert own
        assert cover(game.every_checked(), suite.scenarios, own).gaps == ()


def test_a_new_game_works(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "My game"
    done = run("new", str(folder))

    assert done.exit_code == 0, done.stderr
    assert [Path(line).name for line in done.stdout.splitlines()[:3]] == [
        "ruleset.yaml", "document.yaml", "first.yaml",
    ]  # fmt: skip
    hold(folder)
    game = load(str(folder)).game
    assert game is not None
    assert (game.name, game.title) == ("my-game", "My game")
    report = game.playouts(20, 1, executor="python")
    assert report.finished == 20
    played = run("play", str(folder), "--player", "1=random", "--player", "2=random", "--players", "2")
    assert " won" in played.stdout or "share" in played.stdout


def test_any_title_can_be_had(run: Run, tmp_path: Path) -> None:
    for number, title in enumerate(['It\'s: "quoted" # {x}', "是", "- x", "true", "%"]):
        folder = tmp_path / f"game{number}"
        assert run("new", str(folder), "--title", title).exit_code == 0
        game = load(str(folder)).game
        assert game is not None
        assert game.title == title


def test_a_variant_of_a_shipped_game(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "my-kalah"
    done = run("new", str(folder), "--extends", "kalah", "--title", "Our kalah", "--json")

    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["files"] == ["ruleset.yaml", "document.yaml", "scenarios/first.yaml"]
    assert (told["extends"], told["game"], told["title"]) == ("kalah", "my-kalah", "Our kalah")
    assert (told["address"], told["was"], told["now"]) == ("ranking.last", "shared", "nobody")
    hold(folder)
    game = load(str(folder)).game
    assert game is not None
    assert (game.title, game.about.extends) == ("Our kalah", "kalah")
    assert differs(game, shipped_game("kalah"))
    remarks = [line for line in (folder / "ruleset.yaml").read_text("utf-8").splitlines() if line[:1] == "#"]
    assert "#   ranking.keys.seeds = highest seeds(store(p)) [R7]" in remarks


def test_a_variant_of_a_ruleset_of_ones_own_lies_in_its_folder(run: Run, tmp_path: Path) -> None:
    orchard = tmp_path / "orchard"
    orchard.mkdir()
    lay_out(orchard)
    away = run("new", str(tmp_path / "calm"), "--extends", str(orchard))
    assert away.exit_code == 2
    assert f"ludwright new {orchard}/variants/calm --extends {orchard}" in away.stderr

    folder = orchard / "variants" / "calm"
    assert run("new", str(folder), "--extends", str(orchard)).exit_code == 0
    hold(folder)
    game = load(str(folder)).game
    assert game is not None
    assert (game.name, game.chosen({})["most"]) == ("orchard-calm", "2")

    again = orchard / "variants" / "calmer"
    assert run("new", str(again), "--extends", str(folder)).exit_code == 0
    hold(again)
    game = load(str(again)).game
    assert game is not None
    assert (game.about.extends, game.chosen({})["most"]) == ("orchard-calm", "3")


@pytest.mark.slow
def test_a_variant_of_a_variant_that_is_a_file(run: Run, tmp_path: Path) -> None:
    lay_out(tmp_path)
    folder = tmp_path / "variants" / "meek"
    assert run("new", str(folder), "--extends", str(tmp_path / "variants" / "greedy.yaml")).exit_code == 0
    assert "extends: ../greedy.yaml\n" in (folder / "ruleset.yaml").read_text("utf-8")
    hold(folder)


def test_nothing_is_written_over(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", "utf-8")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    for taken in (folder, folder / "mine.txt", link):
        done = run("new", str(taken))
        assert done.exit_code == 2
        assert "is there already" in done.stderr
    assert run("new", str(folder / "mine.txt" / "game")).exit_code == 2
    assert [one.name for one in folder.iterdir()] == ["mine.txt"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["game", "link"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["a", "--extends", "clanz"], "did you mean `clans`?"),
        (["a", "--extends", "xyzzy"], "the games here are"),
        (["1st"], "a letter first"),
        (["是"], "no game can be called after the folder"),
        (["clans"], "another name, as in `my-clans`"),
        (["a", "--title", " "], "a title is one line"),
        (["a", "--title", "two\nlines"], "a title is one line"),
        (["a", "--title", "x" * 121], "of 1 to 120 characters"),
        ([".."], "is no name of a new folder"),
        (["/"], "is no name of a new folder"),
        ([], "DIR is missing"),
    ],
)
def test_what_can_not_be_meant_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", *words)

    assert done.exit_code == 2
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_base_with_errors_is_no_base(run: Run, tmp_path: Path) -> None:
    base = tmp_path / "base"
    lay_out(base, **{"ruleset.yaml": "language: 1\ngame: orchard\n"})
    done = run("new", str(base / "variants" / "a"), "--extends", str(base))

    assert done.exit_code == 1
    assert "E203" in done.stderr
    assert not (base / "variants" / "a").exists()


def test_a_base_that_can_not_be_played_is_no_base(run: Run, tmp_path: Path) -> None:
    base = tmp_path / "base"
    assert run("new", str(base)).exit_code == 0
    text = (base / "ruleset.yaml").read_text("utf-8")
    text = text.replace("phases:\n", "setup:\n  too_much: add 1 to bush [R1]\n\nphases:\n")
    (base / "ruleset.yaml").write_text(text, "utf-8")
    done = run("new", str(base / "variants" / "a"), "--extends", str(base))

    assert done.exit_code == 1
    assert "E701" in done.stderr
    assert not (base / "variants").exists()


def test_a_folder_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "no space")

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(OSError, match="no space"):
        write_folder(tmp_path / "game", fresh_files("game", "Game"))
    assert list(tmp_path.iterdir()) == []


@given(st.text(min_size=1, max_size=20))
def test_a_name_gives_an_id_or_is_refused(name: str) -> None:
    assume("/" not in name and "\0" not in name and name not in {".", ".."})
    try:
        made = id_from(Path("folder") / name)
    except Misuse:
        return
    assert made not in shipped()
    assert ID.fullmatch(made)


ID = re.compile(schema_of("ruleset")["$defs"]["game_id"]["pattern"])


# -- any ruleset -------------------------------------------------------------------------------------------


def _variant_of(name: str, folder: Path) -> Path:
    base, files = load(name).game, find(name)
    assert base is not None
    assert files is not None
    extends = name_of_base(folder, name, files)
    made = variant_files(Plan(folder, f"{base.name}-made", "Made", extends, name, base))
    write_folder(folder, made.files)
    game = load(str(folder)).game
    assert game is not None
    assert differs(game, base), made.change.address
    return folder


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in FAST else pytest.mark.slow) for game in shipped()]
)
def test_every_shipped_game_has_a_variant(game: str, tmp_path: Path) -> None:
    hold(_variant_of(game, tmp_path / "made"))


def _sound(seeds: Iterator[int]) -> Iterator[str]:
    for seed in seeds:
        text = ruleset(seed, 0.0)
        with TemporaryDirectory() as folder:
            (Path(folder) / "ruleset.yaml").write_text(text, "utf-8")
            game = load(folder, cached=False).game
            if game is not None and tried_out(game).first:
                yield text


def _hold_for(text: str) -> None:
    with TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        base.mkdir()
        (base / "ruleset.yaml").write_text(text, "utf-8")
        hold(_variant_of(str(base), base / "variants" / "made"))


def test_a_generated_ruleset_has_a_variant() -> None:
    _hold_for(next(_sound(iter(range(2, 40)))))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32 - 1))
def test_every_generated_ruleset_has_a_variant(seed: int) -> None:
    text = next(_sound(iter((seed,))), None)
    assume(text is not None)
    assert text is not None
    _hold_for(text)


def test_signs_that_nobody_sees_are_no_part_of_a_title(run: Run, tmp_path: Path) -> None:
    for name in ("a\x01b", "c\udce9d"):
        folder = tmp_path / name
        done = run("new", str(folder))
        assert done.exit_code == 0, done.output
        assert run("validate", str(folder)).exit_code == 0
