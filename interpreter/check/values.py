"""Values that are written down: in data files, in listed rows, as starts."""

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check.kinds import BagOf, Flag, Kind, Maybe, Member, Number, Poison, SetOf, Single
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span


class Values:
    """Reads values as they stand in slots and tables; everything wrong goes to ``found``."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found
        self.unknown: dict[tuple[str, Kind], list[Span]] = {}

    def report(self) -> None:
        """Say which names are no members, each once with all its places."""
        for (name, kind), spans in self.unknown.items():
            assert isinstance(kind, Member)
            known = self.world.domains[kind.domain].named
            self.found.append(file_findings.unknown_member(name, kind, spans[0], known, spans[1:]))
        self.unknown = {}

    def width(self, keys: tuple[Single, ...], kind: Kind) -> int:
        """How many numbers `cells` gives."""
        width = self.world.size(kind.of) if isinstance(kind, BagOf) else 1
        for key in keys:
            width *= self.world.size(key)
        return width

    # -- data files -----------------------------------------------------------------------------------

    def cells(self, node: Node, keys: tuple[Single, ...], kind: Kind) -> list[int]:
        """A map from keys to values, the last key running fastest; a bag as how many there are of each."""
        if keys:
            return self._by_key(node, keys, kind)
        if isinstance(kind, BagOf):
            return self._bag(node, kind)
        return [self.value(node, kind)]

    def _by_key(self, node: Node, keys: tuple[Single, ...], kind: Kind) -> list[int]:
        key, *rest = keys
        width = self.width(tuple(rest), kind)
        found = [0] * (width * self.world.size(key))
        if not isinstance(node, Mapping):
            self.found.append(file_findings.no_map(key, node.span.text, node.span))
            return found
        given: dict[int, Scalar] = {}
        for entry in node.entries:
            index = self.index(entry.key, key)
            if index is None:
                continue
            if index in given:
                self.found.append(file_findings.twice_in_set(entry.name, entry.key.span))
            given[index] = entry.key
            found[index * width : (index + 1) * width] = self.cells(entry.value, tuple(rest), kind)
        missing = [self.text(key, index) for index in self.world.indices(key) if index not in given]
        if missing and len(given) == len(node.entries):
            self.found.append(file_findings.keys_left_out(missing, node.span))
        return found

    def text(self, kind: Single, index: int) -> str:
        """The name of the value with an index."""
        match kind:
            case Member(domain):
                return self.world.domains[domain].members[index]
            case Number(low, _):
                return str(low + index)
            case Flag():
                return ("false", "true")[index]

    def _bag(self, node: Node, kind: BagOf) -> list[int]:
        counts = [0] * self.world.size(kind.of)
        match node:
            case Mapping(entries=entries):
                for entry in entries:
                    index = self.index(entry.key, kind.of)
                    count = self.value(entry.value, Number(0, kind.cap))
                    if index is not None:
                        counts[index] += count
            case Sequence(items=items):
                for item in items:
                    counts[self._position(self.value(item, kind.of), kind.of)] += 1
            case _:
                self.found.append(file_findings.bad_value(kind, node.span.text, node.span))
        return self._capped(counts, kind, node.span)

    def _position(self, value: int, of: Single) -> int:
        return value - of.low if isinstance(of, Number) else max(value, 0)

    def _capped(self, counts: list[int], kind: BagOf, span: Span) -> list[int]:
        if sum(counts) > kind.cap:
            self.found.append(file_findings.bag_too_full(sum(counts), kind.cap, span))
        return counts

    def value(self, node: Node, kind: Kind) -> int:
        """A data value as it stands in a slot."""
        match kind, node:
            case Poison(), _:
                return 0
            case SetOf(of), Sequence(items=items) if of is not None:
                return self._set(items, of)
            case Maybe(of), Scalar(value=value):
                return -1 if value is None or value == "none" else self.value(node, of)
            case ((Flag() | Number() | Member()), Scalar()):
                return self._single(node, kind)
            case _:
                self.found.append(file_findings.bad_value(kind, node.span.text, node.span))
                return _of(kind)

    def _set(self, items: tuple[Node, ...], of: Single) -> int:
        bits = 0
        for item in items:
            index = self.value(item, of) - (of.low if isinstance(of, Number) else 0)
            is_known = not isinstance(item, Scalar) or (item.text, of) not in self.unknown
            if is_known and index >= 0 and bits >> index & 1:
                self.found.append(file_findings.twice_in_set(item.span.text, item.span))
            bits |= 1 << max(index, 0)
        return bits

    def _single(self, node: Scalar, kind: Single) -> int:
        match kind:
            case Flag():
                if isinstance(node.value, bool):
                    return int(node.value)
            case Number():
                if isinstance(node.value, int) and not isinstance(node.value, bool):
                    return self._within(node.value, kind, node.span)
            case Member(domain):
                known = self.world.domains[domain]
                if node.text in known.index:
                    return self._there(node.text, kind, node.span)
                self.unknown.setdefault((node.text, kind), []).append(node.span)
                return 0
        self.found.append(file_findings.bad_value(kind, node.text, node.span))
        return _of(kind)

    def _within(self, value: int, kind: Number, span: Span) -> int:
        """The number, or the lowest of its range where it is beyond it."""
        if kind.low <= value <= kind.high:
            return value
        self.found.append(file_findings.number_out_of_range(value, kind.low, kind.high, span))
        return kind.low

    def _there(self, name: str, kind: Member, span: Span) -> int:
        """The index of a member; a player must be there in every match."""
        index = self.world.domains[kind.domain].index[name]
        if index >= self.world.always(kind):
            self.found.append(f.not_always_there(kind, name, self.world.players[0], span))
            return 0
        return index

    def index(self, text: Scalar, key: Single) -> int | None:
        """The index of the member that a key of a map names; ``None`` (reported) for none."""
        match key:
            case Member(domain):
                known = self.world.domains[domain]
                if text.text in known.index:
                    return known.index[text.text]
                self.found.append(file_findings.unknown_member(text.text, key, text.span, known.named))
            case Number(low, high) if text.text.lstrip("-").isdigit():
                if low <= int(text.text) <= high:
                    return int(text.text) - low
                self.found.append(file_findings.number_out_of_range(int(text.text), low, high, text.span))
            case _:
                self.found.append(file_findings.bad_value(key, text.text, text.span))
        return None

    # -- values written out -----------------------------------------------------------------------------

    def constant(self, expr: n.Expr, kind: Kind) -> int:
        """A value written out: a member, a number, a set of these."""
        match kind, expr:
            case Poison(), _:
                return 0
            case SetOf(of), _ if of is not None:
                return self._constant_set(expr, of)
            case Maybe(), n.Word(word="none"):
                return -1
            case Maybe(of), _:
                return self.constant(expr, of)
            case Flag(), n.Word(word="true" | "false"):
                return int(expr.word == "true")
            case Number(), n.Int(value=value):
                return self._within(value, kind, expr.span)
            case Number(), n.Negative(inner=n.Int(value=value)):
                return self._within(-value, kind, expr.span)
            case Member(domain), n.Name(name=name):
                known = self.world.domains[domain]
                if name not in known.index:
                    self.found.append(file_findings.unknown_member(name, kind, expr.span, known.named))
                    return 0
                return self._there(name, kind, expr.span)
            case _:
                self.found.append(file_findings.bad_value(kind, expr.span.text, expr.span))
                return _of(kind)

    def counted(self, expr: n.Expr, kind: BagOf) -> list[int]:
        """A bag written out: ``nothing``, ``wood``, ``2 of wood``, ``(wood, wood, stone)``."""
        counts = [0] * self.world.size(kind.of)
        match expr:
            case n.Word(word="nothing"):
                things: tuple[n.Expr, ...] = ()
            case n.SetOf(items=items):
                things = items
            case _:
                things = (expr,)
        for thing in things:
            count = 1
            if isinstance(thing, n.Of):
                count, thing = self.constant(thing.count, Number(0, kind.cap)), thing.thing
            counts[self._position(self.constant(thing, kind.of), kind.of)] += count
        return self._capped(counts, kind, expr.span)

    def _constant_set(self, expr: n.Expr, of: Single) -> int:
        low = of.low if isinstance(of, Number) else 0
        match expr:
            case n.Word(word="nothing"):
                return 0
            case n.Word(word="all"):
                return sum(1 << index for index in self.world.indices(of))
            case n.SetOf(items=items):
                bits = 0
                for item in items:
                    bits |= 1 << (self.constant(item, of) - low)
                return bits
            case _:
                return 1 << (self.constant(expr, of) - low)


def _of(kind: Kind) -> int:
    """A value of a kind, for what is none: who looks on for more findings may count on its range."""
    return kind.low if isinstance(kind, Number) else 0
