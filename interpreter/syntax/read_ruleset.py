"""From a document that passed its schema to a `Ruleset`."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.claims import block_of
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse
from interpreter.syntax.read_ways import Ways, joined
from interpreter.syntax.sentences import Sentences
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

# Sections whose sentences are parsed and whose names are known, but that are not played yet.
NOT_YET: tuple[str, ...] = ()


_COLUMN = re.compile(r"\{\s*(\w+)(?:\s+else\s+([^\s{}]+))?\s*\}")
_COLUMN_HELP = "as in `{cause}->{effect else adapt}`: a column, and what is written where it is none"


def read_ruleset(root: Mapping, sentences: Sentences) -> tuple[r.Ruleset, tuple[Diagnostic, ...]]:
    """The ruleset below ``root``; the findings are about the texts of `says`.

    Sentences that did not parse are left out: whoever goes on looks at ``sentences.findings`` first.
    """
    reader = _Reader(sentences)
    rules = reader.ruleset(root)
    for what, key in reader.later:
        message = f"{what} can be read but not played by this version"
        reader.findings.append(Diagnostic("E690", message, key.span))
    return rules, tuple(reader.findings)


class _Reader:
    def __init__(self, sentences: Sentences) -> None:
        self.sentences = sentences
        self.findings: list[Diagnostic] = []
        self.later: list[tuple[str, Scalar]] = []

    # -- the whole ------------------------------------------------------------------------------

    def ruleset(self, root: Mapping) -> r.Ruleset:
        node = self.sentences.node
        return r.Ruleset(
            root.span,
            _text(root.get("game")),
            _text(root.get("title")),
            _text(root.get("help")),
            node(root.get("players")),
            _scalar(root.get("document")),
            _scalars(root.get("data")),
            _scalar(root.get("picture")),
            node(root.get("longest")),
            options={e.name: self.option(e) for e in _entries(root, "options")},
            kinds={e.name: self.kind(e) for e in _entries(root, "kinds")},
            boards={e.name: self.board(e) for e in _entries(root, "boards")},
            tables={t.head.name: t for t in map(self.table, _entries(root, "tables")) if t is not None},
            components={e.name: self.component(e) for e in _entries(root, "components")},
            terms=self.terms(root),
            orders={e.name: self.order(e) for e in _entries(root, "orders")},
            markets={m.head.name: m for m in map(self.market, _entries(root, "markets"))},
            costs={c.head.name: c for c in map(self.cost, _entries(root, "costs"))},
            checks=tuple(self.require(e, "checks") for e in _entries(root, "checks")),
            limits=tuple(self.limit(e) for e in _entries(root, "limits")),
            invariants=tuple(self.require(e, "invariants") for e in _entries(root, "invariants")),
            setup=self.steps(root.get("setup"), "setup"),
            rounds=node(root.get("rounds")),
            phases=self.steps(root.get("phases"), "phases"),
            actions={a.head.name: a for a in map(self.action, _entries(root, "actions"))},
            steps={s.head.name: s for s in map(self.shared_step, _entries(root, "steps"))},
            always=tuple(self.standing(e) for e in _entries(root, "always")),
            ends=tuple(self.end(e) for e in _entries(root, "ends")),
            scoring=self.steps(root.get("scoring"), "scoring"),
            ranking=self.ranking(root.entry("ranking")),
            others=tuple(self.other(e, section) for section in NOT_YET for e in _entries(root, section)),
        )

    # -- parts that several declarations share ----------------------------------------------------

    def head(self, entry: Entry, path: str, *sentences: Any, name: str | None = None) -> r.Head:
        """Name, address, place, footnotes and help of a declaration."""
        feet = [foot for foot in map(_foot_of, sentences) if foot is not None]
        help_ = ""
        if isinstance(entry.value, Mapping):
            feet.extend(cited(entry.value))
            help_ = _text(entry.value.get("help"))
        word = name or entry.name
        return r.Head(word, f"{path}.{word}", entry.key.span, tuple(feet), help_)

    def long(self, entry: Entry, key: str) -> Any:
        """The sentence itself, or the one under ``key`` of the long form."""
        if isinstance(entry.value, Mapping):
            return self.sentences.node(entry.value.get(key))
        return self.sentences.node(entry.value)

    def let(self, node: Node | None) -> tuple[r.LetDecl, ...]:
        found = []
        for entry in _entries_of(node):
            found.append(r.LetDecl(entry.name, entry.key.span, self.sentences.node(entry.value)))
        return tuple(found)

    def says(self, node: Node | None) -> r.Says | None:
        """A log text: what stands in braces is an expression."""
        if not isinstance(node, Scalar):
            return None
        text, parts, start = node.text, [], 0
        while (opened := text.find("{", start)) >= 0:
            closed = text.find("}", opened)
            if closed < 0:
                span = node.map.span(opened, opened + 1)
                self.findings.append(Diagnostic("E319", "this brace is not closed", span))
                break
            parts.append(text[start:opened])
            inside = text[opened + 1 : closed]
            offset = opened + 1
            expr, findings = parse(inside, "text_part", lambda a, b, at=offset: node.map.span(a + at, b + at))  # type: ignore[misc]
            self.findings.extend(findings)
            if expr is not None:
                parts.append(expr)
            start = closed + 1
        parts.append(text[start:])
        return r.Says(tuple(part for part in parts if part != ""), node.span)

    # -- declarations -----------------------------------------------------------------------------

    def option(self, entry: Entry) -> r.OptionDecl:
        type_ = self.long(entry, "is")
        start = self.sentences.node(entry.value.get("start")) if isinstance(entry.value, Mapping) else None
        if start is not None and type_ is not None:
            type_ = _with_start(type_, start.expr)
        return r.OptionDecl(self.head(entry, "options", type_), type_)

    def kind(self, entry: Entry) -> r.KindDecl:
        if isinstance(entry.value, Scalar):
            line = self.sentences.node(entry.value)
            return r.KindDecl(self.head(entry, "kinds", line), line)
        node, value = self.sentences.node, entry.value
        assert isinstance(value, Mapping)
        rows = value.get("rows")
        listed = tuple((e.key, node(e.value)) for e in _entries_of(rows))
        choice = node(rows) if isinstance(rows, Scalar) else None
        columns = []
        path = f"kinds.{entry.name}.has"
        for column in _entries_of(value.get("has")):
            type_ = node(column.value)
            columns.append(r.ColumnDecl(self.head(column, path, type_), type_))
        line, where, count = node(value.get("is")), node(value.get("where")), node(value.get("count"))
        marks = tuple((mark.key, node(mark.value)) for mark in _entries_of(value.get("marks")))
        head = self.head(entry, "kinds", line, choice, where, *(one for _, one in listed))
        written = self.written(value.get("written"))
        return r.KindDecl(head, line, choice, listed, tuple(columns), where, count, marks, written)

    def written(self, node: Node | None) -> r.Written | None:
        """The names of members: what stands in braces is a column, and perhaps a word for none."""
        if not isinstance(node, Scalar):
            return None
        parts: list[str | r.WrittenColumn] = []
        start = 0
        for found in _COLUMN.finditer(node.text):
            parts.append(node.text[start : found.start()])
            span = node.map.span(found.start(), found.end())
            parts.append(r.WrittenColumn(found[1], found[2] or "none", span))
            start = found.end()
        rest = node.text[start:]
        for text in (*parts, rest):
            if isinstance(text, str) and ("{" in text or "}" in text):
                message = "this brace holds no column"
                self.findings.append(Diagnostic("E319", message, node.span, _COLUMN_HELP))
                break
        return r.Written(tuple(part for part in (*parts, rest) if part != ""), node.span)

    def board(self, entry: Entry) -> r.BoardDecl:
        value = entry.value
        assert isinstance(value, Mapping)
        shape = "grid" if value.get("grid") is not None else "hex"
        size = self.sentences.node(value.get(shape))
        lines = tuple(
            (e.key, e.value.value) for e in _entries_of(value.get("lines")) if isinstance(e.value, Scalar)
        )
        counts = tuple((key, count) for key, count in lines if isinstance(count, int))
        windows = tuple(self.window(one) for one in _entries_of(value.get("windows")))
        head = self.head(entry, "boards")
        return r.BoardDecl(head, "grid" if shape == "grid" else "hex", size or (), counts, windows)

    def window(self, entry: Entry) -> r.WindowDecl:
        """The short form is its size."""
        value = entry.value
        if not isinstance(value, Mapping):
            return r.WindowDecl(entry.key, self.sentences.node(value) or (), None)
        return r.WindowDecl(
            entry.key, self.sentences.node(value.get("size")) or (), _scalar(value.get("slots"))
        )

    def table(self, entry: Entry) -> r.TableDecl | None:
        """A printed table; none where its type or its keys did not parse."""
        node, value = self.sentences.node, entry.value
        assert isinstance(value, Mapping)
        type_, across, rows = node(value.get("is")), node(value.get("columns")), value.get("rows")
        keys = tuple(node(one) for one in _scalars(value.get("for")))
        listed = tuple((e.key, node(e.value)) for e in _entries_of(rows))
        choice = node(rows) if isinstance(rows, Scalar) else None
        if type_ is None or any(key is None for key in keys):
            return None
        head = self.head(entry, "tables", type_, *keys, across, choice, *(line for _, line in listed))
        return r.TableDecl(head, type_, keys, across, choice, listed)

    def component(self, entry: Entry) -> r.ComponentDecl:
        type_, start, different = self.long(entry, "is"), None, False
        if isinstance(entry.value, Mapping):
            start = self.sentences.node(entry.value.get("start"))
            seen = self.sentences.node(entry.value.get("seen by"))
            if seen is not None and type_ is not None:
                type_ = _with_seen(type_, seen.expr)
            mark = entry.value.get("all different")
            different = isinstance(mark, Scalar) and mark.value is True
            places = tuple(self.places(entry.value.get("start"), ()))
            drawn = self.drawn(entry.value.get("picture"))
            head = self.head(entry, "components", type_)
            return r.ComponentDecl(head, type_, start, different, places, drawn)
        return r.ComponentDecl(self.head(entry, "components", type_), type_, start, different)

    def places(self, node: Node | None, path: tuple[Scalar, ...]) -> Iterator[r.StartPlace]:
        """A start given place by place: the keys on the way, and the value there."""
        if isinstance(node, Mapping):
            for entry in node.entries:
                yield from self.places(entry.value, (*path, entry.key))
        elif isinstance(node, Sequence):
            values = tuple(self.sentences.node(item) for item in node.items)
            yield r.StartPlace(
                path, tuple(value.expr for value in values if value is not None), True, node.span
            )
        elif node is not None and path:
            value = self.sentences.node(node)
            yield r.StartPlace(path, () if value is None else (value.expr,), False, node.span)

    def drawn(self, node: Node | None) -> r.Drawn | None:
        """A start drawn with marks."""
        if not isinstance(node, Mapping):
            return None
        marks = {}
        for entry in _entries_of(node.get("marks")):
            value = self.sentences.node(entry.value)
            if value is not None:
                marks[entry.name] = value.expr
        return r.Drawn(marks, _scalars(node.get("rows")), node.span)

    def terms(self, root: Mapping) -> dict[str, r.TermDecl]:
        """Terms, and groups and routes, which are read as such."""
        ways = Ways(self.sentences, self.head, self.findings)
        terms = {t.head.name: t for t in map(self.term, _entries(root, "terms"))}
        groups, routes = map(ways.group, _entries(root, "groups")), map(ways.route, _entries(root, "routes"))
        return joined(terms, chain(groups, routes), self.findings)

    def term(self, entry: Entry) -> r.TermDecl:
        phrase, signature = self.long(entry, "is"), self.sentences.node(entry.key)
        head = self.head(entry, "terms", phrase, name=_name_of(signature, entry))
        return r.TermDecl(head, signature, phrase)

    def order(self, entry: Entry) -> r.OrderDecl:
        line = self.sentences.node(entry.value)
        return r.OrderDecl(self.head(entry, "orders", line), line)

    def market(self, entry: Entry) -> r.MarketDecl:
        node, value, signature = self.sentences.node, entry.value, self.sentences.node(entry.key)
        assert isinstance(value, Mapping)
        of, deck, row, discards, full = (
            node(value.get(key)) for key in ("of", "deck", "row", "discards", "full")
        )
        head = self.head(entry, "markets", of, deck, row, discards, full, name=_name_of(signature, entry))
        params = signature.params if signature is not None else ()
        return r.MarketDecl(head, params, of, deck, row, discards, full)

    def cost(self, entry: Entry) -> r.CostDecl:
        node, value, signature = self.sentences.node, entry.value, self.sentences.node(entry.key)
        assert isinstance(value, Mapping)
        name = _name_of(signature, entry)
        modifiers = []
        for one in _entries_of(value.get("modifiers")):
            line = node(one.value)
            modifiers.append(r.ModifierDecl(self.head(one, f"costs.{name}.modifiers", line), line))
        source, base, show, to, record = (
            node(value.get(key)) for key in ("from", "base", "show", "to", "record")
        )
        head = self.head(entry, "costs", source, base, show, to, record, name=name)
        params = signature.params if signature is not None else ()
        otherwise = _text(value.get("why not"))
        return r.CostDecl(head, params, source, base, tuple(modifiers), show, to, record, otherwise)

    def limit(self, entry: Entry) -> r.LimitDecl:
        bound = entry.value.get("for") if isinstance(entry.value, Mapping) else None
        actions = tuple((one.text, one.span) for one in _scalars(bound))
        return r.LimitDecl(self.require(entry, "limits"), actions)

    def other(self, entry: Entry, section: str) -> r.Other:
        signature = self.sentences.node(entry.key)
        assert isinstance(entry.value, Mapping | Scalar)
        return r.Other(
            self.head(entry, section, name=_name_of(signature, entry)), section, signature, entry.value
        )

    def require(self, entry: Entry, path: str) -> r.RequireDecl:
        line, otherwise = self.long(entry, "that"), ""
        if isinstance(entry.value, Mapping):
            otherwise = _text(entry.value.get("why not"))
            when = self.sentences.node(entry.value.get("if"))
            if when is not None and line is not None:
                line = n.Requirement(line.that, when.expr, line.foot, line.span)
        return r.RequireDecl(self.head(entry, path, line), line, otherwise)

    # -- steps and actions ------------------------------------------------------------------------

    def steps(self, node: Node | None, path: str) -> tuple[r.StepDecl, ...]:
        return tuple(self.step(entry, path) for entry in _entries_of(node))

    def step(self, entry: Entry, path: str) -> r.StepDecl:
        """A paragraph; the short form is its ``do``."""
        node, value = self.sentences.node, entry.value
        if isinstance(value, Scalar):
            do = node(value)
            return r.StepDecl(self.head(entry, path, do), do=do)
        assert isinstance(value, Mapping)
        when, who, repeat, do = (
            node(value.get("when")),
            node(value.get("who")),
            node(value.get("repeat")),
            node(value.get("do")),
        )
        one_of, let = node(value.get("one of")), self.let(value.get("let"))
        head = self.head(entry, path, when, who, repeat, do, one_of, *(one.phrase for one in let))
        claims = self.claims(value.entry("claims"), head.path)
        return r.StepDecl(
            head,
            says=self.says(value.get("says")),
            when=when,
            who=who,
            let=let,
            repeat=repeat,
            at_most=_whole(node(value.get("never more than"))),
            at_most_at=_span(value.get("never more than")),
            do=do if claims is None else block_of(claims),
            steps=self.steps(value.get("steps"), f"{head.path}.steps"),
            one_of=one_of,
            claims=claims,
            if_stuck=node(value.get("if stuck")),
        )

    def claims(self, entry: Entry | None, path: str) -> r.ClaimsDecl | None:
        """Claims of a step; none where a sentence of them did not parse."""
        if entry is None or not isinstance(entry.value, Mapping):
            return None
        node, value = self.sentences.node, entry.value
        over, by, best, won, tied = (node(value.get(key)) for key in ("over", "by", "best", "won", "tied"))
        head = self.head(entry, path, over, by, best)
        ranks = []
        for rank in _entries_of(value.get("ranks")):
            phrase = node(rank.value)
            if phrase is not None:
                ranks.append(r.ClaimRankDecl(self.head(rank, f"{head.path}.ranks", phrase), phrase))
        if over is None or by is None or tied is None:
            return None
        return r.ClaimsDecl(head, over, by, tuple(ranks), best, won, tied)

    def shared_step(self, entry: Entry) -> r.StepDecl:
        signature = self.sentences.node(entry.key)
        key = entry.key
        name = _name_of(signature, entry)
        plain = Entry(Scalar(name, name, key.style, key.span, key.map), entry.value)
        step = self.step(plain, "steps")
        params = signature.params if signature is not None else ()
        return r.StepDecl(
            step.head, params, step.says, step.when, step.who, step.let, step.repeat, step.at_most,
            step.at_most_at, step.do, step.steps, step.one_of, step.claims, step.if_stuck,
        )  # fmt: skip

    def action(self, entry: Entry) -> r.ActionDecl:
        node, value, signature = self.sentences.node, entry.value, self.sentences.node(entry.key)
        assert isinstance(value, Mapping)
        name = _name_of(signature, entry)
        path = f"actions.{name}"
        stages = []
        for stage in _entries_of(value.get("choose")):
            line = node(stage.value)
            stages.append(r.StageDecl(self.head(stage, f"{path}.choose", line), line))
        when, do, let = node(value.get("when")), node(value.get("do")), self.let(value.get("let"))
        costs = tuple(node(one) for one in _scalars(value.get("cost")))
        promises = tuple(node(one) for one in _scalars(value.get("promise")))
        paid = (*costs, *promises)
        head = self.head(entry, "actions", when, do, *(one.phrase for one in let), *paid, name=name)
        return r.ActionDecl(
            head,
            signature.params if signature is not None else (),
            self.says(value.get("says")),
            when,
            tuple(stages),
            let,
            tuple(self.require(e, f"{path}.requires") for e in _entries_of(value.get("requires"))),
            costs,
            promises,
            do,
            self.steps(value.get("steps"), f"{path}.steps"),
        )

    def standing(self, entry: Entry) -> r.AlwaysDecl:
        value = entry.value
        assert isinstance(value, Mapping)
        body = self.step(entry, "always")
        before = _scalar(value.get("before"))
        when = self.sentences.node(value.get("when"))
        plain = r.StepDecl(body.head, says=body.says, let=body.let, do=body.do, steps=body.steps)
        if before is None:
            return r.AlwaysDecl(body.head, when, plain)
        return r.AlwaysDecl(body.head, when, plain, (before.text,), before.span)

    def end(self, entry: Entry) -> r.EndDecl:
        node = self.sentences.node
        if isinstance(entry.value, Scalar):
            when = node(entry.value)
            return r.EndDecl(self.head(entry, "ends", when), when, None, None)
        value = entry.value
        assert isinstance(value, Mapping)
        when, winners = node(value.get("when")), node(value.get("winners"))
        checked = _text(value.get("checked")).removeprefix("after ").strip() or None
        says = value.entry("says")
        if says is not None:
            self.later.append(("`says` of an end", says.key))
        head = self.head(entry, "ends", when, winners)
        return r.EndDecl(head, when, winners, checked, _span(value.get("checked")))

    def ranking(self, entry: Entry | None) -> r.RankingDecl | None:
        if entry is None or not isinstance(entry.value, Mapping):
            return None
        keys = []
        for key in _entries_of(entry.value.get("keys")):
            line = self.long(key, "by")
            when = self.sentences.node(key.value.get("when")) if isinstance(key.value, Mapping) else None
            keys.append(r.RankKeyDecl(self.head(key, "ranking.keys", line, when), line, when))
        of = self.sentences.node(entry.value.get("of"))
        last = _text(entry.value.get("last"))
        head = self.head(entry, "", of)
        return r.RankingDecl(
            r.Head("ranking", "ranking", head.span, head.feet, head.help),
            of,
            tuple(keys),
            last,
            _span(entry.value.get("last")),
        )


# -- small readings of nodes --------------------------------------------------------------------------


def _entries(root: Mapping, section: str) -> tuple[Entry, ...]:
    return _entries_of(root.get(section))


def _entries_of(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    if isinstance(node, Scalar):
        return (node,)
    if isinstance(node, Sequence):
        return tuple(item for item in node.items if isinstance(item, Scalar))
    return ()


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _span(node: Node | None) -> Span | None:
    return node.span if node is not None else None


def _whole(phrase: n.Phrase | None) -> int | None:
    """A number written out; 0, which no key takes, for anything else."""
    if phrase is None:
        return None
    return phrase.expr.value if isinstance(phrase.expr, n.Int) else 0


def _name_of(signature: n.Signature | None, entry: Entry) -> str:
    return signature.name if signature is not None else entry.name


def cited(value: Mapping) -> tuple[n.Foot, ...]:
    """The citations under the key ``cite``."""
    cite = value.get("cite")
    if not isinstance(cite, Sequence):
        return ()
    return tuple(n.Foot((item.text,), item.span) for item in cite.items if isinstance(item, Scalar))


def _foot_of(sentence: Any) -> n.Foot | None:
    if sentence is None or isinstance(sentence, n.Block):
        return None
    foot: n.Foot | None = sentence.foot
    return foot


def _with_start(type_: n.TypeLine, start: n.Expr) -> n.TypeLine:
    return n.TypeLine(
        type_.names,
        type_.shape,
        type_.per,
        type_.seen,
        type_.during,
        start,
        type_.places,
        type_.foot,
        type_.span,
    )


def _with_seen(type_: n.TypeLine, seen: n.Expr) -> n.TypeLine:
    return n.TypeLine(
        type_.names,
        type_.shape,
        type_.per,
        seen,
        type_.during,
        type_.start,
        type_.places,
        type_.foot,
        type_.span,
    )
