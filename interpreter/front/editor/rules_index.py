"""What the pages of a ruleset declare, and the names in their sentences."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter.front.editor.mentions import Env, Sentence, cited
from interpreter.front.editor.symbols import Address, Mention, Symbol
from interpreter.front.editor.trees import sentence_of
from interpreter.syntax import document as d
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Node, Scalar
from interpreter.syntax.parse import parse
from interpreter.syntax.patches.address import name_of
from interpreter.syntax.sentences import Schema, resolved, schema_of
from interpreter.text.span import Source, Span

SORTS = {
    "options": "option", "kinds": "kind", "has": "column", "boards": "kind", "lines": "kind",
    "windows": "kind",
    "tables": "table", "components": "component", "terms": "term", "groups": "group", "routes": "route",
    "orders": "order", "markets": "market", "costs": "cost", "modifiers": "modifier", "checks": "check",
    "limits": "limit", "invariants": "invariant", "setup": "paragraph", "phases": "phase",
    "scoring": "paragraph", "always": "standing rule", "ends": "end", "keys": "key of the ranking",
    "actions": "action", "choose": "stage", "let": "let", "requires": "condition", "ranks": "rank",
    "through": "passage",
}  # fmt: skip
"""What is declared by the free names under a key."""

FILE_KEYS = ("document", "data", "picture", "modules", "extends")
_BRACES = re.compile(r"\{([^{}]*)\}")
_STEP = re.compile(r"(?:[^.]|\.\.)+")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_NOWHERE = Source("", "")
_GUESSES = (
    "phrase",
    "requirement",
    "type_line",
    "kind_line",
    "calls_line",
    "stage_line",
    "do_block",
    "who_line",
)


class RulesIndex:
    """Collects symbols and mentions, page by page; what a page changes must have been read before it."""

    def __init__(self) -> None:
        self.symbols: list[Symbol] = []
        self.at: dict[Address, Symbol] = {}
        self.envs: dict[Address, Env] = {}
        self.mentions: dict[str, list[Mention]] = {}
        self.links: dict[str, list[Scalar]] = {}
        self.rows_of: dict[str, str] = {}
        self.looked_up: set[str] = set()
        self.whole_of: dict[str, str] = {}
        self._key = ""
        self._whole: Schema = schema_of("ruleset")
        self._read: dict[int, Sentence] = {}
        self._kept: list[Scalar] = []

    # -- pages -------------------------------------------------------------------------------------------

    def page(self, key: str, root: d.Mapping) -> None:
        """Take a page, which is called ``key`` among the files."""
        self._key = key
        self.mentions.setdefault(key, [])
        top = self._top(root)
        for entry in root.entries:
            inner = top.get("properties", {}).get(entry.name)
            match entry.name, entry.value:
                case "adds", d.Mapping() as adds:
                    self._under(adds, top, (), {})
                case "changes", d.Mapping() as changes:
                    for change in changes.entries:
                        self._change(change)
                case "switch", d.Mapping():
                    self._entry(Entry(_renamed(entry.key, "options"), entry.value), inner or {}, (), {}, "")
                case name, value if name in FILE_KEYS:
                    self.links.setdefault(key, []).extend(_scalars(value))
                case _:
                    self._entry(entry, inner or {}, (), {}, "")

    def _top(self, root: Node) -> Schema:
        return resolved(root, self._whole, self._whole)

    def say(self, mention: Mention) -> None:
        """A name in the file that is read now."""
        self.mentions[self._key].append(mention)

    # -- declarations ------------------------------------------------------------------------------------

    def declare(
        self, sort: str, key: Scalar, address: Address, owner: str = "", value: Node | None = None
    ) -> Symbol:
        """What an address is the name of; where it is known already, this is a place that speaks of it."""
        name = name_of(key.text)
        span = key.map.span(0, len(name))
        known = self.at.get(address)
        if known is not None:
            if known.span != span and not any(one == span for one in known.also):
                if sort == "member" and known.sort == "member":
                    known.also.append(span)
                self.say(Mention(name, span, "address", known))
            return known
        symbol = Symbol(name, sort, span, address, owner, value, None, _help_of(value))
        self.at[address] = symbol
        self.symbols.append(symbol)
        self.say(Mention(name, span, "declaration", symbol))
        return symbol

    def _words(self, node: Any, owner: str, address: Address) -> None:
        """The words of which a kind or an option consists."""
        for word in node.names:
            key = (*address, word.name)
            if key not in self.at:
                symbol = Symbol(word.name, "member", word.span, key, owner)
                self.at[key] = symbol
                self.symbols.append(symbol)
            self.say(Mention(word.name, word.span, "declaration", self.at[key]))

    # -- the tree ----------------------------------------------------------------------------------------

    def _under(self, mapping: d.Mapping, schema: Schema, steps: Address, env: Env) -> None:
        """All entries of a mapping."""
        env = {**env, **self._bound_by(mapping, schema, steps, env)}
        self.envs[steps] = {**self.envs.get(steps, {}), **env}
        known, other = schema.get("properties", {}), schema.get("additionalProperties")
        for entry in mapping.entries:
            inner = known.get(entry.name)
            sort = ""
            if inner is None and isinstance(other, dict):
                inner, sort = other, self._sort(steps)
            signed = schema.get("propertyNames")
            self._entry(entry, inner or {}, steps, env, sort, signed if isinstance(signed, dict) else {})

    def _sort(self, steps: Address) -> str:
        """What the free names below an address are."""
        if not steps:
            return ""
        if steps[-1] == "steps":
            return "step" if len(steps) == 1 else "paragraph"
        if steps[-1] == "rows" and steps[0] == "kinds":
            return "member"
        return SORTS.get(steps[-1], "")

    def _bound_by(self, mapping: d.Mapping, schema: Schema, steps: Address, env: Env) -> dict[str, Symbol]:
        """The names that all of a paragraph knows: its stages, its values, what it runs over."""
        found: dict[str, Symbol] = {}
        for key in ("choose", "let"):
            inner = mapping.get(key)
            if isinstance(inner, d.Mapping) and key in schema.get("properties", {}):
                for entry in inner.entries:
                    address = (*steps, key, name_of(entry.name))
                    owner = steps[1] if len(steps) == 2 else ""
                    found[entry.name] = self.declare(SORTS[key], entry.key, address, owner, entry.value)
        for key in ("over", "by", "of"):
            line, part = mapping.get(key), schema.get("properties", {}).get(key)
            if isinstance(line, Scalar) and isinstance(part, dict):
                start = resolved(line, part, self._whole).get("x-start", "")
                if start in {"over_line", "order_line"}:
                    found |= self.sentence(line, start, {**env, **found}).bound
        return found

    def _entry(
        self, entry: Entry, inner: Schema, steps: Address, env: Env, sort: str, signed: Schema | None = None
    ) -> None:
        address = (*steps, name_of(entry.name))
        if sort:
            owner = steps[1] if len(steps) == 3 and steps[0] in {"kinds", "actions"} else ""
            symbol = self.declare(sort, entry.key, address, owner, entry.value)
            if resolved(entry.key, signed or {}, self._whole).get("x-start") == "signature":
                read = self.sentence(entry.key, "signature", env)
                env = {**self.envs.get(address, {}), **env, **read.bound}
            self._describe(symbol, entry.value, inner)
        elif steps[-1:] == ("rows",) or "start" in steps:
            self._members(entry.key)
        schema = resolved(entry.value, inner, self._whole)
        self.envs.setdefault(address, env)
        self._value(entry.value, schema, address, env)

    def _describe(self, symbol: Symbol, value: Node, inner: Schema) -> None:
        """The sentence that says what something is, and the words or tables that it consists of."""
        schema = resolved(value, inner, self._whole)
        line: Node | None = value
        if isinstance(value, d.Mapping):
            line = value.get("is")
            schema = resolved(line, schema.get("properties", {}).get("is", {}), self._whole) if line else {}
        start = schema.get("x-start")
        if isinstance(line, Scalar) and isinstance(start, str):
            symbol.line = sentence_of(line, start)
            own = symbol.sort in {"option", "kind"}
            if own and isinstance(symbol.line, n.TypeLine | n.KindLine):
                owner = f"option {symbol.name}" if symbol.sort == "option" else symbol.name
                self._words(symbol.line, owner, symbol.address)
            part = symbol.line.part_of if isinstance(symbol.line, n.KindLine) else None
            if part is not None and isinstance(part.over, n.Name):
                self.whole_of[symbol.name] = part.over.name
        rows = value.get("rows") if isinstance(value, d.Mapping) else None
        if isinstance(rows, Scalar) and symbol.sort in {"kind", "table"}:
            self._rows(rows, symbol)

    def _rows(self, rows: Scalar, symbol: Symbol) -> None:
        node = sentence_of(rows, "rows_line")
        for table in () if node is None else (*(name for _, name in node.cases), node.otherwise):
            if symbol.sort == "kind":
                self.rows_of.setdefault(table, symbol.name)
            else:
                self.looked_up.add(table)

    def _value(self, node: Node, schema: Schema, address: Address, env: Env) -> None:
        match node:
            case d.Mapping():
                self._under(node, schema, address, env)
            case d.Sequence(items=items):
                inner = schema.get("items")
                for item in items:
                    if isinstance(item, Scalar) and address[-1:] == ("cite",):
                        self._cite(item)
                    elif isinstance(inner, dict):
                        self._value(item, resolved(item, inner, self._whole), address, env)
            case Scalar():
                start = schema.get("x-start")
                if isinstance(start, str):
                    self.sentence(node, start, env, is_column=address[:1] + address[2:3] == ("kinds", "has"))
                else:
                    self._plain(node, address, env)

    def sentence(self, scalar: Scalar, start: str, env: Env, *, is_column: bool = False) -> Sentence:
        """The names of a sentence, each scalar once. What a column begins with, `= price`, is one of data."""
        known = self._read.get(id(scalar))
        if known is None:
            node = sentence_of(scalar, start)
            known = self._read[id(scalar)] = Sentence(env).read(node)
            self._kept.append(scalar)
            first = node.start.span if is_column and isinstance(node, n.TypeLine) and node.start else None
            self.mentions[self._key].extend(
                replace(one, role="start of a column") if one.span == first else one for one in known.mentions
            )
        return known

    # -- what is no sentence -----------------------------------------------------------------------------

    def _plain(self, scalar: Scalar, address: Address, env: Env) -> None:
        match address[-1]:
            case "says":
                self.braces(scalar, env)
            case "written":
                for found in _BRACES.finditer(scalar.text):
                    self._piece(scalar, found.start(1), found[1], "column")
            case "before" | "after":
                self._piece(scalar, 0, scalar.text, "standing rule")
            case "checked":
                for found in re.finditer(r"\w+", scalar.text):
                    if found[0] != "after" or found.start():
                        self.say(Mention(found[0], scalar.map.span(*found.span()), "paragraph"))
            case "for":
                self._piece(scalar, 0, scalar.text, "action")
            case "slots":
                self._piece(scalar, 0, scalar.text, "kind")
            case _:
                return

    def braces(self, scalar: Scalar, env: Env) -> None:
        """The phrases in the braces of a log text."""
        for found in _BRACES.finditer(scalar.text):
            at = found.start(1)
            node, _ = parse(found[1], "text_part", lambda a, b, at=at: scalar.map.span(a + at, b + at))  # type: ignore[misc]
            if node is not None:
                self.mentions[self._key].extend(Sentence(env).read(node).mentions)

    def _piece(self, scalar: Scalar, start: int, text: str, role: str) -> None:
        found = _WORD.search(text)
        if found is not None:
            span = scalar.map.span(start + found.start(), start + found.end())
            self.say(Mention(found[0], span, role))

    def _members(self, key: Scalar) -> None:
        """The members for which a row or a place is."""
        for found in _WORD.finditer(key.text):
            if not found[0].isdigit():
                self.say(Mention(found[0], key.map.span(*found.span()), "member"))

    def _cite(self, item: Scalar) -> None:
        for mention in cited(item.map.span(0, len(item.text))):
            self.say(mention)

    # -- changes -----------------------------------------------------------------------------------------

    def _change(self, change: Entry) -> None:
        """An address, what stood there and what stands there now."""
        address, value = self._address(change.key), change.value
        if not isinstance(value, d.Mapping):
            return
        beside = value.get("before") or value.get("after")
        if address not in self.at and beside is not None and value.get("now") is not None:
            self._new(change.key, address, value)
        env = self._env_of(address)
        schema = self._schema_at(address)
        for entry in value.entries:
            match entry.name, entry.value:
                case "was" | "now", node:
                    self._changed(node, schema, address, env)
                case "before" | "after", node:
                    for one in _scalars(node):
                        symbol = self.at.get((*address[:-1], one.text))
                        if symbol is not None:
                            self.say(Mention(one.text, one.map.span(0, len(one.text)), "address", symbol))
                case "cite", d.Sequence(items=items):
                    for item in items:
                        if isinstance(item, Scalar):
                            self._cite(item)
                case _:
                    pass

    def _new(self, key: Scalar, address: Address, value: d.Mapping) -> None:
        sort = self._sort(address[:-1])
        if sort:
            span = list(_steps(key))[-1]
            symbol = Symbol(address[-1], sort, span, address, "", value.get("now"))
            self.at[address] = symbol
            self.symbols.append(symbol)
            self.say(Mention(symbol.name, span, "declaration", symbol))

    def _address(self, key: Scalar) -> Address:
        """The names on the way; those that are declared are named here."""
        address: Address = ()
        for span in _steps(key):
            name = name_of(span.text)
            address = (*address, name)
            symbol = self.at.get(address)
            if symbol is not None:
                short = Span(span.source, span.start, span.start + len(name))
                self.say(Mention(name, short, "address", symbol))
        return address

    def _env_of(self, address: Address) -> Env:
        for length in range(len(address), 0, -1):
            found = self.envs.get(address[:length])
            if found is not None:
                return found
        return {}

    def _schema_at(self, address: Address) -> Schema | None:
        """The schema of what stands at an address; None where that is a part of a sentence."""
        if address[:1] == ("data",):
            return None
        schema: Any = self._whole
        long = d.Mapping((), Span(_NOWHERE, 0, 0))
        for step in address:
            schema = resolved(long, schema, self._whole)
            schema = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
            if not isinstance(schema, dict):
                return None
        found: Schema = schema
        return found

    def _changed(self, node: Node, schema: Schema | None, address: Address, env: Env) -> None:
        if schema is not None:
            self._value(node, resolved(node, schema, self._whole), address, env)
        elif address[:1] == ("data",):
            for word in _all_scalars(node):
                self._members(word)
        elif isinstance(node, Scalar):
            start = next((one for one in _GUESSES if sentence_of(node, one) is not None), None)
            if start is not None:
                self.sentence(node, start, env)


def _steps(key: Scalar) -> Iterator[Span]:
    """The places of the steps of an address."""
    for found in _STEP.finditer(key.text):
        text = found[0]
        start = found.start() + len(text) - len(text.lstrip())
        yield key.map.span(start, start + len(text.strip()))


def _renamed(key: Scalar, name: str) -> Scalar:
    return Scalar(name, name, key.style, key.span, key.map)


def _help_of(value: Node | None) -> str:
    help_ = value.get("help") if isinstance(value, d.Mapping) else None
    return help_.text if isinstance(help_, Scalar) else ""


def _scalars(node: Node) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, d.Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _all_scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case d.Sequence(items=items):
            for item in items:
                yield from _all_scalars(item)
        case d.Mapping(entries=entries):
            for entry in entries:
                yield entry.key
                yield from _all_scalars(entry.value)
