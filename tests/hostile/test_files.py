"""Files by somebody who wants to read what is not theirs, or to choke the reader."""

import os
import sys
import time
from pathlib import Path

import pytest

from interpreter import load
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source
from tests.fuzz.oracles import check_text
from tests.hostile.pages import Page

PATIENCE = 60.0
SECRET = "t:\n  a: {v: 1}\n"

OUTSIDE = [
    "../secret.yaml",
    "./../secret.yaml",
    "inside/../../secret.yaml",
    "inside/../../../../../../../../etc/passwd.yaml",
    "..//secret.yaml",
    "/etc/passwd.yaml",
    "/dev/zero.yaml",
    "~/secret.yaml",
    "file:///etc/passwd.yaml",
    "C:/secret.yaml",
    '"C:\\\\secret.yaml"',
    '"..\\\\secret.yaml"',
    '"a\\nb.yaml"',
    "secret.yaml/",
    ".yaml",
    "a" * 5000 + ".yaml",
]


def folder_with(path: Path, line: str) -> Path:
    """A ruleset in a folder, with a readable file just outside it."""
    home = path / "home"
    (home / "inside").mkdir(parents=True)
    (path / "secret.yaml").write_text(SECRET, encoding="utf-8")
    text = str(Page()).replace("players: 2\n", f"players: 2\n{line}\n")
    (home / "ruleset.yaml").write_text(text, encoding="utf-8")
    return home


def told(path: Path) -> list[str]:
    loaded = load(str(path), cached=False)
    assert loaded.game is None
    return [one.code for one in loaded.diagnostics]


@pytest.mark.parametrize("key", ["data", "document", "picture"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, key: str, name: str) -> None:
    codes = told(folder_with(tmp_path, f"{key}: {name}"))
    assert set(codes) <= {"E900", "E206", "E102"}


@pytest.mark.parametrize(
    "target", ["../secret.yaml", "/dev/zero", "/proc/self/mem", "a.yaml", "inside", "nowhere"]
)
def test_a_link_leads_nowhere_else(tmp_path: Path, target: str) -> None:
    home = folder_with(tmp_path, "data: a.yaml")
    (home / "a.yaml").symlink_to(target)
    assert told(home) == ["E900"]


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    home = folder_with(tmp_path, "data: a.yaml")
    (home / "b.yaml").write_text(SECRET, encoding="utf-8")
    (home / "a.yaml").symlink_to("b.yaml")
    assert load(str(home), cached=False).game is not None


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    home = folder_with(tmp_path, "data: a.yaml")
    os.mkfifo(home / "a.yaml")
    assert told(home) == ["E900"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    home = folder_with(tmp_path, "data: a.yaml")
    (home / "a.yaml").mkdir()
    assert told(home) == ["E900"]


@pytest.mark.parametrize(
    "name",
    ["", "-", "~", "\0", "/dev/zero", "/dev/stdin", "/proc/self/mem", "/", "a" * 10_000, "no-such-game"],
)
def test_a_strange_name_is_no_game(name: str) -> None:
    loaded = load(name, cached=False)
    assert loaded.game is None
    assert {one.code for one in loaded.diagnostics} <= {"E900", "E923"}


def wide(rows: int) -> str:
    return "t:\n" + "".join(f"  a{i}: {{v: {i}}}\n" for i in range(rows))


LAUGHS = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

FILES = {
    "a thousand million laughs": (LAUGHS, {"E111", "E112"}),
    "a merge of itself": ("a: &a {<<: *a, b: 1}\n", {"E111", "E112", "E113"}),
    "lists inside lists": (f"a: {'[' * 5000}{']' * 5000}", {"E105"}),
    "mappings inside mappings": (f"a: {'{a: ' * 5000}{'}' * 5000}", {"E105"}),
    "deep indentation": ("".join(f"{' ' * i}a:\n" for i in range(2000)), {"E105"}),
    "lists in one line": (f"{'- ' * 5000}a", {"E105"}),
    "very many rows": (wide(27_000), {"E104"}),
    "too many bytes": (f"t:\n  a: {{v: {'9' * 4_200_000}}}\n", {"E104"}),
    "keys that are lists": ("? [a]\n: b\n", {"E115"}),
    "an object of the language below": ("a: !!python/object/apply:os.system [ls]\n", {"E114"}),
    "a zero byte": ("t: \0\n", {"E102"}),
    "nothing": ("", {"E106"}),
    "only comments": ("#" * 100_000, {"E106"}),
    "many documents": ("--- {}\n" * 1000, {"E107"}),
}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_soon(name: str) -> None:
    text, codes = FILES[name]
    began = time.process_time()
    ruleset = str(Page()).replace("players: 2\n", "players: 2\ndata: facts.yaml\n")
    checked, found = check_text(ruleset, facts=text)
    assert checked is None
    assert {one.code for one in found} & codes, [(one.code, one.message) for one in found[:5]]
    assert time.process_time() - began < PATIENCE


@pytest.mark.parametrize("name", FILES)
def test_the_reader_written_in_python_says_the_same(name: str) -> None:
    text, _ = FILES[name]
    if len(text) < 100_000:
        source = Source("facts.yaml", text)
        assert read(source) == read(source, pure=True)


WRONG = {
    "unknown keys": str(Page(rest="".join(f"k{i}: 1\n" for i in range(20_000)))),
    "unknown names": str(Page(terms="terms:\n" + "".join(f"  t{i}: tt{i} + 1\n" for i in range(3000)))),
    "unknown keys everywhere": str(
        Page(rest="steps:\n" + "".join(f"  t{i}:\n    doo: 1\n" for i in range(4000)))
    ),
    "sentences that break off": str(Page(terms="terms:\n" + "".join(f"  t{i}: n +\n" for i in range(5000)))),
}


@pytest.mark.parametrize("name", WRONG)
def test_very_many_mistakes_are_told_soon(name: str) -> None:
    began = time.process_time()
    checked, found = check_text(WRONG[name])
    assert checked is None
    assert len(found) >= 100
    assert time.process_time() - began < PATIENCE
