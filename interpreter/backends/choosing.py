"""Which executor runs a program: the fastest one that is worth it, unless somebody names another."""

from collections.abc import Callable
from typing import Literal

from interpreter.backends.executor import Executor
from interpreter.core.ir import Program

Name = Literal["auto", "native", "python", "reference"]

WORTH_COMPILING = 200
"""From so many games on, compiling C is worth it; fewer are played natively if the library is there."""

WORTH_EMITTING = 10
"""From so many games on, emitting Python is worth it."""


def _reference(program: Program) -> Executor:
    from interpreter.backends.reference import Reference

    return Reference(program)


def _python(program: Program) -> Executor:
    from interpreter.backends.python.executor import Python

    return Python(program)


def _native(program: Program) -> Executor:
    from interpreter.backends.c.native import NativeExecutor

    return NativeExecutor(program)


EXECUTORS: dict[str, Callable[[Program], Executor]] = {
    "reference": _reference,
    "python": _python,
    "native": _native,
}
"""The executors by name, the slowest first, each with the function that makes one for a program; what they
need is imported only by whoever wants them.
"""


def executor_named(name: str, program: Program) -> Executor:
    """The executor of that name for a program.

    Raises: KeyError for a name that there is not; NoCompiler, Unsupported for "native" where it cannot be.
    """
    return EXECUTORS[name](program)


def executor_for(program: Program, name: Name, games: int) -> tuple[Executor, str]:
    """The executor of that name, or with "auto" the one that plays that many games soonest; and why that is
    not the native one, where it is because of the machine ("" else).

    Raises: NoCompiler, Unsupported where "native" is named and cannot be.
    """
    if name != "auto":
        return executor_named(name, program), ""
    native, why = _worth_native(program, games)
    if native is not None:
        return native, ""
    return executor_named("python" if games >= WORTH_EMITTING else "reference", program), why


def _worth_native(program: Program, games: int) -> tuple[Executor | None, str]:
    """The native executor where it is worth it; else None, and why, if it would have been."""
    from interpreter.backends.c.native import NativeExecutor
    from interpreter.backends.c.refusals import NoCompiler, Unsupported

    try:
        executor = NativeExecutor(program, is_loaded=False)
        if games < WORTH_COMPILING and not executor.is_built:
            return None, ""
        executor.load_soon()
    except (NoCompiler, Unsupported) as error:
        return None, str(error) if games >= WORTH_COMPILING else ""
    return executor, ""
