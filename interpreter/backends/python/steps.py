"""The steps of stages of several parts as functions: what can be chosen, and whether a value may be.

They do what `engine.steps.Step` and `engine.picks.Picks` do, for one step each, with all that is known of it
written out.
"""

from collections.abc import Callable
from typing import Any, cast

from interpreter.backends.python import expressions, loops
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir
from interpreter.core.reading import slots_read
from interpreter.engine.forms import Slots
from interpreter.engine.steps import Step

_COPIED = (
    "stage", "part", "slot", "over", "each", "optional", "allowed", "keep", "last", "after", "place", "picks",
    "ended", "shared", "looks", "hints", "put", "begin", "allowed_values",
)  # fmt: skip


class Quick:
    """A step whose candidates, and the trying of values, are functions of its own."""

    __slots__ = (*_COPIED, "candidates", "enter")

    def __init__(
        self,
        step: Step,
        candidates: Callable[[Slots], tuple[int, ...]],
        enter: Callable[[Slots, int, int], int],
    ) -> None:
        for name in _COPIED:
            object.__setattr__(self, name, getattr(step, name))
        self.candidates = candidates
        self.enter = enter


def quick(step: Step, candidates: Any, enter: Any) -> Step:
    """A step with emitted functions."""
    return cast(Step, Quick(step, candidates, enter))


def functions(program: ir.Program, facts: Facts, alternative: ir.Alternative, prefix: str) -> list[str]:
    """The lines of ``candidates_PREFIX_N(s)`` and ``enter_PREFIX_N(s, here, value)`` for all steps of an
    alternative.
    """
    lines: list[str] = []
    at = 0
    for stage in alternative.stages:
        after = at + stage.parts
        for part in range(stage.parts):
            writer = _Step(program, facts, stage, part, after)
            lines += [f"def candidates_{prefix}_{at}(s):", *writer.candidates(), ""]
            lines += [f"def enter_{prefix}_{at}(s, here, value):", *writer.enter(), ""]
            at += 1
    return lines


