"""Statements compiled to closures that change the list of slots.

A program is compiled twice: with logs, to be read by people, and without, for playouts.
"""

from itertools import groupby
from typing import assert_never

from interpreter.core.ir import (
    Agree,
    And,
    Arith,
    Compare,
    Const,
    Copy,
    Empty,
    Exists,
    Expr,
    Extreme,
    First,
    Highest,
    If,
    Let,
    Log,
    Loop,
    Lowest,
    Member,
    Not,
    Or,
    Place,
    Program,
    Range,
    ReadAt,
    Repeat,
    Require,
    Set,
    SetAt,
    SetCompare,
    SetConst,
    Sorted,
    Statement,
    When,
)
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Told
from interpreter.engine.forms import Eval, Run, Slots, Tape, place_of
from interpreter.engine.members import members
from interpreter.engine.names import held_text, slot_text
from interpreter.engine.picking import keys_of
from interpreter.engine.telling import Counts, counts_of, things_of

_BROKEN = {
    "E711": "this place is changed at once in two ways that do not go together",
    "E701": "a bag would hold more than it may, or a place give what it does not hold",
    "E709": "less would be left than is promised out of this place",
    "E702": "this repetition goes on for more laps than its `never more than` allows",
}


def broken_message(code: str) -> str:
    """What is said where a promise of that code does not hold."""
    return _BROKEN.get(code, "a promise of the ruleset does not hold")


def broken(
    program: Program, code: str, place: Place | None, slot: int = -1, values: tuple[int, int] = (0, 0)
) -> RulesError:
    """The error of a promise that does not hold: of a slot by name, and of two values that it would get."""
    if slot < 0:
        return RulesError(code, broken_message(code), place)
    name = slot_text(program, slot)
    if code != "E710":
        message = broken_message(code).replace("this place", f"`{name}`")
        return RulesError(code, message, place)
    one, other = (held_text(program, slot, value) for value in values)
    message = f"`{name}` would become {one} and {other} at once"
    return RulesError(code, message, place, ((name, f"{one} and {other}"),))


class Statements:
    """The compiler of one program's statements, with logs or without."""

    def __init__(self, program: Program, logs: bool) -> None:
        self.program = program
        self.logs = logs
        self.closures = Closures(program)

    def body(self, body: tuple[Statement, ...]) -> Run:
        """The function that carries out statements in turn."""
        runs: list[Run] = []
        for constant, group in groupby(body, _sets_constant):
            if constant:
                runs.append(_set_constants(tuple(group)))
            else:
                runs += [run for statement in group if (run := self.statement(statement))]
        match runs:
            case []:
                return lambda s: None
            case [one]:
                return one
            case [one, two]:
                return _two(one, two)
            case _:
                return _many(tuple(runs))

    def statement(self, statement: Statement) -> Run | None:
        """The function that carries out one statement; None where there is nothing to do."""
        match statement:
            case Set():
                return self._set(statement)
            case SetAt():
                return self._set_at(statement)
            case Copy(target, source, count):
                return _copy(target, source, count)
            case When():
                return self._when(statement)
            case Loop():
                return self._loop(statement)
            case Sorted():
                return self._sorted(statement)
            case Repeat():
                return self._repeat(statement)
            case Log():
                return self._log(statement) if self.logs else None
            case Require():
                return self._require(statement)
            case Agree():
                return self._agree(statement)
            case _:
                assert_never(statement)

    def _value(self, expr: Expr) -> Eval:
        """A value to be stored: a condition is turned from a bool into 0 or 1."""
        value = self.closures.expr(expr)
        return (lambda s: +value(s)) if _may_be_bool(expr) else value

    def _set(self, statement: Set) -> Run:
        slot, value, check = statement.slot, self._value(statement.value), statement.check
        if check is None:

            def plain(s: Slots) -> None:
                s[slot] = value(s)

            return plain
        low, high = check.lo, check.hi

        def run(s: Slots) -> None:
            new = value(s)
            if not low <= new <= high:
                raise self._out_of_range(slot, new, check)
            s[slot] = new

        return run

    def _set_at(self, statement: SetAt) -> Run:
        base, value, check = statement.base, self._value(statement.value), statement.check
        index = self.closures.index(statement.index, statement.size)
        match statement.value:
            case Arith("add", ReadAt(of, _, at), amount) if of == base and at == statement.index and check:
                return self._add_at(base, index, self._value(amount), check)
            case _:
                pass
        if check is None:

            def plain(s: Slots) -> None:
                s[base + index(s)] = value(s)

            return plain
        low, high = check.lo, check.hi

        def run(s: Slots) -> None:
            slot, new = base + index(s), value(s)
            if not low <= new <= high:
                raise self._out_of_range(slot, new, check)
            s[slot] = new

        return run

    def _add_at(self, base: int, index: Eval, amount: Eval, check: Range) -> Run:
        """``add n to chips(me)``: the place is found once."""
        low, high = check.lo, check.hi

        def run(s: Slots) -> None:
            slot = base + index(s)
            new = s[slot] + amount(s)
            if not low <= new <= high:
                raise self._out_of_range(slot, new, check)
            s[slot] = new

        return run

    def _out_of_range(self, slot: int, value: int, check: Range) -> RulesError:
        name = slot_text(self.program, slot)
        message = f"`{name}` would become {value}, expected {check.lo}..{check.hi}"
        return RulesError("E701", message, place_of(self.program, check.place), ((name, str(value)),))

    def _when(self, statement: When) -> Run:
        test, then = self.closures.expr(statement.test), self.body(statement.then)
        if not statement.other:

            def only(s: Slots) -> None:
                if test(s):
                    then(s)

            return only
        other = self.body(statement.other)

        def run(s: Slots) -> None:
            if test(s):
                then(s)
            else:
                other(s)

        return run

    def _loop(self, statement: Loop) -> Run:
        var, each = statement.var, self.closures.each(statement.over)
        with self.closures.bounds.running(var, statement.over):
            body = self.body(statement.body)

        def run(s: Slots) -> None:
            for i in each(s):
                s[var] = i
                body(s)

        return run

    def _sorted(self, statement: Sorted) -> Run:
        var, each = statement.var, self.closures.each(statement.over)
        with self.closures.bounds.running(var, statement.over):
            keys, body = keys_of(self.closures, statement.keys), self.body(statement.body)

        def run(s: Slots) -> None:
            ranked: list[tuple[tuple[int, ...], int]] = []
            for i in each(s):
                s[var] = i
                ranked.append((keys(s), i))
            for _, i in sorted(ranked):
                s[var] = i
                body(s)

        return run

    def _repeat(self, statement: Repeat) -> Run:
        test, body, most = self.closures.expr(statement.test), self.body(statement.body), statement.at_most

        def run(s: Slots) -> None:
            laps = 0
            while test(s):
                if laps == most:
                    place = place_of(self.program, statement.place)
                    raise RulesError("E702", f"a loop is not done after {most} laps", place)
                laps += 1
                body(s)

        return run

    def _log(self, statement: Log) -> Run:
        event = statement.event
        forms = self.program.events[event].forms
        args = tuple(
            self._told(arg, form)
            for arg, form in zip(statement.args, forms, strict=True)
        )
        seen = self.closures.expr(statement.seen) if statement.seen else None

        def run(s: Slots) -> None:
            if isinstance(s, Tape):
                who = frozenset(p + 1 for p in members(seen(s))) if seen else None
                s.trail.append(Told(event, tuple([arg(s) for arg in args]), who))

        return run

    def _told(self, arg: Expr, form: str) -> Eval | Counts:
        """What computes an argument of a log line."""
        match form:
            case "bag":
                return counts_of(self.closures, arg)
            case "list":
                return things_of(self.closures, arg)
            case _:
                return self._value(arg)

    def _agree(self, statement: Agree) -> Run:
        test, code, place = self.closures.expr(statement.test), statement.code, statement.place
        slot = self.closures.expr(statement.slot)
        values = tuple(self.closures.expr(one) for one in statement.values)

        def run(s: Slots) -> None:
            if not test(s):
                one, other, *_ = (*(int(value(s)) for value in values), 0, 0)
                raise broken(self.program, code, place_of(self.program, place), int(slot(s)), (one, other))

        return run

    def _require(self, statement: Require) -> Run:
        test, code, place = self.closures.expr(statement.test), statement.code, statement.place

        def run(s: Slots) -> None:
            if not test(s):
                raise broken(self.program, code, place_of(self.program, place))

        return run


