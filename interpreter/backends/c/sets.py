"""Sets in C: up to 64 members are one ``uint64_t``, wider ones a struct of words."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.c.writer import Writer


def words_of(width: int) -> int:
    """How many 64-bit words a set of that many members takes; 1 at least."""
    return max(1, -(-width // 64))


def set_type(width: int) -> str:
    """The C type of a set as it is computed with."""
    words = words_of(width)
    return "uint64_t" if words == 1 else f"set{words}"


def constant(bits: int, width: int) -> str:
    """A set known before."""
    words = words_of(width)
    if words == 1:
        return f"UINT64_C({bits:#x})"
    return f"(set{words}){{{initial(bits, width)}}}"


def initial(bits: int, width: int) -> str:
    """The initialiser of a set in static data."""
    words = words_of(width)
    if words == 1:
        return f"UINT64_C({bits:#x})"
    parts = (f"UINT64_C({bits >> 64 * i & (1 << 64) - 1:#x})" for i in range(words))
    return f"{{{', '.join(parts)}}}"


def call(name: str, width: int, *arguments: str) -> str:
    """A function of the runtime on sets of that width."""
    words = words_of(width)
    return f"set{words}_{name}({', '.join(arguments)})"


def union(width: int, left: str, right: str) -> str:
    """All members of both."""
    return f"({left} | {right})" if words_of(width) == 1 else call("or", width, left, right)


def inter(width: int, left: str, right: str) -> str:
    """The members in both."""
    return f"({left} & {right})" if words_of(width) == 1 else call("and", width, left, right)


def minus(width: int, left: str, right: str) -> str:
    """The members of the first that are not in the second."""
    return f"({left} & ~{right})" if words_of(width) == 1 else call("minus", width, left, right)


def is_empty(width: int, of: str) -> str:
    """1 for a set without members."""
    return f"({of} == 0)" if words_of(width) == 1 else call("empty", width, of)


def is_within(width: int, left: str, right: str) -> str:
    """1 where all members of a set are in another; both have a place in memory."""
    if words_of(width) == 1:
        return f"(({left} & ~{right}) == 0)"
    return call("within", width, f"&{left}", f"&{right}")


def is_equal(width: int, left: str, right: str) -> str:
    """1 for two sets with the same members."""
    return f"({left} == {right})" if words_of(width) == 1 else call("equal", width, left, right)


def size(width: int, of: str) -> str:
    """How many members there are."""
    return f"popcount64({of})" if words_of(width) == 1 else call("size", width, of)


def has(width: int, of: str, item: str) -> str:
    """1 where an item of 0..width - 1 is a member."""
    if words_of(width) == 1:
        return f"(int)({of} >> ({item}) & 1)"
    return call("has", width, of, item)


def add(width: int, target: str, item: str, condition: str = "") -> str:
    """The statement that puts an item into a set, if a condition of 0 or 1 holds."""
    bit = f"(uint64_t)({condition})" if condition else "UINT64_C(1)"
    if words_of(width) == 1:
        return f"{target} |= {bit} << ({item});"
    return f"{target}.w[({item}) >> 6] |= {bit} << (({item}) & 63);"


def drop(width: int, target: str, item: str) -> str:
    """The statement that takes a member out of a set; it is the lowest one."""
    if words_of(width) == 1:
        return f"{target} &= {target} - 1;"
    return f"{target}.w[{item} >> 6] &= {target}.w[{item} >> 6] - 1;"


def remove(width: int, target: str, item: str) -> str:
    """The statement that takes an item of 0..width - 1 out of a set."""
    if words_of(width) == 1:
        return f"{target} &= ~(UINT64_C(1) << ({item}));"
    return f"{target} = {call('without', width, target, item)};"


def shifted(width: int, of: str, by: int, mask: int) -> str:
    """The members x of ``mask`` for which x + ``by`` is in a set."""
    return inter(width, moved(width, of, by), constant(mask, width))


def moved(width: int, of: str, by: int) -> str:
    """The members x for which x + ``by`` is in a set; above its width anything may be left."""
    if words_of(width) == 1:
        return f"({of} {'>>' if by > 0 else '<<'} {abs(by)})"
    return call("down" if by > 0 else "up", width, of, str(abs(by)))


def since(width: int, of: str, first: str) -> str:
    """The members of a set from ``first`` on; 0 <= first <= width."""
    return f"set1_from({of}, {first})" if words_of(width) == 1 else call("from", width, of, first)


def nothing(width: int) -> str:
    """The empty set."""
    return "0" if words_of(width) == 1 else "{{0}}"


def lowest(width: int, of: str) -> str:
    """The lowest member of a set that has one."""
    return f"lowest64({of})" if words_of(width) == 1 else call("lowest", width, of)


def highest(width: int, of: str) -> str:
    """The highest member of a set that has one."""
    return f"highest64({of})" if words_of(width) == 1 else call("highest", width, of)


def select(width: int, of: str, k: str) -> str:
    """The k-th member of a set that has more than k."""
    return f"select64({of}, {k})" if words_of(width) == 1 else call("select", width, of, k)


@contextmanager
def each(out: Writer, width: int, of: str, item: str) -> Iterator[None]:
    """A loop over the members of a set, ascending; ``item`` is declared as a constant in it."""
    words = words_of(width)
    rest = out.fresh("m")
    if words == 1:
        with out.block(f"for (uint64_t {rest} = {of}; {rest}; {rest} &= {rest} - 1)"):
            out.line(f"const int {item} = lowest64({rest});")
            yield
        return
    whole, word = out.fresh("s"), out.fresh("w")
    out.line(f"const set{words} {whole} = {of};")
    with (
        out.block(f"for (int {word} = 0; {word} < {words}; {word}++)"),
        out.block(f"for (uint64_t {rest} = {whole}.w[{word}]; {rest}; {rest} &= {rest} - 1)"),
    ):
        out.line(f"const int {item} = 64 * {word} + lowest64({rest});")
        yield
