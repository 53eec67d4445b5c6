"""Statements as C. Log lines are left out: playouts tell nobody."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import NamedTuple, assert_never

from interpreter.backends.c import sets
from interpreter.backends.c.clearing import clears, write_clears
from interpreter.backends.c.expressions import Expressions
from interpreter.backends.c.passes.folding import is_all
from interpreter.backends.c.passes.forms import RowLoop
from interpreter.backends.c.rows import row_copied
from interpreter.core.ir import (
    Agree,
    Arith,
    Copy,
    Expr,
    Log,
    Loop,
    Program,
    Range,
    Repeat,
    Require,
    Set,
    SetAt,
    Sorted,
    Statement,
    When,
)


class Codes:
    """The codes of promises (`Require`), numbered as they are met."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def number(self, code: str) -> int:
        """The number of a code."""
        if code not in self.names:
            self.names.append(code)
        return self.names.index(code)


class Change(NamedTuple):
    """The names of a row, and of how much its sum has changed so far."""

    row: str
    by: str


class Statements:
    """Writes statements."""

    def __init__(self, program: Program, expressions: Expressions, codes: Codes) -> None:
        self.program = program
        self.expressions = expressions
        self.ranges = expressions.ranges
        self.storage = expressions.storage
        self.out = expressions.out
        self.codes = codes
        self.apart: dict[Statement, str] = {}
        """Statements that are functions, with their names."""
        self._sums: dict[tuple[int, Expr], Change] = {}

    def body(self, body: tuple[Statement, ...]) -> None:
        """Statements in turn."""
        for is_clear, some in groupby(body, self._is_clear):
            if is_clear:
                write_clears(self.out, self.storage, {one.slot for one in some if isinstance(one, Set)})
                continue
            for statement in some:
                self.statement(statement)

    def _is_clear(self, statement: Statement) -> bool:
        """Whether a statement sets a slot of the state to zero, and nothing is kept of it."""
        if not isinstance(statement, Set) or not clears(statement):
            return False
        group = self.storage.group(statement.slot)
        return group.role != "scratch" and self.expressions.views.writes(group.base) is None

    def remark(self, place: int) -> None:
        """Where in the author's files that stands."""
        if place >= 0:
            self.out.comment(place_text(self.program, place))

    def statement(self, statement: Statement) -> None:
        """One statement."""
        if self.apart and statement in self.apart:
            self.out.line(f"{self.apart[statement]}(c, g);")
            return
        match statement:
            case Set():
                self._set(statement)
            case SetAt():
                self._set_at(statement)
            case Copy():
                self._copy(statement)
            case When():
                self._when(statement)
            case Loop():
                self._loop(statement)
            case Sorted():
                self._sorted(statement)
            case Repeat():
                self._repeat(statement)
            case Log():
                pass
            case Require(test, code, place):
                self.remark(place)
                text = self.expressions.number(test)
                self.out.line(f"if (!{text}) fail(c, BROKEN, {place}, {self.codes.number(code)}, -1, 0, 0);")
            case Agree():
                self._agree(statement)
            case _:
                assert_never(statement)

    def _agree(self, statement: Agree) -> None:
        self.remark(statement.place)
        text, code = self.expressions.number(statement.test), self.codes.number(statement.code)
        with self.out.block(f"if (!{text})"):
            told = [self.expressions.number(one) for one in (statement.slot, *statement.values)]
            numbers = ", ".join((*told, "0", "0")[:3])
            self.out.line(f"fail(c, BROKEN, {statement.place}, {code}, {numbers});")

    def _set(self, statement: Set) -> None:
        text = self.expressions.value(statement.value)
        if statement.check is not None:
            text = self._checked(text, str(statement.slot), statement.check, statement.value)
        self._write(statement.slot, "", text)

    def _write(self, base: int, index: str, text: str) -> None:
        """Write one slot, and what is kept of its array."""
        group = self.storage.group(base)
        writes = self.expressions.views.writes(group.base)
        if writes is None:
            place = self.storage.element(base, index) if index else self.expressions.place(base)
            self.out.line(f"{place} = {text};")
            return
        offset = base - group.base
        at = f"{offset} + {index}" if index and offset else index or str(offset)
        self.out.line(f"{writes}(g, {at}, {text});")

    def _checked(self, text: str, slot: str, check: Range, value: object) -> str:
        if self.ranges.within(value, check.lo, check.hi):  # type: ignore[arg-type]
            return text
        name = self.out.fresh("new")
        self.remark(check.place)
        self.out.line(f"const {self.expressions.type_of(value)} {name} = {text};")  # type: ignore[arg-type]
        self.out.line(
            f"if (UNLIKELY({name} < {check.lo} || {name} > {check.hi})) "
            f"fail(c, OUT_OF_RANGE, {check.place}, {slot}, {name}, {check.lo}, {check.hi});"
        )
        return name

    def _set_at(self, statement: SetAt) -> None:
        index = self.out.fresh("at")
        if statement.check is None:
            text = self.expressions.value(statement.value)
            if not _is_simple(text):
                name = self.out.fresh("new")
                self.out.line(f"const {self.expressions.type_of(statement.value)} {name} = {text};")
                text = name
            self.out.line(f"const int {index} = {self.expressions.index(statement.index, statement.size)};")
        else:
            self.out.line(f"const int {index} = {self.expressions.index(statement.index, statement.size)};")
            text = self.expressions.value(statement.value)
            text = self._checked(text, f"{statement.base} + {index}", statement.check, statement.value)
        change = self._change(statement)
        if change is not None:
            puts = self.expressions.views.puts(statement.base)
            self.out.line(f"{change.by} += {puts}(g, {index}, {text});")
        else:
            self._write(statement.base, index, text)

    def _change(self, statement: SetAt) -> Change | None:
        """The row that a statement writes, where its sum is brought up to date later."""
        match statement.index:
            case Arith("add", Arith("mul", row, _), _):
                return self._sums.get((statement.base, row))
            case _:
                return None

    def _copy(self, statement: Copy) -> None:
        target, source = self.storage.group(statement.target), self.storage.group(statement.source)
        to, of = self.storage.place(statement.target), self.storage.place(statement.source)
        if statement.count == 1:
            self.out.line(f"{to} = {of};")
        elif self.storage.type_of(target) == self.storage.type_of(source):
            self.out.line(f"memmove(&{to}, &{of}, sizeof {of} * {statement.count});")
        else:
            item = self.out.fresh("i")
            with self.out.block(f"for (int {item} = 0; {item} < {statement.count}; {item}++)"):
                self.out.line(f"(&{to})[{item}] = (&{of})[{item}];")
        if self.expressions.views.writes(target.base) is not None:
            self.out.line("look(g);")

    def _when(self, statement: When) -> None:
        test = self.expressions.test(statement.test)
        if not statement.other:
            with self.out.block(f"if ({test})"):
                self.body(statement.then)
            return
        with self.out.block(f"if ({test})", "} else {"):
            self.body(statement.then)
        with self.out.continued():
            self.body(statement.other)

    def _loop(self, statement: Loop) -> None:
        rows = statement.rows if isinstance(statement, RowLoop) else ()
        if not rows and row_copied(self, statement):
            return
        for row in rows:
            self._sums[row] = self._changing(*row)
        with self._laps(statement.over) as item, self.ranges.running(statement.var, statement.over):
            self.out.line(f"{self.expressions.place(statement.var)} = {item};")
            self.body(statement.body)
        for row in rows:
            change = self._sums.pop(row)
            self.out.line(f"{self.expressions.views.adds(row[0])}(g, {change.row}, {change.by});")

    def _changing(self, base: int, row: Expr) -> Change:
        """The row whose slots are about to be written, and by how much its sum changes."""
        change = Change(self.out.fresh("row"), self.out.fresh("by"))
        text = self.expressions.number(row)
        self.out.line(f"const int {change.row} = {text};")
        self.out.line(f"int {change.by} = 0;")
        return change

    @contextmanager
    def _laps(self, over: Expr) -> Iterator[str]:
        """A loop over the members of a set; where it is whole, a loop that the compiler can unroll."""
        width, item = self.ranges.width(over), self.out.fresh("i")
        if is_all(over):
            with self.out.block(f"for (int {item} = 0; {item} < {width}; {item}++)"):
                yield item
            return
        with sets.each(self.out, width, self.expressions.set(over), item):
            yield item

    def _sorted(self, statement: Sorted) -> None:
        most = max(1, self.ranges.most(statement.over))
        count = max(1, len(statement.keys))
        ranked, number = self.out.fresh("ranked"), self.out.fresh("n")
        with self.out.block(""):
            self.out.line(f"int64_t {ranked}[{most}][{count + 1}];")
            self.out.line(f"int {number} = 0;")
            width = self.ranges.width(statement.over)
            members, item = self.expressions.set(statement.over), self.out.fresh("i")
            place = self.expressions.place(statement.var)
            with self.ranges.running(statement.var, statement.over):
                with sets.each(self.out, width, members, item):
                    self.out.line(f"{place} = {item};")
                    self.expressions.keys(statement.keys, f"{ranked}[{number}]")
                    self.out.line(f"{ranked}[{number}++][{len(statement.keys)}] = {item};")
                keys = len(statement.keys) + 1
                self.out.line(f"sort(&{ranked}[0][0], {number}, {keys}, {count + 1});")
                lap = self.out.fresh("i")
                with self.out.block(f"for (int {lap} = 0; {lap} < {number}; {lap}++)"):
                    self.out.line(f"{place} = {ranked}[{lap}][{len(statement.keys)}];")
                    self.body(statement.body)

    def _repeat(self, statement: Repeat) -> None:
        laps, most = self.out.fresh("laps"), statement.at_most
        self.remark(statement.place)
        with self.out.block(f"for (int64_t {laps} = 0;; {laps}++)"):
            test = self.expressions.number(statement.test)
            self.out.line(f"if (!{test}) break;")
            self.out.line(f"if ({laps} == {most}) fail(c, LAPS, {statement.place}, {most}, 0, 0, 0);")
            self.body(statement.body)


def place_text(program: Program, place: int) -> str:
    """A place as a comment: which paragraph it is, where it stands, and what it cites."""
    one = program.places[place]
    cites = f" [{', '.join(one.cites)}]" if one.cites else ""
    return f"{one.rule} ({one.file}:{one.line}){cites}"


def _is_simple(text: str) -> bool:
    return text.replace("_", "").isalnum()
