"""Views in C: their fields in the state, and the functions that keep them up to date."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import Above, Apart, SomeLine, SomeLink
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.storage import Storage
from interpreter.backends.c.writer import Writer
from interpreter.core.ir import Slot, Table

_REMEMBERED = 8
"""How many writes are remembered until an end is asked again; after more of them, all slots are looked at."""

_MOST_LINES = 32
"""How many lines through a cell are all looked at without a branch."""


_FEW_VALUES = 5
"""Of so many planes all are written without asking which: they can stay in registers between writes."""


class ViewFields:
    """Names and writes the views of one program."""

    def __init__(self, views: Views, storage: Storage, out: Writer, tables: tuple[Table, ...] = ()) -> None:
        self._tables = tables
        self._views = views
        self._storage = storage
        self._out = out

    def _name(self, base: int) -> str:
        return self._storage.name(self._views.arrays[base])

    def planes(self, base: int) -> str:
        """The planes of an array, one for each value from the lowest on."""
        return f"g->{self._name(base)}_is"

    def rows(self, base: int) -> str:
        """The sums of the rows of an array."""
        return f"g->{self._name(base)}_sums"

    def above(self, base: int, least: int) -> str:
        """The rows of an array with a sum of so much or more."""
        return f"g->{self._name(base)}_above" + str(least).replace("-", "_")

    def writes(self, base: int) -> str | None:
        """The function that writes an array of which something is kept; None for any other."""
        return f"write_{self._name(base)}" if base in self._views.viewed() else None

    def kept(self, form: Above | Apart) -> str:
        """A set of rows, or of what has none of them near."""
        return self.apart(form) if isinstance(form, Apart) else self.above(form.base, form.least)

    def apart(self, form: Apart) -> str:
        """The members apart from the rows of an array with a sum of so much or more."""
        return f"{self.above(form.base, form.least)}_apart{form.table}"

    def puts(self, base: int) -> str:
        """The function that writes a slot of an array with rows, gives by how much, and leaves the sums."""
        return f"put_{self._name(base)}"

    def adds(self, base: int) -> str:
        """The function that adds to the sum of a row."""
        return f"add_to_{self._name(base)}"

    def fields(self) -> None:
        """The fields, and with them their size."""
        views, out = self._views, self._out
        for base in sorted(views.planes):
            group = views.arrays[base]
            out.line(f"{sets.set_type(group.count)} {self._name(base)}_is[{views.values(base)}];")
        for base, length in sorted(views.rows.items()):
            count = views.arrays[base].count // length
            for least in sorted(views.above.get(base, ())):
                out.line(f"{sets.set_type(count)} {self.above(base, least)[3:]};")
            for apart in self._apart(base):
                out.line(f"{sets.set_type(apart.width)} {self.apart(apart)[3:]};")
            out.line(f"int32_t {self._name(base)}_sums[{count}];")
        for number in sorted(views.asked):
            if number in views.by_value:
                out.line(f"uint64_t values{number}; /* written since */")
                continue
            out.line(f"int16_t written{number}[{_REMEMBERED}];")
            out.line(f"int16_t writes{number}; /* above {_REMEMBERED}: any may be */")

    def initial(self) -> None:
        """What they hold at the start."""
        views, out = self._views, self._out
        for base in sorted(views.planes):
            group = views.arrays[base]
            planes = [
                sets.initial(_bits([one == value for one in group.start]), group.count)
                for value in range(group.low, group.high + 1)
            ]
            out.line(f".{self._name(base)}_is = {{{', '.join(planes)}}},")
        for base, length in sorted(views.rows.items()):
            group = views.arrays[base]
            sums = [sum(group.start[i : i + length]) for i in range(0, group.count, length)]
            for least in sorted(views.above.get(base, ())):
                bits = _bits([one >= least for one in sums])
                out.line(f".{self.above(base, least)[3:]} = {sets.initial(bits, len(sums))},")
            for apart in self._apart(base):
                near = self._tables[apart.table].values
                above = _bits([one >= apart.least for one in sums])
                bits = _bits([not row & above for row in near])
                out.line(f".{self.apart(apart)[3:]} = {sets.initial(bits, apart.width)},")
            out.line(f".{self._name(base)}_sums = {{{', '.join(map(str, sums))}}},")
        for one in views.asking:
            settled = isinstance(one, SomeLine) and not self._is_held(one)
            if one.number in views.by_value:
                out.line(f".values{one.number} = {'0' if settled else '~UINT64_C(0)'},")
            else:
                out.line(f".writes{one.number} = {0 if settled else _REMEMBERED + 1},")

    def _is_held(self, one: SomeLine) -> bool:
        """Whether a line is held by one value at the start."""
        group = self._views.arrays[one.base]
        values = {value for value in group.start if 0 <= value < 64 and one.values >> value & 1}
        planes = [_bits([here == value for here in group.start]) for value in values]
        return any(not row & ~plane for row in self._tables[one.table].values for plane in planes)

    def _apart(self, base: int, least: int | None = None) -> list[Apart]:
        return [one for one in self._views.apart if one.base == base and least in (None, one.least)]

    def functions(self) -> None:
        """The functions that write arrays, and the one that computes all views from the slots."""
        for base in sorted(self._views.viewed()):
            self._write(base, self._views.arrays[base])
        with self._out.block("MAYBE void look(State *g)"):
            self._out.line("(void)g;")
            for base in sorted(self._views.viewed()):
                self._look(base, self._views.arrays[base])

        for one in self._views.asking:
            if isinstance(one, SomeLine):
                self._line(one)
            else:
                self._link(one)

    def _line(self, one: SomeLine) -> None:
        """The function that asks whether a line through a slot written since is held by one value."""
        if one.number in self._views.by_value:
            self._line_by_value(one)
            return
        out, width = self._out, self._views.arrays[one.base].count
        rows = self._tables[one.table].values
        through = [[line for line, row in enumerate(rows) if row >> cell & 1] for cell in range(width)]
        most = max(map(len, through))
        # As many for each cell, the first one again where there are fewer: no branch asks how many.
        padded = [line for lines in through for line in (lines + lines[:1] * most)[:most]]
        if most > _MOST_LINES or not all(through):
            self._line_by_line(one, through)
            return
        _array(out, f"through{one.number}", padded)
        with self._asked(one):
            out.line("int any = 0;")
            out.line(f"#pragma GCC unroll {most}")
            with out.block(f"for (int k = 0; k < {most}; k++)"):
                line = f"table{one.table}[through{one.number}[i * {most} + k]]"
                out.line(f"any |= {sets.is_within(width, line, 'plane')};")
            out.line("if (any) return 1;")

    def _line_by_value(self, one: SomeLine) -> None:
        """The same for lines that are asked of a whole plane at once."""
        out, group, number = self._out, self._views.arrays[one.base], one.number
        out.comment("Asked of the values written since it was false.")
        with out.block(f"MAYBE int asked{number}(State *g)"):
            possible = sum(1 << value for value in range(max(0, group.low), min(63, group.high) + 1))
            rest = f"g->values{number} & UINT64_C({one.values & possible:#x})"
            with out.block(f"for (uint64_t rest = {rest}; rest; rest &= rest - 1)"):
                plane = f"{self.planes(one.base)}[lowest64(rest) - ({group.low})]"
                out.line(f"if (any_row{one.table}({plane})) return 1;")
            out.line(f"g->values{number} = 0;")
            out.line("return 0;")

    def _line_by_line(self, one: SomeLine, through: list[list[int]]) -> None:
        """The same for lines of which a cell can have many."""
        out, width = self._out, len(through)
        _array(out, f"first{one.number}", [sum(map(len, through[:cell])) for cell in range(width + 1)])
        _array(out, f"through{one.number}", [line for lines in through for line in lines])
        with (
            self._asked(one),
            out.block(f"for (int k = first{one.number}[i]; k < first{one.number}[i + 1]; k++)"),
        ):
            line = f"table{one.table}[through{one.number}[k]]"
            out.line(f"if ({sets.is_within(width, line, 'plane')}) return 1;")

    @contextmanager
    def _asked(self, one: SomeLine | SomeLink) -> Iterator[None]:
        out, group = self._out, self._views.arrays[one.base]
        name, width = self._name(one.base), group.count
        out.comment("Asked of what was written since it was false.")
        with out.block(f"MAYBE int asked{one.number}(State *g)"):
            number = one.number
            out.line(f"const int is_any = g->writes{number} > {_REMEMBERED};")
            out.line(f"const int count = is_any ? {width} : g->writes{number};")
            with out.block("for (int n = 0; n < count; n++)"):
                out.line(f"const int i = is_any ? n : g->written{number}[n];")
                out.line(f"const int value = g->{name}[i];")
                is_asked = f"(UINT64_C({one.values}) >> value & 1)"
                out.line(f"if (value < 0 || value > 63 || !{is_asked}) continue;")
                plane = f"{self.planes(one.base)}[value - ({group.low})]"
                out.line(f"const {sets.set_type(width)} plane = {plane};")
                yield
            out.line(f"g->writes{number} = 0;")
            out.line("return 0;")

    def _link(self, one: SomeLink) -> None:
        """The function that asks whether what hangs together with a slot written since meets both borders."""
        out, width = self._out, self._views.arrays[one.base].count
        kind = sets.set_type(width)
        with self._asked(one):
            single = "UINT64_C(1) << i" if sets.words_of(width) == 1 else sets.call("single", width, "i")
            out.line(f"{kind} found = {single}, agenda = found;")
            with out.block(f"while (!{sets.is_empty(width, 'agenda')})"):
                out.line(f"const int at = {sets.lowest(width, 'agenda')};")
                near = sets.minus(width, sets.inter(width, f"table{one.table}[at]", "plane"), "found")
                out.line(f"const {kind} near = {near};")
                out.line(sets.drop(width, "agenda", "at"))
                out.line(f"found = {sets.union(width, 'found', 'near')};")
                out.line(f"agenda = {sets.union(width, 'agenda', 'near')};")
            meets = [
                f"!{sets.is_empty(width, sets.inter(width, 'found', f'table{table}[value]'))}"
                for table in (one.starts, one.goals)
            ]
            out.line(f"if ({' && '.join(meets)}) return 1;")

    def _write(self, base: int, group: Slot) -> None:
        views, out = self._views, self._out
        has_rows = base in views.rows
        head = f"INLINE int {self.puts(base)}" if has_rows else f"INLINE void {self.writes(base)}"
        with out.block(f"{head}(State *g, int at, int value)"):
            out.line(f"const int old = g->{self._name(base)}[at];")
            out.line(f"g->{self._name(base)}[at] = value;")
            width = group.count
            if base in views.planes:
                planes = self.planes(base)
                before, after = f"{planes}[old - ({group.low})]", f"{planes}[value - ({group.low})]"
                if sets.words_of(width) > 1:
                    out.line(f"{sets.call('take', width, f'&{before}', 'at')};")
                    out.line(f"{sets.call('put', width, f'&{after}', 'at')};")
                elif views.values(base) > _FEW_VALUES:
                    out.line(f"{before} &= ~(UINT64_C(1) << at);")
                    out.line(f"{after} |= UINT64_C(1) << at;")
                else:
                    for i in range(views.values(base)):
                        is_it = f"(uint64_t)(value == {group.low + i}) << at"
                        out.line(f"{planes}[{i}] = ({planes}[{i}] & ~(UINT64_C(1) << at)) | {is_it};")
            for number, array in views.asked.items():
                if array == base and number in views.by_value:
                    out.line(f"g->values{number} |= (uint64_t)((unsigned)value < 64) << (value & 63);")
                elif array == base:
                    kept = f"g->written{number}[g->writes{number}]"
                    out.line(f"if (g->writes{number} < {_REMEMBERED}) {kept} = at;")
                    out.line(f"g->writes{number} += g->writes{number} <= {_REMEMBERED};")
            out.line("return value - old;" if has_rows else "(void)old;")
        if has_rows:
            self._write_row(base, views.rows[base])

    def _write_row(self, base: int, length: int) -> None:
        """The functions that bring the sum of a row up to date, and that write a slot and then do so."""
        out = self._out
        with out.block(f"INLINE void {self.adds(base)}(State *g, int row, int by)"):
            out.line(f"const int sum = {self.rows(base)}[row] += by;")
            out.line("(void)sum;")
            for least in sorted(self._views.above.get(base, ())):
                self._write_above(base, self._views.arrays[base].count // length, least)
        with out.block(f"INLINE void {self.writes(base)}(State *g, int at, int value)"):
            out.line(f"{self.adds(base)}(g, at / {length}, {self.puts(base)}(g, at, value));")

    def _write_above(self, base: int, count: int, least: int) -> None:
        out, above, apart = self._out, self.above(base, least), self._apart(base, least)
        word = "" if sets.words_of(count) == 1 else ".w[row >> 6]"
        place = "row" if not word else "(row & 63)"
        kept, bit = f"{above}{word}", f"(uint64_t)(sum >= {least}) << {place}"
        if apart:
            out.line(f"const int was{least} = {sets.has(count, above, 'row')};")
        out.line(f"{kept} = ({kept} & ~(UINT64_C(1) << {place})) | {bit};")
        if apart:
            with out.block(f"if (was{least} != (sum >= {least}))"):
                for one in apart:
                    self._write_apart(one, count)

    def _write_apart(self, form: Apart, count: int) -> None:
        """Bring the members near a row up to date, which has come to be above or is so no longer."""
        out, width, kept = self._out, form.width, self.apart(form)
        near = f"table{form.back}[row]"
        with out.block(f"if (sum >= {form.least})", "} else {"):
            out.line(f"{kept} = {sets.minus(width, kept, near)};")
        with out.continued(), sets.each(out, width, near, "i"):
            beside = sets.inter(count, f"table{form.table}[i]", self.above(form.base, form.least))
            out.line(sets.add(width, kept, "i", sets.is_empty(count, beside)))

    def _look(self, base: int, group: Slot) -> None:
        views, out, name = self._views, self._out, self._name(base)
        if base in views.planes:
            out.line(f"memset({self.planes(base)}, 0, sizeof {self.planes(base)});")
            with out.block(f"for (int i = 0; i < {group.count}; i++)"):
                plane = f"{self.planes(base)}[g->{name}[i] - ({group.low})]"
                out.line(sets.add(group.count, plane, "i"))
        if base in views.rows:
            self._look_at_rows(base, views.rows[base])
        for number, array in views.asked.items():
            if array == base:
                by_value = number in views.by_value
                all_of_them = (
                    f"values{number} = ~UINT64_C(0)" if by_value else f"writes{number} = {_REMEMBERED + 1}"
                )
                out.line(f"g->{all_of_them};")

    def _look_at_rows(self, base: int, length: int) -> None:
        out, name, count = self._out, self._name(base), self._views.arrays[base].count // length
        for least in sorted(self._views.above.get(base, ())):
            out.line(f"{self.above(base, least)} = {sets.constant(0, count)};")
        with out.block(f"for (int row = 0; row < {count}; row++)"):
            out.line("int sum = 0;")
            out.line(f"for (int i = 0; i < {length}; i++) sum += g->{name}[row * {length} + i];")
            out.line(f"{self.rows(base)}[row] = sum;")
            for least in sorted(self._views.above.get(base, ())):
                out.line(sets.add(count, self.above(base, least), "row", f"sum >= {least}"))
        for one in self._apart(base):
            out.line(f"{self.apart(one)} = {sets.constant(0, one.width)};")
            with out.block(f"for (int i = 0; i < {one.width}; i++)"):
                beside = sets.inter(count, f"table{one.table}[i]", self.above(base, one.least))
                out.line(sets.add(one.width, self.apart(one), "i", sets.is_empty(count, beside)))


def _bits(flags: list[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


def _array(out: Writer, name: str, values: list[int]) -> None:
    """A constant array of numbers below 2**31."""
    kind = "uint16_t" if max(values, default=0) < 1 << 16 else "int32_t"
    with out.block(f"static const {kind} {name}[] =", "};"):
        for row in range(0, len(values), 16):
            out.line(f"{', '.join(map(str, values[row : row + 16]))},")
