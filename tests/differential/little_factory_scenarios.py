"""The scenarios of Little Factory, run by the second implementation instead of the engine.

What a scenario expects is so said by two who know nothing of one another. The conditions are a small part of
the language, so small that a few replacements make Python of them.
"""

import keyword
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.differential.little_factory_second import Table, lots, move_of

FOLDER = Path(__file__).parents[2] / "rulesets" / "little-factory" / "scenarios"

Scenario = Mapping[str, Any]


def scenarios() -> Iterator[tuple[str, Scenario]]:
    """Every scenario of a match that starts, with the file it stands in."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))["scenarios"]:
            if "start_refused" not in scenario:
                yield path.stem, scenario


@dataclass
class Script:
    """Chance as a scenario writes it; where it writes none, by lot."""

    written: list[str] | None
    seed: int

    def __post_init__(self) -> None:
        self._lot = lots(random.Random(self.seed).choice)

    def __call__(self, source: str, possible: Mapping[str, int]) -> str:
        if self.written is None:
            return self._lot(source, possible)
        if len(possible) == 1:
            return next(iter(possible))
        assert self.written, f"{sorted(possible)} are drawn from {source}, but the script ends here"
        card = self.written.pop(0)
        assert card in possible, f"{card} cannot be drawn from {source}"
        return card


def run(scenario: Scenario, seed: int) -> None:
    """Play a scenario and assert everything it expects. The seed counts only where chance is not written."""
    written = list(scenario["chance"]) if "chance" in scenario else None
    script = Script(written, seed)
    table = start(scenario, script)
    table.force()
    for step in scenario.get("when", ()):
        make(table, step)
    assert not script.written, f"chance is not asked for {script.written}"
    for condition in scenario.get("then", ()):
        assert holds(table, condition), condition
    for player, wanted in scenario.get("legal", {}).items():
        assert_legal(table, player, wanted)
    assert_end(table, scenario)


def start(scenario: Scenario, script: Script) -> Table:
    """The table as given, or set up where there is a seed."""
    options = scenario.get("options", {})
    any_card = options.get("first_turn_coins") == "any_card"
    unlimited = options.get("influence_tokens") == "unlimited"
    table = Table(scenario["players"], script, any_card, unlimited)
    if "seed" in scenario:
        table.set_up()
        return table
    for name, given in scenario["given"].items():
        place(table, name, given)
    table.go_on()
    return table


def place(table: Table, name: str, given: Any) -> None:
    """Put what is given on the table."""
    if name == "first_player":
        table.turn = table.first = seat(given)
    elif name == "tokens":
        table.tokens = given
    elif name in {"row", "deck", "pile"}:
        setattr(table, name, Counter(given))
    elif name in {"starters", "plots", "street", "used"}:
        setattr(table, name, set(given))
    else:
        values = getattr(table, name)
        for player, value in given.items():
            values[seat(player)] = {"hand": Counter, "built": set}.get(name, int)(value)


def seat(player: str) -> int:
    return int(player[1:]) - 1


def make(table: Table, step: str | Mapping[str, str]) -> None:
    """Make a move, or see that it is refused for the reason that is written, and for no other."""
    if isinstance(step, str):
        player, _, text = step.partition(" ")
        assert why_not(table, player, text) == set(), step
        table.play(move_of(text))
        table.force()
        return
    player, _, text = step["refused"].partition(" ")
    assert why_not(table, player, text) == {step["because"]}, step


def why_not(table: Table, player: str, text: str) -> set[str]:
    if not table.over and seat(player) != table.turn:
        return {"turn"}
    return table.faults(move_of(text))


def assert_legal(table: Table, player: str, wanted: int | list[str]) -> None:
    moves = table.moves() if seat(player) == table.turn else []
    if isinstance(wanted, int):
        assert len(moves) == wanted, f"{len(moves)} moves of {player}"
    else:
        assert set(moves) == {move_of(text) for text in wanted}
        assert len(moves) == len(wanted)


def assert_end(table: Table, scenario: Scenario) -> None:
    if scenario.get("result") == "none":
        assert not table.over
    elif "result" in scenario:
        assert table.over
        assert scenario["result"] == {f"P{p + 1}": place for p, place in enumerate(table.places())}
    if "won" in scenario:
        assert table.over
        assert scenario["won"] == [f"P{p + 1}" for p, place in enumerate(table.places()) if place == 1]


# -- conditions -----------------------------------------------------------------------------------------

REWRITTEN = (
    (r"\(count (\w+) in (.+?) where (.+?)\)(?= [=<>])", r"sum(1 for \1 in \2 if \3)"),
    (r"\(sum of (.+?) for (\w+) in (.+?)\)(?= [=<>])", r"sum(\1 for \2 in \3)"),
    (r"^every (\w+) in (\w+) has (.+)$", r"all(\3 for \1 in \2)"),
    (r"\bis empty\b", "== 0"),
    (r"(?<![=!<>])=(?!=)", "=="),
)


def holds(table: Table, condition: str) -> bool:
    """Whether a condition holds. Names that the table does not know are members, and stand for themselves."""
    text = condition
    for pattern, replacement in REWRITTEN:
        text = re.sub(pattern, replacement, text)
    words = Words(table)
    known = {name: words[name] for name in re.findall(r"[A-Za-z_]\w*", text) if not keyword.iskeyword(name)}
    return bool(eval(text, known | {"sum": sum, "all": all}))


class Held(Counter[str]):
    """A bag or a set, read as ``row(wood)``; it equals a number if it holds so many, and a set alike."""

    def __call__(self, member: str) -> int:
        return self[member]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.total() == other
        return isinstance(other, tuple) and +self == Counter(other)

    def __and__(self, other: object) -> "Held":
        assert isinstance(other, tuple)
        return Held({member: n for member, n in self.items() if member in other})

    def __contains__(self, member: object) -> bool:
        return self[str(member)] > 0

    __hash__ = None  # type: ignore[assignment]


class Words(dict[str, Any]):
    """What the words of a condition mean at a table."""

    def __init__(self, table: Table) -> None:
        players = [f"P{p + 1}" for p in range(table.players)]
        super().__init__(
            row=Held(table.row),
            deck=Held(table.deck),
            pile=Held(table.pile),
            street=Held(table.street),
            plots=Held(table.plots),
            used=Held(table.used),
            tokens=table.tokens,
            first_player=players[table.first],
            Player=players,
            size=lambda held: held.total(),
            hand=lambda p, *good: Held(table.hand[seat(p)])(*good) if good else Held(table.hand[seat(p)]),
            built=lambda p: Held(table.built[seat(p)]),
            coins=lambda p: table.coins[seat(p)],
            influence=lambda p: table.influence[seat(p)],
            points=lambda p: table.points()[seat(p)],
            left=lambda p: players[(seat(p) + 1) % table.players],
            right=lambda p: players[(seat(p) - 1) % table.players],
        )

    def __missing__(self, name: str) -> str:
        return name
