"""What a search finds: named, weighed, at a place of the ruleset, with a match that shows it."""

from dataclasses import dataclass
from typing import Literal

from interpreter.study.playability.trace import Trace
from interpreter.study.report import Json

Severity = Literal["error", "warning", "note"]
"""An ``error`` surely is a fault of the rules; a ``warning`` may be one, or was too rare; a ``note`` is worth
knowing and weighs nothing.
"""

WEIGHTS: tuple[Severity, ...] = ("error", "warning", "note")

MEANINGS = {
    "no-choice": "a player must choose, nothing is legal, and the ruleset does not say what follows (E704)",
    "stuck": "nothing is legal at a decision, and `if stuck` says what follows",
    "out-of-range": "a number or a bag leaves its range (E701)",
    "too-many-laps": "a repetition comes to its `never more than` (E702)",
    "draw-from-nothing": "something is drawn where there is nothing (E703)",
    "too-much-work": "nobody has to choose for too many steps (E705)",
    "promise-broken": "what the ruleset promises does not hold (E706)",
    "invariant-broken": "an invariant does not hold (E707)",
    "search-given-up": "a legal move is too hard to find (E708)",
    "rounds-disagree": "two rounds of one moment set a place to two values (E710)",
    "rounds-clash": "two rounds of one moment do not go together (E711)",
    "endless": "from some position no end can be reached",
    "repeats": "play comes back to a position where it was before",
    "unfinished": "matches are stopped at `longest`",
    "decision-never": "a decision is never reached",
    "action-never": "an action is never offered",
    "alternative-never": "an alternative of a decision is never offered, while its action is elsewhere",
    "always-forced": "at a decision there is never more than one legal move",
    "value-never": "values of a stage are never chosen",
    "rule-never": "a standing rule never acts",
    "line-never": "effects are never carried out",
    "end-never": "an end is never reached",
    "option-idle": "a value of an option changes nothing",
    "seat-never-wins": "a player never wins",
    "nobody-wins": "no player ever wins",
    "seat-advantage": "players do not win equally often",
    "range-never-near": "a component stays far from its bound",
    "never-changes": "a component always has one value",
    "laps-never-near": "a repetition stays far from its `never more than`",
    "not-conserved": "things that the rules only move become more or fewer",
}
"""Every name a finding can have, and what it means."""

CODES = {
    "E701": "out-of-range",
    "E702": "too-many-laps",
    "E703": "draw-from-nothing",
    "E704": "no-choice",
    "E705": "too-much-work",
    "E706": "promise-broken",
    "E707": "invariant-broken",
    "E708": "search-given-up",
    "E710": "rounds-disagree",
    "E711": "rounds-clash",
}
"""What an error of the rules is called here."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place of the ruleset: the address of a paragraph, its file and line ("" and 0: nowhere in one)."""

    rule: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """The match that shows a finding: with which setting, and how it goes."""

    setting: int
    trace: Trace


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. ``certain``: all positions were looked at, or it happened; else it was only not seen in so
    many games. ``shown`` shows it, or is a match without it; ``how`` says which, and with what move it goes
    on.
    """

    name: str
    severity: Severity
    certain: bool
    where: Where
    text: str
    shown: Shown | None = None
    how: str = ""

    @property
    def weighs(self) -> bool:
        """Whether it makes the game doubtful."""
        return self.severity != "note"

    def to_json(self, record: str | None) -> dict[str, Json]:
        """The finding as plain data; ``record`` is the file that shows it."""
        return {
            "name": self.name,
            "severity": self.severity,
            "certain": self.certain,
            "rule": self.where.rule,
            "file": self.where.file or None,
            "line": self.where.line or None,
            "text": self.text,
            "how": self.how or None,
            "record": record,
        }
