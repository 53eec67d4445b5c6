"""What an action makes of the table, told before it is carried out.

A `Story` follows the lines of an action in order and notes every change of a component. Any phrase can then
be asked for its value afterwards, as a phrase of its value before: ``size(hand(me))`` behind ``move give
from hand(me) to deck`` is ``size(hand(me)) - size(give)``. Two places with keys of which nobody knows
whether they are equal are compared when the phrase is worked out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from interpreter.check.costs import differ
from interpreter.check.kinds import BagOf, Kind, ListOf, Maybe, Member, Number, SetOf
from interpreter.check.order import reads
from interpreter.check.transfer import counted
from interpreter.check.world import Builtin, Component, Term, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.syntax.rewrite import Rewrite
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Span

MOST_PARTS = 4000
"""How many parts a phrase may have, told afterwards."""

Verb = Literal["set", "add", "remove", "up to", "unknown", "inside"]


class UndecidedError(Exception):
    """What the phrase comes to can't be said before; ``span`` is the line that is to blame."""

    def __init__(self, span: Span) -> None:
        self.span = span


@dataclass(frozen=True, slots=True)
class Scene:
    """Where in the story a phrase is read: with which names, after how many changes, under which conditions,
    in which loops. In a loop the table is that before it; ``loop`` is where the changes of the loop begin.
    """

    names: "dict[str, n.Expr | Late]" = field(default_factory=dict)
    at: int = 0
    tests: "tuple[tuple[n.Expr, bool, Scene], ...]" = ()
    loops: "tuple[tuple[n.Overs, Scene], ...]" = ()
    loop: int | None = None


