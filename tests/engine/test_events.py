from dataclasses import replace

from interpreter.core.ir import Domain
from interpreter.engine.events import Drawn, Move, Taken, Told
from interpreter.engine.machine import Engine
from interpreter.engine.state import State, begin, start
from interpreter.engine.telling import told_text
from tests.programs.stalls import SCRIPT
from tests.programs.tic_tac_toe import tic_tac_toe

P1, P2 = frozenset({1}), frozenset({2})


def test_chance_and_log_of_the_set_up(dealt: State) -> None:
    drawn = [(event.domain, event.index, event.seen) for event in dealt.trail if isinstance(event, Drawn)]
    assert drawn == [(1, 0, P1), (1, 2, P1), (1, 1, P2), (1, 1, P2), (1, 1, P1), (1, 2, P2)]
    told = [event for event in dealt.trail if isinstance(event, Told)]
    assert [(told_text(dealt.engine.program, event), event.seen) for event in told] == [
        ("P1 draws", None),
        ("P1 draws apple", P1),
        ("P1 draws", None),
        ("P1 draws cheese", P1),
        ("P2 draws", None),
        ("P2 draws bread", P2),
        ("P2 draws", None),
        ("P2 draws bread", P2),
    ]
    places = {event.place.rule for event in dealt.trail if isinstance(event, Drawn) and event.place}
    assert places == {"setup.draw"}


def test_the_trail_is_that_of_one_transition_in_order(dealt: State) -> None:
    state = dealt.apply(1, "sell apple 3").apply(2, "whisper cheese").apply(1, "whisper none")
    assert state.trail == (Taken(1, Move("whisper", (("guess", "none"),)), forced=False, hidden=("guess",)),)
    assert state.apply(2, "sell bread 2").trail == (
        Taken(2, Move("sell", (("good", "bread"), ("stall", "2"))), forced=False),
        Told(2, (1, 1, 1, 2), None),
        Told(3, (0,), None),
        Told(3, (1,), None),
    )
    assert told_text(dealt.engine.program, Told(2, (1, 1, 1, 2), None)) == "P2 sells bread at 2 for 2"


def test_small_choices_tell_nothing_before_the_last(dealt: State) -> None:
    half = dealt.choose(1, "sell").choose(1, "apple")
    assert half.trail == ()
    whole = half.choose(1, "3")
    assert whole.trail == dealt.apply(1, "sell apple 3").trail


def test_only_the_player_knows_a_hidden_value() -> None:
    taken = Taken(1, Move("whisper", (("guess", "bread"),)), forced=False, hidden=("guess",))
    assert str(taken.move_for(1)) == "whisper guess bread"
    assert str(taken.move_for(2)) == str(taken.move_for(None)) == "whisper guess ?"
    open_move = Taken(1, Move("sell", (("good", "apple"),)), forced=False)
    assert open_move.move_for(2) is open_move.move


def test_a_player_sees_what_is_theirs(dealt: State) -> None:
    assert dealt.view(1) == {
        "components": {
            "hand": {"P1": {"apple": 1, "cheese": 1}},
            "coins": {"P1": 0, "P2": 0},
            "stalls": [1, 2, 3],
            "luck": {"P1": "bread"},
        },
        "hidden": ["sack", "hand(P2)", "luck(P2)"],
    }
    assert dealt.view(2)["hidden"] == ["sack", "hand(P1)", "luck(P1)"]
    assert dealt.view(None)["hidden"] == ["sack", "hand(P1)", "hand(P2)", "luck(P1)", "luck(P2)"]


def test_what_is_shown_is_seen_by_everybody(dealt: State) -> None:
    over = dealt.apply(1, "sell apple 3").apply(2, "whisper cheese").apply(1, "whisper none")
    over = over.apply(2, "sell bread 2")
    assert over.view(None) == {
        "components": {
            "hand": {"P1": {"cheese": 1}, "P2": {"bread": 1}},
            "coins": {"P1": 3, "P2": 3},
            "stalls": [1],
            "luck": {},
        },
        "hidden": ["sack", "luck(P1)", "luck(P2)"],
    }
    assert over.view(1)["components"]["luck"] == {"P1": None}  # type: ignore[index,call-overload]


def test_a_view_does_not_change_with_what_it_hides(market: Engine, dealt: State) -> None:
    other = start(market, 7, chance=iter([0, 2, 0, 1, 1]))  # P2 holds an apple and a loaf
    assert other.view(1) == dealt.view(1)
    assert other.view(None) == dealt.view(None)
    assert other.view(2) != dealt.view(2)
    assert list(other.legal(1)) == list(dealt.legal(1))


def test_flags_are_true_or_false() -> None:
    program = tic_tac_toe()
    flags = replace(
        program,
        domains=(Domain("flag", 2, 0, ("false", "true")), *program.domains[1:]),
        components=(replace(program.components[0], optional=True),),
    )
    state = start(Engine(flags), 1).apply(1, "a1").apply(2, "b1")
    mark = state.view(None)["components"]["mark"]  # type: ignore[index,call-overload]
    assert [mark[cell] for cell in ("a1", "b1", "c1")] == [False, True, None]


def test_several_keys_are_maps_in_maps(dealt: State) -> None:
    program = dealt.engine.program
    counts = replace(program.components[1], name="counts", keys=(0, 1), form="integer", domain=-1, shown=-1)
    state = begin(Engine(replace(program, components=(counts,))), dealt.slots, 7)
    assert state.view(1) == {
        "components": {"counts": {"P1": {"apple": 1, "bread": 0, "cheese": 1}}},
        "hidden": ["counts(P2, apple)", "counts(P2, bread)", "counts(P2, cheese)"],
    }


def test_one_engine_serves_matches_side_by_side(market: Engine) -> None:
    first, second = start(market, 7, chance=iter(SCRIPT)), start(market, 7, chance=iter(SCRIPT))
    one = first.apply(1, "sell apple 3")
    two = second.apply(1, "sell apple 1")
    assert len(one.trail) == len(two.trail) == 2
    assert first.apply(1, "sell apple 3") == one
