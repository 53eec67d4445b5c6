"""What a page says under `adds` and `changes`, held against the page that it changes."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.patches import findings as f
from interpreter.syntax.patches.address import MAIN, Steps, name_of, steps_of, written
from interpreter.syntax.patches.parts import START, Part, one_word, piece, without_foot
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.places import (
    DATA,
    Place,
    below,
    child,
    entry_of,
    inner_schema,
    may_hold,
    names_in,
    page_place,
    sentence_parts,
    unfolded,
)
from interpreter.syntax.patches.same import is_same, text_of
from interpreter.syntax.read_ruleset import cited
from interpreter.syntax.sentences import resolved
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

_HEAD = {"language", "game", "title", "help", "document", "picture"}
_PAGES = {"extends", "switch", "modules", "adds", "changes"}


def closed_to_variants(steps: Steps) -> bool:
    """Whether an address is none of a rule: the head of a page, or what belongs to the page alone."""
    return steps[0] in _HEAD or steps[0] in _PAGES or steps == (DATA,)


def read_patches(
    layer: str, page: Mapping, base: Mapping, *, is_module: bool
) -> tuple[tuple[Patch, ...], tuple[Diagnostic, ...]]:
    """The patches of a page and what does not fit the base; a page with findings changes nothing.

    ``base`` is a whole ruleset, its `data` a mapping of tables. Of a module the new options are left out:
    they are options of the game whether it is on or off.
    """
    reader = _Reader(layer, page_place(base), is_module)
    adds, changes = page.get("adds"), page.get("changes")
    if isinstance(adds, Mapping):
        for entry in adds.entries:
            if not (is_module and entry.name == "options"):
                reader.add(entry, reader.base, (), ())
    if isinstance(changes, Mapping):
        for entry in changes.entries:
            reader.change(entry)
    return tuple(reader.patches), tuple(reader.findings)


@dataclass(slots=True)
class _Reader:
    layer: str
    base: Place
    is_module: bool
    patches: list[Patch] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)

    # -- adds -------------------------------------------------------------------------------------------

    def add(self, entry: Entry, above: Place, steps: Steps, keys: tuple[Scalar, ...]) -> None:
        """What is new under a key of a page's `adds`, which mirrors the base below ``above``."""
        steps, keys = (*steps, name_of(entry.name)), (*keys, entry.key)
        there = child(above, steps[-1])
        if there is None:
            self._add_new(entry, above, steps, keys)
        elif isinstance(there, Place) and isinstance(entry.value, Mapping):
            there = unfolded(there)
            if isinstance(there.node, Mapping):
                for inner in entry.value.entries:
                    self.add(inner, there, steps, keys)
            else:
                self._there(entry, there.node.span, steps)
        elif isinstance(there, Place) and isinstance(entry.value, Scalar) and _has_parts(there):
            self._add_parts(entry.value, there, steps, keys)
        else:
            self._there(entry, there.text.span if isinstance(there, Part) else there.node.span, steps)

    def _there(self, entry: Entry, span: Span, steps: Steps) -> None:
        self.findings.append(f.there_already(written(steps), entry.key.span, span))

    def _add_new(self, entry: Entry, above: Place, steps: Steps, keys: tuple[Scalar, ...]) -> None:
        inner = inner_schema(above, steps[-1]) or {}
        is_named = isinstance(resolved(entry.value, inner, above.whole).get("additionalProperties"), dict)
        if isinstance(entry.value, Mapping) and is_named and not _is_data(steps):
            # A section or a list of names that the base does not have: each name is new by itself.
            for one in entry.value.entries:
                path = (*steps, name_of(one.name))
                self._put(path, one.key.span, (*keys, one.key), one.value)
        else:
            self._put(steps, entry.key.span, keys, entry.value)

    def _put(self, steps: Steps, span: Span, keys: tuple[Scalar, ...], now: Node) -> None:
        self.patches.append(Patch(self.layer, steps, span, keys, "adds", now, "end"))

    def _add_parts(self, value: Scalar, there: Place, steps: Steps, keys: tuple[Scalar, ...]) -> None:
        """New alternatives, or new words: the sentence of the page holds them and nothing else."""
        own = {part.name: part for part in sentence_parts(there)}
        assert there.start is not None
        short = there.schema.get("x-short")
        if isinstance(short, str):
            steps, keys = (*steps, short), (*keys, keys[-1])
        bare, foot = without_foot(value, there.start)
        new = sentence_parts(Place(bare, there.schema, there.whole, there.above)) or one_word(
            bare, there.start
        )
        if not new:
            self.findings.append(f.there_already(written(steps), value.span, there.node.span))
        for number, part in enumerate(new):
            path = (*steps, part.name)
            if part.name in own:
                self.findings.append(f.there_already(written(path), part.text.span, own[part.name].text.span))
            feet = (foot,) if foot is not None and number == 0 else ()
            self.patches.append(
                Patch(
                    self.layer, path, part.text.span, (*keys, part.text), "adds", part.text, "end", (), feet
                )
            )

    # -- changes ----------------------------------------------------------------------------------------

    def change(self, entry: Entry) -> None:
        """One entry of `changes`: an address, and what becomes of what stands there."""
        raw = steps_of(entry.name)
        steps = tuple(name_of(step) for step in raw)
        why = self._closed(steps)
        if why is not None:
            self.findings.append(f.not_for_patches(entry.name, entry.key.span, why))
            return
        assert isinstance(entry.value, Mapping)
        above, there, steps = self._walk(entry.key, steps, entry.value)
        if above is None:
            return
        if there is None:
            self._insert(entry, entry.value, above, steps, raw)
        else:
            self._replace(entry, entry.value, above, there, steps, raw)

    def _closed(self, steps: Steps) -> str | None:
        """Why an address is not for patches; None where it is."""
        if steps == (DATA,):
            return "a table has an address of its own, as in `data.lands`; a page may name further files"
        if closed_to_variants(steps):
            word = "a module" if self.is_module else "a variant"
            return f"{word} has a `{steps[0]}` of its own or none; rules are changed by their addresses"
        if steps[0] == "options" and self.is_module:
            return "options are chosen before a module is switched on"
        return None

    def _walk(
        self, key: Scalar, steps: Steps, value: Mapping
    ) -> tuple[Place | None, Place | Part | None, Steps]:
        """The place above an address, what stands there, and the address with what was left out of it.

        Reports an address that leads nowhere. Last may stand a new name, where a neighbour is named, and a
        key of the language that the base leaves out.
        """
        here: Place = unfolded(self.base)
        path: list[str] = []
        for number, step in enumerate(steps):
            is_last = number == len(steps) - 1
            found = child(here, step)
            if found is None:
                found = _inside(here, step)
                path += [MAIN] if found is not None else []
            path.append(step)
            if is_last and (found is not None or _may_be_new(here, step, value)):
                return here, found, tuple(path)
            if not isinstance(found, Place):
                self._nowhere(key, here, path, steps)
                return None, None, steps
            here = unfolded(found)
        raise AssertionError("an address has a last step")

    def _nowhere(self, key: Scalar, here: Place, path: list[str], steps: Steps) -> None:
        """Report an address of which ``path`` is the part up to the first name that leads nowhere."""
        before, whole = written(path[:-1]), written(steps)
        if isinstance(here.node, Mapping) or (sentence_parts(here) and child(here, path[-1]) is None):
            self.findings.append(f.no_place(whole, path[-1], names_in(here), before, key.span))
        else:
            self.findings.append(f.in_a_sentence(whole, before, key.span, _elsewhere(here, steps)))

    def _insert(self, entry: Entry, value: Mapping, above: Place, steps: Steps, raw: Steps) -> None:
        now, was = value.get("now"), value.get("was")
        if value.get("remove") is not None or now is None:
            self._nowhere(entry.key, above, list(steps), steps)
            return
        if was is not None:
            self.findings.append(f.was_nothing(written(steps), was.span))
            return
        has_side = value.get("before") is not None or value.get("after") is not None
        side, anchors = self._beside(value, above, steps) if has_side else ("end", ())
        if not side:
            return
        now, feet = self._part_of(now, above)
        self.patches.append(
            Patch(self.layer, steps, entry.key.span, (_last_key(entry.key, raw),), "adds", now, side,  # type: ignore[arg-type]
                  anchors, (*feet, *cited(value)))
        )  # fmt: skip

    def _replace(
        self, entry: Entry, value: Mapping, above: Place, there: Place | Part, steps: Steps, raw: Steps
    ) -> None:
        now, was, removes = value.get("now"), value.get("was"), value.get("remove") is not None
        span = there.text.span if isinstance(there, Part) else there.node.span
        if was is not None and not is_same(was, there):
            found = text_of(there.text if isinstance(there, Part) else there.node)
            self.findings.append(f.other_value(written(steps), text_of(was), found, was.span, span))
            return
        has_side = value.get("before") is not None or value.get("after") is not None
        side, anchors = self._beside(value, above, steps) if has_side else ("", ())
        if has_side and not side:
            return
        signed = "(" in raw[-1]
        if now is None and not removes and not side and not (signed and _other_signature(raw[-1], above)):
            self.findings.append(f.changes_nothing(written(steps), entry.key.span))
            return
        feet: tuple[n.Foot, ...] = ()
        if now is not None and isinstance(there, Part):
            now, feet = self._part_now(now, there)
        if removes and isinstance(there, Part) and there.name == START:
            why = "a start can't be taken away; say another one with `now`"
            self.findings.append(f.not_for_patches(written(steps), entry.key.span, why))
            return
        does = "removes" if removes else "moves" if side and now is None else "changes"
        says_it = now is not None and isinstance(there, Place) and not _is_signed(steps[-1], above)
        keys = (_last_key(entry.key, raw),) if signed or says_it else ()
        self.patches.append(
            Patch(self.layer, steps, entry.key.span, keys, does, now, side, anchors, (*feet, *cited(value)))  # type: ignore[arg-type]
        )

    def _beside(self, value: Mapping, above: Place, steps: Steps) -> tuple[str, tuple[Scalar, ...]]:
        """Which side of which neighbour; nothing where the base has no such neighbour (reported)."""
        side = "before" if value.get("before") is not None else "after"
        anchors = tuple(_scalars(value.get(side)))
        known = list(names_in(above))
        if anchors[0].text not in known or anchors[0].text == steps[-1]:
            parent = written(steps[:-1])
            others = [name for name in known if name != steps[-1]]
            self.findings.append(f.no_neighbour(anchors[0].text, parent, others, anchors[0].span))
            return "", ()
        return side, anchors

    def _part_of(self, now: Node, above: Place) -> tuple[Node, tuple[n.Foot, ...]]:
        """What is put into a sentence, without its footnote, which belongs to the whole."""
        if isinstance(above.node, Scalar) and isinstance(now, Scalar) and above.start is not None:
            return _bare(now, "calls_line" if above.start == "calls_line" else "phrase")
        return now, ()

    def _part_now(self, now: Node, there: Part) -> tuple[Node, tuple[n.Foot, ...]]:
        return _bare(now, there.start) if isinstance(now, Scalar) else (now, ())


