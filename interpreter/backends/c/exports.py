"""The functions of the library that Python calls, and the ranking that they end with."""

from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.backends.c.plain import Plain
from interpreter.backends.c.staged import Staged
from interpreter.core.ir import Choose, Draw, DrawBag, Ranking, Read, Together

if TYPE_CHECKING:
    from interpreter.backends.c.source import Unit


def write_exports(unit: "Unit", choices: "list[Plain | Staged]") -> None:
    """All exported functions."""
    out = unit.out
    out.line(f"#define PLAYERS {unit.program.players}")
    out.line(f"#define KEYS {len(unit.program.ranking.keys) if unit.program.ranking else 0}")
    out.line(f"#define ENTRY {unit.program.entry}")
    out.line(f"#define ENDS {len(unit.program.ends)}")
    out.line(f"#define ACTIONS {max(1, len(unit.actions))}")
    unit.stride = 1 + max(1, unit.most_steps(choices))
    out.line(f"#define STRIDE {unit.stride}")
    _judge(unit)
    _switch_decisions(unit)
    _switch_lots(unit)
    out.line(_EXPORTS)


def _judge(unit: "Unit") -> None:
    """The function that says who won: the keys of all players, the set of winners, and which end it was."""
    out, program, storage = unit.out, unit.program, unit.storage
    head = "static void judge(Context *c, State *g, int64_t *keys, uint64_t *won, int64_t *ended)"
    with out.block(head):
        out.line("(void)c; (void)keys;")
        out.line(f"*ended = {storage.place(program.ended) if program.ended >= 0 else '-1'};")
        winners = storage.place(program.winners) if program.winners >= 0 else "0"
        if program.ranking is None:
            out.line(f"*won = {winners};")
            return
        _keys(unit, program.ranking)
        deciding = " || ".join(f"*ended == {end}" for end in program.deciding)
        if deciding:
            out.line(f"if ({deciding}) {{ *won = {winners}; return; }}")
        _first(unit, program.ranking)


def _keys(unit: "Unit", ranking: Ranking) -> None:
    out = unit.out
    with (
        out.block(f"for (int p = 0; p < {unit.program.players}; p++)"),
        unit.expressions.calling({ranking.var: "p"}),
        unit.ranges.knowing(ranking.var, (0, unit.program.players - 1)),
    ):
        for number, key in enumerate(ranking.keys):
            text = unit.expressions.number(key.value)
            unit.statements.remark(key.place)
            out.line(f"keys[p * {len(ranking.keys)} + {number}] = {text};")


def _first(unit: "Unit", ranking: Ranking) -> None:
    out, count, players = unit.out, len(ranking.keys), unit.program.players
    out.line("uint64_t first = 0;")
    with out.block(f"for (int p = 0; p < {players}; p++)"):
        out.line("int ahead = 0;")
        with out.block(f"for (int q = 0; q < {players} && !ahead; q++)"):
            out.line("int order = 0;")
            for number, key in enumerate(ranking.keys):
                one, other = f"keys[q * {count} + {number}]", f"keys[p * {count} + {number}]"
                sign = ">" if key.which == "highest" else "<"
                out.line(f"if (!order && {one} != {other}) order = {one} {sign} {other} ? 1 : -1;")
            if ranking.last == "listed":
                out.line("if (!order) order = q < p;")
            out.line("ahead = order > 0;")
        out.line("first |= (uint64_t)!ahead << p;")
    if ranking.last == "nobody":
        out.line("if (popcount64(first) > 1) first = 0;")
    out.line("*won = first;")


