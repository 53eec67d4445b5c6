"""Tic-tac-toe written by hand as a core program."""

from interpreter.core.ir import (
    Alternative,
    Arith,
    Block,
    Branch,
    Choose,
    Compare,
    Component,
    Const,
    Decision,
    Domain,
    Empty,
    End,
    Exists,
    Filter,
    Go,
    Lookup,
    Not,
    Place,
    Program,
    Read,
    ReadAt,
    Set,
    SetAt,
    SetConst,
    Single,
    Slot,
    Stage,
    Table,
)

LINES = (7, 56, 448, 73, 146, 292, 273, 84)

MARK, TURN, WINNERS, ENDED, CELL, C, LINE = 0, 9, 10, 11, 12, 13, 14

FREE = Filter(C, SetConst(511, 9), Compare("eq", ReadAt(MARK, 9, Read(C)), Const(-1)), 9)

_NOT_MINE = Exists(C, Lookup(0, Read(LINE)), Compare("ne", ReadAt(MARK, 9, Read(C)), Read(TURN)))

HAS_LINE = Exists(LINE, SetConst(255, 8), Not(_NOT_MINE))

PLACE = Alternative("place", (), (Stage("cell", CELL, 1, FREE, False, (), 0),), block=2, place=0)


def tic_tac_toe() -> Program:
    """Two players, nine cells, a line of three wins, a full board is a draw."""
    return Program(
        game="tic-tac-toe",
        language=1,
        players=2,
        options=(),
        longest=9,
        domains=(
            Domain("Player", 2, 0, ("P1", "P2")),
            Domain("Cell", 9, 0, ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")),
        ),
        tables=(Table("lines", 9, LINES),),
        slots=(
            Slot("mark", MARK, 9, -1, 1, 0, "component", (-1,) * 9),
            Slot("turn", TURN, 1, 0, 1, 0, "local", (0,)),
            Slot("winners", WINNERS, 1, 0, 0, 2, "local", (0,)),
            Slot("ended", ENDED, 1, -1, 1, 0, "local", (-1,)),
            Slot("cell", CELL, 1, 0, 8, 0, "local", (0,)),
            Slot("c", C, 1, -1000, 1000, 0, "scratch", (0,)),
            Slot("line", LINE, 1, -1000, 1000, 0, "scratch", (0,)),
        ),
        components=(Component("mark", MARK, (1,), "integer", 0, True, "all", -1, 0),),
        events=(),
        decisions=(Decision("turns", Read(TURN), (), (PLACE,), -1, 0, ()),),
        blocks=(
            Block((), Go(1)),
            Block((), Choose(0)),
            Block((SetAt(MARK, 9, Read(CELL), Read(TURN)), Set(CELL, Const(0))), Go(3)),
            Block((), Branch(HAS_LINE, 4, 5)),
            Block((Set(WINNERS, Single(Read(TURN), 2)), Set(ENDED, Const(0))), End()),
            Block((), Branch(Empty(FREE), 6, 7)),
            Block((Set(ENDED, Const(1)),), End()),
            Block((Set(TURN, Arith("sub", Const(1), Read(TURN))),), Go(1)),
        ),
        entry=0,
        begin=1,
        ranking=None,
        winners=WINNERS,
        ended=ENDED,
        ends=("line", "full"),
        checks=(),
        places=(Place("actions.place", "ruleset.yaml", 12, 3, ("R3",), "place: a free cell"),),
    )
