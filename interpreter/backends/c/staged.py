"""Decisions with stages of several parts: made step by step, with a search ahead for what can be completed.

The functions written here say what each step may be and what follows it; the search itself is in the
runtime. They work on a copy of the state, in which the steps before have their values.
"""

from interpreter.backends.c import sets
from interpreter.backends.c.choices import Choices
from interpreter.core.ir import Alternative, Const, Expr, Requirement, SetConst, Several, Stage
from interpreter.core.reading import slots_read
from interpreter.core.stages import is_staged


class Staged(Choices):
    """Writes the functions of a decision of which some stage has several parts."""

    def stages(self, number: int, alternative: Alternative) -> None:
        """What each step may be, and what follows it."""
        self._candidates(number, alternative)
        self._put(number, alternative)
        self._enter(number, alternative)
        self._steps(number, alternative)

    def moves(self) -> None:
        """How moves are made."""
        self._all_steps()
        self._by_stages()

    def possible(self, alternative: int) -> None:
        """The function that says whether an alternative is open and can be completed."""
        name = f"{self.number}_{alternative}"
        with self.out.block(f"MAYBE int possible{name}({self.parameters()})"):
            self.out.line(f"if (!open{name}(c, g, d)) return 0;")
            if not self.decision.alternatives[alternative].stages:
                self.out.line("return 1;")
                return
            self.out.line("State probe = *g;")
            self.out.line(f"return search(c, &steps{name}, &probe, d, 0);")

    # Steps

    def _each_stage(self, alternative: Alternative) -> list[tuple[Stage, int]]:
        found, first = [], 0
        for stage in alternative.stages:
            found.append((stage, first))
            first += stage.parts
        return found

    def _head(self, name: str, number: int, more: str) -> str:
        return f"static int {name}{self.number}_{number}(Context *c, State *g, void *shared, int at{more})"

    def _begin(self) -> None:
        self.out.line(f"Shared{self.number} *d = shared;")
        self.out.line("(void)c; (void)g; (void)d; (void)at;")

    def _candidates(self, number: int, alternative: Alternative) -> None:
        with self.naming(), self.out.block(self._head("candidates", number, ", int *v")):
            self._begin()
            self.out.line("int n = 0;")
            self.out.line("(void)v;")
            for stage, first in self._each_stage(alternative):
                self.title(stage.name, stage.place)
                with self.out.block(f"if (at < {first + stage.parts})"):
                    self.out.line(f"const int k = at - {first};")
                    self.out.line("(void)k;")
                    if stage.shared:
                        with self.out.block("if (!k)"):
                            self.share(stage.shared)
                    if stage.several is None:
                        self._list(stage.over)
                        if stage.optional:
                            self.out.line("v[n++] = -1;")
                    else:
                        self._picks(stage, stage.several)
                    self.out.line("return n;")
            self.out.line("return n;")

    def _list(self, over: Expr) -> None:
        if isinstance(over, SetConst) and over.bits:
            members = [i for i in range(over.width) if over.bits >> i & 1]
            self.out.line(f"static const int members[] = {{{', '.join(map(str, members))}}};")
            self.out.line("memcpy(v, members, sizeof members);")
            self.out.line(f"n = {len(members)};")
            return
        with sets.each(self.out, self.width(over), self.expressions.set(over), "item"):
            self.out.line("v[n++] = item;")

    def _picks(self, stage: Stage, several: Several) -> None:
        width = self.width(stage.over)
        before = self.storage.element(several.picks, "(k - 1)")
        self.out.line(f"const int last = k ? {before} : 0;")
        self.out.line("if (last < 0) { v[0] = -1; return 1; }")
        low = self.expressions.number(several.low)
        self.out.line(f"const int is_enough = k >= {low};")
        self.out.line("if (is_enough) v[n++] = -1;")
        high = self._high(stage, several)
        with self.out.block(f"if (k < {high})"):
            text = self.expressions.set(stage.over)
            self.out.line(f"const {sets.set_type(width)} over = {text};")
            self.out.line("int first = 0;")
            with self.out.block("if (k)"):
                self._first(several)
            with sets.each(self.out, width, sets.since(width, "over", "first"), "item"):
                self.out.line("v[n++] = item;")

    def _first(self, several: Several) -> None:
        """Write the lowest member that can be picked after ``last`` into ``first``."""
        if several.stock is None:
            self.out.line("first = last + 1;")
            return
        self.out.line(f"{self.expressions.place(several.var)} = last;")
        width = several.width
        with self.ranges.knowing(several.var, (0, width - 1)):
            stock = self.expressions.number(several.stock)
        held = self.storage.element(several.counts, "last")
        self.out.line(f"first = {held} < {stock} ? last : last + 1;")

    def _high(self, stage: Stage, several: Several) -> str:
        if isinstance(several.high, Const):
            return str(min(several.high.value, stage.parts))
        return f"min64({self.expressions.number(several.high)}, {stage.parts})"

    def _put(self, number: int, alternative: Alternative) -> None:
        with self.naming(), self.out.block(self._head("put", number, ", int value")):
            self._begin()
            self.out.line("(void)value;")
            for stage, first in self._each_stage(alternative):
                with self.out.block(f"if (at < {first + stage.parts})"):
                    self.out.line(f"const int k = at - {first};")
                    self.out.line("(void)k;")
                    if stage.several is None:
                        self.out.line(f"{self.storage.element(stage.slot, 'k')} = value;")
                        self.out.line("return at + 1;")
                    else:
                        self._put_pick(stage, stage.several, first + stage.parts)
            self.out.line("return -1;")

    def _put_pick(self, stage: Stage, several: Several, after: int) -> None:
        out, element = self.out, self.storage.element
        out.line("const int made = value < 0 ? k : k + 1;")
        out.line(f"if (value >= 0) {element(several.picks, 'k')} = value;")
        width = self.width(stage.over)
        out.line(f"{sets.set_type(width)} kinds = {sets.nothing(width)};")
        out.line("int size = 0;")
        if several.counts >= 0:
            first = element(several.counts, "0")
            out.line(f"memset(&{first}, 0, sizeof {first} * {several.width});")
        with out.block("for (int i = 0; i < made; i++)"):
            out.line(f"const int item = {element(several.picks, 'i')};")
            out.line("if (item < 0) continue;")
            out.line(sets.add(width, "kinds", "item"))
            out.line("size++;")
            if several.counts >= 0:
                out.line(f"{element(several.counts, 'item')}++;")
        out.line(f"{self.storage.place(stage.slot)} = kinds;")
        out.line(f"{self.storage.place(several.size)} = size;")
        high = self._high(stage, several)
        out.line(f"if (value >= 0 && k + 1 < {high}) return at + 1;")
        behind = element(several.picks, "made")
        rest = f"{stage.parts} - made"
        out.line(f"if (made < {stage.parts}) memset(&{behind}, -1, sizeof {behind} * ({rest}));")
        out.line(f"return {after};")

    def _enter(self, number: int, alternative: Alternative) -> None:
        with self.naming(), self.out.block(self._head("enter", number, ", int value")):
            self._begin()
            self.out.line(f"const int following = put{self.number}_{number}(c, g, d, at, value);")
            for stage, first in self._each_stage(alternative):
                with self.out.block(f"if (at < {first + stage.parts})"):
                    if stage.several is None:
                        self._demand_parts(stage, first)
                    else:
                        self._demand_picks(stage, stage.several, first + stage.parts)
                    self.out.line("return following;")
            self.out.line("return following;")

    def _demand_parts(self, stage: Stage, first: int) -> None:
        for part in range(stage.parts):
            requires = stage.requires if part == stage.parts - 1 else stage.may[part] if stage.may else ()
            if requires:
                with self.out.block(f"if (at == {first + part})"):
                    self.holds(requires, "return -1;")

    def _demand_picks(self, stage: Stage, several: Several, after: int) -> None:
        with self.out.block(f"if (following == {after})"):
            self.holds(stage.requires, "return -1;")
            self.out.line("return following;")
        may: tuple[Requirement, ...] = stage.may[0] if stage.may else ()
        if any(several.rest in slots_read(one.test) for part in stage.may for one in part):
            self._look(stage, several)
        self.holds(may, "return -1;")

    def _look(self, stage: Stage, several: Several) -> None:
        width = self.width(stage.over)
        rest = self.expressions.place(several.rest)
        self.out.line(f"{sets.set_type(width)} rest = {sets.nothing(width)};")
        with self.out.block("if (value >= 0)"):
            self.out.line("const int last = value;")
            self.out.line("int first = 0;")
            self._first(several)
            self.out.line(f"rest = {sets.since(width, self.expressions.set(stage.over), 'first')};")
        self.out.line(f"{rest} = rest;")

    def _steps(self, number: int, alternative: Alternative) -> None:
        name = f"{self.number}_{number}"
        count = sum(stage.parts for stage in alternative.stages)
        numbers = [i for i, stage in enumerate(alternative.stages) for _ in range(stage.parts)] or [0]
        plain = int(not any(is_staged(stage) for stage in alternative.stages))
        self.out.line(f"static const short stages{name}[] = {{{', '.join(map(str, numbers))}}};")
        self.out.line(
            f"static const Steps steps{name} = {{{count}, {plain}, {self.number}, {number}, "
            f"HINTS{name}, candidates{name}, enter{name}, put{name}, stages{name}}};"
        )

    # Moves

    def _all_steps(self) -> None:
        count = len(self.decision.alternatives)
        names = ", ".join(f"&steps{self.number}_{i}" for i in range(count))
        self.out.line(f"static const Steps *const all_steps{self.number}[] = {{{names}}};")

    def _by_stages(self) -> None:
        head = (
            f"MAYBE int by_stages{self.number}(Context *c, State *g, Shared{self.number} *d, "
            "uint64_t *rng, int *several)"
        )
        self.out.comment("A move made by small choices, each uniform among what can be completed.")
        with self.naming(), self.out.block(head):
            self.draw_alternative()
            self.out.line(f"*several = small_choices(c, all_steps{self.number}[a], g, d, rng, more);")
            self.out.line("return a;")
