"""From the syntax tree back to the canonical text of an expression."""

from typing import assert_never

from interpreter.syntax import nodes as n

# How tightly a form binds: a looser one inside a tighter place wears brackets.
_LOOSE, _OR, _AND, _NOT, _COMPARE, _OF, _SPAN, _SUM, _PRODUCT, _ATOM = range(10)


def unparse(expr: n.Expr) -> str:
    """The expression as the formatter writes it; parsing it gives the same tree."""
    return _text(expr)[0]


def _at(expr: n.Expr, level: int) -> str:
    text, own = _text(expr)
    return f"({text})" if own < level else text


def _text(expr: n.Expr) -> tuple[str, int]:
    match expr:
        case n.Int(value=value):
            return str(value), _ATOM
        case n.Word(word=word):
            return word, _ATOM
        case n.Name(name=name):
            return name, _ATOM
        case n.Read(name=name, args=args):
            return f"{name}({', '.join(_at(arg, _OR) for arg in args)})", _ATOM
        case n.SetOf(items=items):
            return f"({', '.join(_at(item, _OR) for item in items)})", _ATOM
        case n.Negative(inner=inner):
            return f"-{_at(inner, _ATOM)}", _ATOM
        case n.Arith(op=op, left=left, right=right):
            level = _SUM if op in {"+", "-", "&"} else _PRODUCT
            return f"{_at(left, level)} {op} {_at(right, level + 1)}", level
        case n.Of(count=count, thing=thing):
            return f"{_at(count, _SPAN)} of {_at(thing, _SUM)}", _OF
        case n.EndOf(end=end, of=of):
            return f"{end} of {_at(of, _SUM)}", _OF
        case n.SpanOf(low=low, high=high):
            return f"{_at(low, _SUM)}..{_at(high, _SUM)}", _SPAN
        case n.Compare(op=op, left=left, right=right):
            return f"{_at(left, _OF)} {op} {_at(right, _OF)}", _COMPARE
        case n.In(item=item, of=of, negated=negated):
            return f"{_at(item, _OF)} {'not in' if negated else 'in'} {_at(of, _OF)}", _COMPARE
        case n.IsEmpty(of=of, negated=negated):
            return f"{_at(of, _OF)} is {'not ' if negated else ''}empty", _COMPARE
        case n.Not(inner=inner):
            return f"not {_at(inner, _NOT)}", _NOT
        case n.Logic(op=op, left=left, right=right):
            level = _AND if op == "and" else _OR
            return f"{_at(left, level)} {op} {_at(right, level + 1)}", level
        case n.IfElse() | n.Quantified() | n.Pick() | n.Fold():
            return _long(expr), _LOOSE
        case n.Group() | n.Ways() | n.Cheapest():
            return expr.span.text, _LOOSE  # a declaration, which stands in no sentence
        case _:
            assert_never(expr)


def _long(expr: n.IfElse | n.Quantified | n.Pick | n.Fold) -> str:
    match expr:
        case n.IfElse(test=test, then=then, other=other):
            return f"{_at(then, _OR)} if {_at(test, _OR)} else {_at(other, _LOOSE)}"
        case n.Quantified(word=word, overs=overs, has=has):
            tail = "" if has is None else f" has {_at(has, _OR)}"
            return f"{word} {_overs(overs)}{tail}"
        case n.Pick(word=word, name=name, over=over, where=where, by=by, otherwise=otherwise):
            text = f"{word} {name} in {_at(over, _OR)}{_where(where)}"
            if by is not None:
                text += f" {order(by)}"
            return text if otherwise is None else f"{text} else {_at(otherwise, _OR)}"
        case n.Fold(word="row", value=value, overs=overs):
            return f"{_at(value, _OR)} for each {_overs(overs)}"
        case n.Fold(word=word, value=value, overs=overs, otherwise=otherwise):
            text = f"{word} of {_at(value, _OR)} for {_overs(overs)}"
            return text if otherwise is None else f"{text} else {_at(otherwise, _OR)}"
        case _:
            assert_never(expr)


def _where(where: n.Expr | None) -> str:
    return "" if where is None else f" where {_at(where, _OR)}"


def _overs(overs: n.Overs) -> str:
    binds = " with ".join(f"{bind.name} in {_at(bind.over, _OR)}" for bind in overs.binds)
    return f"{binds}{_where(overs.where)}"


def order(by: n.Order) -> str:
    """An order clause."""
    match by.how:
        case "at once" | "at random":
            return by.how
        case "clockwise":
            assert by.start is not None
            return f"clockwise from {_at(by.start, _OR)}"
        case "by":
            keys = ", ".join(key(one) for one in by.keys)
            return f"by {keys}" + (f", then {by.last}" if by.last else "")


def key(one: n.Key) -> str:
    """A sort key."""
    return one.which if one.value is None else f"{one.which} {_at(one.value, _OR)}"
