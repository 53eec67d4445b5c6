"""All that a comparison showed, as text and as plain data."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, line
from interpreter.front.difference.play_lines import play_lines, replayed
from interpreter.front.difference.rule_lines import DOES, rule_lines
from interpreter.front.difference.subjects import Subjects

if TYPE_CHECKING:
    from interpreter.api.rules_difference import RulesDifference
    from interpreter.study.contrast.contrast import Contrast
    from interpreter.study.report import Json


@dataclass(frozen=True, slots=True)
class Report:
    """``rules`` is None where the play alone was asked for; ``play`` where the rules alone were, or where the
    rules are the same, which play the same games.
    """

    subjects: Subjects
    rules: "RulesDifference | None"
    play: "Contrast | None"

    @property
    def is_same(self) -> bool:
        """Whether nothing differs in what was compared."""
        rules_same = self.rules is None or self.rules.is_empty
        return rules_same and (self.play is None or self.play.is_same)

    @property
    def replays(self) -> tuple[str, ...]:
        """The commands that play the matches in which the first step was found."""
        found = self.play.search.first if self.play is not None and self.play.search is not None else None
        if found is None or found.pair is not None:
            return ()
        both = self.subjects
        return tuple(
            replayed(both.names[side], both.players[side], found.seed, both.chosen(side)) for side in (0, 1)
        )

    def to_json(self) -> "dict[str, Json]":
        """The whole as plain data."""
        return {
            "same": self.is_same,
            "a": self.subjects.to_json(0),
            "b": self.subjects.to_json(1),
            "rules": None if self.rules is None else self.rules.to_json(),
            "play": None if self.play is None else self.play.to_json(),
        }


def report_lines(report: Report, room: int) -> list[Line]:
    """The report for a terminal that is ``room`` columns wide."""
    lines: list[Line] = []
    for side, look in enumerate(("red", "green")):
        told = filter(None, (report.subjects.seats(side), *report.subjects.chosen(side)))
        more = ", ".join(told)
        title = f"  {report.subjects.titles[side]}"
        lines.append((("AB"[side], look), (title, BOLD), (f"  {more}" if more else "", DIM)))
    if report.rules is not None:
        lines += [(), (("in rules", BOLD), (f"  {counted(report.rules)}", PLAIN))]
        if not report.rules.is_empty:
            lines += [(), *rule_lines(report.rules, room)]
    if report.play is not None:
        lines += [(), *play_lines(report.play, room)]
        if report.replays:
            lines += [(), line("to see the matches of the first step:")]
            lines += [((f"  {command}", DIM),) for command in report.replays]
    elif report.rules is not None and report.rules.is_empty:
        lines.append(line("the same rules play the same games, so that none was played"))
    return lines


def counted(rules: "RulesDifference") -> str:
    """How many differences there are of each sort."""
    if rules.is_empty:
        return "nothing differs"
    counts: dict[str, int] = {}
    for one in rules.differences:
        counts[one.does] = counts.get(one.does, 0) + 1
    told = [f"{counts[does]} {word}" for does, word in DOES.items() if does in counts]
    if rules.chosen:
        told.append(f"{len(rules.chosen)} chosen otherwise")
    return ", ".join(told)
