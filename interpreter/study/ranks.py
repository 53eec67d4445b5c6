"""Why players have the places that they have: key by key, tie by tie, and the last resort."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from interpreter.engine.result import Result
from interpreter.engine.seats import TABLE
from interpreter.engine.state import State
from interpreter.record.form import result_json
from interpreter.record.seats import seat_name
from interpreter.study.explainer import Explainer
from interpreter.study.reason import Reason, where
from interpreter.study.report import Json
from interpreter.study.statements import Statement, statements_of

_LAST = {
    "shared": "they share the place",
    "nobody": "they share the place, and a shared first place is no win",
    "listed": "the order of the players decides",
    "never tied": "no two can be equal",
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A key of the ranking: which end is best, each player's value with the tree of it."""

    name: str
    text: str
    place: str
    cites: tuple[Statement, ...]
    values: dict[int, Reason]

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "name": self.name,
            "text": self.text,
            "place": self.place,
            "cites": [one.to_json() for one in self.cites],
            "values": {seat_name(player): one.to_json() for player, one in self.values.items()},
        }


@dataclass(frozen=True, slots=True)
class Step:
    """Why a player stands before the next one, or beside if they are ``equal``: ``text`` says by what."""

    player: int
    other: int
    text: str
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Ranks:
    """The places of a match: by which ``end`` it is over, ``keys`` in their order, and step by step why each
    player stands before the next. Of a match that goes on, ``result`` is None and the steps are as it stands.
    """

    end: str
    result: Result | None
    keys: tuple[Ranked, ...]
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    last: str

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "end": self.end,
            "result": result_json(self.result),
            "keys": [one.to_json() for one in self.keys],
            "order": [seat_name(player) for player in self.order],
            "steps": [
                {
                    "player": seat_name(one.player),
                    "other": seat_name(one.other),
                    "equal": one.equal,
                    "text": one.text,
                }
                for one in self.steps
            ],
            "last": self.last,
        }


def ranks_of(explainer: Explainer, state: State) -> Ranks:
    """Why the players of a state stand as they do."""
    return _Ranking(explainer, state).ranks()


