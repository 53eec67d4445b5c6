"""The pages of a ruleset with some of its modules on: the tree that is checked, and which sets may be on."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations as subsets

from interpreter.api.files import beside
from interpreter.api.pages import DATA, Module, Pages, document, names_under, tables_of, with_tables
from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Mapping, Node, Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.conflicts import beside_what_goes, conflicts, touching
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.schema_check import check as check_schema
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

On = frozenset[str]
"""The switches of the modules that are on."""

MOST_PAIRED = 8
"""Modules of which every two are tried together when a ruleset is validated."""


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A ruleset with a set of modules on: one tree, its tables, and citations that stand on changes."""

    tree: Mapping
    data: tuple[Mapping, ...] | None
    feet: tuple[tuple[n.Foot, str], ...]
    unread: frozenset[str]


def combined(pages: Pages, on: On) -> tuple[Combination | None, list[Diagnostic]]:
    """The tree with these modules on, and what keeps their changes from going together.

    Without ``data`` the tree names its data files, as its author wrote it.
    """
    if pages.is_plain:
        return Combination(pages.base, None, (), frozenset()), []
    used = [module for module in pages.modules if module.name in on]
    patches = [patch for module in used for patch in module.patches]
    found = [*_against_variants(pages, used), *conflicts(pages.base, patches)]
    if found:
        return None, list(dict.fromkeys(found))
    tree = applied(pages.base, patches)
    for module in used:
        tree = with_tables(tree, tables_of(pages.files, module.page, found))
    tables = tree.entry(DATA)
    rules = Mapping(tuple(entry for entry in tree.entries if entry is not tables), tree.span)
    data = tables.value if tables is not None and isinstance(tables.value, Mapping) else None
    found.extend(check_schema(rules, "ruleset"))
    if data is not None:
        found.extend(_changed_tables(pages, data))
    # Each variant's own patches count too: `cite` of a change is cited by what comes of it.
    every = [*(patch for level in pages.changed for patch in level), *patches]
    feet = tuple((foot, patch.address) for patch in every for foot in patch.feet)
    return Combination(rules, () if data is None else (data,), feet, _unread(pages, on)), found


def _changed_tables(pages: Pages, data: Mapping) -> tuple[Diagnostic, ...]:
    """What is wrong with tables that a change has touched; the others were looked at in their files."""
    roots = [known[0] for (_, schema), known in pages.files.known.items() if schema == DATA]
    files = {id(entry.value) for root in roots if isinstance(root, Mapping) for entry in root.entries}
    touched = tuple(entry for entry in data.entries if id(entry.value) not in files)
    return check_schema(Mapping(touched, data.span), DATA) if touched else ()


def _against_variants(pages: Pages, used: list[Module]) -> Iterator[Diagnostic]:
    """A module does not touch what a variant has changed of the page for which it was written."""
    for module in used:
        for level, theirs in enumerate(pages.changed, 1):
            if level > module.level:
                both: list[Patch] = [*theirs, *module.patches]
                yield from touching(both)
                yield from beside_what_goes(both)


def _unread(pages: Pages, on: On) -> frozenset[str]:
    """Options that no rule needs to read: switches, and all options of modules that are off."""
    return frozenset(
        option.name
        for module in pages.modules
        for number, option in enumerate(module.options)
        if number == 0 or module.name not in on
    )


# -- which modules may be on together ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A check that says that some modules may not be on, or off, together."""

    name: str
    why_not: str
    span: Span
    cites: tuple[str, ...]


def refusal(pages: Pages, on: On) -> Refusal | None:
    """The first check that fails for a set of modules whatever the other options are; None where none does.

    So a module says what it needs and what it excludes: `checks: {one_of_them: not (volcanoes and rivers)}`.
    """
    values = {module.name: module.name in on for module in pages.modules}
    for check in switch_checks(pages):
        if check.owner and check.owner not in on:
            continue
        if _holds(check.that, values) is False and (check.when is None or _holds(check.when, values) is True):
            return check.refusal
    return None


@dataclass(frozen=True, slots=True, eq=False)
class SwitchCheck:
    """A check that speaks of switches. ``owner`` is the module that brings it, "" for the ruleset itself."""

    owner: str
    that: n.Expr
    when: n.Expr | None
    refusal: Refusal


def switch_checks(pages: Pages) -> tuple[SwitchCheck, ...]:
    """The checks of a ruleset and of its modules in which a switch stands."""
    known = pages.known.get("checks")
    if known is None:
        switches = re.compile("|".join(rf"\b{re.escape(module.name)}\b" for module in pages.modules))
        roots = [("", pages.base), *((one.name, one.page.root.get("adds")) for one in pages.modules)]
        known = pages.known["checks"] = tuple(
            check for owner, root in roots if pages.modules for check in _checks_in(root, owner, switches)
        )
    return known


