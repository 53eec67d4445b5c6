"""What was never seen: in so many games, or, where all positions were looked at, in none there can be."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.core import ir
from interpreter.study.playability.finding import Finding, Severity, Shown, Where
from interpreter.study.playability.marks import Mark
from interpreter.study.playability.places import at_end, at_place
from interpreter.study.playability.saying import NAMED, extent
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.there import what_is_there

IMPLIED = ("stuck", "after the last phase")
"""Ends that no ruleset declares: what `if stuck` comes to, and what follows when all phases are played."""

_QUIET = frozenset({"claim", "end"})


@dataclass(slots=True)
class Part:
    """A part of the rules: where it stands, in which settings it is there, and whether any of them saw it."""

    where: Where
    settings: list[int]
    is_seen: bool = False


Parts = dict[object, Part]


class Never:
    """Findings about parts of the rules that nobody came to, over all settings."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.there = [what_is_there(one.program) for one in search.looked]

    def findings(self) -> Iterator[Finding]:
        """Decisions, actions and alternatives, standing rules and lines, ends."""
        if all(one.is_exhaustive or one.sweep.games + one.looks.games for one in self.search.looked):
            yield from self._all()

    def _all(self) -> Iterator[Finding]:
        unreached, idle = set[str](), set[str]()
        for part in _unseen(self._decisions()):
            rule = part.where.rule
            unreached.add(rule)
            yield self._finding("decision-never", "warning", part, f"the decision `{rule}` is never reached")
        offered = self._alternatives()
        actions = self._actions(offered)
        idle.update(f"actions.{name}." for name in self._declared() if name not in actions)
        for name, part in actions.items():
            if not part.is_seen:
                idle.add(f"actions.{name}.")
                if {decision for decision, action in offered if action == name} - unreached:
                    yield self._finding("action-never", "warning", part, f"`{name}` is never offered")
        for (decision, name), part in offered.items():
            if not part.is_seen and actions[name].is_seen and decision not in unreached:
                text = f"`{name}` is never offered at `{decision}`"
                yield self._finding("alternative-never", "warning", part, text)
        yield from self._lines(idle)
        for name, part in self._ends().items():
            if not part.is_seen:
                # The language wants `if stuck` wherever it sees no proof, so it is no fault if that never is.
                severity: Severity = "note" if name in IMPLIED else "warning"
                yield self._finding("end-never", severity, part, f"the end `{name}` is never reached")

    # -- saying it ------------------------------------------------------------------------------------

    def _finding(self, name: str, severity: Severity, part: Part, text: str) -> Finding:
        looked = [self.search.looked[at] for at in part.settings]
        certain = all(one.is_exhaustive for one in looked)
        if certain:
            severity = "error" if severity == "warning" else severity
        shown = next(
            (Shown(at, one.looks.example) for at, one in zip(part.settings, looked, strict=True)
             if one.looks.example is not None), None,
        )  # fmt: skip
        how = "a whole match without it" if shown is not None else ""
        return Finding(
            name, severity, certain, part.where, f"{text} {extent(self.search, part.settings)}", shown, how
        )

    # -- what there is --------------------------------------------------------------------------------

    def _decisions(self) -> Parts:
        found: Parts = {}
        for at, one in enumerate(self.search.looked):
            for index in sorted(self.there[at].decisions):
                decision = one.program.decisions[index]
                part = _part(
                    found,
                    (decision.name, decision.place),
                    at_place(one.program, decision.place, decision.name),
                    at,
                )
                part.is_seen |= has(one, Mark("decision", index))
        return _by_where(found)

    def _alternatives(self) -> dict[tuple[str, str], Part]:
        """Alternatives by decision and action, without those that the options rule out."""
        found: dict[tuple[str, str], Part] = {}
        for at, one in enumerate(self.search.looked):
            for index in sorted(self.there[at].decisions):
                decision = one.program.decisions[index]
                for way, alternative in enumerate(decision.alternatives):
                    if (index, way) not in self.there[at].alternatives:
                        continue
                    where = at_place(one.program, decision.place, decision.name)
                    part = found.setdefault((decision.name, alternative.action), Part(where, []))
                    part.settings += [at] if at not in part.settings else []
                    part.is_seen |= was_offered(one, index, way)
        return found

    def _actions(self, offered: dict[tuple[str, str], Part]) -> dict[str, Part]:
        heads = {}
        for one in self.search.looked:
            for name, action in one.world.ruleset.actions.items():
                span = action.head.span
                heads[name] = Where(action.head.path, span.source.path, span.line)
        found: dict[str, Part] = {}
        for (_, name), part in offered.items():
            whole = found.setdefault(name, Part(heads.get(name, part.where), []))
            whole.settings += [at for at in part.settings if at not in whole.settings]
            whole.is_seen |= part.is_seen
        return found

    def _declared(self) -> set[str]:
        """The actions of the ruleset; those that no decision offers are ruled out by the options."""
        return {name for one in self.search.looked for name in one.world.ruleset.actions}

    def _lines(self, idle: set[str]) -> Iterator[Finding]:
        """Standing rules that never had an effect, and effects of other paragraphs that never came."""
        rules: dict[str, list[Part]] = {}
        for at, one in enumerate(self.search.looked):
            # What is drawn leaves no mark: of a line that draws, nothing can be missed.
            ends = (block.end for block in one.program.blocks)
            drawn = {end.place for end in ends if isinstance(end, ir.Draw | ir.DrawBag)}
            for number, event in enumerate(one.program.events):
                mark = Mark("event", number)
                if event.kind in _QUIET or number not in self.there[at].events or event.place in drawn:
                    continue
                where = at_place(one.program, event.place, event.rule)
                parts = rules.setdefault(event.rule, [])
                part = next((part for part in parts if part.where == where), None)
                if part is None:
                    parts.append(part := Part(where, []))
                part.settings += [at] if at not in part.settings else []
                part.is_seen |= has(one, mark)
        for rule, parts in rules.items():
            missing = [part for part in parts if not part.is_seen]
            if not missing or any(f"{rule}.".startswith(one) for one in idle):
                continue
            if len(missing) < len(parts) or not rule.startswith("always."):
                lines = sorted({part.where.line for part in missing})
                text = (
                    f"{_lines_text(lines)} of `{rule}` {'is' if len(lines) == 1 else 'are'} never carried out"
                )
                yield self._finding("line-never", "note", missing[0], text)
            else:
                yield self._finding(
                    "rule-never", "warning", missing[0], f"the standing rule `{rule}` never acts"
                )

    def _ends(self) -> dict[str, Part]:
        found: dict[str, Part] = {}
        for at, one in enumerate(self.search.looked):
            reached = {*one.sweep.ends, *one.looks.ends}
            if one.graph is not None and one.is_exhaustive:
                reached |= {over.end for over in one.graph.endings}
            for number, name in enumerate(one.program.ends):
                if number in self.there[at].ends and name:
                    part = found.setdefault(name, Part(at_end(one, name), []))
                    part.settings += [at] if at not in part.settings else []
                    part.is_seen |= name in reached
        return found


