"""The reference: its tables are those of the program, and its examples are sound."""

import re
from pathlib import Path

import pytest

from interpreter.api.files import Files
from interpreter.api.front_end import check_all, check_files, has_errors
from interpreter.check.boards import GRID, HEX
from interpreter.check.builtins import BOARD_WORDS
from interpreter.syntax.parse import parse
from interpreter.text.render import render_all
from interpreter.text.span import Source, Span
from tests.docs.tables import ROOT, table
from tests.errors.chunks import HERE as ERRORS
from tests.errors.chunks import chunks_of, findings_of, merged, split

PAGE = ROOT / "docs" / "reference" / "language.md"
_TABLE = re.compile(r"(<!-- table: (.+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_EACH = re.compile(r"<!-- each: (\w+) -->\n\n\| .*?\n\| ---.*?\n((?:\|.*\n)+)")
_EXAMPLE = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")


DOCS = ROOT / "docs"
NAMED = ("index", "tutorial", "variants", "scenarios", "glossary", "lints")
PAGES = [*(DOCS / f"{name}.md" for name in NAMED), PAGE]


def page() -> str:
    return PAGE.read_text("utf-8")


def made(found: re.Match[str]) -> str:
    return f"{found[1]}\n{table(found[2])}\n\n{found[4]}"


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_the_tables_are_those_of_the_program(file: Path, request: pytest.FixtureRequest) -> None:
    text = file.read_text("utf-8")
    whole = _TABLE.sub(made, text)
    if request.config.getoption("--update-docs"):
        file.write_text(whole, "utf-8")

    assert file.read_text("utf-8") == whole, "run pytest with --update-docs and look at the difference"


SENTENCES = [
    (start, text)
    for start, rows in _EACH.findall(page())
    for row in rows.splitlines()
    for text in _SPAN.findall(row.replace("\\|", "|").split(" | ")[0])
]


@pytest.mark.parametrize(("start", "text"), SENTENCES)
def test_a_sentence_of_a_table_can_be_read(start: str, text: str) -> None:
    source = Source("page", text)
    if start == "do_block" and text.endswith(":"):
        text += "\n  nothing\n"

    _, found = parse(text, start, lambda first, last: Span(source, first, last))

    assert found == ()


EXAMPLES = [text for text in _EXAMPLE.findall(page()) if not text.startswith("language:")]


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_is_part_of_a_sound_ruleset(text: str, tmp_path: Path) -> None:
    own = [(number, line) for number, line in enumerate(text.split("\n"), 1)]
    base = (ERRORS / "bases" / "tiny.yaml").read_text("utf-8")
    theirs = split([(0, line) for line in base.split("\n")])["ruleset.yaml"]
    whole = merged(own, theirs, [])
    (tmp_path / "ruleset.yaml").write_text("\n".join(line for _, line in whole), "utf-8")

    _, found = check_files(Files(tmp_path, "ruleset.yaml", ""))

    assert not has_errors(found), render_all(found)


def pages_with(key: str) -> list[str]:
    """The pages of the reference that hold a key and are no whole ruleset."""
    section = page().split("## Variants and modules")[1].split("\n## ")[0]
    return [text for text in _EXAMPLE.findall(section) if f"\n{key}:" in text]


def test_the_variant_of_the_page_is_sound(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text((ERRORS / "bases" / "tiny.yaml").read_text("utf-8"), "utf-8")
    for text in pages_with("extends"):
        (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
        assert render_all(check_all(Files(tmp_path, "ruleset.yaml", ""))) == ""
    assert len(pages_with("extends")) == 1


def test_the_modules_of_the_page_are_sound(tmp_path: Path) -> None:
    names = []
    for number, text in enumerate(pages_with("switch")):
        names.append(f"m{number}.yaml")
        (tmp_path / names[-1]).write_text(text, "utf-8")
    tiny = (ERRORS / "bases" / "tiny.yaml").read_text("utf-8")
    (tmp_path / "ruleset.yaml").write_text(f"{tiny}modules: [{', '.join(names)}]\n", "utf-8")

    assert len(names) == 2
    assert render_all(check_all(Files(tmp_path, "ruleset.yaml", ""))) == ""


ADDRESSES = re.findall(
    r"`([a-z][^`]*)`", page().split("| address | is |")[1].split("\n\n")[0].replace("\n| --- | --- |", "")
)


@pytest.mark.parametrize("address", [one for one in ADDRESSES if "costs" not in one and "data" not in one])
def test_an_address_of_the_page_leads_somewhere(address: str, tmp_path: Path) -> None:
    steps = {
        "phases.upgrade.steps.trim", "always.famine", "rounds", "tables.rent.rows.1..10.blue",
    }  # fmt: skip # what Tiny does not have
    if address in steps or address == "=":
        return
    (tmp_path / "tiny.yaml").write_text((ERRORS / "bases" / "tiny.yaml").read_text("utf-8"), "utf-8")
    text = "language: 1\ngame: other\ntitle: Other\nextends: tiny.yaml\n"
    text += f"changes:\n  {address}: {{was: something else, now: 1}}\n"
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")

    assert [one.code for one in check_all(Files(tmp_path, "ruleset.yaml", ""))] == ["E941"]


def test_the_words_of_boards_are_those_that_boards_make(tmp_path: Path) -> None:
    text = "language: 1\ngame: b\ntitle: B\nplayers: 2\nlongest: 9 decisions\nphases: {p: nothing}\n"
    text += "kinds: {Corner: 'TL, TR, BL, BR'}\n"
    windows = "windows: {Block: {size: 2 by 2, slots: Corner}}"
    text += f"boards: {{Cell: {{grid: 3 by 3, lines: {{Line: 3}}, {windows}}}}}\n"
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
    checked, _ = check_files(Files(tmp_path, "ruleset.yaml", ""))
    assert checked is not None

    section = page().split("## Boards")[1].split("\n## ")[0]
    told = re.findall(r"^\| `(\w+)\([a-z, ]+\)`", section, re.MULTILINE)

    assert set(told) == set(checked.world.columns)


def test_the_directions_are_those_of_boards() -> None:
    assert f"`{' '.join(GRID)}`, on hexes `{' '.join(HEX)}`" in " ".join(page().split())


def test_everything_that_is_not_played_yet_is_listed(tmp_path: Path) -> None:
    section = page().split("## Read, but not played yet")[1].split("\n## ")[0]
    for chunk in chunks_of(ERRORS / "notyet.yaml"):
        folder = tmp_path / chunk.name
        folder.mkdir()
        for _, finding in findings_of(chunk, folder):
            what = finding.message.removesuffix(" can be read but not played by this version")
            assert what in section


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_every_link_leads_somewhere(file: Path) -> None:
    for text, target, part in re.findall(r"\[([^\]]+)\]\(([^)#]*)(?:#([^)]*))?\)", file.read_text("utf-8")):
        there = file.parent / target if target else file
        assert there.exists(), f"{text}: {target}"
        if part:
            assert part in {anchor(line) for line in there.read_text("utf-8").splitlines()}, f"{text}: {part}"


def anchor(line: str) -> str:
    """The name by which a heading is linked to."""
    return re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") if line.startswith("#") else ""


def test_the_words_of_boards_are_those_of_the_page() -> None:
    part = PAGE.read_text("utf-8").split("These words are printed on cells", 1)[1].split("\n\n", 2)[1]
    told = {row.split("(")[0].removeprefix("| `") for row in part.splitlines() if row.startswith("| `")}
    assert told == set(BOARD_WORDS)
