"""Who runs which tests where several processes share them."""

import re

from xdist.scheduler import LoadScopeScheduling

from interpreter.api.files import shipped

_GAME = re.compile(rf"[-\[]({'|'.join(sorted(map(re.escape, shipped()), key=len, reverse=True))})[-/:\]]")


class ByGame(LoadScopeScheduling):
    """One worker runs all that is tried on one game, else all of one file: it loads and compiles things once.

    The groups of pytest-xdist would say the same, but it writes them into the names of tests, which
    pytest 9.2 does not let it change.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def scope_of(test: str) -> str:
    """The game that the name of a test tells, or its file."""
    file, _, name = test.partition("::")
    found = _GAME.search(name)
    return found[1] if found else file