class _Step:
    """Writes the functions of one step."""

    def __init__(self, program: ir.Program, facts: Facts, stage: ir.Stage, part: int, after: int) -> None:
        self._program = program
        self._facts = facts
        self._stage = stage
        self._part = part
        self._after = after
        self._begin_function()

    def _begin_function(self) -> None:
        self._scope = Scope(self._program, self._facts, frozenset())
        self._line = self._scope.writer.line

    def _value(self, expr: ir.Expr) -> str:
        """The text of a value, computed from the slots as they are at this point."""
        with self._scope.root():
            return expressions.value(self._scope, expr)

    # -- candidates -----------------------------------------------------------------------------------

    def candidates(self) -> list[str]:
        """The lines of the function that gives what can be chosen."""
        self._begin_function()
        if not self._part:
            for shared in self._stage.shared:
                self._line(f"s[{shared.slot}] = {bare(self._value(shared.value))}")
        if self._stage.several is not None:
            self._picks(self._stage.several)
        else:
            with self._scope.root():
                members = loops.members(self._scope, self._stage.over)
                optional = self._stage.optional
                self._line(f"return (*{members}, -1)" if optional else f"return {_tuple(members)}")
        return self._scope.writer.text()

    def _picks(self, several: ir.Several) -> None:
        k, line = self._part, self._line
        if k:
            line(f"last = s[{several.picks + k - 1}]")
            line("if last < 0:")
            line("    return (-1,)")
        high = self._high(several)
        if high.isdigit():
            self._above(several, "last" if k else None) if k < int(high) else line("found = ()")
        else:
            line(f"if {k} < {high}:")
            with self._scope.writer.block():
                self._above(several, "last" if k else None)
            line("else:")
            line("    found = ()")
        low = self._value(several.low)
        if low.isdigit():
            line("return (-1, *found)" if k >= int(low) else "return found")
        else:
            line(f"return (-1, *found) if {k} >= {low} else found")

    def _high(self, several: ir.Several) -> str:
        """How many can be picked."""
        parts = self._stage.parts
        if isinstance(several.high, ir.Const):
            return str(min(several.high.value, parts))
        self._line(f"high = {bare(self._value(several.high))}")
        self._line(f"if high > {parts}:")
        self._line(f"    high = {parts}")
        return "high"

    def _above(self, several: ir.Several, last: str | None) -> None:
        """What is not below the last pick, nor used up by it, as a tuple."""
        if last is None:
            with self._scope.root():
                members = _tuple(loops.members(self._scope, self._stage.over))
                self._line(f"found = {members}")
            return
        self._first_after(several, last)
        self._line(f"bits = {bare(self._value(self._stage.over))}")
        self._line("found = members[bits >> first << first]")

    def _first_after(self, several: ir.Several, last: str) -> None:
        """The lowest member that may be picked after another."""
        line = self._line
        if several.stock is None:
            line(f"first = {last} + 1")
            return
        line(f"s[{several.var}] = {last}")
        width = self._program.domains[self._stage.domain].size
        with self._scope.bounds.knowing(several.var, (0, width - 1)):
            stock = self._value(several.stock)
        line(f"first = {last} if s[{several.counts} + {last}] < {stock} else {last} + 1")

    # -- trying a value -------------------------------------------------------------------------------

    def enter(self) -> list[str]:
        """The lines of the function that writes a value and gives the step that follows, or -1."""
        self._begin_function()
        stage, several = self._stage, self._stage.several
        if several is not None:
            self._pick(several)
        else:
            self._line(f"s[{stage.slot + self._part}] = value")
            if self._part == stage.parts - 1:
                self._return(stage.requires)
            else:
                self._return(stage.may[self._part] if stage.may else ())
        return self._scope.writer.text()

    def _return(self, requires: tuple[ir.Requirement, ...]) -> None:
        """The step that follows where requirements hold."""
        self._answer(requires, "here + 1")

    def _answer(self, requires: tuple[ir.Requirement, ...], following: str) -> None:
        def then(rest: tuple[ir.Requirement, ...]) -> None:
            if rest:
                expressions.condition(self._scope, rest[0].test, lambda: then(rest[1:]))
            else:
                self._line(f"return {following}")

        with self._scope.root():
            then(requires)
        if requires:
            self._line("return -1")

    def _pick(self, several: ir.Several) -> None:
        k, base, stage, line = self._part, several.picks, self._stage, self._line
        parts, writer = stage.parts, self._scope.writer
        line("if value < 0:")
        with writer.indented():
            line(f"s[{base + k}:{base + parts}] = {_nothings(parts - k)}")
            line(f"made = [item for item in s[{base}:{base + k}] if item >= 0]" if k else "made = ()")
            self._keep(several)
            self._answer(stage.requires, str(self._after))
        line(f"s[{base + k}] = value")
        line(f"made = s[{base}:{base + k + 1}]" if k else "made = (value,)")
        self._keep(several)
        high = self._high(several)
        if k + 1 < parts and not (high.isdigit() and k + 1 >= int(high)):
            if high.isdigit():
                self._goes_on(several)
                return
            line(f"if {k + 1} < {high}:")
            with writer.indented():
                self._goes_on(several)
        if k + 1 < parts:
            line(f"s[{base + k + 1}:{base + parts}] = {_nothings(parts - k - 1)}")
        self._answer(stage.requires, str(self._after))

    def _goes_on(self, several: ir.Several) -> None:
        """More may be picked: what can follow is looked at, where that is asked."""
        stage = self._stage
        tests = [one.test for part in stage.may for one in part]
        if any(several.rest in slots_read(test) for test in tests):
            self._first_after(several, "value")
            self._line(f"bits = {bare(self._value(stage.over))}")
            self._line(f"s[{several.rest}] = bits >> first << first")
        self._return(stage.may[0] if stage.may else ())

    def _keep(self, several: ir.Several) -> None:
        """Write the set of what is picked, how many they are, and how many of each."""
        line = self._line
        line("bits = 0")
        line("for item in made:")
        line("    bits |= 1 << item")
        line(f"s[{self._stage.slot}] = bits")
        line(f"s[{several.size}] = len(made)")
        if several.counts >= 0:
            width = self._program.domains[self._stage.domain].size
            line(f"s[{several.counts}:{several.counts + width}] = {_zeros(width)}")
            line("for item in made:")
            line(f"    s[{several.counts} + item] += 1")


def _tuple(members: str) -> str:
    return f"tuple({members})" if members.startswith("range(") else members


def _nothings(count: int) -> str:
    return f"({'-1, ' * count})".replace(", )", ",)")


def _zeros(count: int) -> str:
    return f"({'0, ' * count})".replace(", )", ",)")
