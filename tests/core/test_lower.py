"""Lowering: phrases and their core form, which locals are state, where joints remain."""

from pathlib import Path

import pytest

from interpreter.core import ir
from interpreter.core.phrase import lower_phrase
from interpreter.core.text import print_part
from interpreter.core.verify import verify
from interpreter.syntax.document import Scalar
from interpreter.text.scalar_map import ScalarMap
from interpreter.text.span import Source, Span
from tests.small import game

RULES = """
    players: 2..4
    longest: 99 decisions
    options:
      big: flag = false
    kinds:
      Colour: red, blue, green
      Land: {rows: {a1: 'b2, 4', b2: 'a1, 7'}, has: {near: set of Land, price: 0..9}}
    components:
      huts: bag of Colour up to 12 per Land
      owner: Player or none per Land
      coins: 2..40 per Player
      villages: set of Land
    terms:
      crowd(l in Land): size(huts(l))
      full: all l in Land where crowd(l) > 3
    phases:
      turns: {who: each clockwise from P1, repeat: until the end, one of: pass}
    actions:
      pass: {do: nothing}
    ends:
      over: villages = Land
    ranking: {of: p in Player, last: shared}
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> "Lowering":
    return Lowering(tmp_path_factory.mktemp("lower"))


class Lowering:
    def __init__(self, folder: Path) -> None:
        self.game = game(folder, RULES)
        self.program = self.game.program(2)
        self.world = self.game.checked().world

    def text(self, phrase: str, **options: int) -> str:
        span = Span(Source("t", phrase), 0, len(phrase))
        scalar = Scalar(phrase, phrase, "plain", span, ScalarMap(span))
        found, findings = lower_phrase(self.world, self.program, {"big": 0, **options}, scalar)
        assert found is not None, findings
        return print_part(found.expr)


# Slots: huts 0-5 (three counts a land), owner 6-7, coins 8-9, villages 10.
@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("7 + 2 * 3", "(Const 13)"),
        ("red", "(Const 0)"),
        ("none", "(Const -1)"),
        ("owner(a1)", "(Read 6)"),
        ("huts(b2, green)", "(Read 5)"),
        ("price(b2)", "(Const 7)"),
        ("near(a1)", "(SetConst 2 2)"),
        ("(red, green)", "(SetConst 5 3)"),
        ("villages + a1", '(SetOp "union" (Read 10) (SetConst 1 2))'),
        ("a1 in villages", "(Member (Const 0) (Read 10))"),
        ("villages is empty", "(Empty (Read 10))"),
        ("big and villages is empty", "(Const 0)"),
        ("big or villages is empty", "(Empty (Read 10))"),
        ("size(villages)", "(Size (Read 10))"),
        ("villages <= Land", '(SetCompare "subset" (Read 10) (SetConst 3 2))'),
        ("not (owner(a1) = none)", '(Not (Compare "eq" (Read 6) (Const -1)))'),
        ("last(Colour)", "(Const 2)"),
        ("player_count", "(Const 2)"),
    ],
)
def test_phrase(small: Lowering, phrase: str, text: str) -> None:
    assert small.text(phrase) == text


def test_an_option_is_a_constant(small: Lowering) -> None:
    assert small.text("coins(P1) if big else 0") == "(Const 0)"
    assert small.text("coins(P1) if big else 0", big=1) == "(Read 8)"


def test_a_term_without_parameters_is_computed_once(small: Lowering) -> None:
    text = small.text("every l in full has near(l) & full is empty")
    assert text.startswith("(Let ")
    assert text.count('"gt"') == 1


def test_the_program_is_sound(small: Lowering) -> None:
    assert verify(small.program) == ()


def test_one_test_of_the_end_is_left_behind_each_action(small: Lowering) -> None:
    """Before the first decision and after an action; the joint before the next decision sees no change."""
    tests = [
        block for block in small.program.blocks
        if isinstance(block.end, ir.Branch) and isinstance(block.end.test, ir.SetCompare)
    ]  # fmt: skip
    assert len(tests) == 1, "nothing changes in this game, so one look is enough for ever"


def test_locals_of_one_block_are_scratch(small: Lowering) -> None:
    roles = {slot.name: slot.role for slot in small.program.slots}
    assert roles["me"] == "local"
    assert roles["turn"] == "local"
    assert {role for name, role in roles.items() if name.startswith(("scratch", "term"))} <= {"scratch"}


def test_equal_positions_hash_equal(tmp_path: Path) -> None:
    """Two orders of the same marks lead to the same digest: dead locals are cleared."""
    rules = """
        players: 2
        longest: 9 decisions
        boards: {Cell: {grid: 3 by 3}}
        components: {mark: Player or none per Cell}
        phases:
          turns: {who: each clockwise from P1, repeat: until the end, one of: place, if stuck: finish}
        actions:
          place:
            choose: {cell: all c in Cell where mark(c) = none}
            let: {lucky: cell}
            do: set mark(lucky) to me
        ranking: {of: p in Player, last: shared}
    """
    loaded = game(tmp_path, rules)
    digests, slots = [], []
    for moves in (("a1", "b2", "c3"), ("c3", "b2", "a1")):
        match = loaded.start(2)
        for cell in moves:
            match.apply(match.state.to_move[0], f"place cell {cell}")
        digests.append(match.state.digest)
        slots.append(match.state.slots)
    assert slots[0] == slots[1]
    assert digests[0] == digests[1]
