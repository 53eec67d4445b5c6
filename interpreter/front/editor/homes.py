"""Which games a file belongs to: the rulesets and variants that may read it."""

import re
from collections.abc import Mapping
from pathlib import Path

from interpreter.api.files import MAIN, VARIANTS, Files, at_home
from interpreter.front.editor.game_index import SCENARIOS
from interpreter.text.span import Source

_RULES = re.compile(r"^(phases|extends|players|actions|longest)\s*:", re.MULTILINE)
_SWITCH = re.compile(r"^switch\s*:", re.MULTILINE)
_MOST_BYTES = 200_000
_ENDINGS = {".yaml", ".yml"}

Held = Mapping[Path, Source]
"""The texts that an editor holds, by resolved path."""


def home_of(path: Path) -> Path:
    """The folder of the game that a file belongs to: where its `ruleset.yaml` lies, or else its own."""
    for folder in (path.parent, *path.parent.parents[:3]):
        is_variants = VARIANTS in (folder.name, folder.parent.name)
        if (folder / MAIN).is_file() and not (is_variants and _holds_game(folder)):
            return folder
    return path.parent.parent if path.parent.name == SCENARIOS else path.parent


def _holds_game(folder: Path) -> bool:
    """Whether a folder of variants, or in one, lies in the folder of a game."""
    above = folder.parent if folder.name == VARIANTS else folder.parent.parent
    return (above / MAIN).is_file()


def mains_of(path: Path, held: Held) -> tuple[Path, ...]:
    """The files of rules in the home of a file, those first that it most likely belongs to."""
    home = home_of(path)
    found = [one for one in _yaml_in(home, held) if _is_rules(one, held)]
    for one in _yaml_in(home / VARIANTS, held):
        if _is_rules(one, held):
            found.append(one)
    for folder in _folders(home / VARIANTS):
        if (folder / MAIN).is_file() or (folder / MAIN) in held:
            found.append(folder / MAIN)
    own = (path, path.parent.parent / MAIN, path.parent.parent.with_suffix(".yaml"), home / MAIN)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: own.index(one) if one in own else len(own)))


def files_of(main: Path, held: Held) -> Files:
    """The files of the game whose rules lie in ``main``, with the texts that are held."""
    files = at_home(main.parent, main.name)
    files.unsaved = held
    return files


def text_at(path: Path, held: Held) -> str | None:
    """The text of a file as it is held or saved; None where it can't be read."""
    if path in held:
        return held[path].text
    try:
        with path.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return None


def _is_rules(path: Path, held: Held) -> bool:
    """Whether a file looks like a ruleset or a variant, and not like a module."""
    text = text_at(path, held)
    if text is None:
        return False
    return path.name == MAIN or (_RULES.search(text) is not None and _SWITCH.search(text) is None)


def _yaml_in(folder: Path, held: Held) -> list[Path]:
    try:
        there = [one for one in folder.iterdir() if one.suffix in _ENDINGS and one.is_file()]
    except OSError:
        there = []
    more = [one for one in held if one.parent == folder and one.suffix in _ENDINGS]
    return sorted(dict.fromkeys([*there, *more]))


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.is_dir())
    except OSError:
        return []
