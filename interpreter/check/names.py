"""The first pass: what a ruleset declares, and the kind of each thing."""

from collections.abc import Callable
from typing import Literal

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.during import paragraph_named
from interpreter.check.kinds import (
    FLAG,
    POISON,
    BagOf,
    Flag,
    Kind,
    ListOf,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    Single,
    below_zero,
)
from interpreter.check.world import MOST_PLAYERS, PLAYER, Component, Domain, One, Option, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.findings import RESERVED
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

MAX_MEMBERS = 4096
MAX_VALUES = 1000
MAX_CELLS = 100_000
Audience = Literal["all", "owner", "nobody"]
Form = Literal["words", "option"]
BUILT_IN_KINDS = ("Player", "flag")
SPECTATOR = "spectator"


class Names:
    """Fills a `World` with what is declared; everything wrong goes to ``found``."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found
        self.places: dict[str, Span] = {}
        self.cells = 0
        self.broken = world.broken
        self.make: Callable[[str], bool] = lambda name: False  # makes a kind that is made of others

    def collect(self) -> None:
        """Options first, since ranges may end in them; then kinds, components, terms."""
        rules = self.world.ruleset
        for option in rules.options.values():
            self.option(option)
        self.players(rules.players)
        for kind in rules.kinds.values():
            self.kind(kind)

    def collect_rest(self) -> None:
        """What speaks of kinds; called once the domains of boards and rows are there."""
        rules = self.world.ruleset
        for component in rules.components.values():
            self.component(component)
        for term in rules.terms.values():
            if term.head.name not in self.world.terms:
                self.term(term)
        # Those that some kind is made with came first; the order of the file holds for all that follows.
        self.world.terms = {term.head.name: self.world.terms[term.head.name] for term in rules.terms.values()}
        for section in (rules.actions, rules.steps, rules.orders, rules.costs):
            for decl in section.values():
                self.declare(decl.head.name, decl.head.span)
        for other in rules.others:
            if other.section != "limits":
                self.declare(other.head.name, other.head.span)
            self.found.append(f.not_yet(f"the section `{other.section}`", other.head.span))

    # -- names --------------------------------------------------------------------------------------

    def declare(self, name: str, span: Span) -> bool:
        """Take a name of the whole ruleset; false if it is a word of the language or taken."""
        if name in RESERVED:
            self.found.append(f.reserved(name, span))
            return False
        if name in self.places:
            self.found.append(f.declared_twice(name, span, self.places[name]))
            return False
        self.places[name] = span
        return True

    def add_domain(self, domain: Domain, span: Span) -> None:
        """A new enumerated kind with its members."""
        if not 1 <= len(domain.members) <= MAX_MEMBERS:
            self.found.append(f.bad_kind_size(domain.name, len(domain.members), span))
        self.world.domains[domain.name] = domain
        for index, member in enumerate(domain.members):
            owners = self.world.members.setdefault(member, [])
            owners.append(One(Member(domain.name), index))

    def name_players(self, names: tuple[str, ...], span: Span) -> None:
        """What the players are called beside P1, P2, …; there must be a name for each who can ever play."""
        numbered = self.world.domains[PLAYER.domain].members
        if len(names) != len(numbered):
            self.found.append(kf.player_rows(len(names), len(numbered), span))
            return
        for name, seat in zip(names, numbered, strict=True):
            if (name in (*numbered, SPECTATOR) and name != seat) or not name.isidentifier():
                self.found.append(kf.player_name(name, span))
                return
        players = Domain(PLAYER.domain, names, None, "player", playing=tuple(range(len(names) + 1)))
        players.index |= {seat: index for index, seat in enumerate(numbered)}
        self.world.domains[PLAYER.domain] = players
        for index, name in enumerate(names):
            if name != numbered[index]:
                self.world.members.setdefault(name, []).append(One(PLAYER, index))

    def words(self, name: str, words: tuple[n.Name, ...], form: Form, span: Span) -> None:
        """A domain of listed words."""
        self.add_domain(Domain(name, self._distinct(words), span, form), span)

    def _distinct(self, words: tuple[n.Name, ...]) -> tuple[str, ...]:
        """The words of a list, each once."""
        seen: dict[str, Span] = {}
        for word in words:
            if word.name in RESERVED:
                self.found.append(f.reserved(word.name, word.span))
            if word.name in seen:
                self.found.append(f.declared_twice(word.name, word.span, seen[word.name]))
            seen[word.name] = word.span
        return tuple(seen)

    # -- options and players --------------------------------------------------------------------------

    def option(self, decl: r.OptionDecl) -> None:
        """A switch, with its values and its start."""
        head, line = decl.head, decl.type
        self.declare(head.name, head.span)
        if line.names:
            name = f"option {head.name}"
            self.words(name, line.names, "option", head.span)
            kind: Kind = Member(name)
            default = 0
            if isinstance(line.start, n.Name) and line.start.name in self.world.domains[name].index:
                default = self.world.domains[name].index[line.start.name]
            elif line.start is not None:
                known = self.world.domains[name].members
                self.found.append(f.unknown_name(getattr(line.start, "name", "…"), line.start.span, known))
            self.world.options[head.name] = Option(head.name, kind, default, decl)
            return
        kind = POISON
        if _is_simple(line):
            kind = self.shape(line.shape)
        else:
            self.found.append(f.type_not_here("an option is a `flag`, a range or some words", line.span))
        if isinstance(kind, Number) and self.world.size(kind) > MAX_VALUES:
            self.found.append(f.too_many_values(head.name, self.world.size(kind), MAX_VALUES, line.span))
            kind = POISON
        default = self._option_start(kind, line)
        self.world.options[head.name] = Option(head.name, kind, default, decl)

    def _option_start(self, kind: Kind, line: n.TypeLine) -> int:
        match kind, line.start:
            case Flag(), n.Word(word="true"):
                return 1
            case Flag(), None | n.Word(word="false"):
                return 0
            case Number(low, high), n.Int(value=value):
                if not low <= value <= high:
                    self.found.append(file_findings.number_out_of_range(value, low, high, line.span))
                return value
            case Number(low, _), None:
                return low
            case Poison(), _:
                return 0
            case _, start:
                assert start is not None
                self.found.append(f.type_not_here(f"the start value must be {kind}", start.span))
                return 0

    def players(self, phrase: n.Phrase) -> None:
        """``2..4`` or ``2..players_max``: the least and the most that can ever play."""
        expr = phrase.expr
        low, high = (expr.low, expr.high) if isinstance(expr, n.SpanOf) else (expr, expr)
        least, most = self._count(low, 0), self._count(high, 1)
        if least is None or most is None or not 1 <= least <= most <= MOST_PLAYERS:
            self.found.append(f.bad_players(phrase.span))
            least, most = 2, 2
        self.world.players = (least, most)
        names = tuple(f"P{i + 1}" for i in range(most))
        self.add_domain(Domain("Player", names, None, "player", playing=tuple(range(most + 1))), phrase.span)

    def _count(self, expr: n.Expr, which: int) -> int | None:
        if isinstance(expr, n.Int):
            return expr.value
        if isinstance(expr, n.Name) and expr.name in self.world.options:
            kind = self.world.options[expr.name].kind
            if isinstance(kind, Number):
                return (kind.low, kind.high)[which]
        return None

    # -- types ----------------------------------------------------------------------------------------

    def bound(self, bound: n.Bound, which: int) -> int | None:
        """An end of a range: a number, or the widest value of an option; ``None`` (reported) for neither."""
        if isinstance(bound.value, int):
            return bound.value
        option = self.world.options.get(bound.value)
        if option is not None and isinstance(option.kind, Number):
            return (option.kind.low, option.kind.high)[which]
        if option is None or not isinstance(option.kind, Poison):
            self.found.append(f.unknown_bound(bound.value, bound.span))
        return None

    def range_of(self, kind: n.KindRange) -> Number | None:
        """``0..12``; ``None`` (reported) where it holds nothing."""
        low, high = self.bound(kind.low, 0), self.bound(kind.high, 1)
        if low is None or high is None:
            return None
        if low > high:
            self.found.append(f.empty_range(low, high, kind.span))
            return None
        return Number(low, high)

    def single(self, kind: n.KindName | n.KindRange) -> Single | None:
        """A kind whose values are single things; ``None`` (reported) where it is not."""
        if isinstance(kind, n.KindRange):
            return self.range_of(kind)
        if kind.name == "flag":
            return FLAG
        if kind.name in self.world.domains and kind.name not in self.broken:
            return self.world.member(kind.name)
        if kind.name in self.world.ranges:
            return Number(*self.world.ranges[kind.name])
        if kind.name in self.broken or (kind.name in self.world.ruleset.kinds and self.make(kind.name)):
            return None if kind.name in self.broken else self.world.member(kind.name)
        known = [one for one in (*self.world.domains, *self.world.ranges, "flag") if " " not in one]
        owners = [
            one.kind.domain for one in self.world.members.get(kind.name, ()) if one.kind.domain in known
        ]
        self.found.append(f.unknown_kind(kind.name, kind.span, known, owners[0] if owners else None))
        return None

    def shape(self, parts: tuple[n.KindExpr, ...]) -> Kind:
        """``Player or none``, ``set of Land``, ``bag of Colour up to 60``."""
        *kinds, last = parts
        if isinstance(last, n.KindNone) and len(kinds) == 1:
            inner = self.shape((kinds[0],))
            if below_zero(inner):
                self.found.append(f.none_below_zero(last.span))
                return POISON
            if isinstance(inner, Member | Number):
                return Maybe(inner)
            if not isinstance(inner, Poison):
                self.found.append(
                    f.type_not_here(f"`or none` goes with a kind or a range, not with {inner}", last.span)
                )
            return POISON
        if kinds:
            self.found.append(f.not_yet("a kind made of two kinds", parts[1].span))
            return POISON
        match last:
            case n.KindName() | n.KindRange():
                return self.single(last) or POISON
            case n.KindNone():
                self.found.append(f.type_not_here("`none` alone is no kind", last.span))
                return POISON
            case n.KindOf():
                return self._collection(last)

    def _collection(self, kind: n.KindOf) -> Kind:
        item = self.single(kind.item)
        if item is None:
            return POISON
        if isinstance(item, Flag):
            what = "a set, bag or list holds members of a kind or numbers"
            self.found.append(f.type_not_here(what, kind.span))
            return POISON
        if self.world.size(item) > MAX_MEMBERS:
            self.found.append(f.set_too_large(self.world.size(item), kind.span))
            return POISON
        if kind.form == "set":
            return SetOf(item)
        if kind.bound is None:
            self.found.append(f.bag_unbounded(kind.span))
            return POISON
        most = self.bound(kind.bound, 1)
        if most is not None and most < 0:
            self.found.append(f.empty_range(0, most, kind.bound.span))
            return POISON
        if most is None:
            return POISON
        return BagOf(item, most) if kind.form == "bag" else self._list(item, most, kind.span)

    def _list(self, item: Single, most: int, span: Span) -> Kind:
        """A list has a cell for each thing that it may hold; in an empty one stands none."""
        if below_zero(item):
            self.found.append(f.none_below_zero(span))
            return POISON
        if not 1 <= most <= MAX_MEMBERS:
            self.found.append(f.set_too_large(most, span) if most else f.empty_range(1, most, span))
            return POISON
        return ListOf(item, most)

    # -- kinds ----------------------------------------------------------------------------------------

    def kind(self, decl: r.KindDecl) -> None:
        """A kind of words or numbers; rows come with the data."""
        head = decl.head
        if head.name == PLAYER.domain and (decl.rows is not None or decl.listed):
            return  # the names of the players come with the rows
        if head.name == PLAYER.domain and decl.line is not None and decl.line.names:
            self.name_players(self._distinct(decl.line.names), head.span)
            return
        if head.name in BUILT_IN_KINDS:
            self.found.append(f.built_in_kind(head.name, head.span))
            return
        self.declare(head.name, head.span)
        line = decl.line
        if line is None or line.per or line.part_of is not None:
            return  # rows are read with the data, and what is made of other kinds comes after all of them
        if line.names:
            self.words(head.name, line.names, "words", head.span)
        elif len(line.shape) == 1 and isinstance(line.shape[0], n.KindRange) and not line.per:
            number = self.range_of(line.shape[0]) or Number(0, 0)
            self.world.ranges[head.name] = (number.low, number.high)
        else:
            self.found.append(f.not_yet("a kind made of other kinds", line.span))
            self.world.domains.setdefault(head.name, Domain(head.name, ("_",), head.span, "rows"))

    # -- components and terms -----------------------------------------------------------------------------

    def component(self, decl: r.ComponentDecl) -> None:
        """A component: keys, what each place holds, who sees it."""
        head = decl.head
        self.declare(head.name, head.span)
        component = self._component(decl)
        # Of what is wrong nothing is known, so that those who read it are not found wrong as well.
        self.world.components[head.name] = component or Component(head.name, (), POISON, "all", decl)

    def _component(self, decl: r.ComponentDecl) -> Component | None:
        head, line = decl.head, decl.type
        if line.names:
            help_ = "declare them under `kinds`, then name the kind"
            self.found.append(f.type_not_here("words need a kind of their own", line.span, help_))
            return None
        if line.places is not None:
            self.found.append(f.not_yet("a place made of places", line.span))
            return None
        keys: list[Single] = []
        for key in line.per:
            single = self.single(n.KindName(key.name, key.span))
            if isinstance(single, Flag):
                self.found.append(f.type_not_here("a component is not `per flag`", key.span))
            elif single is not None:
                keys.append(single)
        kind = self.shape(line.shape)
        if len(keys) < len(line.per):
            return None
        cells = self.world.size(kind.of) if isinstance(kind, BagOf) else 1
        if isinstance(kind, ListOf):
            cells = kind.cap + 1
        for single in keys:
            cells *= self.world.size(single)
        if self.cells + cells > MAX_CELLS:
            self.found.append(f.component_too_large(head.name, cells, head.span))
            return None
        self.cells += cells
        during = ""
        if line.during is not None:
            during = paragraph_named(self.world.ruleset, line.during, self.found)
        return Component(head.name, tuple(keys), kind, self._audience(decl, keys), decl, during)

    def _audience(self, decl: r.ComponentDecl, keys: list[Single]) -> Audience:
        seen = decl.type.seen
        match seen:
            case None:
                return "all"
            case n.Name(name="nobody"):
                return "nobody"
            case n.Name(name="owner"):
                if not keys or keys[0] != Member("Player"):
                    self.found.append(f.owner_without_player(decl.head.name, seen.span))
                    return "all"
                return "owner"
            case n.Word(word="all"):
                return "all"
            case _:
                self.found.append(f.unknown_audience(seen.span.text, seen.span))
                return "all"

    def term(self, decl: r.TermDecl) -> None:
        """A definition, not yet checked."""
        self.declare(decl.head.name, decl.signature.name_span)
        params = self.params(decl.signature.params)
        self.world.terms[decl.head.name] = Term(decl.head.name, params, decl)

    def params(self, params: tuple[n.Param, ...]) -> tuple[Var, ...]:
        """What a term, step or action is about."""
        found: dict[str, Var] = {}
        for param in params:
            if param.name in RESERVED:
                self.found.append(f.reserved(param.name, param.span))
            if param.name in found:
                self.found.append(f.declared_twice(param.name, param.span, found[param.name].span))
            # What a group is asked about is of the kind of its spaces, which is known when these are.
            kind = self.shape(param.shape) if param.shape else POISON
            found[param.name] = Var(param.name, kind, "param", param.span)
        return tuple(found.values())


def _is_simple(line: n.TypeLine) -> bool:
    """``flag`` or a range: what an option may be beside words; kinds come after options."""
    match line.shape:
        case (n.KindRange() | n.KindName(name="flag"),):
            return not line.per
        case _:
            return False
