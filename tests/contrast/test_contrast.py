"""Two games in play: what can be worked out by hand, the first step that differs, what can't be compared."""

from collections.abc import Callable
from typing import Any

import pytest

from interpreter import Game
from interpreter.engine.machine import Engine
from interpreter.study.contrast.contrast import Compared, Contrast, Wish, contrast
from interpreter.study.contrast.first_step import first_step, step_of_pair
from interpreter.study.simulate import simulate
from tests.small import game

STICKS = """
players: 2
longest: 20 decisions
components:
  pile: 0..9 = 4
  last: Player or none
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: take
    if stuck: finish
actions:
  take:
    choose: {number: 1..2}
    requires: {there: number <= pile}
    do: |
      remove number from pile
      set last to me
ends:
  empty: pile = 0
ranking:
  of: p in Player
  keys: {took: highest (1 if last = p else 0)}
  last: shared
"""

Make = Callable[..., Engine]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """The engine of the game of sticks with some texts in the place of others, made once."""
    known: dict[tuple[str, ...], Engine] = {}

    def made(*changes: str, players: int | None = None) -> Engine:
        key = (*changes, str(players))
        if key not in known:
            text = STICKS
            for old, new in zip(changes[::2], changes[1::2], strict=True):
                assert old in text
                text = text.replace(old, new)
            found: Game = game(tmp_path_factory.mktemp("game"), text)
            known[key] = found.engine(players)
        return known[key]

    return made


def played(old: Engine, new: Engine, games: int = 400, **wish: Any) -> Contrast:
    return contrast(old, new, Wish(games, **{"executor": "python", **wish}))


def figure(found: Contrast, sort: str, of: str = "") -> Compared:
    return next(one for one in found.figures if (one.sort, one.of) == (sort, of))


def holds(found: Compared, old: float, new: float) -> bool:
    sides = ((found.old, old), (found.new, new), (found.difference, new - old))
    return all(one is not None and one.low <= value <= one.high for one, value in sides)


def test_figures_hold_what_is_worked_out_by_hand(make: Make) -> None:
    # Who is to move with n sticks takes 1 or 2, each as likely, so that a match has m(n) moves with
    # m(1) = 1, m(2) = 1.5, m(3) = 1 + (m(2) + m(1)) / 2 = 2.25, m(4) = 1 + (m(3) + m(2)) / 2 = 2.875,
    # and who is to move takes the last stick with the chances
    # w(1) = 1, w(2) = 0.5, w(3) = 1 - (w(2) + w(1)) / 2 = 0.25, w(4) = 1 - (w(3) + w(2)) / 2 = 0.625.
    found = played(make(), make("= 4", "= 3"), 300)

    assert found.games == 300
    assert holds(figure(found, "moves"), 2.875, 2.25)
    assert holds(figure(found, "action", "take"), 2.875, 2.25)
    assert holds(figure(found, "won", "P1"), 0.625, 0.25)
    assert holds(figure(found, "won", "P2"), 0.375, 0.75)
    assert holds(figure(found, "score", "P1"), 0.625, 0.25)
    assert all(figure(found, *one).differs for one in (("moves",), ("won", "P1"), ("score", "P2")))
    assert figure(found, "end", "empty").difference is not None
    assert not figure(found, "end", "empty").differs
    assert found.score == ("took", "took")
    assert [sum(counts.values()) for counts in found.lengths] == [300, 300]
    assert set(found.lengths[1]) == {2, 3}
    assert not found.is_same and found.cannot == ()


def test_the_same_rules_play_the_same_games(make: Make) -> None:
    found = played(make(), make(), 60)

    assert found.is_same and found.same == 60
    assert found.search is not None and found.search.first is None
    assert not any(one.differs for one in found.figures)


def test_each_game_is_counted_as_a_simulation_counts_it(make: Make) -> None:
    old, new = make(), make("= 4", "= 3")
    found = played(old, new, 60, seed="tree", policy="stage")

    for side, engine in (("old", old), ("new", new)):
        alone = simulate(engine.program, 60, "tree", policy="stage", executor="python").tally
        moves, won = (getattr(figure(found, *one), side) for one in (("moves",), ("won", "P2")))
        assert moves.estimate == alone.moves.mean
        assert won.estimate == (alone.seats[1].wins + alone.seats[1].shared_wins) / 60


def test_each_difference_has_the_level_with_which_all_hold_together(make: Make) -> None:
    found = played(make(), make("= 4", "= 3"), 40)
    compared = [one for one in found.figures if one.difference is not None]

    assert found.level == pytest.approx(1 - 0.05 / len(compared))


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_sums_depend_neither_on_jobs_nor_on_the_executor(make: Make, jobs: int) -> None:
    engines = make(), make("= 4", "= 3")
    first = played(*engines, 40, executor="reference").to_json()
    again = played(*engines, 40, jobs=jobs, executor="python").to_json()

    assert first.pop("executors") != again.pop("executors")
    assert first == again


def test_the_first_step_is_the_first_at_which_something_else_is_offered(make: Make) -> None:
    # With three sticks and more a third choice is there from the first decision on.
    found = first_step((make(), make("1..2", "1..3")), "7", {}).first

    assert found is not None
    assert (found.seed, found.decisions, found.what) == ("7", 0, "offer")
    assert (found.old.offered, found.old.only) == (2, ())
    assert (found.new.offered, found.new.only) == (3, ("take number 3",))
    assert found.old.turn == "P1"


