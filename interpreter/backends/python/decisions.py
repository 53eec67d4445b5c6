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
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir
from interpreter.core.free import LOOPS
from interpreter.core.reading import parts
from interpreter.core.stages import is_staged, slots_of_choice

NOTHING, MANY = -1, -2
"""What a function of a decision gives in place of an alternative: nothing is legal, or too much is."""


def is_plain(decision: ir.Decision) -> bool:
    """Whether a decision gets a function: one player chooses, and all alternatives are plain."""
    return not isinstance(decision, ir.Together) and all(map(is_plain_alternative, decision.alternatives))


def is_plain_alternative(one: ir.Alternative) -> bool:
    """Whether each stage has one part, and no array is read in which a stage's value stands."""
    if any(is_staged(stage) for stage in one.stages):
        return False
    slots = slots_of_choice((one,))
    return not any(
        isinstance(node, ir.ReadAt) and slots & set(range(node.base, node.base + node.size))
        for node in _nodes(one)
    )


def possible(program: ir.Program, facts: Facts, one: ir.Alternative, name: str) -> list[str]:
    """The lines of a function of a plain alternative: whether it is open and can be completed. What the
    decision shares is in the slots.
    """
    scope = Scope(program, facts, frozenset())
    writer = _Possible(scope)
    writer.write(one)
    return [f"def {name}(s):", *scope.writer.text(), ""]


def decide(program: ir.Program, facts: Facts, number: int) -> list[str]:
    """The lines of ``decide_N(s, rng, most)``: the alternative taken (or `NOTHING`, `MANY`), the generator
    afterwards, and how many moves there were.
    """
    decision = program.decisions[number]
    scope = Scope(program, facts)
    scope.often = _often(decision)
    _Decide(scope, decision).write()
    return [f"def decide_{number}(s, rng, most):", *scope.writer.text(), ""]


def _nodes(decision: ir.Decision | ir.Alternative) -> Iterator[Any]:
    """All forms of a choice that are evaluated to choose; what `why` shows is not."""
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


class _Stages:
    """Writes what is common to all that goes through the stages of an alternative."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._line = scope.writer.line

    def _under(self, requires: tuple[ir.Requirement, ...], then: expressions.Then) -> None:
        if not requires:
            then()
            return
        first, *rest = requires
        expressions.condition(self._scope, first.test, lambda: self._under(tuple(rest), then))

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


class _Possible(_Stages):
    """Writes whether there is a way through the stages of an alternative."""

    def write(self, one: ir.Alternative) -> None:
        """All of it."""
        self._under(one.requires, lambda: self._from(one.stages))
        self._line("return False")

    def _from(self, stages: tuple[ir.Stage, ...]) -> None:
        if not stages:
            self._line("return True")
            return
        first, rest = stages[0], stages[1:]
        with ExitStack() as stack:
            for shared in first.shared:
                stack.enter_context(expressions.let(self._scope, shared.slot, shared.value))
            if rest or first.requires:
                self._each(first, lambda _: self._from(rest))
            elif first.optional:
                self._line("return True")
            else:
                self._line(f"if {bare(expressions.any_of(self._scope, first.over))}:")
                with self._scope.writer.indented():
                    self._line("return True")


class _Decide(_Stages):
    """Writes one decision."""

    def __init__(self, scope: Scope, decision: ir.Decision) -> None:
        super().__init__(scope)
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
            self._line("total, groups = 0, []")
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
        self._line(f"groups.append(({', '.join(['total', str(index), bits, *made])}))")
        if len(made) > 1:
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
        self._line("i = bisect(groups, (k + 1,))")
        self._line("group = groups[i]")
        self._line("if i:")
        with self._scope.writer.indented():
            self._line("k -= groups[i - 1][0]")
        for index, one in enumerate(alternatives):
            if not one.stages:
                continue
            self._line(f"if group[1] == {index}:")
            with self._scope.writer.indented():
                for at, stage in enumerate(one.stages[:-1]):
                    self._line(f"s[{stage.slot}] = group[{at + 3}]")
                self._value(one.stages[-1], "group[2]")
        self._line("return group[1], rng, total")

    def _value(self, stage: ir.Stage, bits: str) -> None:
        """Write the k-th value of a last stage; none comes behind all members."""
        self._line(f"found = members[{bits}]")
        value = "found[k] if k < len(found) else -1" if stage.optional else "found[k]"
        self._line(f"s[{stage.slot}] = {value}")


def plain_text(text: str) -> str:
    """A text of an author's that can do no harm in a comment: one line of printable ASCII."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)[:80]