def _switch_decisions(unit: "Unit") -> None:
    """The functions that find the decision of a block."""
    out = unit.out
    blocks = enumerate(unit.program.blocks)
    stops = [(number, block.end.decision) for number, block in blocks if isinstance(block.end, Choose)]
    with out.block("static int64_t count_at(Context *c, State *g, int64_t block, int64_t limit)"):
        with out.block("switch (block)"):
            for block, decision in stops:
                out.line(f"case {block}: return count{decision}(c, g, limit);")
        out.line("(void)c; (void)g; (void)limit;")
        out.line("return 0;")
    with out.block("static void list_at(Context *c, State *g, int64_t block, Listing *l)"):
        with out.block("switch (block)"):
            for block, decision in stops:
                out.line(f"case {block}: list{decision}(c, g, l); break;")
        out.line("(void)c; (void)g; (void)l;")
    with out.block("static void take_turn_at(State *g, int64_t block, int64_t player)"):
        with out.block("switch (block)"):
            for block, decision in stops:
                if isinstance(unit.program.decisions[decision], Together):
                    out.line(f"case {block}: take_turn{decision}(g, (int)player); break;")
        out.line("(void)g; (void)player;")
    out.comment("The block to go on with; a negative number where others have not chosen yet.")
    with out.block(
        "static int make_at(Context *c, State *g, int64_t block, int64_t player, const int32_t *move)"
    ):
        with out.block("switch (block)"):
            for block, number in stops:
                _make_at(unit, block, number)
        out.line("(void)c; (void)g; (void)player; (void)move;")
        out.line("return -1;")


def _make_at(unit: "Unit", block: int, number: int) -> None:
    out, decision = unit.out, unit.program.decisions[number]
    ways = ", ".join(str(one.block) for one in decision.alternatives)
    with out.block(f"case {block}:"):
        out.line(f"static const int blocks[] = {{{ways}}};")
        out.line(f"make{number}(c, g, move[0], move + 1);")
        if isinstance(decision, Together):
            out.line(f"put_down{number}(g, (int)player, move[0]);")
            asked, ready = (unit.expressions.set(Read(slot)) for slot in (decision.asked, decision.ready))
            all_ready = sets.is_within(unit.storage.group(decision.asked).width, asked, ready)
            out.line(f"if (!{all_ready}) return -1;")
        out.line("return blocks[move[0]];")


def _switch_lots(unit: "Unit") -> None:
    out = unit.out
    with out.block("static int draw_at(Context *c, State *g, int64_t block, uint64_t *rng)"):
        out.line("(void)c; (void)g; (void)rng;")
        with out.block("switch (block)"):
            for number, block in enumerate(unit.program.blocks):
                if isinstance(block.end, Draw | DrawBag):
                    out.line(f"case {number}: lot{number}(c, g, rng); return {block.end.block};")
        out.line("return -1;")


