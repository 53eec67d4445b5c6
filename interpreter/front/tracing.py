"""Going through a trace by hand: forward and back, from breakpoint to breakpoint, with reasons."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, Line, aligned, line
from interpreter.front.match.keyboard import Keyboard
from interpreter.front.paint import room, say, show, show_folded
from interpreter.front.reason_lines import reason_lines
from interpreter.front.trace_lines import halt_lines, passage_lines
from interpreter.study.asked_phrase import asked_phrase
from interpreter.study.breaks import (
    BreakError,
    Breaks,
    PhraseError,
    condition_named,
    hits,
    place_named,
    rule_named,
)
from interpreter.study.reasons import Reasons
from interpreter.text.quote import quote
from interpreter.text.render import render
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.draw.scene import Scene
    from interpreter.study.trace import Trace

Word = Callable[[str], None]


class Tracing:
    """One person at a terminal, or lines that come through a pipe; ``at`` is the passage that is shown."""

    def __init__(self, trace: "Trace", scene: "Scene", breaks: Breaks, at: int, full: bool) -> None:
        self.trace = trace
        self.scene = scene
        self.breaks = breaks
        self.at = at
        self.full = full
        self.is_done = False
        self.words: dict[str, tuple[Word, str]] = {
            "n": (self._next, "n [N]: the next passage, or N further; so does an empty line"),
            "b": (self._back, "b [N]: the one before, or N back"),
            "c": (self._continue, "on to the next breakpoint"),
            "r": (self._return, "back to the breakpoint before"),
            "break": (self._break, "break ADDRESS: stop where that rule acts, as in `break actions`"),
            "watch": (self._watch, "watch PLACE: stop where a component or one of its places changes"),
            "until": (self._until, "until CONDITION: stop where it holds behind a passage"),
            "clear": (self._clear, "no breakpoints any more"),
            "why": (self._why, "why: the reasons of what is shown; why PHRASE: what it comes to here"),
            "all": (self._all, "tell also what is judged and comes to nothing, or no longer"),
            "board": (self._board, "the position behind the passage"),
            "?": (self._help, "this help"),
            "q": (self._quit, "leave"),
        }
        self.long = {"next": "n", "back": "b", "continue": "c", "return": "r", "help": "?", "quit": "q"}

    @property
    def last(self) -> int:
        """The last passage."""
        return len(self.trace.passages) - 1

    def run(self) -> None:
        """Show a passage and ask, until somebody leaves or the input ends."""
        keyboard = Keyboard()
        self.show()
        while not self.is_done:
            text = keyboard.ask(f"{self._number()} of {self._number(self.last)}> ")
            if text is None:
                return
            self.hear(text)

    def hear(self, text: str) -> None:
        """Do what a line says."""
        first, _, rest = text.strip().partition(" ")
        if not first:
            self._next("")
        elif first.isascii() and first.isdecimal() and len(first) < 9:
            self._go_to(int(first))
        elif (word := self.words.get(self.long.get(first, first))) is not None:
            word[0](rest.strip())
        else:
            near = nearest(first, [*self.words, *self.long])
            hint = f"did you mean `{near}`?" if near else "`?` shows what can be typed"
            say(f"{quote(first)} is no word here; {hint}")

    def show(self, met: Sequence[str] = (), *, reasons: bool = False) -> None:
        """The passage."""
        entries = self.trace.entries(self.at, full=self.full)
        show_folded(passage_lines(self.trace, self.at, entries, met, reasons=reasons))
        if self.at == self.last and self.trace.halt is not None:
            show_folded(halt_lines(self.trace.halt))

    def _number(self, at: int | None = None) -> int:
        return self.trace.passages[self.at if at is None else at].number

    # -- going ---------------------------------------------------------------------------------------

    def _next(self, text: str) -> None:
        self._by(text, 1)

    def _back(self, text: str) -> None:
        self._by(text, -1)

    def _by(self, text: str, way: int) -> None:
        count = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
        if text and not count:
            say(f"expected a number behind it, found {quote(text)}")
            return
        to = min(max(0, self.at + way * (count or 1)), self.last)
        if to == self.at:
            say("this is the end of the record" if way > 0 else "this is the beginning")
            return
        self.at = to
        self.show()

    def _go_to(self, number: int) -> None:
        """To the passage with a move of that number; 0 is the set-up."""
        fitting = [at for at, one in enumerate(self.trace.passages) if one.number <= number]
        passage = self.trace.passages[fitting[-1]] if fitting else None
        if passage is None or number >= passage.number + max(1, len(passage.moves)):
            say(f"there is no move {number}, the last is {self._number(self.last)}")
            return
        self.at = fitting[-1]
        self.show()

    def _continue(self, _: str) -> None:
        self._seek(range(self.at + 1, self.last + 1))

    def _return(self, _: str) -> None:
        self._seek(range(self.at - 1, -1, -1))

    def _seek(self, passages: range) -> None:
        if not self.breaks:
            say("there is no breakpoint yet: `break`, `watch` and `until` set one")
            return
        for at in passages:
            met = tuple(hits(self.trace, self.breaks, at, self.trace.entries(at, full=self.full)))
            if met:
                self.at = at
                self.show(met)
                return
        say("no breakpoint is met there")

    # -- breakpoints ---------------------------------------------------------------------------------------

    def _set(self, text: str, example: str, make: Callable[[], Breaks]) -> None:
        if not text:
            say(f"say what, as in `{example}`")
            return
        try:
            self.breaks = make()
            say(f"stops for {', '.join(self._set_so_far())}; `c` goes on to the next one")
        except BreakError as error:
            say(f"{error.message}; {error.hint}")
        except PhraseError as error:
            for finding in error.findings:
                say(render(finding))

    def _set_so_far(self) -> list[str]:
        return [*self.breaks.rules, *self.breaks.watched, *(one.text for one in self.breaks.until)]

    def _break(self, text: str) -> None:
        b = self.breaks
        self._set(text, "break actions", lambda: replace(b, rules=(*b.rules, rule_named(self.trace, text))))

    def _watch(self, text: str) -> None:
        b = self.breaks
        example = f"watch {next((one.name for one in self.trace.engine.program.components), 'round')}"
        self._set(text, example, lambda: replace(b, watched=(*b.watched, place_named(self.trace, text))))

    def _until(self, text: str) -> None:
        b = self.breaks

        def make() -> Breaks:
            return replace(b, until=(*b.until, condition_named(self.trace, text, "until")))

        self._set(text, "until 1 < 2", make)

    def _clear(self, _: str) -> None:
        self.breaks = Breaks()

    # -- looking -------------------------------------------------------------------------------------------

    def _why(self, text: str) -> None:
        if not text:
            self.show(reasons=True)
            return
        state = self.trace.state(self.at)
        if state is None:
            say("the rules failed here, so there is no position to look at")
            return
        found = asked_phrase(self.trace.checked.world, self.trace.engine.program, text, "why")
        if isinstance(found, tuple):
            for finding in found:
                say(render(finding))
            return
        self.trace.position.look(state.slots)
        tree = Reasons(self.trace.position, self.trace.checked.document, self.trace.depth).of(found.expr)
        show_folded(reason_lines(tree, "  "))

    def _all(self, _: str) -> None:
        self.full = not self.full
        self.show()

    def _board(self, _: str) -> None:
        from interpreter.draw.look import look_at

        state = self.trace.state(self.at)
        if state is None:
            say("the rules failed here, so there is no position to look at")
            return
        wide, _high = room()
        look = look_at(state, self.trace.viewer)
        show(self.scene.map_lines(look, wide) or [])
        show(self.scene.table_lines(look, wide))

    def _help(self, _: str) -> None:
        rows: list[list[Line]] = [[(("a number", BOLD),), line("the passage with that move; 0: the set-up")]]
        rows += [[((name, BOLD),), line(does)] for name, (_word, does) in self.words.items()]
        show(aligned(rows))

    def _quit(self, _: str) -> None:
        self.is_done = True