def _checks_in(root: Node | None, owner: str, switches: re.Pattern[str]) -> Iterator[SwitchCheck]:
    checks = root.get("checks") if isinstance(root, Mapping) else None
    for entry in checks.entries if isinstance(checks, Mapping) else ():
        value = entry.value
        line = value.get("that") if isinstance(value, Mapping) else value
        if not isinstance(line, Scalar) or not switches.search(line.text):
            continue
        node, _ = parse_scalar(line, "requirement")
        if node is None:
            continue
        when = value.get("if") if isinstance(value, Mapping) else None
        asked, _ = parse_scalar(when, "phrase") if isinstance(when, Scalar) else (None, ())
        told = value.get("why not") if isinstance(value, Mapping) else None
        said = told.text if isinstance(told, Scalar) else f"the check `{entry.name}` fails"
        cites = node.foot.cites if node.foot is not None else ()
        test = asked.expr if asked is not None else node.when
        yield SwitchCheck(owner, node.that, test, Refusal(entry.name, said, entry.key.span, cites))


def _holds(expr: n.Expr, values: dict[str, bool]) -> bool | None:
    """Whether a condition on switches holds; None where that depends on more."""
    match expr:
        case n.Name(name=name):
            return values.get(name)
        case n.Word(word="true" | "false" as word):
            return word == "true"
        case n.Not(inner=inner):
            held = _holds(inner, values)
            return None if held is None else not held
        case n.Logic(op=op, left=left, right=right):
            both = (_holds(left, values), _holds(right, values))
            decides = op == "or"
            if decides in both:
                return decides
            return None if None in both else not decides
        case _:
            return None


def tried(pages: Pages) -> Iterator[On]:
    """The sets of modules that are validated: none, each alone (with what it needs), every two, and all; only
    those that the checks allow, the smaller first.
    """
    names = [module.name for module in pages.modules]
    sets = [frozenset(one) for size in (0, 1, 2) for one in subsets(names, size) if _is_tried(names, size)]
    sets.append(frozenset(names))
    allowed = [one for one in dict.fromkeys(sets) if refusal(pages, one) is None]
    for name in names:
        if not any(name in one for one in allowed):
            allowed += _least_with(pages, name)
    yield from sorted(dict.fromkeys(allowed), key=lambda one: (len(one), sorted(one)))


def is_pair_of_more(on: On, every: Iterable[On]) -> bool:
    """Whether a set is one of two modules that are tried together with others too: alone those two show only
    what they do to each other.
    """
    return len(on) == 2 and any(on < other for other in every)


def _is_tried(names: list[str], size: int) -> bool:
    return size < 2 or len(names) <= MOST_PAIRED


def _least_with(pages: Pages, name: str) -> list[On]:
    """A smallest set of modules with one in it that the checks allow."""
    others = [module.name for module in pages.modules if module.name != name]
    sizes = range(2, len(others)) if len(others) < MOST_PAIRED else range(2, 3)
    for size in sizes:
        for more in subsets(others, size):
            on = frozenset((name, *more))
            if refusal(pages, on) is None:
                return [on]
    return []


# -- the document -----------------------------------------------------------------------------------------


def statements(pages: Pages, found: list[Diagnostic]) -> Mapping | None:
    """The documents of all pages as one; of one page the document as it is."""
    named = [(page, names_under(page, "document")) for page in pages.chain]
    roots: list[Mapping] = []
    for page, names in named:
        for name in names:
            read_ = document(pages.files, beside(page.key, name.text), "document")
            if read_ is None:
                found.append(file_findings.no_file(name.text, name.span, pages.files.beside()))
                continue
            root, problems = read_
            found.extend(problems)
            if isinstance(root, Mapping):
                roots.append(root)
                if len(pages.chain) > 1:
                    _of_this_game(root, page.game, found)
    if len(pages.chain) == 1 or not roots:
        return roots[0] if roots else None
    return _united(roots, found)


def _of_this_game(root: Mapping, game: str, found: list[Diagnostic]) -> None:
    named = root.get("game")
    if isinstance(named, Scalar) and named.text != game:
        found.append(file_findings.wrong_game(named.text, game, named.span))


def _united(roots: list[Mapping], found: list[Diagnostic]) -> Mapping:
    """All statements, rulings and sources; each number once."""
    sections: dict[str, list[Entry]] = {}
    keys: dict[str, Scalar] = {}
    first: dict[str, Entry] = {}
    for root in roots:
        for section in root.entries:
            if isinstance(section.value, Mapping):
                keys.setdefault(section.name, section.key)
                for entry in section.value.entries:
                    if entry.name in first:
                        found.append(f.declared_twice(entry.name, entry.key.span, first[entry.name].key.span))
                    first.setdefault(entry.name, entry)
                    sections.setdefault(section.name, []).append(entry)
    span = roots[-1].span
    return Mapping(
        tuple(Entry(keys[name], Mapping(tuple(entries), span)) for name, entries in sections.items()), span
    )
