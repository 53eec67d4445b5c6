"""Why native code cannot run a program here."""


class NoCompiler(Exception):  # noqa: N818 - it says what is missing
    """There is no C compiler that works; the message says what was tried and how to get one."""


class Unsupported(Exception):  # noqa: N818 - it says what a program asks for
    """A program that native code cannot run; the reference can."""
