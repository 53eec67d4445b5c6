"""Scenarios of a ruleset, run: what was expected, and what the rules do instead."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.core.ir import Program
from interpreter.engine.chance import Odds
from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.events import Taken
from interpreter.engine.forms import place_of
from interpreter.engine.invariants import after
from interpreter.engine.machine import Engine
from interpreter.engine.names import member_of, member_text
from interpreter.engine.rng import seed_of
from interpreter.record.match import Match
from interpreter.record.starting import StartError
from interpreter.study.expectations import expectations
from interpreter.study.given import given_slots
from interpreter.study.phrases import Phrases
from interpreter.study.places import UnknownPlaceError, cells_named
from interpreter.study.scenario_files import Refused, Scenario
from interpreter.study.subject import Subject
from interpreter.syntax.document import Scalar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a scenario or a record. ``note`` says something about one that passed, or ""."""

    name: str
    file: str
    line: int
    findings: tuple[Diagnostic, ...]
    note: str = ""

    @property
    def passed(self) -> bool:
        """Whether the rules did what was expected."""
        return not self.findings


class _Fails(Exception):  # noqa: N818 - it ends a scenario, and is caught below
    def __init__(self, *findings: Diagnostic) -> None:
        super().__init__()
        self.findings = findings


def run(game: Subject, scenario: Scenario) -> Outcome:
    """Play a scenario and compare. Never raises for what is wrong with the scenario or the rules."""
    try:
        findings = tuple(_findings(game, scenario))
    except _Fails as fails:
        findings = fails.findings
    except RulesError as error:
        findings = (_rules_fail(error, scenario),)
    span = scenario.span
    return Outcome(scenario.name, span.source.path, span.line, findings)


def _findings(game: Subject, scenario: Scenario) -> Iterator[Diagnostic]:
    engine = _started(game, scenario)
    if engine is None:
        return
    script = _Script(engine.program, scenario.chance) if scenario.chance is not None else None
    slots = None
    if scenario.given is not None:
        slots, found = given_slots(engine.program, engine.layout.start, scenario.given)
        if slots is None:
            raise _Fails(*found)
    if scenario.shown:
        slots = _turned_up(engine, slots or engine.layout.start, scenario.shown)
    seed = seed_of(str(scenario.seed)) if scenario.seed is not None else 0
    match = Match(engine, seed, slots=slots, chance=script)
    # A given position may be an artificial one: what is false in it need not become true.
    among = engine.invariants.true_in(slots) if slots is not None else None
    _demand_invariants(match, scenario.span, among)
    for step in scenario.when:
        _make(match, step)
        _demand_invariants(match, _move_of(step).span, among)
    if script is not None:
        yield from script.left_over()
    world = game.checked(dict(engine.program.options)).world
    yield from expectations(match, scenario, Phrases(world, engine.program))


# ---------------------------------------------------------------------------------------------
# The start


def _started(game: Subject, scenario: Scenario) -> Engine | None:
    """The engine of a match that starts; None where the start is refused as it must be."""
    wanted = scenario.start_refused
    try:
        engine = game.engine(scenario.players, scenario.options)
        game.demand_checks(engine.program)
    except StartError as error:
        if wanted is not None and wanted.text == error.code:
            return None
        span = wanted.span if wanted is not None else scenario.span
        expected = f"{quote(wanted.text)}" if wanted is not None else "a match"
        message = f"expected {expected}, but the start is refused with `{error.code}`: {error}"
        raise _Fails(Diagnostic("E937", message, span, error.diagnostic.help)) from None
    if wanted is not None:
        message = f"expected the start to be refused with {quote(wanted.text)}, but the match starts"
        raise _Fails(Diagnostic("E937", message, wanted.span))
    return engine


def _turned_up(engine: Engine, slots: tuple[int, ...], places: tuple[Scalar, ...]) -> tuple[int, ...]:
    """The position with places shown to everybody.

    Raises: _Fails E402, E517.
    """
    position = list(slots)
    for place in places:
        try:
            component, cells = cells_named(engine.program, place)
        except UnknownPlaceError as unknown:
            raise _Fails(unknown.finding) from None
        if component.shown < 0:
            message = f"{quote(component.name)} is never revealed by the rules, so that it can't be shown"
            raise _Fails(Diagnostic("E517", message, place.span))
        for cell in cells:
            position[component.shown + cell] = 1
    return tuple(position)


# ---------------------------------------------------------------------------------------------
# Invariants


