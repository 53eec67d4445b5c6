"""What a person is told of a name, a key or a word: the text that hovers beside it."""

import re
from collections.abc import Iterable

from interpreter.check.builtins import BOARD_WORDS, BUILTINS, VALUES
from interpreter.front.editor.cursor import cursor_at
from interpreter.front.editor.schema_place import SCALAR, description, property_of, schema_at
from interpreter.front.editor.symbols import Index, Symbol, Use
from interpreter.syntax import document as d
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.keywords import IMPLICIT, KEYWORDS, LAST_RESORTS
from interpreter.text.span import Source, Span

_MOST_LINES = 8


def about_use(use: Use, index: Index) -> str:
    """What is named here, each thing that it could be."""
    told = [about(symbol, index) for symbol in use.symbols]
    kind = index.kinds_at.get((use.span.source.path, use.span.start, use.span.end))
    if kind is not None and use.role == "value" and not any(kind in text for text in told):
        told.insert(0, f"here `{kind}`")
    return "\n\n---\n\n".join(told)


def about(symbol: Symbol, index: Index) -> str:
    """What a symbol is: its declaration, its type, its start, its help, what it cites, where it stands."""
    if symbol.sort == "statement":
        return f"**{symbol.name}** {heading(symbol)}\n\n{symbol.help}"
    owner = f" of `{symbol.owner}`" if symbol.owner else ""
    lines = [f"```ludwright\n{declaration(symbol)}\n```", f"{symbol.sort}{owner}{_typed(symbol, index)}"]
    start = start_of(symbol)
    if start:
        lines.append(f"at the start: {start}")
    if symbol.help:
        lines.append(symbol.help)
    lines += [_cited(name, index) for name in cites_of(symbol)]
    place = symbol.span
    lines.append(f"*{place.source.path.rsplit('/', 1)[-1]}, line {place.line}*")
    return "\n\n".join(lines)


def _typed(symbol: Symbol, index: Index) -> str:
    place = (symbol.span.source.path, symbol.span.start)
    kind, members = index.kind_of.get(place), index.members_of.get(place)
    return (f": {kind}" if kind else "") + (f": {members}" if members else "")


def declaration(symbol: Symbol) -> str:
    """The lines that declare a symbol, the first few of them."""
    if symbol.value is None or symbol.sort == "member":
        line = symbol.span.source.line(symbol.span.line).strip()
        return line if len(line) <= 200 else symbol.name
    start, end = symbol.span.start, end_of(symbol.value)
    text = symbol.span.source.text[start : max(start, end)].rstrip()
    lines = [line.rstrip() for line in text.splitlines()]
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    column = max(0, min(indent, symbol.span.column - 1))
    shown = [line[column:] if number else line for number, line in enumerate(lines[:_MOST_LINES])]
    return "\n".join([*shown, *(["…"] if len(lines) > _MOST_LINES else [])]) or symbol.name


def end_of(node: d.Node) -> int:
    """Where a value ends, without what follows in the next lines."""
    match node:
        case d.Mapping(entries=entries) if entries and not node.span.text.startswith("{"):
            return end_of(entries[-1].value)
        case d.Sequence(items=items) if items and not node.span.text.startswith("["):
            return end_of(items[-1])
        case _:
            return node.span.end


def start_of(symbol: Symbol) -> str:
    """What a component or an option holds at the start, as it is declared or by its type; "" for others."""
    line, value = symbol.line, symbol.value
    if symbol.sort not in {"component", "option"} or not isinstance(line, n.TypeLine):
        return ""
    declared = value.get("start") if isinstance(value, d.Mapping) else None
    if declared is not None:
        return f"`{' '.join(declared.span.text.split())[:100]}`"
    if line.start is not None:
        return f"`{line.start.span.text}`"
    if isinstance(value, d.Mapping) and value.get("picture") is not None:
        return "as drawn"
    if line.names:
        return f"`{line.names[0].name}`"
    return _start_of_shape(line.shape)


def _start_of_shape(shape: tuple[n.KindExpr, ...]) -> str:
    match shape:
        case (*_, n.KindNone()) if len(shape) > 1:
            return "`none`"
        case (n.KindOf(),):
            return "empty"
        case (n.KindName(name="flag"),):
            return "`false`"
        case (n.KindName(name=name),):
            return f"the first `{name}`"
        case (n.KindRange(low=low, high=high),):
            ends = [low.value, high.value]
            if all(isinstance(one, int) for one in ends):
                return f"`{min(max(0, int(low.value)), int(high.value))}`"
            return "0, or what the range has nearest to it"
        case _:
            return ""


