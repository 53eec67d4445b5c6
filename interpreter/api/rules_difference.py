"""What differs between the rules of two games: by address, with citations and the changes that made it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.api.combination import combined
from interpreter.api.pages import Module, Page, tables_of, with_tables
from interpreter.check.citations import statement_kinds
from interpreter.study.report import Json
from interpreter.study.statements import Statement, statement_text
from interpreter.syntax.comparing import pages as comparing
from interpreter.syntax.comparing.difference import Difference, Does, Side
from interpreter.syntax.comparing.passage import Passage
from interpreter.syntax.comparing.shown import shown
from interpreter.syntax.document import Mapping, Node, Scalar
from interpreter.syntax.patches.address import MAIN, Steps, encloses
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.same import text_of
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.api.front_end import Checked
    from interpreter.api.game import Game
    from interpreter.record.starting import Options

_TOKENS = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Made:
    """A change of a variant or a module that made a difference: the page that says it, its address there,
    the file and line, why (in the author's words, or ""), and what it cites.
    """

    page: str
    address: str
    place: str
    help: str
    cites: tuple[Statement, ...]

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "page": self.page,
            "address": self.address,
            "place": self.place,
            "help": self.help or None,
            "cites": _cites_json(self.cites),
        }


@dataclass(frozen=True, slots=True)
class Told:
    """What one of the rulesets says: the address, the text as its author wrote it, file and line, and what is
    cited for it. ``beside`` is the neighbour that it stands beside, where the order means something.
    """

    address: str
    text: str
    place: str
    cites: tuple[Statement, ...]
    beside: str

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "address": self.address,
            "text": self.text,
            "place": self.place,
            "beside": self.beside or None,
            "cites": _cites_json(self.cites),
        }


def _cites_json(cites: tuple[Statement, ...]) -> list[Json]:
    return [{"statement": one.name, "says": one.text} for one in cites]


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One difference. ``old`` is None for what only the second ruleset has, ``new`` for what only the first
    has. ``made_old`` and ``made_new`` are changes of variants and modules that only that ruleset rests on.
    """

    section: str
    address: str
    does: Does
    old: Told | None
    new: Told | None
    made_old: tuple[Made, ...] = ()
    made_new: tuple[Made, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "section": self.section,
            "address": self.address,
            "does": self.does,
            "a": None if self.old is None else self.old.to_json(),
            "b": None if self.new is None else self.new.to_json(),
            "made_in_a_by": [one.to_json() for one in self.made_old],
            "made_in_b_by": [one.to_json() for one in self.made_new],
        }


@dataclass(frozen=True, slots=True)
class ChosenDifference:
    """An option that the two games are played with otherwise."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RulesDifference:
    """All that differs between the rules of two games with the options with which they are played."""

    differences: tuple[RuleDifference, ...]
    chosen: tuple[ChosenDifference, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the rules are the same."""
        return not self.differences and not self.chosen

    def to_json(self) -> dict[str, Json]:
        """All of it as plain data."""
        return {
            "same": self.is_empty,
            "options": [{"name": one.name, "a": one.old, "b": one.new} for one in self.chosen],
            "differences": [one.to_json() for one in self.differences],
        }

    @property
    def names(self) -> dict[str, str]:
        """What things of the first ruleset are called in the second, of those that are renamed."""
        pairs = ((one.old, one.new) for one in self.differences if one.does == "renames")
        return {_last(old): _last(new) for old, new in pairs if old is not None and new is not None}


def _last(told: Told) -> str:
    return told.address.rpartition(".")[2]


def rules_difference(one: "Game", other: "Game", options: "tuple[Options, Options]") -> RulesDifference:
    """What the second game has otherwise than the first, each with its own options.

    Raises: StartError for options that a game refuses.
    """
    games = _Ruled(one.checked(options[0])), _Ruled(other.checked(options[1]))
    found = comparing.compared(games[0].tree, games[1].tree)
    games[0].page, games[1].page = found.old, found.new
    rules = [_difference(difference, games) for difference in found.differences]
    chosen = one.chosen(options[0]), other.chosen(options[1])
    both = [name for name in chosen[0] if name in chosen[1] and chosen[0][name] != chosen[1][name]]
    picked = tuple(ChosenDifference(name, chosen[0][name], chosen[1][name]) for name in both)
    return RulesDifference((*rules, *_modules(games)), picked)


class _Ruled:
    """A checked ruleset as one tree, with its document and the changes that went into it."""

    page: Passage

    def __init__(self, checked: "Checked") -> None:
        self.checked = checked
        self.tree = whole_tree(checked)
        self.document = checked.document
        self._known = statement_kinds(checked.document)

    def pages(self) -> Iterator[tuple[Page, tuple[Patch, ...]]]:
        """The pages that change another one, with their changes: variants, and modules that are on."""
        pages = self.checked.pages
        yield from zip(pages.chain[1:], pages.changed, strict=True)
        yield from ((one.page, one.patches) for one in pages.modules if one.name in self.checked.on)

    def told(self, side: Side | None, made: "tuple[Made, ...]", does: Does) -> Told | None:
        """What stands there, for a reader; what a change cites is cited for what it made."""
        if side is None:
            return None
        of_changes = (cite for one in made for cite in one.cites)
        cited = side.passage.cites if does == "cites" else comparing.cites_at(self.page, side)
        own = self.statements(cited)
        cites = tuple({cite.name: cite for cite in (*own, *of_changes)}.values())
        return Told(side.address, shown(side.passage), _place(side.passage.span), cites, side.beside)

    def statements(self, cites: Iterable[str]) -> tuple[Statement, ...]:
        """What the document says under these numbers."""
        return tuple(Statement(cite, statement_text(self.document, cite)) for cite in cites)

    def made(self, others: "set[tuple[str, str]]", steps: Iterable[Steps], moves: bool) -> Iterator[Made]:
        """The changes at these addresses, of pages that the other ruleset does not have."""
        bare = [_bare(one) for one in steps]
        for page, patches in self.pages():
            if _key(page) in others:
                continue
            touching = [one for one in patches if any(_touch(_bare(one.steps), at) for at in bare)]
            if moves and not touching:
                lists = {at[:-1] for at in bare}
                touching = [one for one in patches if one.side and _bare(one.steps)[:-1] in lists]
            for patch in touching:
                yield self._made(patch, page)

    def _made(self, patch: Patch, page: Page) -> Made:
        cites = dict.fromkeys(cite for foot in patch.feet for cite in foot.cites)
        return Made(patch.layer, patch.address, _place(patch.span), _why(patch, page), self.statements(cites))

    @property
    def keys(self) -> "set[tuple[str, str]]":
        """The pages by which it is changed."""
        return {_key(page) for page, _ in self.pages()}


def whole_tree(checked: "Checked") -> Mapping:
    """The page of a checked ruleset with all changes carried out; its `data` holds the tables."""
    pages = checked.pages
    found: list[Diagnostic] = []
    if pages.is_plain:
        return with_tables(pages.base, tables_of(pages.files, pages.chain[0], found))
    made, _ = combined(pages, checked.on)
    assert made is not None, "what was checked can be put together"
    tables = made.data[0].entries if made.data else ()
    return with_tables(made.tree, tables)


def _difference(one: Difference, games: tuple[_Ruled, _Ruled]) -> RuleDifference:
    steps = [side.steps for side in (one.old, one.new) if side is not None]
    moves = one.does == "moves"
    made = tuple(tuple(game.made(other.keys, steps, moves)) for game, other in (games, games[::-1]))
    told = games[0].told(one.old, made[0], one.does), games[1].told(one.new, made[1], one.does)
    return RuleDifference(one.steps[0], one.address, one.does, *told, *made)


def _bare(steps: Steps) -> Steps:
    """An address without the main key, which the short form leaves out."""
    return tuple(step for step in steps if step != MAIN)


def _touch(one: Steps, other: Steps) -> bool:
    return encloses(one, other) or encloses(other, one)


def _key(page: Page) -> tuple[str, str]:
    source = page.root.span.source
    return source.path, source.text


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}"


