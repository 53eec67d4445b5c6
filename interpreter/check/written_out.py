"""How large the rules become when every term and step is written out where it is used.

Terms, steps and actions are written out, so that nothing recurses while a match is played. A few short
definitions, each using the one before twice, would be endless that way; so the sizes are summed up here
before anything is written out, and before any later pass walks the same way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.check import findings as f
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span

MOST_PARTS = 100_000
"""How many parts of sentences the rules may have, written out."""

DEEPEST = 10
"""How many steps and actions may run inside one another."""

HIGHEST = 100
"""How deep a phrase may nest with its terms written out."""

Key = tuple[str, str]
"""The sort of a definition and its name."""

JOINT, PLAY = ("joint", ""), ("play", "")
"""What is looked at wherever the table is judged, and all that is played."""


@dataclass(slots=True)
class _Use:
    """A definition by itself: its own parts and how deep they nest, the joints in it, and the definitions
    that it uses, as often as it does, each with how deep in a phrase it stands.
    """

    span: Span
    parts: int = 0
    joints: int = 0
    height: int = 0
    uses: list[tuple[Key, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Sum:
    """A definition written out: its parts, its joints, how deep its phrases nest, and how deep the steps
    inside one another, itself included.
    """

    parts: int
    joints: int
    height: int
    steps: int


def check_written_out(rules: r.Ruleset) -> Diagnostic | None:
    """What is too large or too deep, found without writing anything out; ``None`` if all is well."""
    uses = _Collector(rules).collect()
    sums: dict[Key, _Sum] = {}
    for key in uses:
        found = _sum_up(key, uses, sums)
        if found is not None:
            return found
    return None


def _sum_up(start: Key, uses: dict[Key, _Use], sums: dict[Key, _Sum]) -> Diagnostic | None:
    """Sum up a definition after all that it uses; one that comes back to itself is reported elsewhere."""
    path: list[tuple[Key, Iterator[Key]]] = []
    if start not in sums:
        path.append((start, _targets(uses[start])))
    on_path = {start}
    while path:
        here, rest = path[-1]
        target = next((one for one in rest if one in uses and one not in sums and one not in on_path), None)
        if target is not None:
            path.append((target, _targets(uses[target])))
            on_path.add(target)
            continue
        path.pop()
        on_path.discard(here)
        sums[here] = _summed(here, uses[here], sums)
        problem = _problem(here, uses[here], sums[here])
        if problem is not None:
            return problem
    return None


def _targets(use: _Use) -> Iterator[Key]:
    return iter(dict.fromkeys(key for key, _ in use.uses))


def _summed(here: Key, use: _Use, sums: dict[Key, _Sum]) -> _Sum:
    inside = [(sums[key], depth) for key, depth in use.uses if key in sums]
    parts = use.parts + sum(one.parts for one, _ in inside)
    joints = use.joints + sum(one.joints for one, _ in inside)
    if here == PLAY:
        # What looks at the table at every joint is written out there.
        parts += joints * sums[JOINT].parts
    height = max([use.height, *(depth + one.height for one, depth in inside)])
    steps = max([one.steps for one, _ in inside], default=0)
    return _Sum(parts, joints, height, steps + (here[0] in {"step", "action"}))


def _problem(key: Key, use: _Use, found: _Sum) -> Diagnostic | None:
    sort, name = key
    what = f"the {sort} {quote(name)}" if name else "what is played"
    for number, most, unit in (
        (found.parts, MOST_PARTS, "parts"),
        (found.height, HIGHEST, "phrases inside one another"),
        (found.steps, DEEPEST, "steps inside one another"),
    ):
        if number > most:
            message = f"{what}, written out, has {number:,} {unit}, expected {most:,} or fewer"
            return f.too_large(message, use.span)
    return None


class _Collector:
    """Finds the own parts and the uses of every definition, and of all that is played."""

    def __init__(self, rules: r.Ruleset) -> None:
        self.rules = rules
        self.here = _Use(rules.span)
        self.found: dict[Key, _Use] = {}
        lines = (line for action in rules.actions.values() for line in action.promises)
        self.promised = dict.fromkeys(line.call.name for line in lines)
        self.values: dict[str, Key] = {}  # of the action whose conditions are looked at

    def collect(self) -> dict[Key, _Use]:
        """By sort and name; all that is played comes last."""
        rules = self.rules
        found = self.found
        for name, term in rules.terms.items():
            self.here = found["term", name] = _Use(term.head.span)
            self.expr(term.phrase.expr)
        for name, step in rules.steps.items():
            self.here = found["step", name] = _Use(step.head.span)
            self.step(step)
        for name, action in rules.actions.items():
            self.here = found["action", name] = _Use(action.head.span)
            self.action(action)
        for name, cost in rules.costs.items():
            self.here = found["cost", name] = _Use(cost.head.span)
            self.cost(cost)
        for name, market in rules.markets.items():
            self.here = found["market", name] = _Use(market.head.span)
            self.market(market)
        self.here = found[JOINT] = _Use(_first_line(rules.span))
        self.joint()
        self.here = found[PLAY] = _Use(_first_line(rules.span))
        self.play()
        return found

    def expr(self, *exprs: n.Expr | None) -> None:
        """The parts of phrases, and the terms in them."""
        stack = [(expr, 1) for expr in exprs if expr is not None]
        while stack:
            part, depth = stack.pop()
            self.here.parts += 1
            self.here.height = max(self.here.height, depth)
            if isinstance(part, n.Name | n.Read) and part.name in self.rules.terms:
                self.here.uses.append((("term", part.name), depth))
            elif isinstance(part, n.Name | n.Read) and part.name in self.values:
                self.here.uses.append((self.values[part.name], depth))
            stack.extend((child, depth + 1) for child in walk.children(part))

    def play(self) -> None:
        """Set-up, phases and scoring, and what is judged before and after the match."""
        rules = self.rules
        for step in (*rules.setup, *rules.phases, *rules.scoring):
            self.step(step)
        for require in (*rules.checks, *rules.invariants):
            self.expr(require.line.that, require.line.when)
        self.expr(*(kind.where.expr for kind in rules.kinds.values() if kind.where is not None))
        if rules.ranking is not None:
            self.expr(*(key.line.key.value for key in rules.ranking.keys))

    def joint(self) -> None:
        """Standing rules and ends."""
        for standing in self.rules.always:
            self.expr(standing.when.expr)
            self.step(standing.body)
        for end in self.rules.ends:
            self.expr(*(one.expr for one in (end.when, end.winners) if one is not None))

    def market(self, market: r.MarketDecl) -> None:
        """A market, which is written out wherever it is refilled."""
        places = (market.deck, market.row, market.discards, market.full)
        self.expr(*(phrase.expr for phrase in places if phrase is not None))
        if market.of is not None:
            self.expr(*walk.of_overs(market.of.overs))

    def cost(self, cost: r.CostDecl) -> None:
        """A cost, which is written out wherever it is paid: as an amount, a condition and a payment."""
        phrases = (cost.source, cost.base, cost.show, cost.to, cost.record)
        for _ in range(3):
            self.expr(*(phrase.expr for phrase in phrases if phrase is not None))
        for position, modifier in enumerate(reversed(cost.modifiers), 1):
            # Told with the amounts of all modifiers behind it.
            for _ in range(min(position, MOST_PARTS - self.here.parts)):
                self.expr(modifier.line.value, modifier.line.when)

    def _values(self, action: r.ActionDecl) -> None:
        """Values taken after the choice, which are written out where conditions read them."""
        whole = self.here
        for let in action.let:
            key = "value", f"{action.head.name}.{let.name}"
            self.here = self.found[key] = _Use(let.span)
            self.expr(let.phrase.expr)
            self.values[let.name] = key
            whole.uses.append((key, 0))
        self.here = whole

    def _paid(self, action: r.ActionDecl) -> None:
        """The costs of an action: each is summed with those before it, and has what it is handed put in."""
        for position, line in enumerate(reversed((*action.costs, *action.promises)), 1):
            self.expr(*(walk.of_overs(line.overs) if line.overs is not None else ()))
            cost = self.rules.costs.get(line.call.name)
            written = min(position, MOST_PARTS - len(self.here.uses))
            self.here.uses.extend([(("cost", line.call.name), 0)] * written)
            for param, arg in zip(cost.params if cost is not None else (), line.call.args, strict=False):
                self._put_in(arg, position * _uses_of(param.name, cost))

    def _put_in(self, arg: n.Expr, times: int) -> None:
        """A phrase that stands in so many places."""
        outside, self.here = self.here, _Use(self.here.span)
        self.expr(arg)
        inside, self.here = self.here, outside
        self.here.parts += inside.parts * times
        self.here.height = max(self.here.height, inside.height)
        self.here.uses.extend(inside.uses * min(times, MOST_PARTS // max(1, len(inside.uses))))

    def action(self, action: r.ActionDecl) -> None:
        """An action, which is written out at every decision that offers it."""
        self._says(action.says)
        self.expr(action.when.expr if action.when is not None else None)
        self.expr(*(stage.line.value for stage in action.choose))
        self._values(action)
        for require in action.requires:
            self.expr(require.line.that, require.line.when)
        self._paid(action)
        self.values = {}
        if action.do is not None:
            self.block(action.do)
        for step in action.steps:
            self.step(step)

    def step(self, step: r.StepDecl) -> None:
        """A paragraph."""
        self.here.parts += 1
        self.here.joints += 1
        self._says(step.says)
        self.expr(step.when.expr if step.when is not None else None, *(let.phrase.expr for let in step.let))
        if step.who is not None:
            self.expr(step.who.start, step.who.skipping)
            self._order(step.who.order)
        if step.repeat is not None:
            self.expr(step.repeat.value)
        for block in (step.do, step.if_stuck):
            if block is not None:
                self.block(block)
        for inner in step.steps:
            self.step(inner)
        for call in step.one_of.calls if step.one_of is not None else ():
            self.expr(*call.args)
            self.here.joints += 2
            self.here.uses.append((("action", call.name), 0))

    def _order(self, name: str | None) -> None:
        order = self.rules.orders.get(name or "")
        if order is not None:
            self.expr(*walk.of_overs(order.line.overs), *walk.of_order(order.line.order))

    def _says(self, says: r.Says | None) -> None:
        if says is not None:
            self.expr(*(part for part in says.parts if not isinstance(part, str)))

    def block(self, block: n.Block) -> None:
        """Effects."""
        for statement in block.statements:
            self.here.parts += 1
            match statement:
                case n.Line():
                    self._line(statement)
                case n.IfBlock(cases=cases, otherwise=otherwise):
                    for test, body in cases:
                        self.expr(test)
                        self.block(body)
                    if otherwise is not None:
                        self.block(otherwise)
                case n.ForBlock(overs=overs, order=order, body=body):
                    self.expr(*walk.of_overs(overs), *walk.of_order(order))
                    self.block(body)

    def _line(self, line: n.Line) -> None:
        self.expr(*walk.of_line(line))
        if line.verb in {"run", "refill"} and line.call is not None:
            sort = "step" if line.verb == "run" else "market"
            self.here.uses.append(((sort, line.call.name), 0))
        if line.verb in {"collect", "release"}:
            self.here.uses.extend(((("cost", name), 0)) for name in self.promised)
        if line.verb == "refund" and line.call is not None:
            self.here.uses.append((("cost", line.call.name), 0))
        if line.otherwise is not None:
            self._line(line.otherwise)


def _uses_of(name: str, cost: r.CostDecl | None) -> int:
    """How often a parameter of a cost is read, where that is written out."""
    if cost is None:
        return 0
    amounts = [one.line for one in cost.modifiers]
    sentences = (cost.source, cost.base, cost.show, cost.to, cost.record)
    phrases = [one.expr for one in sentences if one is not None]
    phrases += [one for line in amounts for one in (line.value, line.when) if one is not None]
    parts = [part for phrase in phrases for part in walk.everything(phrase)]
    read = sum(isinstance(part, n.Name | n.Read) and part.name == name for part in parts)
    return read * (3 + len(amounts))


def _first_line(span: Span) -> Span:
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0]))
