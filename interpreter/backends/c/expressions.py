"""Expressions as C: a text for the value, and the lines that must run before it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter.backends.c import runs, sets, spreading
from interpreter.backends.c.cells import cells_above, sum_cells
from interpreter.backends.c.passes.folding import is_all, is_straight, is_total
from interpreter.backends.c.passes.forms import (
    Above,
    Apart,
    Plane,
    Reach,
    RowSum,
    RunsTo,
    Shift,
    SomeLine,
    SomeLink,
    SomeRow,
    own,
)
from interpreter.backends.c.passes.reaching import nearest
from interpreter.backends.c.ranges import INT, Ranges
from interpreter.backends.c.reaches import reach_call
from interpreter.backends.c.storage import Storage
from interpreter.backends.c.viewing import ViewFields
from interpreter.backends.c.writer import Writer, is_bracketed
from interpreter.core.bounds import Interval
from interpreter.core.ir import (
    And,
    Arith,
    Cheapest,
    Compare,
    Const,
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
    Lookup,
    Lowest,
    Member,
    Not,
    Or,
    Program,
    Read,
    ReadAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Size,
    Sum,
    Top,
    Union,
)

Aside = tuple[list[str], str]
"""The lines that a value needs before it, and its text."""

_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_ARITH = {"add": "+", "sub": "-", "mul": "*"}

UNROLLED = 8
"""Loops over so many members are written out, since much is known of each member then."""


class Expressions:
    """Writes the expressions of one program. ``names`` holds what slots are called here and now."""

    def __init__(
        self, program: Program, ranges: Ranges, storage: Storage, out: Writer, views: ViewFields
    ) -> None:
        self.views = views
        self.program = program
        self.ranges = ranges
        self.storage = storage
        self.out = out
        self.names: dict[int, str] = {}
        self.is_eager = False

    @contextmanager
    def calling(self, names: dict[int, str]) -> Iterator[None]:
        """Inside, these slots are called so."""
        before = self.names
        self.names = {**before, **names}
        yield
        self.names = before

    def place(self, slot: int) -> str:
        """One slot as it is called here."""
        return self.names.get(slot) or self.storage.place(slot)

    # Values

    def value(self, expr: Expr) -> str:
        """The C text of a value; what must run before it is written."""
        return self.set(expr) if self.ranges.width(expr) else self.number(expr)

    def type_of(self, expr: Expr) -> str:
        """The C type of a value."""
        width = self.ranges.width(expr)
        return sets.set_type(width) if width else self.ranges.type_of(self.ranges.interval(expr))

    def held(self, expr: Expr, stem: str = "t") -> str:
        """The name of a constant that holds a value."""
        text, name = self.value(expr), self.out.fresh(stem)
        self.out.line(f"const {self.type_of(expr)} {name} = {text};")
        return name

    def test(self, expr: Expr) -> str:
        """A condition, for an ``if``."""
        text = self.number(expr)
        return text[1:-1] if is_bracketed(text) else text

    def number(self, expr: Expr) -> str:
        """The value of an integer."""
        form = own(expr)
        if isinstance(form, RowSum):
            return f"{self.views.rows(form.base)}[{self.number(form.row)}]"
        if isinstance(form, SomeLine | SomeLink):
            return f"asked{form.number}(g)"
        if isinstance(form, SomeRow):
            return f"any_row{form.table}({self.set(form.within)})"
        match expr:
            case Const(value):
                return _literal(value)
            case Read(slot):
                return self.place(slot)
            case ReadAt():
                return self._element(expr)
            case Lookup(table, index):
                return f"table{table}[{self.index(index, len(self.program.tables[table].values))}]"
            case Arith():
                return self._arith(expr)
            case Compare(op, left, right):
                one, other = self.number(left), self.number(right)
                return f"({one} {_COMPARE[op]} {other})"
            case And(left, right):
                return self._short(left, right, is_and=True)
            case Or(left, right):
                return self._short(left, right, is_and=False)
            case Not(inner):
                return f"(!{self.number(inner)})"
            case If():
                return self._if(expr)
            case SetCompare():
                return self._set_compare(expr)
            case Member(item, of):
                return self._member(item, of)
            case Empty(Filter(var, over, test)):
                return f"(!{self.number(Exists(var, over, test))})"
            case Empty(SetOp("minus", left, right)) if sets.words_of(self.ranges.width(left)) > 1:
                one = self.set(left)
                return sets.call("inside", self.ranges.width(left), one, self.set(right))
            case Empty(Let(slot, value, inner)):
                return self._let(Let(slot, value, Empty(inner)))
            case Empty(of) if (part := nearest(of)) is not None:
                return self.number(Empty(part))
            case Empty(of):
                return sets.is_empty(self.ranges.width(of), self.set(of))
            case Size(of):
                return sets.size(self.ranges.width(of), self.set(of))
            case Lowest() | Highest():
                return self._outermost(expr)
            case Exists():
                return self._exists(expr)
            case Sum():
                return self._sum(expr)
            case Extreme():
                return self._extreme(expr)
            case First():
                return self._first(expr)
            case Cheapest():
                return spreading.cheapest(self, expr)
            case Let():
                return self._let(expr)
            case SetConst() | SetOp() | Single() | Filter() | Union() | Top() | Linked():
                raise AssertionError(f"a set where a number is expected: {expr}")
            case _:
                assert_never(expr)

    def set(self, expr: Expr) -> str:
        """The value of a set."""
        width = self.ranges.width(expr)
        match own(expr):
            case Plane() as plane:
                return self._plane(plane, width)
            case Above() | Apart() as kept:
                return self.views.kept(kept)
            case Reach() as reach:
                cell = self.number(reach.cell)
                return reach_call(reach, cell, self.set(reach.within))
            case Shift(of, by, mask, _):
                return sets.shifted(width, self.set(of), by, mask)
            case RunsTo() as form:
                through = self.held(form.through, "through")
                return runs.write(self.out, form, self.set(form.ends), through)
            case _:
                return self._plain_set(expr, width)

    def _plain_set(self, expr: Expr, width: int) -> str:
        match expr:
            case SetConst(bits, _):
                return sets.constant(bits, width)
            case Read(slot):
                return self._set_read(self.place(slot), slot)
            case ReadAt():
                return self._set_read(self._element(expr), expr.base)
            case Lookup(table, index):
                return f"table{table}[{self.index(index, len(self.program.tables[table].values))}]"
            case SetOp(op, left, right):
                operation = {"union": sets.union, "inter": sets.inter, "minus": sets.minus}[op]
                one = self.set(left)
                return operation(width, one, self.set(right))
            case If():
                return self._if(expr)
            case Single(item, _):
                return self._single(item, width)
            case Filter():
                return self._filter(expr, width)
            case Union():
                return self._union(expr, width)
            case Top():
                return self._top(expr, width)
            case Linked():
                return spreading.linked(self, expr, width)
            case Let():
                return self._let(expr)
            case _:
                raise AssertionError(f"a number where a set is expected: {expr}")

    # Slots and tables

    def index(self, expr: Expr, count: int) -> str:
        """An index below ``count``, checked where it is not sure to be."""
        text = self.number(expr)
        return text if self.ranges.within(expr, 0, count - 1) else f"checked(c, {text}, {count})"

    def _element(self, expr: ReadAt) -> str:
        index = self.index(expr.index, expr.size)
        if expr.base in self.names and expr.size == 1:
            return self.names[expr.base]
        return self.storage.element(expr.base, index)

    def _set_read(self, place: str, slot: int) -> str:
        group = self.storage.group(slot)
        is_narrow = self.storage.type_of(group) != sets.set_type(group.width)
        return f"(uint64_t){place}" if is_narrow else place

    # Numbers

    def _arith(self, expr: Arith) -> str:
        result = self.ranges.interval(expr)
        left, right = self.ranges.interval(expr.left), self.ranges.interval(expr.right)
        kind = self.ranges.type_of(_hull(result, left, right))
        one, other = self.number(expr.left), self.number(expr.right)
        if expr.op in _ARITH:
            wide = "(int64_t)" if kind == "int64_t" else ""
            return f"({wide}{one} {_ARITH[expr.op]} {other})"
        suffix = "64" if kind == "int64_t" else "32"
        if expr.op in ("min", "max"):
            return f"{expr.op}{suffix}({one}, {other})"
        if right[0] <= 0 <= right[1]:
            other = f"nonzero(c, {other})"
        elif left[0] >= 0 and right[0] > 0:
            return f"({one} {'/' if expr.op == 'div' else '%'} {other})"
        return f"floor_{expr.op}{suffix}({one}, {other})"

    def _short(self, left: Expr, right: Expr, is_and: bool) -> str:
        if self.is_eager:
            return f"({self._flag(left)} {'&' if is_and else '|'} {self._flag(right)})"
        one, mark = self.number(left), self.out.mark()
        other = self.number(right)
        lines = self.out.cut(mark)
        if not lines and self._is_flag(left) and self._is_flag(right):
            return f"({one} {'&&' if is_and else '||'} {other})"
        name = self.out.fresh("b")
        kind = self.ranges.type_of(_hull(self.ranges.interval(left), self.ranges.interval(right)))
        self.out.line(f"{kind} {name} = {one};")
        with self.out.block(f"if ({name})" if is_and else f"if (!{name})"):
            self.out.paste(lines)
            self.out.line(f"{name} = {other};")
        return name

    def _is_flag(self, expr: Expr) -> bool:
        return self.ranges.within(expr, 0, 1)

    def _if(self, expr: If) -> str:
        test = self.number(expr.test)
        mark = self.out.mark()
        then = self.value(expr.then)
        lines_then = self.out.cut(mark)
        other = self.value(expr.other)
        lines_other = self.out.cut(mark)
        if not lines_then and not lines_other:
            return f"({test} ? {then} : {other})"
        return self._either(self.type_of(expr), test, (lines_then, then), (lines_other, other))

    def _either(self, type_: str, test: str, then: Aside, other: Aside) -> str:
        """One of two values, of which only that is computed which is taken."""
        name = self.out.fresh("v")
        self.out.line(f"{type_} {name};")
        with self.out.block(f"if ({test})", "} else {"):
            self.out.paste(then[0])
            self.out.line(f"{name} = {then[1]};")
        with self.out.continued():
            self.out.paste(other[0])
            self.out.line(f"{name} = {other[1]};")
        return name

    def _let(self, expr: Let) -> str:
        name = self.held(expr.value, "let")
        with self.calling({expr.slot: name}), self._knowing(expr.slot, expr.value):
            return self.value(expr.inner)

    @contextmanager
    def _knowing(self, slot: int, value: Expr) -> Iterator[None]:
        interval: Interval = (0, 0) if self.ranges.width(value) else self.ranges.interval(value)
        with self.ranges.knowing(slot, interval):
            yield

    # Sets

    def _set_compare(self, expr: SetCompare) -> str:
        width = self.ranges.width(expr.left)
        left = self.set(expr.left)
        right = self.set(expr.right)
        match expr.op:
            case "eq":
                return sets.is_equal(width, left, right)
            case "ne":
                return f"(!{sets.is_equal(width, left, right)})"
            case _:
                return sets.is_empty(width, sets.minus(width, left, right))

    def _member(self, item: Expr, of: Expr) -> str:
        width = self.ranges.width(of)
        sure = self.ranges.within(item, 0, width - 1)
        index = self.number(item)
        members = self.set(of)
        if sure:
            return f"({sets.has(width, members, index)})"
        return sets.call("member", width, members, index)

    def _plane(self, expr: Plane, width: int) -> str:
        group = self.storage.group(expr.base)
        planes, value = self.views.planes(expr.base), self.number(expr.value)
        index = f"{value} - ({group.low})" if group.low else value
        if self.ranges.within(expr.value, group.low, group.high):
            return f"{planes}[{index}]"
        name, count = self.out.fresh("plane"), group.high - group.low + 1
        self.out.line(f"const int64_t {name} = {index};")
        nothing = sets.constant(0, width)
        return f"({name} >= 0 && {name} < {count} ? {planes}[{name}] : {nothing})"

    def _single(self, item: Expr, width: int) -> str:
        sure = self.ranges.within(item, 0, width - 1)
        index = self.number(item)
        if sure and sets.words_of(width) == 1:
            return f"(UINT64_C(1) << {index})"
        if self.ranges.within(item, -1, width - 1):
            return sets.call("maybe", width, index)
        return sets.call("single", width, index) if sure else sets.call("one", width, "c", index, str(width))

    def _outermost(self, expr: Lowest | Highest) -> str:
        width = self.ranges.width(expr.of)
        name = self.held(expr.of, "s")
        found = (sets.lowest if isinstance(expr, Lowest) else sets.highest)(width, name)
        mark = self.out.mark()
        default = self.number(expr.default)
        lines = self.out.cut(mark)
        if not lines:
            return f"({sets.is_empty(width, name)} ? {default} : {found})"
        return self._either(self.type_of(expr), sets.is_empty(width, name), (lines, default), ([], found))

    # Loops

    @contextmanager
    def running(self, var: int, over: Expr) -> Iterator[str]:
        """A loop over the members of a set; gives the name of the member.

        What is filtered is tested member by member: expressions change nothing, so that is the same.
        """
        item = self.out.fresh(_stem(self.storage.name(self.storage.group(var))))
        width = self.ranges.width(over)
        with self.calling({var: item}), self.ranges.running(var, over):
            match over:
                case SetConst(bits, _) if bits == (1 << width) - 1:
                    head = f"for (int {item} = 0; {item} < {width}; {item}++)"
                    with self.out.unrolled(width, head) if width <= UNROLLED else self.out.block(head):
                        yield item
                case Filter(inner, whole, test):
                    with self.running(inner, whole) as member, self.calling({var: member}):
                        text = self.test(test)
                        with self.out.block(f"if ({text})"):
                            yield member
                case _:
                    members = self.set_outside(over, var)
                    with sets.each(self.out, width, members, item):
                        yield item

    def set_outside(self, over: Expr, var: int) -> str:
        """A set that is computed before its variable has a meaning."""
        outer = dict(self.names)
        self.names.pop(var, None)
        text = self.set(over)
        self.names = outer
        return text

    def _filter(self, expr: Filter, width: int) -> str:
        found = self.out.fresh("f")
        cells = cells_above(self, expr, width)
        if cells is not None:
            self.out.line(f"const uint64_t {found} = {cells};")
            return found
        self.out.line(f"{sets.set_type(width)} {found} = {sets.nothing(width)};")
        with self.running(expr.var, expr.over) as item:
            test = self.number(expr.test)
            if self._is_flag(expr.test):
                self.out.line(sets.add(width, found, item, test))
            else:
                self.out.line(sets.add(width, found, item, f"{test} != 0"))
        return found

    def _exists(self, expr: Exists) -> str:
        if self._is_short(expr):
            return self._any(expr)
        found, end = self.out.fresh("any"), self.out.fresh("end")
        self.out.line(f"int {found} = 0;")
        with self.running(expr.var, expr.over):
            test = self.test(expr.test)
            self.out.line(f"if ({test}) {{ {found} = 1; goto {end}; }}")
        self.out.label(end)
        return found

    def _is_short(self, expr: Exists) -> bool:
        """Whether all members may be looked at at once: they are few, and nothing can fail or loop."""
        over, tests = expr.over, [expr.test]
        if isinstance(over, Filter) and over.var == expr.var:
            tests.append(over.test)
            over = over.over
        if not is_all(over) or self.ranges.width(over) > UNROLLED:
            return False
        with self.ranges.running(expr.var, over):
            return all(is_straight(test) and is_total(test, self.ranges) for test in tests)

    def _any(self, expr: Exists) -> str:
        found, before = self.out.fresh("any"), self.is_eager
        self.out.line(f"int {found} = 0;")
        self.is_eager = True
        over, test = expr.over, expr.test
        if isinstance(over, Filter) and over.var == expr.var:
            test = And(over.test, test)
            over = over.over
        with self.running(expr.var, over):
            self.out.line(f"{found} |= {self._flag(test)};")
        self.is_eager = before
        return found

    def _flag(self, test: Expr) -> str:
        text = self.number(test)
        return text if self._is_flag(test) else f"({text} != 0)"

    def _sum(self, expr: Sum) -> str:
        cells = sum_cells(self, expr)
        if cells is not None:
            return cells
        found = self.out.fresh("sum")
        self.out.line(f"{self.type_of(expr)} {found} = 0;")
        with self.running(expr.var, expr.over):
            value = self.number(expr.value)
            self.out.line(f"{found} += {value};")
        return found

    def _union(self, expr: Union, width: int) -> str:
        found = self.out.fresh("u")
        self.out.line(f"{sets.set_type(width)} {found} = {sets.nothing(width)};")
        over = expr.over
        if isinstance(over, Filter) and over.var == expr.var and self._is_unrolled(expr, over, width):
            # Whether a member counts can hardly be foreseen: a mask is faster than a branch.
            with self.running(expr.var, over.over):
                flag = self._flag(over.test)
                self.out.line(f"{found} |= {self.set(expr.value)} & -(uint64_t){flag};")
            return found
        with self.running(expr.var, expr.over):
            value = self.set(expr.value)
            self.out.line(f"{found} = {sets.union(width, found, value)};")
        return found

    def _is_unrolled(self, expr: Union, over: Filter, width: int) -> bool:
        """Whether all that might be united may be computed: members are few, and nothing can fail or loop."""
        whole = over.over
        if not is_all(whole) or self.ranges.width(whole) > UNROLLED or sets.words_of(width) > 1:
            return False
        with self.ranges.running(expr.var, whole):
            return all(is_straight(one) and is_total(one, self.ranges) for one in (over.test, expr.value))

    def _extreme(self, expr: Extreme) -> str:
        found, is_found = self.out.fresh("best"), self.out.fresh("is")
        kind = self.type_of(expr)
        self.out.line(f"{kind} {found} = 0;")
        self.out.line(f"int {is_found} = 0;")
        better = ">" if expr.which == "highest" else "<"
        with self.running(expr.var, expr.over):
            value = self.out.fresh("v")
            text = self.number(expr.value)
            self.out.line(f"const {kind} {value} = {text};")
            self.out.line(f"if (!{is_found} || {value} {better} {found}) {found} = {value};")
            self.out.line(f"{is_found} = 1;")
        self._default(is_found, found, expr.default)
        return found

    def _default(self, is_found: str, target: str, default: Expr) -> None:
        with self.out.block(f"if (!{is_found})"):
            text = self.number(default)
            self.out.line(f"{target} = {text};")

    def keys(self, keys: tuple[Key, ...], store: str) -> None:
        """Write the keys of the member at hand into ``store[0]``, ``store[1]``, …; the lower comes first."""
        for number, key in enumerate(keys):
            self.ranges.type_of(_hull(self.ranges.interval(key.value)))
            text = self.number(key.value)
            self.out.line(f"{store}[{number}] = {'-(int64_t)' if key.which == 'highest' else ''}{text};")

    def _first(self, expr: First) -> str:
        best, member, count = self.out.fresh("best"), self.out.fresh("first"), max(1, len(expr.keys))
        self.out.line(f"int64_t {best}[{count}] = {{0}};")
        self.out.line(f"{self.type_of(expr)} {member} = 0;")
        is_found = self.out.fresh("is")
        self.out.line(f"int {is_found} = 0;")
        with self.running(expr.var, expr.over) as item:
            mine = self.out.fresh("key")
            self.out.line(f"int64_t {mine}[{count}] = {{0}};")
            self.keys(expr.keys, mine)
            with self.out.block(f"if (!{is_found} || compare({mine}, {best}, {len(expr.keys)}) < 0)"):
                self.out.line(f"{is_found} = 1;")
                self.out.line(f"{member} = {item};")
                self.out.line(f"copy({best}, {mine}, {len(expr.keys)});")
        self._default(is_found, member, expr.default)
        return member

    def _top(self, expr: Top, width: int) -> str:
        best, found, count = self.out.fresh("best"), self.out.fresh("top"), max(1, len(expr.keys))
        self.out.line(f"int64_t {best}[{count}] = {{0}};")
        self.out.line(f"{sets.set_type(width)} {found} = {sets.nothing(width)};")
        is_found = self.out.fresh("is")
        self.out.line(f"int {is_found} = 0;")
        with self.running(expr.var, expr.over) as item:
            mine, order = self.out.fresh("key"), self.out.fresh("order")
            self.out.line(f"int64_t {mine}[{count}] = {{0}};")
            self.keys(expr.keys, mine)
            self.out.line(f"const int {order} = {is_found} ? compare({mine}, {best}, {len(expr.keys)}) : -1;")
            with self.out.block(f"if ({order} < 0)"):
                self.out.line(f"{is_found} = 1;")
                self.out.line(f"{found} = ({sets.set_type(width)}){sets.nothing(width)};")
                self.out.line(f"copy({best}, {mine}, {len(expr.keys)});")
            self.out.line(f"if ({order} <= 0) {sets.add(width, found, item)}")
        return found


def _hull(*intervals: Interval) -> Interval:
    return min(low for low, _ in intervals), max(high for _, high in intervals)


def _literal(value: int) -> str:
    if INT[0] < value <= INT[1]:
        return str(value) if value >= 0 else f"({value})"
    return f"INT64_C({value})" if value > -(2**63) else "INT64_MIN"


def _stem(name: str) -> str:
    return name.rstrip("0123456789_") + "_"
