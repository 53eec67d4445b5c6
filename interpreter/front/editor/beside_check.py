"""Scenario files checked without playing them: form, citations, conditions, what is given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.api.front_end import Checked, look_at_pages
from interpreter.api.pages import Pages
from interpreter.check.infer import Infer
from interpreter.check.kinds import Flag, Poison
from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.core.lower import lower
from interpreter.engine.machine import Engine
from interpreter.front.editor.trees import tree_of
from interpreter.study.given import given_slots
from interpreter.study.scenario_files import Scenario, check_cites, read_scenarios
from interpreter.syntax.document import Mapping as Entries
from interpreter.syntax.document import Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source

_MOST_PROGRAMS = 12
On = frozenset[str]


@dataclass(slots=True)
class ScenarioCheck:
    """The checked rules that scenarios are held against: ``seen`` by the modules that are on.

    ``sound`` are files that are known to follow their schema.
    """

    pages: Pages | None
    seen: dict[On, Checked]
    game: str | None
    known: Mapping[str, str] | None
    sound: frozenset[str] = frozenset()
    _starts: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[Program, tuple[int, ...]]] = field(
        default_factory=dict
    )

    def findings(self, source: Source, is_open: bool) -> Iterator[Diagnostic]:
        """What is wrong with a file; of one that is open, what is given is tried too, which takes longer."""
        scenarios, found = _read(source, self.game or _game_in(source), source.path in self.sound)
        yield from found
        if self.known is not None:
            yield from check_cites(scenarios, self.known)
        for scenario in scenarios if self.seen else ():
            world = self._world(scenario)
            if world is None:
                continue
            problems: list[Diagnostic] = []
            for phrase in _phrases(scenario):
                _condition(world, scenario, phrase, problems)
            yield from problems
            if is_open and scenario.given is not None:
                yield from self._given(world, scenario, scenario.given)

    def _world(self, scenario: Scenario) -> World | None:
        """The rules under the options of a scenario; None where they are not sound."""
        assert self.pages is not None
        names = [module.name for module in self.pages.modules]
        on = frozenset(name for name in names if scenario.options.get(name) is True)
        if on not in self.seen:
            checked, found = look_at_pages(self.pages, on, sized=False)
            if checked is None or any(one.severity == "error" for one in found):
                return None
            self.seen[on] = checked
        return self.seen[on].world

    def _given(self, world: World, scenario: Scenario, given: Entries) -> tuple[Diagnostic, ...]:
        options = {option.name: option.default for option in world.options.values()}
        for name, value in scenario.options.items():
            words = world.option_texts(world.options[name])[1] if name in world.options else ()
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if text not in words:
                return ()
            options[name] = world.option_value(name, text)
        if not world.players[0] <= scenario.players <= world.players[1]:
            return ()
        key = (scenario.players, tuple(sorted(options.items())))
        if key not in self._starts:
            if len(self._starts) >= _MOST_PROGRAMS:
                return ()
            program = lower(world, scenario.players, options)
            self._starts[key] = (program, Engine(program).layout.start)
        return given_slots(*self._starts[key], given)[1]


_forms: dict[tuple[str, str, str], tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]] = {}
_MOST_FORMS = 200


def _read(source: Source, game: str, is_sound: bool) -> tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]:
    """The scenarios of a file; one with the same text is held against the schema once."""
    key = (source.path, source.text, game)
    if key not in _forms:
        while len(_forms) >= _MOST_FORMS:
            _forms.pop(next(iter(_forms)))
        _forms[key] = read_scenarios(source, game, is_sound=is_sound)
    return _forms[key]


def _game_in(source: Source) -> str:
    """The game that a scenario file says it is of: nothing better is known while the rules can't be read."""
    root = tree_of(source)
    named = root.get("game") if isinstance(root, Entries) else None
    return named.text if isinstance(named, Scalar) else ""


def _phrases(scenario: Scenario) -> Iterator[Scalar]:
    """The conditions of a scenario, and the places that are seen or hidden."""
    yield from scenario.then
    for viewer in scenario.view.entries if scenario.view is not None else ():
        for part in viewer.value.entries if isinstance(viewer.value, Entries) else ():
            yield from _scalars(part.value)


def _scalars(node: Node) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield item


def _condition(world: World, scenario: Scenario, phrase: Scalar, found: list[Diagnostic]) -> None:
    node, problems = parse_scalar(phrase, "phrase")
    found.extend(problems)
    if node is None:
        return
    own: list[Diagnostic] = []
    infer = Infer(world, own)
    infer.seats = (scenario.players, scenario.players)
    kind = infer.expr(node.expr)
    is_condition = any(phrase is one for one in scenario.then)
    if is_condition and not own and not isinstance(kind, Flag | Poison):
        own.append(Diagnostic("E501", "a condition is true or false, but this is neither", phrase.span))
    found.extend(own)
