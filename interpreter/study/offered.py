"""Why a value is offered at a stage or not: the sentence of the stage, part by part, for that one value."""

from collections.abc import Iterator, Sequence

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


def several_offered(reasons: Reasons, line: n.StageLine, picked: Sequence[int]) -> Reason:
    """The tree of a stage where several things are picked: each of them, and how many they are."""
    value, position = line.value, reasons.position
    thing = value.thing if isinstance(value, n.Of) else value
    of = run_over(position.kind(thing))
    parts = [offered(reasons, thing, index) for index in dict.fromkeys(picked)]
    if isinstance(value, n.Of):
        parts.append(_number(reasons, value.count, len(picked)))
    elif line.form == "some":
        parts.append(Reason("at least 1 is chosen", "true" if picked else "false"))
    if isinstance(position.kind(thing), BagOf):
        stock = position.value(thing)
        for index in (one for one in dict.fromkeys(picked) if picked.count(one) > 1):
            enough = isinstance(stock.raw, tuple) and picked.count(index) <= stock.raw[index]
            text = f"{picked.count(index)} of {position.member_text(of, index)} in {words(thing)}"
            known = HIDDEN if stock.raw is None else "true" if enough else "false"
            parts.append(Reason(text, known, "", tuple(reasons.unless_plain(thing))))
    return Reason(words(value), _together(parts), "", tuple(parts))


def each_offered(reasons: Reasons, line: n.StageLine, keys: Sequence[str], picked: Sequence[int]) -> Reason:
    """The tree of a stage with a value for each key."""
    parts = []
    for key, index in zip(keys, picked, strict=False):
        one = offered(reasons, line.value, index)
        parts.append(Reason(f"{one.text} for {key}", one.value, one.note, one.parts))
    return Reason(words(line.value), _together(parts), "", tuple(parts))


def _together(parts: Sequence[Reason]) -> str:
    values = {part.value for part in parts}
    return "false" if "false" in values else HIDDEN if HIDDEN in values else "true"


def _number(reasons: Reasons, count: n.Expr, number: int) -> Reason:
    """How many may be chosen, as the sentence says, and how many are."""
    position = reasons.position
    ends = (count.low, count.high) if isinstance(count, n.SpanOf) else (count, count)
    low, high = (position.value(end).raw for end in ends)
    text = f"{number} chosen, {words(count)} wanted"
    parts = (
        tuple(reasons.unless_plain(count))
        if not isinstance(count, n.SpanOf)
        else tuple(part for end in ends for part in reasons.unless_plain(end))
    )
    if not isinstance(low, int) or not isinstance(high, int):
        return Reason(text, HIDDEN, "", parts)
    return Reason(text, "true" if low <= number <= high else "false", "", parts)


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
