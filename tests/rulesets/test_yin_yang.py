"""What a player of Yin Yang can ask says nothing of the laws that the opponent hides.

Each test plays two matches that differ only in what one player hides, and asks all that the other one, or
somebody who watches, can ask.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from interpreter import Game, Match, load
from interpreter.record.extract import extract
from tests.differential.yin_yang_lots import a_move, content
from tests.differential.yin_yang_second import (
    BESIDE,
    BLACK,
    DOMINOES,
    LAWS,
    PLAYERS,
    SQUARES,
    WINDOWS,
    Options,
    Player,
    Table,
    opponent,
)

NAME = "yin-yang"

EVERYTHING = (
    *(f"walk from {here} to {there}" for here in SQUARES for there in BESIDE[here]),
    *(f"apply domino {domino} window {window}" for domino in DOMINOES for window in WINDOWS),
    *("nothing", "change_nothing", "offer_draw", "accept", "refuse"),
    *(
        f"rewrite which {domino} content {text}"
        for domino in DOMINOES
        for text in ("BBBB->adapt", "....->BB..")
    ),
    "write content BBBB->adapt BBBB->adapt BBBB->adapt BBBB->adapt",
)
MANY = 200
"""Of more moves no list is made: a hand of four laws can be written in billions of ways."""

DEAF = "....->BB.. ....->BB.. ....->WW.."
"""Three laws that fit nowhere in the positions at hand."""


@pytest.fixture(scope="module")
def yin_yang() -> Game:
    game = load(NAME).game
    assert game is not None
    return game


def seat(player: Player) -> int:
    return PLAYERS.index(player) + 1


def played(game: Game, moves: list[str], options: Options | None = None) -> Match:
    """A match after moves such as `1 walk from a4 to a3`."""
    match = game.start(2, 7, vars(options or Options()), forced="ask")
    for move in moves:
        match.apply(int(move[0]), move[2:])
    return match


def told(match: Match, reader: int | None) -> dict[str, Any]:
    """All that a reader may learn of a match."""
    state = match.state
    answers: dict[str, Any] = {
        "view": state.view(reader),
        "log": [entry.text for entry in match.log(reader)],
        "extract": json.dumps(extract(match, reader), sort_keys=True),
        "to move": (state.asked, state.is_over),
    }
    if reader is not None:
        refusals = (state.refusal(reader, move) for move in EVERYTHING)
        answers["refusals"] = [one and (one.reason, one.message, one.values, one.help) for one in refusals]
    if reader in state.to_move:
        answers["stage"] = state.stage(reader)
        answers["count"] = state.count(reader, MANY)
        if answers["count"] < MANY:
            answers["legal"] = [str(move) for move in state.legal(reader)]
    return answers


def assert_alike(one: Match, two: Match, reader: int | None) -> None:
    mine, twin = told(one, reader), told(two, reader)
    for what in mine:
        assert mine[what] == twin[what], what


# -- writing ----------------------------------------------------------------------------------------------


def test_nobody_learns_what_the_other_writes_or_that_it_is_written(yin_yang: Game) -> None:
    one = f"1 write content BBBB->B.BB {DEAF}"
    two = f"1 write content WWWW->adapt {DEAF}"
    for reader in (2, None):
        assert_alike(played(yin_yang, []), played(yin_yang, [one]), reader)
        assert_alike(played(yin_yang, [one]), played(yin_yang, [two]), reader)
        assert_alike(played(yin_yang, [one]), played(yin_yang, [two, one]), reader)
    white = f"2 write content BBBB->B.BB {DEAF}"
    for reader in (1, None):
        assert_alike(played(yin_yang, []), played(yin_yang, [white]), reader)
    assert told(played(yin_yang, [one]), 1)["view"] == told(played(yin_yang, []), 1)["view"]


def test_of_preset_laws_each_sees_the_own_ones(yin_yang: Game) -> None:
    options = {"law_setup": "bga_presets"}
    views = [yin_yang.start(2, seed, options).state.view(None) for seed in range(10)]
    assert all(view == views[0] for view in views)
    logs = [[entry.text for entry in yin_yang.start(2, seed, options).log(None)] for seed in range(10)]
    assert all(log == logs[0] for log in logs)
    own: Any = [yin_yang.start(2, seed, options).state.view(1)["components"] for seed in range(10)]
    assert {frozenset(view["law"]) for view in own} == {frozenset({"Black"})}
    assert len({str(view["law"]["Black"]) for view in own}) > 1


def test_of_five_plugs_white_learns_how_many_are_left_and_no_more(yin_yang: Game) -> None:
    five = Options(max_adaptation_dominoes="five")
    one = played(yin_yang, ["1 write content BBBB->adapt WWWW->W.WW ....->BB.. ....->adapt"], five)
    two = played(yin_yang, ["1 write content ....->BB.. WWWW->adapt B...->adapt BBBB->B.BB"], five)
    less = played(yin_yang, ["1 write content ....->BB.. WWWW->adapt B...->.... BBBB->B.BB"], five)
    for reader in (2, None):
        assert_alike(one, two, reader)
        assert told(one, reader)["view"] != told(less, reader)["view"]


# -- adaptation -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("five", ["unlimited", "five"])
@pytest.mark.parametrize("domino", DOMINOES)
def test_what_an_adaptation_writes_is_seen_by_its_owner_only(yin_yang: Game, domino: int, five: str) -> None:
    opening = [
        f"1 write content WWWW->adapt {DEAF}",
        f"2 write content BBBB->B.BB {DEAF}",
        "1 apply domino 1 window c3_d4",
    ]
    options = Options(max_adaptation_dominoes=five)
    for one, two in (("BBBB->BB.B", "B...->...."), ("WWWW->W.WW", "WWWW->WWW.")):
        matches = [
            played(yin_yang, [*opening, f"1 rewrite which {domino} content {text}"], options)
            for text in (one, two)
        ]
        for reader in (2, None):
            assert_alike(matches[0], matches[1], reader)
            assert one not in told(matches[0], reader)["extract"]
        assert one in told(matches[0], 1)["extract"]


def test_that_nothing_fits_after_a_move_is_not_told(yin_yang: Game) -> None:
    """Who can only end the turn is asked all the same (G23)."""
    opening = [
        f"2 write content BBBB->B.BB {DEAF}",
        "1 apply domino 2 window a2_b3",
        "2 apply domino 1 window b1_c2",
    ]
    hands = (DEAF, "WWWW->W.WW ....->BB.. ....->BB..")
    matches = []
    for hand in hands:
        first, *others = hand.split()
        match = yin_yang.start(2, 7)  # where nothing is hidden, a move that is the only one is made by itself
        match.apply(1, f"write content {first} BWBB->.WBB {' '.join(others)}")
        for move in (*opening, "1 walk from a2 to a3"):
            match.apply(int(move[0]), move[2:])
        matches.append(match)
    assert [match.state.count(1) for match in matches] == [1, 3]  # W at b3, c3, d3 and above
    for reader in (2, None):
        assert_alike(matches[0], matches[1], reader)
    for match in matches:
        match.apply(1, "nothing")
    for reader in (2, None):
        assert_alike(matches[0], matches[1], reader)


# -- whole games -------------------------------------------------------------------------------------------


def twins(game: Game, seed: int) -> Iterator[tuple[Match, Match, Player]]:
    """At each point of play two matches that differ in a law that a player wrote and has not used."""
    lots = random.Random(seed)
    options = Options("same_cause" if seed % 2 else "different_effect", draw_offers=seed % 3 == 0)
    player, domino = lots.choice(PLAYERS), lots.choice(DOMINOES)
    table = Table(options)
    hands = {one: content(lots, table, one) for one in PLAYERS}
    hidden = list(hands[player])
    hidden[domino - 1] = content(lots, table, player)[0]
    writing = [f"{seat(one)} write content {' '.join(hands[one])}" for one in PLAYERS]
    twin = [
        f"{seat(one)} write content {' '.join(hidden if one is player else hands[one])}" for one in PLAYERS
    ]
    for one in PLAYERS:
        table.write(one, hands[one])
    pair = played(game, writing, options), played(game, twin, options)
    for _ in range(15):
        if table.point == "over" or any(match.state.is_over for match in pair):
            return  # who is stuck is told to all
        yield *pair, player
        move = a_move(lots, table)
        uses = table.turn is player and move.startswith(
            (f"apply domino {domino} ", f"rewrite which {domino} ")
        )
        if uses or pair[1].state.refusal(seat(table.turn), move) is not None:
            return
        mover = seat(table.turn)
        table.play(move)
        for match in pair:
            match.apply(mover, move)


@pytest.mark.parametrize("part", range(2))
def test_an_unused_law_shows_nowhere(yin_yang: Game, part: int) -> None:
    compared = 0
    for seed in range(part * 8, part * 8 + 8):
        for one, two, player in twins(yin_yang, seed):
            for reader in (seat(opponent(player)), None):
                assert_alike(one, two, reader)
                compared += 1
    assert compared > 50


def test_the_twins_do_differ(yin_yang: Game) -> None:
    pairs = [next(twins(yin_yang, seed), None) for seed in range(30)]
    views = [(one.state.view(seat(p)), two.state.view(seat(p))) for one, two, p in filter(None, pairs)]
    assert sum(mine != twin for mine, twin in views) > 10


def test_black_cannot_read_the_laws_of_white_out_of_the_table(yin_yang: Game) -> None:
    match = played(yin_yang, [f"1 write content WWWW->W.WW {DEAF}", f"2 write content BBBB->BB.B {DEAF}"])
    for reader in (seat(BLACK), None):
        text = json.dumps(told(match, reader), default=str)
        assert "BBBB->BB.B" not in text
    assert "BBBB->BB.B" in LAWS