@dataclass(frozen=True, slots=True)
class Late:
    """A name that stands for a phrase of an earlier scene."""

    node: n.Expr
    scene: Scene


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a place. ``inside``: made by a decision in the middle of the action."""

    component: Component
    place: n.Expr | None
    verb: Verb
    amount: n.Expr | None
    scene: Scene
    span: Span


class Story:
    """The changes that an action makes; ``names`` are handed out by ``fresh``, each once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.changes: list[Change] = []
        self.parts = 0
        self.number = 0
        self.touched: set[Component] = set()  # what a phrase that was asked for owes to the changes

    # -- telling --------------------------------------------------------------------------------------

    def action(self, action: r.ActionDecl) -> None:
        """The payment, then the body."""
        for price in self.world.prices.get(action.head.name, ()):
            self._block(price.block, Scene())
        scene = Scene()
        if action.do is not None:
            scene = self._block(action.do, scene)
        self._steps(action.steps, scene)

    def _steps(self, steps: tuple[r.StepDecl, ...], scene: Scene) -> None:
        for step in steps:
            self._step(step, scene)

    def _step(self, step: r.StepDecl, scene: Scene) -> None:
        scene = self._now(scene)
        if step.when is not None:
            scene = replace(scene, tests=(*scene.tests, (step.when.expr, True, scene)))
        for let in step.let:
            scene = _naming(scene, let.name, Late(let.phrase.expr, scene))
        if step.repeat is not None or step.who is not None:
            # How often, and by whom, is known only as it is played.
            for component in _written(self.world, step):
                self._unknown(component, step.head.span, scene, "unknown")
            return
        if step.do is not None:
            scene = self._block(step.do, scene)
        self._steps(step.steps, scene)
        if step.one_of is not None:
            for component in _offered(self.world, step.one_of):
                self._unknown(component, step.one_of.span, scene, "inside")

    def _now(self, scene: Scene) -> Scene:
        return scene if scene.loop is not None else replace(scene, at=len(self.changes))

    def _block(self, block: n.Block, scene: Scene) -> Scene:
        for statement in block.statements:
            scene = self._now(scene)
            match statement:
                case n.Line():
                    scene = self._line(statement, scene)
                case n.IfBlock():
                    self._if(statement, scene)
                case n.ForBlock(overs=overs, body=body):
                    self._block(body, self._looping(overs, scene))
        return scene

    def _if(self, block: n.IfBlock, scene: Scene) -> None:
        tests = scene.tests
        for test, body in block.cases:
            self._block(body, replace(scene, tests=(*tests, (test, True, scene))))
            tests = (*tests, (test, False, scene))
        if block.otherwise is not None:
            self._block(block.otherwise, replace(scene, tests=tests))

    def _looping(self, overs: n.Overs, scene: Scene) -> Scene:
        """The scene of a loop's body: with new names, so that two loops never get in each other's way."""
        renamed = []
        inside = scene
        for bind in overs.binds:
            new = n.Name(self.fresh(bind.name), bind.span)
            renamed.append(n.Bind(new.name, bind.over, bind.span))
            inside = _naming(inside, bind.name, new)
        loop = n.Overs(tuple(renamed), overs.where, overs.span)
        start = scene.loop if scene.loop is not None else len(self.changes)
        outer = replace(scene, names=inside.names)
        return replace(inside, loops=(*scene.loops, (loop, outer)), loop=start)

    def fresh(self, name: str) -> str:
        """A name that nobody has written or been given before."""
        self.number += 1
        return f"{name} {self.number}"

    def _unknown(self, component: Component, span: Span, scene: Scene, verb: Verb) -> None:
        self.changes.append(Change(component, None, verb, None, scene, span))

    # -- lines ------------------------------------------------------------------------------------------

    def _line(self, line: n.Line, scene: Scene) -> Scene:
        match line.verb:
            case "let":
                assert line.value is not None
                return _naming(scene, line.name, Late(line.value, scene))
            case "set":
                self._note(line.target, "set", line.value, line, scene)
            case "add":
                self._note(line.target, "add", line.what, line, scene)
            case "remove":
                self._remove(line, scene)
            case "move":
                self._move(line, scene)
            case "run":
                self._run(line, scene)
            case "collect" | "release" | "refund":
                self._block(self.world.settled[line], scene)
            case "draw" | "deal" | "refill" | "shuffle":
                for place in _chanced(self.world, line):
                    self._unknown(place, line.span, scene, "unknown")
            case _:
                pass
        if line.otherwise is not None:
            for write in _lines_written(self.world, line.otherwise):
                self._unknown(write, line.span, scene, "unknown")
        return scene

    def _note(
        self, place: n.Expr | None, verb: Verb, amount: n.Expr | None, line: n.Line, scene: Scene
    ) -> None:
        component = self.world.refs.get(_named(place)) if place is not None else None
        assert isinstance(component, Component)
        if isinstance(component.kind, ListOf):
            # Things of a list lie in an order, which is more than can be said of a bag.
            self._unknown(component, line.span, scene, "unknown")
            return
        keys = len(component.keys)
        if isinstance(component.kind, BagOf) and isinstance(place, n.Read) and len(place.args) > keys:
            # How many of one thing a bag holds: so many of it come or go.
            if verb not in {"add", "remove"} or amount is None:
                self._unknown(component, line.span, scene, "unknown")
                return
            amount = n.Of(amount, place.args[-1], line.span)
            place = replace(place, args=place.args[:-1])
        if verb == "up to" and isinstance(component.kind, BagOf):
            verb = "unknown"
        self.changes.append(Change(component, place, verb, amount, scene, line.span))

    def _kind(self, place: n.Expr) -> Kind:
        component = self.world.refs[_named(place)]
        assert isinstance(component, Component)
        args = place.args if isinstance(place, n.Read) else ()
        bag = component.kind
        if isinstance(bag, BagOf) and len(args) > len(component.keys):
            return Number(0, bag.cap)
        return bag

    def _emptied(self, place: n.Expr, line: n.Line, scene: Scene) -> None:
        kind = self._kind(place)
        empty: n.Expr = n.Word("nothing", line.span)
        if isinstance(kind, Number):
            empty = n.Int(min(max(kind.low, 0), kind.high), line.span)
        elif not isinstance(kind, BagOf | SetOf):
            empty = n.Word("none", line.span)
        self._note(place, "set", empty, line, scene)

    def _remove(self, line: n.Line, scene: Scene) -> None:
        assert line.source is not None and line.what is not None
        if _is_everything(line.what):
            self._emptied(line.source, line, scene)
        else:
            self._note(line.source, "up to" if line.up_to else "remove", line.what, line, scene)

    def _move(self, line: n.Line, scene: Scene) -> None:
        source, target, what = line.source, line.target, line.what
        assert source is not None and target is not None and what is not None
        if line.up_to:
            for place in (source, target):
                component = self.world.refs[_named(place)]
                assert isinstance(component, Component)
                self._unknown(component, line.span, scene, "unknown")
            return
        amount = source if _is_everything(what) else what
        if (
            isinstance(self._kind(source), Maybe)
            and isinstance(self._kind(target), BagOf)
            and amount is source
        ):
            amount = self._set_of(source)
        into: Verb = "add" if isinstance(self._kind(target), Number | BagOf | SetOf) else "set"
        self._note(target, into, amount, line, scene)
        out_of = isinstance(self._kind(source), Number | BagOf | ListOf | SetOf)
        if _is_everything(what) or not out_of:
            self._emptied(source, line, scene)
        else:
            self._note(source, "remove", what, line, scene)

    def _set_of(self, place: n.Expr) -> n.Expr:
        """What lies in a place for one thing, as a set: empty where nothing does."""
        once = n.Bind(self.fresh("once"), n.SetOf((n.Int(1, place.span),), place.span), place.span)
        return n.Fold("union", place, n.Overs((once,), None, place.span), None, place.span)

    def _run(self, line: n.Line, scene: Scene) -> None:
        assert line.call is not None
        step = self.world.ruleset.steps[line.call.name]
        inside = replace(scene, names={})
        for param, arg in zip(step.params, line.call.args, strict=True):
            inside = _naming(inside, param.name, Late(arg, scene))
        if scene.loop is not None:
            for component in _written(self.world, step):
                self._unknown(component, line.span, scene, "unknown")
            return
        self._step(step, inside)

    # -- asking -----------------------------------------------------------------------------------------

    def afterwards(self, phrase: n.Expr) -> n.Expr:
        """The value that a phrase has after the action, as a phrase about the time before.

        Raises: UndecidedError where that can't be said.
        """
        return _Put(self, Scene(at=len(self.changes))).expr(phrase)

    def put(self, phrase: n.Expr, scene: Scene) -> n.Expr:
        """A phrase of a scene, as a phrase about the time before."""
        return _Put(self, scene).expr(phrase)

    def changes_of(self, component: Component, scene: Scene) -> list[Change]:
        """The changes of a component up to a scene.

        Raises: UndecidedError in a loop that changes the component itself.
        """
        if scene.loop is not None:
            for change in self.changes[scene.loop :]:
                if change.component is component and _in_loop(change, scene):
                    raise UndecidedError(change.span)
        found = [one for one in self.changes[: scene.at] if one.component is component]
        if found:
            self.touched.add(component)
        return found


