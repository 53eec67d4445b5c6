"""Names that a reader takes for one another."""

from itertools import groupby

from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.syntax import ruleset as r
from interpreter.text.span import Span

SHORTEST = 6
"""Letters that a name has at least where one letter's difference is taken for a slip."""

_NAMED = frozenset(
    {"components", "terms", "options", "actions", "steps", "orders", "costs", "tables", "markets", "kinds"}
)


def alike_names(sight: Sight) -> None:
    """Report names of one ruleset that are the same but for case and underscores, or but for a letter."""
    named = sorted(_names(sight), key=lambda one: (_folded(one[0]), one[0]))
    for _, group in groupby(named, key=lambda one: _folded(one[0])):
        first, *others = group
        for other in others:
            if other[0] != first[0] and first[0][0].isupper() == other[0][0].isupper():
                _report(sight, first, other)
    long = [one for one in named if len(_folded(one[0])) >= SHORTEST]
    told: set[str] = set()
    for name, span in long:
        for slip in _slips(_folded(name)):
            for other in long:
                if _folded(other[0]) == slip and other[0] not in told and name not in told:
                    told |= {name, other[0]}
                    _report(sight, (name, span), other)


def _report(sight: Sight, one: tuple[str, Span], other: tuple[str, Span]) -> None:
    first, second = sorted((one, other), key=lambda name: (name[1].source.path, name[1].start))
    sight.found.append(f.alike(second[0], second[1], *first))


def _names(sight: Sight) -> "list[tuple[str, Span]]":
    found = []
    for paragraph in sight.paragraphs:
        if paragraph.section in _NAMED:
            found.append((paragraph.decl.head.name, paragraph.decl.head.span))
        if isinstance(paragraph.decl, r.KindDecl):
            found += [(column.head.name, column.head.span) for column in paragraph.decl.has]
    return found


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


def _slips(word: str) -> "set[str]":
    """The words that a slip of the pen makes of one: two letters swapped, or one doubled or not."""
    found = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    found |= {word[:i] + word[i + 1 :] for i in range(1, len(word)) if word[i] == word[i - 1]}
    return found - {word}
