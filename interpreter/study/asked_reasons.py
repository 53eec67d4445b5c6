"""Why a condition of an action holds or not: requirements, costs with their modifiers, limits, stages."""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.check.kinds import BagOf, Number, run_over
from interpreter.check.price import Price
from interpreter.core.notes import Asking
from interpreter.study.position import HIDDEN
from interpreter.study.reason import NOT_ASKED, Reason, words
from interpreter.study.reasons import Reasons
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse

AFTERWARDS = "afterwards"
"""The note on a part of a limit: it is what it comes to when the action is carried out."""


def reason_for(reasons: Reasons, asking: Asking) -> Reason:
    """The tree of a condition of an action; its value is whether the condition holds."""
    if asking.when is not None:
        return _if_asked(reasons, asking, asking.when)
    if asking.price is not None:
        return _payable(reasons, asking, asking.price)
    if asking.written is not None:
        return _limit(reasons, asking.written, asking.that)
    return reasons.of(asking.that)


def _if_asked(reasons: Reasons, asking: Asking, when: n.Expr) -> Reason:
    """``C if D``: where D does not hold, nothing is asked."""
    holds = reasons.position.holds(when)
    bare = replace(asking, when=None)
    text = f"{words(asking.written or asking.that)} if {words(when)}"
    if holds is False:
        skipped = Reason(words(asking.written or asking.that), "", NOT_ASKED)
        return Reason(text, "true", "", (reasons.of(when), skipped))
    if holds is None:
        return Reason(text, HIDDEN, "", (reasons.of(when),))
    found = reason_for(reasons, bare)
    return Reason(text, found.value, "", (reasons.of(when), found))


# ---------------------------------------------------------------------------------------------
# Limits


def _limit(reasons: Reasons, written: n.Expr, derived: n.Expr) -> Reason:
    """A limit as it is written, with what its parts come to afterwards."""
    value = reasons.position.value(derived)
    return Reason(words(written), value.text, value.fault, tuple(_afterwards(reasons, written, derived)))


def _afterwards(reasons: Reasons, written: n.Expr, derived: n.Expr) -> Iterator[Reason]:
    if reasons.is_plain(written):
        return
    if unparse(written) == unparse(derived):
        yield reasons.of(written)
        return
    pairs = _pairs(written, derived)
    if not pairs:
        value = reasons.position.value(derived)
        yield Reason(words(written), value.text, AFTERWARDS, ())
        return
    for one, other in pairs:
        yield from _afterwards(reasons, one, other)


def _pairs(written: n.Expr, derived: n.Expr) -> list[tuple[n.Expr, n.Expr]]:
    """The parts of a condition, each with what it comes to; none where they can't be told apart."""
    match written, derived:
        case (n.Logic(), n.Logic()) | (n.Compare(), n.Compare()) | (n.Arith(), n.Arith()):
            return [(written.left, derived.left), (written.right, derived.right)]  # type: ignore[union-attr]
        case (n.Not(), n.Not()) | (n.Negative(), n.Negative()):
            return [(written.inner, derived.inner)]  # type: ignore[union-attr]
        case _:
            return []


# ---------------------------------------------------------------------------------------------
# Costs


def _payable(reasons: Reasons, asking: Asking, price: Price) -> Reason:
    """That a cost can be paid: the amount as it comes about, the place that pays, what is lacking."""
    value = reasons.position.value(asking.that)
    parts = [*_amount(reasons, price)]
    if price.show is not None:
        parts.append(replace(reasons.of(price.show), note="to be shown"))
    parts += _covered(reasons, asking, price)
    return Reason(words_of_line(price), value.text, value.fault, tuple(parts))


def words_of_line(price: Price) -> str:
    """A cost as the action names it."""
    return " ".join(price.line.span.text.split()).partition(" [")[0]


def _amount(reasons: Reasons, price: Price) -> Iterator[Reason]:
    """The base and what each modifier makes of it; for each round of a cost that is summed up."""
    overs = price.line.overs
    if overs is None:
        yield from _steps(reasons, price)
        return
    total = reasons.position.value(price.total)
    yield Reason("in all", total.text, total.fault, tuple(_rounds(reasons, price, overs, "")))


def _rounds(reasons: Reasons, price: Price, overs: n.Overs, name: str) -> Iterator[Reason]:
    position = reasons.position
    bind, *rest = overs.binds
    of, var = run_over(position.kind(bind.over)), position.world.vars_of[bind]
    for index in position.members(bind.over) or ():
        text = ", ".join(filter(None, (name, position.member_text(of, index))))
        with position.binding(var, position.member_value(of, index)):
            if rest:
                yield from _rounds(reasons, price, n.Overs(tuple(rest), overs.where, overs.span), text)
                continue
            if overs.where is not None and position.holds(overs.where) is False:
                continue
            *_, last = steps = tuple(_steps(reasons, price))
            yield Reason(f"for {text}", last.value, "", steps)


def _steps(reasons: Reasons, price: Price) -> Iterator[Reason]:
    """``base: 2 * n``, then each modifier with the amount after it."""
    decl = price.decl
    base = price.steps[0][1]
    found = reasons.of(base)
    text = " ".join(decl.base.expr.span.text.split())
    yield replace(found, text=f"base: {text}", parts=_unless_same(found, text))
    for modifier, (_, node) in zip(decl.modifiers, price.steps[1:], strict=True):
        amount = reasons.position.value(node)
        line = " ".join(modifier.line.span.text.split()).partition(" [")[0]
        tree = Reason(f"{modifier.head.name}: {line}", amount.text, amount.fault, tuple(_own(reasons, node)))
        yield reasons.headed(modifier.head, tree)


def _unless_same(found: Reason, text: str) -> tuple[Reason, ...]:
    """What the base is with its names put in, where that says more than the base itself."""
    if found.text == text or not found.value or found.text == found.value:
        return found.parts
    return (found,)


def _own(reasons: Reasons, node: n.Expr) -> Iterator[Reason]:
    """The part of an amount that is a modifier's own: what it takes or adds, when it does, where it stops."""
    match node:
        case n.Arith(right=right):
            yield from reasons.unless_plain(right)
        case n.Read(args=(_, own)):
            yield from reasons.unless_plain(own)
        case n.IfElse(test=test, then=then):
            yield reasons.of(test)
            if reasons.position.holds(test):
                yield from reasons.unless_plain(then)
        case _:
            return


def _covered(reasons: Reasons, asking: Asking, price: Price) -> Iterator[Reason]:
    """What else is taken out of the place, what is there, and what is lacking."""
    position = reasons.position
    that = asking.that
    if isinstance(that, n.Logic):
        yield reasons.of(that.left)
        if position.holds(that.left) is not True:
            return
        that = that.right
    kind = position.kind(price.source)
    if isinstance(kind, BagOf):
        yield reasons.of(price.source)
        if price.missing is not None:
            missing = position.value(price.missing.phrase.expr)
            yield Reason("lacking", missing.text, missing.fault)
        return
    if not isinstance(that, n.Compare):
        return
    if isinstance(that.left, n.Arith):
        due = position.value(that.left)
        yield Reason("with what is paid or promised out of the same place", due.text, due.fault)
    yield reasons.of(price.source)
    due, there = position.value(that.left), position.value(that.right)
    if isinstance(kind, Number) and isinstance(due.raw, int) and isinstance(there.raw, int):
        yield Reason("lacking", str(max(0, due.raw - there.raw)))