def has(one: Looked, mark: Mark) -> bool:
    """Whether a mark was seen in a setting."""
    return bool(one.seen >> one.marked.marks.index(mark) & 1)


def was_offered(one: Looked, decision: int, way: int) -> bool:
    """Whether an alternative was ever legal, as far as anybody saw."""
    if has(one, Mark("alternative", decision, way)) or one.looks.offered[decision, way]:
        return True
    return one.graph is not None and one.is_exhaustive and bool(one.graph.offered[decision, way])


def _part(found: Parts, key: object, where: Where, at: int) -> Part:
    part = found.setdefault(key, Part(where, []))
    if at not in part.settings:
        part.settings.append(at)
    return part


def _by_where(found: Parts) -> Parts:
    """Parts that stand at one place under one address are one."""
    joined: dict[object, Part] = {}
    for part in found.values():
        there = joined.setdefault(part.where, replace(part, settings=[]))
        there.settings += [at for at in part.settings if at not in there.settings]
        there.is_seen |= part.is_seen
    return joined


def _unseen(found: Parts) -> list[Part]:
    return [part for part in found.values() if not part.is_seen]


def _lines_text(lines: list[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]}"
    more = f" and {len(lines) - NAMED} more" if len(lines) > NAMED else ""
    return f"lines {', '.join(str(line) for line in lines[:NAMED])}{more}"