def _bare(now: Scalar, start: str) -> tuple[Node, tuple[n.Foot, ...]]:
    bare, foot = without_foot(now, start)
    return bare, () if foot is None else (foot,)


def _inside(here: Place, name: str) -> Part | None:
    """A start behind the `=` of a type, or one of the words of a kind."""
    entry = entry_of(here.node, MAIN)
    found = child(below(here, entry), name) if entry is not None else None
    return found if isinstance(found, Part) else None


def _other_signature(step: str, above: Place) -> bool:
    """Whether a step of an address has another signature than what stands there."""
    entry = entry_of(above.node, name_of(step))
    return entry is not None and "".join(entry.name.split()) != "".join(step.split())


def _is_signed(name: str, above: Place) -> bool:
    """Whether what stands under a name has a signature, which stays where the base says it."""
    entry = entry_of(above.node, name)
    return entry is not None and "(" in entry.name


def _may_be_new(here: Place, step: str, value: Mapping) -> bool:
    """Whether a change may put something under a name that is not there."""
    now = value.get("now")
    beside = value.get("before") or value.get("after")
    return beside is not None or (now is not None and may_hold(here, step, now))


def _has_parts(place: Place) -> bool:
    return place.start in {"calls_line", "kind_line"} and bool(sentence_parts(place))


def _is_data(steps: Steps) -> bool:
    """Whether this is a row of a data file, which may be any mapping."""
    return steps[0] == DATA and len(steps) > 2


def _elsewhere(here: Place, path: Steps) -> str | None:
    """Where the rows of a kind lie, if they lie in a data file."""
    if here.start == "rows_line" and isinstance(here.node, Scalar) and len(path) > 3:
        return f"the rows lie in a data file: `{written((DATA, here.node.text.split()[0], *path[3:]))}`"
    return None


def _last_key(address: Scalar, raw: Steps) -> Scalar:
    """The last step of an address as a key by itself."""
    text = raw[-1]
    at = address.text.rfind(text)
    return piece(address, at, at + len(text))


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        yield from (item for item in node.items if isinstance(item, Scalar))
