"""Where each slot lies in C: in the struct of the state, in a variable, or in neither."""

import re

from interpreter.backends.c.ranges import Ranges
from interpreter.backends.c.refusals import Unsupported
from interpreter.backends.c.sets import set_type, words_of
from interpreter.core.ir import Program, Slot

_TYPES = (
    ("int8_t", -(2**7), 2**7 - 1),
    ("uint8_t", 0, 2**8 - 1),
    ("int16_t", -(2**15), 2**15 - 1),
    ("uint16_t", 0, 2**16 - 1),
    ("int32_t", -(2**31), 2**31 - 1),
    ("int64_t", -(2**63), 2**63 - 1),
)
_KEYWORDS = frozenset(
    {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
        "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
        "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
        "unsigned", "void", "volatile", "while", "bool", "true", "false",
    }
)  # fmt: skip


def identifier(text: str) -> str:
    """A C name made of a text."""
    name = re.sub(r"[^0-9A-Za-z_]+", "_", text).strip("_") or "x"
    return f"_{name}_" if name[0].isdigit() or name in _KEYWORDS or name.isupper() else name


def table_type(values: tuple[int, ...]) -> str:
    """The C type of the entries of a table of numbers."""
    low, high = min(values), max(values)
    for bits in (8, 16, 32, 64):
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return f"int{bits}_t"
    raise Unsupported(f"a table with {low}..{high} does not fit in 64 bits")


class Storage:
    """The fields of the state and the names of everything else."""

    def __init__(self, program: Program, ranges: Ranges) -> None:
        self.program = program
        self.ranges = ranges
        self.state = [group for group in program.slots if group.role != "scratch"]
        self.fields = sorted(self.state, key=self._alignment, reverse=True)
        self.scratch = [group for group in program.slots if group.role == "scratch"]
        self._names: dict[int, str] = {}
        used: set[str] = set()
        for group in program.slots:
            # Variables stand beside those that the code has of its own, fields only beside each other.
            name = ("s_" if group.role == "scratch" else "") + identifier(group.name)
            if name in used:
                name = f"{name}_{group.base}"
            used.add(name)
            self._names[group.base] = name

    def group(self, slot: int) -> Slot:
        """The group of a slot."""
        group = self.ranges.group(slot)
        assert group is not None
        return group

    def name(self, group: Slot) -> str:
        """The name of a group: a field of the state, or of a scratch slot a variable."""
        return self._names[group.base]

    def type_of(self, group: Slot) -> str:
        """The C type in which one slot of a group is stored."""
        if group.width:
            words = words_of(group.width)
            if words > 1:
                return f"set{words}"
            return next(f"uint{bits}_t" for bits in (8, 16, 32, 64) if group.width <= bits)
        if group.role == "scratch" and group.count == 1:
            return self.ranges.type_of(self.ranges.held(group.base))
        low, high = self.ranges.held(group.base) if group.role == "scratch" else (group.low, group.high)
        self.ranges.type_of((low, high))
        return next(name for name, least, most in _TYPES if least <= low and high <= most)

    def value_type(self, group: Slot) -> str:
        """The C type in which a slot's value is computed with."""
        return set_type(group.width) if group.width else self.ranges.type_of(self.ranges.held(group.base))

    def _alignment(self, group: Slot) -> int:
        """The bits of the words that a field starts at: in their order no room is lost between fields."""
        kind = self.type_of(group)
        return next((bits for bits in (8, 16, 32) if f"int{bits}_t" in kind), 64)

    def words(self, group: Slot) -> int:
        """How many 64-bit words each slot of a group takes where positions are exchanged."""
        return words_of(group.width) if group.width else 1

    def place(self, slot: int) -> str:
        """One slot as C names it."""
        group = self.group(slot)
        name = self._names[group.base] if group.role == "scratch" else f"g->{self._names[group.base]}"
        return name if group.count == 1 else f"{name}[{slot - group.base}]"

    def element(self, base: int, index: str) -> str:
        """The slot ``base + index``."""
        group = self.group(base)
        name = self._names[group.base] if group.role == "scratch" else f"g->{self._names[group.base]}"
        if group.count == 1:
            return name
        offset = base - group.base
        return f"{name}[{offset} + {index}]" if offset else f"{name}[{index}]"
