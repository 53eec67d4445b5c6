"""Decisions whose stages have one part each: whole moves are counted in groups, and the k-th is picked.

A group is all moves that differ in their last value only: the values before it, and the set that the last
one is chosen from. Values are variables of the function while they are tried; the state is written when a
move is made.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod

from interpreter.backends.c import sets
from interpreter.backends.c.choices import Choices
from interpreter.backends.c.passes.folding import inter, is_total
from interpreter.backends.c.passes.forms import Quick
from interpreter.backends.c.passes.reaching import nearest
from interpreter.backends.c.refusals import Unsupported
from interpreter.backends.c.small import SmallChoices
from interpreter.core.ir import Alternative, Empty, Stage

MOST_GROUPS = 4097
"""How many groups are kept; what lies behind is found by looking again."""


class Plain(Choices):
    """Writes the functions of a decision in which no stage has several parts."""

    def stages(self, number: int, alternative: Alternative) -> None:
        """What can be completed, from each stage on."""
        for at in reversed(range(len(alternative.stages))):
            self._can(number, alternative, at)
            self._leads(number, alternative, at)

    def moves(self) -> None:
        """How moves are counted and made."""
        self._groups()
        self._walk()
        self._by_stages()

    # Values

    def _names(self, alternative: Alternative, count: int) -> dict[int, str]:
        return {alternative.stages[i].slot: f"v{i}" for i in range(count)}

    @contextmanager
    def _trying(self, alternative: Alternative, at: int, among: Stage | None = None) -> Iterator[None]:
        """A loop over the values of a stage, or ``among`` some; what requirements refuse is passed over."""
        stage = among or allowed(alternative.stages[at])
        width, item = self.width(stage.over), f"v{at}"
        if stage.optional:
            members, more = self.out.fresh("m"), self.out.fresh("none")
            text = self.expressions.set(stage.over)
            self.out.line(f"{sets.set_type(width)} {members} = {text};")
            head = f"for (int {more} = 1; {more}; )"
            with self.out.block(head):
                test = sets.is_empty(width, members)
                self.out.line(f"const int {item} = {test} ? -1 : {sets.lowest(width, members)};")
                low = f"{members}.w[{item} >> 6]" if sets.words_of(width) > 1 else members
                self.out.line(f"if ({item} < 0) {more} = 0; else {low} &= {low} - 1;")
                with self._holding(alternative, at):
                    self.holds(stage.requires, "continue;")
                    yield
            return
        members = self.expressions.set(stage.over)
        with sets.each(self.out, width, members, item), self._holding(alternative, at):
            self.holds(stage.requires, "continue;")
            yield

    @contextmanager
    def _holding(self, alternative: Alternative, at: int) -> Iterator[None]:
        """Inside, the stage's slot is the variable of its value."""
        stage = alternative.stages[at]
        low = -1 if stage.optional else 0
        with (
            self.expressions.calling({stage.slot: f"v{at}"}),
            self.ranges.knowing(stage.slot, (low, self.width(stage.over) - 1)),
        ):
            yield

    @contextmanager
    def first_of_two(self, members: str) -> Iterator[None]:
        """A loop over the values ``v0`` of the first stage, which has them in a named set."""
        alternative = self.decision.alternatives[0]
        width = self.width(alternative.stages[0].over)
        with sets.each(self.out, width, members, "v0"), self._holding(alternative, 0):
            yield

    @contextmanager
    def chosen(self, alternative: Alternative, count: int) -> Iterator[None]:
        """Inside, the first stages have their values."""
        if not count:
            yield
            return
        with self.chosen(alternative, count - 1), self._holding(alternative, count - 1):
            yield

    def _arguments(self, count: int, kind: str = "int ") -> str:
        return "".join(f", {kind}v{i}" for i in range(count))

    def _can(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that says whether the stages from ``at`` on can be completed."""
        stage, last = allowed(alternative.stages[at]), at == len(alternative.stages) - 1
        head = f"MAYBE int can{self.number}_{number}_{at}({self.parameters()}{self._arguments(at)})"
        with self.naming(), self.out.block(head), self.chosen(alternative, at):
            self.out.line("(void)c; (void)g; (void)d;" + "".join(f" (void)v{i};" for i in range(at)))
            if last and not stage.requires:
                if stage.optional:
                    self.out.line("return 1;")
                else:
                    self.out.line(f"return !{self.expressions.number(Empty(stage.over))};")
                return
            part = nearest(stage.over)
            if part is not None and not stage.optional and self._is_sure(alternative, at):
                self._completing(number, alternative, at, replace(stage, over=part))
            self._completing(number, alternative, at, stage)
            self.out.line("return 0;")

    def _is_sure(self, alternative: Alternative, at: int) -> bool:
        """Whether nothing can fail from a stage on, so that values can be tried in any order."""
        if at == len(alternative.stages):
            return True
        stage = alternative.stages[at]
        if not is_total(stage.over, self.ranges):
            return False
        with self._holding(alternative, at):
            tests = all(is_total(one.test, self.ranges) for one in stage.requires)
            return tests and self._is_sure(alternative, at + 1)

    def _completing(self, number: int, alternative: Alternative, at: int, stage: Stage) -> None:
        """Return 1 where a value of a stage leads to a whole move."""
        last = at == len(alternative.stages) - 1
        with self._trying(alternative, at, stage):
            self.out.line("return 1;" if last else f"if ({self._can_call(number, at + 1)}) return 1;")

    def _leads(self, number: int, alternative: Alternative, at: int) -> None:
        """The function that says whether a value of a stage can be chosen, and the stages after it made."""
        stage = alternative.stages[at]
        head = f"MAYBE int leads{self.number}_{number}_{at}({self.parameters()}{self._arguments(at + 1)})"
        with self.naming(), self.out.block(head), self.chosen(alternative, at + 1):
            self.out.line("(void)c; (void)g; (void)d;" + "".join(f" (void)v{i};" for i in range(at + 1)))
            self.holds(stage.requires, "return 0;")
            last = at == len(alternative.stages) - 1
            self.out.line(f"return {'1' if last else self._can_call(number, at + 1)};")

    def _can_call(self, number: int, at: int) -> str:
        return f"can{self.number}_{number}_{at}(c, g, d{self._arguments(at, '')})"

    # Groups

    @property
    def is_one_value(self) -> bool:
        """Whether a move is one value of a set, and nothing else is asked."""
        alternatives = self.decision.alternatives
        if len(alternatives) != 1 or len(alternatives[0].stages) != 1 or alternatives[0].requires:
            return False
        stage = allowed(alternatives[0].stages[0])
        return not stage.optional and not stage.requires

    @property
    def before(self) -> int:
        """How many values a group has before its last."""
        return max((len(one.stages) - 1 for one in self.decision.alternatives if one.stages), default=0)

    @property
    def set_width(self) -> int:
        """The width of the set of a group's last values."""
        widths = [self.width(one.stages[-1].over) for one in self.decision.alternatives if one.stages]
        return max(widths, default=1)

    @property
    def most_groups(self) -> int:
        """How many groups there can be."""
        return sum(self._most(one) for one in self.decision.alternatives)

    def _most(self, alternative: Alternative) -> int:
        first = alternative.stages[:-1]
        return prod(self.ranges.most(stage.over) + stage.optional for stage in first)

    @property
    def is_cut(self) -> bool:
        """Whether there can be more groups than are kept."""
        return self.most_groups > MOST_GROUPS

    def _groups(self) -> None:
        number = self.number
        if self.set_width >= 1 << 15:
            raise Unsupported(f"a stage with {self.set_width} values")
        with self.out.block("typedef struct", f"}} Group{number};"):
            self.out.line(f"{sets.set_type(self.set_width)} last;")
            self.out.line("int16_t count, alternative;")
            if self.before:
                self.out.line(f"int16_t v[{self.before}];")
        with self.out.block("typedef struct", f"}} Groups{number};"):
            self.out.line("int64_t skip;")
            self.out.line("int n;")
            self.out.line(f"Group{number} at[{min(self.most_groups, MOST_GROUPS) + 1}];")

    def _walk(self) -> None:
        arguments = f"{self.parameters()}, int64_t most, Groups{self.number} *q"
        head = f"INLINE int64_t walking{self.number}({arguments})"
        self.out.comment("All legal moves in groups, in canonical order, until there are more than `most`.")
        with self.naming(), self.out.block(head):
            self.out.line("(void)c; (void)g; (void)d; (void)most;")
            self.out.line("int64_t total = 0;")
            for number, alternative in enumerate(self.decision.alternatives):
                self.out.comment(self.action(alternative))
                if alternative.requires:
                    self.out.line(f"if (open{self.number}_{number}(c, g, d)) {{")
                else:
                    self.out.line("{")
                self._walk_from(number, alternative, 0)
                self.out.line("}")
            self.out.line("return total;")
        self.out.comment("The same where it need not be fast.")
        with self.out.block(f"SELDOM int64_t walk{self.number}({arguments})"):
            self.out.line(f"return walking{self.number}(c, g, d, most, q);")

    def _walk_from(self, number: int, alternative: Alternative, at: int) -> None:
        if not alternative.stages:
            self._push(number, 0, "1", self._one())
            return
        stage = alternative.stages[at]
        if at < len(alternative.stages) - 1:
            with self._trying(alternative, at):
                self._walk_from(number, alternative, at + 1)
            return
        stage = allowed(stage)
        width, members = self.width(stage.over), self._last(alternative, stage, at)
        count = sets.size(width, members)
        if stage.optional:
            count = f"{count} + {self._none(alternative, stage, at)}"
        name = self.out.fresh("n")
        self.out.line(f"const int {name} = {count};")
        self._push(number, at, name, self._widened(members, width))

    def _last(self, alternative: Alternative, stage: Stage, at: int) -> str:
        """The name of the set of values of the last stage that its requirements allow."""
        width, name = self.width(stage.over), self.out.fresh("last")
        if not stage.requires:
            text = self.expressions.set(stage.over)
            self.out.line(f"const {sets.set_type(width)} {name} = {text};")
            return name
        text = self.expressions.set(stage.over)
        self.out.line(f"{sets.set_type(width)} {name} = {sets.nothing(width)};")
        with sets.each(self.out, width, text, f"v{at}"), self._holding(alternative, at):
            self.holds(stage.requires, "continue;")
            self.out.line(sets.add(width, name, f"v{at}"))
        return name

    def _none(self, alternative: Alternative, stage: Stage, at: int) -> str:
        """The name of a flag: the last stage may be left at `none`."""
        if not stage.requires:
            return "1"
        name = self.out.fresh("none")
        self.out.line(f"int {name} = 0;")
        with self.out.block("do", "} while (0);"):
            self.out.line(f"const int v{at} = -1;")
            self.out.line(f"(void)v{at};")
            with self._holding(alternative, at):
                self.holds(stage.requires, "break;")
            self.out.line(f"{name} = 1;")
        return name

    def _one(self) -> str:
        width = self.set_width
        return "1" if sets.words_of(width) == 1 else sets.constant(1, width)

    def _widened(self, members: str, width: int) -> str:
        """A set in the type of all groups."""
        if sets.words_of(width) == sets.words_of(self.set_width):
            return members
        words = sets.words_of(width)
        parts = ", ".join([members] if words == 1 else [f"{members}.w[{i}]" for i in range(words)])
        return f"({sets.set_type(self.set_width)}){{{{{parts}}}}}"

    def _push(self, number: int, before: int, count: str, members: str) -> None:
        """Put a group down; where it has no move, the next one is put into its place: no branch is needed."""
        values = "".join(f" p->v[{i}] = v{i};" for i in range(before))
        write = f"p->last = {members}; p->count = {count};{values}"
        if len(self.decision.alternatives) > 1:
            write += f" p->alternative = {number};"
        if self.is_cut:
            self.out.line(f"if (q->skip) q->skip -= {count} != 0;")
            with self.out.block(f"else if (q->n < {MOST_GROUPS})"):
                self.out.line(f"Group{self.number} *p = &q->at[q->n];")
                self.out.line(write)
                self.out.line(f"q->n += {count} != 0;")
        else:
            with self.out.block(""):
                self.out.line(f"Group{self.number} *p = &q->at[q->n];")
                self.out.line(write)
                self.out.line(f"q->n += {count} != 0;")
        self.out.line(f"total += {count};")
        if self.is_cut:
            self.out.line("if (total > most) return total;")

    # Small choices

    def _by_stages(self) -> None:
        head = (
            f"SELDOM int by_stages{self.number}(Context *c, State *g, Shared{self.number} *d, "
            "uint64_t *rng, int *several)"
        )
        self.out.comment("A move made by small choices, each uniform among what can be completed.")
        with self.naming(), self.out.block(head):
            self.draw_alternative()
            with self.out.block("switch (a)"):
                for number, alternative in enumerate(self.decision.alternatives):
                    with self.out.block(f"case {number}:"):
                        leads = f"leads{self.number}_{number}"
                        SmallChoices(self.expressions, alternative, leads, self._holding).write()
                        for at, stage in enumerate(alternative.stages):
                            self.out.line(f"{self.storage.place(stage.slot)} = v{at};")
                        self.out.line("break;")
            self.out.line("*several = more;")
            self.out.line("return a;")


def allowed(stage: Stage) -> Stage:
    """A stage without requirements that offers what they allow, where that is known as a set."""
    if isinstance(stage, Quick) and stage.members is not None and not stage.optional:
        return replace(stage, over=inter(stage.over, stage.members), requires=())
    return stage
