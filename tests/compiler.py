"""Tests that need a C compiler: on a machine without one they are left out, and `.ci/run` demands one."""

import pytest

from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.refusals import NoCompiler


def has_compiler() -> bool:
    """Whether native code can be made here."""
    try:
        compiler()
    except NoCompiler:
        return False
    return True


needs_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
