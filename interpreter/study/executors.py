"""The executors that can be measured, by name."""

from collections.abc import Callable

from interpreter.backends.executor import Executor
from interpreter.backends.tally import Tally
from interpreter.core.ir import Program
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import numbered
from interpreter.study.games import game_of
from interpreter.study.report import tally

Batch = Callable[[int, int, int, Policy], Tally]
"""Plays games at random and adds them up: the seed, the number of the first game, how many, the policy."""


def _reference(program: Program) -> Batch:
    from interpreter.backends.reference import Reference

    reference = Reference(program)
    assert reference.engine.quiet.stops  # its closures are built when they are first asked for
    return _by_outcomes(reference)


def _python(program: Program) -> Batch:
    from interpreter.backends.python.executor import Python

    return _by_outcomes(Python(program))


def _native(program: Program) -> Batch:
    from interpreter.backends.c.native import NativeExecutor

    return NativeExecutor(program).batch


def _by_outcomes(executor: Executor) -> Batch:
    """Batches of an executor that gives each game's outcome."""

    def batch(seed: int, first: int, games: int, policy: Policy) -> Tally:
        seeds = tuple([numbered(seed, number) for number in range(first, first + games)])
        outcomes = executor.outcomes(seeds, policy, CUT)
        return tally([game_of(outcome) for outcome in outcomes], executor.program.players)

    return batch


EXECUTORS: dict[str, Callable[[Program], Batch]] = {
    "reference": _reference,
    "python": _python,
    "native": _native,
}
"""Each with what makes it ready to play a program; that may raise NoCompiler and Unsupported. What it needs
is imported by who wants it.
"""
