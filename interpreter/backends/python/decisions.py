"""Decisions of whole moves as functions that choose one at random, without a list of moves.

The moves are counted in groups: values of the stages but the last, with the set of values of the last one.
The k-th of all is found in its group, and its values are written into their slots. While moves are tried,
the values of stages are local variables, so that nothing is left behind in the state.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from interpreter.backends.python import expressions, loops
from interpreter.backends.python.scope import LOOPS, Facts, Scope, bare
from interpreter.core import ir
from interpreter.core.reading import parts
from interpreter.core.stages import is_staged, slots_of_choice

NOTHING, MANY = -1, -2
"""What a function of a decision gives in place of an alternative: nothing is legal, or too much is."""


def is_plain(decision: ir.Decision) -> bool:
    """Whether a decision gets a function: one player chooses, each stage has one part, and no array is read
    in which a stage's value stands.
    """
    if isinstance(decision, ir.Together):
        return False
    if any(is_staged(stage) for one in decision.alternatives for stage in one.stages):
        return False
    slots = slots_of_choice(decision.alternatives)
    return not any(
        isinstance(node, ir.ReadAt) and slots & set(range(node.base, node.base + node.size))
        for node in _nodes(decision)
    )


def decide(program: ir.Program, facts: Facts, number: int) -> list[str]:
    """The lines of ``decide_N(s, rng, most)``: the alternative taken (or `NOTHING`, `MANY`), the generator
    afterwards, and how many moves there were.
    """
    decision = program.decisions[number]
    scope = Scope(program, facts)
    scope.often = _often(decision)
    _Decide(scope, decision).write()
    return [f"def decide_{number}(s, rng, most):", *scope.writer.text(), ""]


def _nodes(decision: ir.Decision) -> Iterator[Any]:
    """All forms of a decision that are evaluated to choose; what `why` shows is not."""
    stack: list[Any] = [decision]
    while stack:
        here = stack.pop()
        if isinstance(here, ir.Shown):
            continue
        yield here
        stack.extend(parts(here))


def _often(decision: ir.Decision) -> frozenset[ir.Expr]:
    """The loops that stand in a decision more than once."""
    counts = Counter(node for node in _nodes(decision) if isinstance(node, LOOPS))
    return frozenset(node for node, count in counts.items() if count > 1)


class _Decide:
    """Writes one decision."""

    def __init__(self, scope: Scope, decision: ir.Decision) -> None:
        self._scope = scope
        self._line = scope.writer.line
        self._decision = decision
        alternatives = decision.alternatives
        # One set of values and nothing else needs no groups.
        self._is_one = len(alternatives) == 1 and len(alternatives[0].stages) == 1

    def write(self) -> None:
        """All of it."""
        writer = self._scope.writer
        if self._is_one:
            self._line("bits = none = 0")
        else:
            self._line("total, ends, groups = 0, [], []")
        with ExitStack() as stack:
            for shared in self._decision.shared:
                stack.enter_context(expressions.let(self._scope, shared.slot, shared.value))
            for index, alternative in enumerate(self._decision.alternatives):
                self._line(f"# {plain_text(alternative.action)}")
                self._alternative(index, alternative)
        if self._is_one:
            self._line("total = bits.bit_count() + none")
        self._line("if not total:")
        with writer.indented():
            self._line(f"return {NOTHING}, rng, 0")
        self._line("if total > most:")
        with writer.indented():
            self._line(f"return {MANY}, rng, total")
        self._line("rng, k = below(rng, total) if total > 1 else (rng, 0)")
        self._pick()

    def _alternative(self, index: int, one: ir.Alternative) -> None:
        self._under(one.requires, lambda: self._stages(index, one, 0, ()))

    def _under(self, requires: tuple[ir.Requirement, ...], then: expressions.Then) -> None:
        if not requires:
            then()
            return
        first, *rest = requires
        expressions.condition(self._scope, first.test, lambda: self._under(tuple(rest), then))

    def _stages(self, index: int, one: ir.Alternative, at: int, made: tuple[str, ...]) -> None:
        """The stages from ``at`` on, after those whose values have the names ``made``."""
        if at == len(one.stages):
            self._group(index, "1", "0", made)
            return
        stage, scope = one.stages[at], self._scope
        is_last = at == len(one.stages) - 1
        with ExitStack() as stack:
            for shared in stage.shared:
                stack.enter_context(expressions.let(scope, shared.slot, shared.value))
            if is_last and not stage.requires:
                bits = expressions.value(scope, stage.over)
                self._last(index, stage, bare(bits), "1" if stage.optional else "0", made)
            elif is_last:
                self._filtered(index, stage, made)
            else:
                self._each(stage, lambda name: self._stages(index, one, at + 1, (*made, name)))

    def _each(self, stage: ir.Stage, then: loops.Body) -> None:
        """The values of a stage that meet its requirements."""
        scope = self._scope
        if not stage.optional:
            loops.each(scope, stage.slot, stage.over, lambda x: self._under(stage.requires, lambda: then(x)))
            return
        bits = expressions.value(scope, stage.over)
        name = scope.writer.fresh("x")
        self._line(f"for {name} in (*members[{bare(bits)}], -1):")
        with scope.writer.block(), scope.level(is_loop=True), scope.naming(stage.slot, name):
            self._under(stage.requires, lambda: then(name))

    def _filtered(self, index: int, stage: ir.Stage, made: tuple[str, ...]) -> None:
        """The last stage where its values must be looked at one by one."""
        bits, none = self._scope.writer.fresh("b"), self._scope.writer.fresh("n")
        self._line(f"{bits} = {none} = 0")

        def keep(name: str) -> None:
            if stage.optional:
                self._line(f"if {name} < 0:")
                with self._scope.writer.indented():
                    self._line(f"{none} = 1")
                self._line("else:")
                with self._scope.writer.indented():
                    self._line(f"{bits} |= 1 << {name}")
            else:
                self._line(f"{bits} |= 1 << {name}")

        self._each(stage, keep)
        self._last(index, stage, bits, none, made)

    def _last(self, index: int, stage: ir.Stage, bits: str, none: str, made: tuple[str, ...]) -> None:
        if self._is_one:
            self._line(f"bits = {bits}")
            self._line(f"none = {none}")
            return
        name = bits
        if not bits.isidentifier():
            name = self._scope.writer.fresh("b")
            self._line(f"{name} = {bits}")
        count = f"{name}.bit_count()" + (f" + {none}" if stage.optional else "")
        if stage.optional and none == "1":
            self._group(index, count, name, made)
            return
        self._line(f"if {name} or {none}:" if stage.optional else f"if {name}:")
        with self._scope.writer.indented():
            self._group(index, count, name, made)

    def _group(self, index: int, count: str, bits: str, made: tuple[str, ...]) -> None:
        self._line(f"total += {count}")
        self._line("ends.append(total)")
        self._line(f"groups.append(({', '.join([str(index), bits, *made])}))")
        if self._scope.loops:
            self._line("if total > most:")
            with self._scope.writer.indented():
                self._line(f"return {MANY}, rng, total")

    def _pick(self) -> None:
        """Write the k-th move into its slots."""
        alternatives = self._decision.alternatives
        if self._is_one:
            self._value(alternatives[0].stages[0], "bits")
            self._line("return 0, rng, total")
            return
        self._line("i = bisect(ends, k)")
        self._line("group = groups[i]")
        self._line("if i:")
        with self._scope.writer.indented():
            self._line("k -= ends[i - 1]")
        for index, one in enumerate(alternatives):
            if not one.stages:
                continue
            self._line(f"if group[0] == {index}:")
            with self._scope.writer.indented():
                for at, stage in enumerate(one.stages[:-1]):
                    self._line(f"s[{stage.slot}] = group[{at + 2}]")
                self._value(one.stages[-1], "group[1]")
        self._line("return group[0], rng, total")

    def _value(self, stage: ir.Stage, bits: str) -> None:
        """Write the k-th value of a last stage; none comes behind all members."""
        self._line(f"found = members[{bits}]")
        value = "found[k] if k < len(found) else -1" if stage.optional else "found[k]"
        self._line(f"s[{stage.slot}] = {value}")


def plain_text(text: str) -> str:
    """A text of an author's that can do no harm in a comment: one line of printable ASCII."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)[:80]
