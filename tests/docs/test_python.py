"""The page about Python: its example runs, and its table names what is exported."""

import re
from pathlib import Path

import pytest

import interpreter

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")


def blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_page_run(number: int) -> None:
    examples = blocks(PAGE)
    assert len(examples) == 3
    exec(compile(examples[number], "python.md", "exec"), {"load": interpreter.load})


def test_the_example_of_the_readme_runs() -> None:
    (example,) = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    exec(compile(example, "README.md", "exec"), {})


def test_the_table_names_what_is_exported() -> None:
    named = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE))
    unnamed = {"__version__", "Loaded", "OptionInfo", "StageView"}
    assert named == set(interpreter.__all__) - unnamed
