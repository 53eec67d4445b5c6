"""Why a value is offered at a stage or not: the sentence of the stage, part by part, for that one value."""

from collections.abc import Iterator

from interpreter.check.kinds import BagOf, Maybe, Number, SetOf, Single, run_over
from interpreter.check.world import Term, Var
from interpreter.study.position import HIDDEN
from interpreter.study.reason import Reason, words
from interpreter.study.reasons import Reasons
from interpreter.syntax import nodes as n


def offered(reasons: Reasons, value: n.Expr, index: int) -> Reason:
    """The tree of ``value in offer``, for the member of the offer with an index (-1: none)."""
    if isinstance(value, n.Logic) and isinstance(value.right, n.Word) and value.right.word == "none":
        if index == -1:
            return Reason(f"none in {words(value)}", "true")
        value = value.left
    thing = value.thing if isinstance(value, n.Of) else value
    return _Member(reasons, index, run_over(reasons.position.kind(thing))).of(thing)


class _Member:
    """Asks whether one value is in the parts of a set."""

    def __init__(self, reasons: Reasons, index: int, of: Single) -> None:
        self.reasons = reasons
        self.position = reasons.position
        self.index = index
        self.domain = of
        self.name = "none" if index == -1 else self.position.member_text(of, index)

    def of(self, node: n.Expr) -> Reason:
        """The tree for one set."""
        members = self._members(node)
        value = HIDDEN if members is None else "true" if self._wanted(node) in members else "false"
        return Reason(f"{self.name} in {words(node)}", value, "", tuple(self._parts(node)))

    def _members(self, node: n.Expr) -> tuple[int, ...] | None:
        return self.position.members(node)

    def _wanted(self, node: n.Expr) -> int:
        """The index of the value in the domain of a part, whose numbers may begin elsewhere."""
        own = run_over(self.position.kind(node))
        if isinstance(own, Number) and isinstance(self.domain, Number) and self.index >= 0:
            return self.index + self.domain.low - own.low
        return self.index

    def _parts(self, node: n.Expr) -> Iterator[Reason]:
        match node:
            case n.Arith(left=left, right=right) if self._is_set(left) and self._is_set(right):
                yield self.of(left)
                yield self.of(right)
            case n.IfElse(test=test, then=then, other=other):
                holds = self.position.holds(test)
                yield self.reasons.of(test)
                if holds is not None and self._is_set(then if holds else other):
                    yield self.of(then if holds else other)
            case n.Quantified(word="all", overs=n.Overs(binds=(bind,), where=where)) if where is not None:
                yield from self._of_all(node, bind, where)
            case n.Name() | n.Read() if not self.reasons.is_plain(node):
                yield from self._named(node)
            case _:
                return

    def _of_all(self, node: n.Quantified, bind: n.Bind, where: n.Expr) -> Iterator[Reason]:
        inside = self._members(bind.over)
        index = self._wanted(bind.over)
        if not self.reasons.is_plain(bind.over):
            yield self.of(bind.over)
        if inside is None or index not in inside:
            return
        var, of = self.position.world.vars_of[bind], run_over(self.position.kind(bind.over))
        with self.position.binding(var, self.position.member_value(of, index)):
            yield self.reasons.of(where)

    def _named(self, node: n.Name | n.Read) -> Iterator[Reason]:
        """A definition is opened; of a place or a column its keys are shown, and what is there."""
        for arg in node.args if isinstance(node, n.Read) else ():
            yield from self.reasons.unless_plain(arg)
        ref = self.position.world.refs.get(node)
        if isinstance(ref, Term):
            args = node.args if isinstance(node, n.Read) else ()
            yield from self.reasons.inside(ref, args, self._either)
        elif not isinstance(ref, Var):
            value = self.position.value(node)
            yield Reason(words(node), value.text, value.fault)

    def _either(self, node: n.Expr) -> Reason:
        return self.of(node) if self._is_set(node) else self.reasons.of(node)

    def _is_set(self, node: n.Expr) -> bool:
        kind = self.position.kind(node)
        if isinstance(kind, SetOf | BagOf):
            return kind.of is not None
        return isinstance(kind, Maybe)
