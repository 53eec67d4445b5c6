"""``ludwright fmt``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import json_option

if TYPE_CHECKING:
    from interpreter.api.layout_files import Laid

_SCHEMAS = ("ruleset", "scenario", "document", "picture", "data")
_STDIN = "-"


@click.command(
    "fmt",
    epilog="\b\nExamples:\n  ludwright fmt my-game\n  ludwright fmt --check --diff my-game/ruleset.yaml\n"
    "  ludwright fmt - < ruleset.yaml",
    short_help="lay the files of rulesets out",
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; name the files that are not in the layout.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--as", "schema", type=click.Choice(_SCHEMAS), metavar="SORT",
    help=f"What the files are: {', '.join(_SCHEMAS)}.  [default: known by their first line or their keys]",
)  # fmt: skip
@json_option
def command(paths: tuple[str, ...], check: bool, diff: bool, schema: str | None, as_json: bool) -> int:
    """Write rulesets and the files beside them in the one layout, with the same meaning and all remarks.

    PATH is a file, or a folder with a ruleset in it, whose YAML files are all meant; `-` reads the input
    and prints what comes of it. A file with an error in its YAML, its keys or its sentences stays as it
    is. Exits with 1 if there is such a file, and with `--check` also if one is not in the layout.
    """
    if _STDIN in paths:
        if len(paths) > 1 or check or diff or as_json:
            raise Misuse("`-` stands alone", "`--as` is the only option that goes with it")
        return _from_input(schema)
    from interpreter.front.failing import WRONG, complain
    from interpreter.front.paint import print_json, say

    writes = not (check or diff)
    done: list[tuple[Laid, bool]] = []
    for path in _files(paths):
        laid, failed = _one(path, schema, writes)
        done.append((laid, failed))
        if not as_json:
            _tell(laid, check=check, diff=diff, writes=writes)
    wrong = any(failed for _, failed in done) or (check and any(laid.changes for laid, _ in done))
    if as_json:
        print_json({"ok": not wrong, "files": [_plain(laid, writes, diff) for laid, _ in done]})
    else:
        complain(finding for laid, _ in done for finding in laid.findings)
        say(_summary([laid for laid, _ in done], writes))
    return WRONG if wrong else 0


def _from_input(schema: str | None) -> int:
    from interpreter.api.files import MOST_BYTES
    from interpreter.api.layout_files import lay_out_bytes
    from interpreter.front.failing import WRONG, complain

    laid = lay_out_bytes(sys.stdin.buffer.read(MOST_BYTES + 1), "input", schema)
    complain(laid.findings)
    if laid.after is None:
        return WRONG
    sys.stdout.flush()
    sys.stdout.buffer.write(laid.after.encode())
    return 0


def _files(paths: tuple[str, ...]) -> list[Path]:
    """The files that are meant, each once.

    Raises: Misuse.
    """
    from interpreter.api.layout_files import ENDINGS, files_below

    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if not name.strip() or path.absolute() == Path(path.absolute().anchor):
            raise Misuse(f"`{name}` is no folder of a game", "name files, or the folder of a ruleset")
        try:
            is_folder, is_there = path.is_dir(), path.exists()
        except (OSError, ValueError):
            is_folder = is_there = False
        if is_folder:
            below = files_below(path)
            if not below:
                raise Misuse(f"no ruleset lies in `{name}`", "name its files one by one, or its folder")
            found.extend(below)
        elif not is_there:
            raise Misuse(
                f"there is no file `{name}`", "games that come with ludwright are named by their path"
            )
        elif path.suffix not in ENDINGS:
            raise Misuse(f"`{name}` is no YAML file", "records and other files have no layout")
        else:
            found.append(path)
    return list({path.absolute(): path for path in found}.values())


def _one(path: Path, schema: str | None, writes: bool) -> "tuple[Laid, bool]":
    """A file laid out, and whether that failed; it is written where that is wanted."""
    from interpreter.api.layout_files import lay_out, put

    laid = lay_out(path, str(path), schema)
    if writes and laid.changes:
        put(path, laid)
    return laid, laid.after is None


def _tell(laid: "Laid", *, check: bool, diff: bool, writes: bool) -> None:
    from interpreter.front.paint import say

    if not laid.changes:
        return
    if diff:
        say("\n".join(_difference(laid)))
    if check and not diff:
        say(f"{laid.shown} is not in the layout")
    if writes:
        say(f"{laid.shown} is laid out anew")


def _difference(laid: "Laid") -> list[str]:
    """The lines of a unified diff."""
    from difflib import unified_diff

    assert laid.after is not None
    before, after = laid.before.removeprefix("\ufeff").splitlines(), laid.after.splitlines()
    lines = list(unified_diff(before, after, laid.shown, laid.shown, lineterm=""))
    return lines or [f"{laid.shown}: only line ends or the mark at its start differ"]


def _plain(laid: "Laid", writes: bool, diff: bool) -> dict[str, object]:
    more = {"diff": _difference(laid) if laid.changes else []} if diff else {}
    return {
        "file": laid.shown, "changes": laid.changes, "written": laid.changes and writes,
        "findings": [one.to_json() for one in laid.findings], **more,
    }  # fmt: skip


def _summary(done: "list[Laid]", writes: bool) -> str:
    changed = sum(laid.changes for laid in done)
    failed = sum(laid.after is None for laid in done)
    rest = len(done) - changed - failed
    did = "laid out anew" if writes else "to be laid out"
    counts = [(changed, did), (failed, "with errors, left alone"), (rest, "in the layout")]
    return ", ".join(f"{number} {words}" for number, words in counts if number) or "no file"
