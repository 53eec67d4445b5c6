"""Small choices in C: an action, then the value of each stage, drawn again where it leads nowhere.

Those left are a set: the k-th member is drawn and taken out, so that nothing is listed.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from interpreter.backends.c import sets
from interpreter.backends.c.expressions import Expressions
from interpreter.core.ir import Alternative, Stage


class SmallChoices:
    """Writes the draws of the stages of one alternative; ``leads`` is the function that tests a value.

    ``holding`` gives the context in which a stage has its value.
    """

    def __init__(
        self,
        expressions: Expressions,
        alternative: Alternative,
        leads: str,
        holding: Callable[[Alternative, int], AbstractContextManager[None]],
    ) -> None:
        self._expressions = expressions
        self._out = expressions.out
        self._alternative = alternative
        self._leads = leads
        self._holding = holding

    def write(self, at: int = 0) -> None:
        """The draws from a stage on; each leaves its value in ``v0``, ``v1``, …."""
        if at == len(self._alternative.stages):
            return
        stage = self._alternative.stages[at]
        width = self._expressions.ranges.width(stage.over)
        text = self._expressions.set(stage.over)
        self._out.line(f"{sets.set_type(width)} left{at} = {text};")
        self._out.line(f"int n{at} = {sets.size(width, f'left{at}')}, v{at} = -1;")
        is_last = at == len(self._alternative.stages) - 1
        if is_last and not stage.requires:
            self._any(stage, at, width)
        elif stage.optional:
            self._with_none(at, width)
        else:
            self._draw(at, width)
        with self._holding(self._alternative, at):
            self.write(at + 1)

    def _any(self, stage: Stage, at: int, width: int) -> None:
        """A value of a stage where each one leads on."""
        count = f"n{at} + 1" if stage.optional else f"n{at}"
        self._out.line(f"const int k{at} = (int)below(rng, {count});")
        test = f"if (k{at} < n{at}) " if stage.optional else ""
        self._out.line(f"{test}v{at} = {sets.select(width, f'left{at}', f'k{at}')};")
        self._out.line(f"more |= {count} > 1;")

    def _draw(self, at: int, width: int) -> None:
        with self._out.block(f"while (n{at})"):
            self._out.line(f"v{at} = {sets.select(width, f'left{at}', f'below(rng, n{at})')};")
            self._out.line(sets.remove(width, f"left{at}", f"v{at}"))
            self._out.line(f"if (!--n{at} || {self._call(at, f'v{at}')}) break;")
        self._others(at, width)

    def _with_none(self, at: int, width: int) -> None:
        """A stage that may be left at none, which comes after all members."""
        out = self._out
        out.line(f"int none{at} = 1;")
        with out.block(f"while (n{at} + none{at})"):
            out.line(f"const int k = (int)below(rng, n{at} + none{at});")
            out.line(f"v{at} = k < n{at} ? {sets.select(width, f'left{at}', 'k')} : -1;")
            with out.block(f"if (k < n{at})", "} else {"):
                out.line(sets.remove(width, f"left{at}", f"v{at}"))
                out.line(f"n{at}--;")
            with out.continued():
                out.line(f"none{at} = 0;")
            out.line(f"if (!(n{at} + none{at}) || {self._call(at, f'v{at}')}) break;")
        self._others(at, width)
        out.line(f"if (!more && none{at}) more = {self._call(at, '-1')};")

    def _others(self, at: int, width: int) -> None:
        with (
            self._out.block("if (!more)"),
            sets.each(self._out, width, f"left{at}", "item"),
        ):
            self._out.line(f"if (more || {self._call(at, 'item')}) {{ more = 1; break; }}")

    def _call(self, at: int, value: str) -> str:
        before = "".join(f", v{i}" for i in range(at))
        return f"{self._leads}_{at}(c, g, d{before}, {value})"
