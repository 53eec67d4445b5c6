"""An independent Yin Yang gives the published counts, and plays the same random games as the engine."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import Game, State
from tests.differential.yin_yang_lots import a_move, content, fitting
from tests.differential.yin_yang_second import (
    BESIDE,
    BLACK,
    CAUSES,
    DOMINOES,
    LAWS,
    PLAYERS,
    QUIET,
    SQUARES,
    START,
    WHITE,
    WINDOWS,
    Law,
    Options,
    Player,
    Table,
    board_of,
    conflict,
    opponent,
    seen_by,
)
from tests.shipped import shipped_game
from tests.tables import half_of

RULES = Path(__file__).parents[2] / "rulesets" / "yin-yang"
LETTERS = {"black": "B", "white": "W", None: "."}
COMBINATIONS = tuple(
    Options(*values)
    for values in product(
        ("different_effect", "same_cause"),
        ("free", "bga_presets"),
        (False, True),
        ("unlimited", "five"),
        (False, True),
    )
)
UNDEALT = tuple(options for options in COMBINATIONS if options.law_setup == "free")
"""What is dealt changes nothing for a table on which anything may be written."""

SHORT, LONG = 40, 400
"""A random game is left after so many decisions, in quick tests and in slow ones: nothing need end it."""

# ---------------------------------------------------------------------------------------------
# The second implementation alone, against published counts and facts that were found by hand


def named(options: Options) -> str:
    return "-".join(map(str, vars(options).values()))


def sort_of(law: Law) -> str:
    if law.effect is None:
        return "adaptation"
    return "destruction" if law.effect.count(".") > law.cause.count(".") else "regeneration"


def test_there_are_405_laws() -> None:
    sorts = [sort_of(law) for law in LAWS.values()]
    assert Counter(sorts) == {"destruction": 216, "regeneration": 108, "adaptation": 81}
    assert len(LAWS) == len(set(LAWS.values())) == 405


@pytest.mark.parametrize(
    ("empty", "causes", "each"), [(0, 16, 5), (1, 32, 4), (2, 24, 5), (3, 8, 8), (4, 1, 13)]
)
def test_how_many_laws_a_cause_has(empty: int, causes: int, each: int) -> None:
    those = [cause for cause in CAUSES if cause.count(".") == empty]
    assert len(those) == causes
    assert {sum(law.cause == cause for law in LAWS.values()) for cause in those} == {each}


def test_both_colours_vanish_and_appear_equally_often() -> None:
    effects = [(law.cause, law.effect) for law in LAWS.values() if law.effect is not None]
    for piece in "BW":
        assert sum(effect.count(piece) < cause.count(piece) for cause, effect in effects) == 108
        assert sum(effect.count(piece) > cause.count(piece) for cause, effect in effects) == 54


def test_nine_causes_look_the_same_after_half_a_turn() -> None:
    assert sum(seen_by(WHITE, cause) == cause for cause in CAUSES) == 9


@pytest.mark.parametrize(
    "text",
    ["BWBW->B..W", "....->BW..", "B...->B..B", "BWBW->WWBW", "B.B.->.BB.", "BBBB->BBBB"],
)
def test_what_is_no_law(text: str) -> None:
    assert text not in LAWS


@pytest.mark.parametrize("text", ["BW..->BWWW", "....->BB..", "BWBW->B.BW"])
def test_what_is_a_law(text: str) -> None:
    assert text in LAWS


def started(hand: list[str], other: list[str], options: Options | None = None) -> Table:
    table = Table(options or Options())
    table.write(BLACK, hand)
    table.write(WHITE, other)
    return table


def test_the_windows_of_the_start_as_black_reads_them() -> None:
    board = board_of(START)
    rows = ["".join(board[square] for square in window) for window in WINDOWS.values()]
    assert " ".join(rows) == "BWBW WWWW WWWW BWBB WWBB WWBW BBBB BBBB BWBW"


def test_30_laws_open_the_game_at_45_places() -> None:
    openings: list[str] = []
    for text in LAWS:
        table = started([text, "....->BB..", "....->BB..", "....->BB.."], ["....->BB.."] * 4)
        openings += [text for _ in table.moves()]
    assert len(openings) == 45
    assert len(set(openings)) == 30
    assert Counter(sort_of(LAWS[text]) for text in set(openings)) == {"destruction": 24, "adaptation": 6}


def test_four_laws_by_lot_seldom_open_the_game() -> None:
    fitting = 30  # as above
    chance = 1 - comb(405 - fitting, 4) / comb(405, 4)
    assert round(chance, 5) == 0.26585
    lots = random.Random(31)
    opened = sum(started(lots.sample(list(LAWS), 4), ["....->BB.."] * 4).point == "turn" for _ in range(4000))
    # four standard deviations are 0.028
    assert abs(opened / 4000 - chance) < 0.028


HALF_TURN = dict(zip(SQUARES, reversed(SQUARES), strict=True))


def swapped(text: str) -> str:
    """A text with the colours changed over."""
    return text.translate(str.maketrans("BW", "WB"))


def swapped_law(law: Law) -> Law:
    return LAWS[f"{swapped(law.cause)}->{swapped(law.effect) if law.effect else 'adapt'}"]


def turned(board: dict[str, str]) -> dict[str, str]:
    """The board after half a turn and with the colours changed over."""
    return {here: swapped(board[there]) for here, there in HALF_TURN.items()}


def test_the_start_is_the_same_for_both() -> None:
    assert turned(board_of(START)) == board_of(START)


def test_white_can_do_in_a_turned_position_what_black_could() -> None:
    lots = random.Random(3)
    for _ in range(300):
        board = {square: lots.choice("BW.") for square in SQUARES} | {"a1": "B", "d4": "W"}
        hands = {player: {d: LAWS[fitting(lots, board, player)] for d in DOMINOES} for player in PLAYERS}
        mine = Table.playing(Options(), hands, board=board)
        changed = {
            opponent(player): {domino: swapped_law(law) for domino, law in hand.items()}
            for player, hand in hands.items()
        }
        theirs = Table(Options(), board=turned(board), laws=changed, turn=WHITE, point="turn")
        if mine.point == "turn":
            assert sorted(map(turned_move, mine.moves())) == sorted(theirs.moves())
        else:
            assert theirs.moves() == []


def turned_move(move: str) -> str:
    word, *rest = move.split()
    if word == "walk":
        return f"walk from {HALF_TURN[rest[1]]} to {HALF_TURN[rest[3]]}"
    low, high = rest[3].split("_")
    return f"apply domino {rest[1]} window {HALF_TURN[high]}_{HALF_TURN[low]}"


def test_ten_turns_with_a_single_move_each() -> None:
    hands = {player: dict.fromkeys(DOMINOES, LAWS["....->BB.."]) for player in PLAYERS}
    table = Table.playing(Options(), hands, board=board_of("BWBW/WWBW/BWW./BBWB"))
    walks = 0
    while table.point != "over":
        (move,) = table.moves()
        walks += move.startswith("walk")
        table.play(move)
    assert walks == 10
    assert table.board == board_of("WBW./BWBW/WBWB/BWBW")
    assert table.winner is WHITE


# ---------------------------------------------------------------------------------------------
# Preset laws

LINES = (
    ("momo->adapt", "mmmm->adapt", "m.mm->adapt"),
    ("momm->m.mm", "oomo->.omo", "oooo->o.oo"),
    (".om.->momm", "m.m.->mmmm", "..mm->mmmm"),
    ("mom.->adapt", "mo.o->m..o", ".oo.->moom"),
)
"""The pools of the four lines; ``m`` is the own colour, ``o`` the other one."""


def dyed(entry: str, player: Player) -> str:
    colours = str.maketrans({"m": player.piece, "o": opponent(player).piece})
    cause, effect = entry.split("->")
    return f"{cause.translate(colours)}->{effect if effect == 'adapt' else effect.translate(colours)}"


def presets() -> dict[str, Any]:
    rows: dict[str, Any] = yaml.safe_load((RULES / "presets.yaml").read_text(encoding="utf-8"))["presets"]
    return rows


def test_the_printed_presets() -> None:
    rows = presets()
    for line, pool in enumerate(LINES, 1):
        of_line = [row["content"] for row in rows.values() if row["line"] == line]
        assert of_line == [{p.name: dyed(entry, p) for p in PLAYERS} for entry in pool]
    assert len(rows) == 12
    assert all(content in LAWS for row in rows.values() for content in row["content"].values())


def preset_hands(player: Player) -> Iterator[list[str]]:
    for entries in product(*LINES):
        yield [dyed(entry, player) for entry in entries]


def test_every_preset_hand_has_an_opening() -> None:
    hands = list(preset_hands(BLACK))
    assert len(hands) == 81
    assert all(started(hand, ["....->BB.."] * 4).point == "turn" for hand in hands)


def test_one_pair_of_preset_hands_in_27_lets_black_win_at_once() -> None:
    pairs = product(preset_hands(BLACK), preset_hands(WHITE))
    assert sum(wins_at_once(mine, theirs) for mine, theirs in pairs) == 243


def wins_at_once(mine: list[str], theirs: list[str]) -> bool:
    """Whether an opening of Black leaves White stuck, where an adaptation rewrites some other domino."""
    for opening in started(mine, theirs).moves():
        table = started(mine, theirs)
        table.play(opening)
        if table.point == "rewrite":
            domino = 2 if opening.split()[2] != "2" else 1
            table.play(f"rewrite which {domino} content {mine[domino - 1]}")
        if table.point == "over":
            return True
    return False


# ---------------------------------------------------------------------------------------------
# Random games


def check_invariants(table: Table) -> None:
    assert len(table.board) == 16
    assert table.reserve["B"] in {0, 2, 4, 6, 8}
    assert table.reserve["W"] in {0, 2, 4, 6, 8, 10}
    assert all(sorted(hand) == list(DOMINOES) for hand in table.laws.values())
    strict = table.options.conflict == "same_cause"
    for (p, d), (q, e) in combinations(sorted(table.revealed), 2):
        assert not conflict(table.laws[p][d], p, table.laws[q][e], q, same_cause=strict)
    if table.options.max_adaptation_dominoes == "five":
        assert 0 <= table.plugs_left() <= 5
    assert table.quiet <= QUIET


def pieces(table: Table) -> int:
    """How many pieces there are, on the board and in reserve."""
    return sum(piece != "." for piece in table.board.values()) + sum(table.reserve.values())


@pytest.mark.parametrize("options", UNDEALT, ids=named)
def test_what_holds_in_every_random_game(options: Options) -> None:
    ends = set()
    for seed in range(15):
        lots = random.Random(seed)
        table = Table(options)
        for player in PLAYERS:
            table.write(player, content(lots, table, player))
        while table.point != "over" and lots.random() > 0.01:
            before, move = pieces(table), a_move(lots, table)
            applied = table.laws[table.turn][int(move.split()[2])] if move.startswith("apply") else None
            table.play(move)
            check_invariants(table)
            assert before - pieces(table) == (applied is not None and sort_of(applied) == "destruction")
        ends.add((table.point, table.winner))
    assert len(ends) >= 2


# ---------------------------------------------------------------------------------------------
# Against the engine


@pytest.fixture(scope="module")
def yin_yang() -> Game:
    return shipped_game("yin-yang")


def seat(player: Player) -> int:
    return PLAYERS.index(player) + 1


def look(state: State, player: Player | None) -> dict[str, Any]:
    seen: Any = state.view(None if player is None else seat(player))["components"]
    return dict(seen)


def laws_seen(state: State, player: Player | None) -> dict[tuple[Player, int], str]:
    laws = look(state, player)["law"]
    return {
        (owner, domino): laws[owner.name][str(domino)]
        for owner in PLAYERS
        for domino in DOMINOES
        if str(domino) in laws.get(owner.name, {})
    }


def assert_same(state: State, table: Table) -> None:
    """Same players to move, same moves, same table, same secrets."""
    assert state.to_move == tuple(map(seat, table.to_move()))
    table_seen = look(state, None)
    assert {square: LETTERS[what] for square, what in table_seen["board"].items()} == table.board
    assert {LETTERS[colour]: left for colour, left in table_seen["reserve"].items()} == table.reserve
    if table.point == "write":
        return
    for viewer in (None, *PLAYERS):
        assert laws_seen(state, viewer) == {
            (owner, domino): str(law)
            for owner in PLAYERS
            for domino, law in table.laws[owner].items()
            if owner is viewer or (owner, domino) in table.revealed
        }
    if table.options.max_adaptation_dominoes == "five":
        assert table_seen["plugs"] == table.plugs_left()
    if table.point == "over":
        return
    mover = seat(table.turn)
    moves = [str(move) for move in state.legal(mover)]
    assert sorted(moves) == sorted(table.moves())
    assert len(set(moves)) == len(moves) == state.count(mover)


def write_both(state: State, table: Table, lots: random.Random) -> State:
    """Both write their laws, in any order where that is free; some keep what was dealt, some write again."""
    while table.point == "write":
        able = [player for player in PLAYERS if seat(player) in (*state.to_move, *state.may_change)]
        player = lots.choice(able)
        texts = content(lots, table, player)
        if table.options.law_setup == "bga_presets" and lots.random() < 0.5:
            dealt = list(laws_seen(state, player).values())
            texts = dealt if table.may_write(player, dealt) else texts
        state = state.apply(seat(player), " ".join(["write content", *texts]))
        table.write(player, texts)
        assert_same(state, table)
    return state


ANYTHING = tuple(
    chain(
        (f"walk from {here} to {there}" for here in SQUARES for there in (*BESIDE[here], here, "b2", "c4")),
        (f"apply domino {domino} window {window}" for domino in DOMINOES for window in WINDOWS),
        ("nothing", "change_nothing", "offer_draw", "accept", "refuse"),
        ("rewrite which 1 content BBBB->adapt", "rewrite which 4 content ....->BB.."),
    )
)


def play_both(game: Game, options: Options, seed: int, longest: int) -> int:
    """One random game by both; how many decisions it had. Engine and table take turns in proposing moves."""
    lots = random.Random(seed)
    state = game.start(2, seed, vars(options), forced="ask").state
    table = Table(options)
    assert_same(state, table)
    state = write_both(state, table, lots)
    decisions = 2
    while table.point != "over" and decisions < longest:
        mover = seat(table.turn)
        legal = set(table.moves())
        for tried in lots.sample(ANYTHING, 3):
            assert (state.refusal(mover, tried) is None) == (tried in legal), tried
        by_engine = lots.random() < 0.3
        move = str(lots.choice(list(state.legal(mover)))) if by_engine else a_move(lots, table)
        state = state.apply(mover, move)
        table.play(move)
        decisions += 1
        assert_same(state, table)
    if table.point == "over":
        assert_same_end(state, table)
    return decisions


def assert_same_end(state: State, table: Table) -> None:
    result = state.result
    assert state.is_over
    assert result is not None
    assert not result.unfinished
    assert [result.places[seat(player)] for player in PLAYERS] == table.places()
    if table.winner is not None:
        assert tuple(result.won) == (seat(table.winner),)


@pytest.mark.parametrize("options", half_of(COMBINATIONS), ids=named)
def test_both_agree(yin_yang: Game, options: Options) -> None:
    assert sum(play_both(yin_yang, options, seed, SHORT) for seed in range(4)) > 8


@pytest.mark.slow
@pytest.mark.parametrize("options", COMBINATIONS, ids=named)
def test_both_agree_in_many_games(yin_yang: Game, options: Options) -> None:
    for seed in range(100, 120):
        play_both(yin_yang, options, seed, LONG)


def test_every_line_of_the_presets_is_dealt_to_its_domino(yin_yang: Game) -> None:
    lines = {
        (player, row["line"], row["content"][player.name]) for row in presets().values() for player in PLAYERS
    }
    dealt: Counter[tuple[Player, int, str]] = Counter()
    for seed in range(120):
        state = yin_yang.start(2, seed, {"law_setup": "bga_presets"}).state
        assert laws_seen(state, None) == {}
        for player in PLAYERS:
            own = laws_seen(state, player)
            assert set(own) == {(player, domino) for domino in DOMINOES}
            dealt.update((owner, domino, text) for (owner, domino), text in own.items())
    # each of the 24 in a third of 120: 40, and four standard deviations are 21
    assert set(dealt) == lines
    assert all(19 <= times <= 61 for times in dealt.values())