class _Put(Rewrite):
    """Writes out a phrase of a scene."""

    def __init__(self, story: Story, scene: Scene) -> None:
        super().__init__({}, story.fresh("what"), lambda bag, read: counted(story.world, bag, read))
        self.story = story
        self.scene = scene

    def expr(self, node: n.Expr) -> n.Expr:
        """The phrase, with what the changes make of it."""
        self.story.parts += 1
        if self.story.parts > MOST_PARTS:
            raise UndecidedError(node.span)
        if not isinstance(node, n.Name | n.Read) or node.name in self.names:
            return super().expr(node)
        given = self.scene.names.get(node.name)
        if given is not None:
            return self._given(node, given)
        args = node.args if isinstance(node, n.Read) else ()
        ref = self.story.world.refs.get(node)
        if node in self.story.world.promised:
            return self.expr(self.story.world.promised[node])
        match ref:
            case Component():
                return self._component(node, ref, tuple(self.expr(arg) for arg in args))
            case Term() if self._is_touched(ref):
                inner = _Put(self.story, replace(self.scene, names={}))
                pairs = zip(ref.params, args, strict=True)
                inner.names = {param.name: self.expr(arg) for param, arg in pairs}
                return inner.expr(ref.decl.phrase.expr)
            case Builtin() | None if node.name == "size" and isinstance(args[0], n.Name | n.Read):
                return self._size(node, args[0])
            case _:
                return super().expr(node)

    def _given(self, node: n.Name | n.Read, given: "n.Expr | Late") -> n.Expr:
        value = self.story.put(given.node, given.scene) if isinstance(given, Late) else given
        if isinstance(node, n.Name):
            # A node stands in one place: a loop may be written out several times, each with names of its own.
            return replace(value) if isinstance(value, n.Name) else value
        return self.counted(value, replace(node, args=tuple(self.expr(arg) for arg in node.args)))

    def _is_touched(self, term: Term) -> bool:
        changed = {change.component for change in self.story.changes}
        return any(read.component in changed for read in reads(self.story.world, term.decl.phrase.expr, ()))

    # -- places -----------------------------------------------------------------------------------------

    def _component(self, node: n.Name | n.Read, component: Component, args: tuple[n.Expr, ...]) -> n.Expr:
        changes = self.story.changes_of(component, self.scene)
        now: n.Expr = replace(node, args=args) if isinstance(node, n.Read) else node
        if not changes:
            return now
        keys, kind = len(component.keys), component.kind
        if isinstance(kind, BagOf) and len(args) == keys + 1:
            item, number = args[-1], Number(0, kind.cap)
            return self._told(now, args[:-1], changes, number, lambda change: self._count(change, item))
        if len(args) != keys:
            raise UndecidedError(changes[0].span)
        return self._told(now, args, changes, kind, self._amount)

    def _size(self, node: n.Name | n.Read, inner: n.Name | n.Read) -> n.Expr:
        """The size of a bag's place is a sum; that of a set has to know what is in it."""
        component = self.story.world.refs.get(inner)
        args = inner.args if isinstance(inner, n.Read) else ()
        bag = isinstance(component, Component) and isinstance(component.kind, BagOf)
        if not bag or inner.name in self.names or inner.name in self.scene.names:
            return super().expr(node)
        assert isinstance(component, Component)
        args = tuple(self.expr(arg) for arg in args)
        place = replace(inner, args=args) if isinstance(inner, n.Read) else inner
        now = n.Read("size", (place,), node.span, node.span)
        changes = self.story.changes_of(component, self.scene)
        return self._told(now, args, changes, Number(0, 0), self._size_of) if changes else now

    def _told(
        self,
        now: n.Expr,
        args: tuple[n.Expr, ...],
        changes: list[Change],
        kind: Kind,
        measure: Callable[[Change], n.Expr],
    ) -> n.Expr:
        """The value with all changes of a place; ``measure`` is what one of them comes to."""
        for change in changes:
            test = self._meets(change, args)
            if test is False:
                continue
            if change.verb in {"unknown", "inside"}:
                raise UndecidedError(change.span)
            now = self._after(now, change, None if test is True else test, kind, measure)
        return now

    def _after(
        self,
        now: n.Expr,
        change: Change,
        test: n.Expr | None,
        kind: Kind,
        measure: Callable[[Change], n.Expr],
    ) -> n.Expr:
        amount, span = measure(change), change.span
        if change.verb == "set":
            if change.scene.loops:
                raise UndecidedError(span)
            if test is None and isinstance(kind, Maybe):
                test = n.Word("true", span)  # so that it stays what may be none
            return amount if test is None else n.IfElse(test, amount, now, span)
        if change.verb == "up to":
            if change.scene.loops or not isinstance(kind, Number):
                raise UndecidedError(span)
            amount = n.Read("max", (n.Int(0, span), n.Read("min", (amount, now), span, span)), span, span)
        summed = isinstance(kind, Number | BagOf)
        if test is not None:
            none: n.Expr = n.Int(0, span) if isinstance(kind, Number) else n.Word("nothing", span)
            amount = n.IfElse(test, amount, none, span)
        for overs, scene in reversed(change.scene.loops):
            if isinstance(kind, BagOf) or not (summed or isinstance(kind, SetOf)):
                raise UndecidedError(span)
            amount = n.Fold("sum" if summed else "union", amount, self._overs(overs, scene), None, span)
        return n.Arith("-" if change.verb in {"remove", "up to"} else "+", now, amount, span)

    def _overs(self, overs: n.Overs, scene: Scene) -> n.Overs:
        put = _Put(self.story, scene)
        binds = tuple(n.Bind(bind.name, put.expr(bind.over), bind.span) for bind in overs.binds)
        return n.Overs(binds, put.maybe(overs.where), overs.span)

    def _meets(self, change: Change, args: tuple[n.Expr, ...]) -> "n.Expr | bool":
        """Whether a change is one of this place, as far as it is known before; and under which conditions."""
        found: list[n.Expr] = []
        place = change.place
        if place is not None:
            mine = place.args if isinstance(place, n.Read) else ()
            for arg, key in zip(mine, args, strict=False):
                put = self.story.put(arg, change.scene)
                if unparse(put) == unparse(key):
                    continue
                if differ(self.story.world, arg, key):
                    return False
                found.append(n.Compare("=", put, key, change.span))
        for test, holds, scene in change.scene.tests:
            made = self.story.put(test, scene)
            found.append(made if holds else n.Not(made, test.span))
        whole: n.Expr | bool = True
        for one in found:
            whole = one if whole is True else n.Logic("and", whole, one, change.span)  # type: ignore[arg-type]
        return whole

    # -- amounts ------------------------------------------------------------------------------------------

    def _amount(self, change: Change) -> n.Expr:
        """What a place is set to, or what comes to it: a number, a member, a set or a bag."""
        amount, component = change.amount, change.component
        assert amount is not None
        if isinstance(amount, n.Of):
            thing, count = (self.story.put(part, change.scene) for part in (amount.thing, amount.count))
            each = n.Bind(self.story.fresh("thing"), n.SetOf((thing,), amount.span), amount.span)
            return n.Fold("bag", count, n.Overs((each,), None, amount.span), None, amount.span)
        made = self.story.put(amount, change.scene)
        single = isinstance(self.story.world.kinds_of.get(amount), Member | Number)
        if single and isinstance(component.kind, SetOf | BagOf):
            return n.SetOf((made,), amount.span)
        return made

    def _count(self, change: Change, item: n.Expr) -> n.Expr:
        """How many of one thing a change is about."""
        amount, span = change.amount, change.span
        if isinstance(amount, n.Of):
            thing, count = (self.story.put(part, change.scene) for part in (amount.thing, amount.count))
            return n.IfElse(n.Compare("=", thing, item, span), count, n.Int(0, span), span)
        if isinstance(amount, n.Word) and amount.word == "nothing":
            return n.Int(0, span)
        return n.Read("count", (self._amount(change), item), span, span)

    def _size_of(self, change: Change) -> n.Expr:
        """How many things a change is about."""
        amount, span = change.amount, change.span
        assert amount is not None
        if isinstance(amount, n.Of):
            return self.story.put(amount.count, change.scene)
        if isinstance(amount, n.Word) and amount.word == "nothing":
            return n.Int(0, span)
        if isinstance(self.story.world.kinds_of.get(amount), Member | Number):
            return n.Int(1, span)
        if isinstance(amount, n.Name | n.Read) and isinstance(self.story.world.refs.get(amount), Component):
            return self.story.put(n.Read("size", (amount,), span, span), change.scene)
        return n.Read("size", (self.story.put(amount, change.scene),), span, span)


