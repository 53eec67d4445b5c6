"""Lowering of promises: what `collect`, `release` and `refund` do, and that nothing else takes from it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from interpreter.check.guards import lowered_by
from interpreter.check.ledger import Ledger
from interpreter.check.order import Parts
from interpreter.check.world import Component, Var
from interpreter.core import ir
from interpreter.core.lower_at_once import LowerAtOnce
from interpreter.core.place import Place
from interpreter.syntax import nodes as n


class LowerPromises(LowerAtOnce):
    """Lowers what becomes of promises."""

    _collected = False
    _lowered: "dict[Component, n.Line] | None" = None  # what simultaneous rounds may have lowered

    def line(self, line: n.Line) -> None:
        """One effect."""
        if line.verb in {"collect", "release", "refund"}:
            self._settle(line)
            return
        super().line(line)
        place = lowered_by(line)
        purse = self.world.refs.get(place) if place is not None else None
        if not isinstance(purse, Component) or not self.world.ledgers_of(purse):
            return
        if self._lowered is not None:
            self._lowered.setdefault(purse, line)
        elif line in self.world.guards:
            self._guard(self.world.guards[line], line)

    def seen_by(self, place: Place) -> ir.Expr | None:
        """Who sees what comes to a place; what is collected is shown to all who see where it comes from."""
        ledger = self._ledger_of(place.component) if self._collected else None
        if ledger is not None and ledger.purse.seen == "all":
            return None
        return super().seen_by(place)

    def _ledger_of(self, component: Component) -> Ledger | None:
        return next((one for one in self.world.ledgers.values() if one.component is component), None)

    def _settle(self, line: n.Line) -> None:
        before, self.events.told_as = self.events.told_as, "payment"
        self._collected = line.verb == "collect"
        self.block(self.world.settled[line])
        self._collected = False
        self.events.told_as = before

    # -- what nothing may lower -----------------------------------------------------------------------------

    def _guard(self, test: n.Expr, line: n.Line) -> None:
        self.flow.emit(ir.Require(self.whole(test), "E709", self.place_in_file(line.span, line.foot)))

    @contextmanager
    def at_once(self, rounds: Sequence[Parts], variables: tuple[Var, ...]) -> Iterator[None]:
        """Around simultaneous rounds: what is promised is looked at when all of them are over."""
        outer, self._lowered = self._lowered, {}
        with super().at_once(rounds, variables):
            yield
        lowered, self._lowered = self._lowered, outer
        if outer is not None:
            outer.update(lowered)
            return
        for purse, line in lowered.items():
            self._guard(self.world.guards_of[purse], line)
