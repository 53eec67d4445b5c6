"""What phrases of the rules come to in one position, as far as somebody may know it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from interpreter.check.audience import OWN, PUBLIC, is_open, levels_of
from interpreter.check.kinds import BagOf, Flag, Kind, MapOf, Maybe, Member, Number, SetOf, Single, run_over
from interpreter.check.world import Var, World
from interpreter.core import ir
from interpreter.core.bags import PlaceBag
from interpreter.core.maps import MapValue
from interpreter.core.notes import Sight
from interpreter.core.phrase import prepared, program_of
from interpreter.draw.look import HiddenError, Veiled, hidden_slots
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.machine import Engine
from interpreter.engine.members import members
from interpreter.engine.names import component_slots, member_text
from interpreter.engine.seats import TABLE
from interpreter.engine.telling import bag_text
from interpreter.syntax import nodes as n
from interpreter.syntax.walk import everything

HIDDEN = "?"
"""What stands for a value that the viewer may not know."""

Raw = int | tuple[int, ...]
"""A value as it stands in a slot; a bag by its counts."""

NOWHERE = Sight({}, {}, {}, {}, {})
"""Where no name is bound."""

_LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Value:
    """What a phrase comes to: ``raw`` is None where it is ``hidden`` or can't be computed (``fault``).

    ``text`` is how it is written.
    """

    raw: Raw | None
    text: str
    hidden: bool = False
    fault: str = ""


class Position:
    """Phrases of a checked ruleset in positions of one program, seen by one viewer.

    ``look`` puts up a position; every name that a sentence reads is bound where it was bound in the rules
    (``sight``), or by `binding`.
    """

    def __init__(self, world: World, engine: Engine, viewer: int | None = TABLE) -> None:
        self.world = world
        self.viewer = viewer
        self.engine = engine
        self.program = engine.program
        options = {name: world.option_value(name, text) for name, text in self.program.options}
        self.play = prepared(world, self.program, options)
        self._count = component_slots(self.program)
        self._made: dict[tuple[n.Expr, Kind | None], Callable[[list[int]], Raw]] = {}
        self._slot_of: dict[Var, int] = {}
        self._thing = self.play.slots.add("thing", 1, 0, _LARGEST, 0, "scratch")
        self._slots: list[int] = []
        self._table: list[int] = []
        self._sight = NOWHERE
        self._hidden: frozenset[int] = frozenset()
        self._secret: set[Var] = set()
        self._mine: dict[Var, ir.Expr] = {}
        self._levels: dict[Var, int] | None = None
        self._secrets = viewer != TABLE and any(one.seen != "all" for one in self.program.components)

    # -- positions -----------------------------------------------------------------------------------

    def look(self, table: Sequence[int], sight: Sight = NOWHERE) -> None:
        """Look at a position: the slots of the program, and what is bound there."""
        self._table, self._sight = list(table), sight
        self._slots = list(table[: self._count])
        self._fill()
        self._secret, self._mine = set(), {}
        self.play.meaning = dict(sight.meaning)
        self._hidden = self._hidden_from_viewer()
        for component, base in sight.snapshots.items():
            target = self.play.bases[component]
            count = next(one.count for one in self.play.slots.groups if one.base == target)
            self._slots[target : target + count] = self._table[base : base + count]
        for var in (self.world.me,):
            if var in sight.env:
                self._take(var)

    @property
    def sight(self) -> Sight:
        """What is bound in the position that is looked at."""
        return self._sight

    @property
    def acting(self) -> int | None:
        """The player who acts (1..n), as far as there is one."""
        me = self._sight.env.get(self.world.me)
        return None if me is None else int(self.engine.closures.expr(me)(self._table)) + 1

    def _fill(self) -> None:
        self._slots += [0] * (self.play.slots.next - len(self._slots))

    def _hidden_from_viewer(self) -> frozenset[int]:
        if not self._secrets:
            return frozenset()
        return hidden_slots(self.program, tuple(self._table), self.viewer)

    # -- names -----------------------------------------------------------------------------------------

    @contextmanager
    def binding(self, var: Var, raw: Raw, *, hidden: bool = False) -> Iterator[None]:
        """Inside, a name has this value."""
        before, was_secret = self._mine.get(var), var in self._secret
        kept = self._kept(var)
        self._bind(var, raw, hidden=hidden)
        yield
        if before is not None:
            self._restore(var, kept)
            self._mine[var] = before
        else:
            self._mine.pop(var, None)
        self._secret.discard(var)
        if was_secret:
            self._secret.add(var)

    def _kept(self, var: Var) -> list[int]:
        base = self._slot_of.get(var)
        return [] if base is None else self._slots[base : base + self._width(var)]

    def _restore(self, var: Var, kept: list[int]) -> None:
        base = self._slot_of[var]
        self._slots[base : base + len(kept)] = kept

    def _width(self, var: Var) -> int:
        return self.play.width(var.kind.of) if isinstance(var.kind, BagOf) else 1

    def _bind(self, var: Var, raw: Raw, *, hidden: bool) -> None:
        base = self._slot(var)
        values = raw if isinstance(raw, tuple) else (raw,)
        self._slots[base : base + len(values)] = values
        self._mine[var] = ir.Read(base)
        if hidden:
            self._secret.add(var)
            self._hidden = self._hidden | set(range(base, base + len(values)))
        else:
            self._hidden = self._hidden - set(range(base, base + len(values)))

    def _slot(self, var: Var) -> int:
        """The slot of a name, or the first of those of a bag."""
        base = self._slot_of.get(var)
        if base is None:
            slots, kind = self.play.slots, var.kind
            if isinstance(kind, BagOf):
                base = slots.add(var.name, self.play.width(kind.of), 0, kind.cap, 0, "scratch")
            elif isinstance(kind, SetOf) and kind.of is not None:
                base = slots.add(var.name, 1, 0, 0, self.play.width(kind.of), "scratch")
            else:
                low, high = self.play.range_of(kind)
                base = slots.add(var.name, 1, low, high, 0, "scratch")
            self._slot_of[var] = base
            self._fill()
        return base

    def _take(self, var: Var) -> None:
        """Bind a name as it is bound in the rules at this place."""
        sight, closures = self._sight, self.engine.closures
        hidden = self._is_secret(var)
        if var in sight.bags and isinstance(var.kind, BagOf):
            bag = sight.bags[var]
            counts = (bag.count(ir.Const(item)) for item in range(bag.width))
            self._bind(var, tuple(int(closures.expr(one)(self._table)) for one in counts), hidden=hidden)
        elif var in sight.maps and isinstance(var.kind, MapOf):
            self._take_map(var, sight.maps[var])
        elif var in sight.env:
            self._bind(var, int(closures.expr(sight.env[var])(self._table)), hidden=hidden)

    def _take_map(self, var: Var, row: MapValue) -> None:
        group = next(one for one in self.program.slots if one.base <= row.base < one.base + one.count)
        base = self.play.slots.add(var.name, row.size, group.low, group.high, group.width, "scratch")
        self._fill()
        self._slots[base : base + row.size] = self._table[row.base : row.base + row.size]
        self.play.maps[var] = MapValue(base, row.size, row.keys, row.value, row.is_plain)
        self._mine[var] = ir.Read(base)
        if self._is_secret(var):
            self._secret.add(var)
            self._hidden = self._hidden | set(range(base, base + row.size))

    def _is_secret(self, var: Var) -> bool:
        """Whether the viewer may not know what a name stands for."""
        if not self._secrets:
            return False
        if self._levels is None:
            self._levels = levels_of(self.world)
        level = self._levels.get(var, PUBLIC)
        if var.hidden:
            level = max(level, OWN)
        return level > (OWN if self.viewer is not None and self.viewer == self.acting else PUBLIC)

    # -- values ------------------------------------------------------------------------------------------

    def kind(self, node: n.Expr) -> Kind:
        """The kind that the checker found."""
        return self.world.kinds_of[node]

    def value(self, node: n.Expr) -> Value:
        """What a phrase comes to here."""
        kind = self.world.kinds_of.get(node)
        if kind is None or isinstance(kind, MapOf):
            return Value(None, "")  # a row of values, which is told value by value
        if isinstance(kind, SetOf) and kind.of is None:
            return Value(0, "nothing")
        raw, hidden, fault = self._computed(node, None)
        if raw is None:
            return Value(None, HIDDEN if hidden else "", hidden, fault)
        return Value(raw, self.text(kind, raw))

    def value_as(self, node: n.Expr, wanted: Kind) -> Value:
        """The same where a kind is wanted: a member stands for the set of it, a set for a bag."""
        if not isinstance(wanted, SetOf | BagOf) or (isinstance(wanted, SetOf) and wanted.of is None):
            return self.value(node)
        raw, hidden, fault = self._computed(node, wanted)
        if raw is None:
            return Value(None, HIDDEN if hidden else "", hidden, fault)
        return Value(raw, self.text(wanted, raw))

    def holds(self, node: n.Expr) -> bool | None:
        """Whether a condition holds; None where the viewer may not know, or it can't be computed."""
        raw = self.value(node).raw
        return None if raw is None else bool(raw)

    def members(self, node: n.Expr) -> tuple[int, ...] | None:
        """The indices of what a name runs over; None where the viewer may not know."""
        raw, _, _ = self._computed(node, SetOf(run_over(self.kind(node))))
        return None if raw is None else tuple(members(int(raw)))  # type: ignore[arg-type]

    def member_value(self, of: Single, index: int) -> int:
        """The value of a member with an index."""
        return index + self.play.instance.low(of)

    def member_text(self, of: Single, index: int) -> str:
        """A member by its name."""
        return member_text(self._domain(of), index)

    def text(self, kind: Kind, raw: Raw) -> str:
        """A value as it is written."""
        match kind:
            case BagOf(of) if isinstance(raw, tuple):
                return bag_text(self._domain(of), raw)
            case SetOf(of) if of is not None and isinstance(raw, int):
                names = [member_text(self._domain(of), index) for index in members(raw)]
                return f"({', '.join(names)})" if names else "nothing"
            case Flag():
                return "true" if raw else "false"
            case Maybe(of):
                return "none" if raw == -1 else self.text(of, raw)
            case Member() if isinstance(raw, int):
                return member_text(self._domain(kind), raw)
            case Number():
                return str(raw)
            case _:
                return "none" if raw == -1 else str(raw)

    def _domain(self, of: Single) -> ir.Domain:
        number = self.play.instance.domain(of)
        return self.play.instance.domains[number]

    def _lone_program(self) -> ir.Program:
        return program_of(self.play, self.program)

    def _computed(self, node: n.Expr, as_kind: Kind | None) -> tuple[Raw | None, bool, str]:
        """The value; whether it is hidden; why it can't be computed."""
        read = list(self._read_by(node))
        for var in read:
            if var not in self._mine and var not in self.play.meaning:
                self._take(var)
        by_phrase = any(var in self.play.meaning for var in read)
        try:
            made = self._closure(node, as_kind, keep=not by_phrase)
            # Of what the checker proves to rest on nothing hidden, sizes of hidden places may be a part.
            opened = not self._secrets or (not by_phrase and is_open(self.world, node, self._secret))
            return made(Veiled(self._slots, frozenset() if opened else self._hidden)), False, ""
        except HiddenError:
            return None, True, ""
        except RulesError as error:
            return None, False, error.message
        except (KeyError, IndexError, ZeroDivisionError):
            return None, False, "a name in it has no value here"

    def _read_by(self, node: n.Expr) -> Iterator[Var]:
        """The names that a phrase reads, and those in the phrases behind names."""
        stack, seen = [node], set()
        while stack:
            for one in everything(stack.pop()):
                ref = self.world.refs.get(one)
                if one in self.world.promised:
                    stack.append(self.world.promised[one])
                if not isinstance(ref, Var) or ref in seen:
                    continue
                seen.add(ref)
                yield ref
                if ref in self.play.meaning:
                    stack.append(self.play.meaning[ref])

    def _closure(self, node: n.Expr, as_kind: Kind | None, *, keep: bool) -> Callable[[list[int]], Raw]:
        key = node, as_kind
        made = self._made.get(key)
        if made is None:
            made = self._compiled(node, as_kind or self.kind(node))
            if keep:
                self._made[key] = made
        self._fill()
        return made

    def _compiled(self, node: n.Expr, kind: Kind) -> Callable[[list[int]], Raw]:
        play = self.play
        for var, read in self._mine.items():
            if isinstance(var.kind, BagOf):
                width = play.width(var.kind.of)
                play.bags[var] = PlaceBag(play, var.kind.of, self._slot_of[var], width)
            elif not isinstance(var.kind, MapOf):
                play.env[var] = read
        if isinstance(kind, BagOf):
            of, thing = kind.of, self._thing
            count = play.wrapped(lambda: play.bag(node, of).count(ir.Read(thing)))
            one = Closures(self._lone_program()).expr(count)
            width = play.width(of)

            def counts(s: list[int]) -> Raw:
                found = []
                for item in range(width):
                    s[thing] = item
                    found.append(int(one(s)))
                return tuple(found)

            return counts
        expr = (
            play.whole_set(node, kind.of)
            if isinstance(kind, SetOf) and kind.of is not None
            else play.whole(node)
        )
        run = Closures(self._lone_program()).expr(expr)
        return lambda s: int(run(s))