def _two(one: Run, two: Run) -> Run:
    def run(s: Slots) -> None:
        one(s)
        two(s)

    return run


def _many(runs: tuple[Run, ...]) -> Run:
    def run(s: Slots) -> None:
        for each in runs:
            each(s)

    return run


def _copy(target: int, source: int, count: int) -> Run:
    target_end, source_end = target + count, source + count

    def run(s: Slots) -> None:
        s[target:target_end] = s[source:source_end]

    return run


def _sets_constant(statement: Statement) -> bool:
    return (
        isinstance(statement, Set) and isinstance(statement.value, Const | SetConst) and not statement.check
    )


def _set_constants(group: tuple[Statement, ...]) -> Run:
    """Several slots set to what is known, as where dead locals are cleared."""
    pairs = [
        (
            statement.slot,
            statement.value.value if isinstance(statement.value, Const) else statement.value.bits,
        )
        for statement in group
        if isinstance(statement, Set) and isinstance(statement.value, Const | SetConst)
    ]
    if len(pairs) == 1:
        ((slot, number),) = pairs

        def one(s: Slots) -> None:
            s[slot] = number

        return one

    runs, single = _side_by_side(dict(pairs))

    def run(s: Slots) -> None:
        for start, end, numbers in runs:
            s[start:end] = numbers
        for slot, number in single:
            s[slot] = number

    return run


def _side_by_side(
    values: dict[int, int],
) -> tuple[tuple[tuple[int, int, list[int]], ...], tuple[tuple[int, int], ...]]:
    """Slots that lie side by side, each run with its end and values; and those that lie alone."""
    runs: list[tuple[int, int, list[int]]] = []
    for slot in sorted(values):
        if runs and runs[-1][1] == slot:
            start, _, numbers = runs.pop()
            runs.append((start, slot + 1, [*numbers, values[slot]]))
        else:
            runs.append((slot, slot + 1, [values[slot]]))
    alone = tuple((start, numbers[0]) for start, _, numbers in runs if len(numbers) == 1)
    return tuple(run for run in runs if len(run[2]) > 1), alone


def _may_be_bool(expr: Expr) -> bool:
    match expr:
        case Compare() | And() | Or() | Not() | SetCompare() | Member() | Empty() | Exists():
            return True
        case Arith(op, left, right):
            return op in ("min", "max") and (_may_be_bool(left) or _may_be_bool(right))
        case If(_, then, other):
            return _may_be_bool(then) or _may_be_bool(other)
        case Let(_, _, inner):
            return _may_be_bool(inner)
        case Lowest(_, default) | Highest(_, default) | First(_, _, _, default):
            return _may_be_bool(default)
        case Extreme(_, _, _, value, default):
            return _may_be_bool(value) or _may_be_bool(default)
        case _:
            return False
