"""Laws and moves of Yin Yang by lot, with some life in them: uniform laws hardly ever fit anywhere."""

import random

from tests.differential.yin_yang_second import DOMINOES, LAWS, WINDOWS, Player, Table, opponent, seen_by


def fitting(lots: random.Random, board: dict[str, str], player: Player) -> str:
    """A law for a domino, more often than not one whose cause is on the board."""
    if lots.random() < 0.2:
        return lots.choice(list(LAWS))
    window = lots.choice(list(WINDOWS.values()))
    cause = seen_by(player, "".join(board[square] for square in window))
    return lots.choice([text for text, law in LAWS.items() if law.cause == cause])


def content(lots: random.Random, table: Table, player: Player) -> list[str]:
    while True:
        texts = [fitting(lots, table.board, player) for _ in DOMINOES]
        if table.may_write(player, texts):
            return texts


def a_move(lots: random.Random, table: Table) -> str:
    """A legal move, with walks and laws more often than offers, and rewritings that will be of use."""
    moves = table.moves()
    if table.point == "rewrite" and lots.random() < 0.9:
        player = lots.choice([table.turn, table.turn, opponent(table.turn)])
        wanted = f"rewrite which {lots.choice(DOMINOES)} content {fitting(lots, table.board, player)}"
        if wanted in moves:
            return wanted
    better = [move for move in moves if move not in {"offer_draw", "accept"}]
    return lots.choice(better if better and lots.random() < 0.9 else moves)
