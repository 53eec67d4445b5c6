"""The shape of the source: generic, small pieces, and no more public than is meant."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.api.files import shipped

ROOT = Path(__file__).parents[2]
SOURCE = sorted((ROOT / "interpreter").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FILE_LINES, FUNCTION_LINES = 600, 80
USUAL_LINES, USUAL = 45, 0.95
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "base"}
PUBLIC = {
    "Diagnostic",
    "Game",
    "Loaded",
    "Match",
    "Move",
    "OptionInfo",
    "Refusal",
    "Result",
    "RulesError",
    "StageView",
    "StartError",
    "State",
    "TooManyMoves",
    "__version__",
    "load",
}


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


SHAPES = {"hex"}
"""Games that are called like a word of the language, a shape of boards."""


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCE) > 50
    assert len(TESTS) > 30
    assert shipped()


@pytest.mark.parametrize("path", SOURCE, ids=ids)
def test_no_file_names_a_game(path: Path) -> None:
    # Whatever is true of one game only belongs to its ruleset.
    text = path.read_text(encoding="utf-8")
    assert set(shipped()) >= SHAPES
    for name in set(shipped()) - SHAPES:
        spoken = r"[-_ ]?".join(re.escape(part) for part in name.split("-"))
        assert not re.search(rf"\b{spoken}\b", text, re.IGNORECASE), name


@pytest.mark.parametrize("path", [*SOURCE, *TESTS], ids=ids)
def test_files_and_functions_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= FILE_LINES
    if path in TESTS:
        return  # a table of cases may be long
    too_long = {node.name: lines_of(node) for node in functions(path) if lines_of(node) > FUNCTION_LINES}
    assert not too_long


def test_most_functions_are_very_short() -> None:
    lengths = [lines_of(node) for path in SOURCE for node in functions(path)]
    assert sum(length <= USUAL_LINES for length in lengths) / len(lengths) >= USUAL


@pytest.mark.parametrize("path", SOURCE, ids=ids)
def test_nothing_is_left_to_do(path: Path) -> None:
    assert path.stem not in EMPTY_NAMES
    assert path.parent.name not in EMPTY_NAMES
    assert not re.search(r"\b(TODO|FIXME|XXX|HACK)\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TESTS, ids=ids)
def test_no_test_is_skipped(path: Path) -> None:
    names = {
        node.attr
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in {"pytest", "pytest.mark", "unittest"}
    }
    # What another system lacks (`skipif`, `importorskip`) can't be tested there; nothing else is left out.
    assert not names & {"skip", "xfail", "SkipTest"}


@pytest.mark.parametrize("path", SOURCE, ids=ids)
def test_what_is_public_says_what_it_means(path: Path) -> None:
    tree = tree_of(path)
    assert ast.get_docstring(tree)
    silent = [node.name for node in _public(tree.body) if not ast.get_docstring(node)]
    assert not silent


def _public(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Public functions and classes, and the public methods of public classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.startswith("_") or any("overload" in ast.unparse(d) for d in node.decorator_list):
                continue
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body)


def test_the_public_names_are_these_and_no_more() -> None:
    assert set(interpreter.__all__) == PUBLIC
    assert list(interpreter.__all__) == sorted(interpreter.__all__)
    for name in PUBLIC:
        assert getattr(interpreter, name) is not None


@pytest.mark.parametrize("name", sorted(PUBLIC - {"__version__"}))
def test_every_public_name_is_documented(name: str) -> None:
    thing: Any = getattr(interpreter, name)
    assert inspect.getdoc(thing)
    for key, member in vars(thing).items() if isinstance(thing, type) else ():
        if not key.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{name}.{key}"
