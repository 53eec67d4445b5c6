"""How a decision is taken at random, and how its moves are counted and listed for a caller."""

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import Paired
from interpreter.backends.c.picking import Picking
from interpreter.backends.c.plain import Plain, allowed
from interpreter.backends.c.staged import Staged
from interpreter.backends.c.stepped import count_steps, find_step, is_stepped
from interpreter.core.ir import Alternative, Together
from interpreter.core.stages import stage_groups

Written = Plain | Staged


def write_draw(one: Written) -> None:
    """The function that draws a legal move and writes its values into the state."""
    head = (
        f"static int draw{one.number}(Context *c, State *g, Shared{one.number} *d, "
        "uint64_t *rng, int *several, int *small)"
    )
    number = one.number
    one.out.comment(f"A legal move of {one.decision.name} at random; -1 where there is none.")
    with one.out.block(head):
        if isinstance(one, Plain):
            _draw_whole(one)
            one.out.line("*small = 1;")
            one.out.line(f"return by_stages{one.number}(c, g, d, rng, several);")
        else:
            _draw_listed(one)
            one.out.line("State probe = *g;")
            one.out.line("*small = 1;")
            one.out.line(f"const int a = by_stages{one.number}(c, &probe, d, rng, several);")
            with one.out.block("switch (a)"):
                for number, alternative in enumerate(one.decision.alternatives):
                    with one.out.block(f"case {number}:"):
                        copy_stages(one, alternative)
                        one.out.line("break;")
            one.out.line("return a;")


def copy_stages(one: Written, alternative: Alternative) -> None:
    """Write what was chosen on a copy of the state into the state itself."""
    for stage in alternative.stages:
        for base, count in stage_groups(stage):
            place = one.storage.place(base)
            size = f" * {count}" if count > 1 else ""
            one.out.line(f"memcpy(&{place}, &probe.{place[3:]}, sizeof {place}{size});")


def _draw_value(one: Plain) -> None:
    """The draw where a move is one value of one set: nothing need be put down."""
    stage = allowed(one.decision.alternatives[0].stages[0])
    width = one.width(stage.over)
    with one.naming(), one.out.block("if (LIKELY(c->policy != BY_STAGE))"):
        over = one.expressions.held(stage.over, "over")
        one.out.line(f"const int total = {sets.size(width, over)};")
        with one.out.block("if (LIKELY(total <= c->cut))"):
            one.out.line("if (!total) return -1;")
            one.out.line("const int k = (int)below(rng, total);")
            one.out.line("*several = total > 1;")
            one.out.line(f"{one.storage.place(stage.slot)} = {sets.select(width, over, 'k')};")
            one.out.line("return 0;")
        _refuse(one)


def _draw_step(one: Plain) -> None:
    """The draw where all moves are of one step: nothing need be put down."""
    with one.naming(), one.out.block("if (LIKELY(c->policy != BY_STAGE))"):
        count_steps(one)
        with one.out.block("if (LIKELY(total <= c->cut))"):
            one.out.line("if (!total) return -1;")
            one.out.line("int k = (int)below(rng, total);")
            one.out.line("*several = total > 1;")
            find_step(one)
        _refuse(one)


def _draw_pair(one: Plain) -> None:
    """The draw where a move is two values: what is put down is how many second ones each first one has."""
    first, last = (allowed(stage) for stage in one.decision.alternatives[0].stages)
    places = [one.storage.place(stage.slot) for stage in (first, last)]
    width = one.width(last.over)
    with one.naming(), one.out.block("if (LIKELY(c->policy != BY_STAGE))"):
        start = one.expressions.held(first.over, "start")
        one.out.line(f"uint{8 if width < 1 << 8 else 16}_t counts[{one.width(first.over)}];")
        one.out.line("int n = 0, total = 0;")
        with one.first_of_two(start):
            one.out.line(f"total += counts[n++] = {sets.size(width, one.expressions.set(last.over))};")
        with one.out.block("if (LIKELY(total <= c->cut))"):
            one.out.line("if (!total) return -1;")
            one.out.line("int k = (int)below(rng, total);")
            one.out.line("*several = total > 1;")
            one.out.line("n = 0;")
            with one.first_of_two(start):
                one.out.line("if (k >= counts[n]) { k -= counts[n++]; continue; }")
                one.out.line(f"{places[0]} = v0;")
                one.out.line(f"{places[1]} = {sets.select(width, one.expressions.set(last.over), 'k')};")
                one.out.line("return 0;")
        _refuse(one)


