"""What a game is made of, as plain data: `info` prints it, `info --json` hands it out."""

from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.api.variants import variants_of
from interpreter.check.citations import all_feet, statement_kinds
from interpreter.core import ir
from interpreter.core.secrets import hidden_reads
from interpreter.core.stages import is_staged
from interpreter.engine.policy import CUT
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.api.front_end import Checked
    from interpreter.api.game import Game
    from interpreter.api.pages import Module
    from interpreter.engine.machine import Engine
    from interpreter.syntax.patches.patch import Patch

Facts = dict[str, Any]

MOST_NAMED = 6
"""How many members of a kind are named; the others are only counted."""


class Sentence(Protocol):
    """A sentence of the language, with the footnote that may end it."""

    @property
    def span(self) -> Span:
        """Where it stands."""
        ...


def about_game(game: "Game", engine: "Engine") -> Facts:
    """Everything `info` says; state, decisions and secrets are those of one program."""
    checked: Checked = game.checked(dict(engine.program.options))
    rules = checked.rules
    least, most = game.player_range(dict(engine.program.options))
    about = game.about_of(dict(engine.program.options))
    return {
        "game": about.name,
        "title": about.title,
        "help": about.help,
        "players": {"min": least, "max": most, "bounds": [about.least, about.most]},
        "longest": about.longest,
        "extends": about.extends or None,
        "patches": [
            {"game": page.game, **_doing(patches)}
            for page, patches in zip(checked.pages.chain[1:], checked.pages.changed, strict=True)
        ],
        "variants": [
            {"name": one.name, "title": one.title, "help": one.help}
            for one in variants_of(checked.pages.files)
        ],
        "options": [_option(one) for one in about.options],
        "modules": [_module(one, checked) for one in checked.modules],
        "kinds": list(_kinds(checked, engine.program.players)),
        "tables": [_table(one) for one in rules.tables.values()],
        "rounds": sentence(rules.rounds),
        "phases": [_phase(step) for step in rules.phases],
        "actions": [_action(one) for one in rules.actions.values()],
        "limits": list(_limits(checked)),
        "decisions": _once(_decision(one, engine.program) for one in engine.program.decisions),
        "judged": _judged(rules, engine.program),
        "secrets": _secrets(engine.program),
        "state": {
            "players": engine.program.players,
            "slots": sum(one.count for one in engine.program.slots if one.role != "scratch"),
            "bytes": engine.layout.size,
        },
        "document": _document(checked),
    }


def _option(option: Any) -> Facts:
    return {
        "name": option.name, "kind": option.kind, "values": list(option.values), "default": option.default,
        "help": option.help, "cites": list(option.cites), "module": option.module or None,
    }  # fmt: skip


def _module(module: "Module", checked: "Checked") -> Facts:
    """What a module does to the page of its ruleset."""
    on = module.name in checked.on
    return {"name": module.name, "help": module.help, "on": on, **_doing(module.patches)}


def _doing(patches: Iterable["Patch"]) -> Facts:
    """What a page does to the one below it, by address."""
    doing: dict[str, list[str]] = {"adds": [], "changes": [], "removes": [], "moves": []}
    for patch in patches:
        doing[patch.does].append(patch.address)
    return doing


def _kinds(checked: "Checked", players: int) -> Iterable[Facts]:
    """The kinds of the ruleset and of its boards; of many members only some are named."""
    world = checked.world
    for name, domain in world.domains.items():
        if domain.form in {"option", "directions"}:
            continue
        members = [
            member for member in domain.members[: domain.numbered(players)] if member or not domain.whole
        ]
        columns = [word for word in world.columns if world.column(word, world.member(name)) is not None]
        yield {"name": name, "size": len(members), "members": list(members[:MOST_NAMED]), "columns": columns}
    for name, (low, high) in world.ranges.items():
        named = [str(number) for number in range(low, min(high, low + MOST_NAMED - 1) + 1)]
        yield {"name": name, "size": high - low + 1, "members": named, "columns": []}


def sentence(node: Sentence | None) -> str:
    """A sentence as its author wrote it, on one line and without its footnote; "" for none."""
    if node is None:
        return ""
    if isinstance(node, n.Block):
        return "; ".join(sentence(one) for one in node.statements)
    if isinstance(node, n.Calls):  # its parts may stand in several files
        return ", ".join(sentence(one) for one in node.calls)
    end = node.span.end
    foot = getattr(node, "foot", None)
    if foot is not None:
        end = min(end, foot.span.start)
    return " ".join(node.span.source.text[node.span.start : end].split())


# ---------------------------------------------------------------------------------------------
# Phases and actions


def _head(head: r.Head) -> Facts:
    return {"name": head.name, "help": head.help, "cites": list(head.cites)}


def _phase(step: r.StepDecl) -> Facts:
    lines = {
        "when": step.when, "who": step.who, "repeat": step.repeat, "one of": step.one_of,
        "if stuck": step.if_stuck,
    }  # fmt: skip
    said = {name: sentence(node) for name, node in lines.items() if node is not None}
    facts = {**_head(step.head), "says": said, "steps": [_phase(inner) for inner in step.steps]}
    return facts if step.claims is None else {**facts, "claims": _claims(step.claims)}


