"""Kinds made of other kinds: maps from keys to values, and all combinations of some columns."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.data import Rows
from interpreter.check.evaluate import Combinations, TooMuchError, UnreadyError
from interpreter.check.infer import Infer
from interpreter.check.kinds import POISON, Flag, Kind, Maybe, Member, Number
from interpreter.check.names import MAX_MEMBERS, Names
from interpreter.check.part_kinds import make_part
from interpreter.check.playing import seat_rows, seated
from interpreter.check.world import PLAYER, Builtin, Column, Domain, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

MAX_COMBINATIONS = 200_000
"""How many combinations of columns may be looked at for one kind."""

LONGEST = 100
"""How many characters the name of a member may have."""

_UNWRITABLE = set(",(){}[]")
"""What a name may not hold: these set names apart wherever they are listed."""

Values = tuple[int, ...]


class Made:
    """Makes these kinds, each once, whoever asks first."""

    def __init__(self, world: World, names: Names, rows: Rows, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.rows = rows
        self.found = found
        self._open: list[str] = []
        names.make = self.make

    def members(self) -> None:
        """All of them, and the counts that kinds claim to have."""
        for decl in self.world.ruleset.kinds.values():
            self._fits_together(decl)
            seat_rows(self, decl)
        for decl in self.world.ruleset.kinds.values():
            self.make(decl.head.name)
        for decl in self.world.ruleset.kinds.values():
            self._count(decl)

    def _fits_together(self, decl: r.KindDecl) -> None:
        """Keys that say two things about one kind, or nothing."""
        has_rows = decl.rows is not None or bool(decl.listed)
        span = decl.head.span
        if decl.line is not None and (has_rows or decl.has or decl.where is not None):
            self.found.append(f.type_not_here("a kind has `is`, or columns and rows, not both", span))
        elif decl.line is None and not has_rows and not decl.has and decl.head.name != PLAYER.domain:
            self.found.append(f.type_not_here("nothing says what the members of this kind are", span))
        if decl.marks and (decl.line is None or not decl.line.per):
            self.found.append(f.type_not_here("`marks` stand for the values of a map kind", span))
        if decl.written is not None and (has_rows or decl.line is not None):
            what = "`written` names combinations of columns, and these members have names"
            self.found.append(f.type_not_here(what, decl.written.span))

    def make(self, name: str) -> bool:
        """Make a kind if it is one of these; false where it is none, true where it is there or reported."""
        decl = self.world.ruleset.kinds.get(name)
        if decl is None or name in self.world.domains or name in self.world.ranges:
            return False
        is_map = decl.line is not None and bool(decl.line.per) and decl.line.part_of is None
        is_part = decl.line is not None and decl.line.part_of is not None
        is_record = decl.line is None and bool(decl.has) and decl.rows is None and not decl.listed
        if not is_map and not is_part and not is_record:
            return False
        if name in self._open:
            circle = [*self._open[self._open.index(name) :], name]
            self.found.append(kf.made_of_itself(circle, decl.head.span))
            self._break(decl)
            return True
        self._open.append(name)
        before = len(self.found)
        if is_map:
            self._map(decl)
        elif is_part:
            make_part(self, decl)
        else:
            self._record(decl)
        self._open.pop()
        if len(self.found) > before:
            self._break(decl)
        return True

    def _break(self, decl: r.KindDecl) -> None:
        """Of what is wrong nothing is known, so that those who speak of it are not found wrong as well."""
        name = decl.head.name
        self.names.broken.add(name)
        self.world.domains[name] = Domain(name, ("_",), None, "records")
        for column in decl.has:
            owners = self.world.columns.setdefault(column.head.name, {})
            owners[name] = Column(column.head.name, name, POISON, ((0,),), None, column.head.span)

    def _count(self, decl: r.KindDecl) -> None:
        """``count: 405``."""
        name = decl.head.name
        if decl.count is None or name in self.names.broken:
            return
        if not isinstance(decl.count.expr, n.Int):
            self.found.append(f.type_not_here("`count` is a number", decl.count.span))
            return
        low, high = self.world.ranges.get(name, (1, 0))
        found = len(self.world.domains[name].named) if name in self.world.domains else high - low + 1
        if found != decl.count.expr.value:
            self.found.append(kf.other_count(name, found, decl.count.expr.value, decl.count.span))

    # -- parts ----------------------------------------------------------------------------------------

    def _value(self, shape: tuple[n.KindExpr, ...], span: Span) -> Kind | None:
        """A kind of which all values can be listed; ``None`` (reported) for others."""
        kind = self.names.shape(shape)
        single = kind.of if isinstance(kind, Maybe) else kind
        if not isinstance(single, Flag | Number | Member):
            if single != POISON:
                self.found.append(f.type_not_here(f"a kind can't be made of {kind}", span))
            return None
        return kind

    def _is_settled(self, kind: Kind, span: Span) -> bool:
        if self.world.varies(kind):
            what = "a map kind made of players needs a fixed number of them"
            self.found.append(f.type_not_here(what, span, "as in `players: 2`"))
            return False
        return True

    def _size(self, kind: Kind) -> int:
        """How many values there are, which may be far too many to list."""
        if isinstance(kind, Maybe):
            return 1 + self.names.world.size(kind.of)
        assert isinstance(kind, Flag | Number | Member)
        return self.names.world.count(kind)

    def _values(self, kind: Kind) -> Sequence[int]:
        """All values as they stand in slots; none comes last."""
        match kind:
            case Maybe(of):
                return (*self._values(of), -1)
            case Number(low, high):
                return range(low, high + 1)
            case Member():
                return self.world.indices(kind)
            case _:
                return range(2)

    def _text(self, kind: Kind, value: int, none: str = "none") -> str:
        """A value as part of a name."""
        match kind:
            case Maybe(of):
                return none if value == -1 else self._text(of, value)
            case Member(domain):
                return self.world.domains[domain].members[value]
            case Flag():
                return ("false", "true")[value]
            case _:
                return str(value)

    def _add(self, decl: r.KindDecl, members: list[str], form: str) -> bool:
        """The kind with its members, whose names must be words of their own."""
        name, span = decl.head.name, decl.head.span
        seen: set[str] = set()
        for member in members:
            problem = _problem(member, seen)
            if problem is not None:
                at = decl.written.span if decl.written is not None else span
                self.found.append(kf.unwritable(name, member, problem, at))
                return False
            seen.add(member)
        domain = Domain(name, tuple(members), span, "maps" if form == "maps" else "records")
        self.names.add_domain(domain, span)
        return True

    # -- maps -------------------------------------------------------------------------------------------

    def _map(self, decl: r.KindDecl) -> None:
        """``Stone or none per Slot``: the first key turns slowest, and none comes last."""
        line, name = decl.line, decl.head.name
        assert line is not None
        value = self._value(line.shape, line.span)
        if value is not None and not self._is_settled(
            value.of if isinstance(value, Maybe) else value, line.span
        ):
            return
        keys = [self.names.single(n.KindName(key.name, key.span)) for key in line.per]
        extra = tuple(key for key in keys if key is not None and self._is_settled(key, line.span))
        if value is None or len(extra) < len(keys):
            return
        if any(isinstance(key, Member) and key.whole for key in extra):
            what = "a map kind has a value for each member of a whole kind, not of a part of one"
            self.found.append(f.type_not_here(what, line.span))
            return
        places, each = prod(self.names.world.size(key) for key in extra), self._size(value)
        # Two values in thirteen places are too many already; the number itself may be endless.
        count = each ** min(places, 13) if each > 1 else 1
        if count > MAX_MEMBERS or places > MAX_MEMBERS:
            self.found.append(kf.too_many_made(name, _power(each, places), decl.head.span))
            return
        values = tuple(self._values(value))
        found = list(product(values, repeat=places))
        marks = self._marks(decl, value)
        if marks is None:
            return
        texts = marks or {one: self._text(value, one) for one in values}
        joint = "" if marks else "_"
        if self._add(decl, [joint.join(texts[one] for one in each) for each in found], "maps"):
            flat = tuple(one for each in found for one in each)
            self.world.maps[name] = Column(name, name, value, (flat,), None, decl.head.span, extra)

    def _marks(self, decl: r.KindDecl, kind: Kind) -> dict[int, str] | None:
        """The mark of each value; none where no marks are given, ``None`` (reported) where they don't fit."""
        marks: dict[int, str] = {}
        before = len(self.found)
        for mark, phrase in decl.marks:
            if phrase is None:
                continue
            value = self.rows.values.constant(phrase.expr, kind)
            if value in marks and len(self.found) == before:
                text = self._text(kind, value)
                self.found.append(kf.marked_twice(text, marks[value], mark.text, mark.span))
            marks[value] = mark.text
        if len(self.found) > before:
            return None
        missing = [self._text(kind, value) for value in self._values(kind) if value not in marks]
        if decl.marks and missing:
            self.found.append(kf.not_marked(missing, decl.head.span))
            return None
        return marks

    # -- combinations -----------------------------------------------------------------------------------

    def _record(self, decl: r.KindDecl) -> None:
        """All combinations of the columns, the first turning slowest, and those kept that `where` allows."""
        kinds: list[Kind] = []
        for column in decl.has:
            line = column.type
            if line.names or line.per or line.seen or line.during or line.places or line.start is not None:
                what = "a column of combinations has a kind, and nothing else"
                self.found.append(f.type_not_here(what, line.span))
                return
            kind = self._value(line.shape, line.span)
            if kind is None:
                return
            if self._varies_too_late(kind, len(kinds), line.span):
                return
            kinds.append(kind)
        count = prod(self._size(kind) for kind in kinds)
        if count > MAX_COMBINATIONS:
            span = decl.head.span
            self.found.append(kf.too_many_combinations(decl.head.name, count, MAX_COMBINATIONS, span))
            return
        names = [column.head.name for column in decl.has]
        for column in decl.has:
            if not self.world.columns.get(column.head.name):
                self.names.declare(column.head.name, column.head.span)
        every = list(product(*(self._values(kind) for kind in kinds)))
        by_players = self._kept(decl, names, kinds, every)
        if by_players is None:
            return
        some = {one for each in by_players for one in each}
        kept = [one for one in every if one in some]
        if not 1 <= len(kept) <= MAX_MEMBERS:
            self.found.append(f.bad_kind_size(decl.head.name, len(kept), decl.head.span))
            return
        members = self._written(decl, names, kinds, kept)
        if members is None or not self._add(decl, members, "records"):
            return
        if len(by_players) == 1:
            self._seated(decl, kinds[0], kept)
        else:
            varies = self.world.varies(kinds[0])
            there = self._of_those_there(kinds[0], by_players) if varies else by_players
            place = {one: number for number, one in enumerate(kept)}
            seated(self, decl, members, [[place[one] for one in each] for each in there])
        for at, (column, kind) in enumerate(zip(decl.has, kinds, strict=True)):
            each = tuple(combination[at] for combination in kept)
            owners = self.world.columns.setdefault(column.head.name, {})
            owners[decl.head.name] = Column(
                column.head.name, decl.head.name, kind, (each,), None, column.head.span
            )

    def _varies_too_late(self, kind: Kind, column: int, span: Span) -> bool:
        """Whether the members of players who do not play would not be the last ones, or be called none."""
        single = kind.of if isinstance(kind, Maybe) else kind
        if not self.world.varies(single) or (column == 0 and single is kind):
            return False
        what = "where the number of players varies, they stand in the first column of combinations"
        help_ = "as in `has: {owner: Player, colour: Colour}`, or `players: 2`"
        self.found.append(f.type_not_here(what, span, help_))
        return True

    def _seated(self, decl: r.KindDecl, first: Kind, kept: list[Values]) -> None:
        """Of players who do not play there are no combinations: these are the last, as players are listed."""
        if not isinstance(first, Member) or not self.world.varies(first):
            return
        whole, own = self.world.domains[first.domain], self.world.domains[decl.head.name]
        own.playing = tuple(
            sum(one[0] < whole.numbered(players) for one in kept) for players in range(len(whole.playing))
        )
        if not own.numbered(self.world.players[0]):
            self.found.append(f.bad_kind_size(decl.head.name, 0, decl.head.span))

    def _of_those_there(self, first: Kind, by_players: list[list[Values]]) -> list[list[Values]]:
        """With each number of players, from the least on, the combinations of those of a kind that play."""
        assert isinstance(first, Member)
        numbered = self.world.domains[first.domain].numbered
        return [
            [one for one in each if one[0] < numbered(players)]
            for players, each in enumerate(by_players, self.world.players[0])
        ]

    def _written(
        self, decl: r.KindDecl, names: list[str], kinds: list[Kind], kept: list[Values]
    ) -> list[str] | None:
        """What each combination is called."""
        if decl.written is None:
            return [
                "_".join(self._text(kind, value) for kind, value in zip(kinds, one, strict=True))
                for one in kept
            ]
        parts: list[str | tuple[int, str]] = []
        for part in decl.written.parts:
            if isinstance(part, str):
                parts.append(part)
            elif part.name in names:
                parts.append((names.index(part.name), part.otherwise))
            else:
                self.found.append(f.unknown_name(part.name, part.span, names))
                return None
        return ["".join(self._part(part, kinds, one) for part in parts) for one in kept]

    def _part(self, part: str | tuple[int, str], kinds: list[Kind], one: Values) -> str:
        if isinstance(part, str):
            return part
        at, none = part
        return self._text(kinds[at], one[at], none)

    def _kept(
        self, decl: r.KindDecl, names: list[str], kinds: list[Kind], combinations: list[Values]
    ) -> list[list[Values]] | None:
        """The combinations that `where` holds of, with each number of players if that is asked; ``None``
        (reported) where it can't be worked out.
        """
        if decl.where is None:
            return [combinations]
        before = len(self.found)
        self.prepare(decl, decl.where.expr)
        if len(self.found) > before:
            return None
        infer = Infer(self.world, self.found)
        variables = []
        with infer.inner():
            for name, kind, column in zip(names, kinds, decl.has, strict=True):
                variables.append(infer.bind(Var(name, kind, "bound", column.head.span)))
            infer.condition(decl.where.expr)
        return self.tested_by_players(decl, decl.where.expr, variables, combinations, before)

    def tested_by_players(
        self, decl: r.KindDecl, where: n.Expr, variables: list[Var], all_: list[Values], before: int
    ) -> list[list[Values]] | None:
        """As `tested`, once for each number of players, from the least on; once where it is not asked."""
        least, most = self.world.players
        counts = range(least, most + 1) if self._asks_players(where) else (None,)
        found = [self.tested(decl, where, variables, all_, before, count) for count in counts]
        return None if None in found else [each for each in found if each is not None]

    def _asks_players(self, where: n.Expr) -> bool:
        """Whether a condition speaks of `player_count`, perhaps in a term."""
        seen, stack = set[str](), [where]
        while stack:
            for node in walk.everything(stack.pop()):
                match self.world.refs.get(node):
                    case Builtin("player_count"):
                        return True
                    case Term(name=name, decl=decl) if name not in seen:
                        seen.add(name)
                        stack.append(decl.phrase.expr)
        return False

    def tested(
        self,
        decl: r.KindDecl,
        where: n.Expr,
        variables: list[Var],
        all_: Iterable[Values],
        before: int,
        players: int | None = None,
    ) -> list[Values] | None:
        """Those for which a condition holds; ``None`` where it was wrong before, or is found wrong now."""
        if len(self.found) > before:
            return None
        try:
            test = Combinations(self.world, players).test(where, variables)
            return [one for one in all_ if test(one)]
        except UnreadyError as error:
            self.found.append(kf.not_at_load(error.node.span))
        except TooMuchError:
            self.found.append(kf.too_much_work(decl.head.name, where.span))
        return None

    # -- what a condition needs -------------------------------------------------------------------------

    def prepare(self, decl: r.KindDecl, where: n.Expr) -> None:
        """Declare the terms that a condition reaches, with the kinds and columns that they speak of."""
        rules, seen = self.world.ruleset, set[str]()
        stack: list[n.Expr] = [where]
        while stack:
            for node in walk.everything(stack.pop()):
                if not isinstance(node, n.Name | n.Read) or node.name in seen:
                    continue
                name = node.name
                if name in rules.components or name in rules.options or name == "me":
                    self.found.append(kf.not_at_load(node.span))
                elif name in rules.terms:
                    seen.add(name)
                    if name not in self.world.terms:
                        self.names.term(rules.terms[name])
                    stack.append(rules.terms[name].phrase.expr)
                elif name in rules.kinds:
                    self.names.single(n.KindName(name, node.span))
                elif isinstance(node, n.Read):
                    self.rows.print_columns(name)


def _problem(member: str, seen: set[str]) -> str | None:
    """Why a text can't be the name of a member."""
    if not member:
        return "is no name"
    if member in seen:
        return "is the name of two members"
    is_word = all(one.isprintable() and not one.isspace() and one not in _UNWRITABLE for one in member)
    return None if is_word and member != "none" and len(member) <= LONGEST else "can't be a name"


def _power(base: int, places: int) -> str:
    return str(base**places) if places * base.bit_length() < 60 else f"{base} to the power of {places}"
