"""The C translation unit of a program."""

from functools import cache
from importlib.resources import files

from interpreter.backends.c import sets
from interpreter.backends.c.apart import is_large, write_apart
from interpreter.backends.c.deciding import declare_decide, declare_decision, write_decide
from interpreter.backends.c.drawing import most_steps, write_count, write_draw, write_make, write_together
from interpreter.backends.c.exports import write_exports
from interpreter.backends.c.expressions import Expressions
from interpreter.backends.c.flow import write_lots, write_run
from interpreter.backends.c.passes import ALL_PASSES
from interpreter.backends.c.passes.improve import improved
from interpreter.backends.c.pieces import piece, shared_out
from interpreter.backends.c.plain import Plain
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.c.reaches import write_reaches
from interpreter.backends.c.refusals import Unsupported
from interpreter.backends.c.shapes import write_shapes
from interpreter.backends.c.staged import Staged
from interpreter.backends.c.statements import Codes, Statements
from interpreter.backends.c.storage import Storage, table_type
from interpreter.backends.c.viewing import ViewFields
from interpreter.backends.c.writer import Writer
from interpreter.core.digest import digest
from interpreter.core.ir import Program, Slot, Together
from interpreter.core.reading import parts
from interpreter.core.stages import is_staged
from interpreter.engine import parts as parts_of_moves