def _refuse(one: Written) -> None:
    """There are too many moves where whole ones are wanted."""
    number = one.number
    one.out.line(f"if (c->policy == BY_MOVE) too_many(c, {number}, count{number}(c, g, MOST_COUNTED));")


def _draw_whole(one: Plain) -> None:
    if one.is_one_value:
        _draw_value(one)
        return
    if is_stepped(one):
        _draw_step(one)
        return
    if any(isinstance(stage, Paired) for stage in one.decision.alternatives[0].stages):
        _draw_pair(one)
        return
    number = one.number
    with one.out.block("if (LIKELY(c->policy != BY_STAGE))"):
        one.out.line(f"Groups{number} q;")
        one.out.line("q.n = 0; q.skip = 0;")
        one.out.line(f"const int64_t total = walking{number}(c, g, d, c->cut, &q);")
        with one.out.block("if (LIKELY(total <= c->cut))"):
            one.out.line("if (!total) return -1;")
            one.out.line("int64_t k = below(rng, total);")
            one.out.line("*several = total > 1;")
            _find_group(one)
            alternative_text = alternative_of(one)
            with one.out.block(f"switch ({alternative_text})"):
                for index, alternative in enumerate(one.decision.alternatives):
                    with one.out.block(f"case {index}:"):
                        for place, text in values_of(one, alternative):
                            one.out.line(f"{place} = {text};")
                        one.out.line("break;")
            one.out.line(f"return {alternative_text};")
        _refuse(one)


def _draw_listed(one: Staged) -> None:
    """The draw of a whole move by its number: those before it are made to find it."""
    number = one.number
    with one.out.block("if (UNLIKELY(c->policy == BY_MOVE))"):
        one.out.line(f"const int64_t total = count{number}(c, g, c->cut + 1);")
        one.out.line(f"if (total > c->cut) too_many(c, {number}, count{number}(c, g, MOST_COUNTED));")
        one.out.line("if (!total) return -1;")
        one.out.line(f"int32_t move[{most_steps(one) + 1}];")
        one.out.line(f"Listing l = {{below(rng, total), 1, 0, move, {most_steps(one) + 1}, {{0}}}};")
        one.out.line("*several = total > 1;")
        one.out.line("*small = 0;")
        one.out.line(f"list{number}(c, g, &l);")
        one.out.line(f"make{number}(c, g, move[0], move + 1);")
        one.out.line("return move[0];")


def alternative_of(one: Plain) -> str:
    """The alternative of group ``p``, which is not kept where there is but one."""
    return "p->alternative" if len(one.decision.alternatives) > 1 else "0"


def _find_group(one: Plain) -> None:
    number = one.number
    one.out.line(f"const Group{number} *p = q.at;")
    if not one.is_cut:
        one.out.line("while (k >= p->count) k -= p++->count;")
        return
    with one.out.block("for (int64_t behind = 0;;)"):
        one.out.line(f"const Group{number} *const end = q.at + q.n;")
        one.out.line("for (p = q.at; p < end && k >= p->count; p++) k -= p->count;")
        one.out.line("if (p < end) break;")
        one.out.line("behind += q.n;")
        one.out.line("q.n = 0; q.skip = behind;")
        one.out.line(f"walk{number}(c, g, d, c->cut, &q);")


def values_of(one: Plain, alternative: Alternative) -> list[tuple[str, str]]:
    """The slot and the text of the value of each stage, for move ``k`` of group ``p``."""
    found = []
    for at, stage in enumerate(alternative.stages):
        place = one.storage.place(stage.slot)
        if at < len(alternative.stages) - 1:
            found.append((place, f"p->v[{at}]"))
            continue
        width = one.set_width
        text = sets.select(width, "p->last", "k")
        if stage.optional:
            text = f"k < {sets.size(width, 'p->last')} ? {text} : -1"
        found.append((place, text))
    return found


