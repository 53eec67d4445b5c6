"""A passage of a trace as a person reads it: the move, what followed, what each rule changed."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, plain
from interpreter.front.match.screen import result_lines
from interpreter.front.paint import room
from interpreter.front.reason_lines import COLOURS, beside, parts_lines

if TYPE_CHECKING:
    from interpreter.study.changes import Change
    from interpreter.study.entries import Entry
    from interpreter.study.trace import Trace
    from interpreter.study.walk_record import Halt

_WORDS = {
    "payment": "pays: ", "chance": "chance: ", "when": "when ", "if": "if ", "until": "until ",
    "skipping": "skipping ", "always": "always, when ", "end": "ends, when ", "refill": "full, when ",
}  # fmt: skip
_LONG = 60
"""A list of things that is longer is told by what came and what went."""


def passage_lines(
    trace: "Trace", at: int, entries: "Sequence[Entry]", hits: Sequence[str] = (), *, reasons: bool = False
) -> Iterator[Line]:
    """A passage with its number; ``hits`` are the breakpoints that it met."""
    number = trace.passages[at].number
    head = "set-up" if number == 0 else f"move {number}"
    moves = [entry for entry in entries if entry.sort == "move"]
    if len(moves) > 1:
        head = f"moves {number} to {number + len(moves) - 1}"
    yield ((head, BOLD), *(((f"  stops for {', '.join(hits)}", "yellow"),) if hits else ()))
    told: set[str] = set()
    for entry in entries:
        yield from _entry_lines(entry, told if reasons else None)
    state = trace.state(at)
    if state is not None and state.result is not None:
        yield from result_lines(state.result, trace.engine.seats)


def _entry_lines(entry: "Entry", told: set[str] | None) -> Iterator[Line]:
    """An entry; with whole reasons where ``told`` is there, which are the statements read before it."""
    cites = f" [{', '.join(one.name for one in entry.cites)}]" if entry.cites else ""
    where = "  ".join(filter(None, (entry.rule if entry.sort not in {"step", "over"} else "", entry.place)))
    tail = (f"  {where}{cites}", DIM)
    look = BOLD if entry.sort == "move" else PLAIN
    indent = "  " if entry.sort in {"move", "step", "over"} else "    "
    line: Line = ((indent + _WORDS.get(entry.sort, "") + entry.text, look),)
    if entry.value:
        line = (*line, (": ", PLAIN), (entry.value, COLOURS.get(entry.value, PLAIN)))
    yield from _fitted(line, tail)
    if entry.reason is not None:
        yield from _reason_lines(entry, indent + "  ", told)
    for change in entry.changes:
        yield ((f"{indent}    {change_text(change)}", "cyan"),)


def _fitted(line: Line, tail: tuple[str, str]) -> Iterator[Line]:
    """A line with where it stands behind it, or under it on a narrow screen."""
    if len(plain(line)) + len(tail[0]) <= room()[0]:
        yield (*line, tail)
        return
    yield line
    yield ((f"        {tail[0].strip()}", DIM),)


def _reason_lines(entry: "Entry", indent: str, told: set[str] | None) -> Iterator[Line]:
    """The parts of a condition: all of them, or those that say no more than their values."""
    assert entry.reason is not None
    if told is not None:
        yield from parts_lines(entry.reason, indent, told)
        return
    short = beside(entry.reason)
    if short:
        yield ((f"{indent}  {short.strip().strip('()')}", PLAIN),)


def change_text(change: "Change") -> str:
    """``purse(P1): 3 → 5``; of many things what came and what went: ``deck: − coal, wood 3 → 2``."""
    if len(change.before) + len(change.after) <= _LONG:
        return f"{change.cell}: {change.before} → {change.after}"
    before, after = _things(change.before), _things(change.after)
    told = []
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if old is None:
            told.append(f"+ {name} {new}".removesuffix(" 1"))
        elif new is None:
            told.append(f"− {name} {old}".removesuffix(" 1"))
        elif old != new:
            told.append(f"{name} {old} → {new}")
    return f"{change.cell}: {', '.join(told) or 'in another order'}"


def _things(text: str) -> dict[str, int]:
    """How many there are of each thing in a list of things."""
    found: dict[str, int] = {}
    for one in text.split(", ") if text != "nothing" else ():
        name, _, count = one.rpartition(" ")
        number = count.removeprefix("×")
        is_many = bool(name) and number.isdecimal()
        key = name if is_many else one
        found[key] = found.get(key, 0) + (int(number) if is_many else 1)
    return found


def halt_lines(halt: "Halt") -> Iterator[Line]:
    """Why a record goes no further."""
    where = "in the set-up" if halt.number == 0 else f"at move {halt.number}"
    yield ((f"the record goes no further {where}: ", BOLD), (halt.message, PLAIN))
    if halt.error is not None:
        from interpreter.front.failing import rules_error_lines

        for line in rules_error_lines(halt.error)[1:]:
            yield ((f"  {line.strip()}", PLAIN),)
