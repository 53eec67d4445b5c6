from pathlib import Path

import pytest

from interpreter import resources


@pytest.mark.parametrize("name", ["rulesets", "schema", "grammar"])
def test_the_data_folders_are_found(name: str) -> None:
    assert resources.root(name).is_dir()


def test_read_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_bytes("é\n".encode())
    monkeypatch.setattr(resources, "root", lambda name: tmp_path)
    assert resources.read_text("any", "a", "b.txt") == "é\n"
    with pytest.raises(FileNotFoundError):
        resources.read_text("any", "c.txt")


def test_an_unknown_folder() -> None:
    with pytest.raises(FileNotFoundError, match="`nowhere`"):
        resources.root("nowhere")


def test_the_packed_folder_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("package/_data/schema", "schema", "grammar"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "package")
    assert resources.root("schema") == tmp_path / "package" / "_data" / "schema"
    assert resources.root("grammar") == tmp_path / "grammar"
