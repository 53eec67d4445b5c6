"""Names in the files beside the rules: tables, document, picture, scenarios."""

import re
from collections.abc import Iterator

from interpreter.front.editor.mentions import Env, Sentence, cited
from interpreter.front.editor.rules_index import RulesIndex
from interpreter.front.editor.symbols import Mention, Symbol
from interpreter.front.editor.trees import sentence_of
from interpreter.syntax import document as d
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Node, Scalar
from interpreter.syntax.sentences import Schema, resolved, schema_of

_WORDS = re.compile(r"[A-Za-z0-9_]+")


class BesideIndex:
    """Adds the mentions of one file beside the rules to those of the rules."""

    def __init__(self, rules: RulesIndex, key: str) -> None:
        self.rules = rules
        self.out = rules.mentions.setdefault(key, [])

    # -- tables ------------------------------------------------------------------------------------------

    def data(self, root: d.Mapping) -> None:
        """A data file, or what a page says of its tables."""
        for table in root.entries:
            kind = self.rules.rows_of.get(table.name, "")
            symbol = self._declare(table.key, "table of data", ("data", table.name), "", table.value)
            for row in table.value.entries if isinstance(table.value, d.Mapping) else ():
                self._row(row, symbol.name, kind)

    def _row(self, row: Entry, table: str, kind: str) -> None:
        if kind:
            member = self._declare(row.key, "member", ("kinds", kind, "rows", row.name), kind, row.value)
            if ("data", table, row.name) not in self.rules.at:
                self.rules.at["data", table, row.name] = member
        else:
            self._words(row.key, "member")
        for cell in row.value.entries if isinstance(row.value, d.Mapping) else ():
            if cell.name == "cite":
                self._cites(cell.value)
            else:
                self._cell(cell, table, kind)
        if not isinstance(row.value, d.Mapping):
            self._values(row.value, ())

    def _cell(self, cell: Entry, table: str, kind: str) -> None:
        """A value under the name of a column: of the kind's, or of one that it calls otherwise."""
        column = self.rules.at.get(("kinds", kind, "has", cell.name))
        renamed = next((one for one in self._columns(kind) if _source(one) == cell.name), None)
        if renamed is not None:
            column = None if _source(column) not in {"", cell.name} else column
        if column is None:
            address = ("data", f"of {kind}" if kind else table, "*", cell.name)
            if address not in self.rules.at:
                self._declare(cell.key, "column of data", address, table, cell.value)
            column = self.rules.at[address]
        self.out.append(Mention(cell.name, cell.key.map.span(0, len(cell.name)), "address", column))
        used = renamed or column
        owners = tuple(_kinds_in(used.line.shape)) if isinstance(used.line, n.TypeLine) else ()
        self._values(cell.value, owners)

    def _columns(self, kind: str) -> Iterator[Symbol]:
        """The columns of a kind, and of those that are parts of it."""
        return (one for one in self.rules.symbols if one.sort == "column" and one.owner == kind)

    # -- the document ------------------------------------------------------------------------------------

    def document(self, root: d.Mapping) -> None:
        """The statements, rulings and sources, which footnotes name."""
        for section in root.entries:
            if section.name not in {"statements", "rulings", "sources"} or not isinstance(
                section.value, d.Mapping
            ):
                continue
            for entry in section.value.entries:
                symbol = self._declare(
                    entry.key, "statement", ("document", entry.name), section.name, entry.value
                )
                says = entry.value.get("says") if isinstance(entry.value, d.Mapping) else None
                symbol.help = says.text if isinstance(says, Scalar) else ""
                self._cites(entry.value.get("about") if isinstance(entry.value, d.Mapping) else None)

    # -- pictures ----------------------------------------------------------------------------------------

    def picture(self, root: d.Mapping) -> None:
        """A picture file: names of components, columns and members, and phrases."""
        for entry in root.entries:
            match entry.name, entry.value:
                case "site", Scalar() as kind:
                    self._words(kind, "kind")
                case "mark of", Scalar() as column:
                    self._words(column, "column")
                case "group by", Scalar() as both:
                    self._group(both)
                case "show" | "leave out", d.Sequence(items=items):
                    for item in items:
                        self._words(item, "component")
                case "marks", d.Mapping(entries=entries):
                    for mark in entries:
                        self._words(mark.key, "component")
                case "panels", d.Sequence(items=items):
                    for item in items:
                        if isinstance(item, d.Mapping):
                            self._panel(item)
                case _, d.Mapping(entries=entries):
                    for one in entries:
                        self._words(one.key, "member or kind")
                case _:
                    pass

    def _group(self, both: Scalar) -> None:
        kind, dot, column = both.text.partition(".")
        self.out.append(Mention(kind, both.map.span(0, len(kind)), "kind"))
        if dot:
            start = len(kind) + 1
            span = both.map.span(start, start + len(column))
            self.out.append(Mention(column, span, "column", None, frozenset({kind})))

    def _panel(self, panel: d.Mapping) -> None:
        whole = schema_of("picture")
        schema = whole["$defs"]["panel"]
        env: Env = {}
        rows = panel.get("rows")
        if isinstance(rows, Scalar):
            node = sentence_of(rows, "over_line")
            if node is None:
                self._words(rows, "kind")
            read = Sentence(env).read(node)
            env = read.bound
            self.out.extend(read.mentions)
        for entry in panel.entries:
            inner = schema["properties"].get(entry.name)
            match entry.name, entry.value:
                case "rows" | "title", _:
                    continue
                case "board", Scalar() as kind:
                    self._words(kind, "kind")
                case "show", d.Sequence(items=items):
                    for item in items:
                        self._words(item, "value")
                case _, value:
                    if isinstance(inner, dict):
                        self._sentences(value, inner, whole, env)

    def _sentences(self, node: Node, schema: Schema, whole: Schema, env: Env) -> None:
        """All sentences below a node that its schema knows of."""
        schema = resolved(node, schema, whole)
        match node:
            case Scalar():
                start = schema.get("x-start")
                if isinstance(start, str):
                    tree = sentence_of(node, start)
                    self.out.extend(Sentence(env).read(tree).mentions)
            case d.Sequence(items=items):
                part = schema.get("items")
                if isinstance(part, dict):
                    for item in items:
                        self._sentences(item, part, whole, env)
            case d.Mapping(entries=entries):
                other = schema.get("additionalProperties")
                for entry in entries:
                    inner = schema.get("properties", {}).get(entry.name, other)
                    if isinstance(inner, dict):
                        self._sentences(entry.value, inner, whole, env)

    # -- scenarios ---------------------------------------------------------------------------------------

    def scenarios(self, root: d.Mapping) -> None:
        """A scenario file: places and values, moves, conditions."""
        each = root.get("scenarios")
        for item in each.items if isinstance(each, d.Sequence) else ():
            if isinstance(item, d.Mapping):
                for entry in item.entries:
                    self._part(entry)

    def _part(self, entry: Entry) -> None:
        value = entry.value
        match entry.name, value:
            case "cite", _:
                self._cites(value)
            case "options", d.Mapping(entries=entries):
                for one in entries:
                    self._words(one.key, "option")
                    self._values(one.value, (f"option {one.name}",))
            case "given", d.Mapping(entries=entries):
                for one in entries:
                    self._given(one)
            case "shown" | "then", d.Sequence(items=items):
                for item in items:
                    self._phrase(item)
            case "view", d.Mapping(entries=viewers):
                for viewer in viewers:
                    self._words(viewer.key, "member")
                    for seen in viewer.value.entries if isinstance(viewer.value, d.Mapping) else ():
                        for item in seen.value.items if isinstance(seen.value, d.Sequence) else ():
                            self._phrase(item)
            case "when", d.Sequence(items=items):
                for item in items:
                    self._move(item)
            case "legal", d.Mapping(entries=players):
                for player in players:
                    self._words(player.key, "member")
                    for move in player.value.items if isinstance(player.value, d.Sequence) else ():
                        self._said(move)
            case "result" | "won" | "chance", _:
                self._values(value, ())
            case "log", d.Sequence(items=items):
                for item in items:
                    self._said(item, is_log=True)
            case _:
                return

    def _given(self, entry: Entry) -> None:
        component = self.rules.at.get(("components", entry.name))
        self._words(entry.key, "component")
        line = component.line if component is not None else None
        keys: tuple[str, ...] = ()
        rest: tuple[str, ...] = ()
        if isinstance(line, n.TypeLine):
            keys = tuple(per.name for per in line.per)
            rest = tuple(_kinds_in(line.shape))
        self._below(entry.value, keys, rest)

    def _below(self, node: Node, keys: tuple[str, ...], rest: tuple[str, ...]) -> None:
        """Values by their keys, the next of which is of the first kind of ``keys``."""
        if not isinstance(node, d.Mapping):
            self._values(node, rest)
            return
        for entry in node.entries:
            self._words(entry.key, "member", keys[:1] if keys else rest)
            self._below(entry.value, keys[1:], rest)

    def _phrase(self, item: Node) -> None:
        if isinstance(item, Scalar):
            node = sentence_of(item, "phrase")
            self.out.extend(Sentence({}).read(node).mentions)

    def _move(self, item: Node) -> None:
        if isinstance(item, d.Mapping):
            move, because = item.get("refused"), item.get("because")
            action = self._said(move) if isinstance(move, Scalar) else ""
            if isinstance(because, Scalar):
                self._reason(because, action)
            return
        self._said(item)

    def _reason(self, because: Scalar, action: str) -> None:
        """Why a move is refused: a condition by its name, or a stage of its action that does not offer it."""
        stage = self.rules.at.get(("actions", action, "choose", because.text))
        if stage is None:
            self._words(because, "reason", (action,) if action else ())
        else:
            span = because.map.span(0, len(because.text))
            self.out.append(Mention(because.text, span, "address", stage))

    def _said(self, item: Node, *, is_log: bool = False) -> str:
        """A move as it is said, or a line of the log; gives the action that it names, or ""."""
        if not isinstance(item, Scalar):
            return ""
        words = list(_WORDS.finditer(item.text))
        at = next((i for i, found in enumerate(words[:2]) if ("actions", found[0]) in self.rules.at), None)
        stages: list[Symbol] = []
        for number, found in enumerate(words):
            span, word = item.map.span(*found.span()), found[0]
            if span.text != word:
                return ""
            if number == at:
                action = self.rules.at["actions", word]
                stages = [one for one in self.rules.symbols if one.sort == "stage" and one.owner == word]
                self.out.append(Mention(word, span, "address", action))
        after = words[at + 1 :] if at is not None else []
        in_order = len(after) == len(stages) and not {found[0] for found in after} & {
            one.name for one in stages
        }
        stage: Symbol | None = None
        for number, found in enumerate(words):
            if number == at:
                continue
            span, word = item.map.span(*found.span()), found[0]
            named = next((one for one in stages if one.name == word), None) if number > (at or 0) else None
            if named is not None:
                stage = named
                self.out.append(Mention(word, span, "address", named))
                continue
            if at is not None and number > at and in_order:
                stage = stages[number - at - 1]
            self.out.append(Mention(word, span, "value" if is_log else "member", None, frozenset(), stage))
        return words[at][0] if at is not None else ""

    # -- words -------------------------------------------------------------------------------------------

    def _declare(self, key: Scalar, sort: str, address: tuple[str, ...], owner: str, value: Node) -> Symbol:
        known = self.rules.at.get(address)
        span = key.map.span(0, len(key.text))
        if known is None:
            known = Symbol(key.text, sort, span, address, owner, value)
            self.rules.at[address] = known
            self.rules.symbols.append(known)
        elif known.span != span and all(one != span for one in known.also):
            known.also.append(span)
        self.out.append(Mention(key.text, span, "declaration", known))
        return known

    def _values(self, node: Node, owners: tuple[str, ...]) -> None:
        """Words that are members, at any depth."""
        match node:
            case Scalar():
                self._words(node, "member", owners)
            case d.Sequence(items=items):
                for item in items:
                    self._values(item, owners)
            case d.Mapping(entries=entries):
                for entry in entries:
                    self._words(entry.key, "member")
                    self._values(entry.value, owners)

    def _words(self, node: Node, role: str, owners: tuple[str, ...] = ()) -> None:
        if isinstance(node, Scalar):
            for found in _WORDS.finditer(node.text):
                span = node.map.span(*found.span())
                if span.text == found[0]:
                    self.out.append(Mention(found[0], span, role, None, frozenset(owners)))

    def _cites(self, node: Node | None) -> None:
        for item in node.items if isinstance(node, d.Sequence) else ():
            if isinstance(item, Scalar):
                self.out.extend(cited(item.map.span(0, len(item.text))))


def _source(column: Symbol | None) -> str:
    """The column of the data file that a column is read from, where it says so: `= neighbours`."""
    line = column.line if column is not None else None
    start = line.start if isinstance(line, n.TypeLine) else None
    return start.name if isinstance(start, n.Name) else ""


def _kinds_in(shape: tuple[n.KindExpr, ...]) -> Iterator[str]:
    """The kinds of whose members a type holds something."""
    for part in shape:
        match part:
            case n.KindName(name=name):
                yield name
            case n.KindOf(item=n.KindName(name=name)):
                yield name
            case _:
                pass
