"""Random sentences of the inner language, derived from its grammar: well formed, and mostly nonsense."""

import random
from collections.abc import Sequence
from functools import cache

from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.lexer import PatternStr

from interpreter.syntax.grammar import build

WORDS = {
    "INT": ("0", "1", "2", "7", "40", "1000000000"),
    "BELOW_ZERO": ("-1", "-7"),
    "FOOT": ("[R1]", "[R1, CL-8]"),
    "EQUAL": ("=",),
    "COMPARE": ("!=", "<=", ">=", "<", ">"),
    "SUM": ("+", "-", "&"),
    "LAST": ("shared", "nobody", "random", "never tied"),
}
"""What stands for the words of the grammar that are no keywords; names are given by the caller."""


@cache
def _grammar() -> Lark:
    return build()


@cache
def _rules() -> dict[str, tuple[Rule, ...]]:
    found: dict[str, list[Rule]] = {}
    for rule in _grammar().rules:
        found.setdefault(rule.origin.name, []).append(rule)
    return {name: tuple(rules) for name, rules in found.items()}


@cache
def _heights() -> dict[str, int]:
    """How deep the smallest sentence of each rule is."""
    heights: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, rules in _rules().items():
            for rule in rules:
                height = _height(rule, heights)
                if height is not None and height < heights.get(name, 1_000_000):
                    heights[name] = height
                    changed = True
    return heights


def _height(rule: Rule, heights: dict[str, int]) -> int | None:
    parts = [heights.get(one.name) for one in rule.expansion if isinstance(one, NonTerminal)]
    if None in parts:
        return None
    return 1 + max([one for one in parts if one is not None], default=0)


@cache
def keywords() -> dict[str, str]:
    """The fixed words and marks of the grammar, by the names that it gives them."""
    return {
        one.name: one.pattern.value for one in _grammar().terminals if isinstance(one.pattern, PatternStr)
    }


def sentence(start: str, names: Sequence[str], lots: random.Random, deep: int = 9) -> str:
    """A sentence that the grammar derives from ``start``, with these names in it."""
    written: list[str] = []
    _derive(NonTerminal(start), names, lots, deep, written)
    return _laid_out(written)


def _derive(symbol: Symbol, names: Sequence[str], lots: random.Random, deep: int, out: list[str]) -> None:
    if isinstance(symbol, Terminal):
        out.append(_word(symbol.name, names, lots))
        return
    rules = _rules()[symbol.name]
    heights = _heights()
    within = [rule for rule in rules if (_height(rule, heights) or 0) <= max(deep, heights[symbol.name])]
    for part in lots.choice(within).expansion:
        _derive(part, names, lots, deep - 1, out)


def _word(name: str, names: Sequence[str], lots: random.Random) -> str:
    if name in keywords():
        return keywords()[name]
    if name == "NAME":
        return lots.choice(names)
    return lots.choice(WORDS[name]) if name in WORDS else name


def _laid_out(words: list[str]) -> str:
    """Words on lines; the marks of the grammar for lines and indentation become lines and blanks."""
    lines, line, depth = [], [], 0
    for word in words:
        match word:
            case "_NL":
                lines.append("  " * depth + " ".join(line))
                line = []
            case "_INDENT":
                depth += 1
            case "_DEDENT":
                depth -= 1
            case _:
                line.append(word)
    if line or not lines:
        lines.append("  " * depth + " ".join(line))
    return "\n".join(lines)