_EXPORTS = """
#define BEGIN(F)                                                                     \\
  jmp_buf back;                                                                      \\
  int hints[HINTS];                                                                  \\
  int64_t own_made[ACTIONS], own_order[ACTIONS + 1];                                 \\
  Context context;                                                                   \\
  Context *const c = &context;                                                       \\
  State state, *const g = &state;                                                    \\
  memset(c, 0, sizeof *c);                                                           \\
  memset(own_made, 0, sizeof own_made);                                              \\
  own_order[0] = 0;                                                                  \\
  for (int i = 0; i < HINTS; i++) hints[i] = -2;                                     \\
  c->back = &back; c->failure = (F); c->hints = hints; c->policy = AUTOMATIC;               \\
  c->made = own_made; c->order = own_order + 1; c->cut = 0;                          \\
  if (setjmp(back)) return 1

/* Run from block at[0] with at[1] spent; both are those of the stop afterwards. */
EXPORT int ludwright_advance(int64_t *slots, int64_t *at, Failure *failure) {
  BEGIN(failure);
  load(g, slots);
  c->spent = at[1];
  at[0] = run(c, g, (int)at[0]);
  at[1] = c->spent;
  store(g, slots);
  return 0;
}

/* Below, player is whose choice it is where several choose at once. */
EXPORT int ludwright_count(int64_t *slots, int64_t block, int64_t player, int64_t limit, int64_t *found,
                           Failure *failure) {
  BEGIN(failure);
  load(g, slots);
  take_turn_at(g, block, player);
  *found = count_at(c, g, block, limit);
  return 0;
}

EXPORT int ludwright_list(int64_t *slots, int64_t block, int64_t player, int64_t skip, int64_t room,
                          int32_t *out, int64_t *found, Failure *failure) {
  BEGIN(failure);
  Listing l = {skip, room, 0, out, STRIDE, {0}};
  load(g, slots);
  take_turn_at(g, block, player);
  list_at(c, g, block, &l);
  *found = l.n;
  return 0;
}

EXPORT int ludwright_play(int64_t *slots, int64_t *at, int64_t player, const int32_t *move,
                          Failure *failure) {
  BEGIN(failure);
  load(g, slots);
  take_turn_at(g, at[0], player);
  const int block = make_at(c, g, at[0], player, move);
  if (block >= 0) {
    at[0] = run(c, g, block);
    at[1] = c->spent;
  }
  store(g, slots);
  return 0;
}

EXPORT int ludwright_draw(int64_t *slots, int64_t *at, uint64_t *rng, Failure *failure) {
  BEGIN(failure);
  load(g, slots);
  const int block = draw_at(c, g, at[0], rng);
  c->spent = at[1];
  at[0] = run(c, g, block);
  at[1] = c->spent;
  store(g, slots);
  return 0;
}

/* One game. numbers: moves, choices, staged, the generator, unfinished or not, the winners, the end. */
EXPORT int ludwright_playout(uint64_t seed, int policy, int64_t cut, int64_t *numbers, int64_t *slots,
                             int64_t *keys, int64_t *made, int64_t *order, Failure *failure) {
  BEGIN(failure);
  c->policy = policy; c->cut = cut; c->made = made; c->order = order + 1; c->rng = seed; c->playing = 1;
  *g = START;
  run(c, g, ENTRY);
  uint64_t won = 0;
  int64_t ended = -1;
  if (!c->unfinished) judge(c, g, keys, &won, &ended);
  store(g, slots);
  numbers[0] = c->moves; numbers[1] = c->choices; numbers[2] = c->staged; numbers[3] = (int64_t)c->rng;
  numbers[4] = c->unfinished; numbers[5] = (int64_t)won; numbers[6] = ended;
  return 0;
}

/* The games numbered first, first + 1, … of a seed, added up. */
EXPORT int ludwright_batch(uint64_t seed, int64_t first, int64_t count, int policy, int64_t cut,
                           int64_t *tally, Failure *failure) {
  BEGIN(failure);
  Spread *const moves = (Spread *)(tally + 3), *const choices = moves + 1;
  int64_t *const seats = tally + 11, *const ends = seats + 6 * PLAYERS, *const made = ends + ENDS + 1;
  int64_t keys[PLAYERS * KEYS + 1];
  uint64_t base = seed ^ UINT64_C(0xA0761D6478BD642F);
  base = next64(&base);
  c->policy = policy; c->cut = cut; c->made = made; c->playing = 1;
  for (int64_t game = first; game < first + count; game++) {
    failure->game = game;
    c->rng = base + (uint64_t)game * UINT64_C(0x9E3779B97F4A7C15);
    c->rng = next64(&c->rng);
    for (int i = 0; i < HINTS; i++) hints[i] = -2;
    c->spent = c->moves = c->choices = c->staged = c->unfinished = 0;
    *g = START;
    run(c, g, ENTRY);
    tally[0]++;
    add_to(moves, c->moves);
    add_to(choices, c->choices);
    tally[2] += c->staged;
    if (c->unfinished) { tally[1]++; continue; }
    uint64_t won = 0;
    int64_t ended = -1;
    judge(c, g, keys, &won, &ended);
    ends[ended < 0 ? ENDS : ended]++;
    const int shared = (won & (won - 1)) != 0;
    for (int p = 0; p < PLAYERS; p++) {
      int64_t *const seat = seats + 6 * p;
      seat[shared] += won >> p & 1;
      if (KEYS) add_to((Spread *)(seat + 2), keys[p * KEYS]);
    }
  }
  return 0;
}
"""
