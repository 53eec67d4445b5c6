"""Log lines: which events a program can tell, and the statements that tell them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.kinds import BagOf, Kind, ListOf
from interpreter.check.world import Component
from interpreter.core import contents, fold, ir
from interpreter.core.contents import Part
from interpreter.core.instance import Instance
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.claims import TIED

if TYPE_CHECKING:
    from interpreter.core.lower_loops import LowerLoops
    from interpreter.core.place import Place


class Events:
    """Hands out the numbers of events."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.all: list[ir.Event] = []
        self._known: dict[ir.Event, int] = {}
        self.told_as = "change"  # what a change of a component is told as: a payment, while one is made

    def _tell(
        self,
        lower: "LowerLoops",
        kind: str,
        pieces: "list[str | Part]",
        place: int,
        seen: ir.Expr | None = None,
        amount: Part | None = None,
    ) -> None:
        text: list[str | int] = []
        parts: list[Part] = []
        for piece in pieces:
            if isinstance(piece, str):
                text.append(piece)
            else:
                text.append(len(parts))
                parts.append(piece)
        rule = lower.head.path if lower.head is not None else ""
        domains, forms = tuple(part.domain for part in parts), tuple(part.form for part in parts)
        counted = next((i for i, part in enumerate(parts) if part is amount), -1)
        event = ir.Event(kind, rule, tuple(text), domains, forms, counted, place)  # type: ignore[arg-type]
        number = self._known.setdefault(event, len(self.all))
        if number == len(self.all):
            self.all.append(event)
        lower.flow.emit(ir.Log(number, tuple(part.value for part in parts), seen))

    def says(self, lower: "LowerLoops", says: r.Says | None) -> None:
        """What the author lets the log say."""
        if says is None:
            return
        pieces: list[str | Part] = []
        for part in says.parts:
            if isinstance(part, str):
                pieces.append(part)
            else:
                pieces.append(contents.told(lower, part))
        self._tell(lower, "says", pieces, lower.place_in_file(says.span))

    def marked(self, lower: "LowerLoops", number: int, value: ir.Expr, place: int) -> None:
        """A mark by its number, with what its condition comes to."""
        self._tell(lower, "mark", [f"{number} ", Part(value, -1)], place)

    def changed(self, lower: "LowerLoops", line: n.Line, place: "Place", kind: Kind) -> None:
        """``score(red) + 3``, ``starter = P2``, ``pile − wood 2, coal``; told before the change, which may
        change what the amount and the place rest on.
        """
        node = line.source if line.verb == "remove" else line.target
        value = line.value if line.verb == "set" else line.what
        assert node is not None and value is not None
        sign = {"add": " + ", "remove": " − ", "set": " = "}[line.verb]
        part = contents.amount(lower, line, value, place, kind)
        amount = part if line.verb != "set" and contents.counts(part, kind) else None
        pieces = [*self._named(lower, node), sign, part]
        place_in_file = lower.place_in_file(line.span, line.foot)
        self._tell(lower, self.told_as, pieces, place_in_file, lower.seen_by(place), amount)

    def row_changed(
        self, lower: "LowerLoops", line: n.Line, place: "Place", values: list[ir.Expr], kind: Kind
    ) -> None:
        """``law(P1) = a b c``: all values of a row."""
        assert line.target is not None
        pieces = [*self._named(lower, line.target), " ="]
        domain = contents.printed_by(lower, kind)
        for value in values:
            pieces += [" ", Part(value, domain)]
        self._tell(lower, "change", pieces, lower.place_in_file(line.span, line.foot), lower.seen_by(place))

    def moved(self, lower: "LowerLoops", line: n.Line, source: "Place", target: "Place", kind: Kind) -> None:
        """``huts(T01) → huts(T02): red 2, blue``; told before the move, to those who see both places."""
        assert line.source is not None and line.target is not None and line.what is not None
        pieces = [*self._named(lower, line.source), " → ", *self._named(lower, line.target), ": "]
        part = contents.amount(lower, line, line.what, source, kind)
        pieces.append(part)
        amount = part if contents.counts(part, kind) else None
        seen, other = lower.seen_by(source), lower.seen_by(target)
        both = seen if other is None else other if seen is None else fold.set_op("inter", seen, other)
        self._tell(lower, self.told_as, pieces, lower.place_in_file(line.span, line.foot), both, amount)

    def worked_out(
        self,
        lower: "LowerLoops",
        name: str,
        steps: "list[tuple[str, ir.Expr]]",
        place: int,
        seen: ir.Expr | None,
    ) -> None:
        """``tools: base 7, own -2, floor 0 = 5``: what each modifier made of what something costs."""
        pieces: list[str | Part] = [f"{name}: "]
        before: ir.Expr = ir.Const(0)
        for position, (modifier, amount) in enumerate(steps):
            pieces += [", " if position else "", f"{modifier} ", Part(fold.arith("sub", amount, before), -1)]
            before = amount
        self._tell(lower, self.told_as, [*pieces, " = ", Part(before, -1)], place, seen)

    def presented(self, lower: "LowerLoops", thing: Part, source: n.Expr, place: int) -> None:
        """``corn is shown in hand(P1)``: told to everybody."""
        self._tell(lower, self.told_as, [thing, " is shown in ", *self._named(lower, source)], place)

    def awarded(self, lower: "LowerLoops", line: n.Line) -> None:
        """``T03: P2 claims it by target``, ``T03: P1, P3 are tied by target``."""
        assert line.call is not None
        *things, who = line.call.args
        pieces: list[str | Part] = []
        for thing in things:
            pieces += [", " if pieces else "", contents.told(lower, thing)]
        pieces += [": ", contents.told(lower, who)]
        pieces.append(" are tied" if line.call.name == TIED else " claims it")
        head = lower.head
        assert head is not None
        address = f"{head.path}.claims"
        if line.name.startswith("by "):
            pieces.append(f" {line.name}")
            address += ".best"
        elif line.name:
            pieces.append(f" by {line.name}")
            address += f".ranks.{line.name}"
        lower.head = replace(head, path=address)
        self._tell(lower, "claim", pieces, lower.place_in_file(line.span, line.foot))
        lower.head = head

    def shuffled(self, lower: "LowerLoops", line: n.Line, market: r.MarketDecl, discards: n.Phrase) -> None:
        """``goods(2): pile is shuffled into deck``; how many things lie anywhere is public."""
        call = line.call
        assert call is not None
        named = n.Read(call.name, call.args, call.span, call.name_span)
        pieces = self._named(lower, named if call.args else n.Name(call.name, call.span))
        pieces += [": ", *self._named(lower, discards.expr), " is shuffled into "]
        pieces += self._named(lower, market.deck.expr)
        self._tell(lower, "change", pieces, lower.place_in_file(line.span, line.foot))

    def shuffles(self, lower: "LowerLoops", line: n.Line, node: n.Expr) -> None:
        """``deck is shuffled``."""
        pieces = [*self._named(lower, node), " is shuffled"]
        self._tell(lower, "change", pieces, lower.place_in_file(line.span, line.foot))

    def drawn(
        self, lower: "LowerLoops", line: n.Line, source: Component, thing: ir.Expr, seen: ir.Expr | None
    ) -> None:
        """``drawn ace``, from the top of a list; what was hidden there is hidden no longer."""
        assert isinstance(source.kind, ListOf)
        kind = "change" if source.seen == "all" else "reveal"
        pieces: list[str | Part] = ["drawn ", Part(thing, contents.printed_by(lower, source.kind.of))]
        self._tell(lower, kind, pieces, lower.place_in_file(line.span, line.foot), seen)

    def shown(self, lower: "LowerLoops", line: n.Line, place: "Place") -> None:
        """``clan(P2) = red``, when it is turned up or hidden again."""
        component = place.component
        pieces: list[str | Part] = [component.name]
        index, size = place.index, place.size
        for position, key in enumerate(component.keys):
            size //= self.instance.size(key)
            part = ir.Arith("div", index, ir.Const(size)) if size > 1 else index
            part = part if position == 0 else ir.Arith("mod", part, ir.Const(self.instance.size(key)))
            pieces += ["(" if position == 0 else ", ", Part(part, self.instance.domain(key))]
        pieces.append(")" if component.keys else "")
        if line.verb == "reveal":
            pieces += [" = ", contents.held(lower, _first_of(lower, place), component.kind)]
        else:
            pieces.append(" is hidden")
        self._tell(lower, "reveal", pieces, lower.place_in_file(line.span, line.foot))

    # -- pieces -----------------------------------------------------------------------------------------

    def _named(self, lower: "LowerLoops", node: n.Expr) -> "list[str | Part]":
        """A place by name, with the values of its keys."""
        if isinstance(node, n.EndOf):
            return [f"{node.end} of ", *self._named(lower, node.of)]
        if not isinstance(node, n.Read):
            return [getattr(node, "name", "")]
        pieces: list[str | Part] = [f"{node.name}("]
        for position, arg in enumerate(node.args):
            pieces += [", "] if position else []
            pieces.append(contents.told(lower, arg))
        return [*pieces, ")"]


def _first_of(lower: "LowerLoops", place: "Place") -> "Place":
    """Where what lies at a cell begins: of a bag, the first of its counts."""
    kind = place.component.kind
    if not isinstance(kind, BagOf):
        return place
    width = lower.width(kind.of)
    index = fold.arith("mul", place.index, ir.Const(width))
    return type(place)(place.component, place.base, place.size * width, index, width)
