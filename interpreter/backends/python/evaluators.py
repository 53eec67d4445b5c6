"""Decisions as the reference has them, with emitted functions in place of closures.

What is asked of one decision only now and then (its moves one by one, choices made stage by stage, choices of
several players) takes the reference's own way through the stages; the expressions on that way are emitted.
"""

from collections.abc import Callable
from typing import Any

from interpreter.backends.python import expressions, loops
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Each, Eval
from interpreter.engine.moves import Choice, compile_choice

Compile = Callable[[str], dict[str, Any]]
"""Gives what a source defines."""


class _Evaluators(Closures):
    """Compiles expressions in two rounds: the first writes functions, the second hands them out in turn."""

    def __init__(self, program: ir.Program, facts: Facts) -> None:
        super().__init__(program)
        self._facts = facts
        self._lines: list[str] = []
        self._made = 0
        self._found: dict[str, Any] = {}

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
        if self._found:
            return self._found[name]
        scope = Scope(self.program, self._facts, frozenset())
        scope.bounds = self.bounds
        scope.writer.line(f"return {bare(write(scope))}")
        self._lines += [f"def {name}(s):", *scope.writer.text(), ""]
        return _not_yet

    def hand_out(self, compile_source: Compile) -> None:
        """Begin the second round."""
        self._found = compile_source("\n".join(self._lines) + "\n")
        self._found.setdefault("", None)
        self._made = 0


def _not_yet(s: list[int]) -> Any:
    raise AssertionError("no function is called while they are written")


def _listed(members: str) -> str:
    return f"tuple({members})" if members.startswith("range(") else members


def choices(program: ir.Program, facts: Facts, compile_source: Compile) -> tuple[Choice, ...]:
    """All decisions of a program."""
    evaluators = _Evaluators(program, facts)
    for decision in program.decisions:
        compile_choice(evaluators, decision)
    evaluators.hand_out(compile_source)
    return tuple(compile_choice(evaluators, decision) for decision in program.decisions)
