"""From the text of a scalar to its syntax tree, or to findings in an author's words."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError

from interpreter.syntax import build_line as build
from interpreter.syntax import findings
from interpreter.syntax.build_expr import Builder
from interpreter.syntax.document import Scalar
from interpreter.syntax.grammar import grammar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

MAX_DEPTH = 80
MAX_LENGTH = 20_000
MAX_NUMBER = 1_000_000_000

_BUILDERS: dict[str, Callable[[Builder, Any], Any]] = {
    "phrase": build.phrase,
    "requirement": build.requirement,
    "stage_line": build.stage_line,
    "who_line": build.who_line,
    "repeat_line": build.repeat_line,
    "calls_line": build.calls_line,
    "cost_line": build.cost_line,
    "over_line": build.over_line,
    "order_line": build.order_line,
    "rank_line": build.rank_line,
    "amount_line": build.amount_line,
    "players_line": build.phrase,
    "rows_line": build.rows_line,
    "row_line": build.row_line,
    "longest_line": build.longest_line,
    "signature": build.signature,
    "text_part": build.text_part,
    "type_line": build.type_line,
    "kind_line": build.kind_line,
    "grid_line": build.grid_line,
    "do_block": build.do_block,
}


def parse(text: str, start: str, place: Callable[[int, int], Span]) -> tuple[Any, tuple[Diagnostic, ...]]:
    """The node of ``text`` read as a ``start`` sentence, or ``None`` and what is wrong with it.

    ``place`` maps offsets in ``text`` to the file. Never raises for any text.
    """
    if len(text) > MAX_LENGTH:
        return None, (findings.too_long(place(0, len(text))),)
    early = findings.common_mistakes(text, place)
    if early:
        return None, early
    source = text if start != "do_block" or text.endswith("\n") else text + "\n"
    try:
        tree = _tree(source, start)
    except UnexpectedToken as error:
        return None, (_unexpected(error, text, start, place),)
    except UnexpectedEOF:
        return None, (findings.ends_early(place(len(text), len(text)), set()),)
    except UnexpectedCharacters as error:
        return None, (findings.strange_character(text, int(getattr(error, "pos_in_stream", 0)), place),)
    except DedentError:
        return None, (findings.bad_indentation(text, place),)
    deep = _too_deep(tree)
    if deep is not None:
        return None, (findings.too_deep(place(*deep)),)
    large = _too_large(tree)
    if large is not None:
        return None, (findings.number_too_large(place(large.start_pos or 0, large.end_pos or 0)),)
    return _BUILDERS[start](Builder(place), tree), ()


@lru_cache(maxsize=1024)
def _tree(source: str, start: str) -> "Tree[Token]":
    """The tree of a text; the same sentences are read again by variants, and whenever an author saves."""
    return grammar().parse(source, start=start)


def parse_scalar(scalar: Scalar, start: str) -> tuple[Any, tuple[Diagnostic, ...]]:
    """`parse` of a YAML scalar, with places in its file."""
    return parse(scalar.text, start, scalar.map.span)


def _unexpected(
    error: UnexpectedToken, text: str, start: str, place: Callable[[int, int], Span]
) -> Diagnostic:
    token = error.token
    expected = set(error.accepts or error.expected or ())
    position = token.start_pos if token.start_pos is not None else len(text)
    if token.type == "$END" or position >= len(text.rstrip()):
        end = len(text.rstrip())
        return findings.ends_early(place(end, end), expected)
    end = token.end_pos if token.end_pos is not None else position + 1
    return findings.unexpected(text, str(token), token.type, position, end, expected, start, place)


def _too_deep(tree: "Tree[Token]") -> tuple[int, int] | None:
    """Offsets of a part that is nested too deeply; walks without recursion, since it may be deep."""
    stack: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while stack:
        here, depth = stack.pop()
        if depth > MAX_DEPTH:
            return (0, 1) if here.meta.empty else (here.meta.start_pos, here.meta.end_pos)
        stack.extend((child, depth + 1) for child in here.children if isinstance(child, Tree))
    return None


def _too_large(tree: "Tree[Token]") -> "Token | None":
    for token in tree.scan_values(lambda value: isinstance(value, Token) and value.type == "INT"):
        if len(token) > 10 or int(token) > MAX_NUMBER:
            return token
    return None
