"""The search of decisions with stages of several parts, which are made step by step.

For each stage there are functions that say what a step may be, what a value leads to, and in how many ways
the move can go on; a search wants one way. They work on a copy of the state, in which the steps before have
their values, and leave no picks behind.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.c import sets
from interpreter.backends.c.choices import Choices
from interpreter.backends.c.picking import Picking
from interpreter.core.ir import Alternative, Requirement, SetConst, Several, Stage
from interpreter.core.reading import slots_read
from interpreter.core.stages import is_staged


class Searched(Choices):
    """Writes the search of a decision of which some stage has several parts."""

    def stages(self, number: int, alternative: Alternative) -> None:
        """What each step may be, and what follows it, from the last stage on."""
        self._clear(number, alternative)
        for at in reversed(range(len(alternative.stages))):
            stage = alternative.stages[at]
            self.title(stage.name, stage.place)
            self._begin(number, alternative, at)
            self._candidates(number, alternative, at)
            if stage.parts > 1:
                self.out.line(f"{self._ways_head(number, alternative, at)};")
            self._leads(number, alternative, at)
            self._among(number, alternative, at)
            self._ways(number, alternative, at)

    def parameters(self) -> str:
        """What every function of the decision is given; the state is a copy to try values on."""
        return f"Context *c, State *g, Shared{self.number} *d"

    def possible(self, alternative: int) -> None:
        """The function that says whether an alternative is open and can be completed."""
        name = f"{self.number}_{alternative}"
        with self.out.block(f"MAYBE int possible{name}({self.parameters()})"):
            self.out.line(f"if (!open{name}(c, g, d)) return 0;")
            self.out.line(f"return {self.first_ways(alternative, '1')} > 0;")

    def anything(self) -> None:
        """The function that says whether any alternative can be chosen; it leaves the state alone."""
        head = f"Context *c, const State *from, Shared{self.number} *d"
        with self.out.block(f"RARE int anything{self.number}({head})"):
            self.out.line("State probe = *from, *const g = &probe;")
            self.out.line(f"return {self.any_possible()};")

    def first_ways(self, number: int, want: str) -> str:
        """The call that gives the number of ways to make an alternative; what is picked is cleared before."""
        alternative = self.decision.alternatives[number]
        if not alternative.stages:
            return f"whole(c, {number}, 0)"
        self.out.line(f"clear{self.number}_{number}(c, g, d);")
        self.out.line("c->tried = 0;")
        return self._ways_call(number, alternative, 0, want, "0", "0")

    def picking(self, stage: Stage, several: Several) -> Picking:
        """What writes the picks of a stage."""
        return Picking(self.expressions, stage, several)

    # Stages

    def _parts(self, stage: Stage) -> str:
        """The parameters that say how far a stage is."""
        if stage.several is not None:
            return ", int k, int last"
        return ", int k" if stage.parts > 1 else ""

    def _name(self, function: str, number: int, at: int) -> str:
        return f"{function}{self.number}_{number}_{at}"

    def _first(self, alternative: Alternative, at: int) -> int:
        """The number of a stage's first step."""
        return sum(stage.parts for stage in alternative.stages[:at])

    def hint(self, number: int, alternative: Alternative, at: int) -> str:
        """Where it stands which value of a step led on the last time."""
        first = self._first(alternative, at)
        behind = f" + {first}" if first else ""
        k = " + k" if alternative.stages[at].parts > 1 else ""
        return f"c->hints[HINTS{self.number}_{number}{behind}{k}]"

    @contextmanager
    def function(self, head: str, unused: str = "") -> Iterator[None]:
        """Inside is the body of a function that need not use all it is given."""
        with self.naming(), self.out.block(head):
            self.out.line("(void)c; (void)g; (void)d;" + unused)
            yield

    def _clear(self, number: int, alternative: Alternative) -> None:
        """The function that takes all picks back."""
        if not alternative.stages:
            return
        with self.function(f"MAYBE void clear{self.number}_{number}({self.parameters()})"):
            for stage in alternative.stages:
                if stage.several is not None:
                    self.picking(stage, stage.several).clear()
                    self.picking(stage, stage.several).clear_sums()

    def _begin(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that computes what the parts of a stage share."""
        stage = alternative.stages[at]
        if stage.shared:
            with self.function(f"MAYBE void {self._name('begin', number, at)}({self.parameters()})"):
                self.share(stage.shared)

    def begin_call(self, number: int, alternative: Alternative, at: int) -> str:
        """The statement that computes what the parts of a stage share; empty where they share nothing."""
        if not alternative.stages[at].shared:
            return ""
        return f"{self._name('begin', number, at)}(c, g, d);"

    def _candidates(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that gives what can be picked next."""
        stage = alternative.stages[at]
        if stage.several is None:
            return
        width = self.width(stage.over)
        kind, name = sets.set_type(width), self._name("candidates", number, at)
        head = f"INLINE {kind} {name}({self.parameters()}{self._parts(stage)}, int *done)"
        with self.function(head, " (void)k; (void)last;"):
            picking = self.picking(stage, stage.several)
            self.out.line(f"*done = k >= {picking.low};")
            self.out.line(f"if (k >= {picking.high}) return {self._no_set(width)};")
            self.out.line(f"return {picking.candidates()};")

    def _no_set(self, width: int) -> str:
        nothing = sets.nothing(width)
        return nothing if sets.words_of(width) == 1 else f"({sets.set_type(width)}){nothing}"

    def offer(self, number: int, alternative: Alternative, at: int) -> None:
        """Write what a step may be into ``left``, and whether it may be none into ``done``."""
        stage = alternative.stages[at]
        kind = sets.set_type(self.width(stage.over))
        if stage.several is None:
            self.out.line(f"{kind} left = {self.expressions.set(stage.over)};")
            if stage.optional:
                self.out.line("int done = 1;")
            return
        self.out.line("int done;")
        name = self._name("candidates", number, at)
        self.out.line(f"{kind} left = {name}(c, g, d, k, last, &done);")

    def is_bare(self, stage: Stage) -> bool:
        """Whether a stage of picks has nothing to pick."""
        return stage.several is not None and isinstance(stage.over, SetConst) and not stage.over.bits

    def may_be_none(self, stage: Stage) -> bool:
        """Whether a step of a stage may have no value: none is chosen, or the picks are done."""
        return stage.optional or stage.several is not None

    def is_free(self, alternative: Alternative, at: int) -> bool:
        """Whether each value of a stage can be completed, whatever was chosen before."""
        return all(
            stage.several is None
            and not stage.requires
            and not any(stage.may)
            and not stage.shared
            and (stage.optional or (isinstance(stage.over, SetConst) and stage.over.bits != 0))
            for stage in alternative.stages[at:]
        )

    # What a value leads to

    def _leads(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that says how many ways there are behind a value; -1: it is not allowed."""
        stage = alternative.stages[at]
        k = ", int k" if stage.parts > 1 or stage.several is not None else ""
        arguments = f"{self.parameters()}{k}, int value, int64_t want"
        head = f"static int64_t {self._name('leads', number, at)}({arguments})"
        with self.function(head, " (void)want;" + (" (void)k;" if k else "")):
            first = self._first(alternative, at)
            place, after = f"{first} + k" if k else str(first), first + stage.parts
            self.out.line(f"if (UNLIKELY(c->list != 0)) list_value(c->list, {place}, value, {after});")
            if stage.several is None:
                self._leads_part(number, alternative, at)
            else:
                self._leads_pick(number, alternative, at, stage.several)

    def _leads_part(self, number: int, alternative: Alternative, at: int) -> None:
        stage = alternative.stages[at]
        self.out.line(f"{self.storage.element(stage.slot, 'k')} = value;")
        for part in range(stage.parts - 1):
            may = stage.may[part] if stage.may else ()
            if may:
                with self.out.block(f"if (k == {part})"):
                    self.holds(may, "return -1;")
        if stage.parts > 1:
            further = self._ways_call(number, alternative, at, "want", "k + 1", "")
            self.out.line(f"if (k < {stage.parts - 1}) return {further};")
        self.holds(stage.requires, "return -1;")
        self.out.line(f"return {self._next(number, alternative, at)};")

    def _leads_pick(self, number: int, alternative: Alternative, at: int, several: Several) -> None:
        stage, out, picking = alternative.stages[at], self.out, self.picking(alternative.stages[at], several)
        if self.is_bare(stage):
            self.holds(stage.requires, "return -1;")
            out.line(f"return {self._next(number, alternative, at)};")
            return
        with out.block("if (value < 0)"):
            self.holds(stage.requires, "return -1;")
            out.line(f"return {self._next(number, alternative, at)};")
        out.line("int64_t led = -1;")
        picking.take()
        high, undo, mark = picking.high, out.fresh("undo"), out.mark()
        if high != "1":
            with out.block(f"if (k + 1 < {high})", "} else {"):
                self._holds_so_far(stage, several, f"goto {undo};")
                out.line(f"led = {self._ways_call(number, alternative, at, 'want', 'k + 1', 'value')};")
            with out.continued():
                self.holds(stage.requires, f"goto {undo};")
                out.line(f"led = {self._next(number, alternative, at)};")
        else:
            self.holds(stage.requires, f"goto {undo};")
            out.line(f"led = {self._next(number, alternative, at)};")
        if any(f"goto {undo};" in line for line in out.since(mark)):
            out.label(undo)
        picking.put_back()
        out.line("return led;")

    def _holds_so_far(self, stage: Stage, several: Several, otherwise: str) -> None:
        """What must hold for another pick to follow."""
        may: tuple[Requirement, ...] = stage.may[0] if stage.may else ()
        if any(several.rest in slots_read(one.test) for one in may):
            rest = self.picking(stage, several).rest()
            self.out.line(f"const {sets.set_type(self.width(stage.over))} rest = {rest};")
        with self.expressions.calling({several.rest: "rest"}):
            self.holds(may, otherwise)

    def _next(self, number: int, alternative: Alternative, at: int) -> str:
        """The call that gives the ways behind a stage."""
        if at == len(alternative.stages) - 1:
            return f"whole(c, {number}, {self._first(alternative, at + 1)})"
        return self._ways_call(number, alternative, at + 1, "want", "0", "0")

    # In how many ways

    def _ways_head(self, number: int, alternative: Alternative, at: int) -> str:
        parts = self._parts(alternative.stages[at])
        return f"static int64_t {self._name('ways', number, at)}({self.parameters()}{parts}, int64_t want)"

    def _ways_call(self, number: int, alternative: Alternative, at: int, want: str, k: str, last: str) -> str:
        stage = alternative.stages[at]
        more = f", {k}, {last}" if stage.several is not None else f", {k}" if stage.parts > 1 else ""
        return f"{self._name('ways', number, at)}(c, g, d{more}, {want})"

    def leads_call(self, number: int, alternative: Alternative, at: int, value: str, want: str) -> str:
        """The call that gives the ways behind a value."""
        stage = alternative.stages[at]
        k = ", k" if stage.parts > 1 or stage.several is not None else ""
        return f"{self._name('leads', number, at)}(c, g, d{k}, {value}, {want})"

    def _ways(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that counts the ways from a step on."""
        stage, out = alternative.stages[at], self.out
        with self.function(self._ways_head(number, alternative, at)):
            if self.is_free(alternative, at):
                out.line("if (!c->counting) return 1;")
            begin = self.begin_call(number, alternative, at)
            if begin:
                out.line(f"if (!k) {begin}" if stage.parts > 1 else begin)
            self.offer(number, alternative, at)
            out.line(f"int *const hint = c->counting ? 0 : &{self.hint(number, alternative, at)};")
            out.line(f"return {self.among_call(number, alternative, at, 'want', 'hint')};")

    def _among(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that counts the ways behind all values left, the one that led on last time first."""
        stage, out = alternative.stages[at], self.out
        plain = not any(is_staged(one) for one in alternative.stages)
        width = self.width(stage.over)
        k = ", int k" if stage.parts > 1 or stage.several is not None else ""
        done = ", int done" if self.may_be_none(stage) else ""
        head = (
            f"static int64_t {self._name('among', number, at)}"
            f"({self.parameters()}{k}, {sets.set_type(width)} left{done}, int64_t want, int *hint)"
        )
        with self.function(head):
            out.line("int64_t found = 0;")
            with out.block("if (hint)"):
                self._hinted(number, alternative, at)
            trial = f"{self.number}, {number}, {-1 if plain else at}"
            if stage.several is not None:
                self._tried(number, alternative, at, "done && ", "-1", trial)
            if self.is_bare(stage):
                out.line("(void)left;")
            else:
                with sets.each(out, width, "left", "item"):
                    self._tried(number, alternative, at, "", "item", trial)
            if stage.optional:
                self._tried(number, alternative, at, "done && ", "-1", trial)
            out.line("return found;")

    def among_call(self, number: int, alternative: Alternative, at: int, want: str, hint: str) -> str:
        """The call that gives the ways behind what is ``left`` of a step."""
        stage = alternative.stages[at]
        k = ", k" if stage.parts > 1 or stage.several is not None else ""
        done = ", done" if self.may_be_none(stage) else ""
        return f"{self._name('among', number, at)}(c, g, d{k}, left{done}, {want}, {hint})"

    def _hinted(self, number: int, alternative: Alternative, at: int) -> None:
        """Try what led on the last time, and leave it out of what is tried then."""
        stage, out = alternative.stages[at], self.out
        width = self.width(stage.over)
        leads = self.leads_call(number, alternative, at, "*hint", "1")
        if not self.is_bare(stage):
            with out.block(f"if (*hint >= 0 && {sets.has(width, 'left', '*hint')})"):
                out.line(f"if ({leads} > 0) return 1;")
                out.line(sets.remove(width, "left", "*hint"))
        if self.may_be_none(stage):
            leads = self.leads_call(number, alternative, at, "-1", "1")
            with out.block("if (*hint == -1 && done)"):
                out.line(f"if ({leads} > 0) return 1;")
                out.line("done = 0;")

    def _tried(
        self, number: int, alternative: Alternative, at: int, test: str, value: str, trial: str
    ) -> None:
        leads = self.leads_call(number, alternative, at, value, "want - found")
        settled = f"settled(c, {leads}, &found, want, hint, {value}, {trial})"
        self.out.line(f"if ({test}{settled}) return found;")