def _demand_invariants(match: Match, span: Span, among: frozenset[str] | None) -> None:
    """Those invariants hold now that must.

    Raises: _Fails E707.
    """
    broken = match.engine.invariants.first_broken(match.state.slots, among)
    if broken is None:
        return
    place = place_of(match.engine.program, broken.invariant.place)
    where = f" ({place.file}:{place.line})" if place is not None else ""
    values = ", ".join(f"`{text} = {value}`" for text, value in broken.values)
    message = f"the invariant `{broken.invariant.name}`{where} does not hold {after(len(match.moves()))}"
    raise _Fails(Diagnostic("E707", message, span, f"here {values}" if values else None))


# ---------------------------------------------------------------------------------------------
# Moves


def _move_of(step: Scalar | Refused) -> Scalar:
    return step.move if isinstance(step, Refused) else step


def _make(match: Match, step: Scalar | Refused) -> None:
    """Make a move, or see that one is refused.

    Raises: _Fails E931, E932; RulesError.
    """
    if isinstance(step, Refused):
        _demand_refusal(match, step)
        return
    player, move = _spoken(match, step)
    try:
        match.apply(player, move)
    except Refusal as refusal:
        message = f"{quote(step.text)} is refused because of `{refusal.reason}`: {refusal.message}"
        raise _Fails(Diagnostic("E931", message, step.span, _help(match, player, move, refusal))) from None


def _help(match: Match, player: int, move: str, refusal: Refusal) -> str | None:
    """A hint for somebody whose move is refused."""
    was_forced = any(
        isinstance(one, Taken) and one.forced and one.player == player and str(one.move) == move
        for one in match.trails[-1]
    )
    if was_forced:
        return "it was the only legal move and was made by itself: leave it out"
    if refusal.values:
        return "here " + ", ".join(f"`{text} = {value}`" for text, value in refusal.values)
    return refusal.help or None


def _demand_refusal(match: Match, step: Refused) -> None:
    player, move = _spoken(match, step.move)
    refusal = match.state.refusal(player, move)
    if refusal is None:
        message = f"{quote(step.move.text)} is legal, expected it to be refused"
        raise _Fails(Diagnostic("E932", message, step.move.span))
    if refusal.reason != step.because.text:
        message = (
            f"{quote(step.move.text)} is refused because of `{refusal.reason}` ({refusal.message}), "
            f"expected {quote(step.because.text)}"
        )
        raise _Fails(Diagnostic("E932", message, step.because.span))


def _spoken(match: Match, scalar: Scalar) -> tuple[int, str]:
    """Who moves and what, from a move as it is said."""
    name, _, move = " ".join(scalar.text.split()).partition(" ")
    player = match.engine.seats.of(name)
    if player is None:
        message = f"expected a player first, {match.engine.seats.known()}, found {quote(name)}"
        raise _Fails(Diagnostic("E931", message, scalar.span, "as in `P1 move from T02 to T06`"))
    return player, move


# ---------------------------------------------------------------------------------------------
# Chance


class _Script:
    """Says what chance gives, outcome by outcome."""

    def __init__(self, program: Program, outcomes: tuple[Scalar, ...]) -> None:
        self._program = program
        self._outcomes = outcomes
        self._at = 0

    def __call__(self, odds: Odds) -> int:
        """The outcome that is next in the script. Raises: _Fails E938."""
        domain = self._program.domains[odds.domain]
        possible = [member_text(domain, member) for member, _ in odds.weights]
        rule = f" in `{odds.place.rule}`" if odds.place is not None else ""
        if self._at == len(self._outcomes):
            last = self._outcomes[-1]
            message = f"the script ends here, but another `{domain.name}` is drawn{rule}"
            raise _Fails(Diagnostic("E938", message, last.span, f"it may be {', '.join(possible[:12])}"))
        outcome = self._outcomes[self._at]
        self._at += 1
        member = member_of(domain, outcome.text)
        if outcome.text not in possible or member is None:
            near = nearest(outcome.text, possible)
            hint = f"did you mean `{near}`?" if near else f"it may be {', '.join(possible[:12])}"
            message = f"{quote(outcome.text)} can't be drawn{rule}"
            raise _Fails(Diagnostic("E938", message, outcome.span, hint))
        return member

    def left_over(self) -> Iterator[Diagnostic]:
        """A finding where chance was not asked for all outcomes."""
        if self._at < len(self._outcomes):
            outcome = self._outcomes[self._at]
            message = f"chance was asked for {self._at} outcomes only, {len(self._outcomes)} are written"
            yield Diagnostic("E938", message, outcome.span, "a draw with one possible outcome asks for none")


def _rules_fail(error: RulesError, scenario: Scenario) -> Diagnostic:
    place = error.place
    where = f" in `{place.rule}` ({place.file}:{place.line})" if place is not None else ""
    values = ", ".join(f"`{text} = {value}`" for text, value in error.values)
    message = f"the rules fail{where}: {error.code} {error.message}"
    return Diagnostic("E939", message, scenario.span, f"here {values}" if values else None)


