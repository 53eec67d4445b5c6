"""Scenario files: read, held against their schema, and taken apart into scenarios."""

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.check import file_findings
from interpreter.record.starting import Options
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Source, Span


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that must be refused, and the name of what must refuse it."""

    move: Scalar
    because: Scalar


@dataclass(frozen=True, slots=True)
class Scenario:
    """Given, when, then: values stand as nodes of the file, so that findings have a place.

    ``seed`` is None where a position is given or nothing is said, ``players`` how many play, ``shown`` is
    what is turned up in the given position. ``text`` is all of it as it stands in the file.
    """

    name: str
    span: Span
    text: str
    cites: tuple[Scalar, ...]
    players: int
    options: Options
    given: Mapping | None
    shown: tuple[Scalar, ...]
    seed: int | str | None
    chance: tuple[Scalar, ...] | None
    when: tuple[Scalar | Refused, ...]
    then: tuple[Scalar, ...]
    legal: Mapping | None
    view: Mapping | None
    log: tuple[Scalar, ...]
    result: Node | None
    won: Sequence | None
    start_refused: Scalar | None


def read_scenarios(
    source: Source, game: str, *, is_sound: bool = False
) -> tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]:
    """The scenarios of a file, and everything that is wrong with it; never raises for any text.

    Where something is wrong there are none. A text that ``is_sound`` follows its schema, as is known already.
    """
    root, problems = read(source)
    found = list(problems)
    if root is not None and not found and not is_sound:
        found.extend(check_schema(root, "scenario"))
    if found or not isinstance(root, Mapping):
        return (), tuple(found)
    name = root.get("game")
    if isinstance(name, Scalar) and name.text != game:
        found.append(file_findings.wrong_game(name.text, game, name.span))
    each = root.get("scenarios")
    items = each.items if isinstance(each, Sequence) else ()
    scenarios = tuple(_scenario(item) for item in items if isinstance(item, Mapping))
    found.extend(_same_names(scenarios))
    return (() if found else scenarios), tuple(found)


def check_cites(scenarios: Iterable[Scenario], known: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Citations of statements that there are not (E650)."""
    statements = set(known)
    return tuple(
        file_findings.unknown_statement(cite.text, cite.span, statements)
        for scenario in scenarios
        for cite in scenario.cites
        if cite.text not in statements
    )


def _scenario(node: Mapping) -> Scenario:
    name, options, players = node.get("name"), node.get("options"), node.get("players")
    given, legal, view = node.get("given"), node.get("legal"), node.get("view")
    won, refused = node.get("won"), node.get("start_refused")
    assert isinstance(name, Scalar)
    assert isinstance(players, Scalar)
    return Scenario(
        name=" ".join(name.text.split()),
        span=name.span,
        text=node.span.text,
        cites=_scalars(node.get("cite")),
        players=int(players.text),
        options=_options(options) if isinstance(options, Mapping) else {},
        given=given if isinstance(given, Mapping) else None,
        shown=_scalars(node.get("shown")),
        seed=_seed(node.get("seed")),
        chance=_scalars(node.get("chance")) if node.get("chance") is not None else None,
        when=tuple(_when(node.get("when"))),
        then=_scalars(node.get("then")),
        legal=legal if isinstance(legal, Mapping) else None,
        view=view if isinstance(view, Mapping) else None,
        log=_scalars(node.get("log")),
        result=node.get("result"),
        won=won if isinstance(won, Sequence) else None,
        start_refused=refused if isinstance(refused, Scalar) else None,
    )


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


def _options(node: Mapping) -> Options:
    return {
        entry.name: entry.value.value if isinstance(entry.value.value, bool | int) else entry.value.text
        for entry in node.entries
        if isinstance(entry.value, Scalar)
    }


def _seed(node: Node | None) -> int | str | None:
    if not isinstance(node, Scalar):
        return None
    return node.value if isinstance(node.value, int) else node.text


def _when(node: Node | None) -> Iterable[Scalar | Refused]:
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield item
        elif isinstance(item, Mapping):
            move, because = item.get("refused"), item.get("because")
            if isinstance(move, Scalar) and isinstance(because, Scalar):
                yield Refused(move, because)


def _same_names(scenarios: tuple[Scenario, ...]) -> Iterable[Diagnostic]:
    seen: set[str] = set()
    for scenario in scenarios:
        if scenario.name in seen:
            yield Diagnostic("E400", f"two scenarios are called {quote(scenario.name)}", scenario.span)
        seen.add(scenario.name)
