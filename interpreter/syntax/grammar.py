"""The one Lark grammar of the inner language, built once and its tables cached."""

import hashlib
import os
import pickle
import tempfile
from functools import cache
from pathlib import Path

import lark
from lark import Lark
from lark.indenter import Indenter

from interpreter.resources import read_text
from interpreter.text.cache_folder import cache_folder

STARTS = (
    "phrase", "requirement", "stage_line", "who_line", "repeat_line", "calls_line", "cost_line",
    "over_line", "order_line", "rank_line", "amount_line", "players_line", "rows_line", "row_line",
    "longest_line", "signature", "text_part", "type_line", "kind_line", "grid_line", "do_block",
)  # fmt: skip


class _Indentation(Indenter):
    """Lines of a ``do`` block: deeper lines belong to the ``if`` or ``for each`` above."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012  (Lark reads them from the class)
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def build(strict: bool = False) -> Lark:
    """A new parser. ``strict`` refuses any conflict of rules or words (tests use it)."""
    return Lark(
        read_text("grammar", "ludwright.lark"),
        parser="lalr",
        start=list(STARTS),
        postlex=_Indentation(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


@cache
def grammar() -> Lark:
    """The parser, from the cached tables where they are sound."""
    folder = cache_folder()
    if folder is None:
        return build()
    text = read_text("grammar", "ludwright.lark")
    key = hashlib.sha256(f"{lark.__version__}\n{STARTS}\n{text}".encode()).hexdigest()[:32]
    file = folder / f"grammar-{key}.tables"
    loaded = _load(file)
    if loaded is not None:
        return loaded
    parser = build()
    _store(parser, file)
    return parser


def _load(file: Path) -> Lark | None:
    """The cached parser; a missing, damaged or outdated file is simply built anew."""
    try:
        with file.open("rb") as stored:
            data = pickle.load(stored)  # our own folder, closed to others (see cache_folder)
        loaded: Lark = Lark._load_from_dict(**data, postlex=_Indentation())  # type: ignore[no-untyped-call]
        return loaded
    except Exception:
        # Unpickling damaged bytes can raise nearly anything; none of it matters, we build anew.
        return None


def _store(parser: Lark, file: Path) -> None:
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix="grammar-", suffix=".part")
        with os.fdopen(handle, "wb") as part:
            pickle.dump({"data": data, "memo": memo}, part)
        Path(name).replace(file)
    except OSError:
        return
