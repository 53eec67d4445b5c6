"""``ludwright schema``."""

from pathlib import Path

import click

from interpreter.front.cli import Misuse

_NAMES = ("ruleset", "scenario", "data", "document", "picture", "record")


@click.command(
    "schema",
    epilog="\b\nExamples:\n  ludwright schema ruleset\n  ludwright schema --into my-game",
    short_help="the JSON Schemas of the files of a game",
)
@click.argument("name", required=False, type=click.Choice(_NAMES), metavar="[NAME]")
@click.option(
    "--into", type=click.Path(file_okay=False), metavar="DIR", help="Write all schemas into DIR/schema."
)
@click.option("--force", is_flag=True, help="Write over schemas of another version.")
@click.pass_context
def command(ctx: click.Context, name: str | None, into: str | None, force: bool) -> None:
    """Print a JSON Schema, or write all of them into a folder for editors without the language server.

    NAME is ruleset, scenario, data, document, picture or record. With `--into` they lie in the folder
    `schema` of DIR; a file beside that folder names its own in its first line:
    `# yaml-language-server: $schema=schema/ruleset.schema.json`.
    """
    from interpreter import resources
    from interpreter.front.paint import say

    if (name is None) == (into is None):
        raise Misuse(
            "say either which schema to print, or where to write all of them", "as in `--into my-game`", ctx
        )
    if name is not None:
        say(resources.read_text("schema", f"{name}.schema.json").rstrip("\n"))
        return
    assert into is not None
    folder = Path(into) / "schema"
    texts = {
        folder / f"{one}.schema.json": resources.read_text("schema", f"{one}.schema.json") for one in _NAMES
    }
    other = [path for path, text in texts.items() if path.exists() and _text(path) != text]
    if other and not force:
        raise Misuse(f"`{other[0]}` is there and says something else", "`--force` writes over it", ctx)
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        _write(path, text)
    say(f"{len(texts)} schemas lie in {folder}; a file beside it begins with")
    say("# yaml-language-server: $schema=schema/ruleset.schema.json")


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    import os
    import tempfile

    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(text)
        Path(part).replace(path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise
