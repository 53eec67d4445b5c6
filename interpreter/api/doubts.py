"""What is doubtful in a ruleset, with the remarks that allow some of it."""

from dataclasses import dataclass

from interpreter.text.allowing import Allowance, idle_allowances, without_allowed
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Diagnostic, sort_key

UNTESTED = "W652"
"""The lint that looks at scenarios, and is asked for by itself."""

Found = tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Lints:
    """``doubts`` are what lints found, ``warnings`` what the check warns of; of both all, allowed or not.
    ``allowed`` are the remarks that allow some, ``wrong`` those that say not what or why.
    """

    doubts: Found
    warnings: Found
    allowed: tuple[Allowance, ...]
    wrong: Found

    def findings(self, untested: Found | None = None) -> Found:
        """The lints that nobody allows, and what is wrong with the remarks; ``untested`` are those statements
        that no scenario tests, if they were looked for.
        """
        judged = {code.id for code in CODES.values() if code.severity == "warning"}
        if untested is None:
            judged -= {UNTESTED}
        doubts = (*self.doubts, *(untested or ()))
        idle = idle_allowances((*doubts, *self.warnings), self.allowed, frozenset(judged))
        found = without_allowed((*doubts, *idle, *self.wrong), self.allowed)
        return tuple(sorted(dict.fromkeys(found), key=sort_key))

    def without_allowed(self, findings: Found) -> Found:
        """Other findings, without those that are allowed."""
        return without_allowed(findings, self.allowed)
