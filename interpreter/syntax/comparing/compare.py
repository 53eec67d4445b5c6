"""Two pages held against each other, address by address."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.syntax.comparing.difference import Difference, Does, Side
from interpreter.syntax.comparing.order import MOST, moved
from interpreter.syntax.comparing.passage import Names, Passage, is_same_text, mentions, renamed
from interpreter.syntax.patches.address import MAIN, Steps, encloses
from interpreter.syntax.patches.parts import START
from interpreter.syntax.patches.places import DATA

Keys = dict[Steps, Steps]
"""The further steps of what stands in the first page, and those of the same thing in the second."""


@dataclass(frozen=True, slots=True)
class Rename:
    """What has another name in the second page: ``steps`` is its address in the first. ``scope`` is the part
    of the first page in which the name means this.
    """

    steps: Steps
    new: str
    scope: Steps

    @property
    def old(self) -> str:
        """Its name in the first page."""
        return self.steps[-1]


@dataclass(frozen=True, slots=True, eq=False)
class Holder:
    """What holds things that only one of the pages has: the addresses of those of the first and of the
    second, with the passages.
    """

    old: tuple[Side, ...]
    new: tuple[Side, ...]
    is_named: bool


@dataclass(slots=True)
class Comparison:
    """Everything that differs with some things renamed, and what may be further renames.

    ``against`` are the renames that some sentence speaks against: it names the old thing, and what stands
    in its place does not name the new one.
    """

    renames: Sequence[Rename]
    differences: list[Difference] = field(default_factory=list)
    holders: list[Holder] = field(default_factory=list)
    against: set[Rename] = field(default_factory=set)

    def names_at(self, steps: Steps) -> Names:
        """What is called by other names at an address of the first page."""
        return {one.old: one.new for one in self.renames if encloses(one.scope, steps)}

    def compare(self, old: Side, new: Side) -> None:
        """Two passages that stand for each other; what they say by themselves, then what they hold."""
        one, other = old.passage, new.passage
        if self._is_about_else(old, new):
            if one.short and other.short:
                self._add("changes", old, new)  # with its key, of which the sentence speaks
                return
            self._add("changes", replace(old, passage=_key_of(one)), replace(new, passage=_key_of(other)))
        if self.renames or not is_same_text(one.node, other.node):
            self._sentences(old, new)
            self._inner(old, new)

    def _is_about_else(self, old: Side, new: Side) -> bool:
        """Whether the signatures differ."""
        keys = old.passage.key, new.passage.key
        if not self.renames and keys[0] is not None and keys[1] is not None and keys[0].text == keys[1].text:
            return False
        names = self.names_at(old.steps)
        return bool(renamed(old.passage.signature, names) != new.passage.signature)

    def _sentences(self, old: Side, new: Side) -> None:
        one, other = old.passage, new.passage
        if self._differs(old, new):
            self._judge(old, new)
            self._add("changes", old, new)
        elif set(one.cites) != set(other.cites):
            self._add("cites", old, new)

    def _differs(self, old: Side, new: Side) -> bool:
        names = self.names_at(old.steps)
        return bool(renamed(old.passage.says, names) != new.passage.says)

    def _judge(self, old: Side, new: Side) -> None:
        """Whether two sentences that differ speak against a rename."""
        for one in self.renames:
            if encloses(one.scope, old.steps):
                both = (mentions(old.passage.says, one.old), mentions(new.passage.says, one.new))
                if both[0] != both[1]:
                    self.against.add(one)

    def _inner(self, old: Side, new: Side) -> None:
        """What both hold, and what only one of them holds."""
        one, other = old.passage, new.passage
        if self._is_other_sentence(old, new):
            return
        skipped = self._without_starts(old, new)
        pairs = {mine: yours for mine, yours in self._pairs(old).items() if mine not in skipped}
        common = {mine: yours for mine, yours in pairs.items() if yours in other.inner}
        if not common and one.inner and other.inner and not one.is_named and old.steps:
            self.differences = [two for two in self.differences if two.old is not old]  # told with the rest
            self._add("changes", old, new)
            return
        gone = [key for key in one.inner if key not in common and key not in skipped]
        come = [key for key in other.inner if key not in common.values() and key not in skipped]
        removed = tuple(side for key in gone for side in _each(_below(old, key)))
        added = tuple(side for key in come for side in _each(_below(new, key)))
        for side in removed:
            self._add("removes", side, None)
        for side in added:
            self._add("adds", None, side)
        if removed and added:
            self.holders.append(Holder(removed, added, one.is_named and other.is_named))
        self._moved(old, new, common)
        for mine, yours in common.items():
            self.compare(_below(old, mine, other.short), _below(new, yours, one.short))

    def _is_other_sentence(self, old: Side, new: Side) -> bool:
        """Whether this is a sentence that has changed as a whole, so that its parts are told with it."""
        one, other = old.passage, new.passage
        return not (one.short or other.short) and bool(one.parts or other.parts) and self._differs(old, new)

    def _without_starts(self, old: Side, new: Side) -> set[Steps]:
        """The parts of a type that has changed as a whole."""
        held = (*old.passage.inner.items(), *new.passage.inner.items())
        parts = {steps for steps, one in held if one.is_part}
        mains = old.passage.inner.get((MAIN,)), new.passage.inner.get((MAIN,))
        if not parts or mains[0] is None or mains[1] is None:
            return set()
        sides = replace(old, passage=mains[0]), replace(new, passage=mains[1])
        return parts if self._differs(*sides) else set()

    def _pairs(self, old: Side) -> Keys:
        """What stands in the first page, each with the steps that it has in the second."""
        names = {one.steps: one.new for one in self.renames}
        free = self.names_at(old.steps) if not old.passage.is_named or _names_members(old.steps) else {}
        return {
            key: (*key[:-1], names.get((*old.steps, *key), free.get(key[-1], key[-1])))
            for key in old.passage.inner
        }

    def _moved(self, old: Side, new: Side, common: Keys) -> None:
        back = {yours: mine for mine, yours in common.items()}
        before = [common[key] for key in old.passage.ordered if key in common]
        after = [key for key in new.passage.ordered if key in back]
        if before == after or set(before) != set(after):
            return
        if len(before) > MOST:
            self._add("moves", old, new)
            return
        by_name = {key[-1]: key for key in before}
        for name in sorted(moved([key[-1] for key in before], [key[-1] for key in after])):
            key = by_name[name]
            self._add("moves", _below(old, back[key]), _below(new, key))

    def _add(self, does: Does, old: Side | None, new: Side | None) -> None:
        self.differences.append(Difference(does, old, new))


def _names_members(steps: Steps) -> bool:
    """Whether free names here are those of things that are declared elsewhere."""
    return steps[:1] in {(DATA,), ("tables",)} or START in steps


def _below(side: Side, key: Steps, other_short: str | None = None) -> Side:
    """What stands under further steps. What both pages write in the short form has the address of that."""
    one = side.passage
    is_short = bool(one.short) and one.short == other_short and key == (one.short,)
    steps = side.steps if is_short else (*side.steps, *key)
    return Side(steps, one.inner[key], _beside(one, key))


def _each(side: Side) -> Iterator[Side]:
    """What is there alone: of a list of free names each name by itself, as a patch adds it."""
    one = side.passage
    if not one.is_named or (side.steps[0] == DATA and len(side.steps) > 1):
        yield side
        return
    for key in one.inner:
        if not one.inner[key].is_part:
            yield from _each(_below(side, key))


def _beside(holder: Passage, key: Steps) -> str:
    """Beside which neighbour something stands, where the order means something."""
    names = holder.ordered
    if key not in names or len(names) == 1:
        return ""
    at = names.index(key)
    return f"after {names[at - 1][-1]}" if at else f"before {names[1][-1]}"


def _key_of(one: Passage) -> Passage:
    """A key with its signature, as what is told of a passage."""
    assert one.key is not None
    return replace(one, node=one.key, place=None, start=None, short="")


def sides(differences: Sequence[Difference], does: Does) -> Iterator[Side]:
    """What only one page has, of all differences of a sort."""
    for one in differences:
        side = one.new if does == "adds" else one.old
        if one.does == does and side is not None:
            yield side
