"""Claims as the loop that they come to.

``over: q in S``, ``by: p in T`` and ranks are carried out like this, with names that nobody can write::

    for each q in S at once:
      let claimants = all p in T where …
      let rank target = all p in claimants where …
      let rank spread = all p in claimants - rank target where …
      let tied = rank target if rank target is not empty else rank spread
      let others = rank target + rank spread - tied
      if size(tied) = 1:
        let winner = first p in tied
        …
      else if tied is not empty:
        …

So what holds of simultaneous loops holds of claims: everything is judged on the table as it was.
"""

from collections.abc import Iterator

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.syntax.unparse import key
from interpreter.text.span import Span

WINNER, TIED, OTHERS, CLAIMANTS = "winner", "tied", "others", "claimants"


def block_of(claims: r.ClaimsDecl) -> n.Block:
    """The block of effects that claims stand for."""
    return _Claims(claims).block()


class _Claims:
    def __init__(self, claims: r.ClaimsDecl) -> None:
        self.claims = claims
        self.bind = claims.by.overs.binds[0]
        self.span = claims.head.span
        self.sets: list[str] = []  # the names of the sets of those who have each rank

    def block(self) -> n.Block:
        claims = self.claims
        lines: list[n.Statement] = [self._let(CLAIMANTS, self._claimants(), self.bind.span)]
        lines += self._ranked()
        lines.append(self._let(TIED, self._tied(), self.span))
        if OTHERS in set(_named(claims.won)) | set(_named(claims.tied)):
            lines.append(self._let(OTHERS, self._others(), self.span))
        lines.append(self._outcome())
        body = n.Block(tuple(lines), self.span)
        once = n.Order("at once", (), None, None, claims.over.span)
        loop = n.ForBlock(claims.over.overs, once, body, None, claims.over.span, claimed=True)
        return n.Block((loop,), self.span)

    # -- who claims -------------------------------------------------------------------------------------

    def _claimants(self) -> n.Expr:
        overs = self.claims.by.overs
        where = overs.where or n.Word("true", overs.span)
        return n.Quantified("all", n.Overs(overs.binds, where, overs.span), None, overs.span)

    def _ranked(self) -> Iterator[n.Line]:
        """Those for whom each rank is the first that applies."""
        for rank in self.claims.ranks:
            span = rank.phrase.span
            left: n.Expr = self._name(CLAIMANTS)
            for earlier in self.sets:
                left = n.Arith("-", left, self._name(earlier), span)
            binds = (n.Bind(self.bind.name, left, span),)
            having = n.Quantified("all", n.Overs(binds, rank.phrase.expr, span), None, span)
            self.sets.append(f"rank {rank.head.name}")
            yield self._let(self.sets[-1], having, span)

    def _tied(self) -> n.Expr:
        """Those who stand first."""
        best = self.claims.best
        if best is not None:
            by = n.Order("by", (best.key,), None, None, best.span)
            return n.Pick("top", self.bind.name, self._name(CLAIMANTS), None, by, None, best.span)
        if not self.sets:
            return self._name(CLAIMANTS)
        *before, last = self.sets
        found: n.Expr = self._name(last)
        for earlier in reversed(before):
            found = n.IfElse(self._there(earlier), self._name(earlier), found, self.span)
        return found

    def _others(self) -> n.Expr:
        """Those who came behind."""
        whole: n.Expr = self._name(self.sets[0] if self.sets else CLAIMANTS)
        for more in self.sets[1:]:
            whole = n.Arith("+", whole, self._name(more), self.span)
        return n.Arith("-", whole, self._name(TIED), self.span)

    # -- what follows -----------------------------------------------------------------------------------

    def _outcome(self) -> n.IfBlock:
        first = n.Pick("first", self.bind.name, self._name(TIED), None, None, None, self.span, is_sure=True)
        size = n.Read("size", (self._name(TIED),), self.span, self.span)
        one = n.Compare("=", size, n.Int(1, self.span), self.span)
        won = self.claims.won.statements if self.claims.won is not None else ()
        tied = self.claims.tied.statements
        winner = (self._let(WINNER, first, self.span), *self._awards(WINNER), *won)
        cases = ((one, self._body(winner)), (self._there(TIED), self._body((*self._awards(TIED), *tied))))
        return n.IfBlock(cases, None, (), self.span)

    def _awards(self, who: str) -> tuple[n.Statement, ...]:
        """The line of the log, with the rank that decided."""
        claims = self.claims
        if claims.best is not None:
            return (self._award(who, f"by {key(claims.best.key)}", claims.best.foot, claims.best.span),)
        if not claims.ranks:
            return (self._award(who, "", None, claims.by.span),)
        lines = [self._award(who, one.head.name, one.phrase.foot, one.phrase.span) for one in claims.ranks]
        if len(lines) == 1:
            return (lines[0],)
        sets = zip(self.sets[:-1], lines, strict=False)
        cases = tuple((self._there(name), self._body((line,))) for name, line in sets)
        return (n.IfBlock(cases, self._body((lines[-1],)), (), self.span),)

    def _award(self, who: str, by: str, foot: n.Foot | None, span: Span) -> n.Line:
        """``by``: the name of a rank, or the sentence after `by`; "" where all claimants are equal."""
        names = self.claims.by.span
        things = tuple(n.Name(bind.name, names) for bind in self.claims.over.overs.binds)
        call = n.Call(who, (*things, self._name(who)), names, names)
        return n.Line("award", span, name=by, call=call, foot=foot)

    # -- small pieces -----------------------------------------------------------------------------------

    def _name(self, name: str) -> n.Name:
        return n.Name(name, self.span)

    def _let(self, name: str, value: n.Expr, span: Span) -> n.Line:
        return n.Line("let", span, name=name, value=value)

    def _there(self, name: str) -> n.Expr:
        return n.IsEmpty(self._name(name), True, self.span)

    def _body(self, statements: tuple[n.Statement, ...]) -> n.Block:
        return n.Block(statements, self.span)


def _named(block: n.Block | None) -> Iterator[str]:
    """Every name that stands in a block."""
    for statement in block.statements if block is not None else ():
        match statement:
            case n.Line():
                yield from _names(walk.of_line(statement))
                if statement.otherwise is not None:
                    yield from _names(walk.of_line(statement.otherwise))
            case n.IfBlock(cases=cases, otherwise=otherwise):
                for test, body in cases:
                    yield from _names((test,))
                    yield from _named(body)
                yield from _named(otherwise)
            case n.ForBlock(overs=overs, order=order, body=body):
                yield from _names((*walk.of_overs(overs), *walk.of_order(order)))
                yield from _named(body)


def _names(exprs: "Iterator[n.Expr] | tuple[n.Expr, ...]") -> Iterator[str]:
    for expr in exprs:
        for part in walk.everything(expr):
            if isinstance(part, n.Name | n.Read):
                yield part.name