def _why(patch: Patch, page: Page) -> str:
    """What the author of a change says of it."""
    changes = page.root.get("changes")
    for entry in changes.entries if isinstance(changes, Mapping) else ():
        if entry.key.span.start == patch.span.start and isinstance(entry.value, Mapping):
            said = entry.value.get("help")
            return text_of(said) if isinstance(said, Scalar) else ""
    return ""


# -- modules that are off ---------------------------------------------------------------------------------


def _modules(games: tuple[_Ruled, _Ruled]) -> Iterator[RuleDifference]:
    """Modules that only one game has, and those that do other things; what is on shows in the rules."""
    old, new = ({one.name: one for one in game.checked.modules} for game in games)
    for name in dict.fromkeys((*old, *new)):
        one, other = old.get(name), new.get(name)
        if one is None or other is None:
            does: Does = "adds" if one is None else "removes"
            yield _of_module(name, does, one, other)
        elif not all(name in game.checked.on for game in games):
            pages = _tokens(one, games[0].checked), _tokens(other, games[1].checked)
            if pages[0] != pages[1]:
                yield _of_module(name, "changes", one, other)


def _of_module(name: str, does: Does, one: Module | None, other: Module | None) -> RuleDifference:
    sides = [None if module is None else _module_told(name, module) for module in (one, other)]
    return RuleDifference("modules", f"modules.{name}", does, sides[0], sides[1])


def _module_told(name: str, module: Module) -> Told:
    lines = [f"{patch.does} {patch.address}" for patch in module.patches]
    head = [module.help] if module.help else []
    return Told(f"modules.{name}", "\n".join([*head, *lines]), _place(module.page.root.span), (), "")


def _tokens(module: Module, checked: "Checked") -> list[list[str]]:
    """All that a module says, word by word: how it is laid out counts for nothing."""
    said: list[Node | None] = [module.page.root.get(key) for key in ("adds", "changes")]
    said += [entry.value for entry in tables_of(checked.pages.files, module.page, [])]
    return [_TOKENS.findall(text_of(node)) for node in said if node is not None]
