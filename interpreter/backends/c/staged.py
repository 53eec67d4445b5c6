"""Decisions with stages of several parts: a move is drawn value by value, of what can be completed."""

from interpreter.backends.c import sets
from interpreter.backends.c.searched import Searched
from interpreter.core.ir import Alternative, Several, Stage


class Staged(Searched):
    """Writes the functions of a decision of which some stage has several parts."""

    def moves(self) -> None:
        """How moves are made."""
        for number, alternative in enumerate(self.decision.alternatives):
            if alternative.stages:
                self._small(number, alternative)
        self._by_stages()

    # Small choices

    def _small(self, number: int, alternative: Alternative) -> None:
        """The function that draws the values of an alternative that can be completed, one by one.

        While it is ``sure`` what was found last is a way to go on from here.
        """
        head = f"static int small{self.number}_{number}({self.parameters()}, uint64_t *rng, int more)"
        self.out.comment(f"The stages of {alternative.action}, drawn one by one; was there another way?")
        with self.function(head):
            self.out.line(f"clear{self.number}_{number}(c, g, d);")
            if not self.is_free(alternative, 0):
                self.out.line("int sure = 1;")
            for at, stage in enumerate(alternative.stages):
                with self.out.block(""):
                    if stage.shared:
                        self.out.line(self.begin_call(number, alternative, at))
                    if stage.several is not None:
                        self._draw_picks(number, alternative, at, stage.several)
                    elif stage.parts > 1:
                        with self.out.block(f"for (int k = 0; k < {stage.parts}; k++)"):
                            self._draw_part(number, alternative, at)
                    else:
                        self._draw_part(number, alternative, at)
            self.out.line("return more;")

    def _draw_picks(self, number: int, alternative: Alternative, at: int, several: Several) -> None:
        out, picking = self.out, self.picking(alternative.stages[at], several)
        picking.begin()
        if self.is_bare(alternative.stages[at]):
            if alternative.stages[at].parts > 1:
                out.line("const int k = 0;")
            out.line(f"sure &= {self.hint(number, alternative, at)} == -1;")
            return
        with out.block("for (int k = 0, last = 0;;)"):
            self._draw(number, alternative, at)
            out.line("if (value < 0) break;")
            picking.write()
            picking.add()
            out.line("last = value;")
            out.line(f"if (++k >= {picking.high}) break;")

    def _draw_part(self, number: int, alternative: Alternative, at: int) -> None:
        stage = alternative.stages[at]
        if self.is_free(alternative, at):
            self._draw_any(stage)
        else:
            self._draw(number, alternative, at)
        self.out.line(f"{self.storage.element(stage.slot, 'k')} = value;")

    def _draw_any(self, stage: Stage) -> None:
        """A value of a stage where each one leads on."""
        width, out = self.width(stage.over), self.out
        over = self.expressions.held(stage.over, "over")
        none = " + 1" if stage.optional else ""
        out.line(f"const int n = {sets.size(width, over)}{none}, i = (int)below(rng, n);")
        chosen = sets.select(width, over, "i")
        out.line(f"const int value = {f'i == n - 1 ? -1 : {chosen}' if stage.optional else chosen};")
        out.line("more |= n > 1;")

    def _draw(self, number: int, alternative: Alternative, at: int) -> None:
        """Draw ``value``, and draw again without it as long as it leads nowhere."""
        stage, out = alternative.stages[at], self.out
        width = self.width(stage.over)
        self.offer(number, alternative, at)
        none = " + done" if self.may_be_none(stage) else ""
        out.line(f"int n = {sets.size(width, 'left')}{none}, value;")
        leads = self.leads_call(number, alternative, at, "value", "1")
        with out.block("for (;;)"):
            out.line("const int i = (int)below(rng, n--);")
            self._take_out(stage, width)
            out.line(f"if (sure && value == {self.hint(number, alternative, at)}) break;")
            out.line("if (!n) { sure = 0; break; }")
            out.line("c->tried = 0;")
            out.line(f"if ({leads} > 0) {{ sure = 1; break; }}")
        with out.block("if (!more)"):
            out.line("c->tried = 0;")
            out.line(f"more = {self.among_call(number, alternative, at, '1', '0')} > 0;")
            out.line("if (more) sure = 0;")

    def _take_out(self, stage: Stage, width: int) -> None:
        """Number ``i`` of what is left; to be done comes before all members, none after them."""
        out = self.out
        is_last = "i == n" if stage.several is None else "!i"
        number = "i" if stage.several is None else "i - done"
        if self.may_be_none(stage):
            with out.block(f"if (done && {is_last})", "} else {"):
                out.line("value = -1;")
                out.line("done = 0;")
            with out.continued():
                out.line(f"value = {sets.select(width, 'left', number)};")
                out.line(sets.remove(width, "left", "value"))
            return
        out.line(f"value = {sets.select(width, 'left', 'i')};")
        out.line(sets.remove(width, "left", "value"))

    def _by_stages(self) -> None:
        head = f"MAYBE int by_stages{self.number}({self.parameters()}, uint64_t *rng, int *several)"
        self.out.comment("A move made by small choices, each uniform among what can be completed.")
        with self.naming(), self.out.block(head):
            self.draw_alternative()
            with self.out.block("switch (a)"):
                for number, alternative in enumerate(self.decision.alternatives):
                    if alternative.stages:
                        small = f"small{self.number}_{number}(c, g, d, rng, more)"
                        self.out.line(f"case {number}: more = {small}; break;")
            self.out.line("*several = more;")
            self.out.line("return a;")
