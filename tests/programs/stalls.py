"""A market for two, written by hand as a core program; it has what tic-tac-toe lacks.

Each player draws two goods from a sack of two apples, two loaves and a cheese, unseen by the other,
and a lucky good. In turn they sell a good at a stall (the price must be above the good's number), or
whisper a guess of their own luck, once, for a coin; who can do neither passes. Five coins or more are
taxed by two. After six turns the hands are shown and the richer player wins; equals both lose.
"""

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
    Draw,
    DrawBag,
    Empty,
    End,
    Event,
    Expr,
    Filter,
    Go,
    Log,
    Lookup,
    Or,
    Place,
    Program,
    Range,
    Ranking,
    RankKey,
    Read,
    ReadAt,
    Repeat,
    Require,
    Requirement,
    Set,
    SetAt,
    SetConst,
    SetOp,
    Shared,
    Shown,
    Single,
    Slot,
    Stage,
    Statement,
    Sum,
    Table,
    When,
)

PLAYER, GOOD, STALL = 0, 1, 2

SACK, HAND, OPEN, COINS, STALLS, LUCK = 0, 3, 9, 11, 13, 14
TURN, P, GOT, SOLD, AT, GUESS, LEFT, TURNS, HELD, G, RANKED = range(16, 27)

SLOTS = (
    Slot("sack", SACK, 3, 0, 5, 0, "component", (2, 2, 1)),
    Slot("hand", HAND, 6, 0, 5, 0, "component", (0,) * 6),
    Slot("open", OPEN, 2, 0, 1, 0, "component", (0, 0)),
    Slot("coins", COINS, 2, 0, 9, 0, "component", (0, 0)),
    Slot("stalls", STALLS, 1, 0, 0, 3, "component", (7,)),
    Slot("luck", LUCK, 2, -1, 2, 0, "component", (-1, -1)),
    Slot("turn", TURN, 1, 0, 1, 0, "local", (0,)),
    Slot("p", P, 1, 0, 2, 0, "local", (0,)),
    Slot("got", GOT, 1, 0, 2, 0, "local", (0,)),
    Slot("sold", SOLD, 1, 0, 2, 0, "local", (0,)),
    Slot("at", AT, 1, 0, 2, 0, "local", (0,)),
    Slot("guess", GUESS, 1, -1, 2, 0, "local", (-1,)),
    Slot("left", LEFT, 1, 0, 2, 0, "ghost", (0,)),
    Slot("turns", TURNS, 1, 0, 6, 0, "ghost", (0,)),
    Slot("held", HELD, 1, 0, 0, 3, "scratch", (0,)),
    Slot("g", G, 1, -1_000_000_000, 1_000_000_000, 0, "scratch", (0,)),
    Slot("ranked", RANKED, 1, 0, 1, 0, "scratch", (0,)),
)

ALL_GOODS = SetConst(7, 3)


def plus(left: Expr, right: Expr) -> Expr:
    return Arith("add", left, right)


def hand_index(player: Expr, good: Expr) -> Expr:
    return plus(Arith("mul", player, Const(3)), good)


def hand(player: Expr, good: Expr) -> Expr:
    return ReadAt(HAND, 6, hand_index(player, good))


def coins(player: Expr) -> Expr:
    return ReadAt(COINS, 2, player)


def pay(player: Expr, amount: Expr) -> Statement:
    return SetAt(COINS, 2, player, plus(coins(player), amount), Range(0, 9, 1))


def just(player: Expr) -> Expr:
    return Single(player, 2)


TURN_IS = Read(TURN)
HELD_NOW = Filter(G, ALL_GOODS, Compare("gt", hand(TURN_IS, Read(G)), Const(0)), 3)
PRICE = Lookup(0, Read(AT))

WORTH_IT = Requirement(
    "worth_it",
    Compare("gt", PRICE, Read(SOLD)),
    "",
    1,
    (Shown(("price(", 0, ")"), (Read(AT),), (STALL,), PRICE, -1, False),),
)
HAS_LUCK = Requirement("has_luck", Compare("ne", ReadAt(LUCK, 2, TURN_IS), Const(-1)), "Luck is used up", 2)
NOTHING_TO_SELL = Requirement(
    "nothing_to_sell",
    Or(Empty(Read(HELD)), Empty(Read(STALLS))),
    "",
    3,
    (Shown(("open stalls",), (), (), Read(STALLS), STALL, True),),
)

TRADE = Decision(
    "trade",
    TURN_IS,
    (Shared(HELD, HELD_NOW),),
    (
        Alternative(
            "sell",
            (),
            (
                Stage("good", SOLD, GOOD, Read(HELD), False, (), 1),
                Stage("stall", AT, STALL, Read(STALLS), False, (WORTH_IT,), 1),
            ),
            10,
            1,
        ),
        Alternative(
            "whisper",
            (HAS_LUCK,),
            (Stage("guess", GUESS, GOOD, ALL_GOODS, True, (), 2, hidden=True),),
            12,
            2,
        ),
        Alternative("pass", (NOTHING_TO_SELL,), (), 13, 3),
    ),
    13,
    0,
    (),
)

DRAWN, GOT_IT, SOLD_IT, PASSED = range(4)

