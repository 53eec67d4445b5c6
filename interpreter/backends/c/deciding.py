"""What other pieces of a text call of a decision: functions that know nothing of what its own ones share."""

from interpreter.backends.c.drawing import Written


def declare_decision(one: Written) -> None:
    """Declare them."""
    number, out = one.number, one.out
    out.line(f"JOINT int64_t count{number}(Context *c, const State *g, int64_t limit);")
    out.line(f"JOINT void list{number}(Context *c, const State *g, Listing *l);")
    out.line(f"JOINT void make{number}(Context *c, State *g, int a, const int32_t *v);")


def declare_decide(one: Written) -> None:
    """Declare those of `write_decide`."""
    one.out.line(f"{_any(one)};")
    one.out.line(f"{_decide(one)};")


def write_decide(one: Written) -> None:
    """The draw of a move, and whether there is one, with what they need prepared."""
    number, out = one.number, one.out
    calls = f"anything{number}(c, g, &d)", f"draw{number}(c, g, &d, rng, several, small)"
    for head, call in zip((_any(one), _decide(one)), calls, strict=True):
        with out.block(head):
            out.line(f"Shared{number} d;")
            out.line(f"prepare{number}(c, g, &d);")
            out.line(f"return {call};")


def _any(one: Written) -> str:
    return f"JOINT_SELDOM int any{one.number}(Context *c, State *g)"


def _decide(one: Written) -> str:
    return (
        f"JOINT_SELDOM int decide{one.number}(Context *c, State *g, uint64_t *rng, int *several, int *small)"
    )
