"""The kinds of a program's expressions and statements, followed form by form.

The kind of an expression is the width of its set, or 0 for an integer. Expressions are pure: their
loop variables live in scratch slots, and a scratch slot is read only where something gave it a
value since the last decision or draw, so that no executor needs to keep one there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter.core.bounds import Bounds, Interval
from interpreter.core.ir import (
    Agree,
    And,
    Arith,
    Cheapest,
    Compare,
    Const,
    Copy,
    Empty,
    Exists,
    Expr,
    Extreme,
    Filter,
    First,
    Highest,
    If,
    Key,
    Let,
    Linked,
    Log,
    Lookup,
    Loop,
    Lowest,
    Member,
    Not,
    Or,
    Program,
    Range,
    Read,
    ReadAt,
    Repeat,
    Require,
    Set,
    SetAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Size,
    Slot,
    Sorted,
    Statement,
    Sum,
    Top,
    Union,
    When,
)


class Typing:
    """Follows kinds through a program and collects `problems`, each with where it was found."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self.program = program
        self.bounds = bounds
        self.problems: list[str] = []
        self._where = ""
        self._bound: list[int] = []
        self._written: set[int] = set()

    # What callers say and ask

    def at(self, where: str) -> None:
        """Name the part of the program that is looked at from here on."""
        self._where = where

    def say(self, problem: str) -> None:
        """Note a problem of the part that is looked at."""
        self.problems.append(f"{self._where}: {problem}")

    def enter(self, written: set[int] | None = None) -> None:
        """Begin a block or a decision: of the scratch slots, only those ``written`` hold a value."""
        self._written = set(written or ())

    @contextmanager
    def binding(self, slot: int, interval: Interval) -> Iterator[None]:
        """Inside, ``slot`` is a variable with values in a range."""
        if slot in self._bound:
            self.say(f"slot {slot} is a variable of a form and of another inside it")
        self._bound.append(slot)
        with self.bounds.knowing(slot, interval):
            yield
        self._bound.pop()

    # Indices

    def index(self, index: int, count: int, what: str) -> bool:
        """Whether an index names one of ``count`` things."""
        if not 0 <= index < count:
            self.say(f"{what} {index} is none of the {count} there are")
            return False
        return True

    def place(self, place: int) -> None:
        """A place is an index into the places, or -1."""
        if place != -1:
            self.index(place, len(self.program.places), "place")

    def domain(self, domain: int, plain: bool = False) -> bool:
        """A domain is an index into the domains; -1 where plain numbers are allowed."""
        return (plain and domain == -1) or self.index(domain, len(self.program.domains), "domain")

    def slot(self, slot: int) -> Slot | None:
        """The group of one slot."""
        group = self.bounds.group(slot)
        if group is None:
            self.say(f"slot {slot} is none of the {len(self.bounds.groups)} there are")
        return group

    def array(self, base: int, size: int) -> Slot | None:
        """The group that holds all of ``size`` slots from ``base`` on."""
        group = self.slot(base)
        if group and (size < 1 or base + size > group.base + group.count):
            self.say(f"{size} slots from {base} on are not within slot group `{group.name}`")
            return None
        return group

    def scratch(self, slot: int) -> None:
        """A variable of an expression lives in a scratch slot."""
        group = self.slot(slot)
        if group and group.role != "scratch":
            self.say(f"slot {slot} is a variable of an expression, but not scratch")

    def phrase(self, text: tuple[str | int, ...], domains: tuple[int, ...]) -> None:
        """The argument numbers of a text are those of ``domains``."""
        for part in text:
            if isinstance(part, int):
                self.index(part, len(domains), "argument")
        for domain in domains:
            self.domain(domain, plain=True)

    # Expressions

    def number(self, expr: Expr) -> None:
        """Demand an integer."""
        if width := self.kind(expr):
            self.say(f"a set of width {width} stands where an integer is expected")

    def any_set(self, expr: Expr) -> int:
        """Demand a set; its width."""
        width = self.kind(expr)
        if not width:
            self.say("an integer stands where a set is expected")
        return width

    def sets(self, expr: Expr, width: int) -> None:
        """Demand a set of a width."""
        found = self.any_set(expr)
        if found and found != width:
            self.say(f"a set of width {found} stands where one of width {width} is expected")

    def players(self, expr: Expr) -> None:
        """Demand a set of players."""
        self.sets(expr, self.program.players)

    def kind(self, expr: Expr) -> int:
        """The kind of an expression, everything inside it looked at."""
        match expr:
            case Const():
                return 0
            case SetConst():
                return self._set_const(expr)
            case Read():
                return self._read(expr)
            case ReadAt():
                self._index(expr.index, expr.size, "array")
                group = self.array(expr.base, expr.size)
                return group.width if group else 0
            case Lookup():
                return self._lookup(expr)
            case Arith() | Compare() | And() | Or():
                return self._numbers(expr.left, expr.right)
            case Not():
                return self._numbers(expr.inner)
            case If():
                return self._if(expr)
            case SetOp():
                width = self.any_set(expr.left)
                self.sets(expr.right, width)
                return width
            case SetCompare():
                self.sets(expr.right, self.any_set(expr.left))
                return 0
            case Member():
                self.any_set(expr.of)
                return self._numbers(expr.item)
            case Empty() | Size():
                self.any_set(expr.of)
                return 0
            case Single():
                self.number(expr.item)
                self.warn_range(expr.item, expr.width, "item")
                return self._width(expr.width)
            case Lowest() | Highest():
                self.any_set(expr.of)
                return self._numbers(expr.default)
            case Filter() | Exists() | Sum() | Extreme() | Union() | First() | Top():
                return self._loop(expr)
            case Linked():
                return self._linked(expr)
            case Cheapest():
                return self._cheapest(expr)
            case Let():
                kind = self.kind(expr.value)
                self.scratch(expr.slot)
                self._store(expr.slot, kind)
                with self.binding(expr.slot, self.bounds.interval(expr.value)):
                    return self.kind(expr.inner)
            case _:
                assert_never(expr)

    def warn_range(self, expr: Expr, count: int, what: str) -> None:
        """An index that can never be in ``0..count - 1`` is a mistake; one that might not is checked
        when it runs.
        """
        low, high = self.bounds.interval(expr)
        if high < 0 or low >= count:
            self.say(f"{what} is {low}..{high}, expected 0..{count - 1}")

    def _index(self, index: Expr, count: int, what: str) -> None:
        self.number(index)
        self.warn_range(index, count, f"the index of an {what}")

    def _numbers(self, *parts: Expr) -> int:
        for part in parts:
            self.number(part)
        return 0

    def _width(self, width: int) -> int:
        if width < 1:
            self.say(f"a set has width {width}, expected 1 or more")
        return width

    def _set_const(self, expr: SetConst) -> int:
        if self._width(expr.width) > 0 and not 0 <= expr.bits < 1 << expr.width:
            self.say(f"a set of width {expr.width} has members beyond it")
        return expr.width

    def _read(self, expr: Read) -> int:
        group = self.slot(expr.slot)
        if group is None:
            return 0
        if group.role == "scratch" and expr.slot not in self._bound and expr.slot not in self._written:
            self.say(f"scratch slot {expr.slot} is read where nothing has given it a value")
        return group.width

    def _lookup(self, expr: Lookup) -> int:
        self.number(expr.index)
        if not self.index(expr.table, len(self.program.tables), "table"):
            return 0
        table = self.program.tables[expr.table]
        self.warn_range(expr.index, len(table.values), "the index of a table")
        return table.width

    def _linked(self, expr: Linked) -> int:
        width = self.any_set(expr.of)
        self.sets(expr.within, width)
        self.scratch(expr.var)
        self._runs(expr.var, width)
        with self.binding(expr.var, (0, max(0, width - 1))):
            self.sets(expr.step, width)
        return width

    def _cheapest(self, expr: Cheapest) -> int:
        width = self.any_set(expr.of)
        self.number(expr.to)
        self.warn_range(expr.to, width, "the end of a way")
        self.number(expr.price)
        self.scratch(expr.var)
        self._runs(expr.var, width)
        with self.binding(expr.var, (0, max(0, width - 1))):
            self.number(expr.toll)
            self.sets(expr.step, width)
        return 0

    def _if(self, expr: If) -> int:
        self.number(expr.test)
        then, other = self.kind(expr.then), self.kind(expr.other)
        if then != other:
            self.say(f"the branches of a condition have widths {then} and {other}")
        return then

    def _loop(self, expr: Filter | Exists | Sum | Extreme | Union | First | Top) -> int:
        width = self.any_set(expr.over)
        self.scratch(expr.var)
        self._runs(expr.var, width)
        with self.binding(expr.var, (0, max(0, width - 1))):
            match expr:
                case Filter() | Exists():
                    self.number(expr.test)
                case Sum() | Extreme():
                    self.number(expr.value)
                case Union():
                    self.sets(expr.value, expr.width)
                case First() | Top():
                    self._keys(expr.keys)
        if isinstance(expr, Extreme | First):
            self.number(expr.default)
        if isinstance(expr, Filter | Top) and expr.width != width:
            self.say(f"a part of a set of width {width} has width {expr.width}")
        return expr.width if isinstance(expr, Filter | Union | Top) else 0

    def _keys(self, keys: tuple[Key, ...]) -> None:
        for key in keys:
            self.number(key.value)

    def _runs(self, var: int, width: int) -> None:
        """A variable can hold every member of the set that it runs over."""
        group = self.slot(var)
        if group and (group.width or group.low > 0 or group.high < width - 1):
            self.say(f"slot {var} cannot hold every member of a set of width {width}")

    def _store(self, slot: int, kind: int) -> None:
        group = self.slot(slot)
        if group and group.width != kind:
            self.say(f"a value of width {kind} goes to slot {slot} of width {group.width}")

    # Statements

    def assign(self, slot: int, kind: int) -> None:
        """A value of a kind goes to one slot."""
        self._store(slot, kind)
        if slot in self._bound:
            self.say(f"slot {slot} is written inside the form whose variable it is")
        self._written.add(slot)

    def body(self, body: tuple[Statement, ...]) -> None:
        """Look at statements in turn."""
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Set():
                kind = self.kind(statement.value)
                self._range(statement.check, self.bounds.group(statement.slot))
                self.assign(statement.slot, kind)
            case SetAt():
                self._set_at(statement)
            case Copy():
                self._copy(statement)
            case When():
                self.number(statement.test)
                self.body(statement.then)
                self.body(statement.other)
            case Loop() | Sorted():
                self._each(statement)
            case Repeat():
                self.number(statement.test)
                self.place(statement.place)
                if statement.at_most < 0:
                    self.say("a loop runs at least 0 times")
                self.body(statement.body)
            case Log():
                self._log(statement)
            case Agree():
                for part in (statement.test, statement.slot, *statement.values):
                    self.number(part)
                self.place(statement.place)
                if len(statement.values) not in {0, 2}:
                    self.say("rounds agree on nothing more than two values")
            case Require():
                self.number(statement.test)
                self.place(statement.place)
            case _:
                assert_never(statement)

    def _range(self, check: Range | None, group: Slot | None) -> None:
        if check is None:
            return
        self.place(check.place)
        if group and (group.width or check.lo < group.low or check.hi > group.high):
            self.say(f"a check of {check.lo}..{check.hi} does not keep slot group `{group.name}` in range")

    def _set_at(self, statement: SetAt) -> None:
        self._index(statement.index, statement.size, "array")
        kind = self.kind(statement.value)
        group = self.array(statement.base, statement.size)
        if group and group.width != kind:
            self.say(f"a value of width {kind} goes to slot group `{group.name}` of width {group.width}")
        self._range(statement.check, group)
        self._written.update(range(statement.base, statement.base + statement.size) if group else ())

    def _copy(self, statement: Copy) -> None:
        source = self.array(statement.source, statement.count)
        target = self.array(statement.target, statement.count)
        if source is None or target is None:
            return
        if source.width != target.width:
            self.say(f"a copy from width {source.width} to width {target.width}")
        elif not source.width and not target.low <= source.low <= source.high <= target.high:
            self.say(f"a copy of {source.low}..{source.high} to slots that hold {target.low}..{target.high}")
        self._written.update(range(statement.target, statement.target + statement.count))

    def _each(self, statement: Loop | Sorted) -> None:
        width = self.any_set(statement.over)
        self._runs(statement.var, width)
        self._written.add(statement.var)
        with self.binding(statement.var, (0, max(0, width - 1))):
            if isinstance(statement, Sorted):
                self._keys(statement.keys)
            self.body(statement.body)

    def _log(self, statement: Log) -> None:
        if statement.seen:
            self.players(statement.seen)
        if not self.index(statement.event, len(self.program.events), "event"):
            return
        event = self.program.events[statement.event]
        if not len(event.domains) == len(event.forms) == len(statement.args):
            self.say(f"event {statement.event} has {len(statement.args)} arguments, expected others")
            return
        for arg, form, domain in zip(statement.args, event.forms, event.domains, strict=True):
            self._told(arg, form, domain)

    def _told(self, arg: Expr, form: str, domain: int) -> None:
        """An argument of a log line has the form that its event says."""
        if form == "integer":
            self.number(arg)
            return
        width = self.program.domains[domain].size if 0 <= domain < len(self.program.domains) else 0
        if form == "set":
            self.sets(arg, width)
            return
        self.number(arg)
        while isinstance(arg, Let):
            arg = arg.inner
        if form == "list":
            if not isinstance(arg, Sum):
                self.say("a list is told as the sum of the indices in its cells")
            return
        if not isinstance(arg, Sum) or self.kind(arg.over) != width:
            self.say(f"a bag is told as the sum of its counts over a set of width {width}")
