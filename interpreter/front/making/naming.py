"""What a new ruleset is called: its id and title, from the name of its folder."""

import re
import unicodedata
from pathlib import Path

from interpreter.api.files import shipped
from interpreter.front.cli import Misuse
from interpreter.text.quote import quote

LONGEST = 60
_FIT = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def id_from(folder: Path, base: str = "") -> str:
    """The id of a game in a folder; of a variant in the folder of its base, with the base's id before it.

    Raises: Misuse for a name of which no id can be made, or which a shipped game has.
    """
    name = folder.name
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made = "-".join(re.findall(r"[a-z0-9]+", plain))
    if base and not made.startswith(f"{base}-"):
        made = f"{base}-{made}" if made else ""
    if not _FIT.fullmatch(made) or len(made) > LONGEST:
        hint = "its name becomes the id of the game: letters, digits and hyphens, a letter first"
        raise Misuse(f"no game can be called after the folder {quote(name)}", hint)
    if made in shipped():
        raise Misuse(f"{quote(made)} is a game that comes with ludwright", f"another name, as in `my-{made}`")
    return made


def title_from(folder: Path) -> str:
    """A title for people: the name of the folder with blanks and a capital."""
    name = "".join(char if char.isprintable() else " " for char in folder.name)
    words = " ".join(re.split(r"[\s_-]+", name)).strip()
    return words[:1].upper() + words[1:]
