"""Which executor runs a program, by its name."""

from collections.abc import Callable

from interpreter.backends.executor import Executor
from interpreter.core.ir import Program


def _reference(program: Program) -> Executor:
    from interpreter.backends.reference import Reference

    return Reference(program)


def _python(program: Program) -> Executor:
    from interpreter.backends.python.executor import Python

    return Python(program)


EXECUTORS: dict[str, Callable[[Program], Executor]] = {"reference": _reference, "python": _python}
"""The executors by name, each with the function that makes one for a program; what they need is imported
only by whoever wants them.
"""


def executor_named(name: str, program: Program) -> Executor:
    """The executor of that name for a program.

    Raises: KeyError for a name that there is not.
    """
    return EXECUTORS[name](program)