BLOCKS = (
    Block((Set(P, Const(0)), Set(LEFT, Const(2))), Go(1)),
    Block((), Branch(Compare("gt", Read(LEFT), Const(0)), 2, 4)),
    Block((), DrawBag(GOT, SACK, 3, Const(0), 3, GOOD, 4, just(Read(P)))),
    Block(
        (
            SetAt(SACK, 3, Read(GOT), Arith("sub", ReadAt(SACK, 3, Read(GOT)), Const(1))),
            SetAt(HAND, 6, hand_index(Read(P), Read(GOT)), plus(hand(Read(P), Read(GOT)), Const(1))),
            Log(DRAWN, (Read(P),)),
            Log(GOT_IT, (Read(P), Read(GOT)), just(Read(P))),
            Set(LEFT, Arith("sub", Read(LEFT), Const(1))),
            Set(GOT, Const(0)),
        ),
        Go(1),
    ),
    Block((Set(P, plus(Read(P), Const(1))),), Branch(Compare("lt", Read(P), Const(2)), 5, 6)),
    Block((Set(LEFT, Const(2)),), Go(1)),
    Block((Set(P, Const(0)),), Draw(LUCK, ALL_GOODS, 7, GOOD, 4, SetConst(1, 2))),
    Block((), Draw(LUCK + 1, SetConst(4, 3), 8, GOOD, 4, SetConst(2, 2))),
    Block((), Go(9)),
    Block((), Choose(0)),
    Block(
        (
            pay(TURN_IS, PRICE),
            Set(STALLS, SetOp("minus", Read(STALLS), Single(Read(AT), 3))),
            SetAt(
                HAND,
                6,
                hand_index(TURN_IS, Read(SOLD)),
                Arith("sub", hand(TURN_IS, Read(SOLD)), Const(1)),
            ),
            Log(SOLD_IT, (TURN_IS, Read(SOLD), Read(AT), PRICE)),
            Repeat(Compare("ge", coins(TURN_IS), Const(5)), (pay(TURN_IS, Const(-2)),), 1, 1),
            Set(SOLD, Const(0)),
            Set(AT, Const(0)),
        ),
        Go(11),
    ),
    Block(
        (Set(TURN, Arith("sub", Const(1), TURN_IS)), Set(TURNS, plus(Read(TURNS), Const(1)))),
        Branch(Compare("ge", Read(TURNS), Const(6)), 14, 9),
    ),
    Block(
        (
            When(Compare("eq", Read(GUESS), ReadAt(LUCK, 2, TURN_IS)), (pay(TURN_IS, Const(1)),), ()),
            SetAt(LUCK, 2, TURN_IS, Const(-1)),
            Set(GUESS, Const(-1)),
        ),
        Go(11),
    ),
    Block((Log(PASSED, (TURN_IS,)),), Go(11)),
    Block(
        (
            SetAt(OPEN, 2, Const(0), Const(1)),
            SetAt(OPEN, 2, Const(1), Const(1)),
            Require(Compare("lt", plus(coins(Const(0)), coins(Const(1))), Const(9)), "E706", 5),
        ),
        End(),
    ),
)


def stalls() -> Program:
    """The whole program."""
    return Program(
        game="stalls",
        language=1,
        players=2,
        options=(("tax", "true"),),
        longest=20,
        domains=(
            Domain("Player", 2, 0, ("P1", "P2")),
            Domain("Good", 3, 0, ("apple", "bread", "cheese")),
            Domain("Stall", 3, 1, ()),
        ),
        tables=(Table("price", 0, (1, 2, 3)),),
        slots=SLOTS,
        components=(
            Component("sack", SACK, (), "bag", GOOD, False, "nobody", -1, 0),
            Component("hand", HAND, (PLAYER,), "bag", GOOD, False, "owner", OPEN, 0),
            Component("coins", COINS, (PLAYER,), "integer", -1, False, "all", -1, 0),
            Component("stalls", STALLS, (), "set", STALL, False, "all", -1, 0),
            Component("luck", LUCK, (PLAYER,), "integer", GOOD, True, "owner", -1, 0),
        ),
        events=(
            Event("says", "setup.draw", (0, " draws"), (PLAYER,), ("integer",), -1, 4),
            Event("says", "setup.draw", (0, " draws ", 1), (PLAYER, GOOD), ("integer",) * 2, -1, 4),
            Event(
                "says",
                "actions.sell",
                (0, " sells ", 1, " at ", 2, " for ", 3),
                (PLAYER, GOOD, STALL, -1),
                ("integer",) * 4,
                -1,
                1,
            ),
            Event("says", "phases.turns", (0, " passes"), (PLAYER,), ("integer",), -1, 3),
        ),
        decisions=(TRADE,),
        blocks=BLOCKS,
        entry=0,
        begin=8,
        ranking=Ranking(
            RANKED,
            (
                RankKey("coins", "highest", coins(Read(RANKED)), 0),
                RankKey("goods", "lowest", Sum(G, ALL_GOODS, hand(Read(RANKED), Read(G))), 0),
            ),
            "nobody",
        ),
        winners=-1,
        ended=-1,
        ends=(),
        checks=(),
        places=tuple(
            Place(rule, "stalls.yaml", line, 5, (f"S-{line}",), rule)
            for line, rule in enumerate(
                ("turns", "actions.sell", "actions.whisper", "actions.pass", "setup.draw", "ends"), 10
            )
        ),
    )


SCRIPT = (0, 2, 1, 1, 1)
"""Apple and cheese for P1, two loaves for P2; bread is P1's luck (P2's can only be cheese)."""
