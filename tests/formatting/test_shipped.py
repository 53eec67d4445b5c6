"""Every file that comes with ludwright is in the layout."""

from pathlib import Path

import pytest

from interpreter.syntax.document import Mapping
from interpreter.syntax.formatting.format import layout, schema_of_file
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

RULESETS = Path(__file__).parents[2] / "rulesets"
GAMES = sorted(path.parent for path in RULESETS.glob("*/ruleset.yaml"))


def test_there_are_games() -> None:
    assert len(GAMES) >= 14


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_files_are_in_the_layout(folder: Path) -> None:
    # `ludwright fmt rulesets` lays them out.
    wrong = []
    for path in sorted(folder.rglob("*.yaml")):
        text = path.read_bytes().decode("utf-8")
        # That the files are sound, other tests say.
        source = Source(str(path), text)
        root, _ = read(source)
        assert isinstance(root, Mapping)
        if layout(source, root, schema_of_file(source, root)) != text:
            wrong.append(path.name)
    assert wrong == []
