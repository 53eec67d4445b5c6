"""Printed tables: one row for every key, listed or from a data file, read by name as `wheel(n)`."""

import re

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check import table_findings as tf
from interpreter.check.data import CITE, MAX_PRINTED, Tables
from interpreter.check.kinds import POISON, BagOf, Flag, Kind, ListOf, Member, Number, Poison, Single
from interpreter.check.names import Names
from interpreter.check.values import Values
from interpreter.check.world import Column, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

_SPAN = re.compile(r"(-?\w+)\.\.(-?\w+)")


class PrintedTables:
    """Reads the section `tables` into ``World.tables``; everything wrong goes to ``found``.

    A table is a column that belongs to no kind: all its keys are further keys.
    """

    def __init__(self, world: World, names: Names, data: Tables, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.data = data
        self.found = found
        self.values = Values(world, found)
        self._printed = 0

    def read(self) -> None:
        """All tables; kinds and their columns are there."""
        for decl in self.world.ruleset.tables.values():
            if self.names.declare(decl.head.name, decl.head.span):
                self.world.tables[decl.head.name] = self._table(decl)
        self.values.report()

    def _table(self, decl: r.TableDecl) -> Column:
        name, span = decl.head.name, decl.head.span
        kind, keys = self._kind(decl.type), self._keys(decl)
        nothing = Column(name, "", POISON, ((0,),), None, span, keys or ())
        if isinstance(kind, Poison) or keys is None or not self._fits(decl, keys, kind):
            return nothing
        before = len(self.found)
        cases = self._cases(decl, keys, kind)
        if len(self.found) > before or self.values.unknown:
            return nothing
        return Column(name, "", kind, cases, decl.rows, span, keys)

    def _kind(self, line: n.TypeLine) -> Kind:
        if line.names or line.per or line.seen or line.during or line.places or line.start is not None:
            what = "the entries of a table have a kind; its keys stand under `for`"
            self.found.append(f.type_not_here(what, line.span))
            return POISON
        kind = self.names.shape(line.shape)
        if isinstance(kind, ListOf):
            self.found.append(f.type_not_here("nothing in a table has an order", line.span))
            return POISON
        return kind

    # -- keys ---------------------------------------------------------------------------------------

    def _keys(self, decl: r.TableDecl) -> tuple[Single, ...] | None:
        keys = [self._key(line) for line in decl.keys]
        across = self._key(decl.across) if decl.across is not None else None
        found = tuple(key for key in keys if key is not None)
        if len(found) < len(decl.keys) or not found or (decl.across is not None and across is None):
            return None
        if decl.across is not None and (len(found) != 2 or found[1] != across):
            self.found.append(tf.not_across(decl.across.span))
            return None
        return found

    def _key(self, line: n.KindLine) -> Single | None:
        parts = line.shape
        if line.names or line.per or line.part_of is not None or len(parts) != 1:
            self.found.append(f.type_not_here("a key of a table is a kind or a range", line.span))
            return None
        part = parts[0]
        if isinstance(part, n.KindName | n.KindRange):
            return self.names.single(part)
        self.found.append(f.type_not_here("a key of a table is a kind or a range", line.span))
        return None

    def _fits(self, decl: r.TableDecl, keys: tuple[Single, ...], kind: Kind) -> bool:
        printed = self.values.width(keys, kind) * (1 if decl.rows is None else 1 + len(decl.rows.cases))
        self._printed += printed
        if self._printed > MAX_PRINTED:
            self.found.append(kf.too_much_printed(decl.head.name, self._printed, MAX_PRINTED, decl.head.span))
            return False
        return True

    # -- rows ---------------------------------------------------------------------------------------

    def _cases(self, decl: r.TableDecl, keys: tuple[Single, ...], kind: Kind) -> tuple[tuple[int, ...], ...]:
        if decl.rows is None:
            rows = _Rows(self, keys, kind, decl.head.name, decl.head.span)
            for key, line in decl.listed:
                if line is not None:
                    rows.put(key, self._listed(line, keys, kind))
            return (rows.whole(),)
        tables = (*(case for _, case in decl.rows.cases), decl.rows.otherwise)
        return tuple(self._read(table, decl.rows.span, keys, kind) for table in tables)

    def _listed(self, line: n.RowLine, keys: tuple[Single, ...], kind: Kind) -> list[int] | None:
        """The values of a row: one, or one for each combination of the further keys."""
        wanted = self.values.width(keys[1:], Number(0, 0))
        if len(line.values) != wanted:
            self.found.append(tf.row_length(wanted, len(line.values), line.span))
            return None
        found: list[int] = []
        for value in line.values:
            if isinstance(kind, BagOf):
                found += self.values.counted(value, kind)
            else:
                found.append(self.values.constant(value, kind))
        return found

    def _read(self, name: str, span: Span, keys: tuple[Single, ...], kind: Kind) -> tuple[int, ...]:
        """A table of a data file."""
        entry = self.data.get(name)
        if entry is None:
            self.found.append(file_findings.no_table(name, span, self.data))
            return ()
        if not isinstance(entry.value, Mapping):
            self.found.append(file_findings.bad_rows(name, entry.key.span))
            return ()
        rows = _Rows(self, keys, kind, name, entry.key.span)
        for row in entry.value.entries:
            rows.put(row.key, self._cells(row.value, keys[1:], kind))
        return rows.whole()

    def _cells(self, node: Node, keys: tuple[Single, ...], kind: Kind) -> list[int] | None:
        """A row of a data file: a value; with further keys a map of them, or with one a list in its order."""
        if not keys:
            return self.values.cells(node, (), kind)
        if isinstance(node, Sequence) and len(keys) == 1:
            if len(node.items) != self.world.size(keys[0]):
                self.found.append(tf.row_length(self.world.size(keys[0]), len(node.items), node.span))
                return None
            return [value for item in node.items for value in self.values.cells(item, (), kind)]
        if isinstance(node, Mapping):
            node = Mapping(tuple(one for one in node.entries if one.name != CITE), node.span)
        return self.values.cells(node, keys, kind)


class _Rows:
    """The rows of one table as they are put in, each under one key or several."""

    def __init__(
        self, tables: PrintedTables, keys: tuple[Single, ...], kind: Kind, name: str, span: Span
    ) -> None:
        self.tables = tables
        self.key = keys[0]
        self.width = tables.values.width(keys[1:], kind)
        self.name, self.span = name, span
        self.size = tables.world.size(self.key)
        self.found = [0] * (self.width * self.size)
        self.given: dict[int, Span] = {}
        self.has_unknown = False

    def put(self, name: Scalar, values: list[int] | None) -> None:
        """A row by its name: ``red``, ``92..375``, ``red, blue``."""
        start = 0
        for part in name.text.split(","):
            at = start + len(part) - len(part.lstrip())
            text = part.strip()
            self._put(Scalar(text, text, name.style, name.map.span(at, at + len(text)), name.map), values)
            start += len(part) + 1

    def _put(self, name: Scalar, values: list[int] | None) -> None:
        indices = self._indices(name)
        if indices is None:
            self.has_unknown = True
            return
        twice = next((index for index in indices if index in self.given), None)
        if twice is not None:
            text = self.tables.values.text(self.key, twice)
            self.tables.found.append(tf.two_rows(self.name, text, name.span, self.given[twice]))
        for index in indices:
            self.given.setdefault(index, name.span)
            if values is not None:
                self.found[index * self.width : (index + 1) * self.width] = values

    def _indices(self, name: Scalar) -> range | None:
        """The indices that a name stands for; ``None`` (reported) where it is no key."""
        span = _SPAN.fullmatch(name.text)
        if span is None:
            index = self._index(name)
            return None if index is None else range(index, index + 1)
        ends = [
            self._index(Scalar(span[part], span[part], name.style, name.span, name.map)) for part in (1, 2)
        ]
        if ends[0] is None or ends[1] is None:
            return None
        if ends[0] > ends[1]:
            self.tables.found.append(tf.empty_row(name.text, name.span))
            return None
        return range(ends[0], ends[1] + 1)

    def _index(self, name: Scalar) -> int | None:
        if isinstance(self.key, Flag) and name.text in {"false", "true"}:
            return int(name.text == "true")
        return self.tables.values.index(name, self.key)

    def whole(self) -> tuple[int, ...]:
        """All values; a key without a row is a finding, unless a name is wrong that may be meant for it."""
        missing = [index for index in range(self.size) if index not in self.given]
        if missing and not self.has_unknown:
            listed = ", ".join(self._runs(missing))
            self.tables.found.append(tf.no_row(self.name, listed, self.span))
        return tuple(self.found)

    def _runs(self, missing: list[int]) -> list[str]:
        """``5``, ``8..9``, ``red``."""
        runs: list[list[int]] = []
        for index in missing:
            if runs and runs[-1][1] == index - 1 and not isinstance(self.key, Member):
                runs[-1][1] = index
            else:
                runs.append([index, index])
        text = self.tables.values.text
        return [
            text(self.key, low) if low == high else f"{text(self.key, low)}..{text(self.key, high)}"
            for low, high in runs
        ]
