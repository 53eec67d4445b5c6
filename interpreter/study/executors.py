"""The executors that can be measured, by name."""

from collections.abc import Callable

from interpreter.backends.tally import Tally
from interpreter.core.ir import Program
from interpreter.engine.at_random import Policy

Batch = Callable[[int, int, int, Policy], Tally]
"""Plays games at random and adds them up: the seed, the number of the first game, how many, the policy."""


def _reference(program: Program) -> Batch:
    from interpreter.engine.machine import Engine
    from interpreter.study.simulate import RANDOM, Plan, games_from

    engine, actors = Engine(program), (RANDOM,) * program.players
    return lambda seed, first, games, policy: games_from(engine, first, games, Plan(seed, policy, actors))


def _native(program: Program) -> Batch:
    from interpreter.backends.c.native import NativeExecutor

    return NativeExecutor(program).batch


EXECUTORS: dict[str, Callable[[Program], Batch]] = {"reference": _reference, "native": _native}
"""Each with what makes it ready to play a program; that may raise NoCompiler and Unsupported. What it needs
is imported by who wants it.
"""