def test_what_lies_on_the_table_differs_before_anything_is_chosen(make: Make) -> None:
    found = first_step((make(), make("= 4", "= 5")), "7", {}).first

    assert found is not None
    assert (found.decisions, found.what) == (0, "table")
    assert (found.old.table, found.new.table) == (("pile = 4",), ("pile = 5",))


def test_what_happens_differs_behind_a_move(make: Make) -> None:
    found = first_step((make(), make("set last to me", "set last to none")), "7", {}).first

    assert found is not None
    assert (found.decisions, found.what) == (1, "log")
    assert found.old.log[-1] == found.new.log[-1]
    assert found.old.then != found.new.then


def test_whose_turn_it_is_differs(make: Make) -> None:
    found = first_step((make(), make("from P1", "from P2")), "7", {}).first

    assert found is not None
    assert (found.decisions, found.what, found.old.turn, found.new.turn) == (0, "turn", "P1", "P2")


def test_one_match_is_over_before_the_other(make: Make) -> None:
    found = first_step((make(), make("pile = 0", "pile <= 2")), "7", {}).first

    assert found is not None
    assert found.what == "end"
    assert found.old.turn and not found.new.turn


def test_the_rules_of_one_fail(make: Make) -> None:
    failing = make("remove number from pile", "remove number from pile\n      add 9 to pile")
    found = first_step((make(), failing), "7", {}).first

    assert found is not None
    assert (found.what, found.old.failure) == ("failure", "")
    assert "pile" in found.new.failure


def test_nothing_differs_where_only_names_do(make: Make) -> None:
    named = make("take", "lift", "pile", "heap")
    names = {"take": "lift", "pile": "heap"}
    found = played(make(), named, 30, names=names)

    assert first_step((make(), named), "7", names).first is None
    assert found.is_same
    assert [one.of for one in found.figures if one.sort == "action"] == ["lift"]
    assert played(make(), named, 30).cannot == (
        "actions that only A has: take", "actions that only B has: lift",
    )  # fmt: skip


def test_the_step_of_a_pair_is_that_of_the_games_that_are_counted(make: Make) -> None:
    # Taking one of the last three sticks is no longer possible; so games differ only if that is reached.
    engines = make(), make("number <= pile", "number <= pile and not (pile = 3 and number = 1)")
    found = played(*engines, 40, seed="5")
    pairs = [step_of_pair(engines, "5", number, "auto", {}) for number in range(6)]

    assert found.search is not None and found.search.first is not None
    for number, step in enumerate(pairs):
        one = played(*engines, number + 1, seed="5")
        before = played(*engines, number, seed="5").same if number > 1 else None
        if step is None and before is not None:
            assert one.same == before + 1
        if step is not None:
            assert (step.pair, step.what) == (number, "offer")
            assert step.old.only == ("take number 1",) and step.new.only == ()
            assert step.old.offered == 2 and step.new.offered == 1


def test_other_numbers_of_players_are_compared_as_far_as_that_goes(make: Make) -> None:
    found = played(make(), make("players: 2", "players: 3"), 40)

    assert found.search is None and not found.is_same
    assert figure(found, "moves").difference is not None
    assert [(one.of, one.difference) for one in found.figures if one.sort == "won"] == [
        (f"P{player} of {players}", None) for players in (2, 3) for player in range(1, players + 1)
    ]
    assert found.cannot[0].startswith("the first step, the wins and the scores")


def test_rankings_without_a_common_key_have_no_common_score(make: Make) -> None:
    found = played(make(), make("took:", "got:"), 20)

    assert not [one for one in found.figures if one.sort == "score"]
    assert found.cannot == ("scores: the rankings have no key of the same name",)


def test_the_failure_of_a_game_says_whose_it_is(make: Make) -> None:
    failing = make("remove number from pile", "remove number from pile\n      add 9 to pile")
    with pytest.raises(Exception, match="pile") as caught:
        played(make(), failing, 20)

    assert caught.value.__notes__ == ["in game 0 of B, simulated with seed 0"]


def test_where_moves_are_made_by_stages_the_stage_is_named_that_offers_something_else(make: Make) -> None:
    stages = "choose:\n      taken: 1..2\n      number: any of SET"
    picks = ("number <= pile", "taken <= pile", "remove number", "remove taken", "choose: {number: 1..2}")
    old, new = (make(*picks, stages.replace("SET", some)) for some in ("1..2", "1..3"))
    found = first_step((old, new), "7", {}).first

    assert found is not None
    assert (found.what, found.old.only) == ("choice", ())
    assert len(found.new.only) == 1 and found.new.only[0].endswith("number 3")


def test_both_are_over_and_somebody_else_has_won(make: Make) -> None:
    found = first_step((make(), make("highest (1", "lowest (1")), "7", {}).first

    assert found is not None
    assert (found.what, found.old.turn, found.new.turn) == ("end", "", "")
    assert {found.old.result, found.new.result} == {"won by P1", "won by P2"}
