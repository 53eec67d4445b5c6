"""What all decisions have in common in C: what is shared, and the requirements of alternatives and stages."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.c import sets
from interpreter.backends.c.expressions import Expressions
from interpreter.backends.c.passes.forms import Summed
from interpreter.backends.c.statements import place_text
from interpreter.core.ir import Alternative, Decision, Expr, Program, Requirement, Shared
from interpreter.core.stages import is_staged


class Choices(ABC):
    """Writes what is asked of one decision; ``number`` is its index in the program."""

    def __init__(self, program: Program, expressions: Expressions, number: int) -> None:
        self.program = program
        self.expressions = expressions
        self.ranges = expressions.ranges
        self.storage = expressions.storage
        self.out = expressions.out
        self.number = number
        self.decision: Decision = program.decisions[number]
        self.is_staged = any(is_staged(stage) for one in self.decision.alternatives for stage in one.stages)
        self._slots = self._shared_slots()

    def _shared_slots(self) -> list[int]:
        found = [one.slot for one in self.decision.shared]
        for alternative in self.decision.alternatives:
            for stage in alternative.stages:
                found += [one.slot for one in stage.shared]
                found += [one.slot for one in stage.sums] if isinstance(stage, Summed) else []
        return list(dict.fromkeys(found))

    def _field(self, slot: int) -> str:
        return self.storage.name(self.storage.group(slot))

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Inside, what is shared is called by its field in the struct ``d``."""
        with self.expressions.calling({slot: f"d->{self._field(slot)}" for slot in self._slots}):
            yield

    def struct(self) -> None:
        """The struct of what is shared while a decision is looked at."""
        with self.out.block(f"typedef struct Shared{self.number}", f"}} Shared{self.number};"):
            for slot in self._slots:
                kind = self.storage.value_type(self.storage.group(slot))
                self.out.line(f"{kind} {self._field(slot)};")
            if not self._slots:
                self.out.line("char nothing;")

    def prepare(self) -> None:
        """The function that computes what is shared."""
        head = f"INLINE void prepare{self.number}(Context *c, const State *g, Shared{self.number} *d)"
        with self.naming(), self.out.block(head):
            self.out.line("(void)c; (void)g; (void)d;")
            self.share(self.decision.shared)

    def share(self, shared: tuple[Shared, ...]) -> None:
        """Compute what expressions share."""
        for one in shared:
            text = self.expressions.value(one.value)
            self.out.line(f"d->{self._field(one.slot)} = {text};")

    def title(self, text: str, place: int) -> None:
        """A remark that says what follows, and where it stands in the author's files."""
        where = f": {place_text(self.program, place)}" if place >= 0 else ""
        self.out.comment(f"{text}{where}")

    @abstractmethod
    def stages(self, number: int, alternative: Alternative) -> None:
        """The functions of the stages of an alternative."""

    @abstractmethod
    def moves(self) -> None:
        """The functions that make moves, behind those of all alternatives."""

    def write(self) -> None:
        """All functions."""
        decision = self.decision
        self.title(f"The decision {decision.name}", decision.place)
        self.struct()
        self.prepare()
        for number, alternative in enumerate(decision.alternatives):
            self.title(self.action(alternative), alternative.place)
            self.open(number)
            self.stages(number, alternative)
            self.possible(number)
        self.choosable()
        self.anything()
        self.moves()
        self.out.line()

    def parameters(self) -> str:
        """What every function of the decision is given."""
        return f"Context *c, const State *g, Shared{self.number} *d"

    def holds(self, requirements: tuple[Requirement, ...], otherwise: str) -> None:
        """Write ``otherwise`` where a requirement does not hold."""
        for one in requirements:
            text = self.expressions.number(one.test)
            self.out.comment(one.name)
            self.out.line(f"if (!{text}) {otherwise}")

    def open(self, alternative: int) -> None:
        """The function that says whether the requirements that depend on no stage hold."""
        one = self.decision.alternatives[alternative]
        with self.naming(), self.out.block(f"MAYBE int open{self.number}_{alternative}({self.parameters()})"):
            self.out.line("(void)c; (void)g; (void)d;")
            self.holds(one.requires, "return 0;")
            self.out.line("return 1;")

    def possible(self, alternative: int) -> None:
        """The function that says whether an alternative is open and can be completed."""
        name = f"{self.number}_{alternative}"
        head = f"MAYBE int possible{name}({self.parameters()})"
        with self.out.block(head):
            test = "1" if not self.decision.alternatives[alternative].stages else f"can{name}_0(c, g, d)"
            self.out.line(f"return open{name}(c, g, d) && {test};")

    def choosable(self) -> None:
        """The function that says whether a numbered alternative can be chosen."""
        with self.out.block(f"MAYBE int choosable{self.number}({self.parameters()}, int alternative)"):
            with self.out.block("switch (alternative)"):
                for number in range(len(self.decision.alternatives)):
                    self.out.line(f"case {number}: return possible{self.number}_{number}(c, g, d);")
            self.out.line("return 0;")

    def anything(self) -> None:
        """The function that says whether any alternative can be chosen; it leaves the state alone."""
        with self.out.block(f"MAYBE int anything{self.number}({self.parameters()})"):
            self.out.line(f"return {self.any_possible()};")

    def any_possible(self) -> str:
        """The condition that some alternative is possible."""
        tests = (f"possible{self.number}_{i}(c, g, d)" for i in range(len(self.decision.alternatives)))
        return " || ".join(tests)

    def draw_alternative(self) -> None:
        """The draw of an action, at the head of a move made by small choices."""
        count = len(self.decision.alternatives)
        if count == 1:
            self.out.line(f"if (!choosable{self.number}(c, g, d, 0)) return -1;")
            self.out.line("const int a = 0;")
            self.out.line("int more = 0;")
            return
        width = count
        self.out.line("const uint64_t before = *rng;")
        self.out.line("int a = -1, more = 0;")
        self.out.line(f"{sets.set_type(width)} left = {sets.constant((1 << count) - 1, width)};")
        with self.out.block(f"for (int n = {count}; n;)"):
            self.out.line(f"const int i = {sets.select(width, 'left', 'below(rng, n--)')};")
            self.out.line(sets.remove(width, "left", "i"))
            self.out.line(f"if (choosable{self.number}(c, g, d, i)) {{ a = i; break; }}")
        self.out.line("if (a < 0) { *rng = before; return -1; }")
        with sets.each(self.out, width, "left", "i"):
            self.out.line("if (more) break;")
            self.out.line(f"more = choosable{self.number}(c, g, d, i);")

    def action(self, alternative: Alternative) -> str:
        """An alternative as a comment names it."""
        return " ".join([alternative.action, *(stage.name for stage in alternative.stages)])

    def width(self, over: Expr) -> int:
        """The width of a set."""
        return self.ranges.width(over)
