"""Which executor runs a program: the fastest one that works here, unless somebody names another."""

from typing import Literal

from interpreter.backends.c.compiler import NoCompiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.ranges import Unsupported
from interpreter.core.ir import Program

Name = Literal["auto", "native", "python", "reference"]
"""``auto`` is the native executor where it is worth it and works, else emitted Python."""

WORTH_COMPILING = 200
"""From so many games on, compiling is worth it; fewer are played natively if the library is there."""


def native_for(program: Program, name: Name, games: int) -> tuple[NativeExecutor | None, str]:
    """The native executor where it is to play that many games, and else why not ("" where it need not).

    Raises: NoCompiler, Unsupported where "native" is named and there can be none.
    """
    if name in ("reference", "python"):
        return None, ""
    try:
        executor = NativeExecutor(program, is_loaded=False)
        if name == "auto" and games < WORTH_COMPILING and not executor.is_built:
            return None, ""
        executor.load()
    except (NoCompiler, Unsupported) as error:
        if name == "native":
            raise
        return None, str(error)
    return executor, ""
