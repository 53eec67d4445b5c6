"""Stages of several parts: what is offered step by step, against all combinations tried by hand."""

from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.core.ir import Program
from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.state import State, start
from tests.laws.cases import game as game_of
from tests.small import game

FRUITS = ("apple", "pear", "plum", "cherry")


def subsets(items: tuple[str, ...], low: int, high: int) -> list[tuple[str, ...]]:
    sizes = range(low, high + 1)
    return list(chain.from_iterable(combinations(items, size) for size in sizes))


def picnic_moves() -> set[str]:
    """Every move at the start of the picnic, by the words of its ruleset alone."""
    found = {"nothing"}
    for which in subsets(FRUITS, 1, 2):
        rest = tuple(fruit for fruit in FRUITS if fruit not in which)
        for extra in subsets(rest, 0, len(rest)):
            if 2 * len(which) + len(extra) <= 4 and (len(which) == 1 or not extra):
                said = " extra " + " ".join(extra) if extra else ""
                found.add(f"eat which {' '.join(which)}{said}")
    for dish in product((*FRUITS, "none"), repeat=2):
        if dish.count("apple") <= 1 and dish != ("none",) * 2:
            found.add(f"lay dish {' '.join(dish)}")
    for fruit in product(FRUITS, repeat=2):
        for early in subsets(("1", "2"), 1, 2):
            if not any(fruit[int(dish) - 1] == "cherry" for dish in early):
                found.add(f"wish_for fruit {' '.join(fruit)} early {' '.join(early)}")
    return found


@pytest.fixture
def state() -> State:
    return start(game_of("picnic").engine(2, {}), 1)


def by_stages(state: State, taken: int) -> set[str]:
    """All whole moves that the small choices lead to, each with the words chosen on the way."""
    if state.taken > taken:
        (move,) = [one.move for one in state.trail if hasattr(one, "move")]
        return {str(move)}
    found: set[str] = set()
    for value in state.stage(1).values:
        found |= by_stages(state.choose(1, value), taken)
    return found


def test_the_legal_moves_are_those_tried_by_hand(state: State) -> None:
    moves = [str(move) for move in state.legal(1)]

    assert set(moves) == picnic_moves()
    assert len(moves) == len(set(moves)) == state.count(1)


def test_small_choices_lead_to_the_same_moves(state: State) -> None:
    assert by_stages(state, state.taken) == picnic_moves()


def test_every_legal_move_can_be_made_by_its_words_and_by_its_number(state: State) -> None:
    for number, move in enumerate(state.legal(1)):
        if number % 7 == 0:
            assert state.nth(1, number) == move
            assert state.apply(1, str(move)) == state.apply(1, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("eat which apple pear extra plum", "not_too_much"),
        ("eat which apple apple", "which"),
        ("eat which apple pear plum", "which"),
        ("eat extra plum", "which"),
        ("eat which apple extra apple", "extra"),
        ("eat which stone", "which"),
        ("lay dish apple apple", "few_apples"),
        ("lay dish none none", "something"),
        ("lay dish apple", "dish"),
        ("lay dish apple pear plum", "action"),
        ("wish_for fruit cherry pear early 1", "no_cherry_early"),
        ("wish_for fruit pear pear", "early"),
    ],
)
def test_says_what_stands_against_a_move(state: State, move: str, reason: str) -> None:
    refusal = state.refusal(1, move)

    assert refusal is not None and refusal.reason == reason


def test_words_may_stand_in_any_order_and_stages_without_names(state: State) -> None:
    after = state.apply(1, "eat which apple extra plum pear")

    by_name = {"action": "eat", "choices": {"which": "apple", "extra": ["pear", "plum"]}}
    assert after == state.apply(1, by_name)
    assert state.apply(1, "lay none plum") == state.apply(1, "lay dish none plum")


def test_tells_what_is_made_so_far(state: State) -> None:
    state = state.choose(1, "eat")
    assert state.stage(1).stage == "which" and "done" not in state.stage(1).values
    state = state.choose(1, "pear")
    assert state.stage(1).made == ("pear",)
    assert state.stage(1).values == ("done", "plum", "cherry")
    state = state.choose(1, "done")
    assert state.stage(1).chosen == (("which", "pear"),) and state.stage(1).made == ()
    with pytest.raises(Refusal):
        state.choose(1, "pear")


def test_names_the_key_whose_value_is_chosen(state: State) -> None:
    state = state.choose(1, "lay").choose(1, "apple")

    assert (state.stage(1).part, state.stage(1).made) == ("2", ("apple",))
    assert "apple" not in state.stage(1).values


def without_look_ahead(program: Program) -> Program:
    return replace(
        program,
        decisions=tuple(
            replace(
                decision,
                alternatives=tuple(
                    replace(one, stages=tuple(replace(stage, may=()) for stage in one.stages))
                    for one in decision.alternatives
                ),
            )
            for decision in program.decisions
        ),
    )


def test_looking_ahead_changes_no_move() -> None:
    with_it = game_of("picnic").engine(3, {"greedy": "true"})
    without = Engine(without_look_ahead(with_it.program))
    assert any(stage.may for one in with_it.program.decisions[0].alternatives for stage in one.stages)

    one, other = start(with_it, 5), start(without, 5)
    while not one.is_over:
        (player,) = one.to_move
        moves = list(one.legal(player))
        assert moves == list(other.legal(player))
        move = moves[len(moves) // 3]
        one, other = one.apply(player, move), other.apply(player, move)


BUDGET = """
    players: 2
    longest: 60 decisions
    kinds:
      Card: 1..40
    components:
      laid: set of Card
      left: 0..90 = 90
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: lay, nothing
    actions:
      lay:
        choose:
          cards: 1..6 of (Card - laid)
        requires:
          covered: (sum of c for c in cards) {compare}
        do: |
          remove (sum of c for c in cards) from left
          add cards to laid
    ends:
      over: left = 0
"""


@pytest.fixture
def budget(tmp_path: Path) -> Game:
    return game(tmp_path, BUDGET.format(compare="= left"))


def test_a_sum_is_met_without_trying_everything(budget: Game) -> None:
    # 90 out of six cards of 40: among 4.6 million combinations the first is found at once.
    state = start(budget.engine(2, {}), 1).choose(1, "lay")

    assert state.stage(1).values[:3] == ("1", "2", "3")
    assert "40" not in state.stage(1).values  # 40 and nothing above it


def test_what_no_combination_meets_is_given_up(tmp_path: Path) -> None:
    stubborn = game(tmp_path, BUDGET.format(compare="* (sum of c for c in cards) mod 4 = 2"))

    with pytest.raises(RulesError) as error:
        start(stubborn.engine(2, {}), 1)
    assert error.value.code == "E708"


def test_playouts_choose_such_moves_stage_by_stage() -> None:
    outcome = playout(game_of("picnic").engine(2, {}), 3)

    assert outcome.staged == outcome.choices > 0


def test_a_move_of_more_than_anybody_counts_is_found_by_its_number(tmp_path: Path) -> None:
    many = game(tmp_path, BUDGET.format(compare=">= 0"))
    state = start(many.engine(2, {}), 1)

    assert str(state.nth(1, 2)) == "lay cards 1 2 3"
    assert state.count(1, 1000) == 1000
