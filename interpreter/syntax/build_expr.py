"""From Lark trees to the syntax tree: expressions."""

from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree

from interpreter.syntax import nodes as n
from interpreter.text.span import Span


class Builder:
    """Builds nodes from the trees of one scalar; ``place`` maps its offsets to the file."""

    def __init__(self, place: Callable[[int, int], Span]) -> None:
        self.place = place

    # -- places -----------------------------------------------------------------------------------

    def span(self, tree: "Tree[Token] | Token") -> Span:
        """Where a tree or a token stands in the file."""
        if isinstance(tree, Token):
            start = tree.start_pos or 0
            end = tree.end_pos if tree.end_pos is not None else start
            return self.place(start, end)
        if tree.meta.empty:
            return self.place(0, 0)
        return self.place(tree.meta.start_pos, tree.meta.end_pos)

    def foot(self, token: "Token | None") -> n.Foot | None:
        """``[R12, CL-8]``."""
        if token is None:
            return None
        cites = tuple(part.strip() for part in str(token)[1:-1].split(",") if part.strip())
        return n.Foot(cites, self.span(token))

    # -- expressions --------------------------------------------------------------------------------

    def expr(self, tree: Any) -> n.Expr:
        """Any expression."""
        build = _EXPRESSIONS[str(tree.data)]
        return build(self, tree)

    def maybe(self, tree: Any) -> n.Expr | None:
        """An expression that may be missing."""
        return None if tree is None else self.expr(tree)

    def overs(self, tree: Any) -> n.Overs:
        """``p in Player with e in Domino where c``."""
        *pairs, where = tree.children
        binds = []
        for name, over in zip(pairs[::2], pairs[1::2], strict=True):
            binds.append(n.Bind(str(name), self.expr(over), self.span(name)))
        return n.Overs(tuple(binds), self.where(where), self.span(tree))

    def where(self, tree: Any) -> n.Expr | None:
        """``where c``."""
        return None if tree is None else self.expr(tree.children[0])

    def key(self, tree: Any) -> n.Key:
        """``highest e``."""
        which = cast(Any, str(tree.data).removeprefix("key_"))
        value = self.expr(tree.children[0]) if tree.children else None
        return n.Key(which, value, self.span(tree))

    def order(self, tree: Any) -> n.Order | None:
        """``by …``, ``at once``, ``clockwise from p``, ``at random``."""
        if tree is None:
            return None
        span = self.span(tree)
        match str(tree.data):
            case "by":
                *keys, last = tree.children
                word = " ".join(str(last).split()) if last is not None else None
                return n.Order("by", tuple(self.key(key) for key in keys), word, None, span)
            case "order_at_once":
                return n.Order("at once", (), None, None, span)
            case "order_random":
                return n.Order("at random", (), None, None, span)
            case _:
                return n.Order("clockwise", (), None, self.expr(tree.children[0]), span)


def _number(b: Builder, tree: Any) -> n.Expr:
    return n.Int(int(tree.children[0]), b.span(tree))


def _word(b: Builder, tree: Any) -> n.Expr:
    data = str(tree.data)
    word = "all" if data == "everything" else data
    return n.Word(cast(Any, word), b.span(tree))


def _name(b: Builder, tree: Any) -> n.Expr:
    return n.Name(str(tree.children[0]), b.span(tree))


def _read(b: Builder, tree: Any) -> n.Expr:
    name, *args = tree.children
    return n.Read(str(name), tuple(b.expr(arg) for arg in args), b.span(tree), b.span(name))


def _group(b: Builder, tree: Any) -> n.Expr:
    return b.expr(tree.children[0])


def _set_of(b: Builder, tree: Any) -> n.Expr:
    return n.SetOf(tuple(b.expr(item) for item in tree.children), b.span(tree))


def _negative(b: Builder, tree: Any) -> n.Expr:
    inner = b.expr(tree.children[0])
    return n.Negative(inner, b.span(tree))


def _arith(b: Builder, tree: Any) -> n.Expr:
    left, op, right = tree.children
    return n.Arith(cast(Any, str(op)), b.expr(left), b.expr(right), b.span(tree))


