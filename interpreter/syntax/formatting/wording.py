"""The words of a sentence with one blank where blanks belong, on the lines on which the author put them.

Nothing is taken away and nothing comes to it: the tokens are those of the grammar, brackets included.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lark import Token
from lark.exceptions import LarkError
from lark.indenter import DedentError

from interpreter.syntax.grammar import grammar
from interpreter.syntax.parse import MAX_LENGTH

BLOCK = "do_block"
_MADE = {"_NL", "_INDENT", "_DEDENT"}
_TAB = 8  # as the grammar counts them


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sentence or a block: how deep it stands, its words, the remark behind them.

    ``gap``: an empty line stands before it.
    """

    text: str
    depth: int = 0
    remark: str = ""
    gap: bool = False


def words_of(text: str, start: str) -> tuple[tuple[str, str], ...] | None:
    """Sort and spelling of each token of a sentence, blanks aside; None where it is no such sentence."""
    tokens = tokens_of(text, start)
    if tokens is None:
        return None
    return tuple((token.type, "" if token.type in _MADE else _spelled(token)) for token in tokens)


def spaced(text: str, start: str, lines: Sequence[str] | None = None) -> tuple[Row, ...] | None:
    """The lines of a sentence that is read as ``start``; None where it has to stay as it is.

    ``lines`` are the parts of a folded text between two of which one blank stands in ``text``.
    """
    tokens = tokens_of(text, start)
    if tokens is None:
        return None
    if start == BLOCK and lines is None and "\n" in text.rstrip("\n"):
        return tuple(_block(text, tokens))
    if "#" in text:
        return tuple(_block(text, tokens)) if start == BLOCK and lines is None else None
    shown = [token for token in tokens if token.type not in _MADE]
    rows: list[list[Token]] = [[] for _ in lines or ("",)]
    for token in shown:
        rows[_line_of(token.start_pos or 0, lines or ())].append(token)
    return tuple(Row(_joined(row)) for row in rows if row)


@lru_cache(maxsize=4096)
def tokens_of(text: str, start: str) -> tuple[Token, ...] | None:
    """The tokens of a sentence, with those made of its line breaks and indentation."""
    if len(text) > MAX_LENGTH:
        return None
    source = text if start != BLOCK or text.endswith("\n") else text + "\n"
    try:
        reading = grammar().parse_interactive(source, start=start)
        tokens = tuple(reading.exhaust_lexer())
        reading.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]
    except (LarkError, DedentError):
        return None
    return tokens


def _line_of(offset: int, lines: Sequence[str]) -> int:
    end = 0
    for number, line in enumerate(lines):
        end += len(line) + 1
        if offset < end:
            return number
    return 0


# -- blocks -----------------------------------------------------------------------------------------------


def _block(text: str, tokens: Sequence[Token]) -> Iterator[Row]:
    by_line = _by_line(text, tokens)
    lines = text.split("\n")
    open_: list[int] = []  # the columns of the blocks that are open
    gap = False
    for number, line in enumerate(lines):
        if number in by_line:
            depth, row = by_line[number]
            open_ = [*open_[:depth], _column(line)]
            yield Row(_joined(row), depth, _behind(line, row, text), gap)
        elif line.strip():
            yield Row(line.strip(), _depth_of_remark(lines, number, by_line, open_), "", gap)
        gap = not line.strip()


def _by_line(text: str, tokens: Sequence[Token]) -> dict[int, tuple[int, list[Token]]]:
    """The tokens of each line that has any, with its depth."""
    found: dict[int, tuple[int, list[Token]]] = {}
    depth = number = reached = 0
    for token in tokens:
        if token.type == "_INDENT":
            depth += 1
        elif token.type == "_DEDENT":
            depth -= 1
        elif token.type != "_NL":
            at = token.start_pos or 0
            number += text.count("\n", reached, at)
            reached = at
            found.setdefault(number, (depth, []))[1].append(token)
    return found


def _behind(line: str, row: Sequence[Token], text: str) -> str:
    """The remark behind the words of a line."""
    last = row[-1]
    end = last.end_pos or 0
    line_end = text.find("\n", end)
    return text[end : line_end if line_end >= 0 else len(text)].strip()


def _depth_of_remark(
    lines: Sequence[str], number: int, by_line: dict[int, tuple[int, list[Token]]], open_: Sequence[int]
) -> int:
    """To which of the blocks that are open round a remark it belongs, by its column."""
    following = next((later for later in range(number + 1, len(lines)) if later in by_line), None)
    columns = list(open_)
    if following is not None:
        depth = by_line[following][0]
        columns = [*columns[:depth], _column(lines[following])] if depth >= len(columns) else columns
    column = _column(lines[number])
    return max((depth for depth, left in enumerate(columns) if left <= column), default=0)


def _column(line: str) -> int:
    wide = line.expandtabs(_TAB)
    return len(wide) - len(wide.lstrip())


# -- one line ---------------------------------------------------------------------------------------------


def _joined(tokens: Sequence[Token]) -> str:
    text = ""
    before: Token | None = None
    for token in tokens:
        if before is not None and is_apart(before, token):
            text += " "
        text += _spelled(token)
        before = token
    return text


def is_apart(before: Token, token: Token) -> bool:
    """Whether a blank stands between two tokens."""
    if before.type in {"LPAR", "MINUS"} or before == ".." or token == "..":
        return False
    if token.type == "LPAR":
        return before.type != "NAME"
    return token.type not in {"RPAR", "COMMA", "COLON"}


def _spelled(token: Token) -> str:
    if token.type == "FOOT":
        cites = (" ".join(cite.split()) for cite in token[1:-1].split(","))
        return f"[{', '.join(cites)}]"
    return " ".join(token.split())