class _Ranking:
    def __init__(self, explainer: Explainer, state: State) -> None:
        self.explainer = explainer
        self.state = state
        self.result = state.result
        self.decl = explainer.checked.rules.ranking
        self.players = range(1, state.engine.program.players + 1)

    def ranks(self) -> Ranks:
        """The whole answer."""
        result, program = self.result, self.state.engine.program
        if result is not None and (result.unfinished or program.ranking is None or self._named_by_end()):
            return Ranks(self._end(), result, (), self._order({}), (), self._why_no_keys())
        keys = self._keys()
        numbers = self._numbers(keys)
        order = self._order(numbers)
        if not numbers:
            return Ranks(self._end(), result, keys, order, (), "what decides is not known")
        steps = tuple(self._step(keys, numbers, *pair) for pair in pairwise(order))
        last = _LAST.get(self.decl.last, "") if self.decl is not None else ""
        return Ranks(self._end(), result, keys, order, steps, last)

    def _named_by_end(self) -> bool:
        """Whether the end that was reached says who has won."""
        program, slots = self.state.engine.program, self.state.slots
        return program.ended >= 0 and slots[program.ended] in program.deciding

    def _end(self) -> str:
        return self.result.end if self.result is not None else ""

    def _why_no_keys(self) -> str:
        assert self.result is not None
        if self.result.unfinished:
            return "the match was stopped at its longest: nobody is ahead"
        if self._named_by_end():
            return f"the end `{self.result.end}` says who has won"
        return "there is no ranking"

    # -- keys ------------------------------------------------------------------------------------------

    def _keys(self) -> tuple[Ranked, ...]:
        if self.decl is None or self.state.engine.program.ranking is None:
            return ()
        position, document = self.explainer.position, self.explainer.checked.document
        position.look(self.state.slots)
        var = position.world.vars_of[self.decl.of.overs.binds[0]]
        # A key of several values, such as sorted scores, has a name for each in the program.
        known = [key.name for key in self.state.engine.program.ranking.keys]
        found = []
        for key in self.decl.keys:
            value = key.line.key.value
            names = [name for name in known if name == key.head.name or _is_part(name, key.head.name)]
            if value is None or not names:
                continue
            trees: dict[int, Reason] = {}
            for player in self.players:
                with position.binding(var, player - 1):
                    trees[player] = self._with_numbers(self.explainer.reasons().of(value), names, player)
            text = " ".join(key.line.span.text.split()).partition(" [")[0]
            cites = statements_of(document, key.head.cites)
            found.append(Ranked(key.head.name, text, where(key.head.span), cites, trees))
        return tuple(found)

    def _with_numbers(self, tree: Reason, names: list[str], player: int) -> Reason:
        """A key of several values, of which no phrase tells the whole, is told by these."""
        rows = self._rows
        if tree.value or not rows:
            return tree
        row = rows[player]
        return replace(tree, value=", ".join(str(row[name]) for name in names))

    @cached_property
    def _rows(self) -> dict[int, dict[str, int]]:
        """Each player's keys as the engine has them; none where the viewer may not know them yet."""
        engine = self.state.engine
        ranking = engine.program.ranking
        if ranking is None or (self.result is None and self.explainer.viewer != TABLE):
            return {}
        rows = {}
        for player in self.players:
            s = list(self.state.slots)
            s[ranking.var] = player - 1
            rows[player] = {name: int(value(s)) for name, value in engine.ranking_keys}
        return rows

    def _numbers(self, keys: tuple[Ranked, ...]) -> dict[int, list[tuple[str, list[int]]]]:
        """Each player's values, key by key, the best first when they are sorted; none where one is hidden."""
        ranking = self.state.engine.program.ranking
        rows = self._rows
        if ranking is None or not rows:
            return self._told_numbers(keys)
        found: dict[int, list[tuple[str, list[int]]]] = {}
        for player in self.players:
            found[player] = [
                (
                    key.name,
                    [
                        -rows[player][one.name] if one.which == "highest" else rows[player][one.name]
                        for one in ranking.keys
                        if one.name == key.name or _is_part(one.name, key.name)
                    ],
                )
                for key in keys
            ]
        return found

    def _told_numbers(self, keys: tuple[Ranked, ...]) -> dict[int, list[tuple[str, list[int]]]]:
        """The same from what the viewer is told; none where something is not."""
        ranking = self.state.engine.program.ranking
        if ranking is None:
            return {}
        which = {key.name: key.which for key in ranking.keys}
        found: dict[int, list[tuple[str, list[int]]]] = {}
        for player in self.players:
            row = []
            for key in keys:
                text = key.values[player].value
                if not text.removeprefix("-").isdecimal() or key.name not in which:
                    return {}
                row.append((key.name, [-int(text) if which[key.name] == "highest" else int(text)]))
            found[player] = row
        return found

    def _order(self, numbers: dict[int, list[tuple[str, list[int]]]]) -> tuple[int, ...]:
        if self.result is not None:
            places = self.result.places
            return tuple(sorted(self.players, key=lambda player: (places[player], player)))
        if not numbers:
            return tuple(self.players)
        return tuple(sorted(self.players, key=lambda player: ([row for _, row in numbers[player]], player)))

    # -- steps -------------------------------------------------------------------------------------------

    def _step(
        self, keys: tuple[Ranked, ...], numbers: dict[int, list[tuple[str, list[int]]]], one: int, other: int
    ) -> Step:
        """By which key the one stands before the other."""
        equal: list[str] = []
        for key, (_, mine), (_, theirs) in zip(keys, numbers[one], numbers[other], strict=True):
            first, second = key.values[one].value, key.values[other].value
            if mine != theirs:
                before = f"equal by {', '.join(equal)}; then " if equal else ""
                return Step(one, other, f"{before}{key.name}: {first} against {second}")
            equal.append(f"{key.name} ({first})")
        assert self.decl is not None
        last = _LAST.get(self.decl.last, "")
        text = f"equal by {', '.join(equal) or 'everything'}; {last}"
        return Step(one, other, text, self.decl.last in {"shared", "nobody"})


def _is_part(name: str, key: str) -> bool:
    return name.startswith(f"{key} ") and name[len(key) + 1 :].isdecimal()
