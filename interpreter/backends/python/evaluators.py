"""Decisions as the reference has them, with emitted functions in place of closures.

What is asked of one decision only now and then (its moves one by one, choices made stage by stage, choices of
several players) takes the reference's own way through the stages; the expressions on that way are emitted.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from interpreter.backends.python import expressions, loops, steps
from interpreter.backends.python.decisions import is_plain_alternative, possible
from interpreter.backends.python.drawing import Possible
from interpreter.backends.python.drawing import possible as in_general
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir
from interpreter.core.stages import is_staged
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Each, Eval
from interpreter.engine.moves import Choice, Option, compile_choice

Compile = Callable[[str], dict[str, Any]]
"""Gives what a source defines."""


class _Evaluators(Closures):
    """Compiles expressions in two rounds: the first writes functions, the second hands them out in turn."""

    def __init__(self, program: ir.Program, facts: Facts) -> None:
        super().__init__(program)
        self._facts = facts
        self.lines: list[str] = []
        self._made = 0
        self.found: dict[str, Any] = {}

    def expr(self, expr: ir.Expr) -> Eval:
        """The function that evaluates an expression."""
        function: Eval = self._function(lambda scope: expressions.value(scope, expr))
        return function

    def each(self, over: ir.Expr) -> Each:
        """The function that lists the members of a set."""
        function: Each = self._function(lambda scope: _listed(loops.members(scope, over)))
        return function

    def index(self, expr: ir.Expr, count: int) -> Eval:
        """The function that evaluates an index."""
        function: Eval = self._function(lambda scope: expressions.checked_index(scope, expr, count))
        return function

    def _function(self, write: Callable[[Scope], str]) -> Any:
        name = f"f{self._made}"
        self._made += 1
        if self.found:
            return self.found[name]
        scope = Scope(self.program, self._facts, frozenset())
        scope.bounds = self.bounds
        scope.writer.line(f"return {bare(write(scope))}")
        self.lines += [f"def {name}(s):", *scope.writer.text(), ""]
        return _not_yet

    def hand_out(self, compile_source: Compile) -> None:
        """Begin the second round."""
        self.found = compile_source("\n".join(self.lines) + "\n")
        self._made = 0


def _not_yet(s: list[int]) -> Any:
    raise AssertionError("no function is called while they are written")


def _listed(members: str) -> str:
    return f"tuple({members})" if members.startswith("range(") else members


Asked = tuple[Choice, tuple[Possible, ...]]
"""A decision, and for each of its alternatives the question whether it is possible."""


def choices(program: ir.Program, facts: Facts, compile_source: Compile) -> tuple[Asked, ...]:
    """All decisions of a program."""
    evaluators = _Evaluators(program, facts)
    for number, decision in enumerate(program.decisions):
        compile_choice(evaluators, decision)
        for index, one in enumerate(decision.alternatives):
            if any(is_staged(stage) for stage in one.stages):
                evaluators.lines += steps.functions(program, facts, one, f"{number}_{index}")
            elif is_plain_alternative(one):
                evaluators.lines += possible(program, facts, one, f"possible_{number}_{index}")
    evaluators.hand_out(compile_source)
    found = []
    for number, decision in enumerate(program.decisions):
        choice = compile_choice(evaluators, decision)
        options = tuple(_quick(one, f"{number}_{one.index}", evaluators.found) for one in choice.options)
        asked = tuple(
            evaluators.found.get(f"possible_{number}_{one.index}") or in_general(one) for one in options
        )
        found.append((replace(choice, options=options), asked))
    return tuple(found)


def _quick(option: Option, prefix: str, found: dict[str, Any]) -> Option:
    """An alternative with stages of several parts, with a function for each step."""
    if option.plain:
        return option
    made = [
        steps.quick(step, found[f"candidates_{prefix}_{at}"], found[f"enter_{prefix}_{at}"])
        for at, step in enumerate(option.steps)
    ]
    return replace(option, steps=tuple(made))
