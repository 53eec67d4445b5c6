"""How the server speaks: what it can do, bad messages, characters, line ends, the end."""

from pathlib import Path

import pytest

from tests.editor.client import Editor, Refused, editing, place
from tests.editor.orchard import RULES, plant
from tests.front.conftest import Started
from tests.front.conftest import start as start


def test_it_says_what_it_can_do(garden: tuple[Editor, Path]) -> None:
    can = garden[0].capabilities

    assert can["positionEncoding"] == "utf-16"
    assert can["textDocumentSync"]["change"] == 1
    assert can["completionProvider"]["resolveProvider"]
    assert can["renameProvider"]["prepareProvider"]
    for name in (
        "hover",
        "definition",
        "references",
        "documentSymbol",
        "codeAction",
        "workspaceSymbol",
        "documentFormatting",
    ):
        assert can[f"{name}Provider"]


def test_who_leaves_without_a_word_leaves_an_error(cache: Path) -> None:
    editor = Editor(cache)
    editor.begin()

    editor.tell("exit")

    assert editor.process.wait(60) == 1
    editor.leave()


def test_it_ends_when_it_is_told_to_in_the_middle_of_its_work(cache: Path, home: Path) -> None:
    editor = Editor(cache)
    editor.begin()
    for number in range(20):
        editor.open(plant(home / str(number)) / "ruleset.yaml")

    assert editor.end() == 0
    editor.leave()


def test_bad_messages_are_answered_or_passed_over(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    editor.open(file)
    editor.wait(file)
    for body in (
        b"{",
        b"[]",
        b'"text"',
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "method": 7, "id": "x"}',
        b"\xff\xfe",
    ):
        editor.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    with pytest.raises(Refused) as unknown:
        editor.ask("textDocument/noSuchThing", {})
    with pytest.raises(Refused):
        editor.ask("textDocument/hover", {"textDocument": 3})
    editor.tell("textDocument/didChange", {"nothing": True})
    editor.tell("$/noSuchThing", None)

    assert unknown.value.code == -32601
    assert editor.at("hover", file, *place(RULES, "fruit: 0", 1)) is not None


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "http://nowhere/ruleset.yaml", "file:///no/such/folder/ruleset.yaml", ""]
)
def test_a_text_that_lies_nowhere_is_no_fault(editor: Editor, uri: str) -> None:
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": RULES}
    where = {"textDocument": {"uri": uri}, "position": {"line": 10, "character": 4}}
    editor.tell("textDocument/didOpen", {"textDocument": document})

    for method in ("hover", "completion", "definition"):
        editor.ask(f"textDocument/{method}", where)
    with pytest.raises(Refused):
        editor.ask("textDocument/rename", {**where, "newName": "x"})
    editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_places_beyond_the_text_are_its_end(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    editor.open(file)
    editor.wait(file)

    for line, character in ((0, 10_000), (10_000, 0), (2_000_000_000, 2_000_000_000)):
        editor.at("hover", file, line, character)
        editor.at("completion", file, line, character)


WIDE = RULES.replace("title: Orchard\n", "title: 🍎🍏 Orchard\n").replace(
    "says: 'Apples of {from}'", "says: '🍎🍎 of {frm} é'"
)


@pytest.mark.parametrize(
    ("encoding", "ending"),
    [
        ("utf-16", "\r\n"),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in
          (("utf-16", "\n"), ("utf-8", "\r\n"), ("utf-32", "\n"), ("utf-32", "\r\n"))),
    ],
)  # fmt: skip
def test_characters_are_counted_as_agreed(cache: Path, home: Path, encoding: str, ending: str) -> None:
    file = home / "ruleset.yaml"
    line = next(number for number, text in enumerate(WIDE.split("\n")) if "{frm}" in text)
    before = WIDE.split("\n")[line].partition("frm")[0]
    units = {
        "utf-8": len(before.encode()),
        "utf-16": len(before.encode("utf-16-le")) // 2,
        "utf-32": len(before),
    }
    with editing(cache, encodings=[encoding]) as editor:
        editor.open(file, WIDE.replace("\n", ending))

        (found,) = editor.until(file, {"E402"})

        assert editor.capabilities["positionEncoding"] == encoding
        assert found["range"]["start"] == {"line": line, "character": units[encoding]}
        assert found["range"]["end"] == {"line": line, "character": units[encoding] + 3}
        hover = editor.at("hover", file, line + 2, 7)
        assert "stage of `pick`" in hover["contents"]["value"]


def test_without_its_library_it_says_how_to_get_it(start: Started) -> None:
    program = (
        "import sys; sys.modules['pygls'] = None; sys.modules['lsprotocol'] = None;"
        "sys.argv = ['ludwright', 'lsp'];"
        "from interpreter.front.cli import main; main()"
    )

    done = start("-c", program)

    assert done.returncode == 2
    assert "the language server needs pygls" in done.stderr
    assert "pip install 'ludwright[lsp]'" in done.stderr
    assert done.stdout == ""


def test_what_is_refused_is_no_fault_in_the_log(cache: Path, home: Path, tmp_path: Path) -> None:
    log = tmp_path / "lsp.log"
    editor = Editor(cache, "--log", str(log))
    editor.begin()
    file = home / "ruleset.yaml"
    editor.open(file)
    editor.wait(file)

    with pytest.raises(Refused, match="nothing that the game declares is named here"):
        editor.at("prepareRename", file, 0, 0)

    assert editor.end() == 0
    editor.leave()
    assert "Traceback" not in log.read_text("utf-8")