def _naming(scene: Scene, name: str, value: "n.Expr | Late") -> Scene:
    return replace(scene, names={**scene.names, name: value})


def _named(place: n.Expr) -> n.Expr:
    """The place itself, of the end of a list."""
    return place.of if isinstance(place, n.EndOf) else place


def _is_everything(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "everything"


def _in_loop(change: Change, scene: Scene) -> bool:
    return change.scene.loop == scene.loop


# -- what may be changed ------------------------------------------------------------------------------


def _written(world: World, step: r.StepDecl) -> set[Component]:
    """All that a step may change, with all that is run and chosen in it."""
    found: set[Component] = set()
    for block in (step.do, step.if_stuck):
        for line in walk.lines(block) if block is not None else ():
            found |= _lines_written(world, line)
    for inner in step.steps:
        found |= _written(world, inner)
    if step.one_of is not None:
        found |= _offered(world, step.one_of)
    return found


def _offered(world: World, calls: n.Calls) -> set[Component]:
    """All that one of several actions may change."""
    found: set[Component] = set()
    for call in calls.calls:
        action = world.ruleset.actions.get(call.name)
        if action is None:
            continue
        blocks = [price.block for price in world.prices.get(call.name, ())]
        for block in (*blocks, *([action.do] if action.do is not None else ())):
            for line in walk.lines(block):
                found |= _lines_written(world, line)
        for step in action.steps:
            found |= _written(world, step)
    return found


def _lines_written(world: World, line: n.Line) -> set[Component]:
    """What a line may change."""
    if line.verb == "run" and line.call is not None:
        return _written(world, world.ruleset.steps[line.call.name])
    if line.verb in {"draw", "deal", "refill", "shuffle"}:
        return _chanced(world, line)
    if line in world.settled:
        return set().union(*(_lines_written(world, one) for one in walk.lines(world.settled[line])))
    places = {
        "set": (line.target,),
        "add": (line.target,),
        "remove": (line.source,),
        "move": (line.source, line.target),
    }.get(line.verb, ())
    return _components(world, *places)


def _chanced(world: World, line: n.Line) -> set[Component]:
    """What a draw, a deal or the filling of a market changes."""
    if line.verb == "refill" and line.call is not None:
        market = world.ruleset.markets[line.call.name]
        discards = market.discards.expr if market.discards is not None else None
        return _components(world, market.deck.expr, market.row.expr, discards)
    supply = line.what if line.verb in {"deal", "shuffle"} else None
    return _components(world, line.source, line.target, supply)


def _components(world: World, *places: n.Expr | None) -> set[Component]:
    refs = (world.refs.get(_named(place)) for place in places if place is not None)
    return {ref for ref in refs if isinstance(ref, Component)}
