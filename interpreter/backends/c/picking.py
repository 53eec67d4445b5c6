"""Picks in C: what a stage of several things may take next, and how one is taken and put back."""

from interpreter.backends.c import sets
from interpreter.backends.c.expressions import Expressions
from interpreter.backends.c.passes.forms import Summed
from interpreter.core.ir import Const, Several, Stage


class Picking:
    """Writes what happens to the picks of one stage.

    While a search tries picks, the kinds picked, their number and how many there are of each are kept up to
    date pick by pick; the picks themselves are written once they stand.
    """

    def __init__(self, expressions: Expressions, stage: Stage, several: Several) -> None:
        self._expressions = expressions
        self._storage = expressions.storage
        self.out = expressions.out
        self._stage = stage
        self._several = several
        self._width = expressions.ranges.width(stage.over)
        self._sums = stage.sums if isinstance(stage, Summed) else ()

    def clear_sums(self) -> None:
        """The sums of no picks."""
        for one in self._sums:
            self.out.line(f"{self._expressions.place(one.slot)} = 0;")

    def clear(self) -> None:
        """Nothing is picked."""
        several, out = self._several, self.out
        with_nothing = f"({sets.set_type(self._width)}){sets.nothing(self._width)}"
        nothing = "0" if sets.words_of(self._width) == 1 else with_nothing
        out.line(f"{self._kinds} = {nothing};")
        out.line(f"{self._size} = 0;")
        if several.counts >= 0:
            first = self._storage.element(several.counts, "0")
            out.line(f"memset(&{first}, 0, sizeof {first} * {several.width});")

    def take(self) -> None:
        """Pick ``value``."""
        self.add()
        self._count_in()

    def add(self, sign: str = "+=") -> None:
        """Add what ``value`` is worth to the sums that are kept, or take it off."""
        expressions = self._expressions
        for one in self._sums:
            with (
                expressions.calling({one.var: "value"}),
                expressions.ranges.knowing(one.var, (0, self._width - 1)),
            ):
                text = expressions.number(one.value)
            self.out.line(f"{expressions.place(one.slot)} {sign} {text};")

    def _count_in(self) -> None:
        self.out.line(sets.add(self._width, self._kinds, "value"))
        self.out.line(f"{self._size}++;")
        if self._several.counts >= 0:
            self.out.line(f"{self._count('value')}++;")

    def put_back(self) -> None:
        """Undo the pick of ``value``, which was the last."""
        self.add("-=")
        test = f"if (!--{self._count('value')}) " if self._several.counts >= 0 else ""
        self.out.line(test + sets.remove(self._width, self._kinds, "value"))
        self.out.line(f"{self._size}--;")

    def write(self) -> None:
        """Pick ``value`` as number ``k`` for good; sums are left to `add`."""
        self.out.line(f"{self._storage.element(self._several.picks, 'k')} = value;")
        self._count_in()

    def begin(self) -> None:
        """No pick stands."""
        first = self._storage.element(self._several.picks, "0")
        self.out.line(f"memset(&{first}, -1, sizeof {first} * {self._stage.parts});")

    def candidates(self) -> str:
        """What can be picked after ``k`` picks, the last of them ``last``; ``k`` is less than `high`."""
        width = self._width
        over = self._expressions.set(self._stage.over)
        if self.high == "1":
            return over
        name = self.out.fresh("over")
        self.out.line(f"const {sets.set_type(width)} {name} = {over};")
        self.out.line("int first = 0;")
        with self.out.block("if (k)"):
            self._first("last")
        return sets.since(width, name, "first")

    def rest(self) -> str:
        """What can be picked after ``value`` was."""
        over = self._expressions.set(self._stage.over)
        self.out.line("int first = 0;")
        with self.out.block(""):
            self._first("value")
        return sets.since(self._width, over, "first")

    def _first(self, last: str) -> None:
        """Write the lowest member that can be picked after the last one into ``first``."""
        several = self._several
        if several.stock is None:
            self.out.line(f"first = {last} + 1;")
            return
        expressions = self._expressions
        with (
            expressions.calling({several.var: last}),
            expressions.ranges.knowing(several.var, (0, several.width - 1)),
        ):
            stock = expressions.number(several.stock)
        self.out.line(f"first = {self._count(last)} < {stock} ? {last} : {last} + 1;")

    @property
    def low(self) -> str:
        """How many picks are enough."""
        return self._expressions.number(self._several.low)

    @property
    def high(self) -> str:
        """How many picks are the most."""
        high, parts = self._several.high, self._stage.parts
        if isinstance(high, Const):
            return str(min(high.value, parts))
        return f"min64({self._expressions.number(high)}, {parts})"

    @property
    def _kinds(self) -> str:
        return self._storage.place(self._stage.slot)

    @property
    def _size(self) -> str:
        return self._storage.place(self._several.size)

    def _count(self, item: str) -> str:
        return self._storage.element(self._several.counts, item)
