"""The one Lark grammar of the inner language, and its tables.

After a change of the grammar `python -m interpreter.syntax.grammar` writes the tables anew.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.indenter import Indenter

from interpreter.resources import read_text, root
from interpreter.text.cache_folder import cache_folder, keep

STARTS = (
    "phrase", "requirement", "stage_line", "who_line", "repeat_line", "calls_line", "cost_line",
    "over_line", "order_line", "rank_line", "amount_line", "players_line", "rows_line", "row_line",
    "longest_line", "signature", "text_part", "type_line", "kind_line", "grid_line", "do_block",
)  # fmt: skip

TABLES = "tables.json"
"""The file beside the grammar that holds the tables of its parser."""


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
    """The parser: from the tables that come with the package, else from the cache, else built anew.

    The former fit one version of Lark, and the grammar as it was when they were written.
    """
    shipped = _read(root("grammar") / TABLES)
    if shipped is not None:
        return shipped
    folder = cache_folder()
    if folder is None:
        return build()
    file = folder / f"grammar-{digest()}.json"
    cached = _read(file)
    if cached is not None:
        return cached
    parser = build()
    keep(file, to_text(parser))
    return parser


def digest() -> str:
    """What tables depend on: the grammar, where its sentences start, and the version of Lark."""
    text = read_text("grammar", "ludwright.lark")
    return hashlib.sha256(f"{lark.__version__}\n{STARTS}\n{text}".encode()).hexdigest()[:32]


def to_text(parser: Lark) -> str:
    """The tables of a parser as JSON, with what they were made from."""
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    whole = {"of": digest(), "lark": lark.__version__, "data": data, "memo": memo}
    return json.dumps(whole, separators=(",", ":"), default=_plain) + "\n"


def _plain(value: object) -> object:
    """What JSON has no form for: sets; and the indenter among the options, which a reader brings along."""
    return sorted(value) if isinstance(value, set | frozenset) else None


def _read(file: Path) -> Lark | None:
    """The parser of a file; where it is missing, damaged or outdated the tables are simply built anew."""
    try:
        whole = _numbered(json.loads(file.read_text(encoding="utf-8")))
        if whole["of"] != digest():
            return None
        loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            data=whole["data"], memo=whole["memo"], postlex=_Indentation()
        )
        return loaded
    except Exception:
        # Damaged tables can raise nearly anything; none of it matters.
        return None


def _numbered(part: Any) -> Any:
    """With numbers as keys again where JSON has made words of them: Lark's states and tokens are numbered."""
    if isinstance(part, dict):
        return {int(key) if key.isdigit() else key: _numbered(value) for key, value in part.items()}
    return [_numbered(value) for value in part] if isinstance(part, list) else part


if __name__ == "__main__":
    (root("grammar") / TABLES).write_text(to_text(build()), encoding="utf-8")
