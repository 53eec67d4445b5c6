"""The grammar: no conflict; its examples parse or are refused, reach every rule; printing agrees with it."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Tree

from interpreter.resources import read_text
from interpreter.syntax import nodes as n
from interpreter.syntax.grammar import STARTS, build, grammar
from interpreter.syntax.parse import parse
from interpreter.syntax.unparse import unparse
from interpreter.syntax.walk import everything
from interpreter.text.span import Source, Span

EXAMPLES: dict[str, Any] = yaml.safe_load(read_text("grammar", "examples.yaml"))


def place(start: int, end: int) -> Span:
    return Span(Source("example", " " * 200), start, end)


def accepted() -> Iterator[Any]:
    for start, examples in EXAMPLES.items():
        for text in examples["accepted"]:
            yield pytest.param(start, str(text), id=f"{start}: {str(text)[:40]}")


def refused() -> Iterator[Any]:
    for start, examples in EXAMPLES.items():
        for code, texts in examples["refused"].items():
            for text in texts:
                yield pytest.param(start, str(text), code, id=f"{start}: {str(text)[:40]}")


def test_the_grammar_has_no_conflict() -> None:
    build(strict=True)


def test_every_start_symbol_has_examples() -> None:
    assert set(EXAMPLES) == set(STARTS)


@pytest.mark.parametrize(("start", "text"), list(accepted()))
def test_accepted(start: str, text: str) -> None:
    node, findings = parse(text, start, place)
    assert node is not None
    assert findings == ()


@pytest.mark.parametrize(("start", "text", "code"), list(refused()))
def test_refused(start: str, text: str, code: str) -> None:
    node, findings = parse(text, start, place)
    assert node is None
    assert next(finding.code for finding in findings) == code


def test_the_examples_reach_every_rule() -> None:
    reached: set[str] = set()
    for start, examples in EXAMPLES.items():
        for text in examples["accepted"]:
            source = f"{text}\n" if start == "do_block" else str(text)
            tree = grammar().parse(source, start=start)
            reached |= {str(part.data) for part in tree.iter_subtrees()}
    named = {rule.alias or rule.origin.name for rule in grammar().rules}
    inlined = {
        rule.origin.name
        for rule in grammar().rules
        if rule.options.expand1 or rule.origin.name.startswith("_")
    }
    assert {str(name) for name in named - inlined if not str(name).startswith("_")} <= reached
    assert isinstance(tree, Tree)


def same(left: Any, right: Any) -> bool:
    """Whether two syntax trees are alike but for their places."""
    if type(left) is not type(right):
        return False
    if hasattr(left, "__dataclass_fields__"):
        names = [name for name in left.__dataclass_fields__ if name not in {"span", "name_span"}]
        return all(same(getattr(left, name), getattr(right, name)) for name in names)
    if isinstance(left, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


@pytest.mark.parametrize("text", [str(text) for text in EXAMPLES["phrase"]["accepted"]])
def test_printing_and_parsing_agree(text: str) -> None:
    node, _ = parse(text, "phrase", place)
    printed = unparse(node.expr)
    again, findings = parse(printed, "phrase", place)
    assert findings == ()
    assert same(node.expr, again.expr)
    assert unparse(again.expr) == printed


NAMES = st.sampled_from(["a", "occupied", "from", "to", "x", "Land"])
SPAN = place(0, 1)


def joined(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Expr]:
    bind = st.builds(n.Bind, NAMES, inner, st.just(SPAN))
    overs = st.builds(n.Overs, st.tuples(bind), st.none() | inner, st.just(SPAN))
    cut = st.builds(n.Overs, st.tuples(bind), inner, st.just(SPAN))
    key = st.builds(n.Key, st.sampled_from(["highest", "lowest"]), inner, st.just(SPAN))
    by = st.builds(
        n.Order,
        st.just("by"),
        st.tuples(key),
        st.none() | st.just("listed").filter(lambda _: False),
        st.none(),
        st.just(SPAN),
    )
    return st.one_of(
        st.builds(n.Read, NAMES, st.tuples(inner) | st.tuples(inner, inner), st.just(SPAN), st.just(SPAN)),
        st.builds(n.SetOf, st.tuples(inner, inner), st.just(SPAN)),
        st.builds(n.Arith, st.sampled_from(["+", "-", "&", "*", "div", "mod"]), inner, inner, st.just(SPAN)),
        st.builds(n.Logic, st.sampled_from(["and", "or"]), inner, inner, st.just(SPAN)),
        st.builds(n.Not, inner, st.just(SPAN)),
        st.builds(n.Compare, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner, st.just(SPAN)),
        st.builds(n.In, inner, inner, st.booleans(), st.just(SPAN)),
        st.builds(n.IsEmpty, inner, st.booleans(), st.just(SPAN)),
        st.builds(n.SpanOf, inner, inner, st.just(SPAN)),
        st.builds(n.IfElse, inner, inner, inner, st.just(SPAN)),
        st.builds(n.Quantified, st.sampled_from(["count", "some", "no"]), overs, st.none(), st.just(SPAN)),
        st.builds(n.Quantified, st.just("all"), cut, st.none(), st.just(SPAN)),
        st.builds(n.Quantified, st.just("every"), overs, inner, st.just(SPAN)),
        st.builds(
            n.Pick,
            st.just("first"),
            NAMES,
            inner,
            st.none() | inner,
            st.none() | by,
            st.none() | inner,
            st.just(SPAN),
        ),
        st.builds(n.Fold, st.sampled_from(["sum", "union"]), inner, overs, st.none(), st.just(SPAN)),
        st.builds(
            n.Fold, st.sampled_from(["highest", "lowest"]), inner, overs, st.none() | inner, st.just(SPAN)
        ),
    )


LEAVES = st.one_of(
    st.builds(n.Int, st.integers(0, 99), st.just(SPAN)),
    st.builds(n.Name, NAMES, st.just(SPAN)),
    st.builds(n.Word, st.sampled_from(["none", "true", "all", "nothing"]), st.just(SPAN)),
)


@given(st.recursive(LEAVES, joined, max_leaves=12))
@settings(max_examples=300, deadline=None)
def test_whatever_is_printed_parses_to_the_same_tree(expr: n.Expr) -> None:
    again, findings = parse(unparse(expr), "phrase", place)
    assert findings == ()
    assert same(expr, again.expr)


def test_everything_walks_all_parts() -> None:
    node, _ = parse("first x in S where a(x) by highest b(x) else c", "phrase", place)
    names = {part.name for part in everything(node.expr) if isinstance(part, n.Name | n.Read)}
    assert {"S", "a", "b", "c"} <= names