def cites_of(symbol: Symbol) -> tuple[str, ...]:
    """The statements that a declaration cites in its sentence or under `cite`."""
    foot = getattr(symbol.line, "foot", None)
    found = list(foot.cites) if isinstance(foot, n.Foot) else []
    cite = symbol.value.get("cite") if isinstance(symbol.value, d.Mapping) else None
    for item in cite.items if isinstance(cite, d.Sequence) else ():
        if isinstance(item, Scalar):
            found.append(item.text)
    return tuple(dict.fromkeys(found))


def _cited(name: str, index: Index) -> str:
    statement = index.statements.get(name)
    return f"**{name}** {statement.help}" if statement is not None else f"**{name}**"


def heading(statement: Symbol) -> str:
    """What stands over a statement, and its kind."""
    value = statement.value
    parts = [value.get(key) for key in ("heading", "kind")] if isinstance(value, d.Mapping) else []
    shown = [part.text for part in parts if isinstance(part, Scalar)]
    return f"({', '.join(shown)})" if shown else ""


# -- keys and words --------------------------------------------------------------------------------------


def about_key(sort: str, source: Source, offset: int) -> tuple[str, Span] | None:
    """What the schema says of the key that an offset is in."""
    line, _ = source.place(offset)
    start = source.line_start(line)
    text = source.line(line)
    at = offset - start
    colon = text.find(":", at)
    if colon < 0 or any(char in text[at:colon] for char in "{}[],'\""):
        return None
    begin = max(text.rfind(char, 0, at) for char in "{,")
    first = begin + 1 + len(text[begin + 1 :]) - len(text[begin + 1 :].lstrip(" -"))
    if not first <= at <= colon:
        return None
    cursor = cursor_at(source.text, start + first)
    path = (*cursor.path, text[first:colon].strip())
    found = property_of(sort, path) if cursor.is_key else None
    told = description(found, sort) if found is not None else ""
    return (f"**{path[-1]}** {told}", Span(source, start + first, start + colon)) if told else None


def about_word(sort: str, source: Source, offset: int) -> tuple[str, Span] | None:
    """What a word of the language means, where it stands in a sentence."""
    span = word_at(source, offset)
    if span is None:
        return None
    cursor = cursor_at(source.text, span.start)
    schema = schema_at(sort, cursor.path, SCALAR)
    if cursor.is_key and cursor.path[-1:] != ("-",):
        return None
    is_change = sort == "ruleset" and cursor.path[:1] == ("changes",)
    if schema is None or ("x-start" not in schema and not is_change) or _is_remark(source, span.start):
        return None
    told = meaning(span.text)
    return (told, span) if told else None


def _is_remark(source: Source, offset: int) -> bool:
    """Whether an offset is behind a `#` that begins a remark."""
    line, _ = source.place(offset)
    before = source.text[source.line_start(line) : offset]
    outside = re.sub(r"'[^']*'|\"[^\"]*\"", "", before)
    return re.search(r"(?:^|\s)#", outside) is not None


def meaning(word: str) -> str:
    """What a word of the language means; "" for a word that is none."""
    if word in KEYWORDS:
        return f"`{KEYWORDS[word].form}`: {KEYWORDS[word].means}"
    if word in BUILTINS:
        return f"`{word}(…)` of {BUILTINS[word].takes}: {BUILTINS[word].means}"
    if word in BOARD_WORDS:
        return f"`{word}(…)` of {BOARD_WORDS[word].takes}: {BOARD_WORDS[word].means}"
    if word in VALUES:
        return f"`{word}`: {VALUES[word].means}"
    if word in IMPLICIT:
        return f"`{word}`: {IMPLICIT[word]}"
    return f"`{word}`: {LAST_RESORTS[word]}" if word in LAST_RESORTS else ""


def word_at(source: Source, offset: int) -> Span | None:
    """The word around an offset, or that ends there."""
    text = source.text
    start = end = min(max(offset, 0), len(text))
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return Span(source, start, end) if end > start else None


def sorts_told(sorts: Iterable[str]) -> str:
    """Sorts of symbols as words."""
    return ", ".join(dict.fromkeys(sorts))
