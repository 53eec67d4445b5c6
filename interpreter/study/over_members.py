"""Why a phrase over members comes to what it comes to: which of them count, which do not, their values."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.kinds import run_over
from interpreter.study.position import HIDDEN, Value
from interpreter.study.reason import Reason, words
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.study.reasons import Reasons

NAMED = 12
"""How many members are named in a note; how many more there are is said."""

SHOWN = 3
"""How many members are shown with a tree of their own."""

LISTED = 20
"""How many members of a sum are shown with their values."""

MOST_ROUNDS = 5_000
"""How many members, or combinations of members, are looked at one by one."""

Told = tuple[str, list[Reason]]
"""A note, and the parts of a tree."""


class _TooManyError(Exception):
    """There are more members than anybody looks at."""


class _UnknownError(Exception):
    """The viewer may not know which members there are."""


def told_of_members(reasons: "Reasons", node: n.Quantified | n.Fold | n.Pick, value: Value) -> Told:
    """What shows why a phrase over members comes to its value."""
    try:
        return _Members(reasons).told(node, value)
    except _TooManyError:
        return f"more than {MOST_ROUNDS:,} members", []
    except _UnknownError:
        return value.fault, []


class _Members:
    """Goes through the members of one phrase."""

    def __init__(self, reasons: "Reasons") -> None:
        self.reasons = reasons
        self.position = reasons.position
        self.rounds = 0

    def told(self, node: n.Quantified | n.Fold | n.Pick, value: Value) -> Told:
        """The note and the parts."""
        match node:
            case n.Quantified(word="every"):
                return self._every(node)
            case n.Quantified(word="some" | "no"):
                return self._some(node)
            case n.Quantified():
                return self._count(node)
            case n.Fold():
                return self._fold(node)
            case n.Pick():
                return self._pick(node, value)

    # -- members -------------------------------------------------------------------------------------

    def each(self, binds: tuple[n.Bind, ...], name: str = "") -> Iterator[str]:
        """Bind the names to each combination of members in turn; gives what they are called."""
        if not binds:
            self.rounds += 1
            if self.rounds > MOST_ROUNDS:
                raise _TooManyError
            yield name
            return
        bind, *rest = binds
        members = self.position.members(bind.over)
        if members is None:
            raise _UnknownError
        of, var = run_over(self.position.kind(bind.over)), self.position.world.vars_of[bind]
        for index in members:
            text = self.position.member_text(of, index)
            with self.position.binding(var, self.position.member_value(of, index)):
                yield from self.each(tuple(rest), f"{name}, {text}" if name else text)

    def counted(self, overs: n.Overs) -> Iterator[tuple[str, bool | None]]:
        """The members, and whether the condition holds for each; None where the viewer may not know."""
        for name in self.each(overs.binds):
            yield name, True if overs.where is None else self.position.holds(overs.where)

    # -- conditions --------------------------------------------------------------------------------------

    def _count(self, node: n.Quantified) -> Told:
        """``count``, ``all``: the members that are meant are named."""
        found, unknown, total = [], [], 0
        for name, holds in self.counted(node.overs):
            total += 1
            if holds is None:
                unknown.append(name)
            elif holds:
                found.append(name)
        note = f"{len(found)} of {total}"
        if found and node.word == "count":
            note += f": {_named(found)}"
        if unknown:
            note += f"; not known of {_named(unknown)}"
        parts = [*self._over(node.overs)]
        if node.overs.where is not None and total <= SHOWN:
            parts += self._shown(node.overs, node.overs.where, None)
        return note, parts

    def _some(self, node: n.Quantified) -> Told:
        """``some``, ``no``: the first members that are found, or why the first ones are not."""
        found, unknown, total = 0, 0, 0
        for _, holds in self.counted(node.overs):
            total += 1
            found += holds is True
            unknown += holds is None
        note = f"{found} of {total}" + (f", not known of {unknown}" if unknown else "")
        if node.overs.where is None:
            return note, [*self._over(node.overs)]
        shown = self._shown(node.overs, node.overs.where, True if found else None)
        return note, [*self._over(node.overs), *shown]

    def _every(self, node: n.Quantified) -> Told:
        """``every … has``: the first members that break it."""
        assert node.has is not None
        total, broken, unknown = 0, [], 0
        parts: list[Reason] = []
        for name, counts in self.counted(node.overs):
            if counts is False:
                continue
            total += 1
            holds = self.position.holds(node.has) if counts else None
            if holds is None:
                unknown += 1
            elif not holds:
                broken.append(name)
                if len(broken) <= SHOWN:
                    parts.append(_for(name, self.reasons.of(node.has)))
        note = f"of {total}, not {_named(broken)}" if broken else f"each of {total}"
        if unknown:
            note = f"of {total}, not known of {unknown}" + (f", not {_named(broken)}" if broken else "")
        return note, [*self._over(node.overs), *parts]

    def _shown(self, overs: n.Overs, tested: n.Expr, wanted: bool | None) -> list[Reason]:
        """Trees of the condition for the first members for which it is as wanted (None: for any)."""
        parts: list[Reason] = []
        for name in self.each(overs.binds):
            holds = self.position.holds(tested)
            if holds is None or wanted is None or holds is wanted:
                parts.append(_for(name, self.reasons.of(tested)))
            if len(parts) == SHOWN:
                break
        return parts

    def _over(self, overs: n.Overs) -> Iterator[Reason]:
        """What the names run over, where that has to be said."""
        for bind in overs.binds[:1]:
            yield from self.reasons.unless_plain(bind.over)

    # -- sums and picks ------------------------------------------------------------------------------------

    def _fold(self, node: n.Fold) -> Told:
        """``sum of``, ``highest of``, ``union of``: the members with their values."""
        found: list[Reason] = []
        total, left_out = 0, 0
        for name, counts in self.counted(node.overs):
            if counts is False:
                continue
            total += 1
            value = self.position.value(node.value) if counts else Value(None, HIDDEN, hidden=True)
            if node.word in {"sum", "bag"} and value.raw in {0, ()}:
                continue
            if len(found) < LISTED:
                inner = self.reasons.of(node.value).parts if counts and total <= SHOWN else ()
                found.append(Reason(f"{words(node.value)} for {name}", value.text, "", inner))
            else:
                left_out += 1
        if left_out:
            found.append(Reason(f"{left_out} more"))
        note = f"over {total} member{'' if total == 1 else 's'}"
        if not total and node.otherwise is not None:
            found += self.reasons.unless_plain(node.otherwise)
        return note, [*self._over(node.overs), *found]

    def _pick(self, node: n.Pick, value: Value) -> Told:
        """``first x in S where c by keys``: the candidates with their keys."""
        members = self.position.members(node.over)
        if members is None:
            return value.fault, []
        of, var = run_over(self.position.kind(node.over)), self.position.world.vars_of[node]
        keys = [key for key in (node.by.keys if node.by is not None else ()) if key.value is not None]
        found: list[tuple[str, list[Reason]]] = []
        unknown = 0
        for index in members[:MOST_ROUNDS]:
            with self.position.binding(var, self.position.member_value(of, index)):
                holds = True if node.where is None else self.position.holds(node.where)
                unknown += holds is None
                if holds:
                    found.append((self.position.member_text(of, index), list(self._keys(keys))))
        note = f"{len(found)} of {len(members)}" + (f", not known of {unknown}" if unknown else "")
        parts = list(self.reasons.unless_plain(node.over))
        if keys:
            parts += [_for(name, *told) for name, told in found[:LISTED]]
            parts += [Reason(f"{len(found) - LISTED} more")] if len(found) > LISTED else []
        elif found:
            note += f": {_named([name for name, _ in found])}"
        if not found and node.otherwise is not None:
            parts += self.reasons.unless_plain(node.otherwise)
        return note, parts

    def _keys(self, keys: list[n.Key]) -> Iterator[Reason]:
        for key in keys:
            assert key.value is not None
            yield Reason(f"{key.which} {words(key.value)}", self.position.value(key.value).text)


def _for(name: str, first: Reason, *rest: Reason) -> Reason:
    """What is said of one member."""
    if rest:
        return Reason(f"for {name}", "", "", (first, *rest))
    return replace(first, text=f"{first.text} for {name}")


def _named(names: list[str]) -> str:
    shown = ", ".join(names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} and {len(names) - NAMED} more"