class Unit:
    """A translation unit under construction, and what is known of it when it is done."""

    def __init__(self, program: Program, passes: frozenset[str]) -> None:
        if program.players > 64:
            raise Unsupported(f"{program.players} players, expected 64 or fewer")
        self.original = program
        self.out = Writer()
        self.ranges = Ranges(program)
        self.program, self.kept = improved(program, self.ranges, passes)
        program = self.program
        self.is_large = is_large(program.blocks)
        self.storage = Storage(program, self.ranges)
        self.views = ViewFields(self.kept, self.storage, self.out, program.tables)
        self.expressions = Expressions(program, self.ranges, self.storage, self.out, self.views)
        self.codes = Codes()
        self.statements = Statements(program, self.expressions, self.codes)
        self.actions = actions_of(program)
        self.words = self.stride = 0

    def write(self) -> None:
        """All of it."""
        self._head()
        self._tables()
        for number in sorted(self.kept.shapes):
            write_shapes(number, self.program.tables[number], self.out)
        self._state()
        write_reaches(self.program, self.out)
        choices: list[Plain | Staged] = []
        for number, decision in enumerate(self.program.decisions):
            staged = any(is_staged(stage) for one in decision.alternatives for stage in one.stages)
            kind = Staged if staged else Plain
            one: Plain | Staged = kind(self.program, self.expressions, number)
            choices.append(one)
            declare_decision(one)
            if self.is_large:
                declare_decide(one)
            with piece(self.out, self.is_large):
                one.write()
                write_draw(one)
                write_count(one)
                write_make(one)
                if self.is_large:
                    write_decide(one)
            if isinstance(decision, Together):
                write_together(one, decision)
        apart = write_apart(self)
        with piece(self.out, self.is_large):
            write_lots(self)
            write_run(self, apart)
            write_exports(self, choices)
        self.out.become(shared_out(self.out.since(0)))

    # Parts

    def _head(self) -> None:
        program, out = self.program, self.out
        options = "".join(f", {name} {value}" for name, value in program.options)
        out.comment(f"{program.game} for {program.players} players{options}")
        out.comment(f"digest {digest(self.original)}")
        steps = [sum(s.parts for s in one.stages) for d in program.decisions for one in d.alternatives]
        out.line(f"#define MOST_STEPS {max([1, *steps])}")
        out.line(f"#define MOST_TRIALS {parts_of_moves.MAX_TRIALS}")
        out.line(f"#define LONGEST {program.longest}")
        for number, decision in enumerate(program.decisions):
            for index in range(len(decision.alternatives)):
                out.line(f"#define HINTS{number}_{index} {self._hints()[number, index]}")
        out.line(f"#define HINTS {max(1, self._hints()[-1, -1])}")
        words = {sets.words_of(width) for width in self._widths()}
        if 4 in words:
            out.line("#define FOUR_WORDS")
        out.line('#include "runtime.h"')
        for count in sorted(words - {1}):
            out.line(f"SET_OF_WORDS({count})")
        out.line()

    def _widths(self) -> set[int]:
        found = {len(decision.alternatives) for decision in self.program.decisions}
        stack: list[object] = [*self.program.slots, *self.program.tables, *self.program.blocks]
        stack += [*self.program.decisions, *([self.program.ranking] if self.program.ranking else [])]
        while stack:
            here = stack.pop()
            found.add(getattr(here, "width", 0) or 1)
            stack.extend(parts(here))
            for field in getattr(here, "may", ()):
                stack.extend(field)
        return {width for width in found if width > 0}

    def _hints(self) -> dict[tuple[int, int], int]:
        found, at = {}, 0
        for number, decision in enumerate(self.program.decisions):
            for index, alternative in enumerate(decision.alternatives):
                found[number, index] = at
                at += sum(stage.parts for stage in alternative.stages)
        found[-1, -1] = at
        return found

    def _tables(self) -> None:
        for number, table in enumerate(self.program.tables):
            self.out.comment(table.name)
            kind = sets.set_type(table.width) if table.width else table_type(table.values)
            if table.width:
                entries = [sets.initial(value, table.width) for value in table.values]
            else:
                entries = [str(value) if value > -(2**63) else "INT64_MIN" for value in table.values]
            self.out.line(f"static const {kind} table{number}[{len(entries)}] = {{")
            for row in range(0, len(entries), 8):
                self.out.line(f"  {', '.join(entries[row : row + 8])},")
            self.out.line("};")
        self.out.line()

    def _state(self) -> None:
        out, storage = self.out, self.storage
        with out.block("struct State", "};"):
            for group in storage.fields:
                count = f"[{group.count}]" if group.count > 1 else ""
                members = f"a set of {group.width}" if group.width else f"{group.low}..{group.high}"
                out.line(f"{storage.type_of(group)} {storage.name(group)}{count}; /* {members} */")
            self.views.fields()
            out.line("char nothing;")
        with out.block("static const State START =", "};"):
            for group in storage.state:
                values = [
                    sets.initial(value, group.width) if group.width else str(value) for value in group.start
                ]
                text = f"{{{', '.join(values)}}}" if group.count > 1 else values[0]
                out.line(f".{storage.name(group)} = {text},")
            self.views.initial()
        out.line()
        self.views.functions()
        self._exchange()

    def _exchange(self) -> None:
        """The functions that take a position from a caller and give it back: a word for each slot or set."""
        words = 0
        load: list[str] = []
        store: list[str] = []
        for group in self.original.slots:
            each = self.storage.words(group)
            if group.role != "scratch":
                name = self.storage.name(group)
                for lines, is_load in ((load, True), (store, False)):
                    lines.append(self._move(group, f"g->{name}", words, each, is_load))
            words += each * group.count
        self.words = words
        out = self.out
        out.line(f"#define WORDS {max(1, words)}")
        with out.block("RARE void load(State *g, const int64_t *slots)"):
            out.line("(void)slots;")
            out.line("*g = START;")
            for line in load:
                out.line(line)
            out.line("look(g);")
        with out.block("RARE void store(const State *g, int64_t *slots)"):
            out.line("(void)g; (void)slots;")
            for line in store:
                out.line(line)
        out.line()

    def _move(self, group: Slot, name: str, at: int, each: int, is_load: bool) -> str:
        index = "[i]" if group.count > 1 else ""
        loop = f"for (int i = 0; i < {group.count}; i++) " if group.count > 1 else ""
        word = f"slots[{at}{f' + i * {each}' if group.count > 1 else ''}" + "{}]"
        if each == 1:
            plain = word.format("")
            left, right = (f"{name}{index}", plain) if is_load else (plain, f"{name}{index}")
            cast = "(int64_t)" if not is_load else f"({self.storage.type_of(group)})"
            return f"{loop}{left} = {cast}{right};"
        part, other = f"{name}{index}.w[j]", word.format(" + j")
        left, right = (part, f"(uint64_t){other}") if is_load else (other, f"(int64_t){part}")
        return f"{loop}for (int j = 0; j < {each}; j++) {left} = {right};"

    def most_steps(self, choices: list[Plain | Staged]) -> int:
        """The most values that a move has."""
        return max((most_steps(one) for one in choices), default=0)


def actions_of(program: Program) -> list[str]:
    """The names of all actions, each once."""
    names = [one.action for decision in program.decisions for one in decision.alternatives]
    return list(dict.fromkeys(names))


@cache
def runtime() -> str:
    """The text of the runtime."""
    return files("interpreter.backends.c").joinpath("runtime.h").read_text("utf-8")


def unit_of(program: Program, passes: frozenset[str] = ALL_PASSES) -> Unit:
    """The translation unit of a program, made fast by the passes named.

    Raises: Unsupported for a program that native code cannot run.
    """
    unit = Unit(program, passes)
    unit.write()
    return unit


def c_source(program: Program) -> str:
    """The C text of a program, the runtime included.

    Raises: Unsupported for a program that native code cannot run.
    """
    return unit_of(program).out.text().replace('#include "runtime.h"', runtime(), 1)