def _of(b: Builder, tree: Any) -> n.Expr:
    count, thing = tree.children
    return n.Of(b.expr(count), b.expr(thing), b.span(tree))


def _end_of(b: Builder, tree: Any) -> n.Expr:
    end = cast(Any, str(tree.data).removesuffix("_of"))
    return n.EndOf(end, b.expr(tree.children[0]), b.span(tree))


def _span_of(b: Builder, tree: Any) -> n.Expr:
    low, high = tree.children
    return n.SpanOf(b.expr(low), b.expr(high), b.span(tree))


def _compare(b: Builder, tree: Any) -> n.Expr:
    left, op, right = tree.children
    return n.Compare(cast(Any, str(op)), b.expr(left), b.expr(right), b.span(tree))


def _member(b: Builder, tree: Any) -> n.Expr:
    item, of = tree.children
    return n.In(b.expr(item), b.expr(of), str(tree.data) == "not_member", b.span(tree))


def _is_empty(b: Builder, tree: Any) -> n.Expr:
    return n.IsEmpty(b.expr(tree.children[0]), str(tree.data) == "is_not_empty", b.span(tree))


def _not(b: Builder, tree: Any) -> n.Expr:
    return n.Not(b.expr(tree.children[0]), b.span(tree))


def _logic(b: Builder, tree: Any) -> n.Expr:
    left, right = tree.children
    op = "and" if str(tree.data) == "and_" else "or"
    return n.Logic(cast(Any, op), b.expr(left), b.expr(right), b.span(tree))


def _if_else(b: Builder, tree: Any) -> n.Expr:
    then, test, other = tree.children
    return n.IfElse(b.expr(test), b.expr(then), b.expr(other), b.span(tree))


def _all(b: Builder, tree: Any) -> n.Expr:
    name, over, where = tree.children
    span = b.span(tree)
    bind = n.Bind(str(name), b.expr(over), b.span(name))
    return n.Quantified("all", n.Overs((bind,), b.where(where), span), None, span)


def _quantified(b: Builder, tree: Any) -> n.Expr:
    overs, *rest = tree.children
    has = b.expr(rest[0]) if rest else None
    return n.Quantified(cast(Any, str(tree.data)), b.overs(overs), has, b.span(tree))


def _first(b: Builder, tree: Any) -> n.Expr:
    name, over, where, by, otherwise = tree.children
    other = None if otherwise is None else b.expr(otherwise.children[0])
    return n.Pick("first", str(name), b.expr(over), b.where(where), b.order(by), other, b.span(tree))


def _top(b: Builder, tree: Any) -> n.Expr:
    name, over, where, by = tree.children
    return n.Pick("top", str(name), b.expr(over), b.where(where), b.order(by), None, b.span(tree))


def _fold(b: Builder, tree: Any) -> n.Expr:
    value, overs, *rest = tree.children
    word = {"bag_for": "bag", "row_for": "row"}.get(str(tree.data), str(tree.data))
    otherwise = rest[0] if rest else None
    other = None if otherwise is None else b.expr(otherwise.children[0])
    return n.Fold(cast(Any, word), b.expr(value), b.overs(overs), other, b.span(tree))


_EXPRESSIONS: dict[str, Callable[[Builder, Any], n.Expr]] = {
    "int": _number,
    "none": _word,
    "true": _word,
    "false": _word,
    "everything": _word,
    "nothing": _word,
    "name": _name,
    "read": _read,
    "group": _group,
    "set_of": _set_of,
    "negative": _negative,
    "arith": _arith,
    "of": _of,
    "top_of": _end_of,
    "bottom_of": _end_of,
    "span": _span_of,
    "compare": _compare,
    "member": _member,
    "not_member": _member,
    "is_empty": _is_empty,
    "is_not_empty": _is_empty,
    "not_": _not,
    "and_": _logic,
    "or_": _logic,
    "if_else": _if_else,
    "all_": _all,
    "count": _quantified,
    "some": _quantified,
    "no": _quantified,
    "every": _quantified,
    "first": _first,
    "top": _top,
    "sum": _fold,
    "union": _fold,
    "highest": _fold,
    "lowest": _fold,
    "sorted": _fold,
    "bag_for": _fold,
    "row_for": _fold,
}