def most_steps(one: Written) -> int:
    """The most values that a move of a decision has."""
    return max((sum(stage.parts for stage in a.stages) for a in one.decision.alternatives), default=0)


def write_count(one: Written) -> None:
    """The functions that count and list all moves of a decision, for a caller."""
    if isinstance(one, Staged):
        _count_staged(one)
        _list_staged(one)
        return
    number = one.number
    with one.out.block(f"JOINT int64_t count{number}(Context *c, const State *g, int64_t limit)"):
        one.out.line(f"Shared{number} d;")
        one.out.line(f"prepare{number}(c, g, &d);")
        one.out.line(f"Groups{number} q;")
        one.out.line("q.n = 0; q.skip = 0;")
        one.out.line(f"return min64(limit, walk{number}(c, g, &d, limit, &q));")
    with one.out.block(f"JOINT void list{number}(Context *c, const State *g, Listing *l)"):
        one.out.line(f"Shared{number} d;")
        one.out.line(f"prepare{number}(c, g, &d);")
        _list_plain(one)


def _list_plain(one: Plain) -> None:
    number, out = one.number, one.out
    out.line(f"Groups{number} q;")
    out.line(f"int v[{most_steps(one) + 1}];")
    out.line("int64_t behind = 0;")
    with out.block("do", "} while (q.n && l->n < l->room);"):
        out.line("q.n = 0; q.skip = behind;")
        out.line(f"walk{number}(c, g, &d, INT64_MAX - 1, &q);")
        out.line("behind += q.n;")
        with (
            out.block(f"for (const Group{number} *p = q.at; p < q.at + q.n; p++)"),
            out.block("for (int k = 0; k < p->count; k++)"),
            out.block(f"switch ({alternative_of(one)})"),
        ):
            for index, alternative in enumerate(one.decision.alternatives):
                with out.block(f"case {index}:"):
                    for at, (_, text) in enumerate(values_of(one, alternative)):
                        out.line(f"v[{at}] = {text};")
                    out.line(f"list_move(l, {index}, v, {len(alternative.stages)});")
                    out.line("break;")
        if not one.is_cut:
            out.line("break;")


def _count_staged(one: Staged) -> None:
    number, out = one.number, one.out
    with out.block(f"JOINT_RARE int64_t count{number}(Context *c, const State *from, int64_t limit)"):
        _try_on_copy(one)
        out.line("int64_t found = 0;")
        _each_open(one, "found < limit", "found += ", "limit - found")
        out.line("c->counting = 0;")
        out.line("return found;")


def _list_staged(one: Staged) -> None:
    number, out = one.number, one.out
    with out.block(f"JOINT_RARE void list{number}(Context *c, const State *from, Listing *l)"):
        _try_on_copy(one)
        out.line("c->list = l;")
        _each_open(one, "l->n < l->room", "", "l->skip + l->room - l->n")
        out.line("c->list = 0;")
        out.line("c->counting = 0;")


def _each_open(one: Staged, wanted: str, use: str, most: str) -> None:
    """Go through the ways of each alternative that is open, at most so many, as long as more are wanted."""
    for index in range(len(one.decision.alternatives)):
        with one.out.block(f"if ({wanted} && open{one.number}_{index}(c, g, d))"):
            one.out.line(f"{use}{one.first_ways(index, most)};")


def _try_on_copy(one: Staged) -> None:
    """Begin to count ways, on a copy of the state."""
    one.out.line(f"Shared{one.number} shared, *const d = &shared;")
    one.out.line("State probe = *from, *const g = &probe;")
    one.out.line(f"prepare{one.number}(c, g, d);")
    one.out.line("c->counting = 1;")