def _claims(claims: r.ClaimsDecl) -> Facts:
    """Who claims what, and the ranks in their order."""
    ranks = [{**_head(rank.head), "that": sentence(rank.phrase)} for rank in claims.ranks]
    lines = {
        "over": claims.over,
        "by": claims.by,
        "best": claims.best,
        "won": claims.won,
        "tied": claims.tied,
    }
    said = {name: sentence(node) for name, node in lines.items() if node is not None}
    return {"says": said, "ranks": ranks, "cites": list(claims.head.cites)}


def _table(table: r.TableDecl) -> Facts:
    return {**_head(table.head), "is": sentence(table.type), "for": [sentence(key) for key in table.keys]}


def _action(action: r.ActionDecl) -> Facts:
    stages = [{**_head(one.head), "values": sentence(one.line)} for one in action.choose]
    requires = [
        {**_head(one.head), "that": sentence(one.line), "else": one.otherwise} for one in action.requires
    ]
    paid = {"costs": _costs(action.costs), "promises": _costs(action.promises)}
    return {**_head(action.head), "choose": stages, "requires": requires, **paid}


def _costs(lines: tuple[n.CostLine, ...]) -> list[Facts]:
    return [
        {"name": line.call.name, "pays": sentence(line), "cites": list(line.foot.cites) if line.foot else []}
        for line in lines
    ]


def _limits(checked: "Checked") -> Iterable[Facts]:
    """Each limit, with the actions that it is asked of."""
    for limit in checked.world.ruleset.limits:
        head = limit.require.head
        asked = [
            action
            for action, found in checked.world.limits.items()
            if any(one.head.path == head.path for one in found)
        ]
        yield {**_head(head), "that": sentence(limit.require.line), "asked_of": asked}


# ---------------------------------------------------------------------------------------------
# Decisions, joints


def _once(found: Iterable[Facts]) -> list[Facts]:
    """Facts without those that are there already: a paragraph that is run from two places is told once."""
    kept: list[Facts] = []
    for facts in found:
        if facts not in kept:
            kept.append(facts)
    return kept


def _decision(decision: ir.Decision, program: ir.Program) -> Facts:
    return {
        "address": decision.name,
        "everyone_at_once": isinstance(decision, ir.Together),
        "one_of": [one.action for one in decision.alternatives],
        "stages": {one.action: [stage.name for stage in one.stages] for one in decision.alternatives},
        "if_stuck": decision.stuck >= 0,
        "random": _random(decision, program),
    }


def _random(decision: ir.Decision, program: ir.Program) -> str:
    """How a player that plays at random decides: by whole moves, by stages, or by whichever fits."""
    if any(is_staged(stage) for one in decision.alternatives for stage in one.stages):
        return "stages"
    sizes = [
        prod(program.domains[stage.domain].size + stage.optional for stage in one.stages)
        for one in decision.alternatives
    ]
    return "moves" if sum(sizes) <= CUT else "moves or stages"


def _judged(rules: r.Ruleset, program: ir.Program) -> list[Facts]:
    """Where each end and each standing rule looks at the table."""
    joints = list(dict.fromkeys(f"before {one.name}" for one in program.decisions))
    joints += [f"after {name}" for name in rules.actions]
    for phase in rules.phases:
        joints += [f"after {step.head.path}" for step in phase.steps]
        joints.append(f"after {phase.head.path}")
    found: list[Facts] = []
    for end in rules.ends:
        where = joints if end.checked is None else [f"after {end.checked}"]
        found.append({**_head(end.head), "that": sentence(end.when or end.winners), "joints": where})
    for rule in rules.always:
        found.append({**_head(rule.head), "that": sentence(rule.when), "joints": joints})
    return found


# ---------------------------------------------------------------------------------------------
# Secrets


def _secrets(program: ir.Program) -> Facts:
    hidden = [one for one in program.components if one.seen != "all"]
    facts: Facts = {"components": [{"name": one.name, "seen_by": one.seen} for one in hidden], "public": []}
    for decision in program.decisions:
        read = sorted(hidden_reads(decision, program))
        if read:
            facts["public"].append({"decision": decision.name, "depends_on": read})
    facts["public"] = _once(facts["public"])
    return facts


# ---------------------------------------------------------------------------------------------
# The document


def _document(checked: "Checked") -> Facts | None:
    """How many statements of each kind there are, and how many of them the ruleset cites."""
    if checked.document is None:
        return None
    kinds = statement_kinds(checked.document)
    feet = (*all_feet(checked.rules), *checked.world.cited_by_rows)
    cited = {cite for foot, _ in feet for cite in foot.cites}
    counts: dict[str, dict[str, int]] = {}
    for name, kind in kinds.items():
        count = counts.setdefault(kind, {"statements": 0, "cited": 0})
        count["statements"] += 1
        count["cited"] += name in cited
    return {"file": checked.rules.document.text if checked.rules.document else "", "kinds": counts}
