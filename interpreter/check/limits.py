"""Limits: what no action may leave broken, written out as a requirement of each action that touches it."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import limit_findings
from interpreter.check.order import reads
from interpreter.check.story import Story, UndecidedError
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.unparse import unparse

if TYPE_CHECKING:
    from interpreter.check.rules import Rules

MOST_PARTS = 100_000
"""How many parts all limits may have, written out for all actions."""


def check_limit(rules: "Rules", decl: r.LimitDecl) -> None:
    """Report what is wrong with a limit by itself."""
    had_me, rules.has_me = rules.has_me, True
    with rules.inner():
        rules.require(decl.require)
    rules.has_me = had_me
    rules.facts = {}
    for name, span in decl.actions:
        if name not in rules.world.ruleset.actions:
            rules.found.append(f.unknown_action(name, span, list(rules.world.ruleset.actions)))


def derive_limits(rules: "Rules") -> None:
    """The requirements that limits come to; only for rules in which nothing is wrong."""
    parts = 0
    had_me, rules.has_me = rules.has_me, True
    for action in rules.world.ruleset.actions.values():
        limits = [one for one in rules.world.ruleset.limits if _binds(one, action)]
        if not limits:
            continue
        story = Story(rules.world)
        story.action(action)
        found = []
        for limit in limits:
            story.parts = 0
            require = _derived(rules, action, limit, story)
            parts += story.parts
            if require is not None:
                found.append(require)
        rules.world.limits[action.head.name] = tuple(found)
        if parts > MOST_PARTS:
            span = limits[0].require.head.span
            rules.found.append(f.too_large("the limits, written out, are too long", span))
            break
    rules.has_me = had_me


def _binds(limit: r.LimitDecl, action: r.ActionDecl) -> bool:
    return not limit.actions or action.head.name in {name for name, _ in limit.actions}


def _derived(rules: "Rules", action: r.ActionDecl, limit: r.LimitDecl, story: Story) -> r.RequireDecl | None:
    """The limit as a requirement of an action; ``None`` for an action that does not touch it."""
    line = limit.require.line
    read = {one.component for one in reads(rules.world, line.that, ())}
    if line.when is not None:
        read |= {one.component for one in reads(rules.world, line.when, ())}
    touching = [change for change in story.changes if change.component in read]
    # A decision inside an action keeps the limit by itself, if the limit binds all actions.
    if not limit.actions:
        if all(change.verb == "inside" for change in touching):
            return None
    elif not touching:
        return None
    try:
        that = story.afterwards(line.that)
        when = story.afterwards(line.when) if line.when is not None else None
    except UndecidedError as undecided:
        found = limit_findings.undecided(limit.require.head.name, action.head.name, undecided.span)
        rules.found.append(found)
        return None
    if unparse(that) == unparse(line.that) and (when is None or unparse(when) == unparse(line.when)):  # type: ignore[arg-type]
        return None
    head = limit.require.head
    derived = n.Requirement(that, when, line.foot, line.span)
    require = r.RequireDecl(head, derived, limit.require.otherwise, line.that)
    with rules.inner():
        _enter(rules, action)
        rules.require(require)
    rules.facts = {}
    return require


def _enter(rules: "Rules", action: r.ActionDecl) -> None:
    """The names of an action, and what its conditions tell of them."""
    world = rules.world
    prices = world.prices.get(action.head.name, ())
    amounts = [price.let for price in prices if price.let is not None]
    for decl in (*action.params, *action.choose, *action.let, *amounts):
        var = world.vars_of[decl]
        rules.scope[-1][var.name] = var
    for phrase in (action.when, *(one.line for one in action.requires)):
        if isinstance(phrase, n.Phrase):
            rules.learn(phrase.expr, True)
        elif phrase is not None and phrase.when is None:
            rules.learn(phrase.that, True)
