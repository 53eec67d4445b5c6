"""What a caller must know of the C text of a program: kept in the cache, so that the text need not be written
again to find its library.
"""

import hashlib
import json
import pickle
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.core.ir import Program
from interpreter.text.cache_folder import cache_folder, keep


@dataclass(frozen=True, slots=True)
class Facts:
    """``digest`` names the C text. ``codes`` are those of `Require` statements by their numbers, ``actions``
    the names that games count, ``words`` the 64-bit words of a position, ``stride`` those of a listed move.
    """

    digest: str
    codes: tuple[str, ...]
    actions: tuple[str, ...]
    words: int
    stride: int


def written(program: Program, passes: frozenset[str]) -> tuple[Facts, str]:
    """The facts and the C text of a program, written now.

    Raises: Unsupported for a program that native code cannot run.
    """
    # Who finds the facts in the cache pays for none of this.
    from interpreter.backends.c.source import runtime, unit_of

    unit = unit_of(program, passes)
    text = unit.out.text().replace('#include "runtime.h"', runtime(), 1)
    # Remarks name the author's file, whose name may be no text at all.
    text = text.encode("utf-8", "backslashreplace").decode()
    digest = hashlib.sha256(text.encode()).hexdigest()
    codes, actions = tuple(unit.codes.names), tuple(unit.actions)
    return Facts(digest, codes, actions, max(1, unit.words), unit.stride), text


def facts_of(program: Program, passes: frozenset[str]) -> tuple[Facts, str | None]:
    """The facts of a program's C text, and the text where it had to be written.

    Raises: Unsupported for a program that native code cannot run.
    """
    folder = cache_folder()
    if folder is None:
        return written(program, passes)
    path = folder / f"native-{_key(program, passes)}.json"
    found = _read(path)
    if found is not None:
        return found, None
    facts, text = written(program, passes)
    keep(path, _sealed(facts))
    return facts, text


def _key(program: Program, passes: frozenset[str]) -> str:
    # A pickle is written only, never read: it names a program sooner than its canonical text does.
    said = hashlib.sha256(pickle.dumps(program, 5))
    said.update(f"{_version()} {' '.join(sorted(passes))}".encode())
    return said.hexdigest()[:40]


@cache
def _version() -> str:
    """Changes whenever what writes the text changes."""
    package = Path(__file__).resolve().parent.parent.parent
    stamps = []
    for folder in ("backends/c", "backends/c/passes", "core", "engine"):
        for file in sorted((package / folder).iterdir()):
            if file.suffix in (".py", ".h"):
                status = file.stat()
                stamps.append(f"{file.name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()


def _sealed(facts: Facts) -> str:
    body = json.dumps(asdict(facts))
    return f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n"


def _read(path: Path) -> Facts | None:
    """The facts in a file; None where there are none, or not as they were written."""
    try:
        seal, body = path.read_text("utf-8").splitlines()
        if hashlib.sha256(body.encode()).hexdigest() != seal:
            return None
        found: dict[str, Any] = json.loads(body)
        codes, actions = tuple(found["codes"]), tuple(found["actions"])
        return Facts(found["digest"], codes, actions, found["words"], found["stride"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
