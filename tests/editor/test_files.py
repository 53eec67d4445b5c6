"""The words of the language in one table, what is made from it, and the lines that name schemas."""

import json
import re
from pathlib import Path

import lark
import pytest

from interpreter.syntax.findings import RESERVED
from interpreter.syntax.grammar import build
from interpreter.syntax.keywords import IMPLICIT, KEYWORDS, LAST_RESORTS
from tests.editor.grammar_files import EXTENSION, ROOT, files, grammar
from tests.front.conftest import Run
from tests.front.conftest import run as run

SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+/schema/([a-z]+)\.schema\.json)\n")


def test_the_table_has_the_words_of_the_grammar() -> None:
    patterns = [one.pattern for one in build().terminals]
    words = {one.value for one in patterns if isinstance(one, lark.lexer.PatternStr) and one.value.isalpha()}

    assert set(KEYWORDS) == words
    for word in LAST_RESORTS:
        assert any(
            re.fullmatch(one.to_regexp(), word) for one in patterns if isinstance(one, lark.lexer.PatternRE)
        )


def test_each_word_is_shown_in_a_form_that_has_it() -> None:
    for word, keyword in KEYWORDS.items():
        assert re.search(rf"\b{word}\b", f"{keyword.form} {keyword.means}"), word
        assert keyword.means[0].islower() or keyword.means[0] == "`", word
        assert not keyword.means.endswith("."), word


def test_reserved_names_are_explained() -> None:
    assert set(RESERVED) - set(KEYWORDS) - set(IMPLICIT) == set()


def test_made_files_are_as_they_would_be_made() -> None:
    for path, text in files().items():
        assert path.read_text("utf-8") == text, "run `python tests/editor/grammar_files.py`"


def _scope_of(word: str, behind: str = "") -> str | None:
    """The scope that the grammar gives to a word in a sentence: that of the first rule that matches there."""
    for rule in grammar()["repository"]["words"]["patterns"]:
        found = re.search(rule["match"], f"{behind} {word} ") if "match" in rule else None
        if found is not None and found[0].strip() == word:
            return str(rule["name"])
    return None


@pytest.mark.parametrize("word", sorted([*KEYWORDS, *LAST_RESORTS, *IMPLICIT]))
def test_each_word_has_a_colour(word: str) -> None:
    assert _scope_of(word) is not None


def test_names_and_numbers_are_told_apart() -> None:
    assert _scope_of("Colour") == "entity.name.type.ludwright"
    assert _scope_of("60") == "constant.numeric.ludwright"
    assert _scope_of("[R1, CL-8]", "near(from) & occupied") == "markup.underline.link.ludwright"
    assert _scope_of("[R1]", "cite:") == "markup.underline.link.ludwright"
    assert _scope_of("[T21, T22]", "neighbours:") is None
    assert _scope_of("huts") is None


def test_the_extension_has_all_that_it_names() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    language, colours = manifest["contributes"]["languages"][0], manifest["contributes"]["grammars"][0]
    settings = manifest["contributes"]["configuration"]["properties"]
    program = (EXTENSION / manifest["main"]).read_text("utf-8")

    assert json.loads((EXTENSION / language["configuration"]).read_text("utf-8"))["comments"] == {
        "lineComment": "#"
    }
    assert (EXTENSION / colours["path"]).is_file()
    assert colours["scopeName"] == grammar()["scopeName"]
    assert colours["language"] == language["id"]
    assert settings["ludwright.command"]["default"] == ["ludwright", "lsp"]
    for name in re.findall(r'settings\.get\("(\w+)"\)', program):
        assert f"ludwright.{name}" in settings
    assert re.search(language["firstLine"], SHIPPED[0].read_text("utf-8").split("\n")[0])


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(ROOT / "rulesets")))
def test_each_shipped_file_names_its_schema(path: Path) -> None:
    text = path.read_text("utf-8")
    found = _LINE.match(text)
    assert found is not None
    schema = (path.parent / found[1]).resolve()

    assert schema == ROOT / "schema" / f"{found[2]}.schema.json"
    assert schema.is_file()
    is_of = {
        "scenario": "\nscenarios:\n", "document": "\nstatements:\n", "ruleset": "\ngame: ",
        "picture": "\npanels:\n|\nletters:|\ncolours:|\ncanvas:",
    }  # fmt: skip
    sorts = [sort for sort, keys in is_of.items() if any(key in text for key in keys.split("|"))]
    assert found[2] == (sorts[0] if sorts else "data")


# -- the command ---------------------------------------------------------------------------------------------


def test_a_schema_is_printed(run: Run) -> None:
    done = run("schema", "scenario")

    assert done.exit_code == 0
    assert json.loads(done.stdout)["title"] == "Ludwright scenarios"


def test_schemas_are_written_beside_a_game(run: Run, tmp_path: Path) -> None:
    done = run("schema", "--into", str(tmp_path / "game"))

    assert done.exit_code == 0
    assert "# yaml-language-server: $schema=schema/ruleset.schema.json" in done.stdout
    written = sorted(one.name for one in (tmp_path / "game" / "schema").iterdir())
    assert written == sorted(one.name for one in (ROOT / "schema").iterdir())
    for name in written:
        assert (tmp_path / "game" / "schema" / name).read_bytes() == (ROOT / "schema" / name).read_bytes()
    assert run("schema", "--into", str(tmp_path / "game")).exit_code == 0


def test_schemas_of_another_version_are_kept_unless_it_is_wanted(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "schema" / "data.schema.json"
    other.parent.mkdir()
    other.write_text("{}", "utf-8")

    refused = run("schema", "--into", str(tmp_path))
    kept = other.read_text("utf-8")
    forced = run("schema", "--into", str(tmp_path), "--force")

    assert refused.exit_code == 2
    assert "data.schema.json` is there and says something else" in refused.stderr
    assert "--force" in refused.stderr
    assert kept == "{}"
    assert forced.exit_code == 0
    assert other.read_text("utf-8") != "{}"


@pytest.mark.parametrize(
    "words", [(), ("scenario", "--into", "x"), ("no-such-schema",)], ids=["nothing", "both", "unknown"]
)
def test_bad_usage_of_schema_is_refused(run: Run, words: tuple[str, ...]) -> None:
    done = run("schema", *words)

    assert done.exit_code == 2
    assert "help:" in done.stderr
