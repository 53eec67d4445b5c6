"""Conditions about a position, judged: whether they hold, and the values that show why not."""

from collections.abc import Iterator

from interpreter.check.infer import Infer
from interpreter.check.kinds import BagOf, Flag, Kind, Maybe, Member, Number, SetOf
from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.core.phrase import Phrase, lower_phrase
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.members import members
from interpreter.engine.names import component_slots, member_text, set_text, value_text
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.walk import everything
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.scalar_map import map_scalar
from interpreter.text.span import Source, Span

Values = list[tuple[str, str]]
"""Phrases and their values, as they are written."""

_MOST_VALUES = 6


class Phrases:
    """Judges phrases about states of one program."""

    def __init__(self, world: World, program: Program) -> None:
        self._world = world
        self._program = program
        self._options = {name: world.option_value(name, text) for name, text in program.options}
        self._places = component_slots(program)

    def fails(self, condition: Scalar, slots: tuple[int, ...]) -> tuple[Diagnostic, ...]:
        """What keeps a condition from holding: it is wrong in itself, or false (E930), with the values that
        make it so. Nothing where it holds.
        """
        phrase, found = lower_phrase(self._world, self._program, self._options, condition)
        if phrase is None:
            return found
        if not phrase.is_flag:
            return (Diagnostic("E501", "a condition is true or false, but this is neither", condition.span),)
        try:
            if self._value(phrase, slots):
                return ()
        except RulesError as error:
            message = f"{quote(condition.text)} can't be computed here: {error.message}"
            return (Diagnostic("E930", message, condition.span),)
        values = self.values(condition.text, slots)
        shown = ", ".join(f"`{text} = {value}`" for text, value in values)
        help_ = f"here {shown}" if shown else None
        return (Diagnostic("E930", f"{quote(condition.text)} does not hold", condition.span, help_),)

    def values(self, text: str, slots: tuple[int, ...]) -> Values:
        """The parts of a false condition that show why it is false, each with its value."""
        found = dict(self._shown(_expr(text), slots))
        return list(found.items())[:_MOST_VALUES]

    # Which parts show it

    def _shown(self, expr: n.Expr | None, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        match expr:
            case n.Logic(op="and", left=left, right=right):
                yield from self._shown(right if self._holds(left, slots) else left, slots)
            case n.Logic(left=left, right=right):
                yield from self._shown(left, slots)
                yield from self._shown(right, slots)
            case n.Not(inner=inner):
                yield from self._shown(inner, slots)
            case n.Compare(left=left, right=right) | n.In(item=left, of=right):
                yield from self._with_value(left, slots)
                yield from self._with_value(right, slots)
            case n.IsEmpty(of=of):
                yield from self._with_value(of, slots)
                yield from self._size(of, slots)
            case n.Quantified(word="every" | "no", overs=overs) if len(overs.binds) == 1:
                yield from self._counterexample(expr, slots)
            case n.Read() | n.Name():
                yield from self._with_value(expr, slots)
            case _:
                return

    def _with_value(self, expr: n.Expr | None, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """A part with its value, unless it says its value itself."""
        if expr is None or isinstance(expr, n.Int | n.Word | n.SetOf | n.SpanOf):
            return
        text = _text(expr)
        value = self._value_text(text, slots)
        if value is not None and value != text:
            yield text, value

    def _size(self, of: n.Expr, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """How much a bag holds: what is in it takes too long to say."""
        if isinstance(self._kind(of), BagOf):
            yield from self._with_value(_expr(f"size({_text(of)})"), slots)

    def _counterexample(self, expr: n.Quantified, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """The first member for which ``every … has`` fails, or ``no … where`` finds one, and why."""
        bind, where = expr.overs.binds[0], expr.overs.where
        tested = expr.has if expr.word == "every" else where
        for member in self._members(_text(bind.over), slots):
            counts = expr.word == "no" or where is None
            if not counts and not self._holds(_expr(_with_member(where, bind.name, member)), slots):  # type: ignore[arg-type]
                continue
            text = "true" if tested is None else _with_member(tested, bind.name, member)
            inner = _expr(text)
            if inner is not None and self._holds(inner, slots) == (expr.word == "no"):
                yield bind.name, member
                yield from self._shown(inner, slots)
                return

    # Their values

    def _holds(self, expr: n.Expr | None, slots: tuple[int, ...]) -> bool:
        phrase, _ = self._lowered(_text(expr)) if expr is not None else (None, None)
        try:
            return phrase is not None and bool(self._value(phrase, slots))
        except RulesError:
            return False

    def _members(self, text: str, slots: tuple[int, ...]) -> list[str]:
        """The members of a set by their names; none where the text is no set of members."""
        phrase, kind = self._lowered(text)
        if phrase is None or not isinstance(kind, SetOf) or phrase.domain < 0:
            return []
        domain = phrase.program.domains[phrase.domain]
        return [member_text(domain, member) for member in members(self._value(phrase, slots))]

    def _value_text(self, text: str, slots: tuple[int, ...]) -> str | None:
        """The value of a phrase as it is written; None where there is no short way to write it."""
        phrase, kind = self._lowered(text)
        if phrase is None:
            return None
        try:
            value = self._value(phrase, slots)
        except RulesError:
            return None
        match kind:
            case SetOf():
                return set_text(phrase.program, phrase.domain, value) if phrase.domain >= 0 else None
            case Flag():
                return "true" if value else "false"
            case Number() | Member() | Maybe():
                return value_text(phrase.program, phrase.domain, value)
            case _:
                return None

    def _lowered(self, text: str) -> tuple[Phrase | None, Kind | None]:
        """A phrase of ours with its kind; nothing where it makes no sense by itself."""
        kind = self._kind(_expr(text))
        if kind is None or isinstance(kind, BagOf):
            return None, None
        phrase, _ = lower_phrase(self._world, self._program, self._options, _scalar(text))
        return phrase, kind

    def _kind(self, expr: n.Expr | None) -> Kind | None:
        """The kind of a phrase; None where it makes no sense by itself."""
        problems: list[Diagnostic] = []
        kind = Infer(self._world, problems).expr(expr) if expr is not None else None
        return None if problems else kind

    def _value(self, phrase: Phrase, slots: tuple[int, ...]) -> int:
        """The value of a phrase. Raises: RulesError."""
        own = [value for group in phrase.program.slots for value in group.start]
        own[: self._places] = slots[: self._places]
        return int(Closures(phrase.program).expr(phrase.expr)(own))


def _scalar(text: str) -> Scalar:
    source = Source("", text)
    whole = Span(source, 0, len(text))
    return Scalar(text, text, "plain", whole, map_scalar(whole, "plain", text))


def _expr(text: str) -> n.Expr | None:
    node, _ = parse_scalar(_scalar(text), "phrase")
    expr: n.Expr | None = None if node is None else node.expr
    return expr


def _text(expr: n.Expr) -> str:
    return " ".join(expr.span.text.split())


def _with_member(expr: n.Expr, name: str, member: str) -> str:
    """The text of an expression in which a bound name is replaced by a member."""
    text, start = expr.span.source.text, expr.span.start
    for node in sorted(everything(expr), key=lambda one: -one.span.start):
        if isinstance(node, n.Name) and node.name == name:
            text = text[: node.span.start] + member + text[node.span.end :]
    return text[start : len(text) - (len(expr.span.source.text) - expr.span.end)]
