"""Groups and routes, read as terms: words that are worked out from a set of spaces and their neighbours.

A group takes one argument more than its signature names: what its spaces hang together with. So does a route
that costs something: where it leads to.
"""

from collections.abc import Callable, Iterator
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Entry, Mapping
from interpreter.syntax.sentences import Sentences
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

HERE, WITH = "a space", "the space asked about"
"""Names that no author can give: the space whose neighbours are wanted, and the argument that is added."""

Heads = Callable[..., r.Head]
"""Makes the head of a declaration from its entry, its section and its sentences."""


class Ways:
    """Reads the sections `groups` and `routes`; what is wrong goes to ``found``."""

    def __init__(self, sentences: Sentences, head: Heads, found: list[Diagnostic]) -> None:
        self._sentences = sentences
        self._head = head
        self._found = found

    def group(self, entry: Entry) -> r.TermDecl:
        """``land(p in Player): {spaces: own(p), joined by: near}``."""
        spaces, step = self._node(entry, "spaces"), self._step(entry, "joined by")
        whole, of = entry.key.span, self._asked(entry)
        made = None
        if spaces is not None and step is not None:
            made = n.Group(n.Name(WITH, whole), spaces.expr, step, whole)
        return self._term(entry, "groups", made, (of,), (spaces, self._node(entry, "joined by")))

    def route(self, entry: Entry) -> r.TermDecl:
        """A route through spaces, or one that costs something."""
        start, step = self._node(entry, "from"), self._step(entry, "joined by")
        price, toll = self._node(entry, "each step costs"), self._step(entry, "each space costs")
        through, whole = tuple(self._through(entry)), entry.key.span
        feet = (start, self._node(entry, "joined by"), price, self._node(entry, "each space costs"))
        made: n.Expr | None = None
        params: tuple[n.Param, ...] = ()
        if price is not None or toll is not None:
            params = (self._asked(entry),)
            if start is not None and step is not None:
                cost = price.expr if price is not None else None
                made = n.Cheapest(start.expr, n.Name(WITH, whole), step, cost, toll, whole)
        elif start is not None and step is not None:
            made = n.Ways(start.expr, step, through, whole)
        return self._term(entry, "routes", made, params, feet)

    def _term(
        self,
        entry: Entry,
        section: str,
        made: n.Expr | None,
        params: tuple[n.Param, ...],
        feet: tuple[Any, ...],
    ) -> r.TermDecl:
        whole = entry.key.span
        signature = self._sentences.node(entry.key) or n.Signature(entry.name, (), whole, whole)
        name = signature.name
        more = [line for line in self._lines(entry) if line is not None]
        head = self._head(entry, section, *feet, *more, name=name)
        signature = n.Signature(name, (*signature.params, *params), signature.span, signature.name_span)
        phrase = n.Phrase(made if made is not None else n.Word("nothing", whole), None, whole)
        return r.TermDecl(head, signature, phrase)

    def _node(self, entry: Entry, key: str) -> Any:
        return self._sentences.node(entry.value.get(key)) if isinstance(entry.value, Mapping) else None

    def _asked(self, entry: Entry) -> n.Param:
        """The argument that is added; of what kind it is, the spaces say."""
        return n.Param(WITH, (), entry.key.span)

    def _step(self, entry: Entry, key: str) -> n.Step | None:
        """A word, perhaps with its first arguments, read with a space behind them."""
        phrase = self._node(entry, key)
        if phrase is None:
            return None
        here = n.Name(HERE, phrase.span)
        match phrase.expr:
            case n.Name(name=name, span=span):
                return n.Step(HERE, n.Read(name, (here,), span, span), phrase.span)
            case n.Read(name=name, args=args, span=span, name_span=name_span):
                return n.Step(HERE, n.Read(name, (*args, here), span, name_span), phrase.span)
            case _:
                self._found.append(_no_word(key, phrase.span))
                return None

    def _lines(self, entry: Entry) -> Iterator[Any]:
        through = entry.value.get("through") if isinstance(entry.value, Mapping) else None
        for one in through.entries if isinstance(through, Mapping) else ():
            yield self._sentences.node(one.value)

    def _through(self, entry: Entry) -> Iterator[n.Through]:
        through = entry.value.get("through") if isinstance(entry.value, Mapping) else None
        for one in through.entries if isinstance(through, Mapping) else ():
            line = self._sentences.node(one.value)
            if line is None:
                continue
            match line:
                case n.StageLine(form="any", value=value, per=None, seen=None):
                    yield n.Through(one.name, None, value, line.span)
                case n.StageLine(form="one", value=n.Of(count=count, thing=thing), per=None, seen=None):
                    yield n.Through(one.name, count, thing, line.span)
                case _:
                    self._found.append(_no_budget(line.span))


def joined(
    terms: dict[str, r.TermDecl], more: Iterator[r.TermDecl], found: list[Diagnostic]
) -> dict[str, r.TermDecl]:
    """Terms, and more that are read as such; two of one name are reported."""
    whole = dict(terms)
    for one in more:
        name = one.head.name
        if name in whole:
            message = f"`{name}` is declared twice, as a term too: in `{whole[name].head.path}`"
            found.append(Diagnostic("E400", message, one.head.span))
        whole.setdefault(name, one)
    return whole


def _no_word(key: str, span: Span) -> Diagnostic:
    help_ = "a word that is read with a space behind its arguments: `near`, `ways(p)`; a term can say more"
    return Diagnostic("E545", f"`{key}` needs a word here, found a longer phrase", span, help_)


def _no_budget(span: Span) -> Diagnostic:
    help_ = "`2 of S` for two spaces of a set at most, `any of S` for any number of them"
    return Diagnostic("E546", "this does not say how many spaces may be passed", span, help_)
