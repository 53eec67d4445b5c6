"""The names in a sentence: which of them the sentence or its paragraph binds, and what the others can be."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.front.editor.symbols import Mention, Symbol
from interpreter.syntax import nodes as n
from interpreter.syntax.walk import children
from interpreter.text.span import Span

Env = Mapping[str, Symbol]
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
CALL_ROLES = {"run": "step", "refund": "cost", "refill": "market"}


class Sentence:
    """Walks one parsed sentence; ``mentions`` are its names, ``bound`` what it binds at its top."""

    def __init__(self, env: Env) -> None:
        self.mentions: list[Mention] = []
        self.bound: dict[str, Symbol] = {}
        self._env: dict[str, Symbol] = dict(env)

    # -- whole sentences ---------------------------------------------------------------------------------

    def read(self, node: Any) -> "Sentence":
        """Take the names of a sentence of any sort."""
        foot = getattr(node, "foot", None)
        if isinstance(foot, n.Foot):
            self._foot(foot)
        match node:
            case n.Phrase(expr=expr):
                self._expr(expr)
            case n.Requirement(that=that, when=when):
                self._some(that, when)
            case n.StageLine(value=value, per=per, seen=seen):
                self._some(value, seen)
                self._word(per, node.span, "kind")
            case n.Who(start=start, order=order, skipping=skipping):
                self._some(start, skipping)
                self._word(order, node.span, "order")
            case n.RepeatLine(value=value) | n.RankLine(key=n.Key(value=value)):
                self._some(value)
            case n.Calls(calls=calls):
                for call in calls:
                    self._call(call, "action")
            case n.CostLine(call=call, overs=overs):
                self._binding(overs)
                self._call(call, "cost")
            case n.OrderLine(overs=overs, order=order):
                self.bound = self._binding(overs)
                self._order(order)
            case n.Amount(value=value, when=when):
                self._some(value, when)
            case n.Block():
                self._block(node)
            case _:
                self._other(node)
        return self

    def _other(self, node: Any) -> None:
        """Sentences about tables, kinds and types."""
        match node:
            case n.RowsChoice(cases=cases, otherwise=otherwise):
                for test, table in cases:
                    self._expr(test)
                    self._word(table, node.span, "table of data")
                self._word(otherwise, node.span, "table of data", last=True)
            case n.RowLine(values=values):
                self._some(*values)
            case n.Signature(params=params):
                for param in params:
                    self._shape(param.shape)
                    self._bind(param.name, _start_of(param.span, param.name), "parameter")
            case n.TypeLine(shape=shape, per=per, seen=seen, during=during, start=start, places=places):
                self._shape(shape)
                self._names(per, "kind")
                self._names((during,) if during is not None else (), "paragraph")
                self._some(seen, start, places)
            case n.KindLine(shape=shape, per=per, part_of=part, where=where):
                self._shape(shape)
                self._names(per, "kind")
                if part is not None:
                    self._kind_bind(part)
                self._some(where)
            case _ if isinstance(node, n.Expr):
                self._expr(node)
            case _:
                return

    def _kind_bind(self, part: n.Bind) -> None:
        if isinstance(part.over, n.Name):
            self._say(part.over.name, part.over.span, "kind")
        self._bind(part.name, _start_of(part.span, part.name), "bound name")

    # -- expressions -------------------------------------------------------------------------------------

    def _some(self, *exprs: n.Expr | None) -> None:
        for expr in exprs:
            if expr is not None:
                self._expr(expr)

    def _expr(self, expr: n.Expr) -> None:
        match expr:
            case n.Name(name=name, span=span):
                self._say(name, span, "value")
            case n.Read(name=name, name_span=span, args=args):
                self._say(name, span, "read")
                self._some(*args)
            case n.Quantified(overs=overs, has=has):
                with_out = self._env
                self._binding(overs)
                self._some(has)
                self._env = with_out
            case n.Fold(value=value, overs=overs, otherwise=otherwise):
                self._some(otherwise)
                with_out = self._env
                self._binding(overs)
                self._expr(value)
                self._env = with_out
            case n.Pick():
                self._pick(expr)
            case _:
                self._some(*children(expr))

    def _pick(self, pick: n.Pick) -> None:
        self._some(pick.over, pick.otherwise)
        with_out = self._env
        self._env = dict(self._env)
        self._bind(pick.name, _after(pick.span, pick.word, pick.name), "bound name")
        self._some(pick.where)
        self._order(pick.by)
        self._env = with_out

    def _binding(self, overs: n.Overs | None) -> dict[str, Symbol]:
        """What runs over sets, bound from here on; gives what it binds."""
        found: dict[str, Symbol] = {}
        if overs is None:
            return found
        self._env = dict(self._env)
        for bind in overs.binds:
            self._expr(bind.over)
            found[bind.name] = self._bind(bind.name, _start_of(bind.span, bind.name), "bound name")
        self._some(overs.where)
        return found

    def _order(self, order: n.Order | None) -> None:
        if order is not None:
            self._some(*(key.value for key in order.keys), order.start)

    def _shape(self, shape: tuple[n.KindExpr, ...]) -> None:
        for part in shape:
            match part:
                case n.KindName(name=name, span=span):
                    self._say(name, span, "kind")
                case n.KindRange(low=low, high=high):
                    self._bound(low)
                    self._bound(high)
                case n.KindOf(item=item, bound=bound):
                    self._shape((item,))
                    self._bound(bound)
                case n.KindNone():
                    pass

    def _bound(self, bound: n.Bound | None) -> None:
        if bound is not None and isinstance(bound.value, str):
            self._say(bound.value, bound.span, "option")

    # -- effects -----------------------------------------------------------------------------------------

    def _block(self, block: n.Block) -> None:
        with_out = self._env
        self._env = dict(self._env)
        for statement in block.statements:
            match statement:
                case n.Line():
                    self._line(statement)
                case n.IfBlock(cases=cases, otherwise=otherwise, foots=foots):
                    for foot in foots:
                        self._foot(foot)
                    for test, body in cases:
                        self._expr(test)
                        self._block(body)
                    if otherwise is not None:
                        self._block(otherwise)
                case n.ForBlock(overs=overs, order=order, body=body, foot=foot):
                    outside = self._env
                    self._binding(overs)
                    self._order(order)
                    if foot is not None:
                        self._foot(foot)
                    self._block(body)
                    self._env = outside
        self._env = with_out

    def _line(self, line: n.Line) -> None:
        outside = self._env
        self._binding(line.overs)
        self._some(line.what, line.source, line.target, line.value)
        if line.call is not None:
            self._call(line.call, CALL_ROLES.get(line.verb, "step"))
        if line.otherwise is not None:
            self._line(line.otherwise)
        self._env = outside
        if line.verb == "let":
            self._bind(line.name, _after(line.span, "let", line.name), "let")
        if line.foot is not None:
            self._foot(line.foot)

    def _call(self, call: n.Call, role: str) -> None:
        self._say(call.name, call.name_span, role)
        self._some(*call.args)

    # -- names -------------------------------------------------------------------------------------------

    def _names(self, names: tuple[n.Name, ...], role: str) -> None:
        for name in names:
            self._say(name.name, name.span, role)

    def _word(self, name: str | None, within: Span, role: str, last: bool = False) -> None:
        """A name of which the tree keeps no place of its own."""
        if name is not None:
            places = list(_words(within, name))
            for place in places[-1:] if last else places[:1]:
                self.mentions.append(Mention(name, place, role))

    def _say(self, name: str, span: Span, role: str) -> None:
        local = self._env.get(name) if role in {"value", "read"} else None
        places = (span,) if span.text == name else _words(span, name)
        self.mentions.extend(Mention(name, place, role, local) for place in places)

    def _bind(self, name: str, span: Span, sort: str) -> Symbol:
        symbol = Symbol(name, sort, span, ())
        self._env[name] = symbol
        if sort == "parameter":
            self.bound[name] = symbol
        self.mentions.append(Mention(name, span, "declaration", symbol))
        return symbol

    def _foot(self, foot: n.Foot) -> None:
        self.mentions.extend(cited(foot.span))


def cited(span: Span) -> Iterator[Mention]:
    """The statements that a footnote names."""
    for found in _ID.finditer(span.text):
        place = Span(span.source, span.start + found.start(), span.start + found.end())
        yield Mention(found[0], place, "statement")


def _words(span: Span, name: str) -> Iterator[Span]:
    """Where a word stands in a text of which only the whole has a place, as in a folded scalar."""
    for found in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", span.text):
        yield Span(span.source, span.start + found.start(), span.start + found.end())


def _start_of(span: Span, name: str) -> Span:
    """The name with which a span begins; in a text without places of its own, where it first stands."""
    short = Span(span.source, span.start, span.start + len(name))
    return short if short.text == name else next(_words(span, name), span)


def _after(span: Span, word: str, name: str) -> Span:
    """The name behind a word."""
    found = re.search(rf"\b{word}\s+({re.escape(name)})\b", span.text)
    if found is None:
        return _start_of(span, name)
    return Span(span.source, span.start + found.start(1), span.start + found.end(1))