def write_make(one: Written) -> None:
    """The function that writes the values of a whole move into the state."""
    with one.out.block(f"JOINT_RARE void make{one.number}(Context *c, State *g, int a, const int32_t *v)"):
        one.out.line("(void)c; (void)g; (void)v;")
        with one.out.block("switch (a)"):
            for index, alternative in enumerate(one.decision.alternatives):
                with one.out.block(f"case {index}:"):
                    _make(one, index, alternative)
                    one.out.line("break;")


def _make(one: Written, index: int, alternative: Alternative) -> None:
    if isinstance(one, Plain):
        for at, stage in enumerate(alternative.stages):
            one.out.line(f"{one.storage.place(stage.slot)} = v[{at}];")
        return
    first = 0
    for stage in alternative.stages:
        with one.out.block(""):
            if stage.several is None:
                for part in range(stage.parts):
                    one.out.line(f"{one.storage.element(stage.slot, str(part))} = v[{first + part}];")
            else:
                _make_picks(one.picking(stage, stage.several), first, stage.parts)
        first += stage.parts


def _make_picks(picking: Picking, first: int, parts: int) -> None:
    """Pick what stands in the values of a move from ``first`` on."""
    picking.clear()
    picking.begin()
    with picking.out.block(f"for (int k = 0; k < {parts} && v[{first} + k] >= 0; k++)"):
        picking.out.line(f"const int value = v[{first} + k];")
        picking.write()


def write_together(one: Written, together: Together) -> None:
    """The functions with which the choices of several players are taken up and put down."""
    out, storage, number = one.out, one.storage, one.number
    player = "const int p"
    with out.block(f"static void take_up{number}(State *g, {player})"):
        out.line(f"{storage.place(together.me)} = p;")
        for kept in together.kept:
            with out.block(f"for (int i = 0; i < {kept.count}; i++)"):
                store = storage.element(kept.store, f"(p * {kept.count} + i)")
                out.line(f"{storage.element(kept.base, 'i')} = {store};")
    with out.block(f"static void tidy{number}(State *g)"):
        out.line(f"{storage.place(together.me)} = {_start(storage.place(together.me))};")
        for kept in together.kept:
            with out.block(f"for (int i = 0; i < {kept.count}; i++)"):
                place = storage.element(kept.base, "i")
                out.line(f"{place} = {_start(place)};")
    with out.block(f"static void take_turn{number}(State *g, {player})"):
        for kept in together.kept:
            with out.block(f"for (int i = 0; i < {kept.count}; i++)"):
                store = storage.element(kept.store, f"(p * {kept.count} + i)")
                out.line(f"{store} = {_start(store)};")
        out.line(f"{storage.element(together.answer, 'p')} = -1;")
        out.line(f"{storage.element(together.made, 'p')} = 0;")
        out.line(sets.remove(together.players, storage.place(together.ready), "p"))
        out.line(f"take_up{number}(g, p);")
    with out.block(f"static void put_down{number}(State *g, {player}, const int a)"):
        for kept in together.kept:
            used = _used(one, kept.base)
            with out.block(f"for (int i = 0; i < {kept.count}; i++)"):
                store = storage.element(kept.store, f"(p * {kept.count} + i)")
                work = storage.element(kept.base, "i")
                out.line(f"{store} = {used} ? {work} : {_start(store)};")
        out.line(f"{storage.element(together.answer, 'p')} = a;")
        counts = [sum(stage.parts for stage in a.stages) for a in together.alternatives]
        out.line(f"static const int steps[] = {{{', '.join(map(str, counts))}}};")
        out.line(f"{storage.element(together.made, 'p')} = steps[a];")
        width = together.players
        place = storage.place(together.ready)
        out.line(sets.add(width, place, "p"))
        out.line(f"tidy{number}(g);")


def _used(one: Written, base: int) -> str:
    """The condition that the alternative ``a`` has a stage with that slot."""
    tests = [
        f"a == {index}"
        for index, alternative in enumerate(one.decision.alternatives)
        if any(base == first for stage in alternative.stages for first, _ in stage_groups(stage))
    ]
    return f"({' || '.join(tests)})" if tests else "0"


def _start(place: str) -> str:
    return f"START.{place[3:]}"
